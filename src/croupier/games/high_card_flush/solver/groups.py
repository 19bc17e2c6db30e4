"""High Card Flush: seven-card hands in groups that every pay table pays alike."""

from typing import Any

from croupier.games.high_card_flush.settle import flush_rung
from croupier.hands.flush import (
    flush_strength,
    has_four_of_a_kind,
    has_suited_ace_to_nine,
    longest_straight_flush,
)
from croupier.jit import kernel
from croupier.odds.counting.census import CensusKind


@kernel
def group_of(cards: int) -> int:
    """Return the group of a hand, by both readings of the ace and the two rows that only some tables name."""
    return (
        1 + flush_rung(flush_strength(cards))
        | longest_straight_flush(cards, 0) << 3
        | longest_straight_flush(cards, 1) << 6
        | has_suited_ace_to_nine(cards) << 9
        | has_four_of_a_kind(cards) << 10
    )


def number_hands(sets: Any, groups: Any) -> None:
    """Write the group of each hand."""
    for place in range(len(sets)):
        groups[place] = group_of(sets[place])


FLUSHES = CensusKind("high-card-flush", 7, number_hands, __package__)
