"""The queue of the floor: jobs from any thread, taken in batches by the floor's own."""

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from typing import Any, NamedTuple, TypeVar

import msgspec

from croupier.floor.host.batch import Unit

T = TypeVar("T")
Work = Callable[[Unit], T]

_MOST = 256
"""The most jobs in a batch."""
_MANY = 3
"""With this many jobs in a batch, the next batch waits."""
_APART = 0.02
"""Seconds between the starts of two batches then: a player does not notice, and the sockets get a quarter of
the machine."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a command: the version of the table after it."""

    version: int


class Job:
    """Work to do, and the future of its answer."""

    __slots__ = ("future", "key", "plain", "player", "table", "work")

    def __init__(
        self,
        work: Work[Any],
        future: "Future[Any]",
        table: str,
        key: str = "",
        player: str = "",
        *,
        plain: bool = False,
    ) -> None:
        self.work: Work[Any] = work
        self.plain: bool = plain
        """Whether it touches only the streams of its table."""
        self.future: Future[Any] = future
        self.table: str = table
        self.key: str = key
        self.player: str = player

    def answer(self, result: object = None, error: Exception | None = None) -> None:
        """Answer once; the caller may have gone."""
        with contextlib.suppress(InvalidStateError):
            if error is not None:
                self.future.set_exception(error)
            else:
                self.future.set_result(result)


class Done(NamedTuple):
    """The outcome of a job, if its batch is committed."""

    job: Job
    result: object = None
    error: Exception | None = None


class Jobs:
    """The jobs that wait for a batch."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self.apart = _APART
        """Seconds between the starts of two batches under load."""
        self._many = False
        self._began = 0.0
        """Of the last batch: whether it was full enough to wait, and when it started."""

    def put(self, job: Job) -> None:
        """Add a job."""
        self._queue.put(job)

    def stop(self) -> None:
        """Stop when the waiting jobs are done."""
        self._stopping.set()
        self._queue.put(None)

    @property
    def stopping(self) -> bool:
        """Whether the floor is stopping."""
        return self._stopping.is_set()

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return self._queue.qsize()

    def next_batch(self, seconds: float) -> list[Job]:
        """The waiting jobs; waits so many seconds for the first."""
        jobs: list[Job] = []
        with contextlib.suppress(queue.Empty):
            job = self._queue.get(timeout=seconds)
            self._let_more_come()
            while True:
                if job is not None:
                    jobs.append(job)
                if len(jobs) >= _MOST:
                    break
                job = self._queue.get_nowait()
        return jobs

    def taken(self, jobs: int) -> None:
        """Note the size of a batch, with the jobs of deadlines."""
        self._many = jobs >= _MANY

    def _let_more_come(self) -> None:
        """Under load wait for more jobs: each batch has a fixed cost, shared by its jobs."""
        if self._many:
            self._stopping.wait(max(0.0, self._began + self.apart - time.monotonic()))
        self._began = time.monotonic()
