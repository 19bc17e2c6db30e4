"""Exact expectations to compare a simulation with, for each bet that the solvers price.

A progressive is compared with its exact return at the meters in the simulation: the return is linear in the
meters at the start of settlement, so their average is enough. (Two awards from one meter in one round, where
the second is paid from less, are too rare to matter.)
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import hypot, sqrt

from croupier.errors import Refusal
from croupier.games.common import NO_ROW, row_reached
from croupier.money import SHARE, WHOLE
from croupier.odds.model import CoverAllOdds
from croupier.odds.price import prices, stays
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import price_progressive
from croupier.odds.side_bets import gross, price_bet
from croupier.odds.simulate.block import MAIN
from croupier.odds.simulate.plan import Plan
from croupier.odds.simulate.strategy import ALWAYS_FOLD, OPTIMAL
from croupier.odds.simulate.table import Table
from croupier.odds.simulate.tally import Tally
from croupier.odds.simulate.wagers import ANTE, BLIND, FIRST_SIDE, PROGRESSIVE
from croupier.odds.subject import Subject
from croupier.submission.form import Choices


@dataclass(frozen=True, slots=True)
class Exact:
    """The exact mean net result of a unit, and the probability of each row as far as it is known."""

    mean: Fraction
    rows: dict[str, Fraction]
    deviation: float
    """The exact standard deviation of a unit. A sample that missed rare rows with large payouts underrates
    its own error; this does not."""
    error: float = 0.0
    """The standard error of the mean where it is itself an estimate."""

    def standard_error(self, sampled: float, wagers: int) -> float:
        """The standard error for a mean of so many wagers: at least the exact one."""
        return hypot(max(sampled, self.deviation / sqrt(wagers)), self.error)


def exact_figures(plan: Plan, tally: Tally, progress: Progress = silent) -> dict[str, Exact]:
    """The exact figures of each bet that the solvers price as played."""
    return _Exact(plan, tally, progress).figures()


class _Exact:
    def __init__(self, plan: Plan, tally: Tally, progress: Progress) -> None:
        self.plan = plan
        self.house = plan.house
        self.table = Table(self.house, plan.seats)
        self.tally = tally
        self.progress = progress

    def figures(self) -> dict[str, Exact]:
        found: dict[str, Exact] = {}
        # Limits that cap winnings are in the price of the game alone, by the best play under them.
        if self.table.game.wagers is not None and self.plan.strategy == OPTIMAL:
            self._find(found, MAIN, self._main)
        if not self.table.limited:
            if MAIN in self.tally.bets:
                self._find(found, MAIN, self._main)
            for side in self.table.sides:
                self._find(found, self.table.game.side_names[side], partial(self._side, side))
            if self.table.cover_all is not None and self._all_on_layout():
                self._find(found, "cover_all", self._cover_all)
        if self.table.progressive is not None:
            rows = self._live_rows()
            if rows is not None:
                found["progressive"] = self._progressive(rows)
            if self.table.envy is not None and self.table.after_fold and self._all_on_layout():
                found["envy"] = self._envy()
        return found

    def _find(self, found: dict[str, Exact], bet: str, price: Callable[[], Exact]) -> None:
        """Leave a bet out that no solver prices."""
        try:
            found[bet] = price()
        except Refusal as refusal:
            if refusal.code != "not_solved":
                raise

    def _main(self) -> Exact:
        name = self.plan.strategy
        if name == ALWAYS_FOLD:
            stakes = self.table.stakes
            return Exact(
                -Fraction(int((stakes[ANTE] + stakes[BLIND]).sum()), int(stakes[ANTE].sum())), {}, 0.0
            )
        odds = self.table.game.price_named(name, self.progress)
        if odds is None:
            raise Refusal("not_solved", f"the price of {name} play is not known")
        return Exact(odds.net.mean, odds.decisions, odds.net.standard_deviation)

    def _side(self, side: int) -> Exact:
        wager = self.table.game.side_names[side]
        stake = int(self.table.stakes[FIRST_SIDE + side].max())
        odds = price_bet(self.house, wager, self.house.tables[wager], stake)
        rows = {row: level.probability for row, level in odds.levels.items()}
        return Exact(odds.net.mean, rows, odds.net.standard_deviation)

    def _cover_all(self) -> Exact:
        subject = Subject(self.house, submitted=True, choices=Choices())
        column = str(self.table.game.seats + 1)
        odds = next(
            price.compute()
            for price in prices(subject, self.progress)
            if price.bet == "cover_all" and price.table == column
        )
        assert isinstance(odds, CoverAllOdds)
        rows = {row: level.probability for row, level in odds.levels.items()}
        return Exact(odds.net.mean, rows, odds.net.standard_deviation, odds.standard_error)

    def _all_on_layout(self) -> bool:
        """Whether every hand dealt counts, because none is racked after a fold."""
        table = self.table
        sides = table.stakes[FIRST_SIDE:PROGRESSIVE].any(axis=0)
        live = (table.stakes[PROGRESSIVE] > 0) & table.after_fold
        return bool(table.counts_dealt or (sides | live).all())

    def _live_rows(self) -> dict[str, Fraction] | None:
        """By row paid, the probability that a wager reaches it and is live; none where it is not known."""
        assert self.house.progressive is not None
        ladder = self.table.game.progressive_ladder
        if self.table.after_fold:
            levels = price_progressive(self.house, stays={}).levels
            return {row: level.probability for row, level in levels.items()}
        if self.plan.strategy == ALWAYS_FOLD:
            return {}
        if self.plan.strategy != OPTIMAL:
            return None
        rows: dict[str, Fraction] = {}
        for name, probability in (stays(self.house, self.progress) or {}).items():
            row = row_reached(ladder.index(name), self.table.game.progressive.kinds.tolist())
            if row != NO_ROW:
                rows[ladder[row]] = rows.get(ladder[row], Fraction(0)) + probability
        return rows

    def _progressive(self, rows: dict[str, Fraction]) -> Exact:
        """The return at the average meters of the simulation, over all seats and stakes."""
        progressive = self.house.progressive
        assert progressive is not None
        stakes = [int(stake) for stake in self.table.stakes[PROGRESSIVE] if stake]
        cents = square = Fraction(0)
        for row, award in zip(progressive.table.rows, progressive.table.awards, strict=True):
            chance = rows.get(row, Fraction(0))
            for stake in stakes:
                if award.kind == SHARE:
                    met = Fraction(self.tally.meters[award.meter], self.tally.rounds)
                    paid = met * Fraction(award.number, WHOLE)
                else:
                    paid = gross(award, stake) * stake
                cents += chance * paid
                square += chance * (paid / stake) ** 2
        mean = cents / sum(stakes)
        deviation = sqrt(max(Fraction(0), square / len(stakes) - mean**2))
        return Exact(mean - 1, rows, deviation)

    def _envy(self) -> Exact:
        """The envy of a wager from the hands of all other seats."""
        assert self.house.progressive is not None
        others = self.table.game.seats - 1
        if not others:
            return Exact(Fraction(0), {}, 0.0)
        stakes = [int(stake) for stake in self.table.stakes[PROGRESSIVE] if stake]
        by_stake = {envy.stake: envy for envy in self.house.progressive.envy}
        cents = square = Fraction(0)
        for stake in stakes:
            odds = price_progressive(self.house, stake, stays={})
            cents += odds.envy[others] * stake
            envy = by_stake.get(stake) or by_stake.get(None)
            for row, amount in zip(envy.rows, envy.amounts, strict=True) if envy is not None else ():
                square += others * odds.levels[row].probability * Fraction(amount, stake) ** 2
        # One hand earns every other seat its envy at once: as many wagers are as good as one.
        return Exact(cents / sum(stakes), {}, sqrt(others * square / len(stakes)))
