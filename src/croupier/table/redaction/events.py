"""Events as a viewer may see them: what is secret of one is blank."""

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.games.steps import DEALER
from croupier.settlement.round import Seat
from croupier.table import events as e
from croupier.table.redaction.permissions import (
    hides_award,
    knows,
    on_the_floor,
    owns,
    sees_hands,
    told_award,
    without_award,
    without_words,
)
from croupier.table.roles import BESIDE, at_least
from croupier.table.state import State, Viewer

_EXPOSED = ("card_face_up", "cards_face_up", "cards_face_up_after_deal", "dealer_card_exposed")
"""Irregularities whose cards everybody at the table has seen."""

change = msgspec.structs.replace


def seen(event: e.AnyEvent, viewer: Viewer, state: State) -> e.AnyEvent:
    """The event as the viewer may see it; `state` is the one after it. What is secret of it is blank."""
    redact = _SECRETS.get(type(event))
    return event if redact is None else redact(event, viewer, state)


def _without_order(
    event: e.Shuffled | e.BetsClosed, viewer: Viewer, state: State
) -> e.Shuffled | e.BetsClosed:
    return change(event, order="")


def _dealt(event: e.Dealt, viewer: Viewer, state: State) -> e.Dealt:
    packets = (
        packet if packet.up or knows(state, viewer, packet.to, packet.cards) else change(packet, cards="")
        for packet in event.packets
    )
    return change(event, packets=tuple(packets))


def _cards_entered(event: e.CardsEntered, viewer: Viewer, state: State) -> e.CardsEntered:
    if not on_the_floor(viewer):
        event = change(event, alerts=())
    return event if knows(state, viewer, event.to, event.cards) else change(event, cards="")


def _decided(event: e.Decided, viewer: Viewer, state: State) -> e.Decided:
    return event if on_the_floor(viewer) or not event.alerts else change(event, alerts=())


def _seat_settled(event: e.SeatSettled, viewer: Viewer, state: State) -> e.SeatSettled:
    hand = state.hands.get(event.seat)
    shown = hand is not None and hand.shown
    if not (shown or owns(viewer, event.player) or sees_hands(viewer)):
        event = change(event, results=without_words(event.results))
    if event.pending and not told_award(viewer, event.player):
        event = change(event, awards=(), results=without_award(event.results))
    return event if on_the_floor(viewer) or not event.alerts else change(event, alerts=())


def _award_closed(
    event: e.AwardValidated | e.AwardRejected | e.AwardTakenBack, viewer: Viewer, state: State
) -> e.AwardValidated | e.AwardRejected | e.AwardTakenBack:
    if told_award(viewer, event.player):
        return event
    if isinstance(event, e.AwardRejected):
        event = change(event, reason="")
    elif isinstance(event, e.AwardTakenBack):
        event = change(event, meter="")
    return change(event, player="", paid=0)


def _round_settled(event: e.RoundSettled, viewer: Viewer, state: State) -> e.AnyEvent:
    """Without the nets of seats whose award waits and is not for the viewer: they would tell it."""
    nets = {
        seat: net for seat, net in event.nets.items() if not hides_award(state, viewer, event.round, seat)
    }
    return _record_hidden(event if nets == event.nets else change(event, nets=nets), viewer, state)


def _record_hidden(
    event: e.RoundSettled | e.Resettled, viewer: Viewer, state: State
) -> e.RoundSettled | e.Resettled:
    """The record without cards that the viewer may not know, and without the digest, which gives them away.

    Of a round settled anew nobody can tell what was shown: only the board and a player's own cards are left.
    """
    if sees_hands(viewer):
        return event

    def known(place: int, cards: str) -> bool:
        return isinstance(event, e.RoundSettled) and knows(state, viewer, place, cards)

    def seat_of(seat: Seat) -> Seat:
        told = not seat.cards or owns(viewer, seat.player) or known(seat.seat, seat.cards)
        return seat if told else change(seat, cards=None)

    record = event.record
    dealer = record.dealer if record.dealer and known(DEALER, record.dealer) else None
    record = change(record, seats=[seat_of(seat) for seat in record.seats], dealer=dealer)
    return event if record == event.record else change(event, record=record, digest="")


def _irregularity_found(event: e.IrregularityFound, viewer: Viewer, state: State) -> e.IrregularityFound:
    if not (event.irregularity in _EXPOSED or sees_hands(viewer)):
        event = change(event, cards="")
    staff = viewer.role in BESIDE or at_least(viewer.role, "dealer")
    return event if staff else change(event, note="")


def _corrected(event: e.Corrected, viewer: Viewer, state: State) -> e.Corrected:
    """All at the table are told; of hidden cards that they were corrected, not which they are."""
    if not event.cards or knows(state, viewer, event.seat, event.cards):
        return event
    blank = dict.fromkeys(event.before.keys() & {"cards"}, "")
    return change(event, before=event.before | blank, after=event.after | blank, cards="")


_SECRETS: dict[type, Callable[[Any, Viewer, State], e.AnyEvent]] = {
    e.Shuffled: _without_order,
    e.BetsClosed: _without_order,
    e.Dealt: _dealt,
    e.CardsEntered: _cards_entered,
    e.Decided: _decided,
    e.SeatSettled: _seat_settled,
    e.RoundSettled: _round_settled,
    e.AwardValidated: _award_closed,
    e.AwardRejected: _award_closed,
    e.AwardTakenBack: _award_closed,
    e.IrregularityFound: _irregularity_found,
    e.Corrected: _corrected,
    e.Resettled: _record_hidden,
}
"""The kinds that carry secrets. Every other is named in the tests, so that no new one leaves unthought of."""
