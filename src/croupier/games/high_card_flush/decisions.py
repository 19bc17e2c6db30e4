"""High Card Flush: what a player may do after seeing seven cards. Raise within bounds, or fold."""

from croupier.games.common import Bound
from croupier.hands.flush import flush_length
from croupier.jit import kernel


@kernel
def most_antes(strength: int, raise_most: tuple[int, ...]) -> int:
    """The most antes that a hand may raise: once, or up to two or three times with five cards or more."""
    return raise_most[flush_length(strength) - 2]


def raise_bound(strength: int, ante: int, raise_most: tuple[int, ...]) -> Bound:
    """The least and the most raise. The least is the ante; any amount between is legal.

    A void hand whose cards are not looked at has strength 0 and the widest bounds.
    """
    return Bound(least=ante, most=ante * (most_antes(strength, raise_most) if strength else max(raise_most)))
