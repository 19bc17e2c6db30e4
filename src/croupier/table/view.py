"""What a person may see of a table: the one door for secrets. `view` is for the state, `seen` for an event.

- Nobody sees the order of the deck, undealt cards, burnt cards or cards set aside, neither during the round
  nor after it.
- The public, dealers, floorpersons, supervisors and administrators see what lies face up: the board, the
  dealer's cards as far as they are turned, and hands that were shown. A hand that is folded and racked unseen
  stays hidden for good, its words in the results with it. A role that is not known here is the public.
- A player sees this and the hands of all positions that are the player's.
- Surveillance and auditors see this and every dealt hand, as far as the system knows it.
- Alerts, and who was awarded what while an award waits for its validation, are for the floor and above, for
  surveillance and auditors, and of an award for the player who won it. Others see that an award is pending.
  An alert may tell of a hand that the floor cannot see: that is what it is for. Notes are the staff's.

Every viewer receives every event, so that version numbers tell nothing; what the viewer may not know of it is
blank. How many cards lie somewhere is never a secret, and whether the system knows a live hand is not either.
"""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from croupier.cards import DECK_SIZE
from croupier.games.steps import BOARD, DEALER, RACK
from croupier.settlement.round import Result, Seat
from croupier.table import events as e
from croupier.table.bounds import Amount, choices_of, wager_bounds
from croupier.table.by_hand import ByHand, left_to_the_dealer
from croupier.table.cursor import to_ask
from croupier.table.due import change_due, kept_after_fold, stub_count_due, to_show
from croupier.table.naming import NOTHING, Named, named
from croupier.table.offers import Actor, Offer, every_offer, may
from croupier.table.programs import current, steps_of
from croupier.table.roles import BESIDE, at_least
from croupier.table.state import Found, Hand, LastRound, PendingAward, State, Viewer

PUBLIC = Viewer("public")

_EXPOSED = ("card_face_up", "cards_face_up", "cards_face_up_after_deal", "dealer_card_exposed")
"""Irregularities whose cards everybody at the table has seen."""

change = msgspec.structs.replace


class StepView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The step that is due, and the seat whose turn it is."""

    name: str
    kind: str
    by: str
    prompt: str = ""
    says: str = ""
    clauses: tuple[str, ...] = ()
    seat: int = 0
    place: int = 0
    """Which of the steps of its program it is, from 1."""
    of: int = 0


class SeatView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One taken position, and its hand in the round."""

    seat: int
    player: str
    wagers: dict[str, int] = {}
    match_play: dict[str, int] = {}
    action: str = ""
    amount: int = 0
    times: int = 0
    """Where amounts are not entered: the decided wager as a multiple of the ante."""
    cards: str = ""
    hidden: int = 0
    """Cards that lie before the seat and are not for this viewer."""
    hand: str = ""
    """The best hand of the cards that this viewer sees, in words."""
    best: str = ""
    """The cards that make it."""
    shown: bool = False
    racked: bool = False
    """Folded, and the cards are in the discard rack."""
    void: str = ""
    """The clause by which this hand is void."""
    forfeited: str = ""
    """The clause by which every wager is lost."""
    settled: str = ""
    results: dict[str, Result] = {}
    net: int = 0
    """Where amounts are not entered: of the progressive and other fixed amounts alone."""


class DealerView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The dealer's hand."""

    cards: str = ""
    hidden: int = 0
    revealed: bool = False
    hand: str = ""
    """The dealer's best hand in words, once all of its cards are seen."""
    best: str = ""
    """The cards that make it."""


class LastView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The round that has ended: what it showed is not taken back."""

    round: int
    seats: tuple[SeatView, ...]
    dealer: DealerView
    board: str = ""


class View(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as one viewer sees it."""

    table: str
    mode: str
    version: int
    now: int
    program: str
    rules: str = ""
    title: str = ""
    step: StepView | None = None
    round: int = 0
    positions: int = 0
    seats: tuple[SeatView, ...] = ()
    dealer: DealerView = DealerView()
    board: str = ""
    stub: int = DECK_SIZE
    """Cards that are left in the deck."""
    discards: int = 0
    """Cards of this round that were burnt, set aside or racked."""
    bets_open: bool = False
    wagers: tuple[Amount, ...] = ()
    """What may be wagered before the deal, within which bounds."""
    amounts: bool = True
    """Whether amounts are entered here. If not, a wager of 0 is one that was made, and results tell odds."""
    by_hand: tuple[ByHand, ...] = ()
    """Where they are not: what the dealer sees to, as it depends on amounts."""
    deck_due: int | None = None
    """When a deck is due for a change."""
    stub_count_due: bool = False
    mismatch: str = ""
    found: tuple[Found, ...] = ()
    """The irregularities of the round."""
    commitment: str = ""
    pending: tuple[PendingAward, ...] = ()
    """Awards that wait; blank but for number, round and seat where the viewer may not know more."""
    offers: tuple[Offer, ...] = ()
    """What the viewer may do now."""
    last: LastView | None = None


# --------------------------------------------------------------------------------------- who may know what


def _sees_hands(viewer: Viewer) -> bool:
    """Whether every dealt hand is for this viewer."""
    return viewer.role in BESIDE


def _on_the_floor(viewer: Viewer) -> bool:
    """Whether alerts are for this viewer."""
    return viewer.role in BESIDE or at_least(viewer.role, "floorperson")


def _owns(viewer: Viewer, player: str | None) -> bool:
    return viewer.role == "player" and bool(player) and viewer.player == player


def _sees_hand(viewer: Viewer, hand: Hand) -> bool:
    return hand.shown or _owns(viewer, hand.player) or _sees_hands(viewer)


def visible(state: State, viewer: Viewer, place: int) -> str:
    """The cards of a seat, the dealer or the board, as far as the viewer may know them."""
    if place == BOARD:
        return state.board
    if place == DEALER:
        return state.dealer if state.dealer_revealed or _sees_hands(viewer) else state.dealer_up
    hand = state.hands.get(place)
    return hand.cards if hand is not None and _sees_hand(viewer, hand) else ""


def _knows(state: State, viewer: Viewer, place: int, cards: str) -> bool:
    """Whether the viewer may know these cards of a place. A wrong state gives away nothing that it hides."""
    if _sees_hands(viewer):
        return place != RACK
    return set(cards.split()) <= set(visible(state, viewer, place).split())


def _told_award(viewer: Viewer, player: str) -> bool:
    return _on_the_floor(viewer) or _owns(viewer, player)


def _without_words(results: dict[str, Result]) -> dict[str, Result]:
    return {name: change(result, hand="") for name, result in results.items()}


# ------------------------------------------------------------------------------------------------ the state


def view(state: State, viewer: Viewer, at: int = 0) -> View:
    """The table as the viewer may see it; `at` is the time, by default that of the last event."""
    return Shown(state, at).to(viewer)


class Shown:
    """A state about to be shown to several viewers: what they see alike is made once."""

    def __init__(self, state: State, at: int = 0) -> None:
        self.state = state
        self._offers = tuple(every_offer(state, at))
        self._base = _base(state, at)
        self._seats = _Seats(state)
        last = state.last
        self._last = None if last is None else _Seats(_as_it_ended(state, last))

    def to(self, viewer: Viewer, *, last: bool = True) -> View:
        """The table as one of them may see it; without the last round if that is known already."""
        state, offers = self.state, _offers(self.state, viewer, self._offers)
        if state.rules is None:
            return change(self._base, offers=offers)
        return change(
            self._base,
            seats=self._seats.to(viewer, sorted({*state.players, *state.hands})),
            dealer=_dealer(state, viewer),
            pending=tuple(_pending(viewer, award) for award in state.pending.values()),
            last=self._last_round(viewer) if last else None,
            offers=offers,
        )

    def _last_round(self, viewer: Viewer) -> LastView | None:
        last = self.state.last
        if last is None or self._last is None:
            return None
        seats = self._last.to(viewer, last.hands)
        return LastView(
            round=last.round, seats=seats, dealer=_dealer(self._last.state, viewer), board=last.board
        )


def _base(state: State, at: int) -> View:
    """What everybody sees."""
    base = View(
        table=state.table,
        mode=state.mode,
        version=state.version,
        now=max(at, state.now),
        program=state.program,
    )
    if state.rules is None:
        return base
    rules = state.at.house.rules.rules
    in_round, step = state.program == "round", current(state)
    return change(
        base,
        rules=rules.name,
        title=rules.title,
        step=_step(state),
        round=state.round,
        positions=state.at.positions,
        board=state.board,
        stub=state.stub if in_round else DECK_SIZE,
        discards=_discards(state) if in_round else 0,
        bets_open=step is not None and step.kind == "bets",
        wagers=wager_bounds(state.at),
        amounts=state.amounts,
        by_hand=() if state.amounts else left_to_the_dealer(state.at),
        deck_due=None if state.electronic else change_due(state),
        stub_count_due=in_round and not state.electronic and stub_count_due(state),
        mismatch=state.mismatch,
        found=state.found,
        commitment=state.commitment,
    )


def _as_it_ended(state: State, last: LastRound) -> State:
    """The state with the hands of the round that has ended."""
    return change(
        state,
        hands=last.hands,
        results=last.results,
        dealer=last.dealer,
        dealer_revealed=last.dealer_shown,
        dealer_up=last.dealer_up,
        dealer_dealt=last.dealer_dealt,
        board=last.board,
    )


def _dealer(state: State, viewer: Viewer) -> DealerView:
    cards = visible(state, viewer, DEALER)
    hidden = max(0, state.dealer_dealt - len(cards.split()))
    made = _named(state, cards, "cards.dealer")
    return DealerView(
        cards=cards, hidden=hidden, revealed=state.dealer_revealed, hand=made.hand, best=made.best
    )


def _named(state: State, cards: str, whole: str) -> Named:
    """The hand that these cards make, which the viewer sees, with the board."""
    house = state.at.house
    return named(house, cards, state.board, house.rules.number(whole)) if cards else NOTHING


class _Seats:
    """The positions of a state: each is seen either with its cards or without them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._made: dict[tuple[int, bool], SeatView] = {}

    def to(self, viewer: Viewer, seats: Iterable[int]) -> tuple[SeatView, ...]:
        return tuple(self._seat(viewer, seat) for seat in seats)

    def _seat(self, viewer: Viewer, seat: int) -> SeatView:
        hand = self.state.hands.get(seat)
        sees = hand is not None and _sees_hand(viewer, hand)
        made = self._made.get((seat, sees))
        if made is None:
            made = self._made[seat, sees] = _seat(self.state, seat, sees)
        return made


def _step(state: State) -> StepView | None:
    step = current(state)
    if step is None:
        return None
    turn = None
    if step.kind == "offer":
        turn = to_ask(state, step)
    elif step.kind == "settle":
        turn = to_show(state, step)
    rule = step.rule
    return StepView(
        name=step.name,
        kind=step.kind,
        by=rule.by,
        prompt=rule.prompt,
        says=rule.says,
        clauses=rule.clauses,
        seat=0 if turn is None else turn.seat,
        place=state.step + 1,
        of=len(steps_of(state)),
    )


def _seat(state: State, seat: int, sees: bool) -> SeatView:
    hand = state.hands.get(seat)
    if hand is None:
        return SeatView(seat=seat, player=state.players[seat])
    cards = hand.cards if sees else ""
    results = state.results.get(seat, {})
    made = _named(state, cards, "cards.player")
    return SeatView(
        seat=seat,
        player=hand.player,
        wagers=hand.wagers,
        match_play=hand.match_play,
        action=hand.action,
        amount=hand.amount,
        times=hand.times,
        cards=cards,
        hidden=max(0, hand.dealt - len(cards.split())),
        hand=made.hand,
        best=made.best,
        shown=hand.shown,
        racked=_racked(state, hand),
        void=hand.void,
        forfeited=hand.lost,
        settled=hand.settled,
        results=results if sees else _without_words(results),
        net=sum(result.net for result in results.values()),
    )


def _racked(state: State, hand: Hand) -> bool:
    return hand.action == "fold" and not kept_after_fold(state, hand)


def _discards(state: State) -> int:
    """Cards that have left the deck and lie before nobody."""
    before_seats = sum(hand.dealt for hand in state.hands.values() if not _racked(state, hand))
    return state.drawn - state.dealer_dealt - len(state.board.split()) - before_seats


def _pending(viewer: Viewer, award: PendingAward) -> PendingAward:
    if _told_award(viewer, award.player):
        return award
    return change(award, player="", hand="", meter="", share=0, paid=0)


def _offers(state: State, viewer: Viewer, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """What may be done. The bounds of a raise tell of the hand: where it is hidden they are the widest."""
    step, actor = current(state), Actor(viewer.player, viewer.role)

    def as_told(offer: Offer) -> Offer:
        if offer.act != "decide" or step is None or _sees_hand(viewer, state.hands[offer.seat]):
            return offer
        return change(offer, amounts=choices_of(state, change(state.hands[offer.seat], cards=""), step))

    return tuple(as_told(offer) for offer in offers if may(offer, actor))


# ------------------------------------------------------------------------------------------------ the events


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
        packet if packet.up or _knows(state, viewer, packet.to, packet.cards) else change(packet, cards="")
        for packet in event.packets
    )
    return change(event, packets=tuple(packets))


def _cards_entered(event: e.CardsEntered, viewer: Viewer, state: State) -> e.CardsEntered:
    if not _on_the_floor(viewer):
        event = change(event, alerts=())
    return event if _knows(state, viewer, event.to, event.cards) else change(event, cards="")


def _decided(event: e.Decided, viewer: Viewer, state: State) -> e.Decided:
    return event if _on_the_floor(viewer) or not event.alerts else change(event, alerts=())


def _seat_settled(event: e.SeatSettled, viewer: Viewer, state: State) -> e.SeatSettled:
    hand = state.hands.get(event.seat)
    shown = hand is not None and hand.shown
    if not (shown or _owns(viewer, event.player) or _sees_hands(viewer)):
        event = change(event, results=_without_words(event.results))
    if event.pending and not _told_award(viewer, event.player):
        event = change(event, awards=())
    return event if _on_the_floor(viewer) or not event.alerts else change(event, alerts=())


def _award_closed(
    event: e.AwardValidated | e.AwardRejected | e.AwardTakenBack, viewer: Viewer, state: State
) -> e.AwardValidated | e.AwardRejected | e.AwardTakenBack:
    if _told_award(viewer, event.player):
        return event
    if isinstance(event, e.AwardRejected):
        event = change(event, reason="")
    elif isinstance(event, e.AwardTakenBack):
        event = change(event, meter="")
    return change(event, player="", paid=0)


def _record_hidden(
    event: e.RoundSettled | e.Resettled, viewer: Viewer, state: State
) -> e.RoundSettled | e.Resettled:
    """The record without cards that the viewer may not know, and without the digest, which gives them away.

    Of a round settled anew nobody can tell what was shown: only the board and a player's own cards are left.
    """
    if _sees_hands(viewer):
        return event

    def known(place: int, cards: str) -> bool:
        return isinstance(event, e.RoundSettled) and _knows(state, viewer, place, cards)

    def seat_of(seat: Seat) -> Seat:
        told = not seat.cards or _owns(viewer, seat.player) or known(seat.seat, seat.cards)
        return seat if told else change(seat, cards=None)

    record = event.record
    dealer = record.dealer if record.dealer and known(DEALER, record.dealer) else None
    record = change(record, seats=[seat_of(seat) for seat in record.seats], dealer=dealer)
    return event if record == event.record else change(event, record=record, digest="")


def _irregularity_found(event: e.IrregularityFound, viewer: Viewer, state: State) -> e.IrregularityFound:
    if not (event.irregularity in _EXPOSED or _sees_hands(viewer)):
        event = change(event, cards="")
    staff = viewer.role in BESIDE or at_least(viewer.role, "dealer")
    return event if staff else change(event, note="")


def _corrected(event: e.Corrected, viewer: Viewer, state: State) -> e.Corrected:
    """All at the table are told; of hidden cards that they were corrected, not which they are."""
    if not event.cards or _knows(state, viewer, event.seat, event.cards):
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
    e.RoundSettled: _record_hidden,
    e.AwardValidated: _award_closed,
    e.AwardRejected: _award_closed,
    e.AwardTakenBack: _award_closed,
    e.IrregularityFound: _irregularity_found,
    e.Corrected: _corrected,
    e.Resettled: _record_hidden,
}
"""The kinds that carry secrets. Every other is named in the tests, so that no new one leaves unthought of."""
