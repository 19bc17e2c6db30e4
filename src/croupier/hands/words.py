"""Hands in words, and the cards that make them, for the people who read a settlement.

Names depend only on the strength and are cached, since a busy table meets the same few thousand hands
again and again. The cards that make a hand come in the order in which a dealer sets them: the
combination first, then the kickers, each from high to low.
"""

from functools import cache, lru_cache

from croupier.hands import four_card, poker
from croupier.hands.flush import flush_length, flush_strength
from croupier.hands.four_card import four_card_category, four_card_strength
from croupier.hands.poker import poker_category, poker_strength
from croupier.hands.ranks import ACE

RANK_WORDS = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
RANK_PLURALS = (
    "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens",
    "jacks", "queens", "kings", "aces",
)  # fmt: skip
_LENGTH_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven")

_SUIT_COUNT = 4
_RANK_COUNT = 13
_RANKS_OF_A_SUIT = (1 << _RANK_COUNT) - 1


@cache
def name_poker(strength: int) -> str:
    """Return the name of a poker strength.

    >>> from croupier.cards import set_of
    >>> name_poker(poker_strength(set_of("Ks Kd Kc 5h 5s 9d 2c")))
    'full house, kings over fives'
    """
    category = poker_category(strength)
    first, second = strength >> 16 & 15, strength >> 12 & 15
    if category == poker.ROYAL_FLUSH:
        return "royal flush"
    if category == poker.STRAIGHT_FLUSH:
        return f"straight flush, {RANK_WORDS[first]} high"
    if category == poker.FOUR_OF_A_KIND:
        return f"four of a kind, {RANK_PLURALS[first]}"
    if category == poker.FULL_HOUSE:
        return f"full house, {RANK_PLURALS[first]} over {RANK_PLURALS[second]}"
    if category == poker.FLUSH:
        return f"flush, {RANK_WORDS[first]} high"
    if category == poker.STRAIGHT:
        return f"straight, {RANK_WORDS[first]} high"
    if category == poker.THREE_OF_A_KIND:
        return f"three of a kind, {RANK_PLURALS[first]}"
    if category == poker.TWO_PAIR:
        return f"two pair, {RANK_PLURALS[first]} and {RANK_PLURALS[second]}"
    if category == poker.PAIR:
        return f"pair of {RANK_PLURALS[first]}"
    return f"{RANK_WORDS[first]} high"


@cache
def name_four_card(strength: int) -> str:
    """Return the name of a four-card strength.

    >>> from croupier.cards import set_of
    >>> name_four_card(four_card_strength(set_of("As 2d 3c 4h 9s")))
    'straight, four high'
    """
    category = four_card_category(strength)
    first, second = strength >> 12 & 15, strength >> 8 & 15
    if category == four_card.FOUR_OF_A_KIND:
        return f"four of a kind, {RANK_PLURALS[first]}"
    if category == four_card.STRAIGHT_FLUSH:
        return f"straight flush, {RANK_WORDS[first]} high"
    if category == four_card.THREE_OF_A_KIND:
        return f"three of a kind, {RANK_PLURALS[first]}"
    if category == four_card.FLUSH:
        return f"flush, {RANK_WORDS[first]} high"
    if category == four_card.STRAIGHT:
        return f"straight, {RANK_WORDS[first]} high"
    if category == four_card.TWO_PAIR:
        return f"two pair, {RANK_PLURALS[first]} and {RANK_PLURALS[second]}"
    if category == four_card.PAIR:
        return f"pair of {RANK_PLURALS[first]}"
    return f"{RANK_WORDS[first]} high"


@cache
def name_flush(strength: int) -> str:
    """Return the name of a flush strength.

    >>> from croupier.cards import set_of
    >>> name_flush(flush_strength(set_of("As Ks 9s 4s 2h 3c Jd")))
    'four-card flush, ace high'
    """
    high = (strength & _RANKS_OF_A_SUIT).bit_length() - 1
    return f"{_LENGTH_WORDS[flush_length(strength)]}-card flush, {RANK_WORDS[high]} high"


@lru_cache(maxsize=4096)
def poker_cards(cards: int) -> tuple[int, ...]:
    """Return the five cards of the best poker hand among the cards."""
    strength = poker_strength(cards)
    category = poker_category(strength)
    one, two, three, four, five = (strength >> shift & 15 for shift in (16, 12, 8, 4, 0))
    if category in (poker.ROYAL_FLUSH, poker.STRAIGHT_FLUSH):
        return _suited(cards, _run(one, 5))
    if category == poker.FOUR_OF_A_KIND:
        return _ranked(cards, (one, one, one, one, two))
    if category == poker.FULL_HOUSE:
        return _ranked(cards, (one, one, one, two, two))
    if category == poker.FLUSH:
        return _suited(cards, (one, two, three, four, five))
    if category == poker.STRAIGHT:
        return _ranked(cards, _run(one, 5))
    if category == poker.THREE_OF_A_KIND:
        return _ranked(cards, (one, one, one, two, three))
    if category == poker.TWO_PAIR:
        return _ranked(cards, (one, one, two, two, three))
    if category == poker.PAIR:
        return _ranked(cards, (one, one, two, three, four))
    return _ranked(cards, (one, two, three, four, five))


def four_card_cards(cards: int) -> tuple[int, ...]:
    """Return the four cards of the best four-card hand among the cards."""
    strength = four_card_strength(cards)
    category = four_card_category(strength)
    one, two, three, four = (strength >> shift & 15 for shift in (12, 8, 4, 0))
    if category == four_card.FOUR_OF_A_KIND:
        return _ranked(cards, (one, one, one, one))
    if category == four_card.STRAIGHT_FLUSH:
        return _suited(cards, _run(one, 4))
    if category == four_card.THREE_OF_A_KIND:
        return _ranked(cards, (one, one, one, two))
    if category == four_card.FLUSH:
        return _suited(cards, (one, two, three, four))
    if category == four_card.STRAIGHT:
        return _ranked(cards, _run(one, 4))
    if category == four_card.TWO_PAIR:
        return _ranked(cards, (one, one, two, two))
    if category == four_card.PAIR:
        return _ranked(cards, (one, one, two, three))
    return _ranked(cards, (one, two, three, four))


def flush_cards(cards: int) -> tuple[int, ...]:
    """Return the cards of the largest flush among the cards."""
    ranks = flush_strength(cards) & _RANKS_OF_A_SUIT
    return _suited(cards, tuple(rank for rank in reversed(range(_RANK_COUNT)) if ranks >> rank & 1))


def _run(top: int, length: int) -> tuple[int, ...]:
    """Return the ranks of a straight from its top card down, with the low ace below the two."""
    return tuple(rank if rank >= 0 else ACE for rank in range(top, top - length, -1))


def _ranked(cards: int, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return a card of each of these ranks, from the highest suit in the order of the deck down."""
    found = []
    for rank in ranks:
        for suit in reversed(range(_SUIT_COUNT)):
            card = _RANK_COUNT * suit + rank
            if cards >> card & 1:
                found.append(card)
                cards ^= 1 << card
                break
    return tuple(found)


def _suited(cards: int, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return cards of these ranks that are all of one suit, or nothing if no suit has them all."""
    needed = 0
    for rank in ranks:
        needed |= 1 << rank
    for suit in reversed(range(_SUIT_COUNT)):
        if cards >> _RANK_COUNT * suit & needed == needed:
            return tuple(_RANK_COUNT * suit + rank for rank in ranks)
    return ()
