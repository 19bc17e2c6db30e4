"""`croupier rng test`, as a person runs it."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from croupier.cli.house import rng
from croupier.floor.fairness import battery


def croupier(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "croupier", "rng", "test", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_a_table_of_statistics_and_their_chances() -> None:
    done = croupier("--shuffles", "10000", "--seed", "00ff")
    assert (done.returncode, done.stderr) == (0, "")
    assert "10,000 shuffles, final outcomes" in done.stdout
    assert "cards by position" in done.stdout
    assert "2,601 degrees of freedom" in done.stdout
    assert "all 14 tests passed, collectively at 99% (Holm)" in done.stdout


def test_json_is_the_same_for_the_same_seed_on_any_number_of_processes() -> None:
    answers = []
    for workers in ("1", "2"):
        done = croupier("--shuffles", "17000", "--seed", "00ff", "--json", "--workers", workers)
        assert done.returncode == 0
        answer = json.loads(done.stdout)
        assert answer.pop("seconds") > 0
        answers.append(answer)
    assert answers[0] == answers[1]
    assert {**answers[0], "tests": len(answers[0]["tests"])} == {
        "shuffles": 17000,
        "seed": "00ff",
        "confidence": 0.99,
        "passed": True,
        "tests": 14,
    }
    first = answers[0]["tests"][0]
    assert first["test"] == "cards by position"
    assert first["against"] == 2601
    assert 0 < first["p_value"] <= first["adjusted"] <= 1


def test_a_biased_shuffle_exits_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first card is the ace of spades one more time in twenty."""
    fair = battery.Fair(b"seed")

    def biased(number: int) -> list[str]:
        cards = list(fair(number))
        if number % 20 == 0:
            place = cards.index("As")
            cards[0], cards[place] = cards[place], cards[0]
        return cards

    monkeypatch.setattr(battery, "Fair", lambda seed: biased)
    done = CliRunner().invoke(rng.app, ["test", "--shuffles", "10000", "--workers", "1"])
    assert done.exit_code == 1
    assert "FAIL" in done.stdout
    assert "tests failed, collectively at 99%" in done.stdout


@pytest.mark.parametrize(
    "words", [("--shuffles", "9999"), ("--seed", "xyz"), ("--seed", ""), ("--seed", "abc")]
)
def test_bad_usage_is_one_line(words: tuple[str, ...]) -> None:
    done = croupier(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
