"""The best hand that a page shows: named and picked by the same functions that settle it."""

import pytest

from croupier.hands.words import four_card_cards
from croupier.table.state import hand_set
from croupier.table.words.best_hand import NOTHING, named
from tests.table.driver import electronic


@pytest.mark.parametrize(
    ("rules", "cards", "board", "hand", "best"),
    [
        (
            "ma/high-card-flush",
            "Tc Kc Kh Ts 4d 7h Ah",
            "",
            "three-card flush, ace high",
            "Ah Kh 7h",
        ),
        (
            "ma/ultimate-texas-holdem",
            "Ks Kd",
            "Kc 5h 5s 9d 2c",
            "full house, kings over fives",
            "Ks Kd Kc 5s 5h",
        ),
        ("ma/ultimate-texas-holdem", "Ks Qd", "Jc Th 9s", "straight, king high", "Ks Qd Jc Th 9s"),
    ],
)
def test_the_best_hand_in_words_and_in_cards(
    rules: str, cards: str, board: str, hand: str, best: str
) -> None:
    house = electronic(rules).state.at.house
    assert named(house, cards, board, len(cards.split())) == (hand, best)


def test_four_of_the_dealers_six_cards() -> None:
    house = electronic("ma/four-card-poker").state.at.house
    made = named(house, "9c 9d 9h 2s Ks 3d", "", 6)
    assert made.hand == "three of a kind, nines"
    assert set(made.best.split()) == {"9c", "9d", "9h", "Ks"}
    assert len(four_card_cards(hand_set("9c 9d 9h 2s Ks 3d"))) == 4


def test_a_hand_that_is_not_whole_is_not_named() -> None:
    flush = electronic("ma/high-card-flush").state.at.house
    assert named(flush, "Tc Kc Kh", "", 7) == NOTHING
    ultimate = electronic("ma/ultimate-texas-holdem").state.at.house
    assert named(ultimate, "Ks Kd", "", 2) == NOTHING
