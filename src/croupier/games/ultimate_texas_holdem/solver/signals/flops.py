"""Decisions on flops when signals are known, added up for the decision before the flop.

Sums are by row, group and hole. Decisions do not depend on the names of suits, so canonical flops represent
all flops.
"""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import HOLES, fixes
from croupier.games.ultimate_texas_holdem.solver.boards.known import NOTHING
from croupier.games.ultimate_texas_holdem.solver.signals.weights import (
    COUNTS,
    GAIN,
    HALF,
    SQUARE,
    choices,
    count_cards,
)
from croupier.games.ultimate_texas_holdem.solver.strategy import flop_kind
from croupier.jit import kernel, numpy

TOTAL_GAIN, TOTAL_SQUARE, PLAYED, ON_RIVER, CHANGED, CASES = range(6)
"""Sums over flops, boards and choices of known cards: the gain of playing on the flop over checking, where it
is better, and the same for squares; the cases in which the hole plays on the flop, and on the river; those in
which a decision differs from honest play; all cases."""
VALUES = 6


class Flops(NamedTuple):
    """The canonical flops."""

    sets: Any
    weights: Any
    groups: Any
    """By pairing and flop, the groups that the flop belongs to."""
    honest: Any
    """By flop, one bit per hole: whether it plays when nothing is known."""
    renamings: Any
    moved_holes: Any
    hole_sets: Any


class Row(NamedTuple):
    """A row in the form that kernels take."""

    number: int
    pairing: int
    known: int
    """Which hidden cards are known (`boards.known`)."""
    first: int
    second: int
    later: int
    """The number of known turn and river cards."""
    later_first: int
    later_second: int
    absent: int


@kernel
def cases_of(row: Row, free: int) -> int:
    """Count the choices of known cards and boards after a flop, given the cards outside hole and flop."""
    of_first, of_second = count_cards(free & row.first), count_cards(free & row.second)
    both = count_cards(free & row.first & row.second)
    same = row.first == row.second
    hidden = choices(row.known, same, of_first, of_second, both)
    left = count_cards(free) - (0 if row.known == NOTHING else 1 if row.second == 0 else 2)
    if row.later == 0:
        return hidden * (left * (left - 1) // 2)
    later = count_cards(free & row.later_first)
    if row.later == 2:
        # With two later cards known, no hidden card is known.
        if row.later_first == row.later_second:
            return later * (later - 1) // 2
        return later * count_cards(free & row.later_second)
    if row.known == NOTHING:
        return later * (left - 1)
    # One hidden card is known, and it is not the later one.
    return (hidden * later - count_cards(free & row.first & row.later_first)) * (left - 1)


def decide_row(
    flops: Flops, row: Row, moved_rows: Any, sums: Any, plays_on: Any, totals: Any, room: Any
) -> bool:
    """Decide on all flops with a row known; return False if a sum is not divisible by 24, as all must be.

    `plays_on`, by flop and hole, gets 0 if the cards are impossible, 1 for a check, 2 for a play. `room` is a
    working array for the renamings that leave a flop unchanged.
    """
    exact = True
    for number in range(len(flops.sets)):
        flop = flops.sets[number]
        fixing = 0
        for renaming in flops.renamings:
            if fixes(flop, renaming):
                room[fixing] = renaming
                fixing += 1
        for place in range(HOLES):
            hole = flops.hole_sets[place]
            if hole & (flop | row.absent):
                continue
            cases = cases_of(row, ~(hole | flop | row.absent) & (1 << 52) - 1)
            if cases <= 0:
                continue
            gain = square = counts = 0
            for each in range(fixing):
                to = moved_rows[room[each], row.number]
                moved = flops.moved_holes[room[each], place]
                gain += sums[GAIN, number, to, moved]
                square += sums[SQUARE, number, to, moved]
                counts += sums[COUNTS, number, to, moved]
            on_river, changed = counts & (1 << HALF) - 1, counts >> HALF
            exact = exact and gain % 24 == on_river % 24 == changed % 24 == square % 24 == 0
            plays = gain > 0
            plays_on[number, place] = 1 + plays
            if plays != (flops.honest[number, place >> 3] >> (place & 7) & 1):
                changed = 24 * cases
            elif plays:
                changed = 0
            weight = flops.weights[number]
            for group in flops.groups[row.pairing, number]:
                into = totals[:, group, place]
                if plays:
                    into[TOTAL_GAIN] += weight * (gain // 24)
                    into[TOTAL_SQUARE] += weight * (square // 24)
                    into[PLAYED] += weight * cases
                else:
                    into[ON_RIVER] += weight * (on_river // 24)
                into[CHANGED] += weight * (changed // 24)
                into[CASES] += weight * cases
    return exact


def count_row(flops: Flops, row: Row, plays_on: Any, chosen: Any, counts: Any) -> None:
    """Count, by kind of hand, the decisions on flops of hands that checked; `chosen` is by group and hole."""
    for number in range(len(flops.sets)):
        flop = flops.sets[number]
        for place in range(HOLES):
            state = plays_on[number, place]
            if not state:
                continue
            hole = flops.hole_sets[place]
            kind = flop_kind(hole, flop)
            weight = flops.weights[number] * cases_of(row, ~(hole | flop | row.absent) & (1 << 52) - 1)
            for group in flops.groups[row.pairing, number]:
                if not chosen[group, place]:
                    counts[0, kind, state - 1] += weight


def new_totals(groups: int) -> Any:
    """Return empty totals for one row."""
    return numpy().zeros((VALUES, groups, HOLES), dtype="int64")
