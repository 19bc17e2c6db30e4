"""Four-card poker hands by Four Card Poker, section 3."""

from itertools import combinations, pairwise, permutations

import pytest

from croupier.cards import RANKS, set_of
from croupier.hands.four_card import (
    FLUSH,
    FOUR_OF_A_KIND,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    four_card_category,
    four_card_strength,
    is_four_aces,
    is_pair_of_aces_or_better,
    is_royal,
)
from tests.hands.naive import FOUR_CARD_ORDER, assert_same_order, best_four, deals

STRAIGHTS = ["432A", "5432", "6543", "7654", "8765", "9876", "T987", "JT98", "QJT9", "KQJT", "AKQJ"]


def strength(text: str) -> int:
    return four_card_strength(set_of(text))


def category(text: str) -> int:
    return four_card_category(strength(text))


def suited(ranks: str, suit: str = "h") -> str:
    return " ".join(rank + suit for rank in ranks)


def unsuited(ranks: str) -> str:
    """Ranks in suits that make neither a flush nor one card twice."""
    return " ".join(rank + "cdhs"[place] for place, rank in enumerate(ranks))


def is_ladder(strengths: list[int]) -> bool:
    return all(lower < higher for lower, higher in pairwise(strengths))


@pytest.mark.clause("ma-fcp-3.a.s1", shows="computed")
def test_cards_rank_from_the_ace_down_to_the_two() -> None:
    for low, high in zip("23456789TJQK", "3456789TJQKA", strict=True):
        pair, kicker = [rank for rank in "A942K" if rank not in (low, high)][:2]
        rest = f"{pair}c {pair}d {kicker}h"
        assert strength(f"{high}s {rest}") > strength(f"{low}s {rest}"), (high, low)
        if high != "A":  # the rank of a second pair counts as that of a card
            fifth = next(rank for rank in "25" if rank not in (low, high))
            pairs = [f"Ac Ad {rank}h {rank}s {fifth}c" for rank in (low, high)]
            assert strength(pairs[0]) < strength(pairs[1]), pairs


@pytest.mark.clause("ma-fcp-3.a.s2", shows="computed")
@pytest.mark.parametrize(
    "text",
    [
        "Ac Kd 9h 5s 3c",
        "8c 8d Ah 2h 2s",
        "Ac Tc 8c 5c 3d",
        "Kc Qc Jc Tc 2d",
        "7c 6d 5d 4h 2s",
        "9c 9d 9h Ac Kc",
    ],
)
def test_all_suits_are_equal(text: str) -> None:
    strengths = {
        strength(text.translate(str.maketrans("cdhs", "".join(order)))) for order in permutations("cdhs")
    }
    assert len(strengths) == 1


@pytest.mark.clause("ma-fcp-3.a.s3", shows="computed")
def test_an_ace_may_complete_a_straight_or_straight_flush_with_2_3_4() -> None:
    assert category("Ac 2d 3h 4s") == STRAIGHT
    assert category("As 2s 3s 4s") == STRAIGHT_FLUSH
    assert category("Ac 2d 3h 4s Kd Qh") == STRAIGHT
    assert category("As 2s 3s 4s Ks Qs") == STRAIGHT_FLUSH
    assert category(unsuited("KA23")) == category(unsuited("QKA2")) == HIGH_CARD, "only with these"


# The highest and the lowest hand of each category, in the document's order.
EXTREMES = [
    (FOUR_OF_A_KIND, "Ac Ad Ah As", "2c 2d 2h 2s"),
    (STRAIGHT_FLUSH, suited("AKQJ"), suited("432A")),
    (THREE_OF_A_KIND, "Ac Ad Ah Ks", "2c 2d 2h 3s"),
    (FLUSH, suited("AKQT"), suited("6432")),
    (STRAIGHT, unsuited("AKQJ"), unsuited("432A")),
    (TWO_PAIR, "Ac Ad Kh Ks", "3c 3d 2h 2s"),
    (PAIR, "Ac Ad Kh Qs", "2c 2d 4h 3s"),
    (HIGH_CARD, unsuited("AKQT"), unsuited("6432")),
]


@pytest.mark.clause("ma-fcp-3.b", shows="computed")
def test_the_lowest_hand_of_a_category_beats_the_highest_of_the_next() -> None:
    for (better, _, lowest), (worse, highest, _) in pairwise(EXTREMES):
        assert category(lowest) == better
        assert category(highest) == worse
        assert strength(lowest) > strength(highest), (lowest, highest)
    assert [row[0] for row in EXTREMES] == sorted((row[0] for row in EXTREMES), reverse=True)


@pytest.mark.clause("ma-fcp-3.b.1", shows="computed")
def test_four_of_a_kind_is_highest_from_twos_up_to_aces() -> None:
    strengths = [strength(f"{rank}c {rank}d {rank}h {rank}s") for rank in RANKS]
    assert is_ladder(strengths)
    assert {four_card_category(each) for each in strengths} == {FOUR_OF_A_KIND}
    assert strengths[0] > strength(suited("AKQJ"))
    assert category("2c 2d 2h 2s Ac Ad") == FOUR_OF_A_KIND


@pytest.mark.clause("ma-fcp-3.b.2", shows="computed")
def test_a_straight_flush_is_second_from_the_four_up_to_the_ace() -> None:
    strengths = [strength(suited(ranks)) for ranks in STRAIGHTS]
    assert is_ladder(strengths)
    assert {four_card_category(each) for each in strengths} == {STRAIGHT_FLUSH}
    for ranks in STRAIGHTS:
        assert category(suited(ranks[:3]) + f" {ranks[3]}s") == STRAIGHT, "of the same suit"
    assert category(suited("QKA2")) == FLUSH, "in consecutive ranking"
    assert category("5h 4h 3h 2h 5s 5d") == STRAIGHT_FLUSH, "above three of a kind"
    assert strengths[0] > strength("Ac Ad Ah Ks")


@pytest.mark.clause("ma-fcp-3.b.3", shows="computed")
def test_three_of_a_kind_is_third_from_twos_up_to_aces() -> None:
    strengths = [strength(f"{rank}c {rank}d {rank}h {'A' if rank != 'A' else '2'}s") for rank in RANKS]
    assert is_ladder(strengths)
    assert {four_card_category(each) for each in strengths} == {THREE_OF_A_KIND}
    assert category("Ah Kh 9h 2h 2c 2d") == THREE_OF_A_KIND, "above a flush"
    assert strengths[0] > strength(suited("AKQT"))


@pytest.mark.clause("ma-fcp-3.b.4", shows="computed")
def test_a_flush_is_fourth_and_is_four_of_one_suit_regardless_of_rank() -> None:
    flushes = ["".join(ranks) for ranks in combinations("AKQJT98765432", 4)]
    flushes = [ranks for ranks in flushes if ranks not in STRAIGHTS and ranks != "A432"]
    assert len(flushes) == 704
    # Compared from the highest card down (reading FCP-17), the order in which combinations come.
    strengths = [strength(suited(ranks)) for ranks in reversed(flushes)]
    assert is_ladder(strengths)
    assert {four_card_category(each) for each in strengths} == {FLUSH}
    assert category(suited("AKQ") + " Ts") == HIGH_CARD
    assert category("9h 7h 4h 2h 8c 6d") == FLUSH, "above a straight"
    assert strengths[0] > strength(unsuited("AKQJ"))


@pytest.mark.clause("ma-fcp-3.b.5", shows="computed")
def test_a_straight_is_fifth_from_the_four_up_to_the_ace() -> None:
    strengths = [strength(unsuited(ranks)) for ranks in STRAIGHTS]
    assert is_ladder(strengths)
    assert {four_card_category(each) for each in strengths} == {STRAIGHT}
    assert category("5h 4c 3h 2d 5s 4d") == STRAIGHT, "above two pair"
    assert strengths[0] > strength("Ac Ad Kh Ks")


@pytest.mark.clause("ma-fcp-3.b.6", shows="computed")
def test_two_pair_is_sixth_by_the_high_pair_and_then_the_low_pair() -> None:
    strengths = [
        strength(f"{high}c {high}d {low}h {low}s")
        for place, high in enumerate(RANKS)
        for low in RANKS[:place]
    ]
    assert is_ladder(strengths)
    assert {four_card_category(each) for each in strengths} == {TWO_PAIR}
    assert strengths[0] > strength("Ac Ad Kh Qs"), "above a pair"
    assert strength("9c 9d 7h 7s 4c 4d") == strength("9c 9d 7h 7s"), "the two highest of three"
    assert strength("9c 9d 7h 7s Ac Kd") == strength("9c 9d 7h 7s"), "four cards leave no kicker"


@pytest.mark.clause("ma-fcp-3.b.7", shows="computed")
def test_a_pair_is_seventh_from_twos_up_to_aces() -> None:
    strengths = []
    for rank in RANKS:
        kickers = [other for other in "AKQ" if other != rank]
        strengths.append(strength(f"{rank}c {rank}d {kickers[0]}h {kickers[1]}s"))
    assert is_ladder(strengths)
    assert {four_card_category(each) for each in strengths} == {PAIR}
    assert strengths[0] > strength(unsuited("AKQT")), "above none of the hands"


@pytest.mark.clause("ma-fcp-3.c.s1", shows="computed")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ac Kd 9h 5s", "As Kh 9d 4c"),
        ("Ac Kd 3h 2s", "As Qh Jd Tc"),
        ("8c 8d Ah 3s", "8h 8s Kd Qc"),
        ("8c 8d Ah 3s", "8h 8s Ad 2c"),
        ("8c 8d 8h As", "8c 8d 8s Kh"),
        ("Ac Tc 8c 5c", "As Ts 8s 4s"),
    ],
)
def test_in_one_category_the_highest_card_that_the_other_lacks_decides(higher: str, lower: str) -> None:
    assert category(higher) == category(lower)
    assert strength(higher) > strength(lower)


@pytest.mark.clause("ma-fcp-3.c.s1", shows="computed")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [("3c 3d Qh Js", "2c 2d Ah Ks"), ("3c 3d 3h Ks", "2c 2d 2h As"), ("5c 4d 3h 2s", "4c 3d 2h As")],
)
def test_the_combination_is_compared_before_other_cards(higher: str, lower: str) -> None:
    """Reading FCP-15: word by word, 3(c) would turn these round, against the order that 3(b) states."""
    assert category(higher) == category(lower)
    assert strength(higher) > strength(lower)


@pytest.mark.clause("ma-fcp-3.c.s2", shows="computed")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ac Kd 9h 5s", "As Kh 9d 5c"),
        ("8c 8d Ah 3s", "8h 8s Ad 3c"),
        (suited("AT85", "c"), suited("AT85", "s")),
        (suited("AKQJ", "c"), suited("AKQJ", "s")),
        # The cards that are not among the best four do not break a tie, nor does the dealer's sixth card.
        ("Ac Kd 9h 5s 2c", "As Kh 9d 5c 4h 3d"),
        ("9c 8d 7h 6s 2d", "9h 8c 7d 6c 9s 3d"),
    ],
)
def test_hands_still_equal_are_a_tie(one: str, other: str) -> None:
    assert strength(one) == strength(other)


def test_of_two_threes_the_lower_gives_the_kicker() -> None:
    assert strength("Kc Kd Kh 5s 5c 5d") == strength("Kc Kd Kh 5s")


def test_hands_that_wagers_name_apart() -> None:
    assert is_four_aces(strength("Ac Ad Ah As 2c"))
    assert not is_four_aces(strength("Kc Kd Kh Ks Ac"))
    assert is_royal(strength("Ah Kh Qh Jh 2c"))
    assert not is_royal(strength("Kh Qh Jh Th 2c"))
    assert not is_royal(strength("Ah 2h 3h 4h 9c"))
    assert not is_royal(strength("Ah Kh Qh Jc 2c"))
    assert is_pair_of_aces_or_better(strength("Ac Ad 5h 3s 2c"))
    assert is_pair_of_aces_or_better(strength("2c 2d 3h 3s 9c"))
    assert not is_pair_of_aces_or_better(strength("Kc Kd Ah Qs 9c"))


def test_strength_orders_hands_as_the_naive_ranking_does() -> None:
    dealt = list(deals(8000, (4, 5, 6), seed=4))
    strengths = [strength(" ".join(hand)) for hand in dealt]
    keys = [best_four(hand) for hand in dealt]
    assert {four_card_category(each) for each in strengths} == set(range(len(FOUR_CARD_ORDER)))
    assert [four_card_category(each) for each in strengths] == [key[0] for key in keys]
    assert_same_order(strengths, keys)
