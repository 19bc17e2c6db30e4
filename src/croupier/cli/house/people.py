"""`croupier people`: let people in again, at the house's own console."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.errors import Json, fail, print_json
from croupier.cli.house.data import DbOption, default_url, keys_directory, refuse

if TYPE_CHECKING:
    from croupier.floor.people.people import People

app: typer.Typer = typer.Typer(
    no_args_is_help=True, help="People: unlock a name, reset a password or a second factor."
)

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The name with which the person signs in.")]
KeysOption = Annotated[
    Path | None,
    typer.Option("--keys", metavar="DIR", help="The house's keys; by default those of `croupier serve`."),
]


@app.callback()
def people() -> None:
    """People: unlock a name, reset a password or a second factor. The log records each."""


@app.command("unlock")
def unlock(name: NameArgument, db: DbOption = None, keys: KeysOption = None, as_json: Json = False) -> None:
    """End the lockouts of a name, wherever its sign-ins failed."""
    from croupier.floor.people.model import system

    with _opened(db, keys) as house:
        house.unlock(system("console"), _person(house, name))
    if as_json:
        print_json({"name": name, "unlocked": True})
    else:
        typer.echo(f"{name}: unlocked")


@app.command("reset")
def reset(name: NameArgument, db: DbOption = None, keys: KeysOption = None, as_json: Json = False) -> None:
    """Print an invitation to set a new password, and end the lockouts of the name."""
    from croupier.floor.people.model import system

    with _opened(db, keys) as house:
        invited = house.reset(system("console"), _person(house, name))
    if as_json:
        print_json({"name": name, "path": f"/#/password/{invited.link}"})
    else:
        typer.echo(f"Within a day, at this house's address: /#/password/{invited.link}")


@app.command("reset-second-factor")
def reset_second_factor(
    name: NameArgument, db: DbOption = None, keys: KeysOption = None, as_json: Json = False
) -> None:
    """Remove the second factors and recovery codes of somebody who has lost them; their sessions end."""
    from croupier.floor.people.model import system

    with _opened(db, keys) as house:
        house.factors.reset(system("console"), _person(house, name))
    if as_json:
        print_json({"name": name, "second_factor": False})
        return
    typer.echo(f"{name}: no second factor; the password alone lets them in until they set one up")


@contextmanager
def _opened(db: str | None, keys: Path | None) -> "Iterator[People]":
    import time

    from croupier.errors import Refusal
    from croupier.floor.audit.read_only import open_ledger
    from croupier.floor.people.people import People
    from croupier.ledger.keys import Keys
    from croupier.ledger.store import Ledger
    from croupier.ledger.verification.checkpoints import check_key

    url = db or default_url()
    try:
        directory = keys or keys_directory(db)
        open_ledger(url).close()  # there must be a house: none is made here
        ledger = Ledger.open(url, Keys.to_sign(directory, files=keys is not None))
        try:
            check_key(ledger, f" in {directory}")
            yield People(ledger, lambda: time.time_ns() // 1_000_000)
        finally:
            ledger.close()
    except Refusal as refusal:
        refuse(refusal)


def _person(house: "People", name: str) -> str:
    from croupier.floor.people.model import folded, system

    found = [each.id for each in house.everyone(system("console")) if folded(each.name) == folded(name)]
    return found[0] if found else fail(f"no account {name!r} (unknown_person)")
