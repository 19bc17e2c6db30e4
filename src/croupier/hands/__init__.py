"""The strength of cards as an int, bigger is better, equal for a tie.

Three rankings: `poker` (best five of up to seven), `four_card` (best four of up to six) and `flush`
(the largest flush and the longest straight flush of seven). All take a card set (`croupier.cards`) and
are kernels (`croupier.jit`). `words` names hands and finds the cards that make them, and is plain
Python.
"""

from croupier.hands.flush import (
    flush_length,
    flush_strength,
    has_four_of_a_kind,
    has_suited_ace_to_nine,
    longest_straight_flush,
    longest_straight_flush_of_suit,
)
from croupier.hands.four_card import (
    four_card_category,
    four_card_strength,
    is_four_aces,
    is_pair_of_aces_or_better,
    is_royal,
)
from croupier.hands.poker import poker_category, poker_strength

__all__ = [
    "flush_length",
    "flush_strength",
    "four_card_category",
    "four_card_strength",
    "has_four_of_a_kind",
    "has_suited_ace_to_nine",
    "is_four_aces",
    "is_pair_of_aces_or_better",
    "is_royal",
    "longest_straight_flush",
    "longest_straight_flush_of_suit",
    "poker_category",
    "poker_strength",
]
