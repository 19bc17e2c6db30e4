"""Four Card Poker: five-card hands in groups that every pay table pays alike."""

from typing import Any

from croupier.games.four_card_poker.settle import aces_up_rung, five_card_rung, four_card_progressive_rung
from croupier.hands.four_card import four_card_strength
from croupier.hands.poker import poker_strength
from croupier.jit import kernel
from croupier.odds.counting.census import CensusKind


@kernel
def group_of(cards: int) -> int:
    """Return the group of a hand, from its rungs by the best four cards and by all five."""
    strength = four_card_strength(cards)
    return (
        1 + aces_up_rung(strength)
        | 1 + four_card_progressive_rung(strength) << 3
        | five_card_rung(poker_strength(cards)) << 6
    )


def number_hands(sets: Any, groups: Any) -> None:
    """Write the group of each hand."""
    for place in range(len(sets)):
        groups[place] = group_of(sets[place])


FIVE_CARDS = CensusKind("four-card-poker", 5, number_hands, __package__)
