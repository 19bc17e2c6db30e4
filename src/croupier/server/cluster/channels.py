"""Channels between the servers of one house: Litestar channels over PostgreSQL notifications.

One connection listens and one publishes; each is reopened when it is lost. A lost message does no harm: the
log is the truth, and requests are repeated. A notification has at most 8,000 bytes; longer messages go in
parts. Each part is sealed by itself, so that no foreign part is ever assembled.
"""

import asyncio
import contextlib
import logging
import math
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Iterable
from typing import Any

import psycopg
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from psycopg.sql import SQL, Identifier
from sqlalchemy.engine import URL

from croupier.ledger.keys import Keys
from croupier.server.cluster.seals import PURPOSE, Seals

log: logging.Logger = logging.getLogger("croupier.server")

_LONGEST = 5_800
"""Bytes of a part; sealed and as text it is a third longer."""
_PARTS = 64
"""Parts of one message, more than any request needs."""
_UNFINISHED = 256
_RETRY_SECONDS = 0.5
_CLOCK_SECONDS = 20.0
_PART = b"part "


def backend_for(url: URL, keys: Keys) -> ChannelsBackend:
    """Across servers on PostgreSQL; else within one process."""
    if url.get_backend_name() != "postgresql":
        return MemoryChannelsBackend()
    _, given = url.get_dialect()().create_connect_args(url)
    return PostgresChannels(dict(given), keys.derived(PURPOSE))


class PostgresChannels(ChannelsBackend):
    """Messages as notifications of PostgreSQL."""

    def __init__(self, given: dict[str, Any], key: bytes) -> None:
        self._given = given
        self._clock = DatabaseClock()
        self._seals = Seals(key, self._clock.now)
        self._channels: set[str] = set()
        self._events: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._parts = Parts()
        self._listener: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._publisher: psycopg.AsyncConnection[Any] | None = None
        self._publishing = asyncio.Lock()

    async def on_startup(self) -> None:
        """Start to listen."""
        self._listener = asyncio.create_task(self._listen())

    async def on_shutdown(self) -> None:
        """Close both connections."""
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
        if self._publisher is not None:
            await self._publisher.close()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Send to every listener; an error if the database is unavailable."""
        notices = [(channel, part) for channel in channels for part in in_parts(data)]
        async with self._publishing:
            try:
                await self._send(notices)
            except psycopg.OperationalError:  # the connection was lost while nobody used it
                await self._send(notices)

    async def _send(self, notices: list[tuple[str, bytes]]) -> None:
        if self._publisher is None or self._publisher.closed:
            self._publisher = await self._connect()
        if self._clock.is_old():
            await self._clock.read(self._publisher)
        for channel, part in notices:
            sealed = self._seals.seal(part, channel)
            await self._publisher.execute("SELECT pg_notify(%s, %s)", (channel, sealed))

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listen to these too."""
        self._channels |= set(channels)
        self._changed.set()

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Listen to these no longer."""
        self._channels -= set(channels)

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        """The messages as they come."""
        while True:
            yield await self._events.get()

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """None: the log is the history."""
        return []

    def _connect(self) -> Any:
        return psycopg.AsyncConnection.connect(
            **self._given, autocommit=True, connect_timeout=5, application_name="croupier"
        )

    async def _listen(self) -> None:
        away = False
        await self._changed.wait()  # until there is something to listen to
        while True:
            try:
                async with await self._connect() as connection:
                    if away:
                        log.warning("the channel between the servers works again")
                    away = False
                    await self._hear(connection)
            except (psycopg.Error, UnicodeError) as error:  # in SQL_ASCII anybody may notify any bytes
                if not away:
                    first = (str(error).splitlines() or [""])[0]
                    log.warning("the channel between the servers is lost: %s", first)
                away = True
                await asyncio.sleep(_RETRY_SECONDS)

    async def _hear(self, connection: "psycopg.AsyncConnection[Any]") -> None:
        heard: set[str] = set()
        await self._clock.read(connection)
        self._seals.listens()
        while True:
            self._changed.clear()
            for channel in self._channels - heard:
                await connection.execute(SQL("LISTEN {}").format(Identifier(channel)))
            for channel in heard - self._channels:
                await connection.execute(SQL("UNLISTEN {}").format(Identifier(channel)))
            heard = set(self._channels)
            while not self._changed.is_set():
                async for notice in connection.notifies(timeout=0.5):
                    part = self._seals.unseal(notice.payload, notice.channel)
                    whole = None if part is None else self._parts.whole(part)
                    if whole is not None and notice.channel in self._channels:
                        self._events.put_nowait((notice.channel, whole))
                if self._clock.is_old():
                    await self._clock.read(connection)


class DatabaseClock:
    """The database's time, continued by the local clock: the machines' clocks need not agree."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._read_at = -math.inf

    async def read(self, connection: "psycopg.AsyncConnection[Any]") -> None:
        """Ask the database."""
        result = await connection.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        row = await result.fetchone()
        assert row is not None
        self._read_at = time.monotonic()
        self._ahead = row[0] - self._read_at

    def is_old(self) -> bool:
        """Whether to ask the database again: clocks drift and are corrected."""
        return time.monotonic() - self._read_at > _CLOCK_SECONDS

    def now(self) -> float:
        """Seconds since 1970, once it was read."""
        return time.monotonic() + self._ahead


def in_parts(data: bytes) -> Iterable[bytes]:
    """A message as notifications: whole, or in numbered parts."""
    if len(data) <= _LONGEST:
        return [data]
    pieces = [data[at : at + _LONGEST] for at in range(0, len(data), _LONGEST)]
    if len(pieces) > _PARTS:
        raise ValueError(f"a message of {len(data)} bytes")
    name = secrets.token_hex(8).encode()
    return [
        b"%b%b %d %d %b" % (_PART, name, number, len(pieces), piece) for number, piece in enumerate(pieces)
    ]


class Parts:
    """Messages with parts still missing."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[bytes, dict[int, bytes]] = OrderedDict()

    def whole(self, data: bytes) -> bytes | None:
        """The message that a part completes; none while parts are missing."""
        if not data.startswith(_PART):
            return data
        name, number, count, piece = data.removeprefix(_PART).split(b" ", 3)
        parts = self._waiting.setdefault(name, {})
        parts[int(number)] = piece
        if len(parts) < int(count):
            while len(self._waiting) > _UNFINISHED:
                self._waiting.popitem(last=False)
            return None
        del self._waiting[name]
        return b"".join(parts[each] for each in range(int(count)))
