"""A server whose database role can add to the log and not change it: the owner migrates, the role runs."""

import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ProgrammingError
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.ledger.migrate import HEAD
from croupier.ledger.verification.audit import verify
from tests.databases import postgres_database, run
from tests.server.rig import running

RULES = "ma/four-card-poker"


@pytest.fixture
def urls(postgres: str) -> Iterator[tuple[str, str]]:
    """The owner's URL of an empty database, and that of a role without any rights in it."""
    role = f"croupier_{secrets.token_hex(4)}"
    with postgres_database(postgres) as url:
        owner = create_engine(url, isolation_level="AUTOCOMMIT")
        run(
            owner,
            f"CREATE ROLE {role} LOGIN PASSWORD 'secret'",
            "REVOKE ALL ON SCHEMA public FROM PUBLIC",
        )
        as_role = make_url(url).set(username=role, password="secret")
        yield url, as_role.render_as_string(hide_password=False)
        run(owner, f"DROP OWNED BY {role}", f"DROP ROLE {role}")
        owner.dispose()


def _role(url: str) -> str:
    return str(make_url(url).username)


def test_the_owner_migrates_and_the_role_runs_a_server(urls: tuple[str, str], tmp_path: Path) -> None:
    owner, restricted = urls
    role = _role(restricted)
    done = CliRunner().invoke(app, ["database", "--db", owner, "--grant", role])
    assert done.exit_code == 0, done.output
    assert done.output == f"the schema is at revision {HEAD}; {role} may run a server\n"
    with running(restricted, tmp_path / "keys") as server:
        server.table("t1", RULES)
        player = server.player("ann")
        assert player.act("t1", act="sit", seat=1).status_code == 200
        assert player.act("t1", act="bet", seat=1, wagers={"ante": 1000}).status_code == 200
        player.post("/api/session/end").raise_for_status()  # sessions are rows that go
        ledger = server.house.floor.ledger
        assert list(verify(ledger)) == []
        for act in (
            "UPDATE events SET at = at",
            "DELETE FROM events",
            "TRUNCATE events CASCADE",
            "UPDATE postings SET amount = amount",
            "DELETE FROM checkpoints",
            "CREATE TABLE of_my_own (id int)",
            "DROP TABLE people",
            "UPDATE alembic_version SET version_num = '0001'",
        ):
            with (
                pytest.raises(ProgrammingError, match=r"permission denied|must be owner"),
                ledger.engine.begin() as connection,
            ):
                connection.exec_driver_sql(act)


def test_a_server_says_at_its_start_that_its_role_may_change_the_log(
    urls: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def serve(house: object, listener: object, *, ready: Callable[[], None], proxy: str) -> None:
        ready()

    monkeypatch.setattr("croupier.server.run.serve", serve)
    monkeypatch.setattr("croupier.server.http.logs.log_to", lambda: None)
    owner, restricted = urls
    assert CliRunner().invoke(app, ["database", "--db", owner, "--grant", _role(restricted)]).exit_code == 0

    def warnings(url: str) -> list[str]:
        data = tmp_path / url.partition(":")[0]  # the keys of a house remember its own log
        done = CliRunner().invoke(app, ["serve", "--db", url, "--data", str(data), "--port", "0"])
        assert done.exit_code == 0, done.output
        assert done.stdout.startswith("Croupier listens on ")
        found = [line for line in done.stdout.splitlines() if line.startswith("Warning: ")]
        assert "witness" in found[-1]  # none was given, whatever the role
        power = [line for line in found if line.startswith("Warning: a loss of power may lose")]
        in_memory = url != sqlite and not os.environ.get("CROUPIER_TEST_POSTGRES")
        assert len(power) == in_memory  # the tests' own server does not wait for its disk
        return [line for line in found[:-1] if line not in power]

    sqlite = f"sqlite:///{tmp_path / 'a.db'}"
    (as_owner,) = warnings(owner)
    assert as_owner.startswith("Warning: this database role may change the log")
    assert warnings(restricted) == warnings(sqlite) == []
    # The guards are removed: the operator is warned at server start.
    for url, trigger, act in (
        (owner, "events_append_only", "ALTER TABLE events DISABLE TRIGGER ALL"),
        (sqlite, "events_no_update", "DROP TRIGGER events_no_update"),
    ):
        engine = create_engine(url)
        with engine.begin() as connection:
            connection.exec_driver_sql(act)
        engine.dispose()
        (unguarded,) = warnings(restricted if url == owner else sqlite)
        assert unguarded.startswith(f"Warning: the log can be changed: the trigger {trigger} is ")


def test_a_role_cannot_open_a_house_that_its_owner_has_not_migrated(
    urls: tuple[str, str], tmp_path: Path
) -> None:
    done = CliRunner().invoke(app, ["serve", "--db", urls[1], "--data", str(tmp_path), "--port", "0"])
    assert done.exit_code == 2
    assert done.output == (
        "croupier: the database is empty and this role may not change it: "
        "run `croupier database` as its owner, with --grant (unknown_schema)\n"
    )


def test_sqlite_has_no_roles(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    done = CliRunner().invoke(app, ["database", "--db", url, "--grant", "somebody"])
    assert done.exit_code == 2
    assert "SQLite has no roles" in done.output
    done = CliRunner().invoke(app, ["database", "--db", url])
    assert done.output == f"the schema is at revision {HEAD}\n"
