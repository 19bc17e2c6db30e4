"""The database: opening it, and turning its failures into refusals.

Two kinds. SQLite, a file beside the server: write-ahead log, every commit on the disk before it counts, one
writer at a time. PostgreSQL, by URL: row locks. Everything above speaks SQLAlchemy Core to either.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, TimeoutError

from croupier.errors import Refusal

# The option of a connection that says how its transactions begin in SQLite; empty: not at all.
BEGIN = "croupier_begin"

# How long a writer waits for another before it gives up.
PATIENCE_MS = 10_000

_BUSY = (
    "40001",  # serialization failure
    "40P01",  # deadlock detected
    "55P03",  # lock not available
    "22012",  # division by zero: an assumption of a transaction failed (`Statements.must`)
)


class Database:
    """One engine, and the way to write through it.

    To read only, a SQLite file is opened as it is: nothing in it is changed, and its journal is left as it
    was found. `still`: nobody writes to it, as to a backup; then nothing is made beside it either.
    """

    def __init__(self, url: str, *, read_only: bool = False, still: bool = False) -> None:
        self.url: URL = parse_url(url)
        self.sqlite: bool = self.url.get_backend_name() == "sqlite"
        if not self.sqlite:
            self.engine: Engine = _postgresql(self.url)
        elif read_only:
            self.engine = _sqlite_to_read(self.url, still=still)
        else:
            self.engine = _sqlite(self.url)
        # Single statements need no transaction of their own, and no round trips for one.
        alone = {BEGIN: ""} if self.sqlite else {"isolation_level": "AUTOCOMMIT"}
        self._reading = self.engine.execution_options(**alone)
        self._writing = self.engine.execution_options(**{BEGIN: "BEGIN IMMEDIATE"})
        # Threads queue here instead of polling for SQLite's lock in steps of up to 100 ms.
        self._writer = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for single statements; each sees the commits before it starts."""
        with failures(), self._reading.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection in a transaction. The caller commits; whatever else happens rolls back."""
        with failures():
            if not self.sqlite:
                with self.engine.connect() as connection:
                    yield connection
                return
            if not self._writer.acquire(timeout=PATIENCE_MS / 1000):
                raise Refusal(
                    "ledger_busy", "another writer holds the ledger; nothing was written: try again"
                )
            try:
                with self._writing.connect() as connection:
                    yield connection
            finally:
                self._writer.release()

    def close(self) -> None:
        self.engine.dispose()


@contextmanager
def failures() -> Iterator[None]:
    """A failure of the database as a refusal: nothing was written."""
    try:
        yield
    except IntegrityError:
        raise  # a broken schema rule is a defect of the caller, and must not look like an outage
    except TimeoutError as error:
        raise Refusal("ledger_busy", "every connection is in use; nothing was written: try again") from error
    except DBAPIError as error:
        raise refusal(error) from error


def refusal(error: DBAPIError) -> Refusal:
    """The refusal for a failure of the driver: the ledger is busy, or unavailable.

    Its words are fixed, because they go to the client; the driver's own words are for the operator
    (`reason`).
    """
    if getattr(error.orig, "sqlstate", None) in _BUSY or "database is locked" in str(error.orig):
        return Refusal("ledger_busy", "the ledger is in use; nothing was written: try again")
    return Refusal("ledger_unavailable", "the database failed; nothing was written")


def reason(refused: Refusal) -> str:
    """The driver's message in one line, if a database failure caused a refusal; if not, empty."""
    cause = refused.__cause__
    if not refused.code.startswith("ledger_") or not isinstance(cause, DBAPIError):
        return ""
    return (str(cause.orig).splitlines() or [""])[0]


def parse_url(text: str) -> URL:
    """The URL of a database of either kind; any other is refused."""
    try:
        url = make_url(text)
        backend = url.get_backend_name()
        if backend == "postgresql":
            text.encode()  # a file may have any name, a server's takes text
    except (ArgumentError, NoSuchModuleError, ValueError):
        backend = ""
    if backend not in ("sqlite", "postgresql"):
        raise Refusal(
            "unknown_database", "the database URL; allowed: sqlite:///FILE, postgresql://USER@HOST/DATABASE"
        )
    if backend == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.database in (None, "", ":memory:"):
        raise Refusal("unknown_database", "a ledger in memory would be lost; allowed: sqlite:///FILE")
    return url


def _make_private(file: Path) -> None:
    """Create a database for its owner alone; refuse one that others can read, as the keys are refused.

    It holds the cards of hands that lie face down. SQLite gives the files beside it the same mode.
    """
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        for each in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
            mode = each.stat().st_mode & 0o777 if each.exists() else 0
            if mode & 0o077:
                message = f"{each}: mode {mode:o}, others may read it; allowed: 600"
                raise Refusal("database_exposed", message) from None
    except OSError as error:
        raise Refusal("ledger_unavailable", f"{file}: {error.strerror}") from None


def _sqlite(url: URL) -> Engine:
    _make_private(Path(str(url.database)))
    engine = create_engine(
        url,
        pool_size=8,
        max_overflow=8,
        hide_parameters=True,
        connect_args={"timeout": PATIENCE_MS / 1000},
    )
    return _begun(engine, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-16384")


def _sqlite_to_read(url: URL, *, still: bool) -> Engine:
    file = Path(str(url.database)).absolute()

    def connect() -> sqlite3.Connection:
        how = _to_read(file, still=still)
        return sqlite3.connect(
            f"{file.as_uri()}?{how}", uri=True, timeout=PATIENCE_MS / 1000, check_same_thread=False
        )

    engine = create_engine(url, creator=connect, pool_size=8, max_overflow=8, hide_parameters=True)
    return _begun(engine, "query_only=ON", "cache_size=-16384")


def _to_read(file: Path, *, still: bool) -> str:
    """The URI that makes SQLite read a file without changing it or the files beside it."""
    wal, journal = (file.with_name(file.name + end).exists() for end in ("-wal", "-journal"))
    if wal:
        return "mode=ro"  # a server writes, or was killed: its write-ahead log is read, and not applied
    if still and not journal:
        return "immutable=1"
    # A server may start at any time, so SQLite needs its files for the two of them. Only who may write takes
    # them away again at the end.
    return "mode=rw"


def _begun(engine: Engine, *pragmas: str) -> Engine:
    """An engine whose connections start with these, and whose transactions begin as their options say."""

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        begin = connection.get_execution_options().get(BEGIN, "BEGIN")
        if begin:
            connection.exec_driver_sql(begin)

    return engine


def _postgresql(url: URL) -> Engine:
    # Whatever the server's default is: an acknowledged commit is on its disk.
    options = f"-c lock_timeout={PATIENCE_MS} -c timezone=UTC -c synchronous_commit=on"
    return create_engine(
        url,
        pool_size=16,
        max_overflow=16,
        hide_parameters=True,
        connect_args={"options": options, "connect_timeout": 5, "application_name": "croupier"},
    )
