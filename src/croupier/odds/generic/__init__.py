"""The generic solver and simulator: exact odds of a game without its own solver.

It needs only the functions that settle the game at the table (`croupier.games.common.Play`).
"""

from croupier.odds.generic.interface import SOLVER

__all__ = ["SOLVER"]
