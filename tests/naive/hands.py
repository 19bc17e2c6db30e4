"""Rankings of hands, by brute force over combinations, written from the ranking clauses.

A function `..._rows` answers the set of pay-table rows that a hand reaches: its own row and every row that
its rank is at least equal to. A wager then pays the first row of its table, in the table's order, that is
in the set (READINGS: "the highest row of its table that the hand reaches").
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise

from tests.naive.cards import ACE, SUITS, Card

Rank = tuple[int, tuple[int, ...]]

# Lowest first. UTH section 5(b)(9) up to 5(b)(1).
FIVE_CARD_LADDER = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)

# Lowest first. FCP section 3(b)(7) up to 3(b)(1).
FOUR_CARD_LADDER = (
    "high_card",
    "pair",
    "two_pair",
    "straight",
    "flush",
    "three_of_a_kind",
    "straight_flush",
    "four_of_a_kind",
)


def straight_top(ranks: Sequence[int]) -> int:
    """The top rank of a straight, 0 if the ranks are none (ma-uth-5.a, 5.b.6; ma-fcp-3.a, 3.b.5).

    The ace is high, or low below the two; it may not stand in the middle.
    """
    ordered = sorted(ranks)
    if all(low + 1 == high for low, high in pairwise(ordered)):
        return ordered[-1]
    if ordered[-1] == ACE and ordered[:-1] == list(range(2, len(ordered) + 1)):
        return ordered[-2]
    return 0


def _grouped(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """(how many, rank), the most and then the highest first."""
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)


def _ranks_and_flush(hand: Sequence[Card]) -> tuple[tuple[int, ...], bool]:
    """All that the rank of a hand comes from: the ranks, and whether they are of one suit."""
    ranks, suits = zip(*sorted(hand), strict=True)
    return ranks, len(set(suits)) == 1


def five_card_rank(five: Sequence[Card]) -> Rank:
    """The rank of exactly five cards (ma-uth-5.b, 5.c; the combination first, then the other cards)."""
    return _of_five(*_ranks_and_flush(five))


@cache
def _of_five(ranks: tuple[int, ...], flush: bool) -> Rank:
    groups = _grouped(ranks)
    shape = [count for count, _ in groups]
    order = tuple(rank for _, rank in groups)
    top = straight_top(ranks) if len(groups) == 5 else 0
    if flush and top == ACE:
        name, order = "royal_flush", (top,)
    elif flush and top:
        name, order = "straight_flush", (top,)
    elif shape == [4, 1]:
        name = "four_of_a_kind"
    elif shape == [3, 2]:
        name = "full_house"
    elif flush:
        name = "flush"
    elif top:
        name, order = "straight", (top,)
    elif shape == [3, 1, 1]:
        name = "three_of_a_kind"
    elif shape == [2, 2, 1]:
        name = "two_pair"
    elif shape == [2, 1, 1, 1]:
        name = "pair"
    else:
        name = "high_card"
    return FIVE_CARD_LADDER.index(name), order


def best_five(hand: Sequence[Card]) -> Rank:
    """The highest five-card hand that can be formed (ma-uth-1: "Hand")."""
    return max(five_card_rank(five) for five in combinations(hand, 5))


def five_card_rows(rank: Rank) -> frozenset[str]:
    """Rows that a five-card hand reaches (ma-uth-11.c, 11.d, 13.k; ma-fcp-13.b)."""
    return frozenset(FIVE_CARD_LADDER[1 : rank[0] + 1])


def four_card_rank(four: Sequence[Card]) -> Rank:
    """The rank of exactly four cards (ma-fcp-3.b, 3.c; the combination first, then the other cards)."""
    return _of_four(*_ranks_and_flush(four))


@cache
def _of_four(ranks: tuple[int, ...], flush: bool) -> Rank:
    groups = _grouped(ranks)
    shape = [count for count, _ in groups]
    order = tuple(rank for _, rank in groups)
    top = straight_top(ranks) if len(groups) == 4 else 0
    if shape == [4]:
        name = "four_of_a_kind"
    elif flush and top:
        name, order = "straight_flush", (top,)
    elif shape == [3, 1]:
        name = "three_of_a_kind"
    elif flush:
        name = "flush"
    elif top:
        name, order = "straight", (top,)
    elif shape == [2, 2]:
        name = "two_pair"
    elif shape == [2, 1, 1]:
        name = "pair"
    else:
        name = "high_card"
    return FOUR_CARD_LADDER.index(name), order


def best_four(hand: Sequence[Card]) -> Rank:
    """The best four card poker hand of the five or six cards dealt (ma-fcp-1: "Hand")."""
    return max(four_card_rank(four) for four in combinations(hand, 4))


def four_card_rows(rank: Rank) -> frozenset[str]:
    """Rows that a four-card hand reaches (ma-fcp-11.a.2, 11.a.3, 12.k, 13.a.1).

    "Pair of aces" is reached by two aces and by everything above a pair; "4 aces" and the royal flush of
    Cover All (A-K-Q-J suited) by those hands alone.
    """
    level, order = rank
    name = FOUR_CARD_LADDER[level]
    rows = set(FOUR_CARD_LADDER[2 : level + 1])
    if level > 1 or (name == "pair" and order[0] == ACE):
        rows.add("pair_of_aces")
    if name == "four_of_a_kind" and order[0] == ACE:
        rows.add("four_aces")
    if name == "straight_flush" and order[0] == ACE:
        rows.add("royal_flush")
    return frozenset(rows)


def _by_suit(hand: Sequence[Card]) -> list[list[int]]:
    """The ranks in each suit, highest first."""
    suits: dict[str, list[int]] = {suit: [] for suit in SUITS}
    for rank, suit in sorted(hand, reverse=True):
        suits[suit].append(rank)
    return list(suits.values())


def high_card_flush(seven: Sequence[Card]) -> Rank:
    """The largest flush and the ranks in it, the best suit (ma-hcf-5.b, nj-hcf-38.5.b, md-hcf-6.C, 6.D)."""
    return max((len(ranks), tuple(ranks)) for ranks in _by_suit(seven))


def dealer_qualifies(seven: Sequence[Card]) -> bool:
    """At a minimum a three card flush with at least a 9 as the high card (ma-hcf-1, md-hcf-11.B.5.c)."""
    length, ranks = high_card_flush(seven)
    return length > 3 or (length == 3 and ranks[0] >= 9)


def flush_rows(seven: Sequence[Card]) -> frozenset[str]:
    """Flush Bonus rows: seven down to four cards of a suit (ma-hcf-5.c.6 to 5.c.9, md-hcf-6.C)."""
    length, _ = high_card_flush(seven)
    return frozenset(f"flush_{number}" for number in range(4, length + 1))


def is_run(ranks: Sequence[int], ace_low: bool) -> bool:
    """Consecutive ranks; with `ace_low` the ace may also stand below the two (ma-hcf-5.a), never K-A-2."""
    ordered = sorted(ranks)
    if ordered == list(range(ordered[0], ordered[0] + len(ordered))):
        return True
    if ace_low and ordered[-1] == ACE:
        lowered = [1, *ordered[:-1]]
        return lowered == list(range(1, len(lowered) + 1))
    return False


def longest_straight_flush(seven: Sequence[Card], ace_low: bool) -> int:
    """Cards in the longest straight flush, 0 if shorter than three (ma-hcf-5.c, md-hcf-6.E)."""
    suits = [ranks for ranks in _by_suit(seven) if len(ranks) > 2]
    for length in range(7, 2, -1):
        for ranks in suits:
            if any(is_run(some, ace_low) for some in combinations(ranks, length)):
                return length
    return 0


def straight_flush_rows(seven: Sequence[Card], ace_low: bool) -> frozenset[str]:
    """Rows of the Straight Flush Bonus and of the Progressive (ma-hcf-11.d, 11.e; md-hcf-12.C, 12.E.1).

    Straight flushes nest: a longer one reaches the rows of the shorter. The suited A-K-Q-J-T-9 and
    Maryland's four-of-a-kind are rows of their own.
    """
    longest = longest_straight_flush(seven, ace_low)
    rows = {f"straight_flush_{number}" for number in range(3, longest + 1)}
    if any({ACE, 13, 12, 11, 10, 9} <= set(ranks) for ranks in _by_suit(seven)):
        rows.add("suited_ace_to_nine")
    ranks = [rank for rank, _ in seven]
    if any(ranks.count(rank) == 4 for rank in ranks):
        rows.add("four_of_a_kind")
    return frozenset(rows)
