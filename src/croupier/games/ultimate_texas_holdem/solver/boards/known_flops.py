"""Decisions on flops when hidden cards are known, added up for the decision before the flop.

Sums are by known cards of the flop (a *group*), suit of the known turn or river card, suits of the hidden
cards, and hole. Decisions do not depend on the names of suits, so canonical flops represent all flops.
"""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import HOLES, fixes
from croupier.games.ultimate_texas_holdem.solver.boards.known import (
    BY_FLOP,
    DECISION,
    LAYERS,
    SQUARE,
    Wanted,
    absent_cards,
    unpacked,
)
from croupier.games.ultimate_texas_holdem.solver.boards.slots import renamed_suit
from croupier.jit import kernel, numpy

GAIN, GAIN_SQUARE, PLAYED, ON_RIVER, CHANGED, CASES = range(6)
"""Sums over flops: the gain of playing on the flop over checking, where it is better, and the same for
squares; the boards on which the hole plays on the flop, and on the river; those on which a decision differs
from honest play; all boards. The layers from `RIVER` on follow, by group of flops."""
FIRST_VALUE = 6


class Flops(NamedTuple):
    """The canonical flops and their properties."""

    sets: Any
    weights: Any
    groups: Any
    """By flop, the groups that it belongs to."""
    honest: Any
    """By flop, one bit per hole: whether it plays when nothing is known."""
    boards_each: int
    """The number of boards that can follow a flop."""


class Suits(NamedTuple):
    """The renamings of the suits, and the slots to add up for the suits of the hidden cards."""

    renamings: Any
    moved_holes: Any
    moved: Any
    """By renaming and suits of the hidden cards, their new suits."""
    slots: Any
    """By suits of the hidden cards, their slots, padded with -1; none if the suits are impossible."""
    hole_sets: Any


class Room(NamedTuple):
    """Working arrays for decisions on flops."""

    expanded: Any
    """The sums of one flop, by layer, suit of the later card, suits of the hidden cards and hole."""
    plays: Any
    """By flop, suits and hole as above: 0 if the cards are impossible, 1 for a check, 2 for a play."""
    fixing: Any
    """A working array for the renamings that leave a flop unchanged."""


def new_totals(groups: int, later: int, hidden: int, layers: int) -> Any:
    """Return empty totals."""
    values = FIRST_VALUE + (LAYERS - BY_FLOP if layers == LAYERS else 0)
    return numpy().zeros((values, groups, later, hidden, HOLES), dtype="int64")


@kernel
def _expand(sums: Any, number: int, slots: Any, later: int, per_suit: int, expanded: Any) -> None:
    """Add up the slots of one flop for all suits of the known cards."""
    for layer in range(len(sums)):
        for suit in range(later):
            for hidden in range(len(slots)):
                row = expanded[layer, suit, hidden]
                for place in range(HOLES):
                    row[place] = 0
                for each in range(slots.shape[1]):
                    if slots[hidden, each] >= 0:
                        source = sums[layer, number, suit * per_suit + slots[hidden, each]]
                        for place in range(HOLES):
                            row[place] += source[place]


@kernel
def hidden_set(hidden: int, wanted: Wanted) -> int:
    """Return the set of the hidden cards, given their suits."""
    if wanted.rank < 0:
        return 0
    if wanted.second < 0:
        return 1 << 13 * hidden + wanted.rank
    return 1 << 13 * (hidden >> 2) + wanted.rank | 1 << 13 * (hidden & 3) + wanted.second


@kernel
def _known_cards(flop: int, suit: int, hidden: int, suits: Suits, wanted: Wanted) -> int:
    """Return the set of the known cards, given their suits; -1 if it is impossible."""
    known = hidden_set(hidden, wanted)
    if suits.slots[hidden, 0] < 0 or flop & known:
        return -1
    if wanted.later < 0:
        return known
    card = 1 << 13 * suit + wanted.later
    return -1 if (flop | known) & card else known | card


@kernel
def _summed(layer: int, at: tuple[int, int, int], fixing: Any, suits: Suits, expanded: Any) -> int:
    """Sum a layer over the renamings that fix the flop; `at` holds suit, hidden cards and place."""
    suit, hidden, place = at
    total = 0
    for renaming in fixing:
        to = renamed_suit(suit, renaming) if expanded.shape[1] > 1 else 0
        total += expanded[layer, to, suits.moved[renaming, hidden], suits.moved_holes[renaming, place]]
    return total


def decide_flops(
    part: tuple[int, int], flops: Flops, suits: Suits, wanted: Wanted, sums: Any, work: Room, totals: Any
) -> bool:
    """Decide on the flops of a part; return False if a sum is not divisible by 24, as every sum must be."""
    exact, room, absent = True, work.fixing, absent_cards(wanted.ranks)
    expanded = work.expanded
    layers, later = expanded.shape[0], expanded.shape[1]
    per_suit = sums.shape[2] // later
    for number in range(part[0], part[1]):
        flop = flops.sets[number]
        _expand(sums, number, suits.slots, later, per_suit, expanded)
        fixing = 0
        for renaming in suits.renamings:
            if fixes(flop, renaming):
                room[fixing] = renaming
                fixing += 1
        for suit in range(later):
            for hidden in range(len(suits.slots)):
                known = _known_cards(flop, suit, hidden, suits, wanted)
                if known < 0:
                    continue
                for place in range(HOLES):
                    if suits.hole_sets[place] & (flop | known | absent):
                        continue
                    at = suit, hidden, place
                    square = _summed(SQUARE, at, room[:fixing], suits, expanded)
                    gain, on_river, changed = unpacked(_summed(DECISION, at, room[:fixing], suits, expanded))
                    exact = exact and gain % 24 == on_river % 24 == changed % 24 == square % 24 == 0
                    plays = gain > 0
                    work.plays[number, suit, hidden, place] = 1 + plays
                    if plays != (flops.honest[number, place >> 3] >> (place & 7) & 1):
                        changed = 24 * flops.boards_each
                    elif plays:
                        changed = 0
                    for each in range(flops.groups.shape[1]):
                        group = flops.groups[number, each]
                        weight = flops.weights[number]
                        into = totals[:, group, suit, hidden, place]
                        if plays:
                            into[GAIN] += weight * (gain // 24)
                            into[GAIN_SQUARE] += weight * (square // 24)
                            into[PLAYED] += weight * flops.boards_each
                        else:
                            into[ON_RIVER] += weight * (on_river // 24)
                        into[CHANGED] += weight * (changed // 24)
                        into[CASES] += weight * flops.boards_each
                        for layer in range(BY_FLOP, layers):
                            value = _summed(layer, at, room[:fixing], suits, expanded)
                            exact = exact and value % 24 == 0
                            into[FIRST_VALUE + layer - BY_FLOP] += weight * (value // 24)
    return exact
