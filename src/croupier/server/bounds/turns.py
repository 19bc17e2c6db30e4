"""Turns: a few requests of an address are served at once; its others wait in the order in which they came.

However many connections they come by, and however little of the processor the server gets, the requests of
other addresses wait for these few alone.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable

LONGEST_SECONDS = 1.0
"""After which a request that is still served, by a worker or for a slow client, makes room for the next."""


class Turn:
    """The turn of one request: waited for, then taken, then over."""

    def __init__(self, turns: "Turns", source: str, go: Callable[[], None]) -> None:
        self.source = source
        self.go = go
        self._turns = turns
        self._over = False
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """It is this request's turn."""
        self._timer = asyncio.get_running_loop().call_later(LONGEST_SECONDS, self.end)

    def end(self) -> None:
        """The request is served, or its client is gone; again, this changes nothing."""
        if self._timer is not None:
            self._timer.cancel()
        if not self._over:
            self._over = True
            self._turns.leave(self, taken=self._timer is not None)


class Turns:
    """The turns of every address."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._served: Counter[str] = Counter()
        self._waiting: dict[str, deque[Turn]] = {}

    def take(self, source: str, go: Callable[[], None]) -> tuple[Turn, bool]:
        """A turn, and whether it has come; if not, `go` is called when it does."""
        turn = Turn(self, source, go)
        if self._served[source] < self._at_once:
            self._served[source] += 1
            turn.begin()
            return turn, True
        self._waiting.setdefault(source, deque()).append(turn)
        return turn, False

    def leave(self, turn: Turn, *, taken: bool) -> None:
        """A turn is over: the next one of its address comes."""
        waiting = self._waiting.get(turn.source)
        if not taken:
            if waiting is not None and turn in waiting:
                waiting.remove(turn)
        elif waiting:
            after = waiting.popleft()
            after.begin()
            asyncio.get_running_loop().call_soon(after.go)
        else:
            self._served[turn.source] -= 1
            if self._served[turn.source] <= 0:
                del self._served[turn.source]
        if waiting is not None and not waiting:
            self._waiting.pop(turn.source, None)
