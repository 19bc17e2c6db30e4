"""`croupier keys`: show the house's keys, and replace them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.errors import Json, fail, print_json
from croupier.cli.house.data import DbOption, default_url, keys_directory, refuse

if TYPE_CHECKING:
    from croupier.ledger.store import Ledger

app: typer.Typer = typer.Typer(no_args_is_help=True, help="The house's keys: show and rotate them.")

DirectoryOption = Annotated[
    Path | None,
    typer.Option("--keys", metavar="DIR", help="Their directory; by default the one of `croupier serve`."),
]


@app.callback()
def keys() -> None:
    """The house's keys: show and rotate them."""


@app.command("show")
def show(db: DbOption = None, keys: DirectoryOption = None, as_json: Json = False) -> None:
    """Print where the keys are, the public key, and the keys that signed this log before it."""
    from croupier.ledger.verification.rotation import former_keys

    with opened_to_write(db, keys) as ledger:
        assert ledger.keys.store is not None
        with ledger.database.reading() as connection:
            former = former_keys(connection)
        found = {
            "where": ledger.keys.store.where,
            "public": ledger.keys.public.hex(),
            "former": former,
            "retired_sealing": len(ledger.keys.store.retired()),
        }
    if as_json:
        print_json(found)
        return
    typer.echo(f"keys in {found['where']}")
    typer.echo(f"signing  {found['public']}")
    for each in reversed(former):
        typer.echo(f"before   {each}")
    typer.echo(f"retired sealing keys: {found['retired_sealing']}")


@app.command("rotate")
def rotate(
    db: DbOption = None,
    keys: DirectoryOption = None,
    signing: Annotated[bool, typer.Option("--signing", help="Only the signing key.")] = False,
    sealing: Annotated[bool, typer.Option("--sealing", help="Only the sealing key.")] = False,
    as_json: Json = False,
) -> None:
    """Replace the signing and the sealing key. Stop the servers first.

    The old signing key signs the new one in the log, so the log before and after verifies with either. The
    old sealing key is kept: it opens the cards of unfinished rounds.
    """
    import time

    from croupier.floor.cluster.leases import anybody_runs
    from croupier.floor.people.second_factor.resealing import reseal
    from croupier.ledger.verification.checkpoints import check_key, finish_rotation, rotate_signing
    from croupier.ledger.verification.rotation import record_sealing

    both, notes = signing == sealing, []
    with opened_to_write(db, keys) as ledger:
        if anybody_runs(ledger):
            fail("a server runs this house; stop it first: it would continue with the old keys")
        at = time.time_ns() // 1_000_000
        old = ledger.keys.public.hex()
        finish_rotation(ledger)
        check_key(ledger)
        if sealing or both:
            notes.append(ledger.keys.rotate_sealing())
            record_sealing(ledger, at)
        secrets = reseal(ledger)
        if signing or both:
            notes.append(rotate_signing(ledger, at))
        new = ledger.keys.public.hex()
    if as_json:
        print_json(
            {"old": old, "public": new, "sealing": sealing or both, "notes": list(filter(None, notes))}
        )
        return
    if signing or both:
        typer.echo(f"signing: {new} follows {old}; the log has both signatures")
    if sealing or both:
        typer.echo(f"sealing: a new key; the old one is kept for open rounds; {secrets} secrets sealed again")
    for note in filter(None, notes):
        typer.echo(f"now: {note}")
    typer.echo("back up the keys, and give the new public key to those who verify your logs")


@contextmanager
def opened_to_write(db: str | None, keys: Path | None) -> "Iterator[Ledger]":
    """The house's own ledger with its keys; there must be one."""
    from croupier.errors import Refusal
    from croupier.floor.audit.read_only import open_ledger
    from croupier.ledger.keys import Keys
    from croupier.ledger.store import Ledger

    url = db or default_url()
    try:
        open_ledger(url).close()  # there must be a house: none is made here
        ledger = Ledger.open(url, Keys.existing(keys or keys_directory(db), files=keys is not None))
        try:
            yield ledger
        finally:
            ledger.close()
    except Refusal as refusal:
        refuse(refusal)
