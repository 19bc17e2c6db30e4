"""Boards gathered by flop, suits of the known cards and hole.

Each pass fixes the ranks of the hidden cards, so that its sums fit in memory. Suits matter little: on a board
without three cards of a suit, not at all; on any other board, only whether a card is of that suit. So a board
is added to *slots* that stand for many suits at once, and subtracted again where a known card is on the
board. The sums of a hole that contains a known card are meaningless; `known_flops` skips them. Every sum
divides by 24, the number of renamings of the suits; known cards move with the suits.
"""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import (
    HOLES,
    RENAMINGS,
    Deals,
    canonical_form,
    find,
    renamings,
)
from croupier.games.ultimate_texas_holdem.solver.boards.known import (
    BOTH_DEALER,
    BY_FLOP,
    LAYERS,
    NOTHING,
    KnownRoom,
    Wanted,
    absent_cards,
    alike,
    compare,
    enough_left,
    evaluate_known,
)
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import OF_FLUSH, Nets, flush_suit
from croupier.games.ultimate_texas_holdem.solver.boards.spread import (
    add_moved,
    flop_of,
    same_for_all,
    spread_out,
    take_moved,
)
from croupier.jit import kernel, numpy

NO_FLUSH = 4

# The slots of two hidden cards: 4 * suit of the first + suit of the second; all suits; by flush suit, neither
# card of it, only the first of it, only the second of it; by suit, the first card of it and the second of any
# suit, the second of it and the first of any. The slots of one card: its suit; all; by flush suit, not of it.
_ALL, _NONE, _FIRST, _SECOND, _ONE_IS, _OTHER_IS = 16, 17, 21, 25, 29, 33
_ALL_OF_ONE, _NONE_OF_ONE = 4, 5
SLOTS = {0: 1, 1: 9, 2: 37}
"""The number of slots, by number of hidden cards."""


class KnownSums(NamedTuple):
    """The sums of one thread, by slot of the known cards and hole."""

    flop: Any
    """Also by layer and flop."""
    hole: Any
    """Also by layer from `RIVER` on, over all boards."""


def hidden_cards(wanted: Wanted) -> int:
    """Return the number of hidden cards that are known."""
    return 0 if wanted.known == NOTHING else 1 if wanted.second < 0 else 2


def new_sums(flops: int, layers: int, rows: int) -> KnownSums:
    """Return empty sums; `rows` counts the slots times the suits of a known turn or river card."""
    np = numpy()
    return KnownSums(
        np.zeros((layers, flops, rows, HOLES), np.int64),
        np.zeros((LAYERS - BY_FLOP, rows, HOLES), np.int64),
    )


def combined_slots(wanted: Wanted) -> list[list[int]]:
    """By suits of the hidden cards, in the order of the first slots: the slots to add up for them."""
    cards = hidden_cards(wanted)
    if cards == 0:
        return [[0]]
    if cards == 1:
        return [
            [suit, _ALL_OF_ONE, *(_NONE_OF_ONE + flush for flush in range(4) if flush != suit)]
            for suit in range(4)
        ]
    same = alike(wanted)
    found: list[list[int]] = []
    for first in range(4):
        for second in range(4):
            if (first > second and same) or (first == second and wanted.rank == wanted.second):
                found.append([])
                continue
            slots = [4 * first + second, _ALL]
            slots += [_NONE + flush for flush in range(4) if flush not in (first, second)]
            if first != second:
                slots += [_FIRST + first, _FIRST + second if same else _SECOND + second]
            slots += [_ONE_IS + first, _ONE_IS + second if same else _OTHER_IS + second]
            found.append(slots)
    return found


def moved_slots(wanted: Wanted) -> Any:
    """By renaming and slot, the slot to which it moves."""
    cards = hidden_cards(wanted)
    found = numpy().zeros((RENAMINGS, SLOTS[cards]), dtype="int64")
    for code, to in renamings():
        if cards == 1:
            found[code] = [*to, _ALL_OF_ONE, *(_NONE_OF_ONE + to[flush] for flush in range(4))]
        elif cards == 2:
            pairs = [(to[first], to[second]) for first in range(4) for second in range(4)]
            if alike(wanted):
                pairs = [(min(pair), max(pair)) for pair in pairs]
            found[code] = [
                *(4 * first + second for first, second in pairs),
                _ALL,
                *(
                    start + to[suit]
                    for start in (_NONE, _FIRST, _SECOND, _ONE_IS, _OTHER_IS)
                    for suit in range(4)
                ),
            ]
    return found


@kernel
def _count_at(slot: int, sign: int, count: int, slots: Any) -> int:
    slots[0, count], slots[1, count] = slot, sign
    return count + 1


@kernel
def _slots_of_one(board: int, flush: int, of_class: int, wanted: Wanted, slots: Any) -> int:
    """Write the slots and signs of a board with one hidden card, of the flush suit (class 1) or not."""
    if of_class == 1:
        return _count_at(flush, 1, 0, slots)
    count = _count_at(_ALL_OF_ONE if flush == NO_FLUSH else _NONE_OF_ONE + flush, 1, 0, slots)
    for suit in range(4):
        if suit != flush and board >> 13 * suit + wanted.rank & 1:
            count = _count_at(suit, -1, count, slots)
    return count


@kernel
def _slots_of_all(board: int, flush: int, wanted: Wanted, slots: Any) -> int:
    """Write the slots and signs of a board for hidden cards of all suits but two of the flush suit."""
    same = alike(wanted)
    count = _count_at(_ALL, 1, 0, slots)
    for suit in range(4):
        if board >> 13 * suit + wanted.rank & 1:
            count = _count_at(_ONE_IS + suit, -1, count, slots)
            # Both cards on the board would be subtracted twice: add one back.
            for second in range(suit + 1 if same else 0, 4):
                if board >> 13 * second + wanted.second & 1:
                    count = _count_at(4 * suit + second, 1, count, slots)
        if not same and board >> 13 * suit + wanted.second & 1:
            count = _count_at(_OTHER_IS + suit, -1, count, slots)
    if flush != NO_FLUSH and not same and not _on_board(board, flush, wanted):
        count = _count_at(5 * flush, -1, count, slots)
    return count


@kernel
def _on_board(board: int, suit: int, wanted: Wanted) -> bool:
    """Whether a hidden card of this suit would lie on the board."""
    return board >> 13 * suit + wanted.rank & 1 == 1 or board >> 13 * suit + wanted.second & 1 == 1


@kernel
def _slots_of_two(board: int, flush: int, of_class: int, wanted: Wanted, slots: Any) -> int:
    """Write the slots and signs of a board with two hidden cards, each of the flush suit or not."""
    if of_class == 3:
        return _count_at(5 * flush, 1, 0, slots)
    count = _count_at((_NONE, _FIRST, _SECOND)[of_class] + flush, 1, 0, slots)
    for first in range(4):
        if (first == flush) != (of_class & 1):
            continue
        for second in range(4):
            if (second == flush) != (of_class >> 1):
                continue
            low, high = first, second
            if alike(wanted):
                if first == second or (of_class == 0 and first > second):
                    continue
                low, high = min(first, second), max(first, second)
            if board >> 13 * first + wanted.rank & 1 or board >> 13 * second + wanted.second & 1:
                count = _count_at(4 * low + high, -1, count, slots)
    return count


@kernel
def _three_of(board: int, suit: int) -> bool:
    """Whether a board has exactly three cards of a suit."""
    ranks = board >> 13 * suit & 8191
    ranks &= ranks - 1
    ranks &= ranks - 1
    return ranks != 0 and ranks & ranks - 1 == 0


def gather_known(
    deals: Deals,
    part: tuple[int, int],
    wanted: Wanted,
    slots: Any,
    nets: Nets,
    room: KnownRoom,
    sums: KnownSums,
) -> None:
    """Add the boards of a part to the sums, for known cards of the wanted ranks."""
    found = last = 0
    absent = absent_cards(wanted.ranks)
    for number in range(part[0], part[1]):
        board, weight = deals.boards[number], deals.weights[number]
        if wanted.later >= 0 and not board & (0x8004002001 << wanted.later):
            continue
        flush = flush_suit(board)
        again = same_for_all(board, last)
        if not again:
            found = compare(board, absent, room, nets)
        last = board
        for each in range(10):
            flop, renaming = canonical_form(flop_of(board, each))
            room.flops[0, each], room.flops[1, each] = find(flop, deals.flops, deals.flop_slots), renaming
        two, same = wanted.second >= 0, alike(wanted)
        # With both of the dealer's cards known, a third of the suit of both makes the only flush.
        plain = two and (flush == NO_FLUSH or (wanted.known == BOTH_DEALER and _three_of(board, flush)))
        for of_class in range(1 if flush == NO_FLUSH or wanted.known == NOTHING else 4 if two else 2):
            if (plain and of_class in (1, 2)) or (same and of_class > 1):
                continue
            kinds = wanted.rank + OF_FLUSH * (of_class & 1), wanted.second + OF_FLUSH * (of_class >> 1)
            if plain and same and flush != NO_FLUSH and not enough_left(kinds, wanted, room):
                kinds = wanted.rank, wanted.second + OF_FLUSH
            if not enough_left(kinds, wanted, room):
                continue
            if not again:
                evaluate_known(found, kinds, wanted, nets, room, room.values[of_class])
            for layer in range(LAYERS):
                spread_out(board, weight, room.values[of_class, layer], room.spreads[layer])
            if wanted.known == NOTHING:
                count = _count_at(0, 1, 0, room.slots)
            elif not two:
                count = _slots_of_one(board, flush, of_class, wanted, room.slots)
            elif plain and of_class == 0:
                count = _slots_of_all(board, flush, wanted, room.slots)
            else:
                count = _slots_of_two(board, flush, of_class, wanted, room.slots)
            for suit in range(4 if wanted.later >= 0 else 1):
                card = 1 << 13 * suit + wanted.later if wanted.later >= 0 else 0
                if board & card == card:
                    _add_board(board, (card, suit), count, deals.moved, slots, room, sums)


@kernel
def _add_board(
    board: int,
    known: tuple[int, int],
    count: int,
    moved: Any,
    slots: Any,
    room: KnownRoom,
    sums: KnownSums,
) -> None:
    """Add a board's spreads to each of its flops that does not contain the known turn or river card."""
    (later, suit), per_suit = known, slots.shape[1]
    for place in range(count):
        sign = room.slots[1, place]
        row = suit * per_suit + room.slots[0, place]
        for layer in range(LAYERS - BY_FLOP):
            target, source = sums.hole[layer, row], room.spreads[BY_FLOP + layer]
            for hole in range(HOLES):
                target[hole] += sign * source[hole]
    for each in range(10):
        if flop_of(board, each) & later:
            continue
        flop, renaming = room.flops[0, each], room.flops[1, each]
        to = renamed_suit(suit, renaming) if later else 0
        for place in range(count):
            row = to * per_suit + slots[renaming, room.slots[0, place]]
            for layer in range(len(sums.flop)):
                if room.slots[1, place] > 0:
                    add_moved(room.spreads[layer], moved[renaming], sums.flop[layer, flop, row])
                else:
                    take_moved(room.spreads[layer], moved[renaming], sums.flop[layer, flop, row])


@kernel
def renamed_suit(suit: int, renaming: int) -> int:
    """Return the new name of a suit after a renaming (`hole_places`)."""
    if suit < 3:
        return renaming >> 2 * suit & 3
    return 6 - (renaming & 3) - (renaming >> 2 & 3) - (renaming >> 4)
