"""High Card Flush: after seeing seven cards, a player raises within bounds or folds."""

from typing import NamedTuple

from croupier.games.common import Bound
from croupier.hands.flush import flush_length
from croupier.jit import kernel


class RaiseBounds(NamedTuple):
    """The least and the most raise, in antes."""

    least: int
    most: tuple[int, ...]
    """By the cards in the flush, from two to seven."""


@kernel
def most_antes(strength: int, bounds: RaiseBounds) -> int:
    """The most antes that a hand may raise, by the cards in its flush.

    A void hand whose cards are not looked at has strength 0 and the widest bound.
    """
    return bounds.most[flush_length(strength) - 2] if strength else bounds.most[5]


@kernel
def raise_allowed(strength: int, ante: int, amount: int, bounds: RaiseBounds) -> bool:
    """Whether a raise is legal: any amount from the least to what the flush allows."""
    return ante * bounds.least <= amount <= ante * most_antes(strength, bounds)


def raise_bound(strength: int, ante: int, bounds: RaiseBounds) -> Bound:
    """The least and the most raise, for messages."""
    return Bound(ante * bounds.least, ante * most_antes(strength, bounds))
