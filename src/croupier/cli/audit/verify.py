"""`croupier audit verify`: verify and replay the log, and name the public key used."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.audit.source import FileArgument, JsonOption, Key, PublicOption, open_source
from croupier.cli.errors import fail
from croupier.cli.house.data import DbOption, KeysOption, WitnessOption, refuse
from croupier.cli.stdin import STDIN, spooled

if TYPE_CHECKING:
    from croupier.floor.audit.audit import Save, Verdict
    from croupier.floor.audit.resume import VerifiedState
    from croupier.ledger.store import Ledger
    from croupier.ledger.verification.checkpoints import Checkpoint
    from croupier.ledger.verification.sources import Source

MOST_UNSIGNED = 1000
"""As `croupier.ledger.verification.audit` has it, which only the command itself imports."""

NO_WITNESS = "no witness was asked: a holder of both the database and the keys could have rewritten this log"

SHOWN = 50
"""The most findings printed; JSON lists them all."""


def verify(
    file: FileArgument = None,
    db: DbOption = None,
    keys: KeysOption = None,
    public: PublicOption = None,
    witness: WitnessOption = None,
    most_unsigned: Annotated[
        int,
        typer.Option(
            "--max-unsigned",
            metavar="RECORDS",
            min=0,
            help="Records at the end of the log that need no checkpoint yet.",
        ),
    ] = MOST_UNSIGNED,
    state: Annotated[
        Path | None,
        typer.Option(
            "--state",
            metavar="STATE",
            help="Continue from this signed state, if it exists; save the new one there. Needs the keys.",
        ),
    ] = None,
    cores: Annotated[
        int | None, typer.Option("--cores", metavar="N", min=1, help="Cores to use; all by default.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Verify and replay the log: chains, order, checkpoints, accounts and every round.

    Exit code 0 if there are no findings, 1 if there are, 2 if the log cannot be read.
    """
    from croupier.cli.progress_bar import Bar
    from croupier.errors import Refusal
    from croupier.floor.archive import state_of
    from croupier.floor.audit.audit import audit as audit_log
    from croupier.floor.audit.parallel.coordinator import Cores, audit_on_cores
    from croupier.floor.audit.resume import sign_state, write_state
    from croupier.ledger.verification.checkpoints import remembered
    from croupier.ledger.verification.export import ExportFile
    from croupier.ledger.verification.rotation import former_keys

    held = [] if not witness else _held(witness)
    opened = open_source(file, db, keys, public)
    source = opened.source
    since: VerifiedState | None = None
    try:
        own = None
        if file is None and not isinstance(source, ExportFile):
            with source.database.reading() as connection:
                own = remembered(source.keys, former_keys(connection))
        with Bar("verifying the log") as progress:
            if isinstance(source, ExportFile):
                if state is not None:
                    fail("--state continues the verification of a database, not of an export")
                since = state_of(source, opened.trusted)
                verdict = audit_log(
                    _watched(source, held, None),
                    opened.trusted,
                    progress,
                    most_unsigned=most_unsigned,
                    begin=since,
                    alone=True,
                )
            else:
                on = Cores(
                    cores or os.cpu_count() or 1,
                    file is not None,
                    lambda log: _watched(log, held, own),
                )
                since, save = _begin(source, state)
                verdict = audit_on_cores(
                    source, opened.trusted, progress, on, most_unsigned=most_unsigned, begin=since, save=save
                )
                if state is not None and save is not None and save.state is not None and verdict.whole:
                    write_state(state, sign_state(save.state, source.keys))
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        fail(f"{error.filename or file}: {error.strerror}")
    finally:
        opened.close()
    if isinstance(source, ExportFile) and not source.recognized:
        fail(f"{file}: not a Croupier export")
    if as_json:
        _print_json(verdict, opened.key(), held, since)
    else:
        _print(verdict, opened.key(), held, since)
    raise typer.Exit(0 if verdict.whole else 1)


def _watched(log: "Source", held: "list[Checkpoint]", own: "Checkpoint | None") -> "Source":
    """A log that is compared with the checkpoints of a witness, and with the house's own memory."""
    from croupier.ledger.verification.witness import Witnessed

    watched = log if own is None else Witnessed(log, [own], "the house's own memory")
    return Witnessed(watched, held) if held else watched


def _begin(ledger: "Ledger", state: Path | None) -> "tuple[VerifiedState | None, Save | None]":
    """The state to continue from, and the checkpoint at which to save the next one."""
    from croupier.floor.audit.audit import Save
    from croupier.floor.audit.resume import read_state
    from croupier.ledger.verification.checkpoints import newest

    if state is None:
        return None, None
    ledger.keys.sign(b"")  # refused without the key: the new state could not be signed
    begin = read_state(state.read_bytes(), ledger.keys.public, str(state)) if state.exists() else None
    last = newest(ledger)
    return begin, None if last is None else Save(last.number)


def _held(witness: str) -> "list[Checkpoint]":
    from croupier.ledger.verification.witness import read_witness

    try:
        return read_witness(str(spooled(Path(witness))) if witness == STDIN else witness)
    except OSError as error:
        fail(f"{witness}: {error.strerror or error}")
    except ValueError as error:
        fail(f"{witness}: {error}")


def _print_json(
    verdict: "Verdict", key: Key, held: "list[Checkpoint]", since: "VerifiedState | None"
) -> None:
    import msgspec

    answer = {
        "whole": verdict.whole,
        "key": key.as_json(),
        "notes": [key.note] if key.note else [],
        "replayed": verdict.replayed,
        "checkpoints": verdict.checkpoints,
        "signed": {"position": verdict.signed, "of": verdict.position},
        "since": 0 if since is None else since.checkpoint.position,
        "witnessed": len(held),
        "findings": verdict.findings,
    }
    typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def _print(verdict: "Verdict", key: Key, held: "list[Checkpoint]", since: "VerifiedState | None") -> None:
    for finding in verdict.findings[:SHOWN]:
        typer.echo(str(finding))
    if len(verdict.findings) > SHOWN:
        typer.echo(f"… and {len(verdict.findings) - SHOWN:,} more; --json lists them all")
    typer.echo(str(key))
    if key.note:
        typer.echo(f"note: {key.note}")
    typer.echo(_signed(verdict))
    if not held:
        typer.echo(NO_WITNESS)
    elif not any(finding.code == "witness_differs" for finding in verdict.findings):
        count = len(held)
        matching = "1 checkpoint matches" if count == 1 else f"{count:,} checkpoints match"
        typer.echo(f"witness: {matching}, up to position {held[-1].position}")
    if since is not None:
        last = since.checkpoint
        typer.echo(f"continued from checkpoint {last.number} at position {last.position}; not read before it")
    done = verdict.replayed
    parts = (
        f"{_count(done.records, 'record')}, {_count(done.tables, 'table')}, "
        f"{_count(done.rounds, 'round')} recomputed, {_count(done.links, 'link')}, "
        f"{_count(done.seeds, 'seed')}, {_count(verdict.checkpoints, 'checkpoint')}"
    )
    word = "verified" if verdict.whole else _count(len(verdict.findings), "finding")
    typer.echo(f"{word}: {parts}")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _signed(verdict: "Verdict") -> str:
    """How much of the log the checkpoints cover."""
    words = f"signed up to position {verdict.signed} of {verdict.position}"
    if verdict.signed == verdict.position:
        return words
    return (
        f"{words}; the rest is chained but not signed, and anyone who can write to the log could rewrite it"
    )
