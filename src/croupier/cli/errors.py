"""Input errors as one line on stderr, and facts as JSON."""

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
