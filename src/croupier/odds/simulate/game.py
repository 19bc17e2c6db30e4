"""A game as stages over a sheet: hands, decisions, the wagers against the dealer, rungs of ladders.

Each stage of a game is a loop over rounds around the very kernels of `croupier.games`, compiled; with `jit`
off the same functions run as plain Python.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from croupier.errors import Refusal
from croupier.games.common import UNPAID, Schedule, SideWager
from croupier.jit import compiled, prepared
from croupier.names import did_you_mean
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import MainOdds
from croupier.odds.own import OWN_MARK
from croupier.odds.progress import Progress, silent
from croupier.odds.protocol import solver_for
from croupier.odds.side_bets import play_of
from croupier.odds.simulate.settling import PaySchedule
from croupier.odds.simulate.sheet import Rows, Sheet
from croupier.odds.simulate.strategy import ALWAYS_FOLD, always_fold
from croupier.submission.house import HouseRules

if TYPE_CHECKING:
    from croupier.games.common import Play
    from croupier.odds.own.policy import Policy

Decide = Callable[[Sheet, int], None]
"""Writes the antes that a seat wagers in each round of a sheet."""


def arrays(schedule: Schedule) -> PaySchedule:
    """A pay table as arrays."""
    return PaySchedule(*(np.array(each, dtype=np.int64) for each in schedule))


def _schedule(side: SideWager | None) -> tuple[PaySchedule, tuple[str, ...]]:
    """A pay table as arrays, with its ladder; both empty where there is none."""
    if side is None:
        return arrays(Schedule((), (), ())), ()
    return arrays(side.schedule), side.ladder


class SimulatedGame(ABC):
    """One game under one house's rules, at a table of so many seats."""

    common_cards: int = 0
    strategies: ClassVar[tuple[str, ...]]
    most_antes: int
    """The largest decided wager, in antes."""
    cells: int
    """The number of ways in which a hand against the dealer can end (`memory`)."""

    def __init__(self, house: HouseRules, seats: int, jit: bool = True) -> None:
        self.house = house
        self.seats = seats
        self.player_cards: int = house.rules.number("cards.player")
        self.dealer_cards: int = house.rules.number("cards.dealer")
        self.cards: int = seats * self.player_cards + self.dealer_cards + self.common_cards
        self.dealer_row: int = seats * self.player_cards
        self.jit = jit
        self.play: Play = play_of(house)
        play = self.play
        self.side_names: tuple[str, ...] = tuple(play.sides)
        self.sides: tuple[PaySchedule, ...] = tuple(arrays(side.schedule) for side in play.sides.values())
        self.ladders: tuple[tuple[str, ...], ...] = tuple(side.ladder for side in play.sides.values())
        self.progressive: PaySchedule
        self.progressive_ladder: tuple[str, ...]
        self.progressive, self.progressive_ladder = _schedule(play.progressive)
        self.cover_all_ladder: tuple[str, ...] = () if play.cover_all is None else play.cover_all.ladder
        self.bonus_name: str = next(iter(play.automatic), "")
        """The bonus that needs no wager of its own; empty without one."""
        self.bonus: PaySchedule
        self.bonus_ladder: tuple[str, ...]
        self.bonus, self.bonus_ladder = _schedule(play.automatic.get(self.bonus_name))
        self.wagers: Wagers | None = None
        """The wagers in cents, where payout limits may cut them and best play depends on them."""
        self._decide: Decide | None = None

    def run(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A kernel, compiled unless this table plays in plain Python."""
        return compiled(function) if self.jit else function

    def call(
        self, sheet: Sheet, function: Callable[..., Any], arguments: Callable[[int], Any], place: int = 0
    ) -> Any:
        """Call a kernel for a seat or a wager, with arguments that stay the same while a sheet is in use."""
        known = sheet.calls.get((function, place))
        if known is None:
            known = sheet.calls[function, place] = self.prepared(function, *arguments(place))
        return known()

    def prepared(self, function: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
        """A call of a kernel with these very arguments, for arrays that stay."""
        return prepared(function, *arguments) if self.jit else partial(function, *arguments)

    def use(self, name: str, progress: Progress = silent) -> None:
        """Play by the strategy of this name; solves the game if needed."""
        self.check_strategy(name)
        if OWN_MARK in name:
            self._decide = self.own(name)
        elif name == ALWAYS_FOLD:
            self._decide = lambda sheet, seat: self.run(always_fold)(sheet.antes[seat])
        else:
            self._decide = self.strategy(name, progress)

    def check_strategy(self, name: str) -> None:
        """Refuse a strategy that cannot be found, before anything is solved or compiled."""
        if OWN_MARK in name:
            self._policy(name)
        elif name not in self.strategies:
            allowed = f"{', '.join(self.strategies)}, or your own as module:function"
            meant = did_you_mean(name, self.strategies)
            raise ValueError(f"no strategy {name!r} in this game; allowed: {allowed}{meant}")

    def own(self, name: str) -> Decide:
        """A strategy of one's own by its name (`croupier.odds.own`)."""
        from croupier.odds.own.play import decider

        return decider(self, self._policy(name), solver_for(self.house.rules).stages(self.house.rules))

    def _policy(self, name: str) -> "Policy":
        from croupier.odds.own.policy import policy_of

        return policy_of(name, solver_for(self.house.rules).stages(self.house.rules))

    def price_named(self, name: str, progress: Progress) -> MainOdds | None:
        """The exact price of any strategy but folding always; none where it is not known."""
        if OWN_MARK not in name:
            return self.price(name, progress)
        from croupier.odds.own.price import exact_odds

        return exact_odds(self, self._policy(name), progress)

    def price_own(self, policy: "Policy", progress: Progress = silent) -> MainOdds | None:
        """Return the exact price of a compiled user strategy; None if the game cannot compute it."""
        return None

    def action_values(self, street: int, sheet: Sheet, values: Any) -> int:
        """Write the exact value of each legal action of the first seat, net, by antes and round.

        Whole numbers over the denominator that is returned, in antes. On a later street the hand has checked
        before.
        """
        name = self.house.rules.rules.game
        raise Refusal("not_solved", f"{name}: no solver values many hands at once")

    @property
    def paid_bonus(self) -> tuple[str, ...]:
        """The rows that the automatic bonus pays."""
        rows = zip(self.bonus_ladder, self.bonus.kinds.tolist(), strict=True)
        return tuple(row for row, kind in rows if kind != UNPAID)

    def decide(self, sheet: Sheet, seat: int) -> None:
        """Let a seat decide, in antes."""
        assert self._decide is not None, "no strategy is in use"
        self._decide(sheet, seat)

    @abstractmethod
    def strategy(self, name: str, progress: Progress) -> Decide:
        """A strategy of this game other than folding always."""

    @abstractmethod
    def price(self, name: str, progress: Progress) -> MainOdds | None:
        """The exact price of that strategy; none where it is not known."""

    @abstractmethod
    def look(self, sheet: Sheet) -> None:
        """Find the strengths of all hands, and all else that later stages need from the cards."""

    @abstractmethod
    def settle(self, sheet: Sheet, seat: int, ante: int) -> None:
        """Settle a seat's wagers against the dealer, and their automatic bonus, as cells."""

    @abstractmethod
    def find_legal(self, street: int, sheet: Sheet, legal: Any, seat: int = 0) -> None:
        """Write the legal decisions of a seat, by round: bit n to wager n antes, bit 0 to check or fold."""

    def best(self, street: int, sheet: Sheet, actions: Any) -> None:
        """Write the antes that optimal play wagers on a street, by round; 0 to check or fold.

        On a later street the hand has checked before, whether that was best or not.
        """
        self.decide(sheet, 0)
        actions[:] = sheet.antes[0]

    @abstractmethod
    def settling(self, sheet: Sheet, rows: Rows) -> Callable[[], None]:
        """Return a call that settles the first seat against the dealer, each row with its own stakes."""

    @abstractmethod
    def find_side(self, side: int, sheet: Sheet) -> None:
        """Write the rungs of the players' hands for a side wager."""

    @abstractmethod
    def find_progressive(self, sheet: Sheet) -> None:
        """Write the rungs of the players' hands for the progressive."""

    def find_cover_all(self, sheet: Sheet) -> None:
        """Write the rungs of all hands for Cover All, the dealer's last; called only if the game has it."""
        raise AssertionError("this game has no Cover All")
