"""Hands of three cards: their strength as an int, and their names.

Straight flush, three of a kind, straight, flush, pair, high card. The ace is above the king, and below the
two in A-2-3.
"""

from croupier.cards import RANKS
from croupier.hands.words import RANK_PLURALS, RANK_WORDS
from croupier.jit import kernel

HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH = range(6)

_RANKS_OF_A_SUIT = (1 << 13) - 1
_ACE_LOW = 1 << 12 | 1 << 1 | 1 << 0


@kernel
def three_card_strength(cards: int) -> int:
    """Return the strength of three cards: the category, then the ranks as they are compared."""
    clubs, diamonds = cards & _RANKS_OF_A_SUIT, cards >> 13 & _RANKS_OF_A_SUIT
    hearts, spades = cards >> 26 & _RANKS_OF_A_SUIT, cards >> 39 & _RANKS_OF_A_SUIT
    ranks = clubs | diamonds | hearts | spades
    suited = ranks in (clubs, diamonds, hearts, spades)
    top = middle = bottom = -1
    for rank in range(12, -1, -1):
        if ranks >> rank & 1:
            if top < 0:
                top = rank
            elif middle < 0:
                middle = rank
            else:
                bottom = rank
    if middle < 0:
        return _packed(THREE_OF_A_KIND, top, 0, 0)
    if bottom < 0:
        held = (clubs >> top & 1) + (diamonds >> top & 1) + (hearts >> top & 1) + (spades >> top & 1)
        return _packed(PAIR, top, middle, 0) if held == 2 else _packed(PAIR, middle, top, 0)
    if ranks == _ACE_LOW:
        return _packed(STRAIGHT_FLUSH if suited else STRAIGHT, 1, 0, 0)
    if top - bottom == 2:
        return _packed(STRAIGHT_FLUSH if suited else STRAIGHT, top, 0, 0)
    return _packed(FLUSH if suited else HIGH_CARD, top, middle, bottom)


@kernel
def _packed(category: int, first: int, second: int, third: int) -> int:
    return category << 12 | first << 8 | second << 4 | third


@kernel
def three_card_category(strength: int) -> int:
    """Return the category of a strength, from HIGH_CARD to STRAIGHT_FLUSH."""
    return strength >> 12


def name_three_card(strength: int) -> str:
    """Return the name of a strength.

    >>> from croupier.cards import set_of
    >>> [name_three_card(three_card_strength(set_of(hand))) for hand in ("Qs 6d 4c", "As 3s 2s")]
    ['queen high, Q-6-4', 'straight flush, three high']
    """
    category = three_card_category(strength)
    first, second, third = strength >> 8 & 15, strength >> 4 & 15, strength & 15
    if category == STRAIGHT_FLUSH:
        return f"straight flush, {RANK_WORDS[first]} high"
    if category == THREE_OF_A_KIND:
        return f"three of a kind, {RANK_PLURALS[first]}"
    if category == STRAIGHT:
        return f"straight, {RANK_WORDS[first]} high"
    if category == FLUSH:
        return f"flush, {RANK_WORDS[first]} high"
    if category == PAIR:
        return f"pair of {RANK_PLURALS[first]}"
    return f"{RANK_WORDS[first]} high, {RANKS[first]}-{RANKS[second]}-{RANKS[third]}"
