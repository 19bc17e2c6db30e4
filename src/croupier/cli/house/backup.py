"""`croupier backup` and `croupier restore`: save the whole house to one file, and restore it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.errors import fail
from croupier.cli.house.data import DbOption, KeysOption, known_keys, open_to_read, refuse
from croupier.cli.stdin import spooled

if TYPE_CHECKING:
    from croupier.floor.audit.findings import Verdict

_WITHOUT_KEYS = "the keys are NOT in the backup: copy their directory yourself, and store it elsewhere"


def backup(
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Output file; by default croupier-TIME.backup here."
        ),
    ] = None,
    db: DbOption = None,
    keys: KeysOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Back up a running house (log, books, checkpoints, people) and audit the backup.

    The keys are not included. Exit code 1 if the audit has findings.
    """
    from croupier.cli.progress_bar import Bar
    from croupier.errors import Refusal
    from croupier.floor.audit.backup import backup as back_up

    file = output or Path(_name())
    ledger = open_to_read(db, keys)
    try:
        with Bar("backing up") as progress:
            sums = back_up(ledger, file, progress)
        verdict = audited(f"sqlite:///{file.absolute()}", keys, still=True, house=db)
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    finally:
        ledger.close()
    _print(verdict, str(file), as_json, sums, "backed up")
    typer.echo(f"croupier: {_WITHOUT_KEYS}", err=True)
    raise typer.Exit(0 if verdict.whole else 1)


def restore(
    file: Annotated[Path, typer.Argument(help="A backup; - for stdin.")],
    db: Annotated[
        str, typer.Option("--db", metavar="URL", help="The empty database: sqlite:///FILE or postgresql://…")
    ],
    keys: KeysOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Restore a backup into an empty database, compare every row, and audit the result.

    Exit code 1 if the audit has findings; 2, with nothing restored, if the database is not empty.
    """
    from croupier.cli.progress_bar import Bar
    from croupier.errors import Refusal
    from croupier.floor.audit.backup import restore as restore_from
    from croupier.floor.audit.read_only import nobody

    source = spooled(file)
    if not source.is_file():
        fail(f"{file}: no such file")
    try:
        with Bar("restoring") as progress:
            sums = restore_from(source, db, known_keys(keys) or nobody(), progress)
        verdict = audited(db, keys)
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    _print(verdict, str(file), as_json, sums, "restored")
    text = "the keys were NOT in the backup: restore their directory before you open the house"
    typer.echo(f"croupier: {text}", err=True)
    raise typer.Exit(0 if verdict.whole else 1)


def _name() -> str:
    from datetime import UTC, datetime

    return f"croupier-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.backup"


def audited(url: str, keys: Path | None, *, still: bool = False, house: str | None = None) -> "Verdict":
    """The audit of a database, with the keys of this house if it is a copy."""
    from croupier.cli.progress_bar import Bar
    from croupier.floor.audit.audit import audit

    ledger = open_to_read(url, keys, still=still, house=house)
    try:
        with Bar("verifying") as progress:
            return audit(ledger, None, progress)
    finally:
        ledger.close()


def _print(verdict: "Verdict", file: str, as_json: bool, sums: object, done: str) -> None:
    if as_json:
        import msgspec

        answer = {"file": file, "whole": verdict.whole, "sums": sums, "findings": verdict.findings}
        typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
        return
    for finding in verdict.findings:
        typer.echo(str(finding))
    replayed = verdict.replayed
    count = len(verdict.findings)
    word = "verified" if verdict.whole else f"NOT verified, {count:,} finding{'' if count == 1 else 's'}"
    typer.echo(
        f"{file}: {done} and {word}: {replayed.records:,} records, {replayed.rounds:,} rounds recomputed"
    )
