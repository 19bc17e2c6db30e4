"""Boards gathered by flop, row and hole; and over all boards by row, group and hole.

Every sum on a flop divides by 24, the number of renamings of the suits; rows move with the suits.
"""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import (
    BLOCK_OF,
    HOLES,
    SPREAD,
    Deals,
    canonical_form,
    find,
)
from croupier.games.ultimate_texas_holdem.solver.boards.known import compare
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import Nets, flush_suit
from croupier.games.ultimate_texas_holdem.solver.boards.spread import add_moved, flop_of, same_for_all
from croupier.games.ultimate_texas_holdem.solver.signals.weights import (
    BY_FLOP,
    CELLS,
    LAYERS,
    MOST_KINDS,
    Room,
    Signals,
    divide_kinds,
    evaluate,
    new_room,
)
from croupier.jit import kernel, numpy

FLOPS = 10
"""The number of flops on a board."""
NO_BOARD = 0


class Rows(NamedTuple):
    """The rows and groups that a flop on a board belongs to."""

    pairing: Any
    """By hidden signal."""
    row: Any
    """By hidden signal and classes of the known later cards, the row, or -1."""
    moved: Any
    """By renaming and row."""
    later: int
    """The number of known turn and river cards."""
    later_class: Any
    """By pairing and card."""
    later_classes: int
    flop: int
    """The number of known cards of the flop."""
    flop_class: Any
    flop_classes: int
    group: Any
    """By classes of the known cards of the flop, the group."""
    groups: int


class Sums(NamedTuple):
    """The sums of one thread."""

    flop: Any
    """By layer, flop, row and hole."""
    hole: Any
    """By layer from `RIVER` on, row and group, and hole."""


class Work(NamedTuple):
    """The working arrays of one thread."""

    room: Room
    values: Any
    """By hidden signal, layer and two kinds and types."""
    boards: Any
    """By hidden signal, the board of its values."""
    spreads: Any
    flops: Any
    """By flop of the board: the number of the canonical flop, and the renaming to it."""
    entries: Any
    """Pairs of a flop and a row that it belongs to."""
    signals: Any
    """The rows and groups that the board belongs to."""
    times: Any
    """By row and group, how often the board counts; 0 between boards."""


def new_work(hidden: int, signals: int) -> Work:
    """Return one thread's working arrays."""
    np = numpy()
    return Work(
        room=new_room(),
        values=np.zeros((hidden, LAYERS, CELLS), np.int64),
        boards=np.zeros(hidden, np.int64),
        spreads=np.zeros((LAYERS, SPREAD), np.int64),
        flops=np.zeros((2, FLOPS), np.int64),
        entries=np.zeros((2 * FLOPS, 2), np.int64),
        signals=np.zeros(6 * FLOPS, np.int64),
        times=np.zeros(signals, np.int64),
    )


def new_sums(flops: int, rows: int, signals: int) -> Sums:
    """Return empty sums for one thread."""
    np = numpy()
    return Sums(
        np.zeros((BY_FLOP, flops, rows, HOLES), np.int64),
        np.zeros((LAYERS - BY_FLOP, signals, HOLES), np.int64),
    )


@kernel
def lay_out(factor: int, index: Any, values: Any, spread: Any) -> None:
    """Lay values by kinds and types out by hole, times a factor; 0 where a card is on the board."""
    for row in range(4):
        for column in range(4):
            start = BLOCK_OF[4 * row + column]
            for high in range(13):
                one = index[13 * row + high]
                width = 13 if row != column else high
                for low in range(width):
                    other = index[13 * column + low]
                    absent = one < 0 or other < 0
                    spread[start + low] = 0 if absent else factor * values[MOST_KINDS * one + other]
                start += width


@kernel
def _in_order(one: int, other: int, size: int) -> int:
    return min(one, other) * size + max(one, other)


@kernel
def _count_groups(flop: int, row: int, pairing: int, rows: Rows, count: int, work: Work) -> int:
    """Note the row and the groups of a flop; return how many are noted so far."""
    of, size = rows.flop_class[pairing], rows.flop_classes
    a = b = c = 0
    cards = flop
    for card in range(52):
        if cards >> card & 1:
            a, b, c = b, c, of[card]
    for each in range(1 if rows.flop in (0, 3) else 3):
        if rows.flop == 0:
            key = 0
        elif rows.flop == 1:
            key = a if each == 0 else b if each == 1 else c
        elif rows.flop == 2:
            key = _in_order(a if each < 2 else b, b if each == 0 else c, size)
        else:
            low, high = min(a, min(b, c)), max(a, max(b, c))
            key = (low * size + (a + b + c - low - high)) * size + high
        signal = row * rows.groups + rows.group[key]
        if work.times[signal] == 0:
            work.signals[count] = signal
            count += 1
        work.times[signal] += 1
    return count


@kernel
def _count_rows(board: int, signal: int, rows: Rows, work: Work) -> tuple[int, int]:
    """Note the rows and groups of a board's flops for a hidden signal; return the numbers of entries and
    signals."""
    pairing = rows.pairing[signal]
    of, size = rows.later_class[pairing], rows.later_classes
    entries = signals = 0
    for each in range(FLOPS):
        flop = flop_of(board, each)
        one = other = -1
        if rows.later:
            rest = board ^ flop
            for card in range(52):
                if rest >> card & 1:
                    one, other = other, of[card]
        for turn in range(2 if rows.later == 1 else 1):
            key = 0
            if rows.later == 1:
                key = one if turn == 0 else other
            elif rows.later == 2:
                key = _in_order(one, other, size)
            row = rows.row[signal, key]
            if row >= 0:
                work.entries[entries, 0], work.entries[entries, 1] = each, row
                entries += 1
                signals = _count_groups(flop, row, pairing, rows, signals, work)
    return entries, signals


def gather_signals(
    deals: Deals, part: tuple[int, int], signals: Signals, rows: Rows, nets: Nets, work: Work, sums: Sums
) -> None:
    """Add the boards of a part to the sums."""
    found, compared = 0, NO_BOARD
    room = work.room
    work.boards[:] = NO_BOARD
    for number in range(part[0], part[1]):
        board, weight = deals.boards[number], deals.weights[number]
        flush, placed = flush_suit(board), False
        for signal in range(len(signals.first)):
            entries, count = _count_rows(board, signal, rows, work)
            if entries == 0:
                continue
            if not placed:
                placed = True
                for each in range(FLOPS):
                    flop, renaming = canonical_form(flop_of(board, each))
                    work.flops[0, each] = find(flop, deals.flops, deals.flop_slots)
                    work.flops[1, each] = renaming
            first, second = signals.first[signal], signals.second[signal]
            divide_kinds(board, flush, first, second, signals.absent, room)
            if not (
                work.boards[signal] != NO_BOARD
                and same_for_all(board, work.boards[signal])
                and of_ranks(first)
                and of_ranks(second)
            ):
                if compared == NO_BOARD or not same_for_all(board, compared):
                    found = compare(board, signals.absent, room.board, nets)
                compared = board
                evaluate(board, flush, found, signal, signals, nets, room, work.values[signal])
                work.boards[signal] = board
            for layer in range(LAYERS):
                lay_out(weight, room.index, work.values[signal, layer], work.spreads[layer])
            _add(entries, count, rows.moved, deals.moved, work, sums)


@kernel
def of_ranks(cards: int) -> bool:
    """Whether a set contains, for every rank, all of its cards or none."""
    ranks = cards & 8191
    return cards >> 13 & 8191 == ranks and cards >> 26 & 8191 == ranks and cards >> 39 == ranks


@kernel
def _add(entries: int, count: int, moved_rows: Any, moved: Any, work: Work, sums: Sums) -> None:
    """Add the spreads of a board to the noted flops and rows, and to the sums over all boards."""
    for entry in range(entries):
        flop, renaming = work.flops[0, work.entries[entry, 0]], work.flops[1, work.entries[entry, 0]]
        row = moved_rows[renaming, work.entries[entry, 1]]
        for layer in range(BY_FLOP):
            add_moved(work.spreads[layer], moved[renaming], sums.flop[layer, flop, row])
    for each in range(count):
        signal = work.signals[each]
        times = work.times[signal]
        work.times[signal] = 0
        for layer in range(LAYERS - BY_FLOP):
            target, source = sums.hole[layer, signal], work.spreads[BY_FLOP + layer]
            for hole in range(HOLES):
                target[hole] += times * source[hole]
