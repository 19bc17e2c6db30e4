"""Replay a link's stream: every event follows from a table's or is an operator's entry.

A table's record stands before the link's that it caused, in the same commit.
"""

from collections import deque
from collections.abc import Mapping
from typing import Protocol

import msgspec

from croupier.errors import Refusal
from croupier.floor.audit.findings import Posted, Report, compare_moves
from croupier.floor.audit.table import Cause
from croupier.floor.host.accounts import house_postings, meter_account
from croupier.floor.host.link_events import decode_link_event, follow, kind_of
from croupier.jackpot import events as j
from croupier.jackpot.link import Link, evolve
from croupier.ledger.records import Record
from croupier.table import events as e

_BY_TABLES = (j.Contributed, j.ContributionsReturned, j.AwardLocked, j.AwardValidated, j.AwardRejected)
"""Link events that only a table can cause."""


class Causing(Protocol):
    """A table whose events move the meters of links."""

    name: str
    causes: deque[Cause]
    broken: bool


class LinkReplay:
    """One link, followed from its first record."""

    def __init__(self, name: str, report: Report) -> None:
        self.name = name
        self.link: Link | None = None
        self.broken: bool = False
        self._report = report
        self._caused: deque[j.AnyLinkEvent] = deque()
        """Remaining link events caused by one table event."""
        self._cause: Cause | None = None
        self._before: Link | None = None
        """The link as it was before them."""

    def feed(self, posted: Posted, tables: Mapping[str, Causing]) -> None:
        """Check the next record, once its possible causes are known."""
        record = posted.record
        if self.broken:
            return
        try:
            event = decode_link_event(record.body)
            if not self._caused:
                self._before = self.link
                self._cause = self._find_cause(record, event, tables)
            else:
                self._expect(record, event)
            after = evolve(self.link, event)
        except Exception as error:  # an event that no machine decided may raise anything
            self.broken = True
            words = f"{type(error).__name__} {error}".strip()
            text = (
                f"{record.kind} cannot have happened here ({words}); the rest of the stream is not replayed"
            )
            self._report("link_differs", record, text)
            return
        if (record.kind, record.by) != (kind_of(event), event.by):
            told = f"recorded as {record.kind} by {record.by}"
            self._report("link_differs", record, f"{told}, but it is {kind_of(event)} by {event.by}")
        moves = []
        if not self._caused:
            by_table = () if self._cause is None else self._cause.moves
            moves = house_postings(self.name, self._before, after, by_table)
            self._cause = None
        compare_moves(self._report, posted, moves)
        if not after.conserved:
            text = "money of the meters is not conserved: what came on them has neither been won nor is there"
            self._report("link_differs", record, text)
        self.link = after

    def check_meters(self, record: Record, balances: Mapping[str, int]) -> None:
        """Check that each meter equals its account."""
        if self.broken or self.link is None:
            return
        for meter, units in self.link.amounts.items():
            holds = balances.get(meter_account(self.name, meter), 0)
            if holds != units:
                text = f"meter {meter} stands at {units}, but {holds} is on its account"
                self._report("link_differs", record, text)

    def _expect(self, record: Record, event: j.AnyLinkEvent) -> None:
        wanted = self._caused.popleft()
        if event != wanted:
            self._differs(record, event, wanted)

    def _find_cause(
        self, record: Record, event: j.AnyLinkEvent, tables: Mapping[str, Causing]
    ) -> Cause | None:
        """Take the table event that caused this one."""
        first: tuple[Causing, deque[j.AnyLinkEvent]] | None = None
        for table in self._candidates(record, event, tables):
            cause = table.causes[0]
            caused = self._follow(table.name, cause)
            if caused and caused[0] == event:
                return self._take(table, caused)
            if first is None and caused and type(caused[0]) is type(event):
                first = table, caused
        if first is not None and not isinstance(event, j.MeterCorrected):
            table, caused = first
            self._differs(record, event, caused[0])
            return self._take(table, caused)
        if isinstance(event, _BY_TABLES) and not self._broken_table(event, tables):
            self._report("link_differs", record, f"{kind_of(event)}: no table's event caused it")
        return None

    def _candidates(
        self, record: Record, event: j.AnyLinkEvent, tables: Mapping[str, Causing]
    ) -> list[Causing]:
        waiting = [
            each
            for each in tables.values()
            if each.causes
            and each.causes[0].link == self.name
            and each.causes[0].record.position < record.position
        ]
        name = self._table(event)
        if name:
            return [each for each in waiting if each.name == name]
        if isinstance(event, j.MeterCorrected):
            return [
                each for each in waiting if isinstance(each.causes[0].event, e.AwardTakenBack | e.Resettled)
            ]
        return []

    def _table(self, event: j.AnyLinkEvent) -> str:
        if isinstance(event, j.Contributed | j.ContributionsReturned | j.AwardLocked):
            return event.table
        if isinstance(event, j.AwardValidated | j.AwardRejected) and self.link is not None:
            return self.link.awards[event.award].locked.table
        return ""

    def _broken_table(self, event: j.AnyLinkEvent, tables: Mapping[str, Causing]) -> bool:
        """Ignore the causes of a table that cannot be replayed."""
        table = tables.get(self._table(event))
        return table is not None and table.broken

    def _follow(self, table: str, cause: Cause) -> deque[j.AnyLinkEvent]:
        if self.link is None:
            return deque()
        try:
            return deque(follow(self.link, table, cause.round, cause.event)[0])
        except Refusal:
            return deque()

    def _take(self, table: Causing, caused: deque[j.AnyLinkEvent]) -> Cause:
        caused.popleft()
        self._caused = caused
        return table.causes.popleft()

    def _differs(self, record: Record, event: j.AnyLinkEvent, wanted: j.AnyLinkEvent) -> None:
        found, due = (msgspec.json.encode(each).decode() for each in (event, wanted))
        self._report("link_differs", record, f"recorded {found[:300]}; the table's event makes {due[:300]}")
