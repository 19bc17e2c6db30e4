"""Poker hands by Ultimate Texas Hold'em, section 5."""

from itertools import combinations, pairwise

import pytest

from croupier.cards import RANKS, set_of
from croupier.hands.poker import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    poker_category,
    poker_strength,
)
from tests.hands.naive import FIVE_CARD_ORDER, assert_same_order, best_five, deals

STRAIGHTS = ["5432A", "65432", "76543", "87654", "98765", "T9876", "JT987", "QJT98", "KQJT9", "AKQJT"]


def strength(text: str) -> int:
    return poker_strength(set_of(text))


def category(text: str) -> int:
    return poker_category(strength(text))


def suited(ranks: str, suit: str = "h") -> str:
    return " ".join(rank + suit for rank in ranks)


def unsuited(ranks: str) -> str:
    """Ranks in suits that make neither a flush nor one card twice."""
    return " ".join(rank + "cdhsc"[place] for place, rank in enumerate(ranks))


def is_ladder(strengths: list[int]) -> bool:
    return all(lower < higher for lower, higher in pairwise(strengths))


@pytest.mark.clause("ma-uth-5.a.s1", shows="computed")
def test_cards_rank_from_the_ace_down_to_the_two() -> None:
    for low, high in zip("23456789TJQK", "3456789TJQKA", strict=True):
        pair, *kickers = [rank for rank in "A9742" + "KQJ" if rank not in (low, high)][:3]
        rest = f"{pair}c {pair}d {kickers[0]}h {kickers[1]}s"
        assert strength(f"{high}h {rest}") > strength(f"{low}h {rest}"), (high, low)


@pytest.mark.clause("ma-uth-5.a.s2", shows="computed")
def test_an_ace_may_complete_a_straight_or_straight_flush_with_2_3_4_5() -> None:
    assert category("Ac 2d 3h 4s 5c") == STRAIGHT
    assert category("As 2s 3s 4s 5s") == STRAIGHT_FLUSH
    assert category("Ac 2d 3h 4s 5c Kd Qh") == STRAIGHT
    assert category("As 2s 3s 4s 5s Ks Qs") == STRAIGHT_FLUSH


# The highest and the lowest hand of each category, in the document's order.
EXTREMES = [
    (ROYAL_FLUSH, suited("AKQJT"), suited("AKQJT")),
    (STRAIGHT_FLUSH, suited("KQJT9"), suited("5432A")),
    (FOUR_OF_A_KIND, "Ac Ad Ah As Kc", "2c 2d 2h 2s 3c"),
    (FULL_HOUSE, "Ac Ad Ah Ks Kc", "2c 2d 2h 3s 3c"),
    (FLUSH, suited("AKQJ9"), suited("75432")),
    (STRAIGHT, unsuited("AKQJT"), unsuited("5432A")),
    (THREE_OF_A_KIND, "Ac Ad Ah Ks Qc", "2c 2d 2h 4s 3c"),
    (TWO_PAIR, "Ac Ad Kh Ks Qc", "3c 3d 2h 2s 4c"),
    (PAIR, "Ac Ad Kh Qs Jc", "2c 2d 5h 4s 3c"),
    (HIGH_CARD, unsuited("AKQJ9"), unsuited("75432")),
]


@pytest.mark.clause("ma-uth-5.b", shows="computed")
def test_the_lowest_hand_of_a_category_beats_the_highest_of_the_next() -> None:
    for (better, _, lowest), (worse, highest, _) in pairwise(EXTREMES):
        assert category(lowest) == better
        assert category(highest) == worse
        assert strength(lowest) > strength(highest), (lowest, highest)
    assert [row[0] for row in EXTREMES] == sorted((row[0] for row in EXTREMES), reverse=True)


@pytest.mark.clause("ma-uth-5.b.1", shows="computed")
@pytest.mark.parametrize("suit", "cdhs")
def test_ace_to_ten_of_one_suit_is_a_royal_flush(suit: str) -> None:
    assert category(suited("AKQJT", suit)) == ROYAL_FLUSH
    assert strength(suited("AKQJT", suit)) > strength(suited("KQJT9", suit))
    assert category(suited("AKQJ", suit) + (" Td" if suit != "d" else " Tc")) == STRAIGHT
    assert category(suited("AKQJT98", suit)) == ROYAL_FLUSH


@pytest.mark.clause("ma-uth-5.b.2", shows="computed")
def test_straight_flushes_rank_from_ace_to_five_up_to_the_king_and_the_royal_above_them() -> None:
    strengths = [strength(suited(ranks)) for ranks in STRAIGHTS]
    assert is_ladder(strengths)
    assert [poker_category(each) for each in strengths] == [STRAIGHT_FLUSH] * 9 + [ROYAL_FLUSH]
    for ranks in STRAIGHTS[:-1]:
        assert category(suited(ranks[:4]) + f" {ranks[4]}s") == STRAIGHT, "of the same suit"
    assert category(suited("KQA23")) == FLUSH, "in consecutive ranking"


@pytest.mark.clause("ma-uth-5.b.3", shows="computed")
def test_four_of_a_kind_ranks_from_twos_up_to_aces() -> None:
    # The lower four has the higher kicker, so the four must decide.
    strengths = [
        strength(f"{rank}c {rank}d {rank}h {rank}s {'A' if rank != 'A' else '2'}d") for rank in RANKS
    ]
    assert is_ladder(strengths)
    assert {poker_category(each) for each in strengths} == {FOUR_OF_A_KIND}


@pytest.mark.clause("ma-uth-5.b.4", shows="computed")
def test_a_full_house_ranks_by_its_three_and_then_by_its_pair() -> None:
    strengths = [
        strength(f"{three}c {three}d {three}h {pair}s {pair}c")
        for three in RANKS
        for pair in RANKS
        if pair != three
    ]
    assert is_ladder(strengths)
    assert {poker_category(each) for each in strengths} == {FULL_HOUSE}
    assert strengths[0] == strength("2c 2d 2h 3s 3c")
    assert strengths[-1] == strength("Ac Ad Ah Ks Kc")


@pytest.mark.clause("ma-uth-5.b.5", shows="computed")
def test_a_flush_is_five_of_one_suit_not_in_consecutive_order() -> None:
    rank_sets = ["".join(ranks) for ranks in combinations("AKQJT98765432", 5)]
    flushes = [ranks for ranks in rank_sets if ranks not in STRAIGHTS and ranks != "A5432"]
    assert len(flushes) == 1277
    # Combinations of the ranks from the ace down come from the highest hand to the lowest.
    strengths = [strength(suited(ranks)) for ranks in reversed(flushes)]
    assert is_ladder(strengths)
    assert {poker_category(each) for each in strengths} == {FLUSH}
    assert strengths[0] == strength(suited("75432"))
    assert strengths[-1] == strength(suited("AKQJ9"))
    assert category(suited("AKQJ") + " 9s") == HIGH_CARD


@pytest.mark.clause("ma-uth-5.b.6", shows="computed")
def test_a_straight_is_five_unsuited_cards_from_ace_to_five_up_to_the_ace() -> None:
    strengths = [strength(unsuited(ranks)) for ranks in STRAIGHTS]
    assert is_ladder(strengths)
    assert {poker_category(each) for each in strengths} == {STRAIGHT}


@pytest.mark.clause("ma-uth-5.b.6", shows="computed")
@pytest.mark.parametrize("ranks", ["QKA23", "KA234", "JQKA2"])
def test_a_straight_does_not_run_through_the_ace(ranks: str) -> None:
    assert category(unsuited(ranks)) == HIGH_CARD


@pytest.mark.clause("ma-uth-5.b.7", shows="computed")
def test_three_of_a_kind_ranks_from_twos_up_to_aces() -> None:
    strengths = []
    for rank in RANKS:
        kickers = [other for other in "AKQ" if other != rank]
        strengths.append(strength(f"{rank}c {rank}d {rank}h {kickers[0]}s {kickers[1]}c"))
    assert is_ladder(strengths)
    assert {poker_category(each) for each in strengths} == {THREE_OF_A_KIND}


@pytest.mark.clause("ma-uth-5.b.8", shows="computed")
def test_two_pairs_rank_by_the_high_pair_and_then_by_the_low_pair() -> None:
    strengths = []
    for high_place, high in enumerate(RANKS):
        for low in RANKS[:high_place]:
            # The kicker does not rise with the pairs, so that the pairs must decide.
            kicker = next(rank for rank in "AKQ" if rank not in (high, low))
            strengths.append(strength(f"{high}c {high}d {low}h {low}s {kicker}c"))
    assert is_ladder(strengths)
    assert {poker_category(each) for each in strengths} == {TWO_PAIR}
    assert strengths[0] == strength("3c 3d 2h 2s Ac")
    assert strengths[-1] == strength("Ac Ad Kh Ks Qc")


@pytest.mark.clause("ma-uth-5.b.9", shows="computed")
def test_one_pair_ranks_from_twos_up_to_aces() -> None:
    strengths = []
    for rank in RANKS:
        kickers = [other for other in "AKQJ" if other != rank]
        strengths.append(strength(f"{rank}c {rank}d {kickers[0]}h {kickers[1]}s {kickers[2]}c"))
    assert is_ladder(strengths)
    assert {poker_category(each) for each in strengths} == {PAIR}


@pytest.mark.clause("ma-uth-5.c.s1", shows="computed")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ac Kd 9h 5s 3c", "As Kh 9d 5c 2s"),
        ("Ac Kd 9h 5s 2c", "As Qh Jd Tc 8s"),
        ("8c 8d Ah 3s 2c", "8h 8s Kd Qc Jh"),
        ("8c 8d Ah Ks 3c", "8h 8s Ad Kc 2h"),
        ("8c 8d 4h 4s 6c", "8h 8s 4d 4c 5h"),
        ("8c 8d 8h As 2c", "8c 8d 8h Ks Qc"),
        ("8c 8d 8h As 3c", "8c 8d 8h As 2d"),
        ("8c 8d 8h 8s Tc", "8c 8d 8h 8s 9c"),
        ("Ac Tc 8c 5c 3c", "As Ts 8s 5s 2s"),
    ],
)
def test_in_one_category_the_highest_card_that_the_other_lacks_decides(higher: str, lower: str) -> None:
    assert category(higher) == category(lower)
    assert strength(higher) > strength(lower)


@pytest.mark.clause("ma-uth-5.c.s1", shows="computed")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("3c 3d Kh Qs Jc", "2c 2d Ah Ks Qc"),
        ("2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5c"),
        ("Kc Kd Kh 2s 2c", "Qc Qd Qh As Ac"),
        ("3c 3d 3h 5s 4c", "2c 2d 2h As Kc"),
        ("Kc Kd 3h 3s 4c", "Kh Ks 2h 2s Ac"),
    ],
)
def test_the_combination_is_compared_before_other_cards(higher: str, lower: str) -> None:
    """Reading UTH-12: word by word, 5(c) would turn these round, against the order that 5(b) states."""
    assert category(higher) == category(lower)
    assert strength(higher) > strength(lower)


@pytest.mark.clause("ma-uth-5.c.s2", shows="computed")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ac Kd 9h 5s 3c", "As Kh 9d 5c 3s"),
        ("8c 8d Ah Ks 3c", "8h 8s Ad Kc 3h"),
        (suited("AT853", "c"), suited("AT853", "s")),
        (suited("AKQJT", "c"), suited("AKQJT", "s")),
        # The board plays: cards beyond the five do not break a push.
        ("2c 3d Ah Kh Qs Js Td", "9c 9d Ah Kh Qs Js Td"),
        ("Ac 2d Ks Kd Qc Qh 9s", "Ah Jd Ks Kd Qc Qh 9s"),
        ("2c 3c 8s 8d 8h 8c Ad", "Kc Qc 8s 8d 8h 8c Ad"),
    ],
)
def test_hands_still_identical_are_a_push(one: str, other: str) -> None:
    assert strength(one) == strength(other)


@pytest.mark.parametrize(
    ("seven", "five"),
    [
        ("Kc Kd Kh 5s 5c 5d 2h", "Kc Kd Kh 5s 5c"),
        ("Kc Kd Kh 5s 5c 7d 7h", "Kc Kd Kh 7d 7h"),
        ("Kc Kd 9s 9c 7d 7h 8s", "Kc Kd 9s 9c 8s"),
        ("Kc Kd 9s 9c 7d 7h 2s", "Kc Kd 9s 9c 7d"),
        ("9c 8d 7h 6s 5c 5d 5h", "9c 8d 7h 6s 5c"),
        ("Ah 9h 7h 4h 2h 8h 3h", "Ah 9h 8h 7h 4h"),
        ("8h 7h 6h 5h 4h 9s Ts", "8h 7h 6h 5h 4h"),
        ("4c 4d 4h 4s Ac Ad Ah", "4c 4d 4h 4s Ac"),
    ],
)
def test_the_best_five_of_seven_count(seven: str, five: str) -> None:
    assert strength(seven) == strength(five)


def test_strength_orders_hands_as_the_naive_ranking_does() -> None:
    dealt = list(deals(6000, (5, 6, 7), seed=5))
    strengths = [strength(" ".join(hand)) for hand in dealt]
    keys = [best_five(hand) for hand in dealt]
    assert {poker_category(each) for each in strengths} == set(range(len(FIVE_CARD_ORDER)))
    assert [poker_category(each) for each in strengths] == [key[0] for key in keys]
    assert_same_order(strengths, keys)
