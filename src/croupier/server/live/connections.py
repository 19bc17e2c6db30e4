"""The open sockets of a server, counted by person and by session, and checked together.

One loop ends clients that stopped reading and sockets whose session is over. A timer and a query for each of
thousands of sockets would cost more than their messages.
"""

import asyncio
import contextlib
import random
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from croupier.errors import Refusal
from croupier.floor.people.sessions import Session
from croupier.server.settings import Settings

_LONGEST_PAUSE = 1.0
_PLAYERS_CHECKED = 3
"""A player's session is checked this many times less often than a dealer's, which expires sooner."""

Standing = Callable[[Mapping[str, int]], Awaitable[set[str]]]
"""Of sessions by token, with the time of the last command in each or 0: the tokens still valid."""


SLOW = 4408


class Closed(Exception):
    """Close a socket with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Connection(Protocol):
    """An open socket."""

    session: Session
    table: str
    token: str
    acted: int
    """When its last command came, in milliseconds since 1970; 0 for never."""

    def waits_since(self) -> float | None:
        """Since when a message waits for the client to read it; none if none waits."""

    def end(self, error: Closed | Refusal) -> None:
        """Close it with the reason."""


@dataclass
class _Signed:
    """A session with open sockets, or with a last command still to report."""

    due: float = 0.0
    """When to check it next. At first at once: it may have ended while its socket was opened."""
    connections: list[Connection] = field(default_factory=list)
    left: int = 0
    """The last command over sockets that have closed."""
    reported: int = 0
    """The last command reported to the session."""

    def acted(self) -> int:
        """The time of the last command in the session, over any of its sockets."""
        return max((self.left, *(connection.acted for connection in self.connections)))


class Connections:
    """All open sockets, by person and by session."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.count: int = 0
        """Sockets open now."""
        self._by_person: dict[str, list[Connection]] = {}
        self._signed: dict[str, _Signed] = {}
        """By token."""
        self._wake = asyncio.Event()

    def open(self, connection: Connection) -> None:
        """Count a new socket, or refuse it."""
        settings, person = self._settings, connection.session.person
        own, signed = self._by_person.get(person, []), self._signed.get(connection.token, _Signed())
        if (
            len(signed.connections) >= settings.sockets_a_session
            or len(own) >= settings.sockets_a_person
            or self.count >= settings.sockets
        ):
            raise Refusal("too_many_requests", "too many connections are open")
        self._by_person.setdefault(person, []).append(connection)
        self._signed.setdefault(connection.token, signed).connections.append(connection)
        signed.due = 0.0
        self.count += 1

    def close(self, connection: Connection) -> None:
        """Stop counting a socket; one that was refused was never counted."""
        own = self._by_person.get(connection.session.person, [])
        if connection not in own:
            return
        own.remove(connection)
        if not own:
            del self._by_person[connection.session.person]
        signed = self._signed[connection.token]
        signed.connections.remove(connection)
        signed.left = max(signed.left, connection.acted)
        if not signed.connections and signed.left == signed.reported:
            del self._signed[connection.token]
        self.count -= 1

    def watches(self, person: str, table: str) -> bool:
        """Whether a person has a socket of a table."""
        return any(each.table == table for each in tuple(self._by_person.get(person, ())))

    def acted(self, token: str) -> int:
        """The time of the last command in a session, over any of its sockets."""
        return self._signed[token].acted()

    def recheck(self, person: str = "") -> None:
        """Check the sessions of a person's sockets now; without a name, of all sockets."""
        tokens: Iterable[str] = self._signed.keys()
        if person:
            tokens = {connection.token for connection in self._by_person.get(person, ())}
        for token in tokens:
            self._signed[token].due = 0.0
        self._wake.set()

    async def check(self, standing: Standing) -> None:
        """End slow and expired sockets, for as long as the server runs."""
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
            for connection in signed.connections:
                since = connection.waits_since()
                if since is not None and since < patience:
                    connection.end(Closed(SLOW, "the client stopped reading"))

    async def _end_expired(self, standing: Standing) -> None:
        now = time.monotonic()
        due = {token: signed for token, signed in self._signed.items() if self._is_due(signed, now)}
        if not due:
            return
        acted = {token: signed.acted() for token, signed in due.items()}
        for token, signed in due.items():
            signed.reported = acted[token]
            if signed.connections:
                signed.due = self._next(signed.connections[0])
            else:
                del self._signed[token]
        try:
            found = await standing(acted)
        except Refusal as refusal:  # the ledger is unavailable
            for signed in due.values():
                _end(signed, refusal)
            return
        for token, signed in due.items():
            if token not in found:
                _end(signed, Refusal("session_expired", "the session has ended; sign in again"))

    def _is_due(self, signed: _Signed, now: float) -> bool:
        """At its time; when its last socket has closed; and at the first command after a pause, which must be
        reported before the session counts as idle."""
        if signed.due <= now or not signed.connections:
            return True
        return signed.acted() - signed.reported >= self._settings.check_seconds * _PLAYERS_CHECKED * 1000

    def _next(self, connection: Connection) -> float:
        """Spread at random, so that sockets opened together are not checked together forever."""
        player = connection.session.role == "player"
        seconds = self._settings.check_seconds * (_PLAYERS_CHECKED if player else 1)
        return time.monotonic() + seconds * random.uniform(0.5, 1)


def _end(signed: _Signed, error: Refusal) -> None:
    for connection in tuple(signed.connections):
        connection.end(error)
