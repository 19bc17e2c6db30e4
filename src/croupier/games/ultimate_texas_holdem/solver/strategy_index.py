"""An index of the optimal strategy of Ultimate Texas Hold'em: decisions by table lookup.

The strategy (`solver.strategy_tables`) is stored by canonical flops and by classes of boards. This index has
a table of all flops by their three cards, and a table of the classes without a flush by the sum of the keys
of five cards (`odds.counting.rank_tables`), which the simulation has computed already.
"""

from math import comb
from typing import Any, NamedTuple

import numpy as np

from croupier.games.ultimate_texas_holdem.solver.boards.classes import CLASSES, OTHERS, number_of_ranks
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import (
    RENAMINGS,
    canonical_form,
    find,
    hole_place,
    renamings,
)
from croupier.games.ultimate_texas_holdem.solver.boards.river import (
    RIVER_BYTES,
    cell_in_class,
    class_with_flush,
)
from croupier.games.ultimate_texas_holdem.solver.strategy_tables import Strategy, plays_on_river
from croupier.jit import compiled, kernel
from croupier.odds.counting.rank_tables import SUIT_BITS, TABLES
from croupier.odds.simulate.hands import card_at, set_at

FLOP_BITS = 11
"""The bits of a code that hold the number of the canonical flop; the bits above hold the renaming to it."""
_FLOP_MASK = (1 << FLOP_BITS) - 1
NO_FLUSH = 4

_FIVE = TABLES.poker_five
_ROW_SHIFT, _COLUMN_MASK = np.uint32(_FIVE.row_shift), np.uint32(_FIVE.column_mask)
_OFFSETS, _KEYS = _FIVE.offsets, TABLES.card_keys
_SUIT, _SUIT_MASK = np.uint32(SUIT_BITS), np.uint32((1 << SUIT_BITS) - 1)


_BYTE, _BIT = np.uint32(3), np.uint32(7)

_OF_THREE = np.array([comb(card, 3) for card in range(52)], np.uint16)
_OF_TWO = np.array([comb(card, 2) for card in range(52)], np.uint16)

PLAIN_BYTES = 12
"""The bytes of a class without a flush: one bit for each of its cells, which come first."""
assert OTHERS <= 8 * PLAIN_BYTES


class Room(NamedTuple):
    """Working arrays, by round."""

    places: Any
    spots: Any
    left: Any


class Index(NamedTuple):
    """The tables of the index."""

    places: Any
    """By two cards, the place of the hole."""
    moved: Any
    """By renaming, from 0 to 23, and place, the new place of the two cards."""
    flops: Any
    """By place of three cards (`flop_place`), the code of the flop."""
    suits: Any
    """By the suit counters of a board, its flush suit; 4 if no flush is possible."""
    classes: Any
    """By the place of a sum of keys, the class of a board without a flush, numbered from 0."""
    cells: Any
    """By the place of a hole, its cell in these classes."""
    river: Any
    """The river strategy of these classes only, byte by byte: small enough for the fast caches."""
    on_flop: Any
    with_flush: Any
    """The full strategy on the flop and on the river, byte by byte."""


def index_for(strategy: Strategy) -> Index:
    """Return the index of a strategy."""
    known = [code for code, _ in renamings()]
    numbers = np.zeros(RENAMINGS, dtype=np.int64)
    numbers[known] = np.arange(len(known))
    index = Index(
        places=np.zeros((52, 52), dtype=np.int16),
        moved=np.ascontiguousarray(strategy.moved_holes[known]),
        flops=np.zeros(comb(52, 3), dtype=np.uint16),
        suits=np.array([_flush_suit(counters) for counters in range(1 << SUIT_BITS)], np.int8),
        classes=np.zeros(len(_FIVE.ranks), dtype=np.int16),
        cells=np.zeros(comb(52, 2), dtype=np.int16),
        river=strategy.river[CLASSES:, :PLAIN_BYTES].reshape(-1),
        on_flop=strategy.flop.reshape(-1),
        with_flush=strategy.river.reshape(-1),
    )
    compiled(_build)(strategy, numbers, index)
    return index


def _flush_suit(counters: int) -> int:
    """Return the suit that five cards have three times or more, given their suit counters."""
    others = counters & 7, counters >> 3 & 7, counters >> 6
    counts = 5 - sum(others), *others
    return next((suit for suit, count in enumerate(counts) if count >= 3), NO_FLUSH)


@kernel
def flop_place(one: Any, two: Any, three: Any) -> Any:
    """Return the place of three cards, in any order."""
    one, two = max(one, two), min(one, two)
    two, three = max(two, three), min(two, three)
    one, two = max(one, two), min(one, two)
    return np.uint32(_OF_THREE[one] + _OF_TWO[two] + three)


@kernel
def _key_place(key: Any) -> Any:
    """Return the place of a board's class, given its sum of keys."""
    return np.uint32(_OFFSETS[key >> _ROW_SHIFT] + (key >> _SUIT & _COLUMN_MASK))


def _build(strategy: Strategy, numbers: Any, index: Index) -> None:
    for first in range(52):
        for second in range(52):
            if first == second:
                continue
            place = hole_place(first, second)
            index.places[first, second] = place
            index.cells[place] = cell_in_class(NO_FLUSH, first, second)
            for third in range(52):
                if third not in (first, second):
                    flop, renaming = canonical_form(1 << first | 1 << second | 1 << third)
                    number = find(flop, strategy.flop_sets, strategy.flop_slots)
                    index.flops[flop_place(first, second, third)] = number | numbers[renaming] << FLOP_BITS
    for e in range(13):
        for d in range(e + 1):
            for c in range(d + 1):
                for b in range(c + 1):
                    for a in range(b + 1):
                        if a < e:
                            key = np.uint32(_KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e])
                            counts = (1 << 3 * a) + (1 << 3 * b) + (1 << 3 * c) + (1 << 3 * d) + (1 << 3 * e)
                            index.classes[_key_place(key)] = number_of_ranks(counts)


@kernel
def play_holdem_optimally(
    columns: Any, hole: int, board: int, strategy: Strategy, multiples: tuple[int, int], index: Index,
    keys: Any, room: Room, antes: Any,
) -> None:  # fmt: skip
    """Play optimally, stage by stage; only hands that checked reach the next stage.

    `multiples` are those of the flop and the river; `keys` are the boards' sums of keys.
    """
    places, spots, left = room
    checked = 0
    for number in range(len(antes)):
        place = index.places[columns[hole, number], columns[hole + 1, number]]
        places[number] = place
        wagered = strategy.preflop[place]
        antes[number] = wagered
        # No branch: the processor cannot predict whether a hand checks.
        left[checked] = number
        checked += wagered == 0
    for each in range(checked):
        number = left[each]
        code = index.flops[
            flop_place(columns[board, number], columns[board + 1, number], columns[board + 2, number])
        ]
        moved = index.moved[code >> FLOP_BITS, places[number]]
        spots[each] = np.uint32(np.int64(code & _FLOP_MASK) * 8 * strategy.flop.shape[1] + moved)
    _look_up(index.on_flop, spots[:checked])
    again = 0
    for each in range(checked):
        number, plays = left[each], spots[each]
        antes[number] = multiples[0] * plays
        left[again] = number
        again += plays == 0
    with_flush = _play_on_river(keys, multiples[1], index, room, again, antes)
    for each in range(with_flush):
        spots[each] = _spot_with_flush(columns, hole, board, keys, index, left[each])
    _look_up(index.with_flush, spots[:with_flush])
    for each in range(with_flush):
        antes[left[each]] = multiples[1] * spots[each]


@kernel
def _look_up(bits: Any, spots: Any) -> None:
    """Replace each spot by its bit in a table. A separate loop lets the memory accesses overlap."""
    for each in range(len(spots)):
        spot = spots[each]
        spots[each] = bits[spot >> _BYTE] >> (spot & _BIT) & 1


@kernel
def _play_on_river(keys: Any, multiple: int, index: Index, room: Room, count: int, antes: Any) -> int:
    """Decide the first `count` hands as if no board had a flush; keep those whose board has one in `left`."""
    places, spots, left = room
    for each in range(count):
        number = left[each]
        place = np.uint32(index.classes[_key_place(keys[number])])
        spots[each] = np.uint32(place * np.uint32(8 * PLAIN_BYTES) + np.uint32(index.cells[places[number]]))
    _look_up(index.river, spots[:count])
    with_flush = 0
    for each in range(count):
        number = left[each]
        antes[number] = multiple * spots[each]
        left[with_flush] = number
        with_flush += index.suits[keys[number] & _SUIT_MASK] != NO_FLUSH
    return with_flush


@kernel
def _spot_with_flush(columns: Any, hole: int, board: int, keys: Any, index: Index, number: int) -> Any:
    """Return the spot of the decision on a board with a flush."""
    suit = index.suits[keys[number] & _SUIT_MASK]
    place = class_with_flush(
        suit,
        (
            card_at(columns, board, number), card_at(columns, board + 1, number),
            card_at(columns, board + 2, number), card_at(columns, board + 3, number),
            card_at(columns, board + 4, number),
        ),
    )  # fmt: skip
    one, other = card_at(columns, hole, number), card_at(columns, hole + 1, number)
    return np.uint32(place * 8 * RIVER_BYTES + cell_in_class(suit, one, other))


@kernel
def best_on_street(
    columns: Any, hole: int, board: int, strategy: Strategy, multiples: tuple[int, int], index: Index,
    street: int, antes: Any,
) -> None:  # fmt: skip
    """Play hands that checked before optimally on one street: 0 preflop, 1 flop, 2 river."""
    flop, river = multiples
    for number in range(len(antes)):
        place = index.places[columns[hole, number], columns[hole + 1, number]]
        if street == 0:
            antes[number] = strategy.preflop[place]
            continue
        code = index.flops[
            flop_place(columns[board, number], columns[board + 1, number], columns[board + 2, number])
        ]
        moved = index.moved[code >> FLOP_BITS, place]
        if street == 1:
            antes[number] = flop * (strategy.flop[code & _FLOP_MASK, moved >> 3] >> (moved & 7) & 1)
            continue
        plays = plays_on_river(strategy, place, set_at(columns, board, 5, number))
        antes[number] = river if plays else 0
