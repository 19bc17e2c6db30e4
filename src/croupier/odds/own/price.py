"""The price of a user's strategy: exact if the game's solver can price it, else sampled.

A sampled price is that of optimal play, which is exact, plus the mean difference of the two on the same
cards. Most hands are played alike and differ by nothing, so the error is far smaller than that of the results
themselves: an exact control variate.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from croupier.errors import Refusal
from croupier.odds.counting.threads import in_parallel
from croupier.odds.model import MainOdds
from croupier.odds.own.play import check_results, decider
from croupier.odds.own.policy import Policy, unusable
from croupier.odds.price import main_odds
from croupier.odds.progress import Progress, silent
from croupier.odds.protocol import solver_for
from croupier.odds.simulate.game import Decide, SimulatedGame
from croupier.odds.simulate.memory import count_cells
from croupier.odds.simulate.plan import BATCH, BLOCK
from croupier.odds.simulate.randomness import deal, key_of
from croupier.odds.simulate.sheet import Sheet
from croupier.odds.simulate.strategy import OPTIMAL
from croupier.odds.simulate.table import Table
from croupier.odds.simulate.wagers import UNIT, main_wagers
from croupier.submission.house import HouseRules

CONFIDENCE = 2.5758293035489004
"""The standard errors on either side of the mean in a 99% confidence interval."""

ROUNDS, PLAIN_ROUNDS = 20_000_000, 200_000
"""Rounds of a sampled price, of a compiled function and of one in plain Python."""


@dataclass(frozen=True, slots=True)
class PricedStrategy:
    """The price of a strategy, per unit of ante, and its cost compared with optimal play."""

    name: str
    exact: Fraction | None
    """The exact expectation; none if it is sampled."""
    mean: float
    """The expectation."""
    standard_error: float
    """The standard error of the mean; 0 if it is exact."""
    optimal: float
    """The exact expectation of optimal play; nan where no solver knows it."""
    rounds: int
    """Rounds sampled; 0 if it is exact."""
    decisions: dict[str, float]
    """How often each decision is made."""

    @property
    def house_edge(self) -> float:
        """The house edge per unit of ante."""
        return -self.mean

    @property
    def cost(self) -> float:
        """The cost compared with optimal play, in antes a round."""
        return self.optimal - self.mean

    @property
    def interval(self) -> tuple[float, float]:
        """The 99% confidence interval of the expectation."""
        spread = CONFIDENCE * self.standard_error
        return self.mean - spread, self.mean + spread


def price_policy(
    house: HouseRules, policy: Policy, rounds: int = 0, seed: int = 0, progress: Progress = silent
) -> PricedStrategy:
    """The price of a strategy under these house rules; `rounds` asks for a sample even where it is exact."""
    optimal = _optimal(house, progress)
    game = solver_for(house.rules).simulation(house, 1)
    odds = None if rounds else exact_odds(game, policy, progress)
    if odds is not None:
        shares = {name: float(share) for name, share in odds.decisions.items()}
        mean = odds.net.mean
        best = float("nan") if optimal is None else float(optimal)
        return PricedStrategy(policy.name, mean, float(mean), 0.0, best, 0, shares)
    wanted = rounds or (ROUNDS if policy.compiled else PLAIN_ROUNDS)
    return _Sample(house, policy, seed, optimal).price(wanted, progress)


def exact_odds(game: SimulatedGame, policy: Policy, progress: Progress = silent) -> MainOdds | None:
    """Return the exact odds of a compiled strategy; None if the game cannot compute them."""
    if not policy.compiled:
        return None
    check_results(policy)
    try:
        return game.price_own(policy, progress)
    except Refusal:
        raise
    except Exception as error:
        raise unusable(policy, error) from error


def _optimal(house: HouseRules, progress: Progress) -> Fraction | None:
    try:
        return main_odds(house, progress).net.mean
    except Refusal as refusal:
        if refusal.code != "not_solved":
            raise
        return None


class _Sample:
    """Optimal play and a strategy on the same cards."""

    def __init__(self, house: HouseRules, policy: Policy, seed: int, optimal: Fraction | None) -> None:
        self.table = Table(house, [dict.fromkeys(main_wagers(house), UNIT)])
        self.policy, self.optimal, self.key = policy, optimal, key_of(seed)
        game, stages = self.table.game, solver_for(house.rules).stages(house.rules)
        self.own = decider(game, policy, stages)
        self.best: Decide | None = None if optimal is None else game.strategy(OPTIMAL, silent)

    def price(self, rounds: int, progress: Progress) -> PricedStrategy:
        blocks = range(0, rounds, BLOCK)
        parts = in_parallel(lambda first: self._block(first, min(BLOCK, rounds - first)), blocks, progress)
        sums = np.sum([part[0] for part in parts], axis=0) / (rounds * UNIT)
        square = sum(part[1] for part in parts) / (rounds * UNIT**2)
        counts = np.sum([part[2] for part in parts], axis=0)
        difference, own = float(sums[0]), float(sums[1])
        spread = sqrt(max(0.0, square - difference**2) / rounds)
        game = self.table.game
        names = ["fold", *(f"{game.play.decided}_{antes}x" for antes in range(1, game.most_antes + 1))]
        shares = {name: int(count) / rounds for name, count in zip(names, counts, strict=True)}
        best = float("nan") if self.optimal is None else float(self.optimal)
        mean = own if self.optimal is None else best + difference
        return PricedStrategy(self.policy.name, None, mean, spread, best, rounds, shares)

    def _block(self, first: int, rounds: int) -> tuple[Any, float, Any]:
        """Sums of the difference and of the strategy's own net, squares of the first, the decisions."""
        sums, squares = np.zeros(2), 0.0
        counts = np.zeros(self.table.game.most_antes + 1, dtype=np.int64)
        sheet = self.table.sheet(min(BATCH, rounds))
        for start in range(first, first + rounds, BATCH):
            length = min(BATCH, first + rounds - start)
            if length < sheet.rounds:
                sheet = self.table.sheet(length, sheet.memories)
            game = self.table.game
            game.run(deal)(self.key, start, game.cards, sheet.columns)
            game.look(sheet)
            own = self._net(sheet, self.own)
            counts += np.bincount(sheet.antes[0], minlength=len(counts))
            apart = own if self.best is None else own - self._net(sheet, self.best)
            sums += apart.sum(), own.sum()
            squares += float((apart.astype(np.float64) ** 2).sum())
        return sums, squares, counts

    def _net(self, sheet: Sheet, decide: Decide) -> Any:
        game = self.table.game
        decide(sheet, 0)
        game.settle(sheet, 0, UNIT)
        net, cells = np.zeros(sheet.rounds, dtype=np.int64), np.zeros(game.cells, dtype=np.int64)
        game.run(count_cells)(sheet.cells[0], sheet.memories[0], net, cells)
        return net
