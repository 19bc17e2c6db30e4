"""Reads a rule set strictly: missing citations, unknown keys and missing parts are load errors.

All problems of a file are found at once, each with its line, its key and what is allowed.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import NamedTuple

import msgspec

from croupier.cards import CardError, set_of
from croupier.money import AMOUNT, FOR, SHARE, TO, AwardError, parse_award, parse_percent
from croupier.rulebook.facts import FactSpecs
from croupier.rulebook.irregularities import irregularity_problems
from croupier.rulebook.line_numbers import Lines
from croupier.rulebook.model import Entry, Limit, PayTable, RuleSet, Value
from croupier.rulebook.options import option_problems
from croupier.rulebook.problems import Problem
from croupier.rulebook.register import Clause
from croupier.rulebook.shape import read_shape
from croupier.rulebook.steps import step_problems


class Surroundings(NamedTuple):
    """The clauses and the vocabulary of facts against which a rule file is checked."""

    clauses: dict[str, Clause]
    facts: FactSpecs


class Reading(NamedTuple):
    """The readable part of a rule file, and all its problems."""

    rules: RuleSet | None
    problems: tuple[Problem, ...]


_TYPES: dict[str, tuple[type, type | None]] = {
    "integer": (int, None),
    "yes or no": (bool, None),
    "text": (str, None),
    "cards": (str, None),
    "texts": (tuple, str),
    "integers": (tuple, int),
}

_DEALER_AREAS = (
    "dealer-cards",
    "board",
    "chip-tray",
    "discard-rack",
    "shoe",
    "drop-slot",
    "tip-box",
    "meter",
)

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


def read_text(text: str, file: str, beside: Surroundings) -> Reading:
    """A rule set from TOML text, with all its problems in line order."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Reading(None, (Problem(file, "(file)", f"not TOML: {error}"),))
    found = []
    if "digest" in data:
        found.append(("digest", "unknown key; the loader computes the digest"))
        del data["digest"]
    rules, shapes = read_shape(data)
    found += shapes
    if rules is not None:
        told = tuple(key for key, _ in found)
        # A part that could not be read is one problem; it is not also reported as missing.
        found += [each for each in _problems(rules, beside) if not _within(each[0], told)]
    if rules is None or found:
        lines = Lines(text)
        problems = [Problem(file, key, problem, lines.near(key)) for key, problem in dict.fromkeys(found)]
        return Reading(rules, tuple(sorted(problems, key=lambda problem: problem.line or 0)))
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), default=str).encode()
    digest = "sha256:" + hashlib.sha256(canonical).hexdigest()
    return Reading(msgspec.structs.replace(rules, digest=digest), ())


def _within(key: str, told: tuple[str, ...]) -> bool:
    return any(key == each or key.startswith(each + ".") for each in told)


def _problems(rules: RuleSet, beside: Surroundings) -> Iterator[tuple[str, str]]:
    """The problems that go beyond types and keys: key and problem."""
    known = beside.clauses
    for key, cited in citations(rules):
        for clause in cited:
            if clause not in known:
                near = get_close_matches(clause, known, n=3)
                yield key, f"unknown clause {clause!r}; allowed: an id of the register{_like(near)}"
            elif not clause.startswith(rules.rules.register + "-"):
                yield key, f"clause {clause!r} is of another document; allowed: {rules.rules.register}-…"
    for key, entry in entries(rules):
        if entry.reading is not None and entry.reading not in rules.readings:
            yield key, f"unknown reading {entry.reading!r}; allowed: {', '.join(rules.readings)}"
    yield from _missing_parts(rules)
    yield from step_problems(rules)
    yield from _fact_problems(rules, beside.facts)
    for wager, tables in rules.paytables.items():
        if wager not in rules.wagers and wager != "ante_bonus":
            yield f"paytables.{wager}", f"no such wager; allowed: {', '.join(rules.wagers)}"
        for name, table in tables.tables.items():
            yield from _table_problems(f"paytables.{wager}.tables.{name}", table, tables.rows, (TO,))
    for name, progressive in rules.progressive.items():
        key = f"progressive.{name}"
        rows = dict.fromkeys((*_LEAST_ROWS[progressive.hand], *progressive.pays, *progressive.unpaid))
        yield from _table_problems(key, progressive, tuple(rows), (FOR, AMOUNT, SHARE))
        for row, text in progressive.pays.items():
            if not _is(text, SHARE):
                continue
            award = parse_award(text)
            if award.meter not in progressive.meters:
                yield (
                    f"{key}.pays.{row}",
                    f"no meter {award.meter!r}; allowed: {', '.join(progressive.meters)}",
                )
        for meter, datum in progressive.meters.items():
            if datum.rate is not None and not _is_percent(datum.rate):
                yield f"{key}.meters.{meter}.rate", f'not a percentage: {datum.rate!r}; write "24%"'
        if bool(progressive.stakes) == bool(progressive.stake_step) or progressive.stake_step < 0:
            yield f"{key}.stakes", "allowed: stakes, or a stake_step for the stake that the operator sets"
        for envy in progressive.envy:
            if envy.per_dollar and envy.stake is not None:
                yield f"{key}.envy", "per_dollar beside a stake; allowed: one of them"
            for row, amount in envy.pays.items():
                if row not in progressive.pays or not _is(amount, AMOUNT):
                    yield f"{key}.envy", f'{row} = {amount!r}: allowed: a row of the table and "$…"'
    yield from option_problems(rules)
    yield from _wager_problems(rules)
    for key, named in rules.readings_on.items():
        for reading in named:
            if reading not in rules.readings:
                yield (
                    f"readings_on.{key}",
                    f"unknown reading {reading!r}; allowed: {', '.join(rules.readings)}",
                )
    for clause, irregularity in rules.irregularities.items():
        yield from _condition_problems(
            rules, f"irregularities.{clause}.settled_under", irregularity.settled_under
        )
        for condition in irregularity.kept_under:
            option, _, value = condition.partition("=")
            if option not in rules.options or value not in rules.options[option].values:
                yield f"irregularities.{clause}.kept_under", f"unknown option or value {condition!r}"
    yield from irregularity_problems(rules)
    for name, policy in rules.policies.items():
        if policy.sign and set(policy.sign) != set(policy.values):
            yield f"policies.{name}.sign", f"words for {', '.join(policy.sign)}; allowed: for each value"
    yield from _layout_problems(rules)
    for name, limit in rules.limits.items():
        yield from _limit_problems(rules, f"limits.{name}", limit)


def _condition_problems(rules: RuleSet, key: str, conditions: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Conditions on the house's policies, written `policy=value`."""
    for condition in conditions:
        policy, _, value = condition.partition("=")
        if policy not in rules.policies or value not in rules.policies[policy].values:
            yield key, f"unknown policy or value {condition!r}"


def _layout_problems(rules: RuleSet) -> Iterator[tuple[str, str]]:
    words = {"operator", "dealer_qualifies", "payout_limit", "odds:*"} | {
        text for wager in rules.wagers for text in (f"{wager}_limits", f"odds:{wager}")
    }
    for number, demand in enumerate(rules.layout.demands):
        key = f"layout.demands.{number}"
        for area in demand.areas:
            if area not in rules.wagers:
                yield f"{key}.areas", f"no such wager {area!r}; allowed: {', '.join(rules.wagers)}"
        for area in demand.dealer:
            if area not in _DEALER_AREAS:
                yield f"{key}.dealer", f"no such area {area!r}; allowed: {', '.join(_DEALER_AREAS)}"
        for name in demand.words:
            if name not in words:
                yield f"{key}.words", f"no such inscription {name!r}; allowed: {', '.join(sorted(words))}"
        if not (demand.areas or demand.dealer or demand.words):
            yield key, "demands nothing; allowed: areas, dealer or words"
        if demand.place and not demand.areas:
            yield f"{key}.place", "a place of no area; allowed: beside areas"


def _limit_problems(rules: RuleSet, key: str, limit: Limit) -> Iterator[tuple[str, str]]:
    allowed = [name for name in rules.wagers if name != "progressive"]
    for part, named in (("capped", limit.capped), ("counted", limit.counted)):
        for wager in named:
            if wager not in allowed:
                yield f"{key}.{part}", f"no such wager {wager!r}; allowed: {', '.join(allowed)}"
    for wager in set(limit.capped) & set(limit.counted):
        yield f"{key}.counted", f"{wager!r} is capped already"
    if limit.amount is None and "aggregate_limit" not in rules.options:
        yield f"{key}.amount", "missing, and no option `aggregate_limit` lets the operator set it"
    yield from _condition_problems(rules, f"{key}.dropped_under", limit.dropped_under)


def _missing_parts(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Parts that every document has, and those of the progressive where there is one."""
    if "ante" not in rules.wagers:
        yield "wagers.ante", "missing; every game has an ante"
    if rules.progressive and "progressive" not in rules.wagers:
        yield "progressive", f"no wager of that name; allowed: tables of {', '.join(rules.wagers)}"


def _wager_problems(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Conditions on wagers, which only those placed before the deal have; and how a progressive is filed."""
    for name, wager in rules.wagers.items():
        for part in ("needs", "needs_one_of", "equals", "stakes"):
            named: str | tuple[str | int, ...] | None = getattr(wager, part)
            if named and wager.placed != "before_deal":
                yield (
                    f"wagers.{name}.{part}",
                    "no code reads it of a wager that is not placed before the deal",
                )
            for other in (named,) if isinstance(named, str) else named or ():
                if isinstance(other, str) and other not in rules.wagers:
                    yield (
                        f"wagers.{name}.{part}",
                        f"no such wager {other!r}; allowed: {', '.join(rules.wagers)}",
                    )
    filed = "progressive" in rules.wagers and not rules.progressive
    if filed and rules.progressive_filing is None:
        yield "progressive_filing", "missing; the document prints no table of the progressive"
    elif rules.progressive_filing is not None and not filed:
        yield "progressive_filing", "no code reads it; allowed: with a progressive that has no printed table"


def _like(near: list[str]) -> str:
    return f", such as {', '.join(near)}" if near else ""


def _table_problems(
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
    for row, text in table.pays.items():
        if not _is(text, *kinds):
            yield f"{key}.pays.{row}", f"{text!r} is not an award of this kind of table"


def _fact_problems(rules: RuleSet, specs: FactSpecs) -> Iterator[tuple[str, str]]:
    for part, sections in (("facts", rules.facts), ("prose", rules.prose)):
        for section, facts in sections.items():
            known = specs.get(section, {})
            names = [name for name, spec in known.items() if part == "prose" or not spec.prose]
            for name, fact in facts.items():
                key = f"{part}.{section}.{name}"
                if name not in known:
                    yield key, f"unknown fact; allowed in {section}: {', '.join(names) or '(none)'}"
                elif name not in names:
                    yield key, f"no code reads it; allowed: under prose.{section}"
                elif not _of_type(fact.value, known[name].type):
                    yield key, f"{fact.value!r} is not of type {known[name].type}"
                elif part == "facts" and known[name].allowed and fact.value not in known[name].allowed:
                    allowed = " or ".join(map(repr, known[name].allowed))
                    yield key, f"no code knows {fact.value!r}; allowed: {allowed}"
    for section, known in specs.items():
        for name, spec in known.items():
            if rules.rules.game in spec.required and name not in rules.facts.get(section, {}):
                yield f"facts.{section}.{name}", f"missing; every {rules.rules.game} document states it"


def _of_type(value: Value, name: str) -> bool:
    outer, inner = _TYPES[name]
    if outer is int and isinstance(value, bool):
        return False
    if name == "cards":
        return isinstance(value, str) and _are_cards(value)
    return isinstance(value, outer) and (
        inner is None or (isinstance(value, tuple) and all(type(each) is inner for each in value))
    )


def _are_cards(text: str) -> bool:
    try:
        return set_of(text) > 0
    except CardError:
        return False


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
            yield f"paytables.{wager}.{name}", table
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
            yield f"options.{name}.{value}", cited
    for clause, irregularity in rules.irregularities.items():
        yield f"irregularities.{clause}", (clause, *irregularity.clauses)
