"""The exact probability of each net result of a round, in antes.

The solvers turn their counts of endings into a distribution over net results. Its moments are those
that the solver found, to the last digit: each solver checks that (`croupier.odds.model.agreeing`).
"""

from fractions import Fraction

from croupier.money import Award
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import (
    BetOdds,
    CoverAllOdds,
    Distribution,
    MainOdds,
    ProgressiveOdds,
    ProgressiveReturn,
    ascending,
)
from croupier.odds.price import Odds, Price
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import brought
from croupier.odds.protocol import Query, solver_for
from croupier.odds.side_bets import gross
from croupier.submission.house import HouseProgressive, HouseRules, HouseTable


def outcomes(
    house: HouseRules, progress: Progress = silent, fresh: bool = False, wagers: Wagers | None = None
) -> Distribution:
    """The game itself under optimal play, by net result in antes."""
    return solver_for(house.rules).outcomes(Query(house, progress, fresh, wagers))


Awards = tuple[tuple[Award, Fraction], ...]
"""The awards of a pay table, each with its probability."""


def awards_of(table: HouseTable, odds: BetOdds | CoverAllOdds) -> Awards:
    """The awards of a table by the odds of its rows."""
    return tuple(
        (award, odds.levels[row].probability) for row, award in zip(table.rows, table.awards, strict=True)
    )


def award_outcomes(awards: Awards, stake: int) -> Distribution:
    """A bet with these awards, by net result per unit of a stake in cents."""
    found: Distribution = {Fraction(-1): 1 - sum((chance for _, chance in awards), Fraction(0))}
    for award, chance in awards:
        net = gross(award, stake) - 1
        found[net] = found.get(net, Fraction(0)) + chance
    return ascending(found)


def bet_outcomes(table: HouseTable, odds: BetOdds | CoverAllOdds, stake: int) -> Distribution:
    """A bet against a pay table, by net result per unit staked."""
    return award_outcomes(awards_of(table, odds), stake)


def progressive_outcomes(
    progressive: HouseProgressive, stake: int, returns: ProgressiveReturn
) -> Distribution:
    """A progressive by net result per unit staked, every meter at its seed."""
    seeds = {meter.name: meter.seed for meter in progressive.meters}
    found: Distribution = {}
    for row, award in zip(progressive.table.rows, progressive.table.awards, strict=True):
        chance, net = returns.probabilities.get(row, Fraction(0)), brought(award, stake, seeds) - 1
        found[net] = found.get(net, Fraction(0)) + chance
    found[Fraction(-1)] = found.get(Fraction(-1), Fraction(0)) + 1 - returns.hit_rate
    return ascending(found)


def results_of(price: Price, odds: Odds, progress: Progress = silent) -> Distribution:
    """A bet by net result per unit: the game under optimal play, a progressive at its seeds as played."""
    if isinstance(odds, MainOdds):
        return outcomes(price.house, progress)
    if isinstance(odds, ProgressiveOdds):
        assert price.house.progressive is not None
        return progressive_outcomes(price.house.progressive, odds.stake, odds.as_played)
    assert price.pays is not None
    return bet_outcomes(price.pays, odds, price.unit)
