"""Four Card Poker, from house rules to plain numbers."""

from typing import NamedTuple

from croupier.games.common import Schedule, deals_only, outcomes, schedule
from croupier.games.four_card_poker.settle import SITUATIONS, MainTerms
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import report
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

    main: MainTerms
    play_least: int
    play_most: int
    ante_bonus: Schedule
    aces_up: Schedule
    progressive: Schedule
    cover_all: Schedule


def terms(house: HouseRules) -> Terms:
    """The terms of these house rules."""
    deals_only(house.rules, player=5, dealer=6, dealer_face_up=1, hand=4)
    ante, played = (house.tables[wager].awards[0] for wager in ("ante", "play"))
    play_least, play_most = _bounds(house.rules)
    five_card = house.progressive is not None and house.progressive.hand == "five_card"
    return Terms(
        main=MainTerms(
            ante_odds=(ante.number, ante.per),
            play_odds=(played.number, played.per),
            ante_outcomes=outcomes(house.rules, "ante", SITUATIONS),
            play_outcomes=outcomes(house.rules, "play", SITUATIONS[1:]),
        ),
        play_least=play_least,
        play_most=play_most,
        ante_bonus=schedule(house.tables.get("ante_bonus"), ACES_UP_LADDER),
        aces_up=schedule(house.tables.get("aces_up"), ACES_UP_LADDER),
        progressive=schedule(
            house.progressive.table if house.progressive else None,
            FIVE_CARD_LADDER if five_card else FOUR_CARD_PROGRESSIVE_LADDER,
        ),
        cover_all=schedule(house.cover_all.get(2), COVER_ALL_LADDER),
    )


def _bounds(rules: RuleSet) -> tuple[int, int]:
    least, most = rules.number("decision.play_least"), rules.number("decision.play_most")
    if not 1 <= least <= most:
        report(rules.error("facts.decision.play_least", f"{least}; allowed: from 1 to play_most, {most}"))
    return least, most
