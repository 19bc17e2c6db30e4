"""Four Card Poker, from house rules to plain numbers."""

from typing import NamedTuple

from croupier.games.common import Schedule, schedule
from croupier.submission.house import HouseRules

ACES_UP_LADDER = (
    "four_of_a_kind",
    "straight_flush",
    "three_of_a_kind",
    "flush",
    "straight",
    "two_pair",
    "pair_of_aces",
)
"""Aces up; the automatic ante bonus pays its first three rows."""

FOUR_CARD_PROGRESSIVE_LADDER = ("four_aces", "four_of_a_kind", "straight_flush", "three_of_a_kind")

COVER_ALL_LADDER = ("four_aces", "royal_flush", "four_of_a_kind", "straight_flush", "three_of_a_kind")
"""Cover All has its own order: the suited A-K-Q-J above four of a kind."""

FIVE_CARD_LADDER = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
)
"""Multi Game Link: the five cards dealt, as a five-card poker hand."""


class Terms(NamedTuple):
    """The numbers that settle a hand."""

    ante_odds: tuple[int, int]
    play_odds: tuple[int, int]
    play_least: int
    play_most: int
    ante_bonus: Schedule
    aces_up: Schedule
    progressive: Schedule
    cover_all: Schedule


def terms(house: HouseRules) -> Terms:
    """The terms of these house rules."""
    ante, played = (house.tables[wager].awards[0] for wager in ("ante", "play"))
    five_card = house.progressive is not None and house.progressive.hand == "five_card"
    return Terms(
        ante_odds=(ante.number, ante.per),
        play_odds=(played.number, played.per),
        play_least=house.rules.number("decision.play_least"),
        play_most=house.rules.number("decision.play_most"),
        ante_bonus=schedule(house.tables["ante_bonus"], ACES_UP_LADDER),
        aces_up=schedule(house.tables.get("aces_up"), ACES_UP_LADDER),
        progressive=schedule(
            house.progressive.table if house.progressive else None,
            FIVE_CARD_LADDER if five_card else FOUR_CARD_PROGRESSIVE_LADDER,
        ),
        cover_all=schedule(house.cover_all.get(2), COVER_ALL_LADDER),
    )
