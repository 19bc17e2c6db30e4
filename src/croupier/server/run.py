"""A server from its start to its end: listen, serve, and stop at the boundary of the rounds.

The first signal hands the tables to the other servers of the house, in the middle of rounds too. Without
others it closes the betting and lets running rounds end, while players still decide and dealers still deal;
when they have, or after a while, or at a second signal, the sockets are closed and the floor stops.
"""

import gc
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any, cast

import uvicorn

from croupier.errors import Refusal
from croupier.server.bounds.addresses import HEAD_BYTES, Bounds
from croupier.server.bounds.http_protocol import BoundedProtocol
from croupier.server.bounds.socket_protocol import BoundedSocketProtocol
from croupier.server.house import House
from croupier.server.http.app import create_app
from croupier.server.http.guard import is_loopback
from croupier.server.opening import drain, hand_over, in_a_round

log: logging.Logger = logging.getLogger("croupier.server")

SHUTDOWN_SECONDS = 10


class Server(uvicorn.Server):
    """uvicorn, with a stop that drains the tables."""

    def __init__(self, config: uvicorn.Config, house: House, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._house = house
        self._ready = ready
        self._drainer: threading.Thread | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Report when requests and signals are served."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal: the first one drains, the second one stops at once."""
        if self._drainer is None:
            self._drainer = threading.Thread(target=self._drain, name="drain", daemon=True)
            self._drainer.start()
        else:
            self.should_exit = True

    def _drain(self) -> None:
        self._house.relay.take_no_more()
        if self._house.floor.tables and hand_over(self._house):
            log.info("stopping: other servers run the tables now")
            self.should_exit: bool = True
            return
        log.info(
            "stopping: no more bets; tables in a round: %s", ", ".join(in_a_round(self._house)) or "none"
        )
        if not drain(self._house):
            tables = ", ".join(in_a_round(self._house))
            log.warning("stopping in the middle of a round (%s); it continues after the next start", tables)
        self.should_exit = True


def listen(host: str, port: int) -> socket.socket:
    """A bound socket; refused with one line if it cannot be bound."""
    # The command line dies of a closed pipe, as `croupier settle | head` should; a server must not die of a
    # client that goes away while something is written to it.
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        raise Refusal("cannot_listen", f"cannot listen on {host} port {port}: {error.strerror}") from None


def check_public(host: str, proxy: str, *, demo: bool) -> None:
    """Refuse a public address where guests play for nothing and without a password.

    With a proxy named, the server is behind it, on any listening address.
    """
    if demo and (proxy or not is_loopback(host)):
        public = f"a proxy ({proxy})" if proxy else f"a public address ({host})"
        raise Refusal(
            "demo_public",
            f"demo accounts and {public}: allowed: loopback without a proxy, or after the demo was closed",
        )


def address(listener: socket.socket) -> str:
    """The address to open in a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def configured(house: House, *, proxy: str = "") -> uvicorn.Config:
    """How uvicorn serves a house."""
    bounds = Bounds(house.settings, proxy)
    return uvicorn.Config(
        create_app(house),
        http=cast(Any, partial(BoundedProtocol, bounds=bounds)),
        ws=cast(Any, partial(BoundedSocketProtocol, bounds=bounds)),
        h11_max_incomplete_event_size=HEAD_BYTES,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or "",
        ws_max_size=house.settings.message_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        timeout_keep_alive=15,
    )


def serve(house: House, listener: socket.socket, *, ready: Callable[[], None], proxy: str = "") -> None:
    """Serve until a signal; the caller closes the house. `ready` is called when the server answers."""
    # Everything stops while objects are looked through for cycles: so a thousand at a time, a millisecond
    # or two, and never all that a house remembers; the chores do that now and then.
    gc.freeze()
    gc.set_threshold(1_000, 1, 1_000_000)
    # The floor's thread waits for the database several times in a batch, and after each for the interpreter,
    # which the event loop may have: for at most this long, not the usual five times of it.
    sys.setswitchinterval(0.001)
    Server(configured(house, proxy=proxy), house, ready).run(sockets=[listener])
