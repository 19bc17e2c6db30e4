"""Refusals that reveal no hidden card.

A refusal names a card only if it is face up, and the bounds of a raise only to a viewer who sees the hand.
"""

from croupier.cards import set_of, text_of
from croupier.errors import Refusal
from croupier.games.steps import RoundStep
from croupier.settlement.checks import read_cards
from croupier.table.redaction.permissions import sees_hand
from croupier.table.state import Hand, State, Viewer


def check_unused_cards(state: State, text: str, where: str, replaced: str = "") -> int:
    """The card set of a text; refused if one of its cards is already in play. `replaced` cards may return.

    Call this last: a command that is refused in any case must not test cards against hidden hands.
    """
    cards = read_cards(text, where)
    shown = [hand.cards for hand in state.hands.values() if hand.shown]
    up = state.board, state.aside, state.dealer_up, state.dealer if state.dealer_revealed else "", *shown
    hands = state.hands.values()
    hidden = state.dealer, *(hand.cards for hand in hands), *(hand.discards or "" for hand in hands)
    clauses = state.at.house.rules.fact("cards.decks").clauses
    for each in up:
        twice = set_of(each) & cards & ~set_of(replaced)
        if twice:
            message = f"{where}: {text_of(twice)} is already in play; a deck holds each card once"
            raise Refusal("duplicate_card", message, clauses)
    if any(set_of(each) & cards & ~set_of(replaced) for each in hidden):
        message = f"{where}: one of these cards is already in play; a deck holds each card once"
        raise Refusal("duplicate_card", message, clauses)
    return cards


def names_bounds(viewer: Viewer, hand: Hand, step: RoundStep) -> bool:
    """Whether a refused decision names its bounds; where they depend on hidden cards it does not."""
    return bool(step.multiples) or not hand.cards or sees_hand(viewer, hand)
