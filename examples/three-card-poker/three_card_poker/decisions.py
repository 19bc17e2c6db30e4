"""What a player may do after seeing three cards: play for the ante exactly, or fold."""

from croupier.games.common import Bound
from croupier.jit import kernel


@kernel
def play_allowed(ante: int, amount: int, multiple: int) -> bool:
    """Whether a play wager is legal: so many antes, no more and no less."""
    return amount == ante * multiple


def play_bound(ante: int, multiple: int) -> Bound:
    """The only play wager."""
    return Bound(ante * multiple, ante * multiple, (ante * multiple,))
