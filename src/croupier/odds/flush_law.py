"""The dealer's hand in High Card Flush, given the player's seven cards: an exact law, by counting.

The dealer's hand is lower than a flush when each of its four suits is. So the lower hands are counted suit
by suit: a polynomial for each suit, whose coefficient at x^k is the number of lower sets of k cards among
those that the player does not hold, and the coefficient of the product of the four at x^7. No hand is dealt.
"""

from math import comb

from croupier.hands.flush import DEALER_QUALIFIES, qualifies
from croupier.hands.ranks import HIGHEST, RANK_SETS
from croupier.jit import kernel, table

DEALER_HANDS = comb(45, 7)
"""The hands that the dealer may have, all equally likely."""

NOT_QUALIFIED, LOWER, TIE, HIGHER = 0, 1, 2, 3
"""The four ways that the dealer's hand may stand to the player's."""

# The number of ranks in a rank set, and "n choose k" for k up to seven, at 8 n + k.
_COUNT = table([ranks.bit_count() for ranks in range(RANK_SETS)])
_CHOOSE = table([comb(n, k) for n in range(46) for k in range(8)])


@kernel
def sets_below(ranks: int, length: int, bound: int) -> int:
    """How many sets of so many of these ranks are below a bound, as ints.

    From the highest bit of the bound down: a lower set first differs from the bound at one of its bits.
    """
    found = 0
    while bound:
        high = HIGHEST[bound]
        place = 1 << high
        found += _CHOOSE[_COUNT[ranks & place - 1] << 3 | length]
        if length == 0 or not ranks & place:
            break
        length -= 1
        bound ^= place
    return found


@kernel
def _two_suits(one: int, other: int, bound: int) -> tuple[int, int, int, int, int, int]:
    """Two suits' product, with up to three cards of each, three only below a bound: coefficients at x to x^6.

    The constant is 1, as of no cards there is one set.
    """
    here = _COUNT[one] << 3
    there = _COUNT[other] << 3
    here_1, here_2, here_3 = _CHOOSE[here | 1], _CHOOSE[here | 2], sets_below(one, 3, bound)
    there_1, there_2, there_3 = _CHOOSE[there | 1], _CHOOSE[there | 2], sets_below(other, 3, bound)
    return (
        here_1 + there_1,
        here_2 + here_1 * there_1 + there_2,
        here_3 + here_2 * there_1 + here_1 * there_2 + there_3,
        here_3 * there_1 + here_2 * there_2 + here_1 * there_3,
        here_3 * there_2 + here_2 * there_3,
        here_3 * there_3,
    )


@kernel
def _not_below(ranks: int, length: int, bound: int) -> int:
    """How many hands have a flush in this suit that is not below a bound, of four cards or more."""
    held = _COUNT[ranks]
    rest = 45 - held
    found = (_CHOOSE[held << 3 | length] - sets_below(ranks, length, bound)) * _CHOOSE[rest << 3 | 7 - length]
    for longer in range(length + 1, 8):
        found += _CHOOSE[held << 3 | longer] * _CHOOSE[rest << 3 | 7 - longer]
    return found


@kernel
def dealer_below(cards: int, strength: int) -> int:
    """How many of the dealer's hands are lower than a strength of three cards or more, given the player's."""
    left = ~cards
    clubs = left & 8191
    diamonds = left >> 13 & 8191
    hearts = left >> 26 & 8191
    spades = left >> 39 & 8191
    length = strength >> 13
    bound = strength & 8191
    if length > 3:
        # Of seven cards only one suit has four, so that the hands with such a flush are a plain sum.
        return DEALER_HANDS - (
            _not_below(clubs, length, bound)
            + _not_below(diamonds, length, bound)
            + _not_below(hearts, length, bound)
            + _not_below(spades, length, bound)
        )
    a1, a2, a3, a4, a5, a6 = _two_suits(clubs, diamonds, bound)
    b1, b2, b3, b4, b5, b6 = _two_suits(hearts, spades, bound)
    return a1 * b6 + a2 * b5 + a3 * b4 + a4 * b3 + a5 * b2 + a6 * b1


@kernel
def dealer_law(cards: int, strength: int) -> tuple[int, int, int, int]:
    """The dealer's hands that do not qualify, are lower, tie and are higher, given the player's cards.

    `strength` is that of the player's flush. A hand that would not qualify itself can only meet higher ones.
    """
    not_qualified = dealer_below(cards, DEALER_QUALIFIES)
    if not qualifies(strength):
        return not_qualified, 0, 0, DEALER_HANDS - not_qualified
    lower = dealer_below(cards, strength)
    not_higher = dealer_below(cards, strength + 1)
    return not_qualified, lower - not_qualified, not_higher - lower, DEALER_HANDS - not_higher
