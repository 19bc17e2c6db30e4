"""Ultimate Texas Hold'em: the probability of each net result of a round."""

from collections.abc import Mapping
from fractions import Fraction

from croupier.games.ultimate_texas_holdem.solver.boards.showdown import DEALERS
from croupier.games.ultimate_texas_holdem.solver.solution import Solution, scale_of
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import Distribution, agreeing, shares
from croupier.submission.house import HouseRules


def outcomes(house: HouseRules, solution: Solution, wagers: Wagers | None = None) -> Distribution:
    """Return the distribution of the net result under optimal play."""
    endings = {
        (_multiple(decision), int(category), int(ending)): count
        for (decision, category, ending), count in solution.endings.items()
    }
    return agreeing(outcomes_of(house, endings, wagers), solution.main)


def outcomes_of(
    house: HouseRules, endings: Mapping[tuple[int, int, int], int], wagers: Wagers | None = None
) -> Distribution:
    """Return the distribution of the net result from the counts of endings; multiple 0 is the fold."""
    ante, paid, _ = scale_of(house, wagers)
    counts: dict[Fraction, int] = {}
    for (multiple, category, ending), count in endings.items():
        units = int(paid.played[multiple, category, ending]) if multiple else paid.fold // DEALERS
        net = Fraction(units, ante)
        counts[net] = counts.get(net, 0) + count
    return shares(counts)


def net_of(house: HouseRules, decision: str, category: int, ending: int) -> Fraction:
    """Return the net of an ending, in antes."""
    ante, paid, _ = scale_of(house)
    multiple = _multiple(decision)
    units = int(paid.played[multiple, category, ending]) if multiple else paid.fold // DEALERS
    return Fraction(units, ante)


def _multiple(decision: str) -> int:
    return 0 if decision == "fold" else int(decision.removeprefix("play_").removesuffix("x"))
