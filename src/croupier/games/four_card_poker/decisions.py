"""Four Card Poker: a play wager of one to three antes, any amount between, or the ante is forfeited."""

from croupier.games.common import Bound
from croupier.jit import kernel


@kernel
def play_allowed(ante: int, amount: int, least: int, most: int) -> bool:
    """Whether a play wager is legal: from `least` to `most` antes."""
    return ante * least <= amount <= ante * most


def play_bound(ante: int, least: int, most: int) -> Bound:
    """Return the bounds of the play wager, for messages."""
    return Bound(ante * least, ante * most)
