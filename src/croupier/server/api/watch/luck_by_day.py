"""The luck of each table by gaming day, and whether it is outside its band when the day is over.

Luck is the win less optimal play and the exact cost of mistakes (`croupier.odds.review.account`). Its
expectation is 0 whatever the players do, unless somebody knows hidden cards or a payout is wrong. A day is
judged once, when it is over: to look after every round would raise false alerts. The band is that of the
exact laws of the bets under optimal play, wider if the rounds of the day deviated more: players may risk more
than optimal play does.
"""

import logging
from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from croupier.floor.reports.recorded_rounds import LoggedRound
from croupier.server.workers.pool import WorkerPool
from croupier.server.workers.review_jobs import LuckBand, RoundLuck
from croupier.submission.house import HouseRules

log: logging.Logger = logging.getLogger("croupier.server")

CONFIDENCE = 0.999
"""Of the band: an honest table is outside it on at most one day of a thousand."""

TableDay = tuple[str, str]
"""A table and a gaming day."""


class DayOutside(NamedTuple):
    """A table whose luck on a gaming day was outside its band. Cents, from the house's side."""

    table: str
    day: str
    rounds: int
    luck: int
    low: int
    high: int


class LuckByDay:
    """The rounds of the days that are not judged yet."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._days: dict[TableDay, dict[int, tuple[HouseRules, RoundLuck]]] = {}
        self._judged: set[TableDay] = set()

    def enter(self, settled: LoggedRound, day: str, luck: RoundLuck | None) -> None:
        """Enter a round; resettled, it takes the place of its first entry until its day is judged."""
        of = settled.table, day
        if of in self._judged:
            return
        rounds = self._days.setdefault(of, {})
        rounds.pop(settled.number, None)
        if luck is not None and luck.stakes:
            rounds[settled.number] = settled.played.house, luck

    def judged(self, today: str, patience: float) -> Iterator[DayOutside]:
        """Judge the days before today in the worker pool; those with luck outside the band."""
        for of in sorted(each for each in self._days if each[1] < today):
            outside = self._outside(of, list(self._days[of].values()), patience)
            if outside is not None:
                yield outside  # the caller records it, or fails and is asked again
            del self._days[of]
            self._judged.add(of)

    def _outside(
        self, of: TableDay, rounds: list[tuple[HouseRules, RoundLuck]], patience: float
    ) -> DayOutside | None:
        luck = sum(each.luck for _, each in rounds)
        by_house: dict[int, tuple[HouseRules, list[dict[int, dict[str, int]]]]] = {}
        for house, each in rounds:
            by_house.setdefault(id(house), (house, []))[1].append(each.stakes)
        if not by_house:
            return None
        houses = tuple((house, tuple(stakes)) for house, stakes in by_house.values())
        job = self._pool.ask("luck_band", houses, CONFIDENCE, key=("luck", *of, len(rounds), luck))
        band = job.future.result(patience)
        if not isinstance(band, LuckBand):
            log.warning("the band of luck could not be computed: %s", band, extra={"table": of[0]})
            return None
        wider = (
            max(1.0, sqrt(sum(each.luck**2 for _, each in rounds) / band.variance)) if band.variance else 1.0
        )
        low, high = band.low * wider, band.high * wider
        # A hand folded unseen may have been a mistake: then the house won by it, not by luck.
        above = luck > high and all(each.priced for _, each in rounds)
        if not above and luck >= low:
            return None
        return DayOutside(*of, len(rounds), round(luck), round(low), round(high))
