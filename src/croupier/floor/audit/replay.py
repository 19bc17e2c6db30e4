"""Replay the floor: every table, link and seed from its events, record by record in the global order."""

import msgspec

from croupier.errors import Refusal
from croupier.floor.audit.books import BooksReplay
from croupier.floor.audit.findings import UNREADABLE, Finding, Posted, Replayed
from croupier.floor.audit.links import LinksReplay
from croupier.floor.audit.prints import PrintsReplay
from croupier.floor.audit.seeds import FairReplay
from croupier.floor.audit.settings import SettingsReplay
from croupier.floor.audit.table import TableReplay
from croupier.floor.host.snapshots import decode_snapshot, encode_snapshot
from croupier.floor.registry.events import LimitsApproved, TableChanged, TableListed, decode_registry_event
from croupier.floor.registry.house_events import STREAM as HOUSE
from croupier.floor.registry.settings import STREAM as SETTINGS
from croupier.jackpot.link import Link
from croupier.ledger.records import Record
from croupier.ledger.verification.findings import printable
from croupier.ledger.verification.rotation import STREAM as KEYS
from croupier.ledger.verification.sources import Saved
from croupier.table.dual_control import check_act
from croupier.table.state import State

_TABLE = "table:"
_MOVES_MONEY = ("link", "cashier", "inventory")
"""The kinds of streams beside tables whose records have postings, each checked against its event."""

_LISTS: tuple[str, ...] = tuple(str(kind.__struct_config__.tag) for kind in (TableListed, TableChanged))
"""The kinds of records that attach a table to a link."""

_LIMITS = str(LimitsApproved.__struct_config__.tag)


class Replay:
    """The whole floor, followed record by record."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.tables: dict[str, TableReplay] = {}
        self.fair: dict[str, FairReplay] = {}
        self.records: int = 0
        self.linked: LinksReplay = LinksReplay(self.report, self.tables)
        self.settings: SettingsReplay = SettingsReplay(self.report)
        self.books: BooksReplay = BooksReplay(self.report)
        self.prints: PrintsReplay = PrintsReplay(self.report)
        self.listed: dict[str, str] = {}
        """The link of each table."""
        self._at: int | None = None
        self._saved: dict[str, Saved] = {}
        """By stream, a snapshot to compare with the replay."""
        self._tables_fed: dict[str, None] = {}
        self._fair_fed: dict[str, None] = {}

    def expect(self, saved: Saved) -> None:
        """Expect the replay to match a snapshot at its version."""
        self._saved[saved.stream] = saved

    def feed(self, posted: Posted) -> None:
        """The next record in the global order."""
        record, moves = posted
        if record.at != self._at:
            self.commit_complete()
            self._at = record.at
        self.records += 1
        if moves:
            self.linked.moved(record, moves)
        if record.stream[:6] == _TABLE:
            table = self.tables.get(record.stream[6:]) or self.table(record.stream[6:])
            table.feed(posted)
            self._tables_fed[table.name] = None
            saved = self._saved.get(record.stream)
            if saved is not None and saved.version == record.version:
                self.compare(record, None if table.broken else table.state)
        else:
            self._other(posted)

    def _other(self, posted: Posted) -> None:
        """The next record of a stream that is no table's."""
        record, moves = posted
        kind, _, name = record.stream.partition(":")
        if kind == "link":
            self.linked.feed(posted)
        elif kind == "fair":
            self.seeds(name).feed(record)
            self._fair_fed[name] = None
        elif kind in ("cashier", "inventory"):
            self.books.feed(posted)
        elif kind == "prints":
            self.prints.feed(record)
        elif record.stream == SETTINGS:
            self.settings.feed(record)
        elif record.stream == HOUSE:
            self._house(record)
        elif record.version == 1 and record.stream != KEYS:
            self.report("not_replayable", record, "a stream of a kind that is not known; it is not replayed")
        if moves and kind not in _MOVES_MONEY:
            self.report("postings_differ", record, "postings on a stream that moves no money")

    def end(self) -> Replayed:
        """All records have been read."""
        self.commit_complete()
        for name, table in self.tables.items():
            fair = self.fair.get(name) or FairReplay(name, self.report)
            fair.end(table)
        self.findings.sort(key=lambda each: each.position)
        return Replayed(
            records=self.records,
            tables=len(self.tables),
            rounds=sum(each.rounds for each in self.tables.values()),
            links=len(self.linked.links),
            seeds=sum(each.verified for each in self.fair.values()),
        )

    def report(self, code: str, record: Record, text: str) -> None:
        """Report a finding."""
        stream = printable(record.stream)
        self.findings.append(Finding(code, printable(text), stream, record.version, record.position))

    def table(self, name: str) -> TableReplay:
        """A table, from its first record on."""
        if name not in self.tables:
            self.tables[name] = TableReplay(name, self.report, self.listed)
        return self.tables[name]

    def seeds(self, name: str) -> FairReplay:
        """The seeds of a table, from the first record on."""
        if name not in self.fair:
            self.fair[name] = FairReplay(name, self.report)
        return self.fair[name]

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
            self.listed[event.table] = event.after.settings.link

    def compare(self, record: Record, state: State | Link | None) -> None:
        """Compare a stream's snapshot with the state that the replay has reached."""
        saved = self._saved.get(record.stream)
        if saved is None or state is None or saved.version != record.version:
            return
        del self._saved[record.stream]
        if saved.body == encode_snapshot(state):
            return
        try:
            loaded = decode_snapshot(saved.body, type(state))
        except ValueError:
            return  # of another form of the state: it is never loaded
        if _plain(loaded) != _plain(state):
            self.report("snapshot_differs", record, "the saved state is not the one that the events lead to")

    def commit_complete(self) -> None:
        """Check that one commit's records agree across streams."""
        for record, link in self.linked.commit_complete(self._tables_fed):
            self.compare(record, link)
        for name in self._fair_fed:
            self.fair[name].check(self.tables.get(name))
        self._tables_fed.clear()
        self._fair_fed.clear()


def _plain(state: State | Link) -> object:
    """A state as plain JSON values."""
    return msgspec.json.decode(msgspec.json.encode(state))
