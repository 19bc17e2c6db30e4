"""High Card, from house rules to plain numbers."""

from typing import NamedTuple

from croupier.submission.house import HouseRules


class Terms(NamedTuple):
    """The numbers that settle a hand."""

    ante_odds: tuple[int, int]
    play_odds: tuple[int, int]


def terms(house: HouseRules) -> Terms:
    """The terms of these house rules."""
    ante, played = (house.tables[wager].awards[0] for wager in ("ante", "play"))
    return Terms(ante_odds=(ante.number, ante.per), play_odds=(played.number, played.per))
