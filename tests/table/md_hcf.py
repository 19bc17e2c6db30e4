"""Shared by the tests of the Maryland rules: the table by its way of dealing, refusals, events by kind."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

import pytest

from croupier.errors import Refusal
from croupier.submission.house import TableRules
from croupier.table import commands as c
from croupier.table.events import AnyEvent, RoundSettled, SeatSettled
from tests.table.driver import METHODS, Table, live, table_rules

MD = "md/high-card-flush"
DEALS = METHODS[MD]
ANTE = {"ante": 1000}
EVERY = {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 500, "progressive": 100}

STRAIGHT = "2s 3s 4s 5s 9h 9d 9c"
"""A four-card straight flush: flush bonus A 1 to 1, straight flush bonus B 50 to 1, progressive C $40."""
NOTHING = "Ah Kd Qc Js 7s 2h 3d"
"""A two-card flush, jack high at best in spades: no bonus."""
QUALIFIES = "Ac Kc Tc 7h 8d 5h 6d"
"""The dealer's three-card flush, ace high."""

OPENING = (
    ("receive", "dealer", "md-hcf-3.A"),
    ("inspect", "dealer", "md-hcf-4.A.s1"),
    ("verify", "floorperson", "md-hcf-4.A.s1"),
    ("spread", "dealer", "md-hcf-4.B"),
    ("look", "dealer", "md-hcf-4.B"),
    ("wash", "dealer", "md-hcf-4.C.2"),
    ("stack", "dealer", "md-hcf-4.C.3"),
)
"""The steps of an opening, who does each, and a clause of it."""

Kind = TypeVar("Kind")


def refused(table: Table, asked: c.AnyAct, role: str = "dealer", by: str = "") -> Refusal:
    """The refusal of an act, which has changed nothing."""
    before = table.state
    with pytest.raises(Refusal) as caught:
        table.do(asked, role, by)
    assert table.state == before
    return caught.value


def of(events: Iterable[AnyEvent], kind: type[Kind]) -> list[Kind]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def only(events: Iterable[AnyEvent], kind: type[Kind]) -> Kind:
    """The one event of a kind."""
    (event,) = of(events, kind)
    return event


def finish(table: Table) -> list[AnyEvent]:
    """On to the end of the round; awards that wait are validated on the way."""
    events: list[AnyEvent] = []
    number = table.state.round
    while table.state.program == "round" and table.state.round == number:
        for award in tuple(table.state.pending):
            events += table.do(c.Validate(award=award), "floorperson")
        events += table.perform_next()
    return events


def outcomes(events: Iterable[AnyEvent]) -> dict[int, dict[str, str]]:
    """By seat, the outcome of each wager."""
    return {
        event.seat: {wager: result.outcome for wager, result in event.results.items()}
        for event in of(events, SeatSettled)
    }


def returned(events: Iterable[AnyEvent]) -> bool:
    """Whether every wager of every seat went back, no more and no less."""
    events = list(events)
    seats = of(events, SeatSettled)
    back = [result for seat in seats for result in seat.results.values()]
    settled = only(events, RoundSettled)
    return (
        bool(back)
        and {seat.seat for seat in seats} == set(settled.nets)
        and all(result.outcome == "void" for result in back)
        and all((result.paid, result.returned) == (0, result.stake) for result in back)
        and not any(settled.nets.values())
    )


def contributing(deal: str, **more: object) -> TableRules:
    """A table whose progressive stakes put a fifth on the meter."""
    rules = table_rules(MD, deal, **more)  # type: ignore[arg-type]
    progressive = rules.house.progressive
    assert progressive is not None
    meters = tuple(replace(meter, rate=2_000) for meter in progressive.meters)
    return replace(rules, house=replace(rules.house, progressive=replace(progressive, meters=meters)))


def dealt(deal: str, seats: tuple[int, ...] = (1, 2), **more: object) -> Table:
    """A live table with these seats playing every wager, asked for the first decision."""
    table = live(MD, deal, seats=seats, **more)
    table.start_round(dict.fromkeys(seats, EVERY))
    table.until("decide")
    return table


def steps_until_betting(table: Table) -> list[str]:
    """The names of the steps that are done until bets may be placed."""
    names = []
    while table.state.program != "round":
        names.append(table.step)
        table.perform_next()
    return names
