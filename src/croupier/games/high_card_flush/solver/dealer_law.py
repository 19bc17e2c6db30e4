"""The exact distribution of the dealer's hand in High Card Flush, given the player's seven cards.

The dealer's hand is lower than a flush if each of its four suits is. So the lower hands are counted suit by
suit. Each suit has a polynomial whose coefficient at x^k is the number of lower sets of k cards among those
that the player does not hold; the count is the coefficient at x^7 of the product. No hand is enumerated.
"""

from math import comb

from croupier.hands.ranks import HIGHEST, RANK_SETS
from croupier.jit import kernel, table

DEALER_HANDS = comb(45, 7)
"""The number of hands that the dealer can have, all equally likely."""

NOT_QUALIFIED, LOWER, TIE, HIGHER = 0, 1, 2, 3
"""The dealer's hand compared with the player's."""

_LOWEST_TWO = 0b11
"""The ranks two and three: a three-card flush that contains them is the lowest with its high card."""

# The number of ranks in a rank set, and "n choose k" for k up to seven, at 8 n + k.
_COUNT = table([ranks.bit_count() for ranks in range(RANK_SETS)])
_CHOOSE = table([comb(n, k) for n in range(46) for k in range(8)])


@kernel
def dealer_law(cards: int, strength: int, dealer_least: int) -> tuple[int, int, int, int]:
    """Count the dealer's hands that do not qualify, are lower, tie and are higher, given the player's cards.

    `strength` is that of the player's flush. If it would not qualify itself, every qualifying hand is higher.
    """
    left = ~cards
    clubs, diamonds, hearts, spades = left & 8191, left >> 13 & 8191, left >> 26 & 8191, left >> 39 & 8191
    not_qualified = _not_qualified(clubs, diamonds, hearts, spades, dealer_least)
    if strength < dealer_least:
        return not_qualified, 0, 0, DEALER_HANDS - not_qualified
    lower, not_higher = _around(clubs, diamonds, hearts, spades, strength)
    return not_qualified, lower - not_qualified, not_higher - lower, DEALER_HANDS - not_higher


@kernel
def _not_qualified(clubs: int, diamonds: int, hearts: int, spades: int, dealer_least: int) -> int:
    """Count the hands below the lowest qualifying hand."""
    flush = dealer_least & 8191
    if dealer_least >> 13 == 3 and flush & _LOWEST_TWO == _LOWEST_TWO:
        # All three-card flushes with a lower high card: cheaper to count, and the case in all documents.
        low = (flush ^ _LOWEST_TWO) - 1
        return _seventh(
            _two_suits(clubs, _all_threes(clubs & low), diamonds, _all_threes(diamonds & low)),
            _two_suits(hearts, _all_threes(hearts & low), spades, _all_threes(spades & low)),
        )
    return _around(clubs, diamonds, hearts, spades, dealer_least)[0]


@kernel
def _around(clubs: int, diamonds: int, hearts: int, spades: int, strength: int) -> tuple[int, int]:
    """Count the hands below a flush, and those not above it."""
    flush = strength & 8191
    length = strength >> 13
    if length < 2:
        return 0, 0
    if length == 2:
        in_clubs, in_diamonds = twos_below(clubs, flush), twos_below(diamonds, flush)
        in_hearts, in_spades = twos_below(hearts, flush), twos_below(spades, flush)
        lower = _one_odd(clubs, in_clubs, diamonds, in_diamonds, hearts, in_hearts, spades, in_spades)
        in_clubs += clubs & flush == flush
        in_diamonds += diamonds & flush == flush
        in_hearts += hearts & flush == flush
        in_spades += spades & flush == flush
        return lower, _one_odd(clubs, in_clubs, diamonds, in_diamonds, hearts, in_hearts, spades, in_spades)
    if length == 3:
        in_clubs, in_diamonds = threes_below(clubs, flush), threes_below(diamonds, flush)
        in_hearts, in_spades = threes_below(hearts, flush), threes_below(spades, flush)
        lower = _seventh(
            _two_suits(clubs, in_clubs, diamonds, in_diamonds),
            _two_suits(hearts, in_hearts, spades, in_spades),
        )
        in_clubs += clubs & flush == flush
        in_diamonds += diamonds & flush == flush
        in_hearts += hearts & flush == flush
        in_spades += spades & flush == flush
        not_higher = _seventh(
            _two_suits(clubs, in_clubs, diamonds, in_diamonds),
            _two_suits(hearts, in_hearts, spades, in_spades),
        )
        return lower, not_higher
    # Only one suit of seven cards can have four, so the hands with such a flush are a plain sum.
    tie = (
        _with_flush(clubs, flush, length)
        + _with_flush(diamonds, flush, length)
        + _with_flush(hearts, flush, length)
        + _with_flush(spades, flush, length)
    )
    higher = (
        _with_higher(clubs, flush, length)
        + _with_higher(diamonds, flush, length)
        + _with_higher(hearts, flush, length)
        + _with_higher(spades, flush, length)
    )
    return DEALER_HANDS - tie - higher, DEALER_HANDS - higher


@kernel
def _one_odd(
    one: int, one_2: int, two: int, two_2: int, three: int, three_2: int, four: int, four_2: int
) -> int:
    """Count the hands with two cards of each of three suits, in given ways, and one card of the fourth."""
    return (
        _COUNT[one] * two_2 * three_2 * four_2
        + one_2 * _COUNT[two] * three_2 * four_2
        + one_2 * two_2 * _COUNT[three] * four_2
        + one_2 * two_2 * three_2 * _COUNT[four]
    )


@kernel
def _seventh(one: tuple[int, int, int, int, int, int], other: tuple[int, int, int, int, int, int]) -> int:
    """Return the coefficient at x^7 of a product, given each factor's coefficients at x to x^6."""
    return (
        one[0] * other[5]
        + one[1] * other[4]
        + one[2] * other[3]
        + one[3] * other[2]
        + one[4] * other[1]
        + one[5] * other[0]
    )


@kernel
def _two_suits(one: int, one_3: int, other: int, other_3: int) -> tuple[int, int, int, int, int, int]:
    """Multiply two suits with up to three cards of each, three in given ways; return x to x^6."""
    one_1, other_1 = _COUNT[one], _COUNT[other]
    one_2, other_2 = _CHOOSE[one_1 << 3 | 2], _CHOOSE[other_1 << 3 | 2]
    return (
        one_1 + other_1,
        one_2 + one_1 * other_1 + other_2,
        one_3 + one_2 * other_1 + one_1 * other_2 + other_3,
        one_3 * other_1 + one_2 * other_2 + one_1 * other_3,
        one_3 * other_2 + one_2 * other_3,
        one_3 * other_3,
    )


@kernel
def _all_threes(ranks: int) -> int:
    """Return the number of sets of three of these ranks."""
    return _CHOOSE[_COUNT[ranks] << 3 | 3]


@kernel
def twos_below(ranks: int, flush: int) -> int:
    """Count the sets of two of these ranks below a two-card flush."""
    first = 1 << HIGHEST[flush]
    second = flush ^ first
    has_first = ranks & first == first
    return _CHOOSE[_COUNT[ranks & first - 1] << 3 | 2] + has_first * _COUNT[ranks & second - 1]


@kernel
def threes_below(ranks: int, flush: int) -> int:
    """Count the sets of three of these ranks below a three-card flush.

    They first differ from it at its first, second or third card. There are no branches: a simulation calls
    this for random hands, which the processor cannot predict.
    """
    first = 1 << HIGHEST[flush]
    second = 1 << HIGHEST[flush ^ first]
    third = flush ^ first ^ second
    has_first = ranks & first == first
    has_second = ranks & second == second
    return _CHOOSE[_COUNT[ranks & first - 1] << 3 | 3] + has_first * (
        _CHOOSE[_COUNT[ranks & second - 1] << 3 | 2] + has_second * _COUNT[ranks & third - 1]
    )


@kernel
def sets_above(ranks: int, flush: int, length: int) -> int:
    """Count the sets of `length` of these ranks above a flush of that length.

    From the highest card down: a higher set first differs by a higher card, followed by any cards below it.
    """
    found = _CHOOSE[_COUNT[ranks] << 3 | length]
    missing = length
    while flush:
        place = 1 << HIGHEST[flush]
        below = _COUNT[ranks & place - 1]
        found -= _CHOOSE[below << 3 | missing]
        if not ranks & place:
            return found
        missing -= 1
        flush ^= place
    return found - 1


@kernel
def _with_flush(ranks: int, flush: int, length: int) -> int:
    """Count the hands with exactly this flush of four cards or more, and no other card of the suit."""
    if ranks & flush != flush:
        return 0
    return _CHOOSE[45 - _COUNT[ranks] << 3 | 7 - length]


@kernel
def _with_higher(ranks: int, flush: int, length: int) -> int:
    """Count the hands with a flush in this suit higher than one of four cards or more."""
    held = _COUNT[ranks]
    rest = 45 - held
    found = sets_above(ranks, flush, length) * _CHOOSE[rest << 3 | 7 - length]
    for longer in range(length + 1, 8):
        found += _CHOOSE[held << 3 | longer] * _CHOOSE[rest << 3 | 7 - longer]
    return found
