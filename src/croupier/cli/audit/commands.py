"""`croupier audit`: the log, whole, unaltered and replayable."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.audit import replay as audit_replay
from croupier.cli.audit import verify as audit_verify
from croupier.cli.audit.source import FileArgument, JsonOption, Opened, open_source
from croupier.cli.errors import fail
from croupier.cli.house.data import DbOption, KeysOption, check_text, known_keys, open_to_read, refuse

if TYPE_CHECKING:
    from croupier.floor.audit.deal import DealVerdict
    from croupier.ledger.export import ExportFile
    from croupier.ledger.records import Record
    from croupier.ledger.store import Ledger

app = typer.Typer(no_args_is_help=True, help="The log: verify, replay, export, checkpoint, verify-deal.")
app.command("verify")(audit_verify.verify)
app.command("replay")(audit_replay.replay)


@app.callback()
def audit() -> None:
    """The log: whole, unaltered, replayable."""


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


@app.command("checkpoint")
def checkpoint(db: DbOption = None) -> None:
    """Print the newest signed checkpoint as one line of JSON, for somebody else to keep.

    `audit verify --witness FILE` finds later whether the log is still the one that it was signed over. Exit
    code 1 if there is none yet, or if it is not as it was signed.
    """
    import msgspec

    from croupier.errors import Refusal
    from croupier.ledger.checkpoints import newest

    ledger = open_to_read(db)
    try:
        found = newest(ledger)
    except Refusal as refusal:
        refuse(refusal)
    finally:
        ledger.close()
    if found is None:
        fail("no checkpoint was signed yet; a server signs one every few minutes, and when it stops", 1)
    if not found.stands():
        fail(f"checkpoint {found.number} is not as it was signed; `croupier audit verify` tells more", 1)
    typer.echo(msgspec.json.encode(found).decode())


@app.command("verify-deal")
def verify_deal(
    table: Annotated[str, typer.Argument(help="The table's name.")],
    round_: Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.", min=1)],
    file: FileArgument = None,
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compute a deal again from its revealed seed: the commitment, the deck, and the cards that went out.

    Of an export all chains and signatures are verified as well; of a database the chains of both streams.
    Exit code 1 if anything is found; 2 if there is nothing to verify, for instance a round that is still on.
    """
    from croupier.errors import Refusal
    from croupier.floor.audit.deal import look_up

    check_text(table)
    opened = open_source(file, db, None)
    try:
        verdict = look_up(table, round_, *_streams(opened.source, table))
        log_findings, checked = _log(opened)
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    finally:
        opened.close()
    if as_json:
        _print_deal_json(verdict, log_findings, checked)
    else:
        _print_deal(verdict, log_findings, checked)
    raise typer.Exit(1 if verdict.findings or log_findings else 2 if verdict.still_on else 0)


def _log(opened: Opened) -> tuple[list[str], str]:
    """What is wrong with the log that a deal was read from, and how much of it was looked at.

    An export is read from end to end in any case. In a database a deal is found by its two streams, whose
    chains `look_up` verifies; the whole of it is for `audit verify`.
    """
    from croupier.ledger.audit import verify
    from croupier.ledger.store import Ledger

    if isinstance(opened.source, Ledger):
        return [], "the chains of its two streams; not the checkpoints, nor the rest: see `audit verify`"
    found = [str(each) for each in verify(opened.source)]
    return found, f"the export, whole, with its signatures; {opened.key()}"


def _streams(source: "Ledger | ExportFile", table: str) -> "tuple[Iterable[Record], Iterable[Record]]":
    """The stream of a table and that of its seeds, as they are at one moment, while the house goes on."""
    from croupier.ledger.store import Ledger

    if not isinstance(source, Ledger):
        return _of(f"table:{table}", source), _of(f"fair:{table}", source)
    events, seeds = source.read(f"table:{table}"), source.read(f"fair:{table}")
    while more := source.read(f"table:{table}", after=events[-1].version if events else 0):
        events += more
        seeds += source.read(f"fair:{table}", after=seeds[-1].version if seeds else 0)
    return events, seeds


def _of(stream: str, source: "ExportFile") -> "Iterator[Record]":
    return (record for record in source.records() if record.stream == stream)


def _print_deal_json(verdict: "DealVerdict", log_findings: list[str], checked: str) -> None:
    import msgspec

    answer = {**msgspec.structs.asdict(verdict), "checked": checked, "log_findings": log_findings}
    typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def _print_deal(verdict: "DealVerdict", log_findings: list[str], checked: str) -> None:
    typer.echo(f"table {verdict.table}, round {verdict.round}")
    typer.echo(f"commitment  {verdict.commitment or 'none'}")
    typer.echo(f"seed        {verdict.seed or 'not revealed'}")
    typer.echo(f"salt        {verdict.salt or 'not revealed'}")
    typer.echo(f"entropies   {', '.join(map(repr, verdict.entropies)) or 'none'}")
    seen = sum(bool(card) for card in verdict.dealt)
    if verdict.deck:
        typer.echo(f"deck        {' '.join(verdict.deck)}")
        typer.echo(f"dealt       {seen} cards, each compared with its place in the deck")
    typer.echo(f"log         checked: {checked}")
    for finding in verdict.findings:
        typer.echo(f"finding: {finding}")
    for finding in log_findings[: audit_verify.SHOWN]:
        typer.echo(f"finding in the log: {finding}")
    if verdict.findings:
        typer.echo("the deal does NOT stand")
    elif verdict.still_on:
        typer.echo("still on: nothing to verify yet; the seed is revealed when the round is over")
    elif log_findings:
        typer.echo("the deal follows from what is recorded, but the log it was read from does NOT stand")
    else:
        typer.echo("the deal is the one that was committed to")
