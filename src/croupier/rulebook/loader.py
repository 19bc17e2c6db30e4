"""Reads a rule set strictly: missing citations, unknown keys and missing parts are load errors.

All problems of a file are found at once, each with its line, its key and the allowed values.
"""

import hashlib
import json
from collections.abc import Iterator
from difflib import get_close_matches
from typing import NamedTuple

import msgspec

from croupier.rulebook.checks.facts import fact_problems
from croupier.rulebook.checks.irregularities import irregularity_problems
from croupier.rulebook.checks.layout import layout_problems
from croupier.rulebook.checks.options import option_problems
from croupier.rulebook.checks.steps import step_problems
from croupier.rulebook.checks.tables import table_problems
from croupier.rulebook.checks.wagers import wager_problems
from croupier.rulebook.facts import FactSpecs
from croupier.rulebook.line_numbers import Lines
from croupier.rulebook.model import Entry, RuleSet
from croupier.rulebook.problems import Problem, RulebookError, parse_toml
from croupier.rulebook.register import Clause
from croupier.rulebook.shape import read_shape


class Surroundings(NamedTuple):
    """The clauses and the vocabulary of facts against which a rule file is checked."""

    clauses: dict[str, Clause]
    facts: FactSpecs


class Reading(NamedTuple):
    """The readable part of a rule file, and all its problems."""

    rules: RuleSet | None
    problems: tuple[Problem, ...]


def read_text(text: str, file: str, beside: Surroundings) -> Reading:
    """A rule set from TOML text, with all its problems in line order."""
    try:
        data = parse_toml(text, file)
    except RulebookError as error:
        return Reading(None, error.problems)
    found = []
    if "digest" in data:
        found.append(("digest", "unknown key; the loader computes the digest"))
        del data["digest"]
    found += _unprintable(data)
    rules, shapes = read_shape(data)
    found += shapes
    if rules is not None:
        told = tuple(key for key, _ in found)
        # A part that could not be read is one problem; it is not also reported as missing.
        found += [each for each in _problems(rules, beside) if not within(each[0], told)]
    if rules is None or found:
        lines = Lines(text)
        problems = [Problem(file, key, problem, lines.near(key)) for key, problem in dict.fromkeys(found)]
        return Reading(rules, tuple(sorted(problems, key=lambda problem: problem.line or 0)))
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), default=str).encode()
    digest = "sha256:" + hashlib.sha256(canonical).hexdigest()
    return Reading(msgspec.structs.replace(rules, digest=digest), ())


def _unprintable(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Names and texts that would not print on one line: empty names, line ends, control characters."""
    if isinstance(value, dict):
        for name, inside in value.items():
            if name and name.isprintable():
                yield from _unprintable(inside, f"{key}.{name}" if key else name)
            else:
                yield key or "(file)", f"the name {name!r}; allowed: printable characters, one at least"
    elif isinstance(value, list):
        for each in value:
            yield from _unprintable(each, key)
    elif isinstance(value, str) and not value.isprintable():
        yield key, f"{value[:40]!r}; allowed: printable characters on one line"


def within(key: str, told: tuple[str, ...]) -> bool:
    """Whether a key is one of these, or inside one of them."""
    return any(key == each or key.startswith(each + ".") for each in told)


def _problems(rules: RuleSet, beside: Surroundings) -> Iterator[tuple[str, str]]:
    """The problems that go beyond types and keys: key and problem."""
    known = beside.clauses
    own = [clause for clause in known if clause.startswith(rules.rules.register + "-")]
    if not own:
        yield "rules.register", f"clauses.csv has no clause of {rules.rules.register}; allowed: one at least"
    for key, cited in citations(rules) if own else ():
        for clause in cited:
            if clause not in known:
                near = get_close_matches(clause, own, n=3, cutoff=0.5)
                yield key, f"unknown clause {clause!r}; allowed: an id of the register{_like(near)}"
            elif not clause.startswith(rules.rules.register + "-"):
                yield key, f"clause {clause!r} is of another document; allowed: {rules.rules.register}-…"
    for key, entry in entries(rules):
        if entry.reading is not None and entry.reading not in rules.readings:
            yield key, f"unknown reading {entry.reading!r}; allowed: {', '.join(rules.readings)}"
    yield from step_problems(rules)
    yield from fact_problems(rules, beside.facts)
    yield from table_problems(rules)
    yield from option_problems(rules)
    yield from wager_problems(rules)
    yield from irregularity_problems(rules)
    for name, policy in rules.policies.items():
        if policy.sign and set(policy.sign) != set(policy.values):
            yield f"policies.{name}.sign", f"words for {', '.join(policy.sign)}; allowed: for each value"
    yield from layout_problems(rules)


def _like(near: list[str]) -> str:
    return f", such as {', '.join(near)}" if near else ""


_BY_NAME = (
    "limits",
    "options",
    "policies",
    "readings",
    "irregularities",
    "steps",
    "instructions",
    "inscriptions",
)
"""Parts that hold their entries by name."""


def entries(rules: RuleSet) -> Iterator[tuple[str, Entry]]:
    """Every datum of a rule set with its key."""
    for part, sections in (("facts", rules.facts), ("prose", rules.prose)):
        for section, facts in sections.items():
            for name, fact in facts.items():
                yield f"{part}.{section}.{name}", fact
    for wager, datum in rules.wagers.items():
        yield f"wagers.{wager}", datum
    for wager, tables in rules.paytables.items():
        yield f"paytables.{wager}", tables
        for name, table in tables.tables.items():
            yield f"paytables.{wager}.tables.{name}", table
    for name, progressive in rules.progressive.items():
        yield f"progressive.{name}", progressive
        for meter_name, meter in progressive.meters.items():
            yield f"progressive.{name}.meters.{meter_name}", meter
        for envy in progressive.envy:
            yield f"progressive.{name}.envy", envy
    if rules.progressive_filing is not None:
        yield "progressive_filing", rules.progressive_filing
    for wager, situations in rules.settlement.items():
        for situation, outcome in situations.items():
            yield f"settlement.{wager}.{situation}", outcome
    for number, demand in enumerate(rules.layout.demands):
        yield f"layout.demands.{number}", demand
    if rules.layout.filing is not None:
        yield "layout.filing", rules.layout.filing
    for part in _BY_NAME:
        part_entries: dict[str, Entry] = getattr(rules, part)
        for name, entry in part_entries.items():
            yield f"{part}.{name}", entry


def citations(rules: RuleSet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every citation of a rule set: the key and the clauses it rests on."""
    for key, entry in entries(rules):
        yield key, entry.clauses
    for wager, cited_by in rules.clauses_on.items():
        for situation, cited in cited_by.items():
            yield f"clauses_on.{wager}.{situation}", cited
    for wager, datum in rules.wagers.items():
        if datum.posted:
            yield f"wagers.{wager}.posted", datum.posted
    for name, progressive in rules.progressive.items():
        yield f"progressive.{name}.stake_clauses", progressive.stake_clauses
    for name, limit in rules.limits.items():
        yield f"limits.{name}.amount_clauses", limit.amount_clauses
        yield f"limits.{name}.minimums_clauses", limit.minimums_clauses
    for name, option in rules.options.items():
        for value, cited in option.values.items():
            yield f"options.{name}.values.{value}", cited
    for clause, irregularity in rules.irregularities.items():
        yield f"irregularities.{clause}", (clause, *irregularity.clauses)
