"""Rulings in the state: irregularities, corrections and resettlements."""

from typing import Any

from msgspec.structs import replace as change

from croupier.games.steps import DEALER
from croupier.settlement.round import NO_BONUS
from croupier.table import events as e
from croupier.table.cursor import change_deck, onward, replace_deck
from croupier.table.evolution.changes import KEPT_ROUNDS, joined, with_hand
from croupier.table.irregularities import standing
from croupier.table.state import Deck, Found, Reported, State, boxes_of

_SET_ASIDE = frozenset(("card_face_up", "cards_face_up", "cards_face_up_after_deal"))
"""Irregularities whose cards go to the rack."""


def irregularity_reported(state: State, event: e.IrregularityReported) -> State:
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


def report_dismissed(state: State, event: e.ReportDismissed) -> State:
    return change(state, reported=None)


def irregularity_found(state: State, event: e.IrregularityFound) -> State:
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
            state = with_hand(state, event.seat, void=event.clause)
        if event.irregularity in _SET_ASIDE:
            count = 1 if event.irregularity == "card_face_up" else len(event.cards.split())
            state = change(state, drawn=state.drawn + count, aside=joined(state.aside, event.cards))
        if event.irregularity == "wrong_cards_player":
            dealt = state.hands[event.seat].dealt
            state = change(state, drawn=state.drawn + _more(event.count, dealt))
            state = with_hand(state, event.seat, dealt=event.count)  # 0: nobody has counted them
        if event.irregularity == "wrong_cards_dealer":
            drawn = state.drawn + _more(event.count, state.dealer_dealt)
            state = change(state, drawn=drawn, dealer_dealt=event.count or state.dealer_dealt)
        if event.irregularity == "improper_cut":
            return change(state, mismatch="cut")
        if event.void == "all":
            # Seats that were already settled are settled again as void, but for what stands.
            hands = {seat: change(hand, settled="") for seat, hand in state.hands.items()}
            results = standing(state.results, event.settled, event.seat)
            paid = {seat for seat, mine in results.items() if "progressive" in mine}
            paid |= {seat for seat, hand in hands.items() if "progressive" in hand.handed_over}
            awarded = {
                name: each
                for name, each in state.awarded.items()
                if each.round != state.round or each.seat in paid
            }
            state = change(state, mismatch="", hands=hands, results=results, awarded=awarded)
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
    """Every wager of the player is lost, on each box; payments made at a fold are taken back."""
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


def corrected(state: State, event: e.Corrected) -> State:
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
        changes |= {"cards": event.cards, "declared": ""}
    elif state.hands[event.seat].declared == NO_BONUS:
        added = (event.wagers or {}).keys() - state.hands[event.seat].wagers.keys()
        if added or event.decision is not None:  # it was declared of the former wagers and decision
            changes["declared"] = ""
    return onward(with_hand(state, event.seat, **changes), 0)


def resettled(state: State, event: e.Resettled) -> State:
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
    makers = dict.fromkeys((*state.changed_by.get(round_, ()), event.by))
    return change(
        state,
        corrected_by={**_kept(state, state.corrected_by), round_: tuple(people)},
        changed_by={**_kept(state, state.changed_by), round_: tuple(makers)},
    )


def _kept(state: State, by_round: dict[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    return {old: who for old, who in by_round.items() if old > state.round - KEPT_ROUNDS}
