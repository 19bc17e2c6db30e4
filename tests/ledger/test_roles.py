"""In PostgreSQL the server's role can add to the log, and cannot change it."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ProgrammingError

from croupier.ledger.keys import Keys
from croupier.ledger.roles import ADDED_TO, grants, may_change_the_log
from croupier.ledger.store import Ledger
from croupier.ledger.verification.audit import verify
from croupier.ledger.verification.checkpoints import checkpoint
from tests.databases import postgres_database
from tests.ledger.books import busy_evening


@pytest.fixture
def restricted(postgres: str, keys: Keys) -> Iterator[Ledger]:
    role = f"croupier_{secrets.token_hex(4)}"
    with postgres_database(postgres) as url:
        owner = Ledger.open(url, keys)
        with owner.engine.begin() as connection:
            connection.exec_driver_sql(f"CREATE ROLE {role} LOGIN PASSWORD 'secret'")
        with owner.database.writing() as connection:
            for statement in grants(role):
                connection.exec_driver_sql(statement)
            connection.commit()
        as_role = make_url(url).set(username=role, password="secret")
        ledger = Ledger.open(as_role.render_as_string(hide_password=False), keys)
        yield ledger
        ledger.close()
        with owner.engine.begin() as connection:
            connection.exec_driver_sql(f"DROP OWNED BY {role}")
            connection.exec_driver_sql(f"DROP ROLE {role}")
        owner.close()


def test_the_role_can_do_all_that_the_server_does(restricted: Ledger) -> None:
    busy_evening(restricted)
    with restricted.transaction() as tx:
        tx.answer("table:1", "k", b"answer")
        tx.save_snapshot("table:1", 1, b"state")
    assert checkpoint(restricted, at=1).position == restricted.position()
    assert list(verify(restricted)) == []


def test_the_role_cannot_prune_the_log(restricted: Ledger) -> None:
    for act in ("INSERT INTO starts VALUES ('table:1', 9, '')", "DELETE FROM starts"):
        with (
            pytest.raises(ProgrammingError, match="permission denied"),
            restricted.engine.begin() as connection,
        ):
            connection.exec_driver_sql(act)


@pytest.mark.parametrize("table", ADDED_TO)
def test_the_role_cannot_change_the_log(restricted: Ledger, table: str) -> None:
    busy_evening(restricted)
    columns = {"events": "at", "postings": "amount", "checkpoints": "at", "answers": "key"}
    column = columns.get(table, "number")
    for act in (f"UPDATE {table} SET {column} = {column}", f"DELETE FROM {table}", f"TRUNCATE {table}"):
        with (
            pytest.raises(ProgrammingError, match="permission denied"),
            restricted.engine.begin() as connection,
        ):
            connection.exec_driver_sql(act)


def test_roles_that_may_change_the_log_are_listed(
    restricted: Ledger, postgres_ledger: Ledger, tmp_path: Path, keys: Keys
) -> None:
    assert not may_change_the_log(restricted)
    assert may_change_the_log(postgres_ledger)  # it is its owner
    sqlite = Ledger.open(f"sqlite:///{tmp_path / 'ledger.db'}", keys)
    assert not may_change_the_log(sqlite)
    sqlite.close()


def test_the_role_cannot_take_the_guards_away(restricted: Ledger) -> None:
    for act in ("DROP TRIGGER events_append_only ON events", "ALTER TABLE events DISABLE TRIGGER ALL"):
        with pytest.raises(ProgrammingError, match="must be owner"), restricted.engine.begin() as connection:
            connection.exec_driver_sql(act)
