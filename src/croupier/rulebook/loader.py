"""Reads the rule sets, strictly: what is not cited, not known or not complete is a load error.

An error names the file, the key and what is allowed. A rule set is loaded once a process.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from croupier.money import AMOUNT, FOR, SHARE, TO, AwardError, parse_award, parse_percent
from croupier.rulebook.model import Entry, PayTable, RuleSet, Value
from croupier.rulebook.register import clauses

DATA = files("croupier.rulebook").joinpath("data")


class RulebookError(ValueError):
    """A rule file that is not in order: the file, the key, and what is allowed."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        super().__init__(f"{file}: {key}: {problem}")
        self.file, self.key, self.problem = file, key, problem


class FactSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a fact is: its type, its meaning, and the games whose documents must state it."""

    type: str
    meaning: str
    required: tuple[str, ...] = ()


_TYPES: dict[str, tuple[type, type | None]] = {
    "integer": (int, None),
    "yes or no": (bool, None),
    "text": (str, None),
    "texts": (tuple, str),
    "integers": (tuple, int),
}

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


@cache
def fact_specs() -> dict[str, dict[str, FactSpec]]:
    """The vocabulary of facts, shared by all documents so that they can be laid side by side."""
    data = tomllib.loads(DATA.joinpath("facts.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data, dict[str, dict[str, FactSpec]])


def rule_sets() -> dict[str, RuleSet]:
    """All rule sets by name."""
    return {name: rule_set(name) for name in rule_set_names()}


@cache
def rule_set(name: str) -> RuleSet:
    """One rule set; `KeyError` for a name that does not exist."""
    if name not in rule_set_names():
        raise KeyError(name)
    return load_text(DATA.joinpath(f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")


@cache
def rule_set_names() -> tuple[str, ...]:
    """The names of the rule sets, in the order in which they are always listed."""
    return tuple(
        f"{jurisdiction}/{file.name.removesuffix('.toml')}"
        for jurisdiction in ("ma", "nj", "md")
        for file in sorted(DATA.joinpath(jurisdiction).iterdir(), key=lambda each: each.name)
        if file.name.endswith(".toml")
    )


def load_text(text: str, file: str) -> RuleSet:
    """A rule set from TOML text; `RulebookError` if anything is out of order."""
    try:
        data: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(file, "(file)", f"not TOML: {error}") from None
    if "digest" in data:
        raise RulebookError(file, "digest", "unknown key; the loader computes the digest")
    try:
        rules = msgspec.convert(data, RuleSet)
    except msgspec.ValidationError:
        raise RulebookError(file, *_shape_problem(data, RuleSet, "")) from None
    for key, problem in _problems(rules):
        raise RulebookError(file, key, problem)
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":")).encode()
    return msgspec.structs.replace(rules, digest="sha256:" + hashlib.sha256(canonical).hexdigest())


def _shape_problem(value: Any, kind: Any, key: str) -> tuple[str, str]:
    """Where exactly a value is not of its form: the key and what is allowed; empty if it is in order."""
    if get_origin(kind) is dict and isinstance(value, dict):
        inner = [(name, each, get_args(kind)[1]) for name, each in value.items()]
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(value, dict):
        types = get_type_hints(kind, include_extras=True)
        inner = [(name, each, types[name]) for name, each in value.items() if name in types]
    else:
        inner = []
    for name, each, inner_kind in inner:
        found = _shape_problem(each, inner_kind, f"{key}.{name}" if key else name)
        if found[1]:
            return found
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        problem = str(error).partition(" - at ")[0]
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            problem += f"; allowed: {', '.join(kind.__struct_fields__)}"
        return key or "(file)", problem
    return key, ""


def _problems(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Everything wrong with a rule set that the shapes alone do not show: key and problem."""
    known = clauses()
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
    yield from _fact_problems(rules)
    for wager, tables in rules.paytables.items():
        if wager not in rules.wagers and wager != "ante_bonus":
            yield f"paytables.{wager}", f"no such wager; allowed: {', '.join(rules.wagers)}"
        for name, table in tables.tables.items():
            yield from _table_problems(f"paytables.{wager}.tables.{name}", table, tables.rows, (TO,))
    for name, progressive in rules.progressive.items():
        key = f"progressive.{name}"
        rows = dict.fromkeys((*_LEAST_ROWS[progressive.hand], *progressive.pays, *progressive.unpaid))
        yield from _table_problems(key, progressive, tuple(rows), (FOR, AMOUNT, SHARE))
        for row, award in progressive.awards.items():
            if award.kind == SHARE and award.meter not in progressive.meters:
                yield (
                    f"{key}.pays.{row}",
                    f"no meter {award.meter!r}; allowed: {', '.join(progressive.meters)}",
                )
        for meter, datum in progressive.meters.items():
            if datum.rate is not None and not _is_percent(datum.rate):
                yield f"{key}.meters.{meter}.rate", f'not a percentage: {datum.rate!r}; write "24%"'
        for envy in progressive.envy:
            for row, amount in envy.pays.items():
                if row not in progressive.pays or not _is(amount, AMOUNT):
                    yield f"{key}.envy", f'{row} = {amount!r}: allowed: a row of the table and "$…"'
    for key, option in rules.options.items():
        if not (option.values or option.free or option.least is not None or option.most is not None):
            yield f"options.{key}", "no values: allowed: values, least, most or free"
    for key, named in rules.readings_on.items():
        for reading in named:
            if reading not in rules.readings:
                yield (
                    f"readings_on.{key}",
                    f"unknown reading {reading!r}; allowed: {', '.join(rules.readings)}",
                )
    for clause, irregularity in rules.irregularities.items():
        for condition in irregularity.settled_under:
            policy, _, value = condition.partition("=")
            if policy not in rules.policies or value not in rules.policies[policy].values:
                yield f"irregularities.{clause}.settled_under", f"unknown policy or value {condition!r}"


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


def _fact_problems(rules: RuleSet) -> Iterator[tuple[str, str]]:
    specs = fact_specs()
    for section, facts in rules.facts.items():
        for name, fact in facts.items():
            key = f"facts.{section}.{name}"
            if name not in specs.get(section, {}):
                yield (
                    key,
                    f"unknown fact; allowed in {section}: {', '.join(specs.get(section, {})) or '(none)'}",
                )
            elif not _of_type(fact.value, specs[section][name].type):
                yield key, f"{fact.value!r} is not of type {specs[section][name].type}"
    for section, known in specs.items():
        for name, spec in known.items():
            if rules.rules.game in spec.required and name not in rules.facts.get(section, {}):
                yield f"facts.{section}.{name}", f"missing; every {rules.rules.game} document states it"


def _of_type(value: Value, name: str) -> bool:
    outer, inner = _TYPES[name]
    if outer is int and isinstance(value, bool):
        return False
    return isinstance(value, outer) and (
        inner is None or (isinstance(value, tuple) and all(type(each) is inner for each in value))
    )


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


def entries(rules: RuleSet) -> Iterator[tuple[str, Entry]]:
    """Every datum of a rule set with its key."""
    for section, facts in rules.facts.items():
        for name, fact in facts.items():
            yield f"facts.{section}.{name}", fact
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
    for part in ("options", "policies", "readings", "irregularities", "steps", "inscriptions"):
        part_entries: dict[str, Entry] = getattr(rules, part)
        for name, entry in part_entries.items():
            yield f"{part}.{name}", entry


def citations(rules: RuleSet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every citation of a rule set: the key and the clauses it rests on."""
    for key, entry in entries(rules):
        yield key, entry.clauses
    for wager, situations in rules.settlement.items():
        for situation, cited in situations.items():
            yield f"settlement.{wager}.{situation}", cited
    for wager, datum in rules.wagers.items():
        if datum.posted:
            yield f"wagers.{wager}.posted", datum.posted
    for name, option in rules.options.items():
        for value, cited in option.values.items():
            yield f"options.{name}.{value}", cited
    for clause, irregularity in rules.irregularities.items():
        yield f"irregularities.{clause}", (clause, *irregularity.clauses)
