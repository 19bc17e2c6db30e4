"""Working arrays for threads, each lent to one thread at a time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Spares(Generic[Thing]):
    """Things lent to one thread at a time, and made when all are lent."""

    def __init__(self, make: Callable[[], Thing]) -> None:
        self.all: list[Thing] = []
        self._make = make
        self._idle: SimpleQueue[Thing] = SimpleQueue()

    @contextmanager
    def lent(self) -> Iterator[Thing]:
        try:
            thing = self._idle.get_nowait()
        except Empty:
            thing = self._make()
            self.all.append(thing)
        yield thing
        self._idle.put(thing)
