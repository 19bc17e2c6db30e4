"""Input errors as one line on stderr, and facts as JSON."""

from collections.abc import Iterable
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


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the known one that is like it, or nothing.

    >>> did_you_mean("mian", ["main", "trips"]), did_you_mean("x", ["main", "trips"])
    ('; did you mean main?', '')
    """
    from difflib import get_close_matches

    close = get_close_matches(word, list(known), 1)
    return f"; did you mean {close[0]}?" if close else ""
