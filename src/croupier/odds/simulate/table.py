"""A simulated table: one house's rules, and each seat's wagers and strategy."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.games.common import schedule
from croupier.money import SHARE
from croupier.odds.filed.limits import most_main_wins, most_won
from croupier.odds.filed.wagers import Wagers
from croupier.odds.progress import Progress, silent
from croupier.odds.protocol import solver_for
from croupier.odds.side_bets import play_of
from croupier.odds.simulate import settling
from croupier.odds.simulate.game import arrays
from croupier.odds.simulate.memory import Memory, memory, recall
from croupier.odds.simulate.sheet import Sheet
from croupier.odds.simulate.wagers import (
    ANTE,
    BLIND,
    BONUS,
    COVER_ALL,
    DECIDED,
    ENVY,
    FIRST_SIDE,
    PROGRESSIVE,
    WAGERS,
    SeatWagers,
    check_seats,
    place,
)
from croupier.settlement.payment_order import AT_THE_FOLD, IN_TURN, payment_order
from croupier.submission.house import HouseProgressive, HouseRules

if TYPE_CHECKING:
    from croupier.odds.simulate.game import SimulatedGame
    from croupier.odds.simulate.settling import Limits, Meters, PaySchedule
    from croupier.settlement.payment_order import PaymentOrder


class Table:
    """The rules and wagers of a table, ready to settle sheets. Nothing in it changes during play."""

    def __init__(self, house: HouseRules, seats: Sequence[SeatWagers], jit: bool = True) -> None:
        check_seats(house, seats)
        self.house = house
        self.name: str = house.rules.rules.game
        self.game: SimulatedGame = solver_for(house.rules).simulation(house, len(seats), jit)
        self.stakes: Any = np.zeros((WAGERS, len(seats)), dtype=np.int64)
        """By wager and seat, the stake placed before the deal."""
        for seat, wagers in enumerate(seats):
            for wager, amount in wagers.items():
                self.stakes[place(self.game.play, wager), seat] = amount
        self.main: tuple[int, ...] = tuple(w for w in (ANTE, BLIND, DECIDED, BONUS) if self._is_main(w))
        """The wagers that the game itself is made of."""
        self.sides: list[int] = [
            side for side in range(len(self.game.sides)) if self.stakes[FIRST_SIDE + side].any()
        ]
        self.after_fold: bool = house.policies.get("progressive_after_fold", "live") == "live"
        self.limits: Limits = _limits(house)
        self.most: Any = self._most()
        self.limited: bool = self.may_be_cut(range(WAGERS))
        if self.limited and len(seats) == 1 and not self.stakes[FIRST_SIDE:].any():
            self.game.wagers = Wagers(int(self.stakes[ANTE, 0]))
        self.progressive: HouseProgressive | None = (
            house.progressive if self.stakes[PROGRESSIVE].any() else None
        )
        self.meters: Meters = _meters(self.progressive, self.game.progressive_ladder)
        self.envy: Any = _envy(self.progressive, self.game.progressive_ladder, self.stakes[PROGRESSIVE])
        self.cover_all: PaySchedule | None = None
        if self.stakes[COVER_ALL].any():
            column = house.cover_all[len(seats) + 1]
            self.cover_all = arrays(schedule(column, self.game.cover_all_ladder))
        self.order: PaymentOrder = payment_order(house.rules)
        self.folded_apart: bool = self.order.folded != IN_TURN and len(seats) > 1
        self.folds_matter: bool = (
            self.progressive is not None or self.cover_all is not None or (self.limited and self.folded_apart)
        )
        self.counts_dealt: bool = house.policies.get("cover_all_counts") == "dealt"

    def sheet(self, rounds: int, memories: list[Memory] | None = None) -> Sheet:
        """Return a sheet for `rounds` rounds; it can reuse the cached settlements of another sheet."""
        known = memories or self.memories()
        order = self.order.around(range(self.game.seats))
        return Sheet(self.game.cards, order, rounds, known, len(self.limits.amounts))

    def memories(self) -> list[Memory]:
        """Return an empty cache of settlements for each seat."""
        return [memory(self.game.cells) for _ in range(self.game.seats)]

    def meters_at_seed(self) -> settling.Account:
        """The meters as a block begins."""
        meters = self.progressive.meters if self.progressive is not None else ()
        fine = np.array([meter.seed * settling.FINE for meter in meters], dtype=np.int64)
        return settling.Account(fine, np.zeros_like(fine))

    def use(self, strategy: str, progress: Progress = silent) -> None:
        """Let every seat decide by a strategy."""
        self.game.use(strategy, progress)

    def decide(self, sheet: Sheet) -> None:
        """Let every seat with an ante decide by the strategy in use."""
        for seat in range(self.game.seats):
            ante = self.stakes[ANTE, seat]
            if ante:
                self.game.decide(sheet, seat)

    def settle_game(self, sheet: Sheet) -> None:
        """Settle the wagers against the dealer: they end as cells."""
        for seat in range(self.game.seats):
            ante = int(self.stakes[ANTE, seat])
            if ante:
                self.game.settle(sheet, seat, ante)
                if self.folds_matter:
                    np.equal(sheet.antes[seat], 0, out=sheet.folded[seat], casting="unsafe")

    def settle(self, sheet: Sheet, account: settling.Account, written_out: bool = False) -> None:
        """Settle the rounds of a sheet in order, after its hands have been evaluated and decided.

        The wagers against the dealer are written out wager by wager if asked for, or if a limit may cut them.
        """
        game, run = self.game, self.game.run
        self.settle_game(sheet)
        for seat in range(game.seats):
            ante = int(self.stakes[ANTE, seat])
            if ante and (written_out or self.limited):
                np.multiply(sheet.antes[seat], ante, out=sheet.decided[seat], dtype=np.int64)
                run(recall)(
                    sheet.cells[seat], sheet.memories[seat], sheet.paid[:, seat], sheet.returned[:, seat],
                    sheet.rows[BONUS, seat], sheet.situations[seat],
                )  # fmt: skip
        for side in self.sides:
            game.find_side(side, sheet)
            wager = FIRST_SIDE + side
            run(settling.pay_side)(self._placed(wager, sheet), game.sides[side], sheet.results(wager))
        self.order_turns(sheet)
        if self.limited:
            sheet.paid_to[:] = 0
            self._within_limits(sheet, ANTE, PROGRESSIVE - 1, sheet.turns)
        if self.progressive is not None:
            self._progressive(sheet, account)
        if self.cover_all is not None:
            self.find_layout(sheet)
            game.find_cover_all(sheet)
            placed, results = self._placed(COVER_ALL, sheet), sheet.results(COVER_ALL)
            run(settling.pay_cover_all)(placed, sheet.on_layout, self.cover_all, results)
            if self.limited:
                self._within_limits(sheet, COVER_ALL, COVER_ALL, sheet.around)

    def order_turns(self, sheet: Sheet) -> None:
        """Find the order of payment, where folded hands have their own turn."""
        if self.folded_apart and self.folds_matter:
            folded_first = self.order.folded == AT_THE_FOLD
            self.game.run(settling.order_turns)(sheet.folded, folded_first, sheet.around, sheet.turns)

    def _within_limits(self, sheet: Sheet, first: int, last: int, turns: Any) -> None:
        self.game.run(settling.within_limits)(self.limits, first, last, turns, sheet.paid, sheet.paid_to)

    def _placed(self, wager: int, sheet: Sheet) -> settling.Placed:
        return settling.Placed(sheet.rungs, self.stakes[wager])

    def _progressive(self, sheet: Sheet, account: settling.Account) -> None:
        self.game.find_progressive(sheet)
        results = sheet.results(PROGRESSIVE)
        self.game.run(settling.pay_progressive)(
            self._live(sheet), self.game.progressive, self.meters, account, results
        )
        if self.envy is not None:
            self.pay_envy(sheet)

    def _live(self, sheet: Sheet) -> settling.Live:
        lost = sheet.nobody if self.after_fold else sheet.folded
        return settling.Live(self._placed(PROGRESSIVE, sheet), lost, sheet.turns)

    def pay_envy(self, sheet: Sheet) -> None:
        """Pay for the other hands, whose rungs have been found for the progressive."""
        self.find_layout(sheet, envy=True)
        self.game.run(settling.pay_envy)(
            self._live(sheet), sheet.on_layout, self.game.progressive.kinds, self.envy, sheet.paid[ENVY]
        )

    def find_layout(self, sheet: Sheet, envy: bool = False) -> None:
        """Which hands are on the layout at the reveal; a policy may have Cover All count all hands dealt."""
        for seat in range(self.game.seats):
            stays = self.stakes[FIRST_SIDE:PROGRESSIVE, seat].any() or (
                self.stakes[PROGRESSIVE, seat] and self.after_fold
            )
            if stays or (self.counts_dealt and not envy):
                sheet.on_layout[seat] = 1
            else:
                np.subtract(1, sheet.folded[seat], out=sheet.on_layout[seat])

    def _is_main(self, wager: int) -> bool:
        if wager == BLIND:
            return bool(self.stakes[BLIND].any())
        if wager == BONUS:
            return bool(self.game.bonus_name) and bool(self.stakes[ANTE].any())
        return True

    def cut_by_others(self, wagers: Sequence[int]) -> bool:
        """Whether other wins may leave less of a limit than these wagers, settled one after another, win."""
        return any(before and before + own > limit for before, own, limit in self._toward_limits(wagers))

    def may_be_cut(self, wagers: Sequence[int]) -> bool:
        """Whether the limits may cut what these wagers, settled one after another, win."""
        return any(before + own > limit for before, own, limit in self._toward_limits(wagers))

    def _toward_limits(self, wagers: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """By limit on any of the wagers: the most won before them, the most that they win, and the limit."""
        for limit, amount in enumerate(self.limits.amounts.tolist()):
            if self.limits.capped[limit, list(wagers)].any():
                counted = self.most * self.limits.counted[limit]
                others = counted.sum() * (self.game.seats - 1) if self.limits.of_round[limit] else 0
                yield int(counted[: min(wagers)].sum() + others), int(counted[list(wagers)].sum()), amount

    def _most(self) -> Any:
        """By wager that limits can count: the most that a seat can win."""
        found, house = np.zeros(WAGERS, dtype=np.int64), self.house
        ante = int(self.stakes[ANTE].max())
        tables = {name: house.tables.get(name) for name in self.game.side_names}
        tables["cover_all"] = house.cover_all.get(self.game.seats + 1)
        wins = most_main_wins(house, ante) if ante else {}
        for name, table in tables.items():
            stake = int(self.stakes[place(self.game.play, name)].max())
            if stake and table is not None:
                wins[name] = most_won(table, stake)
        for name, most in wins.items():
            found[place(self.game.play, name)] = most
        return found


def _limits(house: HouseRules) -> settling.Limits:
    """The limits in force, by the places of the wagers."""
    shape, play = (len(house.limits), WAGERS), play_of(house)
    capped, counted = np.zeros(shape, dtype=np.uint8), np.zeros(shape, dtype=np.uint8)
    for each, limit in enumerate(house.limits):
        for name in (*limit.capped, *limit.counted):
            wager = place(play, name)
            counted[each, wager] = 1
            capped[each, wager] = name in limit.capped
    return settling.Limits(
        amounts=np.array([limit.amount for limit in house.limits], dtype=np.int64),
        of_round=np.array([limit.per == "round" for limit in house.limits], dtype=np.uint8),
        capped=capped,
        counted=counted,
    )


def _meters(progressive: HouseProgressive | None, ladder: tuple[str, ...]) -> settling.Meters:
    meters = progressive.meters if progressive is not None else ()
    names = [meter.name for meter in meters]
    of_row = np.zeros(len(ladder), dtype=np.int64)
    if progressive is not None:
        for row, award in zip(progressive.table.rows, progressive.table.awards, strict=True):
            if award.kind == SHARE:
                of_row[ladder.index(row)] = names.index(award.meter)
    takes = [meter.after_whole_award == "takes_secondary" for meter in meters]
    return settling.Meters(
        of_row=of_row,
        restart=np.array(
            [settling.TAKES_SECONDARY if each else settling.TO_RESET for each in takes], dtype=np.int64
        ),
        reset=np.array([meter.reset for meter in meters], dtype=np.int64),
        secondary=names.index("secondary") if "secondary" in names else 0,
        rates=np.array([meter.rate or 0 for meter in meters], dtype=np.int64),
    )


def _envy(progressive: HouseProgressive | None, ladder: tuple[str, ...], stakes: Any) -> Any:
    """By seat and row of the ladder, the envy that another hand earns the seat; none if no envy is paid."""
    if progressive is None or not progressive.envy:
        return None
    by_stake = {envy.stake: envy for envy in progressive.envy}
    amounts = np.zeros((len(stakes), len(ladder)), dtype=np.int64)
    for seat, stake in enumerate(stakes.tolist()):
        envy = by_stake.get(stake) or by_stake.get(None)
        if stake and envy is not None:
            for row, amount in zip(envy.rows, envy.amounts, strict=True):
                amounts[seat, ladder.index(row)] = amount
    return amounts
