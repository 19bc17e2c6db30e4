"""The open sockets of the server: how many, whose, and a tap when a session may have ended."""

import asyncio
from typing import Protocol

from croupier.errors import Refusal
from croupier.floor.sessions import Session
from croupier.server.metrics import Metrics
from croupier.server.settings import Settings


class Line(Protocol):
    """An open socket."""

    session: Session
    check: asyncio.Event


class Lines:
    """All open sockets, by person."""

    def __init__(self, metrics: Metrics, settings: Settings) -> None:
        self._metrics = metrics
        self._settings = settings
        self._by_person: dict[str, list[Line]] = {}

    def open(self, line: Line) -> None:
        """Count a socket in, or refuse it."""
        own = self._by_person.get(line.session.person, [])
        same = sum(each.session.id == line.session.id for each in own)
        if same >= self._settings.sockets_a_session or self._metrics.sockets >= self._settings.sockets:
            raise Refusal("too_many_requests", "too many sockets are open")
        self._by_person.setdefault(line.session.person, []).append(line)
        self._metrics.sockets += 1

    def close(self, line: Line) -> None:
        """Count it out; one that was never counted in changes nothing."""
        own = self._by_person.get(line.session.person, [])
        if line not in own:
            return
        own.remove(line)
        self._metrics.sockets -= 1
        if not own:
            self._by_person.pop(line.session.person, None)

    def recheck(self, person: str) -> None:
        """Let the sockets of a person look whether their sessions are still in force."""
        for line in self._by_person.get(person, ()):
            line.check.set()

    def recheck_all(self) -> None:
        """Let every socket look."""
        for person in tuple(self._by_person):
            self.recheck(person)
