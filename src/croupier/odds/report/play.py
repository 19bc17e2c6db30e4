"""The strategy section of the sheet."""

from collections.abc import Iterator

from croupier.odds.report.blocks import Block, Table, heading, plot, text
from croupier.odds.report.sheet import Sheet
from croupier.odds.report.words import decision_words, percent
from croupier.odds.sections import Grid, Section, Text, shown
from croupier.odds.sections import Table as TableSection


def strategy_blocks(sheet: Sheet) -> Iterator[Block | Table]:
    """Optimal play in short, and the cost of simple rules."""
    for section in sheet.strategy.sections:
        yield from _blocks(section)
    if sheet.mistakes:
        yield heading("Cost of errors by street")
        yield text(
            sheet.definitions["cost of errors"]
            + " Values of actions are exact; the hands are a sample dealt from a fixed seed."
        )
        yield Table(
            (
                "street",
                "rounds that reach it",
                "action with every hand",
                "cost, antes",
                "standard error",
                "hands",
            ),
            "tntnnn",
            tuple(
                (
                    each.street,
                    percent(each.reached, 1),
                    decision_words(each.action),
                    f"{each.cost:.4f}",
                    f"{each.std_error:.4f}",
                    f"{each.hands:,}",
                )
                for each in sheet.mistakes
            ),
            widths=(1.2, 1, 1.3, 0.8, 0.8, 0.6),
        )
    if not sheet.strategy.simple_rules:
        return
    yield heading("Simple rules and what they cost")
    yield Table(
        ("rule", "house edge", "cost, antes", "cost, % of the ante", "in words"),
        "tnnnt",
        tuple(
            (
                rule.name,
                percent(rule.house_edge),
                f"{rule.cost_value:.6f}",
                percent(rule.cost_value),
                rule.words,
            )
            for rule in sheet.strategy.simple_rules
        ),
        widths=(0.9, 0.7, 0.7, 0.8, 3),
    )


def _blocks(section: Section) -> Iterator[Block | Table]:
    match section:
        case Text():
            yield text(section.text)
        case Grid():
            yield plot("grid")
            yield text(section.note)
        case TableSection():
            yield heading(section.title)
            yield _table(section)


def _table(section: TableSection) -> Table:
    kinds = [column.kind for column in section.columns]
    return Table(
        tuple(column.title for column in section.columns),
        "".join("t" if kind == "text" else "n" for kind in kinds),
        tuple(
            tuple(
                shown(cell, kind).replace("-", "\N{MINUS SIGN}") if kind == "antes" else shown(cell, kind)
                for cell, kind in zip(row, kinds, strict=True)
            )
            for row in section.rows
        ),
        widths=tuple(_width(section, place) for place in range(len(kinds))),
    )


def _width(section: TableSection, place: int) -> float:
    """The share of a column: by its longest cell, within bounds."""
    longest = max((len(row[place]) for row in section.rows), default=0)
    if section.columns[place].kind != "text":
        return 1.0
    return min(3.0, max(0.5, longest / 12))
