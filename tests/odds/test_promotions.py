"""Promotions: coupons against every deal of a small game, rebates against every sequence of few rounds."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from croupier.errors import Refusal
from croupier.games.high_card_flush.decisions import most_antes
from croupier.games.high_card_flush.solver.dealer_law import DEALER_HANDS, dealer_law
from croupier.games.high_card_flush.solver.solution import PLAYER_HANDS, Stakes, solved
from croupier.hands.flush import flush_strength
from croupier.jit import compiled, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.outcomes import outcomes
from croupier.odds.price import main_odds
from croupier.odds.promotions import figures_of_coupon, figures_of_rebate, free_play, match_play, rebate
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from tests.odds.toy_games.rules import one_card

FLUSH = house_rules("ma/high-card-flush", Choices())


def by_hand(won: Fraction, lost: Fraction, pushed: Fraction) -> Fraction:
    """One card each: the worth of an ante that wins, loses and pushes, a play wager beside it, best play."""
    total = Fraction(0)
    for rank in range(13):
        wins, loses, ties = 4 * rank, 4 * (12 - rank), 3
        play = Fraction(wins * (won + 1) + loses * (lost - 1) + ties * pushed, 51)
        total += max(lost, play)
    return total / 13


@pytest.mark.parametrize("face", [Fraction(1), Fraction(1, 2)])
def test_match_play_of_one_card_each(face: Fraction) -> None:
    found = match_play(one_card(), face)
    assert found.edge == by_hand(1 + face, Fraction(-1), Fraction(0))
    assert found.value == found.edge - by_hand(Fraction(1), Fraction(-1), Fraction(0))


def test_free_play_of_every_hand_of_high_card_flush() -> None:
    """Each hand against each of the dealer: the ante wins, the raise too if the dealer qualifies."""
    np, (sets, weights) = numpy(), canonical_hands(7)
    exact = []
    for push in (0, 1):
        total = np.zeros(1, dtype=np.int64)
        compiled(_worth)(sets, weights, solved(FLUSH).stakes, push, total)
        exact.append(Fraction(int(total[0]), PLAYER_HANDS * DEALER_HANDS))
    found = free_play(FLUSH)
    assert [found.value, found.if_push_keeps] == exact
    assert Fraction(figures_of_coupon(found)["value"]) == found.value


def _worth(sets: Any, weights: Any, stakes: Stakes, push: int, total: Any) -> None:
    for number in range(len(sets)):
        strength = flush_strength(sets[number])
        law = dealer_law(sets[number], strength, stakes.dealer_least)
        best = 0
        for antes in range(1, most_antes(strength, stakes.bounds) + 1):
            best = max(best, law[0] + law[1] * (1 + antes) + law[2] * push - law[3] * antes)
        total[0] += weights[number] * best


def test_a_game_that_does_not_read_its_pushes_from_the_rules_is_refused() -> None:
    with pytest.raises(Refusal, match="its rules do not state its pushes"):
        free_play(one_card())


def test_a_coupon_of_high_card_flush_is_worth_less_than_half_its_face() -> None:
    """The ante wins less than half of the time; best play with the coupon gains a little over honest play."""
    found = match_play(FLUSH, Fraction(1))
    law = outcomes(FLUSH)
    raised_and_won = sum(chance for net, chance in law.items() if net > 0)
    assert raised_and_won < found.value < raised_and_won + Fraction(1, 50)


def test_a_rebate_over_every_sequence_of_three_rounds() -> None:
    house = one_card()
    law, loss = outcomes(house), Fraction(0)
    for rounds in product(law.items(), repeat=3):
        net, chance = sum(each for each, _ in rounds), Fraction(1)
        for _, each in rounds:
            chance *= each
        loss += max(Fraction(0), -net) * chance
    found = rebate(house, Fraction(1, 10), 3)
    assert found.loss == pytest.approx(float(loss), rel=1e-9)
    assert found.value == pytest.approx(float(loss / 10), rel=1e-9)
    held = float(3 * main_odds(house).house_edge)
    assert figures_of_rebate(found)["hold"] == pytest.approx(held - float(loss / 10), rel=1e-9)
    even = rebate(FLUSH, Fraction(1, 10), 100).break_even
    assert rebate(FLUSH, Fraction(even), 100).hold == pytest.approx(0, abs=1e-9)


def test_no_more_than_the_ante_and_no_more_than_the_loss() -> None:
    with pytest.raises(Refusal, match=r"match play of 1\.5 antes; allowed: up to the ante beside it"):
        match_play(FLUSH, Fraction(3, 2))
    with pytest.raises(Refusal, match="a rebate of 120%; allowed: above 0% up to 100%"):
        rebate(FLUSH, Fraction(6, 5), 10)
