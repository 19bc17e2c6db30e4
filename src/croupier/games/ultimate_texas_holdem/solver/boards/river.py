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
    class_of,
    number_of_ranks,
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
from croupier.jit import compiled, kernel, numpy

RIVER_BYTES = 44
"""Of a class: its cells in bits, in whole words."""
assert CELLS <= 8 * RIVER_BYTES


@kernel
def playing_on_river(hole: int, endings: Any, nets: Nets) -> int:
    """What playing on the river nets a kept hole over its 990 dealers, given how many end it how."""
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


@kernel
def class_with_flush(suit: int, cards: tuple[int, int, int, int, int]) -> int:
    """The class of a board of these cards, of which three or more are of a suit."""
    suited = count = low = high = 0
    for place in range(5):
        rank = cards[place] % 13
        # No branch: the processor cannot predict the suits.
        of_suit = int(cards[place] // 13 == suit)
        suited |= of_suit << rank
        count += of_suit
        high += (low - high) * (1 - of_suit)
        low += (rank - low) * (1 - of_suit)
    return class_of(suited, count, low, high)


@kernel
def plays_in_class(river: Any, number: int, suit: int, one: int, other: int) -> Any:
    """1 if two cards play on the river of a class with its flush in a suit (4: none), else 0."""
    cell = CELL[KINDS * kind_in(one, suit) + kind_in(other, suit)]
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
