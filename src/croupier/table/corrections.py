"""Mistakes put right by a supervisor: before settlement an entry, afterwards the whole round anew."""

import msgspec

from croupier.errors import Refusal
from croupier.games.steps import DEALER, RoundStep
from croupier.jackpot.meters import UNIT
from croupier.money import dollars
from croupier.settlement.checks import check_wagers
from croupier.settlement.desk import Desk, desk
from croupier.settlement.round import Round, Seat
from croupier.settlement.settle import settle_at
from croupier.submission.choices import house_rules
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.bounds import check_choice, choices_of
from croupier.table.offers import Offer
from croupier.table.programs import steps_of
from croupier.table.recorder import Recorder
from croupier.table.settling import contributions, digest_of
from croupier.table.state import Hand, State


def correct(record: Recorder, asked: c.Correct, offer: Offer) -> None:
    """A wrong entry: wagers, decision or cards of a seat, or the dealer's cards. The players are told."""
    state = record.state
    if asked.cards is not None and state.electronic:
        message = "an electronic table deals its cards itself; allowed: wagers or decision"
        raise Refusal("not_now", message, offer.clauses)
    if asked.wagers is None and asked.decision is None and asked.cards is None:
        raise Refusal(
            "value_not_allowed", "nothing to correct; allowed: wagers, decision, cards", offer.clauses
        )
    if asked.seat == DEALER:
        if asked.cards is None:
            raise Refusal("value_not_allowed", "the dealer has only cards to correct", offer.clauses)
        record.emit(
            e.Corrected,
            clauses=offer.clauses,
            seat=DEALER,
            reason=asked.reason,
            before={"cards": state.dealer},
            after={"cards": asked.cards},
            cards=asked.cards,
        )
        return
    hand = state.hands[asked.seat]
    corrected = _corrected(state, hand, asked, offer)
    before, after = _words(hand), _words(corrected)
    changed = [part for part in before if before[part] != after[part]]
    house = state.at.house
    old, new = contributions(house, [hand]), contributions(house, [corrected])
    difference = {
        meter: new.get(meter, 0) - old.get(meter, 0)
        for meter in {**old, **new}
        if new.get(meter) != old.get(meter)
    }
    record.emit(
        e.Corrected,
        clauses=offer.clauses,
        seat=asked.seat,
        player=hand.player,
        reason=asked.reason,
        before={part: before[part] for part in changed},
        after={part: after[part] for part in changed},
        wagers=asked.wagers,
        wagers_before=hand.wagers if asked.wagers is not None else {},
        decision=asked.decision,
        amount=corrected.amount,
        amount_before=hand.amount,
        cards=asked.cards,
        contributions=difference,
    )
    record.contribute(difference)


def _corrected(state: State, hand: Hand, asked: c.Correct, offer: Offer) -> Hand:
    at = desk(state.at.house)
    if asked.wagers is not None:
        seat = Seat(seat=asked.seat, wagers=asked.wagers, match_play=hand.match_play)
        check_wagers(at, seat, f"seat {asked.seat}")
        hand = msgspec.structs.replace(hand, wagers=asked.wagers)
    if asked.cards is not None:
        hand = msgspec.structs.replace(hand, cards=asked.cards)
    if asked.decision is not None:
        if _stage(state, hand) is None:
            message = f"seat {hand.seat} has not decided; a correction changes what was entered"
            raise Refusal("decision_missing", message, offer.clauses)
        if asked.decision not in ("check", "fold", at.play.decided):
            message = f"seat {hand.seat}: {asked.decision!r}; allowed: {at.play.decided}, or to waive it"
            raise Refusal("decision_unclear", message, at.decision_clauses)
        later = [step for step in steps_of(state)[state.step :] if step.kind == "offer"]
        if asked.decision == "check" and all(step.name == hand.answered for step in later):
            message = f"seat {hand.seat}: no later decision is left to which a check could defer"
            raise Refusal("decision_missing", message, offer.clauses)
        hand = msgspec.structs.replace(hand, action=asked.decision, amount=asked.amount)
    if hand.action:
        _check_decision(at, state, hand)
    elif _undecided_for_good(state, hand):
        message = f"seat {hand.seat}: an ante after the last decision; correct the decision too"
        stage = _stage(state, hand)
        clauses = at.decision_clauses if stage is None else stage.rule.clauses
        raise Refusal("decision_missing", message, clauses)
    return hand


def _undecided_for_good(state: State, hand: Hand) -> bool:
    """Whether a hand that has to decide will not be asked any more."""
    if "ante" not in hand.wagers or hand.void or hand.lost or state.void_all is not None:
        return False
    return not any(step.kind == "offer" for step in steps_of(state)[state.step :])


def _stage(state: State, hand: Hand) -> RoundStep | None:
    """The decision that the hand answered; of a hand that was not asked, the last that is over."""
    over = [step for step in steps_of(state)[: state.step] if step.kind == "offer"]
    answered = [step for step in steps_of(state) if step.name == hand.answered]
    stages = answered or over
    return stages[-1] if stages else None


def _check_decision(at: Desk, state: State, hand: Hand) -> None:
    """The hand as corrected must be one that its stage of the round allowed."""
    if "ante" not in hand.wagers:
        message = f"seat {hand.seat}: a decision without an ante; correct it too"
        raise Refusal("decision_superfluous", message, at.decision_clauses)
    step = _stage(state, hand)
    assert step is not None
    check_choice(choices_of(state, hand, step), hand.seat, hand.action, hand.amount, at)


def _words(hand: Hand) -> dict[str, str]:
    return {
        "wagers": ", ".join(f"{name} {dollars(amount)}" for name, amount in hand.wagers.items()),
        "decision": f"{hand.action} {dollars(hand.amount)}" if hand.amount else hand.action,
        "cards": hand.cards,
    }


def resettle(record: Recorder, asked: c.Resettle) -> None:
    """A mispay found later: the round settled from corrected facts, and the difference posted."""
    state = record.state
    clauses = _settle_clauses(state)
    if state.settled.get(asked.round) != digest_of(asked.original):
        message = f"round {asked.round}: the original is not the record in the log"
        raise Refusal("unknown_round", message, clauses)
    if any(award.round == asked.round for award in state.pending.values()):
        message = f"round {asked.round} has an award that waits; validate or reject it first"
        raise Refusal("award_pending", message, clauses)
    for part in ("rules", "choices", "meters"):
        if getattr(asked.corrected, part) != getattr(asked.original, part):
            raise Refusal("value_not_allowed", f"the {part} of a settled round stay as they were", clauses)
    if {_who(seat) for seat in asked.corrected.seats} != {_who(seat) for seat in asked.original.seats}:
        raise Refusal(
            "value_not_allowed", "the seats and players of a settled round stay as they were", clauses
        )
    # A round is settled by the rules under which it was played, whatever the table has adopted since.
    same = asked.original.choices == state.at.choices
    at = desk(state.at.house if same else house_rules(asked.original.rules, asked.original.choices))
    before = _nets(at, state, asked.round, asked.original)
    after = _nets(at, state, asked.round, asked.corrected)
    record.emit(
        e.Resettled,
        clauses=clauses,
        round=asked.round,
        record=asked.corrected,
        digest=digest_of(asked.corrected),
        differences={seat: after[0][seat] - before[0][seat] for seat in before[0]},
        players={seat.seat: seat.player or "" for seat in asked.original.seats},
        meters={
            meter: (after[1][meter] - before[1][meter])
            for meter in before[1]
            if after[1][meter] != before[1][meter]
        },
        reason=asked.reason,
    )


def _who(seat: Seat) -> tuple[int, str | None]:
    return seat.seat, seat.player


def _settle_clauses(state: State) -> tuple[str, ...]:
    rule = state.at.house.rules.step("settle")
    return () if rule is None else rule.clauses


def _nets(at: Desk, state: State, number: int, record: Round) -> tuple[dict[int, int], dict[str, int]]:
    """By seat what a record comes to, rejected awards left out; and the meters after it, in units."""
    meters = {name: cents * UNIT for name, cents in (record.meters or {}).items()}
    settled = settle_at(at, record, meters=meters)
    nets = {}
    for seat in settled.settlement.seats:
        rejected = f"{number}.{seat.seat}" in state.rejected
        nets[seat.seat] = sum(
            result.net if not (rejected and name == "progressive") else -result.stake
            for name, result in seat.results.items()
        )
    return nets, settled.meters
