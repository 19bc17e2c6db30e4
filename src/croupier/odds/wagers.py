"""The wagers on the layout, in cents: prices and best play at an amount, not per unit."""

from typing import NamedTuple


class Wagers(NamedTuple):
    """The wagers of a hand that change what its decisions are worth."""

    ante: int
