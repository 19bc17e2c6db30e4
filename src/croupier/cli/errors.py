"""Input errors as one line on stderr, facts as JSON, and the text of a file or of stdin."""

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def fail(message: str, code: int = 2) -> NoReturn:
    """Print an error on stderr and exit."""
    typer.echo(f"croupier: {message}", err=True)
    raise typer.Exit(code)


def print_json(answer: object) -> None:
    """Print facts as indented JSON."""
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def submission_text(file: Path) -> str:
    """The text of a submission file; `-` is stdin."""
    if str(file) == "-":
        return sys.stdin.buffer.read().decode("utf-8-sig")
    return file.read_text(encoding="utf-8-sig")
