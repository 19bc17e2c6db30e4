"""Decisions on flops with signals known, added up for the decision before the flop.

By row, group and hole. Decisions do not depend on the names of suits, so canonical flops stand for all.
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
"""Over flops, boards and choices of known cards: what playing on the flop gains above checking where it is
better, the same of the squares; where the flop and the river are played; where a decision differs from the
honest one; all."""
VALUES = 6


class Flops(NamedTuple):
    """The canonical flops."""

    sets: Any
    weights: Any
    groups: Any
    """By pairing and flop: the groups that it counts for."""
    honest: Any
    """By flop, a bit a hole: whether it is played when nothing is known."""
    renamings: Any
    moved_holes: Any
    hole_sets: Any


class Row(NamedTuple):
    """A row, for the kernel."""

    number: int
    pairing: int
    known: int
    """The hidden cards that are known (`boards.known`)."""
    first: int
    second: int
    later: int
    """How many cards of turn and river are known."""
    later_first: int
    later_second: int
    absent: int


@kernel
def cases_of(row: Row, free: int) -> int:
    """The choices of known cards and boards after a flop, given the cards that hole and flop leave."""
    of_first, of_second = count_cards(free & row.first), count_cards(free & row.second)
    both = count_cards(free & row.first & row.second)
    same = row.first == row.second
    hidden = choices(row.known, same, of_first, of_second, both)
    left = count_cards(free) - (0 if row.known == NOTHING else 1 if row.second == 0 else 2)
    if row.later == 0:
        return hidden * (left * (left - 1) // 2)
    later = count_cards(free & row.later_first)
    if row.later == 2:
        # No hidden card is known beside two later ones.
        if row.later_first == row.later_second:
            return later * (later - 1) // 2
        return later * count_cards(free & row.later_second)
    if row.known == NOTHING:
        return later * (left - 1)
    # One hidden card is known: not the later one.
    return (hidden * later - count_cards(free & row.first & row.later_first)) * (left - 1)


def decide_row(
    flops: Flops, row: Row, moved_rows: Any, sums: Any, plays_on: Any, totals: Any, room: Any
) -> bool:
    """Decide on all flops with a row known; false if a sum did not divide by 24, as it must.

    `plays_on` is by flop and hole: 0 where the cards cannot be, 1 for a check, 2 where the hole plays. `room`
    is for the renamings that leave a flop as it is.
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
    """Count the decisions on flops of hands that checked, by kind of hand; `chosen` is by group and hole."""
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
    """Nothing added up yet, for one row."""
    return numpy().zeros((VALUES, groups, HOLES), dtype="int64")
