"""The document's instructions to people are shown to the dealer at their moment, with their clauses."""

import pytest

from croupier.rulebook.catalog import rule_set
from croupier.rulebook.checks.steps import INSTRUCTIONS
from croupier.submission.form import Procedure
from croupier.table.redaction.view import view
from croupier.table.state import Viewer
from tests.table.driver import METHODS, Table, electronic, every_wager, live

DEALER = Viewer("dealer", "d")


def told(table: Table, viewer: Viewer = DEALER) -> dict[str, str]:
    """By instruction shown now, its moment."""
    instructions = rule_set(table.state.at.house.rules.rules.name).instructions
    shown = {each.text: each for each in view(table.state, viewer).by_hand}
    found = {name: shown.get(f"{rule.prompt}.") for name, rule in instructions.items()}
    for name, each in found.items():
        assert each is None or each.clauses == instructions[name].clauses
    return {name: each.when for name, each in found.items() if each is not None}


def shown_over_a_round(table: Table, viewer: Viewer = DEALER) -> dict[str, str]:
    name = table.state.at.house.rules.rules.name
    found = told(table, viewer)
    while table.state.program != "round":
        found |= told(table, viewer)
        table.perform_next()
    found |= told(table, viewer)
    table.start_round({seat: every_wager(name) for seat in (1, 2)})
    number = table.state.round
    while table.state.program == "round" and table.state.round == number:
        found |= told(table, viewer)
        table.perform_next()
    return found


@pytest.mark.parametrize("name", METHODS)
def test_every_instruction_of_a_document_is_shown_at_its_moment(name: str) -> None:
    found: dict[str, str] = {}
    for method in METHODS[name]:
        for counting in (False, True):
            table = live(name, method, seats=(1, 2), decks=2, counting_shuffler=counting)
            found |= shown_over_a_round(table)
    stepwise = live(name, seats=(1, 2), procedure=Procedure(settlement_alternative="1"))
    found |= shown_over_a_round(stepwise)
    assert found == {each: INSTRUCTIONS[each] for each in rule_set(name).instructions}


@pytest.mark.parametrize("name", METHODS)
def test_an_instruction_on_equipment_that_the_table_does_not_have_is_not_shown(name: str) -> None:
    shuffle = "manual" if "manual" in rule_set(name).options["shuffle"].values else "automated"
    found = shown_over_a_round(live(name, seats=(1, 2), decks=1, shuffle=shuffle, choices=None))
    assert "two_decks" not in found
    assert "stub_exempt" not in found
    assert ("uncut" in found) == (shuffle == "automated")


@pytest.mark.parametrize("name", METHODS)
def test_players_and_electronic_tables_get_no_instructions_by_hand(name: str) -> None:
    assert shown_over_a_round(live(name, seats=(1, 2)), Viewer("player", "p1")) == {}
    table = electronic(name)
    assert view(table.state, DEALER).by_hand == ()
