"""The name of the best hand of some cards, and the cards that make it, which a page highlights."""

from functools import lru_cache
from typing import NamedTuple

from croupier.cards import card_text
from croupier.settlement.prepared_rules import prepared
from croupier.submission.house import HouseRules
from croupier.table.state import hand_set


class Named(NamedTuple):
    """A hand in words, and its cards in the order in which a dealer sets them."""

    hand: str = ""
    best: str = ""


NOTHING = Named()
_FLOP = 3


@lru_cache(maxsize=1 << 12)
def named(house: HouseRules, cards: str, board: str, whole: int) -> Named:
    """The best hand of a place's cards with the board; nothing while the place has fewer than its whole hand.

    A board counts from the flop on: before it there are too few cards to make a hand.
    """
    ready = prepared(house)
    makes = ready.play.makes
    if makes is None or len(cards.split()) != whole:
        return NOTHING
    if ready.community_cards and len(board.split()) < _FLOP:
        return NOTHING
    everything = hand_set(cards) | hand_set(board)
    made = makes(everything)
    return Named(ready.play.name(ready.play.strength(everything)), " ".join(map(card_text, made)))
