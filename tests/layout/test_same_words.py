"""One award, one wording: felt, panel, guide and PAR sheet say the same of every row of every wager."""

from fractions import Fraction

import pytest

from croupier.layout.odds import even_wagers, odds_tables
from croupier.lessons.guide import guide
from croupier.odds.model import Level
from croupier.odds.report.parts import returned_by_row, rows
from croupier.server.api.tables.pay_tables import pay_tables
from croupier.submission.form import Choices, FiledProgressive
from croupier.submission.house import HouseTable, TableRules
from croupier.submission.practice import practice_rules, practiced
from tests.table.driver import table_rules

Said = dict[tuple[str, str], str]
"""By wager and row, what it pays in words."""

FOR = FiledProgressive(
    hand="flop",
    levels={"royal_flush": "100% of main", "straight_flush": "10% of main", "four_of_a_kind": "100 for 1"},
    seed=1_000_000,
    rate="20%",
)


def chosen(rules: TableRules) -> dict[str, HouseTable]:
    """The pay tables of a table by wager, without those of Cover All, which have a column for each number."""
    found = {name: each for name, each in rules.house.tables.items() if name not in even_wagers(rules.house)}
    if rules.house.progressive is not None:
        found["progressive"] = rules.house.progressive.table
    return found


def felt(rules: TableRules) -> Said:
    return {
        (table.name, row.row): row.pays[0]
        for table in odds_tables(rules.house)
        if table.name in chosen(rules)
        for row in table.rows
    }


def panel(rules: TableRules) -> Said:
    tables = {each.wager: each for each in pay_tables(rules) if not each.hands}
    return {
        (name, row): shown.pays
        for name, table in chosen(rules).items()
        for row, shown in zip(table.rows, tables[name].rows, strict=True)
    }


def sheet(rules: TableRules) -> Said:
    said: Said = {}
    for name, table in chosen(rules).items():
        levels = {
            row: Level(str(award), 1, Fraction(1, 100))
            for row, award in zip(table.rows, table.awards, strict=True)
        }
        returned = (
            dict.fromkeys(levels, Fraction(0)) if name == "progressive" else returned_by_row(table, levels)
        )
        said |= {(name, each.row): each.pays for each in rows(rules.house, table, levels, returned)}
    return said


@pytest.mark.parametrize("name", practiced())
def test_felt_panel_guide_and_sheet_say_the_same_of_an_award(name: str) -> None:
    rules = practice_rules(name)
    guided = {
        (wager.wager, row): shown.pays
        for wager in guide(name).wagers
        if wager.wager in chosen(rules)
        for row, shown in zip(chosen(rules)[wager.wager].rows, wager.pays, strict=True)
    }
    assert felt(rules) == panel(rules) == sheet(rules) == guided
    assert len(guided) > 5


def test_a_document_that_allows_no_for_is_stated_with_to_everywhere() -> None:
    rules = table_rules("ma/ultimate-texas-holdem", choices=Choices.of(trips="A", progressive=FOR))
    assert felt(rules) == panel(rules) == sheet(rules)
    assert felt(rules)["progressive", "four_of_a_kind"] == "99 to 1"
    assert felt(rules)["progressive", "straight_flush"] == "10% of main meter"


def test_where_only_the_flop_counts_the_felt_and_the_panel_say_so() -> None:
    flop = table_rules("ma/ultimate-texas-holdem", choices=Choices.of(trips="A", progressive=FOR))
    best = table_rules("ma/ultimate-texas-holdem")
    for rules, title in ((flop, "Progressive: hole cards and flop"), (best, "Progressive")):
        (printed,) = [each.title for each in odds_tables(rules.house) if each.name == "progressive"]
        (shown,) = [each.title for each in pay_tables(rules) if each.wager == "progressive"]
        assert printed == shown == title
