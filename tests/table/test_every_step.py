"""Every step that a rule file knows is asked for at some table, and no later one is done before it."""

import pytest

from croupier.errors import Refusal
from croupier.rulebook.catalog import rule_set
from croupier.table import commands as c
from croupier.table.events import AnyEvent, DeckChanged, IrregularityFound, ShuffleOrdered, TableIdle
from tests.table.driver import METHODS, RULES, every_wager, live
from tests.table.playthroughs import playthroughs


def _cited(log: list[AnyEvent]) -> set[str]:
    return {clause for event in log for clause in event.clauses}


@pytest.mark.parametrize("name", RULES)
def test_every_step_is_asked_for_and_its_event_cites_its_clauses(name: str) -> None:
    cited: set[str] = set()
    for deal in METHODS[name]:
        for table in playthroughs(name, deal):
            cited |= _cited(table.log)
    uncited = {
        step: missing
        for step, rule in (rule_set(name).steps | rule_set(name).instructions).items()
        if (missing := [clause for clause in rule.clauses if clause not in cited])
    }
    assert not uncited


@pytest.mark.parametrize("name", RULES)
def test_no_step_can_be_left_out(name: str) -> None:
    """Every later step is refused until the current one is done."""
    table = live(name, seats=(1, 2))
    table.start_round({1: every_wager(name), 2: every_wager(name)})
    names = [step for step in rule_set(name).steps if "." not in step]
    while table.state.program == "round":
        due = table.step
        before = table.state
        for step in names:
            if step != due and not (step == "cut" and rule_set(name).steps[step].optional):
                with pytest.raises(Refusal):
                    table.do(c.Perform(step=step), "administrator")
        assert table.state is before
        table.perform_next()
        if table.state.round != before.round:
            break


def test_events_of_the_table_itself_are_recorded() -> None:
    table = live("md/high-card-flush", "hand")
    table.open_up()
    table.do(c.OrderShuffle(), "floorperson")
    table.open_up()
    table.do(c.ChangeDeck(reason="worn"))
    table.open_up()
    table.do(c.Leave(seat=1), "player", "p1")
    table.do(c.GoIdle())
    kinds = {type(event) for event in table.log}
    assert {ShuffleOrdered, DeckChanged, TableIdle} <= kinds
    assert IrregularityFound not in kinds
