"""High Card Flush in bulk."""

from typing import Any

from croupier.games.high_card_flush.decisions import RaiseBounds, most_antes, raise_allowed
from croupier.games.high_card_flush.settle import (
    MainTerms,
    flush_rung,
    settle_main,
    straight_flush_rung,
)
from croupier.games.high_card_flush.solver.hand_values import price_own, write_values
from croupier.games.high_card_flush.solver.solution import SIMPLE_RULES, Stakes, decide, solved, stakes_of
from croupier.games.high_card_flush.terms import terms
from croupier.jit import kernel
from croupier.odds.model import MainOdds
from croupier.odds.own.policy import Policy
from croupier.odds.progress import Progress, silent
from croupier.odds.protocol import solver_for
from croupier.odds.simulate.game import Decide, SimulatedGame
from croupier.odds.simulate.hands import card_sets, flushes
from croupier.odds.simulate.memory import Memory, compared, keep
from croupier.odds.simulate.rows import Rows
from croupier.odds.simulate.sheet import Sheet
from croupier.odds.simulate.strategy import ALWAYS_FOLD, OPTIMAL
from croupier.odds.simulate.wagers import ANTE, DECIDED
from croupier.submission.house import HouseRules

RULES = dict(zip(("T-8-6", "9-7-5", "J-high"), SIMPLE_RULES.items(), strict=True))
"""Simple rules for players, by a name that is easy to type."""


class HighCardFlush(SimulatedGame):
    """Seven cards each; the dealer's after the players'."""

    strategies = (OPTIMAL, *RULES, ALWAYS_FOLD)

    def __init__(self, house: HouseRules, seats: int, jit: bool = True) -> None:
        super().__init__(house, seats, jit)
        self.terms = terms(house)
        self.most_antes = max(self.terms.bounds.most)
        self.cells = (self.most_antes + 1) * 3 * 2

    def strategy(self, name: str, progress: Progress) -> Decide:
        stakes = stakes_of(self.terms)
        if name == OPTIMAL:
            solution = solved(self.house, progress)
            bounds = solution.fold_below, solution.raise_from
        else:
            bounds = (RULES[name][1],) * 2

        def decide_seat(sheet: Sheet, seat: int) -> None:
            self.call(sheet, raise_by_flush, lambda _: (
                sheet.sets[seat], sheet.strengths[seat], bounds, stakes, sheet.left, sheet.antes[seat]
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

    def settle_rows(self, sheet: Sheet, rows: Rows) -> None:
        self.run(_settle_rows)(sheet.strengths, rows, self.terms.main, self.terms.bounds)

    def find_side(self, side: int, sheet: Sheet) -> None:
        if side == 0:
            self.run(_flush_rungs)(sheet.strengths, sheet.rungs)
        else:
            self._straight_flushes(self.sides[1].kinds, sheet)

    def find_progressive(self, sheet: Sheet) -> None:
        self._straight_flushes(self.progressive.kinds, sheet)

    def _straight_flushes(self, kinds: Any, sheet: Sheet) -> None:
        self.run(_straight_flush_rungs)(sheet.sets, self.terms.ace_low, kinds, sheet.rungs)


@kernel
def raise_by_flush(
    sets: Any, strengths: Any, band: tuple[int, int], stakes: Stakes, left: Any, antes: Any
) -> None:
    """Optimal play; and, where the two bounds are one, a rule that looks at the flush alone."""
    fold_below, raise_from = band
    count = 0
    for number in range(len(antes)):
        strength = strengths[number]
        antes[number] = most_antes(strength, stakes.bounds) * (strength >= raise_from)
        # No branch: the processor cannot predict which hands the other cards decide.
        left[count] = number
        count += (strength >= fold_below) & (strength < raise_from)
    for each in range(count):
        number = left[each]
        antes[number] = decide(sets[number], fold_below, raise_from, stakes)


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


def _straight_flush_rungs(sets: Any, ace_low: int, kinds: Any, rungs: Any) -> None:
    for hand in range(len(rungs) - 1):
        for number in range(rungs.shape[1]):
            rungs[hand, number] = straight_flush_rung(sets[hand, number], ace_low, kinds)
