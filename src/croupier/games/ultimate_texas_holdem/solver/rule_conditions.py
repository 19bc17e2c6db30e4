"""The parts of simple rules for Ultimate Texas Hold'em: each condition beside the words that print it.

These functions play and price a rule, and their words make up its description.
"""

from collections.abc import Callable
from typing import NamedTuple

from croupier.cards import RANKS
from croupier.hands.poker import (
    FOUR_OF_A_KIND,
    PAIR,
    THREE_OF_A_KIND,
    TWO_PAIR,
    poker_category,
    poker_strength,
)
from croupier.jit import kernel

TEN = RANKS.index("T")
LEAST_PAIR = "3"
LEAST_KICKER = {"K": {"s": "2", "o": "5"}, "Q": {"s": "6", "o": "8"}, "J": {"s": "8", "o": "T"}}
"""By the higher card, the lowest other card with which a rule plays before the flop, suited and offsuit."""
_PAIRS = {"2": "twos", "3": "threes", "4": "fours"}


class Condition(NamedTuple):
    """A condition under which a rule plays, in words and as a function of the cards."""

    words: str
    holds: Callable[[int, int], bool]
    """Takes the hole and the flop; on the river, the strengths of the hand and of the board."""


def before_flop_words() -> str:
    """Return the hands that a rule plays before the flop, in words.

    >>> before_flop_words()
    'any ace, a pair of threes or better, K2 suited, K5, Q6 suited, Q8, J8 suited, JT or better'
    """
    kickers = [
        f"{high}{least[suits]}{' suited' if suits == 's' else ''}"
        for high, least in LEAST_KICKER.items()
        for suits in ("s", "o")
    ]
    return f"any ace, a pair of {_PAIRS[LEAST_PAIR]} or better, {', '.join(kickers)} or better"


def plays_before_flop(hand: str) -> bool:
    """Whether the rule plays the most with a starting hand.

    >>> [plays_before_flop(hand) for hand in ("33", "22", "A2o", "K4o", "K4s", "JTo", "T9s")]
    [True, False, True, False, True, True, False]
    """
    if len(hand) == 2:
        return RANKS.index(hand[0]) >= RANKS.index(LEAST_PAIR)
    high, low, suits = hand[0], hand[1], hand[2]
    if high == "A":
        return True
    least = LEAST_KICKER.get(high)
    return least is not None and RANKS.index(low) >= RANKS.index(least[suits])


@kernel
def ranks_of(cards: int) -> int:
    """Return the ranks of a card set."""
    return (cards | cards >> 13 | cards >> 26 | cards >> 39) & 8191


@kernel
def two_pair_or_better(hole: int, flop: int) -> bool:
    """Whether five cards make two pair or better."""
    return poker_category(poker_strength(hole | flop)) >= TWO_PAIR


@kernel
def pair_with_hole_card(hole: int, flop: int) -> bool:
    """Whether a hole card pairs the flop, or the hole is a pair above twos."""
    ranks = ranks_of(hole)
    if ranks & ranks_of(flop):
        return True
    return ranks & ranks - 1 == 0 and ranks > 1


@kernel
def high_flush_draw(hole: int, flop: int) -> bool:
    """Whether four or more cards share a suit in which the hole has a ten or better."""
    for suit in range(4):
        held = hole >> 13 * suit & 8191
        suited = held | flop >> 13 * suit & 8191
        # Four of the suit: three cards are dropped, and one is left.
        suited &= suited - 1
        suited &= suited - 1
        if suited & suited - 1 and held >> TEN:
            return True
    return False


@kernel
def plays_on_flop(hole: int, flop: int) -> bool:
    """Whether a rule plays on a flop: one of the conditions `ON_FLOP`."""
    return two_pair_or_better(hole, flop) or pair_with_hole_card(hole, flop) or high_flush_draw(hole, flop)


@kernel
def made(strength: int) -> int:
    """Return a strength without its kickers: the cards of the pair, two pair, three or four of a kind."""
    category = poker_category(strength)
    if category in (PAIR, THREE_OF_A_KIND, FOUR_OF_A_KIND):
        return strength >> 16
    return strength >> 12 if category == TWO_PAIR else strength


@kernel
def needs_hole_card(strength: int, board: int) -> bool:
    """Whether a hand is a pair or better that the board (given by its strength) does not make alone."""
    return poker_category(strength) >= PAIR and (
        poker_category(strength) > poker_category(board) or made(strength) != made(board)
    )


ON_FLOP = (
    Condition("two pair or better", two_pair_or_better),
    Condition("a pair with a hole card (not two twos in the hole)", pair_with_hole_card),
    Condition("four to a flush with a ten or better of it in the hole", high_flush_draw),
)
ON_RIVER = Condition("a pair or better that needs a hole card", needs_hole_card)


def outs_words(outs: int) -> str:
    """State in words the river condition that counts the single cards that would beat the hand."""
    return f", or if fewer than {outs} dealer outs beat the hand" if outs else ", and with nothing else"
