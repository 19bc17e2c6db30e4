"""How the game ends under its optimal strategy: every ending counted, by decision and hand.

The strategy is known by now, so boards are gone through once more: a hole that checks before the flop plays
on so many of the ten flops on which the board may have come, and decides on the river on the others.
The counts give every moment of the result, and their mean must be the value that the solver found.
"""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.gather import Room
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import (
    BLOCK,
    HOLES,
    PAIR_BLOCKS,
    SPREAD,
    Deals,
    canonical_form,
    find,
)
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    CATEGORIES,
    DEALERS,
    DECIDED,
    ENDINGS,
    LEFT,
    ORDER,
    Nets,
    compare_all,
    holes_of,
    tie_of,
    value_of,
)
from croupier.games.ultimate_texas_holdem.solver.boards.spread import (
    add_moved,
    cell_of,
    clear_held,
    flop_of,
    gather_in,
    same_for_all,
    square_of,
)
from croupier.hands.poker import poker_category
from croupier.jit import kernel, numpy

FLOPS_OF_BOARD = 10


def flops_played(checked: Any, decisions: Any) -> Any:
    """By canonical flop the spread of the holes that check before it and play on it."""
    np = numpy()
    spread = np.zeros((len(decisions), SPREAD), dtype=np.uint8)
    spread[:, :HOLES] = decisions & checked
    for block in range(PAIR_BLOCKS):
        square = spread[:, BLOCK * block : BLOCK * (block + 1)].reshape(-1, 13, 13)
        turned = HOLES + BLOCK * block
        spread[:, turned : turned + BLOCK] = square.transpose(0, 2, 1).reshape(-1, BLOCK)
    return spread


class Decided(NamedTuple):
    """What is played before the board is whole."""

    raised: int
    """The multiple played before the flop."""
    checked: Any
    """By place of a hole, whether it checks before the flop."""
    played: Any
    """By canonical flop, the spread of the holes that check before it and play on it."""


def take_census(
    deals: Deals, part: tuple[int, int], decided: Decided, nets: Nets, room: Room, tallies: Any, counts: Any
) -> None:
    """Count the endings of the boards of a part: `counts[play multiple, category, ending]`.

    Each board counts once for each of its ten flops, so that all counts together are ten times the
    2.8 * 10**12 ways to deal board, player and dealer: far within 64 bits. The multiple 0 is the fold.
    """
    before = found = 0
    for number in range(part[0], part[1]):
        board, weight = deals.boards[number], deals.weights[number]
        if not same_for_all(board, before):
            found = compare_all(board, nets.dealer_least, room.kinds, room.endings)
        before = board
        for place in range(HOLES):
            tallies[0, place] = decided.checked[place]
            tallies[1, place] = 0
        for each in range(FLOPS_OF_BOARD):
            flop, renaming = canonical_form(flop_of(board, each))
            of_flop = decided.played[find(flop, deals.flops, deals.flop_slots)]
            add_moved(of_flop, deals.moved[renaming], tallies[1])
        for layer in range(2):
            clear_held(board, tallies[layer])
            gather_in(board, tallies[layer], room.values[layer])

        left = room.kinds[LEFT]
        for place in range(found):
            key = room.kinds[ORDER, place]
            low, high, strength = key >> 5 & 31, key & 31, key >> 10
            category, tie = poker_category(strength), tie_of(strength, nets.dealer_least)
            checks = _both_ways(room.values[0], low, high)
            plays = _both_ways(room.values[1], low, high)
            raises = holes_of(left, low, high) - checks
            endings = room.endings[place]
            playing = value_of(strength, category, endings, nets.river, nets)
            river = nets.river if playing > nets.fold else 0
            _count(counts[decided.raised, category], endings, tie, weight * FLOPS_OF_BOARD * raises)
            _count(counts[nets.flop, category], endings, tie, weight * plays)
            _count(counts[river, category], endings, tie, weight * (FLOPS_OF_BOARD * checks - plays))


@kernel
def _both_ways(squares: Any, low: int, high: int) -> int:
    """What was added up for two kinds of card, whichever of the two came first."""
    found = squares[square_of(low, high), cell_of(low, high)]
    if low != high:
        found += squares[square_of(high, low), cell_of(high, low)]
    return found  # type: ignore[no-any-return]


@kernel
def _count(counts: Any, endings: Any, tie: int, times: int) -> None:
    """Count so many times the 990 dealers, the ties as that ending."""
    ties = DEALERS
    for ending in range(DECIDED):
        counts[ending] += times * endings[ending]
        ties -= endings[ending]
    counts[tie] += times * ties


def new_tallies() -> Any:
    """Room for the spreads of a board: who checked before the flop, and on how many flops who plays."""
    np = numpy()
    return np.zeros((2, SPREAD), dtype=np.uint8)


def new_counts(multiple: int) -> Any:
    """Nothing counted yet, of multiples up to the greatest."""
    np = numpy()
    return np.zeros((multiple + 1, CATEGORIES, ENDINGS), dtype=np.int64)
