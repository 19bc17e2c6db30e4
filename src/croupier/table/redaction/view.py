"""A table as a person may see it. `secrecy` says who may know what; `seen` does the same for an event."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import msgspec

from croupier.cards import DECK_SIZE
from croupier.games.steps import DEALER
from croupier.settlement.round import Result
from croupier.table.best_hand import NOTHING, Named, named
from croupier.table.bounds import Amount, choices_of, wager_bounds
from croupier.table.cursor import to_ask
from croupier.table.obligations import change_due, kept_after_fold, stub_count_due, to_show
from croupier.table.offers import Actor, Offer, every_offer, may, players_offers
from croupier.table.programs import current, steps_of
from croupier.table.redaction.permissions import (
    hides_award,
    sees_hand,
    told_award,
    visible,
    waiting,
    without_award,
    without_words,
)
from croupier.table.state import Found, Hand, LastRound, PendingAward, State, Viewer
from croupier.table.unentered_amounts import ByHand, left_to_the_dealer

PUBLIC = Viewer("public")

Keep = Callable[[Any], Any]
"""What is kept of a part of a view that several people see alike: the part, or its JSON."""

change = msgspec.structs.replace
_encode = msgspec.json.Encoder().encode


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


def view(state: State, viewer: Viewer, at: int = 0) -> View:
    """The table as the viewer may see it; `at` is the time, by default that of the last event."""
    return Shown(state, at).to(viewer)


def as_it_is(part: Any) -> Any:
    """Keep the part itself."""
    return part


def as_json(part: Any) -> msgspec.Raw:
    """Keep the part's JSON: the view is for an encoder alone then, which writes it as it stands."""
    return msgspec.Raw(_encode(part))


class Shown:
    """A state about to be shown to several viewers: what they see alike is made, and kept, once."""

    def __init__(
        self, state: State, at: int = 0, before: "Shown | None" = None, keep: Keep = as_it_is
    ) -> None:
        self.state = state
        self._at = at
        self._keep = keep
        self._base = _base(state, at)
        taken = sorted({*state.players, *state.hands})
        self._seats: _Seats = _Seats(state, taken, keep, None if before is None else before._seats)
        self._dealers: dict[str, Any] = {}

    def to(self, viewer: Viewer, *, last: bool = True) -> View:
        """The table as one of them may see it; without the last round if that is known already."""
        state, offers = self.state, self._offers(viewer)
        if state.rules is None:
            return change(self._base, offers=offers)
        return change(
            self._base,
            seats=self._seats.to(viewer),
            dealer=self._dealer(viewer),
            pending=tuple(_pending(viewer, award) for award in state.pending.values()),
            last=self._last_round(viewer) if last else None,
            offers=offers,
        )

    def _offers(self, viewer: Viewer) -> tuple[Offer, ...]:
        offers = self._players_offers if viewer.role == "player" else self._every_offer
        return _offers(self.state, viewer, offers)

    @cached_property
    def _every_offer(self) -> tuple[Offer, ...]:
        return tuple(every_offer(self.state, self._at))

    @cached_property
    def _players_offers(self) -> tuple[Offer, ...]:
        return tuple(players_offers(self.state, self._at))

    @cached_property
    def _last(self) -> "_Seats | None":
        last = self.state.last
        return None if last is None else _Seats(_as_it_ended(self.state, last), last.hands, self._keep)

    def _dealer(self, viewer: Viewer) -> Any:
        cards = visible(self.state, viewer, DEALER)
        if cards not in self._dealers:
            self._dealers[cards] = self._keep(_dealer(self.state, cards))
        return self._dealers[cards]

    def _last_round(self, viewer: Viewer) -> LastView | None:
        last = self.state.last
        if last is None or self._last is None:
            return None
        ended = self._last.state
        return LastView(
            round=last.round,
            seats=self._last.to(viewer),
            dealer=_dealer(ended, visible(ended, viewer, DEALER)),
            board=last.board,
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
        round=last.round,
        hands=last.hands,
        results=last.results,
        dealer=last.dealer,
        dealer_revealed=last.dealer_shown,
        dealer_up=last.dealer_up,
        dealer_dealt=last.dealer_dealt,
        board=last.board,
    )


def _dealer(state: State, cards: str) -> DealerView:
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
    """The positions of a state: each is seen with its cards or without them, and with an award that waits or
    without it.

    Most events concern one seat: what was kept of the others in the state before is still right.
    """

    def __init__(
        self, state: State, taken: Iterable[int], keep: Keep, before: "_Seats | None" = None
    ) -> None:
        self.state = state
        self._taken = tuple(taken)
        self._keep = keep
        self._kept: dict[tuple[int, bool, bool], Any] = {}
        if before is not None:
            alike = {seat for seat in self._taken if _alike(before.state, state, seat)}
            self._kept = {each: kept for each, kept in before._kept.items() if each[0] in alike}

    def to(self, viewer: Viewer) -> tuple[Any, ...]:
        return tuple([self._seat(viewer, seat) for seat in self._taken])

    def _seat(self, viewer: Viewer, seat: int) -> Any:
        hand = self.state.hands.get(seat)
        sees = hand is not None and sees_hand(viewer, hand)
        told = not hides_award(self.state, viewer, self.state.round, seat)
        kept = self._kept.get((seat, sees, told))
        if kept is None:
            kept = self._kept[seat, sees, told] = self._keep(_seat(self.state, seat, sees, told))
        return kept


def _alike(before: State, after: State, seat: int) -> bool:
    """Whether a position looks the same in two states; what did not change in a state is the same object."""
    return (
        before.hands.get(seat) is after.hands.get(seat)
        and before.results.get(seat) is after.results.get(seat)
        and waiting(before, before.round, seat) is waiting(after, after.round, seat)
        and before.players.get(seat) == after.players.get(seat)
        and before.board == after.board
        and before.rules is after.rules
    )


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


def _seat(state: State, seat: int, sees: bool, told: bool) -> SeatView:
    hand = state.hands.get(seat)
    if hand is None:
        return SeatView(seat=seat, player=state.players[seat])
    cards = hand.cards if sees else ""
    results = state.results.get(seat, {})
    if not told:
        results = without_award(results)
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
        results=results if sees else without_words(results),
        net=sum(result.net for result in results.values()),
    )


def _racked(state: State, hand: Hand) -> bool:
    return hand.action == "fold" and not kept_after_fold(state, hand)


def _discards(state: State) -> int:
    """Cards that have left the deck and lie before nobody."""
    before_seats = sum(hand.dealt for hand in state.hands.values() if not _racked(state, hand))
    return state.drawn - state.dealer_dealt - len(state.board.split()) - before_seats


def _pending(viewer: Viewer, award: PendingAward) -> PendingAward:
    if told_award(viewer, award.player):
        return award
    return change(award, player="", hand="", meter="", share=0, paid=0)


def _offers(state: State, viewer: Viewer, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """What may be done. The bounds of a raise tell of the hand: where it is hidden they are the widest."""
    step, actor = current(state), Actor(viewer.player, viewer.role)

    def as_told(offer: Offer) -> Offer:
        if offer.act != "decide" or step is None or sees_hand(viewer, state.hands[offer.seat]):
            return offer
        return change(offer, amounts=choices_of(state, change(state.hands[offer.seat], cards=""), step))

    # At an electronic table the house's clock lapses a seat, and nobody before it.
    others = (offer for offer in offers if not (state.electronic and offer.act == "lapse"))
    return tuple(as_told(offer) for offer in others if may(offer, actor))
