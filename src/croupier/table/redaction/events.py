"""Events with the parts that a viewer may not know left blank."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace as change

from croupier.games.steps import DEALER
from croupier.settlement.round import Seat
from croupier.table import events as e
from croupier.table.redaction.permissions import (
    hides_award,
    may_know,
    owns,
    redact_award,
    sees_alerts,
    sees_award,
    sees_every_hand,
    sees_notes,
    visible_alerts,
    without_award,
    without_hand_names,
)
from croupier.table.state import EMPTY, State, Viewer

_EXPOSED = ("card_face_up", "cards_face_up", "cards_face_up_after_deal", "dealer_card_exposed")
"""Irregularities whose cards the whole table has seen."""


def redact_event(event: e.AnyEvent, viewer: Viewer, state: State) -> e.AnyEvent:
    """The event as the viewer may see it; `state` is the state after it."""
    redact = REDACTIONS.get(type(event))
    return event if redact is None else redact(event, viewer, state)


def redact_logged_event(event: e.AnyEvent, viewer: Viewer) -> e.AnyEvent:
    """An event read from the log without its state: every card that may have stayed hidden is blank."""
    if not sees_alerts(viewer):
        raise ValueError(f"{viewer.role} does not read the log")
    return redact_event(event, viewer, EMPTY)


def without_deck_order(event: e.AnyEvent) -> e.AnyEvent:
    """An event as the ledger keeps it: the order of the undealt deck is not in the log."""
    return change(event, order="") if isinstance(event, e.Shuffled | e.BetsClosed) and event.order else event


def _deck_order(event: e.Shuffled | e.BetsClosed, viewer: Viewer, state: State) -> e.AnyEvent:
    return without_deck_order(event)


def _dealt(event: e.Dealt, viewer: Viewer, state: State) -> e.Dealt:
    packets = (
        packet if packet.up or may_know(state, viewer, packet.to, packet.cards) else change(packet, cards="")
        for packet in event.packets
    )
    return change(event, packets=tuple(packets))


def _counted(event: e.Counted, viewer: Viewer, state: State) -> e.Counted:
    """A count is blind: only the floor sees the expected number."""
    return event if event.right or sees_alerts(viewer) else change(event, expected=0)


def _cards_entered(event: e.CardsEntered, viewer: Viewer, state: State) -> e.CardsEntered:
    event = change(event, alerts=visible_alerts(viewer, event.alerts))
    return event if may_know(state, viewer, event.to, event.cards) else change(event, cards="")


def _decided(event: e.Decided, viewer: Viewer, state: State) -> e.Decided:
    return change(event, alerts=visible_alerts(viewer, event.alerts)) if event.alerts else event


def _seat_settled(event: e.SeatSettled, viewer: Viewer, state: State) -> e.SeatSettled:
    hand = state.hands.get(event.seat)
    shown = hand is not None and hand.shown
    if not (shown or owns(viewer, event.player) or sees_every_hand(viewer)):
        event = change(event, results=without_hand_names(event.results))
    if event.pending and not sees_award(viewer, event.player):
        event = change(event, awards=(), results=without_award(event.results))
    return event if sees_alerts(viewer) or not event.alerts else change(event, alerts=())


def _hand_taken_back(event: e.HandTakenBack, viewer: Viewer, state: State) -> e.HandTakenBack:
    if sees_every_hand(viewer):
        return event
    return change(event, results={seat: without_hand_names(each) for seat, each in event.results.items()})


def _award_closed(
    event: e.AwardValidated | e.AwardRejected | e.AwardTakenBack, viewer: Viewer, state: State
) -> e.AwardValidated | e.AwardRejected | e.AwardTakenBack:
    if sees_award(viewer, event.player):
        return event
    if isinstance(event, e.AwardRejected):
        event = change(event, reason="")
    elif isinstance(event, e.AwardTakenBack):
        event = change(event, meter="")
    else:
        event = change(event, envy=tuple(each for each in event.envy if owns(viewer, each.player)))
    return change(event, player="", paid=0)


def _round_settled(event: e.RoundSettled, viewer: Viewer, state: State) -> e.AnyEvent:
    """Leave out the nets of seats with a hidden pending award: a net would reveal the award."""
    nets = {
        seat: net for seat, net in event.nets.items() if not hides_award(state, viewer, event.round, seat)
    }
    if event.envy_waits and not sees_alerts(viewer):
        event = change(event, envy_waits={})
    return _record(event if nets == event.nets else change(event, nets=nets), viewer, state)


def _record(
    event: e.RoundSettled | e.Resettled, viewer: Viewer, state: State
) -> e.RoundSettled | e.Resettled:
    """The record without hidden cards, and without its digest, which would reveal them.

    A resettlement comes after the round's state is gone, so only the board and a player's own cards are left.
    """
    if sees_every_hand(viewer):
        return event

    def known(place: int, cards: str) -> bool:
        return isinstance(event, e.RoundSettled) and may_know(state, viewer, place, cards)

    def redact_seat(seat: Seat) -> Seat:
        keep = not seat.cards or owns(viewer, seat.player) or known(seat.seat, seat.cards)
        return seat if keep else change(seat, cards=None)

    record = event.record
    dealer = record.dealer if record.dealer and known(DEALER, record.dealer) else None
    record = change(record, seats=[redact_seat(seat) for seat in record.seats], dealer=dealer)
    return event if record == event.record else change(event, record=record, digest="")


def _resettled(event: e.Resettled, viewer: Viewer, state: State) -> e.AnyEvent:
    awards = tuple(redact_award(award, viewer) for award in event.awards)
    return _record(event if awards == event.awards else change(event, awards=awards), viewer, state)


def _irregularity_found(
    event: e.IrregularityFound | e.IrregularityReported, viewer: Viewer, state: State
) -> e.IrregularityFound | e.IrregularityReported:
    if not (event.irregularity in _EXPOSED or sees_every_hand(viewer)):
        event = change(event, cards="")
    return event if sees_notes(viewer) else change(event, note="")


def _corrected(event: e.Corrected, viewer: Viewer, state: State) -> e.Corrected:
    """Everybody sees that cards were corrected; hidden cards are blank, and so are words about the layout."""
    changed = event.before.keys() | event.after.keys()
    if not event.cards and "cards" not in changed:
        return event
    if event.cards and may_know(state, viewer, event.seat, event.cards):
        return event
    blank = dict.fromkeys(changed & {"cards"}, "")
    return change(event, before=event.before | blank, after=event.after | blank, cards="", layout="")


def _floor_called(event: e.FloorCalled, viewer: Viewer, state: State) -> e.FloorCalled:
    return event if viewer.staff else change(event, reason="")


REDACTIONS: dict[type, Callable[[Any, Viewer, State], e.AnyEvent]] = {
    e.Shuffled: _deck_order,
    e.BetsClosed: _deck_order,
    e.Dealt: _dealt,
    e.CardsEntered: _cards_entered,
    e.Counted: _counted,
    e.Decided: _decided,
    e.HandTakenBack: _hand_taken_back,
    e.SeatSettled: _seat_settled,
    e.RoundSettled: _round_settled,
    e.AwardValidated: _award_closed,
    e.AwardRejected: _award_closed,
    e.AwardTakenBack: _award_closed,
    e.IrregularityReported: _irregularity_found,
    e.IrregularityFound: _irregularity_found,
    e.Corrected: _corrected,
    e.Resettled: _resettled,
    e.FloorCalled: _floor_called,
}
"""Kinds of events with secrets. A test names all other kinds, so that nobody forgets to redact a new one."""
