"""The tables of the house: found, acted at and changed here, whichever server runs them.

A command for a table of this server goes straight to the floor. Only one for another server's table becomes
a message.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from croupier.errors import Refusal
from croupier.floor.cluster.ownership import moved
from croupier.floor.host.batch import Unit
from croupier.floor.host.floor import Floor
from croupier.floor.host.hosted_table import Hosted
from croupier.floor.host.jobs import Answer
from croupier.floor.people.model import check_role
from croupier.jackpot.link import Link
from croupier.server.api.tables.acts import TableAct, act_of
from croupier.server.cluster.messages import (
    ActRequest,
    ChangeRequest,
    EntropyRequest,
    Request,
    TableChange,
)
from croupier.server.cluster.other_servers import OtherServers

Change = Callable[[Unit, str, TableChange], object]
"""Makes a desk's change at a table, inside a unit of work."""


class Tables:
    """Every table of the house that this server knows."""

    def __init__(self, floor: Floor, change: Change) -> None:
        self._floor = floor
        self._change = change
        self.others: OtherServers = OtherServers()

    @property
    def by_name(self) -> Mapping[str, Hosted]:
        """All tables: those of this server, and replicas of the others'."""
        return {**self.others.tables, **self._floor.tables}

    @property
    def links(self) -> Mapping[str, Link]:
        """All links; one that several servers feed as the log has it."""
        return {**self._floor.links, **self.others.links}

    def find(self, table: str) -> Hosted:
        """A table of this server, or the replica of another's."""
        found = self._floor.tables.get(table) or self.others.tables.get(table)
        if found is None:
            if table in self._floor.elsewhere:
                raise moved(table)
            raise Refusal("unknown_table_name", f"no table {table!r} here")
        return found

    def send(
        self, table: str, act: TableAct, *, by: str, role: str, version: int | None = None, key: str = ""
    ) -> "Future[Answer]":
        """A person's command to a table."""
        request = ActRequest(table=table, by=by, role=role, act=act, version=version, key=key)
        if self._runs_here(table):
            here = self._send_here(table, act, by=by, role=role, version=version, key=key)
            return self.others.follow(here, request)
        return self.others.ask(request)

    def _send_here(
        self, table: str, act: TableAct, *, by: str, role: str, version: int | None, key: str
    ) -> "Future[Answer]":
        check_role(role)
        return self._floor.send(table, act_of(act, by, role), by=by, role=role, version=version, key=key)

    def add_entropy(self, table: str, entropy: str, *, by: str) -> "Future[Answer]":
        """A player's entropy for the next shuffle of a table."""
        if self._runs_here(table):
            return self._floor.entropy(table, entropy, by=by)
        return self.others.ask(EntropyRequest(table=table, by=by, entropy=entropy))

    def change(self, table: str, change: TableChange) -> "Future[Any]":
        """A desk's change at a table."""
        if self._runs_here(table):
            return self._change_here(table, change)
        return self.others.ask(ChangeRequest(table=table, change=change))

    def _change_here(self, table: str, change: TableChange) -> "Future[Any]":
        check_role(change.actor.role)
        return self._floor.run(lambda unit: self._change(unit, table, change), table=table)

    def perform(self, request: Request) -> "Future[Any]":
        """A request of another server, for a table that runs here."""
        if request.table not in self._floor.tables:
            raise moved(request.table)
        match request:
            case ActRequest(table=table, act=act, by=by, role=role, version=version, key=key):
                key = key or f"relay {request.id}"
                return self._send_here(table, act, by=by, role=role, version=version, key=key)
            case EntropyRequest(table=table, entropy=entropy, by=by):
                return self._floor.entropy(table, entropy, by=by, key=f"relay {request.id}")
            case ChangeRequest(table=table, change=change):
                return self._change_here(table, change)

    def _runs_here(self, table: str) -> bool:
        """Whether this server runs a table; also if no server does, and then the floor refuses."""
        if table in self._floor.tables:
            return True
        return table not in self._floor.elsewhere and table not in self.others.tables
