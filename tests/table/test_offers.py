"""The text of an offer before it is taken: the effect of a report, and the cards an act must name."""

import pytest

from croupier.errors import Refusal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.machine import decide
from croupier.table.programs import current
from croupier.table.transcript import words
from croupier.table.words.irregularities import capital
from tests.table.driver import RULES, Table, every_wager, live, stacked


def round_begun(name: str) -> Table:
    """A live table of three after no more bets."""
    table = live(name, seats=(1, 2, 3))
    table.start_round({seat: every_wager(name) for seat in (1, 2, 3)}, stacked("As Kd", seed=3))
    return table


def as_(table: Table, act: c.AnyAct, role: str) -> c.Command:
    """A command for the table as it is."""
    state = table.state
    return c.Command(act=act, by=role, role=role, version=state.version, at=table.now, meters=table.meters)


@pytest.mark.parametrize("name", RULES)
def test_a_report_has_the_consequence_of_its_offer(name: str) -> None:
    table = round_begun(name)
    checked = set()
    while table.state.program == "round" and table.state.bets_closed:
        for offer in table.offers("supervisor"):
            if offer.act != "report":
                continue
            asked = c.Report(irregularity=offer.name, seat=offer.seat)
            command = as_(table, asked, "supervisor")
            event = next(
                each for each in decide(table.state, command) if isinstance(each, e.IrregularityFound)
            )
            _, follows = words(table.state, event)
            assert capital(follows.words.removeprefix(f"by {event.clause}: ")) == offer.consequence
            assert offer.clauses == event.clauses
            checked.add(offer.name)
        table.perform_next()
    assert {"card_face_up", "dealer_card_exposed", "wrong_cards_player"} <= checked


@pytest.mark.parametrize("name", RULES)
def test_the_cards_that_an_offer_asks_for_are_those_that_are_needed(name: str) -> None:
    table = round_begun(name)
    asked = set()
    while table.state.program == "round" and table.state.bets_closed:
        step = current(table.state)
        assert step is not None
        for offer in table.offers():
            if offer.name != step.name or offer.act not in ("deal", "show"):
                continue
            act = c.Deal(step=step.name) if offer.act == "deal" else c.Show(to=offer.seat)
            command = as_(table, act, "dealer")
            if sum(each.least for each in offer.asks or ()):
                with pytest.raises(Refusal, match=r"must be entered|are entered"):
                    decide(table.state, command)
                asked.add(offer.act)
            else:
                assert decide(table.state, command)
        table.perform_next()
    assert "show" in asked
