"""Limits for each connection and address, enforced as data arrives, before anything is parsed."""

import resource
from collections import Counter

from croupier.floor.people.throttle import of_address
from croupier.server.bounds.rate_limits import Buckets
from croupier.server.bounds.turns import Turns
from croupier.server.settings import Settings

HEAD_BYTES = 32 * 1024
"""The request line and the headers together."""
HEAD_SECONDS = 10.0
"""Within which they must have arrived."""
BODY_SECONDS = 60.0
"""Within which the body must have arrived after them."""

_PART = 5
"""Reads of whole requests that a partial read counts for: a client that sends byte by byte gets few reads."""
_RESERVED = 200
"""Open files that are no connections: the database, workers, the log."""


class Bounds:
    """The connections of a server, counted by address."""

    def __init__(self, settings: Settings, proxy: str = "") -> None:
        self.settings = settings
        self._proxy = proxy
        self._open: Counter[str] = Counter()
        self._opened = Buckets(settings.connects)
        self.frames: Buckets = Buckets(settings.address_frames)
        """Frames of sockets and reads of requests, by the client's address."""
        self.turns: Turns = Turns(settings.requests_at_once)
        self.unread_seconds: float = settings.send_seconds * 2  # a socket gets a close message first

    def enter(self, host: str) -> bool:
        """Count a new connection; false if its address has too many, or opens them too fast.

        A proxy has the connections of everybody, and bounds each by itself.
        """
        source = of_address(host)
        full = self._open[source] >= self.settings.connections_an_address
        if host != self._proxy and (full or not self._opened.take(source)):
            return False
        self._open[source] += 1
        return True

    def read(self, host: str, *, whole: bool) -> float:
        """Count a read, whole or partial; return the seconds until the next."""
        if host == self._proxy:
            return 0.0
        source = of_address(host)
        self.frames.spend(source, 1 if whole else _PART)
        return self.frames.pause(source)

    def turn_of(self, host: str) -> str:
        """The source whose requests wait for each other; empty for a proxy, which brings everybody's."""
        return "" if host == self._proxy else of_address(host)

    def leave(self, host: str) -> None:
        """A counted connection is gone."""
        source = of_address(host)
        self._open[source] -= 1
        if self._open[source] <= 0:
            del self._open[source]


def raise_open_files(connections: int) -> int:
    """Allow this process as many open files as the system lets it; how many connections an address may have.

    No single address may take all of them.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    files = 65_536 if soft == resource.RLIM_INFINITY else soft
    return max(1, min(connections, (files - _RESERVED) // 2))
