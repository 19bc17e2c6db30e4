"""In force on a sheet: the product, every choice, policy and reading, and the clauses cited."""

import hashlib
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from croupier.games.words import capital
from croupier.money import dollars
from croupier.names import spoken
from croupier.odds.report import parts
from croupier.odds.report.sheet import CitedClause, PolicyInForce, ReadingInForce, Sheet
from croupier.rulebook.catalog import clauses as register
from croupier.settlement.prepared_rules import prepared
from croupier.submission.form import Submission
from croupier.submission.house import HouseRules
from croupier.submission.table import with_defaults

_PACKAGE = Path(__file__).parents[2]
COMMIT = _PACKAGE / "commit.txt"
"""Written by hatch_build.py into a built package, which has no history of its own."""


def commit() -> str | None:
    """The commit of the product, marked where files differ from it; none where it is not known."""
    root = _PACKAGE.parents[1]
    if not (root / ".git").exists():
        return COMMIT.read_text(encoding="ascii").strip() if COMMIT.is_file() else None
    command = ("git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def submission_digest(submission: Submission) -> str:
    """The digest of a submission as it was read, the same as its layout's."""
    return "sha256:" + hashlib.sha256(msgspec.json.encode(submission, order="sorted")).hexdigest()


def choices(submission: Submission, house: HouseRules, titles: Mapping[str, str]) -> dict[str, str]:
    """Every choice of the operator, and the defaults of the document that stand where nothing is said."""
    found = {
        titles[wager]: parts.table_words(house, wager)
        for wager, table in house.tables.items()
        if table.name != "printed"
    }
    if house.cover_all:
        found[titles["cover_all"]] = "offered"
    if house.progressive is not None:
        found[titles["progressive"]] = parts.progressive_words(house)
    if house.match_play:
        found["Match play"] = "accepted"
    for wager, (least, most) in submission.limits.items():
        found[f"{titles[wager]}, posted"] = f"{dollars(least)} to {dollars(most)}"
    for limit in house.limits:
        wagers = ", ".join(titles[wager].lower() for wager in limit.capped)
        found[f"Most paid a {limit.per} on {wagers}"] = dollars(limit.amount)
    return found | dict(_particulars(house, submission))


def _particulars(house: HouseRules, submission: Submission) -> Iterator[tuple[str, str]]:
    filled = with_defaults(house.rules, submission)
    for part in (filled.equipment, filled.procedure, filled.layout):
        for name in part.__struct_fields__:
            value = getattr(part, name)
            if value not in (None, False):
                yield capital(spoken(name)), "yes" if value is True else str(value)


def policies(house: HouseRules) -> tuple[PolicyInForce, ...]:
    """The policies in force."""
    return tuple(
        PolicyInForce(
            name=name,
            value=house.policies[name],
            default=policy.values[0],
            clauses=policy.clauses,
            reading=policy.reading,
        )
        for name, policy in house.rules.policies.items()
    )


def readings(house: HouseRules) -> tuple[ReadingInForce, ...]:
    """Every reading of the document, those first that settlements of this house rest on."""
    ready, rules, settling = prepared(house), house.rules, dict[str, None]()
    for key, named in ready.readings.items():
        wager = key.partition(".")[0]
        if wager not in rules.wagers or house.offers(wager):
            settling.update(named)
    settling.update({policy.reading: None for policy in rules.policies.values() if policy.reading})
    order = dict.fromkeys((*(name for name in settling if name in rules.readings), *rules.readings))
    return tuple(
        ReadingInForce(
            id=name,
            problem=rules.readings[name].problem,
            taken=rules.readings[name].taken,
            alternative=rules.readings[name].alternative,
            money=rules.readings[name].money,
            settles=name in settling,
            clauses=rules.readings[name].clauses,
        )
        for name in order
    )


def cited(sheet: Sheet) -> tuple[CitedClause, ...]:
    """Every clause that the sheet cites, in the order of the register."""
    named: set[str] = set()

    def walk(value: object) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                if key in ("clauses", "limit_clauses"):
                    named.update(inner)
                else:
                    walk(inner)
        elif isinstance(value, list | tuple):
            for inner in value:
                walk(inner)

    walk(msgspec.to_builtins(sheet))
    known = register()
    missing = named - known.keys()
    if missing:
        raise KeyError(f"clauses that the register does not have: {sorted(missing)}")
    return tuple(
        CitedClause(id=name, summary=clause.summary) for name, clause in known.items() if name in named
    )
