"""An index of optimal play of High Card Flush: the decisions of borderline flushes by table lookup.

With a borderline three-card flush, the other four cards decide. Only which of their ranks share a suit
matters, not the suit itself. So a hand is four sets of ranks, of at most three each. The sets are numbered by
size and then by rank, so the flush has the highest number; the other three, in order, have 13,897
combinations, and `decide` is called once for each of them.
"""

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from croupier.games.high_card_flush.solver.solution import Solution, Stakes, decide
from croupier.hands.flush import LENGTH_SHIFT
from croupier.hands.ranks import RANK_SETS
from croupier.jit import compiled, kernel, table

_RANKS = 13
_SETS = [
    sum(1 << rank for rank in each)
    for size in range(4)
    for each in sorted(combinations(range(_RANKS), size), key=lambda ranks: ranks[::-1])
]
_PAIR, _THREE = 1 + 13, 1 + 13 + 78
"""The first numbers of sets of two and of three ranks."""
_SIZE = table([ranks.bit_count() for ranks in _SETS])
_RANKS_OF = table(_SETS)
_NUMBER = table(np.bincount(_SETS, weights=range(len(_SETS)), minlength=RANK_SETS).astype(int).tolist())

_TWO_PAIRS = (len(_SETS) - _THREE) * 13
_ONE_PAIR = _TWO_PAIRS + 78 * 79 // 2
PLACES = _ONE_PAIR + 78 * 91
"""Combinations of the other three sets: three ranks and one, two and two, two and one and one."""

NO_ROW = -1


class BorderlineDecisions(NamedTuple):
    """Decisions with borderline flushes."""

    rows: Any
    """By number of the flush, its row; `NO_ROW` if the flush alone decides or does not have three cards."""
    antes: Any
    """By row and place of the other sets, the number of antes to raise."""


def borderline_decisions(solution: Solution, stakes: Stakes) -> BorderlineDecisions:
    """Return the decisions of a solution."""
    flushes = [
        number
        for number in range(_THREE, len(_SETS))
        if solution.fold_below <= (3 << LENGTH_SHIFT | _SETS[number]) < solution.raise_from
    ]
    rows = np.full(len(_SETS), NO_ROW, dtype=np.int16)
    rows[flushes] = np.arange(len(flushes))
    told = BorderlineDecisions(rows, np.zeros((max(1, len(flushes)), PLACES), dtype=np.int8))
    compiled(_ask)((solution.fold_below, solution.raise_from), stakes, told)
    return told


NOTHING = BorderlineDecisions(
    np.full(len(_SETS), NO_ROW, dtype=np.int16), np.zeros((1, PLACES), dtype=np.int8)
)
"""For rules that use only the flush."""


@kernel
def _place(one: int, two: int, three: int) -> int:
    """Return the place of three sets with four ranks in all, given their numbers from the highest down."""
    if one >= _THREE:
        return (one - _THREE) * 13 + two - 1
    pair = one - _PAIR
    if two >= _PAIR:
        return _TWO_PAIRS + pair * (pair + 1) // 2 + two - _PAIR
    return _ONE_PAIR + pair * 91 + two * (two - 1) // 2 + three - 1


def _ask(band: tuple[int, int], stakes: Stakes, told: BorderlineDecisions) -> None:
    """Decide every hand with a borderline flush once."""
    for one in range(_PAIR, len(told.rows)):
        for two in range(1, min(one + 1, _THREE)):
            for three in range(min(two + 1, _PAIR)):
                if _SIZE[one] + _SIZE[two] + _SIZE[three] == 4:
                    others = _RANKS_OF[one] << 13 | _RANKS_OF[two] << 26 | _RANKS_OF[three] << 39
                    for flush in range(max(one, _THREE), len(told.rows)):
                        if told.rows[flush] != NO_ROW:
                            antes = decide(_RANKS_OF[flush] | others, band[0], band[1], stakes)
                            told.antes[told.rows[flush], _place(one, two, three)] = antes


@kernel
def decide_borderline(cards: int, band: tuple[int, int], stakes: Stakes, told: BorderlineDecisions) -> int:
    """Return the antes that optimal play raises with a borderline flush, or 0 to fold."""
    one, two = _NUMBER[cards & 8191], _NUMBER[cards >> 13 & 8191]
    three, four = _NUMBER[cards >> 26 & 8191], _NUMBER[cards >> 39]
    one, two = max(one, two), min(one, two)
    three, four = max(three, four), min(three, four)
    one, three = max(one, three), min(one, three)
    two, four = max(two, four), min(two, four)
    two, three = max(two, three), min(two, three)
    row = told.rows[one]
    if row == NO_ROW:
        return decide(cards, band[0], band[1], stakes)
    return told.antes[row, _place(two, three, four)]  # type: ignore[no-any-return]
