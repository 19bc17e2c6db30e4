"""The naive rankings against the words and examples of the ranking clauses."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from tests.naive.cards import cards, deck
from tests.naive.hands import (
    FIVE_CARD_LADDER,
    FOUR_CARD_LADDER,
    best_five,
    best_four,
    dealer_qualifies,
    five_card_rank,
    five_card_rows,
    flush_rows,
    four_card_rank,
    four_card_rows,
    high_card_flush,
    longest_straight_flush,
    straight_flush_rows,
)

# UTH section 5(b): of each kind the highest and the lowest that the document names, highest kind first.
FIVE_CARD_EXAMPLES = [
    ("royal_flush", "As Ks Qs Js Ts"),
    ("straight_flush", "Ks Qs Js Ts 9s"),
    ("straight_flush", "Ah 2h 3h 4h 5h"),
    ("four_of_a_kind", "As Ac Ad Ah Ks"),
    ("four_of_a_kind", "2s 2c 2d 2h 3s"),
    ("full_house", "As Ac Ad Kh Ks"),
    ("full_house", "2s 2c 2d 3h 3s"),
    ("flush", "Ad Kd Qd Jd 9d"),
    ("flush", "2d 3d 4d 5d 7d"),
    ("straight", "Ad Kd Qd Jd Ts"),
    ("straight", "Ad 2d 3d 4d 5s"),
    ("three_of_a_kind", "As Ac Ad Kh Qs"),
    ("three_of_a_kind", "2s 2c 2d 4h 3s"),
    ("two_pair", "As Ac Kd Kh Qs"),
    ("two_pair", "3s 3c 2d 2h 4s"),
    ("pair", "As Ac Kd Qh Js"),
    ("pair", "2s 2c 5d 4h 3s"),
    ("high_card", "As Kc Qd Jh 9s"),
    ("high_card", "7s 5c 4d 3h 2s"),
]

# FCP section 3(b), in the same way.
FOUR_CARD_EXAMPLES = [
    ("four_of_a_kind", "As Ac Ad Ah"),
    ("four_of_a_kind", "2s 2c 2d 2h"),
    ("straight_flush", "As Ks Qs Js"),
    ("straight_flush", "4s 3s 2s As"),
    ("three_of_a_kind", "As Ac Ad Kh"),
    ("three_of_a_kind", "2s 2c 2d 3h"),
    ("flush", "As Ks Qs Ts"),
    ("flush", "2s 3s 4s 6s"),
    ("straight", "As Ks Qs Jc"),
    ("straight", "4s 3s 2s Ac"),
    ("two_pair", "As Ac Kd Kh"),
    ("two_pair", "3s 3c 2d 2h"),
    ("pair", "As Ac Kd Qh"),
    ("pair", "2s 2c 4d 3h"),
    ("high_card", "As Kc Qd Th"),
    ("high_card", "6s 4c 3d 2h"),
]


@pytest.mark.parametrize(("name", "text"), FIVE_CARD_EXAMPLES)
def test_five_card_hands_are_named_as_in_the_document(name: str, text: str) -> None:
    assert FIVE_CARD_LADDER[five_card_rank(cards(text))[0]] == name


def test_five_card_hands_stand_in_the_order_of_the_document() -> None:
    ranks = [five_card_rank(cards(text)) for _, text in FIVE_CARD_EXAMPLES]
    assert all(higher > lower for higher, lower in pairwise(ranks))


@pytest.mark.parametrize(("name", "text"), FOUR_CARD_EXAMPLES)
def test_four_card_hands_are_named_as_in_the_document(name: str, text: str) -> None:
    assert FOUR_CARD_LADDER[four_card_rank(cards(text))[0]] == name


def test_four_card_hands_stand_in_the_order_of_the_document() -> None:
    ranks = [four_card_rank(cards(text)) for _, text in FOUR_CARD_EXAMPLES]
    assert all(higher > lower for higher, lower in pairwise(ranks))


def test_an_ace_may_not_stand_in_the_middle_of_a_straight() -> None:
    assert FIVE_CARD_LADDER[five_card_rank(cards("Qs Kc Ad 2h 3s"))[0]] == "high_card"
    assert FOUR_CARD_LADDER[four_card_rank(cards("Ks As 2s 3s"))[0]] == "flush"


def test_the_combination_counts_before_the_other_cards() -> None:
    """Readings UTH-12 and FCP-15."""
    assert five_card_rank(cards("3s 3c Kd Qh Js")) > five_card_rank(cards("2s 2c Ad Kh Qs"))
    assert five_card_rank(cards("2s 3c 4d 5h 6s")) > five_card_rank(cards("As 2c 3d 4h 5s"))
    assert five_card_rank(cards("Ks Kc Kd 2h 2s")) > five_card_rank(cards("Qs Qc Qd Ah As"))
    assert four_card_rank(cards("3s 3c Qd Jh")) > four_card_rank(cards("2s 2c Ad Kh"))
    assert four_card_rank(cards("3s 3c 3d Kh")) > four_card_rank(cards("2s 2c 2d Ah"))
    assert four_card_rank(cards("5s 4c 3d 2h")) > four_card_rank(cards("4s 3c 2d Ah"))


def test_kickers_break_ties_and_suits_do_not() -> None:
    assert five_card_rank(cards("3s 3c Kd Qh Js")) > five_card_rank(cards("3d 3h Ks Qs Tc"))
    assert five_card_rank(cards("3s 3c Kd Qh Js")) == five_card_rank(cards("3d 3h Ks Qs Jc"))
    assert four_card_rank(cards("3s 3c Kd Qh")) == four_card_rank(cards("3d 3h Ks Qs"))


def test_census_of_all_four_card_hands() -> None:
    """Counts worked out by hand: 11 straights a suit, 13 ranks, 715 flushes a suit."""
    census = Counter(FOUR_CARD_LADDER[four_card_rank(four)[0]] for four in combinations(deck(), 4))
    assert census == {
        "four_of_a_kind": 13,
        "straight_flush": 11 * 4,
        "three_of_a_kind": 13 * 4 * 48,
        "flush": 4 * (715 - 11),
        "straight": 11 * (4**4 - 4),
        "two_pair": 78 * 6 * 6,
        "pair": 13 * 6 * 66 * 16,
        "high_card": (715 - 11) * (4**4 - 4),
    }


def test_the_best_hand_is_chosen_from_all_the_cards() -> None:
    assert best_five(cards("As Ks Qs Js Ts 2c 2d")) == five_card_rank(cards("As Ks Qs Js Ts"))
    assert best_four(cards("2c 2d 2h 2s Ad Ac")) == four_card_rank(cards("2c 2d 2h 2s"))
    assert best_four(cards("As Ac Kd Kh 9d")) == four_card_rank(cards("As Ac Kd Kh"))
    assert best_four(cards("Ah Kc 5d 4d 3d 2d")) == four_card_rank(cards("5d 4d 3d 2d"))


def test_rows_that_hands_reach() -> None:
    assert five_card_rows(five_card_rank(cards("As Ac Ad Kh Ks"))) == {
        "full_house", "flush", "straight", "three_of_a_kind", "two_pair", "pair",
    }  # fmt: skip
    assert four_card_rows(best_four(cards("As Ac 3d 4h 8s"))) == {"pair_of_aces"}
    assert four_card_rows(best_four(cards("Ks Kc 3d 4h 8s"))) == set()
    assert four_card_rows(best_four(cards("3s 3c 2d 2h 8s"))) == {"two_pair", "pair_of_aces"}
    assert "four_aces" in four_card_rows(best_four(cards("As Ac Ad Ah 8s")))
    assert "four_aces" not in four_card_rows(best_four(cards("Ks Kc Kd Kh As")))
    assert "royal_flush" in four_card_rows(best_four(cards("As Ks Qs Js 8s")))
    assert "royal_flush" not in four_card_rows(best_four(cards("9s Ks Qs Js Ts")))
    assert "royal_flush" not in four_card_rows(best_four(cards("Ks Kc Kd Kh As")))


def test_dealers_qualifying_hand() -> None:
    """The example of ma-hcf-1 and its edges."""
    assert dealer_qualifies(cards("2d 3d 9d 4c 5h 6s Kc"))
    assert not dealer_qualifies(cards("2d 3d 8d 4c 5h 6s Kc"))
    assert not dealer_qualifies(cards("Ad Kd Ac Kc Ah Kh As"))
    assert dealer_qualifies(cards("2d 3d 4d 5d 6h 7s Kc")), "an 8-high four card flush qualifies (MA-31)"
    assert dealer_qualifies(cards("2d 3d 8d 2c 3c 9c Ks")), "the best of two suits counts"


def test_number_of_cards_in_the_largest_flush_comes_first() -> None:
    """The example of ma-hcf-5.b.1."""
    three = high_card_flush(cards("As Ks Qs 2c 3d 4h 5c"))
    four = high_card_flush(cards("2s 3s 4s 5s 2c 3d 4h"))
    five = high_card_flush(cards("2s 3s 4s 5s 7s 3d 4h"))
    assert three < four < five


def test_ranks_in_the_flush_decide_and_nothing_else() -> None:
    hand = high_card_flush(cards("As Ts 9s 2c 3d 4h 5c"))
    assert hand > high_card_flush(cards("Ad Td 8d Kc Ks Kh Qc"))
    assert hand == high_card_flush(cards("Ad Td 9d Kc Ks Kh Qc"))
    assert high_card_flush(cards("2s 3s 4s Ac Kc 5c 6d")) == (3, (14, 13, 5))


@pytest.mark.parametrize(
    ("text", "ace_low", "length"),
    [
        ("Kd Qd Jd Td 9d 8d 7d", False, 7),
        ("Ad 2d 3d 4d 5d 6d 7d", True, 7),
        ("Ad 2d 3d 4d 5d 6d 7d", False, 6),
        ("Ad 2d 3d 9c 9h Ts Js", True, 3),
        ("Ad 2d 3d 9c 9h Ts Js", False, 0),
        ("Kd Ad 2d 9c 9h Ts Js", True, 0),
        ("Qd Kd Ad 2d 9h Ts Js", True, 3),
        ("Ad 2d 4d 5d 9h Ts Js", True, 0),
        ("Qd Kd Ad 2d 3d 4d 5d", True, 5),
        ("2d 3d 4d 5c 6c 7c 8c", True, 4),
        ("2d 3d 4c 5c 6d 7d 9h", True, 0),
    ],
)
def test_longest_straight_flush(text: str, ace_low: bool, length: int) -> None:
    """ma-hcf-5.a with its example king, ace and two; md-hcf-6.A without the low ace."""
    assert longest_straight_flush(cards(text), ace_low) == length


def test_high_card_flush_rows() -> None:
    assert flush_rows(cards("2d 3d 4d 5d 7d 9c 9h")) == {"flush_5", "flush_4"}
    assert flush_rows(cards("2d 3d 4d 5c 7c 9c 9h")) == set()
    assert straight_flush_rows(cards("2d 3d 4d 5d 4c 4h 4s"), True) == {
        "straight_flush_4", "straight_flush_3", "four_of_a_kind",
    }  # fmt: skip
    nine_to_ace = straight_flush_rows(cards("Ad Kd Qd Jd Td 9d 4s"), False)
    assert {"suited_ace_to_nine", "straight_flush_6"} <= nine_to_ace
    assert "straight_flush_7" not in nine_to_ace
    assert "suited_ace_to_nine" not in straight_flush_rows(cards("8d Kd Qd Jd Td 9d As"), True)
