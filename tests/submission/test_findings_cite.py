"""Every finding about a submission names a clause of its document."""

import json
import random
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.rulebook.catalog import rule_set, rule_set_names
from croupier.submission.check import check_text
from croupier.submission.findings import Finding
from croupier.submission.form import submission_schema
from tests.submission.random_submissions import lawful, written
from tests.submission.test_check import EQUIPMENT, FORM, LIMITS, PLACES, PROGRESSIVE, REST, TABLES

ODD: tuple[object, ...] = (
    *(True, False, 0, 1, -1, 2, 7, 25, 99, 10**6, 10**12 + 1, 10**18, 10**30, 0.5, -0.0, 1e300),
    *("", " ", "A", "a", "none", "HAND", "Manual-Shoe", "face-up", "\N{FULLWIDTH DIGIT ONE}", "İ", "\u0000"),
    *("é" * 300, "30 win 1", "0 to 1", "1 for 0", "$0", "$1,00", "101% of main", "100% of MAIN"),
    *([], [[]], [1], [1, 2], [2, 1], [1, 2, 3], ["A", "A"], ["flush_bonus", 5], [True, False], [0.5, 1]),
    *({}, {"main": 1}, {"Main": "20%"}, {"table": "A"}, {"table": 5, "odds": {}}, {"levels": {}}),
    *({"odds": {"flush_7": "1 to 1"}}, {"levels": {"royal_flush": "100% of main"}}, {"amount": 1}),
    *({"amount": 0.5, "per": "day"}, {"x": {"y": {"z": 1}}}),
)


def faults(text: str) -> list[Finding]:
    """The findings that name no clause although the rules are known, or name one of another document."""
    checked = check_text(text)
    rules = checked.resolved.house.rules if checked.resolved is not None else None
    return [
        finding
        for finding in checked.findings
        if rules is not None
        and not (
            finding.clauses
            and all(each.startswith(rules.rules.register + "-") for each in finding.clauses)
            and finding.asked
            and finding.allowed
            and "\n" not in finding.asked + finding.allowed
        )
    ]


def keys() -> list[str]:
    """Every dotted key of the form, with some of the keys of its open tables."""
    schema = submission_schema()
    found = list(_keys(schema, schema["$defs"], ()))
    more = ("ante", "trips", "progressive", "no such wager", "main", "secondary", "royal_flush", "É")
    return found + [f"{key}.{json.dumps(name, ensure_ascii=False)}" for key in found for name in more]


def _keys(part: dict[str, Any], known: dict[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    for each in (part, *part.get("anyOf", ())):
        shape = known[each["$ref"].rpartition("/")[2]] if "$ref" in each else each
        for name, inner in shape.get("properties", {}).items():
            yield ".".join((*path, name))
            yield from _keys(inner, known, (*path, name))


def test_every_planted_finding_names_a_clause() -> None:
    for case in (*TABLES, *PLACES, *LIMITS, *PROGRESSIVE, *EQUIPMENT, *REST, *FORM):
        assert faults(str(case.values[0])) == [], case.id


@pytest.mark.parametrize("name", rule_set_names())
def test_an_odd_value_under_any_key_names_a_clause(name: str) -> None:
    source = random.Random(f"odd {name}")
    for key in keys():
        if key.startswith("rules"):
            continue
        for value in source.sample(ODD, 8):
            try:
                text = written({"rules": name, key: value})
                tomllib.loads(text)
            except ValueError:
                continue  # no TOML says this: an infinite number in another notation, a control character
            assert faults(text) == [], text


@pytest.mark.parametrize("name", rule_set_names())
def test_a_lawful_submission_with_some_keys_spoiled_names_clauses(name: str) -> None:
    source = random.Random(f"spoiled {name}")
    for turn in range(15):
        lines = lawful(name, turn).splitlines()
        for _ in range(10):
            spoiled = [line for line in lines if source.random() < 0.8]
            at = source.randrange(len(spoiled)) if spoiled else 0
            for number in (at, source.randrange(max(1, len(spoiled)))):
                if spoiled and not spoiled[number].startswith("rules"):
                    key = spoiled[number].partition(" = ")[0]
                    value = source.choice(ODD)
                    spoiled[number] = written({key: value}).rstrip("\n")
            text = "\n".join(
                [f'rules = "{name}"', *(each for each in spoiled if not each.startswith("rules"))]
            )
            try:
                tomllib.loads(text)
            except ValueError:
                continue
            assert faults(text) == [], text


@pytest.mark.parametrize("name", rule_set_names())
def test_an_unknown_key_names_the_clauses_of_the_key_that_was_meant(name: str) -> None:
    rules = rule_set(name)
    (finding,) = (
        each
        for each in check_text(f'rules = "{name}"\nequipment.shufle = "manual"').findings
        if each.code == "unknown_key"
    )
    assert finding.clauses == rules.options["shuffle"].clauses
    assert "shuffle" in finding.allowed


def test_only_findings_about_the_rules_themselves_name_no_clause() -> None:
    for text in ("", 'rules = "nv/blackjack"', "rules = 5", 'rulez = "ma/high-card-flush"\npositions = 3'):
        checked = check_text(text)
        assert not checked.ok
        assert checked.resolved is None
