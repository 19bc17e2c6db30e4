"""Poker hands of five cards, and the best five of six or seven: Ultimate Texas Hold'em, section 5.

A strength is an int: the category in the bits from 20 up, then five ranks of four bits, most important
first, which first name the combination and then the kickers. A bigger strength is a better hand, and
equal strengths are a push.

Section 5(c) says that of two hands of one category the one with "the highest ranking card which is not
contained in the other hand" is higher. Read word by word it would put a pair of twos with an ace above
a pair of threes with a king, against section 5(b), which says for each category which combination is
the highest and which the lowest. So the combination is compared first, and 5(c) decides between kickers
(reading UTH-12).
"""

from croupier.hands.ranks import ACE, HIGHEST, TOP_RANKS, straight_highs
from croupier.jit import kernel, table

HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT = 0, 1, 2, 3, 4
FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH = 5, 6, 7, 8, 9

CATEGORY_SHIFT = 20

_PAIR = PAIR << CATEGORY_SHIFT
_TWO_PAIR = TWO_PAIR << CATEGORY_SHIFT
_THREE_OF_A_KIND = THREE_OF_A_KIND << CATEGORY_SHIFT
_STRAIGHT = STRAIGHT << CATEGORY_SHIFT
_FULL_HOUSE = FULL_HOUSE << CATEGORY_SHIFT
_FOUR_OF_A_KIND = FOUR_OF_A_KIND << CATEGORY_SHIFT


def _unpaired(ranks: int, top: int) -> int:
    return TOP_RANKS[ranks] if top < 0 else _STRAIGHT | top << 16


def _suited(ranks: int, top: int) -> int:
    if ranks.bit_count() < 5:
        return 0
    if top < 0:
        return FLUSH << CATEGORY_SHIFT | TOP_RANKS[ranks]
    # A-K-Q-J-10 is the royal flush, although 5(b)(2) calls it a straight flush as well (reading UTH-11).
    return (ROYAL_FLUSH if top == ACE else STRAIGHT_FLUSH) << CATEGORY_SHIFT | top << 16


_STRAIGHT_HIGHS = straight_highs(5)

# The strength of the best five ranks of a rank set, were they of several suits: a straight or high cards.
UNPAIRED = table([_unpaired(ranks, top) for ranks, top in enumerate(_STRAIGHT_HIGHS)])

# The strength of the best five of the cards of one suit; 0 where there are fewer than five.
SUITED = table([_suited(ranks, top) for ranks, top in enumerate(_STRAIGHT_HIGHS)])


@kernel
def poker_strength(cards: int) -> int:
    """Return the strength of the best five of five to seven cards."""
    clubs = cards & 8191
    diamonds = cards >> 13 & 8191
    hearts = cards >> 26 & 8191
    spades = cards >> 39

    # At most one suit has five of seven cards. With five suited cards, hence five ranks, the two others make
    # no full house and no four of a kind, so nothing above can be missed by answering here.
    suited = SUITED[clubs] | SUITED[diamonds] | SUITED[hearts] | SUITED[spades]
    if suited:
        return suited

    # A straight is five ranks as well, and the same holds for it.
    low_suits = clubs | diamonds
    high_suits = hearts | spades
    ranks = low_suits | high_suits
    unpaired = UNPAIRED[ranks]
    if unpaired >= _STRAIGHT:
        return unpaired

    low_suit_pairs = clubs & diamonds
    high_suit_pairs = hearts & spades
    pairs = low_suit_pairs | high_suit_pairs | low_suits & high_suits
    if not pairs:
        return unpaired

    threes = low_suit_pairs & high_suits | high_suit_pairs & low_suits
    if not threes:
        high = HIGHEST[pairs]
        low_pairs = pairs ^ 1 << high
        if not low_pairs:
            return _PAIR | high << 16 | TOP_RANKS[ranks ^ pairs] >> 8 << 4
        low = HIGHEST[low_pairs]
        # A third pair may be the kicker.
        return _TWO_PAIR | high << 16 | low << 12 | HIGHEST[ranks ^ 1 << high ^ 1 << low] << 8

    fours = low_suit_pairs & high_suit_pairs
    if fours:
        return _FOUR_OF_A_KIND | HIGHEST[fours] << 16 | HIGHEST[ranks ^ fours] << 12

    three = HIGHEST[threes]
    other_pairs = pairs ^ 1 << three
    if other_pairs:
        return _FULL_HOUSE | three << 16 | HIGHEST[other_pairs] << 12
    return _THREE_OF_A_KIND | three << 16 | TOP_RANKS[ranks ^ threes] >> 12 << 8


@kernel
def poker_category(strength: int) -> int:
    """Return the category of a strength, from HIGH_CARD to ROYAL_FLUSH."""
    return strength >> 20
