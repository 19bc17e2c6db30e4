"""A remedy for every irregularity of the rule data."""

from collections.abc import Iterator

from croupier.games.vocabulary import wager_label
from croupier.games.words import capital, listed
from croupier.names import spoken
from croupier.odds.report.blocks import Block, Table, cited, text
from croupier.rulebook.catalog import clauses
from croupier.rulebook.model import Irregularity, RuleSet
from croupier.settlement.irregularities import consequence
from croupier.submission.house import TableRules
from croupier.table.words.irregularities import IRREGULARITY_WORDS, consequence_words

_MOMENTS = {
    "bets": "betting opens",
    "closed": "betting is closed",
    "deal": "dealing starts",
    "first_card": "the first card is dealt",
    "hands": "every hand has its first cards",
    "turned_up": "a later card or the dealer's hand is face up",
    "dealt": "the last card is dealt",
    "stub": "the stub is put away",
    "decided": "every player has decided",
    "revealed": "the dealer's hand is revealed",
    "settling": "the first seat is settled",
    "settled": "every seat is settled",
}


def remedy_blocks(table: TableRules) -> Iterator[Block | Table]:
    """The remedy for every irregularity in the document, and who declares it."""
    rules = table.house.rules
    yield text(
        "Every irregularity of the document, with its remedy. Where a hand is void its wagers go back, except"
        " those named as still settled."
    )
    yield Table(
        ("irregularity", "when", "remedy", "declared by", "clauses"),
        "ttttc",
        tuple(_row(table, clause, datum) for clause, datum in rules.irregularities.items()),
        widths=(1.8, 1.2, 2.3, 0.8, 1.1),
    )


def _row(table: TableRules, clause: str, datum: Irregularity) -> tuple[str, str, str, str, str]:
    rules = table.house.rules
    happened = listed([IRREGULARITY_WORDS[kind] for kind in datum.kinds], "or") if datum.kinds else ""
    summary = clauses()[clause].summary
    declared = "" if not datum.kinds else f"{datum.role} or above" if datum.role != "dealer" else "dealer"
    return (
        capital(happened) or capital(summary),
        _when(datum),
        " ".join(_remedy(table, clause, datum)),
        capital(declared),
        cited(tuple(dict.fromkeys((clause, *datum.clauses)))) + _reading(rules, datum),
    )


def _reading(rules: RuleSet, datum: Irregularity) -> str:
    return f", reading {datum.reading}" if datum.reading in rules.readings else ""


def _when(datum: Irregularity) -> str:
    parts = []
    if datum.since is not None:
        parts.append(f"from when {_MOMENTS[datum.since]}")
    if datum.before is not None:
        parts.append(f"until {_MOMENTS[datum.before]}")
    if datum.deal:
        parts.append(f"with the {listed([spoken(method) for method in datum.deal], 'or')}")
    return capital(", ".join(parts)) or "When it is found"


def _remedy(table: TableRules, clause: str, datum: Irregularity) -> Iterator[str]:
    found = consequence(table.house, clause)
    labels = tuple(wager_label(table.house.rules, each).lower() for each in sorted(found.settled))
    kind = datum.kinds[0] if datum.kinds else ""
    words = consequence_words(
        kind, 0, void=found.void, forfeits=found.forfeits, settled=labels, deck=datum.deck
    )
    yield f"{capital('; '.join(words))}."
    if datum.kinds:
        yield f"{clauses()[clause].summary.rstrip('.')}."
    for name, option in table.house.rules.options.items():
        section, _, key = option.key.partition(".")
        if section == "procedure" and clause in option.clauses and getattr(table.procedure, key, None):
            yield f"As filed ({spoken(name)}): {getattr(table.procedure, key)}."
