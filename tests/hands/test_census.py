"""Every hand of the deck, counted: the golden figures of the rankings.

All hands of four to seven cards go through the compiled kernels, one by one, and are counted by strength.
Each figure has a second witness, `tests/hands/combinatorics.py`, which counts in plain Python without
dealing a hand; for poker, the figures are also those that every book prints.
"""

from collections import Counter
from math import comb
from typing import Any

import numpy
import pytest

from croupier.cards import set_of
from croupier.hands.flush import (
    flush_strength,
    has_four_of_a_kind,
    has_suited_ace_to_nine,
    longest_straight_flush,
)
from croupier.hands.four_card import (
    four_card_category,
    four_card_strength,
    is_four_aces,
    is_pair_of_aces_or_better,
    is_royal,
)
from croupier.hands.poker import poker_category, poker_strength
from croupier.jit import compiled
from tests.hands import combinatorics
from tests.hands.naive import Key

# Counters are arrays, typed `Any` because only numba sees inside them.
Counts = dict[str, Any]

POKER_STRENGTHS = 10 << 20
FOUR_CARD_STRENGTHS = 8 << 16
FLUSH_STRENGTHS = 8 << 13


def zeros(*shape: int) -> Any:
    return numpy.zeros(shape, dtype=numpy.int32)


def every_four(four_card: Any) -> None:
    for first in range(52):
        for second in range(first):
            for third in range(second):
                for fourth in range(third):
                    four_card[four_card_strength(1 << first | 1 << second | 1 << third | 1 << fourth)] += 1


def every_five(poker: Any, four_card: Any) -> None:
    for first in range(52):
        for second in range(first):
            two = 1 << first | 1 << second
            for third in range(second):
                for fourth in range(third):
                    four = two | 1 << third | 1 << fourth
                    for fifth in range(fourth):
                        cards = four | 1 << fifth
                        poker[poker_strength(cards)] += 1
                        four_card[four_card_strength(cards)] += 1


def every_six(four_card: Any) -> None:
    for first in range(52):
        for second in range(first):
            two = 1 << first | 1 << second
            for third in range(second):
                for fourth in range(third):
                    four = two | 1 << third | 1 << fourth
                    for fifth in range(fourth):
                        five = four | 1 << fifth
                        for sixth in range(fifth):
                            four_card[four_card_strength(five | 1 << sixth)] += 1


def every_seven(poker: Any, flush: Any, runs: Any, named: Any) -> None:
    for first in range(52):
        for second in range(first):
            two = 1 << first | 1 << second
            for third in range(second):
                for fourth in range(third):
                    four = two | 1 << third | 1 << fourth
                    for fifth in range(fourth):
                        five = four | 1 << fifth
                        for sixth in range(fifth):
                            six = five | 1 << sixth
                            for seventh in range(sixth):
                                cards = six | 1 << seventh
                                poker[poker_strength(cards)] += 1
                                flush[flush_strength(cards)] += 1
                                runs[0, longest_straight_flush(cards, 0)] += 1
                                runs[1, longest_straight_flush(cards, 1)] += 1
                                named[0] += has_suited_ace_to_nine(cards)
                                named[1] += has_four_of_a_kind(cards)


@pytest.fixture(scope="module")
def five() -> Counts:
    counts = {"poker": zeros(POKER_STRENGTHS), "four_card": zeros(FOUR_CARD_STRENGTHS)}
    compiled(every_five)(**counts)
    return counts


@pytest.fixture(scope="module")
def seven() -> Counts:
    counts = {
        "poker": zeros(POKER_STRENGTHS),
        "flush": zeros(FLUSH_STRENGTHS),
        "runs": zeros(2, 8),
        "named": zeros(2),
    }
    compiled(every_seven)(**counts)
    return counts


def by_category(counts: Any, shift: int) -> list[int]:
    """Sum the counts of strengths that are equal above a bit."""
    return [int(total) for total in counts.reshape(-1, 1 << shift).sum(axis=1)]


def assert_same_counts(counts: Any, distribution: Counter[Key]) -> None:
    """Assert that the strengths, from the lowest up, are as many and as frequent as the naive keys."""
    assert counts[counts.nonzero()].tolist() == [distribution[key] for key in sorted(distribution)]


# --- Poker ---

FIVE_CARD_POKER = [
    1_302_540,  # high card
    1_098_240,  # pair
    123_552,  # two pair
    54_912,  # three of a kind
    10_200,  # straight
    5_108,  # flush
    3_744,  # full house
    624,  # four of a kind
    36,  # straight flush
    4,  # royal flush
]

SEVEN_CARD_POKER = [
    23_294_460,  # high card
    58_627_800,  # pair
    31_433_400,  # two pair
    6_461_620,  # three of a kind
    6_180_020,  # straight
    4_047_644,  # flush
    3_473_184,  # full house
    224_848,  # four of a kind
    37_260,  # straight flush
    4_324,  # royal flush
]


def test_five_card_poker(five: Counts) -> None:
    assert by_category(five["poker"], 20) == FIVE_CARD_POKER
    assert sum(FIVE_CARD_POKER) == comb(52, 5) == 2_598_960


def test_each_strength_of_five_card_poker(five: Counts) -> None:
    distribution = combinatorics.count_by_ranks(5, best=5)
    assert len(distribution) == 7_462
    assert_same_counts(five["poker"], distribution)


def test_best_five_of_seven(seven: Counts) -> None:
    assert by_category(seven["poker"], 20) == SEVEN_CARD_POKER
    assert sum(SEVEN_CARD_POKER) == comb(52, 7) == 133_784_560


def test_each_strength_of_the_best_five_of_seven(seven: Counts) -> None:
    distribution = combinatorics.count_by_ranks(7, best=5)
    assert len(distribution) == 4_824
    assert_same_counts(seven["poker"], distribution)


def test_the_category_is_the_part_of_the_strength_that_the_census_sums() -> None:
    assert [poker_category(category << 20 | 0xFFFFF) for category in range(10)] == list(range(10))
    assert [four_card_category(category << 16 | 0xFFFF) for category in range(8)] == list(range(8))


# --- Four Card Poker: high card, pair, two pair, straight, flush, three, straight flush, four of a kind ---

FOUR_CARD_POKER = {
    4: [177_408, 82_368, 2_808, 2_772, 2_816, 2_496, 44, 13],
    5: [1_150_080, 1_047_552, 123_552, 101_808, 114_616, 58_656, 2_072, 624],
    6: [4_872_000, 8_194_320, 2_342_736, 1_744_080, 2_245_352, 897_616, 47_752, 14_664],
}
PAIR_OF_ACES_OR_BETTER = {4: 17_285, 5: 482_424, 6: 7_935_160}


@pytest.fixture(scope="module")
def four_card(five: Counts) -> dict[int, Any]:
    of_four, of_six = zeros(FOUR_CARD_STRENGTHS), zeros(FOUR_CARD_STRENGTHS)
    compiled(every_four)(of_four)
    compiled(every_six)(of_six)
    return {4: of_four, 5: five["four_card"], 6: of_six}


@pytest.mark.parametrize("size", [4, 5, 6])
def test_best_four(size: int, four_card: dict[int, Any]) -> None:
    assert by_category(four_card[size], 16) == FOUR_CARD_POKER[size]
    assert sum(FOUR_CARD_POKER[size]) == comb(52, size)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_each_strength_of_the_best_four(size: int, four_card: dict[int, Any]) -> None:
    distribution = combinatorics.count_by_ranks(size, best=4)
    assert_same_counts(four_card[size], distribution)
    strengths = {int(strength): int(four_card[size][strength]) for strength in four_card[size].nonzero()[0]}

    # Four aces with any others; A-K-Q-J of one suit with any others, which is never hidden by a better hand.
    assert sum(count for strength, count in strengths.items() if is_four_aces(strength)) == comb(48, size - 4)
    assert sum(count for strength, count in strengths.items() if is_royal(strength)) == 4 * comb(48, size - 4)

    aces_up = sum(count for strength, count in strengths.items() if is_pair_of_aces_or_better(strength))
    assert aces_up == sum(count for key, count in distribution.items() if key >= (1, 14, 14))
    assert aces_up == PAIR_OF_ACES_OR_BETTER[size]


# --- High Card Flush ---

FLUSH_LENGTHS = [0, 0, 24_676_704, 78_881_088, 26_137_540, 3_814_668, 267_696, 6_864]
STRAIGHT_FLUSH_LENGTHS_ACE_HIGH = [0, 56_851_984, 68_338_904, 7_940_748, 615_480, 36_000, 1_416, 28]
STRAIGHT_FLUSH_LENGTHS_ACE_HIGH_OR_LOW = [0, 52_438_672, 71_985_176, 8_642_932, 676_196, 39_960, 1_592, 32]
DEALER_QUALIFIES = 100_825_036


def test_flush_lengths(seven: Counts) -> None:
    assert by_category(seven["flush"], 13) == FLUSH_LENGTHS
    assert sum(FLUSH_LENGTHS) == comb(52, 7)


def test_each_strength_of_flush(seven: Counts) -> None:
    assert_same_counts(seven["flush"], combinatorics.count_by_flush())


def test_hands_with_which_the_dealer_qualifies(seven: Counts) -> None:
    least = flush_strength(set_of("9s 3s 2s"))
    counts = {int(strength): int(seven["flush"][strength]) for strength in seven["flush"].nonzero()[0]}
    counted = sum(count for strength, count in counts.items() if strength >= least)
    nine = 7
    derived = sum(count for key, count in combinatorics.count_by_flush().items() if key >= (3, nine))
    assert counted == derived == DEALER_QUALIFIES


def test_straight_flush_lengths_with_the_ace_high(seven: Counts) -> None:
    assert seven["runs"][0].tolist() == STRAIGHT_FLUSH_LENGTHS_ACE_HIGH
    assert combinatorics.count_by_run(combinatorics.longest_run_ace_high) == STRAIGHT_FLUSH_LENGTHS_ACE_HIGH
    assert sum(STRAIGHT_FLUSH_LENGTHS_ACE_HIGH) == comb(52, 7)


def test_straight_flush_lengths_with_the_ace_high_or_low(seven: Counts) -> None:
    golden = STRAIGHT_FLUSH_LENGTHS_ACE_HIGH_OR_LOW
    assert seven["runs"][1].tolist() == golden
    assert combinatorics.count_by_run(combinatorics.longest_run_ace_high_or_low) == golden
    assert sum(golden) == comb(52, 7)


def test_ace_to_nine_of_one_suit(seven: Counts) -> None:
    """Four suits, and any seventh card."""
    assert seven["named"][0] == 4 * 46 == 184


def test_four_of_a_kind_among_seven(seven: Counts) -> None:
    """Thirteen ranks, and any three other cards."""
    assert seven["named"][1] == 13 * comb(48, 3) == 224_848
