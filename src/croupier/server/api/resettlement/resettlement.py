"""Resettlement of a finished round: its facts, the corrected act, and its preview.

A supervisor names only the corrections. The rest of the record comes from the log, so a hand folded unseen is
resettled without being shown.
"""

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace as change

from croupier.errors import Refusal
from croupier.games.steps import BOARD, DEALER
from croupier.server.api.resettlement.messages import (
    ResettlementPreview,
    ResettlementRequest,
    SeatCorrection,
)
from croupier.settlement.round import Round, Seat
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.dual_control import Second
from croupier.table.machine import decide
from croupier.table.offers import Actor, offers
from croupier.table.redaction.replay import Step
from croupier.table.redaction.resettlement import check_live
from croupier.table.state import State

UNSAID = "preview"
"""The reason in a preview, which is not recorded."""
_UNSIGNED = Second(by=UNSAID, role="administrator", signature=UNSAID)


def may_resettle(state: State, settled: Step | None, actor: Actor) -> bool:
    """Whether the actor may resettle a round now: it is recent enough and has no pending award.

    A round without amounts is corrected by hand, because the books hold only its fixed amounts.
    """
    if settled is None or not isinstance(settled.event, e.RoundSettled) or not settled.event.record.amounts:
        return False
    round_ = settled.event.round
    if state.electronic:  # an electronic table has no entries that could be wrong
        return False
    offered = any(offer.act == "resettle" for offer in offers(state, actor))
    pending = any(award.round == round_ for award in state.pending.values())
    return offered and round_ in state.settled and not pending


def settled_in(steps: Sequence[Step]) -> Step | None:
    """The step in which the round was settled."""
    return next((step for step in reversed(steps) if isinstance(step.event, e.RoundSettled)), None)


def record_of(settled: Step, later: Sequence[e.AnyEvent]) -> Round:
    """The facts of the round's latest settlement."""
    assert isinstance(settled.event, e.RoundSettled)
    resettled = [event.record for event in later if isinstance(event, e.Resettled)]
    return resettled[-1] if resettled else settled.event.record


def act_of(round_: int, record: Round, request: ResettlementRequest, *, electronic: bool) -> c.Resettle:
    """The act that resettles a round with these corrections."""
    check_live(electronic=electronic)
    wanted = {seat.seat: seat for seat in request.seats}
    unknown = sorted(wanted.keys() - {seat.seat for seat in record.seats})
    if unknown:
        played = ", ".join(str(seat.seat) for seat in record.seats)
        raise Refusal("value_not_allowed", f"seat {unknown[0]} was not in round {round_}; allowed: {played}")
    corrected = change(
        record,
        seats=[_seat(seat, wanted[seat.seat]) if seat.seat in wanted else seat for seat in record.seats],
        dealer=record.dealer if request.dealer is None else request.dealer,
        board=record.board if request.board is None else request.board,
    )
    return c.Resettle(round=round_, original=record, corrected=corrected, reason=request.reason)


def _seat(seat: Seat, correction: SeatCorrection) -> Seat:
    if correction.wagers is not None:
        if correction.wagers.keys() - seat.wagers.keys():
            seat = change(seat, declared=UNSET)  # it was declared of the former wagers
        seat = change(seat, wagers=correction.wagers)
    if correction.decision is not UNSET:
        seat = change(seat, decision=correction.decision)
    if correction.cards is None or correction.cards == seat.cards:
        return seat
    return change(seat, cards=correction.cards, declared=UNSET)  # named after all


def entered_cards(request: ResettlementRequest) -> frozenset[int]:
    """The places whose cards a request names."""
    named = {seat.seat: seat.cards for seat in request.seats} | {DEALER: request.dealer, BOARD: request.board}
    return frozenset(place for place, cards in named.items() if cards is not None)


def preview(state: State, act: c.Resettle, actor: Actor, at: int) -> ResettlementPreview:
    """Decide the resettlement as the table would, without recording it."""
    explained = change(act, reason=act.reason.strip() or UNSAID, second=_UNSIGNED)
    command = c.Command(act=explained, by=actor.by, role=actor.role, version=state.version, at=at)
    event = next(event for event in decide(state, command) if isinstance(event, e.Resettled))
    return ResettlementPreview(
        differences=event.differences,
        outside=event.outside,
        players=event.players,
        meters=event.meters,
        awards_back=event.awards_back,
        awards=event.awards,
        clauses=event.clauses,
    )
