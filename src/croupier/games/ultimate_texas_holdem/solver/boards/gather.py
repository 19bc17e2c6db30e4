"""The value of every decision as whole numbers, from classes of boards to flops to starting hands.

Every class (`classes`) is compared once: the results of all its holes are stored for the census, and their
values are added to the few sums that the class contributes to. Those sums then give the value of every hole
on every flop, up to a renaming of the suits, and with it the better decision.
"""

from typing import Any, NamedTuple

from croupier.cards import cards_in
from croupier.games.ultimate_texas_holdem.solver.boards.classes import (
    ALL_CLASSES,
    CELL,
    CELLS,
    CLASSES,
    KINDS,
    MOST_ROWS,
    MOST_SQUARES,
    PAIRS_OF_CLASS,
    SUITED,
    Classes,
    board_of,
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
    add_up,
    look_at,
    value_holes,
)
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import HOLES, hole_sets
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    DEALERS,
    DECIDED,
    ORDER,
    Nets,
    compare_all,
    tie_of,
    working_room,
)
from croupier.hands.poker import poker_category
from croupier.jit import kernel, numpy

# Layers of values: the better decision on the river, playing on the flop, and up to two multiples preflop.
ON_RIVER, ON_FLOP, BEFORE_FLOP = 0, 1, 2

# A stored hole: five bits for each kind of card, its category, and whether a dealer who ties it fails to
# qualify.
CATEGORY_SHIFT, TIE_SHIFT = 10, 14

MOST_HOLES = 266
"""The most kinds of hole in a class: 23 kinds of card, of which the 13 plain ones also make pairs."""


class Compared(NamedTuple):
    """By class, the results of all its kinds of hole: the stored holes, and the dealer's holes by ending."""

    holes: Any
    endings: Any
    found: Any


class Room(NamedTuple):
    """One thread's working arrays for a class."""

    kinds: Any
    endings: Any
    values: Any
    cards: Any
    squares: Any
    rows: Any


class ByHole(NamedTuple):
    """Sums over all classes with a flush of one suit, by layer; values before the flop need no flops.

    `square`, by two kinds of card, is over all boards; `rows` over the boards with a given card of the first
    kind; `pairs` over the boards with both cards.
    """

    square: Any
    rows: Any
    pairs: Any


def new_by_hole(layers: int) -> ByHole:
    """Return empty sums for one thread."""
    np = numpy()
    return ByHole(
        np.zeros((layers, CELLS), np.int64),
        np.zeros((layers, KINDS, KINDS), np.int64),
        np.zeros((layers, CELLS), np.int64),
    )


def new_room(layers: int, dtype: str) -> Room:
    """Return one thread's working arrays."""
    np = numpy()
    kinds, endings = working_room()
    return Room(
        kinds,
        endings,
        np.zeros((layers, CELLS), dtype),
        np.zeros(5, np.int64),
        np.zeros((MOST_SQUARES, 2), np.int64),
        np.zeros((MOST_ROWS, 3), np.int64),
    )


def new_compared() -> Compared:
    """Return arrays for the results of all classes."""
    np = numpy()
    return Compared(
        np.empty((ALL_CLASSES, MOST_HOLES), np.int16),
        np.empty((ALL_CLASSES, MOST_HOLES, DECIDED), np.int16),
        np.zeros(ALL_CLASSES, np.int16),
    )


@kernel
def kind_of_key(kind: int) -> int:
    """Convert a kind of card from the numbers of `showdown` to those of `classes`."""
    return (kind & 15) + 13 * (kind >> 4)


@kernel
def _keep(found: int, room: Room, dealer_least: int, number: int, compared: Compared) -> None:
    """Store the results of the holes of a class."""
    compared.found[number] = found
    for place in range(found):
        key = room.kinds[ORDER, place]
        strength = key >> 10
        low, high = kind_of_key(key >> 5 & 31), kind_of_key(key & 31)
        hole = low << 5 | high | poker_category(strength) << CATEGORY_SHIFT
        if strength < dealer_least:
            hole |= 1 << TIE_SHIFT
        compared.holes[number, place] = hole
        for ending in range(DECIDED):
            compared.endings[number, place, ending] = room.endings[place, ending]


@kernel
def _evaluate(found: int, room: Room, nets: Nets) -> None:
    """Value each kind of hole over the dealer's 990 holes: on the river, on the flop, before the flop."""
    for layer in range(len(room.values)):
        for cell in range(CELLS):
            room.values[layer, cell] = 0
    for place in range(found):
        key, endings = room.kinds[ORDER, place], room.endings[place]
        category, tie = poker_category(key >> 10), tie_of(key >> 10, nets.dealer_least)
        cell = CELL[KINDS * kind_of_key(key >> 5 & 31) + kind_of_key(key & 31)]
        ties = DEALERS - endings[0] - endings[1] - endings[2] - endings[3]
        for layer in range(len(room.values)):
            multiple = nets.river if layer == ON_RIVER else nets.flop
            if layer >= BEFORE_FLOP:
                multiple = nets.before_flop[layer - BEFORE_FLOP]
            paid = nets.played[multiple, category]
            value = ties * paid[tie]
            for ending in range(DECIDED):
                value += endings[ending] * paid[ending]
            room.values[layer, cell] = max(value, nets.fold) if layer == ON_RIVER else value


@kernel
def _add(number: int, links: tuple[int, int], room: Room, sums: Sums) -> None:
    """Add the values of a class to the sums that it contributes to."""
    for layer in range(len(sums.squares)):
        values = room.values[layer]
        for each in range(links[0]):
            target, times = sums.squares[layer, room.squares[each, 0]], room.squares[each, 1]
            for cell in range(CELLS):
                target[cell] += times * values[cell]
        for each in range(links[1]):
            row, kind, times = sums.rows[layer, room.rows[each, 0]], room.rows[each, 1], room.rows[each, 2]
            for other in range(KINDS):
                row[other] += times * values[CELL[KINDS * kind + other]]
        place = PAIRS_OF_CLASS * number
        for high in range(1, 5):
            for low in range(high):
                cell = CELL[KINDS * room.cards[low] + room.cards[high]]
                sums.pairs[layer, place] += values[cell]
                place += 1


@kernel
def _add_by_hole(boards: int, room: Room, by_hole: ByHole) -> None:
    """Add the values before the flop of a class that has `boards` boards for a given flush suit.

    All of them contain its cards of that suit. One given card of a plain rank is on a third of them, or on
    two thirds if both plain cards have the same rank; two given plain cards are on one.
    """
    cards = room.cards
    for layer in range(len(by_hole.square)):
        values, square, pairs = room.values[BEFORE_FLOP + layer], by_hole.square[layer], by_hole.pairs[layer]
        for cell in range(CELLS):
            square[cell] += boards * values[cell]
        same = cards[3] == cards[4]
        for high in range(5):
            times = boards
            if cards[high] < 13:
                times = 2 if same else boards // 3
            if high < 4 or not same:
                row = by_hole.rows[layer, cards[high]]
                for other in range(KINDS):
                    row[other] += times * values[CELL[KINDS * cards[high] + other]]
            for low in range(high):
                cell = CELL[KINDS * cards[low] + cards[high]]
                if cards[low] < 13:
                    pairs[cell] += values[cell]
                elif high < 4 or not same:
                    pairs[cell] += times * values[cell]


def gather_classes(
    classes: Classes, part: Any, nets: Nets, room: Room, compared: Compared, sums: Sums,
    by_hole: ByHole,
) -> None:  # fmt: skip
    """Compare a part of the groups of classes and add their values up; `part` holds the group numbers."""
    for group in part:
        suited = classes.suited[group]
        count = suited_count(suited)
        for others in range(others_of(count)):
            if suited:
                low, high = other_ranks(count, others)
                number = class_of(suited, count, low, high)
                board = board_of(suited, count, low, high)
            else:
                number = CLASSES + 91 * (group - SUITED) + others
                board = classes.boards[number - CLASSES]
            if not board:
                continue
            found = compare_all(board, 0, nets.dealer_least, room.kinds, room.endings)
            _keep(found, room, nets.dealer_least, number, compared)
            _evaluate(found, room, nets)
            if suited:
                boards = cards_of(suited, count, low, high, room.cards)
                links = links_of(suited, count, low, high, room.squares, room.rows)
                _add(number, links, room, sums)
                _add_by_hole(boards, room, by_hole)
            else:
                _write_ranks(number - CLASSES, room, sums)


@kernel
def _write_ranks(number: int, room: Room, sums: Sums) -> None:
    """Write the values of a class without a flush by two ranks, in both orders."""
    for layer in range(len(room.values)):
        for high in range(13):
            for low in range(high + 1):
                value = room.values[layer, two_ranks(low, high)]
                sums.ranks[layer, number, 13 * high + low] = value
                sums.ranks[layer, number, 13 * low + high] = value


def value_flops(
    flops: Any, weights: Any, part: Any, sums: Sums, room: Flop, on_flop: Any, totals: Any
) -> None:
    """Value every hole on a part of the canonical flops, and add the values up by hole over all flops.

    `on_flop` gets the values of checking and playing on the flop, by flop and hole. `totals` gets those of
    checking before the flop, playing on every flop, and playing before the flop; the last without the boards
    with a flush, which `value_before_flop` adds.
    """
    for number in part:
        flop, weight = flops[number], weights[number]
        look_at(flop, room.after)
        add_up(sums, room)
        for layer in range(len(totals)):
            values = on_flop[layer, number] if layer < BEFORE_FLOP else room.values
            value_holes(flop, layer < BEFORE_FLOP, layer, room, values)
            total = totals[layer]
            if layer == ON_RIVER:
                continue
            for place in range(HOLES):
                total[place] += weight * values[place]
        best, checked, played = totals[ON_RIVER], on_flop[ON_RIVER, number], on_flop[ON_FLOP, number]
        for place in range(HOLES):
            best[place] += weight * max(checked[place], played[place])


def value_before_flop(by_hole: ByHole, times: int, totals: Any) -> None:
    """Add the boards with a flush in any suit to the totals before the flop, each `times` times."""
    np = numpy()
    cards = np.array([cards_in(hole) for hole in hole_sets()])
    for suit in range(4):
        first, second = (cards % 13 + 13 * (cards // 13 == suit)).T
        cells = np.array(CELL)[KINDS * first + second]
        rows = by_hole.rows[:, first, second] + by_hole.rows[:, second, first]
        totals[BEFORE_FLOP:] += times * (by_hole.square[:, cells] + by_hole.pairs[:, cells] - rows)
