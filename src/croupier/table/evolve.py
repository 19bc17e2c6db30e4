"""`evolve(state, event) -> state`: apply an event. It decides nothing and refuses nothing.

`croupier.table.cursor` then finds the current step of the program.
"""

from collections.abc import Callable
from dataclasses import replace as replace_rules
from typing import Any

from msgspec.structs import replace as change

from croupier.games.steps import BOARD, DEALER, RACK
from croupier.submission.house import TableRules
from croupier.table import events as e
from croupier.table.cursor import change_deck, onward, replace_deck
from croupier.table.evolution.awards import award_closed, awarded
from croupier.table.evolution.changes import KEPT_ROUNDS, joined, with_hand
from croupier.table.evolution.rulings import (
    corrected,
    irregularity_found,
    irregularity_reported,
    report_dismissed,
    resettled,
)
from croupier.table.evolution.station import (
    call_answered,
    decision_taken_back,
    floor_called,
    hand_declared,
    hand_taken_back,
    keeps_turned,
    last_entry,
    turned,
)
from croupier.table.programs import physical_decks, steps_of
from croupier.table.state import (
    Deck,
    Hand,
    Replaced,
    State,
    settled_before,
)


def evolve(state: State, event: e.AnyEvent) -> State:
    """The state after an event."""
    after = _EVOLVE[type(event)](state, event)
    entry, turned_last = after.last_entry, after.last_turned
    if entry is not None and entry is state.last_entry:
        entry = None
    if turned_last is not None and turned_last is state.last_turned and not keeps_turned(state, event):
        turned_last = None
    return change(after, version=state.version + 1, now=event.at, last_entry=entry, last_turned=turned_last)


# ------------------------------------------------------------------------------------------ kind by kind


def _table_opened(state: State, event: e.TableOpened) -> State:
    # Rounds are numbered on from the day before, and awards that wait go on waiting.
    state = State(
        version=state.version,
        table=event.table,
        mode=event.mode,
        amounts=event.amounts,
        confirm_voids=event.confirm_voids,
        every_discard=event.every_discard is True,
        control=event.control or 0,
        rules=event.rules,
        program="opening",
        round=state.round,
        settled=state.settled,
        replaced=_replaced(state, event.rules),
        pending=state.pending,
        awarded=state.awarded,
        corrected_by=state.corrected_by,
        changed_by=state.changed_by,
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
        award = state.pending.get(event.award)  # a redacted log may not name it
        if award is None:
            return state
        return change(state, pending={**state.pending, event.award: change(award, lit=True)})
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
        hands[seat] = change(hand, dealt=hand.dealt + count, cards=joined(hand.cards, *cards.get(seat, ())))
    return onward(
        change(
            state,
            hands=hands,
            drawn=state.drawn + drawn,
            dealer=joined(state.dealer, *cards.get(DEALER, ())),
            dealer_dealt=state.dealer_dealt + dealer_dealt,
            dealer_up=dealer_up,
            board=joined(state.board, *cards.get(BOARD, ())),
            aside=joined(state.aside, *cards.get(RACK, ())),
        )
    )


def _cards_entered(state: State, event: e.CardsEntered) -> State:
    if event.to == DEALER:
        return change(state, dealer=event.cards)
    if event.discards:
        return with_hand(state, event.to, discards=event.cards)
    # The cards of a folded hand may be all that the next player waits for.
    return onward(with_hand(state, event.to, cards=event.cards, declared=""), 0)


def _decided(state: State, event: e.Decided) -> State:
    action = "" if event.action == "check" else event.action
    decided: dict[str, Any] = {"action": action, "amount": event.amount, "times": event.times}
    default = event.default or state.hands[event.seat].default
    entry = last_entry(state, event)
    state = with_hand(state, event.seat, answered=event.stage, default=default, **decided)
    if entry is not None:
        state = change(state, last_entry=entry)
    return onward(state, 0)


def _bonus_handed_over(state: State, event: e.BonusHandedOver) -> State:
    state = awarded(state, event.awards, event.player)
    return with_hand(state, event.seat, cards=event.cards, shown=True, handed_over=event.results)


def _dealer_revealed(state: State, event: e.DealerRevealed) -> State:
    after = onward(change(state, dealer=event.cards, dealer_revealed=True, announced=event.says))
    return turned(state, after, DEALER)


def _hand_shown(state: State, event: e.HandShown) -> State:
    after = change(state, announced=event.says)
    after = with_hand(after, event.seat, cards=event.cards, shown=True, declared=event.declared or "")
    return turned(state, after, event.seat)


def _seat_settled(state: State, event: e.SeatSettled) -> State:
    results = {**settled_before(state, event.seat), **event.results}
    meters = state.settlement_meters or event.meters
    state = change(state, results={**state.results, event.seat: results}, settlement_meters=meters)
    state = awarded(state, event.awards, event.player, pending=event.pending)
    return with_hand(state, event.seat, settled="all" if event.part == "wins" else event.part)


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
    settled.pop(event.round - KEPT_ROUNDS, None)
    waits = {name: change(state.pending[name], envy=envy) for name, envy in event.envy_waits.items()}
    return onward(change(state, results=results, settled=settled, pending=state.pending | waits))


def _round_ended(state: State, event: e.RoundEnded) -> State:
    return onward(state)


def _winners_ordered(state: State, event: e.WinnersOrdered) -> State:
    return change(state, winners_order=event.seats)


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
    e.AwardValidated: award_closed,
    e.AwardRejected: award_closed,
    e.AwardTakenBack: award_closed,
    e.WinnersOrdered: _winners_ordered,
    e.IrregularityReported: irregularity_reported,
    e.ReportDismissed: report_dismissed,
    e.IrregularityFound: irregularity_found,
    e.Corrected: corrected,
    e.Resettled: resettled,
    e.FloorCalled: floor_called,
    e.CallAnswered: call_answered,
    e.DecisionTakenBack: decision_taken_back,
    e.HandDeclared: hand_declared,
    e.HandTakenBack: hand_taken_back,
}
