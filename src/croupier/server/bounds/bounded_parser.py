"""The HTTP parser, with bounds on cheap input that is costly to parse: headers, chunks, bodies."""

import re

import h11

HEADERS = 200
"""Lines of a request's head."""
PARTS = 1024
"""Parts in which a body arrives: its chunks, or what is read at a time."""
BODY_BYTES = 1024 * 1024
"""Twice what any handler takes."""

_END = re.compile(rb"\n\r?\n")


class TooMuch(Exception):
    """A body that nobody reads to its end."""


class BoundedConnection(h11.Connection):
    """A connection of h11 that refuses requests in very many parts."""

    _parts = _size = 0

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """The next event of the client."""
        if self.their_state is h11.IDLE:
            self._check_head()
            self._parts = self._size = 0
        event = super().next_event()
        if isinstance(event, h11.Data):
            self._parts += 1
            self._size += len(event.data)
            if self._parts > PARTS or self._size > BODY_BYTES:
                raise TooMuch
        return event

    @property
    def head_arrived(self) -> bool:
        """Whether the whole head of the next request is there."""
        return self.their_state is h11.IDLE and _END.search(self.trailing_data[0]) is not None

    def _check_head(self) -> None:
        received = self.trailing_data[0]
        end = _END.search(received)
        if received.count(b"\n", 0, end.start() if end else len(received)) > HEADERS:
            raise h11.RemoteProtocolError("too many headers", error_status_hint=431)
