"""Progress of long work, told to whoever listens.

A solver calls `advance(done, total)` now and then; the command line shows a bar with an estimate, a test or
a server ignores it.
"""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Told how many of how many parts are done."""


def silent(done: int, total: int) -> None:
    """Nobody listens."""
