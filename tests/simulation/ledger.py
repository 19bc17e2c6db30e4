"""The ledger of one simulated server: the product's own, on a database whose connection may fail."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from croupier.ledger.database import Database, refusal
from croupier.ledger.head import OptimisticHead
from croupier.ledger.keys import Keys
from croupier.ledger.records import Record
from croupier.ledger.statements import Statements
from croupier.ledger.store import Ledger
from croupier.ledger.transaction import Transaction


class ServerDied(BaseException):
    """The process is gone: no code of it runs on."""


class Fate(Protocol):
    """What happens to a server's connection."""

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

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        self._reach()
        with super().reading() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        self._reach()
        with super().writing() as connection:
            yield connection

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
            with self.database.engine.connect() as connection:
                self._fate.committed(records, connection)


def _lost() -> OperationalError:
    return OperationalError("", {}, Exception("the connection was lost"), connection_invalidated=True)
