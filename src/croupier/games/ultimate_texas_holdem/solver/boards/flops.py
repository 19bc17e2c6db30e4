"""One flop: which squares, rows and pairs of `classes` its holes need, and the boards without a flush."""

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
from croupier.jit import kernel, numpy

NO_FLUSH = 4
"""Stands for a suit, where no flush is possible."""


class Sums(NamedTuple):
    """By layer, and then by number: squares, rows and pairs of the classes with a flush, and the classes
    without one by two ranks."""

    squares: Any
    rows: Any
    pairs: Any
    ranks: Any


class Flop(NamedTuple):
    """Room for one flop."""

    suits: Any
    """By suit: the rank set on the flop, its number of cards, the ranks of the others, the square."""
    rows: Any
    """By suit and card, its row; -1 if there is none."""
    open: Any
    """The set of cards that may follow and leave the flop without a flush."""
    classes: Any
    """By two ranks that may follow, the class without a flush …"""
    times: Any
    """… how many pairs of cards of these ranks make none …"""
    times_after: Any
    """… and by card and rank, how many cards of the rank after that card."""
    square: Any
    """By layer and two ranks, over all boards without a flush."""
    row: Any
    """By layer, card and rank, over those with the card."""


def new_flop(layers: int) -> Flop:
    """Room for a flop with so many layers of values."""
    np = numpy()
    return Flop(
        suits=np.zeros((4, 5), np.int64),
        rows=np.zeros((4, 52), np.int64),
        open=np.zeros(1, np.int64),
        classes=np.zeros(OTHERS, np.int64),
        times=np.zeros(OTHERS, np.int64),
        times_after=np.zeros((52, 13), np.int64),
        square=np.zeros((layers, 169), np.int64),
        row=np.zeros((layers, 52, 13), np.int64),
    )


@kernel
def kind_in(card: int, suit: int) -> int:
    """The kind of a card, given the suit of the flush."""
    return card % 13 + (13 if card // 13 == suit else 0)


@kernel
def look_at(flop: int, room: Flop) -> None:
    """Find the squares and rows of a flop, and the boards without a flush that may follow."""
    left = (1 << 52) - 1 ^ flop
    for suit in range(4):
        of_suit = room.suits[suit]
        of_suit[0] = flop >> 13 * suit & 8191
        of_suit[1] = of_suit[2] = of_suit[3] = 0
        others = 0
        for card in range(52):
            if flop >> card & 1:
                if card // 13 == suit:
                    of_suit[1] += 1
                else:
                    of_suit[2 + others] = card % 13
                    others += 1
                    others = min(others, 1)
        if of_suit[1] == 3:
            left = 0
        elif of_suit[1] == 2:
            left &= ~(8191 << 13 * suit)
        if of_suit[1]:
            of_suit[4] = square_of(of_suit[0], of_suit[1], of_suit[2], of_suit[3])
            for card in range(52):
                kind = kind_in(card, suit)
                room.rows[suit, card] = row_of(of_suit[0], of_suit[1], of_suit[2], of_suit[3], kind)
    room.open[0] = left
    _count_without_flush(flop, room)


@kernel
def may_follow(card: int, room: Flop) -> bool:
    """Whether a card may come after a flop and leave it without a flush."""
    return bool(room.open[0] >> card & 1)


@kernel
def may_both_follow(one: int, other: int, room: Flop) -> bool:
    """Whether two cards that may follow may do so together."""
    return one // 13 != other // 13 or room.suits[one // 13, 1] == 0


@kernel
def _count_without_flush(flop: int, room: Flop) -> None:
    counts = 0
    for card in range(52):
        if flop >> card & 1:
            counts += 1 << 3 * (card % 13)
    for high in range(13):
        for low in range(high + 1):
            both = counts + (1 << 3 * high) + (1 << 3 * low)
            # Five of a kind is no board, and never looked at.
            room.classes[two_ranks(low, high)] = number_of_ranks(both)
    for place in range(OTHERS):
        room.times[place] = 0
    for one in range(52):
        for rank in range(13):
            room.times_after[one, rank] = 0
        if may_follow(one, room):
            for other in range(52):
                if other != one and may_follow(other, room) and may_both_follow(one, other, room):
                    room.times_after[one, other % 13] += 1
                    if other < one:
                        room.times[two_ranks(one % 13, other % 13)] += 1


@kernel
def add_up_ranks(sums: Sums, room: Flop) -> None:
    """Add up the classes without a flush that may follow: all of them, and those with a certain card."""
    for layer in range(len(room.square)):
        square = room.square[layer]
        for cell in range(169):
            square[cell] = 0
        for place in range(OTHERS):
            times = room.times[place]
            if times:
                values = sums.ranks[layer, room.classes[place]]
                for cell in range(169):
                    square[cell] += times * values[cell]
        for card in range(52):
            row = room.row[layer, card]
            for rank in range(13):
                row[rank] = 0
            if may_follow(card, room):
                own = 13 * (card % 13)
                for rank in range(13):
                    times = room.times_after[card, rank]
                    if times:
                        values = sums.ranks[layer, room.classes[two_ranks(card % 13, rank)]]
                        for other in range(13):
                            row[other] += times * values[own + other]


@kernel
def value_hole(one: int, other: int, sums: Sums, room: Flop, values: Any) -> None:
    """The values of a hole, by layer, over all boards that follow a flop and have neither of its cards."""
    cell = 13 * (one % 13) + other % 13
    for layer in range(len(room.square)):
        value = room.square[layer, cell] - room.row[layer, one, other % 13] - room.row[layer, other, one % 13]
        if may_follow(one, room) and may_follow(other, room) and may_both_follow(one, other, room):
            value += sums.ranks[layer, room.classes[two_ranks(one % 13, other % 13)], cell]
        values[layer] = value
    for suit in range(4):
        of_suit = room.suits[suit]
        if of_suit[1]:
            first, second = kind_in(one, suit), kind_in(other, suit)
            cell = CELL[KINDS * first + second]
            of_one, of_other = room.rows[suit, one], room.rows[suit, other]
            pair = pair_of(of_suit[0], of_suit[1], of_suit[2], of_suit[3], first, second)
            for layer in range(len(sums.squares)):
                value = sums.squares[layer, of_suit[4], cell]
                if of_one >= 0:
                    value -= sums.rows[layer, of_one, second]
                if of_other >= 0:
                    value -= sums.rows[layer, of_other, first]
                if pair >= 0:
                    value += sums.pairs[layer, pair]
                values[layer] += value


@kernel
def count_hole(one: int, other: int, times: Any, sums: Sums, room: Flop) -> None:
    """The way back: count a hole, so many times by layer, on all boards that follow and have neither card."""
    high, low = max(one % 13, other % 13), min(one % 13, other % 13)
    without = may_follow(one, room) and may_follow(other, room)
    without = without and may_both_follow(one, other, room)
    for layer in range(len(times)):
        room.square[layer, 13 * high + low] += times[layer]
        room.row[layer, one, other % 13] -= times[layer]
        room.row[layer, other, one % 13] -= times[layer]
        if without:
            sums.ranks[layer, room.classes[two_ranks(low, high)], 13 * high + low] += times[layer]
    for suit in range(4):
        of_suit = room.suits[suit]
        if of_suit[1]:
            first, second = kind_in(one, suit), kind_in(other, suit)
            cell = CELL[KINDS * first + second]
            of_one, of_other = room.rows[suit, one], room.rows[suit, other]
            pair = pair_of(of_suit[0], of_suit[1], of_suit[2], of_suit[3], first, second)
            for layer in range(len(times)):
                sums.squares[layer, of_suit[4], cell] += times[layer]
                if of_one >= 0:
                    sums.rows[layer, of_one, second] -= times[layer]
                if of_other >= 0:
                    sums.rows[layer, of_other, first] -= times[layer]
                if pair >= 0:
                    sums.pairs[layer, pair] += times[layer]


@kernel
def spread_ranks(sums: Sums, room: Flop) -> None:
    """The way back of `add_up_ranks`: count on the classes without a flush what was counted for the flop."""
    for layer in range(len(room.square)):
        square = room.square[layer]
        for place in range(OTHERS):
            times = room.times[place]
            if times:
                counts = sums.ranks[layer, room.classes[place]]
                for cell in range(169):
                    counts[cell] += times * square[cell]
        for card in range(52):
            if may_follow(card, room):
                row = room.row[layer, card]
                for rank in range(13):
                    times = room.times_after[card, rank]
                    if times:
                        counts = sums.ranks[layer, room.classes[two_ranks(card % 13, rank)]]
                        for other in range(13):
                            high, low = max(card % 13, other), min(card % 13, other)
                            counts[13 * high + low] += times * row[other]


@kernel
def clear(room: Flop) -> None:
    """Nothing counted yet for a flop."""
    for layer in range(len(room.square)):
        for cell in range(169):
            room.square[layer, cell] = 0
        for card in range(52):
            for rank in range(13):
                room.row[layer, card, rank] = 0


def new_sums(layers: int, rank_layers: int, dtype: str) -> Sums:
    """Nothing added up yet; the classes without a flush may have more layers."""
    np = numpy()
    return Sums(
        np.zeros((layers, SQUARES, CELLS), dtype),
        np.zeros((layers, ROWS, KINDS), dtype),
        np.zeros((layers, CLASSES * PAIRS_OF_CLASS), dtype),
        np.zeros((rank_layers, RANK_CLASSES, 169), dtype),
    )
