"""Blocks of a simulation scatter around the exact mean as chance does: neither more nor less.

Each block's mean is so many exact standard errors away from the exact mean, and over independent blocks the
sum of their squares is chi-squared. Too much would be a wrong variance or blocks that share cards, too little
cards that repeat within a block.

Two things must not enter such a test. Runs with one seed deal the same cards in every game, and the bets of
one run share them: they are no independent witnesses, so here every game has its own seed. And the "errors
away" that `simulate` prints take the larger of the exact and the sampled error, which is cautious and
scatters too little: here the error is the exact one.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random

import pytest

from croupier.odds.simulate import BLOCK, Plan, exact_figures
from croupier.odds.simulate.block import play_block
from croupier.odds.simulate.wagers import every_wager
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices

BLOCKS = 48

GAMES = {
    "ma/high-card-flush": Choices.of(flush_bonus="A", straight_flush_bonus="B"),
    "ma/ultimate-texas-holdem": Choices.of(trips="A"),
    "ma/four-card-poker": Choices.of(aces_up="II"),
}


def scatter(distances: Sequence[float]) -> float:
    """How many standard deviations the scatter of standard errors is from chance (Wilson and Hilferty)."""
    count = len(distances)
    spread = sum(each * each for each in distances) / count
    return float((spread ** (1 / 3) - (1 - 2 / (9 * count))) / sqrt(2 / (9 * count)))


@pytest.mark.parametrize(("rules", "seed"), list(zip(GAMES, (101, 202, 303), strict=True)))
def test_blocks_scatter_as_chance_does(rules: str, seed: int) -> None:
    house = house_rules(rules, GAMES[rules])
    plan = Plan(house=house, seats=(every_wager(house),), rounds=BLOCKS * BLOCK, seed=seed)
    encoded = plan.encoded()
    tallies = [play_block(encoded, index) for index in range(BLOCKS)]
    found = {
        name: [
            (tally.bets[name].mean - float(exact.mean)) * sqrt(tally.bets[name].wagers) / exact.deviation
            for tally in tallies
        ]
        for name, exact in exact_figures(plan, tallies[0]).items()
    }
    assert "main" in found
    assert {name: round(scatter(each), 2) for name, each in found.items() if abs(scatter(each)) > 3.5} == {}


def test_a_wrong_scatter_is_seen() -> None:
    source = Random(7)
    chance = [source.gauss(0, 1) for _ in range(BLOCKS)]
    assert abs(scatter(chance)) < 3.5
    assert scatter([2 * each for each in chance]) > 3.5
    assert scatter([each / 2 for each in chance]) < -3.5
