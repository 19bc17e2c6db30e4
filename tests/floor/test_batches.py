"""How a batch talks to the database: in as few messages as is right, and never in a circle of locks."""

import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from croupier.errors import Refusal
from croupier.floor.desks import cashier
from croupier.floor.host.batch import Unit
from croupier.ledger.statements import Question
from croupier.table import commands as c
from croupier.table.commands import AnyAct
from tests.databases import postgres_database
from tests.floor.floor_rig import ADMIN, PATIENCE, Blocker, Clock, House, audit, code_of, lapse, wagers_at

GAME = "ma/high-card-flush"


@pytest.fixture
def house(postgres: str, tmp_path: Path) -> Iterator[House]:
    """A table `t0` of two players, on PostgreSQL: on SQLite a transaction has the whole database."""
    with postgres_database(postgres) as url:
        opened = House(url, tmp_path / "keys", clock=Clock())
        opened.furnish(GAME, "t0")
        yield opened
        opened.close()


def bet(house: House, seat: int, key: str = "") -> Any:
    state = house.floor.tables["t0"].state
    act, player = c.Bet(seat=seat, wagers=wagers_at(state)), state.players[seat]
    return house.floor.send("t0", act, by=player, role="player", key=key)


class Asked:
    """The questions that go to the database, message by message."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.messages: list[str] = []
        sql: Any = house.ledger._sql
        ask = sql.ask

        def noted(connection: sa.Connection, questions: Sequence[Question]) -> Any:
            if questions:
                self.messages.append("; ".join(statement for statement, _ in questions))
            return ask(connection, questions)

        monkeypatch.setattr(sql, "ask", noted)
        self.made_sure: list[str] = []
        insist = sql.insist

        def insisted(connection: sa.Connection, locks: Sequence[Question], musts: Sequence[Question]) -> None:
            self.made_sure += [statement for statement, _ in (*locks, *musts)]
            insist(connection, locks, musts)

        monkeypatch.setattr(sql, "insist", insisted)


def test_a_command_queries_nothing_with_a_single_writer(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    bet(house, 1).result(PATIENCE)
    asked = Asked(house, monkeypatch)
    bet(house, 1, key="k").result(PATIENCE)
    assert not asked.messages
    assert "FOR UPDATE" in asked.made_sure[0]
    assert "FROM head FOR UPDATE" in asked.made_sure[1]
    assert "FROM table_leases" in asked.made_sure[2]


def test_the_head_is_locked_last_with_several_writers(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    bet(house, 1).result(PATIENCE)
    other = house.another("b")
    other.fund("p")
    other.close()
    bet(house, 1).result(PATIENCE)  # finds that the order has moved
    asked = Asked(house, monkeypatch)
    bet(house, 1).result(PATIENCE)
    assert [("FROM head FOR UPDATE" in each) for each in asked.messages] == [False, True]


def test_a_stream_that_is_locked_elsewhere_is_waited_for_without_the_head(house: House) -> None:
    """The holder of the stream may wait for the head: no deadlock."""
    house.floor.hooks.append(lambda unit, table: unit.append("house", "noted.v1", b"{}", by="x", role="host"))
    bet(house, 1).result(PATIENCE)
    release = threading.Event()
    held = threading.Event()

    def hold() -> None:
        with house.ledger.transaction() as tx:
            tx.lock("house")
            held.set()
            release.wait(PATIENCE)
            tx.lock_head()

    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(PATIENCE)
    waiting = bet(house, 1)
    time.sleep(0.2)
    assert not waiting.done()
    release.set()
    assert waiting.result(PATIENCE).version == house.floor.tables["t0"].state.version
    holder.join(PATIENCE)


def test_who_is_not_admitted_any_more_still_gets_the_first_answer(house: House) -> None:
    first = bet(house, 1, key="k").result(PATIENCE)

    def closed(unit: Unit, table: str, asked: AnyAct) -> None:
        raise Refusal("server_stopping", "no more bets")

    house.floor.admit.append(closed)
    assert bet(house, 1, key="k").result(PATIENCE) == first
    assert code_of(bet(house, 2, key="other")) == "server_stopping"


def test_work_of_a_desk_locks_the_head_last(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    bet(house, 1).result(PATIENCE)
    asked = Asked(house, monkeypatch)

    def work(unit: Unit) -> None:
        unit.append("house", "noted.v1", b"{}", by="x", role="host")

    house.run(work)
    assert sum("FROM head FOR UPDATE" in each for each in asked.messages[:-1]) == 0


def test_batches_are_kept_apart_only_where_many_ask(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    floor: Any = house.floor
    waited: list[float] = []

    class Noted(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout or 0.0)
            return super().wait(0)

    monkeypatch.setattr(floor.jobs, "_stopping", Noted())
    for _ in range(3):
        bet(house, 1).result(PATIENCE)
    assert not waited
    blocker = Blocker(floor)
    crowd = [bet(house, 1) for _ in range(5)]
    blocker.release()
    for each in crowd:
        each.result(PATIENCE)
    bet(house, 1).result(PATIENCE)
    assert len(waited) == 1
    assert 0 <= waited[0] <= floor.jobs.apart


# ------------------------------------------------------------------- what is taken for true without asking


@pytest.fixture
def either(database_url: str, tmp_path: Path) -> Iterator[House]:
    """The same table on each kind of database, after a bet: from then on its batches ask nothing."""
    opened = House(database_url, tmp_path / "keys", clock=Clock())
    opened.furnish(GAME, "t0")
    bet(opened, 1).result(PATIENCE)
    yield opened
    opened.close()


def test_a_used_key_gets_its_first_answer_without_being_asked_for(
    either: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = bet(either, 1, key="k").result(PATIENCE)
    second = bet(either, 2, key="k2").result(PATIENCE)
    position = either.ledger.position()
    assert bet(either, 1, key="k").result(PATIENCE) == first  # it would be taken a second time
    assert either.ledger.position() == position
    either.close_bets("t0")
    position = either.ledger.position()
    assert bet(either, 2, key="k2").result(PATIENCE) == second  # it would be refused
    assert code_of(bet(either, 2, key="k3")) not in ("", "ledger_busy")
    assert either.ledger.position() == position
    audit(either.ledger)


def test_a_used_key_costs_the_others_of_its_batch_nothing(either: House) -> None:
    first = bet(either, 1, key="k").result(PATIENCE)
    blocker = Blocker(either.floor)
    again, other = bet(either, 1, key="k"), bet(either, 2, key="new")
    blocker.release()
    assert again.result(PATIENCE) == first
    assert other.result(PATIENCE).version == either.state("t0").version
    audit(either.ledger)


def test_money_that_another_process_has_taken_is_not_wagered(either: House) -> None:
    other = either.another("b")
    cents = either.balance("t0.2")
    other.run(lambda unit: cashier.take_back(unit, "t0.2", cents, ADMIN))
    other.close()
    assert code_of(bet(either, 2)) == "insufficient_funds"
    assert either.balance("t0.2") == 0
    assert bet(either, 1).result(PATIENCE)
    audit(either.ledger)


def test_a_table_that_another_process_has_taken_is_not_played_on(either: House) -> None:
    lapse(either.ledger, "t0")
    bet(either, 1).result(PATIENCE)
    other = either.another("b", [("t0", either.floor.tables["t0"].settings)])
    assert "t0" in other.floor.tables
    position = either.ledger.position()
    assert code_of(bet(either, 1)) == "table_moved"
    assert either.ledger.position() == position
    assert bet(other, 1).result(PATIENCE)
    other.close()
