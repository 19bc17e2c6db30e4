"""Ultimate Texas Hold'em, from house rules to plain numbers."""

from typing import NamedTuple

from croupier.games.common import Schedule, schedule
from croupier.submission.house import HouseRules

POKER_LADDER = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
)


class Terms(NamedTuple):
    """The numbers that settle a hand. Cover All's odds vary with the hands dealt, its rows do not."""

    ante_odds: tuple[int, int]
    play_odds: tuple[int, int]
    play_multiples: tuple[int, ...]
    blind: Schedule
    trips: Schedule
    progressive: Schedule
    cover_all: Schedule


def terms(house: HouseRules) -> Terms:
    """The terms of these house rules."""
    ante, played = (house.tables[wager].awards[0] for wager in ("ante", "play"))
    multiples = house.rules.fact("decision.play_multiples").value
    assert isinstance(multiples, tuple)
    return Terms(
        ante_odds=(ante.number, ante.per),
        play_odds=(played.number, played.per),
        play_multiples=tuple(int(each) for each in multiples),
        blind=schedule(house.tables["blind"], POKER_LADDER),
        trips=schedule(house.tables.get("trips"), POKER_LADDER),
        progressive=schedule(house.progressive.table if house.progressive else None, POKER_LADDER),
        cover_all=schedule(house.cover_all.get(2), POKER_LADDER),
    )
