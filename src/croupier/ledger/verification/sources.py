"""The items that an audit reads, in the order of the log: the same from a database and from an export.

An unreadable item becomes a finding, and reading continues after it.
"""

import hmac
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import UnionType
from typing import Any, NamedTuple, Protocol

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from croupier.ledger.guards import gone
from croupier.ledger.keys import Keys
from croupier.ledger.records import Line, Record, StreamHead
from croupier.ledger.statements import EVENT
from croupier.ledger.store import Ledger
from croupier.ledger.transaction import snapshot_code
from croupier.ledger.verification.checkpoints import Checkpoint, checkpoint_of
from croupier.ledger.verification.findings import Finding
from croupier.ledger.verification.rotation import SigningKeyRotated

PAGE = 4000
"""Records that are read at once."""
LEAST, MOST = -(2**63), 2**63 - 1


_new: Any = tuple.__new__
"""Makes a named tuple of its fields in half the time."""


class Start(NamedTuple):
    """The house's key, and the position that the log is said to reach."""

    public: bytes
    position: int


class Logged(NamedTuple):
    """A record and its postings."""

    record: Record
    lines: list[Line]


class Verified(NamedTuple):
    """Records up to a position that were verified elsewhere, instead of the records themselves."""

    position: int
    heads: dict[str, StreamHead]
    """Where each stream ends that has one of them."""
    balances: dict[str, int]
    """The balance of each account that one of them moved."""


class Rotated(NamedTuple):
    """A later rotation of the signing key: it leads from the key of an archive to the one that signs it."""

    rotation: SigningKeyRotated


class Orphan(NamedTuple):
    """A posting without its record."""

    position: int
    line: Line


class Stream(NamedTuple):
    """Where a stream is said to end."""

    stream: str
    head: StreamHead


class Account(NamedTuple):
    """The stored balance of an account."""

    account: str
    balance: int


class Answered(NamedTuple):
    """The first answer to an idempotency key."""

    stream: str
    key: str
    answer: bytes
    digest: bytes | None  # none: given before answers had one


class Saved(NamedTuple):
    """A snapshot of a stream."""

    stream: str
    version: int
    body: bytes
    authentic: bool | None  # whether the house wrote it; none: not known without its signing key


class Item(NamedTuple):
    """One item, and its line in the export."""

    what: (
        Start
        | Logged
        | Verified
        | Rotated
        | Orphan
        | Checkpoint
        | Stream
        | Account
        | Answered
        | Saved
        | Finding
    )
    line: int = 0


class Source(Protocol):
    """A log to be audited."""

    has_streams: bool  # whether it says where its streams end

    def items(self) -> Iterator[Item]:
        """Start and the snapshots; the records in order, each checkpoint after the last record it covers;
        then the rest."""


class DatabaseSource:
    """The ledger's own tables, as they are at one moment; writers go on meanwhile."""

    has_streams = True

    def __init__(
        self,
        ledger: Ledger,
        *,
        beside: bool = True,
        after: int = 0,
        kept: "Callable[[Reading], Iterator[Item]] | None" = None,
    ) -> None:
        self.ledger = ledger
        self.after = after
        """The position before the first record to be read."""
        self._kept = kept  # of a pruned log that is read from its boundary on: what comes before it
        self._beside = beside  # guards, answers and snapshots as well, which are no part of the log
        self._whole = not after or kept is not None
        """All that grows with the log is read too: the pages of a SQLite file and the answers."""

    def items(self) -> Iterator[Item]:
        with self._snapshot() as connection:
            reading = Reading(connection, sqlite=self.ledger.database.sqlite)
            if self._whole:
                yield from reading.integrity()
            if self._beside:
                yield from reading.guards()
            position = reading.one("SELECT position FROM head", int)
            yield Item(Start(self.ledger.keys.public, position if position is not None else -1))
            if self._beside:
                yield from reading.snapshots(self.ledger.keys)
            if self._kept is not None:
                yield from self._kept(reading)
            yield from self.log(reading, position or 0)
            for row in reading.rows(
                "SELECT stream, version, hash, posted FROM streams ORDER BY stream", _STREAM
            ):
                yield Item(row if isinstance(row, Finding) else Stream(row[0], StreamHead(*row[1:])))
            for row in reading.rows("SELECT account, balance FROM accounts ORDER BY account", _ACCOUNT):
                yield Item(row if isinstance(row, Finding) else Account(*row))
            if self._beside and self._whole:
                yield from reading.answers()

    def log(self, reading: "Reading", position: int) -> Iterator[Item]:
        """The records and checkpoints of the log, which is said to end at a position."""
        return reading.log(self.after)

    @contextmanager
    def _snapshot(self) -> Iterator[Connection]:
        database = self.ledger.database
        with database.engine.connect() as connection:
            if not database.sqlite:
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
                yield connection
                return
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            driver.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
            try:
                yield connection
            finally:
                driver.text_factory = str


Row = tuple[Any, ...]
EVENT_ROW = (str, bytes, int, str, str, str, int, int, bytes)
_POSTING = (int, int, str, int, bytes)
_CHECKPOINT = (int, int, int, int, bytes, bytes, bytes, bytes)
_STREAM = (str, int, bytes, bytes)
_ACCOUNT = (str, int)
_ANSWER = (str, str, bytes, bytes | None)
_SNAPSHOT = (str, int, bytes, bytes)


class Reading:
    """Reads tables with possibly damaged rows."""

    def __init__(self, connection: Connection, *, sqlite: bool) -> None:
        self.connection = connection
        self._sqlite = sqlite
        driver = connection.dialect.dbapi
        assert driver is not None
        self._errors: type[Exception] = driver.Error
        self.found: list[Finding] = []
        """Rows that cannot be read, since the last page of the log."""

    def integrity(self) -> Iterator[Item]:
        """Problems that SQLite finds in its file. PostgreSQL checks its pages as it reads them."""
        if not self._sqlite:
            return
        try:
            found = [str(row[0]) for row in self.connection.exec_driver_sql("PRAGMA integrity_check(20)")]
        except DBAPIError as error:
            found = [str(error.orig)]
        for text in found:
            if text != "ok":
                yield Item(Finding("database_damaged", text))

    def guards(self) -> Iterator[Item]:
        """The triggers that keep the log append-only."""
        try:
            for text in gone(self.connection):
                yield Item(Finding("unguarded", text))
        except DBAPIError as error:
            yield Item(Finding("database_damaged", f"its triggers: {error.orig}"))

    def one(self, statement: str, kind: type[int]) -> int | None:
        for row in self.rows(statement, (kind,)):
            if not isinstance(row, Finding):
                return int(row[0])
        return None

    def rows(
        self, statement: str, kinds: tuple[type | UnionType, ...], *, many: bool = False
    ) -> Iterator[Row | Finding]:
        """Rows of these types; any other row is a finding. Many are not held all at once."""
        options = {"yield_per": PAGE} if many else {}
        try:
            result = self.connection.exec_driver_sql(statement, execution_options=options)
            for row in result if many else result.all():
                if len(row) == len(kinds) and all(map(isinstance, row, kinds)):
                    yield tuple(row)
                else:
                    yield Finding(
                        "unreadable", f"{statement.split(' WHERE')[0]}: a row with {ascii(tuple(row))[:200]}"
                    )
        except DBAPIError as error:
            yield Finding("database_damaged", f"{statement.split(' WHERE')[0]}: {error.orig}")

    def page(self, statement: str, kinds: tuple[type, ...]) -> list[Row | Finding]:
        """A page of rows, as `rows` has them. Most pages are sound, so all their rows are taken at once."""
        wanted = [{kind} for kind in kinds]
        try:
            with self._plain_text():
                cursor = self.connection.exec_driver_sql(statement).cursor
                assert cursor is not None
                found = cursor.fetchall()  # the driver's own rows: plain tuples
                cursor.close()
            if not found or [set(map(type, column)) for column in zip(*found, strict=True)] == wanted:
                return [*found]
        except (DBAPIError, self._errors):
            pass  # for a text that is none, among others
        return list(self.rows(statement, kinds))

    @contextmanager
    def _plain_text(self) -> Iterator[None]:
        """Let SQLite decode texts itself, which fails where a text was damaged."""
        driver = self.connection.connection.driver_connection
        if not isinstance(driver, sqlite3.Connection):
            yield
            return
        careful, driver.text_factory = driver.text_factory, str
        try:
            yield
        finally:
            driver.text_factory = careful

    def answers(self) -> Iterator[Item]:
        """The stored answers to idempotency keys."""
        for row in self.rows(self._answers(), _ANSWER, many=True):
            yield Item(row if isinstance(row, Finding) else Answered(*row))

    def snapshots(self, keys: Keys) -> Iterator[Item]:
        """The saved states, each compared with the code that only the house can compute."""
        saved = "SELECT stream, version, body, digest FROM snapshots ORDER BY stream"
        for row in self.rows(saved, _SNAPSHOT):
            if isinstance(row, Finding):
                yield Item(row)
                continue
            stream, version, body, digest = row
            yield Item(Saved(stream, version, body, _authentic(keys, stream, version, body, digest)))

    def _answers(self) -> str:
        """The statement that reads the answers; a database from before revision 0003 has no digests."""
        digest = "digest"
        try:
            known = self.connection.exec_driver_sql("SELECT * FROM answers LIMIT 0").keys()
            digest = digest if digest in known else "NULL"
        except DBAPIError:
            pass  # reading it reports the problem
        return f"SELECT stream, key, answer, {digest} FROM answers ORDER BY stream, key"

    def log(self, after: int = 0) -> Iterator[Item]:
        """Records with their postings, and checkpoints after the last record that they cover."""
        checkpoints = self.checkpoints()
        after = after or LEAST
        while True:
            page = self.page(_page(EVENT, "events", after), EVENT_ROW)
            records = [Record(*row) for row in page if type(row) is tuple]
            full = len(page) == PAGE and bool(records)
            until = records[-1].position if full else MOST
            lines = self.postings(f"position > {after} AND position <= {until}")
            yield from (Item(row) for row in page if isinstance(row, Finding))
            for record in records:
                while checkpoints and checkpoints[0].position < record.position:
                    yield Item(checkpoints.pop(0))
                yield _new(Item, (_new(Logged, (record, lines.pop(record.position, []))), 0))
            for position, orphans in sorted(lines.items()):
                yield from (Item(Orphan(position, line)) for line in orphans)
            yield from (Item(finding) for finding in self.found)
            self.found.clear()
            if not full:
                break
            after = until
        yield from (Item(checkpoint) for checkpoint in checkpoints)

    def postings(self, where: str, join: str = "") -> dict[int, list[Line]]:
        """By position, the postings of some records."""
        lines: dict[int, list[Line]] = {}
        columns = "postings.position, line, account, amount, postings.hash"
        order = "ORDER BY postings.position, line"
        for row in self.page(f"SELECT {columns} FROM postings {join} WHERE {where} {order}", _POSTING):
            if isinstance(row, Finding):
                self.found.append(row)
            elif row[0] in lines:
                lines[row[0]].append(_new(Line, row[1:]))
            else:
                lines[row[0]] = [_new(Line, row[1:])]
        return lines

    def checkpoints(self) -> list[Checkpoint]:
        """Every checkpoint that can be read."""
        columns = "number, position, at, streams, root, previous, public, signature"
        made = []
        for row in self.rows(f"SELECT {columns} FROM checkpoints ORDER BY number", _CHECKPOINT):
            if isinstance(row, Finding):
                self.found.append(row)
                continue
            try:
                made.append(checkpoint_of(row))
            except msgspec.ValidationError as error:
                self.found.append(Finding("unreadable", str(error), checkpoint=row[0]))
        return made


def _authentic(keys: Keys, stream: str, version: int, body: bytes, digest: bytes) -> bool | None:
    try:
        code = snapshot_code(keys, stream, version, body)
    except UnicodeError:
        return False  # not even text
    return None if code is None else hmac.compare_digest(code, digest)


def _page(columns: str, table: str, after: int) -> str:
    return f"SELECT {columns} FROM {table} WHERE position > {after} ORDER BY position LIMIT {PAGE}"
