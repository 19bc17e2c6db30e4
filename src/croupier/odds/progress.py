"""Progress callbacks of long computations.

A solver calls `advance(done, total)` now and then; the command line shows a bar with an estimate, a test or
a server ignores it.
"""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Called with the number of parts done, and the total."""


def silent(done: int, total: int) -> None:
    """Ignore progress."""
