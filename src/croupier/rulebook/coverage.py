"""The status of each clause: one or more of five words, each with its own kind of test.

- `refused`: a breach is refused, or there is no way to enter one. Its test attempts the breach.
- `computed`: the result follows the clause. Its test compares the result with the clause's.
- `recorded`: somebody must confirm it and cannot skip it; the log says who and when. Its test tries to skip
  it and reads the record.
- `shown`: printed or displayed where the clause requires it. Its test reads the felt, sign or page.
- `physical`: no software can know it. No test; the reason is given.

A status is claimed by the document's coverage file, or else by the data that cite the clause
(`data/coverage/consumers.toml`). It counts only with a test of its kind: tests say what they show with
`@pytest.mark.clause(id, shows="computed")`, and `tests.json` beside the register is the index of
those marks.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal

import msgspec

from croupier.rulebook.catalog import PACKAGED, cached_by_rulebook, clauses, rule_sets, rulebook
from croupier.rulebook.directory import Directory
from croupier.rulebook.loader import citations
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import Problem, RulebookError, read_toml

Status = Literal["refused", "computed", "recorded", "shown", "physical"]

STATUSES: tuple[Status, ...] = ("refused", "computed", "recorded", "shown", "physical")

Index = dict[str, dict[Status, tuple[str, ...]]]
"""By clause and status, the tests that show it."""


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clauses, or parts of them, that the software does not do, and why."""

    reason: str
    clauses: tuple[str, ...]


class Consumer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code that consumes a kind of datum, and the status that this gives the clauses cited."""

    by: str
    status: Status


class Consumers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`data/coverage/consumers.toml`: the code that consumes the rulebook's data."""

    aside: tuple[str, ...]
    """Steps that no program of a table asks for."""
    data: dict[str, Consumer]
    """By the part of a rule file."""
    facts: dict[str, Consumer]
    """By the name of a fact."""


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`coverage/<register>.toml`: clauses that are judged by hand, instead of by the data that cite them.

    Each table has the clauses by the code (`croupier.hands.flush:flush_strength`) that does it.
    """

    refused: dict[str, tuple[str, ...]] = {}
    computed: dict[str, tuple[str, ...]] = {}
    recorded: dict[str, tuple[str, ...]] = {}
    shown: dict[str, tuple[str, ...]] = {}
    physical: tuple[Reason, ...] = ()
    """Clauses that no software can know, wholly or in the part that the other statuses leave."""
    part: tuple[Reason, ...] = ()
    """Clauses that the software covers only in part, with the part that is left."""

    def claims(self) -> Iterator[tuple[str, Status, str]]:
        """Each clause judged here, with a status and the code."""
        for status in STATUSES[:-1]:
            by_code: dict[str, tuple[str, ...]] = getattr(self, status)
            for code, cited in by_code.items():
                for clause in cited:
                    yield clause, status, code


class Coverage(msgspec.Struct, frozen=True):
    """The status of one clause."""

    kind: str
    testable: str
    statuses: tuple[Status, ...]
    """The statuses that count: claimed, and shown by a test of their kind (`physical`: with a reason)."""
    untested: tuple[Status, ...]
    """Statuses claimed without a test of their kind; they count for nothing."""
    part: str
    """Which part of the clause is left; empty where the statuses speak for all of it."""
    reason: str
    """Why the clause, or the part that the other statuses leave, is physical."""
    by: tuple[str, ...]
    """The code that does it, with the datum where there is one."""
    tests: dict[Status, tuple[str, ...]]


@cache
def consumers() -> Consumers:
    """The code that consumes the rulebook's data."""
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
    return read_toml(directory.text(place) or "", directory.name_of(place), Document)


@cached_by_rulebook(maxsize=1)
def tested_by() -> Index:
    """By clause and status, the tests that carry its mark."""
    found: Index = {}
    for directory in rulebook().directories:
        found |= tests_of(directory)
    return found


def tests_of(directory: Directory) -> Index:
    """By clause and status, the tests that a directory lists."""
    try:
        return msgspec.json.decode(directory.text("tests.json") or "{}", type=Index)
    except msgspec.DecodeError as error:
        told = f"{error}; allowed: an object of clauses, each with its tests by status"
        raise RulebookError(Problem(directory.name_of("tests.json"), "(file)", told)) from None


@cached_by_rulebook(maxsize=1)
def coverage() -> dict[str, Coverage]:
    """The status of every clause of the register."""
    reasons, parts = dict[str, str](), dict[str, str]()
    for document in documents():
        reasons |= {clause: group.reason for group in document.physical for clause in group.clauses}
        parts |= {clause: group.reason for group in document.part for clause in group.clauses}
    claimed, tests = claims(), tested_by()
    found = {}
    for name, clause in clauses().items():
        by_status = claimed.get(name, {})
        shown = tests.get(name, {})
        named = {status for status in by_status if shown.get(status)}
        if name in reasons:
            named.add("physical")
        found[name] = Coverage(
            kind=clause.kind,
            testable=clause.testable,
            statuses=tuple(status for status in STATUSES if status in named),
            untested=tuple(status for status in STATUSES if status in by_status and status not in named),
            part=parts.get(name, ""),
            reason=reasons.get(name, ""),
            by=tuple(dict.fromkeys(code for each in by_status.values() for code in each)),
            tests={status: shown[status] for status in STATUSES if status in by_status and status in shown},
        )
    return found


Claims = dict[str, dict[Status, list[str]]]
"""By clause and status, the code that does it."""


@cached_by_rulebook(maxsize=1)
def claims() -> Claims:
    """The claims for each clause: by its coverage file, or else by the data that cite it."""
    found: Claims = {}
    physical: set[str] = set()
    for document in documents():
        physical |= {clause for group in document.physical for clause in group.clauses}
        for clause, status, code in document.claims():
            found.setdefault(clause, {}).setdefault(status, []).append(code)
    return {name: each for name, each in claimed_by_data().items() if name not in physical} | found


def claimed_by_data() -> Claims:
    """The claims that the data make for the clauses that they cite.

    A step at the table cites every clause that it serves: it records those that no other datum refuses,
    computes or shows.
    """
    found: Claims = {}
    for rules in rule_sets().values():
        for key, cited in citations(rules):
            consumer = _consumer(rules, key)
            if consumer is not None:
                for clause in cited:
                    named = found.setdefault(clause, {}).setdefault(consumer.status, [])
                    named.append(f"{consumer.by} ({rules.rules.name}: {key})")
    for by_status in found.values():
        if len(by_status) > 1:
            by_status.pop("recorded", None)
    return found


def _consumer(rules: RuleSet, key: str) -> Consumer | None:
    """The code that consumes a datum; None if it decides nothing."""
    part, _, rest = key.partition(".")
    known = consumers()
    if part == "facts":
        return known.facts.get(rest)
    if part == "steps" and (rest in known.aside or rules.steps[rest].optional):
        return None
    if rest.endswith(".posted") or key == "options.limits":
        return known.data["posted"]
    if part == "irregularities":
        datum = rules.irregularities[rest]
        if datum.void == "none" and not datum.forfeits and datum.deck == "stays":
            return known.data["reports"] if datum.kinds else None
    if part == "options":
        option = rules.options[rest.partition(".")[0]]
        if option.free and option.key.startswith(("procedure.", "layout.")):
            return None
    return known.data.get(part)


def counts(covered: Mapping[str, Coverage]) -> dict[str, dict[str, int]]:
    """Counts of clauses by status, by kind of clause and in total; a clause may have several statuses."""
    columns = ("clauses", *STATUSES, "in part", "none", "untested")
    kinds = dict.fromkeys(entry.kind for entry in covered.values())
    table = {kind: dict.fromkeys(columns, 0) for kind in (*kinds, "all")}
    for entry in covered.values():
        for row in (table[entry.kind], table["all"]):
            row["clauses"] += 1
            for status in entry.statuses:
                row[status] += 1
            row["in part"] += bool(entry.part)
            row["none"] += not entry.statuses
            row["untested"] += bool(entry.untested)
    return table
