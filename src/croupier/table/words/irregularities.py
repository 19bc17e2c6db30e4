"""The words of irregularities and their consequences, for the log and for offers to report."""

from collections.abc import Iterator
from functools import lru_cache

from croupier.names import spoken

IRREGULARITY_WORDS: dict[str, str] = {
    "card_face_up": "a card was found face up",
    "cards_face_up": "more than one card was found face up",
    "cards_face_up_after_deal": "more than one card was found face up after the deal",
    "card_drawn_in_error": "a card was drawn in error, its face unseen",
    "wrong_cards_player": "a player's hand has a wrong number of cards",
    "wrong_cards_dealer": "the dealer's hand has a wrong number of cards",
    "dealer_cards_cured": "the dealer's hand lacked a card",
    "dealer_card_exposed": "a card of the dealer's was exposed",
    "stub_misdealt": "the stub is wrong because cards were misdealt",
    "stub_wrong": "the stub is wrong, and no cards were misdealt",
    "device_count_wrong": "the device does not count 52 cards",
    "shuffler_fault": "the shuffler malfunctioned",
    "shoe_fault": "the shoe jammed",
    "device_replaced": "a device was replaced",
    "improper_cut": "the cut was improper",
    "talk": "a player disclosed a hand",
    "left_seat": "a player left the seat during the round",
    "chips_mismatch": "progressive chips and system do not match",
    "late_wager": "past post: a wager was placed after no more bets",
    "cash_wager": "cash was put down as a wager",
    "deck_too_old": "the deck was due for a change",
}

_NAMES = {"late_wager": "past post", "shuffler_fault": "shuffler malfunction", "shoe_fault": "shoe jam"}
"""The trade's names, where they differ from the documents'."""

_WITHOUT_VOID = {
    "card_face_up": "it is set aside",
    "card_drawn_in_error": "it is the next card",
    "dealer_cards_cured": "it is dealt in its place",
    "improper_cut": "the deck is cut again",
    "left_seat": "the wagers stay in play",
    "late_wager": "it does not stand",
    "cash_wager": "it does not stand",
}
"""The consequence where no hand is void."""

_DECK = {"reshuffle": "deck reshuffled", "remove": "deck removed"}


def irregularity_name(kind: str) -> str:
    """The name of an irregularity in the words of the trade.

    >>> irregularity_name("late_wager"), irregularity_name("improper_cut")
    ('past post', 'improper cut')
    """
    return _NAMES.get(kind) or spoken(kind)


def consequence_words(
    kind: str, seat: int, *, void: str, forfeits: bool, settled: tuple[str, ...], deck: str
) -> Iterator[str]:
    """The parts of the consequence of an irregularity; seat 0 is whichever player it happened to."""
    if void == "all":
        yield "all hands void"
    elif void == "hand":
        yield f"the hand of seat {seat} is void" if seat else "that player's hand is void"
    elif forfeits:
        whose = f"the player of seat {seat}" if seat else "that player"
        yield f"{whose} loses every wager of the round"
    else:
        yield _WITHOUT_VOID.get(kind, "no hand is void")
    if settled:
        yield f"{', '.join(map(spoken, settled))} still settled"
    if deck != "stays":
        yield _DECK.get(deck, f"deck: {deck}")


@lru_cache(maxsize=1024)
def sentence(kind: str, seat: int, *, void: str, forfeits: bool, settled: tuple[str, ...], deck: str) -> str:
    """The consequence as one sentence, for the offer to report."""
    parts = consequence_words(kind, seat, void=void, forfeits=forfeits, settled=settled, deck=deck)
    return capital("; ".join(parts))


def capital(text: str) -> str:
    """The text with a capital at its head, and nothing else changed."""
    return text[:1].upper() + text[1:]
