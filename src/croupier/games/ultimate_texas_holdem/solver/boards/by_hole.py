"""Single boards, up to a renaming of the suits, with values or marks laid out by hole.

For results that depend on the exact cards, such as a rule of thumb. Where classes of boards are enough, use
`classes`: there are far fewer of them.
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
    """One thread's working arrays for a board."""

    kinds: Any
    endings: Any
    values: Any
    """Two layers of values, by kinds of hole."""


def new_board_room() -> BoardRoom:
    """Return one thread's working arrays."""
    np = numpy()
    kinds, endings = working_room()
    return BoardRoom(kinds, endings, np.zeros((2, 4, BLOCK), np.int64))


def new_tallies() -> Any:
    """Return empty spreads for a board: the holes that check before the flop, and the flops each plays."""
    np = numpy()
    return np.zeros((2, SPREAD), dtype=np.uint8)


def flops_played(checked: Any, decisions: Any) -> Any:
    """By canonical flop, the spread of the holes that check before it and play on it."""
    np = numpy()
    spread = np.zeros((len(decisions), SPREAD), dtype=np.uint8)
    spread[:, :HOLES] = decisions & checked
    for block in range(PAIR_BLOCKS):
        square = spread[:, BLOCK * block : BLOCK * (block + 1)].reshape(-1, 13, 13)
        turned = HOLES + BLOCK * block
        spread[:, turned : turned + BLOCK] = square.transpose(0, 2, 1).reshape(-1, BLOCK)
    return spread
