"""A board, and how every hole fares on it against the 990 holes that the dealer may have.

At most one suit can make a flush on a board. So what two cards are worth there depends on their ranks and
on whether each is of that suit: at most 26 *kinds* of card (the rank, plus 16 if of the suit of the flush)
and 351 kinds of hole, each standing for as many holes as there are cards left. They are ranked by
`poker_strength`, the table's own, and one pass in ascending order with the number of weaker holes that hold
each kind of card gives wins, ties and losses with the player's own two cards taken out of the dealer's.
"""

from typing import Any

from croupier.games.ultimate_texas_holdem.settle import settle_main
from croupier.games.ultimate_texas_holdem.terms import Terms
from croupier.hands.poker import CATEGORY_SHIFT, HIGH_CARD, PAIR, ROYAL_FLUSH, poker_category, poker_strength
from croupier.jit import kernel, numpy

KINDS = 32
OF_FLUSH = 16
HOLE_KINDS = 351
CATEGORIES = ROYAL_FLUSH + 1
DEALERS = 990

# How a showdown may end but for a tie, in which nothing is won or lost: the player higher or the dealer
# higher, the dealer with a pair or better (`qualified`) or without.
WIN_QUALIFIED, WIN_UNQUALIFIED, LOSE_QUALIFIED, LOSE_UNQUALIFIED = 0, 1, 2, 3
ENDINGS = 4

# Rows of the room in which a board is compared: the number of cards left by kind, the kinds of hole in order.
LEFT, ORDER = 0, 5


def nets(terms: Terms, ante: int) -> Any:
    """What the player nets by play multiple (0: nothing), category of the hand and ending, in ints.

    Every number is the table's own `settle_main`; `ante` is chosen so that no odds break a unit.
    """
    np = numpy()
    found = np.zeros((max(terms.play_multiples) + 1, CATEGORIES, ENDINGS), dtype=np.int64)
    for multiple in terms.play_multiples:
        for category in range(CATEGORIES):
            # Only the category of a strength and which is higher matter to the settlement.
            player = category << CATEGORY_SHIFT | 1
            dealers = {
                WIN_UNQUALIFIED: HIGH_CARD << CATEGORY_SHIFT,
                LOSE_QUALIFIED: max(category, PAIR) << CATEGORY_SHIFT | 2,
            }
            if category >= PAIR:
                dealers[WIN_QUALIFIED] = category << CATEGORY_SHIFT
            else:
                dealers[LOSE_UNQUALIFIED] = HIGH_CARD << CATEGORY_SHIFT | 2
            for ending, dealer in dealers.items():
                played = multiple * ante
                result = settle_main(
                    player, dealer, 0, ante, played, terms.ante_odds, terms.play_odds, terms.blind
                )
                found[multiple, category, ending] = sum(result[2::3]) + sum(result[3::3]) - 2 * ante - played
    return found


@kernel
def flush_suit(board: int) -> int:
    """The suit of which a board has three cards or more; 4 if there is none."""
    for suit in range(4):
        ranks = board >> 13 * suit & 8191
        # Two cards dropped and one still left.
        ranks &= ranks - 1
        if ranks & ranks - 1:
            return suit
    return 4


@kernel
def kind_of(card: int, suit: int) -> int:
    """The kind of a card, given the suit of the flush."""
    return card % 13 + (OF_FLUSH if card // 13 == suit else 0)


@kernel
def _sort(order: Any, found: int, other: Any, places: Any) -> None:
    """Sort by strength, the 24 bits above the lowest ten, by digits of six bits: faster than by comparing.

    `other` is room for as many, `places` for 4 * 64.
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
        # There and back again, twice.
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
def compare_all(board: int, room: Any, endings: Any) -> int:
    """Rank all kinds of hole on a board, and count for each how many of the dealer's holes end it how.

    Returns the number of kinds of hole. They stand in ascending order in the row `ORDER` of `room`: strength,
    5 bits of the lower kind of card, 5 bits of the higher; and their counts in the same order in `endings`.
    """
    left, first, second, holding, unqualified = room[LEFT], room[1], room[2], room[3], room[4]
    order, present = room[ORDER], room[6]
    for kind in range(KINDS):
        left[kind] = holding[kind] = unqualified[kind] = 0
    suit = flush_suit(board)
    for card in range(52):
        if not board >> card & 1:
            kind = kind_of(card, suit)
            second[kind] = first[kind]
            first[kind] = 1 << card
            left[kind] += 1
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

    # `total` counts the holes so far, and `holding` those of them that hold a certain card of the kind. Holes
    # that hold one of the player's cards are not the dealer's; the player's own is taken away twice.
    total = total_unqualified = start = 0
    qualifies = False
    while start < found:
        strength = order[start] >> 10
        if not qualifies and poker_category(strength) >= PAIR:
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
            endings[place, LOSE_QUALIFIED] = DEALERS - not_higher
        start = end
    if not qualifies:
        total_unqualified = total
        for kind in range(KINDS):
            unqualified[kind] = holding[kind]

    # So far the counts do not tell whether the dealer has a pair.
    for place in range(found):
        low, high = order[place] >> 5 & 31, order[place] & 31
        without_pair = total_unqualified - unqualified[low] - unqualified[high]
        if poker_category(order[place] >> 10) >= PAIR:
            endings[place, WIN_UNQUALIFIED] = without_pair
            endings[place, WIN_QUALIFIED] -= without_pair
            endings[place, LOSE_UNQUALIFIED] = 0
        else:
            # The player's own hole is among those without a pair. Every dealer with a pair is higher.
            with_pair = DEALERS - (without_pair + 1)
            endings[place, WIN_UNQUALIFIED] = endings[place, WIN_QUALIFIED]
            endings[place, WIN_QUALIFIED] = 0
            endings[place, LOSE_UNQUALIFIED] = endings[place, LOSE_QUALIFIED] - with_pair
            endings[place, LOSE_QUALIFIED] = with_pair
    return found


@kernel
def holes_of(left: Any, low: int, high: int) -> int:
    """How many holes there are of two kinds of card, given how many cards are left of each."""
    if low == high:
        return left[low] * (left[low] - 1) // 2  # type: ignore[no-any-return]
    return left[low] * left[high]  # type: ignore[no-any-return]


def working_room() -> tuple[Any, Any]:
    """Arrays for `compare_all`: room to work in, and the endings."""
    np = numpy()
    return np.zeros((8, HOLE_KINDS), dtype=np.int64), np.zeros((HOLE_KINDS, ENDINGS), dtype=np.int64)
