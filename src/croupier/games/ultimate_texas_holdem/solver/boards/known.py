"""Boards with a hidden card known, the dealer's or an undealt one: values by flop, known card and hole.

The known card is taken rank by rank, so that the sums of one rank fit in memory. On each board the kinds of
hole are ranked once (`showdown.compare_all`); the dealer's holes with the known card are the few kinds that
hold its kind, in the same order, and one pass counts for every hole of the player's how the 44 end.
If the card is not the dealer's, the 946 holes without it are all 990 less these 44. What is gathered, and how
it is carried to flops, is as in `gather`; a known card moves with the suits.
"""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.gather import fixes
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import (
    BLOCK,
    HOLES,
    SPREAD,
    Deals,
    canonical_form,
    find,
)
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    DECIDED,
    HOLE_KINDS,
    KINDS,
    LEFT,
    LOSE_QUALIFIED,
    LOSE_UNQUALIFIED,
    ORDER,
    WIN_QUALIFIED,
    WIN_UNQUALIFIED,
    Nets,
    compare_all,
    flush_suit,
    kind_of,
    tie_of,
    value_of,
    working_room,
)
from croupier.games.ultimate_texas_holdem.solver.boards.spread import (
    add_moved,
    cell_of,
    clear_held,
    flop_of,
    same_for_all,
    spread_out,
    square_of,
)
from croupier.hands.poker import poker_category
from croupier.jit import kernel, numpy

NOTHING, DEALER, UNDEALT = 0, 1, 2
"""What is known: no hidden card, one of the dealer's, one that nobody plays."""

WITH_CARD = 44
"""The dealer's holes with a known card."""
HOLES_OF_DEALER = (990, WITH_CARD, 990 - WITH_CARD)
"""The dealer's holes, by what is known."""

RIVER, FLOP, RIVER_SQUARE, FLOP_SQUARE, COUNTS, MOST, MOST_SQUARE = range(7)
"""The layers, over the dealer's holes: the net of the best decision on the river, of playing on the flop, of
the most before it; their squares; and how often the river is played and, above 32 bits, how often the known
card changes that decision."""
LAYERS = 7
_CHANGED = 1 << 32


class KnownRoom(NamedTuple):
    """Where a thread works on a board."""

    kinds: Any
    endings: Any
    known: Any
    """By kind of hole: the endings against the dealer's holes with the known card."""
    partners: Any
    """By kind of the dealer's other card: the strength of the hole with the known one."""
    plays: Any
    """By kind of hole: whether it plays on the river when nothing is known."""
    values: Any
    spreads: Any


class KnownSums(NamedTuple):
    """What a thread has added up: by layer, flop, suit of the known card and hole; and by suit and hole."""

    flop: Any
    hole: Any


class Wanted(NamedTuple):
    """What is known, the rank of the known card, and the most that may be played before the flop."""

    known: int
    rank: int
    most: int


def new_room() -> KnownRoom:
    """Room for a thread."""
    np = numpy()
    kinds, endings = working_room()
    return KnownRoom(
        kinds,
        endings,
        np.zeros((HOLE_KINDS, DECIDED), np.int64),
        np.zeros((2, KINDS), np.int64),
        np.zeros(HOLE_KINDS, np.int64),
        np.zeros((LAYERS, 4, BLOCK), np.int64),
        np.zeros((LAYERS, SPREAD), np.int64),
    )


def new_sums(flops: int, layers: int, suits: int) -> KnownSums:
    """Nothing added up yet."""
    np = numpy()
    return KnownSums(
        np.zeros((layers, flops, suits, HOLES), np.int64), np.zeros((LAYERS, suits, HOLES), np.int64)
    )


@kernel
def _endings_with(card_kind: int, found: int, dealer_least: int, room: KnownRoom) -> None:
    """How many of the dealer's 44 holes with a card of a kind end each kind of hole how."""
    order, left = room.kinds[ORDER], room.kinds[LEFT]
    strengths, counts = room.partners[0], room.partners[1]
    for kind in range(KINDS):
        strengths[kind] = 0
        counts[kind] = left[kind] - (kind == card_kind)
    unqualified = 0
    for place in range(found):
        low, high = order[place] >> 5 & 31, order[place] & 31
        if low == card_kind or high == card_kind:
            partner = high if low == card_kind else low
            strengths[partner] = order[place] >> 10
            if strengths[partner] < dealer_least:
                unqualified += counts[partner]
    lower = start = 0
    while start < found:
        strength = order[start] >> 10
        end, same = start, 0
        while end < found and order[end] >> 10 == strength:
            low, high = order[end] >> 5 & 31, order[end] & 31
            if low == card_kind or high == card_kind:
                same += counts[high if low == card_kind else low]
            end += 1
        for place in range(start, end):
            low, high = order[place] >> 5 & 31, order[place] & 31
            # The player's own two cards are not the dealer's.
            wins = lower - (strengths[low] < strength) - (strengths[high] < strength)
            not_higher = lower + same - (strengths[low] <= strength) - (strengths[high] <= strength)
            below = unqualified - (strengths[low] < dealer_least) - (strengths[high] < dealer_least)
            endings = room.known[place]
            if strength >= dealer_least:
                endings[WIN_UNQUALIFIED], endings[WIN_QUALIFIED] = below, wins - below
                endings[LOSE_UNQUALIFIED], endings[LOSE_QUALIFIED] = 0, WITH_CARD - not_higher
            else:
                endings[WIN_UNQUALIFIED], endings[WIN_QUALIFIED] = wins, 0
                endings[LOSE_QUALIFIED] = WITH_CARD - below
                endings[LOSE_UNQUALIFIED] = below - not_higher
        lower += same
        start = end


@kernel
def _net(strength: int, counts: Any, dealers: int, multiple: int, nets: Nets) -> tuple[int, int]:
    """The sum over so many holes of the dealer's of the net of a multiple, and of its square."""
    category = poker_category(strength)
    value = square = 0
    ties = dealers
    for ending in range(DECIDED):
        net = nets.played[multiple, category, ending]
        value += counts[ending] * net
        square += counts[ending] * net * net
        ties -= counts[ending]
    net = nets.played[multiple, category, tie_of(strength, nets.dealer_least)]
    return value + ties * net, square + ties * net * net


@kernel
def _evaluate_known(found: int, wanted: Wanted, room: KnownRoom, nets: Nets) -> None:
    """Every layer, for each kind of hole."""
    fold, dealers = nets.fold // HOLES_OF_DEALER[NOTHING], HOLES_OF_DEALER[wanted.known]
    for place in range(found):
        key = room.kinds[ORDER, place]
        counts = room.known[place]
        for ending in range(DECIDED):
            if wanted.known == NOTHING:
                counts[ending] = room.endings[place, ending]
            elif wanted.known == UNDEALT:
                counts[ending] = room.endings[place, ending] - counts[ending]
        value, square = _net(key >> 10, counts, dealers, nets.river, nets)
        played = value > dealers * fold
        if not played:
            value, square = dealers * fold, dealers * fold * fold
        number = played + (_CHANGED if played != room.plays[place] else 0)
        on_flop, flop_square = _net(key >> 10, counts, dealers, nets.flop, nets)
        before, most_square = _net(key >> 10, counts, dealers, wanted.most, nets)
        low, high = key >> 5 & 31, key & 31
        row, cell = square_of(low, high), cell_of(low, high)
        turned_row, turned_cell = square_of(high, low), cell_of(high, low)
        layers = (value, on_flop, square, flop_square, number, before, most_square)
        for layer in range(LAYERS):
            room.values[layer, row, cell] = layers[layer]
            room.values[layer, turned_row, turned_cell] = layers[layer]


@kernel
def renamed_suit(suit: int, renaming: int) -> int:
    """A suit after a renaming (`hole_places`)."""
    if suit < 3:
        return renaming >> 2 * suit & 3
    return 6 - (renaming & 3) - (renaming >> 2 & 3) - (renaming >> 4)


@kernel
def _compare(board: int, room: KnownRoom, nets: Nets) -> int:
    """Rank the kinds of hole on a board, and say which play on the river when nothing is known."""
    found = compare_all(board, nets.dealer_least, room.kinds, room.endings)
    for place in range(found):
        strength = room.kinds[ORDER, place] >> 10
        playing = value_of(strength, poker_category(strength), room.endings[place], nets.river, nets)
        room.plays[place] = playing > nets.fold
    return found


def gather_known(
    deals: Deals, part: tuple[int, int], wanted: Wanted, nets: Nets, room: KnownRoom, sums: KnownSums
) -> None:
    """Add the boards of a part to the sums, the known card being of one rank."""
    found = last = 0
    for number in range(part[0], part[1]):
        board, weight = deals.boards[number], deals.weights[number]
        if not same_for_all(board, last):
            found = _compare(board, room, nets)
        last = board
        before = -1
        for suit in range(4 if wanted.known != NOTHING else 1):
            card = 13 * suit + wanted.rank
            if wanted.known != NOTHING and board >> card & 1:
                continue
            kind = kind_of(card, flush_suit(board))
            if kind != before:
                if wanted.known != NOTHING:
                    _endings_with(kind, found, nets.dealer_least, room)
                _evaluate_known(found, wanted, room, nets)
                before = kind
            for layer in range(LAYERS):
                spread_out(board, weight, room.values[layer], room.spreads[layer])
                if wanted.known != NOTHING:
                    clear_held(1 << card, room.spreads[layer])
                for place in range(HOLES):
                    sums.hole[layer, suit, place] += room.spreads[layer, place]
            for each in range(10):
                flop, renaming = canonical_form(flop_of(board, each))
                flop_number = find(flop, deals.flops, deals.flop_slots)
                to = renamed_suit(suit, renaming) if wanted.known != NOTHING else 0
                for layer in range(len(sums.flop)):
                    add_moved(room.spreads[layer], deals.moved[renaming], sums.flop[layer, flop_number, to])


def fix_flops(
    first: int, last: int, flops: Any, renamings: Any, moved_holes: Any, sums: KnownSums, fixed: Any
) -> bool:
    """The sums over all boards that follow each canonical flop; false if one did not divide by 24."""
    exact = True
    suits = fixed.shape[2]
    for number in range(first, last):
        for layer in range(len(fixed)):
            for suit in range(suits):
                target = fixed[layer, number, suit]
                for place in range(HOLES):
                    target[place] = 0
                for renaming in renamings:
                    if fixes(flops[number], renaming):
                        to = renamed_suit(suit, renaming) if suits > 1 else 0
                        source = sums.flop[layer, number, to]
                        for place in range(HOLES):
                            target[place] += source[moved_holes[renaming, place]]
                for place in range(HOLES):
                    exact = exact and target[place] % 24 == 0
                    target[place] //= 24
    return exact
