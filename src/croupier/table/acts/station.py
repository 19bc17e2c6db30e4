"""Acts of the dealer station beside the round: calling the floor, and taking the last entry back."""

from collections.abc import Callable
from typing import Any

from croupier.settlement.round import NO_BONUS
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolution.station import settled_since
from croupier.table.offers import Offer
from croupier.table.recorder import Recorder


def _call_floor(record: Recorder, asked: c.CallFloor, offer: Offer) -> None:
    record.emit(e.FloorCalled, clauses=offer.clauses, reason=asked.reason)


def _answer_call(record: Recorder, asked: c.AnswerCall, offer: Offer) -> None:
    record.emit(e.CallAnswered, clauses=offer.clauses)


def _take_back(record: Recorder, asked: c.TakeBack, offer: Offer) -> None:
    if record.state.last_turned is not None:
        results = settled_since(record.state)
        record.emit(e.HandTakenBack, clauses=offer.clauses, to=asked.seat, results=results)
        return
    hand = record.state.hands[asked.seat]
    record.emit(
        e.DecisionTakenBack,
        clauses=offer.clauses,
        seat=hand.seat,
        stage=hand.answered,
        action=hand.action or "check",
        amount=hand.amount,
        times=hand.times,
    )


def _declare(record: Recorder, asked: c.Declare, offer: Offer) -> None:
    record.emit(e.HandDeclared, clauses=offer.clauses, seat=asked.seat, declared=NO_BONUS)


HANDLERS: dict[type, Callable[[Recorder, Any, Offer], None]] = {
    c.CallFloor: _call_floor,
    c.AnswerCall: _answer_call,
    c.TakeBack: _take_back,
    c.Declare: _declare,
}
