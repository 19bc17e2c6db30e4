"""Errors of input, in one line."""

from typing import NoReturn

import typer


def fail(message: str, code: int = 2) -> NoReturn:
    """Say what is wrong on stderr and stop."""
    typer.echo(f"croupier: {message}", err=True)
    raise typer.Exit(code)
