"""`croupier layout`: the file, the data, and refusals of one line."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from croupier.cli.app import app
from croupier.layout.build import layout_of
from croupier.layout.svg import svg
from tests.practice import PRACTICE

EXAMPLES = Path("examples")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["layout", *map(str, arguments)])


@pytest.mark.parametrize("name", [each.stem for each in sorted(EXAMPLES.glob("*-*.toml"))])
def test_every_example_has_a_layout(name: str, tmp_path: Path) -> None:
    done = run(EXAMPLES / f"{name}.toml", "-o", tmp_path / "felt.svg")
    assert done.exit_code == 0, done.output
    written = (tmp_path / "felt.svg").read_text()
    ET.fromstring(written)
    assert written == svg(layout_of((EXAMPLES / f"{name}.toml").read_text()))
    assert "1,830 by 1,000 mm" in done.stdout


@pytest.mark.parametrize(
    ("picture", "name"), [("layout", "nj-high-card-flush"), ("layout-ultimate", "ma-ultimate-texas-holdem")]
)
def test_the_pictures_of_the_documentation_are_current(picture: str, name: str) -> None:
    shown = Path(f"docs/{picture}.svg").read_text()
    assert shown == svg(layout_of((EXAMPLES / f"{name}.toml").read_text())), (
        f"croupier layout examples/{name}.toml -o docs/{picture}.svg"
    )


@pytest.mark.clause("nj-hcf-13Y.b.s1", shows="shown")
def test_new_jersey_prints_what_to_file(tmp_path: Path) -> None:
    done = run(EXAMPLES / "nj-high-card-flush.toml", "-o", tmp_path / "felt.svg")
    filing = done.stdout.splitlines()[1]
    for part in ("Division", "Atlantic City", "true to scale", "color photograph", "before use"):
        assert part in filing
    assert filing.endswith("[nj-hcf-13Y.b.s1]; filed: 2026-03-02")
    unfiled = tmp_path / "unfiled.toml"
    unfiled.write_text('rules = "nj/high-card-flush"\noperator = "A House"\n')
    done = run(unfiled, "-o", tmp_path / "felt.svg")
    assert done.stdout.splitlines()[1].endswith("the submission does not say that it was")


def test_without_a_file_the_drawing_goes_to_stdout_and_json_is_the_data(tmp_path: Path) -> None:
    file = EXAMPLES / "md-high-card-flush.toml"
    assert run(file).stdout == svg(layout_of(file.read_text()))
    told = json.loads(run(file, "--json").stdout)
    assert told["rules"] == "md/high-card-flush"
    assert {area["name"] for area in told["areas"]} >= {"ante", "raise", "cards", "dealer-cards"}
    assert told["filing"]["clauses"] == ["md-hcf-2.B"]
    assert told["lacks"] == []
    done = run(file, "-o", tmp_path / "felt.json")
    assert done.exit_code == 0
    assert json.loads((tmp_path / "felt.json").read_text()) == told


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("rules = ", 2, "not TOML"),
        ('rules = "nj/high-card-flush"\npositions = 7\n', 1, "1 violation; `croupier check"),
        ('rules = "nj/high-card-flush"\nlayout.odds = "sign"\n', 1, "1 violation; `croupier check"),
        ('rules = "nj/high-card-flush"\n', 1, "operator: no name; the layout shows that of the operator"),
        ('rules = "md/high-card-flush"\nboxes_per_player = 1\n', 1, "[md-hcf-2.B.1]"),
    ],
)
def test_an_invalid_or_incomplete_submission_is_refused_in_one_line(
    text: str, code: int, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "submission.toml"
    file.write_text(text)
    done = run(file, "-o", tmp_path / "felt.svg")
    assert done.exit_code == code
    assert done.stdout == ""
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "felt.svg").exists()


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    good = tmp_path / "good.toml"
    good.write_text(PRACTICE["ma/high-card-flush"])
    for arguments, words in (
        ((tmp_path / "none.toml",), "No such file"),
        ((good, "-o", tmp_path / "felt.pdf"), "allowed: .svg, .json"),
        ((good, "-o", tmp_path / "nowhere" / "felt.svg"), "No such file"),
    ):
        done = run(*arguments)
        assert done.exit_code == 2
        assert words in done.stderr
        assert len(done.stderr.splitlines()) == 1
