"""The place of two hole cards (a *hole*) in an array, and its move when suits are renamed.

Holes are laid out by suits, in 1,326 places: six blocks of 13 by 13 for two suits (a row is the rank in the
lower suit), then four triangles of 78 for one suit. Renaming suits moves whole blocks, and at most transposes
them, so the values of all holes on a board are carried to a flop by adding a few long runs of numbers. For
this purpose a *spread* holds the 1,326 places and then the six blocks transposed.

A renaming is one int, `to(clubs) | to(diamonds) << 2 | to(hearts) << 4`; spades get the suit left over. Of
the 64 codes, 24 are renamings.
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
"""The start of the triangles."""
HOLES = TRIANGLES + 4 * TRIANGLE
SPREAD = HOLES + TRIANGLES
"""The places, and the six transposed blocks."""
RENAMINGS = 64

_SUIT_PAIRS = [(low, high) for low in range(4) for high in range(low + 1, 4)]

# The start in a spread of the block of two suits, plain or transposed, and of the triangle of one suit.
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
    """Return the place of two cards, in either order."""
    if first > second:
        first, second = second, first
    low_suit, high_suit = first // 13, second // 13
    low, high = first % 13, second % 13
    if low_suit == high_suit:
        return TRIANGLES + TRIANGLE * low_suit + high * (high - 1) // 2 + low
    return BLOCK_OF[4 * low_suit + high_suit] + 13 * low + high


@kernel
def lowest_card(cards: int) -> int:
    """Return the lowest card of a non-empty set."""
    card = 0
    while not cards >> card & 1:
        card += 1
    return card


@kernel
def canonical_form(cards: int) -> tuple[int, int]:
    """Return the canonical form of a card set under renamings of the suits, and the renaming to it."""
    # Sort the rank sets in descending order, as `canonical_hands` does; the two lowest bits hold the suit.
    a = (cards & 8191) << 2
    b = (cards >> 13 & 8191) << 2 | 1
    c = (cards >> 26 & 8191) << 2 | 2
    d = (cards >> 39) << 2 | 3
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    # The suit with the highest rank set becomes clubs (0), and so on; the image of spades is not stored.
    renaming = (1 << 2 * (b & 3)) | (2 << 2 * (c & 3)) | (3 << 2 * (d & 3))
    return a >> 2 | b >> 2 << 13 | c >> 2 << 26 | d >> 2 << 39, renaming & 63


@kernel
def find(cards: int, sets: Any, slots: Any) -> int:
    """Return the index of a canonical set in `sets`, by their hash table `slots`."""
    slot = slot_of(cards, len(slots))
    while sets[slots[slot]] != cards:
        slot = slot + 1 & len(slots) - 1
    return int(slots[slot])


@kernel
def slot_of(cards: int, size: int) -> int:
    """Return the slot at which the search for a set begins; `size` is a power of two."""
    # The middle bits of a product with a large odd number depend on all cards. The mask drops the bits beyond
    # 64, as compiled code does anyway.
    return ((cards * 0x1F35_7AEA_21D5_89ED & 0x7FFF_FFFF_FFFF_FFFF) >> 24) & size - 1


def slots_for(sets: Any) -> Any:
    """Return a hash table of canonical sets for `find`, at most half full."""
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
    """Whether a renaming leaves a card set unchanged."""
    fourth = 6 - (renaming & 3) - (renaming >> 2 & 3) - (renaming >> 4)
    renamed = 0
    for suit in range(4):
        to = renaming >> 2 * suit & 3 if suit < 3 else fourth
        renamed |= (cards >> 13 * suit & 8191) << 13 * to
    return renamed == cards


def renamings() -> list[tuple[int, tuple[int, ...]]]:
    """Return the 24 renamings: the code, and the new suit of each suit."""
    return [(to[0] | to[1] << 2 | to[2] << 4, to) for to in permutations(range(4))]


@cache
def moved_blocks(back: bool = False) -> Any:
    """By renaming and block of the new suits, its start in the spread of the old suits; or the inverse."""
    np = numpy()
    moved = np.zeros((RENAMINGS, BLOCKS), dtype=np.int64)
    suits = [*_SUIT_PAIRS, *((suit, suit) for suit in range(4))]
    for code, to in renamings():
        source = to if back else [to.index(suit) for suit in range(4)]
        moved[code] = [BLOCK_OF[4 * source[row] + source[column]] for row, column in suits]
    return moved


@cache
def moved_holes() -> Any:
    """By renaming and place, the new place of the hole."""
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
    """Return the 1,755 canonical flops and the number of flops that each represents."""
    return canonical_hands(3)


@cache
def boards() -> tuple[Any, Any]:
    """Return the 134,459 canonical boards, sorted by ranks, and the number of boards that each represents.

    Boards of the same ranks share their flops, so their sums stay in the fast caches; those without a
    possible flush share all results. The list is the same under all rules: it is made once and stored on
    disk.
    """
    return kept("boards", (), _boards)


def _boards() -> tuple[Any, Any]:
    np = numpy()
    sets, weights = canonical_hands(5)
    # Three bits per rank hold its number of cards; equal sums mean equal ranks.
    ranks = np.zeros(len(sets), dtype=np.int64)
    for card in range(52):
        ranks += (sets >> card & 1) << 3 * (card % RANKS)
    order = np.lexsort((sets, ranks))
    return sets[order], weights[order]


class Deals(NamedTuple):
    """All boards up to a renaming of the suits, and the tables to find the flops of each."""

    boards: Any
    weights: Any
    flops: Any
    flop_slots: Any
    moved: Any
    """By renaming, the start of each block of a spread (`moved_blocks`)."""

    def without(self, absent: int) -> "Deals":
        """Return the boards and flops of a deck without the `absent` cards; tests use small decks."""
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
    """Return all boards, with the blocks moved from boards to flops, or `back` from flops to boards."""
    sets, weights = boards()
    of_flops, _ = flops()
    return Deals(sets, weights, of_flops, slots_for(of_flops), moved_blocks(back))
