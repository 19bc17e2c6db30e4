"""Hidden cards that are known by class: which of the dealer's and of the undealt ones, for the kernels."""

from typing import Any, NamedTuple

from croupier.jit import kernel, numpy
from croupier.odds.protection.leak import CARD, COLOR, DEALER, PAIRINGS, UNDEALT, Leak, classes

MOST_CARDS = 2
"""The most known cards that are counted exactly."""


class Signals(NamedTuple):
    """The numbers of known dealer cards and undealt cards, and their classes."""

    dealer: int
    undealt: int
    dealer_classes: Any
    """By pairing of the suits into colors and card."""
    undealt_classes: Any
    size: int
    """The number of classes of one card; a pair has its square."""

    @property
    def places(self) -> int:
        """The number of classes of all known cards."""
        return int(self.size ** (self.dealer + self.undealt))


def signals_of(leak: Leak) -> Signals | None:
    """A leak of one or two cards that the dealer holds or nobody plays, as classes; None for any other."""
    np = numpy()
    dealer = leak.part(DEALER)
    undealt = [part for part in leak.parts if part.place in UNDEALT]
    hidden, details = sum(part.number for part in undealt), {part.detail for part in undealt}
    number = dealer.number if dealer else 0
    if (
        len(leak.parts) != (dealer is not None) + len(undealt)
        or number + hidden > MOST_CARDS
        or len(details) > 1
    ):
        return None
    pairings = len(PAIRINGS) if any(part.detail == COLOR for part in leak.parts) else 1
    of_dealer, of_undealt = dealer.detail if dealer else CARD, next(iter(details), CARD)
    if not dealer:
        of_dealer = of_undealt
    elif not undealt:
        of_undealt = of_dealer
    maps = [[classes(detail, pairing) for pairing in range(pairings)] for detail in (of_dealer, of_undealt)]
    return Signals(
        dealer=number,
        undealt=hidden,
        dealer_classes=np.array(maps[0], dtype=np.int64),
        undealt_classes=np.array(maps[1], dtype=np.int64),
        size=1 + max(max(row) for rows in maps for row in rows),
    )


@kernel
def class_of_two(of_card: Any, card: int, partner: int, size: int) -> int:
    """Return the class of two unordered cards."""
    one, other = of_card[card], of_card[partner]
    return min(one, other) * size + max(one, other)  # type: ignore[no-any-return]
