"""Backups: save the whole house to one SQLite file, and restore it.

A backup of either kind of database is a SQLite ledger: it can be read, audited and restored by itself, into
SQLite or into PostgreSQL. It holds the log, the books, the checkpoints, the answers to idempotency keys and
the people with their sessions; it never holds the keys, and leaves out the leases of tables.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, collate, func, inspect, null, select
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError

from croupier.errors import Refusal
from croupier.floor.audit.read_only import open_ledger
from croupier.floor.cluster import leases
from croupier.floor.people import schema as people_tables
from croupier.ledger import schema
from croupier.ledger.database import Database, failures
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger

TABLES: tuple[Table, ...] = (*schema.metadata.sorted_tables, *people_tables.metadata.sorted_tables)
"""The tables of a backup, in the order they are written."""

LEFT_OUT = frozenset(("alembic_version", *leases.metadata.tables))
"""Leases are not restored; the revision comes with the schema."""

PAGE = 1000

Progress = Callable[[int, int], None]


class Sums(msgspec.Struct, frozen=True, kw_only=True):
    """Checksums of a house: equal sums, equal houses."""

    position: int
    streams: int
    accounts: int
    checkpoints: int
    tables: dict[str, str]
    """By table, the SHA-256 of its rows."""


# ----------------------------------------------------------------------------------------------- backing up


def backup(ledger: Ledger, file: Path, progress: Progress = lambda done, total: None) -> Sums:
    """Back up a house, which may be running, as of one moment.

    The file appears under its name when it is complete, and never replaces another.
    """
    if file.exists():
        raise Refusal("backup_exists", f"{file}: it exists; a backup never replaces a file")
    part = file.with_name(f".{file.name}.part")
    part.unlink(missing_ok=True)
    # It contains password hashes: only the owner may read it.
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        copied = None
        with _copying(file):
            if ledger.database.sqlite:
                _copy_file(ledger, part, progress)
            else:
                copied = _copy_rows(ledger, part, progress)
            _one_file(part)
        with _opened(part) as made:
            found = sums(made)
        if copied not in (None, found):
            raise Refusal("backup_differs", f"{file}: the copy differs from the original; try again")
        _sync(part)
        os.link(part, file)
    finally:
        for left in _files(part):
            left.unlink(missing_ok=True)
    return found


@contextmanager
def _copying(file: Path) -> Iterator[None]:
    """SQLite's errors during the copy, as refusals."""
    try:
        yield
    except sqlite3.Error as error:
        raise Refusal(
            "ledger_unavailable", f"{file}: the copy failed, and nothing of it is kept: {error}"
        ) from error


def _copy_file(ledger: Ledger, part: Path, progress: Progress) -> None:
    """Copy by SQLite's online backup, while others read and write."""

    def pages(status: int, left: int, total: int) -> None:
        progress(total - left, total)

    with failures(), ledger.engine.connect() as connection:
        _known_tables(connection)
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        target = sqlite3.connect(part)
        try:
            source.backup(target, pages=-1, progress=pages)
        finally:
            target.close()


def _one_file(file: Path) -> None:
    """A house's ledger is in SQLite's write-ahead mode; a backup is one file, complete in itself."""
    connection = sqlite3.connect(file)
    try:
        connection.execute("PRAGMA journal_mode=DELETE")
    finally:
        connection.close()


def _copy_rows(ledger: Ledger, part: Path, progress: Progress) -> Sums:
    """Copy row by row from one snapshot into a new SQLite ledger."""
    target = Ledger.open(f"sqlite:///{part}", ledger.keys)
    try:
        with _moment(ledger) as source:
            _known_tables(source)
            _copy(source, target, progress)
            return _sums(source)
    finally:
        target.close()


@contextmanager
def _moment(ledger: Ledger) -> Iterator[Connection]:
    """A connection that sees the database as it is at one moment."""
    with failures(), ledger.engine.connect() as connection:
        if not ledger.database.sqlite:
            connection = connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        yield connection
        connection.rollback()


def _known_tables(connection: Connection) -> None:
    """Refuse a database with tables that a backup would miss."""
    unknown = _unknown(connection)
    if unknown:
        raise Refusal("unknown_schema", f"tables that a backup does not cover: {', '.join(unknown)}")


def _unknown(connection: Connection) -> list[str]:
    """Tables of a database that do not belong to a house."""
    there = inspect(connection).get_table_names()
    return sorted(set(there) - {each.name for each in TABLES} - LEFT_OUT)


def _held(connection: Connection) -> list[Table]:
    """The tables that a database has; an old backup may lack those of people."""
    there = set(inspect(connection).get_table_names())
    return [table for table in TABLES if table.name in there]


def _sync(file: Path) -> None:
    for path in (file, file.parent):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# ----------------------------------------------------------------------------------------------- restoring


def restore(file: Path, url: str, keys: Keys, progress: Progress = lambda done, total: None) -> Sums:
    """Restore a backup into an empty database, completely or not at all."""
    with _opened(file) as source, _empty(url):
        target = Ledger.open(url, keys)
        try:
            with _moment(source) as connection:
                wanted = _sums(connection)
                _copy(connection, target, progress, wanted)
        finally:
            target.close()
    return wanted


@contextmanager
def _empty(url: str) -> Iterator[None]:
    """Open an empty database; any other is refused and not migrated.

    A file created here is readable only by its owner, as the backup is, and is removed on failure.
    """
    database = Database(url, read_only=True)
    made: list[Path] = []
    try:
        try:
            if database.sqlite:
                made = _make(Path(str(database.url.database)))
            with database.reading() as connection:
                _refuse_full(connection)
        finally:
            database.close()
        yield
    except BaseException:
        for left in made:
            left.unlink(missing_ok=True)
        raise


def _make(file: Path) -> list[Path]:
    """Create an empty file if there is none; return the files to remove on failure."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return []
    except OSError as error:
        raise Refusal("ledger_unavailable", f"{file}: {error.strerror}") from None
    return _files(file)


def _files(file: Path) -> list[Path]:
    """A SQLite file, and the files that SQLite keeps beside it."""
    return [file, *(file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal"))]


@contextmanager
def _opened(file: Path) -> Iterator[Ledger]:
    """A backup, opened for reading."""
    ledger = open_ledger(f"sqlite:///{file}", still=True)
    try:
        yield ledger
    finally:
        ledger.close()


def _copy(source: Connection, target: Ledger, progress: Progress, wanted: Sums | None = None) -> None:
    """Every row, in one transaction; it is committed only if the sums are right."""
    held = _held(source)
    total = sum(source.execute(select(func.count()).select_from(table)).scalar_one() for table in held)
    done = 0
    with target.database.writing() as connection:
        _refuse_full(connection)
        for table in held:
            if table is schema.head:
                connection.execute(table.delete())  # a new ledger stands at 0
            for rows in _pages(source, table):
                _insert(connection, table, rows)
                done += len(rows)
                progress(done, total)
        if wanted is not None and _sums(connection) != wanted:
            raise Refusal("backup_differs", "the restored data differ from the backup; nothing is kept")
        connection.commit()


def _insert(connection: Connection, table: Table, rows: list[dict[str, object]]) -> None:
    try:
        connection.execute(table.insert(), rows)
    except (StatementError, TypeError) as error:
        if isinstance(error, DBAPIError) and not isinstance(error, IntegrityError):
            raise  # the database failed, not these rows
        raise Refusal(
            "backup_differs", f"the table {table.name} has rows that no house can have; nothing is kept"
        ) from error


def _refuse_full(connection: Connection) -> None:
    unknown = _unknown(connection)
    if unknown:
        raise Refusal(
            "restore_not_empty", f"it has the tables {', '.join(unknown)}; restore into an empty database"
        )
    for table in _held(connection):
        held = select(func.count()).select_from(table)
        if table is schema.head:
            held = held.where(table.c.position > 0)
        if connection.execute(held).scalar_one():
            raise Refusal(
                "restore_not_empty", f"the table {table.name} has rows; restore into an empty database"
            )


# --------------------------------------------------------------------------------------------------- sums


def sums(ledger: Ledger) -> Sums:
    """The checksums of a house as it is now."""
    with _moment(ledger) as connection:
        return _sums(connection)


def _sums(connection: Connection) -> Sums:
    counts = {}
    digests = {}
    there = _held(connection)
    for table in TABLES:
        digest, count = sha256(), 0
        for rows in _pages(connection, table) if table in there else ():
            for row in rows:
                digest.update(_encoder.encode(list(row.values())) + b"\n")
            count += len(rows)
        counts[table.name], digests[table.name] = count, digest.hexdigest()
    return Sums(
        position=counts["events"],
        streams=counts["streams"],
        accounts=counts["accounts"],
        checkpoints=counts["checkpoints"],
        tables=digests,
    )


_encoder = msgspec.msgpack.Encoder()


def _pages(connection: Connection, table: Table) -> Iterator[list[dict[str, object]]]:
    """The rows of a table in the order of its key, compared as bytes, whatever the database's collation.

    A column that came later than the database's revision is empty in every row.
    """
    keys: list[ColumnElement[Any]] = list(table.primary_key.columns)
    if connection.dialect.name == "postgresql":
        keys = [collate(key, "C") if key.type.python_type is str else key for key in keys]
    there = {column["name"] for column in inspect(connection).get_columns(table.name)}
    columns = [each if each.name in there else null().label(each.name) for each in table.columns]
    statement = select(*columns).order_by(*keys).execution_options(yield_per=PAGE)
    result = connection.execute(statement)
    for rows in result.mappings().partitions(PAGE):
        yield [dict(row) for row in rows]
