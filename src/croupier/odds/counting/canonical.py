"""Canonical hands under renamings of the suits, each with the number of hands that it represents.

A card set is four rank sets, one per suit. Renaming suits permutes them, so the sets with their rank sets in
descending order, clubs highest, represent all sets. The value of a hand does not depend on the names of the
suits, so a sum over all hands is a weighted sum over these: 134,459 for the 2,598,960 hands of five
cards, 6,009,159 for the 133,784,560 of seven.
"""

from functools import cache
from math import comb
from typing import Any, NamedTuple

from croupier.cards import DECK_SIZE
from croupier.hands.ranks import RANK_SETS
from croupier.jit import compiled, kernel, numpy

_FEW = 3


@kernel
def orbit_size(first: int, second: int, third: int, fourth: int) -> int:
    """Return the number of hands that four descending rank sets represent: 24 divided by their symmetries."""
    same_low, same_middle, same_high = third == fourth, second == third, first == second
    if same_high and same_middle and same_low:
        return 1
    if (same_high and same_middle) or (same_middle and same_low):
        return 4
    if same_high and same_low:
        return 6
    if same_high or same_middle or same_low:
        return 12
    return 24


def _enumerate(cards: int, by_count: Any, starts: Any, sets: Any, weights: Any) -> int:
    """Write every canonical hand of so many cards and its weight, and return how many there are.

    `by_count` holds the rank sets ordered by their number of ranks and then by value; those of n ranks
    begin at `starts[n]`.
    """
    found = 0
    for first_count in range(cards + 1):
        for i in range(starts[first_count], starts[first_count + 1]):
            first = by_count[i]
            for second_count in range(cards - first_count + 1):
                for j in range(starts[second_count], starts[second_count + 1]):
                    second = by_count[j]
                    if second > first:
                        break
                    for third_count in range(cards - first_count - second_count + 1):
                        fourth_count = cards - first_count - second_count - third_count
                        for k in range(starts[third_count], starts[third_count + 1]):
                            third = by_count[k]
                            if third > second:
                                break
                            for m in range(starts[fourth_count], starts[fourth_count + 1]):
                                fourth = by_count[m]
                                if fourth > third:
                                    break
                                sets[found] = first | second << 13 | third << 26 | fourth << 39
                                weights[found] = orbit_size(first, second, third, fourth)
                                found += 1
    return found


@cache
def canonical_hands(cards: int) -> tuple[Any, Any]:
    """Return all canonical hands of `cards` cards: card sets (int64) and weights (int64)."""
    np = numpy()
    ordered = sorted(range(RANK_SETS), key=lambda ranks: (ranks.bit_count(), ranks))
    by_count = np.array(ordered, dtype=np.int64)
    counts = [ranks.bit_count() for ranks in ordered]
    starts = np.array([counts.index(n) for n in range(14)] + [RANK_SETS], dtype=np.int64)
    # To load the compiled one takes longer than a few thousand hands.
    enumerate_all = _enumerate if cards <= _FEW else compiled(_enumerate)
    total = canonical_count(cards)
    sets, weights = np.empty(total, dtype=np.int64), np.empty(total, dtype=np.int64)
    enumerate_all(cards, by_count, starts, sets, weights)
    return sets, weights


def canonical_count(cards: int) -> int:
    """Return the number of canonical hands of `cards` cards.

    By Burnside: the hands that a renaming leaves as they are, on average over the 24 renamings. Where a
    renaming moves two, three or four suits in a circle, such a hand has each rank in all of them or in none.

    >>> [canonical_count(cards) for cards in (2, 3, 5, 7)]
    [169, 1755, 134459, 6009159]
    """

    def chosen(ranks: int, suits: int) -> list[int]:
        return [0 if count % suits else comb(ranks, count // suits) for count in range(cards + 1)]

    def together(one: list[int], other: list[int]) -> int:
        return sum(first * second for first, second in zip(one, reversed(other), strict=True))

    unchanged = (
        comb(52, cards)
        + 6 * together(chosen(26, 1), chosen(13, 2))
        + 8 * together(chosen(13, 1), chosen(13, 3))
        + 3 * together(chosen(13, 2), chosen(13, 2))
        + 6 * chosen(13, 4)[cards]
    )
    return unchanged // 24


class HandClasses(NamedTuple):
    """The hands of one size, each with the number of its canonical hand in `canonical_hands`."""

    ordered: Any
    """The canonical sets, ascending."""
    places: Any
    """By place in that order, the number in `canonical_hands`."""

    def of(self, sets: Any) -> Any:
        """Return the number of the canonical hand of each card set."""
        np = numpy()
        suits = np.stack([sets >> shift & RANK_SETS - 1 for shift in (0, 13, 26, 39)])
        suits.sort(axis=0)
        fourth, third, second, first = suits
        return self.places[np.searchsorted(self.ordered, first | second << 13 | third << 26 | fourth << 39)]


@cache
def hand_classes(cards: int) -> HandClasses:
    """Return the classes of hands of `cards` cards."""
    sets, _ = canonical_hands(cards)
    places = sets.argsort()
    return HandClasses(sets[places], places)


@cache
def all_hands(cards: int) -> Any:
    """Return every hand of `cards` cards, as card sets (int64), in ascending order of their cards."""
    np = numpy()
    held = np.zeros(1, dtype=np.int64)
    for _ in range(cards):
        # Each hand is extended by the cards above its highest.
        bits = np.int64(1) << np.arange(DECK_SIZE, dtype=np.int64)
        grown = [held[held < bit] | bit for bit in bits]
        held = np.concatenate(grown)
    return held
