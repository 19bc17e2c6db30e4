"""Volatility, bands of actual hold, and hold per round at the posted limits."""

from fractions import Fraction
from math import sqrt

from croupier.odds.model import Moments
from croupier.odds.report.sheet import Band, Hold

CONFIDENCE = {"90%": 1.645, "95%": 1.960, "99%": 2.576}
"""Two-sided confidence, and how many standard deviations of a normal law it spans to each side."""

VOLATILITY = CONFIDENCE["90%"]
ROUNDS = tuple(10**power for power in range(3, 8))


def volatility_index(net: Moments) -> float:
    """1.645 standard deviations of one round."""
    return VOLATILITY * net.standard_deviation


def bands(net: Moments) -> tuple[Band, ...]:
    """The bands of hold: the edge, and z standard deviations over the root of the rounds to each side."""
    edge, deviation = float(-net.mean), net.standard_deviation
    return tuple(
        Band(
            rounds=rounds,
            bounds={
                name: (edge - z * deviation / sqrt(rounds), edge + z * deviation / sqrt(rounds))
                for name, z in CONFIDENCE.items()
            },
        )
        for rounds in ROUNDS
    )


def hold(wager: str, title: str, bounds: tuple[int, int], rates: tuple[Fraction, Fraction]) -> Hold:
    """The hold per round and bettor at the posted minimum and maximum, by the share held at each."""
    return Hold(
        wager=wager,
        title=title,
        minimum=bounds[0],
        maximum=bounds[1],
        rate_at_minimum=str(rates[0]),
        rate_at_maximum=str(rates[1]),
        at_minimum=str(rates[0] * bounds[0]),
        at_maximum=str(rates[1] * bounds[1]),
    )
