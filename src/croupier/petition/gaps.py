"""Gaps for the operator to fill: items that no software can write, and omissions of the submission."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from croupier.games.vocabulary import wager_label
from croupier.games.words import listed
from croupier.layout.model import Layout
from croupier.names import spoken
from croupier.odds.report.blocks import cited
from croupier.rulebook.petitions import OPERATOR, Requirements
from croupier.submission.findings import Finding
from croupier.submission.house import TableRules


class Gap(NamedTuple):
    """Something that the packet lacks, and the clauses or items that ask for it."""

    words: str
    asked: str = ""


def gaps(
    asked: Requirements, table: TableRules, layout: Layout, findings: Sequence[Finding]
) -> tuple[Gap, ...]:
    """Everything that the operator must still supply."""
    return (
        *_items(asked),
        *_unstated(table),
        *_of_the_layout(layout),
        *(
            Gap(f"The regulator's approval: {each.key} = {each.asked}; {each.allowed}", cited(each.clauses))
            for each in findings
            if each.severity == "approval"
        ),
    )


def _items(asked: Requirements) -> Iterator[Gap]:
    for item in asked.items:
        if OPERATOR in item.parts:
            yield Gap(item.missing or item.asks, asked.regulation + item.cite)


def _unstated(table: TableRules) -> Iterator[Gap]:
    rules = table.house.rules
    if not table.operator:
        yield Gap("The name of the operator: the submission states none")
    for name, wager in rules.wagers.items():
        if wager.posted and table.house.offers(name) and name not in table.posted:
            label = wager_label(rules, name).lower()
            yield Gap(f"The posted minimum and maximum of the {label}", cited(wager.posted))
    for option in rules.options.values():
        section, _, key = option.key.partition(".")
        if section == "procedure" and option.free and not getattr(table.procedure, key):
            yield Gap(f"The internal controls for: {spoken(key)}", cited(option.clauses))


def _of_the_layout(layout: Layout) -> Iterator[Gap]:
    filing = layout.filing
    if filing is not None and not filing.filed:
        words = f"The filing of the {listed(filing.items)} with the {filing.regulator} before use"
        yield Gap(words, cited(filing.clauses))
    for lack in layout.lacks:
        yield Gap(f"The layout lacks {lack.words}; {lack.key} would add it", cited(lack.clauses))
