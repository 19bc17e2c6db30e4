"""Conveniences of the command line: short help, stdin, large numbers, a first submission, missing extras."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.cli.odds.options import round_count
from croupier.extras import EXTRAS

ROOT = Path(__file__).parents[2]
SUBMISSION = ROOT / "examples" / "ma-high-card-flush.toml"


def commands() -> list[list[str]]:
    """Every command, by its words."""

    def walk(command: Any, words: list[str]) -> list[list[str]]:
        inside = getattr(command, "commands", {})
        return [words, *(found for name in inside for found in walk(inside[name], [*words, name]))]

    return walk(typer.main.get_command(app), [])


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_answers_to_h(words: list[str]) -> None:
    done = CliRunner().invoke(app, [*words, "-h"])
    assert done.exit_code == 0, done.output
    assert "-h, --help" in done.stdout


@pytest.mark.parametrize("words", [["check"], ["layout", "--json"], ["odds", "--bet", "flush_bonus"]])
def test_a_submission_may_come_from_stdin(words: list[str]) -> None:
    text = SUBMISSION.read_text(encoding="utf-8")
    of_file = CliRunner().invoke(app, [words[0], str(SUBMISSION), *words[1:]])
    of_stdin = CliRunner().invoke(app, [words[0], "-", *words[1:]], input=text)
    assert of_stdin.exit_code == of_file.exit_code == 0
    assert of_stdin.stdout.replace("-: ", f"{SUBMISSION}: ").count("\n") == of_file.stdout.count("\n")


def test_rounds_are_written_as_people_write_them() -> None:
    for number in ("2e3", "2,000", "2_000", "2000"):
        assert round_count(number) == 2000
    for wrong in ("0", "-5", "1.5", "many", "1e99", "1e999999999", "nan", "inf", ""):
        words = ["simulate", "ma/four-card-poker", "--rounds", wrong]
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 2
        assert "allowed" in done.output


def test_init_writes_a_submission_that_passes_and_overwrites_nothing(tmp_path: Path) -> None:
    target = tmp_path / "casino" / "submission.toml"
    done = CliRunner().invoke(app, ["init", str(target.parent), "--rules", "ma/high-card-flush"])
    assert done.exit_code == 0
    assert CliRunner().invoke(app, ["check", str(target)]).exit_code == 0
    target.write_text("mine", encoding="utf-8")
    again = CliRunner().invoke(app, ["init", str(target.parent)])
    assert (again.exit_code, target.read_text(encoding="utf-8")) == (2, "mine")
    assert CliRunner().invoke(app, ["init", str(tmp_path), "--rules", "no/rules"]).exit_code != 0


def test_a_variable_names_the_database(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'nowhere.db'}"
    done = CliRunner().invoke(app, ["audit", "verify"], env={"CROUPIER_DB": url})
    assert done.exit_code == 2
    assert "nowhere.db: there is no ledger" in done.stderr


BLOCKED = """
import sys

class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {packages!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Block())
import importlib.util
real = importlib.util.find_spec
def find_spec(name, package=None):
    return None if name.partition(".")[0] in {packages!r} else real(name, package)
importlib.util.find_spec = find_spec
sys.argv[0] = "croupier"
from croupier.cli import main
main()
"""


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("serve", ["serve"]),
        ("serve", ["audit", "verify"]),
        ("serve", ["backup", "x.backup"]),
        ("serve", ["restore", "x.backup"]),
        ("serve", ["database"]),
        ("serve", ["people", "unlock", "ann"]),
        ("report", ["report", str(SUBMISSION), "-o", "x.html"]),
        ("cluster", ["simulate", "ma/high-card-flush", "--rounds", "1e6", "--cluster", "tcp://x"]),
        ("columns", ["settle", "--from", "x.parquet", "--to", "y.parquet", "--by", "ma/high-card-flush"]),
    ],
)
def test_a_missing_extra_is_named_at_once_in_one_line(extra: str, words: list[str], tmp_path: Path) -> None:
    code = BLOCKED.format(packages=set(EXTRAS[extra]))
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"CROUPIER_DATA": str(tmp_path / "data")},
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert f"pip install 'croupier[{extra}]'" in done.stderr
