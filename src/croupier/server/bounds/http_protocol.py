"""HTTP of uvicorn, with bounds: size and time of a request's head, time of its body, connections by address.

It is built on h11, which refuses a head over its size while it arrives; httptools would gather it endlessly.
"""

import asyncio
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from croupier.server.bounds.addresses import BODY_SECONDS, HEAD_SECONDS, Bounds


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
        self._bounds = bounds
        self._host = ""
        self._counted = False
        self._late: asyncio.TimerHandle | None = None
        self._stage = ""
        """What the timer waits for: the head, the body, or nothing."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._host = "" if self.client is None else self.client[0]
        self._counted = self._bounds.enter(self._host)
        if self._counted:
            self._wait_for("head")
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_for("")
        if self._counted:
            self._counted = False
            self._bounds.leave(self._host)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._wait_for("")
            return
        state = self.conn.their_state
        if state is h11.IDLE:
            self._wait_for("head" if self.conn.trailing_data[0] or self._stage == "head" else "")
        else:
            self._wait_for("body" if state is h11.SEND_BODY else "")

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._wait_for("")
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
