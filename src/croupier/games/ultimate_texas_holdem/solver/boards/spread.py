"""Values by hole on a board, and their transfer between a board and its flops."""

from typing import Any

from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import (
    BLOCK,
    BLOCK_OF,
    BLOCKS,
    PAIR_BLOCKS,
    TRIANGLE,
    lowest_card,
)
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import flush_suit
from croupier.jit import kernel


@kernel
def square_of(row: int, column: int) -> int:
    """Return which of the four squares two kinds of card are in: by which of them is of the flush suit."""
    return row >> 4 << 1 | column >> 4


@kernel
def cell_of(row: int, column: int) -> int:
    """Return the place of two kinds of card in their square."""
    return 13 * (row & 15) + (column & 15)


@kernel
def spread_out(board: int, factor: int, squares: Any, spread: Any) -> None:
    """Lay the values by kinds of hole out by hole, times a factor; 0 where a card is on the board."""
    suit = flush_suit(board)
    for row in range(4):
        for column in range(4):
            values = squares[(2 if row == suit else 0) + (1 if column == suit else 0)]
            start = BLOCK_OF[4 * row + column]
            if row != column:
                block = spread[start : start + BLOCK]
                for place in range(BLOCK):
                    block[place] = factor * values[place]
            else:
                for high in range(1, 13):
                    line = spread[start : start + high]
                    for low in range(high):
                        line[low] = factor * values[13 * high + low]
                    start += high
    clear_held(board, spread)


@kernel
def gather_in(board: int, spread: Any, squares: Any) -> None:
    """Add the values of a spread up by kinds of hole: the inverse of `spread_out`."""
    suit = flush_suit(board)
    for square in range(4):
        for place in range(BLOCK):
            squares[square, place] = 0
    for row in range(4):
        for column in range(row, 4):
            values = squares[(2 if row == suit else 0) + (1 if column == suit else 0)]
            start = BLOCK_OF[4 * row + column]
            if row != column:
                block = spread[start : start + BLOCK]
                for place in range(BLOCK):
                    values[place] += block[place]
            else:
                for high in range(1, 13):
                    line = spread[start : start + high]
                    for low in range(high):
                        values[13 * high + low] += line[low]
                    start += high


@kernel
def clear_held(cards: int, spread: Any) -> None:
    """Set every hole that contains one of the cards to 0."""
    while cards:
        card = lowest_card(cards)
        cards &= cards - 1
        _clear(card // 13, card % 13, spread)


@kernel
def _clear(suit: int, rank: int, spread: Any) -> None:
    for other in range(4):
        start, turned = BLOCK_OF[4 * suit + other], BLOCK_OF[4 * other + suit]
        if other == suit:
            for low in range(rank):
                spread[start + rank * (rank - 1) // 2 + low] = 0
            for high in range(rank + 1, 13):
                spread[start + high * (high - 1) // 2 + rank] = 0
        else:
            for place in range(13):
                spread[start + 13 * rank + place] = 0
                spread[turned + 13 * place + rank] = 0


@kernel
def add_moved(spread: Any, blocks: Any, target: Any) -> None:
    """Add a spread, its suits renamed, to `target`, block by block of the new suits."""
    for block in range(PAIR_BLOCKS):
        source = spread[blocks[block] : blocks[block] + BLOCK]
        run = target[BLOCK * block : BLOCK * block + BLOCK]
        for place in range(BLOCK):
            run[place] += source[place]
    for block in range(PAIR_BLOCKS, BLOCKS):
        start = BLOCK_OF[5 * (block - PAIR_BLOCKS)]
        source = spread[blocks[block] : blocks[block] + TRIANGLE]
        run = target[start : start + TRIANGLE]
        for place in range(TRIANGLE):
            run[place] += source[place]


@kernel
def take_moved(spread: Any, blocks: Any, target: Any) -> None:
    """Subtract a spread, its suits renamed, from `target`: the inverse of `add_moved`."""
    for block in range(PAIR_BLOCKS):
        source = spread[blocks[block] : blocks[block] + BLOCK]
        run = target[BLOCK * block : BLOCK * block + BLOCK]
        for place in range(BLOCK):
            run[place] -= source[place]
    for block in range(PAIR_BLOCKS, BLOCKS):
        start = BLOCK_OF[5 * (block - PAIR_BLOCKS)]
        source = spread[blocks[block] : blocks[block] + TRIANGLE]
        run = target[start : start + TRIANGLE]
        for place in range(TRIANGLE):
            run[place] -= source[place]


@kernel
def flop_of(board: int, number: int) -> int:
    """Return one of a board's ten flops: all cards but the two that the number, 0 to 9, leaves out."""
    first = second = 0
    # The pairs (0, 1), (0, 2), (1, 2), (0, 3) … of the cards in ascending order.
    high = 1
    while number >= high:
        number -= high
        high += 1
    cards = board
    for place in range(high + 1):
        lowest = cards & -cards
        if place == number:
            first = lowest
        if place == high:
            second = lowest
        cards ^= lowest
    return board ^ first ^ second


@kernel
def same_for_all(board: int, other: int) -> bool:
    """Whether two boards rank all holes alike: they have the same ranks and no possible flush."""
    return (
        flush_suit(board) == 4
        and flush_suit(other) == 4
        # Three bits per rank hold its number of cards.
        and rank_counts(board) == rank_counts(other)
    )


@kernel
def rank_counts(board: int) -> int:
    """Return the number of cards of each rank, in three bits per rank."""
    counts = 0
    while board:
        counts += 1 << 3 * (lowest_card(board) % 13)
        board &= board - 1
    return counts
