"""How unlikely a statistic is: tails of the chi-square, normal and Poisson distributions, and Holm's method.

The chi-square and Poisson tails are the regularised incomplete gamma function, by its series below the mean
and its continued fraction above, where each converges fast.
"""

import math
from collections.abc import Sequence


def gamma_tails(shape: float, x: float) -> tuple[float, float]:
    """The lower and the upper tail of the gamma distribution with this shape, the smaller to full precision.

    >>> [round(tail, 6) for tail in gamma_tails(1, 2)]  # 1 - e^-2 and e^-2
    [0.864665, 0.135335]
    """
    if x <= 0:
        return 0.0, 1.0
    front = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        lower = min(1.0, front * _series(shape, x))
        return lower, 1 - lower
    upper = min(1.0, front * _continued_fraction(shape, x))
    return 1 - upper, upper


def _series(shape: float, x: float) -> float:
    term = total = 1 / shape
    while term > total * 1e-17:
        shape += 1
        term *= x / shape
        total += term
    return total


def _continued_fraction(shape: float, x: float) -> float:
    """Lentz's method. The divisors stay positive for x >= shape + 1, so nothing can vanish."""
    b = x + 1 - shape
    c = math.inf
    d = 1 / b
    value = d
    step = 0
    while True:
        step += 1
        a = step * (shape - step)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            return value


def chi_square_tails(statistic: float, degrees: int) -> tuple[float, float]:
    """The chances of a chi-square at most and at least this great."""
    return gamma_tails(degrees / 2, statistic / 2)


def two_sided(tails: tuple[float, float]) -> float:
    """The chance of something as far out, on whichever side."""
    return min(1.0, 2 * min(tails))


def normal_two_sided(z: float) -> float:
    """The chance of a normal variate as far from its mean."""
    return math.erfc(abs(z) / math.sqrt(2))


def poisson_tails(count: int, mean: float) -> tuple[float, float]:
    """The chances of a Poisson count at most and at least this great."""
    at_most = gamma_tails(count + 1, mean)[1]
    at_least = gamma_tails(count, mean)[0] if count else 1.0
    return at_most, at_least


def holm(chances: Sequence[float]) -> list[float]:
    """P-values adjusted for multiple tests by Holm's method.

    >>> holm([0.01, 0.5, 0.02])
    [0.03, 0.5, 0.04]
    """
    adjusted = [0.0] * len(chances)
    worst = 0.0
    for rank, index in enumerate(sorted(range(len(chances)), key=lambda each: chances[each])):
        worst = max(worst, min(1.0, (len(chances) - rank) * chances[index]))
        adjusted[index] = worst
    return adjusted
