"""The open sockets of the server: how many, whose, and one look after all of them now and then.

Does the client take what it is sent, and is the session still in force? A timer for each of thousands of
sockets, and a question to the database for each, would cost more than what they send.
"""

import asyncio
import contextlib
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from croupier.errors import Refusal
from croupier.floor.sessions import Session
from croupier.server.metrics import Metrics
from croupier.server.settings import Settings

_LONGEST_PAUSE = 1.0
_PLAYERS_CHECKED = 3
"""A player's session is looked at this many times more rarely than a dealer's station, which ends sooner."""

Standing = Callable[[Mapping[str, int]], Awaitable[set[str]]]
"""Which of the sessions are in force, by token; with when somebody last acted in each, or 0."""


SLOW = 4408


class Closed(Exception):
    """A socket is to be closed, with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Line(Protocol):
    """An open socket."""

    session: Session
    token: str
    acted: int
    """When a command came over it, in milliseconds since 1970; 0 for never."""

    def waits_since(self) -> float | None:
        """Since when something is being sent that the client has not taken."""

    def end(self, error: Closed | Refusal) -> None:
        """Close it, and tell the client why."""


class Lines:
    """All open sockets, by person."""

    def __init__(self, metrics: Metrics, settings: Settings) -> None:
        self._metrics = metrics
        self._settings = settings
        self._by_person: dict[str, list[Line]] = {}
        self._due: dict[Line, float] = {}
        """When the session of each is looked at next."""
        self._wake = asyncio.Event()

    def open(self, line: Line) -> None:
        """Count a socket in, or refuse it."""
        own = self._by_person.get(line.session.person, [])
        same = sum(each.session.id == line.session.id for each in own)
        if same >= self._settings.sockets_a_session or self._metrics.sockets >= self._settings.sockets:
            raise Refusal("too_many_requests", "too many sockets are open")
        self._by_person.setdefault(line.session.person, []).append(line)
        self._due[line] = self._next(line)
        self._metrics.sockets += 1

    def close(self, line: Line) -> None:
        """Count it out; one that was never counted in changes nothing."""
        own = self._by_person.get(line.session.person, [])
        if line not in own:
            return
        own.remove(line)
        del self._due[line]
        self._metrics.sockets -= 1
        if not own:
            self._by_person.pop(line.session.person, None)

    def recheck(self, person: str) -> None:
        """Look at once whether the sessions of a person's sockets are still in force."""
        self._due |= dict.fromkeys(self._by_person.get(person, ()), 0.0)
        self._wake.set()

    def recheck_all(self) -> None:
        """Look at every one."""
        self._due = dict.fromkeys(self._due, 0.0)
        self._wake.set()

    async def look_after(self, standing: Standing) -> None:
        """While the server runs."""
        pause = min(_LONGEST_PAUSE, self._settings.check_seconds / 2, self._settings.send_seconds / 2)
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._wake.wait()
            self._wake.clear()
            self._end_slow()
            await self._end_expired(standing)

    def _end_slow(self) -> None:
        patience = time.monotonic() - self._settings.send_seconds
        for line in tuple(self._due):
            since = line.waits_since()
            if since is not None and since < patience:
                line.end(Closed(SLOW, "the client takes nothing"))

    async def _end_expired(self, standing: Standing) -> None:
        now = time.monotonic()
        due = [line for line, at in self._due.items() if at <= now]
        if not due:
            return
        acted: dict[str, int] = {}
        for line in due:
            self._due[line] = self._next(line)
            acted[line.token] = max(acted.get(line.token, 0), line.acted)
        try:
            found = await standing(acted)
        except Refusal as refusal:  # the ledger is away
            for line in due:
                line.end(refusal)
            return
        for line in due:
            if line.token not in found:
                line.end(Refusal("session_expired", "the session has ended; sign in again"))

    def _next(self, line: Line) -> float:
        """Not all at once: whoever came together would be looked at together for good."""
        seconds = self._settings.check_seconds * (1 if line.session.role != "player" else _PLAYERS_CHECKED)
        return time.monotonic() + seconds * random.uniform(0.5, 1)
