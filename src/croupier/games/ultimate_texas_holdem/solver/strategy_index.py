"""An index of the optimal strategy of Ultimate Texas Hold'em: decisions by table lookup.

The strategy (`solver.strategy_tables`) is kept by flops and boards up to a renaming of the suits, and
finds their representatives by sorting suits and by hashing. Here all flops are in a table by their three
cards, and all boards by the representative of their flop and the two cards after it, renamed along.
"""

from typing import Any, NamedTuple

import numpy as np

from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import (
    HOLES,
    RENAMINGS,
    canonical_form,
    find,
    hole_place,
    hole_sets,
    renamings,
)
from croupier.games.ultimate_texas_holdem.solver.strategy_tables import Strategy
from croupier.jit import compiled, kernel

FLOP_BITS, BOARD_BITS = 11, 18
"""In a code: the number of the representative in the bits below, the renaming that leads to it above."""
_FLOP_MASK, _BOARD_MASK = (1 << FLOP_BITS) - 1, (1 << BOARD_BITS) - 1


class Index(NamedTuple):
    """The tables."""

    places: Any
    """By two cards, the place of the hole (or of any two cards)."""
    moved: Any
    """By renaming, from 0 to 23, and place, the place to which the two cards move."""
    flops: Any
    """By three cards, the code of the flop."""
    boards: Any
    """By number of a flop and place of two cards, renamed with it, the code of the board."""


def index_for(strategy: Strategy) -> Index:
    """The index of a strategy."""
    known = [code for code, _ in renamings()]
    numbers = np.zeros(RENAMINGS, dtype=np.int64)
    numbers[known] = np.arange(len(known))
    index = Index(
        places=np.zeros((52, 52), dtype=np.int16),
        moved=np.ascontiguousarray(strategy.moved_holes[known]),
        flops=np.zeros((52, 52, 52), dtype=np.uint16),
        boards=np.zeros((len(strategy.flop_sets), HOLES), dtype=np.int32),
    )
    compiled(_build)(strategy, np.array(hole_sets(), dtype=np.int64), numbers, index)
    return index


def _build(strategy: Strategy, holes: Any, numbers: Any, index: Index) -> None:
    for first in range(52):
        for second in range(52):
            if first == second:
                continue
            index.places[first, second] = hole_place(first, second)
            for third in range(52):
                if third not in (first, second):
                    flop, renaming = canonical_form(1 << first | 1 << second | 1 << third)
                    number = find(flop, strategy.flop_sets, strategy.flop_slots)
                    index.flops[first, second, third] = number | numbers[renaming] << FLOP_BITS
    for number in range(len(strategy.flop_sets)):
        for place in range(len(holes)):
            if not strategy.flop_sets[number] & holes[place]:
                board, renaming = canonical_form(strategy.flop_sets[number] | holes[place])
                found = find(board, strategy.board_sets, strategy.board_slots)
                index.boards[number, place] = found | numbers[renaming] << BOARD_BITS


@kernel
def play_holdem_optimally(
    columns: Any, hole: int, board: int, strategy: Strategy, multiples: tuple[int, int], index: Index,
    places: Any, codes: Any, left: Any, antes: Any,
) -> None:  # fmt: skip
    """Optimal play, stage by stage: only the hands that checked are looked at again.

    `multiples` are those of the flop and the river.
    """
    flop, river = multiples
    checked = 0
    for number in range(len(antes)):
        place = index.places[columns[hole, number], columns[hole + 1, number]]
        places[number] = place
        wagered = strategy.preflop[place]
        antes[number] = wagered
        # No branch: the processor cannot predict whether a hand checks.
        left[checked] = number
        checked += wagered == 0
    again = 0
    for each in range(checked):
        number = left[each]
        code = index.flops[columns[board, number], columns[board + 1, number], columns[board + 2, number]]
        moved = index.moved[code >> FLOP_BITS, places[number]]
        plays = strategy.flop[code & _FLOP_MASK, moved >> 3] >> (moved & 7) & 1
        places[number] = moved
        codes[number] = code
        antes[number] = flop * plays
        left[again] = number
        again += 1 - plays
    # The tables of boards are larger than the fast caches: with a loop for each look, many looks are under
    # way at a time.
    for each in range(again):
        number = left[each]
        code = codes[number]
        last_two = index.places[columns[board + 3, number], columns[board + 4, number]]
        codes[number] = index.boards[code & _FLOP_MASK, index.moved[code >> FLOP_BITS, last_two]]
    for each in range(again):
        number = left[each]
        code = codes[number]
        moved = index.moved[code >> BOARD_BITS, places[number]]
        antes[number] = river * (strategy.river[code & _BOARD_MASK, moved >> 3] >> (moved & 7) & 1)


@kernel
def best_on_street(
    columns: Any, hole: int, board: int, strategy: Strategy, multiples: tuple[int, int], index: Index,
    street: int, antes: Any,
) -> None:  # fmt: skip
    """Optimal play on one street (0 before the flop, 1 on it, 2 at the end) of hands that checked before."""
    flop, river = multiples
    for number in range(len(antes)):
        place = index.places[columns[hole, number], columns[hole + 1, number]]
        if street == 0:
            antes[number] = strategy.preflop[place]
            continue
        code = index.flops[columns[board, number], columns[board + 1, number], columns[board + 2, number]]
        moved = index.moved[code >> FLOP_BITS, place]
        if street == 1:
            antes[number] = flop * (strategy.flop[code & _FLOP_MASK, moved >> 3] >> (moved & 7) & 1)
            continue
        last_two = index.places[columns[board + 3, number], columns[board + 4, number]]
        whole = index.boards[code & _FLOP_MASK, index.moved[code >> FLOP_BITS, last_two]]
        moved = index.moved[whole >> BOARD_BITS, moved]
        antes[number] = river * (strategy.river[whole & _BOARD_MASK, moved >> 3] >> (moved & 7) & 1)
