"""Offers of the current step, and offers to sit down and leave."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import UNSET

from croupier.cards import DECK_SIZE
from croupier.games.steps import BOARD, DEALER, RoundStep
from croupier.submission.house import TableRules
from croupier.table.cursor import to_ask, to_confirm
from croupier.table.obligations import (
    collecting_too_early,
    deck_too_old,
    least_named,
    may_declare,
    stub_count_due,
    to_show,
    unknown_discards,
)
from croupier.table.offers.bounds import Amount, choices_of, coupon_bounds, wager_bounds
from croupier.table.offers.joined_steps import joined_after
from croupier.table.offers.offer import Offer, step_rule
from croupier.table.programs import current, distinct, plan_of
from croupier.table.state import Hand, State


def progress(state: State, at: int) -> Iterator[Offer]:
    step = current(state)
    if step is None:
        return
    folded = to_confirm(state)
    if state.mismatch:
        yield from _recount(state)
    elif folded is not None:
        yield _confirmation(state, step, folded)
        if may_declare(state, folded):
            yield _declaration(state, step, folded)
    elif step.kind == "perform":
        unknown = unknown_discards(state, step)
        if unknown:
            yield from (_discards(step, hand) for hand in unknown)
        elif step.name == "cut":
            yield _cut_offer(state)
        elif (not step.needs_player or state.players) and not collecting_too_early(state, step):
            yield _step_offer(state, "perform", step)
    elif step.kind == "shuffle":
        yield _step_offer(state, "shuffle", step, by_system=state.electronic)
    elif step.kind == "count":
        yield _step_offer(state, "count", step, amounts=(Amount(step.expects, 0, 2 * DECK_SIZE),))
    elif step.kind == "bets":
        yield from _betting(state, step, at)
    elif step.kind == "deal":
        yield _step_offer(state, "deal", step, asks=_face_up(state, step))
    elif step.kind == "offer":
        yield from _decision(state, step)
    elif step.kind == "stub":
        yield from _stub(state, step)
    elif step.kind == "reveal":
        yield _step_offer(state, "show", step, asks=(_hand_size(state.dealer, state.dealer_dealt),))
    elif step.kind == "settle":
        yield from _showing(state, step)
    if not state.electronic:
        yield from _optional_cut(state)
        yield from _entries(state)


def _confirmation(state: State, step: RoundStep, folded: Hand) -> Offer:
    """Look at the cards of a folded hand with a bonus wager, before anything else goes on."""
    rule = state.at.house.rules.instructions["fold_bonus"]
    return Offer(
        act="enter",
        role="dealer",
        seat=folded.seat,
        name=step.name,
        prompt=f"Seat {folded.seat} folded: {rule.prompt}",
        asks=(Amount("cards", folded.dealt, folded.dealt),),
        clauses=rule.clauses,
        by_system=True,
    )


def _declaration(state: State, step: RoundStep, folded: Hand) -> Offer:
    """The dealer has looked at the folded hand, and it wins no bonus."""
    return Offer(
        act="declare",
        role="dealer",
        seat=folded.seat,
        name=step.name,
        prompt=f"Seat {folded.seat}: no bonus",
        clauses=state.at.house.rules.instructions["fold_bonus"].clauses,
        consequence="Its bonus wagers lose with the round",
    )


def _discards(step: RoundStep, hand: Hand) -> Offer:
    """The cards that a player has set aside are entered before they are racked, unless all are known."""
    return Offer(
        act="enter",
        role=step.rule.by,
        seat=hand.seat,
        name=step.name,
        prompt=f"Enter the discards of seat {hand.seat} before they are racked",
        asks=(Amount("cards", 1, hand.dealt),),
        clauses=step.rule.clauses,
        by_system=True,
    )


def _optional_cut(state: State) -> Iterator[Offer]:
    rule = state.at.house.rules.step("cut")
    before_the_deal = state.program == "round" and state.drawn == 0 and not state.mismatch
    if rule is not None and rule.optional and before_the_deal and not state.cut:
        yield _cut_offer(state)


def _cut_offer(state: State) -> Offer:
    """The cut is done, and it left enough cards on either side: nobody counts them."""
    rule = step_rule(state.at, "cut")
    return Offer(
        act="perform",
        role=rule.by,
        name="cut",
        prompt=rule.prompt,
        clauses=rule.clauses,
        amounts=(_cut_bound(state),),
    )


def _cut_bound(state: State) -> Amount:
    return Amount("cut", state.at.house.rules.number("cut.least_cards"), DECK_SIZE - 1)


def _step_offer(
    state: State,
    act: str,
    step: RoundStep,
    *,
    by_system: bool = False,
    amounts: tuple[Amount, ...] = (),
    asks: tuple[Amount, ...] = (),
) -> Offer:
    rule = step.rule
    return Offer(
        act=act,
        role="dealer" if rule.by == "player" else rule.by,  # the dealer enters the acts of players
        name=step.name,
        prompt=rule.prompt,
        says=UNSET if "{hand}" in rule.says else rule.says or UNSET,
        clauses=rule.clauses,
        by_system=by_system,
        amounts=amounts,
        asks=asks or UNSET,
        joined=step.joined or UNSET,
        then=UNSET if asks else joined_after(state) or UNSET,
    )


def _recount(state: State) -> Iterator[Offer]:
    """A count that does not match can be repeated; everything else is a report."""
    if state.mismatch == "cut":
        yield _cut_offer(state)
        return
    rule = step_rule(state.at, state.mismatch)
    yield Offer(
        act="count",
        role=rule.by,
        name=state.mismatch,
        prompt=rule.prompt,
        clauses=rule.clauses,
        amounts=(Amount(state.mismatch, 0, 2 * DECK_SIZE),),
    )


def _stub(state: State, step: RoundStep) -> Iterator[Offer]:
    if not stub_count_due(state):
        yield _step_offer(state, "perform", step)
    rule = step_rule(state.at, "stub_count")  # never forbidden, even where a device excuses it
    yield Offer(
        act="count",
        role=rule.by,
        name="stub_count",
        prompt=rule.prompt,
        clauses=rule.clauses,
        amounts=(Amount("stub", 0, DECK_SIZE),),
        then=joined_after(state) or UNSET,
    )


# ------------------------------------------------------------------------------------------------- betting


def _betting(state: State, step: RoundStep, at: int) -> Iterator[Offer]:
    if deck_too_old(state, at):
        return
    rules, role, coupons = state.at, _own(state), state.amounts and not state.electronic
    for seat, player in state.players.items():
        yield _bet_offer(rules, seat, player, role, coupons)
    if state.hands:
        yield _step_offer(state, "close_bets", step, by_system=state.electronic)


def _own(state: State) -> str:
    """The role that wagers: the player, or the dealer for the player; without amounts only the dealer."""
    return "player" if state.amounts else "dealer"


@lru_cache(maxsize=4096)
def _bet_offer(rules: TableRules, seat: int, player: str, role: str, coupons: bool) -> Offer:
    return Offer(
        act="bet",
        role=role,
        player=player,
        seat=seat,
        name="bets",
        amounts=wager_bounds(rules),
        coupons=(coupon_bounds(rules) if coupons else ()) or UNSET,
        clauses=rules.house.rules.instructions["bets"].clauses,
    )


# ----------------------------------------------------------------------------------------------- decisions


def _decision(state: State, step: RoundStep) -> Iterator[Offer]:
    hand = to_ask(state, step)
    if hand is None:
        return
    yield Offer(
        act="decide",
        role=_own(state),
        player=hand.player,
        seat=hand.seat,
        name=step.name,
        prompt=step.rule.prompt,
        says=step.rule.says or UNSET,
        amounts=choices_of(state, hand, step),
        clauses=step.rule.clauses,
    )
    yield Offer(
        act="lapse",
        role="floorperson",
        seat=hand.seat,
        name=step.name,
        prompt=f"Seat {hand.seat} does not act in time: {step.default} for the seat",
        clauses=_default_clauses(state, step),
        by_system=True,
    )


def _default_clauses(state: State, step: RoundStep) -> tuple[str, ...]:
    stated = state.at.house.rules.stated("decision.default_action")
    return step.rule.clauses if stated is None else distinct((*stated.clauses, *step.rule.clauses))


# ------------------------------------------------------------------------------------- a live table's cards


def _showing(state: State, step: RoundStep) -> Iterator[Offer]:
    hand = to_show(state, step)
    if hand is not None:
        prompt = f"Seat {hand.seat}: {step.rule.prompt}"
        yield Offer(
            act="show",
            role=step.rule.by,
            seat=hand.seat,
            name=step.name,
            prompt=prompt,
            clauses=step.rule.clauses,
            asks=(_to_name(state, hand),),
        )


def _to_name(state: State, hand: Hand) -> Amount:
    """The cards of a hand to be turned: all that are not known, or only those that play."""
    asked = _hand_size(hand.cards, hand.dealt, len((hand.discards or "").split()))
    least = least_named(state, hand) if asked.least == hand.dealt else 0
    return Amount("cards", least, hand.dealt) if least else asked


def _hand_size(known: str, dealt: int, discards: int = 0) -> Amount:
    """The cards to be named when a hand is turned: those that are not known already."""
    return Amount("cards", 0 if len(known.split()) == dealt else dealt - discards, dealt)


def _face_up(state: State, step: RoundStep) -> tuple[Amount, ...]:
    """By place, how many cards of a deal lie face up and must be named."""
    counts: dict[int, int] = {}
    for packet in plan_of(state, step):
        if packet.up:
            counts[packet.to] = counts.get(packet.to, 0) + packet.count
    return tuple(Amount(_PLACES.get(place, str(place)), count, count) for place, count in counts.items())


_PLACES = {DEALER: "dealer", BOARD: "board"}


def _entries(state: State) -> Iterator[Offer]:
    """Cards of a live table may be keyed or scanned as soon as they are dealt."""
    if state.program != "round":
        return
    cards = state.at.house.rules
    for hand in state.hands.values():
        over = hand.settled or (hand.declared and state.dealer_revealed)
        if hand.dealt and not (hand.cards or hand.discards or over) and hand is not to_confirm(state):
            yield Offer(
                act="enter",
                role="dealer",
                seat=hand.seat,
                prompt=f"Enter the cards of seat {hand.seat}",
                asks=(Amount("cards", hand.dealt, hand.dealt),),
                clauses=cards.fact("cards.player").clauses,
                by_system=True,
            )
    if state.dealer_dealt and not state.dealer_revealed and len(state.dealer.split()) < state.dealer_dealt:
        clauses = cards.fact("cards.dealer").clauses
        yield Offer(
            act="enter",
            role="dealer",
            seat=DEALER,
            prompt="Enter the dealer's cards",
            asks=(Amount("cards", state.dealer_dealt, state.dealer_dealt),),
            clauses=clauses,
            by_system=True,
        )


def next_seats(state: State, player: str) -> tuple[int, ...]:
    """The seats that a player who has some may take besides: at either end of them, free or not."""
    own = [seat for seat, each in state.players.items() if each == player]
    if not own or len(own) >= state.at.boxes:
        return ()
    return tuple(seat for seat in (min(own) - 1, max(own) + 1) if 1 <= seat <= state.at.positions)


def seats(state: State) -> Iterator[Offer]:
    for seat in range(1, state.at.positions + 1):
        if seat not in state.players:
            yield _seat_offer(state.at, "sit", seat)
        elif seat not in state.hands or not state.bets_closed:
            yield _seat_offer(state.at, "leave", seat, state.players[seat])


@lru_cache(maxsize=4096)
def _seat_offer(rules: TableRules, act: str, seat: int, player: str = "") -> Offer:
    clauses = rules.house.rules.instructions["stay" if act == "leave" else act].clauses
    return Offer(act=act, role="player", seat=seat, player=player or UNSET, clauses=clauses, by_system=True)
