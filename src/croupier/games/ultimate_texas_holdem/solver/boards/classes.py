"""Classes of boards on which every hole has the same results, and the links from classes to flops.

The value of two hole cards on a board depends only on ranks and on the suit of a possible flush (`showdown`).
So boards fall into few classes. Without a possible flush there are 6,175 classes, by rank alone. With one
there are 36,608, by the ranks of the three to five cards of the flush suit and the ranks of the other cards.
A hole is two *kinds* of card; a kind is the rank, plus 13 for a card of the flush suit.

The value of a hole on a flop is a sum over the boards that can follow and contain neither of its cards: the
sum over all boards, minus those with one card, minus those with the other, plus those with both. Each of the
four is a sum over whole classes, and a few such sums serve all 1,755 flops and their holes:

- *squares*, by two kinds of card: the sum over all boards that can follow a flop,
- *rows*, by one kind of card: the sum over those that also contain one given card of the hole,
- *pairs*: the single class of boards made of the flop and both cards of the hole.

`links_of` lists the squares and rows that a class contributes to, and how often; `square_of`, `row_of` and
`pair_of` return the indices for a flop and a suit. `gather` carries values from classes to flops with them,
and `census` carries counts of played holes from flops back to classes.
"""

from math import comb
from typing import Any, NamedTuple

from croupier.jit import kernel, numpy, table
from croupier.odds.counting.store import kept

KINDS = 26
CELLS = 91 + 169 + 78
"""The cells of a square: both cards plain, one plain and one of the flush suit, both of the flush suit."""

THREES, FOURS, FIVES, TWOS = comb(13, 3), comb(13, 4), comb(13, 5), comb(13, 2)
OTHERS = 91
"""The number of unordered pairs of ranks, equal or not."""
FOUR, FIVE = THREES * OTHERS, THREES * OTHERS + FOURS * 13
"""The first class with four cards of the flush suit, and the first with five."""
CLASSES = FIVE + FIVES
PAIRS_OF_CLASS = 10

# Squares come in three groups: three ranks of the suit (a whole flop), two and a plain rank, one and two
# plain ranks.
_SQUARES_OF_TWO = THREES
_SQUARES_OF_ONE = THREES + TWOS * 13
SQUARES = _SQUARES_OF_ONE + 13 * OTHERS

# Rows come in fours, one per card: two ranks of the suit and two plain ones, three and a plain one, four.
_ROWS_OF_THREE = TWOS * OTHERS * 4
_ROWS_OF_FOUR = _ROWS_OF_THREE + THREES * 13 * 4
ROWS = _ROWS_OF_FOUR + FOURS * 4

MOST_SQUARES, MOST_ROWS = 10, 20
"""The most squares and rows that one class contributes to."""

SUITED = THREES + FOURS + FIVES
"""The number of groups of classes with a flush."""
RANK_CLASSES = comb(17, 5)
"""The numbers of five ranks, equal or not; thirteen of them are five of a kind and unused."""
ALL_CLASSES = CLASSES + RANK_CLASSES


def _subset_numbers() -> list[int]:
    """Number each rank set among the sets of the same size."""
    seen = [0] * 14
    numbers = []
    for ranks in range(8192):
        numbers.append(seen[ranks.bit_count()])
        seen[ranks.bit_count()] += 1
    return numbers


def _cell(one: int, other: int) -> int:
    high, low = max(one, other), min(one, other)
    if high < 13:
        return high * (high + 1) // 2 + low
    # Two cards of one suit never share a rank, so any cell does for them: it is never read.
    return (
        91 + 13 * low + high - 13
        if low < 13
        else 260 + (high - 13) * (high - 14) // 2 + min(low - 13, high - 14)
    )


SUBSET = table(_subset_numbers())
_COUNT = table([ranks.bit_count() for ranks in range(8192)])
CELL = table([_cell(one, other) for one in range(KINDS) for other in range(KINDS)])
"""The cell in a square of two kinds of card, in either order."""
_CHOOSE = table([comb(n, k) for n in range(18) for k in range(6)])


class Classes(NamedTuple):
    """All classes, in groups of up to 91 that threads take."""

    suited: Any
    """By group, the ranks of the flush suit; 0 for the groups without a flush, which come last."""
    boards: Any
    """By class without a flush, numbered from zero: one of its boards, or 0 if it has none …"""
    weights: Any
    """… and the number of boards in the class."""


def all_classes() -> Classes:
    """Return all classes."""
    sets = [ranks for count in (3, 4, 5) for ranks in range(8192) if ranks.bit_count() == count]
    groups = numpy().array(sets + [0] * (RANK_CLASSES // OTHERS), dtype="int64")
    return Classes(groups, *kept("rank-boards", (), _rank_boards))


@kernel
def suited_count(suited: int) -> int:
    """Return the number of flush-suit cards in a group."""
    return _COUNT[suited]


@kernel
def others_of(count: int) -> int:
    """Return the number of classes in a group with `count` cards of the flush suit."""
    return 13 if count == 4 else 1 if count == 5 else OTHERS


@kernel
def other_ranks(count: int, others: int) -> tuple[int, int]:
    """Return the ranks of the other cards of class `others` of a group; a missing rank is 0."""
    if count != 3:
        return others, 0
    high = 0
    while (high + 1) * (high + 2) // 2 <= others:
        high += 1
    return others - high * (high + 1) // 2, high


def _rank_boards() -> tuple[Any, Any]:
    """By number of five ranks: a board of these ranks without a flush, and the number of such boards."""
    np = numpy()
    boards, weights = np.zeros(RANK_CLASSES, np.int64), np.zeros(RANK_CLASSES, np.int64)
    for e in range(13):
        for d in range(e + 1):
            for c in range(d + 1):
                for b in range(c + 1):
                    for a in range(b + 1):
                        if a < e:
                            counts = (1 << 3 * a) + (1 << 3 * b) + (1 << 3 * c) + (1 << 3 * d) + (1 << 3 * e)
                            number = number_of_ranks(counts)
                            # Suits take turns: none has more than two cards, and equal ranks differ in suit.
                            board = 1 << a | 1 << 13 + b | 1 << 26 + c | 1 << 39 + d | 1 << e
                            boards[number], weights[number] = board, _without_flush(counts)
    return boards, weights


def _without_flush(counts: int) -> int:
    """Return the number of boards with these ranks (three bits each) and no suit three times."""
    # The ways to have none, one, two, or three or more cards of one given suit.
    ways, none, one, two, more = 1, 1, 0, 0, 0
    for rank in range(13):
        count = counts >> 3 * rank & 7
        if count:
            ways *= _CHOOSE[24 + count]
            has, has_not = _CHOOSE[18 + count - 1], _CHOOSE[18 + count]
            more = more * (has + has_not) + two * has
            two = two * has_not + one * has
            one = one * has_not + none * has
            none *= has_not
    return ways - 4 * more


@kernel
def number_of_ranks(counts: int) -> int:
    """Return the number of five ranks, given the count of each rank in three bits."""
    number = place = 0
    for rank in range(13):
        for _ in range(counts >> 3 * rank & 7):
            number += _CHOOSE[6 * (rank + place) + place + 1]
            place += 1
    return number


@kernel
def two_ranks(one: int, other: int) -> int:
    """Return the number of two ranks, equal or not, in either order."""
    high, low = max(one, other), min(one, other)
    return high * (high + 1) // 2 + low


@kernel
def _place(ranks: int, rank: int) -> int:
    """Count the ranks of a set below `rank`."""
    return _COUNT[ranks & (1 << rank) - 1]


@kernel
def class_of(suited: int, count: int, low: int, high: int) -> int:
    """Return the class with these `count` ranks of the flush suit and the other ranks, if any."""
    if count == 3:
        return OTHERS * SUBSET[suited] + two_ranks(low, high)
    if count == 4:
        return FOUR + 13 * SUBSET[suited] + low
    return FIVE + SUBSET[suited]


@kernel
def cards_of(suited: int, count: int, low: int, high: int, kinds: Any) -> int:
    """Write the kinds of the five cards of a class; return how many boards of a given suit it has."""
    place = 0
    for rank in range(13):
        if suited >> rank & 1:
            kinds[place] = rank + 13
            place += 1
    if count == 5:
        return 1
    kinds[place] = low
    if count == 4:
        return 3
    kinds[4] = high
    return 3 if low == high else 9


@kernel
def board_of(suited: int, count: int, low: int, high: int) -> int:
    """Return a board of a class, with clubs as the flush suit."""
    board = suited
    if count < 5:
        board |= 1 << 13 + low
    if count < 4:
        board |= 1 << 26 + high
    return board


@kernel
def links_of(suited: int, count: int, low: int, high: int, squares: Any, rows: Any) -> tuple[int, int]:
    """Write the squares and rows that a class contributes to; return how many of each.

    A square is written as its number and how often the class counts; a row as its number, the kind of the
    hole card, and how often the class counts.
    """
    of_squares = of_rows = 0
    if count == 3:
        of_squares, of_rows = _link_three(suited, low, high, squares, rows)
    for one in range(13):
        if not suited >> one & 1:
            continue
        without = suited ^ 1 << one
        if count == 4:
            # `without` is a flop of one suit, or three cards of a board with the card `low`.
            squares[of_squares, 0], squares[of_squares, 1] = SUBSET[without], 3
            of_squares += 1
            row = _ROWS_OF_THREE + 4 * (13 * SUBSET[without] + low)
            of_rows = _link_rows(without, row, 1, rows, of_rows)
            rows[of_rows, 0], rows[of_rows, 1], rows[of_rows, 2] = row + 3, low, 1
            of_rows += 1
        elif count == 5:
            of_rows = _link_rows(without, _ROWS_OF_FOUR + 4 * SUBSET[without], 1, rows, of_rows)
        for other in range(one):
            if suited >> other & 1:
                if count == 4:
                    squares[of_squares, 0] = _SQUARES_OF_TWO + 13 * SUBSET[1 << one | 1 << other] + low
                    squares[of_squares, 1] = 1
                    of_squares += 1
                elif count == 5:
                    squares[of_squares, 0], squares[of_squares, 1] = SUBSET[without ^ 1 << other], 1
                    of_squares += 1
    if count == 4:
        of_rows = _link_rows(suited, _ROWS_OF_FOUR + 4 * SUBSET[suited], 3, rows, of_rows)
    return of_squares, of_rows


@kernel
def _link_rows(ranks: int, first: int, times: int, rows: Any, found: int) -> int:
    """Link the rows of the flush-suit cards."""
    place = 0
    for rank in range(13):
        if ranks >> rank & 1:
            rows[found, 0], rows[found, 1], rows[found, 2] = first + place, 13 + rank, times
            place += 1
            found += 1
    return found


@kernel
def _link_three(suited: int, low: int, high: int, squares: Any, rows: Any) -> tuple[int, int]:
    """Write the links of a class with three cards of the flush suit."""
    others = two_ranks(low, high)
    # With one plain card given: the number of cards of the other plain rank; with none: the number of pairs.
    times = 2 if low == high else 3
    squares[0, 0], squares[0, 1] = SUBSET[suited], 3 if low == high else 9
    of_squares, of_rows = 1, 0
    for which in range(1 if low == high else 2):
        plain = high if which else low
        row = _ROWS_OF_THREE + 4 * (13 * SUBSET[suited] + plain)
        of_rows = _link_rows(suited, row, times, rows, of_rows)
        rows[of_rows, 0], rows[of_rows, 1], rows[of_rows, 2] = row + 3, plain, times
        of_rows += 1
    for one in range(13):
        if not suited >> one & 1:
            continue
        squares[of_squares, 0], squares[of_squares, 1] = _SQUARES_OF_ONE + OTHERS * one + others, 1
        of_squares += 1
        two = suited ^ 1 << one
        row = 4 * (OTHERS * SUBSET[two] + others)
        of_rows = _link_rows(two, row, 1, rows, of_rows)
        rows[of_rows, 0], rows[of_rows, 1], rows[of_rows, 2] = row + 2, low, 1
        rows[of_rows + 1, 0], rows[of_rows + 1, 1], rows[of_rows + 1, 2] = row + 3, high, 1
        of_rows += 2
        for which in range(1 if low == high else 2):
            plain = high if which else low
            squares[of_squares, 0] = _SQUARES_OF_TWO + 13 * SUBSET[two] + plain
            squares[of_squares, 1] = times
            of_squares += 1
    return of_squares, of_rows


@kernel
def square_of(suited: int, count: int, low: int, high: int) -> int:
    """Return the square of a flop with `count` cards of a suit, and the ranks of its other cards."""
    if count == 3:
        return SUBSET[suited]
    if count == 2:
        return _SQUARES_OF_TWO + 13 * SUBSET[suited] + low
    return _SQUARES_OF_ONE + OTHERS * _rank_of(suited) + two_ranks(low, high)


@kernel
def _rank_of(suited: int) -> int:
    """Return the only rank of a set."""
    rank = 0
    while not suited >> rank & 1:
        rank += 1
    return rank


@kernel
def row_of(suited: int, count: int, low: int, high: int, kind: int) -> int:
    """Return the row of such a flop for a kind of hole card; -1 if that card leaves no flush possible."""
    rank = kind % 13
    of_suit, with_card = kind >= 13, suited | 1 << rank
    if count == 3:
        if of_suit:
            return _ROWS_OF_FOUR + 4 * SUBSET[with_card] + _place(with_card, rank)
        return _ROWS_OF_THREE + 4 * (13 * SUBSET[suited] + rank) + 3
    if count == 2:
        if of_suit:
            return _ROWS_OF_THREE + 4 * (13 * SUBSET[with_card] + low) + _place(with_card, rank)
        return 4 * (OTHERS * SUBSET[suited] + two_ranks(low, rank)) + (2 if rank <= low else 3)
    if of_suit:
        return 4 * (OTHERS * SUBSET[with_card] + two_ranks(low, high)) + _place(with_card, rank)
    return -1


@kernel
def pair_of(suited: int, count: int, low: int, high: int, one: int, other: int) -> int:
    """Return the pair of such a flop for two kinds of hole card; -1 if they leave no flush possible."""
    one, other = min(one, other), max(one, other)
    if one >= 13:
        whole = suited | 1 << one - 13 | 1 << other - 13
        first, second = _place(whole, one - 13), _place(whole, other - 13)
        return PAIRS_OF_CLASS * class_of(whole, count + 2, low, high) + second * (second - 1) // 2 + first
    if other >= 13 and count > 1:
        whole = suited | 1 << other - 13
        first = _place(whole, other - 13)
        if count == 3:
            return PAIRS_OF_CLASS * class_of(whole, 4, one, 0) + 6 + first
        second = 3 if one <= low else 4
        return PAIRS_OF_CLASS * class_of(whole, 3, low, one) + second * (second - 1) // 2 + first
    if count == 3:
        return PAIRS_OF_CLASS * class_of(suited, 3, one, other) + 9
    return -1
