"""The commands of the documents run, and print what the documents show.

A block that cannot run here is marked above it, `<!-- not run: reason -->`; its lines must still parse. In
the output shown, `…` stands for anything: a figure that varies by machine, or lines that are left out.
"""

import json
import lzma
import re
import shlex
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.main import get_command
from typer.testing import CliRunner

from croupier.cli.app import app
from tests.odds import sessions

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(
    r"(?:^<!-- not run: ([^\n]+) -->\n+)?^```(console|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
SHOWN = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", re.MULTILINE)
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
GOLDEN = ROOT / "tests" / "floor" / "golden" / "0.1.0" / "log.jsonl.xz"
MOST_NOT_RUN = 53
"""Blocks; lower it when one more can run."""


class Line(NamedTuple):
    """One command of a block."""

    command: str
    output: str
    why_not: str


def lines_of(page: Path) -> list[Line]:
    """The commands of a page, in their order."""
    found = []
    for why_not, kind, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == "console":
            shown = SHOWN.findall(block)
        else:
            shown = [(line, "") for line in block.splitlines() if line and not line.startswith("#")]
        found += [Line(command.partition("  #")[0].strip(), output, why_not) for command, output in shown]
    return found


def words_of(command: str) -> tuple[list[str], bytes, str] | None:
    """The arguments of `croupier`, its stdin and the file for its output; none for other programs."""
    before, piped, after = command.rpartition(" | ")
    words = shlex.split(after)
    if not words or words[0] not in ("croupier", "./croupier"):
        return None
    target = ""
    for mark in (">", ">>"):
        if mark in words:
            place = words.index(mark)
            target = words[place + 1]
            del words[place : place + 2]
    given = b"".join(word.encode() + b"\n" for word in shlex.split(before)[1:]) if piped else b""
    return words[1:], given, target


def files_of_a_reader(place: Path, page: str) -> None:
    """The files that a page takes for granted: examples, a day of rounds, the log of a house."""
    (place / "examples").symlink_to(ROOT / "examples")
    rounds = (ROOT / "examples" / "rounds.jsonl").read_bytes()
    (place / "day.jsonl").write_bytes(rounds)
    (place / "round.jsonl").write_bytes(rounds.splitlines()[0])
    shutil.copy(ROOT / "examples" / "ma-high-card-flush.toml", place / "submission.toml")
    played = sessions.session(sessions.FLUSH, sessions.random_player(sessions.FLUSH), 3, 1, "ann")
    (place / "my-rounds.jsonl").write_text("".join(json.dumps(line) + "\n" for line in played))
    row = {
        "cards": ["As Ks 9s 4s 2h 3c Jd"],
        "dealer": ["2d 3d 9d 4c 5h 6s Kc"],
        "ante": [1000],
        "raise": [1000],
    }
    for name in ("day.parquet", "my-day.parquet"):
        pq.write_table(pa.table(row), place / name)
    if "log.jsonl" in page:
        (place / "log.jsonl").write_bytes(lzma.decompress(GOLDEN.read_bytes()))


@pytest.mark.parametrize("page", [page for page in PAGES if lines_of(page)], ids=lambda page: page.name)
def test_the_commands_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files_of_a_reader(tmp_path, page.read_text(encoding="utf-8"))
    for line in lines_of(page):
        if line.command.startswith("cat "):
            Path(line.command.removeprefix("cat ")).write_text(line.output, encoding="utf-8")
            continue
        found = words_of(line.command)
        if line.why_not:
            if found is not None:
                parses(found[0])
            continue
        assert found is not None, f"{page.name}: mark the block of {line.command!r}: <!-- not run: reason -->"
        words, given, target = found
        done = CliRunner().invoke(app, words, input=given or None)
        assert done.exit_code in ((0, 1) if line.output else (0,)), (
            f"{page.name}: {line.command}\n{done.output}"
        )
        if target:
            Path(target).write_text(done.stdout, encoding="utf-8")
        _compare(page.name, line, done.stdout + done.stderr)


def _compare(page: str, line: Line, printed: str) -> None:
    """Every line shown is printed, in this order."""
    lines = [each.rstrip() for each in printed.splitlines()]
    place = 0
    for shown in line.output.splitlines():
        if not shown.strip(" ─…"):  # empty, left out, or the rule of a table, as wide as what it has
            continue
        wanted = re.compile(".*".join(map(re.escape, shown.rstrip().split("…"))))
        rest = [number for number, text in enumerate(lines[place:], place) if wanted.fullmatch(text)]
        assert rest, f"{page}: `{line.command}` does not print {shown!r}; it prints\n{printed}"
        place = rest[0] + 1


def parses(words: list[str]) -> None:
    """Whether the command has these options and takes these arguments; nothing is run."""
    command: Any = get_command(app)
    rest = [word for word in words if word not in ("--rulebook", "examples/rulebook")]
    while hasattr(command, "commands") and rest and not rest[0].startswith("-"):
        command, rest = command.commands[rest[0]], rest[1:]
    if not hasattr(command, "commands"):
        command.make_context("croupier", rest)


def test_few_blocks_are_not_run_and_each_says_why() -> None:
    marked = [why for page in PAGES for why, _, _ in BLOCK.findall(page.read_text(encoding="utf-8")) if why]
    every = sum(len(BLOCK.findall(page.read_text(encoding="utf-8"))) for page in PAGES)
    assert len(marked) <= MOST_NOT_RUN
    assert every - len(marked) >= 34
