"""Replay the links of a floor, commit by commit, with the tables' events that move their meters."""

from collections.abc import Iterable, Mapping

from croupier.floor.audit.findings import Move, Posted, Report
from croupier.floor.audit.link import Causing, LinkReplay
from croupier.jackpot.link import Link
from croupier.ledger.records import Record

_METER = "meter:"


class LinksReplay:
    """Every link, and the accounts of its meters."""

    def __init__(self, report: Report, tables: Mapping[str, Causing]) -> None:
        self.links: dict[str, LinkReplay] = {}
        self._report = report
        self._tables = tables
        self._meters: dict[str, int] = {}
        self._read: list[Posted] = []
        """Link records of the current commit."""
        self._last: dict[str, Record] = {}
        """By link, the last record of the current commit that moved its meters."""

    def resume(self, saved: Mapping[str, Link], balances: Mapping[str, int]) -> None:
        """Continue with the links and accounts that an earlier replay left."""
        for name, link in saved.items():
            self.links[name] = LinkReplay(name, self._report)
            self.links[name].link = link
        self._meters = {account: held for account, held in balances.items() if account.startswith(_METER)}

    def saved(self) -> dict[str, Link]:
        """The links between two commits."""
        return {name: each.link for name, each in self.links.items() if each.link is not None}

    def moved(self, record: Record, moves: Iterable[Move]) -> None:
        """The postings of any record."""
        for account, amount in moves:
            if account[:6] == _METER:
                self._meters[account] = self._meters.get(account, 0) + amount
                self._last[account[6:].rpartition(":")[0]] = record

    def feed(self, posted: Posted) -> None:
        """The next record of a link."""
        self._read.append(posted)

    def commit_complete(self, tables: Iterable[str]) -> list[tuple[Record, Link | None]]:
        """Check that a commit's records agree across streams; its link records, each with the link then."""
        checked: list[tuple[Record, Link | None]] = []
        for posted in self._read:
            name = posted.record.stream.partition(":")[2]
            if name not in self.links:
                self.links[name] = LinkReplay(name, self._report)
            link = self.links[name]
            link.feed(posted, self._tables)
            self._last[name] = posted.record
            checked.append((posted.record, None if link.broken else link.link))
        for table in tables:
            for cause in self._tables[table].causes:
                linked = self.links.get(cause.link)
                if linked is None or not linked.broken:
                    text = f"link {cause.link} did not record what {cause.record.kind} did to its meters"
                    self._report("link_differs", cause.record, text)
            self._tables[table].causes.clear()
        for name, record in self._last.items():
            if name in self.links:
                self.links[name].check_meters(record, self._meters)
        self._read.clear()
        self._last.clear()
        return checked
