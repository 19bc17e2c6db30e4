"""The cashier: play money issued and taken back, and a player's statement."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.errors import Refusal
from croupier.floor.desks import cashier
from croupier.floor.desks.idempotency import once
from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor
from croupier.jackpot.meters import UNIT
from croupier.money import LARGEST
from croupier.table import commands as c
from tests.floor.desk_rig import ADMIN, FLOOR, MD, Desk
from tests.floor.floor_rig import audit


@pytest.fixture
def desk(database_url: str, tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(database_url, tmp_path / "keys")
    yield opened
    opened.close()


def refused(desk: Desk, act: object, *arguments: object) -> str:
    with pytest.raises(Refusal) as found:
        desk.run(lambda unit: act(unit, *arguments))  # type: ignore[operator]
    return found.value.code


def test_money_comes_from_the_house_and_goes_back(desk: Desk) -> None:
    desk.run(lambda unit: cashier.issue(unit, "p1", 50_000, ADMIN, reason="welcome"))
    desk.run(lambda unit: cashier.take_back(unit, "p1", 20_000, ADMIN))
    found = cashier.statement(desk.ledger, "p1")
    assert found.balance == 30_000
    assert [line.amount for line in found.lines] == [-20_000, 50_000]
    assert [line.kind for line in found.lines] == ["money_taken_back.v1", "money_issued.v1"]
    assert desk.ledger.balance("house") == -30_000 * UNIT
    issued = cashier.decode_cashier_event(desk.ledger.read("cashier")[0].body)
    assert (issued.by, issued.player, issued.amount, issued.reason) == ("a1", "p1", 50_000, "welcome")
    audit(desk.ledger)


def test_an_idempotency_key_is_per_person(desk: Desk) -> None:
    def issue(unit: Unit, key: str, cents: int, by: Actor = ADMIN) -> int:
        def work() -> int:
            cashier.issue(unit, "p1", cents, by)
            return cents

        return once(unit, cashier.STREAM, by, key, int, work)

    def both(unit: Unit) -> tuple[int, int]:
        return issue(unit, "k", 100), issue(unit, "k", 999)

    assert desk.run(both) == (100, 100)  # in one commit
    assert desk.run(lambda unit: issue(unit, "k", 999)) == 100
    assert cashier.statement(desk.ledger, "p1").balance == 100
    with pytest.raises(Refusal):
        desk.run(lambda unit: issue(unit, "other", 0))
    assert desk.run(lambda unit: issue(unit, "other", 5)) == 5  # the refusal was no answer
    other = Actor("a2", "administrator")
    assert desk.run(lambda unit: issue(unit, "k", 7, other)) == 7
    assert [desk.run(lambda unit: issue(unit, "", 1)) for _ in range(2)] == [1, 1]
    assert cashier.statement(desk.ledger, "p1").balance == 114
    audit(desk.ledger)


def test_nobody_is_overdrawn_and_only_an_administrator_issues(desk: Desk) -> None:
    desk.run(lambda unit: cashier.issue(unit, "p1", 100, ADMIN))
    assert refused(desk, cashier.take_back, "p1", 101, ADMIN) == "insufficient_funds"
    assert refused(desk, cashier.issue, "p1", 100, FLOOR) == "role_too_low"
    assert refused(desk, cashier.issue, "p1", 100, Actor("p1", "player")) == "role_too_low"
    assert refused(desk, cashier.issue, "p1", 0, ADMIN) == "bad_amount"
    assert refused(desk, cashier.issue, "p1", LARGEST, ADMIN) == "bad_amount"
    assert refused(desk, cashier.issue, "", 1, ADMIN) == "unknown_person"
    assert cashier.statement(desk.ledger, "p1").balance == 100


def test_a_guest_is_staked_again_only_with_nearly_nothing_left(desk: Desk) -> None:
    assert desk.run(lambda unit: cashier.stake_guest(unit, "g1")) == cashier.DEMO_STAKE
    assert desk.run(lambda unit: cashier.stake_guest(unit, "g1")) == 0
    desk.run(lambda unit: cashier.take_back(unit, "g1", 95_000, ADMIN))
    assert desk.run(lambda unit: cashier.stake_guest(unit, "g1")) == 95_000
    assert cashier.statement(desk.ledger, "g1").balance == cashier.DEMO_STAKE


def test_a_statement_has_the_wagers_and_reads_on(desk: Desk) -> None:
    desk.furnish_electronic("t", MD)
    desk.issue("t.1", cents=100_000)
    desk.act("t", c.Sit(seat=1, player="t.1"), 1)
    for _ in range(3):
        desk.play_round("t", [1])
    whole = cashier.statement(desk.ledger, "t.1", limit=1000)
    assert sum(line.amount for line in whole.lines) == whole.balance == desk.balance("t.1")
    first = cashier.statement(desk.ledger, "t.1", limit=3)
    rest = cashier.statement(desk.ledger, "t.1", limit=1000, before=first.lines[-1].position)
    assert (*first.lines, *rest.lines) == whole.lines
    assert whole.lines[-1].stream == "cashier"
