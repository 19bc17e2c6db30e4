"""The order in which seats are paid: the direction, and when folded hands take their turn."""

from collections.abc import Iterable
from typing import NamedTuple

from croupier.rulebook.model import RuleSet

AT_THE_FOLD, IN_TURN = "at the fold", "in turn"
"""When the side wagers of a folded hand are settled (`settlement.folded`); else at the conclusion."""

CLOCKWISE = "clockwise"
"""From the dealer's far left; else from the far right, the highest seat first (`settlement.order`)."""


class PaymentOrder(NamedTuple):
    """The order of payment of one document."""

    folded: str
    clockwise: bool

    def around(self, seats: Iterable[int]) -> list[int]:
        """The seats in the document's direction."""
        return sorted(seats, reverse=not self.clockwise)

    def of(self, seats: Iterable[int], folded: Iterable[int]) -> list[int]:
        """The seats in the order of payment.

        Folded hands take their seat's turn, or are paid before the others as they fold, which is always
        clockwise, or after the others.
        """
        order = self.around(seats)
        if self.folded == IN_TURN:
            return order
        out = set(folded)
        standing = [seat for seat in order if seat not in out]
        down = [seat for seat in order if seat in out]
        return [*sorted(down), *standing] if self.folded == AT_THE_FOLD else [*standing, *down]


def payment_order(rules: RuleSet) -> PaymentOrder:
    """The order that the document states; where it is silent, counterclockwise, folded hands in turn."""
    stated = rules.facts.get("settlement", {})
    folded, order = stated.get("folded"), stated.get("order")
    return PaymentOrder(
        folded=IN_TURN if folded is None else str(folded.value),
        clockwise=order is not None and order.value == CLOCKWISE,
    )
