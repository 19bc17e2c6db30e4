"""The statements that every command runs, written out: building them anew costs more than running them.

A question mark stands for a value; PostgreSQL's driver writes it as `%s`. What is written by the row goes to
SQLite row by row and to PostgreSQL as one array a column, which is one statement however many rows. Rows of
events come in the order of the fields of `Record`.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Row
from sqlalchemy.exc import DBAPIError

from croupier.ledger.records import Line, Record

EVENT = "kind, body, at, actor, role, stream, version, position, hash"


def _not_ignored(record: logging.LogRecord) -> bool:
    """What psycopg says of a pipeline whose connection is lost; the loss itself is raised, and told once."""
    return not record.getMessage().startswith("error ignored terminating")


logging.getLogger("psycopg").addFilter(_not_ignored)


class Statements:
    """The statements for one kind of database."""

    def __init__(self, *, sqlite: bool) -> None:
        def sql(text: str) -> str:
            return text if sqlite else text.replace("?", "%s")

        def insert(table: str, columns: str, kinds: str) -> str:
            head = f"INSERT INTO {table} ({columns})"
            if sqlite:
                return f"{head} VALUES ({', '.join('?' for _ in kinds.split())})"
            return f"{head} SELECT * FROM {arrays(kinds)}"

        def arrays(kinds: str) -> str:
            return f"unnest({', '.join(f'%b::{kind}[]' for kind in kinds.split())})"

        self._sqlite = sqlite
        locked = "" if sqlite else " FOR UPDATE"
        at_once = "" if sqlite else " FOR UPDATE NOWAIT"
        stream = "SELECT version, hash, posted FROM streams WHERE stream = ?"
        position = "SELECT position FROM head"

        self.stream = sql(stream)
        self.lock_stream = sql(stream + locked)
        self.lock_stream_at_once = sql(stream + at_once)
        self.position = position
        self.lock_position = position + locked
        self.balance = sql("SELECT balance FROM accounts WHERE account = ?")
        self.answer = sql("SELECT answer FROM answers WHERE stream = ? AND key = ?")
        self.snapshot = sql("SELECT version, body, digest FROM snapshots WHERE stream = ?")
        self.read = sql(f"SELECT {EVENT} FROM events WHERE stream = ? AND version > ? ORDER BY version")
        self.read_some = f"{self.read} {sql('LIMIT ?')}"
        self.follow = sql(f"SELECT {EVENT} FROM events WHERE position > ? ORDER BY position LIMIT ?")
        self.postings = sql(
            "SELECT line, account, amount, hash FROM postings WHERE position = ? ORDER BY line"
        )

        self.open_stream = sql(
            "INSERT INTO streams (stream, version, hash, posted) VALUES (?, 0, ?, ?) "
            "ON CONFLICT (stream) DO NOTHING"
        )
        self.append = insert("events", EVENT, "text bytea bigint text text text bigint bigint bytea")
        self.move_stream = (
            "UPDATE streams SET version = ?, hash = ?, posted = ? WHERE stream = ?"
            if sqlite
            else "UPDATE streams SET version = new.version, hash = new.hash, posted = new.posted "
            f"FROM {arrays('bigint bytea bytea text')} AS new (version, hash, posted, stream) "
            "WHERE streams.stream = new.stream"
        )
        self.move_position = sql("UPDATE head SET position = ?")
        self.open_account = (
            insert("accounts", "account, balance", "text bigint") + " ON CONFLICT (account) DO NOTHING"
        )
        self.move_account = (
            "UPDATE accounts SET balance = balance + ? WHERE account = ?"
            if sqlite
            else "UPDATE accounts SET balance = accounts.balance + moved.amount "
            f"FROM {arrays('bigint text')} AS moved (amount, account) WHERE accounts.account = moved.account"
        )
        self.post = insert(
            "postings", "position, line, account, amount, hash", "bigint bigint text bigint bytea"
        )
        self.keep_answer = insert("answers", "stream, key, answer", "text text bytea")
        self.keep_snapshot = sql(
            "INSERT INTO snapshots (stream, version, body, digest) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (stream) DO UPDATE SET version = excluded.version, body = excluded.body, "
            "digest = excluded.digest WHERE snapshots.version <= excluded.version"
        )

    def heads(self, connection: Connection, streams: Sequence[str]) -> Sequence[Row[*tuple[Any, ...]]]:
        """The rows of several streams, locked in one order."""
        columns = "SELECT stream, version, hash, posted FROM streams WHERE stream"
        if self._sqlite:
            return rows(connection, f"{columns} IN ({_marks(streams)})", *streams)
        return rows(connection, f"{columns} = ANY(%s) ORDER BY stream FOR UPDATE", list(streams))

    def balances(self, connection: Connection, accounts: Sequence[str]) -> Sequence[Row[*tuple[Any, ...]]]:
        """What several accounts hold."""
        columns = "SELECT account, balance FROM accounts WHERE account"
        if self._sqlite:
            return rows(connection, f"{columns} IN ({_marks(accounts)})", *accounts)
        return rows(connection, f"{columns} = ANY(%s)", list(accounts))

    def answers(
        self, connection: Connection, asked: Sequence[tuple[str, str]]
    ) -> Sequence[Row[*tuple[Any, ...]]]:
        """The answers that several keys of streams have."""
        columns = "SELECT stream, key, answer FROM answers WHERE (stream, key) IN"
        if self._sqlite:
            pairs = ", ".join("(?, ?)" for _ in asked)
            return rows(connection, f"{columns} (VALUES {pairs})", *(part for pair in asked for part in pair))
        streams, keys = [stream for stream, _ in asked], [key for _, key in asked]
        return rows(connection, f"{columns} (SELECT * FROM unnest(%s::text[], %s::text[]))", streams, keys)

    @contextmanager
    def together(self, connection: Connection) -> Iterator[None]:
        """What is written in the block goes to PostgreSQL in one message; its failures show at the end."""
        if self._sqlite:
            yield
            return
        import psycopg

        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)
        try:
            with driver.pipeline():
                yield
        except psycopg.Error as error:
            if driver.closed:
                connection.invalidate(error)
            raise DBAPIError.instance(
                "flush", (), error, psycopg.Error, connection_invalidated=driver.closed
            ) from error

    def many(self, connection: Connection, statement: str, values: Sequence[tuple[object, ...]]) -> None:
        """Runs one of the statements that write by the row."""
        if self._sqlite:
            connection.exec_driver_sql(statement, list(values))
        else:
            connection.exec_driver_sql(statement, tuple(list(column) for column in zip(*values, strict=True)))


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
