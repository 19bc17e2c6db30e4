"""Four Card Poker in bulk."""

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from croupier.games.common import NO_ROW, row_reached
from croupier.games.four_card_poker.decisions import play_allowed
from croupier.games.four_card_poker.settle import (
    MainTerms,
    aces_up_rung,
    cover_all_rung,
    five_card_rung,
    four_card_progressive_rung,
    settle_main,
)
from croupier.games.four_card_poker.solver.borders import SIMPLE_STRATEGIES
from croupier.games.four_card_poker.solver.borders import price as price_rule
from croupier.games.four_card_poker.solver.hand_values import price_own, write_values
from croupier.games.four_card_poker.solver.solution import solved
from croupier.games.four_card_poker.solver.strategy_index import (
    Room,
    optimal_tables,
    play_four_card,
    rule_tables,
)
from croupier.games.four_card_poker.solver.verdicts import PLAY_LEAST, PLAY_MOST
from croupier.games.four_card_poker.terms import ACES_UP_LADDER, Terms, terms
from croupier.hands.poker import poker_strength
from croupier.jit import kernel
from croupier.money import award_paid
from croupier.odds.model import MainOdds
from croupier.odds.own.policy import Policy
from croupier.odds.progress import Progress, silent
from croupier.odds.protocol import solver_for
from croupier.odds.simulate.game import Decide, SimulatedGame
from croupier.odds.simulate.hands import best_four_of_five, best_four_of_six, set_at
from croupier.odds.simulate.memory import Memory, compared, keep
from croupier.odds.simulate.settling import PaySchedule
from croupier.odds.simulate.sheet import Rows, Sheet
from croupier.odds.simulate.strategy import ALWAYS_FOLD, OPTIMAL
from croupier.odds.simulate.wagers import ANTE, BONUS, DECIDED
from croupier.submission.house import HouseRules

RULES = {each.name.replace(" ", "-"): each for each in SIMPLE_STRATEGIES}
"""Simple rules for players, by a name that is easy to type on a command line."""

_RUNGS = len(ACES_UP_LADDER) + 1
"""The rungs of aces up, and one for none."""


class FourCardPoker(SimulatedGame):
    """Five cards for each player, then six for the dealer, the first of them face up."""

    strategies: ClassVar[tuple[str, ...]] = (OPTIMAL, *RULES, ALWAYS_FOLD)

    def __init__(self, house: HouseRules, seats: int, jit: bool = True) -> None:
        super().__init__(house, seats, jit)
        self.terms: Terms = terms(house)
        self.most_antes: int = self.terms.play_most
        self.cells: int = (self.most_antes + 1) * 3 * _RUNGS
        self.five_card: bool = house.progressive is not None and house.progressive.hand == "five_card"

    def strategy(self, name: str, progress: Progress) -> Decide:
        least, most = self.terms.play_least, self.terms.play_most
        antes_of = {PLAY_LEAST: least, PLAY_MOST: most}
        assert all(play_allowed(1, antes, least, most) for antes in antes_of.values())
        wagered = np.array((0, least, most), np.int8)
        if name == OPTIMAL:
            told = optimal_tables(solved(self.house, progress).verdicts, wagered)
        else:
            told = rule_tables(RULES[name].decide, wagered)

        def decide(sheet: Sheet, seat: int) -> None:
            rows = 5 * seat, self.dealer_row
            self.call(sheet, play_four_card, lambda _: (
                sheet.columns, rows, sheet.strengths[seat], told, Room(sheet.spots, sheet.left),
                sheet.antes[seat],
            ), seat)  # fmt: skip

        return decide

    def price(self, name: str, progress: Progress) -> MainOdds:
        solution = solved(self.house, progress)
        return solution.main if name == OPTIMAL else price_rule(self.house, solution, RULES[name])

    def price_own(self, policy: Policy, progress: Progress = silent) -> MainOdds:
        [stage] = solver_for(self.house.rules).stages(self.house.rules)
        return price_own(self.house, policy, stage, progress)

    def action_values(self, street: int, sheet: Sheet, values: Any) -> int:
        return write_values(self.house, sheet.columns, self.dealer_row, sheet.strengths[0], values)

    def look(self, sheet: Sheet) -> None:
        for seat in range(self.seats):
            self.call(
                sheet,
                best_four_of_five,
                lambda seat: (sheet.columns, 5 * seat, sheet.strengths[seat]),
                seat,
            )
        self.call(
            sheet, best_four_of_six, lambda _: (sheet.columns, self.dealer_row, sheet.strengths[self.seats])
        )

    def settle(self, sheet: Sheet, seat: int, ante: int) -> None:
        self.call(sheet, _settle, lambda _: (
            sheet.strengths[seat], sheet.strengths[self.seats], sheet.antes[seat], ante,
            self.terms.main, self.bonus, sheet.memories[seat], sheet.cells[seat],
        ), seat)  # fmt: skip

    def find_legal(self, street: int, sheet: Sheet, legal: Any, seat: int = 0) -> None:
        legal[:] = 1 | (1 << (self.terms.play_most + 1)) - (1 << self.terms.play_least)

    def settling(self, sheet: Sheet, rows: Rows) -> Callable[[], None]:
        bounds = self.terms.play_least, self.terms.play_most
        return self.prepared(_settle_rows, sheet.strengths, rows, self.terms.main, bounds, self.bonus)

    def find_side(self, side: int, sheet: Sheet) -> None:
        self._find(_aces_up_rungs, sheet)

    def find_progressive(self, sheet: Sheet) -> None:
        if self.five_card:
            self.call(sheet, _five_card_rungs, lambda _: (sheet.columns, sheet.rungs))
        else:
            self._find(_four_card_rungs, sheet)

    def find_cover_all(self, sheet: Sheet) -> None:
        self._find(_cover_all_rungs, sheet)

    def _find(self, rungs: Callable[..., None], sheet: Sheet) -> None:
        self.call(sheet, rungs, lambda _: (sheet.strengths, sheet.rungs))


@kernel
def _settle(
    players: Any, dealers: Any, decided: Any, ante: int, terms: MainTerms, bonus: PaySchedule,
    memory: Memory, cells: Any,
) -> None:  # fmt: skip
    for number in range(len(players)):
        player, dealer, antes = players[number], dealers[number], int(decided[number])
        rung = aces_up_rung(player)
        cell = (antes * 3 + compared(player, dealer)) * _RUNGS + rung + 1
        cells[number] = cell
        if not memory.known[cell]:
            played = ante * antes
            situation, _, ante_paid, ante_returned, _, play_paid, play_returned = settle_main(
                player, dealer, antes == 0, ante, played, terms
            )
            memory.paid[cell, ANTE], memory.returned[cell, ANTE] = ante_paid, ante_returned
            memory.paid[cell, DECIDED], memory.returned[cell, DECIDED] = play_paid, play_returned
            row = row_reached(rung, bonus.kinds)
            if row != NO_ROW and antes:
                memory.bonus_rows[cell] = row
                memory.paid[cell, BONUS] = award_paid(
                    bonus.kinds[row], bonus.numbers[row], bonus.pers[row], ante
                )
            keep(memory, cell, antes, situation, ante + played)


@kernel
def _settle_rows(
    strengths: Any, rows: Rows, terms: MainTerms, bounds: tuple[int, int], bonus: PaySchedule
) -> None:
    for number in range(len(rows.antes)):
        ante, played, folded = rows.antes[number], rows.decided[number], rows.folded[number]
        if ante:
            player = strengths[0, number]
            rows.allowed[number] = folded or play_allowed(ante, played, bounds[0], bounds[1])
            _, of_ante, ante_paid, ante_back, of_play, play_paid, play_back = settle_main(
                player, strengths[1, number], folded, ante, played, terms
            )
            rows.outcomes[0, number], rows.outcomes[1, number] = of_ante, of_play
            rows.paid[0, number], rows.paid[1, number] = ante_paid, play_paid
            rows.returned[0, number], rows.returned[1, number] = ante_back, play_back
            row = row_reached(aces_up_rung(player), bonus.kinds)
            if row != NO_ROW and not folded:
                rows.paid[2, number] = award_paid(bonus.kinds[row], bonus.numbers[row], bonus.pers[row], ante)


def _aces_up_rungs(strengths: Any, rungs: Any) -> None:
    for hand in range(len(rungs) - 1):
        for number in range(rungs.shape[1]):
            rungs[hand, number] = aces_up_rung(strengths[hand, number])


def _four_card_rungs(strengths: Any, rungs: Any) -> None:
    for hand in range(len(rungs) - 1):
        for number in range(rungs.shape[1]):
            rungs[hand, number] = four_card_progressive_rung(strengths[hand, number])


def _five_card_rungs(columns: Any, rungs: Any) -> None:
    for hand in range(len(rungs) - 1):
        for number in range(rungs.shape[1]):
            rungs[hand, number] = five_card_rung(poker_strength(set_at(columns, 5 * hand, 5, number)))


def _cover_all_rungs(strengths: Any, rungs: Any) -> None:
    for hand in range(len(rungs)):
        for number in range(rungs.shape[1]):
            rungs[hand, number] = cover_all_rung(strengths[hand, number])
