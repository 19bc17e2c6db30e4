"""A progress bar on stderr for work that takes longer than a second."""

import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

PATIENCE = 1.0
"""Seconds before the bar appears."""


class Bar:
    """A solver's progress; draws nothing for quick work or without a terminal."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._start = time.monotonic()
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> Callable[[int, int], None]:
        return self.advance

    def advance(self, done: int, total: int) -> None:
        """Report progress: parts done, parts in total."""
        if not self._shown or time.monotonic() - self._start < PATIENCE:
            return
        if self._progress is None:
            columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
            self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
            self._progress.start()
            self._task = self._progress.add_task(self._title, total=total)
        assert self._task is not None
        self._progress.update(self._task, completed=done, total=total)

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()
