"""High Card Flush in bulk."""

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import numpy as np

from croupier.games.common import NO_ROW
from croupier.games.high_card_flush.decisions import RaiseBounds, most_antes, raise_allowed
from croupier.games.high_card_flush.settle import (
    MainTerms,
    flush_rung,
    settle_main,
    straight_flush_rung,
)
from croupier.games.high_card_flush.solver.hand_values import price_own, write_values
from croupier.games.high_card_flush.solver.solution import SIMPLE_RULES, Stakes, solved, stakes_of
from croupier.games.high_card_flush.solver.strategy_index import (
    NOTHING,
    BorderlineDecisions,
    borderline_decisions,
    decide_borderline,
)
from croupier.games.high_card_flush.terms import Terms, terms
from croupier.hands.flush import LENGTH_SHIFT, flush_length
from croupier.jit import kernel
from croupier.odds.model import MainOdds
from croupier.odds.own.policy import Policy
from croupier.odds.progress import Progress, silent
from croupier.odds.protocol import solver_for
from croupier.odds.simulate.game import Decide, SimulatedGame
from croupier.odds.simulate.hands import card_sets, flushes
from croupier.odds.simulate.memory import Memory, compared, keep
from croupier.odds.simulate.sheet import Rows, Sheet
from croupier.odds.simulate.strategy import ALWAYS_FOLD, OPTIMAL
from croupier.odds.simulate.wagers import ANTE, DECIDED, FIRST_SIDE, PROGRESSIVE
from croupier.submission.house import HouseRules

RULES = dict(zip(("T-8-6", "9-7-5", "J-high"), SIMPLE_RULES.items(), strict=True))
"""Simple rules for players, by a name that is easy to type on a command line."""


class HighCardFlush(SimulatedGame):
    """Seven cards for each player, then seven for the dealer."""

    strategies: ClassVar[tuple[str, ...]] = (OPTIMAL, *RULES, ALWAYS_FOLD)

    def __init__(self, house: HouseRules, seats: int, jit: bool = True) -> None:
        super().__init__(house, seats, jit)
        self.terms: Terms = terms(house)
        self.most_antes: int = max(self.terms.bounds.most)
        self.cells: int = (self.most_antes + 1) * 3 * 2

    def strategy(self, name: str, progress: Progress) -> Decide:
        stakes = stakes_of(self.terms)
        if name == OPTIMAL:
            solution = solved(self.house, progress)
            bounds, told = (solution.fold_below, solution.raise_from), borderline_decisions(solution, stakes)
        else:
            bounds, told = (RULES[name][1],) * 2, NOTHING

        # An array, because compiled code indexes a tuple with branches, which are slow on random hands.
        most = np.array([most_antes(length << LENGTH_SHIFT, stakes.bounds) for length in range(8)], np.int8)

        def decide_seat(sheet: Sheet, seat: int) -> None:
            self.call(sheet, raise_by_flush, lambda _: (
                Hands(sheet.sets[seat], sheet.strengths[seat]), bounds, most, stakes, told, sheet.left,
                sheet.antes[seat],
            ), seat)  # fmt: skip

        return decide_seat

    def price(self, name: str, progress: Progress) -> MainOdds:
        solution = solved(self.house, progress)
        return solution.main if name == OPTIMAL else solution.price(RULES[name][1])

    def price_own(self, policy: Policy, progress: Progress = silent) -> MainOdds:
        [stage] = solver_for(self.house.rules).stages(self.house.rules)
        return price_own(self.house, policy, stage, progress)

    def action_values(self, street: int, sheet: Sheet, values: Any) -> int:
        return write_values(self.house, sheet.sets[0], values)

    def look(self, sheet: Sheet) -> None:
        for hand in range(self.seats + 1):
            self.call(sheet, card_sets, lambda hand: (sheet.columns, 7 * hand, 7, sheet.sets[hand]), hand)
            self.call(sheet, flushes, lambda hand: (sheet.sets[hand], sheet.strengths[hand]), hand)

    def settle(self, sheet: Sheet, seat: int, ante: int) -> None:
        self.call(sheet, _settle, lambda _: (
            sheet.strengths[seat], sheet.strengths[self.seats], sheet.antes[seat], ante,
            self.terms.main, sheet.memories[seat], sheet.cells[seat],
        ), seat)  # fmt: skip

    def find_legal(self, street: int, sheet: Sheet, legal: Any, seat: int = 0) -> None:
        self.run(_find_legal)(sheet.strengths[seat], self.terms.bounds, legal)

    def settling(self, sheet: Sheet, rows: Rows) -> Callable[[], None]:
        return self.prepared(_settle_rows, sheet.strengths, rows, self.terms.main, self.terms.bounds)

    def find_side(self, side: int, sheet: Sheet) -> None:
        if side == 0:
            self.call(sheet, _flush_rungs, lambda _: (sheet.strengths, sheet.rungs))
        else:
            self._straight_flushes(self.sides[1].kinds, sheet, FIRST_SIDE + side)

    def find_progressive(self, sheet: Sheet) -> None:
        self._straight_flushes(self.progressive.kinds, sheet, PROGRESSIVE)

    def _straight_flushes(self, kinds: Any, sheet: Sheet, wager: int) -> None:
        ace_low = self.terms.ace_low
        # Runs of one suit from the deuce up: no ace and no four of a kind.
        by_length = [straight_flush_rung((1 << count) - 1, ace_low, kinds) for count in (2, 3, 4)]
        self.call(sheet, _straight_flush_rungs, lambda _: (
            sheet.sets, ace_low, kinds, np.array(by_length + 4 * [NO_ROW], np.int8), sheet.left, sheet.rungs
        ), wager)  # fmt: skip


class Hands(NamedTuple):
    """Seven cards by round."""

    sets: Any
    strengths: Any


@kernel
def raise_by_flush(
    hands: Hands,
    band: tuple[int, int],
    most: Any,
    stakes: Stakes,
    told: BorderlineDecisions,
    left: Any,
    antes: Any,
) -> None:
    """Play optimally or, if the two bounds of the band are equal, by a rule that uses only the flush."""
    sets, strengths = hands
    fold_below, raise_from = band
    count = 0
    for number in range(len(antes)):
        strength = strengths[number]
        antes[number] = most[flush_length(strength)] * (strength >= raise_from)
        # No branch: the processor cannot predict which hands the other cards decide.
        left[count] = number
        count += (strength >= fold_below) & (strength < raise_from)
    for each in range(count):
        number = left[each]
        antes[number] = decide_borderline(sets[number], band, stakes, told)


@kernel
def _settle(
    players: Any, dealers: Any, decided: Any, ante: int, terms: MainTerms, memory: Memory, cells: Any,
) -> None:  # fmt: skip
    for number in range(len(players)):
        player, dealer, antes = players[number], dealers[number], int(decided[number])
        cell = (antes * 3 + compared(player, dealer)) * 2 + (dealer >= terms.dealer_least)
        cells[number] = cell
        if not memory.known[cell]:
            raised = ante * antes
            situation, _, ante_paid, ante_returned, _, raise_paid, raise_returned = settle_main(
                player, dealer, antes == 0, ante, raised, terms
            )
            memory.paid[cell, ANTE], memory.returned[cell, ANTE] = ante_paid, ante_returned
            memory.paid[cell, DECIDED], memory.returned[cell, DECIDED] = raise_paid, raise_returned
            keep(memory, cell, antes, situation, ante + raised)


@kernel
def _find_legal(strengths: Any, bounds: RaiseBounds, legal: Any) -> None:
    for number in range(len(legal)):
        most = most_antes(strengths[number], bounds)
        legal[number] = 1 | (1 << (most + 1)) - (1 << bounds.least)


@kernel
def _settle_rows(strengths: Any, rows: Rows, terms: MainTerms, bounds: RaiseBounds) -> None:
    for number in range(len(rows.antes)):
        ante, raised, folded = rows.antes[number], rows.decided[number], rows.folded[number]
        if ante:
            player, dealer = strengths[0, number], strengths[1, number]
            rows.allowed[number] = folded or raise_allowed(player, ante, raised, bounds)
            _, of_ante, ante_paid, ante_back, of_raise, raise_paid, raise_back = settle_main(
                player, dealer, folded, ante, raised, terms
            )
            rows.outcomes[0, number], rows.outcomes[1, number] = of_ante, of_raise
            rows.paid[0, number], rows.paid[1, number] = ante_paid, raise_paid
            rows.returned[0, number], rows.returned[1, number] = ante_back, raise_back


def _flush_rungs(strengths: Any, rungs: Any) -> None:
    for hand in range(len(rungs) - 1):
        for number in range(rungs.shape[1]):
            rungs[hand, number] = flush_rung(strengths[hand, number])


def _straight_flush_rungs(sets: Any, ace_low: int, kinds: Any, by_length: Any, left: Any, rungs: Any) -> None:
    """Find rungs by the longest straight flush if it decides, else by all cards."""
    for hand in range(len(rungs) - 1):
        _mark_lengths(sets[hand], ace_low, rungs[hand])
        count = 0
        for number in range(rungs.shape[1]):
            mark = np.uint8(rungs[hand, number])
            rungs[hand, number] = by_length[mark]
            left[count] = number
            count += int(mark > _FOUR_CARDS)
        for each in range(count):
            number = left[each]
            rungs[hand, number] = straight_flush_rung(sets[hand, number], ace_low, kinds)


_FOUR_CARDS = 2
# By suit, the ranks that another rank of the suit follows; and the deuces.
_FOLLOWED = sum(0xFFF << 13 * suit for suit in range(4))
_DEUCES = sum(1 << 13 * suit for suit in range(4))


@kernel
def _mark_lengths(sets: Any, ace_low: int, marks: Any) -> None:
    """Mark hands: 0 for no straight flush of three cards, 1 for three, 2 for four; 4 or more if other cards
    can decide.

    It handles all suits and many hands at once: a bit of `three` is the lowest of three consecutive cards.
    """
    for number in range(len(marks)):
        cards: Any = sets[number]
        aces = (cards >> 12 & _DEUCES) * ace_low
        two = cards & cards >> 1 & _FOLLOWED
        three = two & two >> 1
        four = three & three >> 1
        five = four & four >> 1
        three = three | aces & two
        four = four | aces & two & two >> 1
        five = five | aces & two & two >> 1 & two >> 2
        all_suits = cards & cards >> 13 & cards >> 26 & cards >> 39
        marks[number] = int(three != 0) + int(four != 0) + 4 * int((five | all_suits) != 0)
