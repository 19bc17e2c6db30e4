"""The odds of a house for its hold, and the band of the win.

The theoretical win needs the edges of the bets. The band needs more: the exact law of each bet, and how the
bets of a round go together, at one seat and at two (`croupier.odds.together`).
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import Refusal
from croupier.submission.house import HouseRules

if TYPE_CHECKING:
    from croupier.odds.model import Distribution, Moments
    from croupier.odds.outcomes import Awards

CONFIDENCE = 0.99
COVER_ALL = "cover_all"
_UNIT = 100
"""Staked on a bet that pays dollars, where it has the law of a unit."""


class HouseOdds(NamedTuple):
    """The bets of a house: `main` (per unit of ante), a side bet, or `cover_all.<number of hands>`."""

    edges: Mapping[str, Fraction]
    """The house edge per unit staked."""
    laws: "Mapping[str, Distribution]"
    """The probability of each net result per unit staked."""
    covariance: Callable[[str, str, bool], float]
    """Of two bets of a round, per unit staked on each: at one seat (true), or at two."""
    amounts: "Mapping[str, Awards]" = MappingProxyType({})
    """The awards of each bet that pays dollars: its edge and its law depend on the stake. Above, a dollar is
    staked on it."""

    def edge(self, bet: str, stake: int) -> Fraction:
        """The house edge per unit of a stake in cents."""
        if bet not in self.amounts:
            return self.edges[bet]
        return -_moments(self.amounts[bet], stake).mean

    def law(self, bet: str, stake: int) -> "Distribution":
        """The probability of each net result per unit of a stake in cents."""
        if bet not in self.amounts:
            return self.laws[bet]
        from croupier.odds.outcomes import award_outcomes

        return award_outcomes(self.amounts[bet], stake)

    def deviating(self, bet: str, stake: int) -> int:
        """The stake at which the law per unit deviates as much, in cents, as the bet does at this one."""
        if bet not in self.amounts or not stake:
            return stake
        there, unit = (_moments(self.amounts[bet], each).standard_deviation for each in (stake, _UNIT))
        return round(stake * there / unit)


@lru_cache(maxsize=256)
def _moments(awards: "Awards", stake: int) -> "Moments":
    """Of a bet with these awards, per unit of a stake; every round of a table asks for the same few."""
    from croupier.odds.model import moments
    from croupier.odds.outcomes import award_outcomes

    return moments(award_outcomes(awards, stake))


class OddsPending(Refusal):
    """Odds that are being computed elsewhere."""

    def __init__(self) -> None:
        super().__init__("not_computed", "the odds are being computed; look again in a minute")


Odds = Callable[[HouseRules], HouseOdds]


def exact_odds(house: HouseRules) -> HouseOdds:
    """The odds of a house's bets, without the progressive, kept on disk.

    The first time a game is solved takes seconds, and numba.
    """
    from dataclasses import replace

    from croupier.odds.model import BetOdds
    from croupier.odds.outcomes import awards_of, results_of
    from croupier.odds.price import prices
    from croupier.odds.subject import Subject
    from croupier.odds.together.seats import seats_of
    from croupier.submission.form import Choices

    found = seats_of(house)
    laws, amounts = {}, {}
    for price in prices(Subject(replace(house, progressive=None), True, Choices())):
        name = f"{COVER_ALL}.{price.table}" if price.bet == COVER_ALL else price.bet
        computed = price.compute()
        laws[name] = results_of(price, computed)
        if price.pays is not None and price.pays.pays_amounts and isinstance(computed, BetOdds):
            amounts[name] = awards_of(price.pays, computed)
    return HouseOdds(
        edges={bet: -net.mean for bet, net in found.bets.items()},
        laws=laws,
        covariance=lambda first, second, same: found.covariance(first, second, same).value,
        amounts=amounts,
    )


class Spread:
    """The stakes of many rounds, added up as far as the band needs them."""

    def __init__(self) -> None:
        self._stakes: dict[tuple[int, str, int], int] = {}
        """By house, bet and stake: how many."""
        self._products: dict[tuple[int, str, str], list[int]] = {}
        """By house and two bets: the products of their stakes, at one seat and at all seats of a round."""
        self._houses: dict[int, HouseOdds] = {}

    def add(self, odds: HouseOdds, round_: Mapping[int, Mapping[str, int]]) -> None:
        """A round: stakes in cents by seat and bet."""
        self._houses[id(odds)] = odds
        house, total = id(odds), dict[str, int]()
        own: dict[tuple[str, str], int] = {}
        for placed in round_.values():
            stakes = {bet: odds.deviating(bet, stake) for bet, stake in placed.items()}
            for first, stake in stakes.items():
                total[first] = total.get(first, 0) + stake
                if not first.startswith(COVER_ALL):
                    self._count(house, first, placed[first])
                for second, other in stakes.items():
                    own[first, second] = own.get((first, second), 0) + stake * other
        for first, stake in total.items():
            if first.startswith(COVER_ALL):  # all seats win and lose it together: one bet of the round
                self._count(house, first, stake)
            for second, other in total.items():
                sums = self._products.setdefault((house, first, second), [0, 0])
                sums[0] += own.get((first, second), 0)
                sums[1] += stake * other

    def _count(self, house: int, bet: str, stake: int) -> None:
        key = house, bet, stake
        self._stakes[key] = self._stakes.get(key, 0) + 1

    @property
    def variance(self) -> float:
        """Of the win, in square cents."""
        found = 0.0
        for (house, first, second), (own, everyone) in self._products.items():
            covariance = self._houses[house].covariance
            if own:
                found += own * covariance(first, second, True)
            if everyone > own:
                found += (everyone - own) * covariance(first, second, False)
        return found

    def band(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """How far below and above the theoretical win the win lies with this confidence, in cents."""
        from croupier.odds.together.band import Bets, band

        bets = [
            Bets(self._houses[house].law(bet, stake), stake, count)
            for (house, bet, stake), count in self._stakes.items()
            if stake
        ]
        if not bets:
            return 0.0, 0.0
        low, high = band(bets, self.variance, confidence)
        return -high, -low  # the house wins what the players lose
