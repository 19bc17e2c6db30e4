"""The documented examples: accepted, refused as their comments say, and settled."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from croupier.rulebook.catalog import rule_set_names
from croupier.settlement.json_lines import settle_line
from croupier.submission.check import check_text

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("rules", rule_set_names())
def test_the_example_of_each_rule_set_is_accepted_and_says_what_it_is(rules: str) -> None:
    text = (EXAMPLES / f"{rules.replace('/', '-')}.toml").read_text("utf-8")
    assert tomllib.loads(text)["rules"] == rules
    checked = check_text(text)
    assert [each for each in checked.findings if each.severity == "violation"] == []
    assert checked.ok


def test_every_example_is_known_to_these_tests() -> None:
    expected = {f"{rules.replace('/', '-')}.toml" for rules in rule_set_names()}
    assert {path.name for path in EXAMPLES.glob("*.toml")} == expected | {"violations.toml"}


def test_each_planted_violation_is_answered_as_its_comment_says() -> None:
    text = (EXAMPLES / "violations.toml").read_text("utf-8")
    said = {
        number: match[1]
        for number, line in enumerate(text.split("\n"), start=1)
        if (match := re.search(r"= .*# (\w+_\w+)\b", line))
    }
    assert len(said) >= 12
    checked = check_text(text)
    found = {each.line: each.code for each in checked.findings if each.severity != "warning"}
    assert found == said
    assert not checked.ok


ORDERS = {
    "ma/high-card-flush": [3, 5, 2],
    "nj/high-card-flush": [6, 4, 1],
    "md/high-card-flush": [6, 5, 3, 1],
    "ma/ultimate-texas-holdem": [6, 4, 3, 2],
    "ma/four-card-poker": [6, 4, 2, 1],
}
"""From the dealer's right; the fold of seat 3 in Massachusetts is paid before the others (ma-hcf-9.c.s2)."""


def test_the_rounds_settle_one_of_each_rule_set() -> None:
    lines = (EXAMPLES / "rounds.jsonl").read_text("utf-8").splitlines()
    assert sorted(json.loads(line)["rules"] for line in lines) == sorted(rule_set_names())
    outcomes = set()
    for line in lines:
        answer, settled = settle_line(line)
        assert settled, answer
        round_, settlement = json.loads(line), json.loads(answer)
        assert settlement["order"] == ORDERS[round_["rules"]]
        outcomes |= {
            (wager, result["outcome"])
            for seat in settlement["seats"]
            for wager, result in seat["results"].items()
        }
        jackpot = round_["meters"]["main"]
        paid = [
            result["paid"]
            for seat in settlement["seats"]
            for wager, result in seat["results"].items()
            if wager == "progressive"
        ]
        assert jackpot in paid
    assert {("envy", "win"), ("ante", "void"), ("cover_all", "win"), ("raise", "lose")} <= outcomes
