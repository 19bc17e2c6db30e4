"""The clauses behind a key of a submission, for findings whose check names none of its own."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from croupier.rulebook.model import RuleSet
from croupier.submission.findings import Finding, within


def cite(
    rules: RuleSet, findings: Iterable[Finding], meant: Mapping[str, str] | None = None
) -> tuple[Finding, ...]:
    """The findings; each that names no clause names those of its key, or of the key that was meant by it."""
    keys = meant or {}
    return tuple(
        finding
        if finding.clauses
        else msgspec.structs.replace(finding, clauses=clauses_of(rules, keys.get(finding.key, finding.key)))
        for finding in findings
    )


def clauses_of(rules: RuleSet, key: str) -> tuple[str, ...]:
    """The clauses of the option at a key or around it, of the wager or policy named, or of the document."""
    return next(filter(None, _found(rules, key)))


def _found(rules: RuleSet, key: str) -> Iterator[tuple[str, ...]]:
    options = sorted(rules.options.values(), key=lambda option: -len(option.key))
    yield next((option.clauses for option in options if within(key, option.key)), ())
    name = key.rpartition(".")[2].strip('"')
    if within(key, "choices.policies"):
        policies = rules.policies
        named = [policies[name]] if name in policies else policies.values()
        yield _distinct(policy.clauses for policy in named)
    if name in rules.wagers:
        yield rules.wagers[name].clauses
    if within(key, "choices.minimums"):
        yield _distinct(limit.clauses for limit in rules.limits.values())
    if within(key, "choices.reset"):
        yield from (option.clauses for option in options if option.key == "progressive.reset")
    if within(key, "choices.acknowledge"):
        yield _distinct(
            table.clauses
            for tables in rules.paytables.values()
            for table in tables.tables.values()
            if table.acknowledge
        )
    yield next((option.clauses for option in rules.options.values() if within(option.key, key)), ())
    said = "layout.name" if key == "operator" else "document.status"
    for stated in (rules.stated(said), rules.stated("document.status")):
        yield () if stated is None else stated.clauses
    yield rules.options["positions"].clauses


def _distinct(clauses: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for each in clauses for clause in each))
