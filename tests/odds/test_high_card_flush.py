"""High Card Flush solved: the dealer's law against enumeration, optimal play against the law, golden figures.

The whole was also computed once by a C++ program of its own, which ranks subsets of ranks by looking at every
one: it found the same expectation and the same second moment, to the last digit.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy
import pytest

from croupier.cards import card_set, set_of
from croupier.games.high_card_flush.decisions import RaiseBounds
from croupier.games.high_card_flush.settle import situation_of
from croupier.games.high_card_flush.solver.dealer_law import (
    DEALER_HANDS,
    HIGHER,
    LOWER,
    NOT_QUALIFIED,
    dealer_law,
    sets_above,
    threes_below,
)
from croupier.games.high_card_flush.solver.solution import (
    PLAYER_HANDS,
    STRENGTHS,
    Solution,
    advise,
    best_decision,
    decide,
    solve,
    stakes_of,
)
from croupier.games.high_card_flush.solver.strategy_index import (
    NO_ROW,
    borderline_decisions,
    decide_borderline,
)
from croupier.games.high_card_flush.terms import terms
from croupier.hands.flush import flush_strength
from croupier.hands.words import name_flush
from croupier.jit import compiled
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from croupier.submission.house import HouseRules
from tests.hands.combinatorics import count_by_flush, multiply

RULES = ("ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush")
LEAST = flush_strength(set_of("9s 3s 2s"))
NINE_HIGH = (3, 7)
"""The least that qualifies, as the key of a flush: its length, then its ranks from the highest down."""


def house(name: str = "ma/high-card-flush") -> HouseRules:
    return house_rules(name, Choices())


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(house())


def key_of(strength: int) -> tuple[int, ...]:
    return strength >> 13, *(rank for rank in range(12, -1, -1) if strength >> rank & 1)


def random_hands(count: int, seed: int) -> list[int]:
    rng = Random(seed)
    return [card_set(rng.sample(range(52), 7)) for _ in range(count)]


# ------------------------------------------------------------------------------------- the dealer's law


def test_lower_and_higher_sets_are_those_of_a_list() -> None:
    rng = Random(1)
    for _ in range(400):
        ranks = [rank for rank in range(13) if rng.random() < 0.7]
        length = rng.randrange(3, 8)
        held, flush = card_set(ranks), card_set(rng.sample(range(13), length))
        listed = [card_set(some) for some in combinations(ranks, length)]
        assert sets_above(held, flush, length) == sum(each > flush for each in listed)
        if length == 3:
            assert threes_below(held, flush) == sum(each < flush for each in listed)


def naive_law(cards: int) -> tuple[int, int, int, int]:
    """The law by listing, for each suit, all sets of the ranks that the player does not hold."""
    held = [[rank for rank in range(13) if cards >> 13 * suit + rank & 1] for suit in range(4)]
    player = max((len(ranks), *reversed(ranks)) for ranks in held)

    def below(limit: tuple[int, ...], or_equal: bool = False) -> int:
        product = [1] + [0] * 7
        for ranks in held:
            left = [rank for rank in range(12, -1, -1) if rank not in ranks]
            suit = [
                sum((size, *some) < limit or (or_equal and (size, *some) == limit) for some in chosen)
                for size, chosen in ((size, combinations(left, size)) for size in range(8))
            ]
            product = multiply(product, suit)
        return product[7]

    not_qualified = below(NINE_HIGH)
    if player < NINE_HIGH:
        return not_qualified, 0, 0, comb(45, 7) - not_qualified
    lower, not_higher = below(player), below(player, or_equal=True)
    return not_qualified, lower - not_qualified, not_higher - lower, comb(45, 7) - not_higher


def test_the_dealers_law_is_that_of_the_listed_suits() -> None:
    long_flushes = [
        set_of(cards)
        for cards in (
            "As Ks Qs Js Ts 9s 8s",
            "8c 6c 5c 4c 3c 2c Ad",
            "9d 5d 4d 3d 2d Ah Ac",
            "5h 4h 3h 2h 5s 4s 3s",
            "8c 3c 2c 8d 3d 2d 8h",
            "9c 3c 2c 9d 3d 2d 9h",
        )
    ]
    for cards in (*long_flushes, *random_hands(20, seed=2)):
        assert dealer_law(cards, flush_strength(cards), LEAST) == naive_law(cards)


def every_dealer_hand(cards: int, player: int, counts: Any) -> None:
    """Deal the dealer every hand, and count the situations of the settlement."""
    left = numpy.empty(45, dtype=numpy.int64)
    found = 0
    for card in range(52):
        if not cards >> card & 1:
            left[found] = 1 << card
            found += 1
    for a in range(45):
        for b in range(a):
            for c in range(b):
                three = left[a] | left[b] | left[c]
                for d in range(c):
                    for e in range(d):
                        five = three | left[d] | left[e]
                        for f in range(e):
                            for g in range(f):
                                dealer = flush_strength(five | left[f] | left[g])
                                counts[situation_of(player, dealer, 0, LEAST)] += 1


@pytest.mark.parametrize("text", ["Tc 8c 6c Ad Kh 4s 2s", "Qh Jh 7h 5h 3h 9c 9d"])
def test_the_dealers_law_is_that_of_all_45_million_hands(text: str) -> None:
    cards = set_of(text)
    counts = numpy.zeros(5, dtype=numpy.int64)
    compiled(every_dealer_hand)(cards, flush_strength(cards), counts)
    folded, not_qualified, lower, higher, tie = counts.tolist()
    assert folded == 0
    assert dealer_law(cards, flush_strength(cards), LEAST) == (not_qualified, lower, tie, higher)
    assert advise(house(), cards)["raise_1x"] == Fraction(
        not_qualified + 2 * lower - 2 * higher, not_qualified + lower + tie + higher
    )


# ---------------------------------------------------------------------------------- over all the hands


def test_the_tallies_hold_every_hand_of_the_player(solution: Solution) -> None:
    known = count_by_flush()
    assert {
        key_of(strength): Fraction(sum(tally), DEALER_HANDS)
        for strength, tally in zip(STRENGTHS, solution.tallies, strict=True)
        if sum(tally)
    } == {key: Fraction(count) for key, count in known.items()}


def test_the_dealer_fails_to_qualify_as_often_as_hands_are_too_low(solution: Solution) -> None:
    too_low = sum(count for key, count in count_by_flush().items() if key < NINE_HIGH)
    assert sum(tally[NOT_QUALIFIED] for tally in solution.tallies) == too_low * DEALER_HANDS


def test_two_qualifying_hands_are_alike_each_the_higher_as_often(solution: Solution) -> None:
    qualifying = [
        tally
        for strength, tally in zip(STRENGTHS, solution.tallies, strict=True)
        if key_of(strength) >= NINE_HIGH
    ]
    assert sum(tally[LOWER] for tally in qualifying) == sum(tally[HIGHER] for tally in qualifying) > 0


# ----------------------------------------------------------------------------------------- the solution


@pytest.mark.parametrize("name", RULES)
def test_the_three_states_play_one_game(name: str) -> None:
    stakes = stakes_of(terms(house(name)))
    assert stakes.nets == (-1, -1, -1, -1, 1, 2, 0, -2, 1, 3, 0, -3, 1, 4, 0, -4)
    assert stakes.bounds == (1, (1, 1, 1, 2, 3, 3))


def test_the_game_under_optimal_play(solution: Solution) -> None:
    main = solution.main
    assert main.net.mean == Fraction(-1348050875653, 50592437455560)
    assert main.net.square == Fraction(20393704946569, 7665520826600)
    assert main.average_wager == Fraction(57234683, 33446140)
    assert float(main.house_edge) == pytest.approx(0.0266453, abs=5e-8)
    assert float(main.element_of_risk) == pytest.approx(0.0155707, abs=5e-8)
    assert main.decisions["fold"] == Fraction(42994176, PLAYER_HANDS)
    # Everybody with five suited cards raises twice, with six or seven three times.
    assert main.decisions["raise_2x"] == Fraction(3814668, PLAYER_HANDS)
    assert main.decisions["raise_3x"] == Fraction(267696 + 6864, PLAYER_HANDS)
    assert sum(main.decisions.values()) == 1
    assert main.average_wager == 1 + sum(antes * main.decisions[f"raise_{antes}x"] for antes in (1, 2, 3))


def test_simple_rules_cost_more_than_optimal_play(solution: Solution) -> None:
    prices = {name: main.net.mean for name, main in solution.simple_rules.items()}
    assert prices == {
        "T-8-6 or better": Fraction(-2286257119043, 84320729092600),
        "9-7-5 or better": Fraction(-8012298837019, 252962187277800),
        "J high or better": Fraction(-6945355649059, 252962187277800),
    }
    three_cards = [strength for strength in STRENGTHS if (3, 7) <= key_of(strength) < (3, 10)]
    best = max(three_cards, key=lambda strength: solution.price(strength).net.mean)
    assert key_of(best) == (3, 8, 6, 4)  # T-8-6
    assert solution.price(best).net.mean < solution.main.net.mean


def test_a_simple_rule_that_never_or_always_raises(solution: Solution) -> None:
    never = solution.price(8 << 13)
    assert never.net.mean == -1
    assert never.net.square == never.average_wager == 1
    assert never.decisions["fold"] == 1
    always = solution.price(0)
    assert always.decisions["fold"] == 0
    # Two qualifying hands cancel out but for the size of the raise; a player below nine high loses to every
    # dealer who qualifies.
    with_one = solution.stakes._replace(bounds=RaiseBounds(1, (1,) * 6))
    flat = Solution(solution.main, with_one, 0, 0, (), tallies=solution.tallies, raised={}).price(0)
    low = [t for s, t in zip(STRENGTHS, solution.tallies, strict=True) if key_of(s) < NINE_HIGH]
    pairs = PLAYER_HANDS * DEALER_HANDS
    not_qualified = sum(tally[NOT_QUALIFIED] for tally in solution.tallies)
    assert flat.net.mean == Fraction(not_qualified - 2 * sum(tally[HIGHER] for tally in low), pairs)


def test_ten_high_is_the_border(solution: Solution) -> None:
    assert name_flush(solution.fold_below) == "three-card flush, ten high"
    assert key_of(solution.fold_below) == (3, 8, 1, 0)  # T-3-2
    assert key_of(solution.raise_from) == (3, 9, 1, 0)  # J-3-2
    assert [key_of(each.strength) for each in solution.borderline] == sorted(
        (3, 8, middle, low) for middle, low in combinations(range(7, -1, -1), 2)
    )
    by_key = {key_of(each.strength): each for each in solution.borderline}
    known = count_by_flush()
    assert all(0 < each.raised < each.hands == known[key] for key, each in by_key.items())
    assert by_key[3, 8, 6, 3].gain < 0 < by_key[3, 8, 6, 4].gain
    assert by_key[3, 8, 1, 0].raised == 4200


def test_the_decision_of_a_hand_is_its_best_action(solution: Solution) -> None:
    compiled_decide = compiled(decide)
    ten_highs = [
        cards
        for cards in random_hands(4000, seed=3)
        if solution.fold_below <= flush_strength(cards) < solution.raise_from
    ]
    assert len(ten_highs) > 100
    for cards in (*ten_highs, *random_hands(500, seed=4)):
        values = advise(house(), cards)
        best = max(values, key=lambda action: values[action])  # the first of equals, so the smaller wager
        expected = 0 if best == "fold" else int(best[len("raise_")])
        arguments = (cards, solution.fold_below, solution.raise_from)
        assert decide(*arguments, solution.stakes) == expected
        assert compiled_decide(*arguments, solution.stakes) == expected


def test_of_two_hands_with_one_flush_the_other_cards_decide(solution: Solution) -> None:
    @cache
    def best(text: str) -> str:
        values = advise(house(), set_of(text))
        return max(values, key=lambda action: values[action])

    assert best("Tc 8c 2c 7d 5d 9h 5h") != best("Tc 8c 2c Ad Kd Ah Kh")


def test_advice_names_the_legal_actions_only() -> None:
    folded_and_one = ["fold", "raise_1x"]
    assert list(advise(house(), set_of("Ac Kc Qc Jc 2d 3h 4s"))) == folded_and_one
    assert list(advise(house(), set_of("Ac Kc Qc Jc 9c 3h 4s"))) == [*folded_and_one, "raise_2x"]
    six = advise(house(), set_of("Ac Kc Qc Jc 9c 8c 4s"))
    assert list(six) == [*folded_and_one, "raise_2x", "raise_3x"]
    assert six["fold"] == -1
    assert six["raise_3x"] - six["raise_2x"] == six["raise_2x"] - six["raise_1x"] > 0


def test_of_equal_values_the_smaller_wager() -> None:
    stakes = stakes_of(terms(house()))
    # One dealer's hand in three does not qualify and the others win: a raise loses an ante, as a fold does.
    assert best_decision((1, 0, 0, 2), 1, stakes) == 0
    assert best_decision((2, 0, 0, 3), 1, stakes) == 1
    # As many lower as higher hands: any raise is worth what the smallest is.
    assert best_decision((10, 5, 0, 5), 3, stakes) == 1
    assert best_decision((10, 6, 0, 5), 3, stakes) == 3


def test_borderline_flushes_are_decided_by_the_table_as_by_the_law(solution: Solution) -> None:
    band, source = (solution.fold_below, solution.raise_from), Random(16)
    told = borderline_decisions(solution, solution.stakes)
    known = told._replace(rows=numpy.where(told.rows == NO_ROW, 0, told.rows))  # no way round the table
    raised: list[int] = []
    while len(raised) < 600:
        cards = card_set(source.sample(range(52), 7))
        if band[0] <= flush_strength(cards) < band[1]:
            raised.append(decide(cards, *band, solution.stakes))
            assert decide_borderline(cards, band, solution.stakes, known) == raised[-1]
    assert 100 < sum(map(bool, raised)) < 500


def test_flushes_outside_of_the_table_are_decided_by_the_law(solution: Solution) -> None:
    told = borderline_decisions(solution, solution.stakes)
    wide = solution.fold_below - 1, 4 << 13 | 8191  # bounds that reach beyond the table
    for cards in (set_of("Ts 9s 8s 2d 3h 4c 5c"), set_of("As 9s 8s 2s 3h 4c 5c")):
        expected = decide(cards, *wide, solution.stakes)
        assert decide_borderline(cards, wide, solution.stakes, told) == expected
