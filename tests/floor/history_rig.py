"""Servers whose tables win the meters of two links, every transaction written down with what it saw.

A server records its own transactions where it reads a link and where it has committed, and a reader that is
no server follows the links meanwhile. `histories` judges the records.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from croupier.floor.cluster.replicas import link_of
from croupier.floor.host.batch import Batch
from croupier.floor.host.hosted_table import Settings
from croupier.floor.host.link_events import decode_link_event
from croupier.floor.host.link_reader import Links
from croupier.games.steps import BOARD
from croupier.jackpot.events import AnyLinkEvent, AwardLocked, Contributed
from croupier.jackpot.link import Link, evolve
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.table.programs import current
from tests.floor.crash_rig import JACKPOT_RULES
from tests.floor.floor_rig import House, LiveTable, wagers_at
from tests.floor.histories import Element, Transaction
from tests.table.driver import shuffled, table_rules

LINKS = ("A", "B")
SEATS = (1, 2, 3, 4, 5, 6)
ROYAL_BOARD = "As Ks Qs Js Ts"
"""Every hand is a royal flush: the first takes the whole meter, the next what it starts again from."""


class Seen(msgspec.Struct, frozen=True):
    """A link as somebody saw it: enough to say which of its events they knew."""

    contributed: dict[str, int]
    """By table: its latest round."""
    awards: int
    amounts: dict[str, int]


class Line(msgspec.Struct, frozen=True):
    """A transaction as it is written down."""

    process: str
    began: float
    ended: float
    reads: dict[str, Seen]
    appends: dict[str, list[str]]


def seen(link: Link) -> Seen:
    """The events that a link shows."""
    return Seen(
        {table: latest.round for table, latest in link.latest.items()}, len(link.awards), link.amounts
    )


def element(event: AnyLinkEvent) -> str | None:
    """The name of an event that moves a meter; none of the others."""
    match event:
        case Contributed(table=table, round=number):
            return f"contributed {table} {number}"
        case AwardLocked(award=award, table=table, round=number, seat=seat):
            return f"award {award} {table} {number} {seat}"
    return None


# ---------------------------------------------------------------------------------------------- recording


class Recorder:
    """Writes down the transactions of this process that touch a link."""

    def __init__(self, out: Path) -> None:
        self._lock = threading.Lock()
        self._out = out.open("a")
        self._open: dict[int, tuple[object, float, dict[str, Seen]]] = {}
        """By thread: its transaction, when that began to read, and what it saw."""

    def close(self) -> None:
        self._out.close()

    def write(self, line: Line) -> None:
        with self._lock:
            self._out.write(msgspec.json.encode(line).decode() + "\n")

    def fresh(self, fresh: Callable[..., Any]) -> Callable[..., Any]:
        """A transaction's first view of a link."""

        def recorded(links: Links, ledger: Ledger, tx: Any, name: str) -> Link | None:
            began = time.monotonic()
            link: Link | None = fresh(links, ledger, tx, name)
            thread = threading.get_ident()
            if thread not in self._open or self._open[thread][0] is not tx:
                self._open[thread] = tx, began, {}
            if link is not None:
                self._open[thread][2].setdefault(name, seen(link))
            return link

        return recorded

    def committed(self, committed: Callable[..., None]) -> Callable[..., None]:
        """A transaction is committed."""

        def recorded(links: Links, batch: Batch) -> None:
            ended = time.monotonic()
            tx, began, reads = self._open.pop(threading.get_ident(), (None, ended, {}))
            reads = reads if tx is batch.tx else {}
            appends: dict[str, list[str]] = {}
            for each in batch.pending:
                kind, _, name = each.stream.partition(":")
                named = element(decode_link_event(each.entry.body)) if kind == "link" else None
                if named is not None:
                    appends.setdefault(name, []).append(named)
            committed(links, batch)
            if reads:
                self.write(Line(f"{os.getpid()} {id(links)}", began, ended, reads, appends))

        return recorded


@contextmanager
def recording(out: Path) -> Iterator[Recorder]:
    """Every server of this process is recorded."""
    recorder, fresh, committed = Recorder(out), Links.fresh, Links.committed
    setattr(Links, "fresh", recorder.fresh(fresh))  # noqa: B010 - mypy knows methods
    setattr(Links, "committed", recorder.committed(committed))  # noqa: B010
    try:
        yield recorder
    finally:
        setattr(Links, "fresh", fresh)  # noqa: B010
        setattr(Links, "committed", committed)  # noqa: B010
        recorder.close()


def follow(ledger: Ledger, recorder: Recorder, name: str, stop: threading.Event) -> None:
    """Read the links again and again, as a page that shows them does.

    A link keeps all of its awards, so a reading takes longer and longer: readers rest four times as long.
    """
    took = 0.0
    while not stop.wait(max(0.01, 4 * took)):
        took = 0.0
        for link in LINKS:
            began = time.monotonic()
            _, found = link_of(ledger, link)
            assert found is not None
            ended = time.monotonic()
            recorder.write(Line(name, began, ended, {link: seen(found)}, {}))
            took += ended - began


# ------------------------------------------------------------------------------------------------ playing


def _tables(owner: str, count: int) -> dict[str, str]:
    """The tables of a server, so many on each link, and their links."""
    return {f"{owner}{link}{number}": link for link in LINKS for number in range(count)}


def furnish(url: str, keys: Path, owners: Sequence[str], tables: int) -> None:
    """For each server so many live tables on each link."""
    house = House(url, keys)
    rules = table_rules(JACKPOT_RULES)
    for link in LINKS:
        house.open_link(link, rules)
    for owner in owners:
        for name, link in _tables(owner, tables).items():
            house.open_table(name, rules, Settings(link=link), mode="live")
    house.close()


def serve(url: str, keys: Path, owner: str, rounds: int, tables: int) -> None:
    """A server that plays all of its tables at once, every hand a winner."""
    own = _tables(owner, tables)
    # Taken before the floor's thread starts: a renewal would not know a lease that another thread just took.
    house = House(url, keys, owner=owner, tables=[(name, Settings(link=link)) for name, link in own.items()])
    try:
        assert house.floor.tables.keys() == own.keys()
        with ThreadPoolExecutor(len(own)) as pool:
            for done in [pool.submit(_win, house, name, link, rounds) for name, link in own.items()]:
                done.result()
    finally:
        house.close()


def _win(house: House, name: str, link: str, rounds: int) -> None:
    table = LiveTable(house, name, table_rules(JACKPOT_RULES), link)
    table.sit(*(seat for seat in SEATS if seat not in table.state.players))
    while table.state.round < rounds:
        table.stacks = {BOARD: ROYAL_BOARD.split()}
        deck = [card for card in shuffled(table.state.round) if card not in table.stacks[BOARD]]
        table.start_round({seat: wagers_at(table.state) for seat in SEATS}, deck)
        while table.state.program == "round" and current(table.state) is not None:
            table.perform_next()


# ------------------------------------------------------------------------------------------------ judging


def history(files: Sequence[Path], ledger: Ledger) -> tuple[list[Transaction], dict[str, list[Element]]]:
    """The recorded transactions, and the links at the end."""
    lists, prefixes = dict[str, list[Element]](), dict[str, list[Seen]]()
    for name in LINKS:
        link: Link | None = None
        lists[name], prefixes[name] = [], []
        for record in ledger.read(f"link:{name}"):
            event = decode_link_event(record.body)
            link = evolve(link, event)
            if (named := element(event)) is not None:
                lists[name].append(named)
                prefixes[name].append(seen(link))
            elif not prefixes[name]:
                prefixes[name].append(seen(link))
    lines = [msgspec.json.decode(line, type=Line) for file in files for line in file.read_text().splitlines()]
    # The recorder hears every ledger of the process: threads of an earlier test have other links.
    lines = [line for line in lines if {*line.reads, *line.appends} <= {*LINKS}]
    return [
        Transaction(
            line.process,
            line.began,
            line.ended,
            {name: _place(prefixes[name], found) for name, found in line.reads.items()},
            {name: list(elements) for name, elements in line.appends.items()},
        )
        for line in lines
    ], lists


def _place(prefixes: Sequence[Seen], found: Seen) -> int:
    """How many elements of a list somebody saw, the sums on the meters included; -1 if it was never so."""
    place = sum(found.contributed.values()) + found.awards
    return place if place < len(prefixes) and prefixes[place] == found else -1


def recorded_in_one_process(
    url: str, directory: Path, owners: Sequence[str], rounds: int
) -> tuple[list[Transaction], dict[str, list[Element]]]:
    """Servers with a ledger each, and a reader, as threads."""
    keys = directory / "keys"
    furnish(url, keys, owners, tables=1)
    ledger, stop = Ledger.open(url, Keys.open(keys)), threading.Event()
    try:
        with recording(directory / "history") as recorder, ThreadPoolExecutor(len(owners) + 1) as pool:
            reader = pool.submit(follow, ledger, recorder, "reader", stop)
            played = [pool.submit(serve, url, keys, owner, rounds, 1) for owner in owners]
            try:
                for each in played:
                    each.result()
            finally:
                stop.set()
            reader.result()
        return history([directory / "history"], ledger)
    finally:
        ledger.close()
