"""The data types of odds: exact expectations and counts, and the figures derived from them.

Everything is a `Fraction` per unit staked (per unit of ante for the game itself) until it is printed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

Distribution = dict[Fraction, Fraction]
"""By net result, per unit of ante or of stake: its probability. Ascending, and the sum is 1."""


@dataclass(frozen=True, slots=True)
class Moments:
    """The first two moments of a net result."""

    mean: Fraction
    square: Fraction
    """The expectation of the square."""

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance."""
        return sqrt(max(Fraction(0), self.square - self.mean**2))


@dataclass(frozen=True, slots=True)
class MainOdds:
    """The game itself under a strategy, per unit of ante: ante, blind, raise or play; no side bets."""

    net: Moments
    average_wager: Fraction
    decisions: dict[str, Fraction]
    """The probability of each decision, by the names of `advise` (`play_4x`, `raise_2x`, `fold` …)."""

    @property
    def house_edge(self) -> Fraction:
        """The house edge per unit of ante."""
        return -self.net.mean

    @property
    def element_of_risk(self) -> Fraction:
        """The house edge per unit of all wagers."""
        return -self.net.mean / self.average_wager


@dataclass(frozen=True, slots=True)
class Level:
    """One row of a pay table: its payout, and the number of equally likely cases in which it is paid."""

    pays: str
    count: int
    probability: Fraction


@dataclass(frozen=True, slots=True)
class BetOdds:
    """A bet against a pay table, per unit staked."""

    net: Moments
    hit_rate: Fraction
    levels: dict[str, Level]

    @property
    def house_edge(self) -> Fraction:
        """The house edge per unit staked."""
        return -self.net.mean


@dataclass(frozen=True, slots=True)
class CoverAllOdds:
    """Cover All for a number of hands: exact, or estimated with its standard error."""

    net: Moments
    hit_rate: Fraction
    levels: dict[str, Level]
    exact: bool
    standard_error: float = 0.0
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class NotFolded:
    """The hands that optimal play does not fold, regardless of the progressive."""

    groups: dict[int, int]
    """By group of the census: in how many of the equally likely cases a hand of it is not folded."""
    cases: int


@dataclass(frozen=True, slots=True)
class MeterGrowth:
    """The growth of a meter between whole awards. Amounts are cents."""

    added: Fraction
    """The contribution of a wager to the meter."""
    wagers_between: Fraction
    """The average number of wagers from one whole award to the next."""
    average_award: Fraction
    """The average whole award, in the long run."""


@dataclass(frozen=True, slots=True)
class LongRun:
    """The progressive over many awards, as played: contributions come back, with what the house adds."""

    meters: dict[str, MeterGrowth]
    returned: Fraction
    """Per unit staked: the fixed awards, all contributions, and the house's reseeding after whole awards."""


@dataclass(frozen=True, slots=True)
class ProgressiveReturn:
    """The return of a progressive, by the hands that count."""

    probabilities: dict[str, Fraction]
    """By row of the table: that it is paid."""
    fixed: Fraction
    """Per unit staked: everything but the shares of meters."""
    meters: dict[str, Fraction]
    """By meter, the expected part of that meter that a wager wins."""
    at_seed: Fraction
    """Per unit staked, every meter at its seed."""
    break_even: Fraction | None
    """The first meter in cents from which a wager returns its stake, the other meters at their seeds; 0 if it
    always does, None if the table pays no share of it."""

    @property
    def hit_rate(self) -> Fraction:
        """The probability of an award."""
        return sum(self.probabilities.values(), Fraction(0))


@dataclass(frozen=True, slots=True)
class ProgressiveOdds:
    """A progressive: its fixed awards, its shares of the meters, and the meter at which it breaks even."""

    levels: dict[str, Level]
    """By row, the hands dealt."""
    stake: int
    as_played: ProgressiveReturn
    """Under optimal play of the game, where a fold may lose the wager: the price."""
    if_live: ProgressiveReturn
    """If every hand counted; the same where a fold does not lose the wager."""
    contribution: Fraction | None
    """The part of a stake that goes on the meters, where the rates are known."""
    envy: dict[int, Fraction] = field(default_factory=dict)
    """By the number of other players: the expected envy per unit staked."""
    long_run: LongRun | None = None
    """The effect of contributions over many awards, where the rates are known."""

    @property
    def house_edge(self) -> Fraction:
        """The house edge per unit staked, every meter at its seed, as played; envy is left out."""
        return 1 - self.as_played.at_seed

    def return_at(self, players: int) -> Fraction:
        """The return at the seeds with so many players at the table: the awards, and envy from the others."""
        return self.as_played.at_seed + (self.envy[players - 1] if players > 1 else 0)


def moments(distribution: Distribution) -> Moments:
    """The first two moments of a distribution."""
    return Moments(
        mean=sum((net * chance for net, chance in distribution.items()), Fraction(0)),
        square=sum((net**2 * chance for net, chance in distribution.items()), Fraction(0)),
    )


def ascending(distribution: Distribution) -> Distribution:
    """A distribution in the order of its net results."""
    return {net: distribution[net] for net in sorted(distribution)}


def shares(counts: Mapping[Fraction, int]) -> Distribution:
    """A distribution by the number of equally likely cases that end in each net result."""
    total = sum(counts.values())
    return ascending({net: Fraction(count, total) for net, count in counts.items()})


def agreeing(distribution: Distribution, main: MainOdds) -> Distribution:
    """A distribution of the results of a game, refused if its moments are not those of the game's odds."""
    if moments(distribution) != main.net:
        raise ArithmeticError("the distribution of results and the odds of the game disagree")
    return distribution
