"""Cover All in Ultimate Texas Hold'em: the counts against plain enumeration, and against deals at random."""

import random
from collections.abc import Iterator
from itertools import combinations
from math import sqrt

import pytest

from croupier.cards import set_of
from croupier.games.ultimate_texas_holdem.solver.cover_all import (
    Graph,
    cover_all_odds,
    deals_avoiding,
    disjoint_pairs,
    level_counts,
    number_of_deals,
    pairs_avoiding,
    shape,
    shapes,
)
from croupier.hands.poker import FOUR_OF_A_KIND, FULL_HOUSE, ROYAL_FLUSH, STRAIGHT_FLUSH, poker_strength
from croupier.jit import compiled
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices

HOUSE = house_rules("ma/ultimate-texas-holdem", Choices(cover_all=True))
ROWS = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house")
CATEGORIES = (ROYAL_FLUSH, STRAIGHT_FLUSH, FOUR_OF_A_KIND, FULL_HOUSE)


def _matchings(vertices: tuple[int, ...], size: int) -> Iterator[list[tuple[int, int]]]:
    """Every set of so many disjoint pairs, one after the other."""
    if size == 0:
        yield []
        return
    if len(vertices) < 2 * size:
        return
    first, rest = vertices[0], vertices[1:]
    yield from _matchings(rest, size)
    for place, other in enumerate(rest):
        for others in _matchings(rest[:place] + rest[place + 1 :], size - 1):
            yield [(first, other), *others]


def _random_graph(source: random.Random, vertices: int, density: float) -> Graph:
    neighbors = [0] * vertices
    for low, high in combinations(range(vertices), 2):
        if source.random() < density or source.random() < 0.1 * (low == 0):
            neighbors[low] |= 1 << high
            neighbors[high] |= 1 << low
    if density > 0.3:  # a card that pays with any other, as on a board with three of a kind
        for other in range(1, vertices):
            neighbors[0] |= 1 << other
            neighbors[other] |= 1
    return tuple(neighbors)


@pytest.mark.parametrize("density", [0.0, 0.1, 0.25, 0.5, 0.8, 1.0])
def test_deals_that_avoid_paying_holes_are_counted(density: float) -> None:
    """A deck of nine cards is small enough to deal every one to four hands from it."""
    source = random.Random(5)
    for _ in range(4):
        graph = _random_graph(source, 9, density)
        for hands in range(1, 5):
            avoiding = sum(
                all(not graph[low] >> high & 1 for low, high in deal)
                for deal in _matchings(tuple(range(9)), hands)
            )
            assert pairs_avoiding(graph, hands) == avoiding


def _holes(board: int) -> list[tuple[int, int]]:
    """Every hole and its category, ranked by the plain function of the live table."""
    others = [1 << card for card in range(52) if not board >> card & 1]
    return [(low | high, poker_strength(board | low | high) >> 20) for low, high in combinations(others, 2)]


@pytest.mark.parametrize(
    "board",
    [
        "As Ks Qs 2d 2c",
        "9h 8h 7h 7s 6h",
        "Kc Kd Kh 5s 5h",
        "Ac Ad Ah 5s 4h",
        "Th Jh Qh Kh Ah",
        "2c 7d 9h Js Kd",
    ],
)
def test_two_hands_on_a_board(board: str) -> None:
    cards = set_of(board)
    holes = _holes(cards)
    for category in CATEGORIES:
        below = [hole for hole, reached in holes if reached < category]
        disjoint = sum(low & high == 0 for low, high in combinations(below, 2))
        assert deals_avoiding(cards, 2, category) == disjoint


def test_boards_of_one_shape_pay_alike() -> None:
    """The counts of a board are those of the board that stands for its shape, whatever ranks and suits."""
    by_shape = {shape(board, [0] * 4): board for board, _ in shapes()}
    assert len(by_shape) == len(shapes())
    source = random.Random(8)
    interesting = 0
    for _ in range(150):
        # Mostly of one suit and few ranks, where straight flushes, full houses and four of a kind meet.
        suited = source.sample(range(13), source.choice((3, 3, 4, 5)))
        ranks = source.choice((suited, range(13)))
        deck = [card for card in range(52) if card not in suited and (card % 13 in ranks)]
        board = sum(1 << card for card in suited + source.sample(deck, 5 - len(suited)))
        twin = by_shape[shape(board, [0] * 4)]
        for category in CATEGORIES:
            counts = [deals_avoiding(board, hands, category) for hands in (1, 2, 4, 7)]
            assert counts == [deals_avoiding(twin, hands, category) for hands in (1, 2, 4, 7)]
            interesting += counts[0] not in (0, disjoint_pairs(47, 1))
    assert interesting > 100


def test_one_hand_is_the_census_of_seven_cards() -> None:
    """With one hand alone the counts are the well-known ones of the best five of seven cards."""
    counts = level_counts(1, ROWS)
    ways = number_of_deals(1) // 133_784_560  # of taking the hole out of seven cards
    assert {row: count // ways for row, count in counts.items()} == {
        "royal_flush": 4_324,
        "straight_flush": 37_260,
        "four_of_a_kind": 224_848,
        "full_house": 3_473_184,
    }
    assert all(count % ways == 0 for count in counts.values())


@pytest.mark.parametrize("hands", [2, 7])
def test_deals_at_random_agree(hands: int) -> None:
    """Within four standard errors, row by row; a royal flush is too rare to see here."""
    odds = cover_all_odds(HOUSE)[hands]
    strength = compiled(poker_strength)
    source, rounds = random.Random(13), 60_000
    seen = dict.fromkeys(ROWS, 0)
    for _ in range(rounds):
        deal = source.sample(range(52), 5 + 2 * hands)
        board = sum(1 << card for card in deal[:5])
        highest = max(
            strength(board | 1 << first | 1 << second)
            for first, second in zip(deal[5::2], deal[6::2], strict=True)
        )
        if highest >> 20 >= FULL_HOUSE:
            seen[ROWS[ROYAL_FLUSH - (highest >> 20)]] += 1
    for row, count in seen.items():
        chance = float(odds.levels[row].probability)
        assert abs(count - rounds * chance) <= 4 * sqrt(rounds * chance * (1 - chance)), row


def test_every_column_of_the_rules_is_priced() -> None:
    odds = cover_all_odds(HOUSE)
    assert sorted(odds) == [2, 3, 4, 5, 6, 7]
    for hands, column in odds.items():
        assert column.exact
        assert column.levels["royal_flush"].pays == str(HOUSE.cover_all[hands].awards[0])
        assert column.hit_rate == sum(level.probability for level in column.levels.values())
        returned = sum(
            level.probability * (award.number + 1)
            for level, award in zip(column.levels.values(), HOUSE.cover_all[hands].awards, strict=True)
        )
        assert column.net.mean == returned - 1
        assert all(
            level.count == level.probability * number_of_deals(hands) for level in column.levels.values()
        )
    # More hands reach a row more often.
    rates = [odds[hands].hit_rate for hands in range(2, 8)]
    assert rates == sorted(rates)
