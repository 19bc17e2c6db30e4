"""The statements that every command runs, written out: building them each time costs more than running them.

A question mark is a value; PostgreSQL's driver writes it as `%s`. However many rows are written, it is one
statement: SQLite takes them as a list of values, PostgreSQL as one array a column. Statements that do not
depend on an answer go to PostgreSQL in one message. That is for the sake of the other threads too: at every
step of SQLite and every message to PostgreSQL the interpreter's lock changes hands. Rows of events come in
the order of the fields of `Record`.
"""

import logging
import select
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Row
from sqlalchemy.exc import DBAPIError

from croupier.errors import Refusal
from croupier.ledger.records import Line, Record

Question = tuple[str, tuple[object, ...]]
"""A statement that asks something, and its values."""

_ROWS = "(rows)"
_MOST_VALUES = 30_000  # SQLite takes 32,766 in one statement

EVENT = "kind, body, at, actor, role, stream, version, position, hash"


def _not_ignored(record: logging.LogRecord) -> bool:
    """psycopg's message about a pipeline with a lost connection; the loss itself is raised once."""
    return not record.getMessage().startswith("error ignored ")


logging.getLogger("psycopg").addFilter(_not_ignored)


class Statements:
    """The statements for one kind of database."""

    def __init__(self, *, sqlite: bool) -> None:
        def sql(text: str) -> str:
            return text if sqlite else text.replace("?", "%s")

        self._sqlite = sqlite
        self._prepare_writing(sql)
        locked = "" if sqlite else " FOR UPDATE"
        at_once = "" if sqlite else " FOR UPDATE NOWAIT"
        stream = "SELECT version, hash, posted FROM streams WHERE stream = ?"
        position = "SELECT position FROM head"

        self.stream: str = sql(stream)
        self.lock_stream: str = sql(stream + locked)
        self.lock_stream_at_once: str = sql(stream + at_once)
        self.position = position
        self.lock_position = position + locked
        self.balance: str = sql("SELECT balance FROM accounts WHERE account = ?")
        self.answer: str = sql("SELECT answer FROM answers WHERE stream = ? AND key = ?")
        self.snapshot: str = sql("SELECT version, body, digest FROM snapshots WHERE stream = ?")
        self.read: str = sql(f"SELECT {EVENT} FROM events WHERE stream = ? AND version > ? ORDER BY version")
        self.read_some: str = f"{self.read} {sql('LIMIT ?')}"
        self.follow: str = sql(f"SELECT {EVENT} FROM events WHERE position > ? ORDER BY position LIMIT ?")
        self.postings: str = sql(
            "SELECT line, account, amount, hash FROM postings WHERE position = ? ORDER BY line"
        )

    def _prepare_writing(self, sql: Callable[[str], str]) -> None:
        sqlite = self._sqlite

        def insert(table: str, columns: str, kinds: str) -> str:
            head = f"INSERT INTO {table} ({columns})"
            if sqlite:
                return f"{head} VALUES {_ROWS}"
            return f"{head} SELECT * FROM {arrays(kinds)}"

        def arrays(kinds: str) -> str:
            return f"unnest({', '.join(f'%b::{kind}[]' for kind in kinds.split())})"

        self.open_stream: str = sql(
            "INSERT INTO streams (stream, version, hash, posted) VALUES (?, 0, ?, ?) "
            "ON CONFLICT (stream) DO NOTHING"
        )
        self.append: str = insert("events", EVENT, "text bytea bigint text text text bigint bigint bytea")
        self.move_stream = (
            "UPDATE streams SET version = new.column1, hash = new.column2, posted = new.column3 "
            f"FROM (VALUES {_ROWS}) AS new WHERE streams.stream = new.column4"
            if sqlite
            else "UPDATE streams SET version = new.version, hash = new.hash, posted = new.posted "
            f"FROM {arrays('bigint bytea bytea text')} AS new (version, hash, posted, stream) "
            "WHERE streams.stream = new.stream"
        )
        self.move_position: str = sql("UPDATE head SET position = ?")
        self.open_account: str = (
            insert("accounts", "account, balance", "text bigint") + " ON CONFLICT (account) DO NOTHING"
        )
        self.move_account = (
            f"UPDATE accounts SET balance = balance + moved.column1 FROM (VALUES {_ROWS}) AS moved "
            "WHERE account = moved.column2"
            if sqlite
            else "UPDATE accounts SET balance = accounts.balance + moved.amount "
            f"FROM {arrays('bigint text')} AS moved (amount, account) WHERE accounts.account = moved.account"
        )
        self.post: str = insert(
            "postings", "position, line, account, amount, hash", "bigint bigint text bigint bytea"
        )
        self.keep_answer: str = insert("answers", "stream, key, answer, digest", "text text bytea bytea")
        self.keep_snapshot: str = sql(
            "INSERT INTO snapshots (stream, version, body, digest) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (stream) DO UPDATE SET version = excluded.version, body = excluded.body, "
            "digest = excluded.digest WHERE snapshots.version <= excluded.version"
        )

    def heads(self, streams: Sequence[str], *, at_once: bool) -> Question:
        """The rows of several streams, locked in one order; `at_once` or not at all."""
        columns = "SELECT stream, version, hash, posted FROM streams WHERE stream"
        if self._sqlite:
            return f"{columns} IN ({_marks(streams)})", tuple(streams)
        lock = "FOR UPDATE NOWAIT" if at_once else "FOR UPDATE"
        return f"{columns} = ANY(%s) ORDER BY stream {lock}", (list(streams),)

    def balances(self, accounts: Sequence[str]) -> Question:
        """The balances of several accounts."""
        columns = "SELECT account, balance FROM accounts WHERE account"
        if self._sqlite:
            return f"{columns} IN ({_marks(accounts)})", tuple(accounts)
        return f"{columns} = ANY(%s)", (list(accounts),)

    def answers(self, asked: Sequence[tuple[str, str]]) -> Question:
        """The answers that several keys of streams have."""
        columns = "SELECT stream, key, answer FROM answers WHERE (stream, key) IN"
        if self._sqlite:
            pairs = ", ".join("(?, ?)" for _ in asked)
            return f"{columns} (VALUES {pairs})", tuple(part for pair in asked for part in pair)
        streams, keys = [stream for stream, _ in asked], [key for _, key in asked]
        return f"{columns} (SELECT * FROM unnest(%s::text[], %s::text[]))", (streams, keys)

    def must(self, question: Question, expected: Mapping[str, object]) -> Question:
        """A query that fails unless another query returns the expected row. In SQLite, where a division by
        zero does not fail, it returns nothing."""
        statement, values = question
        mark = "?" if self._sqlite else "%s"
        true = " AND ".join(f"{column} = {mark}" for column in expected)
        return f"SELECT 1 / count(*) FROM ({statement}) AS checked WHERE {true}", (
            *values,
            *expected.values(),
        )

    def insist(self, connection: Connection, locks: Sequence[Question], musts: Sequence[Question]) -> None:
        """Take locks and check the `must` queries, inside `together`; on PostgreSQL it fails at the end."""
        if not self._sqlite:
            driver = connection.connection.driver_connection
            assert driver is not None
            for statement, values in (*locks, *musts):
                driver.execute(statement, values)
            return
        all_of_them = " AND ".join(f"({statement})" for statement, _ in musts)
        values = tuple(value for _, values in musts for value in values)
        if not rows(connection, f"SELECT {all_of_them}", *values)[0][0]:
            raise Refusal("ledger_busy", "another writer was faster; nothing was written: try again")

    def ask(self, connection: Connection, questions: Sequence[Question]) -> Sequence[Sequence[Sequence[Any]]]:
        """The rows that answer each question, asked in this order."""
        if self._sqlite or len(questions) < 2:
            return [rows(connection, statement, *values) for statement, values in questions]
        with self.together(connection) as driver:
            asked = [driver.execute(statement, values) for statement, values in questions]
            _send_all(driver)
            return [cursor.fetchall() for cursor in asked]

    @contextmanager
    def together(self, connection: Connection) -> Iterator[Any]:
        """Send the statements of the block to PostgreSQL in one message; failures are raised at its end."""
        if self._sqlite:
            yield None
            return
        import psycopg

        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)
        try:
            with driver.pipeline():
                yield driver
        except psycopg.Error as error:
            # An operational error without a state is the line's own; 57P: the server ends the session.
            state = error.sqlstate
            lost = driver.closed or (
                isinstance(error, psycopg.OperationalError) and (state is None or state.startswith("57P"))
            )
            if lost:  # and with it every idle connection of the pool
                connection.invalidate(error)
                connection.engine.dispose()
            raise DBAPIError.instance("", (), error, psycopg.Error, connection_invalidated=lost) from error

    def commit(self, connection: Connection) -> None:
        """End the transaction; inside `together` in the same message as its writes."""
        if self._sqlite:
            connection.commit()
        else:
            _send_all(connection.connection.driver_connection)
            connection.dialect.do_commit(connection.connection)

    def many(self, connection: Connection, statement: str, values: Sequence[tuple[object, ...]]) -> None:
        """Runs one of the statements that write by the row."""
        if not self._sqlite:
            connection.exec_driver_sql(statement, tuple(list(column) for column in zip(*values, strict=True)))
            return
        width = len(values[0])
        most = _MOST_VALUES // width
        for start in range(0, len(values), most):
            some = values[start : start + most]
            marks = ", ".join([f"({_marks(values[0])})"] * len(some))
            flat = tuple(value for each in some for value in each)
            connection.exec_driver_sql(statement.replace(_ROWS, marks), flat)


def _send_all(driver: Any) -> None:
    """Hand everything to the system. At the end of a pipeline psycopg waits for answers even if the line was
    too full to take all statements: then PostgreSQL waits for the rest, with its locks, and both forever."""
    line = driver.pgconn
    ready = select.poll()
    ready.register(line.socket, select.POLLIN | select.POLLOUT)
    while line.flush():
        if any(event & ~select.POLLOUT for _, event in ready.poll()):
            line.consume_input()  # PostgreSQL may be waiting, too, for its answers to be read


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" for _ in values)


def rows(connection: Connection, statement: str, *values: object) -> Sequence[Row[*tuple[Any, ...]]]:
    """Every row that a statement gives."""
    return connection.exec_driver_sql(statement, values).all()


def row(connection: Connection, statement: str, *values: object) -> Row[*tuple[Any, ...]] | None:
    """The one row that a statement gives, if it does."""
    return connection.exec_driver_sql(statement, values).one_or_none()


def record_of(found: Row[*tuple[Any, ...]]) -> Record:
    return Record(*found)


def row_of(record: Record) -> tuple[object, ...]:
    return (
        record.kind,
        record.body,
        record.at,
        record.by,
        record.role,
        record.stream,
        record.version,
        record.position,
        record.hash,
    )


def line_of(found: Row[*tuple[Any, ...]]) -> Line:
    return Line(*found)
