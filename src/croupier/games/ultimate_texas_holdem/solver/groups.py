"""Ultimate Texas Hold'em: the hands that decide a bet, in groups that every pay table pays alike."""

from typing import Any

from croupier.games.ultimate_texas_holdem.settle import poker_rung
from croupier.hands.poker import poker_strength
from croupier.odds.counting.census import CensusKind


def number_hands(sets: Any, groups: Any) -> None:
    """Write the group of each hand: its rung."""
    for place in range(len(sets)):
        groups[place] = poker_rung(poker_strength(sets[place]))


WITH_BOARD = CensusKind("ultimate-texas-holdem", 7, number_hands, __package__)
"""The hole cards with the complete board."""
WITH_FLOP = CensusKind("ultimate-texas-holdem-flop", 5, number_hands, __package__)
"""The hole cards with the flop."""
