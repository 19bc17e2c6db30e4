"""The ledger: an append-only log of streams, the books, and the tables beside them.

Truth is the log and its postings. A stream is appended to at an expected version; over all streams records
have a gapless position in the order of their commits, so a follower that reads on from its last
position misses nothing.
"""

import hmac
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from croupier.errors import Refusal
from croupier.ledger.database import Database
from croupier.ledger.head import LogHead, OptimisticHead
from croupier.ledger.keys import Keys
from croupier.ledger.migrate import migrate
from croupier.ledger.records import GENESIS, Entry, Head, Line, Record
from croupier.ledger.schema import accounts, streams
from croupier.ledger.statements import Statements, line_of, record_of, row, rows
from croupier.ledger.transaction import Transaction, snapshot_code

__all__ = ["Entry", "Head", "Keys", "Ledger", "Line", "Record", "Transaction"]


class Ledger:
    """The ledger of one house. One object serves every thread of a process."""

    def __init__(self, database: Database, keys: Keys, head: LogHead | None = None) -> None:
        self.database = database
        self.keys = keys
        self._sql = Statements(sqlite=database.sqlite)
        self._head = LogHead() if head is None else head

    @classmethod
    def open(cls, url: str, keys: Keys, *, optimistic: bool = False) -> "Ledger":
        """The ledger at a database URL; the schema is created or migrated where it is not current.

        With `optimistic` transactions may assume what this process left in the log (`assumptions`).
        """
        database = Database(url)
        try:
            migrate(database)
        except BaseException:
            database.close()
            raise
        return cls(database, keys, OptimisticHead() if optimistic else LogHead())

    @property
    def engine(self) -> Engine:
        """The database, for the floor's tables beside the log."""
        return self.database.engine

    @property
    def seen(self) -> tuple[int, int]:
        """How often the head of the order was looked at, and how often another process had moved it."""
        return self._head.looks, self._head.others

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """All that is done in the block is committed at its end; an exception leaves nothing of it."""
        with self.database.writing() as connection:
            transaction = Transaction(connection, self._sql, self._head, self.keys)
            yield transaction
            try:
                transaction.commit()
            except IntegrityError as error:
                if "answers" in str(error.orig):
                    raise Refusal(
                        "already_answered", "the key already has an answer; nothing was written"
                    ) from error
                raise
            except DBAPIError as error:
                connection.invalidate()  # its transaction may be open still: nobody may read through it
                raise _uncertain(error) from error

    # --------------------------------------------------------------------------------------- the log

    def head(self, stream: str) -> Head:
        with self.database.reading() as connection:
            found = row(connection, self._sql.stream, stream)
        return Head(0, GENESIS) if found is None else Head(*found[:2])

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Record]:
        """The records of a stream with a version above `after`."""
        with self.database.reading() as connection:
            if limit is None:
                found = rows(connection, self._sql.read, stream, after)
            else:
                found = rows(connection, self._sql.read_some, stream, after, limit)
        return [record_of(each) for each in found]

    def follow(self, after: int = 0, limit: int = 1000) -> list[Record]:
        """The records of all streams with a position above `after`, in the order of their commits."""
        with self.database.reading() as connection:
            found = rows(connection, self._sql.follow, after, limit)
        return [record_of(each) for each in found]

    def position(self) -> int:
        """The position of the last record."""
        with self.database.reading() as connection:
            found = row(connection, self._sql.position)
        assert found is not None
        return int(found[0])

    def streams(self, prefix: str = "") -> list[str]:
        statement = select(streams.c.stream).where(
            streams.c.version > 0, streams.c.stream.startswith(prefix, autoescape=True)
        )
        with self.database.reading() as connection:
            return sorted(connection.execute(statement).scalars())

    # ------------------------------------------------------------------------------------- the books

    def balance(self, account: str) -> int:
        """The balance of an account, in ten-thousandths of a cent."""
        with self.database.reading() as connection:
            found = row(connection, self._sql.balance, account)
        return 0 if found is None else int(found[0])

    def balances(self, prefix: str = "") -> dict[str, int]:
        statement = select(accounts.c.account, accounts.c.balance).where(
            accounts.c.account.startswith(prefix, autoescape=True)
        )
        with self.database.reading() as connection:
            found = connection.execute(statement).all()
        return dict(sorted((account, int(balance)) for account, balance in found))

    def postings(self, record: Record) -> list[Line]:
        """The postings of a record."""
        with self.database.reading() as connection:
            found = rows(connection, self._sql.postings, record.position)
        return [line_of(each) for each in found]

    # ----------------------------------------------------------------------------------- snapshots

    def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        """The last state saved of a stream, and its version; none if the house did not save it so."""
        with self.database.reading() as connection:
            found = row(connection, self._sql.snapshot, stream)
        if found is None:
            return None
        version, body, digest = found
        code = snapshot_code(self.keys, stream, version, body)
        return (version, body) if code is not None and hmac.compare_digest(code, digest) else None

    def close(self) -> None:
        self.database.close()


def _uncertain(error: DBAPIError) -> Refusal:
    """A commit that failed may have been made: a lost connection does not say."""
    if not error.connection_invalidated:
        raise error
    return Refusal(
        "ledger_uncertain",
        "the connection was lost while committing; the stream shows whether it was written",
    )
