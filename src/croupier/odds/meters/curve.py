"""A progressive as a function of its meter: the return as played, and under best play for both bets."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

from croupier.errors import Refusal
from croupier.money import LARGEST
from croupier.odds.filed.wagers import reading_of
from croupier.odds.meters.price import AtMeters, at_meters, figures_at_meters
from croupier.odds.progress import Progress, silent
from croupier.submission.house import HouseRules

POINTS = 5
"""The points of the curve, from the seed to one and a half times the break-even."""
_DOLLAR = 100


class Curve(NamedTuple):
    """A progressive at a reading of its meters, and as one of them rises."""

    meter: str
    """The meter that rises; the others stay as given."""
    now: AtMeters
    points: tuple[AtMeters, ...]


def curve(
    house: HouseRules, stake: int, meters: Mapping[str, int], ante: int, progress: Progress = silent
) -> Curve:
    """The curve of the first meter that a row pays in full; beside an ante in cents."""
    if house.progressive is None:
        raise Refusal("not_solved", f"{house.rules.rules.name}: no progressive is offered here")
    reading = reading_of(house, meters)
    now = at_meters(house, stake, reading, (ante,), progress)
    name = next(iter(now.awards), house.progressive.meters[0].name)
    seed = next(meter.seed for meter in house.progressive.meters if meter.name == name)
    even = now.awards[name].break_even if name in now.awards else None
    points = []
    for number, amount in enumerate(readings(seed, even)):
        progress(number, POINTS)
        points.append(at_meters(house, stake, {**reading, name: amount}, (ante,), progress))
    return Curve(name, now, tuple(points))


def readings(seed: int, break_even: Fraction | None) -> tuple[int, ...]:
    """Equal steps in whole dollars, the break-even among them; without one up to ten seeds."""
    last = ceil(break_even * Fraction(3, 2)) if break_even and break_even > seed else 10 * max(seed, _DOLLAR)
    step = Fraction(last - seed, POINTS - 1)
    steps = {seed, *(int(seed + step * number) // _DOLLAR * _DOLLAR for number in range(1, POINTS))}
    if break_even and break_even > seed:
        steps.add(ceil(break_even))
    return tuple(sorted(each for each in steps if each <= LARGEST))


def figures_of_curve(found: Curve) -> dict[str, Any]:
    """The figures, as JSON."""
    return {
        "meter": found.meter,
        "now": figures_at_meters(found.now),
        "curve": [figures_at_meters(each) for each in found.points],
    }
