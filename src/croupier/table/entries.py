"""What people key in, checked: cards that nobody has seen yet, and reasons that are given."""

from croupier.cards import set_of, text_of
from croupier.errors import Refusal
from croupier.settlement.checks import read_cards
from croupier.table.offers import Offer
from croupier.table.state import State


def unseen_cards(state: State, text: str, where: str, but: str = "") -> int:
    """The card set of a text, if none of its cards has been seen in this round; `but` is being replaced.

    Whoever keys cards is told which was seen only if it lies face up: a refusal is no way to hidden hands.
    """
    cards = read_cards(text, where)
    shown = [hand.cards for hand in state.hands.values() if hand.shown]
    up = state.board, state.aside, state.dealer_up, state.dealer if state.dealer_revealed else "", *shown
    hidden = state.dealer, *(hand.cards for hand in state.hands.values())
    clauses = state.at.house.rules.fact("cards.decks").clauses
    for each in up:
        twice = set_of(each) & cards & ~set_of(but)
        if twice:
            message = f"{where}: {text_of(twice)} was seen already; a deck holds each card once"
            raise Refusal("duplicate_card", message, clauses)
    if any(set_of(each) & cards & ~set_of(but) for each in hidden):
        message = f"{where}: a card of these was seen already; a deck holds each card once"
        raise Refusal("duplicate_card", message, clauses)
    return cards


def reason_of(text: str, offer: Offer) -> str:
    """The reason that an override, a correction or a rejection must give."""
    if not text.strip():
        raise Refusal(
            "reason_missing", f"{offer.act}: a reason is required, and stays in the log", offer.clauses
        )
    return text
