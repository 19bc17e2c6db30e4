"""Rounds in columns settled by compiled kernels; every unusual round is settled by `croupier.settlement`.

The kernels settle the wagers against the dealer, automatic bonuses and side bets, with the games' own
compiled functions. A round is *suspect*, and settled by itself as `croupier.settle` settles it, if anything
in it may be refused, if a progressive or envy may be won, if winnings may reach a limit, or if it has a
Cover All wager. So the two agree by construction, refusals included.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from croupier.errors import Refusal
from croupier.games.common import NO_ROW, WIN, row_reached
from croupier.jit import kernel
from croupier.money import LARGEST, award_paid, award_returned
from croupier.odds.columns.cards import CardColumn, lay_out, make_safe
from croupier.odds.columns.groups import check_groups, of_whole_rounds, starts_of, sums_of_rounds
from croupier.odds.protocol import solver_for
from croupier.odds.simulate.settling import PaySchedule
from croupier.odds.simulate.sheet import Rows, Sheet
from croupier.settlement.checks import check_wagers
from croupier.settlement.prepared_rules import PreparedRules, prepared
from croupier.settlement.round import Decision, Round, Seat
from croupier.settlement.settle import settle
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices

BATCH = 1 << 13
"""The rows settled at once; their sheet fits in the second-level cache."""

OUTCOMES = ("lose", "push", "win", "void")
NOTHING = -1
"""The outcome of a wager that is not placed."""


class Columns(NamedTuple):
    """Rounds to settle, one seat to a row."""

    cards: CardColumn
    dealer: CardColumn
    board: CardColumn | None
    wagers: Mapping[str, Any]
    """Cents by wager; 0 where it is not placed."""
    decided: Any
    """The decided wager in cents; 0 for a fold."""
    seats: Any
    rounds: Any = None
    """The number of the round of each row; without it every row is a round."""
    meters: Mapping[str, Any] = {}
    """Cents by meter, the same in all rows of a round."""


class Settled(NamedTuple):
    """The results, by wager and row."""

    wagers: tuple[str, ...]
    """In the order of settlement."""
    outcomes: Any
    """A number of `OUTCOMES`, or `NOTHING`."""
    paid: Any
    returned: Any
    net: Any
    """By row."""
    refused: dict[int, Refusal]
    """By row, why its round was not settled."""
    by_itself: int
    """Rounds that were suspect."""


def settle_columns(rules: str, choices: Choices, columns: Columns) -> Settled:
    """Settle rounds in columns under one house's rules."""
    return _Settling(rules, choices, columns).settled()


def wager_names(ready: PreparedRules) -> tuple[str, ...]:
    """All results of a house, in the order of settlement."""
    house, play = ready.house, ready.play
    progressive = () if house.progressive is None else ("progressive", *(("envy",) if ready.envy else ()))
    return (
        *play.main,
        *ready.automatic,
        *ready.sides,
        *progressive,
        *(("cover_all",) if house.cover_all else ()),
    )


class _Settling:
    """One call."""

    def __init__(self, rules: str, choices: Choices, columns: Columns) -> None:
        self.rules, self.choices, self.columns = rules, choices, columns
        self.ready = prepared(house_rules(rules, choices))
        self.game = solver_for(self.ready.house.rules).simulation(self.ready.house, 1)
        self.names = wager_names(self.ready)
        self.rows = len(columns.seats)
        self.starts = starts_of(columns.rounds, self.rows)
        self.suspect = np.zeros(self.rows, dtype=np.uint8)
        self.reached = np.zeros(self.rows, dtype=np.uint8)
        """Hands that reach a row of the progressive."""
        shape = len(self.names), self.rows
        self.outcomes = np.full(shape, NOTHING, dtype=np.int8)
        self.paid = np.zeros(shape, dtype=np.int64)
        self.returned = np.zeros(shape, dtype=np.int64)
        self.refused: dict[int, Refusal] = {}

    def settled(self) -> Settled:
        self._check()
        for first in range(0, self.rows, BATCH):
            self._batch(first, min(BATCH, self.rows - first))
        by_itself = self._suspects()
        for group in by_itself:
            self._settle_by_itself(group)
        net = self.paid.sum(axis=0) + self.returned.sum(axis=0) - self._staked()
        for row in self.refused:
            net[row] = 0
        return Settled(self.names, self.outcomes, self.paid, self.returned, net, self.refused, len(by_itself))

    def _stake(self, name: str) -> Any:
        if name == self.ready.play.decided:
            return self.columns.decided
        found = self.columns.wagers.get(name)
        return np.zeros(self.rows, dtype=np.int64) if found is None else found

    def _staked(self) -> Any:
        """The stakes of each row; coupons and bonuses have none."""
        total = self.columns.decided.copy()
        for stake in self.columns.wagers.values():
            total += stake
        return total

    # --------------------------------------------------------------------------------------- what is unusual

    def _check(self) -> None:
        """Mark the rows whose wagers, seats or decisions may be refused."""
        columns, suspect = self.columns, self.suspect
        shared = columns.dealer.cards
        if columns.board is not None:
            shared = np.concatenate((shared, columns.board.cards), axis=1)
        check_groups(self.starts, columns.cards.cards, shared, columns.seats, self.ready.positions, suspect)
        mask = np.zeros(self.rows, dtype=np.int16)
        for bit, (name, stake) in enumerate(columns.wagers.items()):
            suspect |= (stake < 0) | (stake > LARGEST)
            mask |= (stake != 0).astype(np.int16) << bit
            other = self.ready.wagers[name].equals if name in self.ready.wagers else None
            if other is not None:
                suspect |= (stake != 0) & (stake != self._stake(other))
        antes = self._stake("ante")
        suspect |= (columns.decided < 0) | (columns.decided > 64 * LARGEST)
        suspect |= (antes == 0) & (columns.decided != 0)
        if "progressive" in columns.wagers:
            stake = columns.wagers["progressive"]
            progressive = self.ready.house.progressive
            stakes = () if progressive is None else progressive.stakes
            suspect |= (stake != 0) & ~np.isin(stake, stakes)
        if "cover_all" in columns.wagers:
            suspect |= columns.wagers["cover_all"] != 0
        for found in np.flatnonzero(np.bincount(mask)):
            if not self._lawful(int(found)):
                suspect |= mask == found

    def _lawful(self, mask: int) -> bool:
        """Whether wagers of these names may be combined."""
        names = [name for bit, name in enumerate(self.columns.wagers) if mask >> bit & 1]
        progressive = self.ready.house.progressive
        stake = progressive.stakes[0] if progressive is not None and progressive.stakes else 1
        placed = {name: stake if name == "progressive" else 100 for name in names}
        try:
            check_wagers(self.ready, Seat(seat=1, wagers=placed), "seat 1")
        except Refusal:
            return False
        return True

    def _suspects(self) -> list[int]:
        """The rounds to be settled by themselves."""
        found = of_whole_rounds(self.suspect != 0, self.starts)
        if "progressive" in self.columns.wagers:
            placed = of_whole_rounds(self.columns.wagers["progressive"] != 0, self.starts)
            found |= placed & of_whole_rounds(self.reached != 0, self.starts)
        if self.ready.limits:
            limited = [place for place, name in enumerate(self.names) if name in self.ready.limits]
            smallest = min(limit.amount for limit in self.ready.house.limits)
            found |= sums_of_rounds(self.paid[limited].sum(axis=0), self.starts) > smallest
        return [int(group) for group in np.flatnonzero(found)]

    # ------------------------------------------------------------------------------------------- the kernels

    def _batch(self, first: int, count: int) -> None:
        game, columns, run = self.game, self.columns, self.game.run
        sheet = self._sheet(count)
        seen = np.zeros(count, dtype=np.int64)
        place = 0
        for part in (columns.cards, columns.dealer, columns.board):
            if part is not None:
                run(lay_out)(part.cards, first, place, sheet.columns, seen, self.suspect)
                place += part.cards.shape[1]
        here = slice(first, first + count)
        run(make_safe)(sheet.columns, game.cards, self.suspect[here])
        game.look(sheet)
        self._main(sheet, here)
        for side, name in enumerate(game.side_names):
            if name in self.ready.sides and name in columns.wagers:
                game.find_side(side, sheet)
                at = self.names.index(name)
                run(pay_rows)(
                    sheet.rungs[0], columns.wagers[name][here], game.sides[side],
                    self.outcomes[at, here], self.paid[at, here], self.returned[at, here],
                )  # fmt: skip
        if "progressive" in columns.wagers and self.ready.house.progressive is not None:
            game.find_progressive(sheet)
            run(mark_reached)(sheet.rungs[0], game.progressive.kinds, self.reached[here])
            at = self.names.index("progressive")
            self.outcomes[at, here][columns.wagers["progressive"][here] != 0] = 0  # the others are suspect

    def _sheet(self, rows: int) -> Sheet:
        kept = getattr(self, "_kept", None)
        if kept is None or kept.rounds != rows:
            self._kept = kept = Sheet(self.game.cards, (0,), rows, [])
        return kept

    def _main(self, sheet: Sheet, here: slice) -> None:
        main = len(self.ready.play.main)
        count = sheet.rounds
        rows = Rows(
            antes=self._stake("ante")[here],
            decided=self.columns.decided[here],
            folded=(self.columns.decided[here] == 0).astype(np.uint8),
            allowed=np.ones(count, dtype=np.uint8),
            outcomes=np.full((main, count), NOTHING, dtype=np.int8),
            paid=np.zeros((main + 1, count), dtype=np.int64),
            returned=np.zeros((main, count), dtype=np.int64),
        )
        # An ante that is out of bounds is suspect, and kept away from the kernels' arithmetic.
        rows = rows._replace(antes=np.where((rows.antes < 0) | (rows.antes > LARGEST), 0, rows.antes))
        self.game.settling(sheet, rows)()
        self.suspect[here] |= rows.allowed == 0
        self.outcomes[:main, here], self.paid[:main, here] = rows.outcomes, rows.paid[:main]
        self.returned[:main, here] = rows.returned
        decided = self.ready.play.main.index(self.ready.play.decided)
        self.outcomes[decided, here][rows.folded != 0] = NOTHING
        if self.ready.automatic:
            self.paid[main, here] = rows.paid[main]
            self.outcomes[main, here][rows.paid[main] != 0] = WIN

    # -------------------------------------------------------------------------------------- one by one

    def _settle_by_itself(self, group: int) -> None:
        first = int(self.starts[group])
        last = int(self.starts[group + 1]) if group + 1 < len(self.starts) else self.rows
        here = slice(first, last)
        self.outcomes[:, here], self.paid[:, here], self.returned[:, here] = NOTHING, 0, 0
        try:
            settled = settle(self._round(first, last))
        except Refusal as refusal:
            self.refused.update(dict.fromkeys(range(first, last), refusal))
            return
        rows = {int(self.columns.seats[row]): row for row in range(first, last)}
        for seat in settled.seats:
            row = rows[seat.seat]
            for name, result in seat.results.items():
                at = self.names.index(name)
                self.outcomes[at, row] = OUTCOMES.index(result.outcome)
                self.paid[at, row], self.returned[at, row] = result.paid, result.returned

    def _round(self, first: int, last: int) -> Round:
        columns = self.columns
        return Round(
            rules=self.rules,
            choices=self.choices,
            dealer=columns.dealer.text(first),
            board=None if columns.board is None else columns.board.text(first),
            meters={name: int(amounts[first]) for name, amounts in columns.meters.items()} or None,
            seats=list(self._seats(first, last)),
        )

    def _seats(self, first: int, last: int) -> Iterator[Seat]:
        columns, decided = self.columns, self.ready.play.decided
        shared = (columns.dealer, columns.board)
        for row in range(first, last):
            for part in shared:
                if part is not None and part.text(row) != part.text(first):
                    raise Refusal(
                        "malformed", f"row {row}: other cards of the dealer's or board than its round"
                    )
            wagers = {name: int(stake[row]) for name, stake in columns.wagers.items() if stake[row]}
            amount = int(columns.decided[row])
            decision: Decision = {decided: amount} if amount else {"fold": True}
            yield Seat(
                seat=int(columns.seats[row]),
                cards=columns.cards.text(row),
                wagers=wagers,
                decision=decision if amount or "ante" in wagers else None,
            )


@kernel
def pay_rows(rungs: Any, stakes: Any, table: PaySchedule, outcomes: Any, paid: Any, returned: Any) -> None:
    """A side bet, each row with a stake of its own."""
    for number in range(len(rungs)):
        stake = stakes[number]
        if stake > 0:
            row = row_reached(rungs[number], table.kinds)
            outcomes[number] = 0
            if row != NO_ROW:
                kind = table.kinds[row]
                outcomes[number] = WIN
                paid[number] = award_paid(kind, table.numbers[row], table.pers[row], stake)
                returned[number] = award_returned(kind, stake)


@kernel
def mark_reached(rungs: Any, kinds: Any, reached: Any) -> None:
    """Mark the hands that reach a row of the progressive's table."""
    for number in range(len(rungs)):
        reached[number] = row_reached(rungs[number], kinds) != NO_ROW
