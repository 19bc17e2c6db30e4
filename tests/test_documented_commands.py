"""The commands shown in the documents print what the documents show."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli.app import app

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (?:\./)?croupier (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
QUICK = ("check", "init", "layout", "rules", "settle")
"""Commands that need neither a solver nor a house; those on a reader's own files (`my-…`) are left out."""


def _shown() -> list[tuple[str, str, str]]:
    """Each quick command of a console block: its document, the command, and the output shown."""
    found = []
    for document in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for block in re.findall(
            r"^```console\n(.*?)^```$", document.read_text("utf-8"), re.MULTILINE | re.DOTALL
        ):
            for command, output in re.findall(
                r"^\$ (?:\./)?croupier (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE
            ):
                words = command.partition("   #")[0]
                if (
                    words.split()[0] in QUICK
                    and "|" not in words
                    and ("my-" not in words or words.startswith("init"))
                ):
                    found.append((document.name, words, output))
    return found


@pytest.mark.parametrize(("document", "command", "output"), _shown())
def test_a_documented_command_prints_the_documented_lines(
    document: str, command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    printed = [line.rstrip() for line in CliRunner().invoke(app, shlex.split(command)).stdout.splitlines()]
    place = 0
    for line in output.splitlines():
        if line.strip() in ("", "…"):
            continue
        wanted = re.compile(".*".join(map(re.escape, line.rstrip().split("…"))))
        rest = [number for number, text in enumerate(printed[place:], place) if wanted.fullmatch(text)]
        assert rest, f"{document}: `croupier {command}` does not print {line!r}"
        place = rest[0] + 1


def test_the_documents_show_quick_commands() -> None:
    assert {command.split()[0] for _, command, _ in _shown()} == set(QUICK)
