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
from croupier.odds.filed.limits import bet_at
from croupier.odds.model import BetOdds, CoverAllOdds
from croupier.odds.price import prices, stays
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import price_progressive
from croupier.odds.side_bets import gross, price_bet
from croupier.odds.simulate.block import MAIN
from croupier.odds.simulate.plan import Plan
from croupier.odds.simulate.strategy import ALWAYS_FOLD, OPTIMAL
from croupier.odds.simulate.table import Table
from croupier.odds.simulate.tally import Tally
from croupier.odds.simulate.wagers import ANTE, BLIND, BONUS, COVER_ALL, DECIDED, FIRST_SIDE, PROGRESSIVE
from croupier.odds.subject import Subject
from croupier.submission.form import Choices
from croupier.submission.house import HouseTable


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
        # The price of the game alone may be that under the limits, by the best play there.
        under_limits = self.table.game.wagers is not None and self.plan.strategy == OPTIMAL
        if MAIN in self.tally.bets and (
            under_limits or not self.table.may_be_cut([ANTE, BLIND, DECIDED, BONUS])
        ):
            self._find(found, MAIN, self._main)
        for side in self.table.sides:
            if not self.table.cut_by_others([FIRST_SIDE + side]):
                self._find(found, self.table.game.side_names[side], partial(self._side, side))
        covered = self.table.cover_all is not None and self._all_on_layout()
        if covered and not self.table.cut_by_others([COVER_ALL]):
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
        table = self.house.tables[wager]
        return self._bet(FIRST_SIDE + side, wager, table, price_bet(self.house, wager, table))

    def _cover_all(self) -> Exact:
        subject = Subject(self.house, submitted=True, choices=Choices())
        column = str(self.table.game.seats + 1)
        odds = next(
            price.compute()
            for price in prices(subject, self.progress)
            if price.bet == "cover_all" and price.table == column
        )
        assert isinstance(odds, CoverAllOdds)
        return self._bet(COVER_ALL, "cover_all", self.house.cover_all[self.table.game.seats + 1], odds)

    def _bet(self, place: int, wager: str, table: HouseTable, odds: BetOdds | CoverAllOdds) -> Exact:
        """The net result of a unit of all stakes, each paid as the table settles it."""
        stakes = [stake for stake in self.table.stakes[place].tolist() if stake]
        mean = variance = Fraction(0)
        for stake in stakes:
            net, share = bet_at(self.house, wager, table, odds, stake), Fraction(stake, sum(stakes))
            mean += share * net.mean
            variance += share**2 * (net.square - net.mean**2)
        rows = {row: level.probability for row, level in odds.levels.items()}
        error = odds.standard_error if isinstance(odds, CoverAllOdds) else 0.0
        return Exact(mean, rows, sqrt(len(stakes) * variance), error)

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
