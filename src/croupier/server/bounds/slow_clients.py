"""A client that does not read: its unread data is bounded in size and in time."""

import asyncio
import socket
import struct

from croupier.server.settings import KIB

LEAST = KIB
"""Bytes a second that a client must read of what waits for it."""


_AT_ONCE = struct.pack("ii", 1, 0)


class Unread:
    """The unread data of a connection; if the client reads too slowly, the connection ends.

    Closing it would not end it: the transport first waits for the client to read the rest.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport, seconds: float) -> None:
        self._loop = loop
        self._transport = transport
        self._seconds = seconds
        self._size = 0
        self._timer: asyncio.TimerHandle | None = None
        transport.set_write_buffer_limits(high=0)  # so that any waiting byte is reported

    def begins(self) -> None:
        """Something waits."""
        if self._timer is None:
            self._size = self._transport.get_write_buffer_size()
            self._timer = self._loop.call_later(self._seconds, self._look)

    def ends(self) -> None:
        """Nothing waits any more, or the connection is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        self._timer = None
        if self._transport.get_write_buffer_size() > self._size - LEAST * self._seconds:
            if (line := self._transport.get_extra_info("socket")) is not None:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)  # the kernel drops it too
            self._transport.abort()
        else:
            self.begins()
