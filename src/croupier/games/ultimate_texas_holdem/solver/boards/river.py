"""Decisions on the river by class of board (`classes`), one bit for every kind of hole.

The 42,783 classes take 1.8 MB, which fits in a core's cache; by board and hole they would take 22 MB.
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
"""The bytes of one class: a bit per cell, in whole words."""
assert CELLS <= 8 * RIVER_BYTES


@kernel
def playing_on_river(hole: int, endings: Any, nets: Nets) -> int:
    """Return the net of playing a stored hole on the river, summed over its 990 dealer hands by ending."""
    category, tie = hole >> CATEGORY_SHIFT & 15, TIE_QUALIFIED
    if hole >> TIE_SHIFT & 1:
        tie = TIE_UNQUALIFIED
    ties, playing = DEALERS, 0
    for ending in range(DECIDED):
        playing += endings[ending] * nets.played[nets.river, category, ending]
        ties -= endings[ending]
    return playing + ties * nets.played[nets.river, category, tie]  # type: ignore[no-any-return]


def mark_classes(compared: Compared, nets: Nets, river: Any) -> None:
    """Mark the holes that play on the river, by class, one bit per cell."""
    for number in range(len(river)):
        for place in range(compared.found[number]):
            hole = compared.holes[number, place]
            if playing_on_river(hole, compared.endings[number, place], nets) > nets.fold:
                cell = CELL[KINDS * (hole >> 5 & 31) + (hole & 31)]
                river[number, cell >> 3] |= 1 << (cell & 7)


def river_marks(compared: Compared, nets: Nets) -> Any:
    """By class of board and cell, eight cells to a byte: whether the hole plays on the river."""
    np = numpy()
    river = np.zeros((ALL_CLASSES, RIVER_BYTES), np.uint8)
    compiled(mark_classes)(compared, nets, river)
    return river


# The sum of marks tells the ranks of up to two other cards: no two sums of these numbers (a Golomb ruler
# without its first mark) are equal, and no sum is one of the numbers.
_MARKS = (4, 6, 20, 35, 52, 59, 77, 78, 86, 89, 99, 122, 127)
_SUM_BITS = 8


def _group(ranks: int) -> int:
    """Return the first class with these ranks of the flush suit; 0 if no board has them."""
    count = ranks.bit_count()
    return class_of(ranks, count, 0, 0) if 3 <= count <= 5 else 0


def _places_of_others() -> dict[int, int]:
    """By sum of marks, the place of a class among those with the same ranks of the flush suit."""
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
"""By flush suit and card: the rank in the upper bits for a card of the suit, the mark for any other."""
_GROUPS = table([_group(ranks) for ranks in range(8192)])
"""By ranks of the flush suit, the first class with them."""
_OTHERS = table([_places_of_others().get(total, 0) for total in range(1 << _SUM_BITS)])
"""By sum of the marks of the other cards, the place of the class in its group."""


@kernel
def class_with_flush(suit: int, cards: tuple[int, int, int, int, int]) -> int:
    """Return the class of a board with three or more of these cards of `suit`."""
    # Sums instead of branches: the processor cannot predict the suits.
    first = 52 * suit
    total = _PARTS[first + cards[0]] + _PARTS[first + cards[1]] + _PARTS[first + cards[2]]
    total += _PARTS[first + cards[3]] + _PARTS[first + cards[4]]
    return _GROUPS[total >> 8] + _OTHERS[total & 255]


@kernel
def cell_in_class(suit: int, one: int, other: int) -> int:
    """Return the cell of two cards in a class whose flush suit is `suit` (4: none)."""
    return CELL[KINDS * kind_in(one, suit) + kind_in(other, suit)]


@kernel
def plays_in_class(river: Any, number: int, suit: int, one: int, other: int) -> Any:
    """Return 1 if two cards play on the river in a class whose flush suit is `suit` (4: none), else 0."""
    cell = cell_in_class(suit, one, other)
    return river[number, cell >> 3] >> (cell & 7) & 1


@kernel
def class_on_board(board: int) -> tuple[int, int]:
    """Return the class of a board and its flush suit, 4 if no flush is possible."""
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
