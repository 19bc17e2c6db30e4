"""The law of many rounds, against every sequence of few rounds and against simulated sessions."""

import time
from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import pytest

from croupier.errors import Refusal
from croupier.odds.laws import (
    downswing,
    figures_after,
    lattice_of,
    law_of_rounds,
    ruin,
)
from croupier.odds.long_paths import downswing_within, ruin_within
from croupier.odds.model import Distribution, moments
from croupier.odds.outcomes import outcomes
from croupier.odds.simulate import BLOCK, Plan, simulate
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices

TOY: Distribution = {
    Fraction(-2): Fraction(3, 10),
    Fraction(-1, 2): Fraction(2, 10),
    Fraction(1): Fraction(4, 10),
    Fraction(7, 2): Fraction(1, 10),
}


def paths(rounds: int) -> list[tuple[tuple[Fraction, ...], Fraction]]:
    """Every sequence of results, with its probability."""
    found = []
    for nets in product(TOY, repeat=rounds):
        chance = Fraction(1)
        for net in nets:
            chance *= TOY[net]
        found.append((nets, chance))
    return found


def test_the_distribution_of_few_rounds_counts_every_sequence() -> None:
    exact: dict[Fraction, Fraction] = {}
    for nets, chance in paths(5):
        exact[sum(nets, Fraction(0))] = exact.get(sum(nets, Fraction(0)), Fraction(0)) + chance
    law = law_of_rounds(TOY, 5)
    assert law.unit == lattice_of(TOY).unit == Fraction(1, 2)
    for place, chance in enumerate(law.chances.tolist()):
        assert chance == pytest.approx(float(exact.get((law.low + place) * law.unit, 0)), abs=1e-12)
    assert law.loss == pytest.approx(float(sum(chance for net, chance in exact.items() if net < 0)))
    below = Fraction(0)
    for net in sorted(exact):
        below += exact[net]
        assert law.quantile(float(below) - 1e-9) == net


@pytest.mark.parametrize("wrong", [2, -0.1, float("nan"), "0.5", None])
def test_a_law_refuses_values_that_are_neither_share_nor_net(wrong: Any) -> None:
    law = law_of_rounds(TOY, 5)
    for ask in (law.quantile, law.hold_band):
        with pytest.raises(Refusal, match="allowed: 0 to 1"):
            ask(wrong)
    for net in ("1", None, float("nan"), float("inf")):
        with pytest.raises(Refusal, match="net: "):
            law.below(net)  # type: ignore[arg-type]
    assert law.below(10**400) == pytest.approx(1)


def test_ruin_and_downswing_are_counted_on_every_path() -> None:
    for amount in (Fraction(1), Fraction(5, 2), Fraction(4)):
        ruined = fallen = Fraction(0)
        for nets, chance in paths(6):
            result, high, low, deepest = Fraction(0), Fraction(0), Fraction(0), Fraction(0)
            for net in nets:
                result += net
                high, low = max(high, result), min(low, result)
                deepest = max(deepest, high - result)
            ruined += chance if -low >= amount else 0
            fallen += chance if deepest >= amount else 0
        assert ruin(TOY, amount, 6) == pytest.approx(float(ruined))
        assert downswing(TOY, amount, 6) == pytest.approx(float(fallen))


def test_the_normal_band_of_ultimate_covers_less_than_it_says() -> None:
    """At 1,000 rounds the normal band of 99% holds 97.5%; the exact one holds 99%."""
    law = outcomes(house_rules("ma/ultimate-texas-holdem", Choices()))
    net = moments(law)
    after = law_of_rounds(law, 1000)
    reach = 2.576 * net.standard_deviation * sqrt(1000)
    center = float(net.mean) * 1000
    normal = after.below(Fraction(center + reach)) - after.below(Fraction(center - reach))
    assert normal == pytest.approx(0.975, abs=1e-3)
    low, high = after.hold_band(0.99)
    inside = after.below(Fraction(-low * 1000) + Fraction(1, 4)) - after.below(Fraction(-high * 1000))
    assert 0.99 <= inside < 0.9905
    # Mean and variance of the law are those of the bet, a thousand times.
    sums = [(after.low + place) * 0.5 for place in range(len(after.chances))]
    mean = sum(value * chance for value, chance in zip(sums, after.chances.tolist(), strict=True))
    assert mean == pytest.approx(center, rel=1e-9)


def test_a_million_rounds_take_less_than_a_second() -> None:
    law = outcomes(house_rules("ma/ultimate-texas-holdem", Choices()))
    law_of_rounds(law, 10)
    started = time.process_time()
    after = law_of_rounds(law, 1_000_000)
    after.hold_band(0.99)
    assert time.process_time() - started < 1
    assert after.chances.sum() == pytest.approx(1, abs=1e-9)


def test_requests_that_cannot_be_computed_are_refused() -> None:
    with pytest.raises(Refusal, match="points"):
        law_of_rounds({Fraction(-1): Fraction(1, 2), Fraction(10**6): Fraction(1, 2)}, 10**8)
    wide = {Fraction(-41): Fraction(1, 2), Fraction(40): Fraction(1, 2)}
    with pytest.raises(Refusal, match="allowed: 1 to 100,000"):
        ruin(wide, Fraction(1), 10**6)
    with pytest.raises(Refusal, match="allowed: 1 to 100,000"):
        downswing(wide, Fraction(2000), 10**6)
    assert figures_after(wide, 10**6, 2000)["downswing"] is None


# ------------------------------------------------------------------------------------------- long paths


@pytest.mark.parametrize("rules", ["ma/high-card-flush", "ma/four-card-poker", "ma/ultimate-texas-holdem"])
def test_ruin_by_roots_is_ruin_round_by_round(rules: str) -> None:
    law = outcomes(house_rules(rules, Choices()))
    bet = lattice_of(law)
    for rounds, bankroll in ((200, 30), (1000, 100), (1000, 7)):
        found = ruin_within(bet.nets, bet.chances, int(bankroll / bet.unit), rounds)
        assert found == pytest.approx(ruin(law, Fraction(bankroll), rounds), abs=1e-9)
        fallen = downswing_within(bet.nets, bet.chances, int(bankroll / bet.unit), rounds)
        assert fallen == pytest.approx(downswing(law, Fraction(bankroll), rounds), abs=1e-11)


@pytest.mark.parametrize("bankroll", [100, 1000, 3000])
def test_a_million_throws_of_a_coin_by_the_reflection_principle(bankroll: int) -> None:
    """A fair coin ruins a bankroll as often as it ends beyond it on either side: D. André, 1887."""
    coin = {Fraction(-1): Fraction(1, 2), Fraction(1): Fraction(1, 2)}
    after = law_of_rounds(coin, 10**6)
    exact = after.below(Fraction(-bankroll)) + after.below(Fraction(1 - bankroll))
    started = time.process_time()
    assert ruin(coin, Fraction(bankroll), 10**6) == pytest.approx(exact, abs=1e-6)
    assert time.process_time() - started < 1


def test_simulated_sessions_agree_with_the_distribution_and_its_paths() -> None:
    house = house_rules("ma/high-card-flush", Choices())
    law = outcomes(house)
    tally = simulate(Plan(house=house, seats=({"ante": 100},), rounds=16 * BLOCK, seed=3, session=256))
    results = list(Counter(tally.results).elements())
    falls = list(Counter(tally.drawdowns).elements())
    assert len(results) > 4000
    for exact, seen in (
        (law_of_rounds(law, 256).loss, sum(net < 0 for net in results)),
        (downswing(law, Fraction(40), 256), sum(fall >= 4000 for fall in falls)),
    ):
        error = sqrt(exact * (1 - exact) / len(results))
        assert seen / len(results) == pytest.approx(exact, abs=4 * error)
