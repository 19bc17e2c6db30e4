"""A share of the log: the streams of some tables, verified and replayed window by window.

A window ends between two commits. For each one a share sends the input for the rest of the verification:
the positions of its records, where its streams end at the checkpoints, and the events that move a link.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from sqlalchemy import Connection

from croupier.floor.audit.findings import Move, Posted
from croupier.floor.audit.links import LinksReplay
from croupier.floor.audit.replay import Replay
from croupier.floor.audit.table import Cause
from croupier.floor.audit.verified_state import Part
from croupier.floor.registry.house_events import STREAM as HOUSE
from croupier.jackpot.link import Link
from croupier.ledger.records import Line, Record, StreamHead
from croupier.ledger.statements import EVENT
from croupier.ledger.verification.chain import Chain
from croupier.ledger.verification.sources import EVENT_ROW, Reading, Saved
from croupier.table import events as e


class Window(msgspec.Struct, frozen=True, array_like=True):
    """Positions after one up to another, the checkpoints within, and whether to save the state at the end."""

    after: int
    until: int
    checkpoints: tuple[int, ...] = ()
    save: bool = False


class Caused(msgspec.Struct, frozen=True, array_like=True):
    """A table event that its link must follow, as sent: without the body of its record."""

    table: str
    record: Record
    event: bytes
    link: str
    round: int
    moves: tuple[Move, ...]

    def cause(self) -> Cause:
        return Cause(self.record, e.decode_event(self.event), self.link, self.round, self.moves)


class VerifiedWindow(msgspec.Struct, array_like=True):
    """A window of a share, verified."""

    positions: list[int]
    heads: list[tuple[int, dict[str, StreamHead]]]
    """At each checkpoint and at the end, the ends of the streams that have changed since the one before."""
    causes: list[Caused]
    meters: list[tuple[Record, tuple[Move, ...]]]
    """Records of tables with postings on meters, without their bodies."""
    found: str
    """The first problem in words; empty if there is none."""
    rounds: int = 0
    seeds: int = 0
    part: Part | None = None


class _Outbox(LinksReplay):
    """Collects the events that links must follow, instead of following them."""

    def __init__(self, replay: Replay) -> None:
        super().__init__(replay.report, replay.tables)
        self.causes: list[Caused] = []
        self.meters: list[tuple[Record, tuple[Move, ...]]] = []

    def moved(self, record: Record, moves: Iterable[Move]) -> None:
        of_meters = tuple([move for move in moves if move[0].startswith("meter:")])
        if of_meters:
            self.meters.append((_place(record), of_meters))

    def commit_complete(self, tables: Iterable[str]) -> list[tuple[Record, Link | None]]:
        for table in tables:
            causes: deque[Cause] = self._tables[table].causes
            for each in causes:
                event = e.encode_event(each.event)
                self.causes.append(
                    Caused(table, _place(each.record), event, each.link, each.round, each.moves)
                )
            causes.clear()
        return []


class Chains:
    """Reads some streams of a log and verifies their chains."""

    def __init__(
        self, connection: Connection, streams: Sequence[str], heads: Mapping[str, StreamHead]
    ) -> None:
        self._reading = Reading(connection, sqlite=connection.dialect.name == "sqlite")
        self._own = frozenset(streams)
        self._chains = {name: Chain(heads.get(name)) for name in streams}
        names = ", ".join("'" + name.replace("'", "''") + "'" for name in sorted({*streams, HOUSE}))
        self._where = f"stream IN ({names})".replace(
            "%", "%%" if connection.dialect.name != "sqlite" else "%"
        )
        self._changed: set[str] = set()
        self.found: str = ""

    def window(self, window: Window, told: VerifiedWindow) -> list[Posted]:
        """The records of a window, and of the house's own stream, whichever share has it."""
        within = f"events.position > {window.after} AND events.position <= {window.until} AND {self._where}"
        rows = self._reading.page(f"SELECT {EVENT} FROM events WHERE {within} ORDER BY position", EVENT_ROW)
        lines = self._reading.postings(within, "JOIN events ON events.position = postings.position")
        marks = deque(window.checkpoints)
        read = []
        for row in rows:
            if type(row) is not tuple:
                self.found = self.found or str(row)
                continue
            record = Record(*row)
            posted = lines.get(record.position, [])
            if record.stream in self._own:
                while marks and marks[0] < record.position:
                    told.heads.append((marks.popleft(), self._heads()))
                self._follow(record, posted)
                told.positions.append(record.position)
            read.append(Posted(record, tuple([(line.account, line.amount) for line in posted])))
        for mark in (*marks, window.until):
            told.heads.append((mark, self._heads()))
        if self._reading.found:
            self.found = self.found or str(self._reading.found[0])
        return read

    def _follow(self, record: Record, lines: list[Line]) -> None:
        if not self._chains[record.stream].follow(record, lines):
            self.found = self.found or f"position {record.position} is not in the chain of its stream"
        self._changed.add(record.stream)

    def _heads(self) -> dict[str, StreamHead]:
        changed = {name: self._chains[name].head for name in self._changed}
        self._changed.clear()
        return changed


class Share:
    """The tables of one process."""

    def __init__(
        self,
        connection: Connection,
        streams: Sequence[str],
        heads: Mapping[str, StreamHead],
        part: Part | None = None,
    ) -> None:
        self.replay: Replay = Replay()
        self._outbox = _Outbox(self.replay)
        self.replay.linked = self._outbox
        self._chains = Chains(connection, streams, heads)
        if part is not None:
            part.resume(self.replay)
        for each in saved_states(connection, frozenset(streams)):
            self.replay.expect(each)

    def window(self, window: Window) -> VerifiedWindow:
        """Verify and replay the next window."""
        told = VerifiedWindow([], [], [], [], "")
        for posted in self._chains.window(window, told):
            self.replay.feed(posted)
        self.replay.commit_complete()
        if window.save:
            told.part = Part.of(self.replay)
        told.causes, self._outbox.causes = self._outbox.causes, []
        told.meters, self._outbox.meters = self._outbox.meters, []
        told.found = self._chains.found or (str(self.replay.findings[0]) if self.replay.findings else "")
        return told

    def end(self) -> VerifiedWindow:
        """All windows were read."""
        replayed = self.replay.end()
        found = str(self.replay.findings[0]) if self.replay.findings else ""
        return VerifiedWindow([], [], [], [], found, replayed.rounds, replayed.seeds)


def saved_states(connection: Connection, streams: frozenset[str]) -> Iterator[Saved]:
    """The snapshots of some streams, to be compared with the replay."""
    rows = connection.exec_driver_sql("SELECT stream, version, body FROM snapshots").all()
    for stream, version, body in rows:
        if stream in streams:
            yield Saved(stream, version, bytes(body), None)


def _place(record: Record) -> Record:
    return msgspec.structs.replace(record, body=b"")
