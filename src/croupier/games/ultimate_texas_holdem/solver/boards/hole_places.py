"""Where two hole cards lie, and how their place moves when suits are renamed.

Holes are laid out by suits: six blocks of 13 by 13 for two suits (row: the rank in the lower suit), then
four triangles of 78 for one suit, 1,326 places. Renaming suits moves whole blocks, at most turning one
over, so that what is known of all holes on a board is carried over to a flop by adding a few long runs of
numbers. For that a *spread* follows the 1,326 places by the six blocks turned over.

A renaming is written as one int, `to(clubs) | to(diamonds) << 2 | to(hearts) << 4`, the suit left over
being the image of spades: 64 codes, of which 24 are renamings.
"""

from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

from croupier.jit import kernel, numpy, table
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.store import kept

RANKS = 13
BLOCK = RANKS * RANKS
TRIANGLE = RANKS * (RANKS - 1) // 2
PAIR_BLOCKS = 6
BLOCKS = PAIR_BLOCKS + 4
TRIANGLES = PAIR_BLOCKS * BLOCK
"""Where the triangles begin."""
HOLES = TRIANGLES + 4 * TRIANGLE
SPREAD = HOLES + TRIANGLES
"""The places, and the six blocks turned over."""
RENAMINGS = 64

_SUIT_PAIRS = [(low, high) for low in range(4) for high in range(low + 1, 4)]

# Where the block of two suits begins in a spread: as laid out, or turned over; and the triangle of one.
BLOCK_OF = table(
    [
        TRIANGLES + TRIANGLE * row
        if row == column
        else BLOCK * _SUIT_PAIRS.index((row, column))
        if row < column
        else HOLES + BLOCK * _SUIT_PAIRS.index((column, row))
        for row in range(4)
        for column in range(4)
    ]
)


@kernel
def hole_place(first: int, second: int) -> int:
    """The place of two cards, in any order."""
    if first > second:
        first, second = second, first
    low_suit, high_suit = first // 13, second // 13
    low, high = first % 13, second % 13
    if low_suit == high_suit:
        return TRIANGLES + TRIANGLE * low_suit + high * (high - 1) // 2 + low
    return BLOCK_OF[4 * low_suit + high_suit] + 13 * low + high


@kernel
def lowest_card(cards: int) -> int:
    """The lowest card of a set that is not empty."""
    card = 0
    while not cards >> card & 1:
        card += 1
    return card


@kernel
def canonical_form(cards: int) -> tuple[int, int]:
    """The representative of a card set up to a renaming of the suits, and the renaming that leads to it."""
    # Rank sets in descending order, as in `canonical_hands`; the suit rides in the two lowest bits.
    a = (cards & 8191) << 2
    b = (cards >> 13 & 8191) << 2 | 1
    c = (cards >> 26 & 8191) << 2 | 2
    d = (cards >> 39) << 2 | 3
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    # The suit with the highest rank set becomes clubs (0) and so on; what spades become is not written.
    renaming = (1 << 2 * (b & 3)) | (2 << 2 * (c & 3)) | (3 << 2 * (d & 3))
    return a >> 2 | b >> 2 << 13 | c >> 2 << 26 | d >> 2 << 39, renaming & 63


@kernel
def find(cards: int, sets: Any, slots: Any) -> int:
    """The number of a canonical set among `sets`, by the hash table `slots` over them."""
    slot = slot_of(cards, len(slots))
    while sets[slots[slot]] != cards:
        slot = slot + 1 & len(slots) - 1
    return int(slots[slot])


@kernel
def slot_of(cards: int, size: int) -> int:
    """Where the search for a set begins, in a hash table of a power of two of slots."""
    # Multiplication by a large odd number, of which the middle bits depend on all cards; the mask drops what
    # would not fit 64 bits, which compiled code has dropped already.
    return ((cards * 0x1F35_7AEA_21D5_89ED & 0x7FFF_FFFF_FFFF_FFFF) >> 24) & size - 1


def slots_for(sets: Any) -> Any:
    """A hash table over canonical sets, at most half full, for `find`."""
    np = numpy()
    size = 1 << (2 * len(sets) - 1).bit_length()
    slots = np.full(size, -1, dtype=np.int32)
    for number, cards in enumerate(sets.tolist()):
        slot = slot_of(cards, size)
        while slots[slot] >= 0:
            slot = slot + 1 & size - 1
        slots[slot] = number
    return slots


@kernel
def fixes(cards: int, renaming: int) -> bool:
    """Whether a renaming leaves a card set as it is."""
    fourth = 6 - (renaming & 3) - (renaming >> 2 & 3) - (renaming >> 4)
    renamed = 0
    for suit in range(4):
        to = renaming >> 2 * suit & 3 if suit < 3 else fourth
        renamed |= (cards >> 13 * suit & 8191) << 13 * to
    return renamed == cards


def renamings() -> list[tuple[int, tuple[int, ...]]]:
    """The 24 renamings: code, and the new suit of each suit."""
    return [(to[0] | to[1] << 2 | to[2] << 4, to) for to in permutations(range(4))]


@cache
def moved_blocks(back: bool = False) -> Any:
    """By renaming and block of the new suits, where in the spread of the old suits it is found; or back."""
    np = numpy()
    moved = np.zeros((RENAMINGS, BLOCKS), dtype=np.int64)
    suits = [*_SUIT_PAIRS, *((suit, suit) for suit in range(4))]
    for code, to in renamings():
        source = to if back else [to.index(suit) for suit in range(4)]
        moved[code] = [BLOCK_OF[4 * source[row] + source[column]] for row, column in suits]
    return moved


@cache
def moved_holes() -> Any:
    """By renaming and place, the place to which the hole moves."""
    np = numpy()
    moved = np.zeros((RENAMINGS, HOLES), dtype=np.int16)
    for code, to in renamings():
        for second in range(52):
            for first in range(second):
                images = [13 * to[card // 13] + card % 13 for card in (first, second)]
                moved[code, hole_place(first, second)] = hole_place(*images)
    return moved


@cache
def hole_sets() -> list[int]:
    """The card set of the hole at each place."""
    sets = [0] * HOLES
    for second in range(52):
        for first in range(second):
            sets[hole_place(first, second)] = 1 << first | 1 << second
    return sets


@cache
def flops() -> tuple[Any, Any]:
    """The 1,755 canonical flops and how many flops each stands for."""
    return canonical_hands(3)


@cache
def boards() -> tuple[Any, Any]:
    """The 134,459 canonical boards and how many boards each stands for, boards of the same ranks together.

    Boards of the same ranks have their flops in common, so that what is added up stays in the fast caches;
    and those on which no flush is possible have everything in common. The same under all rules: listed once,
    and kept on disk.
    """
    return kept("boards", (), _boards)


def _boards() -> tuple[Any, Any]:
    np = numpy()
    sets, weights = canonical_hands(5)
    # Three bits a rank hold its number of cards; equal sums are equal ranks.
    ranks = np.zeros(len(sets), dtype=np.int64)
    for card in range(52):
        ranks += (sets >> card & 1) << 3 * (card % RANKS)
    order = np.lexsort((sets, ranks))
    return sets[order], weights[order]


class Deals(NamedTuple):
    """All boards up to a renaming of the suits, and the way from each to its flops."""

    boards: Any
    weights: Any
    flops: Any
    flop_slots: Any
    moved: Any
    """By renaming, the blocks of a spread as they move (`moved_blocks`)."""

    def without(self, absent: int) -> "Deals":
        """The boards and flops of a deck that lacks some cards: in tests, on small decks."""
        if not absent:
            return self
        boards, flops = self.boards & absent == 0, self.flops[self.flops & absent == 0]
        return self._replace(
            boards=self.boards[boards],
            weights=self.weights[boards],
            flops=flops,
            flop_slots=slots_for(flops),
        )


def deals(back: bool = False) -> Deals:
    """All boards; what is moved goes from boards to flops, or back."""
    sets, weights = boards()
    of_flops, _ = flops()
    return Deals(sets, weights, of_flops, slots_for(of_flops), moved_blocks(back))
