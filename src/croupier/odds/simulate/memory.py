"""A cache of settlements: a hand against the dealer ends in one of few ways, each settled once.

The result of the wagers against the dealer depends on little: the decided wager, the higher hand, and a few
properties that the game's kernel uses, such as the category of a poker hand. The game numbers these endings
(*cells*); the first round that ends in a cell is settled by the game's own kernel with the cards of that
round, and the result is reused for later rounds.
"""

from typing import Any, NamedTuple

import numpy as np

from croupier.games.common import NO_ROW
from croupier.jit import kernel
from croupier.odds.simulate.wagers import BONUS

_MAIN = BONUS + 1


class Memory(NamedTuple):
    """By cell, for one seat, whose ante is the same in all rounds. Amounts are cents."""

    known: Any
    antes: Any
    """The antes of the decided wager; 0 for a fold."""
    situations: Any
    bonus_rows: Any
    staked: Any
    net: Any
    paid: Any
    """By cell and wager, `ANTE` to `BONUS`."""
    returned: Any


def memory(cells: int) -> Memory:
    """An empty cache."""
    return Memory(
        known=np.zeros(cells, dtype=np.uint8),
        antes=np.zeros(cells, dtype=np.int8),
        situations=np.zeros(cells, dtype=np.int8),
        bonus_rows=np.full(cells, NO_ROW, dtype=np.int8),
        staked=np.zeros(cells, dtype=np.int64),
        net=np.zeros(cells, dtype=np.int64),
        paid=np.zeros((cells, _MAIN), dtype=np.int64),
        returned=np.zeros((cells, _MAIN), dtype=np.int64),
    )


@kernel
def compared(player: int, dealer: int) -> int:
    """Return 0, 1 or 2 for a lower, equal or higher hand, without an unpredictable branch."""
    return 1 + (player > dealer) - (player < dealer)


@kernel
def keep(memory: Memory, cell: int, antes: int, situation: int, staked: int) -> None:
    """Close the entry of a cell whose payments have been written."""
    memory.antes[cell] = antes
    memory.situations[cell] = situation
    memory.staked[cell] = staked
    net = -staked
    for wager in range(_MAIN):
        net += memory.paid[cell, wager] + memory.returned[cell, wager]
    memory.net[cell] = net
    memory.known[cell] = 1


@kernel
def recall(cells: Any, memory: Memory, paid: Any, returned: Any, rows: Any, situations: Any) -> None:
    """Write out one seat's results, wager by wager; arrays are by wager and round."""
    for number in range(len(cells)):
        cell = cells[number]
        for wager in range(_MAIN):
            paid[wager, number] = memory.paid[cell, wager]
            returned[wager, number] = memory.returned[cell, wager]
        rows[number] = memory.bonus_rows[cell]
        situations[number] = memory.situations[cell]


@kernel
def count_cells(cells: Any, memory: Memory, net: Any, counts: Any) -> None:
    """Count a seat's cells, and write its net in each round."""
    for number in range(len(cells)):
        cell = cells[number]
        net[number] = memory.net[cell]
        counts[cell] += 1
