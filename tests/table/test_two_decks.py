"""With two decks each is opened by itself: no step of the second deck's opening is passed over."""

import pytest

from croupier.errors import Refusal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.machine import act
from croupier.table.roles import ROLES
from tests.table.driver import METHODS, Table, table_rules

SEPARATELY = {
    "ma/high-card-flush": "ma-hcf-3.d",
    "nj/high-card-flush": "nj-hcf-38.3.d",
    "md/high-card-flush": "md-hcf-4.E",
    "ma/ultimate-texas-holdem": "ma-uth-3.d",
    "ma/four-card-poker": "ma-fcp-4.d",
}
OPENED = ("receive", "inspect", "verify", "spread", "look", "wash", "stack")


@pytest.mark.clause(*SEPARATELY.values(), shows="recorded")
@pytest.mark.parametrize("name", METHODS)
def test_every_step_of_the_opening_is_done_with_each_of_two_decks(name: str) -> None:
    table = Table(table_rules(name, "automated-shoe", decks=2, shuffle="automated"), "live")
    table.sit(1)
    done: dict[int, list[str]] = {0: [], 1: []}
    clauses: dict[int, set[str]] = {0: set(), 1: set()}
    while table.state.program != "round":
        deck, step, program = table.state.active, table.step, table.state.program
        if program == "opening":
            _cannot_go_on(table, step)
        for event in table.perform_next():
            if event.role in ROLES and program in ("opening", "shuffle"):
                assert event.by
                assert event.at > 0
                if isinstance(event, e.StepDone | e.Shuffled):
                    done[deck].append(step)
                    clauses[deck] |= set(event.clauses)
    for deck in (0, 1):
        assert [step for step in done[deck] if step in OPENED] == list(OPENED), "each deck, in its order"
        assert "shuffle" in done[deck]
        assert SEPARATELY[name] in clauses[deck]


def _cannot_go_on(table: Table, due: str) -> None:
    """Nobody does a later step, shuffles, bets or deals while a step of this deck's opening is due."""
    steps = [name for name in OPENED if name != due]
    others: list[c.AnyAct] = [c.Perform(step=name, back="red") for name in steps]
    others += [c.Shuffle(), c.CloseBets(), c.Bet(seat=1, wagers={"ante": 1000}), c.Deal(step="deal")]
    for other in others:
        command = c.Command(
            act=other, by="admin", role="administrator", version=table.state.version, at=table.now
        )
        with pytest.raises(Refusal):
            act(table.state, command)
