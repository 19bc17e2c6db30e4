"""How the simulated players decide: names that every game has, and the one strategy that all share.

Every strategy is a kernel that writes for each round how many antes are wagered, 0 for a fold. A game has its
own: optimal play as its solver found it, and rules that people are told.
"""

from typing import Any

from croupier.jit import kernel

OPTIMAL = "optimal"
ALWAYS_FOLD = "always-fold"


@kernel
def always_fold(antes: Any) -> None:
    """Fold every hand: what a player loses at most, and what side bets do on their own."""
    antes[:] = 0
