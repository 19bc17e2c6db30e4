"""The generic solver and simulator: exact odds of a game that brings no solver of its own.

It asks nothing of a game but the functions that settle it at the table (`croupier.games.common.Play`).
"""

from croupier.odds.generic.interface import SOLVER

__all__ = ["SOLVER"]
