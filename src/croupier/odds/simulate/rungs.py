"""Bets against a pay table, counted by the rungs of the hands.

What such a bet pays depends on the rung alone, the shares of a meter aside. So each rung is settled once, by
the kernels of `settling`; a round then costs a look at that table. Where a limit may cut what is paid, rounds
are settled one by one instead (`Table.settle`), and a test holds the two together.
"""

from typing import Any, NamedTuple

import numpy as np

from croupier.games.common import NO_ROW
from croupier.jit import kernel
from croupier.money import SHARE
from croupier.odds.simulate import settling
from croupier.odds.simulate.settling import Account, Live, Meters, PaySchedule, Placed, Results
from croupier.odds.simulate.sheet import Sheet
from croupier.odds.simulate.table import Table
from croupier.odds.simulate.tally import add_squares
from croupier.odds.simulate.wagers import COVER_ALL, ENVY, FIRST_SIDE, PROGRESSIVE

LANES = 4
"""The copies of each counter, used in turn: adding to one counter repeatedly stalls the processor."""


PLACES = 32
"""The places of rungs: none, then the highest down. A hand can be below the last row of a pay table."""


class ByRung(NamedTuple):
    """A bet by seat and rung: the first place is of hands on none, the next of the highest."""

    rows: Any
    back: Any
    """The returned stake plus the winnings, without a share of a meter."""
    net: Any
    shares: Any
    """By rung, 1 if it pays a share of a meter."""
    counts: Any
    """How often each occurred, by lane, seat and rung."""


class Bets:
    """The bets of a block besides the game itself."""

    def __init__(self, table: Table, account: Account, squares: Any) -> None:
        self.table = table
        self.account = account
        self.squares = squares
        """By wager, the squares of each round's net, added up."""
        self.alone: bool = table.game.seats == 1
        """The squares of a lone seat follow from its counts."""
        self.taken: Any = np.zeros(2)
        """All shares of meters that were paid, and their contribution to the squares of a lone seat."""
        self.envied: Any = np.zeros(1, dtype=np.int64)
        """All envy that was paid."""
        self.bets: dict[int, ByRung] = {
            FIRST_SIDE + side: self._side(FIRST_SIDE + side, side) for side in table.sides
        }
        if table.progressive is not None:
            self.bets[PROGRESSIVE] = self._progressive()
        if table.cover_all is not None:
            self.bets[COVER_ALL] = self._cover_all(table.cover_all)

    def clear(self) -> None:
        """Reset all counts to zero."""
        for counted in (self.taken, self.envied, *(bet.counts for bet in self.bets.values())):
            counted[:] = 0

    # ------------------------------------------------------------------------------------ each rung once

    def _side(self, wager: int, side: int) -> ByRung:
        schedule = self.table.game.sides[side]
        rungs, results = self._every_rung()
        self.table.game.run(settling.pay_side)(Placed(rungs, self.table.stakes[wager]), schedule, results)
        return self._by_rung(wager, schedule, results)

    def _progressive(self) -> ByRung:
        table, schedule = self.table, self.table.game.progressive
        rungs, results = self._every_rung()
        turns = np.repeat(np.arange(len(rungs))[:, None], rungs.shape[1], axis=1)
        live = Live(Placed(rungs, table.stakes[PROGRESSIVE]), np.zeros_like(rungs), turns)
        table.game.run(settling.pay_progressive)(
            live, schedule, table.meters, table.meters_at_seed(), results
        )
        found = self._by_rung(PROGRESSIVE, schedule, results)
        found.back[:, found.shares == 1] = 0
        found.net[:, found.shares == 1] = -table.stakes[PROGRESSIVE][:, None]
        return found

    def _cover_all(self, schedule: PaySchedule) -> ByRung:
        stakes = self.table.stakes[COVER_ALL]
        rungs, results = self._every_rung()
        rungs = np.concatenate([rungs, rungs[:1]])
        nobody = np.zeros(rungs.shape, dtype=np.uint8)
        self.table.game.run(settling.pay_cover_all)(Placed(rungs, stakes), nobody, schedule, results)
        return self._by_rung(COVER_ALL, schedule, results)

    def _every_rung(self) -> tuple[Any, Results]:
        shape = self.table.game.seats, PLACES
        rungs = np.repeat(np.arange(NO_ROW, PLACES + NO_ROW, dtype=np.int8)[None], shape[0], axis=0)
        paid, returned = np.zeros((2, *shape), dtype=np.int64)
        return rungs, Results(paid, returned, np.full(shape, NO_ROW, dtype=np.int8))

    def _by_rung(self, wager: int, schedule: PaySchedule, results: Results) -> ByRung:
        stakes = self.table.stakes[wager]
        reached = results.rows[int(stakes.argmax())]
        shares = (reached != NO_ROW) & (schedule.kinds[reached] == SHARE) if len(schedule.kinds) else reached
        back = results.paid + results.returned
        return ByRung(
            rows=reached,
            back=back,
            net=back - stakes[:, None],
            shares=shares.astype(np.uint8),
            counts=np.zeros((LANES, *back.shape), dtype=np.int64),
        )

    # ------------------------------------------------------------------------------------------- a batch

    def play(self, sheet: Sheet) -> None:
        """Find and count the rungs of a batch whose game has been settled, and add their nets."""
        game = self.table.game
        for side in self.table.sides:
            game.find_side(side, sheet)
            self._add(sheet, FIRST_SIDE + side, sheet.rungs)
        if self.table.progressive is not None:
            self._play_progressive(sheet)
        if self.table.cover_all is not None:
            self.table.find_layout(sheet)
            game.find_cover_all(sheet)
            best = sheet.rows[COVER_ALL]
            game.call(sheet, highest_rungs, lambda _: (sheet.rungs, sheet.on_layout, best))
            self._add(sheet, COVER_ALL, best)

    def _play_progressive(self, sheet: Sheet) -> None:
        table, game = self.table, self.table.game
        game.find_progressive(sheet)
        rungs, bet = sheet.rungs, self.bets[PROGRESSIVE]
        table.order_turns(sheet)
        if not table.after_fold:
            rungs = sheet.rows[PROGRESSIVE]
            game.call(sheet, live_rungs, lambda _: (sheet.rungs, sheet.folded, rungs))
        self._count(sheet, PROGRESSIVE, rungs)
        live = Live(Placed(rungs, table.stakes[PROGRESSIVE]), sheet.nobody, sheet.turns)
        results = Results(sheet.paid[PROGRESSIVE], sheet.returned[PROGRESSIVE], sheet.rows[ENVY])
        game.call(sheet, take_shares, lambda _: (
            live, bet.shares, game.progressive, table.meters, self.account, results, sheet.left,
            sheet.net if self.alone else sheet.net_of_bet, self.taken,
        ))  # fmt: skip
        self._close(sheet, PROGRESSIVE)
        if table.envy is not None and game.seats > 1:
            table.pay_envy(sheet)
            sheet.net_of_bet[:] = sheet.paid[ENVY]
            self.envied += sheet.net_of_bet.sum()
            self._close(sheet, ENVY)

    def _add(self, sheet: Sheet, wager: int, rungs: Any) -> None:
        self._count(sheet, wager, rungs)
        self._close(sheet, wager)

    def _count(self, sheet: Sheet, wager: int, rungs: Any) -> None:
        bet, net = self.bets[wager], sheet.net if self.alone else sheet.net_of_bet
        if not self.alone:
            net[:] = 0
        self.table.game.call(sheet, count_rungs, lambda wager: (
            rungs, self.table.stakes[wager], bet.net, bet.counts, net
        ), wager)  # fmt: skip

    def _close(self, sheet: Sheet, wager: int) -> None:
        """Add the nets of a bet to the squares, and to the net of all wagers."""
        if not self.alone:
            call = self.table.game.call
            call(sheet, add_squares, lambda wager: (sheet.net_of_bet, self.squares[wager]), wager)
            sheet.net += sheet.net_of_bet

    # ------------------------------------------------------------------------------------------- the end

    def total(self, totals: Any, hits: Any) -> None:
        """Add the amounts wagered and returned by wager, and how often each row was reached."""
        for wager, bet in self.bets.items():
            stakes, counts = self.table.stakes[wager], bet.counts.sum(axis=0)
            totals[wager, 0] += int((counts * stakes[:, None]).sum())
            totals[wager, 1] += int((counts * bet.back).sum())
            np.add.at(hits[wager], bet.rows, counts.sum(axis=0))
            if self.alone:
                self.squares[wager] += squares_of(counts[0], bet.net[0])
        totals[PROGRESSIVE, 1] += int(self.taken[0])
        if self.alone:
            self.squares[PROGRESSIVE] += self.taken[1]
        totals[ENVY, 1] += int(self.envied[0])


def squares_of(counts: Any, nets: Any) -> int:
    """Return the sum of squared nets, in Python ints, which never overflow."""
    return sum(count * net * net for count, net in zip(counts.tolist(), nets.tolist(), strict=True) if count)


@kernel
def place_of(rung: int) -> Any:
    """The place of a rung, within `PLACES` whatever it is."""
    return np.uint8((rung + 1) & (PLACES - 1))


@kernel
def count_rungs(rungs: Any, stakes: Any, nets: Any, counts: Any, net: Any) -> None:
    """Add each seat's net by its rung, and count the rungs of seats that wager."""
    for seat in range(len(stakes)):
        if stakes[seat]:
            _count_rungs(rungs[seat], nets[seat], counts[:, seat], net[seat])


@kernel
def _count_rungs(rungs: Any, nets: Any, counts: Any, net: Any) -> None:
    for number in range(len(net)):
        place = place_of(rungs[number])
        net[number] += nets[place]
        counts[np.uint8(number & 3), place] += 1


@kernel
def live_rungs(rungs: Any, lost: Any, live: Any) -> None:
    """The rungs of the wagers that a fold has not ended."""
    for seat in range(live.shape[0]):
        for number in range(live.shape[1]):
            live[seat, number] = NO_ROW if lost[seat, number] else rungs[seat, number]


@kernel
def highest_rungs(rungs: Any, on_layout: Any, highest: Any) -> None:
    """For every seat, the highest rung of the dealer's hand, which comes last, and those on the layout."""
    seats = highest.shape[0]
    for number in range(highest.shape[1]):
        highest[0, number] = rungs[seats, number]
    for seat in range(seats):
        _raise_rungs(rungs[seat], on_layout[seat], highest[0])
    for seat in range(1, seats):
        for number in range(highest.shape[1]):
            highest[seat, number] = highest[0, number]


@kernel
def _raise_rungs(rungs: Any, counts: Any, best: Any) -> None:
    """Take the higher rungs of those that count, for many rounds at once by vector instructions."""
    for number in range(len(best)):
        # As a number without a sign, none is the lowest of all.
        rung = np.uint8(rungs[number]) | np.uint8(np.uint8(counts[number]) - np.uint8(1))
        best[number] = np.int8(min(np.uint8(best[number]), np.uint8(rung)))


@kernel
def take_shares(
    live: Live, shares: Any, table: PaySchedule, meters: Meters, account: Account, results: Results,
    left: Any, net: Any, taken: Any,
) -> None:  # fmt: skip
    """Settle the rounds in which a share of a meter is paid; between them the meters only grow."""
    rungs, stakes = live.placed.rungs, live.placed.stakes
    rounds = net.shape[1]
    done = 0
    for each in range(_list_shares(rungs, stakes, shares, rounds, left)):
        number = left[each]
        settling.contribute(number - done, stakes, meters, account)
        settling.pay_progressive_round(number, live, table, meters, account, results)
        done = number + 1
        for seat in range(len(stakes)):
            if stakes[seat] and shares[place_of(rungs[seat, number])]:
                award, stake = float(results.paid[seat, number]), float(stakes[seat])
                net[seat, number] += results.paid[seat, number]
                taken[0] += award
                taken[1] += award * award - 2 * award * stake
    settling.contribute(rounds - done, stakes, meters, account)


@kernel
def _list_shares(rungs: Any, stakes: Any, shares: Any, rounds: int, left: Any) -> int:
    """Write the rounds in which a share is paid, and count them."""
    count = 0
    if len(stakes) == 1:
        for number in range(rounds):
            left[count] = number
            count += shares[place_of(rungs[0, number])]
        return count
    for number in range(rounds):
        found = False
        for seat in range(len(stakes)):
            found |= (shares[place_of(rungs[seat, number])] != 0) & (stakes[seat] != 0)
        left[count] = number
        count += found
    return count
