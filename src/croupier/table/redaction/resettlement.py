"""Resettlement of a past round by a supervisor who may not see every hand in it.

The supervisor gets the facts of the round without hidden cards, a preview only where it reveals none, and a
refusal that names none.
"""

from typing import NamedTuple

import msgspec

from croupier.errors import Refusal
from croupier.settlement.round import Decision, Round, Seat
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.redaction.events import redact_event
from croupier.table.redaction.replay import Step
from croupier.table.state import Viewer

change = msgspec.structs.replace


class Correction(NamedTuple):
    """A resettlement that somebody asks for, and the part of its facts that they may know."""

    act: c.Resettle
    entered: frozenset[int]
    """The places whose cards the request names: seats, the dealer, the board."""
    visible: Round
    """The facts of the round, redacted for the person who asks."""


def redact_facts(record: Round, settled: Step, viewer: Viewer) -> Round:
    """The facts of a round without the cards that the viewer could not see in it."""
    event = redact_event(settled.event, viewer, settled.after)
    assert isinstance(event, e.RoundSettled)
    shown = {seat.seat: seat.cards for seat in event.record.seats}
    seats = [
        seat if seat.cards == shown.get(seat.seat) else change(seat, cards=None) for seat in record.seats
    ]
    dealer = record.dealer if record.dealer == event.record.dealer else None
    return change(record, seats=seats, dealer=dealer)


def check_preview(correction: Correction) -> None:
    """Refuse a preview that would reveal a hidden hand."""
    for seat in _new_wagers_on_hidden_cards(correction):
        message = f"seat {seat}: previewing this wager would reveal hidden cards"
        raise Refusal("value_not_allowed", f"{message}; allowed: fold, and the wagers already placed")
    hidden = _hidden_seats(correction)
    if hidden and correction.entered:  # a card of a hidden hand would be refused, and any other card accepted
        message = f"seat {min(hidden)}: previewing other cards would reveal hidden cards"
        raise Refusal("value_not_allowed", f"{message}; allowed: wagers and decisions, or resettle")


def redact_refusal(refusal: Refusal, correction: Correction) -> Refusal:
    """The refusal of a resettlement without hidden cards and without bounds that depend on them."""
    number = correction.act.round
    if refusal.code == "duplicate_card" and _hidden_seats(correction):
        message = f"round {number}: one of these cards is already in play; a deck holds each card once"
        return Refusal(refusal.code, message, refusal.clauses)
    if refusal.code.endswith("_out_of_bounds") and _new_wagers_on_hidden_cards(correction):
        message = f"round {number}: a wager is out of bounds; allowed: the bounds of the hand"
        return Refusal(refusal.code, message, refusal.clauses)
    return refusal


def _hidden_seats(correction: Correction) -> set[int]:
    """Seats whose cards are in the log, hidden from the person who asks, and not named by the request."""
    known = {seat.seat for seat in correction.act.original.seats if seat.cards}
    redacted = {seat.seat for seat in correction.visible.seats if seat.cards is None}
    return known & redacted - correction.entered


def _new_wagers_on_hidden_cards(correction: Correction) -> list[int]:
    hidden = _hidden_seats(correction)
    pairs = zip(correction.act.original.seats, correction.act.corrected.seats, strict=True)
    return [after.seat for before, after in pairs if after.seat in hidden and _adds_wager(before, after)]


def _adds_wager(before: Seat, after: Seat) -> bool:
    made = after.decision or Decision()
    added = after.wagers.keys() - before.wagers.keys()
    return after != before and bool(made.raise_ or made.play or added)
