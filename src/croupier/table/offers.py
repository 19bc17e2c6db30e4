"""`offers(state, actor)`: everything that a person may do now, with its bounds. The one legality function.

`decide` refuses whatever is not on this list, and every button of a page is an entry of it.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from croupier.cards import DECK_SIZE
from croupier.games.steps import BOARD, DEALER, RoundStep
from croupier.rulebook.model import Step
from croupier.submission.house import TableRules
from croupier.table.bounds import Amount, choices_of, wager_bounds
from croupier.table.cursor import to_ask
from croupier.table.irregularities import WITH_CARD, WITH_COUNT, WITH_SEAT, possible, to_apply
from croupier.table.irregularity_words import IRREGULARITY_WORDS, capital, sentence
from croupier.table.obligations import (
    collecting_too_early,
    deck_too_old,
    device_clauses,
    old_deck_clauses,
    stub_count_due,
    to_show,
)
from croupier.table.programs import current, plan_of
from croupier.table.roles import SYSTEM, at_least
from croupier.table.state import State


class Actor(NamedTuple):
    """Who asks, and in which role."""

    by: str
    role: str


class Offer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that may be done now."""

    act: str
    role: str
    """The least role that may do it."""
    seat: int = 0
    name: str = ""
    """The step, irregularity or award that it is about."""
    prompt: str = ""
    says: str = ""
    amounts: tuple[Amount, ...] = ()
    clauses: tuple[str, ...] = ()
    by_system: bool = False
    """The table's host may do it."""
    player: str = ""
    """Of the acts of players: whose it is."""
    asks: tuple[Amount, ...] = ()
    """What is told with it: how many cards, of which place where it is not the seat; or their count."""
    consequence: str = ""
    """What follows: of a report, what is done about it."""


def offers(state: State, actor: Actor, at: int = 0) -> tuple[Offer, ...]:
    """What the actor may do now; `at` is the time, by default that of the last event."""
    return tuple(offer for offer in every_offer(state, at) if may(offer, actor))


def may(offer: Offer, actor: Actor) -> bool:
    """Whether this actor may take the offer."""
    if actor.role == SYSTEM:
        return offer.by_system
    if actor.role == "player":
        return offer.role == "player" and offer.player in ("", actor.by)
    return at_least(actor.role, "dealer" if offer.role == "player" and offer.player else offer.role)


def every_offer(state: State, at: int = 0) -> Iterator[Offer]:
    """What anybody may do now."""
    if state.program == "closed":
        yield Offer(act="open_table", role="floorperson", by_system=True, prompt="Open the table")
        if state.rules is None:
            return
    else:
        yield from _progress(state, max(at, state.now))
        yield from _seats(state)
        yield from _between(state, max(at, state.now))
        yield from _reports(state)
        yield from _corrections(state)
    yield from _awards(state)
    if state.settled:
        yield Offer(act="resettle", role="supervisor", prompt="Settle a round anew")


def players_offers(state: State, at: int = 0) -> Iterator[Offer]:
    """What players may do now, without a look at what is for the staff alone."""
    if state.program != "closed":
        some = (*_progress(state, max(at, state.now)), *_seats(state))
        yield from (offer for offer in some if offer.role == "player")


# ------------------------------------------------------------------------------------- the step that is due


def _progress(state: State, at: int) -> Iterator[Offer]:
    step = current(state)
    if step is None:
        return
    if state.mismatch:
        yield from _recount(state)
    elif step.kind == "perform":
        if (not step.needs_player or state.players) and not collecting_too_early(state, step):
            yield _step_offer(state, "perform", step)
    elif step.kind == "shuffle":
        yield _step_offer(state, "shuffle", step, by_system=state.electronic)
    elif step.kind == "count":
        yield _step_offer(state, "count", step, amounts=(_count_bound(state, step),))
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


def _optional_cut(state: State) -> Iterator[Offer]:
    rule = state.at.house.rules.step("cut")
    before_the_deal = state.program == "round" and state.drawn == 0 and not state.mismatch
    if rule is not None and rule.optional and before_the_deal and not state.cut:
        yield _cut_offer(state)


def _cut_offer(state: State) -> Offer:
    rule = _rule(state.at, "cut")
    return Offer(
        act="count",
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
        role="dealer" if rule.by == "player" else rule.by,  # what players do, the dealer says is done
        name=step.name,
        prompt=rule.prompt,
        says=rule.says,
        clauses=rule.clauses,
        by_system=by_system,
        amounts=amounts,
        asks=asks,
    )


def _count_bound(state: State, step: RoundStep) -> Amount:
    if step.expects == "cut":
        return _cut_bound(state)
    return Amount(step.expects, 0, 2 * DECK_SIZE)


def _recount(state: State) -> Iterator[Offer]:
    """A count that does not match may be counted again; what else may be done is a report's to say."""
    if state.mismatch == "cut":
        yield _cut_offer(state)
        return
    rule = _rule(state.at, state.mismatch)
    yield Offer(
        act="count",
        role=rule.by,
        name=state.mismatch,
        prompt=rule.prompt,
        clauses=rule.clauses,
        amounts=(Amount(state.mismatch, 0, 2 * DECK_SIZE),),
    )


def _rule(rules: TableRules, name: str) -> Step:
    rule = rules.house.rules.step(name, rules.equipment.deal or "")
    assert rule is not None, name
    return rule


def _stub(state: State, step: RoundStep) -> Iterator[Offer]:
    if not stub_count_due(state):
        yield _step_offer(state, "perform", step)
    rule = _rule(state.at, "stub_count")  # never forbidden, even where a device excuses it
    yield Offer(
        act="count",
        role=rule.by,
        name="stub_count",
        prompt=rule.prompt,
        clauses=rule.clauses,
        amounts=(Amount("stub", 0, DECK_SIZE),),
    )


# ------------------------------------------------------------------------------------------------- betting


def _betting(state: State, step: RoundStep, at: int) -> Iterator[Offer]:
    if not state.hands and deck_too_old(state, at):
        return
    for seat, player in state.players.items():
        yield _bet_offer(state.at, seat, player, _own(state))
    if state.hands:
        yield _step_offer(state, "close_bets", step, by_system=state.electronic)


def _own(state: State) -> str:
    """Who wagers: the player, whom the dealer may act for; without amounts the dealer alone says it."""
    return "player" if state.amounts else "dealer"


@lru_cache(maxsize=4096)
def _bet_offer(rules: TableRules, seat: int, player: str, role: str) -> Offer:
    return Offer(
        act="bet",
        role=role,
        player=player,
        seat=seat,
        name="bets",
        amounts=wager_bounds(rules),
        clauses=_rule(rules, "bets").clauses,
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
        says=step.rule.says,
        amounts=choices_of(state, hand, step),
        clauses=step.rule.clauses,
    )
    yield Offer(
        act="lapse",
        role="floorperson",
        seat=hand.seat,
        name=step.name,
        prompt=f"Seat {hand.seat} is absent: {step.waive} for the seat",
        clauses=step.rule.clauses,
        by_system=True,
    )


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
            asks=(_hand_size(hand.cards, hand.dealt),),
        )


def _hand_size(known: str, dealt: int) -> Amount:
    """The cards to be named when a hand is turned: all of them, or none where they are known already."""
    return Amount("cards", 0 if len(known.split()) == dealt else dealt, dealt)


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
        if hand.dealt and not hand.cards:
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


# ------------------------------------------------------------------------------------------- round the table


def _seats(state: State) -> Iterator[Offer]:
    for seat in range(1, state.at.positions + 1):
        if seat not in state.players:
            yield _seat_offer(state.at, "sit", seat)
        elif seat not in state.hands or not state.bets_closed:
            yield _seat_offer(state.at, "leave", seat, state.players[seat])


@lru_cache(maxsize=4096)
def _seat_offer(rules: TableRules, act: str, seat: int, player: str = "") -> Offer:
    clauses = _rule(rules, "stay" if act == "leave" else act).clauses
    return Offer(act=act, role="player", seat=seat, player=player, clauses=clauses, by_system=True)


def _between(state: State, at: int) -> Iterator[Offer]:
    """What may be done only while no wager stands."""
    rules = state.at.house.rules
    if state.hands or state.bets_closed:
        return
    yield Offer(
        act="close_table",
        role="floorperson",
        prompt="Close the table",
        consequence="Everybody leaves the table, and its cards are put away",
        by_system=True,
    )
    if not state.electronic and state.program not in ("opening", "idle"):
        yield Offer(
            act="replace_device",
            role="floorperson",
            prompt="Go on with another method after a device has failed",
            consequence="The cards are shuffled anew before the next bets",
            clauses=device_clauses(state),
        )
    if state.program == "round":
        yield Offer(
            act="adopt_rules", role="administrator", prompt="Adopt another submission", by_system=True
        )
        spread = not state.electronic and not state.at.equipment.reshuffle_and_count_device
        if spread and not state.players:  # an electronic table has no cards to spread, or to look at
            yield Offer(
                act="go_idle",
                role="dealer",
                prompt="Nobody plays: spread the cards",
                clauses=_rule(state.at, "idle_spread").clauses,
            )
        ordered = rules.step("order_shuffle")
        if ordered is not None and not state.electronic:
            yield Offer(
                act="order_shuffle",
                role=ordered.by,
                prompt=ordered.prompt,
                consequence="The cards are shuffled anew before the next bets",
                clauses=ordered.clauses,
            )
    if state.program == "round" and not state.electronic:
        changed = rules.step("change_deck")
        yield Offer(
            act="change_deck",
            role="dealer",
            prompt="Change the deck" if changed is None else changed.prompt,
            consequence="The deck leaves the table; the next one is received, looked over and shuffled",
            clauses=_rule(state.at, "receive").clauses if changed is None else changed.clauses,
        )
        if deck_too_old(state, at):
            yield _override(
                "deck_too_old",
                "Play one more round with the old deck",
                "It is changed after that round",
                old_deck_clauses(state),
            )


def _override(what: str, prompt: str, consequence: str, clauses: tuple[str, ...]) -> Offer:
    return Offer(
        act="override",
        role="supervisor",
        name=what,
        prompt=prompt,
        consequence=consequence,
        clauses=clauses,
    )


def _reports(state: State) -> Iterator[Offer]:
    """The irregularities of this moment, each in the role that the document entitles to it."""
    known = {each.kind: each for each in possible(state)}
    for found in known.values():
        applied = to_apply(state, found.kind, known)
        taken = tuple(state.hands if state.bets_closed else state.players)
        seats = taken if found.kind in WITH_SEAT else (0,)
        for seat in seats:
            hand = state.hands.get(seat)
            over = found.consequence.void == "hand" and hand is not None and (hand.settled or hand.void)
            if hand is not None and (hand.lost or over):
                continue
            yield Offer(
                act="report",
                role=found.rule.role,
                seat=seat,
                name=found.kind,
                prompt=capital(IRREGULARITY_WORDS[found.kind]),
                consequence=sentence(
                    applied.found.kind,
                    seat,
                    void=applied.void,
                    forfeits=applied.forfeits,
                    settled=applied.settled,
                    deck=applied.deck,
                ),
                asks=_told_with(found.kind),
                clauses=applied.found.consequence.clauses,
                by_system=state.electronic and found.kind in ("shuffler_fault", "shoe_fault"),
            )
    if state.mismatch == "progressive_count":
        clauses = _rule(state.at, state.mismatch).clauses
        yield _override(
            state.mismatch, "Deal although chips and system differ", "The wagers stand as entered", clauses
        )
    step = current(state)
    if step is not None and step.kind == "stub" and stub_count_due(state) and not state.mismatch:
        clauses = _rule(state.at, "stub_count").clauses
        yield _override("stub_count", "Rack the stub uncounted", "It is due again in the next round", clauses)


@lru_cache
def _told_with(kind: str) -> tuple[Amount, ...]:
    """What a report may tell besides: the cards that were seen, or how many there are."""
    if kind in WITH_CARD:
        return (Amount("cards", 0, WITH_CARD[kind]),)
    return (Amount("count", 0, DECK_SIZE),) if kind in WITH_COUNT else ()


def _corrections(state: State) -> Iterator[Offer]:
    """A wrong entry may be corrected until its seat is settled."""
    if state.program != "round" or not state.bets_closed:
        return
    for hand in state.hands.values():
        if not hand.settled:
            yield Offer(
                act="correct",
                role="supervisor",
                seat=hand.seat,
                prompt=f"Correct seat {hand.seat}",
                clauses=_rule(state.at, "bets").clauses,
            )
    if state.dealer and not state.results:
        clauses = _rule(state.at, "reveal").clauses
        yield Offer(
            act="correct", role="supervisor", seat=DEALER, prompt="Correct the dealer", clauses=clauses
        )
    order = state.at.procedure.progressive_order
    if order == "internal" and not state.results:
        yield Offer(
            act="order_winners",
            role="dealer",
            prompt="Order of the progressive winners",
            clauses=state.at.house.rules.options["progressive_order"].clauses,
            by_system=True,
        )


def _awards(state: State) -> Iterator[Offer]:
    rule = state.at.house.rules.step("validate")
    for award in state.pending.values():
        clauses = () if rule is None else rule.clauses
        role = "floorperson" if rule is None else rule.by
        yield Offer(
            act="validate", role=role, seat=award.seat, name=award.award, prompt="Validate", clauses=clauses
        )
        yield Offer(
            act="reject", role=role, seat=award.seat, name=award.award, prompt="Reject", clauses=clauses
        )
