"""The rounds of a log with all their decisions, for the watch and the review.

The same from a database and from an export: records are read once, in their order. A resettled round counts
with its corrected record, and its differences are the mispays.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import msgspec

from croupier.jackpot.meters import UNIT
from croupier.ledger.records import Record
from croupier.odds.watch.record import RecordedRound
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Result, Round
from croupier.settlement.settle import settle_at
from croupier.submission.house import HouseRules
from croupier.table import events as e
from croupier.table.state import ELECTRONIC, EMPTY, State

if TYPE_CHECKING:
    from croupier.ledger.store import Ledger

_TABLE, _INVENTORY = "table:", "inventory:"
_OPENED, _CLOSED = "inventory_opened.v1", "inventory_closed.v1"
_DEALER = 0
_KINDS = {
    f"{name}.v1"
    for name in (
        "table_opened",
        "rules_adopted",
        "bets_closed",
        "dealt",
        "decided",
        "irregularity_found",
        "bonus_handed_over",
        "seat_settled",
        "hand_taken_back",
        "cover_all_settled",
        "round_settled",
        "resettled",
    )
}


@dataclass
class LoggedRound:
    """A settled round of a table."""

    table: str
    number: int
    dealer: str
    at: int
    position: int
    """Of its settlement in the log."""
    played: RecordedRound
    results: dict[int, dict[str, Result]]
    """By seat and wager."""
    shift: str = ""
    """Of a live table: the shift of its inventory, `l1, shift 2`; empty without one."""
    mispaid: dict[int, int] = field(default_factory=dict)
    """By seat, the cents that were paid too much at first; negative: too little."""

    def resettle(self, event: e.Resettled) -> None:
        """Take over the corrected record; its differences were mispaid."""
        self.played = self.played._replace(record=event.record)
        self.results = _settled(self.played.house, event.record)
        for seat, due in event.differences.items():
            self.mispaid[seat] = self.mispaid.get(seat, 0) - due


class Rounds(Protocol):
    """The settled rounds of a table by number: a dictionary, or a file (`round_store`)."""

    def get(self, number: int, /) -> LoggedRound | None:
        """A round, if it was settled."""

    def __setitem__(self, number: int, each: LoggedRound, /) -> None: ...


class TableRounds:
    """The rounds of one table, made of its events in their order."""

    def __init__(
        self,
        name: str,
        mode: str = ELECTRONIC,
        house: HouseRules | None = None,
        rounds: Rounds | None = None,
    ) -> None:
        self.name = name
        self.mode: str = mode
        self.house = house
        self.dealer: str = ""
        self.up: str = ""
        self.order: list[int] = []
        self.irregular: bool = False
        self.shifts = 0
        self.in_shift = False
        self.results: dict[int, dict[str, Result]] = {}
        self.rounds: Rounds = {} if rounds is None else rounds

    def take(self, event: e.AnyEvent, at: int = 0, position: int = 0) -> LoggedRound | None:
        """Apply an event, with the time and place of its record; a round that it settles."""
        match event:
            case e.TableOpened():
                self.mode, self.house = event.mode, event.rules.house
            case e.RulesAdopted():
                self.house = event.rules.house
            case e.BetsClosed():
                self.dealer, self.up, self.order, self.results = event.by, "", [], {}
                self.irregular = False
            case e.Dealt():
                shown = [each.cards for each in event.packets if each.to == _DEALER and each.up]
                self.up = " ".join([self.up, *shown]).strip()
            case e.Decided():
                if event.seat not in self.order:
                    self.order.append(event.seat)
            case e.IrregularityFound():
                self.irregular = True
                if event.void == "all":
                    self.results = {}
            case e.BonusHandedOver() | e.SeatSettled():
                self.results.setdefault(event.seat, {}).update(event.results)
            case e.HandTakenBack():
                for seat, taken in event.results.items():
                    for name in taken:
                        self.results[seat].pop(name, None)
            case e.CoverAllSettled():
                for seat, result in event.results.items():
                    self.results.setdefault(seat, {})["cover_all"] = result
            case e.RoundSettled():
                return self._settled(event, at, position)
            case e.Resettled():
                if (found := self.rounds.get(event.round)) is not None:
                    found.resettle(event)
                    self.rounds[event.round] = found
            case _:
                pass
        return None

    def _settled(self, event: e.RoundSettled, at: int, position: int) -> LoggedRound:
        assert self.house is not None
        for seat, envy in event.envy.items():
            self.results.setdefault(seat, {})["envy"] = envy
        undecided = [seat.seat for seat in event.record.seats if seat.seat not in self.order]
        played = RecordedRound(
            record=event.record,
            house=self.house,
            players=event.players,
            order=(*self.order, *undecided),
            all_recorded=self.mode == ELECTRONIC,
            up=self.up,
            irregular=self.irregular,
        )
        found = LoggedRound(self.name, event.round, self.dealer, at, position, played, self.results)
        found.shift = f"{self.name}, shift {self.shifts}" if self.in_shift else ""
        self.rounds[event.round] = found
        return found


def _settled(house: HouseRules, record: Round) -> dict[int, dict[str, Result]]:
    meters = {name: cents * UNIT for name, cents in (record.meters or {}).items()}
    settled = settle_at(prepared(house), record, meters=meters)
    return {seat.seat: seat.results for seat in settled.settlement.seats}


class RoundReader:
    """Reads the records of a log in their order; keeps rounds in memory, or in `rounds` of a table.

    `begin` is each table before the first record of it, where that is not its opening.
    """

    def __init__(
        self,
        rounds: Callable[[str], Rounds] | None = None,
        begin: Callable[[str], State] = lambda name: EMPTY,
    ) -> None:
        self._tables: dict[str, TableRounds] = {}
        self._rounds = rounds
        self._begin = begin

    def _table(self, name: str) -> TableRounds:
        if name not in self._tables:
            begin, rounds = self._begin(name), self._rounds(name) if self._rounds else None
            house = None if begin.rules is None else begin.rules.house
            self._tables[name] = TableRounds(name, begin.mode, house, rounds)
        return self._tables[name]

    def take(self, record: Record) -> LoggedRound | None:
        """The next record; the round that it settles."""
        if record.stream.startswith(_INVENTORY):
            name = record.stream.removeprefix(_INVENTORY)
            self._inventory(self._table(name), record.kind)
            return None
        if not record.stream.startswith(_TABLE) or record.kind not in _KINDS:
            return None
        name = record.stream.removeprefix(_TABLE)
        try:
            event = e.decode_event(record.body)
            return self._table(name).take(event, record.at, record.position)
        except (msgspec.DecodeError, UnicodeDecodeError):  # the audit finds it; the others still count
            return None

    def resettled(self, record: Record) -> LoggedRound | None:
        """The round that a record has resettled, as it stands now."""
        event = e.decode_event(record.body)
        table = self._tables.get(record.stream.removeprefix(_TABLE))
        return table.rounds.get(event.round) if table and isinstance(event, e.Resettled) else None

    def _inventory(self, table: TableRounds, kind: str) -> None:
        if kind == _OPENED:
            table.shifts += 1
        if kind in (_OPENED, _CLOSED):
            table.in_shift = kind == _OPENED


def round_at(ledger: "Ledger", table: TableRounds, after: int, settled: int) -> LoggedRound | None:
    """The round of a table between two versions of its stream: of a bet, and of its settlement."""
    found = None
    while found is None and (records := ledger.read(f"{_TABLE}{table.name}", after=after, limit=200)):
        for record in records:
            if record.kind in _KINDS:
                found = table.take(e.decode_event(record.body), record.at, record.position)
            if record.version >= settled:
                return found
        after = records[-1].version
    return found


def recorded_rounds(
    records: Iterable[Record], begin: Callable[[str], State] = lambda name: EMPTY
) -> list[LoggedRound]:
    """All settled rounds, in the order of the log, as they stand at its end."""
    reader = RoundReader(begin=begin)
    return [settled for record in records if (settled := reader.take(record)) is not None]


def records_of(ledger: "Ledger") -> Iterator[Record]:
    """Every record of a ledger, some at a time."""
    after = 0
    while records := ledger.follow(after, 5000):
        yield from records
        after = records[-1].position
