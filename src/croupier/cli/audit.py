"""`croupier audit`: the log, whole, unaltered and replayable."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import audit_replay
from croupier.cli.data import DbOption, KeysOption, known_keys, open_to_read, refuse
from croupier.cli.errors import fail

if TYPE_CHECKING:
    from croupier.floor.audit import Verdict
    from croupier.floor.audit_deal import DealVerdict
    from croupier.ledger.export import ExportFile
    from croupier.ledger.records import Record
    from croupier.ledger.store import Ledger

app = typer.Typer(no_args_is_help=True, help="The log: verify, replay, export, verify-deal.")
app.command("replay")(audit_replay.replay)

SHOWN = 50
"""Findings that a person reads; JSON has them all."""

_SQLITE = b"SQLite format 3\0"

FileArgument = Annotated[
    Path | None,
    typer.Argument(metavar="[FILE]", help="An export, or a SQLite ledger, instead of a database URL."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.callback()
def audit() -> None:
    """The log: whole, unaltered, replayable."""


@app.command("verify")
def verify(
    file: FileArgument = None,
    db: DbOption = None,
    keys: KeysOption = None,
    public: Annotated[
        str | None,
        typer.Option(
            "--public", metavar="HEX", help="The house's public key, as you know it from elsewhere."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Verify the log and play it again: chains, order, checkpoints, accounts, and every round as recorded.

    Exit code 0 if it is whole, 1 if anything was found, 2 if it cannot be read.
    """
    from croupier.cli.bar import Bar
    from croupier.errors import Refusal
    from croupier.floor.audit import audit as audit_log

    key = _public(public)
    source = _source(file, db, keys)
    try:
        with Bar("verifying the log") as progress:
            verdict = audit_log(source, key, progress)
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    if not verdict.begun:
        fail(f"{file}: not an export of Croupier, or its first line is gone")
    if as_json:
        _print_verdict_json(verdict)
    else:
        _print_verdict(verdict)
    raise typer.Exit(0 if verdict.whole else 1)


@app.command("export")
def export(
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to; by default stdout.")
    ] = None,
    db: DbOption = None,
    keys: KeysOption = None,
) -> None:
    """Write the log as JSON lines with its checkpoints, signed: `audit verify FILE` needs no database."""
    import sys

    from croupier.errors import Refusal
    from croupier.ledger.export import export as export_log

    known = known_keys(keys, needed=True)
    assert known is not None
    ledger = open_to_read(db, keys)
    try:
        if output is None:
            export_log(ledger, sys.stdout.buffer)
            sys.stdout.buffer.flush()
            return
        # Whole or not at all: an export that was cut off must not lie there under its name.
        part = output.with_name(f".{output.name}.part")
        try:
            with part.open("wb") as out:
                lines = export_log(ledger, out)
            part.replace(output)
        finally:
            part.unlink(missing_ok=True)
        typer.echo(f"{output}: {lines:,} lines; signed by {known.public.hex()}", err=True)
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        fail(f"{output}: {error.strerror}")
    finally:
        ledger.close()


@app.command("verify-deal")
def verify_deal(
    table: Annotated[str, typer.Argument(help="The table's name.")],
    round_: Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.", min=1)],
    file: FileArgument = None,
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compute a deal again from its revealed seed: the commitment, the deck, and the cards that went out."""
    from croupier.errors import Refusal
    from croupier.floor.audit_deal import look_up

    source = _source(file, db, None)
    try:
        verdict = look_up(
            table, round_, _records(source, f"table:{table}"), _records(source, f"fair:{table}")
        )
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    if as_json:
        _print_json(verdict)
    else:
        _print_deal(verdict)
    raise typer.Exit(1 if verdict.findings else 0)


# ------------------------------------------------------------------------------------------- what is read


def _source(file: Path | None, db: str | None, keys: Path | None) -> "Ledger | ExportFile":
    """An export by its file, or a ledger by its URL or its file."""
    if file is None:
        return open_to_read(db, keys)
    if db is not None:
        fail("both FILE and --db; write one of them")
    try:
        with file.open("rb") as opened:
            start = opened.read(len(_SQLITE))
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    if start == _SQLITE:
        return open_to_read(f"sqlite:///{file.absolute()}", keys)
    from croupier.ledger.export import ExportFile

    return ExportFile(file)


def _records(source: "Ledger | ExportFile", stream: str) -> "Iterator[Record]":
    from croupier.ledger.store import Ledger

    if isinstance(source, Ledger):
        yield from source.read(stream)
    else:
        yield from (record for record in source.records() if record.stream == stream)


def _public(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        fail(f"--public {text!r}: a key has 64 hexadecimal digits")
    return key


# ---------------------------------------------------------------------------------------- what is printed


def _print_json(answer: object) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def _print_verdict_json(verdict: "Verdict") -> None:
    _print_json(
        {
            "whole": verdict.whole,
            "replayed": verdict.replayed,
            "checkpoints": verdict.checkpoints,
            "findings": verdict.findings,
        }
    )


def _print_verdict(verdict: "Verdict") -> None:
    for finding in verdict.findings[:SHOWN]:
        typer.echo(str(finding))
    if len(verdict.findings) > SHOWN:
        typer.echo(f"… and {len(verdict.findings) - SHOWN:,} more; --json has them all")
    done = verdict.replayed
    parts = (
        f"{done.records:,} records, {done.tables:,} tables, {done.rounds:,} rounds settled again, "
        f"{done.links:,} links, {done.seeds:,} seeds, {verdict.checkpoints:,} checkpoints"
    )
    count = len(verdict.findings)
    word = "whole, unaltered and right" if verdict.whole else f"{count:,} finding{'' if count == 1 else 's'}"
    typer.echo(f"{word}: {parts}")


def _print_deal(verdict: "DealVerdict") -> None:
    typer.echo(f"table {verdict.table}, round {verdict.round}")
    typer.echo(f"commitment  {verdict.commitment or 'none'}")
    typer.echo(f"seed        {verdict.seed or 'not revealed'}")
    typer.echo(f"salt        {verdict.salt or 'not revealed'}")
    typer.echo(f"entropies   {', '.join(map(repr, verdict.entropies)) or 'none'}")
    seen = sum(bool(card) for card in verdict.dealt)
    if verdict.deck:
        typer.echo(f"deck        {' '.join(verdict.deck)}")
        typer.echo(f"dealt       {seen} cards, each compared with its place in the deck")
    for finding in verdict.findings:
        typer.echo(f"finding: {finding}")
    typer.echo(
        "the deal is the one that was committed to" if not verdict.findings else "the deal does NOT stand"
    )
