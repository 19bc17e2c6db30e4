"""The law of a meter when a whole award is paid.

A wager adds its contribution and then wins the whole meter, a share of it, or nothing; which of them does not
depend on the meter. So the time to a whole award is geometric, and the meter as a whole award is paid has the
law of the meter as any wager is placed. Between awards of either kind the meter grows by a geometric number
of contributions; a share leaves the rest of it. The law is computed on a grid of equal cells: growth and
shares keep the mean exactly, so the mean is that of the closed form (`croupier.odds.progressive.long_run`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log1p
from typing import Any

from croupier.jit import numpy

_CELLS = 1 << 13
_REACH, _REACH_WITH_SHARES = 30, 14
"""The grid goes so many means above where a meter starts: less than 10**-9 of the law lies beyond."""
_LEFT = 1e-12
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class Movement:
    """How a wager moves a meter. Amounts are cents."""

    added: Fraction
    """The contribution of a wager."""
    whole: Fraction
    """The probability that a wager wins all of it."""
    shares: Mapping[Fraction, Fraction]
    """By share of the meter below the whole: the probability that a wager wins it."""

    @property
    def mean_growth(self) -> float:
        """The mean growth of a meter that starts at zero, up to its next whole award."""
        taken = self.whole + sum(share * chance for share, chance in self.shares.items())
        return float(self.added / taken)

    @property
    def reach(self) -> int:
        """The reach of the grid, in means."""
        return _REACH_WITH_SHARES if self.shares else _REACH


@dataclass(frozen=True, slots=True, eq=False)
class MeterLaw:
    """The law of a meter as its next whole award is paid."""

    cell: float
    """The width of a cell, in cents."""
    masses: Any
    """The probability of each cell, from zero up."""

    @property
    def mean(self) -> float:
        """The average award in cents."""
        return float(self.masses @ numpy().arange(len(self.masses))) * self.cell

    def quantile(self, share: float) -> float:
        """The amount in cents that the award does not exceed with this probability."""
        np = numpy()
        sums = self.masses.cumsum()
        return float(np.interp(share, sums, np.arange(len(sums)) * self.cell + self.cell / 2))

    def above(self, cents: float) -> float:
        """The probability that the award exceeds an amount."""
        np = numpy()
        sums = self.masses.cumsum()
        places = np.arange(len(sums)) * self.cell + self.cell / 2
        return float(1 - np.interp(cents, places, sums, left=0.0, right=1.0))


def wagers_until(whole: Fraction, share: float) -> int:
    """The wagers within which a whole award is paid with this probability."""
    return ceil(log1p(-share) / log1p(-float(whole)))


def law_from(movement: Movement, start: int) -> MeterLaw:
    """The law of a meter that stands at an amount now."""
    cell = (start + movement.reach * movement.mean_growth) / _CELLS
    return _law(movement, _point(start / cell), cell)


def law_between_awards(movement: Movement, restart: int, carried: Fraction | None) -> MeterLaw:
    """The law in the long run: the meter starts again from an amount, or from another meter.

    `carried`: the contribution of a wager to the meter that is carried over, which has grown since the last
    whole award; then nothing is added to it.
    """
    if carried is None:
        return law_from(movement, restart)
    grown = float(carried / movement.whole)
    cell = (movement.reach * movement.mean_growth + _REACH * grown) / _CELLS
    return _law(movement, _sum(_point(0.0), _geometric(grown / cell)), cell)


def _law(movement: Movement, start: Any, cell: float) -> MeterLaw:
    """Grow up to an award: it is a whole one and the end, or a share goes and the rest grows on."""
    np = numpy()
    some = movement.whole + sum(movement.shares.values(), Fraction(0))
    ends, step = float(movement.whole / some), float(movement.added / some) / cell
    found, left, now = np.zeros(_CELLS), 1.0, start
    spread = _geometric(step)
    while True:
        grown = _sum(now, spread)
        if left * (1 - ends) < _LEFT:
            return MeterLaw(cell, found + left * grown)
        found += left * ends * grown
        left *= 1 - ends
        after = sum(
            float(chance / (some - movement.whole)) * _kept(grown, float(1 - share))
            for share, chance in movement.shares.items()
        )
        if abs(after - now).max() < _LEFT:  # from here on every award finds the same law
            return MeterLaw(cell, found + left * grown)
        now = after


def _point(place: float) -> Any:
    """All of it at one place, between two cells so that the mean is right."""
    found = numpy().zeros(_CELLS)
    cell = int(place)
    found[cell], found[cell + 1] = 1 - (place - cell), place - cell
    return found


def _geometric(mean: float) -> Any:
    """The transform of a geometric law of this mean in cells."""
    np = numpy()
    ratio = mean / (1 + mean)
    return np.fft.rfft((1 - ratio) * ratio ** np.arange(_CELLS), 2 * _CELLS)


def _sum(masses: Any, law: Any) -> Any:
    """The law of a sum, the second given by its transform."""
    np = numpy()
    size = 2 * _CELLS
    return np.fft.irfft(np.fft.rfft(masses, size) * law, size)[:_CELLS].clip(0, None)


def _kept(masses: Any, share: float) -> Any:
    """The law of this share of the meter, each cell split between two so that the mean is right."""
    np = numpy()
    places = np.arange(_CELLS) * share
    cells = places.astype(np.int64)
    over = places - cells
    found = np.bincount(cells, masses * (1 - over), _CELLS)
    return found + np.bincount(cells + 1, masses * over, _CELLS + 1)[:_CELLS]
