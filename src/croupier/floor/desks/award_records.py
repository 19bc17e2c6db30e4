"""An award from the log: its round, and the later decisions on it."""

import re
from typing import NamedTuple

import msgspec

from croupier.errors import Refusal
from croupier.floor.desks.openings import backwards
from croupier.games.steps import BOARD
from croupier.ledger.records import Record
from croupier.ledger.store import Ledger
from croupier.settlement.round import Round
from croupier.table import events as e
from croupier.table.state import Envy

PENDING, PAID, REJECTED, TAKEN_BACK = "pending", "paid", "rejected", "taken back"


class Signed(msgspec.Struct, frozen=True, kw_only=True):
    """A person's action on an award: role and time."""

    what: str
    by: str
    role: str
    at: int


class EnvyDue(msgspec.Struct, frozen=True, kw_only=True):
    """An envy that is paid with an award, in cents."""

    seat: int
    player: str
    paid: int


def won_at(ledger: Ledger, table: str, award: str) -> int:
    """When an award was won, also for one that comes from no meter."""
    return gather(ledger, table, award).won.event.at


class Won(NamedTuple):
    """An award and the event by which it came about: its seat's settlement or a resettlement."""

    event: e.SeatSettled | e.Resettled
    position: int
    seat: int
    player: str
    hand: str
    meter: str
    share: int
    paid: int
    stood: int
    """Units on the meter when the award was paid from it."""


def won_before(ledger: Ledger, table: str, award: str, version: int) -> Won:
    """The award as it stood before a version of its table's stream, which takes it back."""
    return gather(ledger, table, award, version - 1).won


class Gathered(NamedTuple):
    """The facts of an award, and the decisions on it."""

    round: int
    closed: Record
    """The record of "no more bets" in its round."""
    won: Won
    cards: str
    board: str
    envy: tuple[EnvyDue, ...]
    state: str
    reason: str
    people: tuple[Signed, ...]
    clauses: tuple[str, ...]


class _Event(NamedTuple):
    record: Record
    event: e.AnyEvent


_NAME = re.compile(r"[1-9][0-9]{0,14}\.[1-9][0-9]{0,2}")

_LATER = ("award_validated.v1", "award_rejected.v1", "award_taken_back.v1", "resettled.v1")


def gather(ledger: Ledger, table: str, award: str, last: int | None = None) -> Gathered:
    """The events of the award's round and the later decisions on it, read backward from the last."""
    if not _NAME.fullmatch(award):  # an award keeps its name, by which decisions on it are found
        raise Refusal("unknown_award", f"award {award[:20]!r}; allowed: round and seat, such as 12.3")
    round_, _, seat = award.partition(".")
    later: list[_Event] = []
    of_round: list[_Event] = []
    for record in backwards(ledger, f"table:{table}", last):
        if record.kind in _LATER:
            event = e.decode_event(record.body)
            if _concerns(event, award):
                later.insert(0, _Event(record, event))
        elif record.kind in ("seat_settled.v1", "hand_shown.v1", "round_settled.v1", "dealt.v1"):
            of_round.insert(0, _Event(record, e.decode_event(record.body)))
        elif record.kind == "bets_closed.v1":
            closed = e.decode_event(record.body)
            assert isinstance(closed, e.BetsClosed)
            if closed.round == int(round_):
                return _found(record, closed, _Case(award, int(seat)), of_round, later)
            of_round.clear()
            if closed.round < int(round_):
                break
    raise Refusal("unknown_award", f"table {table} has no award {award}")


def _concerns(event: e.AnyEvent, award: str) -> bool:
    """Whether a decision is about an award."""
    if isinstance(event, e.Resettled):
        return award in event.awards_back or any(each.award == award for each in event.awards)
    assert isinstance(event, e.AwardValidated | e.AwardRejected | e.AwardTakenBack)
    return event.award == award


class _Case:
    """An award, built from its events, oldest first."""

    def __init__(self, award: str, seat: int) -> None:
        self.award = award
        self.seat = seat
        self.won: Won | None = None
        self.cards = self.board = self.state = self.reason = ""
        self.envy: tuple[Envy, ...] = ()

    def play(self, record: Record, event: e.AnyEvent) -> None:
        """An event of the award's round."""
        if isinstance(event, e.Dealt):
            named = (packet.cards for packet in event.packets if packet.to == BOARD and packet.cards)
            self.board = " ".join(filter(None, (self.board, *named)))
        elif isinstance(event, e.HandShown) and event.seat == self.seat:
            self.cards = event.cards
        elif isinstance(event, e.RoundSettled):
            self.envy = event.envy_waits.get(self.award, self.envy)
            self.cards = self.cards or _cards_of(event.record, self.seat)
        elif isinstance(event, e.SeatSettled) and event.awards and event.seat == self.seat:
            mine = next(each for each in event.awards if each.seat == self.seat)
            facts = (self.seat, event.player, mine.row, mine.meter, mine.share, mine.paid, mine.stood)
            self.won = Won(event, record.position, *facts)
            self.state = PENDING if event.pending else PAID

    def decide(self, record: Record, event: e.AnyEvent) -> str:
        """A later decision on it, in a word for the slip."""
        self.reason = ""
        if isinstance(event, e.Resettled):
            mine = next((each for each in event.awards if each.award == self.award), None)
            if mine is None:
                self.state, self.reason = TAKEN_BACK, event.reason
                return self.state
            facts = (self.seat, mine.player, mine.hand, mine.meter, mine.share, mine.paid, mine.stood)
            self.won, self.state = Won(event, record.position, *facts), PENDING
            self.cards = _cards_of(event.record, self.seat) or self.cards
            return "resettled"
        if isinstance(event, e.AwardValidated):
            self.state, self.envy = PAID, event.envy
            return "validated"
        if isinstance(event, e.AwardRejected):
            self.state, self.reason = REJECTED, event.reason
            return "rejected"
        self.state = TAKEN_BACK
        return self.state


def _found(
    record: Record, closed: e.BetsClosed, case: _Case, of_round: list[_Event], later: list[_Event]
) -> Gathered:
    for each in of_round:
        case.play(*each)
    people = [Signed(what="dealt", by=closed.by, role=closed.role, at=closed.at)]
    clauses = list[str]()
    for each in later:
        event = each.event
        people.append(Signed(what=case.decide(*each), by=event.by, role=event.role, at=event.at))
        clauses += event.clauses
    if case.won is None:
        raise Refusal("unknown_award", f"no award {case.award}: seat {case.seat} won none in that round")
    return Gathered(
        round=closed.round,
        closed=record,
        won=case.won,
        cards=case.cards,
        board=case.board,
        envy=tuple(EnvyDue(seat=each.seat, player=each.player, paid=each.paid) for each in case.envy),
        state=case.state,
        reason=case.reason,
        people=tuple(people),
        clauses=tuple(clauses),
    )


def _cards_of(record: Round, seat: int) -> str:
    return next((each.cards or "" for each in record.seats if each.seat == seat), "")
