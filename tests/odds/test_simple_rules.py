"""Simple rules are their words: played as printed, by a twin that reads the words."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from croupier.cards import set_of, text_of
from croupier.games.four_card_poker.solver.borders import SIMPLE_STRATEGIES
from croupier.games.four_card_poker.solver.verdicts import FOLD, PLAY_LEAST, PLAY_MOST
from croupier.games.high_card_flush.solver import suit_rule
from croupier.games.high_card_flush.solver.collusion import Shared, longest_suit
from croupier.games.high_card_flush.solver.solution import SIMPLE_RULES, STRENGTHS
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import hole_place
from croupier.games.ultimate_texas_holdem.solver.leaks.dealer_rule import (
    Played,
    antes_by_rule,
    raises_by_rank,
    rule_words,
)
from croupier.games.ultimate_texas_holdem.solver.rule_conditions import (
    ON_FLOP,
    plays_before_flop,
    plays_on_flop,
)
from croupier.games.ultimate_texas_holdem.solver.simple_rules import RULES, price_rules, rules_census
from croupier.games.ultimate_texas_holdem.solver.simulation import plays_on_river
from croupier.games.ultimate_texas_holdem.solver.solution import (
    optimal_strategy,
    scale_of,
    starting_hand,
)
from croupier.hands.flush import flush_strength
from croupier.hands.four_card import four_card_strength
from croupier.hands.poker import poker_strength
from croupier.odds.strategy import strategy
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from tests.naive.cards import cards as naive
from tests.naive.simple_rules import (
    SeenCardRule,
    UltimateRule,
    four_card_decision,
    raises_by_flush,
    raises_by_longest_suit,
)

FEW_RANKS = [card for card in range(52) if card % 13 in (0, 1, 7, 11, 12)]
"""Boards of these pair often, so that pairs of the hole are counterfeited."""


def dealt(seed: int, number: int, cards: int) -> list[list[int]]:
    source = Random(seed)
    return [source.sample(FEW_RANKS if each % 2 else range(52), cards) for each in range(number)]


def as_set(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_ultimate_is_played_by_the_words(rule: object) -> None:
    assert rule in RULES
    words, outs = next((each.words((4, 3, 2, 1)), each.outs) for each in RULES if each == rule)
    twin = UltimateRule(words)
    for cards in dealt(5, 1500, 2):
        hole = as_set(cards)
        assert plays_before_flop(starting_hand(hole)) == twin.before_flop(naive(text_of(hole)))
    for cards in dealt(6, 3000, 5):
        hole, flop = as_set(cards[:2]), as_set(cards[2:])
        played = plays_on_flop(hole, flop)
        assert played == twin.on_flop(naive(text_of(hole)), naive(text_of(flop))), text_of(hole | flop)
        assert played == any(condition.holds(hole, flop) for condition in ON_FLOP)
    counterfeited = 0
    for cards in dealt(7, 250, 7):
        hole, board = as_set(cards[:2]), as_set(cards[2:])
        plays = plays_on_river(hole, board, poker_strength(hole | board), outs)
        assert plays == twin.on_river(naive(text_of(hole)), naive(text_of(board))), text_of(hole | board)
        paired = len({card % 13 for card in cards[:2]}) == 1 or bool(
            {card % 13 for card in cards[:2]} & {card % 13 for card in cards[2:]}
        )
        counterfeited += paired and not plays
    assert counterfeited or outs, "some pair of the hole does not count"


def test_a_counterfeited_pair_is_not_a_pair_that_needs_a_hole_card() -> None:
    hole, board = set_of("2c 2d"), set_of("Ah Ad Kc Ks Qh")
    assert not plays_on_river(hole, board, poker_strength(hole | board), 0)


def test_the_price_of_the_words_is_the_published_one() -> None:
    house = house_rules("ma/ultimate-texas-holdem", Choices())
    found = price_rules(house, rules_census(house))
    assert found["21 outs"].house_edge == Fraction(452323427, 18592119000)
    assert float(found["hidden pair"].house_edge) == pytest.approx(0.067585, abs=5e-7)


def test_with_a_card_seen_ultimate_is_played_by_the_words() -> None:
    house = house_rules("ma/ultimate-texas-holdem", Choices())
    scale, raises = scale_of(house), raises_by_rank()
    twin, played = SeenCardRule(rule_words(raises, scale)), Counter[int]()
    rule = Played(scale.nets, scale.raises[-1], scale.ante, optimal_strategy(house), raises)
    for cards in [*dealt(10, 1500, 8), *([13, 26, *cards] for cards in dealt(11, 900, 6))]:
        if len(set(cards)) < 8:
            continue
        hole, flop, board = (as_set(cards[first:last]) for first, last in ((0, 2), (2, 5), (2, 7)))
        antes = antes_by_rule(hole, hole_place(*cards[:2]), cards[7], flop, board, rule)
        each = [naive(text_of(1 << card))[0] for card in cards]
        assert antes == twin.antes(each[:2], each[2:7], each[7]), text_of(as_set(cards))
        played[antes] += 1
    assert min(played[antes] for antes in (0, 1, 2, 4)) > 20


def test_seats_that_count_suits_raise_by_the_words() -> None:
    """Borders of every kind: a flush of three, four and seven cards, and never."""
    some = [each for text in ("9s 7s 2s", "Ks Qs 3s", "As Js 5s 4s", "8s 7s 6s 5s 4s 3s 2s")
            for each in [flush_strength(set_of(text))]]  # fmt: skip
    borders, shared = [some[0]] * 4 + some[1:] + [STRENGTHS[-1] + 1] * 7, Shared(6, 0, 0, False)
    words, raised = suit_rule.rule_words(borders, shared), Counter[bool]()
    for seed in range(400):
        cards = Random(seed).sample(range(52), 42)
        everyone, own = as_set(cards), as_set(cards[:7])
        raises = flush_strength(own) >= borders[longest_suit(~everyone & (1 << 52) - 1)]
        assert raises == raises_by_longest_suit(words, naive(text_of(own)), naive(text_of(everyone)))
        raised[raises] += 1
    assert min(raised.values()) > 5


@pytest.mark.parametrize("rules", ["ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"])
def test_high_card_flush_is_played_by_the_words(rules: str) -> None:
    printed = {rule.name: rule.words for rule in strategy(house_rules(rules, Choices())).simple_rules}
    assert list(printed) == list(SIMPLE_RULES)
    for cards in dealt(8, 1500, 7):
        hand = as_set(cards)
        for name, words in printed.items():
            raises = flush_strength(hand) >= SIMPLE_RULES[name]
            assert raises == raises_by_flush(name, words, naive(text_of(hand))), (name, text_of(hand))


def test_four_card_poker_is_played_by_the_words() -> None:
    names = {FOLD: "fold", PLAY_LEAST: "1x", PLAY_MOST: "3x"}
    for cards in dealt(9, 6000, 6):
        hand, up = as_set(cards[:5]), cards[5] % 13
        for rule in SIMPLE_STRATEGIES:
            decision = names[rule.decide(four_card_strength(hand), up)]
            twin = four_card_decision(rule.words(1, 3), naive(text_of(hand)), up + 2)
            assert decision == twin, (rule.name, text_of(hand), up)


def test_four_card_rules_name_the_multiples_of_the_rule_set() -> None:
    for rule in SIMPLE_STRATEGIES:
        assert "2x" in rule.words(1, 2)
        assert "3x" not in rule.words(1, 2)
