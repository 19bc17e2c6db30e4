"""Steps that one entry confirms together: announced exactly, recorded one by one."""

import pytest

from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.programs import current
from tests.table.driver import Table, every_wager, live, shuffled

RULES = (
    "ma/high-card-flush",
    "nj/high-card-flush",
    "md/high-card-flush",
    "ma/ultimate-texas-holdem",
    "ma/four-card-poker",
)


def announced(table: Table) -> tuple[str, ...]:
    """The steps that the entry now due may confirm too."""
    due = current(table.state)
    assert due is not None
    for offer in table.offers():
        if offer.name == due.name and offer.act != "lapse":
            return tuple(then.name for then in offer.then or ())
    return ()


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("sides", [False, True])
def test_the_steps_announced_are_those_that_come_due(rules: str, sides: bool) -> None:
    table = live(rules, seats=(1, 3, 4))
    wagers = {name: cents for name, cents in every_wager(rules).items() if sides or name in ("ante", "blind")}
    seen: set[str] = set()
    for round_ in range(6):  # the stub is counted in the fifth
        table.open_up()
        for seat in table.state.players:
            table.bet(seat, wagers)
        table.deck, table.hands = shuffled(round_ + 40), {}
        number, waiting = table.state.round, announced(table)
        table.do(c.CloseBets())
        while table.state.round == number:
            due = current(table.state)
            assert due is not None
            if waiting:
                assert waiting[0] == due.name
                seen.add(due.name)
            after = announced(table)
            assert not waiting[1:] or after == waiting[1:], due.name
            before = table.state.version
            done = table.perform_next()
            still = current(table.state)
            moved = still is None or still.name != due.name
            waiting = after if moved else waiting
            assert table.state.version > before
            if due.kind in ("perform", "stub"):  # each has a record of its own
                steps = [each.step for each in done if isinstance(each, (e.StepDone, e.Counted))]
                assert len(steps) <= 1
    assert {"examine", "reveal"} <= seen
    assert "shuffle" not in seen  # a fault of the shuffler can be reported while it is due


def test_a_stub_that_must_be_counted_is_not_confirmed_with_the_deal() -> None:
    table = live("ma/high-card-flush")
    for _ in range(4):
        table.deal_round({1: {"ante": 1500}})
    table.start_round({1: {"ante": 2500}})
    table.until("deal")
    assert announced(table) == ()
    table.perform_next()
    [count] = [offer for offer in table.offers() if offer.name in ("stub", "stub_count")]
    assert count.act == "count"
    assert [then.name for then in count.then or ()][:1] == ["examine"]  # the entry of the count names it
    table.perform_next()
    assert current(table.state).name == "examine"  # type: ignore[union-attr]


def test_winning_hands_that_wait_are_not_collected_with_the_last_payout() -> None:
    table = live("ma/high-card-flush")
    deck = ["As", "Ks", "Qs", "Js", "Ts", "9s", "8s", "2d", "3d", "9d", "4c", "5h", "6h", "Kc"]
    rest = [card for card in shuffled(3) if card not in deck]
    table.start_round({1: {"ante": 1000, "progressive": 100}}, [*deck, *rest])
    table.until("collect")
    assert table.state.pending
    assert announced(table) == ()
    assert not [offer for offer in table.offers() if offer.name == "collect"]


def test_an_electronic_table_confirms_nothing() -> None:
    table = Table(live("ma/four-card-poker").state.at, "electronic")
    table.sit(2)
    table.open_up()
    table.bet(2, {"ante": 1000})
    assert not [offer for offer in table.offers("system") if offer.then]
