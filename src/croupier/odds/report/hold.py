"""Volatility, bands of actual hold, and hold per round at the posted limits."""

from fractions import Fraction
from math import lcm

from croupier.errors import Refusal
from croupier.odds.laws import CONFIDENCES, law_of_rounds
from croupier.odds.model import Distribution, Moments
from croupier.odds.report.sheet import Band, Hold, TopAward

VOLATILITY = 1.645
"""How many standard deviations of a normal law 90% of it lie within."""
ROUNDS = tuple(10**power for power in range(3, 8))


def volatility_index(net: Moments) -> float:
    """1.645 standard deviations of one round."""
    return VOLATILITY * net.standard_deviation


def bands(law: Distribution) -> tuple[Band, ...]:
    """The bands of hold, by the exact law of so many rounds; none past what the law can be computed for."""
    found = []
    for rounds in ROUNDS:
        try:
            after = law_of_rounds(law, rounds)
        except Refusal:
            break
        bounds = {name: after.hold_band(confidence) for name, confidence in CONFIDENCES.items()}
        found.append(Band(rounds=rounds, bounds=bounds))
    return tuple(found)


def cycle(law: Distribution) -> int:
    """The least number of rounds in which every net result can come its exact share."""
    return lcm(*(chance.denominator for chance in law.values()))


def top_award(law: Distribution) -> TopAward:
    """The greatest net result that can come."""
    net = max(net for net, chance in law.items() if chance)
    return TopAward(net=str(net), net_value=float(net), probability=str(law[net]), one_in=float(1 / law[net]))


def hold(
    wager: str, title: str, bounds: tuple[int, int], rates: tuple[Fraction, Fraction], pace: int
) -> Hold:
    """The hold per round, and per hour, and bettor at the posted limits, by the share held at each."""
    least, most = rates[0] * bounds[0], rates[1] * bounds[1]
    return Hold(
        wager=wager,
        title=title,
        minimum=bounds[0],
        maximum=bounds[1],
        rate_at_minimum=str(rates[0]),
        rate_at_maximum=str(rates[1]),
        at_minimum=str(least),
        at_maximum=str(most),
        hour_at_minimum=str(least * pace),
        hour_at_maximum=str(most * pace),
    )
