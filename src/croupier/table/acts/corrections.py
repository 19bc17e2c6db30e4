"""Corrections by two people: of an entry before settlement, by resettlement of the round after it.

After "no more bets" nothing is wagered, raised or withdrawn. A correction makes the entry agree with what lay
on the layout; an electronic table has no entries that could differ from it, and a progressive wager is what
the system recognized when it was locked.
"""

from collections.abc import Mapping

import msgspec

from croupier.errors import Refusal
from croupier.games.steps import DEALER, RoundStep
from croupier.jackpot.meters import UNIT, MeterAward
from croupier.settlement.prepared_rules import PreparedRules, prepared
from croupier.settlement.round import Result, Round, Seat, TableSettlement
from croupier.settlement.settle import settle_at
from croupier.submission.house import HouseRules
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.acts.reasons import reason_of
from croupier.table.acts.settlement import digest_of, hand_over_bonus, stake_contributions
from croupier.table.dual_control import check_act
from croupier.table.obligations import outside_inventory
from croupier.table.offers import Offer
from croupier.table.offers.bounds import check_bet, check_choice, choices_of
from croupier.table.programs import rule_clauses, steps_of
from croupier.table.recorder import Recorder
from croupier.table.redaction.refusals import names_bounds
from croupier.table.state import Envy, Hand, PendingAward, State, Viewer
from croupier.table.words.wagers import decision_words, wager_words


def correct(record: Recorder, asked: c.Correct, offer: Offer) -> None:
    """Correct wagers, decision or cards of a seat, or the dealer's cards. All players see the correction."""
    state = record.state
    made_by = state.changed_by.get(state.round, ())
    second = check_act("correction", record.command.by, asked.second, made_by=made_by, clauses=offer.clauses)
    signed = {"reason": asked.reason, "layout": reason_of(asked.layout, offer), "second": second}
    if asked.wagers is None and asked.decision is None and asked.cards is None:
        raise Refusal(
            "value_not_allowed", "nothing to correct; allowed: wagers, decision, cards", offer.clauses
        )
    if asked.seat == DEALER:
        if asked.cards is None:
            raise Refusal("value_not_allowed", "only the cards of the dealer can be corrected", offer.clauses)
        record.emit(
            e.Corrected,
            clauses=offer.clauses,
            seat=DEALER,
            **signed,
            before={"cards": state.dealer},
            after={"cards": asked.cards},
            cards=asked.cards,
        )
        return
    hand = state.hands[asked.seat]
    corrected = _corrected(record, hand, asked, offer)
    check_order_of_payment(state, corrected, offer)
    before, after = _words(hand), _words(corrected)
    changed = [part for part in before if before[part] != after[part]]
    record.emit(
        e.Corrected,
        clauses=offer.clauses,
        seat=asked.seat,
        player=hand.player,
        **signed,
        before={part: before[part] for part in changed},
        after={part: after[part] for part in changed},
        wagers=asked.wagers,
        wagers_before=hand.wagers if asked.wagers is not None else {},
        decision=asked.decision,
        amount=corrected.amount,
        amount_before=hand.amount,
        times=corrected.times,
        cards=asked.cards,
    )
    hand_over_bonus(record, record.state.hands[asked.seat])


def check_order_of_payment(state: State, hand: Hand, offer: Offer) -> None:
    """Folded hands are paid as they fold: none becomes a fold behind one that has been paid."""
    later = next((seat for seat, each in state.hands.items() if each.handed_over and seat > hand.seat), 0)
    if hand.action == "fold" and later:
        message = f"seat {hand.seat}: folded seat {later} has been paid; allowed: resettle the round"
        raise Refusal("paid_at_fold", message, offer.clauses)


def _corrected(record: Recorder, hand: Hand, asked: c.Correct, offer: Offer) -> Hand:
    state, viewer = record.state, Viewer(record.command.role, record.command.by)
    ready = prepared(state.at.house)
    if asked.wagers is not None:
        _check_locked(state, hand.seat, hand.wagers, asked.wagers)
        check_bet(state, Seat(seat=asked.seat, wagers=asked.wagers, match_play=hand.match_play))
        hand = msgspec.structs.replace(hand, wagers=asked.wagers)
    if asked.cards is not None:
        hand = msgspec.structs.replace(hand, cards=asked.cards)
    if asked.decision is not None:
        if _stage(state, hand) is None:
            message = f"seat {hand.seat} has not decided; a correction only changes an entry"
            raise Refusal("decision_missing", message, offer.clauses)
        if asked.decision not in ("check", "fold", ready.play.decided):
            message = f"seat {hand.seat}: {asked.decision!r}; allowed: {ready.play.decided}, or to waive it"
            raise Refusal("decision_unclear", message, ready.decision_clauses)
        later = [step for step in steps_of(state)[state.step :] if step.kind == "offer"]
        if asked.decision == "check" and all(step.name == hand.answered for step in later):
            message = f"seat {hand.seat}: a check is not possible: no later decision is left"
            raise Refusal("decision_missing", message, offer.clauses)
        decided = {"action": asked.decision, "amount": asked.amount, "times": asked.times}
        hand = msgspec.structs.replace(hand, **decided)
    if hand.action:
        _check_decision(ready, state, hand, viewer)
    elif _undecided_for_good(state, hand):
        message = f"seat {hand.seat}: an ante after the last decision; correct the decision too"
        stage = _stage(state, hand)
        clauses = ready.decision_clauses if stage is None else stage.rule.clauses
        raise Refusal("decision_missing", message, clauses)
    return hand


def _check_locked(state: State, seat: int, before: Mapping[str, int], after: Mapping[str, int]) -> None:
    """Refuse to touch a progressive wager: the system recognized it when it was locked, or not at all."""
    if before.get("progressive") == after.get("progressive"):
        return
    message = f"seat {seat}: the progressive system locked its wagers at no more bets; allowed: the others"
    raise Refusal("wager_locked", message, rule_clauses(state, "progressive_lock"))


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


def _check_decision(ready: PreparedRules, state: State, hand: Hand, viewer: Viewer) -> None:
    """The hand as corrected must be one that its stage of the round allowed."""
    if "ante" not in hand.wagers:
        message = f"seat {hand.seat}: a decision without an ante; correct it too"
        raise Refusal("decision_not_expected", message, ready.decision_clauses)
    step = _stage(state, hand)
    assert step is not None
    tell = names_bounds(viewer, hand, step)
    choices = choices_of(state, hand, step)
    check_choice(choices, hand.seat, hand.action, hand.amount, ready, times=hand.times, tell=tell)


def _words(hand: Hand) -> dict[str, str]:
    return {
        "wagers": ", ".join(map(wager_words, hand.wagers, hand.wagers.values())),
        "decision": decision_words(hand.action, hand.amount, hand.times),
        "cards": hand.cards,
    }


def resettle(record: Recorder, asked: c.Resettle) -> None:
    """A mispay found later: the round settled from corrected facts, and the difference posted."""
    state = record.state
    clauses = rule_clauses(state, "settle")
    _check_original(state, asked, clauses)
    made_by = state.changed_by.get(asked.round, ())
    second = check_act("resettlement", record.command.by, asked.second, made_by=made_by, clauses=clauses)
    house = _played_under(state, asked.round)
    one, other = _whole(house, asked.original), _whole(house, asked.corrected)
    before, after = _results(one), _results(other)
    # Rates are the link's, and filed beside the choices: those of today's house rules are the ones known.
    rates = house if state.at.house.progressive is None else state.at.house
    differences, outside, meters = {}, {}, _contributed(rates, after, before)
    back, awards = [], []
    for seat, results in before.items():
        name = f"{asked.round}.{seat}"
        paid = state.awarded.get(name)  # the award as it was paid, and not rejected
        now, was = after[seat].get("progressive", _NO_WAGER), results.get("progressive", _NO_WAGER)
        differences[seat] = _net(after[seat]) - _net(results)
        if _row(was) == _row(now):
            continue
        # Meters have moved on: the paid award goes back, and the new one is computed on the recorded meters.
        if paid is not None:
            if paid.meter and outside_inventory(state):
                outside[seat] = -paid.paid
            else:
                differences[seat] -= paid.paid
            back.append(name)
            if paid.meter:
                meters[paid.meter] = meters.get(paid.meter, 0) + paid.paid * UNIT
        award = _award(asked, seat, now, next((each for each in other.awards if each.seat == seat), None))
        if award is not None:
            awards.append(award)
    awards = [_with_envy(asked, other, award) for award in awards]
    unpaid = {seat for seat in before if f"{asked.round}.{seat}" in state.rejected}
    waiting = {award.seat for award in awards}
    for seat in before:
        differences[seat] += _envy(other, seat, unpaid | waiting) - _envy(one, seat, unpaid)
    record.emit(
        e.Resettled,
        clauses=clauses,
        round=asked.round,
        record=asked.corrected,
        digest=digest_of(asked.corrected),
        differences=differences,
        outside=outside,
        players={seat.seat: seat.player or "" for seat in asked.original.seats},
        meters={meter: units for meter, units in meters.items() if units},
        reason=asked.reason,
        second=second,
        awards_back=tuple(back),
        awards=tuple(awards),
    )


def _played_under(state: State, round_: int) -> HouseRules:
    """The rules under which a round was played, whatever the table has adopted since."""
    return next((each.rules.house for each in state.replaced if round_ <= each.until), state.at.house)


_NO_WAGER = Result("lose", 0, 0, 0, 0, ())

PLAYED_ITSELF = "an electronic table took wagers and decisions and dealt the cards itself: nothing to correct"
"""Why none of them can have been entered wrongly."""


def _check_original(state: State, asked: c.Resettle, clauses: tuple[str, ...]) -> None:
    ours = asked.original.rules == _played_under(state, asked.round).rules.rules.document
    if not ours or state.settled.get(asked.round) != digest_of(asked.original):
        message = f"round {asked.round}: the original is not the record in the log"
        raise Refusal("unknown_round", message, clauses)
    if any(award.round == asked.round for award in state.pending.values()):
        message = f"round {asked.round} has a pending award; validate or reject it first"
        raise Refusal("award_pending", message, clauses)
    for part in ("rules", "choices", "meters", "amounts"):
        if getattr(asked.corrected, part) != getattr(asked.original, part):
            raise Refusal("value_not_allowed", f"the {part} of a settled round cannot change", clauses)
    if {_who(seat) for seat in asked.corrected.seats} != {_who(seat) for seat in asked.original.seats}:
        message = "the seats and players of a settled round cannot change"
        raise Refusal("value_not_allowed", message, clauses)
    if not asked.original.amounts:  # the books have only the fixed amounts
        message = f"round {asked.round}: amounts were not entered; allowed: pay the difference by hand"
        raise Refusal("not_now", message, clauses)
    if state.electronic and _entries(asked.corrected) != _entries(asked.original):
        raise Refusal("value_not_allowed", PLAYED_ITSELF, clauses)
    after = {seat.seat: seat.wagers for seat in asked.corrected.seats}
    for seat in asked.original.seats:
        _check_locked(state, seat.seat, seat.wagers, after[seat.seat])


def _entries(record: Round) -> tuple[object, ...]:
    """Everything of a round that was dealt, wagered or decided."""
    seats = {seat.seat: (seat.wagers, seat.match_play, seat.decision, seat.cards) for seat in record.seats}
    return record.dealer, record.board, seats


def _who(seat: Seat) -> tuple[int, str | None]:
    return seat.seat, seat.player


def _whole(house: HouseRules, record: Round) -> TableSettlement:
    return settle_at(prepared(house), record, meters=_units(record))


def _results(settled: TableSettlement) -> dict[int, dict[str, Result]]:
    return {seat.seat: seat.results for seat in settled.settlement.seats}


def _envy(settled: TableSettlement, seat: int, without: set[int]) -> int:
    """The envies of a seat but for those of hands whose award is not paid, or not yet."""
    return sum(cents for hand, cents in settled.envy.get(seat, {}).items() if hand not in without)


def _with_envy(asked: c.Resettle, settled: TableSettlement, award: PendingAward) -> PendingAward:
    """An award with the envies that wait for it."""
    players = {seat.seat: seat.player or "" for seat in asked.original.seats}
    due = []
    for seat, sources in settled.envy.items():
        if award.seat in sources:
            clauses = _results(settled)[seat]["envy"].clauses
            due.append(Envy(seat=seat, player=players[seat], paid=sources[award.seat], clauses=clauses))
    return msgspec.structs.replace(award, envy=tuple(due))


def _units(record: Round) -> dict[str, int]:
    return {name: cents * UNIT for name, cents in (record.meters or {}).items()}


def _net(results: dict[str, Result]) -> int:
    """The net of a seat without envy and awards, which are computed apart."""
    return sum(
        result.returned - result.stake if name == "progressive" else result.net
        for name, result in results.items()
        if name != "envy"
    )


def _row(result: Result) -> tuple[bool, str]:
    return result.outcome == "win", result.hand or ""


def _award(asked: c.Resettle, seat: int, now: Result, award: MeterAward | None) -> PendingAward | None:
    if award is None or now.outcome != "win":
        return None
    player = next(each.player or "" for each in asked.original.seats if each.seat == seat)
    return PendingAward(
        award=f"{asked.round}.{seat}",
        round=asked.round,
        seat=seat,
        player=player,
        hand=award.row,
        meter=award.meter,
        share=award.share,
        paid=award.paid,
        stood=award.stood,
    )


def _contributed(
    house: HouseRules, after: dict[int, dict[str, Result]], before: dict[int, dict[str, Result]]
) -> dict[str, int]:
    """The contributions of the corrected round to each meter, less those of the recorded round."""
    old, new = stake_contributions(house, _spent(before)), stake_contributions(house, _spent(after))
    return {meter: new.get(meter, 0) - old.get(meter, 0) for meter in {**old, **new}}


def _spent(seats: dict[int, dict[str, Result]]) -> int:
    """The progressive stakes that did not go back."""
    stakes = (results["progressive"] for results in seats.values() if "progressive" in results)
    return sum(result.stake for result in stakes if result.outcome != "void")
