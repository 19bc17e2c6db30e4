"""High Card: play for exactly the ante, or fold."""

from croupier.games.common import Bound
from croupier.jit import kernel


@kernel
def play_allowed(ante: int, amount: int) -> bool:
    """Whether a play wager is legal."""
    return amount == ante


def play_bound(ante: int) -> Bound:
    """The only play wager."""
    return Bound(ante, ante, (ante,))
