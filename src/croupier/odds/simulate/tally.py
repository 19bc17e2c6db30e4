"""The counts of a simulation, and their sums over blocks.

All figures of a block are whole numbers and blocks are combined by addition, so neither the order of the
blocks nor the worker that played them matters.

**Bankroll.** Every seat's rounds are cut into sessions of a fixed number of rounds. A session starts with a
bankroll of nothing; its *result* is the bankroll after its last round, all wagers together, and its
*drawdown* the greatest fall below an earlier high of the session (the start counts as one). They are counted
by value over all seats and blocks; a last session of a block that is not whole is left out.
"""

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate
from math import sqrt
from typing import Any, TypeVar

from croupier.jit import kernel

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)


@dataclass(slots=True)
class BetTally:
    """One bet of the whole table, all seats together. Amounts are cents."""

    staked: int = 0
    """All that was wagered."""
    returned: int = 0
    """All that was returned: stakes and winnings."""
    squares: int = 0
    """The squares of each round's net, added up."""
    base: int = 0
    """The units: the antes for the game itself, the progressive's stakes for envy, else the stakes."""
    wagers: int = 0
    """How many were settled, seat by seat."""
    hits: dict[str, int] = field(default_factory=dict)

    def add(self, other: "BetTally") -> None:
        """Add the counts of another block."""
        self.staked += other.staked
        self.returned += other.returned
        self.squares += other.squares
        self.base += other.base
        self.wagers += other.wagers
        for row, count in other.hits.items():
            self.hits[row] = self.hits.get(row, 0) + count

    @property
    def net(self) -> int:
        """The players' win; negative: their loss."""
        return self.returned - self.staked

    @property
    def mean(self) -> float:
        """The mean net result of a unit."""
        return self.net / self.base

    def standard_error(self, rounds: int) -> float:
        """The standard error of the mean; a round is one observation, since its seats share cards."""
        variance = max(0.0, self.squares / rounds - (self.net / rounds) ** 2)
        return sqrt(variance / rounds) / (self.base / rounds)


@dataclass(slots=True)
class Tally:
    """The counts of one block or of many."""

    rounds: int = 0
    bets: dict[str, BetTally] = field(default_factory=dict)
    situations: dict[str, int] = field(default_factory=dict)
    """How hands compared with the dealer's, over all seats."""
    meters: dict[str, int] = field(default_factory=dict)
    """By meter: what stood on it as each settlement began, cents, added up."""
    results: dict[int, int] = field(default_factory=dict)
    """By result of a session, in cents: how many sessions had it."""
    drawdowns: dict[int, int] = field(default_factory=dict)
    """By drawdown of a session, in cents, likewise."""

    def add(self, other: "Tally") -> None:
        """Add the counts of another block."""
        self.rounds += other.rounds
        for name, bet in other.bets.items():
            self.bets.setdefault(name, BetTally()).add(bet)
        _add(self.situations, other.situations)
        _add(self.meters, other.meters)
        _add(self.results, other.results)
        _add(self.drawdowns, other.drawdowns)

    @property
    def sessions(self) -> int:
        """How many whole sessions were played."""
        return sum(self.results.values())

    def percentiles(self) -> dict[str, dict[int, int]]:
        """Percentiles of the sessions' results and drawdowns, in cents; empty without a whole session."""
        found = {"result": self.results, "drawdown": self.drawdowns}
        return {name: _percentiles(counts) for name, counts in found.items() if counts}


Key = TypeVar("Key", str, int)


def _add(mine: dict[Key, int], theirs: dict[Key, int]) -> None:
    for key, count in theirs.items():
        mine[key] = mine.get(key, 0) + count


def _percentiles(counts: dict[int, int]) -> dict[int, int]:
    """The values at the percentiles: each the nearest of those that occurred."""
    values = sorted(counts)
    upto = list(accumulate(counts[value] for value in values))
    return {
        percent: values[bisect_right(upto, round((upto[-1] - 1) * percent / 100))] for percent in PERCENTILES
    }


@kernel
def add_bet(paid: Any, returned: Any, fixed: Any, decided: Any, net: Any, totals: Any) -> None:
    """One wager's net by seat and round, and its totals: all that was wagered, all that came back.

    `fixed`: by seat, what it wagers in every round; `decided`: by seat and round, what it wagers by deciding.
    """
    staked = back = 0
    for seat in range(net.shape[0]):
        for number in range(net.shape[1]):
            won = paid[seat, number] + returned[seat, number]
            bet = fixed[seat] + decided[seat, number]
            staked += bet
            back += won
            net[seat, number] += won - bet
    totals[0] += staked
    totals[1] += back


@kernel
def add_squares(net: Any, squares: Any) -> None:
    """Add the squares of each round's net of one bet, all seats together."""
    # A float holds numbers far beyond 64 bits, and within a block the order of additions is always the same.
    square = squares[0]
    for number in range(net.shape[1]):
        total = net[0, number]
        for seat in range(1, net.shape[0]):
            total += net[seat, number]
        square += float(total) * float(total)
    squares[0] = square


@kernel
def count_rows(rows: Any, stakes: Any, hits: Any) -> None:
    """Count the rows reached by the seats that wager; a loss (-1) is counted in the last place."""
    for seat in range(len(stakes)):
        if stakes[seat]:
            for number in range(rows.shape[1]):
                hits[rows[seat, number]] += 1


@kernel
def walk(net: Any, session: int, walked: Any, results: Any, drawdowns: Any) -> int:
    """Follow each seat's bankroll; write every session that ends, and return how many of a seat did.

    `walked` carries the open session on to the next batch, by seat: rounds, bankroll, peak and drawdown.
    """
    ended = 0
    for seat in range(net.shape[0]):
        rounds, bankroll, peak, drawdown = walked[seat]
        ended = 0
        for number in range(net.shape[1]):
            bankroll += net[seat, number]
            peak = max(peak, bankroll)
            drawdown = max(drawdown, peak - bankroll)
            rounds += 1
            if rounds == session:
                results[seat, ended], drawdowns[seat, ended] = bankroll, drawdown
                ended += 1
                rounds = bankroll = peak = drawdown = 0
        walked[seat, 0], walked[seat, 1], walked[seat, 2], walked[seat, 3] = rounds, bankroll, peak, drawdown
    return ended
