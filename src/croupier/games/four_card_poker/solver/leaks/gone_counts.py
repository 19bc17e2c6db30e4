"""The dealer's hands in Four Card Poker that beat a hand, with any cards gone from the deck.

As in `dealer_law`, they are counted by inclusion-exclusion, over the sets of up to five of the cards gone.
The ten cards of two boxes have 638 such sets, compared with 749,398 dealer hands.
"""

from math import comb
from typing import Any, NamedTuple

from croupier.games.four_card_poker.solver.classes import classes, place_of, set_places
from croupier.games.four_card_poker.solver.dealer_law import DealerTables, dealer_tables
from croupier.hands.four_card import four_card_strength
from croupier.jit import kernel

DRAWN = 5
"""The number of dealer cards besides the up-card."""
_LOOK = 8
"""The number of hands that can be compared in the time of one set lookup."""

OWN, LIMIT, COUNT, ROW = range(4)
"""By seat: the cards, the strength that the dealer must exceed, the count, the number of that strength."""


class Gone(NamedTuple):
    """Tables by sets of cards, the same for all rules."""

    tables: DealerTables
    places: Any
    classes: tuple[Any, ...]
    """By size of a set, from one to five, and its place, its class."""


def gone_tables() -> Gone:
    """Count the tables."""
    by_size = tuple([classes(size).of for size in range(1, DRAWN + 1)])
    return Gone(dealer_tables(), set_places(), by_size)


def is_faster(gone: int, dealers: int) -> bool:
    """Whether counting by sets of `gone` cards is faster than enumerating the dealer's hands."""
    return sum(comb(gone, size) for size in range(DRAWN + 1)) * _LOOK < dealers


@kernel
def count_beating_by_sets(gone: int, up: int, dealers: int, seats: Any, room: Any, of: Gone) -> None:
    """Count, by seat, the stronger dealer hands with an up-card and none of the cards gone.

    `seats` has a row of limits, then the counts, then the number of each limit (-1 if every hand is above
    it). `room` holds the cards gone.
    """
    pool, limits, counts, rows = room[0], seats[LIMIT], seats[COUNT], seats[ROW]
    size = 0
    for card in range(52):
        if gone >> card & 1:
            pool[size] = card
            size += 1
    held = 1 << up
    for seat in range(len(limits)):
        counts[seat] = 0
    _add(held, 1, 1, rows, counts, of)
    for a in range(size):
        one = held | 1 << pool[a]
        _add(one, 2, -1, rows, counts, of)
        for b in range(a):
            two = one | 1 << pool[b]
            _add(two, 3, 1, rows, counts, of)
            for c in range(b):
                three = two | 1 << pool[c]
                _add(three, 4, -1, rows, counts, of)
                for d in range(c):
                    four = three | 1 << pool[d]
                    _add(four, 5, 1, rows, counts, of)
                    for e in range(d):
                        strength = four_card_strength(four | 1 << pool[e])
                        for seat in range(len(limits)):
                            counts[seat] -= strength > limits[seat]
    for seat in range(len(limits)):
        if rows[seat] < 0:
            counts[seat] = dealers


@kernel
def _add(cards: int, size: int, sign: int, rows: Any, counts: Any, of: Gone) -> None:
    """Add or subtract the hands that contain a set."""
    place = place_of(cards, of.places)
    for seat in range(len(rows)):
        row = max(rows[seat], 0)
        if size == 1:
            counts[seat] += sign * of.tables.with_one[row, of.classes[0][place]]
        elif size == 2:
            counts[seat] += sign * of.tables.with_two[row, of.classes[1][place]]
        elif size == 3:
            counts[seat] += sign * of.tables.with_three[row, of.classes[2][place]]
        elif size == 4:
            counts[seat] += sign * of.tables.with_four[row, of.classes[3][place]]
        else:
            completions = of.tables.completions[of.classes[4][place]]
            beating = 0
            for card in range(52):
                beating += completions[card] > row
            counts[seat] += sign * beating
