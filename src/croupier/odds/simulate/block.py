"""Plays a block of rounds: dealt, ranked, decided, settled and counted, batch by batch."""

from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.games.common import NO_ROW
from croupier.jit import sources_digest
from croupier.odds.progress import Progress, silent
from croupier.odds.simulate import tally as counting
from croupier.odds.simulate.memory import count_cells
from croupier.odds.simulate.plan import BATCH, BLOCK, Plan, decoded
from croupier.odds.simulate.randomness import deal_next, key_of
from croupier.odds.simulate.rungs import Bets, squares_of
from croupier.odds.simulate.sheet import Sheet
from croupier.odds.simulate.table import Table
from croupier.odds.simulate.tally import BetTally, Tally
from croupier.odds.simulate.wagers import (
    ANTE,
    COVER_ALL,
    DECIDED,
    ENVY,
    FIRST_SIDE,
    PROGRESSIVE,
    WAGERS,
)

if TYPE_CHECKING:
    from croupier.odds.simulate.memory import Memory
    from croupier.odds.simulate.settling import Account

MAIN = "main"


_tables: dict[bytes, tuple[Plan, Table, list["Blocks"]]] = {}
"""The last plan of this process, its table, and the players of blocks that are free."""
_lock = Lock()


def table_of(plan: Plan, progress: Progress = silent) -> Table:
    """The table of a plan; solves the game where the strategy needs it and no one has yet."""
    table = Table(plan.house, plan.seats)
    table.use(plan.strategy, progress)
    return table


def prepare_table(encoded: bytes, progress: Progress = silent) -> None:
    """Make the table of a plan, and compile all that playing at it needs."""
    plan, table, _ = _table(encoded, progress)
    Blocks(plan, table).play(0, rounds=min(plan.rounds, plan.session))


def play_block(encoded: bytes, index: int) -> Tally:
    """Play one block of a plan; a worker keeps the table and its arrays between blocks."""
    plan, table, free = _table(encoded)
    try:
        blocks = free.pop()
    except IndexError:  # another thread plays with each that there is
        blocks = Blocks(plan, table)
    tally = blocks.play(index)
    free.append(blocks)
    return tally


def _table(encoded: bytes, progress: Progress = silent) -> tuple[Plan, Table, list["Blocks"]]:
    """The table of a plan, made once per process by the first thread."""
    with _lock:
        if encoded not in _tables:
            plan = decoded(encoded)
            if plan.digest != sources_digest():
                raise RuntimeError("this worker runs another version of Croupier than its client")
            _tables.clear()
            _tables[encoded] = plan, table_of(plan, progress), []
        return _tables[encoded]


class Blocks:
    """Plays blocks one after another, with arrays and calls that are prepared once."""

    def __init__(self, plan: Plan, table: Table, written_out: bool = False) -> None:
        self.plan = plan
        self.rounds: int = 0
        """The number of rounds in the current block."""
        self.table = table
        self.next: Any = np.array([key_of(plan.seed), 0], dtype=np.uint64)
        """The key of the seed, and the number of the next round."""
        self.account: Account = table.meters_at_seed()
        self.totals: Any = np.zeros((WAGERS, 2), dtype=np.int64)
        self.squares: Any = np.zeros((WAGERS, 1))
        self.hits: Any = np.zeros((WAGERS, 16), dtype=np.int64)
        self.bets: Bets | None = (
            None if table.limited or written_out else Bets(table, self.account, self.squares)
        )
        game = table.game
        self.cells: Any = np.zeros((game.seats, game.cells), dtype=np.int64)
        self.walked: Any = np.zeros((game.seats, 4), dtype=np.int64)
        most = BATCH // plan.session + 1
        self.ended: Any = np.zeros((2, game.seats, most), dtype=np.int64)
        """Results and drawdowns of the sessions that end in a batch …"""
        self.sessions: list[Any] = []
        """… and of those before."""
        self.memories: list[Memory] = table.memories()
        self.sheets: dict[int, Sheet] = {}
        """By number of rounds."""

    def play(self, index: int, rounds: int = 0) -> Tally:
        """Play a block by its number, or the first rounds of it."""
        first = index * BLOCK
        self.rounds = rounds or min(BLOCK, self.plan.rounds - first)
        self._clear(first)
        for start in range(0, self.rounds, BATCH):
            length = min(BATCH, self.rounds - start)
            if length not in self.sheets:
                self.sheets[length] = self.table.sheet(length, self.memories)
            self._batch(self.sheets[length])
        return self._tally()

    def _clear(self, first: int) -> None:
        """Begin a block with counts of zero and meters at their seeds."""
        self.next[1] = first
        for counted in (self.totals, self.squares, self.hits, self.cells, self.walked):
            counted[:] = 0
        for meters, seeds in zip(self.account, self.table.meters_at_seed(), strict=True):
            meters[:] = seeds
        if self.bets is not None:
            self.bets.clear()
        self.sessions = []

    def _batch(self, sheet: Sheet) -> None:
        table, game = self.table, self.table.game
        game.call(sheet, deal_next, lambda _: (self.next, game.cards, sheet.columns))
        game.look(sheet)
        table.decide(sheet)
        if self.bets is None:
            table.settle(sheet, self.account)
        else:
            table.settle_game(sheet)
        self._count_game(sheet)
        if self.bets is None:
            self._count_written(sheet)
        else:
            self.bets.play(sheet)
        ended = game.call(
            sheet, counting.walk, lambda _: (sheet.net, self.plan.session, self.walked, *self.ended)
        )
        if ended:
            self.sessions.append(self.ended[:, :, :ended].copy().reshape(2, -1))

    def _count_game(self, sheet: Sheet) -> None:
        table, game, call, net = self.table, self.table.game, self.table.game.call, sheet.net
        for seat in range(game.seats):
            if table.stakes[ANTE, seat]:
                call(sheet, count_cells, lambda seat: (
                    sheet.cells[seat], sheet.memories[seat], net[seat], self.cells[seat]
                ), seat)  # fmt: skip
            else:
                net[seat] = 0
        if table.limited:
            net[:] = 0
            for wager in table.main:
                decided = sheet.decided if wager == DECIDED else sheet.nobody
                self._add_bet(sheet, wager, decided, net, self.totals[ANTE])
        if table.limited or game.seats > 1:
            call(sheet, counting.add_squares, lambda _: (net, self.squares[ANTE]))

    def _count_written(self, sheet: Sheet) -> None:
        """Count the other bets of rounds that were settled one by one."""
        table, call = self.table, self.table.game.call
        stakes, net, of_bet = table.stakes, sheet.net, sheet.net_of_bet
        for wager in self._others():
            of_bet[:] = 0
            self._add_bet(sheet, wager, sheet.nobody, of_bet, self.totals[wager])
            call(sheet, counting.add_squares, lambda wager: (of_bet, self.squares[wager]), wager)
            net += of_bet
            if wager != ENVY:
                call(sheet, counting.count_rows, lambda wager: (
                    sheet.rows[wager], stakes[wager], self.hits[wager]
                ), wager)  # fmt: skip

    def _add_bet(self, sheet: Sheet, wager: int, decided: Any, net: Any, totals: Any) -> None:
        self.table.game.call(sheet, counting.add_bet, lambda _: (
            sheet.paid[wager], sheet.returned[wager], self.table.stakes[wager], decided, net, totals
        ), wager)  # fmt: skip

    def _others(self) -> list[int]:
        """The bets besides the game itself, in the order of settlement."""
        table = self.table
        found = [FIRST_SIDE + side for side in table.sides]
        if table.progressive is not None:
            found += [PROGRESSIVE, ENVY] if table.envy is not None else [PROGRESSIVE]
        return [*found, COVER_ALL] if table.cover_all is not None else found

    def _tally(self) -> Tally:
        table, game = self.table, self.table.game
        stakes = table.stakes
        tally = Tally(self.rounds)
        if self.bets is not None:
            self.bets.total(self.totals, self.hits)
        if stakes[ANTE].any():
            tally.bets[MAIN] = self._main(tally)
        ladders = {PROGRESSIVE: game.progressive_ladder, COVER_ALL: game.cover_all_ladder, ENVY: ()} | {
            FIRST_SIDE + side: ladder for side, ladder in enumerate(game.ladders)
        }
        names = {PROGRESSIVE: "progressive", COVER_ALL: "cover_all", ENVY: "envy"} | {
            FIRST_SIDE + side: name for side, name in enumerate(game.side_names)
        }
        for wager in self._others():
            of = stakes[PROGRESSIVE if wager == ENVY else wager]
            tally.bets[names[wager]] = self._bet(wager, of, self._hits(wager, ladders[wager]))
        if table.progressive is not None:
            meters = zip(table.progressive.meters, self.account.met.tolist(), strict=True)
            tally.meters = {meter.name: met for meter, met in meters}
        if self.sessions:
            results, drawdowns = np.concatenate(self.sessions, axis=1)
            tally.results, tally.drawdowns = _counted(results), _counted(drawdowns)
        return tally

    def _main(self, tally: Tally) -> BetTally:
        """The game itself, from how often each cell occurred."""
        table, game = self.table, self.table.game
        names = ["fold", *(f"{game.play.decided}_{antes}x" for antes in range(1, game.most_antes + 1))]
        hits = dict.fromkeys(names, 0)
        hits |= {f"{game.bonus_name}.{row}": 0 for row in game.paid_bonus}
        situations = game.play.situations
        tally.situations = dict.fromkeys(situations, 0)
        if game.seats == 1 and not table.limited:
            self.squares[ANTE] += squares_of(self.cells[0], self.memories[0].net)
        for memory, counts in zip(self.memories, self.cells, strict=True):
            for cell in counts.nonzero()[0].tolist():
                count = int(counts[cell])
                hits[names[memory.antes[cell]]] += count
                tally.situations[situations[memory.situations[cell]]] += count
                row = memory.bonus_rows[cell]
                if row != NO_ROW:
                    hits[f"{game.bonus_name}.{game.bonus_ladder[row]}"] += count
                if not table.limited:
                    staked = int(memory.staked[cell])
                    self.totals[ANTE] += count * staked, count * (staked + int(memory.net[cell]))
        return self._bet(ANTE, table.stakes[ANTE], hits)

    def _bet(self, wager: int, stakes: Any, hits: dict[str, int]) -> BetTally:
        base, wagers = self.rounds * int(stakes.sum()), self.rounds * int((stakes > 0).sum())
        staked, returned = self.totals[wager].tolist()
        return BetTally(staked, returned, int(self.squares[wager, 0]), base, wagers, hits)

    def _hits(self, wager: int, ladder: tuple[str, ...]) -> dict[str, int]:
        return dict(zip(ladder, self.hits[wager].tolist(), strict=False))


def _counted(found: Any) -> dict[int, int]:
    """Return how often each value occurs."""
    values, counts = np.unique(found, return_counts=True)
    return dict(zip(values.tolist(), counts.tolist(), strict=True))
