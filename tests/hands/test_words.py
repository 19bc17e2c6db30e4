"""Hands in words, and the cards that make them."""

import pytest

from croupier.cards import card_set, card_text, parse_cards, set_of
from croupier.hands.flush import flush_length, flush_strength, longest_straight_flush
from croupier.hands.four_card import four_card_strength
from croupier.hands.poker import poker_strength
from croupier.hands.words import (
    RANK_PLURALS,
    RANK_WORDS,
    flush_cards,
    four_card_cards,
    name_flush,
    name_four_card,
    name_poker,
    poker_cards,
)
from tests.hands.naive import best_five, best_four, deals


def text(cards: tuple[int, ...]) -> str:
    return " ".join(card_text(card) for card in cards)


@pytest.mark.parametrize(
    ("hand", "name", "made_of"),
    [
        ("Ah Kh Qh Jh Th 2c 2d", "royal flush", "Ah Kh Qh Jh Th"),
        ("9h 8h 7h 6h 5h Kc Kd", "straight flush, nine high", "9h 8h 7h 6h 5h"),
        ("Ah 2h 3h 4h 5h Kc Kd", "straight flush, five high", "5h 4h 3h 2h Ah"),
        ("Kc Kd Kh Ks 5c 9d 2h", "four of a kind, kings", "Ks Kh Kd Kc 9d"),
        ("Kc Kd Kh 5s 5c 9d 2h", "full house, kings over fives", "Kh Kd Kc 5s 5c"),
        ("Kc Kd Kh 6s 6c 6d 2h", "full house, kings over sixes", "Kh Kd Kc 6s 6d"),
        ("Ac Tc 8c 5c 3c 2c Ad", "flush, ace high", "Ac Tc 8c 5c 3c"),
        ("Tc 9d 8h 7s 6c Td Th", "straight, ten high", "Th 9d 8h 7s 6c"),
        ("Ac 2d 3h 4s 5c Kd Kh", "straight, five high", "5c 4s 3h 2d Ac"),
        ("7c 7d 7h Ks 2c 9d 4h", "three of a kind, sevens", "7h 7d 7c Ks 9d"),
        ("Ac Ad Kc Kd Qc Qd Jh", "two pair, aces and kings", "Ad Ac Kd Kc Qd"),
        ("2c 2d Ac Kd 9c 8d 4h", "pair of twos", "2d 2c Ac Kd 9c"),
        ("Jc 9d 8h 6s 4c 3d 2h", "jack high", "Jc 9d 8h 6s 4c"),
    ],
)
def test_poker_hands(hand: str, name: str, made_of: str) -> None:
    assert name_poker(poker_strength(set_of(hand))) == name
    assert text(poker_cards(set_of(hand))) == made_of


@pytest.mark.parametrize(
    ("hand", "name", "made_of"),
    [
        ("Ac Ad Ah As Kc", "four of a kind, aces", "As Ah Ad Ac"),
        ("Ah Kh Qh Jh Th", "straight flush, ace high", "Ah Kh Qh Jh"),
        ("Ah 2h 3h 4h Kc", "straight flush, four high", "4h 3h 2h Ah"),
        ("6c 6d 6h 5c 5d 5h", "three of a kind, sixes", "6h 6d 6c 5h"),
        ("Qc 9c 8c 2c 3c Ad", "flush, queen high", "Qc 9c 8c 3c"),
        ("Jc Td 9h 8s 7c", "straight, jack high", "Jc Td 9h 8s"),
        ("3c 3d 2c 2d 4h 4s", "two pair, fours and threes", "4s 4h 3d 3c"),
        ("3c 3d Ac 9d 7h", "pair of threes", "3d 3c Ac 9d"),
        ("Ac Qd 9h 7s 5c", "ace high", "Ac Qd 9h 7s"),
    ],
)
def test_four_card_hands(hand: str, name: str, made_of: str) -> None:
    assert name_four_card(four_card_strength(set_of(hand))) == name
    assert text(four_card_cards(set_of(hand))) == made_of


@pytest.mark.parametrize(
    ("hand", "name", "made_of"),
    [
        ("As Ks 9s 4s 2h 3c Jd", "four-card flush, ace high", "As Ks 9s 4s"),
        ("2d 3d 9d 4c 5h 6s Kc", "three-card flush, nine high", "9d 3d 2d"),
        ("2d 3d 9d 2c 3c 8c Kh", "three-card flush, nine high", "9d 3d 2d"),
        ("As 2s Kh Qh Jd Td 9c", "two-card flush, ace high", "As 2s"),
        ("8h 7h 6h 5h 4h 3h 2h", "seven-card flush, eight high", "8h 7h 6h 5h 4h 3h 2h"),
    ],
)
def test_flushes(hand: str, name: str, made_of: str) -> None:
    assert name_flush(flush_strength(set_of(hand))) == name
    assert text(flush_cards(set_of(hand))) == made_of


@pytest.mark.parametrize(
    ("hand", "ace_low", "length"),
    [
        ("Ah 2h 3h 4c 9d Ts Ks", 1, 3),
        ("Ah 2h 3h 4c 9d Ts Ks", 0, 2),
        ("Ah 2h 3h Kh Qh Ts Ks", 1, 3),
        ("4h 5h 6h 7c 8c 9c Ks", 0, 3),
        ("Ad 2d 3d 4d 5d 6d 7d", 1, 7),
        ("Ad 2d 3d 4d 5d 6d 7d", 0, 6),
        ("2c 3c 4c 9d Td Jd Qd", 0, 4),
    ],
)
def test_the_longest_straight_flush(hand: str, ace_low: int, length: int) -> None:
    assert longest_straight_flush(set_of(hand), ace_low) == length


def test_the_words_of_ranks() -> None:
    assert RANK_WORDS[0] == "two"
    assert RANK_WORDS[12] == "ace"
    assert len(RANK_WORDS) == len(RANK_PLURALS) == 13
    for word, plural in zip(RANK_WORDS, RANK_PLURALS, strict=True):
        assert plural == word + ("es" if word == "six" else "s")


def test_the_cards_found_are_of_the_hand_and_make_all_of_its_strength() -> None:
    for hand in deals(3000, (7,), seed=3):
        cards = set_of(" ".join(hand))

        five = poker_cards(cards)
        assert set(five) <= set(parse_cards(" ".join(hand)))
        assert len(set(five)) == 5
        assert best_five([card_text(card) for card in five]) == best_five(hand)
        assert poker_strength(card_set(five)) == poker_strength(cards)

        suited = flush_cards(cards)
        assert card_set(suited) & ~cards == 0
        assert flush_strength(card_set(suited)) == flush_strength(cards)
        assert len(suited) == flush_length(flush_strength(cards))


def test_the_four_cards_found_are_of_the_hand_and_make_all_of_its_strength() -> None:
    for hand in deals(3000, (4, 5, 6), seed=33):
        cards = set_of(" ".join(hand))
        four = four_card_cards(cards)
        assert card_set(four) & ~cards == 0
        assert len(set(four)) == 4
        assert best_four([card_text(card) for card in four]) == best_four(hand)
        assert four_card_strength(card_set(four)) == four_card_strength(cards)


def test_one_name_for_all_hands_of_one_strength() -> None:
    assert name_poker(poker_strength(set_of("Kc Kd Kh 5s 5c"))) is name_poker(
        poker_strength(set_of("Ks Kd Kh 5d 5c"))
    )
