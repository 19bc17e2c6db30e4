"""The results of every hole on a board against the 990 holes that the dealer can have.

At most one suit can make a flush on a board. So the value of two hole cards depends only on their ranks and
on whether each is of that suit. There are at most 26 *kinds* of card (the rank, plus 16 for a card of the
flush suit) and 351 kinds of hole; each kind of hole stands for all holes of such cards left in the deck. They
are ranked by `poker_strength`, as at the table. One pass in ascending order, with a count of the weaker holes
that contain each kind of card, gives wins, ties and losses against dealers who hold neither of the player's
cards.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from croupier.games.common import NO_ROW
from croupier.games.limits import within_limits
from croupier.games.ultimate_texas_holdem.settle import (
    DEALER_HIGHER,
    FOLDED,
    NOT_QUALIFIED,
    PLAYER_HIGHER,
    TIE,
    settle_situation,
)
from croupier.games.ultimate_texas_holdem.terms import Terms
from croupier.hands.poker import ROYAL_FLUSH, poker_strength
from croupier.jit import kernel, numpy, view
from croupier.submission.house import HouseLimit

KINDS = 32
OF_FLUSH = 16
HOLE_KINDS = 351
CATEGORIES = ROYAL_FLUSH + 1
DEALERS = 990

LARGEST_NET = 10**8
"""In units; 22,100 * 1,081 * 990 of it are 2.4 * 10**18, a quarter of what 64 bits hold."""

# The endings of a showdown: the player higher, the dealer higher or a tie; the dealer qualified or not.
WIN_QUALIFIED, WIN_UNQUALIFIED, LOSE_QUALIFIED, LOSE_UNQUALIFIED, TIE_QUALIFIED, TIE_UNQUALIFIED = range(6)
DECIDED = 4
"""The number of endings that are counted; the ties are the rest of the 990."""
ENDINGS = 6

_SITUATIONS = {
    WIN_QUALIFIED: PLAYER_HIGHER,
    WIN_UNQUALIFIED: PLAYER_HIGHER + NOT_QUALIFIED,
    LOSE_QUALIFIED: DEALER_HIGHER,
    LOSE_UNQUALIFIED: DEALER_HIGHER + NOT_QUALIFIED,
    TIE_QUALIFIED: TIE,
    TIE_UNQUALIFIED: TIE + NOT_QUALIFIED,
}

# Rows of the working array: the number of cards left by kind, and the kinds of hole in order.
LEFT, ORDER = 0, 5


class Nets(NamedTuple):
    """The net result of every ending, in ints, and the numbers that determine the ending."""

    played: Any
    """By play multiple (0: no play wager, but no fold), category of the hand and ending."""
    fold: int
    """The net of folding, summed over the dealer's 990 holes."""
    dealer_least: int
    """The lowest strength with which the dealer qualifies."""
    flop: int
    """The play multiple on the flop …"""
    river: int
    """… and on the river."""
    before_flop: Any
    """The play multiples to evaluate for the decision before the flop."""

    @property
    def straight(self) -> bool:
        """Whether net results are linear in the play wager, that is, no payout limit applies."""
        lines = zip(*[[net for row in rows for net in row] for rows in self.played.tolist()], strict=True)
        return all(len({after - net for net, after in pairwise(line)}) == 1 for line in lines)

    def in_arrays(self) -> "Nets":
        """Return these nets as NumPy arrays."""
        return self._replace(
            played=numpy().asarray(self.played), before_flop=numpy().asarray(self.before_flop)
        )


MAIN = ("ante", "blind", "play")


def nets(terms: Terms, ante: int, limits: Sequence[HouseLimit] = ()) -> Nets:
    """Return the player's nets from the table's own settlement, under any payout limits given.

    Without limits `ante` is an amount at which every payout is a whole number; with limits it is in cents.
    """
    return nets_in_views(terms, ante, limits).in_arrays()


def nets_in_views(terms: Terms, ante: int, limits: Sequence[HouseLimit] = ()) -> Nets:
    """Return the nets without NumPy, which takes longer to import than advice takes to compute."""
    most, least, flop, river = terms.play_multiples
    found = view("q", max(terms.play_multiples) + 1, CATEGORIES, ENDINGS)
    for multiple in range(len(found)):
        for category in range(CATEGORIES):
            for ending, situation in _SITUATIONS.items():
                played = multiple * ante
                result = settle_situation(situation, ROYAL_FLUSH - category, ante, played, terms.main)
                paid = within_limits(limits, zip(MAIN, result[2::3], strict=True))
                found[multiple, category, ending] = paid + sum(result[3::3]) - 2 * ante - played
    folded = settle_situation(FOLDED, NO_ROW, ante, 0, terms.main)
    fold = sum(folded[2::3]) + sum(folded[3::3]) - 2 * ante
    fixed = fold * DEALERS, terms.main.dealer_least, flop, river
    # Linear values need only one point besides the flop's multiple; others need every multiple.
    straight = Nets(found, *fixed, view("q", 1))
    return straight if straight.straight else Nets(found, *fixed, view("q", 2, values=(least, most)))


@kernel
def flush_suit(board: int) -> int:
    """Return the suit that has three or more cards on a board; 4 if there is none."""
    for suit in range(4):
        ranks = board >> 13 * suit & 8191
        # Two cards are dropped; a third is left.
        ranks &= ranks - 1
        if ranks & ranks - 1:
            return suit
    return 4


@kernel
def kind_of(card: int, suit: int) -> int:
    """Return the kind of a card, given the flush suit."""
    return card % 13 + (OF_FLUSH if card // 13 == suit else 0)


@kernel
def _sort(order: Any, found: int, other: Any, places: Any) -> None:
    """Radix sort by strength (the 24 bits above the lowest ten) in digits of six bits: faster than comparing.

    `other` is a working array of the same size, `places` one of 4 * 64.
    """
    for place in range(4 * 64):
        places[place] = 0
    for index in range(found):
        key = order[index] >> 10
        for digit in range(4):
            places[64 * digit + (key >> 6 * digit & 63)] += 1
    for digit in range(4):
        start = 0
        for value in range(64 * digit, 64 * digit + 64):
            start, places[value] = start + places[value], start
        # Alternate between the two arrays; four digits end in `order`.
        if digit & 1 == 0:
            _sort_digit(order, found, other, places, digit)
        else:
            _sort_digit(other, found, order, places, digit)


@kernel
def _sort_digit(source: Any, found: int, target: Any, places: Any, digit: int) -> None:
    for index in range(found):
        key = source[index]
        value = 64 * digit + (key >> 10 + 6 * digit & 63)
        target[places[value]] = key
        places[value] += 1


@kernel
def _rank_all(board: int, absent: int, room: Any) -> tuple[int, int]:
    """Rank all kinds of hole on a board in ascending order; return their number and that of dealer holes."""
    left, first, second = room[LEFT], room[1], room[2]
    order, present = room[ORDER], room[6]
    for kind in range(KINDS):
        left[kind] = 0
    suit = flush_suit(board)
    taken, cards = board | absent, 0
    for card in range(52):
        if not taken >> card & 1:
            kind = kind_of(card, suit)
            second[kind] = first[kind]
            first[kind] = 1 << card
            left[kind] += 1
            cards += 1
    kinds = 0
    for kind in range(KINDS):
        if left[kind]:
            present[kinds] = kind
            kinds += 1

    found = 0
    for place in range(kinds):
        low = present[place]
        if left[low] > 1:
            order[found] = poker_strength(board | first[low] | second[low]) << 10 | low << 5 | low
            found += 1
        for higher in range(place + 1, kinds):
            high = present[higher]
            order[found] = poker_strength(board | first[low] | first[high]) << 10 | low << 5 | high
            found += 1
    _sort(order, found, room[6], room[7])
    return found, (cards - 2) * (cards - 3) // 2


@kernel
def compare_all(board: int, absent: int, dealer_least: int, room: Any, endings: Any) -> int:
    """Rank all kinds of hole on a board, and count for each the dealer's holes by ending.

    Return the number of kinds of hole. Row `ORDER` of `room` lists them in ascending order: strength, 5 bits
    of the lower kind of card, 5 bits of the higher; `endings` has their counts in the same order. `absent`
    are the cards missing from the deck: none, except in tests on a small deck.
    """
    found, dealers = _rank_all(board, absent, room)
    left, holding, unqualified, order = room[LEFT], room[3], room[4], room[ORDER]
    for kind in range(KINDS):
        holding[kind] = unqualified[kind] = 0

    # `total` counts the holes so far, and `holding` those that contain one given card of each kind. The
    # dealer can't hold one of the player's cards; the player's own hole is subtracted twice.
    total = total_unqualified = start = 0
    qualifies = False
    while start < found:
        strength = order[start] >> 10
        if not qualifies and strength >= dealer_least:
            qualifies = True
            total_unqualified = total
            for kind in range(KINDS):
                unqualified[kind] = holding[kind]
        end = start
        while end < found and order[end] >> 10 == strength:
            low, high = order[end] >> 5 & 31, order[end] & 31
            endings[end, WIN_QUALIFIED] = total - holding[low] - holding[high]
            end += 1
        for place in range(start, end):
            low, high = order[place] >> 5 & 31, order[place] & 31
            total += holes_of(left, low, high)
            if low == high:
                holding[low] += left[low] - 1
            else:
                holding[low] += left[high]
                holding[high] += left[low]
        for place in range(start, end):
            low, high = order[place] >> 5 & 31, order[place] & 31
            not_higher = total - holding[low] - holding[high] + 1
            endings[place, LOSE_QUALIFIED] = dealers - not_higher
        start = end
    if not qualifies:
        total_unqualified = total
        for kind in range(KINDS):
            unqualified[kind] = holding[kind]
    _part_by_qualifier(found, dealers, dealer_least, total_unqualified, room, endings)
    return found


@kernel
def _part_by_qualifier(
    found: int, dealers: int, dealer_least: int, total_unqualified: int, room: Any, endings: Any
) -> None:
    """Split the counts by whether the dealer qualifies."""
    order, unqualified = room[ORDER], room[4]
    for place in range(found):
        low, high = order[place] >> 5 & 31, order[place] & 31
        below = total_unqualified - unqualified[low] - unqualified[high]
        if order[place] >> 10 >= dealer_least:
            endings[place, WIN_UNQUALIFIED] = below
            endings[place, WIN_QUALIFIED] -= below
            endings[place, LOSE_UNQUALIFIED] = 0
        else:
            # The player's own hole does not qualify. Every dealer hole that qualifies is higher.
            qualified = dealers - (below + 1)
            endings[place, WIN_UNQUALIFIED] = endings[place, WIN_QUALIFIED]
            endings[place, WIN_QUALIFIED] = 0
            endings[place, LOSE_UNQUALIFIED] = endings[place, LOSE_QUALIFIED] - qualified
            endings[place, LOSE_QUALIFIED] = qualified


@kernel
def value_of(strength: int, category: int, counts: Any, multiple: int, nets: Nets) -> int:
    """Return the net of playing a multiple, summed over the dealer's 990 holes, from the counts by ending."""
    value = 0
    ties = DEALERS
    for ending in range(DECIDED):
        count = counts[ending]
        value += count * nets.played[multiple, category, ending]
        ties -= count
    return value + ties * nets.played[multiple, category, tie_of(strength, nets.dealer_least)]  # type: ignore[no-any-return]


@kernel
def tie_of(strength: int, dealer_least: int) -> int:
    """Return the ending of a tie, in which the dealer qualifies with the player's strength or does not."""
    return TIE_QUALIFIED if strength >= dealer_least else TIE_UNQUALIFIED


@kernel
def holes_of(left: Any, low: int, high: int) -> int:
    """Return the number of holes of two kinds of card, given the cards left of each kind."""
    if low == high:
        return left[low] * (left[low] - 1) // 2  # type: ignore[no-any-return]
    return left[low] * left[high]  # type: ignore[no-any-return]


def working_room() -> tuple[Any, Any]:
    """Return the working array and the endings array for `compare_all`."""
    np = numpy()
    return np.zeros((8, HOLE_KINDS), dtype=np.int64), np.zeros((HOLE_KINDS, DECIDED), dtype=np.int64)
