"""The current step of a table, worked out from the state.

A step that nobody has to take (an offer with nobody left to ask, a deal of a void round) is passed over
without an event, and the end of one program is the beginning of the next.
"""

from typing import Any

from msgspec.structs import replace as change

from croupier.games.steps import RoundStep
from croupier.settlement.payment_order import AT_THE_FOLD
from croupier.settlement.prepared_rules import prepared
from croupier.table.programs import physical_decks, steps_of
from croupier.table.state import ELECTRONIC, Deck, Hand, LastRound, State


def to_ask(state: State, step: RoundStep) -> Hand | None:
    """The next player to be asked, clockwise from the dealer's left; none when all have answered.

    Nobody is asked while the cards of a folded hand are to be looked at.
    """
    if to_confirm(state) is not None:
        return None
    for hand in state.hands.values():
        asked = hand.answered == step.name or hand.action or "ante" not in hand.wagers
        if not (asked or hand.lost or hand.void):
            return hand
    return None


def to_confirm(state: State) -> Hand | None:
    """A hand that folded with a bonus wager, to be paid at once, and whose cards are unknown."""
    if state.mode == ELECTRONIC or not state.bets_closed or not paid_at_fold(state) or state.void_all:
        return None
    for hand in state.hands.values():
        folded = hand.action == "fold" and not (hand.lost or hand.void)
        known = hand.declared or len(hand.cards.split()) == hand.dealt
        if folded and not known and kept_after_fold(state, hand):
            return hand
    return None


def paid_at_fold(state: State) -> bool:
    """Whether the document pays the bonuses of a folded hand at once."""
    return prepared(state.at.house).order.folded == AT_THE_FOLD


def kept_after_fold(state: State, hand: Hand) -> bool:
    """Whether a folded hand's cards stay on the layout, because a wager of it is still live."""
    ready = prepared(state.at.house)
    live = "progressive" in hand.wagers and ready.progressive_after_fold
    counted = bool(ready.house.cover_all) and ready.house.policies.get("cover_all_counts") == "dealt"
    return live or counted or any(name in hand.wagers for name in ready.sides)


def seats_in_order(state: State) -> list[int]:
    """The seats in the order of payment."""
    folded = (seat for seat, hand in state.hands.items() if hand.action == "fold")
    return prepared(state.at.house).order.of(state.hands, folded)


def to_settle(state: State) -> Hand | None:
    """The next seat to be settled, in the order of payment."""
    for seat in seats_in_order(state):
        if state.hands[seat].settled != "all":
            return state.hands[seat]
    return None


def live_after_void(state: State) -> bool:
    """Whether a void round still has a wager to be settled."""
    void = state.void_all
    return void is not None and any(
        wager in hand.wagers for hand in state.hands.values() for wager in void.settled
    )


def passed_over(state: State, step: RoundStep) -> bool:
    """A step that this round does without."""
    if step.only_with and not any(step.only_with in hand.wagers for hand in state.hands.values()):
        return True
    if step.kind == "offer" and to_ask(state, step) is None and to_confirm(state) is None:
        return True
    if step.if_wagered and not any(hand.amount or hand.times for hand in state.hands.values()):
        return True
    if state.bets_closed and state.void_all is not None:
        if step.kind == "deal":
            return not (step.for_settlement and live_after_void(state))
        return step.kind in ("count", "offer", "stub", "reveal") or (
            step.kind == "perform" and step.name not in ("collect", "progressive_reset")
        )
    return False


def onward(state: State, by: int = 1) -> State:
    """On to the next step that has to be taken, through the end of a program into the next."""
    state = change(state, step=state.step + by) if by else state
    while True:
        steps = steps_of(state)
        if state.step >= len(steps):
            state = _next_program(state)  # a program may be empty: preshuffled cards in a counting device
        elif state.program == "round" and state.step and passed_over(state, steps[state.step]):
            state = change(state, step=state.step + 1)
        else:
            return state


def _next_program(state: State) -> State:
    if state.program in ("opening", "idle"):
        return change(change_deck(state, opened=True), program="shuffle", step=0, opening_from="")
    if state.program == "round":
        return _between_rounds(state)
    state = change_deck(state, shuffled=True)
    # After a shuffle or a change of decks: another deck may still have to be opened before the first round.
    for number, deck in enumerate(state.decks):
        if not deck.opened:
            first = _resumes(state) if deck.since else ""
            return change(state, program="opening", step=0, active=number, opening_from=first)
    if not state.decks[state.turn].shuffled:  # dealt since, and the other has left the table meanwhile
        return change(state, program="alternate", step=0, active=state.turn)
    return _new_round(state)


def _resumes(state: State) -> str:
    """Where the opening starts for a deck that has lain spread on an idle table."""
    spread = state.at.house.rules.step("idle_spread")
    return "" if spread is None else spread.resumes


def _new_round(state: State) -> State:
    return change(
        state,
        program="round",
        step=0,
        active=state.turn,
        round=state.round + 1,
        hands={},
        drawn=0,
        board="",
        dealer="",
        dealer_dealt=0,
        dealer_up="",
        aside="",
        bets_closed=False,
        dealer_revealed=False,
        contributions={},
        found=(),
        reported=None,
        results={},
        settlement_meters={},
        validated={},
        winners_order=(),
        announced="",
    )


def _between_rounds(state: State) -> State:
    """The deck is shuffled again, changes places with the other, or leaves the table."""
    removed = any(found.deck == "remove" for found in state.found)
    state = change(state, turn=(state.active + 1) % len(state.decks))
    uncounted = state.decks[state.active].uncounted + 1
    state = change_deck(state, unused=False, opened=not removed, shuffled=False, uncounted=uncounted)
    last = LastRound(
        round=state.round,
        hands=state.hands,
        results=state.results,
        dealer=state.dealer,
        dealer_up=state.dealer_up,
        dealer_dealt=state.dealer_dealt,
        dealer_shown=state.dealer_revealed,
        board=state.board,
    )
    state = change(
        state,
        last=last,
        hands={},
        bets_closed=False,
        order=(),
        commitment="",
        rounds_uncounted=state.rounds_uncounted + 1,
        mismatch="",
    )
    if removed:
        return change(replace_deck(state, Deck()), program="opening", step=0, opening_from="")
    if physical_decks(state) > 1:
        return change(state, program="alternate", step=0, active=state.turn)
    return change(state, program="shuffle", step=0)


def change_deck(state: State, **changes: Any) -> State:
    """The deck in use, changed."""
    return replace_deck(state, change(state.decks[state.active], **changes))


def replace_deck(state: State, deck: Deck) -> State:
    """Another deck in the place of the one in use."""
    decks = list(state.decks)
    decks[state.active] = deck
    return change(state, decks=tuple(decks))
