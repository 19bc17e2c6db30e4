"""`croupier move`: take a house from one database to another, with its chain intact."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.errors import Json, fail, print_json
from croupier.cli.house.data import DbOption, KeysOption, known_keys, open_to_read, refuse


def move(
    to: Annotated[
        str,
        typer.Option("--to", metavar="URL", help="The empty database: sqlite:///FILE or postgresql://…"),
    ],
    db: DbOption = None,
    keys: KeysOption = None,
    as_json: Json = False,
) -> None:
    """Move a house to an empty database of either kind: copy every row, compare, and audit the copy.

    Stop the server first. The old database stays as it is. Exit code 1 if the audit has findings; 2, with
    nothing moved, if the other database is not empty or a server runs.
    """
    from croupier.cli.house.backup import audited
    from croupier.cli.progress_bar import Bar
    from croupier.errors import Refusal
    from croupier.floor.audit.backup import backup, restore
    from croupier.floor.audit.read_only import nobody
    from croupier.floor.cluster.leases import anybody_runs

    ledger = open_to_read(db, keys)
    try:
        if anybody_runs(ledger):
            fail("a server runs this house; stop it first, or it would continue in the old database")
        with tempfile.TemporaryDirectory() as place:
            file = Path(place) / "moving"
            with Bar("copying") as progress:
                backup(ledger, file, progress)
            with Bar("writing") as progress:
                sums = restore(file, to, known_keys(keys, db) or nobody(), progress)
        verdict = audited(to, keys, house=db)
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        fail(f"{to}: {error.strerror}")
    finally:
        ledger.close()
    if as_json:
        counts = {
            "records": sums.position,
            "checkpoints": sums.checkpoints,
            "rounds": verdict.replayed.rounds,
        }
        print_json({"ok": verdict.whole, "findings": [str(each) for each in verdict.findings], **counts})
        raise typer.Exit(0 if verdict.whole else 1)
    for finding in verdict.findings:
        typer.echo(str(finding))
    count = len(verdict.findings)
    word = "verified" if verdict.whole else f"NOT verified, {count:,} finding{'' if count == 1 else 's'}"
    parts = f"{sums.position:,} records, {sums.checkpoints:,} checkpoints, {verdict.replayed.rounds:,} rounds"
    typer.echo(f"moved and {word}: {parts}; serve it with --db")
    raise typer.Exit(0 if verdict.whole else 1)
