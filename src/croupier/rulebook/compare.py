"""Rule sets side by side: every datum as a cell with a name that the documents share."""

from collections.abc import Iterator

import msgspec

from croupier.money import dollars
from croupier.names import spoken
from croupier.rulebook.model import RuleSet, Value


class Cell(msgspec.Struct, frozen=True):
    """One datum in words, with the clauses it rests on."""

    value: str
    clauses: tuple[str, ...]


class Difference(msgspec.Struct, frozen=True):
    """One cell of two rule sets; a side is None where the document does not state it."""

    key: str
    left: Cell | None
    right: Cell | None


def difference(left: RuleSet, right: RuleSet, everything: bool = False) -> list[Difference]:
    """The cells in which two rule sets differ, or all of them."""
    ours, theirs = dict(cells(left)), dict(cells(right))
    found = []
    for key in dict.fromkeys((*ours, *theirs)):
        mine, other = ours.get(key), theirs.get(key)
        same = mine is not None and other is not None and mine.value == other.value
        if everything or not same:
            found.append(Difference(key, mine, other))
    return found


def cells(rules: RuleSet) -> Iterator[tuple[str, Cell]]:
    """Every cell of a rule set, by key."""
    for sections in (rules.facts, rules.prose):
        for section, facts in sections.items():
            for name, fact in facts.items():
                yield f"{section}.{name}", Cell(in_words(fact.value), fact.clauses)
    for wager, datum in rules.wagers.items():
        yield f"wagers.{wager}.offered", Cell(spoken(datum.offered), datum.clauses)
        if datum.stakes:
            stakes = " or ".join(dollars(stake) for stake in datum.stakes)
            yield f"wagers.{wager}.stake", Cell(stakes, datum.clauses)
        needs = [*datum.needs, *([" or ".join(datum.needs_one_of)] if datum.needs_one_of else [])]
        if needs:
            yield f"wagers.{wager}.needs", Cell(", ".join(needs), datum.clauses)
    for wager, tables in rules.paytables.items():
        for name, table in tables.tables.items():
            for row in tables.rows:
                text = table.pays.get(row, "set by the operator" if table.operator_sets else "nothing")
                least = " or more" if tables.floor else ""
                yield f"{wager}.{name}.{row}", Cell(text + least, table.clauses)
            if table.acknowledge:
                yield f"{wager}.{name}.acknowledge", Cell("needed", table.clauses)
    yield from _progressive_cells(rules)
    for wager, situations in rules.settlement.items():
        for situation, stated in situations.items():
            yield f"settlement.{wager}.{situation}", Cell(stated.outcome, stated.clauses)
    for option in rules.options.values():
        if option.values:
            yield f"options.{option.key}", Cell(", ".join(option.values), option.clauses)
        elif option.least is not None or option.most is not None:
            most = "as filed" if option.most is None else str(option.most)
            yield f"options.{option.key}", Cell(f"{option.least} to {most}", option.clauses)
    for name, policy in rules.policies.items():
        text = f"{policy.values[0]} (or {', '.join(policy.values[1:])})"
        yield f"policies.{name}", Cell(text, policy.clauses)
    for name, inscription in rules.inscriptions.items():
        where = spoken(inscription.where)
        yield f"inscriptions.{name}", Cell(inscription.text or where, inscription.clauses)


def _progressive_cells(rules: RuleSet) -> Iterator[tuple[str, Cell]]:
    for name, table in rules.progressive.items():
        key = f"progressive.{name}"
        for row, text in table.pays.items():
            yield f"{key}.{row}", Cell(text, table.clauses)
        for row in table.unpaid:
            yield f"{key}.{row}", Cell("nothing", table.clauses)
        for meter_name, meter in table.meters.items():
            words = {"fixed": "", "least": " or more", "per_dollar": " for each $1 of the wager"}[
                meter.seed_is
            ]
            yield f"{key}.meters.{meter_name}.seed", Cell(dollars(meter.seed) + words, meter.clauses)
            yield f"{key}.meters.{meter_name}.rate", Cell(meter.rate or "filed", meter.clauses)
            after = spoken(meter.after_whole_award)
            yield f"{key}.meters.{meter_name}.after_100_percent", Cell(after, meter.clauses)
        for envy in table.envy:
            stake = "any stake" if envy.stake is None else dollars(envy.stake)
            for row, text in envy.pays.items():
                yield f"{key}.envy.{row} ({stake})", Cell(text, envy.clauses)


def in_words(value: Value) -> str:
    """A fact's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(str(each) for each in value)
    return str(value)
