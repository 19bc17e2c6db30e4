"""A floor in the hands of a test: a house with links, tables and funded players, on any database.

`House` opens a ledger with a floor on it and plays; `audit` recomputes everything that the log and the books
claim, with nothing of the floor's own code but the formulas of fairness.
"""

import itertools
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

import pytest

from croupier.errors import Refusal
from croupier.floor.audit.audit import audit as verdict_on
from croupier.floor.audit.findings import Verdict
from croupier.floor.cluster.leases import leases
from croupier.floor.desks import cashier
from croupier.floor.fairness.commit_reveal import SeedRevealed, deal_of, decode_fair_event, verify_deal
from croupier.floor.host import automation
from croupier.floor.host.batch import Batch, Pending, Unit
from croupier.floor.host.floor import Floor
from croupier.floor.host.hosted_table import Hosted, Settings
from croupier.floor.host.jobs import Answer
from croupier.floor.host.link_events import decode_link_event
from croupier.floor.people.model import Actor
from croupier.games.steps import RACK
from croupier.jackpot import decisions
from croupier.jackpot.link import Link
from croupier.jackpot.link import evolve as evolve_link
from croupier.jackpot.meters import UNIT
from croupier.ledger.keys import Keys
from croupier.ledger.records import GENESIS, record_hash
from croupier.ledger.store import Ledger, Record
from croupier.ledger.verification.checkpoints import checkpoint
from croupier.settlement.settle import settle
from croupier.submission.house import TableRules
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.acts.settlement import digest_of
from croupier.table.evolve import evolve
from croupier.table.offers import Offer, every_offer
from croupier.table.programs import current
from croupier.table.state import State
from tests.table.driver import Table, every_wager, shuffled, table_rules

T = TypeVar("T")

RICH = 10_000_000
"""A player's starting balance, in cents."""

ADMIN = Actor("admin", "administrator")

PATIENCE = 15
"""Seconds that a test waits for an answer before it fails."""


def wall() -> int:
    """The time, in milliseconds."""
    return time.time_ns() // 1_000_000


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def forward(self, milliseconds: int) -> None:
        self.now += milliseconds


class House:
    """A ledger and a floor on it."""

    def __init__(
        self,
        url: str,
        keys: Path,
        *,
        owner: str = "a",
        clock: Callable[[], int] = wall,
        tables: Iterable[tuple[str, Settings]] = (),
    ) -> None:
        self.url, self.directory, self.clock = url, keys, clock
        self.keys = Keys.open(keys)
        self.ledger = Ledger.open(url, self.keys, optimistic=True)
        self.floor = Floor(self.ledger, self.keys, owner=owner, clock=clock)
        self.floor.start(tables)
        self._stopped = False

    def another(self, owner: str, tables: Iterable[tuple[str, Settings]] = ()) -> "House":
        """A second process of the same house, as far as the database can tell."""
        return House(self.url, self.directory, owner=owner, clock=self.clock, tables=tables)

    def close(self) -> None:
        """Stop the floor and let go of the database."""
        if not self._stopped:
            self._stopped = True
            self.floor.stop()
            self.ledger.close()

    def run(self, work: Callable[[Unit], T], table: str = "") -> T:
        """Some work in a unit of its own."""
        return self.floor.run(work, table=table).result(PATIENCE)

    # ------------------------------------------------------------------------------------ opening up

    def open_link(self, name: str, rules: TableRules) -> None:
        """A link with the meters of these rules."""
        progressive = rules.house.progressive
        assert progressive is not None

        def work(unit: Unit) -> None:
            event = decisions.open_link(name, progressive, at=unit.batch.now, by="admin")
            unit.record_link(name, None, evolve_link(None, event), [event])

        self.run(work)

    def open_table(self, name: str, rules: TableRules, settings: Settings, mode: str = "electronic") -> None:
        """A table in use."""

        def work(unit: Unit) -> None:
            unit.opened[name] = Hosted(name, settings, State())
            asked = c.OpenTable(table=name, mode=mode, rules=rules, confirm_voids=False)
            unit.command(name, asked, by="admin", role="administrator")
            automation.electronic(unit, name, self.keys)

        self.run(work)

    def fund(self, *players: str, cents: int = RICH) -> None:
        """Play money for players, from the cashier."""

        def work(unit: Unit) -> None:
            for player in players:
                cashier.issue(unit, player, cents, ADMIN)

        self.run(work)

    def furnish(self, rules: str, *tables: str, seats: Iterable[int] = (1, 2), **settings: int) -> None:
        """Electronic tables of a rule set on one link, with rich players `<table>.<seat>` at their seats."""
        at = table_rules(rules)
        if at.house.progressive is not None:
            self.open_link("L", at)
        for table in tables:
            link = "L" if at.house.progressive is not None else ""
            self.open_table(table, at, Settings(link=link, **settings))  # type: ignore[arg-type]
            self.fund(*(f"{table}.{seat}" for seat in seats))
            for seat in seats:
                self.act(table, c.Sit(seat=seat, player=f"{table}.{seat}"), seat)

    # --------------------------------------------------------------------------------------- playing

    def state(self, table: str) -> State:
        """A table as the floor has it."""
        return self.floor.tables[table].state

    def balance(self, player: str) -> int:
        """A player's balance, in cents."""
        units = self.ledger.balance(f"player:{player}")
        assert units % UNIT == 0
        return units // UNIT

    def ask(self, table: str, asked: c.AnyAct, seat: int, **more: Any) -> "Future[Answer]":
        """A player's command, not waited for."""
        return self.floor.send(table, asked, by=f"{table}.{seat}", role="player", **more)

    def act(self, table: str, asked: c.AnyAct, seat: int, **more: Any) -> Answer:
        """A player's command."""
        return self.ask(table, asked, seat, **more).result(PATIENCE)

    def bet(self, table: str, seat: int, **more: Any) -> Answer:
        """A player's wager of every kind."""
        return self.act(table, c.Bet(seat=seat, wagers=wagers_at(self.state(table))), seat, **more)

    def close_bets(self, table: str) -> None:
        """A dealer says no more bets."""
        self.floor.send(table, c.CloseBets(), by="d1", role="dealer").result(PATIENCE)

    def decide(self, table: str, **more: Any) -> Answer:
        """Every seat that is asked decides: two of three wager the least."""
        asked = asked_at(self.state(table))
        assert asked is not None
        return self.act(table, decision(asked), asked.seat, **more)

    def play_round(self, table: str, seats: Iterable[int] = (1, 2)) -> None:
        """A whole round."""
        for seat in seats:
            self.bet(table, seat)
        self.close_bets(table)
        while self.state(table).program == "round" and asked_at(self.state(table)):
            self.decide(table)


def wagers_at(state: State) -> dict[str, int]:
    """A wager of every kind that the table knows."""
    return every_wager(state.at.house.rules.rules.name)


def asked_at(state: State) -> Offer | None:
    """The decision that a table waits for."""
    return next((offer for offer in every_offer(state) if offer.act == "decide"), None)


def decision(offer: Offer) -> c.Decide:
    """The decision of a seat: two of three wager the least."""
    wager, waive = offer.amounts
    if offer.seat % 3 == 0:
        return c.Decide(seat=offer.seat, action=waive.name)
    return c.Decide(seat=offer.seat, action=wager.name, amount=wager.only[0] if wager.only else wager.least)


class LiveTable(Table):
    """The table machine's driver, over a floor: a live table whose cards a dealer names."""

    def __init__(self, house: House, name: str, rules: TableRules, link: str) -> None:
        self.house, self.name = house, name
        self.log, self.deck, self.hands, self.meters = [], [], {}, {}
        self.stacks: dict[int, list[str]] = {}
        if name not in house.floor.tables:
            house.open_table(name, rules, Settings(link=link), mode="live")

    @property
    def state(self) -> State:
        return self.house.state(self.name)

    @state.setter
    def state(self, state: State) -> None:
        raise AssertionError("the floor's")

    @property
    def now(self) -> int:
        return self.house.clock()

    @now.setter
    def now(self, now: int) -> None:
        raise AssertionError("the clock's")

    def do(self, asked: c.AnyAct, role: str = "dealer", by: str = "") -> tuple[e.AnyEvent, ...]:
        """Through the floor."""
        self.house.floor.send(self.name, asked, by=by or role, role=role).result(PATIENCE)
        return ()

    def draw(self, *, up_only: bool) -> dict[int, str]:
        """The step's cards: those that are stacked for a place, or whatever comes next."""
        step = current(self.state)
        assert step is not None
        assert step.packets is not None
        top: list[str] = []
        for packet in step.packets(tuple(self.state.hands)):
            for _ in range(packet.count):
                stack = self.stacks.get(packet.to) or self.deck
                top.append(stack.pop(0))
        self.deck[:0] = top
        return super().draw(up_only=up_only)

    def stack(self, stacks: Mapping[int, str]) -> None:
        """Begin a round in which the first seat wagers, with the cards of some places chosen."""
        self.stacks = {place: cards.split() for place, cards in stacks.items()}
        taken = " ".join(stacks.values()).split()
        deck = [card for card in shuffled(self.state.round) if card not in taken]
        if not self.state.bets_closed:
            self.start_round({1: wagers_at(self.state)}, deck)


# ----------------------------------------------------------------------------------------- the reckoning


def signed_and_audited(ledger: Ledger) -> Verdict:
    """The verdict of `croupier audit verify` on the log of a house that has signed it."""
    checkpoint(ledger, 0)
    return verdict_on(ledger)


def replayed(ledger: Ledger) -> list[str]:
    """Its findings."""
    return [str(finding) for finding in signed_and_audited(ledger).findings]


def audit(ledger: Ledger) -> None:
    """Everything that can be recomputed: chains, books, links, rounds, deals."""
    records: list[Record] = []
    while batch := ledger.follow(len(records), 5000):
        records += batch
    assert [record.position for record in records] == list(range(1, len(records) + 1))
    streams: dict[str, list[Any]] = {}
    books: dict[str, int] = {}
    for record in records:
        of_stream = streams.setdefault(record.stream, [])
        previous = of_stream[-1].hash if of_stream else GENESIS
        assert record.version == len(of_stream) + 1
        assert record.hash == record_hash(previous, record.stream, record.version, record.position, record), (
            record
        )
        of_stream.append(record)
        lines = ledger.postings(record)
        assert sum(line.amount for line in lines) == 0
        for line in lines:
            books[line.account] = books.get(line.account, 0) + line.amount
    balances = ledger.balances()
    assert {name: amount for name, amount in books.items() if amount} == {
        name: amount for name, amount in balances.items() if amount
    }
    assert sum(balances.values()) == 0
    assert all(amount >= 0 for name, amount in balances.items() if name.startswith("player:"))
    for stream, its in streams.items():
        kind, _, name = stream.partition(":")
        if kind == "link":
            _audit_link(name, [decode_link_event(record.body) for record in its], balances)
        elif kind == "table":
            fair = [decode_fair_event(record.body) for record in streams.get(f"fair:{name}", [])]
            _audit_table(name, [e.decode_event(record.body) for record in its], fair, balances)


def _audit_link(name: str, events: list[Any], balances: dict[str, int]) -> Link:
    link = None
    for event in events:
        link = evolve_link(link, event)
        assert link.conserved, event
    assert link is not None
    assert {f"meter:{name}:{meter}": units for meter, units in link.amounts.items() if units} == {
        account: units
        for account, units in balances.items()
        if account.startswith(f"meter:{name}:") and units
    }
    return link


def _audit_table(name: str, events: list[Any], fair: list[Any], balances: dict[str, int]) -> None:
    state = State()
    dealt: list[str] = []
    settled: set[int] = set()
    revealed = {event.round for event in fair if isinstance(event, SeedRevealed)}
    for event in events:
        state = evolve(state, event)
        if isinstance(event, e.BetsClosed):
            assert not event.order, "the order of the deck is in the log"
            dealt = []
        elif isinstance(event, e.Dealt) and state.electronic:
            for packet in event.packets:
                cards = packet.cards.split()
                dealt += cards if packet.to != RACK and cards else [""] * packet.count
        elif isinstance(event, e.RoundSettled):
            assert event.round not in settled, "a round was settled twice"
            settled.add(event.round)
            again = settle(event.record)
            nets = dict(event.nets)
            for due in (due for waits in event.envy_waits.values() for due in waits):
                nets[due.seat] += due.paid
            assert {seat.seat: seat.net for seat in again.seats} == nets
            assert digest_of(event.record) == event.digest
        elif isinstance(event, e.RoundEnded) and state.electronic:
            assert event.round in revealed, f"round {event.round}: no seed"
            assert not verify_deal(deal_of(fair, name, event.round, dealt))
    if state.program != "round" or not state.hands:
        assert balances.get(f"layout:{name}", 0) == 0, "wagers are left on the layout"


def published(log: dict[tuple[str, int], bytes], ledger: Ledger) -> None:
    """Nothing that was shown is missing from the log or different in it."""
    stored: dict[str, list[Any]] = {}
    for (table, version), body in log.items():
        if table not in stored:
            stored[table] = ledger.read(f"table:{table}")
        assert stored[table][version - 1].body == body, (table, version)


def lapse(ledger: Ledger, table: str, owner: Floor | None = None) -> None:
    """As if the owner of a table had not been heard of for the time of its lease, by the database's clock.
    From then on that floor renews nothing."""
    if owner is not None:
        mock.patch.object(owner._ownership, "due", return_value=False).start()
    with ledger.transaction() as tx:
        tx.connection.execute(leases.update().where(leases.c.name == table).values(expires=1))


class Blocker:
    """Keeps the floor's thread busy, outside any transaction: what is asked meanwhile is one batch."""

    def __init__(self, floor: Floor) -> None:
        self._go, there, ready = threading.Event(), threading.Event(), threading.Event()

        def block(_: object) -> None:
            there.set()
            assert self._go.wait(PATIENCE)

        done = floor.run(lambda unit: ready.wait(PATIENCE))
        done.add_done_callback(block)  # called where the future is answered: on the floor's thread
        ready.set()
        assert there.wait(PATIENCE)

    def release(self) -> None:
        """Let the floor go on."""
        self._go.set()


@contextmanager
def stream_by_stream() -> Iterator[None]:
    """Batches are written as once they were: each stream's records together, whatever was decided first."""
    flush = Batch.flush

    def as_once(batch: Batch) -> None:
        streams: dict[str, list[Pending]] = {}
        for each in batch.pending:
            streams.setdefault(each.stream, []).append(each)
        batch.pending = [each for pending in streams.values() for each in pending]
        flush(batch)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Batch, "flush", as_once)
        yield


def until(true: Callable[[], bool], seconds: float = 10) -> None:
    """Wait for something that another thread or process does."""
    end = time.monotonic() + seconds
    for pause in itertools.count(1):
        if true():
            return
        assert time.monotonic() < end, "it never came"
        time.sleep(min(0.05, pause / 1000))


def code_of(future: "Future[Any]") -> str:
    """The code of a refusal; empty where there was none."""
    try:
        future.result(PATIENCE)
    except Refusal as refusal:
        return refusal.code
    return ""
