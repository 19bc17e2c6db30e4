"""The decision process of a game in bulk: many seats at once, each in a separate round.

A seat sees its cards, the board so far and the dealer's face-up card, and wagers some antes or none. No antes
are a check, and a fold on the last street; a wager ends its decisions. The result is settled by the game's
own kernels, in antes.
"""

import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple

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

if TYPE_CHECKING:
    from croupier.odds.protocol import Stage
    from croupier.odds.simulate.game import SimulatedGame

HIDDEN = 52
"""Stands for a card that the seat does not see yet."""

LEAST_POOL = 256
"""The fewest rounds dealt ahead."""

WORD = 8
"""The number of bytes written at once."""

SHIFTS = np.arange(0, 8 * WORD, 8, dtype=np.uint64)[:: 1 if sys.byteorder == "little" else -1].copy()
"""By byte of a word in memory, its place in the number."""

MASKS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.uint64)[
    :, 0
]
"""By bits, a word with a byte for each of them."""


class _Dealt(NamedTuple):
    """Dealt rounds, by round."""

    sheet: Sheet
    legal: Any
    """The legal wagers by street: bit n for a wager of n antes."""
    side_net: Any
    """The result of the side bets in antes."""

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The same for the kernels."""
        return self.sheet.columns, self.sheet.strengths, self.sheet.sets, self.legal, self.side_net


class Process:
    """Many seats, each in a separate round; a seat whose round has ended is dealt another on request."""

    def __init__(self, house: HouseRules, seats: int, wagers: Mapping[str, int] | None = None) -> None:
        solver = solver_for(house.rules)
        self.house = house
        self.game: SimulatedGame = solver.simulation(house, 1)
        self.stages: tuple[Stage, ...] = solver.stages(house.rules)
        self.actions: int = self.game.most_antes + 1
        self.unit: int = 100 * lcm(*(award.per for table in house.tables.values() for award in table.awards))
        """The ante in cents, which every odds divide."""
        self.sides: dict[str, int] = self._side_stakes(wagers or {})
        self.seats = seats
        self.last: Stage = self.stages[-1]
        self.width: int = 1 + self.last.player + self.last.board + self.last.up
        """The width of an observation: the street, then each card that a seat can come to see."""
        self._looks = self._places_seen()
        self._own, self._pool = self._room(seats), self._room(max(seats, LEAST_POOL))
        self._next = np.array([self._pool.sheet.rounds])
        """The first round of the pool that no seat has taken."""
        self.street: Any = np.zeros(seats, dtype=np.int8)
        self._rows = self._new_rows()
        self._settling = {
            id(each): self.game.settling(each.sheet, self._rows)
            for each in (self._own, self._pool)
            if each.sheet.rounds == seats
        }
        # Arrays that stay: to pass one to a kernel takes as long as to go through a thousand seats.
        self._actions, self._net = np.zeros((2, seats), dtype=np.int64)
        self._active, self._ended, self._wanted = np.zeros((3, seats), dtype=np.bool_)
        self._now = np.zeros(seats, dtype=np.uint8)
        self._places = np.zeros(seats, dtype=np.int32)
        self._words = np.zeros((self.width // WORD + (self.width % WORD > 0), seats), dtype=np.uint64)
        self._masks = np.zeros((seats, 1), dtype=np.uint64)
        self._calls: dict[tuple[Any, int], Callable[[], Any]] = {}
        self._optimal = False
        self.seed(0)

    def _room(self, rounds: int) -> _Dealt:
        legal = np.zeros((len(self.stages), rounds), dtype=np.uint8)
        return _Dealt(Sheet(self.game.cards, (0,), rounds, []), legal, np.zeros(rounds))

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a kernel with arrays that stay, for the rounds that are the seats' own now."""
        key = function, id(self._own)
        known = self._calls.get(key)
        if known is None:
            known = self._calls[key] = self.game.prepared(function, *arguments)
        return known()

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
        self._next[0] = self._pool.sheet.rounds

    def start(self, seats: Any) -> None:
        """Deal a new round to the seats that are true, or to all (None)."""
        rounds = self._pool.sheet.rounds
        if (seats is None or seats.all()) and rounds == self.seats:
            if self._next[0]:
                self._deal()
            self._own, self._pool = self._pool, self._own
            self._next[0] = rounds
            self.street[:] = 0
            return
        self._wanted[:] = True if seats is None else seats
        left = int(self._wanted.sum())
        while left:
            if self._next[0] == rounds:
                self._deal()
            left = self._call(
                _take,
                self._wanted,
                self._places,
                self._next,
                self._pool.arrays,
                self._own.arrays,
                self.street,
            )

    def _deal(self) -> None:
        pool, sheet, run = self._pool, self._pool.sheet, self.game.run
        run(deal)(self._key, self._first, self.game.cards, sheet.columns)
        self._first += sheet.rounds
        self._next[0] = 0
        self.game.look(sheet)
        for street in range(len(self.stages)):
            self.game.find_legal(street, sheet, pool.legal[street])
        pool.side_net[:] = 0
        for side, name in enumerate(self.game.side_names):
            if name in self.sides:
                self.game.find_side(side, sheet)
                stake = self.sides[name]
                stakes = np.full(sheet.rounds, stake, dtype=np.int64)
                paid, back = np.zeros_like(stakes), np.zeros_like(stakes)
                outcomes = np.zeros(sheet.rounds, dtype=np.int8)
                run(pay_rows)(sheet.rungs[0], stakes, self.game.sides[side], outcomes, paid, back)
                pool.side_net[:] += (paid + back - stake) / self.unit

    # ------------------------------------------------------------------------------------------------- play

    def _places_seen(self) -> Any:
        """A line for each card of an observation: where it is in the sheet, its word and byte, its street."""
        board, up = self.game.cards - self.last.board, self.game.dealer_row
        shown = [stage.board for stage in self.stages]
        cards = [
            *((card, 0) for card in range(self.last.player)),
            *((board + card, sum(count <= card for count in shown)) for card in range(self.last.board)),
            *((up + card, 0) for card in range(self.last.up)),
        ]
        lines = [(place, *divmod(byte, WORD), street) for byte, (place, street) in enumerate(cards, start=1)]
        return np.array(lines, dtype=np.int64)

    def observe(self) -> Any:
        """Return each seat's view: the street, its cards, the board and the dealer's face-up card."""
        self._call(_observe, self._own.sheet.columns, self.street, self._looks, SHIFTS, self._words)
        return self._words.T.copy().view(np.uint8)[:, : self.width]

    def masks(self) -> Any:
        """By seat and action, 1 where the rules allow it."""
        self._call(_mask, self._own.legal, self.street, self._now, MASKS, self._masks)
        return self._masks.copy().view(np.int8)[:, : self.actions]

    def act(self, actions: Any, active: Any) -> tuple[Any, Any]:
        """Wager the antes of each active seat; return the ended rounds, and each seat's net result in antes.

        An action that the rules do not allow is taken as 0, as the table's default action is.
        """
        if np.shape(actions) != (self.seats,) or np.asarray(actions).dtype.kind not in "iu":
            raise Refusal("malformed", f"actions: expected {self.seats} whole numbers, one for each round")
        np.copyto(self._actions, actions, casting="same_kind")
        self._active[:] = active
        self._call(
            _advance, self._actions, self._active, self._own.legal, self.unit,
            self._now, self.street, self._rows, self._ended,
        )  # fmt: skip
        rewards = np.zeros(self.seats)
        if self._ended.any():
            self._settle()
            np.divide(self._net, self.unit, out=rewards)
            if self.sides:
                rewards += self._own.side_net * self._ended
        return self._ended.copy(), rewards

    def _settle(self) -> None:
        """The net result in cents of the rounds that have ended; others have no ante, and are left out."""
        self._settling[id(self._own)]()
        staked = self.unit * (len(self.game.play.main) - 1)
        self._call(_net_of, self._rows, staked, self._ended, self._net)

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
                self.game.best(street, self._own.sheet, found)
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
def _legal_now(legal: Any, street: Any, now: Any) -> None:
    for here in range(len(legal)):
        for seat in range(len(now)):
            bits, before = legal[here, seat], now[seat]
            now[seat] = bits if street[seat] == here else before


@kernel
def _advance(
    actions: Any, active: Any, legal: Any, unit: int, now: Any, street: Any, rows: Rows, ended: Any
) -> None:
    """Advance each seat, without branches: the processor cannot predict the actions."""
    _legal_now(legal, street, now)
    last, most = len(legal) - 1, 7
    for seat in range(len(actions)):
        action, here = actions[seat], street[seat]
        known = min(max(action, 0), most)
        allowed = (now[seat] >> known) & (known == action)
        taken = known * (allowed & 1)
        ends = active[seat] & ((taken > 0) | (here == last))
        rows.antes[seat] = unit * ends
        rows.decided[seat] = unit * taken
        rows.folded[seat] = taken == 0
        rows.paid[rows.returned.shape[0], seat] = 0
        ended[seat] = ends
        street[seat] = here + (active[seat] & (not ends))


@kernel
def _take(
    wanted: Any, places: Any, next_round: Any, pool: tuple[Any, ...], own: tuple[Any, ...], street: Any
) -> int:
    """Give the next rounds of the pool to the seats that need one; return how many seats still need one."""
    columns, strengths, sets, legal, side_net = pool
    first, count = next_round[0], 0
    for seat in range(len(wanted)):
        places[count] = seat
        count += wanted[seat]
    taken = min(count, len(side_net) - first)
    for number in range(taken):
        seat = places[number]
        wanted[seat] = False
        street[seat] = 0
        own[4][seat] = side_net[first + number]
    _copy(columns, first, taken, places, own[0])
    _copy(strengths, first, taken, places, own[1])
    _copy(sets, first, taken, places, own[2])
    _copy(legal, first, taken, places, own[3])
    next_round[0] = first + taken
    left: int = count - taken
    return left


@kernel
def _copy(source: Any, first: int, count: int, places: Any, target: Any) -> None:
    for row in range(len(source)):
        for number in range(count):
            target[row, places[number]] = source[row, first + number]


@kernel
def _net_of(rows: Rows, staked: int, ended: Any, net: Any) -> None:
    """The cents that each ended round won or lost; 0 for any other."""
    wagers = rows.returned.shape[0]
    for seat in range(len(net)):
        net[seat] = rows.paid[wagers, seat] - rows.decided[seat] - staked
    for wager in range(wagers):
        for seat in range(len(net)):
            net[seat] += rows.paid[wager, seat] + rows.returned[wager, seat]
    for seat in range(len(net)):
        net[seat] *= ended[seat]


@kernel
def _mask(legal: Any, street: Any, now: Any, masks: Any, found: Any) -> None:
    _legal_now(legal, street, now)
    for seat in range(len(now)):
        found[seat, 0] = masks[now[seat]]


@kernel
def _observe(columns: Any, street: Any, cards: Any, shifts: Any, words: Any) -> None:
    """Pack the street and the cards into words; card by card, since a processor does that in bulk."""
    for word in range(len(words)):
        for seat in range(len(street)):
            words[word, seat] = np.uint64(street[seat]) << shifts[0] if word == 0 else np.uint64(0)
    for card in range(len(cards)):
        place, word, byte, shows = cards[card, 0], cards[card, 1], cards[card, 2], cards[card, 3]
        for seat in range(len(street)):
            number = columns[place, seat]
            seen = number if street[seat] >= shows else np.uint8(HIDDEN)
            words[word, seat] |= np.uint64(seen) << shifts[byte]
