"""Boards one by one up to a renaming of the suits, with values or marks laid out by hole.

For what depends on the very cards, such as a rule of thumb. Where classes of boards are enough (`classes`),
they are far fewer.
"""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import (
    BLOCK,
    HOLES,
    PAIR_BLOCKS,
    SPREAD,
)
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import working_room
from croupier.jit import numpy


class BoardRoom(NamedTuple):
    """Where a thread works on a board."""

    kinds: Any
    endings: Any
    values: Any
    """Two layers of values by kinds of hole."""


def new_board_room() -> BoardRoom:
    """Room for a thread."""
    np = numpy()
    kinds, endings = working_room()
    return BoardRoom(kinds, endings, np.zeros((2, 4, BLOCK), np.int64))


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
