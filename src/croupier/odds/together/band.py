"""The band of many rounds at a table: bets of unequal stakes whose results partly go together.

Each bet keeps its exact law: the characteristic functions of all bets are multiplied as if they were
independent. The covariances of bets of one round (`seats`) then add a normal law with the variance that they
make up; where they take variance away, the whole law is narrowed to the right one. With one bet a round the
band is that of the exact convolution (`laws`); with several it has the right mean and variance, and the tails
of the bets themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi, sqrt
from typing import Any

from croupier.jit import numpy
from croupier.odds.model import Distribution, moments

_TAIL = 20.0
"""Minus the logarithm of the probability outside of the window on each side: 2 * 10**-9."""
_POINTS = 1 << 14
_AT_ONCE = 1 << 9
_NOTHING = 1e-13
_SMOOTHED = 2
"""The standard deviation of the smoothing, in cells: it reduces waves of the last frequency to 10**-9."""


@dataclass(frozen=True, slots=True)
class Bets:
    """A number of bets of one stake with the same distribution of results per unit."""

    law: Distribution
    stake: int
    count: int


@dataclass(frozen=True, slots=True)
class _Part:
    """The same as arrays: results in cents minus their mean."""

    nets: Any
    chances: Any
    count: int


def band(bets: Sequence[Bets], variance: float, confidence: float) -> tuple[float, float]:
    """How far below and above its mean the players' net result of all bets is with this confidence.

    `variance`: of all bets together, as they go together. Negative and positive cents.
    """
    alone = sum(each.count * each.stake**2 * _variance(each.law) for each in bets)
    if not alone:
        return 0.0, 0.0
    parts, spare = [_part(each) for each in bets], max(0.0, variance - alone)
    low, high = _window(parts, spare)
    width = high - low
    tail = (1 - confidence) / 2
    np = numpy()
    masses = _masses(parts, spare, low, width)
    places = low + width / _POINTS * np.arange(_POINTS)
    found = np.interp((tail, 1 - tail), masses.cumsum() - masses / 2, places)
    narrowed, margin = sqrt(min(1.0, variance / alone)), 2 * _SMOOTHED * width / _POINTS
    return float(found[0]) * narrowed - margin, float(found[1]) * narrowed + margin


def _variance(law: Distribution) -> float:
    net = moments(law)
    return float(net.square - net.mean**2)


def _part(bets: Bets) -> _Part:
    np, mean = numpy(), moments(bets.law).mean
    nets = np.array([float((net - mean) * bets.stake) for net in bets.law])
    return _Part(nets, np.array([float(chance) for chance in bets.law.values()]), bets.count)


def _window(parts: Sequence[_Part], spare: float) -> tuple[float, float]:
    """Bounds that the sum exceeds with less than the probability of `_TAIL` (Chernoff)."""
    np = numpy()
    reach = max(float(abs(part.nets).max()) for part in parts)
    rates = np.geomspace(1e-6, 60, 400) / reach

    def bound(sign: int) -> float:
        grown = spare * rates**2 / 2
        for part in parts:
            nets = sign * part.nets
            top = nets.max()
            power = np.exp(np.outer(rates, nets - top)) @ part.chances
            grown = grown + part.count * (np.log(power) + rates * top)
        return float(((grown + _TAIL) / rates).min())

    return -bound(-1), bound(1)


def _masses(parts: Sequence[_Part], spare: float, low: float, width: float) -> Any:
    """The probability of each cell of the window, smoothed so that no wave is cut off in the middle."""
    np = numpy()
    waves = np.zeros(_POINTS // 2 + 1, dtype=complex)
    smooth = spare + (_SMOOTHED * width / _POINTS) ** 2
    for first in range(0, len(waves), _AT_ONCE):
        rates = 2 * pi / width * np.arange(first, min(first + _AT_ONCE, len(waves)))
        found = np.exp(-1j * rates * low - smooth * rates**2 / 2)
        for part in parts:
            found *= (np.exp(1j * np.outer(rates, part.nets)) @ part.chances) ** part.count
        waves[first : first + _AT_ONCE] = found.conj()
        # What comes later is the lattice of the results, finer than the band needs.
        if abs(found).max() < _NOTHING:
            break
    return np.fft.irfft(waves, _POINTS).clip(0, None)
