"""`evolve(state, event) -> state`: apply an event. It decides nothing and refuses nothing.

`croupier.table.cursor` then finds the current step of the program.
"""

from collections.abc import Callable
from dataclasses import replace as replace_rules
from typing import Any

import msgspec

from croupier.games.steps import BOARD, DEALER, RACK
from croupier.jackpot.meters import MeterAward
from croupier.settlement.round import Result
from croupier.submission.house import TableRules
from croupier.table import events as e
from croupier.table.cursor import change_deck, onward, replace_deck
from croupier.table.programs import physical_decks, steps_of
from croupier.table.state import (
    Deck,
    Found,
    Hand,
    PendingAward,
    Replaced,
    Reported,
    State,
    boxes_of,
)

_KEPT_DIGESTS = 1000
"""The number of rounds that can be resettled: those of a long day."""

_SET_ASIDE = frozenset(("card_face_up", "cards_face_up", "cards_face_up_after_deal"))
"""Irregularities whose cards go to the rack."""

change = msgspec.structs.replace


def evolve(state: State, event: e.AnyEvent) -> State:
    """The state after an event."""
    after = _EVOLVE[type(event)](state, event)
    return change(after, version=state.version + 1, now=event.at)


def _hand(state: State, seat: int, **changes: Any) -> State:
    return change(state, hands={**state.hands, seat: change(state.hands[seat], **changes)})


# ------------------------------------------------------------------------------------------ kind by kind


def _table_opened(state: State, event: e.TableOpened) -> State:
    # Rounds are numbered on from the day before, and awards that wait go on waiting.
    state = State(
        version=state.version,
        table=event.table,
        mode=event.mode,
        amounts=event.amounts,
        confirm_voids=event.confirm_voids,
        rules=event.rules,
        program="opening",
        round=state.round,
        settled=state.settled,
        replaced=_replaced(state, event.rules),
        pending=state.pending,
        awarded=state.awarded,
        corrected_by=state.corrected_by,
        rejected=state.rejected,
    )
    state = change(state, decks=tuple(Deck() for _ in range(physical_decks(state))))
    return onward(state, 0)


def _rules_adopted(state: State, event: e.RulesAdopted) -> State:
    return change(state, rules=event.rules, replaced=_replaced(state, event.rules))


def _replaced(state: State, rules: TableRules) -> tuple[Replaced, ...]:
    """The rules of rounds that may still be resettled, where these rules follow them."""
    kept = state.replaced
    old = state.rules
    if old is not None and state.settled and not _settle_alike(old, rules):
        kept = (*kept, Replaced(until=max(state.settled), rules=old))
    first = min(state.settled, default=0)
    return tuple(each for each in kept if each.until >= first)


def _settle_alike(one: TableRules, other: TableRules) -> bool:
    return one.house.rules.digest == other.house.rules.digest and one.choices == other.choices


def _table_idle(state: State, event: e.TableIdle) -> State:
    # Cards that have lain spread are opened and shuffled again, preshuffled or not, each deck of two.
    decks = tuple(change(deck, opened=False, unused=False, shuffled=False) for deck in state.decks)
    return change(state, decks=decks, program="idle", step=0, round=state.round - 1, mismatch="")


def _table_closed(state: State, event: e.TableClosed) -> State:
    return change(state, program="closed", step=0, players={}, hands={}, decks=(), order=(), commitment="")


def _step_done(state: State, event: e.StepDone) -> State:
    if event.award:
        lit = change(state.pending[event.award], lit=True)
        return change(state, pending={**state.pending, event.award: lit})
    if event.step == "receive":
        state = replace_deck(state, Deck(back=event.back, since=event.at))
    elif event.step == "alternate":
        state = change(state, active=state.turn, cut=False)
    elif event.step == "cut":
        state = change(state, cut=True, mismatch="")
        if state.program == "round":  # cut again, or where nothing required a cut
            return state
    return onward(state)


def _steps_not_applicable(state: State, event: e.StepsNotApplicable) -> State:
    names = [step.name for step in steps_of(state)]
    return onward(change(state, step=names.index(event.steps[-1], state.step)))


def _counted(state: State, event: e.Counted) -> State:
    if not event.right:
        return change(state, mismatch=event.step)
    if event.step == "stub_count":  # the end of this round makes it none
        state = change(change_deck(state, uncounted=-1), rounds_uncounted=-1)
    return onward(change(state, mismatch=""))


def _shuffled(state: State, event: e.Shuffled) -> State:
    order = tuple(event.order.split())
    return onward(change(state, order=order, commitment=event.commitment, cut=False))


def _deck_changed(state: State, event: e.DeckChanged) -> State:
    decks = list(state.decks)
    decks[event.deck] = Deck()
    return change(
        state,
        decks=tuple(decks),
        active=event.deck,
        program="opening",
        step=0,
        opening_from="",
        hands={},
        round=state.round - (state.program == "round"),
        mismatch="",
    )


def _method_changed(state: State, event: e.MethodChanged) -> State:
    equipment = change(
        state.at.equipment,
        deal=event.deal,
        shuffle=event.shuffle,
        decks=1 if event.shuffle == "manual" else state.at.equipment.decks,
        counting_shuffler=state.at.equipment.counting_shuffler and event.shuffle != "manual",
        reshuffle_and_count_device=(
            state.at.equipment.reshuffle_and_count_device and event.shuffle != "manual"
        ),
    )
    state = change(
        state, rules=replace_rules(state.at, equipment=equipment), decks=state.decks[: equipment.decks]
    )
    last = len(state.decks) - 1
    return _shuffle_again(change(state, active=min(state.active, last), turn=min(state.turn, last)))


def _shuffle_ordered(state: State, event: e.ShuffleOrdered) -> State:
    return _shuffle_again(state)


def _shuffle_again(state: State) -> State:
    """Back to the shuffle; a round without bets is not counted."""
    begun = state.round - (state.program == "round")
    return change(
        change_deck(state, unused=False, shuffled=False),
        program="shuffle",
        step=0,
        order=(),
        commitment="",
        cut=False,
        mismatch="",
        round=begun,
    )


def _player_sat(state: State, event: e.PlayerSat) -> State:
    return change(state, players=dict(sorted({**state.players, event.seat: event.player}.items())))


def _player_left(state: State, event: e.PlayerLeft) -> State:
    players = {seat: player for seat, player in state.players.items() if seat != event.seat}
    return change(state, players=players)


def _bet_placed(state: State, event: e.BetPlaced) -> State:
    hands = dict(state.hands)
    if event.wagers:
        hands[event.seat] = Hand(
            seat=event.seat, player=event.player, wagers=event.wagers, match_play=event.match_play
        )
        hands = dict(sorted(hands.items()))
    else:
        hands.pop(event.seat, None)
    return change(state, hands=hands)


def _bets_closed(state: State, event: e.BetsClosed) -> State:
    order = tuple(event.order.split()) or state.order
    return onward(change(state, bets_closed=True, contributions=event.contributions, order=order))


def _dealt(state: State, event: e.Dealt) -> State:
    hands = dict(state.hands)
    cards: dict[int, list[str]] = {}
    drawn = dealer_dealt = 0
    dealer_up = state.dealer_up
    counts: dict[int, int] = {}
    for packet in event.packets:
        drawn += packet.count
        if packet.to > 0:
            counts[packet.to] = counts.get(packet.to, 0) + packet.count
        elif packet.to == DEALER:
            dealer_dealt += packet.count
            if packet.up:
                dealer_up = packet.cards
        if packet.cards:
            cards.setdefault(packet.to, []).append(packet.cards)
    for seat, count in counts.items():
        hand = hands[seat]
        hands[seat] = change(hand, dealt=hand.dealt + count, cards=_joined(hand.cards, *cards.get(seat, ())))
    return onward(
        change(
            state,
            hands=hands,
            drawn=state.drawn + drawn,
            dealer=_joined(state.dealer, *cards.get(DEALER, ())),
            dealer_dealt=state.dealer_dealt + dealer_dealt,
            dealer_up=dealer_up,
            board=_joined(state.board, *cards.get(BOARD, ())),
            aside=_joined(state.aside, *cards.get(RACK, ())),
        )
    )


def _joined(*cards: str) -> str:
    return " ".join(filter(None, cards))


def _cards_entered(state: State, event: e.CardsEntered) -> State:
    if event.to == DEALER:
        return change(state, dealer=event.cards)
    if event.discards:
        return _hand(state, event.to, discards=event.cards)
    # The cards of a folded hand may be all that the next player waits for.
    return onward(_hand(state, event.to, cards=event.cards), 0)


def _decided(state: State, event: e.Decided) -> State:
    action = "" if event.action == "check" else event.action
    decided: dict[str, Any] = {"action": action, "amount": event.amount, "times": event.times}
    default = event.default or state.hands[event.seat].default
    state = _hand(state, event.seat, answered=event.stage, default=default, **decided)
    return onward(state, 0)


def _bonus_handed_over(state: State, event: e.BonusHandedOver) -> State:
    state = _awarded(state, event.awards, event.player)
    return _hand(state, event.seat, cards=event.cards, shown=True, handed_over=event.results)


def _dealer_revealed(state: State, event: e.DealerRevealed) -> State:
    return onward(change(state, dealer=event.cards, dealer_revealed=True, announced=event.says))


def _hand_shown(state: State, event: e.HandShown) -> State:
    state = change(state, announced=event.says)
    return _hand(state, event.seat, cards=event.cards, shown=True)


def _seat_settled(state: State, event: e.SeatSettled) -> State:
    before = state.results.get(event.seat) or state.hands[event.seat].handed_over
    results = {**before, **event.results}
    meters = state.settlement_meters or event.meters
    state = change(state, results={**state.results, event.seat: results}, settlement_meters=meters)
    state = _awarded(state, event.awards, event.player, pending=event.pending)
    return _hand(state, event.seat, settled="all" if event.part == "wins" else event.part)


def _awarded(state: State, awards: tuple[MeterAward, ...], player: str, *, pending: bool = False) -> State:
    for award in awards:
        name = f"{state.round}.{award.seat}"
        entry = PendingAward(
            award=name,
            round=state.round,
            seat=award.seat,
            player=player,
            hand=award.row,
            meter=award.meter,
            share=award.share,
            paid=award.paid,
            stood=award.stood,
        )
        kept = {old: each for old, each in state.awarded.items() if each.round > state.round - _KEPT_DIGESTS}
        state = change(state, awarded={**kept, name: entry})
        if pending:
            state = change(state, pending={**state.pending, name: entry})
    return state


def _cover_all_settled(state: State, event: e.CoverAllSettled) -> State:
    results = dict(state.results)
    for seat, result in event.results.items():
        results[seat] = {**results[seat], "cover_all": result}
    return change(state, results=results)


def _round_settled(state: State, event: e.RoundSettled) -> State:
    results = dict(state.results)
    for seat, result in event.envy.items():
        results[seat] = {**results[seat], "envy": result}
    settled = {**state.settled, event.round: event.digest}
    settled.pop(event.round - _KEPT_DIGESTS, None)
    waits = {name: change(state.pending[name], envy=envy) for name, envy in event.envy_waits.items()}
    return onward(change(state, results=results, settled=settled, pending=state.pending | waits))


def _round_ended(state: State, event: e.RoundEnded) -> State:
    return onward(state)


def _award_closed(state: State, event: e.AwardValidated | e.AwardRejected | e.AwardTakenBack) -> State:
    if isinstance(event, e.AwardValidated):
        state = _envy_paid(state, event)
        award = state.pending.get(event.award)  # a redacted log may not name it
        if award is not None and award.round == state.round:
            state = change(state, validated={**state.validated, event.award: award})
    else:
        state = _not_paid(state, event.award)
        awarded = {name: each for name, each in state.awarded.items() if name != event.award}
        state = change(state, rejected=(*state.rejected, event.award)[-_KEPT_DIGESTS:], awarded=awarded)
    return change(state, pending={name: each for name, each in state.pending.items() if name != event.award})


def _envy_paid(state: State, event: e.AwardValidated) -> State:
    """The envies of a validated award, among the results of their seats."""
    for each in event.envy:
        before = _result_of(state, event.award, each.seat, "envy")
        paid = each.paid + (0 if before is None else before.paid)
        state = _with_result(
            state, event.award, each.seat, "envy", Result("win", 0, paid, 0, paid, each.clauses)
        )
    return state


def _not_paid(state: State, award: str) -> State:
    """A rejected award is nowhere shown as paid."""
    seat = int(award.partition(".")[2])
    result = _result_of(state, award, seat, "progressive")
    if result is None or result.outcome != "win":
        return state
    unpaid = change(result, outcome="lose", paid=0, net=result.returned - result.stake)
    return _with_result(state, award, seat, "progressive", unpaid)


def _result_of(state: State, award: str, seat: int, name: str) -> Result | None:
    """A result of an award's round, while it is on the table or the last one."""
    round_ = int(award.partition(".")[0])
    if state.program == "round" and round_ == state.round:
        return state.results.get(seat, {}).get(name)
    if state.last is not None and round_ == state.last.round:
        return state.last.results.get(seat, {}).get(name)
    return None


def _with_result(state: State, award: str, seat: int, name: str, result: Result) -> State:
    round_ = int(award.partition(".")[0])
    if state.program == "round" and round_ == state.round:
        mine = {**state.results.get(seat, {}), name: result}
        return change(state, results={**state.results, seat: mine})
    last = state.last
    if last is not None and round_ == last.round:
        mine = {**last.results.get(seat, {}), name: result}
        return change(state, last=change(last, results={**last.results, seat: mine}))
    return state


def _winners_ordered(state: State, event: e.WinnersOrdered) -> State:
    return change(state, winners_order=event.seats)


def _irregularity_reported(state: State, event: e.IrregularityReported) -> State:
    reported = Reported(
        irregularity=event.irregularity,
        by=event.by,
        void=event.void,
        seat=event.seat,
        cards=event.cards,
        count=event.count,
        note=event.note,
    )
    return change(state, reported=reported)


def _report_dismissed(state: State, event: e.ReportDismissed) -> State:
    return change(state, reported=None)


def _irregularity_found(state: State, event: e.IrregularityFound) -> State:
    state = change(state, reported=None)
    found = Found(
        irregularity=event.irregularity,
        clause=event.clause,
        void=event.void,
        settled=event.settled,
        deck=event.deck,
        seat=event.seat,
    )
    if state.program == "round":
        state = change(state, found=(*state.found, found))
        if event.forfeits:
            state = _forfeited(state, event)
        if event.void == "hand":
            state = _hand(state, event.seat, void=event.clause)
        if event.irregularity in _SET_ASIDE:
            count = 1 if event.irregularity == "card_face_up" else len(event.cards.split())
            state = change(state, drawn=state.drawn + count, aside=_joined(state.aside, event.cards))
        if event.irregularity == "wrong_cards_player":
            dealt = state.hands[event.seat].dealt
            state = change(state, drawn=state.drawn + _more(event.count, dealt))
            state = _hand(state, event.seat, dealt=event.count)  # 0: nobody has counted them
        if event.irregularity == "wrong_cards_dealer":
            drawn = state.drawn + _more(event.count, state.dealer_dealt)
            state = change(state, drawn=drawn, dealer_dealt=event.count or state.dealer_dealt)
        if event.irregularity == "improper_cut":
            return change(state, mismatch="cut")
        if event.void == "all":
            # Seats that were already settled are settled again as void.
            hands = {seat: change(hand, settled="") for seat, hand in state.hands.items()}
            awarded = {
                name: each
                for name, each in state.awarded.items()
                if each.round != state.round or "progressive" in state.hands[each.seat].handed_over
            }
            state = change(state, mismatch="", hands=hands, results={}, awarded=awarded)
        return onward(state, 0) if state.bets_closed else state
    # Before a round: the deck leaves the table, or is reshuffled.
    if event.deck == "remove":
        return change(
            replace_deck(state, Deck()),
            program="opening",
            step=0,
            opening_from="",
            mismatch="",
        )
    if event.deck == "reshuffle":
        # Of two decks the one in the device is shuffled again before it comes out.
        program = "alternate" if state.program == "alternate" else "shuffle"
        return change(change_deck(state, shuffled=False), program=program, step=0, mismatch="")
    return state


def _forfeited(state: State, event: e.IrregularityFound) -> State:
    """Every wager of the player is lost, on each box; what was handed over at a fold is taken back."""
    seats = boxes_of(state, event.seat)
    hands = {
        seat: change(hand, lost=event.clause, handed_over={}) if seat in seats else hand
        for seat, hand in state.hands.items()
    }
    awarded = {
        name: each
        for name, each in state.awarded.items()
        if each.round != state.round or each.seat not in seats
    }
    return change(state, hands=hands, awarded=awarded)


def _more(count: int, dealt: int) -> int:
    """Cards beyond those that should have left the deck, where they were counted."""
    return count - dealt if count else 0


def _corrected(state: State, event: e.Corrected) -> State:
    state = _handled(state, state.round, event)
    if event.seat == DEALER:
        return change(state, dealer=event.cards or "")
    changes: dict[str, Any] = {}
    if event.wagers is not None:
        changes["wagers"] = event.wagers
    if event.decision is not None:
        action = "" if event.decision == "check" else event.decision
        changes |= {"action": action, "amount": event.amount, "times": event.times}
    if event.cards is not None:
        changes["cards"] = event.cards
    return onward(_hand(state, event.seat, **changes), 0)


def _resettled(state: State, event: e.Resettled) -> State:
    awarded = {name: each for name, each in state.awarded.items() if name not in event.awards_back}
    won = {award.award: award for award in event.awards}
    state = _handled(state, event.round, event)
    return change(
        state,
        settled={**state.settled, event.round: event.digest},
        awarded=awarded | won,
        pending=state.pending | won,
        rejected=tuple(name for name in state.rejected if name not in won),
    )


def _handled(state: State, round_: int, event: e.Corrected | e.Resettled) -> State:
    """Both people who signed for a change of a round, kept as long as it can be resettled."""
    people = dict.fromkeys((*state.corrected_by.get(round_, ()), event.by, event.second.by))
    kept = {old: who for old, who in state.corrected_by.items() if old > state.round - _KEPT_DIGESTS}
    return change(state, corrected_by={**kept, round_: tuple(people)})


_EVOLVE: dict[type, Callable[[State, Any], State]] = {
    e.TableOpened: _table_opened,
    e.RulesAdopted: _rules_adopted,
    e.TableIdle: _table_idle,
    e.TableClosed: _table_closed,
    e.StepDone: _step_done,
    e.StepsNotApplicable: _steps_not_applicable,
    e.Counted: _counted,
    e.Shuffled: _shuffled,
    e.DeckChanged: _deck_changed,
    e.MethodChanged: _method_changed,
    e.ShuffleOrdered: _shuffle_ordered,
    e.PlayerSat: _player_sat,
    e.PlayerLeft: _player_left,
    e.BetPlaced: _bet_placed,
    e.BetsClosed: _bets_closed,
    e.Dealt: _dealt,
    e.CardsEntered: _cards_entered,
    e.Decided: _decided,
    e.BonusHandedOver: _bonus_handed_over,
    e.DealerRevealed: _dealer_revealed,
    e.HandShown: _hand_shown,
    e.SeatSettled: _seat_settled,
    e.CoverAllSettled: _cover_all_settled,
    e.RoundSettled: _round_settled,
    e.RoundEnded: _round_ended,
    e.AwardValidated: _award_closed,
    e.AwardRejected: _award_closed,
    e.AwardTakenBack: _award_closed,
    e.WinnersOrdered: _winners_ordered,
    e.IrregularityReported: _irregularity_reported,
    e.ReportDismissed: _report_dismissed,
    e.IrregularityFound: _irregularity_found,
    e.Corrected: _corrected,
    e.Resettled: _resettled,
}
