"""A single writer trusts its own memory of the log, and every write verifies it."""

import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from croupier.errors import Refusal
from croupier.ledger.assumptions import Query
from croupier.ledger.head import OptimisticHead
from croupier.ledger.keys import Keys
from croupier.ledger.records import GENESIS, StreamHead
from croupier.ledger.store import Ledger
from croupier.ledger.transaction import Transaction
from tests.ledger.books import UNIT, append, entry, pay, refused, signed_and_found

ANA = "player:ana"


@pytest.fixture
def other(ledger: Ledger, database_url: str, keys: Keys) -> Iterator[Ledger]:
    """Another process of the house, as far as the database can tell."""
    opened = Ledger.open(database_url, keys, optimistic=True)
    yield opened
    opened.close()


def trusting(ledger: Ledger) -> bool:
    """Whether a transaction would ask nothing."""
    with ledger.transaction() as tx:
        tx.expect(["table:1"], accounts=[ANA], head=True, trust=True)
        return bool(tx._assumptions)


def warm(ledger: Ledger) -> None:
    """Write until this process knows that it is alone, and where everything stands."""
    pay(ledger, "house", ANA, 100 * UNIT, "table:1")
    for _ in range(2):
        with ledger.transaction() as tx:
            tx.expect(["table:1"], accounts=[ANA], head=True)
            tx.append("table:1", tx.lock("table:1").version, [entry()])
    assert trusting(ledger)


def test_a_plain_ledger_assumes_nothing(database_url: str, keys: Keys) -> None:
    ledger = Ledger.open(database_url, keys)
    try:
        pay(ledger, "house", ANA, 100 * UNIT, "table:1")
        for _ in range(3):
            with ledger.transaction() as tx:
                assert tx.expect(["table:1"], accounts=[ANA], head=True, trust=True)[ANA] == 100 * UNIT
                assert not tx.alone
                assert not tx._assumptions
                tx.append("table:1", tx.lock("table:1").version, [entry()])
    finally:
        ledger.close()


def bet(
    ledger: Ledger, units: int = UNIT, *, key: str = "", then: Callable[[Transaction], object] = id
) -> None:
    """A wager of Ana's, on trust."""
    with ledger.transaction() as tx:
        asked = [("table:1", key)] if key else []
        holds = tx.expect(["table:1"], asked, [ANA], head=True, trust=True)[ANA]
        then(tx)
        if holds < units:
            raise Refusal("insufficient_funds", "")
        (record,) = tx.append("table:1", tx.lock("table:1").version, [entry()])
        tx.post(record, [(ANA, -units), ("layout", units)])
        if key and tx.answered("table:1", key) is None:
            tx.answer("table:1", key, b"{}")


def test_a_process_that_is_alone_asks_nothing_and_is_right(ledger: Ledger, other: Ledger) -> None:
    warm(ledger)
    for _ in range(5):
        bet(ledger)
    pay(ledger, "house", ANA, 3 * UNIT)  # a credit that nobody looked at
    assert trusting(ledger)
    bet(ledger, 98 * UNIT)
    with refused("insufficient_funds"):
        bet(ledger)
    assert other.balance(ANA) == 0
    assert signed_and_found(other) == []


def test_writes_of_another_process_are_detected(ledger: Ledger, other: Ledger) -> None:
    warm(ledger)
    before = ledger.seen
    pay(other, ANA, "house", 100 * UNIT, "cage")
    position = other.position()
    with refused("ledger_busy"):  # it believes that Ana still has her money
        bet(ledger)
    assert other.position() == position
    assert ledger.seen[1] > before[1]
    assert not trusting(ledger)
    with refused("insufficient_funds"):
        bet(ledger)
    assert signed_and_found(ledger) == []


def test_it_is_made_sure_before_anything_else_is_asked(ledger: Ledger, other: Ledger) -> None:
    warm(ledger)
    append(other, "table:1", "x")
    for asks in (
        lambda tx: tx.read("table:1"),
        lambda tx: tx.balance("player:bo"),
        lambda tx: tx.lock("table:2"),
        lambda tx: tx.answered("table:1", "k"),
        lambda tx: tx.connection,
        lambda tx: tx.expect(["table:3"]),
    ):
        with refused("ledger_busy"):
            bet(ledger, then=asks)
        warm(ledger)
        append(other, "table:1", "x")


def test_a_transaction_that_ignores_its_refusal_writes_nothing(ledger: Ledger, other: Ledger) -> None:
    """On SQLite the transaction itself does not know that it has failed."""
    warm(ledger)
    append(other, "house", "x")

    def deaf(tx: Transaction) -> None:
        with pytest.raises(Exception, match=r".*"):
            tx.balance("player:bo")

    position = other.position()
    with pytest.raises(Refusal):
        bet(ledger, then=deaf)
    assert other.position() == position


def test_a_key_that_was_used_is_found_when_it_is_committed(ledger: Ledger) -> None:
    warm(ledger)
    bet(ledger, key="k")
    position, holds = ledger.position(), ledger.balance(ANA)
    with refused("already_answered"):
        bet(ledger, key="k")
    assert (ledger.position(), ledger.balance(ANA)) == (position, holds)


def test_a_key_is_looked_up_for_who_must_be_sure(ledger: Ledger) -> None:
    warm(ledger)
    bet(ledger, key="k")
    with ledger.transaction() as tx:
        tx.expect(["table:1"], [("table:1", "k"), ("table:1", "new")], head=True, trust=True)
        assert tx.answered("table:1", "k") is None
        assert tx.answered("table:1", "k", sure=True) == b"{}"
        assert tx.answered("table:1", "new", sure=True) is None


def test_expected_versions_of_other_streams_must_match(ledger: Ledger) -> None:
    warm(ledger)
    told: list[Any] = []
    question = "SELECT count(*) AS kept FROM checkpoints", ()

    def look(expected: int) -> None:
        with ledger.transaction() as tx:
            also = [Query(question, told.append, {"kept": expected})]
            tx.expect(["table:1"], also=also, head=True, trust=True)
            tx.append("table:1", tx.lock("table:1").version, [entry()])

    look(0)
    with refused("ledger_busy"):
        look(7)
    assert told == [[(0,)], [(7,)]]
    warm(ledger)
    with ledger.transaction() as tx:  # where nothing can be expected it is asked
        tx.expect(["table:1"], also=[Query(question, told.append)], head=True, trust=True)
        assert not tx._assumptions
    assert [tuple(row) for row in told[-1]] == [(0,)]


def test_under_the_lock_of_the_head_a_stream_is_locked_at_once(ledger: Ledger) -> None:
    warm(ledger)
    with ledger.transaction() as tx:
        tx.lock_head()
        tx.expect(["table:1"], accounts=[ANA], head=True, trust=True)
        assert not tx._assumptions._streams


def test_two_processes_at_random_keep_the_books(ledger: Ledger, other: Ledger) -> None:
    """Each wagers on trust, and asks again when it is refused, as the floor does."""
    chance = random.Random(5)
    pay(ledger, "house", ANA, 40 * UNIT)
    holds, trusted = 40, 0
    codes: list[tuple[str, bool]] = []
    writers = (ledger, other)
    at = 0
    for _ in range(120):
        at = at if chance.random() < 0.8 else 1 - at
        writer = writers[at]
        if chance.random() < 0.2:
            pay(writer, "house", ANA, 5 * UNIT)
            holds += 5
            continue
        wager = chance.randint(1, 4)
        for trust in (True, False):
            try:
                with writer.transaction() as tx:
                    stream = f"table:{chance.randint(1, 2)}"
                    has = tx.expect([stream], accounts=[ANA], head=True, trust=trust)[ANA]
                    trusted += bool(tx._assumptions)
                    if has >= wager * UNIT:
                        (record,) = tx.append(stream, tx.lock(stream).version, [entry()])
                        tx.post(record, [(ANA, -wager * UNIT), ("layout", wager * UNIT)])
            except Refusal as refusal:
                codes.append((refusal.code, trust))
            else:
                holds -= wager if holds >= wager else 0
                break
    assert ledger.balance(ANA) == holds * UNIT
    assert set(codes) == {("ledger_busy", True)}
    assert len(codes) > 5
    assert trusted > 3 * len(codes)
    assert signed_and_found(ledger) == []


def test_threads_of_one_process_keep_the_books(ledger: Ledger) -> None:
    warm(ledger)
    done: list[bool] = []
    codes: list[tuple[str, bool]] = []

    def play(stream: str) -> None:
        for _ in range(15):
            for trust in (True, False):
                try:
                    with ledger.transaction() as tx:
                        tx.expect([stream], accounts=[ANA], head=True, trust=trust)
                        (record,) = tx.append(stream, tx.lock(stream).version, [entry()])
                        tx.post(record, [(ANA, -UNIT), ("layout", UNIT)])
                    done.append(trust)
                    break
                except Refusal as refusal:
                    codes.append((refusal.code, trust))

    threads = [threading.Thread(target=play, args=(f"table:{number}",)) for number in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 45
    assert set(codes) <= {("ledger_busy", True)}
    assert ledger.balance(ANA) == 55 * UNIT
    assert signed_and_found(ledger) == []


def head(version: int) -> StreamHead:
    return StreamHead(version, GENESIS, GENESIS)


def test_of_two_late_reports_the_later_commit_counts() -> None:
    known = OptimisticHead()
    known.committed(-1, 10, {"a": head(1)}, {"x": 5}, {})
    known.found(10)
    known.committed(11, 12, {"b": head(1)}, {"x": 3}, {"x": -1})  # the one before has not told yet
    known.committed(10, 11, {"a": head(2)}, {"x": 5}, {"x": -2})
    known.found(12)
    assert known.standing(["b"], ["x"]) == (12, {"b": head(1)}, {"x": 2})
    assert known.standing(["a"], []) is None
    known.committed(12, 13, {"a": head(3)}, {}, {"x": 4, "y": 1})
    assert known.standing(["a", "b"], ["x"]) == (13, {"a": head(3), "b": head(1)}, {"x": 6})
    assert known.standing([], ["y"]) is None
    known.forget()
    assert known.standing([], []) is None
