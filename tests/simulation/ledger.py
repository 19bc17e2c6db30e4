"""The ledger of one simulated server: the product's own, on a database whose connection may fail."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from croupier.ledger.database import Database, failures, refusal
from croupier.ledger.head import OptimisticHead
from croupier.ledger.keys import Keys
from croupier.ledger.records import Record
from croupier.ledger.statements import Statements
from croupier.ledger.store import Ledger
from croupier.ledger.transaction import Transaction
from tests.simulation.driver import ThinConnection, as_connection


class ServerDied(BaseException):
    """The process is gone: no code of it runs on."""


class Fate(Protocol):
    """The fate of a server's connection."""

    def touch(self) -> str:
        """Before a connection is used: `lost`, `busy` or nothing. Raises if the server is dead."""

    def at_commit(self) -> str:
        """At a commit: `die before`, `die after`, `lost before`, `lost after` or nothing."""

    def committing(self, records: Sequence[Record]) -> None:
        """A transaction with these records is about to be committed, if what it assumes is true."""

    def committed(self, records: Sequence[Record], connection: Connection) -> None:
        """It is committed; the connection sees the database right after it."""


class SimulatedDatabase(Database):
    """A database that may be out of reach."""

    def __init__(self, url: str, fate: Fate) -> None:
        super().__init__(url)
        self._fate = fate

        self._idle: list[ThinConnection] = []

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        self._reach()
        with failures(), self._connection() as thin:
            yield as_connection(thin)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        self._reach()
        with failures(), self._connection() as thin:
            thin.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield as_connection(thin)
            finally:
                if thin.driver.in_transaction:
                    thin.exec_driver_sql("ROLLBACK")

    @contextmanager
    def _connection(self) -> Iterator[ThinConnection]:
        """An idle connection, or a new one of the product's engine, which sets it up."""
        thin = self._idle.pop() if self._idle else self._opened()
        try:
            yield thin
        finally:
            self._idle.append(thin)

    def _opened(self) -> ThinConnection:
        pooled = self.engine.raw_connection()
        driver = pooled.driver_connection
        pooled.detach()
        assert isinstance(driver, sqlite3.Connection)
        return ThinConnection(driver)

    def close(self) -> None:
        for thin in self._idle:
            thin.driver.close()
        self._idle.clear()
        super().close()

    def _reach(self) -> None:
        found = self._fate.touch()
        if found:
            words = "database is locked" if found == "busy" else "the connection was lost"
            error = OperationalError("", {}, Exception(words))
            raise refusal(error) from error


class _Statements(Statements):
    """Commits that may be cut off before or after they are made."""

    def __init__(self, fate: Fate) -> None:
        super().__init__(sqlite=True)
        self._fate = fate

    def commit(self, connection: Connection) -> None:
        what = self._fate.at_commit()
        if what == "die before":
            raise ServerDied
        if what == "lost before":
            raise _lost()
        super().commit(connection)
        if what == "die after":
            raise ServerDied
        if what == "lost after":
            raise _lost()


class SimulatedLedger(Ledger):
    """The product's ledger with its optimistic head."""

    def __init__(self, url: str, keys: Keys, fate: Fate) -> None:
        super().__init__(SimulatedDatabase(url, fate), keys, OptimisticHead())
        self._sql = _Statements(fate)
        self._fate = fate

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        with super().transaction() as tx:
            yield tx
            records = tx.records
            self._fate.committing(records)
        if records:
            assert isinstance(self.database, SimulatedDatabase)
            with self.database._connection() as thin:  # whatever the weather
                self._fate.committed(records, as_connection(thin))


def _lost() -> OperationalError:
    return OperationalError("", {}, Exception("the connection was lost"), connection_invalidated=True)
