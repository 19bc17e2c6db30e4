"""Boards one by one up to a renaming of the suits, with values or marks laid out by hole.

For what depends on the very cards, such as the tables of a strategy or a rule of thumb. Where classes of
boards are enough (`classes`), they are far fewer.
"""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import (
    BLOCK,
    HOLES,
    PAIR_BLOCKS,
    SPREAD,
)
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    ORDER,
    Nets,
    compare_all,
    value_of,
    working_room,
)
from croupier.games.ultimate_texas_holdem.solver.boards.spread import (
    cell_of,
    same_for_all,
    spread_out,
    square_of,
)
from croupier.hands.poker import poker_category
from croupier.jit import kernel, numpy

RIVER_BYTES = (HOLES + 7) // 8


class BoardRoom(NamedTuple):
    """Where a thread works on a board."""

    kinds: Any
    endings: Any
    values: Any
    """Two layers of values by kinds of hole."""
    spread: Any
    """Values by hole."""


def new_board_room() -> BoardRoom:
    """Room for a thread."""
    np = numpy()
    kinds, endings = working_room()
    return BoardRoom(kinds, endings, np.zeros((2, 4, BLOCK), np.int64), np.zeros(SPREAD, np.int64))


def new_tallies() -> Any:
    """Room for the spreads of a board: who checked before the flop, and on how many flops who plays."""
    np = numpy()
    return np.zeros((2, SPREAD), dtype=np.uint8)


def flops_played(checked: Any, decisions: Any) -> Any:
    """By canonical flop the spread of the holes that check before it and play on it."""
    np = numpy()
    spread = np.zeros((len(decisions), SPREAD), dtype=np.uint8)
    spread[:, :HOLES] = decisions & checked
    for block in range(PAIR_BLOCKS):
        square = spread[:, BLOCK * block : BLOCK * (block + 1)].reshape(-1, 13, 13)
        turned = HOLES + BLOCK * block
        spread[:, turned : turned + BLOCK] = square.transpose(0, 2, 1).reshape(-1, BLOCK)
    return spread


def mark_river(boards: Any, part: tuple[int, int], nets: Nets, room: BoardRoom, river: Any) -> None:
    """Mark the holes that are played on the river of the boards from one to another, a bit a hole."""
    before = 0
    for number in range(part[0], part[1]):
        board = boards[number]
        if not same_for_all(board, before):
            found = compare_all(board, nets.dealer_least, room.kinds, room.endings)
            for place in range(found):
                key = room.kinds[ORDER, place]
                low, high, strength = key >> 5 & 31, key & 31, key >> 10
                category = poker_category(strength)
                value = value_of(strength, category, room.endings[place], nets.river, nets) - nets.fold
                room.values[0, square_of(low, high), cell_of(low, high)] = value
                room.values[0, square_of(high, low), cell_of(high, low)] = value
        before = board
        spread_out(board, 1, room.values[0], room.spread)
        _pack(room.spread, river[number])


@kernel
def _pack(values: Any, packed: Any) -> None:
    """Write a bit for each hole: whether its value is above zero."""
    for byte in range(RIVER_BYTES):
        bits = 0
        for bit in range(min(8, HOLES - 8 * byte)):
            if values[8 * byte + bit] > 0:
                bits |= 1 << bit
        packed[byte] = bits
