"""Input errors as one line on stderr."""

from typing import NoReturn

import typer


def fail(message: str, code: int = 2) -> NoReturn:
    """Print an error on stderr and exit."""
    typer.echo(f"croupier: {message}", err=True)
    raise typer.Exit(code)
