"""`decide(state, command)`: the events that a command causes, or a refusal and nothing changed.

An act is allowed if it is on the list of offers for its actor; what it carries is then checked against the
offer's bounds. After the act the table goes on by itself as far as it can: an electronic table through every
step that it performs, a live table through those that nobody has to perform.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from croupier.cards import CardError, set_of, text_of
from croupier.errors import Refusal
from croupier.games.steps import BOARD, DEALER, RACK, Packet, RoundStep
from croupier.money import dollars
from croupier.settlement.checks import check_wagers, read_cards
from croupier.settlement.desk import desk
from croupier.settlement.round import Seat
from croupier.table import commands as c
from croupier.table import corrections, settling
from croupier.table import events as e
from croupier.table.evolve import evolve, passed_over
from croupier.table.irregularities import possible, to_apply
from croupier.table.offers import (
    Actor,
    Amount,
    Offer,
    change_due,
    check_choice,
    collecting_too_early,
    deck_too_old,
    device_clauses,
    every_offer,
    may,
    old_deck_clauses,
    stub_count_due,
    stub_exempt,
    to_show,
)
from croupier.table.programs import current, steps_of
from croupier.table.recorder import Recorder
from croupier.table.roles import BESIDE, ROLES, SYSTEM, or_above
from croupier.table.state import ELECTRONIC, LIVE, State

DECK = (1 << 52) - 1


def decide(state: State, command: c.Command) -> tuple[e.AnyEvent, ...]:
    """The events that a command causes; `Refusal` if it may not be, and then nothing has changed."""
    return act(state, command)[0]


def act(state: State, command: c.Command) -> tuple[tuple[e.AnyEvent, ...], State]:
    """The events of a command and the state after them, so that nobody has to fold them twice."""
    if command.version != state.version:
        message = f"the table is at version {state.version}, the command was for version {command.version}"
        raise Refusal("stale_version", f"{message}; look again")
    if command.role not in (*ROLES, *BESIDE, SYSTEM):
        raise Refusal("role_too_low", f"role {command.role!r}; allowed: {', '.join((*ROLES, SYSTEM))}")
    offer = _offered(state, command)
    record = Recorder(state, command)
    _HANDLERS[type(command.act)](record, command.act, offer)
    _go_on(record)
    return tuple(record.events), record.state


def fold(events: tuple[e.AnyEvent, ...] | list[e.AnyEvent], state: State | None = None) -> State:
    """The state that a log leads to."""
    state = State() if state is None else state
    for event in events:
        state = evolve(state, event)
    return state


# --------------------------------------------------------------------------------------- is it offered?


def _target(asked: c.Act) -> tuple[int | None, str | None]:
    """The seat and the name by which an act finds its offer; none where the act has no such part."""
    seat = getattr(asked, "seat", getattr(asked, "to", None))
    for field in ("step", "irregularity", "award", "what"):
        name = getattr(asked, field, None)
        if name is not None:
            return seat, name
    return seat, None


def _offered(state: State, command: c.Command) -> Offer:
    asked = command.act
    kind = asked.__struct_config__.tag
    seat, name = _target(asked)
    actor = Actor(command.by, command.role)
    same_kind: list[Offer] = []
    for offer in every_offer(state, command.at):
        if offer.act == kind:
            if (seat is None or offer.seat == seat) and (name is None or offer.name == name):
                if may(offer, actor):
                    return offer
                raise _not_entitled(offer, command)
            same_kind.append(offer)
    raise _not_now(state, command, same_kind)


def _not_entitled(offer: Offer, command: c.Command) -> Refusal:
    if offer.role == "player" and offer.player and command.role == "player":
        message = f"seat {offer.seat} is {offer.player}'s; {command.by} may not act for it"
        return Refusal("not_your_seat", message, offer.clauses)
    allowed = or_above(offer.role) + (" or the system" if offer.by_system else "")
    message = f"{offer.act} by a {command.role}; allowed: {allowed}"
    return Refusal("role_too_low", message, offer.clauses)


def _not_now(state: State, command: c.Command, same_kind: list[Offer]) -> Refusal:
    """Why an act is not offered: the most telling reason first, with what is allowed instead."""
    asked = command.act
    special = _special_refusal(state, command)
    if special is not None:
        return special
    if same_kind:
        seats = sorted({offer.seat for offer in same_kind})
        names = sorted({offer.name for offer in same_kind} - {""})
        allowed = ", ".join(
            [*(f"seat {seat}" for seat in seats if getattr(asked, "seat", None) is not None), *names]
        )
        clauses = same_kind[0].clauses
    else:
        actor = Actor(command.by, command.role)
        mine = [offer for offer in every_offer(state, command.at) if may(offer, actor)]
        allowed = ", ".join(dict.fromkeys(f"{offer.act} {offer.name}".strip() for offer in mine)) or "nothing"
        step = current(state) if state.rules is not None else None
        clauses = () if step is None else step.rule.clauses
    what = " ".join(str(part) for part in (asked.__struct_config__.tag, *_target(asked)) if part)
    return Refusal("not_now", f"{what}: not now; allowed: {allowed}", clauses)


def _special_refusal(state: State, command: c.Command) -> Refusal | None:
    asked = command.act
    if state.rules is None or state.program == "closed":
        return None
    rules = state.at.house.rules
    if isinstance(asked, c.Bet):
        if state.program == "round" and state.bets_closed:
            closed = _rule_clauses(state, "no_more_bets")
            return Refusal(
                "bets_closed", "no wager is made, increased or withdrawn after no more bets", closed
            )
        if not 1 <= asked.seat <= state.at.positions:
            clauses = rules.fact("table.positions").clauses
            return Refusal("unknown_seat", f"seat {asked.seat}: allowed: 1 to {state.at.positions}", clauses)
        if asked.seat not in state.players:
            message = f"nobody sits at seat {asked.seat}; only seated players wager"
            return Refusal("not_seated", message, _rule_clauses(state, "sit"))
    if isinstance(asked, c.Bet | c.CloseBets) and not state.hands and deck_too_old(state, command.at):
        due = change_due(state)
        message = f"the deck was due for a change at {due}; allowed: change_deck, or a supervisor's override"
        return Refusal("deck_too_old", message, old_deck_clauses(state))
    if isinstance(asked, c.CloseBets) and state.program == "round" and not state.hands:
        return Refusal("no_bets", "no more bets: nobody has wagered", _rule_clauses(state, "no_more_bets"))
    if isinstance(asked, c.Sit):
        if not 1 <= asked.seat <= state.at.positions:
            clauses = rules.fact("table.positions").clauses
            return Refusal("unknown_seat", f"seat {asked.seat}: allowed: 1 to {state.at.positions}", clauses)
        if asked.seat in state.players:
            message = f"seat {asked.seat} is taken by {state.players[asked.seat]}"
            return Refusal("seat_taken", message, _rule_clauses(state, "sit"))
    if isinstance(asked, c.Leave) and asked.seat in state.hands and state.bets_closed:
        message = f"seat {asked.seat} has cards: a player stays seated until the round ends"
        return Refusal("must_stay", message, _rule_clauses(state, "stay"))
    if isinstance(asked, c.Perform | c.Count) and asked.step == "stub" and stub_count_due(state):
        message = "the stub must be counted in this round; allowed: stub_count, or a supervisor's override"
        return Refusal("stub_count_due", message, _rule_clauses(state, "stub_count"))
    if state.mismatch and not isinstance(asked, c.Report):
        message = f"{state.mismatch} does not match and blocks the table; allowed: count again, or report it"
        return Refusal("count_mismatch", message, _rule_clauses(state, state.mismatch))
    if isinstance(asked, c.Perform):
        step = current(state)
        if step is not None and collecting_too_early(state, step):
            message = "a progressive award waits; its hand stays until a floorperson validates or rejects it"
            return Refusal("award_pending", message, _rule_clauses(state, "progressive_payout"))
        if step is not None and step.needs_player and not state.players:
            return Refusal("nobody_here", f"{step.name} waits for the first player", step.rule.clauses)
    return None


def _rule_clauses(state: State, name: str) -> tuple[str, ...]:
    rule = state.at.house.rules.step(name, state.at.equipment.deal or "")
    return () if rule is None else rule.clauses


# ------------------------------------------------------------------------------------------- act by act


def _open_table(record: Recorder, asked: c.OpenTable, offer: Offer) -> None:
    if asked.mode not in (ELECTRONIC, LIVE):
        raise Refusal("value_not_allowed", f"mode {asked.mode!r}; allowed: {ELECTRONIC}, {LIVE}")
    rules = asked.rules.house.rules
    record.emit(
        e.TableOpened,
        clauses=rules.fact("cards.decks").clauses,
        table=asked.table,
        mode=asked.mode,
        rules=asked.rules,
    )


def _adopt_rules(record: Recorder, asked: c.AdoptRules, offer: Offer) -> None:
    old, new = record.state.at, asked.rules
    if old.house.rules.rules.name != new.house.rules.rules.name:
        message = f"a table of {old.house.rules.rules.name} cannot adopt {new.house.rules.rules.name}"
        raise Refusal("value_not_allowed", f"{message}; allowed: the same rules")
    if any(seat > new.positions for seat in record.state.players):
        raise Refusal("seat_taken", f"players sit beyond position {new.positions}; they leave first")
    if (old.equipment.decks, old.equipment.deal) != (new.equipment.decks, new.equipment.deal):
        message = "another number of decks or way of dealing; allowed: close the table and open it anew"
        raise Refusal("value_not_allowed", message)
    record.emit(e.RulesAdopted, rules=new)


def _close_table(record: Recorder, asked: c.CloseTable, offer: Offer) -> None:
    record.emit(e.TableClosed)


def _go_idle(record: Recorder, asked: c.GoIdle, offer: Offer) -> None:
    record.emit(e.TableIdle, clauses=offer.clauses)


def _sit(record: Recorder, asked: c.Sit, offer: Offer) -> None:
    state = record.state
    if record.command.role == "player" and asked.player != record.command.by:
        message = f"{record.command.by} may not seat {asked.player}"
        raise Refusal("not_your_seat", message, offer.clauses)
    if not asked.player:
        raise Refusal("value_not_allowed", f"seat {asked.seat}: a player without a name", offer.clauses)
    own = [seat for seat, player in state.players.items() if player == asked.player]
    if own:
        rules = state.at.house.rules
        clauses = rules.options["boxes"].clauses
        if len(own) >= state.at.boxes:
            message = (
                f"{asked.player} has {len(own)} of the {state.at.boxes} positions that one player may have"
            )
            raise Refusal("too_many_boxes", message, clauses)
        if asked.seat not in (min(own) - 1, max(own) + 1):
            beside = [seat for seat in (min(own) - 1, max(own) + 1) if 1 <= seat <= state.at.positions]
            allowed = " or ".join(map(str, beside))
            raise Refusal("not_adjacent", f"seat {asked.seat} beside {own}; allowed: {allowed}", clauses)
    record.emit(e.PlayerSat, clauses=offer.clauses, seat=asked.seat, player=asked.player)


def _leave(record: Recorder, asked: c.Leave, offer: Offer) -> None:
    state = record.state
    player = state.players[asked.seat]
    if asked.seat in state.hands and not state.bets_closed:
        record.emit(e.BetPlaced, clauses=offer.clauses, seat=asked.seat, player=player, wagers={})
    record.emit(e.PlayerLeft, clauses=offer.clauses, seat=asked.seat, player=player)


def _perform(record: Recorder, asked: c.Perform, offer: Offer) -> None:
    state = record.state
    clauses, says, back = offer.clauses, offer.says, ""
    if asked.step == "receive":
        back = asked.back
        if len(state.decks) > 1:
            clauses = (*clauses, *_rule_clauses(state, "two_decks"))
            other = state.decks[1 - state.active].back
            if not back or back == other:
                message = f"backs of color {back!r}; allowed: another color than the other deck's ({other!r})"
                raise Refusal("backs_alike", message, _rule_clauses(state, "two_decks"))
    elif asked.step == "stub" and stub_exempt(state):
        clauses = (*clauses, *_rule_clauses(state, "stub_exempt"))
    record.emit(e.StepDone, clauses=_distinct(clauses), step=asked.step, says=says, back=back)


def _shuffle(record: Recorder, asked: c.Shuffle, offer: Offer) -> None:
    _whole_deck(asked.order)
    clauses = offer.clauses
    if record.state.at.equipment.shuffle == "automated":
        clauses = _distinct((*clauses, *_rule_clauses(record.state, "uncut")))
    record.emit(e.Shuffled, clauses=clauses, commitment=asked.commitment, order=asked.order)


def _whole_deck(order: str) -> None:
    if not order:
        return
    try:
        whole = set_of(order) == DECK
    except CardError as error:
        raise Refusal("deck_not_whole", f"order: {error}; allowed: each of the 52 cards once") from None
    if not whole:
        raise Refusal("deck_not_whole", f"order: {len(order.split())} cards; allowed: each of the 52 once")


def _count(record: Recorder, asked: c.Count, offer: Offer) -> None:
    state = record.state
    bound = offer.amounts[0]
    if not bound.least <= asked.count <= bound.most:
        message = f"{asked.step}: {asked.count}; allowed: {bound.least} to {bound.most}"
        raise Refusal("count_out_of_bounds", message, offer.clauses)
    if asked.step == "cut":
        expected, right = bound.least, True
    elif asked.step == "progressive_count":
        expected = sum("progressive" in hand.wagers for hand in state.hands.values())
        right = asked.count == expected
    elif asked.step == "device_count":
        expected, right = 52, asked.count == 52
    else:
        expected, right = state.stub, asked.count == state.stub
    record.emit(
        e.Counted, clauses=offer.clauses, step=asked.step, count=asked.count, expected=expected, right=right
    )


def _bet(record: Recorder, asked: c.Bet, offer: Offer) -> None:
    state = record.state
    where = f"seat {asked.seat}"
    if asked.instrument not in ("chips", "plaques", "other"):
        rule = next((each for each in possible(state) if each.kind == "cash_wager"), None)
        clauses = offer.clauses if rule is None else rule.consequence.clauses
        message = f"{where}: {asked.instrument!r} is not wagered with; allowed: chips, plaques, match play"
        raise Refusal("instrument_not_accepted", message, clauses)
    if asked.wagers:
        at = desk(state.at.house)
        seat = Seat(seat=asked.seat, wagers=asked.wagers, match_play=asked.match_play)
        check_wagers(at, seat, where)
        for bound in offer.amounts:
            amount = asked.wagers.get(bound.name)
            if amount is not None and not bound.only:
                _within_limits(state, where, bound, amount)
    elif asked.match_play:
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


def _within_limits(state: State, where: str, bound: Amount, amount: int) -> None:
    if bound.least <= amount <= bound.most:
        return
    rules = state.at.house.rules
    wager = rules.wagers[bound.name]
    code = "below_minimum" if amount < bound.least else "above_maximum"
    message = f"{where}: {bound.name} of {dollars(amount)}"
    allowed = f"{dollars(bound.least)} to {dollars(bound.most)}, as posted"
    raise Refusal(code, f"{message}; allowed: {allowed}", wager.posted or rules.options["limits"].clauses)


def _close_bets(record: Recorder, asked: c.CloseBets, offer: Offer) -> None:
    state = record.state
    _whole_deck(asked.order)
    if state.electronic and not (asked.order or state.order):
        message = "no order of the deck; an electronic table is given one by no more bets"
        raise Refusal("deck_not_whole", message, offer.clauses)
    if not state.electronic and asked.order:
        raise Refusal("deck_not_whole", "order: nobody knows the order of a live deck", offer.clauses)
    contributions = settling.contributions(state.at.house, state.hands.values())
    record.emit(
        e.BetsClosed,
        clauses=offer.clauses,
        round=state.round,
        seats=tuple(state.hands),
        says=offer.says,
        contributions=contributions,
        order=asked.order,
    )
    record.contribute(contributions)


def _deal(record: Recorder, asked: c.Deal, offer: Offer) -> None:
    """A live deal: where cards go and how many follows from the step; the face-up ones are named."""
    state = record.state
    step = _current(state)
    named = {place: text.split() for place, text in asked.cards.items()}
    plan = _plan(state, step)
    counts: dict[int, int] = {}
    for packet in plan:
        counts[packet.to] = counts.get(packet.to, 0) + packet.count
    up = {packet.to: packet.count for packet in plan if packet.up}
    for place, cards in named.items():
        allowed = {counts.get(place, 0), up.get(place, 0)} - {0}
        if len(cards) not in allowed or place == RACK:
            message = f"{step.name}: {len(cards)} cards for {_place(place)}"
            wanted = " or ".join(map(str, sorted(allowed))) or "none"
            raise Refusal("wrong_number_of_cards", f"{message}; allowed: {wanted}", offer.clauses)
    for place in up:
        if place not in named:
            message = f"{step.name}: the cards that lie face up ({_place(place)}) must be named"
            raise Refusal("wrong_number_of_cards", message, offer.clauses)
    _unseen(state, " ".join(card for cards in named.values() for card in cards), step.name)
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


def _unseen(state: State, text: str, where: str, but: str = "") -> int:
    """The card set of a text, if none of its cards has been seen in this round; `but` is being replaced."""
    cards = read_cards(text, where)
    seen = state.board, state.dealer, state.aside, *(hand.cards for hand in state.hands.values())
    for each in seen:
        twice = set_of(each) & cards & ~set_of(but)
        if twice:
            message = f"{where}: {text_of(twice)} was seen already; a deck holds each card once"
            raise Refusal("duplicate_card", message, state.at.house.rules.fact("cards.decks").clauses)
    return cards


def _decide(record: Recorder, asked: c.Decide, offer: Offer) -> None:
    state = record.state
    hand = state.hands[asked.seat]
    by_the_hand = not _current(state).multiples and bool(hand.cards)
    tell = record.command.role == "player" or not by_the_hand
    check_choice(offer.amounts, asked.seat, asked.action, asked.amount, desk(state.at.house), tell=tell)
    settling.decided(record, hand, _current(state), asked.action, asked.amount, offer)


def _lapse(record: Recorder, asked: c.Lapse, offer: Offer) -> None:
    state = record.state
    step = _current(state)
    settling.decided(record, state.hands[asked.seat], step, step.waive, 0, offer)


def _enter(record: Recorder, asked: c.Enter, offer: Offer) -> None:
    state = record.state
    _check_hand(state, asked.to, asked.cards)
    record.emit(e.CardsEntered, clauses=offer.clauses, to=asked.to, cards=asked.cards)
    if asked.to != DEALER:
        settling.hand_over_bonus(record, record.state.hands[asked.to])


def _check_hand(state: State, to: int, text: str) -> None:
    where = _place(to)
    dealt = state.dealer_dealt if to == DEALER else state.hands[to].dealt
    own = state.dealer if to == DEALER else state.hands[to].cards
    cards = _unseen(state, text, where, but=own)
    if cards.bit_count() != dealt or not dealt:
        rules = state.at.house.rules
        clauses = rules.fact("cards.dealer" if to == DEALER else "cards.player").clauses
        message = f"{where}: {cards.bit_count()} cards; dealt: {dealt}"
        raise Refusal("wrong_number_of_cards", message, clauses)
    up = state.dealer_up if to == DEALER else ""
    if up and not set_of(up) & cards:
        raise Refusal("duplicate_card", f"{where}: {up} lies face up and is not among the cards", ())


def _show(record: Recorder, asked: c.Show, offer: Offer) -> None:
    state = record.state
    own = state.dealer if asked.to == DEALER else state.hands[asked.to].cards
    dealt = state.dealer_dealt if asked.to == DEALER else state.hands[asked.to].dealt
    if asked.cards:
        _check_hand(state, asked.to, asked.cards)
    elif len(own.split()) != dealt:
        message = f"{_place(asked.to)}: the cards are not known; they are named when they are turned"
        raise Refusal("wrong_number_of_cards", message, offer.clauses)
    cards = asked.cards or own
    if asked.to == DEALER:
        settling.reveal(record, _current(state), cards)
    else:
        settling.show(record, state.hands[asked.to], _current(state), cards)


def _order_winners(record: Recorder, asked: c.OrderWinners, offer: Offer) -> None:
    playing = [seat for seat, hand in record.state.hands.items() if "progressive" in hand.wagers]
    if sorted(asked.seats) != sorted(set(asked.seats)) or not set(asked.seats) <= set(playing):
        message = f"order {list(asked.seats)}; allowed: each of {playing} at most once"
        raise Refusal("value_not_allowed", message, offer.clauses)
    record.emit(e.WinnersOrdered, clauses=offer.clauses, seats=asked.seats)


def _validate(record: Recorder, asked: c.Validate, offer: Offer) -> None:
    award = record.state.pending[asked.award]
    record.emit(
        e.AwardValidated, clauses=offer.clauses, award=asked.award, player=award.player, paid=award.paid
    )


def _reject(record: Recorder, asked: c.Reject, offer: Offer) -> None:
    award = record.state.pending[asked.award]
    record.emit(
        e.AwardRejected,
        clauses=offer.clauses,
        award=asked.award,
        player=award.player,
        paid=award.paid,
        reason=_reason(asked.reason, offer),
    )


def _reason(text: str, offer: Offer) -> str:
    if not text.strip():
        raise Refusal(
            "reason_missing", f"{offer.act}: a reason is required, and stays in the log", offer.clauses
        )
    return text


def _report(record: Recorder, asked: c.Report, offer: Offer) -> None:
    state = record.state
    found = to_apply(state, asked.irregularity)
    if asked.cards:
        _unseen(state, asked.cards, asked.irregularity)
    if asked.irregularity == "card_face_up" and len(asked.cards.split()) > 1:
        message = f"card_face_up: {len(asked.cards.split())} cards; allowed: one, or report cards_face_up"
        raise Refusal("wrong_number_of_cards", message, offer.clauses)
    dealt = state.hands[asked.seat].dealt if asked.seat in state.hands else state.dealer_dealt
    if not 0 <= asked.count <= dealt + state.stub:
        message = f"{asked.irregularity}: {asked.count} cards; allowed: 0 to {dealt + state.stub}"
        raise Refusal("count_out_of_bounds", message, offer.clauses)
    applied = found.consequence if found.in_time else None
    if applied is not None and applied.void == "all":
        _take_awards_back(record, offer)
    record.emit(
        e.IrregularityFound,
        clauses=found.consequence.clauses,
        irregularity=found.kind,
        clause=found.clause,
        void="none" if applied is None else applied.void,
        settled=() if applied is None else tuple(sorted(applied.settled)),
        forfeits=applied is not None and applied.forfeits,
        deck="stays" if applied is None else found.rule.deck,
        seat=asked.seat,
        cards=asked.cards,
        count=asked.count,
        note=asked.note,
    )


def _take_awards_back(record: Recorder, offer: Offer) -> None:
    """A round that becomes void while it is settled pays no award."""
    state = record.state
    for award in state.pending.values():
        if award.round == state.round:
            record.emit(
                e.AwardRejected,
                clauses=offer.clauses,
                award=award.award,
                player=award.player,
                paid=award.paid,
                reason="the round is void",
            )
    for award in state.validated.values():
        record.emit(
            e.AwardTakenBack,
            clauses=offer.clauses,
            award=award.award,
            player=award.player,
            paid=award.paid,
            meter=award.meter,
        )


def _order_shuffle(record: Recorder, asked: c.OrderShuffle, offer: Offer) -> None:
    record.emit(e.ShuffleOrdered, clauses=offer.clauses)


def _change_deck(record: Recorder, asked: c.ChangeDeck, offer: Offer) -> None:
    oldest = min(range(len(record.state.decks)), key=lambda each: record.state.decks[each].since)
    clauses = _distinct((*offer.clauses, *old_deck_clauses(record.state)))
    record.emit(e.DeckChanged, clauses=clauses, deck=oldest, reason=asked.reason)


def _replace_device(record: Recorder, asked: c.ReplaceDevice, offer: Offer) -> None:
    state = record.state
    rules, equipment = state.at.house.rules, state.at.equipment
    deal, shuffle = asked.deal or equipment.deal or "", asked.shuffle or equipment.shuffle or ""
    covers = rules.rules.jurisdiction == "md"
    words = ("covered", "out of order") if covers else ("removed",)
    if asked.device not in words:
        message = f"device {asked.device!r}; allowed: {' or '.join(words)} before another method is used"
        raise Refusal("value_not_allowed", message, device_clauses(state))
    for option, value in (("deal", deal), ("shuffle", shuffle)):
        if value not in rules.options[option].values:
            allowed = ", ".join(rules.options[option].values)
            code = f"{option}_not_allowed"
            raise Refusal(code, f"{option} {value!r}; allowed: {allowed}", rules.options[option].clauses)
    if deal == "hand" and shuffle != "automated":
        clauses = rules.fact("deal.hand_needs_shuffler").clauses
        raise Refusal("hand_deal_needs_shuffler", "deal 'hand' needs an automated shuffler", clauses)
    if (deal, shuffle) == (equipment.deal, equipment.shuffle):
        raise Refusal("value_not_allowed", "the same methods; allowed: another way to deal or shuffle", ())
    record.emit(e.MethodChanged, clauses=offer.clauses, device=asked.device, deal=deal, shuffle=shuffle)


def _override(record: Recorder, asked: c.Override, offer: Offer) -> None:
    record.emit(e.Overridden, clauses=offer.clauses, what=asked.what, reason=_reason(asked.reason, offer))


def _correct(record: Recorder, asked: c.Correct, offer: Offer) -> None:
    _reason(asked.reason, offer)
    if asked.cards is not None:
        _check_hand(record.state, asked.seat, asked.cards)
    corrections.correct(record, asked, offer)


def _resettle(record: Recorder, asked: c.Resettle, offer: Offer) -> None:
    _reason(asked.reason, offer)
    corrections.resettle(record, asked)


Handler = Callable[[Recorder, Any, Offer], None]

_HANDLERS: dict[type, Handler] = {
    c.OpenTable: _open_table,
    c.AdoptRules: _adopt_rules,
    c.CloseTable: _close_table,
    c.GoIdle: _go_idle,
    c.Sit: _sit,
    c.Leave: _leave,
    c.Perform: _perform,
    c.Shuffle: _shuffle,
    c.Count: _count,
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
    c.Report: _report,
    c.OrderShuffle: _order_shuffle,
    c.ChangeDeck: _change_deck,
    c.ReplaceDevice: _replace_device,
    c.Override: _override,
    c.Correct: _correct,
    c.Resettle: _resettle,
}


# ------------------------------------------------------------------------------ what the table does itself


def _go_on(record: Recorder) -> None:
    """On through every step that needs nobody."""
    while True:
        state = record.state
        step = current(state) if state.rules is not None else None
        if step is None or state.mismatch:
            return
        if step.kind == "settle":
            if not state.electronic and to_show(state, step) is not None:
                return
            settling.settle_next(record, step)
        elif step.kind == "end":
            record.emit_by_system(e.RoundEnded, clauses=step.rule.clauses, round=state.round)
        elif not state.electronic or step.kind in ("shuffle", "bets", "offer"):
            return
        elif step.kind == "deal":
            _deal_from_order(record, step)
        elif step.kind == "reveal":
            settling.reveal(record, step, state.dealer)
        elif step.by_system:
            record.emit_by_system(e.StepDone, clauses=step.rule.clauses, step=step.name, says=step.rule.says)
        else:
            _not_applicable(record)


def _not_applicable(record: Recorder) -> None:
    """Steps that only people can perform, up to the next that the table performs."""
    state = record.state
    skipped: list[RoundStep] = []
    for step in steps_of(state)[state.step :]:
        if skipped and state.program == "round" and passed_over(state, step):
            continue
        if step.kind not in ("perform", "count", "stub") or step.by_system:
            break
        skipped.append(step)
    record.emit_by_system(
        e.StepsNotApplicable,
        clauses=_all_clauses(tuple(skipped)),
        steps=tuple(step.name for step in skipped),
    )


@lru_cache(maxsize=1024)
def _all_clauses(steps: tuple[RoundStep, ...]) -> tuple[str, ...]:
    return _distinct(tuple(clause for step in steps for clause in step.rule.clauses))


def _plan(state: State, step: RoundStep) -> tuple[Packet, ...]:
    assert step.packets is not None
    return step.packets(tuple(state.hands))


def _deal_from_order(record: Recorder, step: RoundStep) -> None:
    state = record.state
    drawn, packets = state.drawn, []
    for packet in _plan(state, step):
        cards = " ".join(state.order[drawn : drawn + packet.count])
        drawn += packet.count
        packets.append(e.DealtPacket(packet.to, packet.count, packet.up, cards))
    record.emit_by_system(e.Dealt, clauses=step.rule.clauses, step=step.name, packets=tuple(packets))


def _current(state: State) -> RoundStep:
    step = current(state)
    assert step is not None
    return step


T = TypeVar("T")


def _distinct(values: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(values))
