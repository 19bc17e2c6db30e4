"""The seats of a table together: covariances between the bets of a round, of one unit staked on each.

The seats meet the same dealer's cards, and the same board where there is one: their results go together, but
far from wholly. Within a seat the covariances are exact where the solver counts them (`bundle`). Between two
seats, and with Cover All, which the highest hand of the table decides, they are sampled: rounds of a full
table from a fixed seed, under optimal play, with the exact means taken off. Standard errors come from the
spread of the batches. The progressive is left out: its rare awards would not be in the sample.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import sqrt
from typing import Any, NamedTuple

from croupier.games import game
from croupier.games.common import schedule
from croupier.jit import numpy
from croupier.odds.counting.store import kept
from croupier.odds.counting.threads import in_parallel
from croupier.odds.model import BetOdds, CoverAllOdds, MainOdds, Moments
from croupier.odds.price import prices
from croupier.odds.progress import Progress, silent
from croupier.odds.side_bets import play_of
from croupier.odds.subject import DOLLAR, Subject
from croupier.odds.together.bundle import MAIN, together
from croupier.submission.form import Choices
from croupier.submission.house import HouseRules

ROUNDS = 1 << 20
"""Sampled; a quarter of them for a game without a solver of its own, whose rounds take longer."""
SEED = 16
COVER_ALL = "cover_all"

Pair = tuple[str, str]


class Estimate(NamedTuple):
    """A covariance or correlation, and its standard error: 0 where it is exact."""

    value: float
    error: float = 0.0


Estimates = dict[Pair, Estimate]


@dataclass(frozen=True, slots=True)
class Seats:
    """The bets of a table's seats, a unit on each; Cover All by the number of hands (`cover_all.7`)."""

    bets: dict[str, Moments]
    rounds: int
    """Sampled."""
    within: Estimates
    """The covariances of two bets at one seat."""
    between: Estimates
    """The covariances of a bet at one seat with a bet at another, the same bet included."""

    def covariance(self, first: str, second: str, same_seat: bool) -> Estimate:
        """Return the covariance of two bets of a round, in any order."""
        if same_seat and first == second:
            return Estimate(variance(self.bets[first]))
        found = self.within if same_seat else self.between
        return found[(first, second) if (first, second) in found else (second, first)]

    def correlation(self, first: str, second: str, same_seat: bool = False) -> Estimate:
        """Return the correlation of two bets of a round, from -1 to 1."""
        found = self.covariance(first, second, same_seat)
        spread = self.bets[first].standard_deviation * self.bets[second].standard_deviation
        return Estimate(found.value / spread, found.error / spread)

    def offered(self, players: int) -> tuple[str, ...]:
        """Return the bets at a table of `players` players."""
        column = f"{COVER_ALL}.{players + 1}"
        return tuple(bet for bet in self.bets if not bet.startswith(COVER_ALL) or bet == column)

    def deviation(self, players: int, bets: tuple[str, ...]) -> float:
        """Return the standard deviation of a round, with a unit from each player on each of these bets."""
        pairs = [(first, second) for first in bets for second in bets]
        own = sum(self.covariance(*pair, True).value for pair in pairs)
        shared = sum(self.covariance(*pair, False).value for pair in pairs) if players > 1 else 0.0
        return sqrt(players * own + players * (players - 1) * shared)


def variance(net: Moments) -> float:
    """Return the variance of a single bet."""
    return float(net.square - net.mean**2)


def seats_of(
    house: HouseRules,
    progress: Progress = silent,
    fresh: bool = False,
    units: Mapping[str, int] | None = None,
) -> Seats:
    """The seats of a table together, per unit: payout limits and the progressive are left out.

    `units`: by bet whose table pays dollars, the stake that a unit is, in cents; else a dollar.
    """
    house = replace(house, limits=(), progressive=None)
    staked = {
        wager: unit
        for wager, unit in (units or {}).items()
        if wager in house.tables and house.tables[wager].pays_amounts
    }
    bets = dict(_bets(house, staked, progress))
    rounds = ROUNDS if game(house.rules.rules.game).solver else ROUNDS // 4
    question = (
        house.rules.digest,
        sorted(house.policies.items()),
        house.tables,
        house.cover_all,
        sorted(staked.items()),
        rounds,
        SEED,
    )
    sampler = _Sampler(house, bets, staked)
    within, between = kept("seats", question, lambda: _sample(sampler, rounds, progress), fresh)
    exact = together(house, progress, staked)
    if exact is not None:
        within = within | {pair: Estimate(float(each)) for pair, each in exact.covariances.items()}
    return Seats(bets, rounds, within, between)


def figures_of_seats(found: Seats, most: int) -> dict[str, Any]:
    """Correlations between two seats, and the deviation of a round by the number of players."""
    pairs: dict[str, dict[str, Any]] = {}
    for first, second in found.between:
        each = found.correlation(first, second)
        pairs.setdefault(first, {})[second] = {"correlation": each.value, "std_error": each.error}
    players = range(1, most + 1)
    return {
        "rounds": found.rounds,
        "pairs": pairs,
        "std_dev": {
            str(number): {
                "main": found.deviation(number, (MAIN,)),
                "together": found.deviation(number, found.offered(number)),
            }
            for number in players
        },
    }


def _bets(house: HouseRules, staked: Mapping[str, int], progress: Progress) -> Iterator[tuple[str, Moments]]:
    posted = {wager: (unit, unit) for wager, unit in staked.items()}
    for price in prices(Subject(house, True, Choices(), posted), progress):
        odds = price.compute()
        assert isinstance(odds, MainOdds | BetOdds | CoverAllOdds)
        yield f"{price.bet}.{price.table}" if price.bet == COVER_ALL else price.bet, odds.net


def _sample(sampler: "_Sampler", rounds: int, progress: Progress) -> tuple[Estimates, Estimates]:
    """The covariances within a seat and between two, as sampled."""
    from croupier.odds.simulate.plan import BATCH

    np = numpy()
    sampler.sit_down(progress)
    sampler.products(0)  # compiles every kernel before the threads start
    parts = in_parallel(sampler.products, range(rounds // BATCH), progress)
    within, between = Estimates(), Estimates()
    for pair in parts[0]:
        values = np.array([part[pair] for part in parts])
        (own, shared), errors = values.mean(axis=0), values.std(axis=0, ddof=1) / sqrt(len(parts))
        within[pair] = Estimate(float(own), float(errors[0]))
        between[pair] = Estimate(float(shared), float(errors[1]))
    for bet, net in sampler.bets.items():
        if bet.startswith(COVER_ALL):  # it is the same at every seat
            between[bet, bet] = Estimate(variance(net))
    return within, between


class _Sampler:
    """A full table under optimal play, a unit on every bet: a dollar unless another stake is given."""

    def __init__(self, house: HouseRules, bets: dict[str, Moments], staked: dict[str, int]) -> None:
        self.house, self.play, self.bets, self.staked = house, play_of(house), bets, staked
        self.means = {bet: float(net.mean) for bet, net in bets.items()}

    def sit_down(self, progress: Progress) -> None:
        """Prepare the table."""
        from croupier.odds.simulate.strategy import OPTIMAL
        from croupier.odds.simulate.table import Table
        from croupier.odds.simulate.wagers import every_wager

        wagers = every_wager(self.house) | self.staked
        self.table = Table(self.house, [wagers] * self.house.rules.number("table.positions"))
        self.table.use(OPTIMAL, progress)

    def products(self, batch: int) -> dict[Pair, tuple[float, float]]:
        """By two bets: the means over a batch of rounds, within a seat and between two."""
        from croupier.odds.simulate.plan import BATCH
        from croupier.odds.simulate.randomness import deal, key_of

        np, table, game = numpy(), self.table, self.table.game
        sheet, seats = table.sheet(BATCH), game.seats
        game.run(deal)(key_of(SEED), batch * BATCH, game.cards, sheet.columns)
        game.look(sheet)
        table.decide(sheet)
        table.settle(sheet, table.meters_at_seed())
        columns = [bet for bet in self.means if bet.startswith(COVER_ALL)]
        nets = {bet: self._nets(bet, sheet) - mean for bet, mean in self.means.items() if bet not in columns}
        found: dict[Pair, tuple[float, float]] = {}
        for first, second in combinations_with_replacement(nets, 2):
            own = float(np.vdot(nets[first], nets[second]))
            both = float(nets[first].sum(axis=0) @ nets[second].sum(axis=0))
            found[first, second] = own / seats / BATCH, (both - own) / (seats * (seats - 1)) / BATCH
        for column in columns:
            # A smaller table is the first seats of this one, and the dealer.
            players = int(column.partition(".")[2]) - 1
            paid = self._cover_all(players, sheet) - self.means[column]
            for bet, each in nets.items():
                both = float(paid @ each[:players].mean(axis=0)) / BATCH
                found[bet, column] = both, both
        return found

    def _nets(self, bet: str, sheet: Any) -> Any:
        """By seat and round, the net result of a unit."""
        from croupier.odds.simulate.wagers import place

        if bet == MAIN:
            nets = [memory.net[cells] for memory, cells in zip(sheet.memories, sheet.cells, strict=True)]
            return numpy().array(nets) / DOLLAR
        wager = place(self.play, bet)
        return (sheet.paid[wager] + sheet.returned[wager]) / self.staked.get(bet, DOLLAR) - 1

    def _cover_all(self, players: int, sheet: Any) -> Any:
        """By round, the net result of a unit on Cover All at a table of `players` players."""
        from croupier.odds.simulate.game import arrays
        from croupier.odds.simulate.settling import Placed, Results, pay_cover_all

        np, game = numpy(), self.table.game
        rungs = np.concatenate([sheet.rungs[:players], sheet.rungs[-1:]])
        stakes = np.zeros(players, dtype=np.int64)
        stakes[0] = DOLLAR
        paid, returned = np.zeros((2, players, sheet.rounds), dtype=np.int64)
        results = Results(paid, returned, np.zeros((players, sheet.rounds), dtype=np.int8))
        table = arrays(schedule(self.house.cover_all[players + 1], game.cover_all_ladder))
        game.run(pay_cover_all)(Placed(rungs, stakes), sheet.on_layout, table, results)
        return (paid[0] + returned[0]) / DOLLAR - 1
