"""The seats of a table together: every deal of a small game, simulated tables, and the exact bundle."""

from fractions import Fraction
from itertools import permutations
from math import sqrt
from typing import Any

import pytest

from croupier.odds.laws import law_of_rounds
from croupier.odds.outcomes import outcomes
from croupier.odds.progress import silent
from croupier.odds.simulate import BLOCK, Plan, simulate
from croupier.odds.simulate.block import Blocks, table_of
from croupier.odds.together.band import Bets, band
from croupier.odds.together.bundle import bundle
from croupier.odds.together.seats import (
    ROUNDS,
    Seats,
    _bets,
    _sample,
    _Sampler,
    figures_of_seats,
    seats_of,
    variance,
)
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from croupier.submission.house import HouseRules
from tests.odds.toy_games.rules import one_card

ULTIMATE = house_rules("ma/ultimate-texas-holdem", Choices.of(trips="A", cover_all=True))
FLUSH = house_rules("ma/high-card-flush", Choices.of(flush_bonus="A", straight_flush_bonus="A"))
FOUR = house_rules("ma/four-card-poker", Choices.of(aces_up="I"))


def test_two_seats_of_one_card_each_as_every_deal_has_it() -> None:
    """Dealer and two players, a card each: 52 * 51 * 50 deals, settled here."""

    def net(player: int, dealer: int) -> int:
        rank, other = player // 4, dealer // 4
        if 2 * 4 * (2 * rank - 12) <= -51:  # a play loses more than the ante on average: fold
            return -1
        return 0 if rank == other else 2 if rank > other else -2

    total, square, cases = 0, 0, 0
    for dealer, first, second in permutations(range(52), 3):
        total += net(first, dealer)
        square += net(first, dealer) * net(second, dealer)
        cases += 1
    mean = Fraction(total, cases)
    found = seats_of(one_card())
    assert found.bets["main"].mean == mean
    exact, sampled = float(Fraction(square, cases) - mean**2), found.covariance("main", "main", False)
    assert 0 < sampled.error < 0.01
    assert sampled.value == pytest.approx(exact, abs=4 * sampled.error)


@pytest.mark.parametrize(
    ("house", "between"),
    [(ULTIMATE, 0.178), (FLUSH, 0.225), (FOUR, 0.191)],
    ids=["ultimate", "flush", "four"],
)
def test_seats_go_together_by_about_a_fifth(house: HouseRules, between: float) -> None:
    """An audit found 0.18 to 0.22 by simulation; the table deviates as simulated tables do."""
    found = seats_of(house)
    correlation = found.correlation("main", "main")
    assert correlation.value == pytest.approx(between, abs=0.003)
    wagers = {"ante": 100} | ({"blind": 100} if "blind" in house.rules.wagers else {})
    tally = simulate(Plan(house=house, seats=(wagers,) * 6, rounds=4 * BLOCK, seed=5)).bets["main"]
    simulated = tally.squares / (4 * BLOCK) / 1e4 - (tally.net / 1e2 / (4 * BLOCK)) ** 2
    assert sqrt(simulated) == pytest.approx(found.deviation(6, ("main",)), rel=0.01)
    wholly = 6 * found.bets["main"].standard_deviation
    assert 1.6 < wholly / found.deviation(6, ("main",)) < 1.8, "the band of a full table was so much too wide"


@pytest.mark.parametrize("house", [FLUSH, FOUR], ids=["flush", "four"])
def test_exact_covariances_of_a_seat_are_those_of_rounds_dealt(house: HouseRules) -> None:
    """The game with its side bets, the straight flush bonus among them, and side bets with one another."""
    exact = bundle(house).covariances
    sampled, _ = _sample(_Sampler(house, dict(_bets(house, {}, silent)), {}), ROUNDS, silent)
    for pair, covariance in exact.items():
        assert 0 < sampled[pair].error < 0.1 * abs(covariance)
        assert sampled[pair].value == pytest.approx(float(covariance), abs=4 * sampled[pair].error), pair


def test_cover_all_is_one_bet_of_the_table() -> None:
    found = seats_of(ULTIMATE)
    assert found.correlation("cover_all.7", "cover_all.7").value == pytest.approx(1)
    assert found.offered(6) == ("main", "trips", "cover_all.7")
    assert found.offered(1) == ("main", "trips", "cover_all.2")
    both = found.deviation(1, ("trips", "cover_all.2"))
    spread = sum(variance(found.bets[bet]) for bet in ("trips", "cover_all.2"))
    assert both**2 == pytest.approx(spread + 2 * found.covariance("trips", "cover_all.2", True).value)
    printed = figures_of_seats(found, 6)
    assert printed["std_dev"]["6"]["main"] == found.deviation(6, ("main",))
    assert printed["pairs"]["main"]["main"]["std_error"] < 0.001


# ------------------------------------------------------------------------------------------------ the band


@pytest.mark.parametrize("rounds", [1, 10, 1000, 100_000])
def test_one_bet_a_round_has_the_band_of_its_exact_law(rounds: int) -> None:
    """After 1,000 rounds of Ultimate the normal band ends at +402 antes, the exact one at +621."""
    law = outcomes(ULTIMATE)
    net = seats_of(ULTIMATE).bets["main"]
    low, high = band([Bets(law, 100, rounds)], rounds * 1e4 * variance(net), 0.99)
    exact = law_of_rounds(law, rounds)
    window = 0.002 * (high - low) + 50  # the lattice has steps of half an ante
    for found, share in ((low, 0.005), (high, 0.995)):
        deviation = 100 * float(exact.quantile(share) - rounds * net.mean)
        assert found == pytest.approx(deviation, abs=window)
    if rounds == 1000:
        assert high > 1.5 * 100 * 2.576 * net.standard_deviation * sqrt(1000)


def _by_batch(plan: Plan, index: int) -> list[Any]:
    blocks = Blocks(plan, table_of(plan))
    blocks.play(index)
    return [results for results, _ in blocks.sessions]


def sessions(found: Seats, rounds: int) -> list[float]:
    """Results of a full table over so many rounds less their means, in cents, a dollar on each ante."""
    plan = Plan(
        house=ULTIMATE, seats=({"ante": 100, "blind": 100},) * 6, rounds=8 * BLOCK, seed=3, session=rounds
    )
    mean = 6 * rounds * 100 * float(found.bets["main"].mean)
    results = []
    for nets in (nets for index in range(plan.blocks) for nets in _by_batch(plan, index)):  # seat by seat
        batches = nets.reshape(6, -1).sum(axis=0)
        results += (batches.ravel() - mean).tolist()
    return results


def test_the_band_of_a_full_table_holds_99_percent_of_simulated_sessions() -> None:
    found, rounds = seats_of(ULTIMATE), 64
    square = rounds * 1e4 * found.deviation(6, ("main",)) ** 2
    low, high = band([Bets(outcomes(ULTIMATE), 100, 6 * rounds)], square, 0.99)
    results = sessions(found, rounds)
    assert len(results) == 8 * BLOCK // rounds
    inside = sum(low <= each <= high for each in results) / len(results)
    normal = 2.576 * sqrt(square)
    error = sqrt(0.99 * 0.01 / len(results))
    assert inside == pytest.approx(0.99, abs=4 * error)
    assert sum(abs(each) <= normal for each in results) / len(results) < 0.99 - 4 * error
