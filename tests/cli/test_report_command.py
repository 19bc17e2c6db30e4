"""`croupier strategy` and `croupier report` as a person runs them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cli.odds.report import write_whole

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples/ma-high-card-flush.toml"


def croupier(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "croupier", *map(str, words)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=False,
    )


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("croupier: ")
    return done.stderr


def test_strategy_prints_the_band_and_the_price_of_simple_rules() -> None:
    done = croupier("strategy", "ma/high-card-flush")
    assert done.returncode == 0, done.stderr
    assert "Fold every flush below T-3-2; raise the most allowed from J-3-2 up." in done.stdout
    assert "T-8-6 or better" in done.stdout
    assert "0.0469%" in done.stdout


def test_strategy_as_json() -> None:
    done = croupier("strategy", "ma/high-card-flush", "--json")
    found = json.loads(done.stdout)
    assert found["rules"] == "ma/high-card-flush"
    assert "from J-3-2 up" in found["sections"][0]["text"]
    assert found["sections"][1]["rows"][0][0] == "T-3-2"
    assert len(found["simple_rules"]) == 3


def test_strategy_of_nothing() -> None:
    done = croupier("strategy", "nv/blackjack")
    assert done.returncode == 2
    assert "neither a rule set" in one_line(done)


def test_report_as_json(tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    done = croupier("report", EXAMPLE, "-o", file, "--date", "2 March 2026")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{file}: PAR sheet: High Card Flush, Massachusetts, 4 bets")
    sheet = json.loads(file.read_text(encoding="utf-8"))
    assert sheet["date"] == "2 March 2026"
    assert sheet["bets"][0]["house_edge"] == "1348050875653/50592437455560"
    assert [entry.name for entry in tmp_path.iterdir()] == ["sheet.json"], "nothing is left lying about"


@pytest.mark.parametrize(("name", "start"), [("sheet.html", b"<!DOCTYPE html>"), ("sheet.PDF", b"%PDF-")])
def test_report_as_pages(tmp_path: Path, name: str, start: bytes) -> None:
    file = tmp_path / name
    done = croupier("report", EXAMPLE, "-o", file, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "file": str(file),
        "title": "PAR sheet: High Card Flush, Massachusetts",
        "bets": 4,
        "bytes": file.stat().st_size,
    }
    assert file.read_bytes().startswith(start)
    assert file.stat().st_size > 50_000


def test_report_with_another_ending(tmp_path: Path) -> None:
    done = croupier("report", EXAMPLE, "-o", tmp_path / "sheet.docx")
    assert done.returncode == 2
    assert ".html, .pdf, .json" in one_line(done)


def test_report_of_a_submission_with_violations_leaves_the_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    file.write_text("as it was")
    done = croupier("report", ROOT / "examples/violations.toml", "-o", file)
    assert done.returncode == 1
    assert "violations" in one_line(done)
    assert file.read_text() == "as it was"


@pytest.mark.parametrize(
    ("given", "problem"),
    [("ma/high-card-flush", "no such file"), ("missing.toml", "no such file"), (".", "Is a directory")],
)
def test_report_of_no_submission(tmp_path: Path, given: str, problem: str) -> None:
    done = croupier("report", given, "-o", tmp_path / "sheet.json")
    assert done.returncode == 2
    assert problem in one_line(done)


def test_report_to_a_missing_folder(tmp_path: Path) -> None:
    done = croupier("report", EXAMPLE, "-o", tmp_path / "nowhere" / "sheet.json")
    assert done.returncode == 2
    assert "No such file or directory" in one_line(done)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "sheet.json"
    write_whole(file, b"first")
    assert file.stat().st_mode & 0o400

    def fail(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        write_whole(file, b"second")
    assert file.read_bytes() == b"first"
    assert [entry.name for entry in tmp_path.iterdir()] == ["sheet.json"]
