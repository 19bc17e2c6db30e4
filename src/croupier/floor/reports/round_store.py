"""Rounds kept in a file of this process instead of its memory: a log may have millions."""

import sqlite3
import threading
import weakref
from collections.abc import Iterator

from croupier.floor.reports.recorded_rounds import LoggedRound
from croupier.odds.counting.encoding import decode, encode
from croupier.odds.watch.record import RecordedRound
from croupier.submission.house import HouseRules

_FACTS = ("dealer", "at", "position", "results", "shift", "mispaid")
_NO_FILE_NAME = ""
"""SQLite then makes a temporary file without a name, gone when it is closed."""


class RoundStore:
    """Bytes by table and round; for any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._file: sqlite3.Connection | None = None

    def put(self, table: str, number: int, value: bytes, position: int = 0) -> None:
        """Keep a value in place of the one before."""
        with self._lock:
            self._opened().execute(
                "INSERT OR REPLACE INTO rounds VALUES (?, ?, ?, ?)", (table, number, value, position)
            )

    def get(self, table: str, number: int) -> bytes | None:
        """The value of a round, if it has one."""
        if self._file is None:
            return None
        with self._lock:
            wanted = "SELECT value FROM rounds WHERE of_table = ? AND number = ?"
            row = self._file.execute(wanted, (table, number)).fetchone()
        return None if row is None else bytes(row[0])

    def in_order(self) -> Iterator[tuple[str, int]]:
        """Table and number of each round, by position; a few in memory at a time."""
        last = -1
        while True:
            with self._lock:
                rows = self._opened().execute(
                    "SELECT position, of_table, number FROM rounds WHERE position > ?"
                    " ORDER BY position LIMIT 1000",
                    (last,),
                )
                some = rows.fetchall()
            if not some:
                return
            yield from ((table, number) for _, table, number in some)
            last = some[-1][0]

    def _opened(self) -> sqlite3.Connection:
        if self._file is None:
            opened = sqlite3.connect(_NO_FILE_NAME, check_same_thread=False, isolation_level=None)
            weakref.finalize(self, opened.close)
            opened.execute("PRAGMA synchronous = OFF")
            opened.execute("PRAGMA journal_mode = OFF")
            opened.execute(
                "CREATE TABLE rounds (of_table TEXT, number INTEGER, value BLOB, position INTEGER,"
                " PRIMARY KEY (of_table, number)) WITHOUT ROWID"
            )
            opened.execute("CREATE INDEX by_position ON rounds (position)")
            self._file = opened
        return self._file


class StoredRounds:
    """The settled rounds of a table; their few houses stay in memory."""

    def __init__(self, store: RoundStore, table: str) -> None:
        self._store = store
        self._table = table
        self._houses: list[HouseRules] = []

    def __setitem__(self, number: int, each: LoggedRound) -> None:
        record, house, players, *more = each.played
        if not self._houses or self._houses[-1] is not house:
            self._houses.append(house)
        played = (record, len(self._houses) - 1, dict(players), *more)
        facts = {name: getattr(each, name) for name in _FACTS}
        self._store.put(self._table, number, encode((played, facts)), each.position)

    def get(self, number: int, /) -> LoggedRound | None:
        """A round as it was last kept."""
        kept = self._store.get(self._table, number)
        if kept is None:
            return None
        (record, house, players, *more), facts = decode(kept)
        played = RecordedRound(record, self._houses[house], players, *more)
        return LoggedRound(table=self._table, number=number, played=played, **facts)


class StoredLog:
    """The settled rounds of a whole log, in its order, as they stand at its end."""

    def __init__(self) -> None:
        self._store = RoundStore()
        self._tables: dict[str, StoredRounds] = {}

    def of(self, table: str) -> StoredRounds:
        """The rounds of one table."""
        return self._tables.setdefault(table, StoredRounds(self._store, table))

    def __iter__(self) -> Iterator[LoggedRound]:
        for table, number in self._store.in_order():
            found = self._tables[table].get(number)
            assert found is not None
            yield found
