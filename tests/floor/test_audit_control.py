"""The audit judges who signed by the rules of the time at which the table was opened."""

import pytest

from croupier.floor.audit.control import check_control
from croupier.ledger.records import Record
from croupier.settlement.round import Round
from croupier.table import events as e
from croupier.table.dual_control import EDITION, Second
from croupier.table.state import State
from tests.table.driver import RULES, Table, table_rules

NUMBER = 7


@pytest.mark.parametrize(
    ("control", "second", "found"),
    [(0, "ann", False), (1, "ann", True), (EDITION, "ann", True), (1, "eve", False), (0, "sue", True)],
)
def test_who_changed_a_round_is_no_second_where_the_table_was_opened_under_that_rule(
    control: int, second: str, found: bool
) -> None:
    """Ann has changed the round before, and Sue signs for her own change, which no edition allows."""
    before = State(control=control, changed_by={NUMBER: ("ann",)})
    event = e.Resettled(
        at=1,
        by="sue",
        role="supervisor",
        round=NUMBER,
        record=Round(rules=RULES[0], seats=[]),
        digest="",
        differences={},
        players={},
        meters={},
        reason="a card was misread",
        second=Second(by=second, role="supervisor", signature="1"),
    )
    record = Record("resettled.v1", b"", 1, "sue", "supervisor", "table:t", 1, 1, b"")
    told: list[str] = []
    check_control(lambda code, record, text: told.append(code), record, before, event)
    assert told == (["control_differs"] if found else [])


def test_a_table_that_opens_records_the_rules_of_today() -> None:
    assert Table(table_rules(RULES[0]), "live").state.control == EDITION
