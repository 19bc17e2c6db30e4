"""The commands of the documents run, and print what the documents show.

A block that cannot run here is marked above it, `<!-- not run: reason -->`; its lines must still parse. In
the output shown, `…` stands for anything: a figure that varies by machine, or lines that are left out.
"""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from croupier.cli.app import app
from tests.databases import postgres
from tests.documented import DATABASE, SERVERS, Postgres, Server, files_of_a_reader, house_of_a_reader, start

__all__ = ["postgres"]

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(
    r"(?:^<!-- not run: ([^\n]+) -->\n+)?^```(console|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
SHOWN = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", re.MULTILINE)
TYPED = re.compile(r"(?<=> ).+$", re.MULTILINE)
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
MOST_NOT_RUN = 25
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


def of_a_server(line: Line) -> bool:
    """Whether the command runs until it is interrupted, or asks such a server."""
    found = words_of(line.command)
    return line.command.startswith("curl ") or (
        found is not None and found[0][:1] in ([each] for each in SERVERS)
    )


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data directory of a house."""
    directory = tmp_path_factory.mktemp("house")
    house_of_a_reader(directory)
    return directory


@pytest.fixture
def reader(tmp_path: Path, house: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of a reader, who has a house."""
    shutil.copytree(house, tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    for name in ("CROUPIER_DB", "CROUPIER_WITNESS", "CROUPIER_CONFIG", "CROUPIER_RULEBOOK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path / "data"))
    return tmp_path


@pytest.mark.parametrize("page", [page for page in PAGES if lines_of(page)], ids=lambda page: page.name)
def test_the_commands_of_a_page_run(page: Path, reader: Path, request: pytest.FixtureRequest) -> None:
    text = page.read_text(encoding="utf-8")
    files_of_a_reader(reader, text)
    lines = [line for line in lines_of(page) if not of_a_server(line)]
    if any(DATABASE.search(line.command) and not line.why_not for line in lines):
        database = Postgres(request.getfixturevalue("postgres"))
        request.addfinalizer(database.drop)
    for line in lines:
        if line.command.startswith("cat "):
            Path(line.command.removeprefix("cat ")).write_text(line.output, encoding="utf-8")
            continue
        command = line.command
        if DATABASE.search(command) and not line.why_not:
            if re.search(r"--to postgresql|^croupier restore|--grant", command):
                database.fresh(command)
            command = database.meant(command)
        found = words_of(command)
        if line.why_not:
            if found is not None:
                parses(found[0])
            continue
        assert found is not None, f"{page.name}: mark the block of {line.command!r}: <!-- not run: reason -->"
        words, given, target = found
        if words[0] == "play":
            given = "".join(typed + "\n" for typed in TYPED.findall(line.output) or ["quit"]).encode()
            line = line._replace(output=TYPED.sub("…", line.output))
        words = [
            name
            for word in words
            for name in (sorted(map(str, reader.glob(word))) if "*" in word else [word])
        ]
        done = CliRunner().invoke(app, words, input=given or None)
        assert done.exit_code in ((0, 1) if line.output else (0,)), (
            f"{page.name}: {line.command}\n{done.output}"
        )
        if target:
            with Path(target).open("a" if ">>" in command else "w", encoding="utf-8") as file:
                file.write(done.stdout)
        _compare(page.name, line, done.stdout + done.stderr)


@pytest.fixture
def running() -> Iterator[dict[str, Server]]:
    """The servers that run, by their command; one command runs once."""
    found: dict[str, Server] = {}
    yield found
    ended = [server.ended() for server in found.values()]
    assert set(ended) <= {0, 130}, ended


def test_the_servers_of_every_page_start_and_answer(reader: Path, running: dict[str, Server]) -> None:
    latest: Server | None = None
    for page in PAGES:
        for line in lines_of(page):
            if line.why_not or not of_a_server(line):
                continue
            if line.command.startswith("curl "):
                assert latest is not None, f"{page.name}: {line.command}: no server runs"
                _compare(page.name, line, latest.get(shlex.split(line.command)[-1]))
                continue
            found = words_of(line.command)
            assert found is not None
            key = " ".join(found[0])
            if key not in running:
                running[key] = start(found[0], reader / f"data{len(running)}")
            latest = running[key]
            assert latest.get(latest.shown + "/")
            _compare(page.name, line, latest.printed)
    assert len(running) >= 4


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
    assert every - len(marked) >= 69
