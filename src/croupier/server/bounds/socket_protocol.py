"""WebSocket of uvicorn, with a budget of frames and bytes for each connection and each address.

Data is fed to the parser in small pieces, as far as the budget allows; then reading pauses, and the client's
own kernel holds the rest. A client that sends more than its budget slows down itself and nobody else, and
gets no answer for it.
"""

import asyncio
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from croupier.floor.people.throttle import of_address
from croupier.server.bounds.addresses import Bounds
from croupier.server.bounds.rate_limits import Bucket
from croupier.server.bounds.slow_clients import Unread

PIECE = 512
"""Bytes that are parsed at a time: at most some eighty frames."""
FRAGMENTS = 256
"""Frames of one message."""


class BoundedSocketProtocol(WebSocketsSansIOProtocol):
    """One socket of a client."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        bounds: Bounds,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._bounds = bounds
        self._frames = Bucket(bounds.settings.socket_frames)
        self._bytes = Bucket(bounds.settings.socket_bytes)
        self._unread = bytearray()
        self._later: asyncio.TimerHandle | None = None
        self._parsed = 0
        self._counted: str | None = None
        self._waits: Unread | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._waits = Unread(self.loop, self.transport, self._bounds.unread_seconds)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._waits is not None:
            self._waits.begins()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._waits is not None:
            self._waits.ends()

    def counted_as(self, host: str) -> None:
        """The connection counts for this address until it is gone."""
        self._counted = host

    def connection_lost(self, exc: Exception | None) -> None:
        if self._later is not None:
            self._later.cancel()
        self._unread.clear()
        self.resume_writing()
        if self._counted is not None:
            self._bounds.leave(self._counted)
            self._counted = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._unread += data
        self._feed()

    def _feed(self) -> None:
        """Parse what the budget allows, and read on when everything is parsed."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        while self._unread and not self.read_paused:
            if self.transport.is_closing():
                self._unread.clear()
                return
            pause = self._pause()
            if pause:
                self.transport.pause_reading()
                self._later = self.loop.call_later(pause, self._feed)
                return
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            before = self._parsed
            super().data_received(piece)
            self._spend(len(piece), self._parsed - before)
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def _pause(self) -> float:
        """Seconds until the next piece may be parsed."""
        return max(self._frames.pause(), self._bytes.pause(), self._bounds.frames.pause(self._source()))

    def _spend(self, size: int, frames: int) -> None:
        self._bytes.spend(size)
        self._frames.spend(frames)
        self._bounds.frames.spend(self._source(), frames)

    def _source(self) -> str:
        """The client's address, as a trusted proxy names it."""
        client = self.scope.get("client")
        return of_address("" if client is None else client[0])

    async def receive(self) -> Any:
        message = await super().receive()
        if self._unread and not self.read_paused:  # uvicorn reads on; first comes what was read before
            self.transport.pause_reading()
            self._feed()
        return message

    # ------------------------------------------------------------------------------- frames are counted

    def handle_text(self, event: Frame) -> None:
        self._parsed += 1
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        self._parsed += 1
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        self._parsed += 1
        super().handle_cont(event)
        if len(self.frames) > FRAGMENTS and not self.transport.is_closing():
            self.frames.clear()
            self.transport.abort()

    def handle_ping(self) -> None:
        self._parsed += 1
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._parsed += 1
        super().handle_pong(event)
