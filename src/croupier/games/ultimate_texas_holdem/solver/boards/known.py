"""The value of each kind of hole on a board when hidden cards are known, the dealer's or undealt ones.

On each board the kinds of hole are ranked once (`showdown.compare_all`). The dealer's holes with a known card
are the few kinds that contain its kind, in the same order, and one pass counts their endings against every
hole of the player's. With both of the dealer's cards known, the dealer's hole is one of the kinds. Holes
without one or two given cards are counted by subtraction.
"""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import BLOCK, SPREAD
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    DEALERS,
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
    tie_of,
    value_of,
    working_room,
)
from croupier.games.ultimate_texas_holdem.solver.boards.spread import cell_of, square_of
from croupier.hands.poker import poker_category
from croupier.jit import kernel, numpy

NOTHING, DEALER, UNDEALT, BOTH_DEALER, DEALER_AND_UNDEALT, BOTH_UNDEALT = range(6)
"""The known hidden cards: none, one of the dealer's, one undealt card, or two in each combination."""

DECISION, SQUARE, RIVER, RIVER_SQUARE, MOST, MOST_SQUARE = range(6)
"""The layers, each summed over the dealer's holes: the gain of playing on the flop over the best decision on
the river, with the counts of the river packed above it (`packed`); the same for squares; the net of the best
decision on the river, and its square; the net of the largest wager before the flop, and its square."""
LAYERS = 6
BY_FLOP = 2
"""The number of layers that a decision on the flop needs."""

CLASSES = 4
"""The number of combinations of two known cards, each of the flush suit or not."""


class KnownRoom(NamedTuple):
    """One thread's working arrays for a board."""

    kinds: Any
    endings: Any
    known: Any
    """By known card and kind of hole, the endings against the dealer's holes with that card."""
    partners: Any
    """By kind of the dealer's other card: the strength of that hole, and the number of such cards."""
    strengths: Any
    """By two kinds of card, the strength of the hole."""
    plays: Any
    """By kind of hole, whether it plays on the river when nothing is known."""
    values: Any
    """By class of the known cards and layer, the values by kinds of card."""
    spreads: Any
    flops: Any
    """The ten flops of a board: the number of the canonical flop, and the renaming to it."""
    slots: Any
    """The slots to which the board is added, and the signs."""


class Wanted(NamedTuple):
    """The known cards of one pass over the boards."""

    known: int
    rank: int
    """The rank of the hidden card; -1 for none. The second rank is not lower if the two cards are alike."""
    second: int
    later: int
    """The rank of the known turn or river card; -1 for none."""
    most: int
    """The largest play multiple before the flop."""
    ranks: int = 13
    """The number of ranks in the deck; fewer in tests."""


@kernel
def holes_of_dealer(known: int, ranks: int) -> int:
    """Return the number of holes that the dealer can have, given the known cards."""
    with_card = 4 * ranks - 8
    total = with_card * (with_card + 1) // 2
    if known == NOTHING:
        return total
    if known == DEALER:
        return with_card
    if known == UNDEALT:
        return total - with_card
    if known == BOTH_DEALER:
        return 1
    return with_card - 1 if known == DEALER_AND_UNDEALT else total - 2 * with_card + 1


@kernel
def absent_cards(ranks: int) -> int:
    """Return the cards missing from a deck of `ranks` ranks."""
    return (8191 >> ranks << ranks) * 0x8004002001


@kernel
def alike(wanted: Wanted) -> bool:
    """Whether the two hidden cards have one rank and no order: both are the dealer's, or both are undealt."""
    return wanted.rank == wanted.second and wanted.known != DEALER_AND_UNDEALT


def new_room() -> KnownRoom:
    """Return one thread's working arrays."""
    np = numpy()
    kinds, endings = working_room()
    return KnownRoom(
        kinds,
        endings,
        np.zeros((2, HOLE_KINDS, DECIDED), np.int64),
        np.zeros((2, KINDS), np.int64),
        np.zeros((KINDS, KINDS), np.int64),
        np.zeros(HOLE_KINDS, np.int64),
        np.zeros((CLASSES, LAYERS, 4, BLOCK), np.int64),
        np.zeros((LAYERS, SPREAD), np.int64),
        np.zeros((2, 10), np.int64),
        np.zeros((2, 20), np.int64),
    )


_COUNTS, _CHANGED = 32, 48
LARGEST_GAIN = 1 << _COUNTS - 1
"""The bound on the absolute value of a gain that is packed with counts."""


@kernel
def packed(gain: int, played: int, changed: int) -> int:
    """Pack a gain (absolute value below 2**31) and two counts (below 2**15) in one int that can be summed."""
    return gain + (played << _COUNTS) + (changed << _CHANGED)


@kernel
def unpacked(total: int) -> tuple[int, int, int]:
    """Return the gain and the two counts: the inverse of `packed`."""
    gain = (total + (1 << _COUNTS - 1) & (1 << _COUNTS) - 1) - (1 << _COUNTS - 1)
    counts = total - gain >> _COUNTS
    return gain, counts & (1 << _CHANGED - _COUNTS) - 1, counts >> _CHANGED - _COUNTS


@kernel
def compare(board: int, absent: int, room: KnownRoom, nets: Nets) -> int:
    """Rank the kinds of hole on a board, and find which play on the river when nothing is known."""
    found = compare_all(board, absent, nets.dealer_least, room.kinds, room.endings)
    for place in range(found):
        key = room.kinds[ORDER, place]
        strength, low, high = key >> 10, key >> 5 & 31, key & 31
        playing = value_of(strength, poker_category(strength), room.endings[place], nets.river, nets)
        room.plays[place] = playing > nets.fold
        room.strengths[low, high] = room.strengths[high, low] = strength
    return found


@kernel
def _endings_with(card_kind: int, found: int, dealer_least: int, room: KnownRoom, target: Any) -> None:
    """Count the dealer's holes with a card of the given kind by ending, for each kind of hole."""
    order, left = room.kinds[ORDER], room.kinds[LEFT]
    strengths, counts = room.partners[0], room.partners[1]
    with_card = -2
    for kind in range(KINDS):
        strengths[kind] = 0
        counts[kind] = left[kind] - (kind == card_kind)
        with_card += counts[kind]
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
            # The dealer can't hold the player's two cards.
            wins = lower - (strengths[low] < strength) - (strengths[high] < strength)
            not_higher = lower + same - (strengths[low] <= strength) - (strengths[high] <= strength)
            below = unqualified - (strengths[low] < dealer_least) - (strengths[high] < dealer_least)
            endings = target[place]
            if strength >= dealer_least:
                endings[WIN_UNQUALIFIED], endings[WIN_QUALIFIED] = below, wins - below
                endings[LOSE_UNQUALIFIED], endings[LOSE_QUALIFIED] = 0, with_card - not_higher
            else:
                endings[WIN_UNQUALIFIED], endings[WIN_QUALIFIED] = wins, 0
                endings[LOSE_QUALIFIED] = with_card - below
                endings[LOSE_UNQUALIFIED] = below - not_higher
        lower += same
        start = end


@kernel
def _net(strength: int, counts: Any, dealers: int, multiple: int, nets: Nets) -> tuple[int, int]:
    """Return the net of a multiple and its square, summed over `dealers` holes of the dealer's."""
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
def _count_endings(place: int, wanted: Wanted, dealer: int, dealer_least: int, room: KnownRoom) -> None:
    """Count the dealer's holes against a kind of hole by ending, in `room.known[0]`.

    `dealer` is the strength of the hole that contains both known cards.
    """
    counts, other = room.known[0, place], room.known[1, place]
    known = wanted.known
    if known == DEALER:
        return
    for ending in range(DECIDED):
        all_holes = room.endings[place, ending]
        if known == NOTHING:
            counts[ending] = all_holes
        elif known == UNDEALT:
            counts[ending] = all_holes - counts[ending]
        elif known == BOTH_UNDEALT:
            counts[ending] = all_holes - counts[ending] - other[ending]
    if known > BOTH_DEALER:
        ending = _ending_of(room.kinds[ORDER, place] >> 10, dealer, dealer_least)
        if ending < DECIDED:
            counts[ending] += -1 if known == DEALER_AND_UNDEALT else 1


@kernel
def _ending_of(strength: int, dealer: int, dealer_least: int) -> int:
    """Return the ending of a hand against one dealer hand."""
    if strength == dealer:
        return tie_of(strength, dealer_least)
    if strength > dealer:
        return WIN_QUALIFIED if dealer >= dealer_least else WIN_UNQUALIFIED
    return LOSE_QUALIFIED if dealer >= dealer_least else LOSE_UNQUALIFIED


@kernel
def _net_of(strength: int, ending: int, multiple: int, nets: Nets) -> tuple[int, int]:
    """Return the net of a multiple against one dealer hand, and its square."""
    net = nets.played[multiple, poker_category(strength), ending]
    return net, net * net


@kernel
def evaluate_known(
    found: int, kinds: tuple[int, int], wanted: Wanted, nets: Nets, room: KnownRoom, values: Any
) -> None:
    """Compute every layer for each kind of hole, given the kinds of the known cards."""
    fold, dealers = nets.fold // DEALERS, holes_of_dealer(wanted.known, wanted.ranks)
    if wanted.known != NOTHING and wanted.known != BOTH_DEALER:
        _endings_with(kinds[0], found, nets.dealer_least, room, room.known[0])
    if wanted.known == BOTH_UNDEALT:
        _endings_with(kinds[1], found, nets.dealer_least, room, room.known[1])
    dealer = room.strengths[kinds[0], kinds[1]] if wanted.known >= BOTH_DEALER else 0
    for place in range(found):
        key = room.kinds[ORDER, place]
        strength = key >> 10
        if wanted.known == BOTH_DEALER:
            ending = _ending_of(strength, dealer, nets.dealer_least)
            value, square = _net_of(strength, ending, nets.river, nets)
            on_flop, flop_square = _net_of(strength, ending, nets.flop, nets)
            before, most_square = _net_of(strength, ending, wanted.most, nets)
        else:
            _count_endings(place, wanted, dealer, nets.dealer_least, room)
            counts = room.known[0, place]
            value, square = _net(strength, counts, dealers, nets.river, nets)
            on_flop, flop_square = _net(strength, counts, dealers, nets.flop, nets)
            before, most_square = _net(strength, counts, dealers, wanted.most, nets)
        played = value > dealers * fold
        if not played:
            value, square = dealers * fold, dealers * fold * fold
        layers = (
            packed(on_flop - value, int(played), int(played != room.plays[place])),
            flop_square - square,
            value,
            square,
            before,
            most_square,
        )
        low, high = key >> 5 & 31, key & 31
        row, cell = square_of(low, high), cell_of(low, high)
        turned_row, turned_cell = square_of(high, low), cell_of(high, low)
        for layer in range(LAYERS):
            values[layer, row, cell] = layers[layer]
            values[layer, turned_row, turned_cell] = layers[layer]


@kernel
def enough_left(kinds: tuple[int, int], wanted: Wanted, room: KnownRoom) -> bool:
    """Whether the board leaves enough cards of these kinds."""
    left = room.kinds[LEFT]
    if wanted.known == NOTHING:
        return True
    if wanted.second >= 0 and kinds[0] == kinds[1]:
        return left[kinds[0]] > 1  # type: ignore[no-any-return]
    return left[kinds[0]] > 0 and (wanted.second < 0 or left[kinds[1]] > 0)
