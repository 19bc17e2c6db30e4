"""The migrations build the schema that the code works with."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, Connection, inspect, text

from croupier.floor.audit.backup import restore, sums
from croupier.floor.audit.read_only import open_ledger
from croupier.floor.cluster import leases
from croupier.floor.people import schema as people_tables
from croupier.ledger import roles
from croupier.ledger.database import Database
from croupier.ledger.keys import Keys
from croupier.ledger.migrate import HEAD
from croupier.ledger.schema import metadata
from croupier.ledger.store import Ledger
from croupier.ledger.verification.audit import verify
from tests.ledger.books import append, fails, refused

OF_THE_FLOOR = (leases.metadata, people_tables.metadata)


@contextmanager
def at_revision(url: str, revision: str) -> Iterator[Connection]:
    """A database as an earlier Croupier has left it."""
    database = Database(url)
    config = Config()
    config.set_main_option("script_location", "croupier.ledger:migrations")
    config.set_main_option("path_separator", "os")
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        yield connection
        connection.commit()
    database.close()


def test_a_migrated_schema_is_that_of_the_metadata(ledger: Ledger) -> None:
    with ledger.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        whole: Any = [metadata, *OF_THE_FLOOR]  # Alembic takes several, though its types do not say so
        assert compare_metadata(context, whole) == []
        found = inspect(connection)
        for name, table in metadata.tables.items():
            # The comparison leaves out keys, checks and, in SQLite, the kind of table.
            assert found.get_pk_constraint(name)["constrained_columns"] == [c.name for c in table.primary_key]
            checks = {c["name"] for c in found.get_check_constraints(name)}
            assert checks == {str(c.name) for c in table.constraints if isinstance(c, CheckConstraint)}
            if ledger.database.sqlite:
                options = table.dialect_options["sqlite"]
                reflected = found.get_table_options(name)
                assert reflected.get("sqlite_strict", False) == options["strict"]
                assert reflected.get("sqlite_with_rowid", True) == options["with_rowid"]


def test_the_migrations_build_the_floors_tables(ledger: Ledger) -> None:
    with ledger.engine.connect() as connection:
        found = inspect(connection)
        tables = {name: table for each in OF_THE_FLOOR for name, table in each.tables.items()}
        assert set(tables) == set(roles.OF_THE_FLOOR)
        for name, table in tables.items():
            assert found.get_pk_constraint(name)["constrained_columns"] == [c.name for c in table.primary_key]
            wanted = {c.name: c.nullable for c in table.columns}
            assert {c["name"]: c["nullable"] for c in found.get_columns(name)} == wanted


def test_a_house_whose_floor_made_its_own_tables_is_migrated(database_url: str, keys: Keys) -> None:
    """Before revision 0002 the floor made them where they were missing; what stands in them stays."""
    with at_revision(database_url, "0001") as connection:
        leases.metadata.create_all(connection)
        connection.execute(leases.leases.insert().values(name="t1", owner="a", token=7, expires=8))
    ledger = Ledger.open(database_url, keys)
    with ledger.engine.connect() as connection:
        assert connection.execute(leases.leases.select()).all() == [("t1", "a", 7, 8)]
        assert inspect(connection).has_table("people_sessions")
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == HEAD
    ledger.close()


def test_a_house_from_before_answers_had_digests(database_url: str, keys: Keys) -> None:
    """Its answers stay as they are, count as before, and are guarded from now on."""
    with at_revision(database_url, "0002") as connection:
        connection.execute(text("INSERT INTO answers VALUES ('house', 'k', :answer)"), {"answer": b"{}"})
    ledger = open_ledger(database_url, keys)
    assert list(verify(ledger)) == []  # as it stands, before it is migrated
    ledger.close()
    ledger = Ledger.open(database_url, keys)
    with ledger.transaction() as tx:
        assert tx.answered("house", "k") == b"{}"
        tx.answer("house", "new", b"{}")
    assert list(verify(ledger)) == []
    with ledger.engine.connect() as connection:
        found = connection.execute(text("SELECT key, digest IS NULL FROM answers ORDER BY key")).all()
        assert found == [("k", True), ("new", False)]
    with fails(Exception, "only ever added to"), ledger.engine.begin() as connection:
        connection.execute(text("DELETE FROM answers"))
    ledger.close()


def test_a_backup_from_before_answers_had_digests(database_url: str, tmp_path: Path, keys: Keys) -> None:
    file = tmp_path / "old.backup"
    with at_revision(f"sqlite:///{file}", "0002") as connection:
        connection.execute(text("INSERT INTO answers VALUES ('house', 'k', x'7b7d')"))
    kept = restore(file, database_url, keys)
    ledger = Ledger.open(database_url, keys)
    assert sums(ledger) == kept
    with ledger.transaction() as tx:
        assert tx.answered("house", "k") == b"{}"
    ledger.close()


def test_a_house_of_every_earlier_revision_is_read_as_it_stands(tmp_path: Path, keys: Keys) -> None:
    config = Config()
    config.set_main_option("script_location", "croupier.ledger:migrations")
    config.set_main_option("path_separator", "os")
    for each in ScriptDirectory.from_config(config).walk_revisions():
        url = f"sqlite:///{tmp_path / each.revision}"
        with at_revision(url, each.revision):
            pass
        open_ledger(url, keys).close()


def test_the_newest_revision_is_the_one_that_is_looked_for() -> None:
    config = Config()
    config.set_main_option("script_location", "croupier.ledger:migrations")
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_a_database_of_a_newer_croupier_is_refused(database_url: str, keys: Keys) -> None:
    ledger = Ledger.open(database_url, keys)
    with ledger.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    ledger.close()
    with refused("unknown_schema"):
        Ledger.open(database_url, keys)


def test_servers_that_start_together_migrate_once(database_url: str, keys: Keys) -> None:
    opened: list[Ledger] = []
    starts = [
        threading.Thread(target=lambda: opened.append(Ledger.open(database_url, keys))) for _ in range(4)
    ]
    for start in starts:
        start.start()
    for start in starts:
        start.join()
    assert len(opened) == 4
    append(opened[0], "house", "a")
    assert [ledger.position() for ledger in opened] == [1] * 4
    for ledger in opened:
        ledger.close()


def test_a_failed_migration_leaves_nothing(tmp_path: Path, keys: Keys) -> None:
    url = f"sqlite:///{tmp_path / 'other.db'}"
    ledger = Ledger.open(url, keys)
    with ledger.engine.begin() as connection:
        connection.execute(
            text("DELETE FROM alembic_version")
        )  # the tables are in the way of the first revision
    ledger.close()
    with refused("ledger_unavailable"):
        Ledger.open(url, keys)
