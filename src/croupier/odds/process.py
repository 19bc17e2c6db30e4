"""The decision process of a game in bulk: many seats at once, each in a round of its own.

A seat sees its cards, the board so far and the dealer's face-up card, and wagers some antes or none. No antes
are a check, and a fold on the last street; a wager ends its decisions. The result is settled by the game's
own kernels, in antes.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from croupier.errors import Refusal
from croupier.jit import kernel
from croupier.odds.columns.settle import pay_rows
from croupier.odds.price import main_odds
from croupier.odds.protocol import solver_for
from croupier.odds.side_bets import price_bet
from croupier.odds.simulate.randomness import deal, key_of
from croupier.odds.simulate.sheet import Rows, Sheet
from croupier.odds.simulate.strategy import OPTIMAL
from croupier.odds.simulate.wagers import check_seats, main_wagers
from croupier.submission.house import HouseRules

HIDDEN = 52
"""Stands for a card that the seat does not see yet."""

LEAST_POOL = 256
"""Rounds dealt ahead, at least."""


class _Ended(NamedTuple):
    """The hands of rounds that have ended, as `settle_rows` reads them."""

    strengths: Any
    sets: Any
    rounds: int


class Process:
    """So many seats, each in a round of its own; a seat whose round has ended is dealt another when asked."""

    def __init__(self, house: HouseRules, seats: int, wagers: Mapping[str, int] | None = None) -> None:
        solver = solver_for(house.rules)
        self.house = house
        self.game = solver.simulation(house, 1)
        self.stages = solver.stages(house.rules)
        self.actions = self.game.most_antes + 1
        self.unit = 100 * lcm(*(award.per for table in house.tables.values() for award in table.awards))
        """The ante in cents, which every odds divide."""
        self.sides = self._side_stakes(wagers or {})
        self.seats = seats
        self.last = self.stages[-1]
        self.width = 1 + self.last.player + self.last.board + self.last.up
        """Of an observation: the street, then the cards that a seat may come to see."""
        self._shown = np.array([stage.board for stage in self.stages], dtype=np.int64)
        self._sheet = Sheet(self.game.cards, (0,), seats, [])
        self._pool = Sheet(self.game.cards, (0,), max(seats, LEAST_POOL), [])
        self._side_net = np.zeros(seats)
        self._pool_net = np.zeros(self._pool.rounds)
        self._next = self._pool.rounds
        self.street = np.zeros(seats, dtype=np.int8)
        self.legal = np.zeros((len(self.stages), seats), dtype=np.uint8)
        """By street and seat: bit n for a wager of n antes."""
        self._pool_legal = np.zeros((len(self.stages), self._pool.rounds), dtype=np.uint8)
        self._made = np.zeros(seats, dtype=np.int8)
        self._rows = self._new_rows()
        self._optimal = False
        self.seed(0)

    def _side_stakes(self, wagers: Mapping[str, int]) -> dict[str, int]:
        """The side bets in cents of this process's ante, from wagers in cents of the given one."""
        if not wagers:
            return {}
        main = main_wagers(self.house)
        ante = wagers.get("ante", 0)
        try:
            check_seats(self.house, [{**dict.fromkeys(main, ante), **wagers}])
        except ValueError as error:
            raise Refusal("value_not_allowed", str(error)) from None
        sides = {name: amount for name, amount in wagers.items() if name not in main}
        for name in sides:
            if name not in self.game.side_names:
                allowed = ", ".join((*main, *self.game.side_names))
                raise Refusal("unknown_wager", f"wagers: no {name} in this process; allowed: {allowed}")
        self.unit = lcm(self.unit, ante)
        return {name: amount * (self.unit // ante) for name, amount in sides.items()}

    def _new_rows(self) -> Rows:
        main, seats = len(self.game.play.main), self.seats
        return Rows(
            antes=np.full(seats, self.unit, dtype=np.int64),
            decided=np.zeros(seats, dtype=np.int64),
            folded=np.zeros(seats, dtype=np.uint8),
            allowed=np.ones(seats, dtype=np.uint8),
            outcomes=np.zeros((main, seats), dtype=np.int8),
            paid=np.zeros((main + 1, seats), dtype=np.int64),
            returned=np.zeros((main, seats), dtype=np.int64),
        )

    # ------------------------------------------------------------------------------------------------- cards

    def seed(self, seed: int) -> None:
        """Deal the rounds of this seed from the first on."""
        self._key, self._first = key_of(seed & (1 << 64) - 1), 0
        self._next = self._pool.rounds

    def start(self, seats: Any) -> None:
        """Deal a new round to these seats (places, ascending), or to all (None)."""
        if seats is None and self._pool.rounds == self.seats:
            if self._next:
                self._deal()
            self._sheet, self._pool = self._pool, self._sheet
            self._side_net, self._pool_net = self._pool_net, self._side_net
            self._next = self.seats
            self.legal, self._pool_legal = self._pool_legal, self.legal
            self.street[:] = 0
            return
        left = np.arange(self.seats) if seats is None else seats
        while len(left):
            if self._next == self._pool.rounds:
                self._deal()
            count = min(len(left), self._pool.rounds - self._next)
            self._take(left[:count])
            left = left[count:]

    def _deal(self) -> None:
        pool, run = self._pool, self.game.run
        run(deal)(self._key, self._first, self.game.cards, pool.columns)
        self._first += pool.rounds
        self._next = 0
        self.game.look(pool)
        for street in range(len(self.stages)):
            self.game.find_legal(street, pool, self._pool_legal[street])
        self._pool_net[:] = 0
        for side, name in enumerate(self.game.side_names):
            if name in self.sides:
                self.game.find_side(side, pool)
                stake = self.sides[name]
                stakes = np.full(pool.rounds, stake, dtype=np.int64)
                paid, back = np.zeros_like(stakes), np.zeros_like(stakes)
                outcomes = np.zeros(pool.rounds, dtype=np.int8)
                run(pay_rows)(pool.rungs[0], stakes, self.game.sides[side], outcomes, paid, back)
                self._pool_net += (paid + back - stake) / self.unit

    def _take(self, seats: Any) -> None:
        """Take the next rounds of the pool for these seats."""
        here = slice(self._next, self._next + len(seats))
        self._next += len(seats)
        sheet, pool, run = self._sheet, self._pool, self.game.run
        for of_pool, own in (
            (pool.columns, sheet.columns),
            (pool.strengths, sheet.strengths),
            (pool.sets, sheet.sets),
            (self._pool_legal, self.legal),
        ):
            run(_copy)(of_pool[:, here], seats, own)
        if self.sides:
            self._side_net[seats] = self._pool_net[here]
        self.street[seats] = 0

    # ------------------------------------------------------------------------------------------------- play

    def observe(self) -> Any:
        """What each seat sees: the street, its cards, the board and the dealer's face-up card."""
        seen = np.empty((self.seats, self.width), dtype=np.uint8)
        board = self.game.cards - self.last.board
        self.game.run(_observe)(
            self._sheet.columns, self.street, self._shown, (self.last.player, board, self.last.board),
            self.game.dealer_row, seen,
        )  # fmt: skip
        return seen

    def masks(self) -> Any:
        """By seat and action, 1 where the rules allow it."""
        found = np.empty((self.seats, self.actions), dtype=np.int8)
        self.game.run(_masks)(self.legal, self.street, found)
        return found

    def act(self, actions: Any, active: Any) -> tuple[Any, Any]:
        """Each active seat wagers so many antes; the ended rounds, and the net result of each seat in antes.

        An action that the rules do not allow is taken as 0, as the table's default action is.
        """
        ended = np.zeros(self.seats, dtype=np.bool_)
        self.game.run(_advance)(actions, active, self.legal, self.street, self._made, ended)
        rewards = np.zeros(self.seats)
        if ended.all():
            self._settle(self._sheet, self._rows, self._made, self._side_net, rewards)
        elif ended.any():
            places = np.flatnonzero(ended)
            count = len(places)
            strengths, sets = self._sheet.strengths, self._sheet.sets
            sheet = _Ended(np.empty((2, count), strengths.dtype), np.empty((2, count), sets.dtype), count)
            self.game.run(_gather)(strengths, places, sheet.strengths)
            self.game.run(_gather)(sets, places, sheet.sets)
            whole = self._rows
            rows = Rows(*(each[..., :count] for each in whole))
            found = np.zeros(count)
            self._settle(sheet, rows, self._made[places], self._side_net[places], found)
            rewards[places] = found
        return ended, rewards

    def _settle(self, sheet: Any, rows: Rows, made: Any, side_net: Any, rewards: Any) -> None:
        np.multiply(made, self.unit, out=rows.decided, dtype=np.int64)
        np.equal(made, 0, out=rows.folded, casting="unsafe")
        rows.paid[-1] = 0
        self.game.settle_rows(sheet, rows)
        staked = len(self.game.play.main) - 1
        self.game.run(_net)(rows, staked, self.unit, made, side_net, rewards)

    # ---------------------------------------------------------------------------------------------- the best

    def best(self) -> Any:
        """The action of optimal play for each seat on its street."""
        if not self._optimal:
            self.game.use(OPTIMAL)
            self._optimal = True
        actions = np.zeros(self.seats, dtype=np.int64)
        for street in range(len(self.stages)):
            here = self.street == street
            if here.any():
                found = np.zeros(self.seats, dtype=np.int64)
                self.game.best(street, self._sheet, found)
                actions[here] = found[here]
        return actions

    def value(self) -> Fraction:
        """The exact expectation of a round under optimal play of the game, side bets included, in antes."""
        value = main_odds(self.house).net.mean
        for name, stake in self.sides.items():
            odds = price_bet(self.house, name, self.house.tables[name], stake)
            value += odds.net.mean * Fraction(stake, self.unit)
        return value


@kernel
def _advance(actions: Any, active: Any, legal: Any, street: Any, made: Any, ended: Any) -> None:
    """Without branches: which action a seat takes cannot be predicted."""
    last, most = legal.shape[0] - 1, 7
    for seat in range(len(actions)):
        action, here = actions[seat], street[seat]
        known = min(max(action, 0), most)
        allowed = (legal[here, seat] >> known) & (known == action)
        taken = known * (allowed & 1)
        acts = active[seat]
        ends = (taken > 0) | (here == last)
        made[seat] = taken if acts else made[seat]
        ended[seat] = acts & ends
        street[seat] = here + (acts & (not ends))


@kernel
def _copy(source: Any, seats: Any, target: Any) -> None:
    for row in range(len(source)):
        for number in range(len(seats)):
            target[row, seats[number]] = source[row, number]


@kernel
def _gather(source: Any, places: Any, target: Any) -> None:
    for row in range(len(source)):
        for number in range(len(places)):
            target[row, number] = source[row, places[number]]


@kernel
def _net(rows: Rows, staked: int, unit: int, made: Any, side_net: Any, rewards: Any) -> None:
    for seat in range(len(rewards)):
        money = 0
        for wager in range(rows.returned.shape[0]):
            money += rows.paid[wager, seat] + rows.returned[wager, seat]
        money += rows.paid[rows.returned.shape[0], seat]
        rewards[seat] = money / unit - staked - made[seat] + side_net[seat]


@kernel
def _masks(legal: Any, street: Any, found: Any) -> None:
    for seat in range(len(street)):
        bits = legal[street[seat], seat]
        for action in range(found.shape[1]):
            found[seat, action] = bits >> action & 1


@kernel
def _observe(
    columns: Any, street: Any, shown: Any, places: tuple[int, int, int], dealer: int, seen: Any
) -> None:
    player, board, community = places
    for seat in range(len(street)):
        seen[seat, 0] = street[seat]
        for card in range(player):
            seen[seat, 1 + card] = columns[card, seat]
        visible = shown[street[seat]]
        for card in range(community):
            hidden = card >= visible
            seen[seat, 1 + player + card] = columns[board + card, seat] * (not hidden) + HIDDEN * hidden
        for card in range(1 + player + community, seen.shape[1]):
            seen[seat, card] = columns[dealer + card - 1 - player - community, seat]
