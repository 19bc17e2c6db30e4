"""High Card Flush: what a player may do after seeing seven cards. Raise within bounds, or fold."""

from croupier.games.common import Bound
from croupier.hands.flush import flush_length
from croupier.jit import kernel


@kernel
def most_antes(strength: int, raise_most: tuple[int, ...]) -> int:
    """The most antes that a hand may raise: once, or up to two or three times with five cards or more.

    A void hand whose cards are not looked at has strength 0 and the widest bound.
    """
    return raise_most[flush_length(strength) - 2] if strength else raise_most[5]


@kernel
def raise_allowed(strength: int, ante: int, amount: int, raise_most: tuple[int, ...]) -> bool:
    """Whether a raise is legal: at least the ante, at most what the flush allows, any amount between."""
    return ante <= amount <= ante * most_antes(strength, raise_most)


def raise_bound(strength: int, ante: int, raise_most: tuple[int, ...]) -> Bound:
    """The least and the most raise, to be said to a person."""
    return Bound(ante, ante * most_antes(strength, raise_most))
