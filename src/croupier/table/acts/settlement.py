"""From the decisions to the money: hands turned, seats settled, awards, and alerts to the floor.

`croupier.settlement` settles. An electronic table settles the whole round at once; a live table settles seat
by seat as the cards are turned, each seat on the meters of that moment.
"""

import hashlib
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from croupier.games.common import NO_ROW, Play
from croupier.games.steps import RoundStep
from croupier.jackpot.meters import UNIT, MeterAward, contribution_units
from croupier.settlement.prepared_rules import PreparedRules, prepared
from croupier.settlement.round import DECIDING, FOLD, Decision, Result, Round, Seat, TableSettlement
from croupier.settlement.settle import settle_at, settle_folded
from croupier.submission.house import HouseRules, TableRules
from croupier.table import events as e
from croupier.table.alerts import alerts_of, complete
from croupier.table.cursor import paid_at_fold, seats_in_order, to_settle
from croupier.table.obligations import must_show
from croupier.table.offers import Offer
from croupier.table.programs import distinct
from croupier.table.recorder import Recorder
from croupier.table.state import Envy, Hand, State, hand_set, settled_before

_LATE = ("envy", "cover_all")
"""Results that depend on other hands, and are known when the last is turned."""


def contributions(house: HouseRules, hands: Iterable[Hand]) -> dict[str, int]:
    """The contributions of these hands to each meter, in ten-thousandths of a cent."""
    return stake_contributions(house, sum(hand.wagers.get("progressive", 0) for hand in hands))


def stake_contributions(house: HouseRules, stakes: int) -> dict[str, int]:
    """The contributions of progressive stakes in cents to each meter, in ten-thousandths of a cent."""
    if not stakes or house.progressive is None:
        return {}
    return {
        meter.name: contribution_units(stakes, meter.rate)
        for meter in house.progressive.meters
        if meter.rate is not None
    }


# ------------------------------------------------------------------------------------------- decisions


def decided(
    record: Recorder,
    hand: Hand,
    step: RoundStep,
    action: str,
    amount: int,
    offer: Offer,
    *,
    times: int = 0,
    default: bool = False,
) -> None:
    """Record a decision, and the immediate consequences of a fold."""
    follows = {"fold": "fold", "check": ""}.get(action, "set_hand")
    record.emit(
        e.Decided,
        clauses=_with(record.state, offer.clauses, follows),
        seat=hand.seat,
        stage=step.name,
        action=action,
        amount=amount,
        times=times,
        default=default,
        alerts=alerts_of(record.state, hand, action),
    )
    if action == "fold":
        hand_over_bonus(record, record.state.hands[hand.seat])


def hand_over_bonus(record: Recorder, hand: Hand) -> None:
    """Where the document says so, a folded hand's winning bonuses are shown and handed over at once."""
    state = record.state
    ready, rule = prepared(state.at.house), state.at.house.rules.instructions.get("fold_bonus")
    over = hand.action != "fold" or hand.shown or hand.lost or hand.void or state.void_all is not None
    if rule is None or over or not paid_at_fold(state) or not complete(state, hand):
        return
    if not state.board and not ready.reaches_bonus(hand.wagers, hand_set(hand.cards)):
        return
    # Limits apply in the order in which folded hands were paid: clockwise, up to this one.
    folded = [seat for seat, each in state.hands.items() if each.handed_over or seat == hand.seat]
    paid = settle_folded(ready, round_of(state, folded), hand.seat)
    if paid.results:
        record.emit_by_system(
            e.BonusHandedOver,
            clauses=rule.clauses,
            seat=hand.seat,
            player=hand.player,
            cards=hand.cards,
            results=paid.results,
            awards=paid.awards,
        )


# ------------------------------------------------------------------------------------------ hands turned


def reveal(record: Recorder, step: RoundStep, cards: str) -> None:
    """The dealer's hand, turned and named."""
    state = record.state
    hand = _named(state, cards)
    says = step.rule.says.replace("{hand}", hand)
    exposed = _left_exposed(state, cards, ())
    clauses = _with(state, step.rule.clauses, "keep_exposed" if exposed else "")
    emit = record.emit_by_system if state.electronic else record.emit
    emit(e.DealerRevealed, clauses=clauses, cards=cards, hand=hand, says=says, left_exposed=exposed)


def show(
    record: Recorder, hand: Hand, step: RoundStep, cards: str, set_cards: str = "", *, part: bool = False
) -> None:
    """A player's hand, turned and named in its turn; `set_cards` are those laid down to play.

    `part`: the cards are not all of the hand, only those that play.
    """
    play = prepared(record.state.at.house).play
    mis_set = bool(set_cards) and play.strength(hand_set(set_cards)) != play.strength(hand_set(cards))
    state = record.state
    name = _named(state, cards)
    dealer = state.dealer if state.dealer_revealed else ""  # a hidden hand is not on the layout
    before = [dealer, *(each.cards for each in state.hands.values() if each.shown)]
    exposed = _left_exposed(state, cards, before)
    clauses = _with(state, step.rule.clauses, "keep_exposed" if exposed else "")
    emit = record.emit_by_system if state.electronic else record.emit
    emit(
        e.HandShown,
        clauses=clauses,
        seat=hand.seat,
        cards=cards,
        hand=name,
        says=step.rule.says.replace("{hand}", name),
        left_exposed=exposed,
        mis_set=mis_set,
        declared=DECIDING if part else msgspec.UNSET,
    )


def _named(state: State, cards: str) -> str:
    play = prepared(state.at.house).play
    return play.name(play.strength(hand_set(_with_board(state, cards))))


def _with_board(state: State, cards: str) -> str:
    return f"{cards} {state.board}" if state.board else cards


def _left_exposed(state: State, cards: str, before: Iterable[str]) -> bool:
    """Whether the hand stays on the layout as the highest so far, for the Cover All wagers."""
    play = prepared(state.at.house).play
    if play.left_exposed is None or not any("cover_all" in hand.wagers for hand in state.hands.values()):
        return False
    standing = _standing(state, play, cards)
    if not play.left_exposed(standing[1]):
        return False
    return standing > max((_standing(state, play, each) for each in before if each), default=(-99, 0))


def _standing(state: State, play: Play, text: str) -> tuple[int, int]:
    """The rank of a hand for Cover All: by the rows of the bet, then by its strength."""
    cards = hand_set(_with_board(state, text))
    strength = play.strength(cards)
    rung = NO_ROW if play.cover_all is None else play.cover_all.rung(cards, strength)
    return (-98 if rung == NO_ROW else -rung), strength


def _with(state: State, clauses: tuple[str, ...], name: str) -> tuple[str, ...]:
    return _also_cited(state.at, clauses, name)


@lru_cache(maxsize=1024)
def _also_cited(rules: TableRules, clauses: tuple[str, ...], name: str) -> tuple[str, ...]:
    rule = rules.house.rules.instructions.get(name)
    return clauses if rule is None else distinct((*clauses, *rule.clauses))


# ------------------------------------------------------------------------------------------- settlement


def round_of(state: State, seats: Iterable[int], without_progressive: Iterable[int] = ()) -> Round:
    """The round as it is settled, of these seats."""
    void = state.void_all
    dealer_cards = prepared(state.at.house).dealer_cards
    dropped = set(without_progressive)
    return Round(
        rules=state.at.house.rules.rules.document,
        choices=state.at.choices,
        dealer=state.dealer if len(state.dealer.split()) == dealer_cards else None,
        board=state.board or None,
        seats=[_seat(state, state.hands[seat], seat in dropped) for seat in seats],
        irregularity=None if void is None else void.clause,
        amounts=state.amounts,
    )


def round_so_far(state: State, seat: int) -> Round:
    """The round with this seat and those settled before it.

    Progressive wagers that have been settled are left out: no award is paid twice, on any meter.
    """
    turned = [each for each in state.hands if state.hands[each].settled or each == seat]
    paid = [each for each in turned if each != seat or "progressive" in settled_before(state, each)]
    return round_of(state, turned, paid)


def _seat(state: State, hand: Hand, without_progressive: bool) -> Seat:
    decision: Decision | None = None
    if hand.action:
        decision = FOLD if hand.action == "fold" else {hand.action: hand.amount or hand.times}
    wagers = hand.wagers
    if without_progressive:
        wagers = {name: amount for name, amount in wagers.items() if name != "progressive"}
    return Seat(
        seat=hand.seat,
        player=hand.player,
        wagers=wagers,
        match_play=hand.match_play,
        cards=_known_cards(state, hand),
        decision=decision,
        irregularity=hand.void or hand.lost or None,
        declared=hand.declared or msgspec.UNSET,
    )


def _known_cards(state: State, hand: Hand) -> str | None:
    """A hand's cards, if it was dealt whole; of a void round in which nothing is settled, none at all."""
    void = state.void_all
    if hand.handed_over:
        return hand.cards
    if void is not None and not void.settled:
        return ""
    if complete(state, hand) or (hand.declared == DECIDING and void is None):
        return hand.cards
    return None if void is None else ""


def settle_next(record: Recorder, step: RoundStep) -> None:
    """Settle the whole round, or the next seat with turned cards."""
    state = record.state
    ready = prepared(state.at.house)
    meters = record.meters
    if state.electronic or step.stepwise or state.winners_order:
        played = round_of(state, state.hands)
        whole = settle_at(ready, played, meters=meters, progressive_order=state.winners_order)
        _settle_whole(record, step, ready, whole)
        _settle_round(record, step, whole, played)
        return
    hand = to_settle(state)
    if hand is not None:
        part = settle_at(ready, round_so_far(state, hand.seat), meters=meters)
        _settle_seat(record, step, ready, hand.seat, part)
        record.meters = part.meters  # the next seat of the same command is paid from the rest
        return
    # Envy and Cover All depend on no meter: those already paid are left out.
    played = round_of(state, state.hands)
    _settle_round(record, step, settle_at(ready, played, meters=meters), played)


def _settle_whole(record: Recorder, step: RoundStep, ready: PreparedRules, whole: TableSettlement) -> None:
    order = seats_in_order(record.state)
    if not step.stepwise:
        for seat in order:
            if must_show(record.state, record.state.hands[seat]):
                show(record, record.state.hands[seat], step, record.state.hands[seat].cards)
            _settle_seat(record, step, ready, seat, whole)
        return
    for seat in order:
        if must_show(record.state, record.state.hands[seat]):
            show(record, record.state.hands[seat], step, record.state.hands[seat].cards)
    for part in ("losses", "wins"):
        for seat in order:
            _settle_seat(record, step, ready, seat, whole, part)


def _settle_seat(
    record: Recorder,
    step: RoundStep,
    ready: PreparedRules,
    seat: int,
    settled: TableSettlement,
    part: str = "all",
) -> None:
    state = record.state
    wanted = results_due(state, seat, settled, part)
    awards = awards_due(state, seat, settled, part)
    clauses = step.rule.clauses
    if part != "all":
        clauses = _with(state, (), "collect_losers" if part == "losses" else "pay_winners")
    if awards:
        clauses = _with(state, clauses, "progressive_payout")
    void = next((result for result in wanted.values() if result.outcome == "void"), None)
    if void is not None:
        clauses = void.clauses
    record.emit_by_system(
        e.SeatSettled,
        clauses=clauses,
        seat=seat,
        player=state.hands[seat].player,
        results=wanted,
        part=part,
        awards=awards,
        pending=any(_waits(state, award) for award in awards),
        alerts=tuple(_meter_alerts(state, awards)),
        meters=record.meters,
    )


def results_of(settled: TableSettlement, seat: int) -> dict[str, Result]:
    """The results of one seat."""
    for each in settled.settlement.seats:
        if each.seat == seat:
            return each.results
    raise KeyError(seat)


def results_due(state: State, seat: int, settled: TableSettlement, part: str = "all") -> dict[str, Result]:
    """The results settled in a seat's turn: without those handed over at its fold or already paid."""
    handed, before = state.hands[seat].handed_over, settled_before(state, seat)
    return {
        name: result
        for name, result in results_of(settled, seat).items()
        if name not in _LATE
        and name not in handed
        and before.get(name) != result
        and (part == "all" or (result.outcome == "lose") == (part == "losses"))
    }


def awards_due(
    state: State, seat: int, settled: TableSettlement, part: str = "all"
) -> tuple[MeterAward, ...]:
    """The progressive award of a seat's turn, unless it was paid before."""
    if part == "losses" or "progressive" in settled_before(state, seat):
        return ()
    return tuple(award for award in settled.awards if award.seat == seat)


def _waits(state: State, award: MeterAward) -> bool:
    """Whether an award is pending until it is validated: every one, or those that come from a meter."""
    rule = state.at.house.rules.step("validate")
    return bool(award.meter) or (rule is not None and rule.awards == "all")


def _meter_alerts(state: State, awards: Iterable[MeterAward]) -> Iterable[e.Alert]:
    progressive = state.at.house.progressive
    for award in awards:
        if award.below_initial and progressive is not None:
            clauses = next(meter.clauses for meter in progressive.meters if meter.name == award.meter)
            text = f"the {award.meter} meter resets to less than its initial amount"
            yield e.Alert(alert="meter_below_initial", text=text, seat=award.seat, clauses=clauses)


def _settle_round(record: Recorder, step: RoundStep, whole: TableSettlement, played: Round) -> None:
    """Cover All, envy, and the record of the round."""
    state = record.state
    settlement = whole.settlement
    late = {seat.seat: seat.results for seat in settlement.seats}
    around = prepared(state.at.house).order.around(late)
    cover_all = {seat: late[seat]["cover_all"] for seat in around if "cover_all" in late[seat]}
    if cover_all:
        rule = state.at.house.rules.step("cover_all")
        record.emit_by_system(
            e.CoverAllSettled,
            clauses=step.rule.clauses if rule is None else rule.clauses,
            results=cover_all,
            players={seat: state.hands[seat].player for seat in cover_all},
        )
        state = record.state
    envy, waits = envy_of(state, whole)
    nets = {
        seat: sum(result.net for result in results.values()) + (envy[seat].net if seat in envy else 0)
        for seat, results in state.results.items()
    }
    void = [hand for hand in state.hands.values() if _went_back(state.results[hand.seat])]
    record_of_round = msgspec.structs.replace(
        played, meters={name: units // UNIT for name, units in state.settlement_meters.items()} or None
    )
    record.emit_by_system(
        e.RoundSettled,
        clauses=step.rule.clauses,
        round=state.round,
        record=record_of_round,
        nets=nets,
        envy=envy,
        envy_waits=waits,
        players={seat: hand.player for seat, hand in state.hands.items()},
        returned_contributions=contributions(state.at.house, void),
        readings=tuple(dict.fromkeys((*settlement.readings, *_default_reading(state)))),
        digest=digest_of(record_of_round),
    )


def _default_reading(state: State) -> tuple[str, ...]:
    """The reading on a player who does not act in time, where a decision of the round rests on it."""
    stated = state.at.house.rules.stated("decision.default_action")
    rests = stated is not None and any(hand.default for hand in state.hands.values())
    return (stated.reading,) if stated is not None and rests and stated.reading else ()


def envy_of(state: State, whole: TableSettlement) -> tuple[dict[int, Result], dict[str, tuple[Envy, ...]]]:
    """The envies paid with the round, and by pending award those that wait for its validation.

    An envied hand whose award was rejected earns nobody an envy.
    """
    waiting = {award.seat: name for name, award in state.pending.items() if award.round == state.round}
    rejected = {seat for seat in state.hands if f"{state.round}.{seat}" in state.rejected}
    paid: dict[int, Result] = {}
    waits: dict[str, tuple[Envy, ...]] = {}
    for seat, sources in whole.envy.items():
        result = results_of(whole, seat)["envy"]
        now = sum(cents for hand, cents in sources.items() if hand not in waiting and hand not in rejected)
        if now:
            paid[seat] = msgspec.structs.replace(result, paid=now, net=now)
        for hand, cents in sources.items():
            if hand in waiting:
                player = state.hands[seat].player
                due = Envy(seat=seat, player=player, paid=cents, clauses=result.clauses)
                waits[waiting[hand]] = (*waits.get(waiting[hand], ()), due)
    return paid, waits


def _went_back(results: dict[str, Result]) -> bool:
    return "progressive" in results and results["progressive"].outcome == "void"


def digest_of(record: Round) -> str:
    """The SHA-256 of a round's record, over the bytes that an event holds it in."""
    return hashlib.sha256(_encoder.encode(record)).hexdigest()


_encoder = msgspec.json.Encoder()
