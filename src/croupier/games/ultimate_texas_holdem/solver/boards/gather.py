"""From boards to flops to starting hands: the value of every decision, as whole numbers.

For every canonical board the value of each hole is found once and added to the ten flops of which the board
may have come. A board stands for `weight` boards and a flop for several flops: with `A` the sum, at a hole
of the canonical flop, of weight times value over all (board, flop on it), each carried over by some
renaming that makes its flop canonical, the sum of values over all boards that follow the flop is the sum of
`A` over the renamings that leave the flop as it is, divided by 24.

Why: a sum over all boards is a sum over canonical boards and all 24 renamings, times weight / 24. Of the
renamings, those that carry a flop of the board to the canonical one are that one renaming followed by any
that leaves the flop as it is.
"""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import (
    BLOCK,
    HOLES,
    SPREAD,
    Deals,
    canonical_form,
    find,
)
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    ORDER,
    Nets,
    compare_all,
    value_of,
    working_room,
)
from croupier.games.ultimate_texas_holdem.solver.boards.spread import (
    add_moved,
    cell_of,
    flop_of,
    same_for_all,
    spread_out,
    square_of,
)
from croupier.hands.poker import poker_category
from croupier.jit import kernel, numpy

RIVER_BYTES = (HOLES + 7) // 8

LARGEST_NET = 10**8
"""In units; 22,100 * 1,081 * 990 of it are 2.4 * 10**18, a quarter of what 64 bits hold."""

# Layers of values: the river decided, the flop played, and the multiples before the flop, two at most.
ON_RIVER, ON_FLOP, BEFORE_FLOP = 0, 1, 2
LAYERS = 4


class Room(NamedTuple):
    """Where a thread works on a board."""

    kinds: Any
    endings: Any
    values: Any
    spreads: Any


class Sums(NamedTuple):
    """What a thread has added up: by flop and hole, and by multiple before the flop and hole."""

    river: Any
    flop: Any
    hole: Any


@kernel
def _evaluate(found: int, room: Any, nets: Nets) -> None:
    """The value of each kind of hole, over its 990 dealers: on the river, on the flop, before the flop."""
    for place in range(found):
        key = room.kinds[ORDER, place]
        strength, category, counts = key >> 10, poker_category(key >> 10), room.endings[place]
        low, high = key >> 5 & 31, key & 31
        for layer in range(BEFORE_FLOP + len(nets.before_flop)):
            if layer == ON_RIVER:
                value = max(value_of(strength, category, counts, nets.river, nets), nets.fold)
            else:
                multiple = nets.flop if layer == ON_FLOP else nets.before_flop[layer - BEFORE_FLOP]
                value = value_of(strength, category, counts, multiple, nets)
            room.values[layer, square_of(low, high), cell_of(low, high)] = value
            room.values[layer, square_of(high, low), cell_of(high, low)] = value


def gather(deals: Deals, part: tuple[int, int], nets: Nets, room: Room, sums: Sums, river: Any) -> None:
    """Add the boards of a part, from one to another, to the sums, and write the decisions on the river.

    The largest sum, over all 22,100 flops, 1,081 boards and
    990 dealers, keeps within 64 bits with nets of up to `LARGEST_NET`.
    """
    before = 0
    for number in range(part[0], part[1]):
        board, weight = deals.boards[number], deals.weights[number]
        if not same_for_all(board, before):
            _evaluate(compare_all(board, nets.dealer_least, room.kinds, room.endings), room, nets)
        before = board
        for layer in range(BEFORE_FLOP + len(nets.before_flop)):
            spread_out(board, weight, room.values[layer], room.spreads[layer])
        for number_before in range(len(nets.before_flop)):
            for place in range(HOLES):
                sums.hole[number_before, place] += room.spreads[BEFORE_FLOP + number_before, place]
        _pack(room.spreads[ON_RIVER], nets.fold * weight, river[number])
        for each in range(10):
            flop, renaming = canonical_form(flop_of(board, each))
            flop_number = find(flop, deals.flops, deals.flop_slots)
            add_moved(room.spreads[ON_RIVER], deals.moved[renaming], sums.river[flop_number])
            add_moved(room.spreads[ON_FLOP], deals.moved[renaming], sums.flop[flop_number])


@kernel
def _pack(values: Any, fold: int, packed: Any) -> None:
    """Write a bit for each hole: whether it is played on the river."""
    for byte in range(RIVER_BYTES):
        bits = 0
        for bit in range(min(8, HOLES - 8 * byte)):
            if values[8 * byte + bit] > fold:
                bits |= 1 << bit
        packed[byte] = bits


def new_room() -> Room:
    """Room for a thread."""
    np = numpy()
    kinds, endings = working_room()
    values = np.zeros((LAYERS, 4, BLOCK), dtype=np.int64)
    return Room(kinds, endings, values, np.zeros((LAYERS, SPREAD), dtype=np.int64))


def new_sums(flops: int) -> Sums:
    """Nothing added up yet."""
    np = numpy()
    by_flop = (flops, HOLES)
    by_hole = (LAYERS - BEFORE_FLOP, HOLES)
    return Sums(np.zeros(by_flop, np.int64), np.zeros(by_flop, np.int64), np.zeros(by_hole, np.int64))


@kernel
def fixes(cards: int, renaming: int) -> bool:
    """Whether a renaming leaves a card set as it is."""
    fourth = 6 - (renaming & 3) - (renaming >> 2 & 3) - (renaming >> 4)
    renamed = 0
    for suit in range(4):
        to = renaming >> 2 * suit & 3 if suit < 3 else fourth
        renamed |= (cards >> 13 * suit & 8191) << 13 * to
    return renamed == cards


def value_flops(
    flops: Any,
    weights: Any,
    renamings: Any,
    moved_holes: Any,
    sums: Sums,
    room: Any,
    values: Any,
    totals: Any,
) -> bool:
    """Value every hole on every canonical flop, and add the values up by hole over all flops.

    `values[0]` are those of checking on the flop, `values[1]` of playing; `totals[0]` those of checking
    before the flop, `totals[1]` of playing on every flop. `renamings` are the codes of the 24 and `room`
    has place for as many. False if a sum did not divide by 24, as it must.
    """
    exact = True
    for number in range(len(flops)):
        fixing = 0
        for renaming in renamings:
            if fixes(flops[number], renaming):
                room[fixing] = renaming
                fixing += 1
        for place in range(HOLES):
            river = flop = 0
            for each in range(fixing):
                moved = moved_holes[room[each], place]
                river += sums.river[number, moved]
                flop += sums.flop[number, moved]
            exact = exact and river % 24 == 0 and flop % 24 == 0
            values[0, number, place], values[1, number, place] = river // 24, flop // 24
            totals[0, place] += weights[number] * (max(river, flop) // 24)
            totals[1, place] += weights[number] * (flop // 24)
    return exact
