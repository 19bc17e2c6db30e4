"""Writers at once: threads and processes, one stream and many; a follower never sees a gap."""

import multiprocessing
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.errors import Refusal
from croupier.ledger.database import reason
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from tests.ledger.books import UNIT, append, entry, pay, refused, signed_and_found

EACH = 25


def at_once(*works: Callable[[], None]) -> None:
    """Runs the works in threads that start together; what one raises is raised."""
    start, raised = threading.Barrier(len(works)), []

    def run(work: Callable[[], None]) -> None:
        start.wait()
        try:
            work()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]


def test_of_two_writers_at_one_version_one_is_stale(ledger: Ledger) -> None:
    for version in range(10):
        codes: list[str] = []

        def write(version: int = version, codes: list[str] = codes) -> None:
            try:
                with ledger.transaction() as tx:
                    tx.append("table:1", version, [entry()])
                codes.append("written")
            except Refusal as refusal:
                codes.append(refusal.code)

        at_once(write, write)
        assert sorted(codes) == ["stale_version", "written"]
    assert signed_and_found(ledger) == []


def test_a_lock_holds_until_the_end(ledger: Ledger) -> None:
    """Read, decide, append: with the lock nobody comes between."""

    def count() -> None:
        for _ in range(EACH):
            with ledger.transaction() as tx:
                head = tx.lock("link:city")
                assert len(tx.read("link:city")) == head.version
                tx.append("link:city", head.version, [entry()])

    at_once(count, count, count)
    assert ledger.head("link:city").version == 3 * EACH


def _write_many(url: str, keys: Path, stream: str) -> None:
    ledger = Ledger.open(url, Keys.open(keys), optimistic=True)
    for number in range(EACH):
        with ledger.transaction() as tx:
            tx.lock("link:city")
            records = tx.append(stream, tx.lock(stream).version, [entry(text=str(number))] * 2)
            tx.append("link:city", tx.lock("link:city").version, [entry(text=stream)])
            tx.post(records[0], [("player:ana", -UNIT), ("layout", UNIT)])
            tx.post(records[1], [("layout", -UNIT), ("player:ana", UNIT)])
    ledger.close()


def test_processes_that_write_leave_one_order_without_gaps(
    database_url: str, keys: Keys, tmp_path: Path
) -> None:
    ledger = Ledger.open(database_url, keys, optimistic=True)
    pay(ledger, "house", "player:ana", 2 * UNIT)
    context = multiprocessing.get_context("spawn")
    writers = [
        context.Process(target=_write_many, args=(database_url, tmp_path / "keys", f"table:{number}"))
        for number in (1, 2)
    ]
    for writer in writers:
        writer.start()
    seen = 0
    while seen < 1 + 2 * 3 * EACH:
        for record in ledger.follow(after=seen, limit=7):
            assert record.position == seen + 1
            seen += 1
        assert seen or any(writer.is_alive() for writer in writers)
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    assert ledger.head("link:city").version == 2 * EACH
    assert ledger.balances() == {"house": -2 * UNIT, "layout": 0, "player:ana": 2 * UNIT}
    assert signed_and_found(ledger) == []
    ledger.close()


def test_a_follower_of_busy_threads_never_sees_a_gap(ledger: Ledger) -> None:
    done = threading.Event()

    def write(stream: str) -> None:
        for number in range(10):
            append(ledger, stream, *(["x"] * (number % 3 + 1)))

    def follow() -> None:
        seen = 0
        while not done.is_set() or seen < ledger.position():
            for record in ledger.follow(after=seen):
                assert record.position == seen + 1
                seen = record.position

    def write_all() -> None:
        at_once(*(lambda s=stream: write(s) for stream in ("table:1", "table:2", "house")))
        done.set()

    at_once(follow, follow, write_all)


def test_one_player_at_two_tables_cannot_spend_twice(ledger: Ledger) -> None:
    pay(ledger, "house", "player:ana", 10 * UNIT)
    answers: list[str] = []

    def bet(stream: str) -> Callable[[], None]:
        def place() -> None:
            for _ in range(8):
                try:
                    pay(ledger, "player:ana", "layout", UNIT, stream)
                    answers.append("placed")
                except Refusal as refusal:
                    answers.append(refusal.code)

        return place

    at_once(bet("table:1"), bet("table:2"))
    assert sorted(answers) == ["insufficient_funds"] * 6 + ["placed"] * 10
    assert ledger.balance("player:ana") == 0


def test_a_stream_held_by_another_is_not_waited_for_under_the_head(postgres_ledger: Ledger) -> None:
    """Waiting there could only end in a deadlock; it is refused at once, and can be tried again."""
    ledger = postgres_ledger
    append(ledger, "link:city", "a")
    with ledger.transaction() as holder:
        holder.lock("link:city")
        with refused("ledger_busy"), ledger.transaction() as tx:
            tx.append("table:1", 0, [entry()])
            tx.append("link:city", 1, [entry()])
        holder.append("link:city", 1, [entry()])
    assert [r.stream for r in ledger.follow()] == ["link:city", "link:city"]


def test_a_lost_connection_loses_nothing_and_comes_back(postgres_ledger: Ledger) -> None:
    ledger = postgres_ledger
    append(ledger, "table:1", "a")
    # What it writes and its commit are one message: of one that was lost nobody knows whether it was read.
    with refused("ledger_uncertain"), ledger.transaction() as tx:
        tx.append("table:1", 1, [entry()])
        with ledger.database.reading() as other:
            other.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
    append(ledger, "table:1", "b")
    assert [r.version for r in ledger.read("table:1")] == [1, 2]
    assert signed_and_found(ledger) == []


def test_a_full_disk_refuses_and_leaves_no_half(tmp_path: Path, keys: Keys) -> None:
    ledger = Ledger.open(f"sqlite:///{tmp_path / 'small.db'}", keys)
    pay(ledger, "house", "player:ana", UNIT)
    with ledger.transaction() as tx:
        pages = tx.connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        tx.connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")
    before = ledger.follow()

    def too_much() -> None:
        with ledger.transaction() as tx:
            (record,) = tx.append("house", 1, [entry(text="x" * 100_000)])
            tx.post(record, [("house", -UNIT), ("player:ana", UNIT)])

    with pytest.raises(Refusal) as refusal:
        too_much()
    # A fixed message for the client; the driver's message is for the operator.
    assert str(refusal.value.message) == "the database failed; nothing was written"
    assert (refusal.value.code, reason(refusal.value)) == ("ledger_unavailable", "database or disk is full")
    assert ledger.follow() == before
    append(ledger, "house", "small")
    assert signed_and_found(ledger) == []
    ledger.close()


def test_another_process_that_holds_sqlite_is_waited_for_and_then_named(
    tmp_path: Path, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.ledger.database.PATIENCE_MS", 50)
    path = tmp_path / "held.db"
    ledger = Ledger.open(f"sqlite:///{path}", keys)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with refused("ledger_busy"):
        append(ledger, "house", "a")
    assert ledger.follow() == []  # reading goes on
    other.execute("ROLLBACK")
    append(ledger, "house", "a")
    other.close()
    ledger.close()
