"""The bets of a seat together: exact covariances of the game and its side bets, of one unit staked on each.

A side bet is decided by the player's cards, and so is the game in part; two side bets are decided by the same
cards. So their results go together, and all of them deviate more than independent bets would.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any

from croupier.errors import Refusal
from croupier.games.common import NO_ROW, row_reached
from croupier.odds.counting.census import census_of
from croupier.odds.model import Moments
from croupier.odds.price import main_odds
from croupier.odds.progress import Progress, silent
from croupier.odds.protocol import solver_for
from croupier.odds.side_bets import DOLLAR, gross, play_of, price_bet, side_bets
from croupier.submission.house import HouseRules

MAIN = "main"


@dataclass(frozen=True, slots=True)
class Bundle:
    """The bets of a seat, a unit on each: ante for the game, stake for a side bet."""

    bets: dict[str, Moments]
    covariances: dict[tuple[str, str], Fraction]
    """By two bets in their order."""

    @property
    def mean(self) -> Fraction:
        """The expectation of all bets together."""
        return sum((net.mean for net in self.bets.values()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """Of all bets together."""
        alone = sum((net.square - net.mean**2 for net in self.bets.values()), Fraction(0))
        return alone + 2 * sum(self.covariances.values(), Fraction(0))

    @property
    def standard_deviation(self) -> float:
        """Of all bets together."""
        return sqrt(self.variance)

    def correlation(self, first: str, second: str) -> float:
        """How two bets go together, from -1 to 1."""
        spread = self.bets[first].standard_deviation * self.bets[second].standard_deviation
        return float(self.covariances[first, second]) / spread


def together(house: HouseRules, progress: Progress = silent) -> Bundle | None:
    """The bundle of a house with side bets; none without them, or where its solver does not count them."""
    if not any(wager in house.tables for wager in side_bets(house)):
        return None
    try:
        return bundle(house, progress)
    except Refusal as refusal:
        if refusal.code != "not_solved":
            raise
        return None


def figures_together(found: Bundle) -> dict[str, Any]:
    """The figures of the bets together, per unit on each."""
    pairs: dict[str, dict[str, Any]] = {}
    for (first, second), covariance in found.covariances.items():
        of = {"covariance": str(covariance), "correlation": found.correlation(first, second)}
        pairs.setdefault(first, {})[second] = of
    return {
        "bets": list(found.bets),
        "ev": str(found.mean),
        "variance": str(found.variance),
        "std_dev": found.standard_deviation,
        "pairs": pairs,
    }


def bundle(house: HouseRules, progress: Progress = silent) -> Bundle:
    """The game and every side bet of the house, per unit; Cover All and the progressive are left out."""
    offered = [wager for wager in side_bets(house) if wager in house.tables]
    bets = {MAIN: main_odds(house, progress).net}
    bets |= {wager: price_bet(house, wager, house.tables[wager]).net for wager in offered}
    found: dict[tuple[str, str], Fraction] = {}
    for wager in offered:
        by_row = solver_for(house.rules).main_by_row(house, wager, progress)
        # The stake is lost but for the rows that pay: E[main * side] is that of the awards less E[main].
        product = sum((net * _gross(house, wager, row) for row, net in by_row.items()), -bets[MAIN].mean)
        found[MAIN, wager] = product - bets[MAIN].mean * bets[wager].mean
    for first, second in combinations(offered, 2):
        product = _product(house, first, second)
        found[first, second] = product - bets[first].mean * bets[second].mean
    return Bundle(bets, found)


def _gross(house: HouseRules, wager: str, row: str) -> Fraction:
    award = house.tables[wager].award(row)
    return Fraction(0) if award is None else gross(award, DOLLAR)


def _product(house: HouseRules, first: str, second: str) -> Fraction:
    """The expectation of the product of two side bets: both are decided by the same hand of a census."""
    play = play_of(house)
    census = census_of(solver_for(house.rules).census(house, first))
    total = Fraction(0)
    for group in census.groups.values():
        strength, nets = play.strength(group.example), []
        for wager in (first, second):
            side = play.sides[wager]
            row = row_reached(side.rung(group.example, strength), side.schedule.kinds)
            nets.append(-1 if row == NO_ROW else _gross(house, wager, side.ladder[row]) - 1)
        total += group.count * nets[0] * nets[1]
    return total / census.hands
