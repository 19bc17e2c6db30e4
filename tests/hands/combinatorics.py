"""How many hands have each strength, by combinatorics in plain Python: the second witness of the census.

No hand is dealt here. Poker hands are counted by their ranks alone, with the number of ways to give those
ranks suits; High Card Flush hands suit by suit, with polynomials whose coefficients count rank sets by size.
The ranking of what is counted is the naive one, so nothing of `croupier` is imported.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, combinations_with_replacement, groupby, pairwise
from math import comb, prod

from tests.hands.naive import Key, best_five, best_four

RANKS = "23456789TJQKA"

Polynomial = list[int]


def count_by_ranks(size: int, best: int) -> Counter[Key]:
    """Count all hands of a size by the key of their best four or five cards.

    A flush is four (five) cards of one suit, and of six (seven) cards only one suit can have so many. So for
    given ranks, each choice of the ranks that the long suit has is counted apart, and what is left has no
    flush.
    """
    assert size < 2 * best
    rank_hand = best_four if best == 4 else best_five
    suited_keys = {
        ranks: rank_hand([rank + "s" for rank in ranks])
        for length in range(best, size + 1)
        for ranks in combinations(RANKS, length)
    }
    # Suits that are all different let the ranks alone decide.
    unsuited_keys = {
        ranks: rank_hand([rank + str(place) for place, rank in enumerate(ranks)])
        for ranks in combinations_with_replacement(RANKS, best)
    }

    distribution: Counter[Key] = Counter()
    for dealt in combinations_with_replacement(RANKS, size):
        copies = Counter(dealt)
        if max(copies.values()) > 4:
            continue
        key = max(unsuited_keys[chosen] for chosen in combinations(dealt, best))
        unsuited = prod(comb(4, count) for count in copies.values())
        for length in range(best, len(copies) + 1):
            for long_suit in combinations(copies, length):
                ways = 4 * prod(
                    comb(3, count - 1) if rank in long_suit else comb(3, count)
                    for rank, count in copies.items()
                )
                if ways:
                    distribution[max(key, suited_keys[long_suit])] += ways
                    unsuited -= ways
        if unsuited:
            distribution[key] += unsuited
    return distribution


def count_by_flush() -> Counter[Key]:
    """Count all seven-card hands by their largest flush: its size, then its ranks from the highest down.

    The hands whose flush is at most a given one are those in which each of the four suits is at most that.
    """
    suits = sorted(
        (length, *ranks) for length in range(8) for ranks in combinations(range(12, -1, -1), length)
    )
    at_most, sizes = 0, [0] * 8
    distribution: Counter[Key] = Counter()
    for suit in suits:
        sizes[suit[0]] += 1
        below, at_most = at_most, hands_of_four_suits(sizes)
        if at_most > below:
            distribution[suit] = at_most - below
    return distribution


def count_by_run(longest_run: Callable[[Iterable[int]], int]) -> list[int]:
    """Count all seven-card hands by the length of the longest run of ranks in one suit."""
    lengths_of_size = [
        Counter(longest_run(ranks) for ranks in combinations(range(13), size)) for size in range(8)
    ]
    at_most = [
        hands_of_four_suits(
            [sum(lengths[shorter] for shorter in range(length + 1)) for lengths in lengths_of_size]
        )
        for length in range(8)
    ]
    return [at_most[0]] + [more - fewer for fewer, more in pairwise(at_most)]


def longest_run_ace_high(ranks: Iterable[int]) -> int:
    """Return the length of the longest run of ranks from the two (0) up to the ace (12)."""
    # Ranks of one run have one difference to their place in the row.
    runs = groupby(enumerate(sorted(ranks)), key=lambda placed: placed[1] - placed[0])
    return max((len(list(run)) for _, run in runs), default=0)


def longest_run_ace_high_or_low(ranks: Iterable[int]) -> int:
    """Return the length of the longest run with the ace above the king or below the two."""
    ranks = list(ranks)
    return max(longest_run_ace_high(ranks), longest_run_ace_high(rank if rank < 12 else -1 for rank in ranks))


def hands_of_four_suits(sizes: Polynomial) -> int:
    """Count seven-card hands, given how many rank sets of each size a suit may be.

    That is the coefficient of the seventh power in the fourth power of the polynomial of one suit.
    """
    two_suits = multiply(sizes, sizes)
    return multiply(two_suits, two_suits)[7]


def multiply(one: Polynomial, other: Polynomial) -> Polynomial:
    """Multiply two polynomials, up to the seventh power."""
    return [sum(one[part] * other[power - part] for part in range(power + 1)) for power in range(8)]
