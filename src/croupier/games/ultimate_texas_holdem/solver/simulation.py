"""Ultimate Texas Hold'em in bulk."""

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from croupier.cards import DECK_SIZE
from croupier.games.common import Schedule
from croupier.games.ultimate_texas_holdem.decisions import play_allowed
from croupier.games.ultimate_texas_holdem.settle import MainTerms, poker_rung, settle_main
from croupier.games.ultimate_texas_holdem.solver import simple_rules as holdem_rule
from croupier.games.ultimate_texas_holdem.solver.action_values import action_values
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import hole_place, hole_sets
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import CATEGORIES
from croupier.games.ultimate_texas_holdem.solver.rule_conditions import (
    needs_hole_card,
    plays_before_flop,
    plays_on_flop,
)
from croupier.games.ultimate_texas_holdem.solver.solution import optimal_strategy, solution, starting_hand
from croupier.games.ultimate_texas_holdem.solver.strategy_index import (
    Room,
    best_on_street,
    index_for,
    play_holdem_optimally,
)
from croupier.games.ultimate_texas_holdem.terms import Terms, terms
from croupier.hands.poker import poker_category, poker_strength
from croupier.jit import kernel
from croupier.odds.model import MainOdds
from croupier.odds.progress import Progress, silent
from croupier.odds.simulate.game import Decide, SimulatedGame, arrays
from croupier.odds.simulate.hands import board_keys, card_at, set_at, with_board
from croupier.odds.simulate.memory import Memory, compared, keep
from croupier.odds.simulate.sheet import Rows, Sheet
from croupier.odds.simulate.strategy import ALWAYS_FOLD, OPTIMAL
from croupier.odds.simulate.wagers import ANTE, BLIND, DECIDED
from croupier.submission.house import HouseRules

RULES = {rule.name.replace(" ", "-"): rule for rule in holdem_rule.RULES}
"""Simple rules for players, by a name that is easy to type on a command line."""


STAKES = 64
"""The number of different stakes in the cache of results."""


class UltimateTexasHoldem(SimulatedGame):
    """Two cards for each player, then two for the dealer, then the board in the order of the deal."""

    common_cards: int = 5
    strategies: ClassVar[tuple[str, ...]] = (OPTIMAL, *RULES, ALWAYS_FOLD)

    def __init__(self, house: HouseRules, seats: int, jit: bool = True) -> None:
        super().__init__(house, seats, jit)
        self.terms: Terms = terms(house)
        self.most_antes: int = max(self.terms.play_multiples)
        self.cells: int = (self.most_antes + 1) * 3 * 2 * CATEGORIES
        self.main: MainTerms = self.terms.main._replace(blind=Schedule(*arrays(self.terms.main.blind)))
        self.board_row: int = self.dealer_row + 2
        self._tables: Any = None
        """The optimal strategy and its index, loaded when a single street is played."""
        self.known: Any = np.zeros((3 * CATEGORIES * 2 * STAKES, 12), dtype=np.int64)
        """The cached results of rows with individual stakes (`_settle_rows`)."""

    def strategy(self, name: str, progress: Progress) -> Decide:
        if name != OPTIMAL:
            most, _, flop, river = self.terms.play_multiples
            names = [starting_hand(hole) for hole in hole_sets()]
            raised = np.array([most * plays_before_flop(hand) for hand in names], dtype=np.int8)
            outs = RULES[name].outs
            return lambda sheet, seat: self.run(play_holdem_by_rule)(
                sheet.columns, 2 * seat, self.board_row, raised, (flop, river), outs,
                sheet.strengths[seat], sheet.antes[seat],
            )  # fmt: skip
        found = optimal_strategy(self.house, progress, wagers=self.wagers)
        index = index_for(found)
        _, _, flop, river = self.terms.play_multiples
        return lambda sheet, seat: self.call(sheet, play_holdem_optimally, lambda _: (
            sheet.columns, 2 * seat, self.board_row, found, (flop, river), index, sheet.keys,
            Room(sheet.places, sheet.spots, sheet.left), sheet.antes[seat],
        ), seat)  # fmt: skip

    def price(self, name: str, progress: Progress) -> MainOdds:
        if name == OPTIMAL:
            return solution(self.house, progress, wagers=self.wagers).main
        priced = holdem_rule.price_rules(self.house, holdem_rule.rules_census(self.house, progress))
        return priced[RULES[name].name]

    def action_values(self, street: int, sheet: Sheet, values: Any) -> int:
        return action_values(self.house).write(street, sheet.columns, self.board_row, values)

    def look(self, sheet: Sheet) -> None:
        self.call(sheet, board_keys, lambda _: (sheet.columns, self.board_row, sheet.keys))
        for hand in range(self.seats + 1):
            self.call(sheet, with_board, lambda hand: (
                sheet.columns, 2 * hand, self.board_row, sheet.keys, sheet.strengths[hand]
            ), hand)  # fmt: skip

    def settle(self, sheet: Sheet, seat: int, ante: int) -> None:
        self.call(sheet, _settle, lambda _: (
            sheet.strengths[seat], sheet.strengths[self.seats], sheet.antes[seat], ante,
            self.main, sheet.memories[seat], sheet.cells[seat],
        ), seat)  # fmt: skip

    def find_legal(self, street: int, sheet: Sheet, legal: Any, seat: int = 0) -> None:
        more, most, flop, river = self.terms.play_multiples
        legal[:] = 1 | (1 << more | 1 << most, 1 << flop, 1 << river)[street]

    def best(self, street: int, sheet: Sheet, actions: Any) -> None:
        if self._tables is None:
            found = optimal_strategy(self.house, silent, wagers=self.wagers)
            self._tables = found, index_for(found)
        _, _, flop, river = self.terms.play_multiples
        self.run(best_on_street)(
            sheet.columns, 0, self.board_row, self._tables[0], (flop, river), self._tables[1], street, actions
        )  # fmt: skip

    def settling(self, sheet: Sheet, rows: Rows) -> Callable[[], None]:
        return self.prepared(
            _settle_rows, sheet.strengths, rows, self.main, self.terms.play_multiples, self.known
        )

    def find_side(self, side: int, sheet: Sheet) -> None:
        self._find_rungs(sheet, self.seats)

    def find_progressive(self, sheet: Sheet) -> None:
        if self.house.progressive is not None and self.house.progressive.hand == "flop":
            self.call(sheet, _flop_rungs, lambda _: (sheet.columns, self.board_row, sheet.rungs))
        else:
            self._find_rungs(sheet, self.seats)

    def find_cover_all(self, sheet: Sheet) -> None:
        self._find_rungs(sheet, self.seats + 1)

    def _find_rungs(self, sheet: Sheet, hands: int) -> None:
        self.call(sheet, _rungs, lambda hands: (sheet.strengths[:hands], sheet.rungs), hands)


@kernel
def play_holdem_by_rule(
    columns: Any, hole: int, board: int, raised: Any, multiples: tuple[int, int], outs: int,
    strengths: Any, antes: Any,
) -> None:  # fmt: skip
    """Play by a simple rule (`solver.simple_rules`); `raised` is by the place of a hole, before the flop.

    `multiples` are those of the flop and the river.
    """
    for number in range(len(antes)):
        place = hole_place(card_at(columns, hole, number), card_at(columns, hole + 1, number))
        antes[number] = raised[place]
        if not raised[place]:
            cards, flop = set_at(columns, hole, 2, number), set_at(columns, board, 3, number)
            if plays_on_flop(cards, flop):
                antes[number] = multiples[0]
            else:
                common = set_at(columns, board, 5, number)
                antes[number] = multiples[1] * plays_on_river(cards, common, strengths[number], outs)


@kernel
def plays_on_river(hole: int, board: int, strength: int, outs: int) -> bool:
    """Whether the rule plays on the river: a pair or better with a hole card, or fewer than `outs` outs."""
    if needs_hole_card(strength, poker_strength(board)):
        return True
    beating = 0
    for card in range(DECK_SIZE):
        if not (hole | board) >> card & 1 and poker_strength(board | 1 << card) > strength:
            beating += 1
    return beating < outs


@kernel
def _settle(
    players: Any, dealers: Any, decided: Any, ante: int, terms: MainTerms, memory: Memory, cells: Any,
) -> None:  # fmt: skip
    for number in range(len(players)):
        player, dealer, antes = players[number], dealers[number], int(decided[number])
        cell = antes * 3 + compared(player, dealer)
        cell = (cell * CATEGORIES + poker_category(player)) * 2 + (dealer >= terms.dealer_least)
        cells[number] = cell
        if not memory.known[cell]:
            played = ante * antes
            situation, _, ante_paid, ante_back, _, blind_paid, blind_back, _, play_paid, play_back = (
                settle_main(player, dealer, antes == 0, ante, played, terms)
            )
            memory.paid[cell, ANTE], memory.returned[cell, ANTE] = ante_paid, ante_back
            memory.paid[cell, BLIND], memory.returned[cell, BLIND] = blind_paid, blind_back
            memory.paid[cell, DECIDED], memory.returned[cell, DECIDED] = play_paid, play_back
            keep(memory, cell, antes, situation, 2 * ante + played)


@kernel
def _settle_rows(
    strengths: Any, rows: Rows, terms: MainTerms, multiples: tuple[int, ...], known: Any
) -> None:
    """Settle rows with individual stakes. Stakes and their results repeat, so `known` caches the last ones by
    showdown and stake; otherwise divisions and branches would take most of the time."""
    for number in range(len(rows.antes)):
        ante, played = rows.antes[number], rows.decided[number]
        if ante:
            player, dealer = strengths[0, number], strengths[1, number]
            place = (compared(player, dealer) * CATEGORIES + poker_category(player)) * 2
            place = (place + (dealer >= terms.dealer_least)) * STAKES + (ante * 31 + played) % STAKES
            found = known[place]
            if found[0] != ante or found[1] != played:
                _settle_stakes(player, dealer, ante, played, terms, multiples, found)
            rows.allowed[number] = found[2]
            for wager in range(3):
                rows.outcomes[wager, number] = found[3 + wager]
                rows.paid[wager, number] = found[6 + wager]
                rows.returned[wager, number] = found[9 + wager]


@kernel
def _settle_stakes(
    player: int, dealer: int, ante: int, played: int, terms: MainTerms, multiples: tuple[int, ...], found: Any
) -> None:
    found[0], found[1], found[2] = ante, played, played == 0 or play_allowed(ante, played, multiples)
    _, of_ante, ante_paid, ante_back, of_blind, blind_paid, blind_back, of_play, paid, back = settle_main(
        player, dealer, played == 0, ante, played, terms
    )
    found[3], found[4], found[5] = of_ante, of_blind, of_play
    found[6], found[7], found[8] = ante_paid, blind_paid, paid
    found[9], found[10], found[11] = ante_back, blind_back, back


def _rungs(strengths: Any, rungs: Any) -> None:
    for hand in range(len(strengths)):
        for number in range(rungs.shape[1]):
            rungs[hand, number] = poker_rung(strengths[hand, number])


def _flop_rungs(columns: Any, board: int, rungs: Any) -> None:
    """Write the rungs of the hole cards with the flop."""
    for hand in range(len(rungs) - 1):
        for number in range(rungs.shape[1]):
            cards = set_at(columns, 2 * hand, 2, number) | set_at(columns, board, 3, number)
            rungs[hand, number] = poker_rung(poker_strength(cards))
