"""Which tables this process runs, among all processes that share a ledger.

Everything that the floor needs to know of other processes is here: leases, tables that run elsewhere, and
takeovers that failed and are retried later.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from croupier.errors import Refusal
from croupier.floor.cluster.leases import Leases
from croupier.ledger.assumptions import Query
from croupier.ledger.store import Transaction

log: logging.Logger = logging.getLogger("croupier.floor")

_RETRY_SOON_MS, _RETRY_MS = 250, 60_000
"""When to retry a failed takeover: the ledger failed, or the owner sleeps in a batch; the table cannot be
loaded."""


class Ownership:
    """The tables of this process, and those that others were found to run."""

    def __init__(self, leases: Leases, timer: Callable[[], int]) -> None:
        self._leases = leases
        self._timer = timer
        self.elsewhere: set[str] = set()
        """Tables that another process was found to run."""
        self._retry_at: dict[str, int] = {}
        """By table whose takeover failed, when to retry."""

    def owner_of(self, table: str) -> str:
        """The process that runs a table now, by its lease; empty if none does."""
        return self._leases.owner_of(table)

    # ---------------------------------------------------------------------------------------- takeovers

    def free(self, tables: Collection[str]) -> list[str]:
        """Those of these tables that this process may take over now."""
        free, now = self._leases.free(tables), self._timer()
        self.elsewhere.update(set(tables) - free)
        return [name for name in tables if name in free and self._retry_at.get(name, 0) <= now]

    def acquire(self, table: str, patience_ms: int) -> bool:
        """Take the lease of a table, unless another process holds it."""
        if self._leases.acquire(table, patience_ms):
            return True
        self.elsewhere.add(table)
        return False

    def acquired(self, tables: Iterable[str]) -> None:
        """These tables run here."""
        self.elsewhere.difference_update(tables)

    def retry_later(self, table: str, code: str) -> None:
        """A takeover has failed."""
        soon = code.startswith("ledger_")
        self._retry_at[table] = self._timer() + (_RETRY_SOON_MS if soon else _RETRY_MS)

    def release(self, *tables: str) -> None:
        """Give these tables back, or all; during an outage their leases expire by themselves."""
        try:
            self._leases.release(*tables)
        except Refusal as refusal:
            log.error("cannot release leases: %s", refusal.message)

    def hand_over(self, tables: Collection[str]) -> None:
        """Another process is to run these tables."""
        self.release(*tables)
        self.elsewhere.update(tables)

    def give(self, tables: Collection[str], owner: str) -> None:
        """Give these tables to a process by its name."""
        self.elsewhere.update(tables)
        self._leases.give(tables, owner)

    def held(self) -> dict[str, int]:
        """How many tables each process runs now."""
        return self._leases.held()

    # ------------------------------------------------------------------------------------------- leases

    def due(self) -> bool:
        """Whether it is time to renew the leases."""
        return self._leases.due()

    def renew(self) -> set[str]:
        """Renew every lease; the tables that another process has taken over."""
        return self._leases.renew()

    def lose(self, table: str) -> None:
        """Another process has taken a table over."""
        log.warning("table %s is run by another process now", table)
        self._leases.forget(table)
        self.elsewhere.add(table)

    # ---------------------------------------------------------------------------------- within a batch

    def question(self, take: Callable[[Sequence[Sequence[Any]]], None]) -> Query:
        """The query of every batch once its streams are locked: one row for any number of tables."""
        return self._leases.question(take)

    def lost(self, tx: Transaction, tables: Collection[str], found: Sequence[Sequence[Any]] = ()) -> set[str]:
        """The tables of a batch that another process has taken over."""
        return self._leases.lost(tx, tables, found)

    def take(self, tx: Transaction, table: str) -> int:
        """Take the lease of a new table in the transaction that lists it: its token, or 0."""
        return self._leases.take(tx, table)

    def keep(self, tokens: dict[str, int]) -> None:
        """The transaction that took these leases is committed."""
        self._leases.keep(tokens)
        self.acquired(tokens)


def moved(table: str) -> Refusal:
    """The refusal for a table that another process runs."""
    return Refusal("table_moved", f"another process runs table {table} now")
