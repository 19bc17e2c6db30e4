"""`croupier audit verify`: verify and replay the log, and name the public key used."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from croupier.cli.audit.source import FileArgument, JsonOption, Key, PublicOption, open_source
from croupier.cli.errors import fail
from croupier.cli.house.data import DbOption, KeysOption, WitnessOption, refuse
from croupier.cli.stdin import STDIN, spooled

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.floor.audit.audit import Progress, Save
    from croupier.floor.audit.findings import Verdict
    from croupier.floor.audit.verified_state import VerifiedState
    from croupier.ledger.store import Ledger
    from croupier.ledger.verification.boundary import Boundary
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
    archive: Annotated[
        Path | None,
        typer.Option(
            "--archive",
            metavar="DIR",
            help="The archives of a pruned database: verify the whole log with them.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Verify and replay the log: chains, order, checkpoints, accounts and every round.

    A pruned database is verified from its signed boundary on, or as a whole with --archive.

    Exit code 0 if there are no findings, 1 if there are, 2 if the log cannot be read.
    """
    from croupier.cli.progress_bar import Bar
    from croupier.errors import Refusal
    from croupier.floor.archives.archive import state_of
    from croupier.floor.audit.audit import audit as audit_log
    from croupier.ledger.verification.checkpoints import remembered
    from croupier.ledger.verification.export import ExportFile
    from croupier.ledger.verification.rotation import former_keys

    held = [] if not witness else _held(witness)
    opened = open_source(file, db, keys, public)
    source = opened.source
    since: VerifiedState | None = None
    boundary: Boundary | None = None
    try:
        own = None
        if file is None and not isinstance(source, ExportFile):
            with source.database.reading() as connection:
                own = remembered(source.keys, former_keys(connection))
        with Bar("verifying the log") as progress:
            if isinstance(source, ExportFile):
                if state is not None or archive is not None:
                    fail("--state and --archive are for the verification of a database, not of an export")
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
                asked = _Asked(
                    cores or os.cpu_count() or 1, file is not None, state, archive, most_unsigned, progress
                )
                verdict, since = _database(
                    source, opened.trusted, asked, lambda log: _watched(log, held, own)
                )
                boundary = _boundary(source, opened.trusted) if since is None and archive is None else None
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        fail(f"{error.filename or file}: {error.strerror}")
    finally:
        opened.close()
    if isinstance(source, ExportFile) and not source.recognized:
        fail(f"{file}: not a Croupier export")
    if as_json:
        _print_json(verdict, opened.key(), held, since, boundary)
    else:
        _print(verdict, opened.key(), held, since, boundary)
    raise typer.Exit(0 if verdict.whole else 1)


class _Asked(NamedTuple):
    """How to verify a database."""

    cores: int
    still: bool
    state: Path | None
    archive: Path | None
    most_unsigned: int
    progress: "Progress"


def _database(
    ledger: "Ledger", trusted: bytes | None, asked: _Asked, watched: "Callable[[Source], Source]"
) -> "tuple[Verdict, VerifiedState | None]":
    """The verdict on a database, and the state that its verification continued from, if one was given."""
    from croupier.floor.audit.audit import audit as audit_log
    from croupier.floor.audit.parallel.coordinator import Cores, audit_on_cores
    from croupier.floor.audit.verified_state import sign_state, write_state

    since, save = _begin(ledger, asked.state)
    whole = None if asked.archive is None else _with_archives(ledger, trusted, asked.archive)
    if whole is not None:
        since = None
        verdict = audit_log(
            watched(whole), trusted, asked.progress, most_unsigned=asked.most_unsigned, save=save
        )
    else:
        on = Cores(asked.cores, asked.still, watched)
        verdict = audit_on_cores(
            ledger, trusted, asked.progress, on, most_unsigned=asked.most_unsigned, begin=since, save=save
        )
    if asked.state is not None and save is not None and save.state is not None and verdict.whole:
        write_state(asked.state, sign_state(save.state, ledger.keys))
    return verdict, since


def _boundary(ledger: "Ledger", trusted: bytes | None) -> "Boundary | None":
    """The boundary of a pruned database, if the house signed it."""
    from croupier.errors import Refusal
    from croupier.floor.archives.audit_source import stored_boundary

    try:
        stored = stored_boundary(ledger, trusted)
    except Refusal:
        return None  # it is among the findings
    return None if stored is None else stored.boundary


def _with_archives(ledger: "Ledger", trusted: bytes | None, directory: Path) -> "Source | None":
    """A pruned database with its archives; none if nothing was pruned."""
    from croupier.floor.archives.archived_log import WithArchives, pruned_archives
    from croupier.floor.archives.audit_source import stored_boundary

    stored = stored_boundary(ledger, trusted)
    if stored is None:
        return None
    return WithArchives(ledger, pruned_archives(directory, stored.boundary), stored.boundary)


def _watched(log: "Source", held: "list[Checkpoint]", own: "Checkpoint | None") -> "Source":
    """A log that is compared with the checkpoints of a witness, and with the house's own memory."""
    from croupier.ledger.verification.witness import Witnessed

    watched = log if own is None else Witnessed(log, [own], "the house's own memory")
    return Witnessed(watched, held) if held else watched


def _begin(ledger: "Ledger", state: Path | None) -> "tuple[VerifiedState | None, Save | None]":
    """The state to continue from, and the checkpoint at which to save the next one."""
    from croupier.floor.audit.audit import Save
    from croupier.floor.audit.verified_state import read_state
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
    verdict: "Verdict",
    key: Key,
    held: "list[Checkpoint]",
    since: "VerifiedState | None",
    boundary: "Boundary | None",
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
        "pruned": None if boundary is None else {"position": boundary.position, "at": boundary.checkpoint.at},
        "witnessed": len(held),
        "findings": verdict.findings,
    }
    typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def _print(
    verdict: "Verdict",
    key: Key,
    held: "list[Checkpoint]",
    since: "VerifiedState | None",
    boundary: "Boundary | None",
) -> None:
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
    if boundary is not None:
        last = boundary.checkpoint
        day = datetime.fromtimestamp(last.at / 1000, UTC)
        archives = _count(len(boundary.archives), "archive")
        typer.echo(
            f"pruned up to checkpoint {last.number} at position {last.position}, {day:%Y-%m-%d %H:%M} UTC; "
            f"begun at that signed boundary; the records before it are in {archives}"
        )
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
