"""`croupier petition` as a person runs it."""

import json
from pathlib import Path

from tests.cli.test_report_command import EXAMPLE, ROOT, croupier, one_line
from tests.pdf_text import text_of_pdf

FILES = ["layout.svg", "par-sheet.json", "par-sheet.pdf", "petition.pdf", "rounds.jsonl", "sign.html"]


def test_the_packet_is_one_pdf_with_its_parts_beside_it(tmp_path: Path) -> None:
    done = croupier("petition", EXAMPLE, "-o", tmp_path / "packet", "--date", "2 March 2026")
    assert done.returncode == 0, done.stderr
    written = {path.name: path.read_bytes() for path in (tmp_path / "packet").iterdir()}
    assert sorted(written) == FILES
    assert "2March2026" in text_of_pdf(written["petition.pdf"])
    assert written["layout.svg"].startswith(b"<svg ")
    assert b"Limits" in written["sign.html"]
    assert json.loads(written["par-sheet.json"])["rules"] == "ma/high-card-flush"
    settled = croupier("settle", "--strict", tmp_path / "packet/rounds.jsonl")
    assert settled.returncode == 0
    assert "items for the operator to supply:" in done.stdout
    assert "[205 CMR 147.04(3)(a)]" in done.stdout


def test_a_made_up_state_has_the_common_items(tmp_path: Path) -> None:
    book = ROOT / "examples/rulebook"
    done = croupier(
        "petition", book / "xx-high-card-flush.toml", "-o", tmp_path, "--rulebook", book, "--json"
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert {Path(each["file"]).name: each["bytes"] for each in told["files"]} == {
        each.name: each.stat().st_size for each in tmp_path.iterdir()
    }
    assert all(each["words"] for each in told["gaps"])
    shown = text_of_pdf((tmp_path / "petition.pdf").read_bytes())
    assert "Whatregulatorscommonlyask" in shown
    assert "ExampleCasino" in shown
    assert "xx-hcf-" in shown


def test_a_submission_with_violations(tmp_path: Path) -> None:
    done = croupier("petition", ROOT / "examples/violations.toml", "-o", tmp_path / "packet")
    assert done.returncode == 1
    assert "violations" in one_line(done)
    assert not (tmp_path / "packet").exists()


def test_no_such_submission(tmp_path: Path) -> None:
    done = croupier("petition", tmp_path / "none.toml", "-o", tmp_path)
    assert done.returncode == 2
    assert "no such file" in one_line(done)


def test_an_output_that_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "packet"
    file.write_text("")
    done = croupier("petition", EXAMPLE, "-o", file)
    assert done.returncode == 2
    assert "not a directory" in one_line(done)
