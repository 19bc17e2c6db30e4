"""The value of each hole on a board when a signal is known.

With two classes of known cards, each card has a *type*, by which of the classes contain it; the kinds of card
on a board (`showdown`) are divided by type. The number of choices of the known cards that fit a dealer's hole
is its weight: a sum of a few *terms*. A term is a product of the numbers of the hole's cards in the classes,
times a factor that depends on the player's hole. One pass over the holes in ascending order adds every term
up and excludes the holes that contain the player's cards, as in `showdown.compare_all`.
"""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.known import (
    BOTH_DEALER,
    BOTH_UNDEALT,
    DEALER,
    DEALER_AND_UNDEALT,
    NOTHING,
    UNDEALT,
    KnownRoom,
)
from croupier.games.ultimate_texas_holdem.solver.boards.known import new_room as known_room
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import KINDS, ORDER, Nets, kind_of, tie_of
from croupier.hands.poker import poker_category
from croupier.jit import kernel, numpy, table

MOST_KINDS = 48
"""The most kinds of card on one board, divided by type."""
CELLS = MOST_KINDS * MOST_KINDS
TYPES = 4
TERMS = 4

GAIN, SQUARE, COUNTS, RIVER, RIVER_SQUARE, MOST, MOST_SQUARE = range(7)
"""The layers, summed over the choices of known cards and the dealer's holes: the gain of playing on the flop
over the best decision on the river, and the same for squares; the choices with which the hole plays on the
river, and those with which that decision differs from honest play (two counts in one int, see `HALF`); the
net of the best decision on the river, and its square; the net of the largest wager before the flop, and its
square."""
LAYERS = 7
BY_FLOP = 3
"""The number of layers that a decision on the flop needs."""

HALF = 32
"""The bits of the lower of two counts in one int."""

BITS = table(value.bit_count() for value in range(1 << 13))


class Signals(NamedTuple):
    """Hidden signals in the form that kernels take."""

    known: int
    """Which hidden cards are known (`boards.known`)."""
    first: Any
    """By signal, the class of the first hidden card, as a set; 0 for none."""
    second: Any
    dealers: int
    """The number of dealer holes for one choice of the known cards."""
    absent: int
    """The cards missing from the deck."""
    most: int
    """The largest play multiple before the flop."""


class Room(NamedTuple):
    """One thread's working arrays for a board."""

    board: KnownRoom
    index: Any
    """By card, the number of its kind and type; -1 if it is on the board."""
    left: Any
    """By kind and type, the cards left."""
    types: Any
    members: Any
    """By kind, the numbers of its kinds and types, and in the last place how many there are."""
    pairs: Any
    """The holes in ascending order: strength, two kinds and types, index of the kind of hole."""
    total: Any
    """By term, the sum over the holes so far, and over those that do not qualify."""
    holding: Any
    """By term, and kind and type, the same two sums over the holes with one given card of these."""
    counts: Any
    """By term and hole, the sums over the holes that are weaker, and over those that are not stronger."""


def new_room() -> Room:
    """Return one thread's working arrays."""
    np = numpy()
    return Room(
        board=known_room(),
        index=np.zeros(52, np.int64),
        left=np.zeros(MOST_KINDS, np.int64),
        types=np.zeros(MOST_KINDS, np.int64),
        members=np.zeros((KINDS, TYPES + 1), np.int64),
        pairs=np.zeros((CELLS, 4), np.int64),
        total=np.zeros((2, TERMS), np.int64),
        holding=np.zeros((2, TERMS, MOST_KINDS), np.int64),
        counts=np.zeros((2, TERMS, CELLS), np.int64),
    )


@kernel
def count_cards(cards: int) -> int:
    """Return the number of cards in a set."""
    return BITS[cards & 8191] + BITS[cards >> 13 & 8191] + BITS[cards >> 26 & 8191] + BITS[cards >> 39 & 8191]


@kernel
def choices(known: int, same: bool, first: int, second: int, both: int) -> int:
    """Count the choices of the known cards, given the number of cards in each class and in both."""
    if known == NOTHING:
        return 1
    if known in (DEALER, UNDEALT):
        return first
    if known == DEALER_AND_UNDEALT:
        return first * second - both
    return first * (first - 1) // 2 if same else first * second


@kernel
def _term(known: int, same: bool, term: int, of_first: int, of_second: int) -> int:
    """Return a term of a dealer hole's weight, given its number of cards in the first and second class."""
    if known == DEALER or (known == DEALER_AND_UNDEALT and term == 0):
        return of_first
    if known == DEALER_AND_UNDEALT:
        return of_first * of_second
    if known == BOTH_DEALER:
        return (of_first == 2) if same else (of_first == 1 and of_second == 1)
    if term == 0:
        return 1
    if term == 1:
        return of_first
    if same:
        return of_first == 2
    return of_second if term == 2 else of_first * of_second


@kernel
def _terms(known: int, same: bool) -> int:
    """Return the number of terms."""
    if known in (UNDEALT, DEALER_AND_UNDEALT):
        return 2
    if known == BOTH_UNDEALT:
        return 3 if same else 4
    return 1


@kernel
def _factor(known: int, same: bool, term: int, first: int, second: int) -> int:
    """Return the factor of a term, given the cards of each class outside the player's hole."""
    if known == UNDEALT:
        return first if term == 0 else -1
    if known == DEALER_AND_UNDEALT:
        return second if term == 0 else -1
    if known == BOTH_UNDEALT:
        if same:
            return first * (first - 1) // 2 if term == 0 else 1 - first if term == 1 else 1
        return first * second if term == 0 else -second if term == 1 else -first if term == 2 else 1
    return 1


@kernel
def divide_kinds(board: int, flush: int, first: int, second: int, absent: int, room: Room) -> None:
    """Number the kinds of card by type, in an order that does not depend on suits without a flush."""
    for kind in range(KINDS):
        room.members[kind, TYPES] = 0
        for of_type in range(TYPES):
            room.members[kind, of_type] = 0
    taken = board | absent
    for card in range(52):
        if not taken >> card & 1:
            of_type = (first >> card & 1) | (second >> card & 1) << 1
            room.members[kind_of(card, flush), of_type] += 1
    found = 0
    for kind in range(KINDS):
        count = 0
        for of_type in range(TYPES):
            cards = room.members[kind, of_type]
            room.members[kind, of_type] = -1
            if cards:
                room.left[found], room.types[found] = cards, of_type
                room.members[kind, of_type] = found
                found += 1
                count += 1
        room.members[kind, TYPES] = count
    for card in range(52):
        of_type = (first >> card & 1) | (second >> card & 1) << 1
        room.index[card] = -1 if taken >> card & 1 else room.members[kind_of(card, flush), of_type]


@kernel
def _list_pairs(found: int, room: Room) -> int:
    """List the holes by kind and type, in ascending order; return how many there are."""
    order, pairs, members = room.board.kinds[ORDER], room.pairs, room.members
    count = 0
    for place in range(found):
        low, high = order[place] >> 5 & 31, order[place] & 31
        for of_type in range(TYPES):
            one = members[low, of_type]
            if one < 0:
                continue
            for of_other in range(of_type if low == high else 0, TYPES):
                other = members[high, of_other]
                if other < 0 or (one == other and room.left[one] < 2):
                    continue
                pairs[count, 0], pairs[count, 1], pairs[count, 2] = order[place] >> 10, one, other
                pairs[count, 3] = place
                count += 1
    return count


@kernel
def _weight(known: int, same: bool, term: int, one: int, other: int) -> int:
    """Return a term for a hole whose cards have the given types."""
    return _term(known, same, term, (one & 1) + (other & 1), (one >> 1) + (other >> 1))


@kernel
def _sweep(known: int, same: bool, count: int, dealer_least: int, room: Room) -> None:
    """For each hole, add up every term over the weaker holes and over those that are not stronger."""
    pairs, total, holding, left, types = room.pairs, room.total, room.holding, room.left, room.types
    terms = _terms(known, same)
    total[:] = 0
    holding[:] = 0
    start, qualifies = 0, False
    while start < count:
        strength = pairs[start, 0]
        if not qualifies and strength >= dealer_least:
            qualifies = True
            _copy_unqualified(total, holding)
        end = start
        while end < count and pairs[end, 0] == strength:
            for term in range(terms):
                own = holding[0, term, pairs[end, 1]] + holding[0, term, pairs[end, 2]]
                room.counts[0, term, end] = total[0, term] - own
            end += 1
        for each in range(start, end):
            one, other = pairs[each, 1], pairs[each, 2]
            for term in range(terms):
                weight = _weight(known, same, term, types[one], types[other])
                if one == other:
                    holding[0, term, one] += weight * (left[one] - 1)
                    total[0, term] += weight * (left[one] * (left[one] - 1) // 2)
                else:
                    holding[0, term, one] += weight * left[other]
                    holding[0, term, other] += weight * left[one]
                    total[0, term] += weight * left[one] * left[other]
        for each in range(start, end):
            one, other = pairs[each, 1], pairs[each, 2]
            for term in range(terms):
                # The player's own hole was subtracted twice.
                own = holding[0, term, one] + holding[0, term, other]
                weight = _weight(known, same, term, types[one], types[other])
                room.counts[1, term, each] = total[0, term] - own + weight
        start = end
    if not qualifies:
        _copy_unqualified(total, holding)


@kernel
def _copy_unqualified(total: Any, holding: Any) -> None:
    """Store the sums so far as the sums over holes that do not qualify.

    The copy goes item by item: an array statement needs numba's runtime, and machine code with it is not
    cached.
    """
    for term in range(total.shape[1]):
        total[1, term] = total[0, term]
        for kind in range(holding.shape[2]):
            holding[1, term, kind] = holding[0, term, kind]


@kernel
def _net(
    strength: int, won: int, won_below: int, lost: int, lost_below: int, all_holes: int, multiple: int,
    nets: Nets,
) -> tuple[int, int]:  # fmt: skip
    """Return the summed net of a multiple, and its square; `below`: against dealers who do not qualify."""
    played = nets.played[multiple, poker_category(strength)]
    ties = all_holes - won - won_below - lost - lost_below
    tied = played[tie_of(strength, nets.dealer_least)]
    # In the order of the endings (`showdown`): won from a dealer who qualifies or does not, lost to one who
    # does or does not.
    value = won * played[0] + won_below * played[1] + lost * played[2] + lost_below * played[3] + ties * tied
    square = (
        won * played[0] ** 2
        + won_below * played[1] ** 2
        + lost * played[2] ** 2
        + lost_below * played[3] ** 2
        + ties * tied**2
    )
    return value, square


@kernel
def _endings(
    each: int, known: int, same: bool, left: tuple[int, int], all_holes: int, dealer_least: int, room: Room
) -> tuple[int, int, int, int]:
    """Count the dealer's holes that lose and that win against a hole, qualified and not.

    `left` is the number of cards of each class outside the player's hole.
    """
    strength, one, other = room.pairs[each, 0], room.pairs[each, 1], room.pairs[each, 2]
    weaker = not_stronger = below = 0
    for term in range(_terms(known, same)):
        factor = _factor(known, same, term, left[0], left[1])
        weaker += factor * room.counts[0, term, each]
        not_stronger += factor * room.counts[1, term, each]
        least = room.total[1, term] - room.holding[1, term, one] - room.holding[1, term, other]
        if strength < dealer_least:
            least += _weight(known, same, term, room.types[one], room.types[other])
        below += factor * least
    if strength >= dealer_least:
        return weaker - below, below, all_holes - not_stronger, 0
    return 0, weaker, all_holes - below, below - not_stronger


@kernel
def evaluate(
    board: int, flush: int, found: int, signal: int, signals: Signals, nets: Nets, room: Room, values: Any
) -> None:
    """Compute every layer for each hole by kinds and types, with one of the signals known."""
    known, first, second = signals.known, signals.first[signal], signals.second[signal]
    same = first == second
    count = _list_pairs(found, room)
    _sweep(known, same, count, nets.dealer_least, room)
    free = ~(board | signals.absent) & (1 << 52) - 1
    of_first, of_second, of_both = (
        count_cards(free & first),
        count_cards(free & second),
        count_cards(free & first & second),
    )
    fold, dealers = nets.fold // 990, signals.dealers
    for each in range(count):
        strength, one, other = room.pairs[each, 0], room.pairs[each, 1], room.pairs[each, 2]
        kind, partner = room.types[one], room.types[other]
        own_first = of_first - (kind & 1) - (partner & 1)
        own_second = of_second - (kind >> 1) - (partner >> 1)
        both = of_both - (kind == 3) - (partner == 3)
        number = choices(known, same, own_first, own_second, both)
        place, turned = MOST_KINDS * one + other, MOST_KINDS * other + one
        if number <= 0:
            for layer in range(LAYERS):
                values[layer, place] = values[layer, turned] = 0
            continue
        all_holes = number * dealers
        won, won_below, lost, lost_below = _endings(
            each, known, same, (own_first, own_second), all_holes, nets.dealer_least, room
        )
        value, square = _net(strength, won, won_below, lost, lost_below, all_holes, nets.river, nets)
        on_flop, flop_square = _net(strength, won, won_below, lost, lost_below, all_holes, nets.flop, nets)
        before, most_square = _net(strength, won, won_below, lost, lost_below, all_holes, signals.most, nets)
        plays = value > all_holes * fold
        if not plays:
            value, square = all_holes * fold, all_holes * fold * fold
        differs = plays != room.board.plays[room.pairs[each, 3]]
        layers = (
            on_flop - value,
            flop_square - square,
            (number if plays else 0) + ((number if differs else 0) << HALF),
            value,
            square,
            before,
            most_square,
        )
        for layer in range(LAYERS):
            values[layer, place] = values[layer, turned] = layers[layer]
