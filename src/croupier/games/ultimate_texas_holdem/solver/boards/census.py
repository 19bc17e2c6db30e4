"""Count every ending of the game under optimal strategy, by decision and hand.

This is the inverse of `gather`. Every hole that checks before the flop, and every hole that also plays on a
flop, is counted in the sums of that flop, and the sums are then counted in the classes of boards. Together
with the stored results of each class, this counts the endings without dealing a board again. The counts give
every moment of the result; their mean must equal the value that the solver found.
"""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.classes import (
    CELL,
    CELLS,
    CLASSES,
    KINDS,
    PAIRS_OF_CLASS,
    SUITED,
    Classes,
    cards_of,
    class_of,
    links_of,
    other_ranks,
    others_of,
    suited_count,
    two_ranks,
)
from croupier.games.ultimate_texas_holdem.solver.boards.flops import (
    Flop,
    Sums,
    clear,
    count_holes,
    look_at,
    spread,
)
from croupier.games.ultimate_texas_holdem.solver.boards.gather import (
    CATEGORY_SHIFT,
    TIE_SHIFT,
    Compared,
    Room,
)
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import HOLES
from croupier.games.ultimate_texas_holdem.solver.boards.river import playing_on_river
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    CATEGORIES,
    DEALERS,
    DECIDED,
    ENDINGS,
    TIE_QUALIFIED,
    TIE_UNQUALIFIED,
    Nets,
)
from croupier.jit import kernel, numpy

FLOPS_OF_BOARD = 10

# Layers of counts: the holes that check before the flop, and those that also play on it.
CHECKED, PLAYED = 0, 1
LAYERS = 2


class Decided(NamedTuple):
    """The decisions before the board is complete."""

    raised: int
    """The multiple played before the flop."""
    checked: Any
    """By the place of a hole, whether it checks before the flop."""
    played: Any
    """By canonical flop and hole, whether the hole plays there."""


def count_flops(flops: Any, weights: Any, part: Any, decided: Decided, room: Flop, sums: Sums) -> None:
    """Count the holes that check before the flop and those that play on it, for a part of the flops."""
    for number in part:
        flop, weight, times = flops[number], weights[number], room.values
        look_at(flop, room.after)
        clear(room)
        for place in range(HOLES):
            times[place] = weight * decided.checked[place]
        count_holes(flop, CHECKED, times, room)
        for place in range(HOLES):
            times[place] *= decided.played[number, place]
        count_holes(flop, PLAYED, times, room)
        spread(sums, room)


@kernel
def _collect(number: int, links: tuple[int, int], room: Room, sums: Sums) -> None:
    """Collect the counts of a class, by kinds of hole, from the sums that the class contributes to."""
    for layer in range(LAYERS):
        values = room.values[layer]
        for cell in range(CELLS):
            values[cell] = 0
        for each in range(links[0]):
            source, times = sums.squares[layer, room.squares[each, 0]], room.squares[each, 1]
            for cell in range(CELLS):
                values[cell] += times * source[cell]
        for each in range(links[1]):
            row, kind, times = sums.rows[layer, room.rows[each, 0]], room.rows[each, 1], room.rows[each, 2]
            for other in range(KINDS):
                values[CELL[KINDS * kind + other]] += times * row[other]
        place = PAIRS_OF_CLASS * number
        for high in range(1, 5):
            for low in range(high):
                cell = CELL[KINDS * room.cards[low] + room.cards[high]]
                values[cell] += sums.pairs[layer, place]
                place += 1


@kernel
def _holes(left: Any, low: int, high: int) -> int:
    """Return the number of holes with two kinds of card."""
    if low == high:
        return left[low] * (left[low] - 1) // 2  # type: ignore[no-any-return]
    return left[low] * left[high]  # type: ignore[no-any-return]


@kernel
def _count_class(
    number: int, boards: int, decided: Decided, nets: Nets, compared: Compared, room: Room, counts: Any
) -> None:
    """Count the endings of a class that stands for `boards` boards."""
    left = room.kinds[0]
    for place in range(compared.found[number]):
        hole, endings = compared.holes[number, place], compared.endings[number, place]
        low, high = hole >> 5 & 31, hole & 31
        category, tie = hole >> CATEGORY_SHIFT & 15, TIE_QUALIFIED
        if hole >> TIE_SHIFT & 1:
            tie = TIE_UNQUALIFIED
        cell = CELL[KINDS * low + high]
        checks, plays = room.values[CHECKED, cell], room.values[PLAYED, cell]
        raises = FLOPS_OF_BOARD * boards * _holes(left, low, high) - checks
        ties = DEALERS - endings[0] - endings[1] - endings[2] - endings[3]
        river = nets.river if playing_on_river(hole, endings, nets) > nets.fold else 0
        for ending in range(DECIDED):
            counts[decided.raised, category, ending] += raises * endings[ending]
            counts[nets.flop, category, ending] += plays * endings[ending]
            counts[river, category, ending] += (checks - plays) * endings[ending]
        counts[decided.raised, category, tie] += raises * ties
        counts[nets.flop, category, tie] += plays * ties
        counts[river, category, tie] += (checks - plays) * ties


def count_classes(
    classes: Classes, part: Any, decided: Decided, nets: Nets, gathered: tuple[Compared, Sums],
    room: Room, counts: Any,
) -> None:  # fmt: skip
    """Count the endings of a part of the groups of classes in `counts[play multiple, category, ending]`.

    Each board counts once for each of its ten flops. The total is therefore ten times the 2.8 * 10**12 ways
    to deal board, player and dealer, well within 64 bits. Multiple 0 is the fold.
    """
    compared, sums = gathered
    for group in part:
        suited = classes.suited[group]
        count = suited_count(suited)
        for others in range(others_of(count)):
            if suited:
                low, high = other_ranks(count, others)
                number = class_of(suited, count, low, high)
                boards = 4 * cards_of(suited, count, low, high, room.cards)
                links = links_of(suited, count, low, high, room.squares, room.rows)
                _leave(room)
                _collect(number, links, room, sums)
            else:
                number = CLASSES + 91 * (group - SUITED) + others
                boards = classes.weights[number - CLASSES]
                _collect_ranks(number - CLASSES, classes, room, sums)
            _count_class(number, boards, decided, nets, compared, room, counts)


@kernel
def _leave(room: Room) -> None:
    """Count the cards of each kind that a class leaves in the deck."""
    left = room.kinds[0]
    for kind in range(KINDS):
        left[kind] = 3 if kind < 13 else 1
    for card in range(5):
        left[room.cards[card]] -= 1


@kernel
def _collect_ranks(number: int, classes: Classes, room: Room, sums: Sums) -> None:
    """Collect the counts of a class without a flush, and the cards that it leaves in the deck."""
    left = room.kinds[0]
    for rank in range(13):
        left[rank] = 4
    for card in range(52):
        if classes.boards[number] >> card & 1:
            left[card % 13] -= 1
    for layer in range(LAYERS):
        for high in range(13):
            for low in range(high + 1):
                counted = sums.ranks[layer, number, 13 * high + low]
                if low < high:
                    counted += sums.ranks[layer, number, 13 * low + high]
                room.values[layer, two_ranks(low, high)] = counted


def new_counts(multiple: int) -> Any:
    """Return counts of zero for every multiple up to `multiple`."""
    np = numpy()
    return np.zeros((multiple + 1, CATEGORIES, ENDINGS), dtype=np.int64)
