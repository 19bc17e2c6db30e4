"""HTTP of uvicorn, with bounds: size and time of a request and of its response; connections, reads and
requests by address.

It is built on h11, which refuses a head over its size while it arrives; httptools would gather it endlessly.
Beyond a few, the requests of an address wait for their turn, unparsed.
"""

import asyncio
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from croupier.server.bounds.addresses import BODY_SECONDS, HEAD_BYTES, HEAD_SECONDS, Bounds
from croupier.server.bounds.bounded_parser import BoundedConnection, TooMuch
from croupier.server.bounds.slow_clients import Unread
from croupier.server.bounds.turns import Turn


class BoundedProtocol(H11Protocol):
    """One connection of a client, until it becomes a socket."""

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
        self.conn: BoundedConnection = BoundedConnection(h11.SERVER, HEAD_BYTES)
        self._bounds = bounds
        self._host = ""
        self._counted = False
        self._late: asyncio.TimerHandle | None = None
        self._stage = ""
        """What the timer waits for: the head, the body, or nothing."""
        self._unread: Unread | None = None
        self._turn: Turn | None = None
        """Of the request that has arrived."""
        self._waits = False
        """For its turn."""
        self._reads_at: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._host = "" if self.client is None else self.client[0]
        self._unread = Unread(self.loop, transport, self._bounds.unread_seconds)
        self._counted = self._bounds.enter(self._host)
        if self._counted:
            self._wait_for("head")
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_for("")
        self.resume_writing()
        if self._reads_at is not None:
            self._reads_at.cancel()
        self._end_turn()
        if self._counted:
            self._counted = False
            self._bounds.leave(self._host)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()
        pause = self._bounds.read(self._host, whole=not self._stage)
        if pause and self._reads_at is None and not self.transport.is_closing():
            self.transport.pause_reading()
            self._reads_at = self.loop.call_later(pause, self._read_on)

    def _look(self) -> None:
        """Find which part of the request has not arrived yet."""
        state = self.conn.their_state
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._wait_for("")
        elif self._waits:
            return
        elif state is h11.IDLE:
            self._wait_for("head" if self.conn.trailing_data[0] or self._stage == "head" else "")
        else:
            self._wait_for("body" if state is h11.SEND_BODY else "")

    def _read_on(self) -> None:
        self._reads_at = None
        if not self.flow.read_paused and self.transport.get_protocol() is self:
            self.transport.resume_reading()

    def handle_events(self) -> None:
        """Parse what has arrived, a request at a time, when it has its turn."""
        if self._waits:
            return
        source = self._bounds.turn_of(self._host)
        if source and self._turn is None and self.conn.head_arrived:
            self._turn, comes = self._bounds.turns.take(source, self._go_on)
            if not comes:
                self._waits = True
                self.flow.pause_reading()
                self._wait_for("")
                return
        try:
            super().handle_events()
        except TooMuch:
            self.transport.abort()

    def _go_on(self) -> None:
        self._waits = False
        if self.transport.is_closing():
            self._end_turn()
            return
        self.flow.resume_reading()
        self.handle_events()
        self._look()

    def on_response_complete(self) -> None:
        self._end_turn()
        super().on_response_complete()

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.end()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is not None:
            self._unread.begins()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.ends()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._wait_for("")
        self._end_turn()
        counted, self._counted = self._counted, False  # the socket is counted on in its place
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        if counted and hasattr(protocol, "counted_as"):
            protocol.counted_as(self._host)
        elif counted:
            self._bounds.leave(self._host)

    def _wait_for(self, stage: str) -> None:
        if stage == self._stage:
            return
        if self._late is not None:
            self._late.cancel()
            self._late = None
        self._stage = stage
        if stage:
            seconds = HEAD_SECONDS if stage == "head" else BODY_SECONDS
            self._late = self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        """The client takes too long: nobody waits for it."""
        self._late = None
        if not self.transport.is_closing():
            self.transport.abort()
