"""The value of a leak: the player's best play with it, exact or sampled."""

from dataclasses import dataclass
from fractions import Fraction

from croupier.odds.model import Moments
from croupier.odds.sections import Section


@dataclass(frozen=True, slots=True)
class LeakRule:
    """A rule by which people can use a leak, and the mean it gets them per unit of ante."""

    name: str
    words: str
    mean: Fraction
    standard_error: float | None = None


@dataclass(frozen=True, slots=True)
class Informed:
    """Best play of somebody who knows a leak, per unit of ante."""

    net: Moments
    decisions: dict[str, Fraction]
    """The probability of each decision, by the names of `advise`."""
    changed: Fraction
    """The share of decisions that differ from those of a player who knows no more than their own cards."""
    standard_error: float | None = None
    """The standard error of the mean; None for an exact figure."""
    sections: tuple[Section, ...] = ()
    """Best play described."""
    rules: tuple[LeakRule, ...] = ()
    """Rules by which people can use the leak."""

    @property
    def method(self) -> str:
        """`exact`, or `sampled`."""
        return "exact" if self.standard_error is None else "sampled"


DEVIATIONS = 3
"""Standard deviations by which a result must stand out before money alone shows a leak."""


def rounds_to_detect(gain: Fraction, deviation: float) -> int | None:
    """The rounds after which the gain stands out of the luck of the cards; None if nothing is gained."""
    if gain <= 0:
        return None
    found = (DEVIATIONS * deviation / float(gain)) ** 2
    return int(found) + 1
