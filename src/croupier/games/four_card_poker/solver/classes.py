"""Numbered sets of up to five cards, in classes whose sets differ only in the names of suits.

The number of a set is its place among the sets of its size (colexicographic: the set of cards a < b < c … has
the place C(a, 1) + C(b, 2) + C(c, 3) …), found by four table lookups, one per suit. Tables by place give the
class of a set, which is the position of its canonical hand in `canonical_hands`, and the renaming of suits
that leads to it, so that another card, such as the dealer's up-card, can be renamed with the set.
"""

from functools import cache
from itertools import permutations
from math import comb
from typing import Any, NamedTuple

from croupier.cards import DECK_SIZE
from croupier.hands.ranks import RANK_SETS
from croupier.jit import compiled, kernel, numpy, table
from croupier.odds.counting.canonical import canonical_hands

Array = Any
"""A NumPy array; numba types it."""

LARGEST = 5

RENAMINGS = tuple(permutations(range(4)))

NEW_SUIT = table([renaming.index(suit) for renaming in RENAMINGS for suit in range(4)])
"""By renaming and suit, four entries per renaming: the suit's name in the canonical hand."""

RANKS_IN = table([ranks.bit_count() for ranks in range(RANK_SETS)])


class Classes(NamedTuple):
    """The sets of one size, by place."""

    of: Array
    """The class."""
    renaming: Array
    """A renaming of suits, from `RENAMINGS`, that turns the set into the canonical hand of its class."""


@kernel
def place_of(cards: int, places: Array) -> int:
    """Return the place of a set of up to five cards in the sets of its size; `places` is `set_places()`."""
    clubs = cards & 8191
    diamonds = cards >> 13 & 8191
    hearts = cards >> 26 & 8191
    below = RANKS_IN[clubs]
    place = places[0, clubs] + places[8 + below, diamonds]
    below += RANKS_IN[diamonds]
    place += places[16 + below, hearts]
    return int(place + places[24 + below + RANKS_IN[hearts], cards >> 39])


@kernel
def renamed(card: int, renaming: int) -> int:
    """Return a card after a renaming of suits."""
    suit = card // 13
    return card - 13 * suit + 13 * NEW_SUIT[4 * renaming + suit]


@cache
def set_places() -> Array:
    """Tabulate what one suit's cards add to a set's place; row: 8 * suit + cards below, column: ranks."""
    np = numpy()
    places = np.zeros((32, RANK_SETS), dtype=np.int32)
    count = np.array(RANKS_IN)
    for suit in range(4):
        for below in range(LARGEST + 1):
            row = places[8 * suit + below]
            for rank in range(13):
                # The index of the set's new highest card is below + (cards of this suit) + 1.
                share = [
                    comb(13 * suit + rank, below + n + 1) if below + n < LARGEST else 0 for n in range(14)
                ]
                lower = slice(0, 1 << rank)
                row[1 << rank : 2 << rank] = row[lower] + np.array(share)[count[lower]]
    return places


@cache
def classes(size: int) -> Classes:
    """Return the classes of all sets of a size."""
    np = numpy()
    total = comb(DECK_SIZE, size)
    found = Classes(np.empty(total, dtype=np.uint32), np.empty(total, dtype=np.uint8))
    orders = np.array(RENAMINGS, dtype=np.int64)
    compiled(_classify)(canonical_hands(size)[0], set_places(), orders, found.of, found.renaming)
    return found


@cache
def extensions(size: int) -> Array:
    """By class of a size and card: the class of the set with this card added; 0 if the set contains it."""
    np = numpy()
    sets = canonical_hands(size)[0]
    # Unsigned, so compiled code need not test for negative indices.
    extended = np.zeros((len(sets), DECK_SIZE), dtype=np.uint32)
    compiled(_extend)(sets, set_places(), classes(size + 1).of, extended)
    return extended


def _classify(sets: Array, places: Array, orders: Array, class_of: Array, renaming_of: Array) -> None:
    """Write the class and renaming of every set that a canonical hand represents."""
    for number in range(len(sets)):
        cards = sets[number]
        for renaming in range(len(orders)):
            other = 0
            for suit in range(4):
                other |= (cards >> 13 * suit & 8191) << 13 * orders[renaming, suit]
            place = place_of(other, places)
            class_of[place] = number
            renaming_of[place] = renaming


def _extend(sets: Array, places: Array, bigger: Array, extended: Array) -> None:
    for number in range(len(sets)):
        cards = sets[number]
        for card in range(52):
            if not cards >> card & 1:
                extended[number, card] = bigger[place_of(cards | 1 << card, places)]
