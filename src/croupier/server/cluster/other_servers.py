"""The other servers of the house, as the rest of this server sees them. By default there are none."""

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

from croupier.floor.cluster.ownership import moved
from croupier.floor.host.hosted_table import Hosted
from croupier.jackpot.link import Link
from croupier.server.cluster.messages import Request


class OtherServers:
    """No other servers: the plain default. `Relay` is the one that knows others."""

    @property
    def tables(self) -> Mapping[str, Hosted]:
        """Replicas of the tables that other servers run."""
        return {}

    @property
    def links(self) -> Mapping[str, Link]:
        """The links that those tables play for."""
        return {}

    @property
    def present(self) -> bool:
        """Whether another server was heard lately."""
        return False

    def follow(self, here: "Future[Any]", request: Request) -> "Future[Any]":
        """The answer of this server; if it has just handed the table over, that of the new owner."""
        return here

    def ask(self, request: Request) -> "Future[Any]":
        """Send a request to the owner of its table."""
        refused: Future[Any] = Future()
        refused.set_exception(moved(request.table))
        return refused

    def end_sessions(self, person: str) -> None:
        """Tell the others that sessions of a person have ended; without a name, of anybody."""
