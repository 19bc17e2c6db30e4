"""The table as one viewer may see it, with the offers that the viewer may take up."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace as change

from croupier.cards import DECK_SIZE
from croupier.games.steps import DEALER
from croupier.settlement.payout_odds import payout_odds
from croupier.table.alerts import at_the_discards
from croupier.table.cursor import kept_after_fold, paid_at_fold, to_ask, to_confirm
from croupier.table.events import Alert
from croupier.table.obligations import change_due, outside_inventory, stub_count_due, to_show
from croupier.table.offers import Actor, Offer, every_offer, may, players_offers
from croupier.table.offers.bounds import Amount, choices_of, wager_bounds
from croupier.table.offers.manual_work import ByHand, by_hand
from croupier.table.offers.steps import next_seats
from croupier.table.programs import current, steps_of
from croupier.table.redaction.parts import AwardDecision as AwardDecision
from croupier.table.redaction.parts import DealerView as DealerView
from croupier.table.redaction.parts import DeckView as DeckView
from croupier.table.redaction.parts import EnvyDecision as EnvyDecision
from croupier.table.redaction.parts import LastView as LastView
from croupier.table.redaction.parts import SeatView as SeatView
from croupier.table.redaction.parts import StepView as StepView
from croupier.table.redaction.permissions import (
    hides_award,
    pending_award,
    redact_award,
    sees_alerts,
    sees_hand,
    visible_alerts,
    visible_cards,
    without_award,
    without_hand_names,
)
from croupier.table.state import Call, Found, Hand, LastRound, PendingAward, State, Viewer, settled_before
from croupier.table.words.best_hand import NOTHING, Named, named
from croupier.table.words.results import UNENDED, ending

Keep = Callable[[Any], Any]
"""The form in which a part that several viewers share is stored: the part itself, or its JSON."""

_encode = msgspec.json.Encoder().encode


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The table as one viewer sees it."""

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
    stub: int | None = DECK_SIZE
    """Cards left in the deck; none for those who count the stub of a live table, and for its players."""
    discards: int = 0
    """Cards of this round that were burned, set aside or racked."""
    bets_open: bool = False
    wagers: tuple[Amount, ...] = ()
    """For staff: the wagers accepted before the deal, with their bounds. A player's offers have them."""
    amounts: bool = True
    """Whether amounts are entered here. If not, a wager of 0 is a placed wager, and results show odds."""
    by_hand: tuple[ByHand, ...] = ()
    """For staff: the dealer's work by hand now, with the rules on amounts where they are not entered."""
    alerts: tuple[Alert, ...] = ()
    """For staff: the discards on the table that win, before they are racked."""
    deck: DeckView | None = None
    """For staff of a live table with decks."""
    called: Call | None = None
    """For staff: the floor was called, and nobody has come yet."""
    deck_due: int | None = None
    """When the deck must be changed."""
    stub_count_due: bool = False
    mismatch: str = ""
    found: tuple[Found, ...] = ()
    """The irregularities of the round."""
    announced: str = ""
    """The dealer's announcement of the hand turned last."""
    reported: str = ""
    """The irregularity of a report that waits for a floorperson."""
    commitment: str = ""
    pending: tuple[PendingAward, ...] = ()
    """Pending awards; only number, round and seat where the viewer may not know more."""
    decided: tuple[AwardDecision, ...] = ()
    """For staff: the awards of this round on which the floor has decided."""
    offers: tuple[Offer, ...] = ()
    """The acts open to the viewer now."""
    last: LastView | None = None


def view(state: State, viewer: Viewer, at: int = 0) -> View:
    """The table as the viewer may see it; `at` is the time, by default the time of the last event."""
    return Views(state, at).to(viewer)


def as_it_is(part: Any) -> Any:
    """Store the part itself."""
    return part


def as_json(part: Any) -> msgspec.Raw:
    """Store the part's JSON, which the encoder copies into the message."""
    return msgspec.Raw(_encode(part))


class Views:
    """The views of one state: parts that several viewers share are made once."""

    def __init__(
        self, state: State, at: int = 0, before: "Views | None" = None, keep: Keep = as_it_is
    ) -> None:
        self.state = state
        self._at = at
        self._keep = keep
        self._base = _base(state, at)
        taken = sorted({*state.players, *state.hands})
        self._seats: _Seats = _Seats(state, taken, keep, None if before is None else before._seats)
        self._dealers: dict[str, Any] = {}

    def to(self, viewer: Viewer, *, last: bool = True) -> View:
        """The table as the viewer may see it; `last=False` leaves the last round out."""
        state, offers = self.state, self._offers(viewer)
        if state.rules is None:
            return change(self._base, offers=offers)
        blind = not state.electronic and not sees_alerts(viewer)
        return change(
            self._base,
            stub=None if blind else self._base.stub,
            wagers=wager_bounds(state.at) if viewer.staff else (),
            by_hand=by_hand(state) if viewer.staff else (),
            deck=_deck(state) if viewer.staff else None,
            called=state.called if viewer.staff else None,
            decided=_decided(state) if viewer.staff else (),
            alerts=visible_alerts(viewer, self._alerts),
            seats=self._seats.to(viewer),
            dealer=self._dealer(viewer),
            pending=tuple(redact_award(award, viewer) for award in state.pending.values()),
            last=self._last_round(viewer) if last else None,
            offers=offers,
        )

    def _offers(self, viewer: Viewer) -> tuple[Offer, ...]:
        offers = self._players_offers if viewer.role == "player" else self._every_offer
        return _offers(self.state, viewer, offers)

    @cached_property
    def _alerts(self) -> tuple[Alert, ...]:
        return at_the_discards(self.state)

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
        cards = visible_cards(self.state, viewer, DEALER)
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
            dealer=_dealer(ended, visible_cards(ended, viewer, DEALER)),
            board=last.board,
        )


def _base(state: State, at: int) -> View:
    """The parts of the view that are public."""
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
        amounts=state.amounts,
        deck_due=None if state.electronic else change_due(state),
        stub_count_due=in_round and not state.electronic and stub_count_due(state),
        mismatch=state.mismatch,
        found=state.found,
        announced=state.announced if in_round else "",
        reported="" if state.reported is None else state.reported.irregularity,
        commitment=state.commitment,
    )


def _as_it_ended(state: State, last: LastRound) -> State:
    """The state with the hands of the finished round."""
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


def _deck(state: State) -> DeckView | None:
    if state.electronic or not state.decks:
        return None
    return DeckView(number=state.active + 1, of=len(state.decks), back=state.decks[state.active].back)


def _decided(state: State) -> tuple[AwardDecision, ...]:
    if not (state.validated or state.rejected):
        return ()
    paid = [
        AwardDecision(
            award=each.award,
            seat=each.seat,
            validated=True,
            paid=each.paid,
            hand=each.hand,
            outside=bool(each.meter) and outside_inventory(state),
            envy=tuple(EnvyDecision(seat=envy.seat, paid=envy.paid) for envy in each.envy),
        )
        for each in state.validated.values()
    ]
    rejected = (name for name in state.rejected if name.startswith(f"{state.round}."))
    unpaid = [
        AwardDecision(award=name, seat=int(name.partition(".")[2]), validated=False) for name in rejected
    ]
    return (*paid, *unpaid)


def _dealer(state: State, cards: str) -> DealerView:
    hidden = max(0, state.dealer_dealt - len(cards.split()))
    made = _named(state, cards, "cards.dealer")
    return DealerView(
        cards=cards, hidden=hidden, revealed=state.dealer_revealed, hand=made.hand, best=made.best
    )


def _named(state: State, cards: str, whole: str) -> Named:
    """The best hand of these visible cards and the board."""
    house = state.at.house
    return named(house, cards, state.board, house.rules.number(whole)) if cards else NOTHING


class _Seats:
    """The positions of a state: each with or without its cards, and with or without its pending award.

    Most events change one seat, so the other seats are reused from the state before.
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
    """Whether a position is the same in two states; unchanged parts of a state are the same objects."""
    return (
        before.hands.get(seat) is after.hands.get(seat)
        and before.results.get(seat) is after.results.get(seat)
        and pending_award(before, before.round, seat) is pending_award(after, after.round, seat)
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
        turn = to_confirm(state) or to_ask(state, step)
    elif step.kind == "settle":
        turn = to_show(state, step)
    rule = step.rule
    return StepView(
        name=step.name,
        kind=step.kind,
        by=rule.by,
        prompt=rule.prompt,
        says="" if "{hand}" in rule.says else rule.says,
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
    results = settled_before(state, seat)
    if not told:
        results = without_award(results)
    made = _named(state, cards, "cards.player")
    ended = ending(state, hand, results) if sees and state.results.get(seat) else UNENDED
    return SeatView(
        seat=seat,
        player=hand.player,
        wagers=hand.wagers,
        match_play=hand.match_play or UNSET,
        action=hand.action,
        amount=hand.amount,
        times=hand.times or UNSET,
        cards=cards,
        hidden=max(0, hand.dealt - len(cards.split())),
        hand=made.hand,
        best=made.best,
        shown=hand.shown,
        racked=_racked(state, hand),
        void=hand.void or UNSET,
        forfeited=hand.lost or UNSET,
        forfeits=_forfeits(state, hand) or UNSET,
        settled=hand.settled or UNSET,
        results=results if sees else without_hand_names(results),
        odds=payout_odds(state.at.house, results, len(state.hands) + 1) or UNSET,
        net=sum(result.net for result in results.values()),
        ending=ended.sentence or UNSET,
        reasons=ended.reasons or UNSET,
    )


def _forfeits(state: State, hand: Hand) -> dict[str, int]:
    """The ante of a folded hand, where the document has it collected at once."""
    if hand.action != "fold" or state.electronic or not paid_at_fold(state):
        return {}
    return {"ante": hand.wagers["ante"]}


def _racked(state: State, hand: Hand) -> bool:
    if hand.action != "fold":
        return False
    return hand is not to_confirm(state) if paid_at_fold(state) else not kept_after_fold(state, hand)


def _discards(state: State) -> int:
    """Cards that have left the deck and are at no position."""
    before_seats = sum(hand.dealt for hand in state.hands.values() if not _racked(state, hand))
    return state.drawn - state.dealer_dealt - len(state.board.split()) - before_seats


def _offers(state: State, viewer: Viewer, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """The offers of the viewer, with the widest bounds where the bounds depend on a hidden hand."""
    step, actor = current(state), Actor(viewer.player, viewer.role)

    def redact_bounds(offer: Offer) -> Offer:
        if offer.act != "decide" or step is None or sees_hand(viewer, state.hands[offer.seat]):
            return offer
        return change(offer, amounts=choices_of(state, change(state.hands[offer.seat], cards=""), step))

    seated = viewer.role == "player" and viewer.player in state.players.values()
    beside = next_seats(state, viewer.player) if seated else ()

    def is_open(offer: Offer) -> bool:
        if state.electronic and offer.act == "lapse":  # only the host's clock lapses a seat
            return False
        return not seated or offer.act != "sit" or offer.seat in beside

    return tuple(redact_bounds(offer) for offer in offers if is_open(offer) and may(offer, actor))
