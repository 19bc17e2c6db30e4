"""Replicas of the tables that other processes run: the same states, folded from the log, a little later.

The log is the truth and its order has no gaps, so a follower that reads on from the last position it has seen
misses nothing, with or without a notification. The order of the undealt deck is not in the log, and a
follower does not compute it: it never deals.
"""

import logging
import threading
from collections.abc import Callable, Iterable

from croupier.errors import Refusal
from croupier.floor.host.automation import set_deadline
from croupier.floor.host.batch import fold_link
from croupier.floor.host.hosted_table import Hosted, Settings
from croupier.floor.host.link_events import decode_link_event
from croupier.floor.host.snapshots import last_snapshot
from croupier.floor.host.stream_starts import last_state
from croupier.jackpot.link import Link
from croupier.ledger.records import Record
from croupier.ledger.store import Ledger
from croupier.table.events import decode_event
from croupier.table.evolve import evolve
from croupier.table.transition import Transition

log: logging.Logger = logging.getLogger("croupier.floor")

_PAGE = 500

Listed = Callable[[], Iterable[tuple[str, Settings]]]


class Replicas:
    """Replicas of the tables that this process does not run. One thread at a time catches up."""

    def __init__(self, ledger: Ledger, listed: Listed, own: dict[str, Hosted]) -> None:
        self._ledger = ledger
        self._listed = listed
        self._own = own
        self._position: int | None = None
        self._versions: dict[str, int] = {}
        self._lock = threading.Lock()
        self._unreadable: set[str] = set()
        """Tables with an event unknown to this software, such as one of a later version."""
        self.leaving = False
        """Whether this process hands its tables over: it follows them too, so as to know them afterward."""
        self.too: frozenset[str] = frozenset()
        """Tables of this process that it is about to give to another."""
        self.tables: dict[str, Hosted] = {}
        self.links: dict[str, Link] = {}
        """The links that these tables play for."""

    def catch_up(self) -> dict[str, list[Transition]]:
        """Fold the new records of the log; the new transitions by table."""
        with self._lock:
            return self._catch_up()

    def release(self, table: str) -> list[Transition]:
        """This process has taken the table over: drop its replica, and return its recent transitions."""
        with self._lock:
            followed = self.tables.get(table)
            if followed is None:
                return []
            for record in self._ledger.read(f"table:{table}", after=followed.state.version):
                _fold(followed, record)
            del self.tables[table]
            return list(followed.recent)

    def _catch_up(self) -> dict[str, list[Transition]]:
        own = set() if self.leaving else self._own.keys() - self.too
        foreign = {name: settings for name, settings in self._listed() if name not in own}
        if not foreign and not self.tables:  # a table just taken over stays until `release`
            self._position = None
            self.links = {}
            return {}
        if self._position is None:
            self._position = self._ledger.position()
        found: dict[str, list[Transition]] = {}
        for name in foreign.keys() - self._unreadable:
            try:
                self._settle(name, foreign[name], found)
            except Exception as error:
                self._give_up(f"table:{name}", error)
        for name in {settings.link for settings in foreign.values()} - {"", *self.links}:
            self._load_link(name)
        while records := self._ledger.follow(self._position, _PAGE):
            for record in records:
                try:
                    self._take(record, found)
                except Exception as error:
                    self._give_up(record.stream, error)
            self._position = records[-1].position
            if len(records) < _PAGE:
                break
        return found

    def _settle(self, name: str, settings: Settings, found: dict[str, list[Transition]]) -> None:
        """Load the replica of a table from its last snapshot, or give it its new settings."""
        followed = self.tables.get(name)
        if followed is None:
            followed = _load(self._ledger, name, settings)
            found[name] = list(followed.recent)  # its viewers here may have seen less
            self.tables[name] = followed
        followed.settings = settings

    def _take(self, record: Record, found: dict[str, list[Transition]]) -> None:
        kind, _, name = record.stream.partition(":")
        if kind == "table" and name in self.tables:
            followed = self.tables[name]
            if record.version == followed.state.version + 1:
                done = _fold(followed, record)  # if it fails, nothing is added
                found.setdefault(name, []).append(done)
            elif record.version > followed.state.version:
                del self.tables[name]
                self._settle(name, followed.settings, found)
        elif kind == "link" and record.version == self._versions.get(name, -1) + 1:
            link = fold_link([decode_link_event(record.body)], self.links[name])
            assert link is not None
            self.links = self.links | {name: link}
            self._versions[name] = record.version

    def _give_up(self, stream: str, error: Exception) -> None:
        """Stop following a stream that cannot be read; the others go on."""
        if isinstance(error, Refusal):
            raise error  # the ledger is unavailable
        log.error("cannot follow %s: %s", stream, error)
        kind, _, name = stream.partition(":")
        if kind == "table":
            self._unreadable.add(name)
            self.tables.pop(name, None)
        else:
            del self._versions[name]

    def _load_link(self, name: str) -> None:
        version, link = link_of(self._ledger, name)
        if link is not None:
            self.links = self.links | {name: link}
            self._versions[name] = version


def link_of(ledger: Ledger, name: str) -> tuple[int, Link | None]:
    """A link from its last snapshot and the events since, and its version; none if it was never opened."""
    stream = f"link:{name}"
    version, link = last_snapshot(ledger, stream, Link)
    records = ledger.read(stream, after=version)
    return version + len(records), fold_link((decode_link_event(record.body) for record in records), link)


def _load(ledger: Ledger, name: str, settings: Settings) -> Hosted:
    version, state = last_state(ledger, name)
    followed = Hosted(name, settings, state)
    for record in ledger.read(followed.stream, after=version):
        _fold(followed, record)
    return followed


def _fold(followed: Hosted, record: Record) -> Transition:
    event = decode_event(record.body)
    before = followed.state
    done = Transition(event, evolve(before, event))
    followed.recent.append(done)
    followed.state = done.state
    # As the owner does, but for one that has just taken the table over.
    set_deadline(followed, event.at, event.at, before)  # to show it: the owner's timer decides
    return done
