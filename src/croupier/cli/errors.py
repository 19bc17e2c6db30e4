"""Input errors as one line on stderr, and the text of a file or of stdin."""

import sys
from pathlib import Path
from typing import NoReturn

import typer


def fail(message: str, code: int = 2) -> NoReturn:
    """Print an error on stderr and exit."""
    typer.echo(f"croupier: {message}", err=True)
    raise typer.Exit(code)


def submission_text(file: Path) -> str:
    """The text of a submission file; `-` is stdin."""
    if str(file) == "-":
        return sys.stdin.buffer.read().decode("utf-8-sig")
    return file.read_text(encoding="utf-8-sig")
