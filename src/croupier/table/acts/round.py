"""The acts of a round: seats, wagers, the deal, decisions, hands turned, awards, corrections."""

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.cards import set_of
from croupier.errors import Refusal
from croupier.games.steps import BOARD, DEALER, RACK
from croupier.names import spoken
from croupier.settlement.checks import read_cards
from croupier.settlement.declarations import plays
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Seat
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.acts import corrections
from croupier.table.acts import settlement as settling
from croupier.table.acts.reasons import reason_of
from croupier.table.acts.table import check_whole_deck
from croupier.table.alerts import alerts_of, discard_alerts
from croupier.table.obligations import least_named
from croupier.table.offers import Offer
from croupier.table.offers.bounds import check_bet, check_choice, check_over_raise
from croupier.table.offers.steps import next_seats
from croupier.table.programs import current_step, plan_of, rule_clauses
from croupier.table.recorder import Recorder
from croupier.table.redaction.refusals import check_unused_cards, names_bounds
from croupier.table.state import Hand, State, Viewer


def _sit(record: Recorder, asked: c.Sit, offer: Offer) -> None:
    state = record.state
    if record.command.role == "player" and asked.player != record.command.by:
        message = "a player may take a seat only for themselves"
        raise Refusal("not_your_seat", message, offer.clauses)
    if not asked.player:
        raise Refusal("value_not_allowed", f"seat {asked.seat}: a player without a name", offer.clauses)
    own = [seat for seat, player in state.players.items() if player == asked.player]
    if own:
        rules = state.at.house.rules
        clauses = rules.options["boxes"].clauses
        if len(own) >= state.at.boxes:
            message = f"this player already has {len(own)} of the {state.at.boxes} positions allowed"
            raise Refusal("too_many_boxes", message, clauses)
        beside = next_seats(state, asked.player)
        if asked.seat not in beside:
            allowed = " or ".join(map(str, beside))
            raise Refusal(
                "not_adjacent",
                f"seat {asked.seat} is not beside this player's position; allowed: {allowed}",
                clauses,
            )
    record.emit(e.PlayerSat, clauses=offer.clauses, seat=asked.seat, player=asked.player)


def _leave(record: Recorder, asked: c.Leave, offer: Offer) -> None:
    state = record.state
    player = state.players[asked.seat]
    others = [seat for seat, each in state.players.items() if each == player and seat != asked.seat]
    if others and min(others) < asked.seat < max(others):
        message = f"seat {asked.seat} is between other positions of this player; allowed: leave from an end"
        raise Refusal("not_adjacent", message, state.at.house.rules.options["boxes"].clauses)
    if asked.seat in state.hands and not state.bets_closed:
        record.emit(e.BetPlaced, clauses=offer.clauses, seat=asked.seat, player=player, wagers={})
    record.emit(e.PlayerLeft, clauses=offer.clauses, seat=asked.seat, player=player)


def _bet(record: Recorder, asked: c.Bet, offer: Offer) -> None:
    state = record.state
    where = f"seat {asked.seat}"
    _check_instrument(state, asked, offer)
    if asked.wagers:
        check_bet(state, Seat(seat=asked.seat, wagers=asked.wagers, match_play=asked.match_play))
    _check_adjacent(state, asked)
    if not asked.wagers and asked.match_play:
        raise Refusal("missing_wager", f"{where}: match play without a wager", offer.clauses)
    record.emit(
        e.BetPlaced,
        clauses=offer.clauses,
        seat=asked.seat,
        player=state.players[asked.seat],
        wagers=asked.wagers,
        match_play=asked.match_play,
        instrument=asked.instrument,
    )


_CHIPS = "chips"
"""The wagering instruments that every document allows."""


def _check_instrument(state: State, asked: c.Bet, offer: Offer) -> None:
    """The document's instruments are wagered with; one that needs approval only where it was filed."""
    if asked.instrument == _CHIPS:
        return
    rules, filed = state.at.house.rules, state.at.choices.instruments or ()
    option, stated = rules.options.get("instruments"), rules.facts.get("wagers", {}).get("instruments")
    named = stated.value if stated is not None and isinstance(stated.value, tuple) else ()
    approved = option.approval if option is not None else ()
    accepted = [each for each in named if each not in approved or each in filed]
    if asked.instrument in accepted:
        return
    cash = next((rule for rule in rules.irregularities.values() if "cash_wager" in rule.kinds), None)
    cited = [() if each is None else each.clauses for each in (cash, option)]
    clauses = tuple(dict.fromkeys(clause for each in cited for clause in each))
    clauses = clauses or (offer.clauses if stated is None else stated.clauses)
    allowed = ", ".join(map(str, accepted or [_CHIPS]))
    message = f"seat {asked.seat}: {asked.instrument!r} is not accepted as a wager; allowed: {allowed}"
    raise Refusal("instrument_not_accepted", message, clauses)


def _check_adjacent(state: State, asked: c.Bet) -> None:
    """The positions that one player wagers on lie side by side, at every moment."""
    player = state.players[asked.seat]
    others = [seat for seat, hand in state.hands.items() if hand.player == player and seat != asked.seat]
    seats = sorted([*others, asked.seat] if asked.wagers else others)
    if others and seats[-1] - seats[0] >= len(seats):
        on = ", ".join(map(str, seats))
        message = f"seat {asked.seat}: one player's wagers on seats {on}; allowed: positions side by side"
        raise Refusal("not_adjacent", message, state.at.house.rules.options["boxes"].clauses)


def _close_bets(record: Recorder, asked: c.CloseBets, offer: Offer) -> None:
    state = record.state
    check_whole_deck(asked.order)
    if state.electronic and not (asked.order or state.order):
        message = "no order of the deck; an electronic table gets one with no more bets"
        raise Refusal("incomplete_deck", message, offer.clauses)
    if asked.order and state.order:
        raise Refusal("incomplete_deck", "order: the deck was given with its shuffle", offer.clauses)
    if not state.electronic and asked.order:
        raise Refusal("incomplete_deck", "order: nobody knows the order of a live deck", offer.clauses)
    contributions = settling.contributions(state.at.house, state.hands.values())
    record.emit(
        e.BetsClosed,
        clauses=offer.clauses,
        round=state.round,
        seats=tuple(state.hands),
        says=offer.says or "",
        contributions=contributions,
        order=asked.order,
    )
    record.contribute(contributions)


def _deal(record: Recorder, asked: c.Deal, offer: Offer) -> None:
    """A live deal: where cards go and how many follows from the step; the face-up ones are named."""
    state = record.state
    step = current_step(state)
    named = {place: text.split() for place, text in asked.cards.items()}
    plan = plan_of(state, step)
    counts: dict[int, int] = {}
    for packet in plan:
        counts[packet.to] = counts.get(packet.to, 0) + packet.count
    up = {packet.to: packet.count for packet in plan if packet.up}
    for place, cards in named.items():
        allowed = {counts.get(place, 0), up.get(place, 0)} - {0}
        if len(cards) not in allowed or place == RACK:
            message = f"{spoken(step.name)}: {len(cards)} cards for {_place(place)}"
            wanted = " or ".join(map(str, sorted(allowed))) or "none"
            raise Refusal("wrong_number_of_cards", f"{message}; allowed: {wanted}", offer.clauses)
    for place in up:
        if place not in named:
            message = f"{spoken(step.name)}: the face-up cards of {_place(place)} must be entered"
            raise Refusal("wrong_number_of_cards", message, offer.clauses)
    check_unused_cards(state, " ".join(card for cards in named.values() for card in cards), spoken(step.name))
    packets = []
    for packet in plan:
        cards = named.get(packet.to, [])
        known = packet.up or len(cards) == counts[packet.to]
        text = ""
        if cards and known:
            text, named[packet.to] = " ".join(cards[: packet.count]), cards[packet.count :]
            counts[packet.to] -= packet.count
        packets.append(e.DealtPacket(packet.to, packet.count, packet.up, text))
    record.emit(e.Dealt, clauses=offer.clauses, step=step.name, packets=tuple(packets))


def _place(place: int) -> str:
    return {DEALER: "the dealer", BOARD: "the board", RACK: "the rack"}.get(place, f"seat {place}")


def _decide(record: Recorder, asked: c.Decide, offer: Offer) -> None:
    state = record.state
    hand, step = state.hands[asked.seat], current_step(state)
    tell = names_bounds(Viewer(record.command.role, record.command.by), hand, step)
    ready, times = prepared(state.at.house), asked.times
    check_choice(offer.amounts, asked.seat, asked.action, asked.amount, ready, times=times, tell=tell)
    settling.decided(record, hand, step, asked.action, asked.amount, offer, times=times)


def _lapse(record: Recorder, asked: c.Lapse, offer: Offer) -> None:
    state = record.state
    step = current_step(state)
    settling.decided(record, state.hands[asked.seat], step, step.default, 0, offer, default=True)


def _enter(record: Recorder, asked: c.Enter, offer: Offer) -> None:
    state = record.state
    if asked.discards and _are_discards(state, asked, offer):
        _enter_discards(record, asked, offer)
        return
    _check_hand(state, asked.to, asked.cards)
    if asked.to != DEALER and state.hands[asked.to].declared:
        corrections.check_order_of_payment(state, state.hands[asked.to], offer)
    alerts: tuple[e.Alert, ...] = ()
    if asked.to != DEALER and state.hands[asked.to].action:
        known = msgspec.structs.replace(state.hands[asked.to], cards=asked.cards)
        alerts = alerts_of(state, known, known.action)
    record.emit(e.CardsEntered, clauses=offer.clauses, to=asked.to, cards=asked.cards, alerts=alerts)
    if asked.to != DEALER:
        settling.hand_over_bonus(record, record.state.hands[asked.to])


def _are_discards(state: State, asked: c.Enter, offer: Offer) -> bool:
    """Whether a part of the hand was named; a hand that plays all its cards is entered whole."""
    where, hand = _place(asked.to), state.hands.get(asked.to)
    if hand is None or offer.name != "discards":
        message = f"{where}: no discards; allowed: of a hand that plays, when all have decided"
        raise Refusal("not_now", message, rule_clauses(state, "discards"))
    cards = read_cards(asked.cards, where).bit_count()
    if not cards:
        message = f"{where}: no discards; allowed: 1 to {hand.dealt - 1}, or all {hand.dealt} cards of a hand"
        raise Refusal("wrong_number_of_cards", f"{message} that plays them all", offer.clauses)
    return cards < hand.dealt


def _enter_discards(record: Recorder, asked: c.Enter, offer: Offer) -> None:
    """The cards that a player has set aside, before they are racked: a bonus among them is flagged."""
    state = record.state
    hand = state.hands[asked.to]
    check_unused_cards(state, asked.cards, _place(asked.to), replaced=hand.discards or "")
    alerts = discard_alerts(state, hand, asked.cards)
    entered = {"to": asked.to, "cards": asked.cards, "discards": True, "alerts": alerts}
    record.emit(e.CardsEntered, clauses=offer.clauses, **entered)


def _check_hand(state: State, to: int, text: str) -> None:
    _check_number(state, to, text)
    own = state.dealer
    if to != DEALER:  # once all cards of a hand are known, its discards are among them
        hand = state.hands[to]
        own = " ".join(dict.fromkeys(f"{hand.cards} {hand.discards or ''}".split()))
    check_unused_cards(state, text, _place(to), replaced=own)


def _check_number(state: State, to: int, text: str) -> None:
    """The part of the check that depends on no hidden card."""
    where = _place(to)
    dealt = state.dealer_dealt if to == DEALER else state.hands[to].dealt
    cards = read_cards(text, where)
    if cards.bit_count() != dealt or not dealt:
        rules = state.at.house.rules
        clauses = rules.fact("cards.dealer" if to == DEALER else "cards.player").clauses
        message = f"{where}: {cards.bit_count()} cards; dealt: {dealt}"
        raise Refusal("wrong_number_of_cards", message, clauses)
    up = state.dealer_up if to == DEALER else ""
    if up and not set_of(up) & cards:
        clauses = rule_clauses(state, "deal")
        raise Refusal("card_missing", f"{where}: {up} is face up and not among the cards", clauses)


def _show(record: Recorder, asked: c.Show, offer: Offer) -> None:
    state = record.state
    own = state.dealer if asked.to == DEALER else state.hands[asked.to].cards
    dealt = state.dealer_dealt if asked.to == DEALER else state.hands[asked.to].dealt
    set_cards = ""
    discards = None if asked.to == DEALER else state.hands[asked.to].discards
    if discards is not None and len(asked.cards.split()) == dealt - len(discards.split()):
        set_cards = asked.cards
        asked = msgspec.structs.replace(asked, cards=f"{asked.cards} {discards}".strip())
    part = asked.to != DEALER and not discards and _plays(state, state.hands[asked.to], asked.cards)
    if part:
        check_unused_cards(state, asked.cards, _place(asked.to), replaced=own)
    elif asked.cards:
        _check_hand(state, asked.to, asked.cards)
    elif len(own.split()) != dealt:
        message = f"{_place(asked.to)}: the cards are not known; they are entered when they are turned"
        raise Refusal("wrong_number_of_cards", message, offer.clauses)
    cards = asked.cards or own
    if asked.to != DEALER:
        check_over_raise(state, state.hands[asked.to], cards)
    if asked.to == DEALER:
        settling.reveal(record, current_step(state), cards)
    else:
        settling.show(record, state.hands[asked.to], current_step(state), cards, set_cards, part=part)


def _plays(state: State, hand: Hand, text: str) -> bool:
    """Whether the cards are fewer than all of the hand, and decide every wager of it."""
    if not text or not least_named(state, hand):
        return False
    return plays(prepared(state.at.house), hand.wagers, read_cards(text, _place(hand.seat)))


def _order_winners(record: Recorder, asked: c.OrderWinners, offer: Offer) -> None:
    playing = [seat for seat, hand in record.state.hands.items() if "progressive" in hand.wagers]
    if sorted(asked.seats) != sorted(set(asked.seats)) or not set(asked.seats) <= set(playing):
        message = f"order {list(asked.seats)}; allowed: each of {playing} at most once"
        raise Refusal("value_not_allowed", message, offer.clauses)
    record.emit(e.WinnersOrdered, clauses=offer.clauses, seats=asked.seats)


def _validate(record: Recorder, asked: c.Validate, offer: Offer) -> None:
    award = record.state.pending[asked.award]
    record.emit(
        e.AwardValidated,
        clauses=offer.clauses,
        award=asked.award,
        player=award.player,
        paid=award.paid,
        envy=award.envy,
    )


def _reject(record: Recorder, asked: c.Reject, offer: Offer) -> None:
    award = record.state.pending[asked.award]
    record.emit(
        e.AwardRejected,
        clauses=offer.clauses,
        award=asked.award,
        player=award.player,
        paid=award.paid,
        reason=reason_of(asked.reason, offer),
    )


def _correct(record: Recorder, asked: c.Correct, offer: Offer) -> None:
    reason_of(asked.reason, offer)
    state = record.state
    if asked.cards is not None:
        _check_number(state, asked.seat, asked.cards)
    corrections.correct(record, asked, offer)
    if asked.cards is not None:  # last: a correction that is refused in any case tests no hidden hand
        _check_hand(state, asked.seat, asked.cards)


def _resettle(record: Recorder, asked: c.Resettle, offer: Offer) -> None:
    reason_of(asked.reason, offer)
    corrections.resettle(record, asked)


HANDLERS: dict[type, Callable[[Recorder, Any, Offer], None]] = {
    c.Sit: _sit,
    c.Leave: _leave,
    c.Bet: _bet,
    c.CloseBets: _close_bets,
    c.Deal: _deal,
    c.Decide: _decide,
    c.Lapse: _lapse,
    c.Enter: _enter,
    c.Show: _show,
    c.OrderWinners: _order_winners,
    c.Validate: _validate,
    c.Reject: _reject,
    c.Correct: _correct,
    c.Resettle: _resettle,
}
