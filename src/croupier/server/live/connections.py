"""The open sockets of the server: how many, whose, and one look after all of them now and then.

Does the client take what it is sent, and is the session still in force? A timer for each of thousands of
sockets, and a question to the database for each, would cost more than what they send.
"""

import asyncio
import contextlib
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from croupier.errors import Refusal
from croupier.floor.people.sessions import Session
from croupier.server.http.metrics import Metrics
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


@dataclass
class _Signed:
    """A session that has sockets, or had some whose last act was not told yet."""

    due: float = 0.0
    """When it is looked at next. At first at once: it may have been ended while its socket was opened."""
    lines: list[Line] = field(default_factory=list)
    left: int = 0
    """The last act over sockets that have closed."""
    told: int = 0
    """The last act that the session was told of."""

    def acted(self) -> int:
        """When somebody last acted in it, over whichever socket."""
        return max((self.left, *(line.acted for line in self.lines)))


class Lines:
    """All open sockets, by person and by session."""

    def __init__(self, metrics: Metrics, settings: Settings) -> None:
        self._metrics = metrics
        self._settings = settings
        self._by_person: dict[str, list[Line]] = {}
        self._signed: dict[str, _Signed] = {}
        """By token."""
        self._wake = asyncio.Event()

    def open(self, line: Line) -> None:
        """Count a socket in, or refuse it."""
        settings, person = self._settings, line.session.person
        own, signed = self._by_person.get(person, []), self._signed.get(line.token, _Signed())
        if (
            len(signed.lines) >= settings.sockets_a_session
            or len(own) >= settings.sockets_a_person
            or self._metrics.sockets >= settings.sockets
        ):
            raise Refusal("too_many_requests", "too many sockets are open")
        self._by_person.setdefault(person, []).append(line)
        self._signed.setdefault(line.token, signed).lines.append(line)
        signed.due = 0.0
        self._metrics.sockets += 1

    def close(self, line: Line) -> None:
        """Count it out; one that was never counted in changes nothing."""
        own = self._by_person.get(line.session.person, [])
        if line not in own:
            return
        own.remove(line)
        if not own:
            del self._by_person[line.session.person]
        signed = self._signed[line.token]
        signed.lines.remove(line)
        signed.left = max(signed.left, line.acted)
        if not signed.lines and signed.left == signed.told:
            del self._signed[line.token]
        self._metrics.sockets -= 1

    def acted(self, token: str) -> int:
        """When somebody last acted in a session, over whichever socket."""
        return self._signed[token].acted()

    def recheck(self, person: str = "") -> None:
        """Look at once whether the sessions of a person's sockets, or of everybody's, are still in force."""
        tokens = {line.token for line in self._by_person.get(person, ())} if person else self._signed.keys()
        for token in tokens:
            self._signed[token].due = 0.0
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
        for signed in self._signed.values():
            for line in signed.lines:
                since = line.waits_since()
                if since is not None and since < patience:
                    line.end(Closed(SLOW, "the client takes nothing"))

    async def _end_expired(self, standing: Standing) -> None:
        now = time.monotonic()
        due = {token: signed for token, signed in self._signed.items() if self._is_due(signed, now)}
        if not due:
            return
        acted = {token: signed.acted() for token, signed in due.items()}
        for token, signed in due.items():
            signed.told = acted[token]
            if signed.lines:
                signed.due = self._next(signed.lines[0])
            else:
                del self._signed[token]
        try:
            found = await standing(acted)
        except Refusal as refusal:  # the ledger is away
            for signed in due.values():
                _end(signed, refusal)
            return
        for token, signed in due.items():
            if token not in found:
                _end(signed, Refusal("session_expired", "the session has ended; sign in again"))

    def _is_due(self, signed: _Signed, now: float) -> bool:
        """When its time has come, or nobody is there any more, or somebody acts after a while in which
        nobody did: that must be known before anything else finds the session idle."""
        if signed.due <= now or not signed.lines:
            return True
        return signed.acted() - signed.told >= self._settings.check_seconds * _PLAYERS_CHECKED * 1000

    def _next(self, line: Line) -> float:
        """Not all at once: whoever came together would be looked at together for good."""
        seconds = self._settings.check_seconds * (1 if line.session.role != "player" else _PLAYERS_CHECKED)
        return time.monotonic() + seconds * random.uniform(0.5, 1)


def _end(signed: _Signed, error: Refusal) -> None:
    for line in tuple(signed.lines):
        line.end(error)
