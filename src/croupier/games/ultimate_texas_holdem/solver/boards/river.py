"""Decisions on the river, by class of board (`classes`): a bit for every kind of hole.

The 42,783 classes take 1.8 MB, which stays near a core; by board and hole it would be 22 MB.
"""

from typing import Any

from croupier.games.ultimate_texas_holdem.solver.boards.classes import (
    ALL_CLASSES,
    CELL,
    CELLS,
    CLASSES,
    KINDS,
    OTHERS,
    class_of,
    number_of_ranks,
    two_ranks,
)
from croupier.games.ultimate_texas_holdem.solver.boards.flops import kind_in
from croupier.games.ultimate_texas_holdem.solver.boards.gather import CATEGORY_SHIFT, TIE_SHIFT, Compared
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    DEALERS,
    DECIDED,
    TIE_QUALIFIED,
    TIE_UNQUALIFIED,
    Nets,
    flush_suit,
)
from croupier.jit import compiled, kernel, numpy, table

RIVER_BYTES = 44
"""Of a class: its cells in bits, in whole words."""
assert CELLS <= 8 * RIVER_BYTES


@kernel
def playing_on_river(hole: int, endings: Any, nets: Nets) -> int:
    """The net of playing a kept hole on the river over its 990 dealers, given the count of each ending."""
    category, tie = hole >> CATEGORY_SHIFT & 15, TIE_QUALIFIED
    if hole >> TIE_SHIFT & 1:
        tie = TIE_UNQUALIFIED
    ties, playing = DEALERS, 0
    for ending in range(DECIDED):
        playing += endings[ending] * nets.played[nets.river, category, ending]
        ties -= endings[ending]
    return playing + ties * nets.played[nets.river, category, tie]  # type: ignore[no-any-return]


def mark_classes(compared: Compared, nets: Nets, river: Any) -> None:
    """Mark the holes that play on the river: by class, a bit a cell."""
    for number in range(len(river)):
        for place in range(compared.found[number]):
            hole = compared.holes[number, place]
            if playing_on_river(hole, compared.endings[number, place], nets) > nets.fold:
                cell = CELL[KINDS * (hole >> 5 & 31) + (hole & 31)]
                river[number, cell >> 3] |= 1 << (cell & 7)


def river_marks(compared: Compared, nets: Nets) -> Any:
    """By class of board and cell, eight to a byte, whether a hole plays on the river."""
    np = numpy()
    river = np.zeros((ALL_CLASSES, RIVER_BYTES), np.uint8)
    compiled(mark_classes)(compared, nets, river)
    return river


# The ranks of at most two other cards, by a sum: no two sums of these numbers (a Golomb ruler without its
# first mark) are equal, and no sum is one of them.
_MARKS = (4, 6, 20, 35, 52, 59, 77, 78, 86, 89, 99, 122, 127)
_SUM_BITS = 8


def _group(ranks: int) -> int:
    """The first class with these ranks of the suit of the flush; 0 where no board has them."""
    count = ranks.bit_count()
    return class_of(ranks, count, 0, 0) if 3 <= count <= 5 else 0


def _places_of_others() -> dict[int, int]:
    """By sum of marks, the place of a class among those with the same ranks of the suit of the flush."""
    places = {_MARKS[low]: low for low in range(13)}
    places |= {
        _MARKS[low] + _MARKS[high]: two_ranks(low, high) for high in range(13) for low in range(high + 1)
    }
    assert len(places) == 13 + OTHERS
    return {0: 0, **places}


_PARTS = table(
    [
        1 << _SUM_BITS + card % 13 if card // 13 == suit else _MARKS[card % 13]
        for suit in range(4)
        for card in range(52)
    ]
)
"""By suit of the flush and card: its rank in the upper bits if it is of the suit, else its mark."""
_GROUPS = table([_group(ranks) for ranks in range(8192)])
"""By ranks of the suit of the flush, the first of the classes that have them."""
_OTHERS = table([_places_of_others().get(total, 0) for total in range(1 << _SUM_BITS)])
"""By sum of the marks of the other cards, the place of the class among those of its group."""


@kernel
def class_with_flush(suit: int, cards: tuple[int, int, int, int, int]) -> int:
    """The class of a board of these cards, of which three or more are of a suit."""
    # By sums alone: the processor cannot predict the suits.
    first = 52 * suit
    total = _PARTS[first + cards[0]] + _PARTS[first + cards[1]] + _PARTS[first + cards[2]]
    total += _PARTS[first + cards[3]] + _PARTS[first + cards[4]]
    return _GROUPS[total >> 8] + _OTHERS[total & 255]


@kernel
def cell_in_class(suit: int, one: int, other: int) -> int:
    """The cell of two cards in a class with its flush in a suit (4: none)."""
    return CELL[KINDS * kind_in(one, suit) + kind_in(other, suit)]


@kernel
def plays_in_class(river: Any, number: int, suit: int, one: int, other: int) -> Any:
    """1 if two cards play on the river of a class with its flush in a suit (4: none), else 0."""
    cell = cell_in_class(suit, one, other)
    return river[number, cell >> 3] >> (cell & 7) & 1


@kernel
def class_on_board(board: int) -> tuple[int, int]:
    """The class of a board, and the suit of its flush: 4 if none is possible."""
    suit = flush_suit(board)
    counts, suited, count, low, high = 0, 0, 0, 0, 0
    for card in range(52):
        if board >> card & 1:
            counts += 1 << 3 * (card % 13)
            if card // 13 == suit:
                suited |= 1 << card % 13
                count += 1
            else:
                low, high = card % 13, low
    if suit == 4:
        return CLASSES + number_of_ranks(counts), suit
    return class_of(suited, count, low, high), suit
