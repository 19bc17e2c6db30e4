"""A round that is over, settled anew: the facts to put right, and the act that does it.

A supervisor names what shall be otherwise. The rest of the record is taken from the log here, so that a hand
that was folded unseen is settled again without having been shown to anybody.
"""

from collections.abc import Sequence

import msgspec

from croupier.errors import Refusal
from croupier.server.api.history.rounds import Step
from croupier.server.api.resettlement.messages import AnewAsked, AnewTold, SeatAnew, SeatStands
from croupier.settlement.round import Decision, Round, Seat
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.corrections import DEALT_ITSELF
from croupier.table.machine import decide
from croupier.table.offers import Actor, offers
from croupier.table.redaction.events import seen
from croupier.table.state import State, Viewer

UNSAID = "to see what would come of it"
"""The reason of a settlement that nobody records."""

change = msgspec.structs.replace


def may_settle_anew(state: State, settled: Step | None, actor: Actor) -> bool:
    """Whether somebody may settle a round anew now: it is not too long ago, and no award of it waits.

    Where amounts were not entered the books know the fixed ones alone: it is put right by hand.
    """
    if settled is None or not isinstance(settled.event, e.RoundSettled) or not settled.event.record.amounts:
        return False
    round_ = settled.event.round
    offered = any(offer.act == "resettle" for offer in offers(state, actor))
    waits = any(award.round == round_ for award in state.pending.values())
    return offered and round_ in state.settled and not waits


def settled_in(steps: Sequence[Step]) -> Step | None:
    """The step in which the round was settled."""
    return next((step for step in reversed(steps) if isinstance(step.event, e.RoundSettled)), None)


def record_of(settled: Step, later: Sequence[e.AnyEvent]) -> Round:
    """The facts that the round is settled on by now: those of the last settlement."""
    assert isinstance(settled.event, e.RoundSettled)
    anew = [event.record for event in later if isinstance(event, e.Resettled)]
    return anew[-1] if anew else settled.event.record


def as_seen(record: Round, settled: Step, looks: Viewer) -> Round:
    """The record without cards that the viewer could not see in the round."""
    told = seen(settled.event, looks, settled.after)
    assert isinstance(told, e.RoundSettled)
    shown = {seat.seat: seat.cards for seat in told.record.seats}
    seats = [
        seat if seat.cards == shown.get(seat.seat) else change(seat, cards=None) for seat in record.seats
    ]
    return change(record, seats=seats, dealer=record.dealer if record.dealer == told.record.dealer else None)


def seat_stands(seat: Seat) -> SeatStands:
    """A seat of a record, in words of its own."""
    made = seat.decision or Decision()
    amount = made.raise_ or made.play or 0
    decision = "fold" if made.fold else "raise" if made.raise_ else "play" if made.play else "none"
    return SeatStands(
        seat=seat.seat,
        player=seat.player or "",
        wagers=seat.wagers,
        decision=decision,
        amount=amount,
        cards=seat.cards or "",
    )


def act_of(round_: int, record: Round, asked: AnewAsked, *, electronic: bool) -> c.Resettle:
    """The act that settles a round anew, with what shall be otherwise."""
    if electronic and _names_cards(asked):
        # Not even the right ones: who names them would learn whether they are.
        raise Refusal("value_not_allowed", DEALT_ITSELF)
    wanted = {seat.seat: seat for seat in asked.seats}
    unknown = sorted(wanted.keys() - {seat.seat for seat in record.seats})
    if unknown:
        played = ", ".join(str(seat.seat) for seat in record.seats)
        raise Refusal("value_not_allowed", f"seat {unknown[0]} was not in round {round_}; allowed: {played}")
    corrected = change(
        record,
        seats=[_seat(seat, wanted[seat.seat]) if seat.seat in wanted else seat for seat in record.seats],
        dealer=record.dealer if asked.dealer is None else asked.dealer,
        board=record.board if asked.board is None else asked.board,
    )
    return c.Resettle(round=round_, original=record, corrected=corrected, reason=asked.reason)


def _seat(seat: Seat, asked: SeatAnew) -> Seat:
    if asked.wagers is not None:
        seat = change(seat, wagers=asked.wagers)
    if asked.decision is not None:
        seat = change(seat, decision=_decision(asked))
    return seat if asked.cards is None else change(seat, cards=asked.cards)


def _decision(asked: SeatAnew) -> Decision | None:
    match asked.decision:
        case "raise":
            return Decision(raise_=asked.amount)
        case "play":
            return Decision(play=asked.amount)
        case "fold":
            return Decision(fold=True)
    return None


def check_changes(act: c.Resettle) -> None:
    """Refuse to settle the same facts again."""
    if act.corrected == act.original:
        message = f"round {act.round}: nothing is otherwise; allowed: what was entered wrongly"
        raise Refusal("value_not_allowed", message)


def staked_unseen(act: c.Resettle, asked: AnewAsked, told: Round) -> list[int]:
    """Seats with a wager that they had not, on cards which whoever asks is not told: what comes of it would
    tell of them. Cards that are named stand for themselves."""
    hidden = _hidden(act, asked, told)
    pairs = zip(act.original.seats, act.corrected.seats, strict=True)
    return [now.seat for was, now in pairs if now.seat in hidden and _staked(was, now)]


def _hidden(act: c.Resettle, asked: AnewAsked, told: Round) -> set[int]:
    """Seats whose cards the log has, and whoever asks neither is told nor names."""
    known = {seat.seat for seat in act.original.seats if seat.cards}
    named = {seat.seat for seat in asked.seats if seat.cards is not None}
    return known & {seat.seat for seat in told.seats if seat.cards is None} - named


def _names_cards(asked: AnewAsked) -> bool:
    return any(cards is not None for cards in (asked.dealer, asked.board, *(s.cards for s in asked.seats)))


def _staked(was: Seat, now: Seat) -> bool:
    made = now.decision or Decision()
    more = now.wagers.keys() - was.wagers.keys()
    return now != was and bool(made.raise_ or made.play or more)


def check_seen(act: c.Resettle, asked: AnewAsked, told: Round) -> None:
    """Refuse to foresee what would tell of a hand that stayed hidden."""
    for seat in staked_unseen(act, asked, told):
        message = (
            f"seat {seat}: its cards stayed hidden, and what a wager on them comes to would tell of them"
        )
        raise Refusal("value_not_allowed", f"{message}; allowed: fold, and the wagers that it had")
    hidden = _hidden(act, asked, told)
    if hidden and _names_cards(asked):  # a card that lies there would be refused, any other not
        message = f"seat {min(hidden)}: its cards stayed hidden, and what may not lie elsewhere tells of them"
        raise Refusal("value_not_allowed", f"{message}; allowed: wagers, decisions, or to settle it anew")


def as_told(refusal: Refusal, act: c.Resettle, asked: AnewAsked, told: Round) -> Refusal:
    """A refusal without the cards of a hand that stayed hidden, and without the bounds of a raise on it."""
    if refusal.code == "duplicate_card" and _hidden(act, asked, told):
        message = f"round {act.round}: a card of these lies elsewhere; a deck holds each card once"
        return Refusal(refusal.code, message, refusal.clauses)
    if not refusal.code.endswith("_out_of_bounds") or not staked_unseen(act, asked, told):
        return refusal
    message = f"round {act.round}: a wager out of its bounds; allowed: what the hand allows"
    return Refusal(refusal.code, message, refusal.clauses)


def foreseen(state: State, act: c.Resettle, actor: Actor, at: int) -> AnewTold:
    """What would come of it, decided as the table would decide it, and not recorded."""
    asked = act if act.reason.strip() else change(act, reason=UNSAID)
    command = c.Command(act=asked, by=actor.by, role=actor.role, version=state.version, at=at)
    event = next(event for event in decide(state, command) if isinstance(event, e.Resettled))
    return AnewTold(
        differences=event.differences,
        players=event.players,
        meters=event.meters,
        awards_back=event.awards_back,
        awards=event.awards,
        clauses=event.clauses,
    )
