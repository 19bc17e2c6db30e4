"""One flop: the sums of `classes` for its holes, laid out to value all holes of two suits at once.

The value of a hole on a flop is the sum over the boards without a flush that can follow, plus, for every suit
on the flop, the sum over the boards with a flush of that suit. The latter depend only on the two kinds of
card, so squares, rows and pairs are combined once for each suit on the flop (`_complete`); counts are split
again the same way (`_take_apart`). A *block* is the 169 holes of two suits, by rank in one and in the other.
"""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.classes import (
    CELL,
    CELLS,
    CLASSES,
    KINDS,
    OTHERS,
    PAIRS_OF_CLASS,
    RANK_CLASSES,
    ROWS,
    SQUARES,
    number_of_ranks,
    pair_of,
    row_of,
    square_of,
    two_ranks,
)
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import (
    BLOCK,
    BLOCK_OF,
    HOLES,
    RANKS,
)
from croupier.jit import kernel, numpy


class Sums(NamedTuple):
    """By layer and number: the squares, rows and pairs of the classes with a flush, and the classes
    without one by two ranks."""

    squares: Any
    rows: Any
    pairs: Any
    ranks: Any


class After(NamedTuple):
    """The boards that can follow a flop."""

    suits: Any
    """By suit: its rank set on the flop, its number of cards, the ranks of the other cards, the square."""
    open: Any
    """By card, whether it can follow the flop without making a flush possible."""
    classes: Any
    """By two ranks that can follow: the class without a flush …"""
    times: Any
    """… and the number of pairs of cards of these ranks that make no flush possible …"""
    times_after: Any
    """… and by card and rank, the number of cards of the rank that can join that card."""


class Flop(NamedTuple):
    """Working arrays for one flop."""

    after: After
    kinds: Any
    """For one suit, the row of each kind of card; -1 if it has none."""
    square: Any
    """By layer, a block of sums over all boards without a flush."""
    row: Any
    """By layer and suit of the first card, a block of sums over the boards with the first card …"""
    turned: Any
    """… by layer and suit of the second card, over the boards with the second card …"""
    both: Any
    """… and by layer, over the boards with both, which are one class."""
    suited: Any
    """By layer, suit and whether each card is of the suit, a block of sums over the boards with a flush of
    the suit and neither card."""
    block: Any
    """A working block …"""
    values: Any
    """… and a working array over all holes."""


def new_flop(layers: int) -> Flop:
    """Return working arrays for a flop with `layers` layers of values."""
    np = numpy()
    return Flop(
        after=After(
            np.zeros((4, 5), np.int64),
            np.zeros(52, np.int64),
            np.zeros(OTHERS, np.int64),
            np.zeros(OTHERS, np.int64),
            np.zeros((52, RANKS), np.int64),
        ),
        kinds=np.zeros(KINDS, np.int64),
        square=np.zeros((layers, BLOCK), np.int64),
        row=np.zeros((layers, 4, BLOCK), np.int64),
        turned=np.zeros((layers, 4, BLOCK), np.int64),
        both=np.zeros((layers, BLOCK), np.int64),
        suited=np.zeros((layers, 4, 2, 2, BLOCK), np.int64),
        block=np.zeros(BLOCK, np.int64),
        values=np.zeros(HOLES, np.int64),
    )


@kernel
def kind_in(card: int, suit: int) -> int:
    """Return the kind of a card, given the flush suit."""
    return card % 13 + (13 if card // 13 == suit else 0)


@kernel
def look_at(flop: int, after: After) -> None:
    """Find the squares of a flop, and the boards without a flush that can follow."""
    counts = most = 0
    for suit in range(4):
        of_suit = after.suits[suit]
        of_suit[0] = flop >> 13 * suit & 8191
        of_suit[1] = of_suit[2] = of_suit[3] = 0
        others = 0
        for card in range(52):
            if flop >> card & 1:
                if card // 13 == suit:
                    of_suit[1] += 1
                    counts += 1 << 3 * (card % 13)
                else:
                    of_suit[2 + others] = card % 13
                    others = 1
        most = max(most, of_suit[1])
        if of_suit[1]:
            of_suit[4] = square_of(of_suit[0], of_suit[1], of_suit[2], of_suit[3])
    for card in range(52):
        closed = most == 3 or after.suits[card // 13, 1] == 2 or flop >> card & 1
        after.open[card] = 0 if closed else 1
    _count_without_flush(counts, after)


@kernel
def may_both_follow(one: int, other: int, suits: Any) -> bool:
    """Whether cards of two suits, each of which can follow, can follow together."""
    return one != other or suits[one, 1] == 0


@kernel
def _count_without_flush(counts: int, after: After) -> None:
    """Count the ways in which two ranks can follow a flop; `counts` has its ranks in three bits each."""
    for high in range(13):
        for low in range(high + 1):
            both = counts + (1 << 3 * high) + (1 << 3 * low)
            # Five of a kind is not a board and is never read.
            after.classes[two_ranks(low, high)] = number_of_ranks(both)
            after.times[two_ranks(low, high)] = 0
    for one in range(52):
        for rank in range(13):
            times = 0
            if after.open[one]:
                for suit in range(4):
                    other = 13 * suit + rank
                    if other != one and may_both_follow(one // 13, suit, after.suits):
                        times += after.open[other]
                        if other < one:
                            after.times[two_ranks(one % 13, rank)] += after.open[other]
            after.times_after[one, rank] = times


# ------------------------------------------------------------------------------- from the sums to the holes


@kernel
def add_up(sums: Sums, room: Flop) -> None:
    """Combine the sums that value the holes of a flop."""
    for layer in range(len(room.square)):
        _add_up_ranks(sums.ranks[layer], room, layer)
    for suit in range(4):
        if room.after.suits[suit, 1]:
            _complete(suit, sums, room)


@kernel
def _add_up_ranks(ranks: Any, room: Flop, layer: int) -> None:
    """Add up the classes without a flush that can follow: all, those with one card, those with both."""
    square, both = room.square[layer], room.both[layer]
    for cell in range(BLOCK):
        square[cell] = 0
    for place in range(OTHERS):
        times = room.after.times[place]
        if times:
            values = ranks[room.after.classes[place]]
            for cell in range(BLOCK):
                square[cell] += times * values[cell]
    for cell in range(BLOCK):
        both[cell] = ranks[room.after.classes[two_ranks(cell // 13, cell % 13)], cell]
    for card in range(52):
        suit, own = card // 13, 13 * (card % 13)
        row = room.row[layer, suit, own : own + 13]
        for rank in range(13):
            row[rank] = 0
        if room.after.open[card]:
            for rank in range(13):
                times = room.after.times_after[card, rank]
                if times:
                    values = ranks[room.after.classes[two_ranks(card % 13, rank)], own : own + 13]
                    for other in range(13):
                        row[other] += times * values[other]
        for rank in range(13):
            room.turned[layer, suit, 13 * rank + card % 13] = row[rank]


@kernel
def _complete(suit: int, sums: Sums, room: Flop) -> None:
    """Sum, by two kinds of card, over the boards with a flush of a suit and neither card."""
    of_suit = room.after.suits[suit]
    _find_rows(of_suit, room.kinds)
    for one in range(KINDS):
        for other in range(one + 1):
            pair = pair_of(of_suit[0], of_suit[1], of_suit[2], of_suit[3], one, other)
            cell, of_one, of_other = CELL[KINDS * one + other], room.kinds[one], room.kinds[other]
            for layer in range(len(sums.squares)):
                value = sums.squares[layer, of_suit[4], cell]
                if of_one >= 0:
                    value -= sums.rows[layer, of_one, other]
                if of_other >= 0:
                    value -= sums.rows[layer, of_other, one]
                if pair >= 0:
                    value += sums.pairs[layer, pair]
                room.suited[layer, suit, one // 13, other // 13, 13 * (one % 13) + other % 13] = value
                room.suited[layer, suit, other // 13, one // 13, 13 * (other % 13) + one % 13] = value


@kernel
def _find_rows(of_suit: Any, kinds: Any) -> None:
    for kind in range(KINDS):
        kinds[kind] = row_of(of_suit[0], of_suit[1], of_suit[2], of_suit[3], kind)


@kernel
def value_holes(flop: int, suited: bool, layer: int, room: Flop, values: Any) -> None:
    """Value all holes in a layer, with or without the boards with a flush; 0 for holes with a flop card."""
    block = room.block
    for low in range(4):
        for high in range(low, 4):
            square, row, turned = room.square[layer], room.row[layer, low], room.turned[layer, high]
            for cell in range(BLOCK):
                block[cell] = square[cell] - row[cell] - turned[cell]
            if _can_follow(low, high, room.after.suits):
                both = room.both[layer]
                for cell in range(BLOCK):
                    block[cell] += both[cell]
            for flush in range(4):
                if suited and room.after.suits[flush, 1]:
                    added = room.suited[layer, flush, int(low == flush), int(high == flush)]
                    for cell in range(BLOCK):
                        block[cell] += added[cell]
            _clear_held(flop, low, high, block)
            _write_block(low, high, block, values)


@kernel
def _can_follow(low: int, high: int, suits: Any) -> bool:
    """Whether cards of two suits, if not on the flop, can both follow it and make no flush possible."""
    left = suits[0, 1] < 3 and suits[low, 1] < 2 and suits[high, 1] < 2
    return left and may_both_follow(low, high, suits)


@kernel
def _clear_held(flop: int, low: int, high: int, block: Any) -> None:
    """Set the holes of a block with a card on the flop to 0."""
    for rank in range(13):
        if flop >> 13 * low + rank & 1:
            for other in range(13):
                block[13 * rank + other] = 0
        if flop >> 13 * high + rank & 1:
            for other in range(13):
                block[13 * other + rank] = 0


@kernel
def _write_block(low: int, high: int, block: Any, values: Any) -> None:
    """Write a block to the places of its holes; within one suit, only holes with the first card higher."""
    start = BLOCK_OF[4 * low + high]
    if low < high:
        run = values[start : start + BLOCK]
        for cell in range(BLOCK):
            run[cell] = block[cell]
    else:
        for first in range(1, 13):
            for second in range(first):
                values[start + second] = block[13 * first + second]
            start += first


@kernel
def _read_block(low: int, high: int, values: Any, block: Any) -> None:
    """Read a block from the places of its holes, the rest 0: the inverse of `_write_block`."""
    start = BLOCK_OF[4 * low + high]
    if low < high:
        run = values[start : start + BLOCK]
        for cell in range(BLOCK):
            block[cell] = run[cell]
    else:
        for cell in range(BLOCK):
            block[cell] = 0
        for first in range(1, 13):
            for second in range(first):
                block[13 * first + second] = values[start + second]
            start += first


# ------------------------------------------------------------------------------- from the holes to the sums


@kernel
def clear(room: Flop) -> None:
    """Reset the counts of a flop to 0."""
    room.square[:] = 0
    room.row[:] = 0
    room.turned[:] = 0
    room.both[:] = 0
    room.suited[:] = 0


@kernel
def count_holes(flop: int, layer: int, times: Any, room: Flop) -> None:
    """Count every hole `times` times on all boards that can follow: the inverse of `value_holes`."""
    block = room.block
    for low in range(4):
        for high in range(low, 4):
            _read_block(low, high, times, block)
            _clear_held(flop, low, high, block)
            square, row, turned = room.square[layer], room.row[layer, low], room.turned[layer, high]
            for cell in range(BLOCK):
                square[cell] += block[cell]
                row[cell] -= block[cell]
                turned[cell] -= block[cell]
            if _can_follow(low, high, room.after.suits):
                both = room.both[layer]
                for cell in range(BLOCK):
                    both[cell] += block[cell]
            for flush in range(4):
                if room.after.suits[flush, 1]:
                    counted = room.suited[layer, flush, int(low == flush), int(high == flush)]
                    for cell in range(BLOCK):
                        counted[cell] += block[cell]


@kernel
def spread(sums: Sums, room: Flop) -> None:
    """Return the counts of a flop to the sums they came from: the inverse of `add_up`.

    Two ranks are counted in the order of their cards; the classes without a flush add both orders up.
    """
    for layer in range(len(room.square)):
        _spread_ranks(sums.ranks[layer], room, layer)
    for suit in range(4):
        if room.after.suits[suit, 1]:
            _take_apart(suit, sums, room)


@kernel
def _spread_ranks(ranks: Any, room: Flop, layer: int) -> None:
    square, both = room.square[layer], room.both[layer]
    for place in range(OTHERS):
        times = room.after.times[place]
        if times:
            counts = ranks[room.after.classes[place]]
            for cell in range(BLOCK):
                counts[cell] += times * square[cell]
    for cell in range(BLOCK):
        ranks[room.after.classes[two_ranks(cell // 13, cell % 13)], cell] += both[cell]
    for card in range(52):
        if room.after.open[card]:
            suit, own = card // 13, 13 * (card % 13)
            row = room.row[layer, suit, own : own + 13]
            for rank in range(13):
                row[rank] += room.turned[layer, suit, 13 * rank + card % 13]
            for rank in range(13):
                times = room.after.times_after[card, rank]
                if times:
                    counts = ranks[room.after.classes[two_ranks(card % 13, rank)], own : own + 13]
                    for other in range(13):
                        counts[other] += times * row[other]


@kernel
def _take_apart(suit: int, sums: Sums, room: Flop) -> None:
    of_suit = room.after.suits[suit]
    _find_rows(of_suit, room.kinds)
    for one in range(KINDS):
        for other in range(one + 1):
            pair = pair_of(of_suit[0], of_suit[1], of_suit[2], of_suit[3], one, other)
            cell, of_one, of_other = CELL[KINDS * one + other], room.kinds[one], room.kinds[other]
            for layer in range(len(sums.squares)):
                times = room.suited[layer, suit, one // 13, other // 13, 13 * (one % 13) + other % 13]
                if one != other:
                    times += room.suited[layer, suit, other // 13, one // 13, 13 * (other % 13) + one % 13]
                if times:
                    sums.squares[layer, of_suit[4], cell] += times
                    if of_one >= 0:
                        sums.rows[layer, of_one, other] -= times
                    if of_other >= 0:
                        sums.rows[layer, of_other, one] -= times
                    if pair >= 0:
                        sums.pairs[layer, pair] += times


def new_sums(layers: int, rank_layers: int, dtype: str) -> Sums:
    """Return empty sums; the classes without a flush can have more layers."""
    np = numpy()
    return Sums(
        np.zeros((layers, SQUARES, CELLS), dtype),
        np.zeros((layers, ROWS, KINDS), dtype),
        np.zeros((layers, CLASSES * PAIRS_OF_CLASS), dtype),
        np.zeros((rank_layers, RANK_CLASSES, 169), dtype),
    )
