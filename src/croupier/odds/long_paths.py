"""Paths of very many rounds, too many to step through one by one.

*Ruin*: a bet loses at most d units a round. For a complex number s within the unit circle, d roots of
1 = s E[z**X] lie within it too. The probability of ruin from u units, by round, has the generating function
sum of c_j z_j**u at s; it is 1 for 0, -1 … 1 - d units, which gives the c_j. The probability of ruin within n
rounds is a coefficient of it: a contour integral, whose alternating sum converges fast after Euler (Abate and
Whitt, 1992). It is good to nine digits after a thousand rounds, and to six after a million.

*Downswing*: the distance from the fall is a chain with as many states as the fall has units, and its n-th
power takes as many squarings as n has binary digits.
"""

from math import comb, log, pi
from typing import Any

from croupier.jit import numpy

MOST_ROOTS = 40
MOST_STATES = 1024
_DIGITS = 10.0
_TERMS, _AVERAGED = 40, 20


def ruin_within(nets: Any, chances: Any, capital: int, rounds: int) -> float:
    """Return the probability that a bankroll of `capital` units is lost within a number of rounds.

    `nets` are whole units, at least one of them negative and none below `-MOST_ROOTS`.
    """
    np = numpy()
    radius = 10 ** (-_DIGITS / (2 * rounds))
    places = np.arange(_TERMS + _AVERAGED + 1)
    points = radius * np.exp(1j * pi * places / rounds)
    values = _generating(nets, chances, capital, points) / (1 - points)
    terms = np.where(places % 2, -1.0, 1.0) * values.real
    terms[0] /= 2
    sums = terms.cumsum()[_TERMS:]
    weights = np.array([comb(_AVERAGED, place) for place in range(_AVERAGED + 1)]) / 2.0**_AVERAGED
    return min(1.0, max(0.0, float(weights @ sums) / (rounds * radius**rounds)))


def _generating(nets: Any, chances: Any, capital: int, points: Any) -> Any:
    """By point, the generating function of the round of ruin."""
    np = numpy()
    roots = _roots(nets, chances, points)
    inverse, found = 1 / roots, np.zeros(len(points), dtype=complex)
    for place in range(roots.shape[1]):
        others = np.delete(inverse, place, axis=1)
        share = ((others - 1) / (others - inverse[:, place : place + 1])).prod(axis=1)
        found += share * roots[:, place] ** capital
    return found


def _roots(nets: Any, chances: Any, points: Any) -> Any:
    """By point, the roots within the unit circle, followed from a point so small that they are known.

    There the greatest loss alone decides. The way to the point leads beside the real axis, where roots would
    meet, and slows down at its end, where roots within the circle come near to those outside.
    """
    np = numpy()
    down = int(-nets.min())
    powers = [int(net) + down for net in nets]
    by_power = sorted(zip(powers, chances.tolist(), strict=True))
    least = by_power[0][1]
    small = 0.02 * min([(least / chance) ** (1 / power) for power, chance in by_power[1:]], default=1.0)
    start = down * log(small) - log(least)
    far = np.linspace(start, -0.25, int(-start / 0.4) + 2)
    way = np.concatenate([far, -0.25 * 0.5 ** np.arange(1, 25), [0.0]])
    way = way + 0.8j * np.minimum(1, -way)
    turns = np.exp(2j * pi * np.arange(down) / down)
    roots = small * turns * np.exp((np.log(points)[:, None] + way[0] - start) / down)
    moved = None
    for number, logarithm in enumerate(way):
        scale = points[:, None] * np.exp(logarithm)
        if moved is not None:
            roots = roots * np.exp((logarithm - way[number - 1]) * moved)
        for _ in range(20):  # Newton
            above, slope = roots**down, down * roots ** (down - 1)
            for power, chance in by_power:
                above = above - scale * chance * roots**power
                if power:
                    slope = slope - scale * chance * power * roots ** (power - 1)
            step = above / slope
            roots = roots - step
            if (abs(step) < 1e-12 * abs(roots)).all():
                break
        moved = roots ** (down - 1) / slope
    return roots


def downswing_within(nets: Any, chances: Any, depth: int, rounds: int) -> float:
    """The probability of a fall by so many units (at most `MOST_STATES`) below an earlier high."""
    np = numpy()
    # By distance from the fall: none is left at 0, and a new high stays at `depth`.
    chain = np.zeros((depth + 1, depth + 1))
    chain[0, 0] = 1.0
    for place in range(1, depth + 1):
        np.add.at(chain[place], (place + nets).clip(0, depth), chances)
    return min(1.0, float(np.linalg.matrix_power(chain, rounds)[depth, 0]))
