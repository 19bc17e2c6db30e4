"""Resettlement of a past round by a supervisor who may not see every hand in it.

The supervisor gets the facts of the round without hidden cards, a preview only where it reveals none, and a
refusal that names none.
"""

from typing import NamedTuple

from msgspec.structs import replace as change

from croupier.errors import Refusal
from croupier.games.steps import DEALER
from croupier.settlement.round import Round, Seat, folds
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.acts.corrections import PLAYED_ITSELF
from croupier.table.redaction.events import redact_event
from croupier.table.redaction.replay import Step
from croupier.table.state import Viewer


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


def check_live(*, electronic: bool) -> None:
    """Refuse every request for an electronic table: accepting the right cards would confirm a guess."""
    if electronic:
        raise Refusal("value_not_allowed", PLAYED_ITSELF)


def check_changes(correction: Correction) -> None:
    """Refuse to resettle on the same facts; cards entered for a hidden hand always count as a change."""
    if correction.act.corrected == correction.act.original and not _redacted(correction) & correction.entered:
        message = f"round {correction.act.round}: nothing is changed; allowed: facts that were entered wrong"
        raise Refusal("value_not_allowed", message)


def check_preview(correction: Correction) -> None:
    """Refuse a preview that would reveal a hidden hand."""
    for seat in _new_wagers_on_hidden_cards(correction):
        message = f"seat {seat}: previewing this wager would reveal hidden cards"
        raise Refusal("value_not_allowed", f"{message}; allowed: fold, and the wagers already placed")
    hidden = _hidden(correction)
    if hidden and correction.entered:  # a card of a hidden hand would be refused, and any other card accepted
        place = f"seat {max(hidden)}" if max(hidden) != DEALER else "the dealer"
        message = f"{place}: previewing other cards would reveal hidden cards"
        raise Refusal("value_not_allowed", f"{message}; allowed: wagers and decisions, or resettle")


def redact_refusal(refusal: Refusal, correction: Correction) -> Refusal:
    """The refusal of a resettlement without hidden cards and without bounds that depend on them."""
    number = correction.act.round
    if refusal.code == "duplicate_card" and _hidden(correction):
        message = f"round {number}: one of these cards is already in play; a deck holds each card once"
        return Refusal(refusal.code, message, refusal.clauses)
    if refusal.code == "decision_out_of_bounds" and _new_wagers_on_hidden_cards(correction):
        message = f"round {number}: a wager is out of bounds; allowed: the bounds of the hand"
        return Refusal(refusal.code, message, refusal.clauses)
    return refusal


def _hidden(correction: Correction) -> set[int]:
    """Places whose cards are hidden from the person who asks, and not named by the request."""
    return _redacted(correction) - correction.entered


def _redacted(correction: Correction) -> set[int]:
    """Places whose cards are in the log and hidden from the person who asks: seats, and the dealer."""
    return _with_cards(correction.act.original) - _with_cards(correction.visible)


def _with_cards(record: Round) -> set[int]:
    return {seat.seat for seat in record.seats if seat.cards} | ({DEALER} if record.dealer else set())


def _new_wagers_on_hidden_cards(correction: Correction) -> list[int]:
    hidden = _hidden(correction)
    pairs = zip(correction.act.original.seats, correction.act.corrected.seats, strict=True)
    return [after.seat for before, after in pairs if after.seat in hidden and _adds_wager(before, after)]


def _adds_wager(before: Seat, after: Seat) -> bool:
    added = after.wagers.keys() - before.wagers.keys()
    decides = after.decision is not None and not folds(after.decision)
    return after != before and bool(decides or added)
