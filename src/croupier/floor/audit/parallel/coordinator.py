"""Verify a log on several cores: the tables are shared out, the rest is checked here.

Every process reads the streams of its own tables. This process checks the global order, the links with the
tables' events that move them, the balances, and the checkpoints. A share reports only *that* it found a
problem; then the log is verified on one core, which names the problem and its position.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice
from typing import NamedTuple, Protocol

from sqlalchemy import Connection

from croupier.floor.archives.audit_source import Kept, begun
from croupier.floor.audit.audit import Progress, Save, audit, few_collections
from croupier.floor.audit.findings import Move, Posted, Replayed, Verdict
from croupier.floor.audit.links import LinksReplay
from croupier.floor.audit.parallel.process import ShareProcess, Task
from croupier.floor.audit.parallel.share import Chains, VerifiedWindow, Window, saved_states
from croupier.floor.audit.replay import Replay
from croupier.floor.audit.table import Cause
from croupier.floor.audit.verified_state import Part, VerifiedState, encode_state
from croupier.ledger.records import GENESIS, Record, StreamHead
from croupier.ledger.statements import EVENT
from croupier.ledger.store import Ledger
from croupier.ledger.transaction import PLAYER
from croupier.ledger.verification.audit import Verifier
from croupier.ledger.verification.checkpoints import Checkpoint
from croupier.ledger.verification.findings import Finding
from croupier.ledger.verification.rotation import STREAM as KEYS
from croupier.ledger.verification.sources import (
    EVENT_ROW,
    DatabaseSource,
    Item,
    Logged,
    Reading,
    Source,
    Verified,
)

WINDOW = 5_000
"""Records in a window, at least."""
AHEAD = 2
"""Windows that a share may be sent before it has answered."""
WORTHWHILE = 50_000
"""The number of records from which several processes are faster than one."""


class Worker(Protocol):
    """A share, here or in a process of its own."""

    def send(self, window: Window | None) -> None: ...
    def receive(self) -> VerifiedWindow: ...
    def close(self) -> None: ...


Start = Callable[[Sequence[str], Mapping[str, StreamHead], Part | None], Worker]
"""Starts a share with its streams, their ends and its part of the state to begin with."""


class _Causing:
    """The causes of a table that another process replays."""

    broken = False

    def __init__(self, name: str) -> None:
        self.name = name
        self.causes: deque[Cause] = deque()


class _Moved(NamedTuple):
    """Everything that concerns the links, in the global order."""

    record: Record
    cause: tuple[str, Cause] | None = None
    meters: tuple[Move, ...] = ()
    posted: Posted | None = None


class SharedSource(DatabaseSource):
    """The log of a database, verified by several shares; it yields their results."""

    def __init__(
        self,
        ledger: Ledger,
        start: Start,
        shares: int,
        begin: VerifiedState | None,
        save: Save | None,
        kept: Kept | None = None,
    ) -> None:
        super().__init__(ledger, after=0 if begin is None else begin.checkpoint.position, kept=kept)
        self.counted: Replayed = Replayed()
        self.checkpoints: int = 0
        self._start = start
        self._count = shares
        self.begin = begin
        self._save = save
        self.progress: Progress = lambda done, total: None
        self._findings = Replay()
        self._tables: dict[str, _Causing] = {}
        self._links = LinksReplay(self._findings.report, self._tables)
        self._key_records: deque[Logged] = deque()
        self._heads = {} if begin is None else dict(begin.heads)
        self._balances = {} if begin is None else dict(begin.balances)

    def log(self, reading: Reading, position: int) -> Iterator[Item]:
        """The windows one after the other, each checkpoint where it belongs."""
        connection, begin = reading.connection, self.begin
        checkpoints = deque(reading.checkpoints())
        self.checkpoints = len(checkpoints)
        self._key_records = deque(self._of_keys(reading, position))
        while checkpoints and checkpoints[0].position <= self.after:
            yield Item(checkpoints.popleft())
        yield from self._outside(connection, position)
        names = [str(row[0]) for row in connection.exec_driver_sql("SELECT stream FROM streams").all()]
        of_links = [name for name in names if name.startswith("link:")]
        for saved in saved_states(connection, frozenset(of_links)):
            self._findings.expect(saved)
        if begin is not None:
            self._links.resume(begin.links, begin.balances)
        links = Chains(connection, of_links, self._heads)
        marks = {each.position for each in checkpoints}
        for each in self._key_records:
            marks |= {each.record.position - 1, each.record.position}
        windows = list(self._windows(connection, position, marks, checkpoints))
        shares = [self._started(each) for each in _shared_out(connection, names, self._count)]
        try:
            asked = iter(windows)
            for window in islice(asked, AHEAD):
                for share in shares:
                    share.send(window)
            for window in windows:
                following = next(asked, None)
                if following is not None:
                    for share in shares:
                        share.send(following)
                told = [share.receive() for share in shares]
                own = VerifiedWindow([], [], [], [], "")
                read = [each for each in links.window(window, own) if each.record.stream in of_links]
                own.found = links.found
                yield from self._window(connection, window, [*told, own], read, checkpoints)
                self.progress(window.until - self.after, max(position - self.after, 1))
            yield from self._ended(shares, position)
            yield from (Item(each) for each in checkpoints)
        finally:
            for share in shares:
                share.close()

    def _outside(self, connection: Connection, position: int) -> Iterator[Item]:
        """Rows that are in no window: after the end that the log is said to have, or before its beginning."""
        where = f"position > {position}" + ("" if self.after else " OR position < 1")
        for table in ("events", "postings"):
            if connection.exec_driver_sql(f"SELECT 1 FROM {table} WHERE {where} LIMIT 1").first() is not None:
                yield Item(Finding("head_differs", f"{table} outside of positions 1 to {position}"))

    def _of_keys(self, reading: Reading, position: int) -> Iterator[Logged]:
        """The rotations of the signing key, which no share has: the verifier follows them one by one."""
        within = f"stream = '{KEYS}' AND events.position > {self.after} AND events.position <= {position}"
        join = "JOIN events ON events.position = postings.position"
        lines = reading.postings(within, join)
        for row in reading.page(f"SELECT {EVENT} FROM events WHERE {within} ORDER BY position", EVENT_ROW):
            if not isinstance(row, Finding):
                yield Logged(Record(*row), lines.get(row[7], []))

    def _windows(
        self,
        connection: Connection,
        position: int,
        all_marks: Collection[int],
        checkpoints: Sequence[Checkpoint],
    ) -> Iterator[Window]:
        marks = deque(sorted(each for each in all_marks if self.after < each <= position))
        wanted = None if self._save is None else self._save.number
        save_at = next((each.position for each in checkpoints if each.number == wanted), None)
        after = self.after
        while after < position:
            until = _between_commits(connection, after + WINDOW, position)
            if save_at is not None and after < save_at <= until:
                until = save_at  # a checkpoint stands between two commits
            within = []
            while marks and marks[0] <= until:
                within.append(marks.popleft())
            yield Window(after, until, tuple(within), until == save_at)
            after = until

    def _started(self, streams: Sequence[str]) -> Worker:
        begin = self.begin
        heads = {name: self._heads[name] for name in streams if name in self._heads}
        return self._start(streams, heads, None if begin is None else begin.part.of_streams(streams))

    def _window(
        self,
        connection: Connection,
        window: Window,
        told: list[VerifiedWindow],
        read: list[Posted],
        checkpoints: deque[Checkpoint],
    ) -> Iterator[Item]:
        for each in told:
            if each.found:
                yield Item(Finding("record_altered", each.found))
        rotated = [each.record.position for each in self._key_records if each.record.position <= window.until]
        if sorted(chain(rotated, *(each.positions for each in told))) != list(
            range(window.after + 1, window.until + 1)
        ):
            yield Item(Finding("position_gap", f"between {window.after} and {window.until}"))
        self._follow_links(told, read)
        if self._findings.findings:
            yield Item(Finding("record_altered", str(self._findings.findings[0])))
        if overdrawn := self._move(connection, window):
            yield Item(Finding("player_overdrawn", overdrawn))
        marks = [at for at, _ in told[0].heads]
        for number, at in enumerate(marks):
            heads = {name: head for each in told for name, head in each.heads[number][1].items()}
            while self._key_records and self._key_records[0].record.position <= at:
                rotation = self._key_records.popleft()
                heads[KEYS] = self._rotated(rotation)
                yield Item(rotation)
                if rotation.lines:
                    yield Item(Finding("record_altered", "postings on a stream that moves no money"))
            self._heads.update(heads)
            yield Item(Verified(at, heads, self._balances if number == len(marks) - 1 else {}))
            while checkpoints and checkpoints[0].position <= at:
                reached = checkpoints.popleft()
                yield Item(reached)
                if window.save and self._save is not None and reached.number == self._save.number:
                    self._save.state = self._state(reached, told)

    def _rotated(self, rotation: Logged) -> StreamHead:
        """Where the stream of the keys ends after a record; the verifier checks its chain and postings."""
        posted = self._heads.get(KEYS, StreamHead(0, GENESIS, GENESIS)).posted
        return StreamHead(rotation.record.version, rotation.record.hash, posted)

    def _follow_links(self, told: list[VerifiedWindow], read: list[Posted]) -> None:
        moved = [_Moved(posted.record, posted=posted, meters=posted.moves) for posted in read]
        for each in told:
            moved += [_Moved(record, meters=moves) for record, moves in each.meters]
            moved += [_Moved(caused.record, cause=(caused.table, caused.cause())) for caused in each.causes]
        moved.sort(key=lambda each: each.record.position)
        for _, commit in groupby(moved, key=lambda at: at.record.at):
            fed: dict[str, None] = {}
            for step in commit:
                self._links.moved(step.record, step.meters)
                if step.cause is not None:
                    table, cause = step.cause
                    self._tables.setdefault(table, _Causing(table)).causes.append(cause)
                    fed[table] = None
                if step.posted is not None:
                    self._links.feed(step.posted)
            for record, link in self._links.commit_complete(fed):
                self._findings.compare(record, link)

    def _move(self, connection: Connection, window: Window) -> str:
        """Move the balances by the postings of a window; report a player's account below zero."""
        cursor = connection.exec_driver_sql(
            "SELECT position, account, amount FROM postings "
            f"WHERE position > {window.after} AND position <= {window.until} ORDER BY position, line"
        ).cursor
        assert cursor is not None
        balances, below = self._balances, ""
        for position, moves in groupby(cursor.fetchall(), key=lambda row: row[0]):
            touched = set()
            for _, account, amount in moves:
                balances[account] = balances.get(account, 0) + amount
                touched.add(account)
            for account in touched:
                if balances[account] < 0 and account.startswith(PLAYER):
                    below = f"position {position}: {account} holds {balances[account]}"
        cursor.close()
        return below

    def _state(self, reached: Checkpoint, told: list[VerifiedWindow]) -> bytes:
        return encode_state(
            checkpoint=reached,
            heads=self._heads,
            balances=self._balances,
            links=self._links.saved(),
            part=Part.together([each.part for each in told if each.part is not None]),
        )

    def _ended(self, shares: list[Worker], position: int) -> Iterator[Item]:
        for share in shares:
            share.send(None)
        last = [share.receive() for share in shares]
        for each in last:
            if each.found:
                yield Item(Finding("record_altered", each.found))
        self.counted = Replayed(
            records=position - self.after,
            tables=sum(name.startswith("table:") for name in self._heads),
            rounds=sum(each.rounds for each in last),
            links=len(self._links.links),
            seeds=sum(each.seeds for each in last),
        )


def _shared_out(connection: Connection, names: Sequence[str], shares: int) -> list[list[str]]:
    """The streams of each share: a table with its seeds and chips in one, the longest tables first."""
    rows = connection.exec_driver_sql("SELECT stream, version FROM streams WHERE version > 0").all()
    versions = {str(stream): int(version) for stream, version in rows}
    groups: dict[str, list[str]] = {}
    first: list[str] = []
    for name in names:
        kind, _, rest = name.partition(":")
        if kind in ("table", "fair", "inventory"):
            groups.setdefault(rest, []).append(name)
        elif kind != "link" and name != KEYS:
            first.append(name)  # the house, its settings, the cashier
    out: list[list[str]] = [[*first], *([] for _ in range(shares - 1))]
    load = [sum(versions.get(name, 0) for name in each) for each in out]
    for group in sorted(groups.values(), key=lambda each: -sum(versions.get(name, 0) for name in each)):
        least = load.index(min(load))
        out[least] += group
        load[least] += sum(versions.get(name, 0) for name in group)
    return [each for number, each in enumerate(out) if each or not number]


def _between_commits(connection: Connection, target: int, position: int) -> int:
    """A position at or after the target where a commit ends: the next record has another time."""
    at = None
    while target < position:
        statement = f"SELECT position, at FROM events WHERE position >= {target} ORDER BY position LIMIT 100"
        rows = connection.exec_driver_sql(statement).all()
        for here, found in rows:
            if at is not None and found != at:
                return min(int(here) - 1, position)
            at = found
        if len(rows) < 100:
            break
        target = int(rows[-1][0]) + 1
    return position


class Cores(NamedTuple):
    """How to verify a database: on how many cores, and with which observer of the source."""

    cores: int = 1
    still: bool = False
    watch: Callable[[Source], Source] = lambda source: source

    def start(self, ledger: Ledger) -> Start:
        """Starts shares in processes of their own."""
        url = ledger.database.url.render_as_string(hide_password=False)

        def started(streams: Sequence[str], heads: Mapping[str, StreamHead], part: Part | None) -> Worker:
            return ShareProcess(Task(url, self.still, ledger.keys.public, tuple(streams), dict(heads), part))

        return started


def audit_on_cores(
    ledger: Ledger,
    public: bytes | None,
    progress: Progress,
    cores: Cores,
    *,
    most_unsigned: int | None = None,
    begin: VerifiedState | None = None,
    save: Save | None = None,
) -> Verdict:
    """Verify and replay a database, as `audit` does, on several cores where that is worthwhile."""
    log = begun(ledger, public, begin)
    begin, after = log.begin, log.source.after
    if not log.forged and cores.cores > 1 and ledger.position() - after >= WORTHWHILE:
        source = SharedSource(ledger, cores.start(ledger), cores.cores, begin, save, log.kept)
        verdict = audit_shared(source, cores.watch(source), public, progress, most_unsigned)
        if verdict is not None:
            return verdict
    watched = cores.watch(log.source)
    return audit(watched, public, progress, most_unsigned=most_unsigned, begin=begin, save=save)


def audit_shared(
    source: SharedSource, watched: Source, public: bytes | None, progress: Progress, most_unsigned: int | None
) -> Verdict | None:
    """Verify a log by its shares, read through `watched`; none if anything was found."""
    source.progress = progress
    begin = None if source.begin is None else source.begin.begin()
    verifier = Verifier(watched, public, most_unsigned, begin)
    with few_collections():
        for _ in verifier.findings():
            return None
    return Verdict(
        findings=(),
        replayed=source.counted,
        checkpoints=source.checkpoints,
        signed=verifier.signed,
        position=verifier.position,
        begun=True,
    )
