"""The deck that a count deals from: 52 cards, or fewer ranks in all four suits.

A small deck can be dealt out in full, hand by hand, so the same kernels can be tested against every deal.
"""

from typing import Any, NamedTuple

from croupier.hands.ranks import RANK_SETS


class Deck(NamedTuple):
    """Some ranks (a rank set), each in all four suits."""

    ranks: int = RANK_SETS - 1

    @property
    def size(self) -> int:
        """The number of cards."""
        return 4 * self.ranks.bit_count()

    @property
    def cards(self) -> int:
        """The cards as a set."""
        return sum(self.ranks << 13 * suit for suit in range(4))

    def holds(self, sets: Any) -> Any:
        """Return which of these card sets can be dealt from the deck."""
        return sets & ~self.cards == 0


WHOLE = Deck()
