"""The dealer's hand in High Card Flush, given the player's cards and any other known cards.

As in `dealer_law`, the hands below a flush are the coefficient at x^7 of a product of four polynomials, one
per suit. A known dealer card is forced into the sets of its suit; a card known to be elsewhere is not among
the ranks left. If only the number of a suit's cards elsewhere is known, each dealer set counts once for every
way to choose those cards from the ranks that it leaves.
"""

from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from croupier.errors import Refusal
from croupier.games.high_card_flush.decisions import most_antes
from croupier.games.high_card_flush.solver.solution import FOLD, decision_name, stakes_of, value_of
from croupier.games.high_card_flush.terms import terms
from croupier.hands.flush import flush_strength
from croupier.hands.ranks import HIGHEST, RANK_SETS
from croupier.jit import kernel, numpy, table
from croupier.odds.counting.deck import Deck
from croupier.odds.protection.hidden_cards import Hidden
from croupier.submission.house import HouseRules

CARDS = 7
"""The number of cards in a hand."""
ALL_HANDS = 8 << 13
"""A target above every flush, so that all hands are below it."""

COUNT = table([ranks.bit_count() for ranks in range(RANK_SETS)])
CHOOSE = table([comb(n, k) for n in range(46) for k in range(8)])
_ELSEWHERE = table([comb(n, k) for n in range(14) for k in range(14)])


class Dealers(NamedTuple):
    """The number of dealer hands that avoid a player's hand."""

    deck: int
    """The deck, as a set."""
    all: int
    with_one: int
    """With one known card …"""
    with_two: int
    """… and with two."""


def dealers_of(deck: Deck) -> Dealers:
    """Return the numbers of dealer hands from a deck."""
    left = deck.size - CARDS
    return Dealers(deck.cards, comb(left, CARDS), comb(left - 1, CARDS - 1), comb(left - 2, CARDS - 2))


@kernel
def sets_below(left: int, forced: int, flush: int, length: int) -> int:
    """Count the sets of `length` of these ranks that contain the forced ones and are below such a flush.

    From its highest card down: a lower set shares some cards with the flush and has only lower ones then.
    """
    found, missing = 0, length
    while flush:
        place = 1 << HIGHEST[flush]
        below = left & place - 1
        if not forced & ~below:
            held = COUNT[forced]
            if missing >= held:
                found += CHOOSE[COUNT[below] - held << 3 | missing - held]
        if not left & place:
            return found
        forced &= ~place
        missing -= 1
        flush ^= place
    return found


@kernel
def sets_at_length(left: int, forced: int, strength: int, with_itself: bool) -> int:
    """Count the sets of a flush's length that are below it, with or without the flush itself."""
    flush = strength & 8191
    found = sets_below(left, forced, flush, strength >> 13)
    if with_itself and left & flush == flush and forced & ~flush == 0:
        found += 1
    return found


@kernel
def hands_below(suits: Any, strength: int, with_itself: bool, product: Any) -> int:
    """Count the dealer's hands below a flush, with or without those that tie it.

    `suits` has, by suit, the ranks left, those forced, and the number of further cards that are elsewhere.
    """
    length = strength >> 13
    product[0] = 1
    for number in range(1, CARDS + 1):
        product[number] = 0
    for suit in range(4):
        left, forced, elsewhere = suits[suit, 0], suits[suit, 1], suits[suit, 2]
        size, held = COUNT[left], COUNT[forced]
        for total in range(CARDS, -1, -1):
            found = 0
            for number in range(held, min(total, length, size) + 1):
                if number < length:
                    sets = CHOOSE[size - held << 3 | number - held]
                else:
                    sets = sets_at_length(left, forced, strength, with_itself)
                found += product[total - number] * sets * _ELSEWHERE[14 * (size - number) + elsewhere]
            product[total] = found
    return product[CARDS]  # type: ignore[no-any-return]


@kernel
def lay_out(own: int, dealer: int, gone: int, suits: Any) -> None:
    """Write the ranks left and forced of each suit, given the known cards; none is known only by its suit."""
    left = ~(own | gone)
    for suit in range(4):
        suits[suit, 0] = left >> 13 * suit & 8191
        suits[suit, 1] = dealer >> 13 * suit & 8191
        suits[suit, 2] = 0


@kernel
def law_of(suits: Any, strength: int, dealer_least: int, product: Any) -> tuple[int, int, int, int]:
    """Count the dealer's hands that do not qualify, are lower, tie and are higher; they sum to all hands."""
    whole = hands_below(suits, ALL_HANDS, False, product)
    below_least = hands_below(suits, dealer_least, False, product)
    if strength < dealer_least:
        return below_least, 0, 0, whole - below_least
    lower = hands_below(suits, strength, False, product)
    not_higher = hands_below(suits, strength, True, product)
    return below_least, lower - below_least, not_higher - lower, whole - not_higher


def advise_knowing(house: HouseRules, own: int, hidden: Hidden) -> dict[str, Fraction]:
    """Return the exact value of each legal decision per unit of ante, with these cards known."""
    if hidden.flop or hidden.turn_river:
        raise Refusal("bad_leak", "this game has no community cards")
    left = 52 - CARDS - hidden.gone.bit_count()
    if hidden.dealer.bit_count() > CARDS or left < CARDS:
        raise Refusal("bad_leak", f"the dealer has {CARDS} cards, and {left} are left for them")
    np = numpy()
    stakes, strength = stakes_of(terms(house)), flush_strength(own)
    suits, product = np.zeros((4, 3), dtype=object), np.zeros(CARDS + 1, dtype=object)
    lay_out(own, hidden.dealer, hidden.gone, suits)
    law = law_of(suits, strength, stakes.dealer_least, product)
    return {
        decision_name(antes): Fraction(value_of(law, antes, stakes.nets), sum(law) * stakes.unit)
        for antes in (FOLD, *range(stakes.bounds.least, most_antes(strength, stakes.bounds) + 1))
    }
