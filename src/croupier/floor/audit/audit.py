"""The audit of the floor: replay every stream of the log and compare.

The ledger's own audit says that nothing was altered since it was written: chains, order, books, checkpoints.
This one says that what was written is right: every table, link and seed is played again from its events, and
money, settlements, meters and decks must come out as they are recorded. It reads records in their global
order, from a database or from an export, and needs neither keys nor the rulebook.
"""

from collections.abc import Callable, Iterator

import msgspec

from croupier.errors import Refusal
from croupier.floor.audit.books import BooksReplay
from croupier.floor.audit.findings import UNREADABLE, Finding, Posted
from croupier.floor.audit.link import LinkReplay
from croupier.floor.audit.prints import PrintsReplay
from croupier.floor.audit.seeds import FairReplay
from croupier.floor.audit.settings import SettingsReplay
from croupier.floor.audit.table import TableReplay
from croupier.floor.host.snapshots import decode_snapshot
from croupier.floor.registry.events import LimitsApproved, TableChanged, TableListed, decode_registry_event
from croupier.floor.registry.house_events import STREAM as HOUSE
from croupier.floor.registry.settings import STREAM as SETTINGS
from croupier.jackpot.link import Link
from croupier.ledger.records import Record
from croupier.ledger.store import Ledger
from croupier.ledger.verification.audit import Verifier
from croupier.ledger.verification.checkpoints import Checkpoint
from croupier.ledger.verification.findings import Finding as LedgerFinding
from croupier.ledger.verification.findings import printable
from croupier.ledger.verification.rotation import STREAM as KEYS
from croupier.ledger.verification.sources import DatabaseSource, Item, Logged, Saved, Source, Start
from croupier.table.dual_control import check_act
from croupier.table.state import State

Progress = Callable[[int, int], None]
"""Called with the records done and the total."""

EVERY = 500
"""Records between two progress reports."""


_MOVES_MONEY = ("table", "link", "cashier", "inventory")
"""The kinds of streams whose records have postings, each checked against its event."""

_LISTS: tuple[str, ...] = tuple(str(kind.__struct_config__.tag) for kind in (TableListed, TableChanged))
"""The kinds of records that attach a table to a link."""


_LIMITS = str(LimitsApproved.__struct_config__.tag)


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """The counts of what was replayed."""

    records: int = 0
    tables: int = 0
    rounds: int = 0
    links: int = 0
    seeds: int = 0


class Replay:
    """The whole floor, followed record by record."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.tables: dict[str, TableReplay] = {}
        self.links: dict[str, LinkReplay] = {}
        self.fair: dict[str, FairReplay] = {}
        self.records = 0
        self._settings = SettingsReplay(self.report)
        self._books = BooksReplay(self.report)
        self._prints = PrintsReplay(self.report)
        self._listed: dict[str, str] = {}
        """The link of each table."""
        self._meters: dict[str, int] = {}
        self._at: int | None = None
        self._of_links: list[Posted] = []
        """Link records of the current commit."""
        self._last: dict[str, Record] = {}
        """By link, the last record of the current commit that moved its meters."""
        self._saved: dict[str, Saved] = {}
        """By stream, a snapshot to compare with the replay."""
        self._tables_fed: dict[str, None] = {}
        self._fair_fed: dict[str, None] = {}

    def expect(self, saved: Saved) -> None:
        """A snapshot, which the replay must come to at its version."""
        self._saved[saved.stream] = saved

    def feed(self, posted: Posted) -> None:
        """The next record in the global order."""
        record, moves = posted
        if record.at != self._at:
            self._commit_complete()
            self._at = record.at
        self.records += 1
        for account, amount in moves:
            if account.startswith("meter:"):
                self._meters[account] = self._meters.get(account, 0) + amount
                self._last[account.removeprefix("meter:").rpartition(":")[0]] = record
        kind, _, name = record.stream.partition(":")
        if kind == "table":
            table = self._table(name)
            table.feed(posted)
            self._tables_fed[name] = None
            self._compare(record, None if table.broken else table.state)
        elif kind == "link":
            self._of_links.append(posted)
        elif kind == "fair":
            if name not in self.fair:
                self.fair[name] = FairReplay(name, self.report)
            self.fair[name].feed(record)
            self._fair_fed[name] = None
        elif kind in ("cashier", "inventory"):
            self._books.feed(posted)
        elif kind == "prints":
            self._prints.feed(record)
        elif record.stream == SETTINGS:
            self._settings.feed(record)
        elif record.stream == HOUSE:
            self._house(record)
        elif record.version == 1 and record.stream != KEYS:
            self.report("not_replayable", record, "a stream of a kind that is not known; it is not replayed")
        if moves and kind not in _MOVES_MONEY:
            self.report("postings_differ", record, "postings on a stream that moves no money")

    def end(self) -> Replayed:
        """All records have been read."""
        self._commit_complete()
        for name, table in self.tables.items():
            fair = self.fair.get(name) or FairReplay(name, self.report)
            fair.end(table)
        self.findings.sort(key=lambda each: each.position)
        return Replayed(
            records=self.records,
            tables=len(self.tables),
            rounds=sum(each.rounds for each in self.tables.values()),
            links=len(self.links),
            seeds=sum(each.verified for each in self.fair.values()),
        )

    def report(self, code: str, record: Record, text: str) -> None:
        """Something was found."""
        stream = printable(record.stream)
        self.findings.append(Finding(code, printable(text), stream, record.version, record.position))

    def _table(self, name: str) -> TableReplay:
        if name not in self.tables:
            self.tables[name] = TableReplay(name, self.report, self._listed)
        return self.tables[name]

    def _house(self, record: Record) -> None:
        """The house's record decides which link a table belongs to, whatever its postings say."""
        if record.kind not in (*_LISTS, _LIMITS):
            return
        try:
            event = decode_registry_event(record.body)
        except UNREADABLE as error:
            self.report("not_replayable", record, f"the event cannot be read: {error}")
            return
        if isinstance(event, LimitsApproved):
            try:
                check_act("limits", event.by, event.second)
            except Refusal as refusal:
                self.report("control_differs", record, refusal.message)
        elif isinstance(event, TableListed | TableChanged):
            self._listed[event.table] = event.after.settings.link

    def _compare(self, record: Record, state: State | Link | None) -> None:
        """Compare a stream's snapshot with the state that the replay has come to."""
        saved = self._saved.get(record.stream)
        if saved is None or state is None or saved.version != record.version:
            return
        del self._saved[record.stream]
        try:
            loaded = decode_snapshot(saved.body, type(state))
        except ValueError:
            return  # of another form of the state: it is never loaded
        if _plain(loaded) != _plain(state):
            self.report("snapshot_differs", record, "the saved state is not the one that the events lead to")

    def _commit_complete(self) -> None:
        """Check that one commit's records agree across streams."""
        for posted in self._of_links:
            name = posted.record.stream.partition(":")[2]
            if name not in self.links:
                self.links[name] = LinkReplay(name, self.report)
            link = self.links[name]
            link.feed(posted, self.tables)
            self._last[name] = posted.record
            self._compare(posted.record, None if link.broken else link.link)
        for table in self._tables_fed:
            for cause in self.tables[table].causes:
                linked = self.links.get(cause.link)
                if linked is None or not linked.broken:
                    text = f"link {cause.link} did not record what {cause.record.kind} did to its meters"
                    self.report("link_differs", cause.record, text)
            self.tables[table].causes.clear()
        for name, record in self._last.items():
            if name in self.links:
                self.links[name].check_meters(record, self._meters)
        for name in self._fair_fed:
            self.fair[name].check(self.tables.get(name))
        self._of_links.clear()
        self._last.clear()
        self._tables_fed.clear()
        self._fair_fed.clear()


def _plain(state: State | Link) -> object:
    """A state as plain JSON values."""
    return msgspec.json.decode(msgspec.json.encode(state))


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an audit."""

    findings: tuple[LedgerFinding | Finding, ...]
    replayed: Replayed
    checkpoints: int
    signed: int
    """The position up to which the house has signed."""
    position: int
    """The position of the last record."""
    begun: bool
    """Whether the source is a log."""

    @property
    def whole(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


class _Listening:
    """A source that is replayed while the ledger verifies it, in one read."""

    def __init__(self, source: Source, replay: Replay, progress: Progress) -> None:
        self.has_streams = source.has_streams
        self.checkpoints = 0
        self.begun = False
        self._source = source
        self._replay = replay
        self._progress = progress

    def items(self) -> Iterator[Item]:
        total = 0
        for item in self._source.items():
            yield item
            if isinstance(item.what, Logged):
                self._replay.feed(posted(item.what))
                if self._replay.records % EVERY == 0:
                    self._progress(self._replay.records, max(total, self._replay.records))
            elif isinstance(item.what, Start):
                total = item.what.position
                self.begun = True
            elif isinstance(item.what, Checkpoint):
                self.checkpoints += 1
            elif isinstance(item.what, Saved):
                self._replay.expect(item.what)


def posted(logged: Logged) -> Posted:
    """A record and its postings without their chain."""
    return Posted(logged.record, tuple((line.account, line.amount) for line in logged.lines))


def audit(
    source: Ledger | Source,
    public: bytes | None = None,
    progress: Progress = lambda done, total: None,
    *,
    most_unsigned: int | None = None,
) -> Verdict:
    """Verify and replay a log. `public` is the house's key as the auditor knows it; `most_unsigned` is the
    number of records at its end that need no checkpoint, any number by default."""
    log: Source = DatabaseSource(source) if isinstance(source, Ledger) else source
    replay = Replay()
    listening = _Listening(log, replay, progress)
    verifier = Verifier(listening, public, most_unsigned)
    found = list(verifier.findings())
    replayed = replay.end()
    return Verdict(
        findings=(*found, *replay.findings),
        replayed=replayed,
        checkpoints=listening.checkpoints,
        signed=verifier.signed,
        position=verifier.position,
        begun=listening.begun,
    )
