"""Which clause is enforced where, tested by what, performed by people, or physical, and why.

A clause is *enforced* if code says so in `data/coverage.toml`, or if the rulebook's data cite it in a part
that code consumes (pay tables, meters, wagers, settlement, options, policies, voids). It is *tested* by the
tests that carry its mark; `data/tests.json` is the index of those marks, made when the tests are collected,
and a test fails when it is stale. Other clauses are *physical* or a *step* that people perform, with the
reason, or wait for a part that is not built yet (*later*).
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from croupier.rulebook.loader import citations, rule_sets
from croupier.rulebook.model import RuleSet
from croupier.rulebook.register import clauses

STATUSES = ("enforced", "step", "physical", "later")

_DATA = files("croupier.rulebook").joinpath("data")


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clauses that code does not enforce, and why."""

    reason: str
    clauses: tuple[str, ...]


class CoverageFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`data/coverage.toml`."""

    data: dict[str, str]
    """By the beginning of a rulebook key, the code that consumes it."""
    facts: dict[str, str]
    """By the name of a fact, the code that consumes it."""
    code: dict[str, tuple[str, ...]]
    """By code, the clauses that it enforces without data."""
    later: dict[str, str]
    """By kind of clause, the part that will enforce it."""
    step: tuple[Reason, ...] = ()
    physical: tuple[Reason, ...] = ()


class Coverage(msgspec.Struct, frozen=True):
    """How one clause is covered."""

    kind: str
    testable: str
    status: str
    enforced_by: tuple[str, ...]
    tests: tuple[str, ...]
    reason: str


@cache
def coverage_file() -> CoverageFile:
    """The coverage data as written."""
    return msgspec.convert(tomllib.loads(_DATA.joinpath("coverage.toml").read_text("utf-8")), CoverageFile)


@cache
def tested_by() -> dict[str, tuple[str, ...]]:
    """By clause, the tests that carry its mark."""
    return msgspec.json.decode(_DATA.joinpath("tests.json").read_bytes(), type=dict[str, tuple[str, ...]])


def enforced_by() -> dict[str, dict[str, None]]:
    """By clause, the code that enforces it, with the datum that it enforces where there is one."""
    found: dict[str, dict[str, None]] = {}
    for code, cited in coverage_file().code.items():
        for clause in cited:
            found.setdefault(clause, {})[code] = None
    for rules in rule_sets().values():
        for key, cited in citations(rules):
            code_of_key = _consumer(rules, key)
            if code_of_key is not None:
                for clause in cited:
                    found.setdefault(clause, {})[f"{code_of_key} ({rules.rules.name}: {key})"] = None
    return found


def _consumer(rules: RuleSet, key: str) -> str | None:
    """The code that consumes a datum, or none where it is only shown."""
    part, _, rest = key.partition(".")
    if part == "facts":
        return coverage_file().facts.get(rest)
    if part == "irregularities":
        # Without a consequence for hands or wagers there is nothing to enforce at settlement.
        datum = rules.irregularities[rest]
        if datum.void == "none" and not datum.forfeits:
            return None
    if part == "options":
        option = rules.options[rest.partition(".")[0]]
        if option.free and option.key.startswith(("procedure.", "layout.")):
            return None
    return coverage_file().data.get(part)


@cache
def coverage() -> dict[str, Coverage]:
    """How every clause of the register is covered."""
    enforced = enforced_by()
    reasons = dict(_reasons())
    tests = tested_by()
    later = coverage_file().later
    found = {}
    for name, clause in clauses().items():
        status, reason = "enforced", ""
        if name not in enforced:
            status, reason = reasons.get(name, ("later", later.get(clause.kind, "")))
        found[name] = Coverage(
            kind=clause.kind,
            testable=clause.testable,
            status=status,
            enforced_by=tuple(enforced.get(name, ())),
            tests=tests.get(name, ()),
            reason=reason,
        )
    return found


def _reasons() -> Iterator[tuple[str, tuple[str, str]]]:
    for status in ("step", "physical"):
        groups: tuple[Reason, ...] = getattr(coverage_file(), status)
        for group in groups:
            for clause in group.clauses:
                yield clause, (status, group.reason)


def counts(covered: Mapping[str, Coverage]) -> dict[str, dict[str, int]]:
    """By kind of clause and in total: how many there are, of which status, and how many are tested."""
    columns = ("clauses", *STATUSES, "tested", "enforced and tested")
    kinds = dict.fromkeys(entry.kind for entry in covered.values())
    table = {kind: dict.fromkeys(columns, 0) for kind in (*kinds, "all")}
    for entry in covered.values():
        for row in (table[entry.kind], table["all"]):
            row["clauses"] += 1
            row[entry.status] += 1
            row["tested"] += bool(entry.tests)
            row["enforced and tested"] += bool(entry.tests) and entry.status == "enforced"
    return table
