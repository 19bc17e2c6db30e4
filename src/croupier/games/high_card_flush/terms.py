"""High Card Flush, from house rules to plain numbers."""

from typing import NamedTuple

from croupier.games.common import Schedule, schedule
from croupier.submission.house import HouseRules

FLUSH_LADDER = ("flush_7", "flush_6", "flush_5", "flush_4")

STRAIGHT_FLUSH_LADDER = (
    "straight_flush_7",
    "suited_ace_to_nine",
    "straight_flush_6",
    "straight_flush_5",
    "straight_flush_4",
    "four_of_a_kind",
    "straight_flush_3",
)
"""In order of payment: four of a kind (Maryland table G) stands between four and three cards."""


class Terms(NamedTuple):
    """The numbers that settle a hand."""

    ante_odds: tuple[int, int]
    raise_odds: tuple[int, int]
    raise_most: tuple[int, ...]
    """Most raise in antes, by the cards in the flush from two to seven."""
    ace_low: int
    flush_bonus: Schedule
    straight_flush_bonus: Schedule
    progressive: Schedule


def terms(house: HouseRules) -> Terms:
    """The terms of these house rules."""
    ante, raised = (house.tables[wager].awards[0] for wager in ("ante", "raise"))
    most = house.rules.fact("decision.raise_most").value
    assert isinstance(most, tuple)
    ace_low = house.policies.get("ace_low_straight_flush")
    if ace_low is None:
        low = int(bool(house.rules.fact("ranking.ace_low_straight_flush").value))
    else:
        low = int(ace_low == "on")
    return Terms(
        ante_odds=(ante.number, ante.per),
        raise_odds=(raised.number, raised.per),
        raise_most=tuple(int(each) for each in most),
        ace_low=low,
        flush_bonus=schedule(house.tables.get("flush_bonus"), FLUSH_LADDER),
        straight_flush_bonus=schedule(house.tables.get("straight_flush_bonus"), STRAIGHT_FLUSH_LADDER),
        progressive=schedule(house.progressive.table if house.progressive else None, STRAIGHT_FLUSH_LADDER),
    )
