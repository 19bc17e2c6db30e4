"""Archives: the log up to a checkpoint as signed, compressed files, each of which can be verified alone.

An archive is an export that begins where the one before it ended: its second line is the signed state of the
verification there. The records are verified and replayed while they are written.
"""

import gzip
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from sqlalchemy import select

from croupier.errors import Refusal
from croupier.floor.archives.archived_log import WithArchives, pruned_archives
from croupier.floor.archives.audit_source import state_of_boundary, stored_boundary
from croupier.floor.audit.audit import Progress, Save, audit
from croupier.floor.audit.verified_state import VerifiedState, read_state, sign_state, write_state
from croupier.ledger.schema import checkpoints
from croupier.ledger.store import Ledger
from croupier.ledger.verification.checkpoints import Checkpoint, checkpoint_of
from croupier.ledger.verification.export import ExportFile, Writing
from croupier.ledger.verification.parquet import write_parquet
from croupier.ledger.verification.rotation import rotations
from croupier.ledger.verification.sources import (
    Account,
    DatabaseSource,
    Item,
    Logged,
    Rotated,
    Source,
    Start,
    Stream,
)
from croupier.table.state import EMPTY, State

LINES, PARQUET, STATE = ".jsonl.gz", ".parquet", ".state"
"""The files of an archive: the lines, the same as Parquet, and the state at its end, for the next one."""


class Archived(NamedTuple):
    """A finished archive and its positions in the log."""

    file: Path
    first: int
    last: int
    lines: int


class _Part:
    """The part of a log from a state up to a checkpoint, the later rotations, and the balances there."""

    has_streams = False

    def __init__(
        self, ledger: Ledger, after: int, last: Checkpoint, state: Callable[[], bytes | None]
    ) -> None:
        self._source = DatabaseSource(ledger, beside=False, after=after)
        self._ledger, self._after, self._last = ledger, after, last
        self._state = state

    def items(self) -> Iterator[Item]:
        last = self._last
        for item in self._source.items():
            match item.what:
                case Start(public, _):
                    yield Item(Start(public, last.position))
                case Logged(record, _) if record.position > last.position:
                    break
                case Checkpoint() if item.what.number > last.number or item.what.position < self._after:
                    continue
                case Checkpoint() if self._after and item.what.position == self._after:
                    continue  # the state includes it
                case Stream() | Account():
                    break  # today's ends, not those at the checkpoint
                case _:
                    yield item
        with self._ledger.database.reading() as connection:
            yield from (Item(Rotated(each)) for each in rotations(connection, last.position))
        captured = self._state()
        if captured is not None:
            balances = msgspec.msgpack.decode(captured, type=_Balances).balances
            yield from (Item(Account(account, balances[account])) for account in sorted(balances))


class _Balances(msgspec.Struct):
    """The balances in a captured state."""

    balances: dict[str, int]


def state_of(file: ExportFile, trusted: bytes | None) -> VerifiedState | None:
    """The state with which an archive begins; none in an export.

    The key that the file names must have signed it, and the verification finds whether that key and the
    trusted one are keys of the same house.
    """
    stored = file.state()
    return None if stored is None else read_state(stored, file.public or trusted or b"", str(file.path))


def tables_before(file: ExportFile, trusted: bytes | None) -> Callable[[str], State]:
    """Each table before the first record of an archive; in an export, before its opening."""
    state = state_of(file, trusted)
    tables = {} if state is None else state.part.tables
    return lambda name: tables[name].state if name in tables else EMPTY


def archive(ledger: Ledger, directory: Path, before: int, progress: Progress) -> Archived | None:
    """Archive the rest of the log up to the last checkpoint before a time; none if nothing is left."""
    begin, stored = _begin(ledger, directory, progress)
    after = 0 if begin is None else begin.checkpoint.position
    last = _last_before(ledger, before)
    if last is None or last.position <= after:
        return None
    name = f"records-{after + 1:012}-{last.position:012}"
    file = directory / f"{name}{LINES}"
    part = directory / f".{name}.part"
    save = Save(last.number)
    try:
        with part.open("wb") as out, gzip.GzipFile("", "wb", 6, out, 0) as packed:
            os.fchmod(out.fileno(), 0o600)
            writing = Writing(_Part(ledger, after, last, lambda: save.state), ledger.keys, packed, stored)
            verdict = audit(writing, ledger.keys.public, progress, begin=begin, save=save, alone=True)
            if verdict.findings or save.state is None:
                found = verdict.findings[0] if verdict.findings else "its end was not reached"
                raise Refusal("ledger_damaged", f"{found}; audit verify shows all of it")
            lines = writing.end()
        columns = directory / f"{name}{PARQUET}"
        os.close(os.open(columns, os.O_CREAT | os.O_WRONLY, 0o600))  # it has cards that lie face down
        write_parquet(part, columns)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(file)
        # Last, because the next archive begins after it: an interrupted run archives the same records again.
        write_state(directory / f"{name}{STATE}", sign_state(save.state, ledger.keys))
    finally:
        part.unlink(missing_ok=True)
    return Archived(file, after + 1, last.position, lines)


def _begin(ledger: Ledger, directory: Path, progress: Progress) -> tuple[VerifiedState | None, bytes]:
    """The state at the end of the last archive in a directory.

    A state written by another version of Croupier or signed by an earlier key is rebuilt from the log.
    """
    files = sorted(directory.glob(f"records-*{STATE}"))
    if not files:
        stored = stored_boundary(ledger, None)
        if stored is None:
            return None, b""
        at_boundary = state_of_boundary(stored)
        return at_boundary, sign_state(gzip.decompress(stored.state), ledger.keys)
    file, public = files[-1], ledger.keys.public
    packed = file.read_bytes()
    try:
        return read_state(packed, public, str(file)), packed
    except Refusal:
        packed = sign_state(_state_at(ledger, file, progress), ledger.keys)
        return read_state(packed, public, str(file)), packed


def _state_at(ledger: Ledger, file: Path, progress: Progress) -> bytes:
    """The state at the last record in an archive's file name, rebuilt from the log."""
    said = file.name.removesuffix(STATE).rpartition("-")[2]
    position = int(said) if said.isascii() and said.isdigit() else 0
    statement = select(checkpoints).where(checkpoints.c.position == position).order_by(checkpoints.c.number)
    with ledger.database.reading() as connection:
        row = connection.execute(statement.limit(1)).one_or_none()
    if row is None:
        raise Refusal("state_unusable", f"{file}: the log has no checkpoint at position {position}")
    save = Save(checkpoint_of(tuple(row)).number)
    source: Source = DatabaseSource(ledger, beside=False)
    pruned = stored_boundary(ledger, None)
    if pruned is not None:
        source = WithArchives(ledger, pruned_archives(file.parent, pruned.boundary), pruned.boundary)
    verdict = audit(source, ledger.keys.public, progress, save=save)
    if verdict.findings or save.state is None:
        found = verdict.findings[0] if verdict.findings else "its end was not reached"
        raise Refusal("ledger_damaged", f"{found}; audit verify shows all of it")
    return save.state


def _last_before(ledger: Ledger, before: int) -> Checkpoint | None:
    statement = (
        select(checkpoints).where(checkpoints.c.at < before).order_by(checkpoints.c.number.desc()).limit(1)
    )
    with ledger.database.reading() as connection:
        row = connection.execute(statement).one_or_none()
    return None if row is None else checkpoint_of(tuple(row))
