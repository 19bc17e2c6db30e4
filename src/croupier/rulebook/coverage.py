"""How each clause is covered: enforced by code, tested, performed by people, or physical, with the reason.

A clause is *enforced* if `data/coverage/` names code for it, or if the rulebook's data cite it in a part
that code consumes (pay tables, meters, wagers, settlement, options, policies, voids). It is *tested* by the
tests that carry its mark; `data/tests.json` is the index of those marks, written when tests are collected,
and a test fails when it is stale. Other clauses are *physical* or a *step* that people perform, with the
reason, or are planned (*later*).
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from croupier.rulebook.catalog import PACKAGED, cached_by_rulebook, clauses, rule_sets, rulebook
from croupier.rulebook.directory import Directory
from croupier.rulebook.loader import citations
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import Problem, RulebookError

STATUSES = ("enforced", "step", "physical", "later")

_CLAIMED_BY_CODE_ALONE = frozenset(("deal", "shuffle", "opening", "equipment", "layout", "notice"))
"""Kinds of clauses that need more than data: a number that cites one does not enforce it."""

_PERFORMED = frozenset(("deal", "shuffle", "opening", "equipment"))
"""The kinds among them that a step or an irregularity at the table enforces."""


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clauses that code does not enforce, and why."""

    reason: str
    clauses: tuple[str, ...]


class Consumers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`data/coverage/consumers.toml`: the code that consumes the rulebook's data."""

    data: dict[str, str]
    """By the part of a rule file."""
    facts: dict[str, str]
    """By the name of a fact."""
    later: dict[str, str]
    """By kind of clause, the planned part that will enforce it."""


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`data/coverage/<document>.toml`: clauses that the data alone do not cover."""

    code: dict[str, tuple[str, ...]] = {}
    """By code (`croupier.hands.flush:flush_strength`), the clauses that it enforces."""
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
def consumers() -> Consumers:
    """What consumes the rulebook's data."""
    text = PACKAGED.joinpath("coverage/consumers.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Consumers)


@cached_by_rulebook(maxsize=1)
def documents() -> tuple[Document, ...]:
    """The coverage files by document."""
    found = rulebook()
    return tuple(document_of(found.files[name].directory, rules) for name, rules in rule_sets().items())


def document_of(directory: Directory, rules: RuleSet) -> Document:
    """The coverage file of a rule set in a directory; empty if there is none."""
    place = f"coverage/{rules.rules.register}.toml"
    try:
        return msgspec.convert(tomllib.loads(directory.text(place) or ""), Document)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RulebookError(Problem(directory.name_of(place), "(file)", str(error))) from None


@cache
def tested_by() -> dict[str, tuple[str, ...]]:
    """By clause, the tests that carry its mark."""
    return msgspec.json.decode(PACKAGED.joinpath("tests.json").read_bytes(), type=dict[str, tuple[str, ...]])


def enforced_by() -> dict[str, dict[str, None]]:
    """By clause, the code that enforces it, with the datum that it enforces where there is one."""
    found: dict[str, dict[str, None]] = {}
    for document in documents():
        for code, cited in document.code.items():
            for clause in cited:
                found.setdefault(clause, {})[code] = None
    for rules in rule_sets().values():
        for key, cited in citations(rules):
            code_of_key = _consumer(rules, key)
            if code_of_key is not None:
                performed = _PERFORMED if key.startswith(("steps.", "irregularities.")) else frozenset()
                for clause in cited:
                    if clauses()[clause].kind in _CLAIMED_BY_CODE_ALONE - performed:
                        continue
                    found.setdefault(clause, {})[f"{code_of_key} ({rules.rules.name}: {key})"] = None
    return found


def _consumer(rules: RuleSet, key: str) -> str | None:
    """The code that consumes a datum; None if it is only shown."""
    part, _, rest = key.partition(".")
    if part == "facts":
        return consumers().facts.get(rest)
    if rest.endswith(".posted") or key == "options.limits":
        return consumers().data["posted"]
    if part == "irregularities":
        datum = rules.irregularities[rest]
        if datum.kinds:
            return consumers().data["reports"]
        # Without a consequence for hands or wagers there is nothing to enforce at settlement.
        if datum.void == "none" and not datum.forfeits:
            return None
    if part == "options":
        option = rules.options[rest.partition(".")[0]]
        if option.free and option.key.startswith(("procedure.", "layout.")):
            return None
    return consumers().data.get(part)


@cached_by_rulebook(maxsize=1)
def coverage() -> dict[str, Coverage]:
    """How every clause of the register is covered."""
    enforced = enforced_by()
    reasons = dict(_reasons())
    tests = tested_by()
    later = consumers().later
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
    for document in documents():
        for status, groups in (("step", document.step), ("physical", document.physical)):
            for group in groups:
                for clause in group.clauses:
                    yield clause, (status, group.reason)


def counts(covered: Mapping[str, Coverage]) -> dict[str, dict[str, int]]:
    """Counts of clauses by status, and of tested clauses, by kind and in total."""
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
