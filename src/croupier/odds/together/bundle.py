"""The bets of a seat together: exact covariances of the game and its side bets, of one unit staked on each.

A side bet is decided by the player's cards, and so is the game in part; two side bets are decided by the same
cards. So their results go together, and all of them deviate more than independent bets would. A progressive
is one of them where the solver counts the game by its rows: at its first stake, with its meters at their
seeds, as played. Cover All is decided by other hands too (`seats`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any

from croupier.errors import Refusal
from croupier.games.common import NO_ROW, row_reached
from croupier.odds.counting.census import census_of
from croupier.odds.model import Moments, ProgressiveOdds, moments
from croupier.odds.outcomes import progressive_outcomes
from croupier.odds.price import main_odds, not_folded, stays
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import brought, price_progressive
from croupier.odds.protocol import solver_for
from croupier.odds.side_bets import gross, play_of, price_bet, side_bets, side_of
from croupier.odds.subject import DOLLAR
from croupier.submission.house import HouseRules

MAIN, PROGRESSIVE, COVER_ALL = "main", "progressive", "cover_all"


@dataclass(frozen=True, slots=True)
class Bundle:
    """The bets of a seat, a unit on each: ante for the game, stake for a side bet.

    `units`, here and below: by bet whose table pays dollars, the stake that a unit is, in cents.
    """

    bets: dict[str, Moments]
    covariances: dict[tuple[str, str], Fraction]
    """The covariance of two bets, in their order."""
    left_out: tuple[str, ...] = ()
    """Wagers that the house offers and that are not counted together with these."""

    @property
    def mean(self) -> Fraction:
        """The expectation of all bets together."""
        return sum((net.mean for net in self.bets.values()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of all bets together."""
        alone = sum((net.square - net.mean**2 for net in self.bets.values()), Fraction(0))
        return alone + 2 * sum(self.covariances.values(), Fraction(0))

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of all bets together."""
        return sqrt(self.variance)

    def correlation(self, first: str, second: str) -> float:
        """How two bets go together, from -1 to 1."""
        spread = self.bets[first].standard_deviation * self.bets[second].standard_deviation
        return float(self.covariances[first, second]) / spread


def together(
    house: HouseRules, progress: Progress = silent, units: Mapping[str, int] | None = None
) -> Bundle | None:
    """The bundle of a house with side bets; none without them, or where its solver does not count them."""
    if not _side_bets(house) and house.progressive is None:
        return None
    try:
        found = bundle(house, progress, units)
    except Refusal as refusal:
        if refusal.code != "not_solved":
            raise
        return None
    return found if found.covariances else None


def figures_together(found: Bundle) -> dict[str, Any]:
    """The figures of the bets together, per unit on each."""
    pairs: dict[str, dict[str, Any]] = {}
    for (first, second), covariance in found.covariances.items():
        of = {"covariance": str(covariance), "correlation": found.correlation(first, second)}
        pairs.setdefault(first, {})[second] = of
    return {
        "bets": list(found.bets),
        "left_out": list(found.left_out),
        "ev": str(found.mean),
        "variance": str(found.variance),
        "std_dev": found.standard_deviation,
        "pairs": pairs,
    }


def bundle(house: HouseRules, progress: Progress = silent, units: Mapping[str, int] | None = None) -> Bundle:
    """The game, every side bet of the house, and its progressive where it is counted with them, per unit."""
    solver, sides = solver_for(house.rules), dict.fromkeys(_side_bets(house), DOLLAR)
    sides |= {wager: unit for wager, unit in (units or {}).items() if wager in sides}
    bets = {MAIN: main_odds(house, progress).net}
    bets |= {wager: price_bet(house, wager, house.tables[wager], unit).net for wager, unit in sides.items()}
    counted = [
        _Counted(house, wager, solver.main_by_row(house, wager, progress), unit=unit)
        for wager, unit in sides.items()
    ]
    left_out = [COVER_ALL] if house.cover_all else []
    if house.progressive is not None:
        found = _progressive(house, progress)
        if found is None:
            left_out.append(PROGRESSIVE)
        else:
            counted.append(found[0])
            bets[PROGRESSIVE] = found[1]
    covariances: dict[tuple[str, str], Fraction] = {}
    for each in counted:
        # The stake is lost but for the rows that pay: E[main * bet] is that of the awards less E[main].
        product = sum((net * each.gross(row) for row, net in each.main.items()), -bets[MAIN].mean)
        covariances[MAIN, each.wager] = product - bets[MAIN].mean * bets[each.wager].mean
    for first, second in combinations(counted, 2):
        awards = _both(house, first, second)
        one, other = bets[first.wager].mean, bets[second.wager].mean
        # Of (a - 1) (b - 1), with awards a and b of the two bets.
        covariances[first.wager, second.wager] = awards - (one + 1) - (other + 1) + 1 - one * other
    return Bundle(bets, covariances, tuple(left_out))


def _side_bets(house: HouseRules) -> list[str]:
    return [wager for wager in side_bets(house) if wager in house.tables]


@dataclass(frozen=True, slots=True)
class _Counted:
    """A bet on the player's cards, counted together with the game."""

    house: HouseRules
    wager: str
    main: dict[str, Fraction]
    """By row: the expectation of the game's net result where the bet is paid it."""
    kept: dict[int, Fraction] | None = None
    """By group of the census, the probability that a hand has it and is not folded; None: a fold is paid."""
    unit: int = DOLLAR

    def gross(self, row: str) -> Fraction:
        """The return of a unit."""
        if self.wager == PROGRESSIVE:
            progressive = self.house.progressive
            assert progressive is not None
            award, stake = progressive.table.award(row), progressive.stakes[0]
            seeds = {meter.name: meter.seed for meter in progressive.meters}
            return Fraction(0) if award is None else brought(award, stake, seeds)
        award = self.house.tables[self.wager].award(row)
        return Fraction(0) if award is None else gross(award, self.unit)


def _progressive(house: HouseRules, progress: Progress) -> tuple[_Counted, Moments] | None:
    """The progressive as one of the bets, and its moments; None where the game is not counted by its rows."""
    solver = solver_for(house.rules)
    progressive = house.progressive
    assert progressive is not None
    if any(solver.census(house, wager) != solver.census(house, PROGRESSIVE) for wager in _side_bets(house)):
        return None
    try:
        main = solver.main_by_row(house, PROGRESSIVE, progress)
    except Refusal as refusal:
        if refusal.code != "not_solved":
            raise
        return None
    stay = stays(house, progress)
    odds = price_progressive(house, progressive.stakes[0], stay)
    found = _Counted(house, PROGRESSIVE, main)
    if stay is not None:
        found = _as_played(house, found, odds, progress)
    return found, moments(progressive_outcomes(progressive, odds.stake, odds.as_played))


def _as_played(house: HouseRules, found: _Counted, odds: ProgressiveOdds, progress: Progress) -> _Counted:
    """The same where a fold loses the progressive: a folded hand is paid no row."""
    hands, fold = not_folded(house, progress), _net_of_fold(house)
    played, dealt = odds.as_played.probabilities, odds.if_live.probabilities
    main = {row: net - fold * (dealt[row] - played.get(row, Fraction(0))) for row, net in found.main.items()}
    kept = {group: Fraction(count, hands.cases) for group, count in hands.groups.items()}
    return _Counted(house, PROGRESSIVE, main, kept)


def _net_of_fold(house: HouseRules) -> int:
    """The loss of a fold, in antes: everything placed before the deal."""
    play = play_of(house)
    _, *settled = play.settle_main(0, 0, 1, DOLLAR, 0)
    placed = DOLLAR * (len(play.main) - 1)
    return (sum(settled[1::3]) + sum(settled[2::3]) - placed) // DOLLAR


def _both(house: HouseRules, first: _Counted, second: _Counted) -> Fraction:
    """The expectation of the product of two awards: both are decided by the same hand of a census."""
    strength = play_of(house).strength
    census = census_of(solver_for(house.rules).census(house, first.wager))
    kept = second.kept if first.kept is None else first.kept
    total = Fraction(0)
    for number, group in census.groups.items():
        paid = Fraction(1)
        for bet in (first, second):
            side = side_of(house, bet.wager)
            row = row_reached(side.rung(group.example, strength(group.example)), side.schedule.kinds)
            paid *= 0 if row == NO_ROW else bet.gross(side.ladder[row])
        if paid:
            chance = Fraction(group.count, census.hands) if kept is None else kept.get(number, Fraction(0))
            total += paid * chance
    return total
