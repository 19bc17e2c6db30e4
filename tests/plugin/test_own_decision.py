"""A game names its own decided wager: the example with `follow` for `play`, in every command."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugin.conftest import EXAMPLE, install

RULES = "example/three-card-poker"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, renamed and installed."""
    base = tmp_path_factory.mktemp("follow")
    package = base / "package" / "three_card_poker"
    shutil.copytree(
        EXAMPLE, package.parent, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__")
    )
    for file in (package / "__init__.py", package / "terms.py"):
        text = file.read_text().replace('"play"', '"follow"').replace("decision.play_", "decision.follow_")
        file.write_text(text)
    rules = package / "rulebook" / f"{RULES}.toml"
    rules.write_text(re.sub(r"^\[(\w+)\.play\]|^play_most", _renamed, rules.read_text(), flags=re.MULTILINE))
    fact = 'follow_most = { type = "integer", meaning = "the follow wager in antes", required = [] }'
    (package / "rulebook" / "facts.toml").write_text(f"[decision]\n{fact}\n")
    install(package.parent, base / "site")
    return base / "site"


def _renamed(found: re.Match[str]) -> str:
    return f"[{found[1]}.follow]" if found[1] else "follow_most"


def run(site: Path, *arguments: str, given: str | None = None) -> str:
    environment = {**os.environ, "PYTHONPATH": str(site), "CROUPIER_CACHE": str(site.parent / "cache")}
    environment.pop("CROUPIER_RULEBOOK", None)
    command = [sys.executable, "-m", "croupier", *arguments]
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, timeout=300, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_round_is_settled_by_the_games_own_word(site: Path) -> None:
    seat = {"seat": 1, "cards": "Qs 6d 4c", "wagers": {"ante": 1000}}
    base = {"rules": RULES, "dealer": "Js 9d 2c"}
    lines = [
        json.dumps({**base, "seats": [{**seat, "decision": decision}]})
        for decision in (
            {"follow": 1000},
            {"fold": True},
            {"play": 1000},
            {"follow": 900},
            {"follow": "1000"},
        )
    ]
    answers = [json.loads(line) for line in run(site, "settle", given="\n".join(lines)).splitlines()]
    assert answers[0]["seats"][0]["results"]["follow"]["stake"] == 1000
    assert "follow" not in answers[1]["seats"][0]["results"]
    codes = [answer["error"]["code"] for answer in answers[2:]]
    assert codes == ["decision_unclear", "decision_out_of_bounds", "bad_amount"]
    assert '{"follow": cents}' in answers[2]["error"]["message"]


def test_advice_odds_and_simulation_use_the_word(site: Path) -> None:
    advice = json.loads(run(site, "advise", RULES, "--cards", "Qs 6d 4c", "--json"))
    assert set(advice["actions"]) == {"follow_1x", "fold"}
    priced = json.loads(run(site, "odds", RULES, "--json"))
    assert priced["bets"]["main"]["ev"] == "-686689/20358520"
    assert set(priced["bets"]["main"]["decisions"]) == {"follow_1x", "fold"}
    assert "follow" in run(site, "simulate", RULES, "--rounds", "20000", "--seed", "7")
    assert "follow" in run(site, "strategy", RULES).lower()


def test_a_table_in_the_terminal_and_a_felt_use_the_word(site: Path) -> None:
    played = run(site, "play", RULES, "--seed", "7", given="ante 10\nfollow 10\nquit\n")
    assert "follow" in played.lower()
    practice = site / "three_card_poker/rulebook/practice/example/three-card-poker.toml"
    assert "FOLLOW" in run(site, "layout", str(practice)).upper()
