"""The counts of a simulation, and their sums over blocks.

All figures of a block are whole numbers and blocks are combined by addition, so neither the order of the
blocks nor the worker that played them matters.

**Bankroll.** Every seat's rounds are cut into sessions of a fixed number of rounds. A session starts with a
bankroll of nothing; its *result* is the bankroll after its last round, all wagers together, and its
*drawdown* the greatest fall below an earlier high of the session (the start counts as one). Percentiles are
over the sessions of all seats in the first `BANKROLL_BLOCKS` blocks; a last session that is not whole is
left out.
"""

from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from croupier.jit import kernel

BANKROLL_BLOCKS = 64

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
        """Add what another block counted."""
        self.staked += other.staked
        self.returned += other.returned
        self.squares += other.squares
        self.base += other.base
        self.wagers += other.wagers
        for row, count in other.hits.items():
            self.hits[row] = self.hits.get(row, 0) + count

    @property
    def net(self) -> int:
        """What the players won; negative: lost."""
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
    sessions: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    """By block: results and drawdowns of its sessions, arrays of cents."""

    def add(self, other: "Tally") -> None:
        """Add what another block counted."""
        self.rounds += other.rounds
        for name, bet in other.bets.items():
            self.bets.setdefault(name, BetTally()).add(bet)
        for mine, theirs in ((self.situations, other.situations), (self.meters, other.meters)):
            for key, count in theirs.items():
                mine[key] = mine.get(key, 0) + count
        self.sessions.update(other.sessions)

    def percentiles(self) -> dict[str, dict[int, int]]:
        """Percentiles of the sessions' results and drawdowns, in cents; empty without a whole session."""
        import numpy as np

        found = {}
        for name, which in (("result", 0), ("drawdown", 1)):
            parts = [each[which] for _, each in sorted(self.sessions.items())]
            values = np.concatenate(parts) if parts else np.empty(0)
            if len(values):
                ranked = np.percentile(values, PERCENTILES, method="nearest")
                found[name] = dict(zip(PERCENTILES, map(int, ranked.tolist()), strict=True))
        return found


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
def walk(net: Any, session: int, results: Any, drawdowns: Any) -> None:
    """Follow each seat's bankroll through whole sessions."""
    whole = net.shape[1] // session
    for seat in range(net.shape[0]):
        for part in range(whole):
            bankroll = peak = drawdown = 0
            for number in range(part * session, (part + 1) * session):
                bankroll += net[seat, number]
                peak = max(peak, bankroll)
                drawdown = max(drawdown, peak - bankroll)
            results[seat * whole + part] = bankroll
            drawdowns[seat * whole + part] = drawdown
