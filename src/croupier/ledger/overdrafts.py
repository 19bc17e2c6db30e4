"""The refusal of an overdraft: one wording for the player at the table and for the cashier."""

from croupier.errors import Refusal
from croupier.money import dollars

_UNIT = 10_000
"""Ten-thousandths of a cent in a cent."""


def overdraft(holds: int, needed: int) -> Refusal:
    """An account holds less than is needed; both in ten-thousandths of a cent. It names no account."""
    held, wanted = dollars(max(0, holds) // _UNIT), dollars(-(-needed // _UNIT))
    return Refusal(
        "insufficient_funds", f"The account holds {held}, and {wanted} is needed; nothing was moved"
    )
