"""`croupier audit`: verify, replay and export the log."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.audit import evidence as audit_evidence
from croupier.cli.audit import replay as audit_replay
from croupier.cli.audit import verify as audit_verify
from croupier.cli.audit.source import FileArgument, JsonOption, Opened, open_source
from croupier.cli.errors import Json, fail, print_json
from croupier.cli.house.data import DbOption, KeysOption, check_text, known_keys, open_to_read, refuse

if TYPE_CHECKING:
    from croupier.floor.audit.deal import DealVerdict
    from croupier.ledger.records import Record
    from croupier.ledger.store import Ledger
    from croupier.ledger.verification.export import ExportFile

app: typer.Typer = typer.Typer(
    no_args_is_help=True,
    help="The log: verify, replay, evidence, export, archive, prune, checkpoint, verify-deal.",
)
app.command("verify")(audit_verify.verify)
app.command("replay")(audit_replay.replay)
app.command("evidence")(audit_evidence.evidence)


@app.callback()
def audit() -> None:
    """Verify, replay and export the log."""


@app.command("export")
def export(
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Output file; stdout by default.")
    ] = None,
    db: DbOption = None,
    keys: KeysOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="With -o: print file, lines and key as JSON; the log always is.")
    ] = False,
) -> None:
    """Write the log as signed JSON lines, which `audit verify FILE` checks without a database."""
    import os
    import sys

    from croupier.errors import Refusal
    from croupier.ledger.verification.export import export as export_log

    known = known_keys(keys, db, needed=True)
    assert known is not None
    ledger = open_to_read(db, keys)
    try:
        if output is None:
            export_log(ledger, sys.stdout.buffer)
            sys.stdout.buffer.flush()
            return
        # Write to a temporary name first: an interrupted export must not look complete.
        part = output.with_name(f".{output.name}.part")
        part.unlink(missing_ok=True)
        try:
            handle = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)  # it has hidden cards
            with os.fdopen(handle, "wb") as out:
                lines = export_log(ledger, out)
            part.replace(output)
        finally:
            part.unlink(missing_ok=True)
        if as_json:
            print_json({"file": str(output), "lines": lines, "public": known.public.hex()})
        else:
            typer.echo(f"{output}: {lines:,} lines; signed by {known.public.hex()}", err=True)
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        fail(f"{output}: {error.strerror}")
    finally:
        ledger.close()


@app.command("archive")
def archive(
    directory: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="The archives' directory.")
    ],
    before: Annotated[
        datetime | None,
        typer.Option("--before", formats=["%Y-%m-%d"], help="Up to this day, UTC; this month by default."),
    ] = None,
    db: DbOption = None,
    keys: KeysOption = None,
    as_json: Json = False,
) -> None:
    """Archive the log up to a day as signed, compressed files; `audit verify FILE` checks each one alone.

    Continues after the last archive in the directory. Writes JSON lines, the same records as Parquet, and the
    signed state from which the next archive starts. Deletes nothing; `audit prune` does. Exit code 1 if there
    is nothing to archive.

    Example: croupier audit archive -o archives --before 2026-11-01
    """
    from croupier.cli.progress_bar import Bar
    from croupier.errors import Refusal
    from croupier.floor.archives.archive import archive as archive_log

    known_keys(keys, db, needed=True)
    day = before or datetime.now(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    ledger = open_to_read(db, keys)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with Bar("archiving the log") as progress:
            made = archive_log(ledger, directory, int(day.replace(tzinfo=UTC).timestamp() * 1000), progress)
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        fail(f"{error.filename or directory}: {error.strerror}")
    finally:
        ledger.close()
    if made is None:
        fail(f"nothing to archive before {day:%Y-%m-%d}", 1)
    if as_json:
        facts = {"file": str(made.file), "first": made.first, "last": made.last, "lines": made.lines}
        print_json(facts)
    else:
        typer.echo(f"{made.file}: records {made.first} to {made.last}, {made.lines:,} lines")


@app.command("prune")
def prune(
    directory: Annotated[
        Path,
        typer.Option(
            "--archive", metavar="DIR", help="The directory of `audit archive`, with every archive."
        ),
    ],
    db: DbOption = None,
    keys: KeysOption = None,
    as_json: Json = False,
) -> None:
    """Remove archived rounds from the database. Servers may keep running; run it as database owner.

    Verifies and replays the archives since the last pruning, signs the state at their end, then removes the
    records of tables up to their last finished round. The other streams stay whole. If it is interrupted, run
    it again. Exit code 1 if there is nothing to prune, 2 if an archive does not verify.

    Example: croupier audit prune --archive archives
    """
    from croupier.cli.house.keys import opened_to_write
    from croupier.cli.progress_bar import Bar
    from croupier.floor.archives.prune import prune as prune_log

    try:
        with opened_to_write(db, keys) as ledger, Bar("pruning the log") as progress:
            made = prune_log(ledger, directory, progress)
    except OSError as error:
        fail(f"{error.filename or directory}: {error.strerror}")
    if made is None:
        fail(f"nothing to prune: {directory} has no archive of records that are in the database", 1)
    if as_json:
        print_json(made._asdict())
    else:
        typer.echo(
            f"{made.records:,} records removed; those up to position {made.position} are in "
            f"{made.archives} archive{'' if made.archives == 1 else 's'}: keep the files"
        )


@app.command("checkpoint")
def checkpoint(
    db: DbOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON (the default).")] = False,
) -> None:
    """Print the newest signed checkpoint as one line of JSON, for a witness to keep.

    `audit verify --witness FILE` later proves that the log still matches it. Exit code 1 if there is no
    checkpoint yet, or if its signature is wrong.
    """
    import msgspec

    from croupier.errors import Refusal
    from croupier.ledger.verification.checkpoints import newest

    ledger = open_to_read(db)
    try:
        found = newest(ledger)
    except Refusal as refusal:
        refuse(refusal)
    finally:
        ledger.close()
    if found is None:
        fail("no checkpoint yet; a server signs one every few minutes, and when it stops", 1)
    if not found.stands():
        fail(f"checkpoint {found.number} does not match its signature; run `croupier audit verify`", 1)
    typer.echo(msgspec.json.encode(found).decode())


@app.command("verify-deal")
def verify_deal(
    table: Annotated[str, typer.Argument(help="The table's name.")],
    round_: Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.", min=1)],
    file: FileArgument = None,
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Recompute a deal from its revealed seed: the commitment, the deck and the cards dealt.

    For an export, all chains and signatures are verified too; for a database, the chains of both streams.
    Exit code 1 if there are findings; 2 if there is nothing to verify, such as a round in progress.
    """
    from croupier.errors import Refusal
    from croupier.floor.audit.deal import Before, before, look_up
    from croupier.ledger.store import Ledger

    check_text(table)
    opened = open_source(file, db, None)
    try:
        begin = before(opened.source, table) if isinstance(opened.source, Ledger) else Before()
        verdict = look_up(table, round_, *_streams(opened.source, table), begin)
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
    raise typer.Exit(1 if verdict.findings or log_findings else 2 if verdict.in_progress else 0)


def _log(opened: Opened) -> tuple[list[str], str]:
    """Findings in the log that holds the deal, and which parts of it were checked.

    An export is read from end to end anyway. In a database `look_up` verifies the chains of the deal's two
    streams; `audit verify` checks the rest.
    """
    from croupier.ledger.store import Ledger
    from croupier.ledger.verification.audit import verify

    if isinstance(opened.source, Ledger):
        return [], "the chains of both streams; run `audit verify` for the rest"
    found = [str(each) for each in verify(opened.source)]
    return found, f"the whole export and its signatures; {opened.key()}"


def _streams(source: "Ledger | ExportFile", table: str) -> "tuple[Iterable[Record], Iterable[Record]]":
    """A table's stream and its seeds' stream at one moment, while the house keeps running."""
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
        typer.echo(f"dealt       {seen} cards, each compared with the deck")
    typer.echo(f"log         checked: {checked}")
    for finding in verdict.findings:
        typer.echo(f"finding: {finding}")
    for finding in log_findings[: audit_verify.SHOWN]:
        typer.echo(f"finding in the log: {finding}")
    if verdict.findings:
        typer.echo("the deal does NOT match its commitment")
    elif verdict.in_progress:
        typer.echo("nothing to verify yet: the seed is revealed when the round ends")
    elif log_findings:
        typer.echo("the deal matches the log, but the log itself has findings")
    else:
        typer.echo("the deal matches its commitment")
