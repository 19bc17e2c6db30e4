"""SQLite without SQLAlchemy's pool and results: the product's own statements, run by the driver at once.

Most of the time of a simulated second was spent in checking connections out and in wrapping rows. Statements,
transactions and failures stay the same, and so do the connections: the product's engine opens them.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, cast

from sqlalchemy import Connection, Executable
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql import ClauseElement

_DIALECT = sqlite.dialect(paramstyle="qmark")


class Rows:
    """The rows of a result, all of them read."""

    def __init__(self, rows: list[Any]) -> None:
        self._rows = rows

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    def all(self) -> list[Any]:
        return self._rows

    def one_or_none(self) -> Any:
        assert len(self._rows) < 2
        return self._rows[0] if self._rows else None

    def one(self) -> Any:
        (row,) = self._rows
        return row

    def first(self) -> Any:
        return self._rows[0] if self._rows else None

    def scalar(self) -> Any:
        return self._rows[0][0] if self._rows else None

    def scalar_one(self) -> Any:
        return self.one()[0]

    def scalars(self) -> "Rows":
        return Rows([row[0] for row in self._rows])


class ThinConnection:
    """The part of a connection that the floor uses."""

    def __init__(self, driver: sqlite3.Connection) -> None:
        self.driver = driver
        self.dialect = _DIALECT

    def exec_driver_sql(self, statement: str, values: Sequence[Any] = ()) -> Rows:
        try:
            return Rows(self.driver.execute(statement, values).fetchall())
        except sqlite3.Error as error:
            raise wrapped(error) from error

    def execute(self, statement: Executable) -> Rows:
        compiled = cast(ClauseElement, statement).compile(
            dialect=_DIALECT, compile_kwargs={"render_postcompile": True}
        )
        names: Sequence[str] = cast(Any, compiled).positiontup or ()
        return self.exec_driver_sql(str(compiled), [compiled.params[name] for name in names])

    def invalidate(self, error: BaseException | None = None) -> None:
        """The connection is lost, and its transaction with it."""
        if self.driver.in_transaction:
            self.driver.rollback()

    def commit(self) -> None:
        self.exec_driver_sql("COMMIT")


def as_connection(thin: ThinConnection) -> Connection:
    """For the product, which asks for no more than it has."""
    return cast(Connection, thin)


def wrapped(error: sqlite3.Error) -> Exception:
    """A failure as SQLAlchemy raises it."""
    return DBAPIError.instance("", (), error, sqlite3.Error)
