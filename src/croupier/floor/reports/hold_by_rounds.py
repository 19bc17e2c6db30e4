"""The rounds of a table for the hold report, each with its latest settlement.

A resettled round counts with its corrected wagers and result, on the day it was played. A rejected or
taken-back award counts as not paid.
"""

from collections.abc import Iterator

from croupier.floor.desks.rulings import decided_later
from croupier.floor.host.stream_starts import beginning
from croupier.jackpot.meters import UNIT
from croupier.ledger.records import Record
from croupier.ledger.store import Ledger
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Result, Round
from croupier.settlement.settle import settle_at
from croupier.submission.house import HouseRules
from croupier.table import events as e
from croupier.table.irregularities import standing

_KINDS = frozenset(
    f"{name}.v1"
    for name in (
        "table_opened",
        "rules_adopted",
        "bets_closed",
        "bonus_handed_over",
        "seat_settled",
        "hand_taken_back",
        "cover_all_settled",
        "irregularity_found",
        "corrected",
        "round_settled",
        "award_validated",
        "award_rejected",
        "award_taken_back",
    )
)


class Played:
    """A round from its bets to its result."""

    def __init__(self, closed: e.BetsClosed, house: HouseRules, amounts: bool) -> None:
        self.number: int = closed.round
        self.dealer: str = closed.by
        self.house = house
        self.amounts = amounts
        self.contributed: int = sum(closed.contributions.values())
        """To the meters, in ten-thousandths of a cent."""
        self.results: dict[int, dict[str, Result]] = {}
        """By seat and wager."""
        self.handed_over: dict[int, dict[str, Result]] = {}
        """By seat, the wagers that were paid at a fold."""
        self.awards: dict[str, tuple[int, str]] = {}
        """The progressive awards actually paid, by award id, with their meter."""
        self.players: dict[int, str] = {}
        self.began = 0
        """When its bets were closed."""
        self.at = 0
        self.position = 0
        """The time and log position of its first settlement."""
        self.corrections: int = 0
        """Corrected entries, and resettlements."""
        self.voids: int = 0
        """Irregularities that voided a hand or the round."""

    def take(self, event: e.AnyEvent) -> None:
        """Apply an event of the round, or a later ruling."""
        self.corrections += isinstance(event, e.Corrected | e.Resettled | e.HandTakenBack)
        self.voids += isinstance(event, e.IrregularityFound) and event.void != "none"
        match event:
            case e.BonusHandedOver() | e.SeatSettled():
                if isinstance(event, e.BonusHandedOver):
                    self.handed_over[event.seat] = event.results
                elif "progressive" in event.results:
                    self.awards.pop(f"{self.number}.{event.seat}", None)  # a forfeit took it back
                self.results.setdefault(event.seat, {}).update(event.results)
                for each in event.awards:
                    self.awards[f"{self.number}.{each.seat}"] = (each.paid, each.meter)
            case e.HandTakenBack():
                for seat, taken in event.results.items():
                    for name in taken:
                        self.results[seat].pop(name, None)
            case e.CoverAllSettled():
                for seat, result in event.results.items():
                    self.results.setdefault(seat, {})["cover_all"] = result
            case e.IrregularityFound() if event.void == "all":
                # A void round settles its seats again, but for what stands.
                stand = standing(self.results, event.settled, event.seat)
                self.results = {
                    seat: {**self.handed_over.get(seat, {}), **stand.get(seat, {})} for seat in self.results
                }
                self.awards = {
                    name: award
                    for name, award in self.awards.items()
                    if "progressive" in self.results.get(int(name.partition(".")[2]), {})
                }
            case e.RoundSettled():
                self.players = event.players
                for seat, result in event.envy.items():
                    self.results.setdefault(seat, {})["envy"] = result
                self.contributed -= sum(event.returned_contributions.values())
            case e.AwardValidated() if event.award.startswith(f"{self.number}."):
                self._envy(event)
            case e.AwardRejected() | e.AwardTakenBack():
                self.awards.pop(event.award, None)  # the award may be of an earlier round
            case e.Resettled():
                self._resettled(event)
            case _:
                pass

    def _envy(self, event: e.AwardValidated) -> None:
        for each in event.envy:
            mine = self.results.setdefault(each.seat, {})
            paid = each.paid + (mine["envy"].paid if "envy" in mine else 0)
            mine["envy"] = Result("win", 0, paid, 0, paid, each.clauses)

    def _resettled(self, event: e.Resettled) -> None:
        self.results = _settled(self.house, event.record)
        for award in event.awards:  # envy of a pending award is not paid yet
            for each in award.envy:
                mine = self.results[each.seat]
                left = mine["envy"].paid - each.paid
                mine["envy"] = Result("win", 0, left, 0, left, each.clauses)
        back = [self.awards.pop(name, (0, "")) for name in event.awards_back]
        paid = {each.award: (each.paid, each.meter) for each in event.awards}
        self.awards |= paid
        # The meters were corrected by what the wagers put there, and by the awards that went back to them.
        awarded = -sum(cents for cents, meter in back if meter)
        self.contributed += sum(event.meters.values()) + awarded * UNIT


def _settled(house: HouseRules, record: Round) -> dict[int, dict[str, Result]]:
    """A record settled by the rules under which it was played."""
    meters = {name: cents * UNIT for name, cents in (record.meters or {}).items()}
    settled = settle_at(prepared(house), record, meters=meters)
    return {seat.seat: seat.results for seat in settled.settlement.seats}


def rounds_of(ledger: Ledger, table: str) -> Iterator[Played]:
    """The settled rounds of a table, the first first."""
    later = decided_later(ledger, table)
    begin = beginning(ledger, table)
    house = None if begin.rules is None else begin.rules.house
    amounts = begin.amounts
    running: Played | None = None
    for record in _records(ledger, f"table:{table}"):
        if record.kind not in _KINDS:
            continue
        event = e.decode_event(record.body)
        if isinstance(event, e.TableOpened | e.RulesAdopted):
            house = event.rules.house
            amounts = event.amounts if isinstance(event, e.TableOpened) else amounts
        elif isinstance(event, e.BetsClosed):
            assert house is not None
            running = Played(event, house, amounts)
            running.began = record.at
        elif running is not None:
            running.take(event)
            if isinstance(event, e.RoundSettled):
                running.at, running.position = record.at, record.position
                for version, each in later.get(running.number, ()):
                    if version > record.version:
                        running.take(each)
                yield running
                running = None


def _records(ledger: Ledger, stream: str) -> Iterator[Record]:
    """A stream from its first record on, some at a time."""
    after = 0
    while records := ledger.read(stream, after=after, limit=5000):
        yield from records
        after = records[-1].version
