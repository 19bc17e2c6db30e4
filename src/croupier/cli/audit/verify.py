"""`croupier audit verify`: the log verified and played again, and whose key it was verified with."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.audit.source import FileArgument, JsonOption, Key, PublicOption, open_source
from croupier.cli.errors import fail
from croupier.cli.house.data import DbOption, KeysOption, refuse

if TYPE_CHECKING:
    from croupier.floor.audit.audit import Verdict
    from croupier.ledger.checkpoints import Checkpoint

SHOWN = 50
"""Findings that a person reads; JSON has them all."""


def verify(
    file: FileArgument = None,
    db: DbOption = None,
    keys: KeysOption = None,
    public: PublicOption = None,
    witness: Annotated[
        Path | None,
        typer.Option(
            "--witness",
            metavar="FILE",
            help="Checkpoints held elsewhere, as `audit checkpoint` printed them: the log must have them.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Verify the log and play it again: chains, order, checkpoints, accounts, and every round as recorded.

    Exit code 0 if it is whole, 1 if anything was found, 2 if it cannot be read.
    """
    from croupier.cli.progress_bar import Bar
    from croupier.errors import Refusal
    from croupier.floor.audit.audit import audit as audit_log
    from croupier.ledger.export import ExportFile
    from croupier.ledger.sources import DatabaseSource, Source
    from croupier.ledger.witness import Witnessed

    held = [] if witness is None else _held(witness)
    opened = open_source(file, db, keys, public)
    source: Source = opened.source if isinstance(opened.source, ExportFile) else DatabaseSource(opened.source)
    try:
        with Bar("verifying the log") as progress:
            verdict = audit_log(Witnessed(source, held) if held else source, opened.trusted, progress)
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    finally:
        opened.close()
    if isinstance(source, ExportFile) and not source.recognised:
        fail(f"{file}: not an export of Croupier")
    if as_json:
        _print_json(verdict, opened.key(), held)
    else:
        _print(verdict, opened.key(), held)
    raise typer.Exit(0 if verdict.whole else 1)


def _held(witness: Path) -> "list[Checkpoint]":
    from croupier.ledger.witness import read_witness

    try:
        return read_witness(witness)
    except OSError as error:
        fail(f"{witness}: {error.strerror}")
    except ValueError as error:
        fail(f"{witness}: {error}")


def _print_json(verdict: "Verdict", key: Key, held: "list[Checkpoint]") -> None:
    import msgspec

    answer = {
        "whole": verdict.whole,
        "key": key.told(),
        "notes": [key.note] if key.note else [],
        "replayed": verdict.replayed,
        "checkpoints": verdict.checkpoints,
        "signed": {"position": verdict.signed, "of": verdict.position},
        "witnessed": len(held),
        "findings": verdict.findings,
    }
    typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def _print(verdict: "Verdict", key: Key, held: "list[Checkpoint]") -> None:
    for finding in verdict.findings[:SHOWN]:
        typer.echo(str(finding))
    if len(verdict.findings) > SHOWN:
        typer.echo(f"… and {len(verdict.findings) - SHOWN:,} more; --json has them all")
    typer.echo(str(key))
    if key.note:
        typer.echo(f"note: {key.note}")
    typer.echo(_signed(verdict))
    if held and not any(finding.code == "witness_differs" for finding in verdict.findings):
        typer.echo(f"witness: {len(held):,} held elsewhere, in the log up to position {held[-1].position}")
    done = verdict.replayed
    parts = (
        f"{done.records:,} records, {done.tables:,} tables, {done.rounds:,} rounds settled again, "
        f"{done.links:,} links, {done.seeds:,} seeds, {verdict.checkpoints:,} checkpoints"
    )
    count = len(verdict.findings)
    word = "whole, unaltered and right" if verdict.whole else f"{count:,} finding{'' if count == 1 else 's'}"
    typer.echo(f"{word}: {parts}")


def _signed(verdict: "Verdict") -> str:
    """How much of the log the house's checkpoints vouch for."""
    words = f"signed up to position {verdict.signed} of {verdict.position}"
    if verdict.signed == verdict.position:
        return words
    return f"{words}; what follows is chained alone, which whoever can write to the log can make anew"
