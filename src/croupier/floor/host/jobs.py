"""What has been asked of the floor, by any thread, and is not done yet; its own takes it in batches."""

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
"""Jobs in a batch."""
_MANY = 3
"""Jobs in a batch from which on the next one is not begun at once."""
_APART = 0.02
"""Seconds between the beginnings of two batches then: a player does not feel them, and a quarter of the
machine is saved for the sockets."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a command: the version of the table after it."""

    version: int


class Job:
    """Something to do, and who is to be told what came of it."""

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
        self.work = work
        self.plain = plain
        """Whether it concerns the streams of its table and nothing else."""
        self.future = future
        self.table = table
        self.key = key
        self.player = player

    def answer(self, result: object = None, error: Exception | None = None) -> None:
        """Answer once; who asked may have gone away."""
        with contextlib.suppress(InvalidStateError):
            if error is not None:
                self.future.set_exception(error)
            else:
                self.future.set_result(result)


class Done(NamedTuple):
    """What came of a job, if its batch is committed."""

    job: Job
    result: object = None
    error: Exception | None = None


class Jobs:
    """Those that no batch has taken yet."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self.apart = _APART
        """Seconds between the beginnings of two batches while many ask."""
        self._many = False
        self._began = 0.0
        """Of the last batch: whether many had asked, and when it began."""

    def put(self, job: Job) -> None:
        """Something is asked for."""
        self._queue.put(job)

    def stop(self) -> None:
        """What has been asked for is done still; nobody waits for more."""
        self._stopping.set()
        self._queue.put(None)

    @property
    def stopping(self) -> bool:
        """Whether the floor is to end."""
        return self._stopping.is_set()

    @property
    def waiting(self) -> int:
        """How many there are."""
        return self._queue.qsize()

    def next_batch(self, seconds: float) -> list[Job]:
        """What has been asked for; for the first of it this long is waited."""
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
        """How many a batch has in the end, with those that nobody asked for."""
        self._many = jobs >= _MANY

    def _let_more_come(self) -> None:
        """Keep batches apart where many ask: what each costs by itself is shared by all who are in it."""
        if self._many:
            self._stopping.wait(max(0.0, self._began + self.apart - time.monotonic()))
        self._began = time.monotonic()
