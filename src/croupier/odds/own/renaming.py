"""Renamings of the suits: an own strategy may treat suits differently, so each hand is asked under all."""

from itertools import permutations
from typing import Any

from croupier.jit import kernel, table

RENAMINGS = 24

_NEW_SUITS = table(suit for renaming in permutations(range(4)) for suit in renaming)
"""Four by four: the new suit of each suit, under each renaming."""


@kernel
def renamed_set(cards: Any, renaming: int) -> Any:
    """A set of cards under a renaming of the suits.

    >>> renamed_set(1 << 13, 0) == 1 << 13
    True
    """
    found = cards - cards
    for suit in range(4):
        found |= (cards >> 13 * suit & 8191) << 13 * _NEW_SUITS[4 * renaming + suit]
    return found
