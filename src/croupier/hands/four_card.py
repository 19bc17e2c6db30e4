"""Four-card poker hands, and the best four of five or six: Four Card Poker, section 3.

A strength is an int: the category in the bits from 16 up, then four ranks of four bits, most important
first. A bigger strength is a better hand, and equal strengths are a tie. The order of the categories is
the document's own: four of a kind is above a straight flush, three of a kind above a flush, a flush
above a straight.

Within a category the combination is compared first and the kickers after it, as in
`croupier.hands.poker` and for the same reason (reading FCP-15); flushes are compared from the highest
card down (FCP-17), two pair by the high pair and then the low pair (FCP-16).
"""

from croupier.hands.ranks import ACE, HIGHEST, TOP_RANKS, straight_highs
from croupier.jit import kernel, table

HIGH_CARD = 0
PAIR = 1
TWO_PAIR = 2
STRAIGHT = 3
FLUSH = 4
THREE_OF_A_KIND = 5
STRAIGHT_FLUSH = 6
FOUR_OF_A_KIND = 7

CATEGORY_SHIFT = 16

_PAIR = PAIR << CATEGORY_SHIFT
_TWO_PAIR = TWO_PAIR << CATEGORY_SHIFT
_STRAIGHT = STRAIGHT << CATEGORY_SHIFT
_FLUSH = FLUSH << CATEGORY_SHIFT
_THREE_OF_A_KIND = THREE_OF_A_KIND << CATEGORY_SHIFT
_STRAIGHT_FLUSH = STRAIGHT_FLUSH << CATEGORY_SHIFT
_FOUR_OF_A_KIND = FOUR_OF_A_KIND << CATEGORY_SHIFT

_PAIR_OF_ACES = _PAIR | ACE << 12
_ROYAL = _STRAIGHT_FLUSH | ACE << 12
_FOUR_ACES = _FOUR_OF_A_KIND | ACE << 12


def _unpaired(ranks: int, top: int) -> int:
    return TOP_RANKS[ranks] >> 4 if top < 0 else _STRAIGHT | top << 12


def _suited(ranks: int, top: int) -> int:
    if ranks.bit_count() < 4:
        return 0
    return _FLUSH | TOP_RANKS[ranks] >> 4 if top < 0 else _STRAIGHT_FLUSH | top << 12


_STRAIGHT_HIGHS = straight_highs(4)

# The strength of the best four ranks of a rank set, were they of several suits: a straight or high cards.
UNPAIRED = table([_unpaired(ranks, top) for ranks, top in enumerate(_STRAIGHT_HIGHS)])

# The strength of the best four of the cards of one suit; 0 where there are fewer than four.
SUITED = table([_suited(ranks, top) for ranks, top in enumerate(_STRAIGHT_HIGHS)])


@kernel
def four_card_strength(cards: int) -> int:
    """Return the strength of the best four of four to six cards."""
    clubs = cards & 8191
    diamonds = cards >> 13 & 8191
    hearts = cards >> 26 & 8191
    spades = cards >> 39

    # At most one suit has four of six cards, and a suit with four leaves no room for four of a kind.
    suited = SUITED[clubs] | SUITED[diamonds] | SUITED[hearts] | SUITED[spades]
    if suited >= _STRAIGHT_FLUSH:
        return suited

    low_suits = clubs | diamonds
    high_suits = hearts | spades
    low_suit_pairs = clubs & diamonds
    high_suit_pairs = hearts & spades
    ranks = low_suits | high_suits
    threes = low_suit_pairs & high_suits | high_suit_pairs & low_suits
    if threes:
        fours = low_suit_pairs & high_suit_pairs
        if fours:
            return _FOUR_OF_A_KIND | HIGHEST[fours] << 12
        three = HIGHEST[threes]
        # Of two threes, the lower gives the kicker.
        return _THREE_OF_A_KIND | three << 12 | HIGHEST[ranks ^ 1 << three] << 8

    if suited:
        return suited

    unpaired = UNPAIRED[ranks]
    if unpaired >= _STRAIGHT:
        return unpaired

    pairs = low_suit_pairs | high_suit_pairs | low_suits & high_suits
    if not pairs:
        return unpaired
    high = HIGHEST[pairs]
    low_pairs = pairs ^ 1 << high
    if low_pairs:
        return _TWO_PAIR | high << 12 | HIGHEST[low_pairs] << 8
    return _PAIR | high << 12 | TOP_RANKS[ranks ^ pairs] >> 12 << 4


@kernel
def four_card_category(strength: int) -> int:
    """Return the category of a strength, from HIGH_CARD to FOUR_OF_A_KIND."""
    return strength >> 16


@kernel
def is_four_aces(strength: int) -> bool:
    """Say whether the hand is four aces, which Cover All pays apart."""
    return strength == _FOUR_ACES


@kernel
def is_royal(strength: int) -> bool:
    """Say whether the hand is A-K-Q-J of one suit, which Cover All calls a royal flush."""
    return strength == _ROYAL


@kernel
def is_pair_of_aces_or_better(strength: int) -> bool:
    """Say whether the hand is at least a pair of aces, the least that an aces up wager is paid for."""
    return strength >= _PAIR_OF_ACES
