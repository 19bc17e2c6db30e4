"""Progress on stderr for work that takes longer than a second: a bar, or lines without a terminal."""

import sys
from collections.abc import Callable
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING

from croupier.jit import never_compiled

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds before anything appears."""

FIRST_PATIENCE = 0.4
"""The same on a first run, which takes long for certain."""

STEP = 25
"""Percent between two lines."""

LEAST_LEFT = 2.0
"""Seconds left that are worth a word."""

FIRST_RUN = "first run: compiling kernels, once; this takes some ten seconds"

quiet = False
"""Whether nothing is shown at all (`--quiet`)."""


class Bar:
    """A solver's progress; shows nothing for quick work.

    It appears after a second even if no part is done by then. Without a terminal there are lines instead, if
    `lines` is set, and else nothing. On a first run, with no compiled kernel on disk, a line says so sooner.
    """

    def __init__(self, title: str, *, lines: bool = False) -> None:
        self._title = title
        self._terminal = sys.stderr.isatty()
        self._lock = Lock()
        self._begun = self._ended = False
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self._said = self._done = 0
        self._started = monotonic()
        self._first_part: tuple[float, int] | None = None
        self._first = lines and not quiet and never_compiled()
        self._timer = Timer(min(PATIENCE, FIRST_PATIENCE) if self._first else PATIENCE, self._begin)
        self._timer.daemon = True
        if not quiet and (self._terminal or lines):
            self._timer.start()

    def __enter__(self) -> Callable[[int, int], None]:
        return self.advance

    def advance(self, done: int, total: int) -> None:
        """Report progress: parts done, parts in total."""
        with self._lock:
            if not self._begun or self._ended:
                return
            if self._progress is not None and self._task is not None:
                self._progress.update(self._task, completed=done, total=total)
            elif not self._terminal and total:
                share = 100 * done // total
                if done < self._done:  # the next stretch of the work, with a pace of its own
                    self._started, self._first_part = monotonic(), None
                self._done = done
                if share < self._said:  # there is more to do than it seemed
                    self._said = share // STEP * STEP
                if share >= self._said + STEP:
                    self._said = share
                    self._say(f"{share}%{self._time_left(done, total)}")
                if self._first_part is None:
                    self._first_part = monotonic(), done

    def _time_left(self, done: int, total: int) -> str:
        """The time left at the pace since the first part, which compiles; nothing if it is a moment."""
        began, before = self._first_part or (self._started, 0)
        left = (monotonic() - began) * (total - done) / (done - before)
        if left < LEAST_LEFT:
            return ""
        return f", about {left / 60:.0f} min left" if left >= 120 else f", about {left:.0f} s left"

    def _begin(self) -> None:
        with self._lock:
            if self._ended:
                return
            self._begun = True
            if self._first:
                print(f"croupier: {FIRST_RUN}", file=sys.stderr, flush=True)
            if not self._terminal:
                self._say("…")
                return
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
            self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
            self._progress.start()
            self._task = self._progress.add_task(self._title, total=None)

    def _say(self, words: str) -> None:
        print(f"{self._title} {words}", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._ended = True
            if self._progress is not None:
                self._progress.stop()
