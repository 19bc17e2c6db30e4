"""Calls for the floor, decisions taken back at once, raises that a hand does not carry, filed procedures."""

import pytest

from croupier.errors import Refusal
from croupier.jackpot.meters import UNIT
from croupier.submission.form import Procedure
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.machine import fold
from croupier.table.offers import Actor, offers
from croupier.table.postings import postings
from croupier.table.redaction.view import view
from croupier.table.state import EMPTY, State, Viewer
from tests.table.driver import RULES, Table, every_wager, live, shuffled

DECIDES = {"high-card-flush": "raise", "ultimate-texas-holdem": "play", "four-card-poker": "play"}


def dealt(rules: str, *seats: int) -> Table:
    """A live round before its first decision."""
    table = live(rules, seats=seats)
    table.start_round({seat: every_wager(rules) for seat in seats}, shuffled(4))
    while not any(offer.act == "decide" for offer in table.offers()):
        table.perform_next()
    return table


def acts(state: State, role: str = "dealer") -> list[tuple[str, int]]:
    return [(offer.act, offer.seat) for offer in offers(state, Actor(role, role))]


@pytest.mark.parametrize("rules", RULES)
def test_the_last_decision_is_taken_back_as_if_it_had_never_been_entered(rules: str) -> None:
    table = dealt(rules, 1, 3, 4)
    before = table.state
    offer = next(each for each in table.offers() if each.act == "decide")
    wager = offer.amounts[0]
    amount = (wager.only or (wager.least,))[0]
    table.do(c.Decide(seat=1, action=DECIDES[rules.partition("/")[2]], amount=amount))
    moved = postings(before, table.log[-1])
    entered = table.state
    assert ("take_back", 1) in acts(table.state)
    assert ("take_back", 1) not in acts(table.state, "player")
    table.do(c.TakeBack(seat=1))
    taken = table.log[-1]
    assert isinstance(taken, e.DecisionTakenBack)
    assert (taken.action, taken.amount) == (DECIDES[rules.partition("/")[2]], amount)
    back = postings(entered, taken)
    assert {each.account: -each.amount for each in moved} == {each.account: each.amount for each in back}
    assert max(each.amount for each in back) == amount * UNIT
    same = ("hands", "step", "program", "results", "board", "drawn")
    assert [getattr(table.state, part) for part in same] == [getattr(before, part) for part in same]
    assert fold(table.log, EMPTY) == table.state
    with pytest.raises(Refusal, match="not now"):
        table.do(c.TakeBack(seat=1))


def test_only_the_last_decision_is_taken_back_and_only_until_anything_else_happens() -> None:
    table = dealt("ma/high-card-flush", 1, 2, 5)
    table.do(c.Decide(seat=1, action="raise", amount=1000))
    table.do(c.Decide(seat=2, action="raise", amount=1000))
    with pytest.raises(Refusal, match="allowed: seat 2"):
        table.do(c.TakeBack(seat=1))
    table.do(c.Decide(seat=5, action="raise", amount=1000))  # the last one moves the round on, and back
    step = table.state.step
    table.do(c.TakeBack(seat=5))
    assert table.state.step < step
    table.do(c.Decide(seat=5, action="raise", amount=1000))
    assert table.state.step == step
    table.do(c.CallFloor(reason="late"))
    assert all(act != "take_back" for act, _ in acts(table.state))


@pytest.mark.parametrize("rules", ["ma/high-card-flush", "nj/high-card-flush"])
def test_a_fold_that_was_paid_is_not_taken_back(rules: str) -> None:
    table = dealt(rules, 1, 2)
    table.do(c.Enter(to=1, cards="4s 5s 6s 7s 9h Jd Kc"))
    table.do(c.Decide(seat=1, action="fold"))
    assert table.state.hands[1].handed_over["straight_flush_bonus"].outcome == "win"
    assert all(act != "take_back" for act, _ in acts(table.state))


def test_the_floor_is_called_and_answers() -> None:
    table = dealt("ma/four-card-poker", 2)
    assert ("answer_call", 0) not in acts(table.state, "floorperson")
    table.do(c.CallFloor(reason="a late bet at seat 2"))
    called = view(table.state, Viewer("dealer")).called
    assert called is not None
    assert called.reason == "a late bet at seat 2"
    assert view(table.state, Viewer("player", "p2")).called is None
    assert ("call_floor", 0) not in acts(table.state)
    with pytest.raises(Refusal, match="floorperson or above"):
        table.do(c.AnswerCall())
    table.do(c.AnswerCall(), role="floorperson")
    assert table.state.called is None


@pytest.mark.parametrize("rules", ["ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"])
def test_a_raise_that_the_hand_does_not_carry_says_how_much_goes_back(rules: str) -> None:
    table = dealt(rules, 1)
    table.do(c.Decide(seat=1, action="raise", amount=3000))
    while not any(offer.act == "show" and offer.seat == 1 for offer in table.offers()):
        table.perform_next()
    held = " ".join(table.hands[1])
    suits = [card[1] for card in table.hands[1]]
    assert max(map(suits.count, suits)) < 5
    with pytest.raises(Refusal, match=r"allowed: \$10 exactly; give back \$20, call the floor") as refused:
        table.do(c.Show(to=1, cards="" if table.state.hands[1].cards else held))
    assert refused.value.code == "decision_out_of_bounds"


def test_a_failed_shuffler_shows_the_procedure_as_filed() -> None:
    filed = "Mark the shuffler out of order; shuffle by hand until the technician signs the log"
    table = live("ma/high-card-flush", procedure=Procedure(shuffler_fault=filed))
    while table.state.program != "shuffle":
        table.perform_next()
    (report,) = [each for each in table.offers() if each.act == "report" and each.name == "shuffler_fault"]
    assert isinstance(report.consequence, str)
    assert report.consequence.endswith(f". As filed: {filed}")
