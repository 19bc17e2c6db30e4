"""At a live table a dealer's report that voids a dealt hand or round waits for a floorperson."""

import pytest

from croupier.errors import Refusal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.redaction.events import redact_event
from croupier.table.state import Viewer
from tests.table.driver import RULES, Table, every_wager, table_rules


class Confirming(Table):
    """A table of a house that has voids confirmed, as houses do unless they say otherwise."""

    confirms = True


def dealt(name: str, mode: str = "live") -> Table:
    table = Confirming(table_rules(name, "automated-shoe"), mode)
    table.sit(1, 2)
    table.start_round({1: every_wager(name), 2: every_wager(name)})
    while not table.state.drawn:
        table.perform_next()
    return table


def refusal(table: Table, act: c.AnyAct, role: str = "dealer") -> Refusal:
    with pytest.raises(Refusal) as caught:
        table.do(act, role)
    return caught.value


VOID = c.Report(irregularity="wrong_cards_player", seat=1, count=3, note="three cards")


@pytest.mark.parametrize("name", RULES)
def test_a_dealers_void_waits_for_a_floorperson(name: str) -> None:
    table = dealt(name)
    (event,) = table.do(VOID)
    assert isinstance(event, e.IrregularityReported)
    assert not table.state.found
    assert table.state.void_all is None
    assert not table.state.hands[1].void
    # Nothing goes on meanwhile, and the dealer confirms nothing.
    for act in (c.Perform(step="stub"), c.Deal(step="deal"), c.Decide(seat=2, action="fold"), VOID):
        assert refusal(table, act).code == "report_pending"
    assert [offer.act for offer in table.offers()] == ["call_floor"]
    assert refusal(table, c.ConfirmReport()).code == "own_work"
    with pytest.raises(Refusal) as other:
        table.do(c.ConfirmReport(), "dealer", "another dealer")
    assert other.value.code == "role_too_low"
    events = table.do(c.ConfirmReport(), "floorperson", "f1")
    found = events[0]
    assert isinstance(found, e.IrregularityFound)
    assert (found.by, found.reported_by, found.count, found.note) == ("f1", "dealer", 3, "three cards")
    assert table.state.reported is None
    assert found.void in ("hand", "all")


@pytest.mark.parametrize("name", RULES)
def test_a_call_for_the_floor_decides_no_report(name: str) -> None:
    table = dealt(name)
    table.do(VOID)
    waiting = table.state.reported
    assert [type(event) for event in table.do(c.CallFloor(reason="three cards"))] == [e.FloorCalled]
    assert table.offers() == ()
    assert [type(event) for event in table.do(c.AnswerCall(), "floorperson")] == [e.CallAnswered]
    assert table.state.reported == waiting
    assert refusal(table, c.Decide(seat=2, action="fold")).code == "report_pending"


@pytest.mark.parametrize("name", RULES)
def test_a_dismissed_report_changes_nothing(name: str) -> None:
    table = dealt(name)
    before = table.state
    table.do(VOID)
    assert refusal(table, c.DismissReport(reason=" "), "floorperson").code == "reason_missing"
    (event,) = table.do(c.DismissReport(reason="there were five"), "floorperson")
    assert isinstance(event, e.ReportDismissed)
    assert table.state.reported is None
    assert (table.state.hands, table.state.found, table.state.step) == (before.hands, (), before.step)
    number = table.state.round
    while table.state.program == "round" and table.state.round == number:
        table.perform_next()


@pytest.mark.parametrize("name", RULES)
def test_a_floorpersons_own_report_needs_no_other(name: str) -> None:
    table = dealt(name)
    assert isinstance(table.do(VOID, "floorperson")[0], e.IrregularityFound)


def test_before_the_deal_and_without_a_void_nobody_waits() -> None:
    table = dealt("md/high-card-flush")
    assert isinstance(table.do(c.Report(irregularity="late_wager", seat=1))[0], e.IrregularityFound)
    assert table.state.reported is None


def test_a_house_may_let_reports_stand() -> None:
    table = Table(table_rules("md/high-card-flush", "automated-shoe"), "live")
    table.sit(1)
    table.start_round({1: {"ante": 1000}})
    while not table.state.drawn:
        table.perform_next()
    assert isinstance(table.do(VOID)[0], e.IrregularityFound)


def test_a_waiting_report_shows_no_hidden_cards() -> None:
    table = dealt("ma/high-card-flush")
    (event,) = table.do(c.Report(irregularity="dealer_card_exposed", cards="Ah", note="by a sleeve"))
    assert isinstance(event, e.IrregularityReported)
    player = redact_event(event, Viewer("player", "p1"), table.state)
    assert isinstance(player, e.IrregularityReported)
    assert player.note == ""
