"""Envy is paid after the award of the envied hand is validated, and not at all when it is rejected."""

import msgspec
import pytest

from croupier.jackpot.meters import UNIT
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.postings import postings
from croupier.table.redaction.view import view
from croupier.table.state import EMPTY, Viewer
from tests.table.driver import Table, electronic, live, resettlement, stacked

MD = "md/high-card-flush"
SEVEN, POOR, NOTHING = "2s 3s 4s 5s 6s 7s 8s", "2c 5d 9h Kc 3h 7d Jh", "4c 6d Th Qc 5h 8d Js"
BETS = {"ante": 1000, "progressive": 100}
ORDER = ("md-hcf-11.B.9.c", "md-hcf-11.B.9.d", "md-hcf-11.B.9.e")
ENVY = 20_000
"""Paytable C of chapter 12: for another player's seven-card straight flush."""


def won(mode: str) -> Table:
    """Seat 1 has won the progressive, seat 2 has a progressive wager; the round is settled."""
    table = live(MD, "automated-shoe", seats=(1, 2)) if mode == "live" else electronic(MD, "automated-shoe")
    if mode == "electronic":
        table.sit(1, 2)
    table.start_round({1: BETS, 2: BETS}, stacked(SEVEN, POOR, NOTHING))
    while not any(isinstance(event, e.RoundSettled) for event in table.log):
        table.perform_next()
    return table


def held(table: Table, player: str) -> int:
    """A player's payments less stakes, in cents."""
    state, total = EMPTY, 0
    for event in table.log:
        total += sum(each.amount for each in postings(state, event) if each.account == f"player:{player}")
        state = evolve(state, event)
    return total // UNIT


def shown(table: Table, seat: int) -> dict[str, int]:
    """What is shown as paid to a seat in the round, to the floor."""
    told = view(table.state, Viewer("floorperson", "f1"))
    seats = told.seats if told.round == 1 and any(each.results for each in told.seats) else ()
    if not seats and told.last is not None:
        seats = told.last.seats
    found = next(each for each in seats if each.seat == seat)
    return {name: result.paid for name, result in (found.results or {}).items()}


@pytest.mark.clause(*ORDER, shows="computed")
@pytest.mark.parametrize("mode", ["live", "electronic"])
def test_no_envy_is_paid_before_the_award_is_validated(mode: str) -> None:
    table = won(mode)
    settled = next(event for event in table.log if isinstance(event, e.RoundSettled))
    assert settled.envy == {}
    assert [(each.seat, each.paid) for each in settled.envy_waits["1.1"]] == [(2, ENVY)]
    before = held(table, "p2")
    assert "envy" not in shown(table, 2)
    events = table.do(c.Validate(award="1.1"), "floorperson")
    paid = events[0]
    assert isinstance(paid, e.AwardValidated)
    assert [(each.seat, each.player, each.paid) for each in paid.envy] == [(2, "p2", ENVY)]
    assert held(table, "p2") == before + ENVY
    assert shown(table, 2)["envy"] == ENVY


@pytest.mark.clause(*ORDER, shows="refused")
@pytest.mark.parametrize("mode", ["live", "electronic"])
def test_a_rejected_award_pays_no_envy_and_is_nowhere_shown_as_paid(mode: str) -> None:
    table = won(mode)
    before = held(table, "p1"), held(table, "p2")
    assert shown(table, 1)["progressive"] > 0
    table.do(c.Reject(award="1.1", reason="the light was not on"), "floorperson")
    assert (held(table, "p1"), held(table, "p2")) == before
    assert shown(table, 1)["progressive"] == 0
    assert "envy" not in shown(table, 2)


@pytest.mark.clause(*ORDER, shows="computed")
def test_an_award_validated_or_rejected_before_the_last_seat_is_settled_decides_its_envy() -> None:
    for act, envy in ((c.Validate(award="1.2"), {1: ENVY}), (c.Reject(award="1.2", reason="no"), {})):
        table = live(MD, "automated-shoe", seats=(1, 2))
        table.start_round({1: BETS, 2: BETS}, stacked(POOR, SEVEN, NOTHING))
        while not table.state.pending:
            table.perform_next()
        assert not any(isinstance(event, e.RoundSettled) for event in table.log)
        table.do(act, "floorperson")
        while not any(isinstance(event, e.RoundSettled) for event in table.log):
            table.perform_next()
        settled = next(event for event in table.log if isinstance(event, e.RoundSettled))
        assert {seat: result.paid for seat, result in settled.envy.items()} == envy
        assert settled.envy_waits == {}


def test_the_envy_of_an_award_that_a_resettlement_finds_waits_for_it_too() -> None:
    table = live(MD, "automated-shoe", seats=(1, 2))
    events = table.deal_round({1: BETS, 2: BETS}, stacked(POOR, NOTHING, "4h Ad Tc Qd 5c 8c Jd"))
    settled = next(event for event in events if isinstance(event, e.RoundSettled))
    first, second = settled.record.seats
    seats = [msgspec.structs.replace(first, cards=SEVEN), second]
    corrected = msgspec.structs.replace(settled.record, seats=seats)
    (event,) = table.do(resettlement(1, settled.record, corrected, "misread"), "supervisor")
    assert isinstance(event, e.Resettled)
    assert event.differences[2] == 0
    assert [(each.seat, each.paid) for each in event.awards[0].envy] == [(2, ENVY)]
    before = held(table, "p2")
    table.do(c.Validate(award="1.1"), "floorperson")
    assert held(table, "p2") == before + ENVY
