"""Real logs for an audit to read, and a forger's tools to alter them with.

`furnished` makes a house in which everything happens that an audit has to understand; `play_again` does on a
floor what was done in a random history. `Forger` changes a log as somebody would who has the database, and,
if need be, the house's keys.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from croupier.errors import Refusal
from croupier.floor.host import automation
from croupier.floor.host.batch import Unit
from croupier.floor.host.hosted_table import Hosted, Settings
from croupier.ledger.keys import Keys
from croupier.ledger.records import GENESIS, Entry, posting_hash, record_hash
from croupier.ledger.store import Ledger
from croupier.ledger.verification import checkpoint_memory
from croupier.ledger.verification.checkpoints import checkpoint
from croupier.money import LARGEST
from croupier.settlement.round import FOLD
from croupier.submission.house import TableRules
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.programs import current
from croupier.table.state import State
from tests.floor.floor_rig import House
from tests.table.driver import RULES, Table, correction, every_wager, resettlement, stacked, table_rules
from tests.table.ma_nj_hcf import DEALER, STRAIGHT_6
from tests.table.random_play import Walk

FORTUNE = LARGEST
"""Cents, for players who bet at random."""


class Hosting(Table):
    """The table of the table's own tests, on a floor: what is done goes through it and is committed."""

    def __init__(self, house: House, name: str, rules: TableRules, mode: str, link: str = "") -> None:
        self.house = house
        self.name = name
        self.settings = Settings(link=link, betting_ms=10**9, decision_ms=10**9)
        super().__init__(rules, mode)

    @property
    def state(self) -> State:
        hosted = self.house.floor.tables.get(self.name)
        return State() if hosted is None else hosted.state

    @state.setter
    def state(self, state: State) -> None:
        """It is the floor's alone to set."""

    def do(self, asked: c.AnyAct, role: str = "dealer", by: str = "") -> tuple[e.AnyEvent, ...]:
        before = self.state.version

        def work(unit: Unit) -> None:
            act = asked
            if isinstance(act, c.OpenTable):
                act = msgspec.structs.replace(act, table=self.name)
                if self.name not in self.house.floor.tables:
                    unit.opened[self.name] = Hosted(self.name, self.settings, State())
            if isinstance(act, c.CloseBets) and unit.state(self.name).electronic:
                automation.close_bets(unit, self.name)
            else:
                unit.command(self.name, act, by=by or role, role=role)
            automation.electronic(unit, self.name, self.house.keys)

        self.house.run(work, self.name)
        events = tuple(
            each.event for each in self.house.floor.tables[self.name].recent if each.version > before
        )
        self.log.extend(events)
        return events

    def sit(self, *seats: int) -> None:
        for seat in seats:
            player = f"{self.name}p{seat}"
            if self.state.electronic:
                self.house.fund(player)
            self.do(c.Sit(seat=seat, player=player), "player", player)


def furnished(house: House) -> None:
    """Every rule set, electronic and live on one link; a jackpot, a rejected one, a void round, a correction,
    a resettled round, a player's entropy, and checkpoints on the way."""
    for number, name in enumerate(RULES):
        rules = table_rules(name)
        link = f"link {number}"
        house.open_link(link, rules)
        wagers = every_wager(name)
        electronic = Hosting(house, f"e{number}", rules, "electronic", link)
        electronic.sit(1, 2)
        for words in ("lucky", "seven"):
            house.floor.entropy(f"e{number}", words, by=f"e{number}p1").result()
            electronic.deal_round({1: wagers, 2: wagers})
        live = Hosting(house, f"l{number}", rules, "live", link)
        live.sit(1, 2)
        live.deal_round({1: wagers, 2: wagers})
        checkpoint(house.ledger, house.clock())
        _void(live, wagers)
        _corrected(live, wagers)
        _anew(live)
    _jackpots(house)
    checkpoint(house.ledger, house.clock())


def _void(table: Hosting, wagers: Mapping[str, int]) -> None:
    table.start_round({1: wagers, 2: wagers})
    while not any(hand.dealt for hand in table.state.hands.values()):
        table.perform_next()
    table.do(c.Report(irregularity="wrong_cards_dealer"), "supervisor")
    number = table.state.round
    while table.state.program == "round" and table.state.round == number:
        table.perform_next()


def _corrected(table: Hosting, wagers: Mapping[str, int]) -> None:
    """The dealer entered the ante of seat 1 at half its size, and noticed it before the deal."""
    half = {name: amount // 2 if name in ("ante", "blind") else amount for name, amount in wagers.items()}
    table.start_round({1: half, 2: wagers})
    table.do(correction(1, reason="overlooked", wagers=dict(wagers)), "supervisor")
    number = table.state.round
    while table.state.program == "round" and table.state.round == number:
        table.perform_next()


def _anew(table: Hosting) -> None:
    """Resettle the last round: seat 2 had folded."""
    settled = [event for event in table.log if isinstance(event, e.RoundSettled)][-1]
    seats = [
        msgspec.structs.replace(seat, decision=FOLD) if seat.seat == 2 else seat
        for seat in settled.record.seats
    ]
    corrected = msgspec.structs.replace(settled.record, seats=seats)
    table.do(
        resettlement(settled.round, settled.record, corrected, "a fold missed"),
        "supervisor",
    )


def _jackpots(house: House) -> None:
    """Two tables on one link: an award that is paid, and one that is rejected."""
    rules = table_rules(RULES[0])
    house.open_link("jackpots", rules)
    tables = [Hosting(house, f"j{number}", rules, "live", "jackpots") for number in (1, 2)]
    for table in tables:
        table.sit(1)
    wagers = every_wager(RULES[0])
    for table in tables:
        table.start_round({1: wagers}, stacked(STRAIGHT_6, DEALER))
        while not table.state.pending:
            table.perform_next()
        if table is tables[1]:
            (award,) = table.state.pending
            table.do(c.Reject(award=award, reason="a card was misread"), "floorperson")
        number = table.state.round
        while table.state.program == "round" and table.state.round == number:
            table.perform_next()


class Wandering(Walk):
    """A random history that is not judged while it goes on: that is for the table's own tests."""

    def _check_cards(self) -> None: ...

    def _check_money(self) -> None: ...

    def _check_alive(self) -> None: ...

    def _check_settlement(self, before: State, event: e.RoundSettled) -> None: ...

    def wander(self, steps: int) -> None:
        """So many steps, or until something went wrong."""
        for _ in range(steps):
            try:
                self.step()
            except (AssertionError, LookupError, Refusal):
                if not self.sent or not isinstance(self.sent[-1][1], str):
                    return


def play_again(house: House, walk: Walk, link: str) -> dict[int, str]:
    """Repeat a random history on the floor, as far as the floor allows; by round, the decks of an
    electronic table. Its seeds are committed to and revealed, but its decks are the history's."""
    name, decks = walk.table, dict[int, str]()
    order = ""
    for command, outcome in walk.sent:
        if isinstance(outcome, str):
            continue
        act = command.act
        if isinstance(act, c.Shuffle | c.CloseBets):
            order = act.order or order

        def work(unit: Unit, command: c.Command = command, order: str = order) -> None:
            if name not in house.floor.tables:
                unit.opened[name] = Hosted(name, Settings(link=link), State())
            act, state = command.act, unit.state(name)
            if isinstance(act, c.Shuffle) and state.electronic:
                automation.electronic(unit, name, house.keys)
                return
            if isinstance(act, c.CloseBets) and state.electronic:
                act = c.CloseBets(order=order)
            unit.command(name, act, by=command.by, role=command.role)
            if isinstance(act, c.CloseBets):
                decks[state.round] = order
            step = current(unit.state(name))
            if step is None or step.kind != "shuffle":
                automation.electronic(unit, name, house.keys)

        with contextlib.suppress(Refusal):
            house.run(work, name)
    return decks


# ------------------------------------------------------------------------------------------------ the forger


class Row(NamedTuple):
    """A record of the log, with its postings as (account, amount)."""

    position: int
    stream: str
    version: int
    entry: Entry
    moves: list[tuple[str, int]]


Change = Callable[[Row], Row]


class Forger:
    """Somebody who has the SQLite file of a house, and knows how it is made."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def run(self, statement: str, *values: Any) -> None:
        """A statement on the file, the triggers out of the way."""
        with self._unguarded() as connection:
            done = connection.execute(statement, values)
            assert done.rowcount != 0, "nothing was altered"

    @contextlib.contextmanager
    def _unguarded(self) -> Iterator[sqlite3.Connection]:
        """The file without its guards; they stand there again afterward, as if nothing had happened."""
        connection = sqlite3.connect(self.file)
        try:
            guards = connection.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall()
            for name, _ in guards:
                connection.execute(f'DROP TRIGGER "{name}"')
            yield connection
            for _, made in guards:
                connection.execute(made)
            connection.commit()
        finally:
            connection.close()

    def one(self, statement: str, *values: Any) -> tuple[Any, ...]:
        connection = sqlite3.connect(self.file)
        try:
            found: tuple[Any, ...] = connection.execute(statement, values).fetchone()
            return found
        finally:
            connection.close()

    def all(self, statement: str) -> list[tuple[Any, ...]]:
        """Every row of a statement."""
        connection = sqlite3.connect(self.file)
        try:
            return connection.execute(statement).fetchall()
        finally:
            connection.close()

    def rewrite(self, keys: Keys | None, change: Change, kept: int = 0) -> None:
        """Alter records and rebuild both chains, the balances and a signed checkpoint; without keys, leave as
        many checkpoints as still fit."""
        with self._unguarded() as connection:
            rows = self._read(connection)
            connection.execute("DELETE FROM checkpoints WHERE number > ?", (kept,))
            connection.execute("DELETE FROM postings")
            self._write(connection, [change(row) for row in rows])
        if keys is not None:
            if keys.directory is not None:  # who has the keys has the house's memory too
                (keys.directory / checkpoint_memory.FILE).unlink(missing_ok=True)
            ledger = Ledger.open(f"sqlite:///{self.file}", keys)
            checkpoint(ledger, 0)
            ledger.close()

    def _read(self, connection: sqlite3.Connection) -> list[Row]:
        moves: dict[int, list[tuple[str, int]]] = {}
        for position, account, amount in connection.execute(
            "SELECT position, account, amount FROM postings ORDER BY position, line"
        ):
            moves.setdefault(position, []).append((account, amount))
        return [
            Row(position, stream, version, Entry(kind, body, at, actor, role), moves.get(position, []))
            for position, stream, version, kind, body, at, actor, role in connection.execute(
                "SELECT position, stream, version, kind, body, at, actor, role FROM events ORDER BY position"
            )
        ]

    def _write(self, connection: sqlite3.Connection, rows: list[Row]) -> None:
        heads: dict[str, tuple[int, bytes, bytes]] = {}
        balances: dict[str, int] = {}
        for row in rows:
            _, last, posted = heads.get(row.stream, (0, GENESIS, GENESIS))
            last = record_hash(last, row.stream, row.version, row.position, row.entry)
            entry = row.entry
            connection.execute(
                "UPDATE events SET body = ?, actor = ?, role = ?, hash = ? WHERE position = ?",
                (entry.body, entry.by, entry.role, last, row.position),
            )
            for line, (account, amount) in enumerate(row.moves, start=1):
                posted = posting_hash(posted, last, line, account, amount)
                connection.execute(
                    "INSERT INTO postings (position, line, account, amount, hash) VALUES (?, ?, ?, ?, ?)",
                    (row.position, line, account, amount, posted),
                )
                balances[account] = balances.get(account, 0) + amount
            heads[row.stream] = (row.version, last, posted)
        for stream, (version, last, posted) in heads.items():
            connection.execute(
                "UPDATE streams SET version = ?, hash = ?, posted = ? WHERE stream = ?",
                (version, last, posted, stream),
            )
        for account, balance in balances.items():
            connection.execute("UPDATE accounts SET balance = ? WHERE account = ?", (balance, account))
