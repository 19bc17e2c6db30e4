"""Strategies of simulated players: the names common to all games, and the one strategy that all share.

Every strategy is a kernel that writes for each round how many antes are wagered, 0 for a fold. A game has its
own: optimal play as its solver found it, and simple rules for players.
"""

from typing import Any

from croupier.jit import kernel

OPTIMAL = "optimal"
ALWAYS_FOLD = "always-fold"


@kernel
def always_fold(antes: Any) -> None:
    """Fold every hand: the most that a player can lose, and side bets on their own."""
    antes[:] = 0
