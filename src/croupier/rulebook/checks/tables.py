"""Checks of pay tables: rows, awards, and the meters and envy of a progressive."""

from collections.abc import Iterator

from croupier.money import AMOUNT, FOR, SHARE, TO, AwardError, parse_award, parse_percent
from croupier.rulebook.model import PayTable, ProgressiveTable, RuleSet

_LEAST_ROWS: dict[str, tuple[str, ...]] = {
    "straight_flush": tuple(f"straight_flush_{cards}" for cards in (7, 6, 5, 4, 3)),
    "four_card": ("four_aces", "four_of_a_kind", "straight_flush", "three_of_a_kind"),
    "five_card": (
        "straight_flush",
        "four_of_a_kind",
        "full_house",
        "flush",
        "straight",
        "three_of_a_kind",
    ),
}
"""The rows that a progressive table must name, as paid or as unpaid, by the hand it looks at."""

_WORDS = {TO: '"3 to 2"', FOR: '"3 for 1"', AMOUNT: '"$500"', SHARE: '"10% of main"'}
"""By kind of award, an example."""


def table_problems(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Everything wrong with the pay tables of a rule set: key and problem."""
    for wager, tables in rules.paytables.items():
        key = f"paytables.{wager}"
        if wager not in rules.wagers:
            yield key, f"no such wager; allowed: {', '.join(rules.wagers)}"
        if len(set(tables.rows)) < len(tables.rows):
            yield f"{key}.rows", "a row stands here twice; allowed: each once"
        if not tables.tables:
            yield f"{key}.tables", "no table; allowed: one at least"
        elif len(tables.tables) > 1 and wager in rules.wagers and rules.wagers[wager].offered == "always":
            allowed = 'one, or offered = "by_choice" for the wager'
            yield f"{key}.tables", f"several tables of a wager that is always offered; allowed: {allowed}"
        for name, table in tables.tables.items():
            yield from _rows_problems(f"{key}.tables.{name}", table, tables.rows, (TO,))
    for name, progressive in rules.progressive.items():
        yield from _progressive_problems(f"progressive.{name}", progressive)


def _progressive_problems(key: str, progressive: ProgressiveTable) -> Iterator[tuple[str, str]]:
    rows = dict.fromkeys((*_LEAST_ROWS[progressive.hand], *progressive.pays, *progressive.unpaid))
    yield from _rows_problems(key, progressive, tuple(rows), (FOR, AMOUNT, SHARE))
    for row, text in progressive.pays.items():
        if not _is(text, SHARE):
            continue
        award = parse_award(text)
        if award.meter not in progressive.meters:
            yield f"{key}.pays.{row}", f"no meter {award.meter!r}; allowed: {', '.join(progressive.meters)}"
    for meter, datum in progressive.meters.items():
        if datum.rate is not None and not _is_percent(datum.rate):
            yield f"{key}.meters.{meter}.rate", f'not a percentage: {datum.rate!r}; allowed: such as "24%"'
    if bool(progressive.stakes) == bool(progressive.stake_step) or progressive.stake_step < 0:
        yield f"{key}.stakes", "allowed: stakes, or a stake_step for the stake that the operator sets"
    for envy in progressive.envy:
        if envy.per_dollar and envy.stake is not None:
            yield f"{key}.envy", "per_dollar beside a stake; allowed: one of them"
        for row, amount in envy.pays.items():
            if row not in progressive.pays or not _is(amount, AMOUNT):
                yield f"{key}.envy", f'{row} = {amount!r}; allowed: a row of the table and "$…"'


def _rows_problems(
    key: str, table: PayTable, rows: tuple[str, ...], kinds: tuple[int, ...]
) -> Iterator[tuple[str, str]]:
    given = set(table.pays) | set(table.unpaid)
    if table.operator_sets:
        if given:
            yield key, "the operator sets its rows; allowed: no rows"
        return
    for row in rows:
        if row not in given:
            yield key, f"row {row!r} is missing; the rows are {', '.join(rows)}"
    for row in (*table.pays, *table.unpaid):
        if row not in rows:
            yield key, f"unknown row {row!r}; the rows are {', '.join(rows)}"
    for row in table.unpaid:
        if row in table.pays or table.unpaid.count(row) > 1:
            yield f"{key}.unpaid", f"row {row!r} stands twice; allowed: once, paid or unpaid"
    for row, text in table.pays.items():
        if not _is(text, *kinds):
            yield f"{key}.pays.{row}", f"{text!r}; allowed: {_awards(kinds)}"


def _awards(kinds: tuple[int, ...]) -> str:
    return "an award, such as " + " or ".join(_WORDS[kind] for kind in kinds)


def _is(text: str, *kinds: int) -> bool:
    try:
        return parse_award(text).kind in kinds
    except AwardError:
        return False


def _is_percent(text: str) -> bool:
    try:
        return parse_percent(text) > 0
    except AwardError:
        return False
