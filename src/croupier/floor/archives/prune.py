"""Pruning: records of tables and their seeds that are in verified archives leave the database.

The database keeps every other stream whole, and of each table the records since its last round that was over
at the end of the archives. The state at that point is signed first, as the boundary; then the records are
deleted in batches. After an interruption, the same command continues.
"""

import gzip
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from croupier.errors import Refusal
from croupier.floor.archives.archived_log import ArchivedLog, archives_in, pruned_archives, with_digest
from croupier.floor.archives.audit_source import state_of_boundary, stored_boundary
from croupier.floor.audit.audit import Progress, Save, audit
from croupier.floor.audit.verified_state import VerifiedState, decode_state
from croupier.floor.fairness.commit_reveal import SeedRevealed, decode_fair_event
from croupier.floor.host.snapshots import encode_snapshot
from croupier.floor.host.stream_starts import beginning, finished
from croupier.ledger.records import GENESIS, Record, StreamHead
from croupier.ledger.schema import checkpoints, events, postings, starts
from croupier.ledger.store import Ledger
from croupier.ledger.verification.boundary import (
    Archive,
    Boundary,
    Ends,
    Stored,
    ends_of,
    head_of,
    save_boundary,
)
from croupier.ledger.verification.checkpoints import Checkpoint, checkpoint_of
from croupier.ledger.verification.export import ExportFile
from croupier.table.events import decode_event
from croupier.table.evolve import evolve
from croupier.table.state import EMPTY, State

AT_A_TIME = 2000
"""Records of a stream that are deleted in one transaction."""


class Pruned(NamedTuple):
    """The result of pruning."""

    position: int
    """The position of the last record in the archives."""
    records: int
    """How many were deleted now."""
    archives: int


class _Start(NamedTuple):
    head: StreamHead
    body: bytes


def prune(ledger: Ledger, directory: Path, progress: Progress) -> Pruned | None:
    """Prune the records that a directory's archives hold; none if there is nothing to prune.

    The archives since the last boundary are verified and replayed first. If another version of Croupier wrote
    the state at that boundary, every archive is verified and the state is rebuilt.
    """
    stored = stored_boundary(ledger, None)
    before = None if stored is None else stored.boundary
    begin, old = _begin(stored, directory)
    after = 0 if before is None else before.position
    new = [each for each in archives_in(directory) if each.last > after]
    if new and [each.first for each in new] != [after + 1, *(each.last + 1 for each in new[:-1])]:
        words = f"{directory}: the archives after position {after} have a gap or overlap"
        raise Refusal("archive_unusable", f"{words}; allowed: every archive once, one after the other")
    made = before
    if new or old:
        files = [*old, *(directory / each.file for each in new)]
        state = _verified(ledger, files, begin, progress)
        origins = {} if begin is not None or before is None else _again(old, before)
        names = (
            *(() if before is None else before.archives),
            *(with_digest(directory, each) for each in new),
        )
        decoded = decode_state(state, str(files[-1]))
        cuts = dict(_cuts(ledger, decoded, origins))
        packed = gzip.compress(state, compresslevel=3, mtime=0)
        made = _boundary(before, decoded, cuts, names, packed)
        with ledger.database.writing() as connection:
            for stream, cut in cuts.items():
                connection.execute(delete(starts).where(starts.c.stream == stream))
                row = {"stream": stream, "version": cut.head.version, "body": cut.body}
                connection.execute(insert(starts).values(row))
            save_boundary(connection, made, packed, ledger.keys)
            connection.commit()
    if made is None:
        return None
    deleted = sum(_delete(ledger, stream, ends[0]) for stream, ends in made.starts.items())
    if not new and not old and not deleted:
        return None
    return Pruned(made.position, deleted, len(made.archives))


def _begin(stored: Stored | None, directory: Path) -> tuple[VerifiedState | None, list[Path]]:
    """The state at the boundary, or, if this version cannot read it, the archives to make it from."""
    if stored is None:
        return None, []
    try:
        return state_of_boundary(stored), []
    except Refusal:
        return None, pruned_archives(directory, stored.boundary)


def _verified(
    ledger: Ledger, files: Sequence[Path], begin: VerifiedState | None, progress: Progress
) -> bytes:
    """The state at the end of archives that verify and belong to this log."""
    last = _checkpoint_at(ledger, files[-1])
    save = Save(last.number)
    verdict = audit(
        ArchivedLog(files), ledger.keys.public, progress, begin=begin, save=save, alone=begin is not None
    )
    if verdict.findings or save.state is None:
        found = (
            verdict.findings[0] if verdict.findings else f"{files[-1]}: its last checkpoint is not the log's"
        )
        raise Refusal("archive_unusable", f"{found}; nothing was pruned; allowed: archives that verify")
    if decode_state(save.state, str(files[-1])).checkpoint != last:
        words = f"{files[-1]}: checkpoint {last.number} is not the one in the log"
        raise Refusal("archive_unusable", f"{words}; nothing was pruned; allowed: archives of this log")
    return save.state


def _checkpoint_at(ledger: Ledger, file: Path) -> Checkpoint:
    position = int(file.name.removesuffix("".join(file.suffixes)).rpartition("-")[2])
    statement = select(checkpoints).where(checkpoints.c.position == position).order_by(checkpoints.c.number)
    with ledger.database.reading() as connection:
        row = connection.execute(statement.limit(1)).one_or_none()
    if row is None:
        words = f"{file}: the log has no checkpoint at position {position}"
        raise Refusal("archive_unusable", f"{words}; allowed: archives of this log")
    return checkpoint_of(tuple(row))


def _again(files: Sequence[Path], before: Boundary) -> dict[str, State]:
    """The states with which the pruned tables start, rebuilt from the archives."""
    states: dict[str, State] = {}
    for file in files:
        for record in ExportFile(file).records():
            start = before.starts.get(record.stream)
            if start is not None and record.stream.startswith("table:") and record.version <= start[0]:
                state = states.get(record.stream, EMPTY)
                states[record.stream] = evolve(state, decode_event(record.body))
    return states


# ------------------------------------------------------------------------------------------------- the cuts


def _cuts(ledger: Ledger, state: VerifiedState, origins: Mapping[str, State]) -> Iterator[tuple[str, _Start]]:
    """The new starts of tables and their seeds, where they move forward or were rebuilt."""
    for name, table in state.part.tables.items():
        stream, seeds = f"table:{name}", f"fair:{name}"
        begin = origins[stream] if stream in origins else beginning(ledger, name)
        last, there = _last_between_rounds(ledger, stream, begin, table.state.version)
        if last is None and stream not in origins:
            continue
        if last is None:
            boundary = stored_boundary(ledger, None)
            assert boundary is not None
            head = head_of(boundary.boundary.starts[stream])
        else:
            head = StreamHead(last.version, last.hash, _posted(ledger, last, begin.version))
        yield stream, _Start(head, encode_snapshot(there))
        revealed = _last_revealed(ledger, seeds, state.heads, finished(there))
        if revealed is not None:
            yield seeds, _Start(StreamHead(revealed.version, revealed.hash, GENESIS), b"")


def _last_between_rounds(
    ledger: Ledger, stream: str, begin: State, until: int
) -> tuple[Record | None, State]:
    """The last record up to a version with no round and no pending award after it, and the table there."""
    state = there = begin
    last: Record | None = None
    for record in _records(ledger, stream, begin.version, until):
        state = evolve(state, decode_event(record.body))
        if _between_rounds(state):
            last, there = record, state
    return last, there


def _between_rounds(state: State) -> bool:
    """Whether nothing before this is needed: no round runs, no award is pending, and an electronic table has
    yet to shuffle for its next round, so that the round can be compared with its seed."""
    shuffled = state.electronic and state.program == "round"
    return not (state.hands or state.bets_closed or state.pending or shuffled)


def _last_revealed(
    ledger: Ledger, stream: str, heads: Mapping[str, StreamHead], round_: int
) -> Record | None:
    """The last reveal of a round up to this one: no seed before it is needed any more."""
    last = None
    for record in _records(ledger, stream, 0, heads[stream].version if stream in heads else 0):
        event = decode_fair_event(record.body)
        if isinstance(event, SeedRevealed) and event.round <= round_:
            last = record
    return last


def _records(ledger: Ledger, stream: str, after: int, until: int) -> Iterator[Record]:
    while records := ledger.read(stream, after=after, limit=5000):
        for record in records:
            if record.version > until:
                return
            yield record
        after = records[-1].version


def _posted(ledger: Ledger, record: Record, since: int) -> bytes:
    """The end of the chain of postings at a record."""
    query = (
        select(postings.c.hash)
        .join(events, events.c.position == postings.c.position)
        .where(events.c.stream == record.stream, events.c.version <= record.version)
        .order_by(events.c.version.desc(), postings.c.line.desc())
        .limit(1)
    )
    with ledger.database.reading() as connection:
        found = connection.execute(query).scalar()
    if found is not None:
        return bytes(found)
    stored = stored_boundary(ledger, None)
    started = None if stored is None or not since else stored.boundary.starts.get(record.stream)
    return GENESIS if started is None else head_of(started).posted


def _boundary(
    before: Boundary | None,
    state: VerifiedState,
    cuts: Mapping[str, _Start],
    archives: tuple[Archive, ...],
    packed: bytes,
) -> Boundary:
    kept: dict[str, Ends] = {} if before is None else before.starts
    digests: dict[str, str] = {} if before is None else before.states
    return Boundary(
        checkpoint=state.checkpoint,
        heads={stream: ends_of(head) for stream, head in state.heads.items()},
        starts=kept | {stream: ends_of(cut.head) for stream, cut in cuts.items()},
        states=digests | {stream: sha256(cut.body).hexdigest() for stream, cut in cuts.items()},
        balances=dict(state.balances),
        archives=archives,
        state=sha256(packed).hexdigest(),
    )


# ------------------------------------------------------------------------------------------------- deletion


def _delete(ledger: Ledger, stream: str, until: int) -> int:
    """Delete the records of a stream up to a version, with their postings; return how many."""
    count = 0
    while True:
        with ledger.database.writing() as connection:
            deleted = _delete_some(connection, stream, until)
            connection.commit()
        count += deleted
        if not deleted:
            return count


def _delete_some(connection: Connection, stream: str, until: int) -> int:
    query = (
        select(events.c.version)
        .where(events.c.stream == stream, events.c.version <= until)
        .order_by(events.c.version)
        .limit(AT_A_TIME)
    )
    versions = connection.execute(query).scalars().all()
    if not versions:
        return 0
    these = (events.c.stream == stream) & (events.c.version <= versions[-1])
    positions = select(events.c.position).where(these)
    connection.execute(delete(postings).where(postings.c.position.in_(positions)))
    connection.execute(delete(events).where(these))
    return len(versions)
