"""Bulk simulation of any game with the functions that settle it at the table.

Strength, rungs and decision are computed once for every hand up to a renaming of the suits, and looked up;
hands too large for that are evaluated one by one. A hand against the dealer is settled once for each pair of
strengths and decision, and cached.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from math import comb
from typing import Any, ClassVar

import numpy as np

from croupier.cards import DECK_SIZE
from croupier.errors import Refusal
from croupier.games.common import NO_ROW, row_reached
from croupier.money import award_paid
from croupier.odds.counting.canonical import canonical_hands, hand_classes
from croupier.odds.generic.interface import MOST_CARDS
from croupier.odds.generic.solution import priced, solved
from croupier.odds.generic.solution import values as values_of
from croupier.odds.generic.tree import FOLD, legal_antes, number_of, tree_of
from croupier.odds.model import MainOdds
from croupier.odds.own.policy import Policy, Seen
from croupier.odds.own.renaming import RENAMINGS, renamed_set
from croupier.odds.progress import Progress, silent
from croupier.odds.protocol import solver_for
from croupier.odds.simulate.game import Decide, SimulatedGame
from croupier.odds.simulate.hands import card_sets
from croupier.odds.simulate.memory import Memory, keep
from croupier.odds.simulate.sheet import Rows, Sheet
from croupier.odds.simulate.strategy import ALWAYS_FOLD, OPTIMAL
from croupier.odds.simulate.wagers import BONUS, place
from croupier.submission.house import HouseRules

ALWAYS_PLAY = "always-play"
"""Play every hand, with the smallest legal wager."""

ENDINGS = 4096
"""The most ways in which a hand can end."""

_BITS = 25
"""The bits of a strength in a code."""
_MASK = (1 << _BITS) - 1
_ROWS = 32
"""Rows of a bonus in a code, and none."""

OfHand = Callable[[int, int], int]
"""A function of a hand's cards and strength."""


class GenericGame(SimulatedGame):
    """The players' cards, then the dealer's, then those in common."""

    strategies: ClassVar[tuple[str, ...]] = (OPTIMAL, ALWAYS_PLAY, ALWAYS_FOLD)
    cells: int = ENDINGS

    def __init__(self, house: HouseRules, seats: int, jit: bool = True) -> None:
        self.common_cards: int = number_of(house.rules, "cards.community")
        super().__init__(house, seats, jit)
        self.most_antes: int = max(
            legal_antes(self.play, strength)[-1] for strength in set(self._strengths())
        )
        self.board_row: int = self.dealer_row + self.dealer_cards
        self._main = {name: place(self.play, name) for name in self.play.main}
        self._endings: dict[tuple[int, ...], int] = {}
        """By ante, decision, row of the bonus, situation, and what is paid and returned: the cell."""
        self._cells: dict[tuple[int, int], int] = {}
        """By ante and code of decision, row and strengths: the same."""
        self._values: dict[int, list[int]] = {}
        """By class of hand: the value of each number of antes, over one denominator; 0 if it is illegal."""

    # ------------------------------------------------------------------------------------------- strategies

    def strategy(self, name: str, progress: Progress) -> Decide:
        if name == OPTIMAL:
            by_class = solved(self.house, progress).antes
            classes = hand_classes(self.player_cards)

            def decide(sheet: Sheet, seat: int) -> None:
                sheet.antes[seat] = by_class[classes.of(sheet.sets[seat])]

            return decide

        def play(sheet: Sheet, seat: int) -> None:
            sheet.antes[seat] = self._of_hands(
                sheet, seat, lambda _, strength: legal_antes(self.play, strength)[0]
            )

        return play

    def price(self, name: str, progress: Progress) -> MainOdds | None:
        return solved(self.house, progress).main if name == OPTIMAL else None

    def price_own(self, policy: Policy, progress: Progress = silent) -> MainOdds | None:
        try:
            tree = tree_of(self.house)
        except Refusal:
            return None
        [stage], [decide] = solver_for(self.house.rules).stages(self.house.rules), policy.functions
        plain = getattr(decide, "py_func", decide)

        def asked(cards: int, strength: int) -> Counter[int]:
            antes = (FOLD, *tree.antes(strength))
            played: Counter[int] = Counter()
            for renaming in range(RENAMINGS):
                seen = Seen(0, renamed_set(cards, renaming), 0, 0, antes[1], antes[-1])
                chosen = plain(seen)
                if chosen not in antes:
                    raise policy.refusal(stage, seen, sum(1 << each for each in antes), chosen)
                played[chosen] += 1
            return played

        return priced(tree, asked, progress)

    def _strengths(self) -> list[int]:
        """The strengths of the players' hands; where they are too many, 0, which has the widest bound."""
        cards = self.player_cards + self.common_cards
        if cards > MOST_CARDS:
            return [0]
        return [self.play.strength(each) for each in canonical_hands(cards)[0].tolist()]

    # ------------------------------------------------------------------------------------------------ hands

    def look(self, sheet: Sheet) -> None:
        for hand in range(self.seats + 1):
            cards = self.dealer_cards if hand == self.seats else self.player_cards
            self.run(card_sets)(sheet.columns, self.player_cards * hand, cards, sheet.sets[hand])
        if self.common_cards:
            board = np.zeros(sheet.rounds, dtype=np.int64)
            self.run(card_sets)(sheet.columns, self.board_row, self.common_cards, board)
            sheet.sets |= board
        for hand in range(self.seats + 1):
            sheet.strengths[hand] = self._of_hands(sheet, hand, lambda cards, _: self.play.strength(cards))

    def find_side(self, side: int, sheet: Sheet) -> None:
        self._find(list(self.play.sides.values())[side].rung, sheet)

    def find_progressive(self, sheet: Sheet) -> None:
        assert self.play.progressive is not None
        self._find(self.play.progressive.rung, sheet)

    def find_cover_all(self, sheet: Sheet) -> None:
        assert self.play.cover_all is not None
        self._find(self.play.cover_all.rung, sheet)
        sheet.rungs[self.seats] = self._of_hands(sheet, self.seats, self.play.cover_all.rung)

    def _find(self, rung: OfHand, sheet: Sheet) -> None:
        for hand in range(self.seats):
            sheet.rungs[hand] = self._of_hands(sheet, hand, rung)

    def _of_hands(self, sheet: Sheet, hand: int, function: OfHand) -> Any:
        """A function of every hand in a row of the sheet, asked once for each hand that it tells apart."""
        sets = sheet.sets[hand]
        cards = int(sets[0]).bit_count()
        if cards > MOST_CARDS:
            return [function(each, self.play.strength(each)) for each in sets.tolist()]
        numbers = hand_classes(cards).of(sets)
        known = canonical_hands(cards)[0]
        found, places = np.unique(numbers, return_inverse=True)
        answers = [function(each, self.play.strength(each)) for each in known[found].tolist()]
        return np.array(answers)[places]

    # ------------------------------------------------------------------------------------------- settlement

    def settle(self, sheet: Sheet, seat: int, ante: int) -> None:
        decided = sheet.antes[seat].astype(np.int64) * _ROWS + self._bonus_rows(sheet, seat) + 1
        player, dealer = (sheet.strengths[hand].astype(np.int64) for hand in (seat, self.seats))
        codes, places = np.unique((decided << _BITS | player) << _BITS | dealer, return_inverse=True)
        memory = sheet.memories[seat]
        sheet.cells[seat] = np.array([self._cell(memory, ante, code) for code in codes.tolist()])[places]

    def find_legal(self, street: int, sheet: Sheet, legal: Any, seat: int = 0) -> None:
        def bits(_: int, strength: int) -> int:
            return 1 | sum(1 << antes for antes in legal_antes(self.play, strength))

        legal[:] = self._of_hands(sheet, seat, bits)

    def action_values(self, street: int, sheet: Sheet, values: Any) -> int:
        tree = tree_of(self.house)
        denominator = comb(DECK_SIZE - self.player_cards, self.dealer_cards) * tree.unit
        sets = canonical_hands(self.player_cards)[0]
        found, places = np.unique(hand_classes(self.player_cards).of(sheet.sets[0]), return_inverse=True)
        for number in found.tolist():
            if number not in self._values:
                worth = values_of(tree, int(sets[number]))
                self._values[number] = [
                    int(worth.get(tree.action(antes), 0) * denominator) for antes in range(len(values))
                ]
        values[:] = np.array([self._values[number] for number in found.tolist()])[places].T
        return denominator

    def settling(self, sheet: Sheet, rows: Rows) -> Callable[[], None]:
        return partial(self._settle_rows, sheet, rows)

    def _settle_rows(self, sheet: Sheet, rows: Rows) -> None:
        bonus = self._bonus_rows(sheet, 0).tolist()
        kinds, numbers, pers = (each.tolist() for each in self.bonus)
        main = len(self.play.main)
        for number in rows.antes.nonzero()[0].tolist():
            ante, amount, folded = (int(each[number]) for each in (rows.antes, rows.decided, rows.folded))
            player, dealer = (int(each) for each in sheet.strengths[:2, number])
            rows.allowed[number] = folded or self.play.allows(player, ante, amount)
            settled = self.play.settle_main(player, dealer, folded, ante, amount)
            rows.outcomes[:, number] = settled[1::3]
            rows.paid[:main, number], rows.returned[:main, number] = settled[2::3], settled[3::3]
            row = bonus[number]
            if row != NO_ROW and not folded:
                rows.paid[main, number] = award_paid(kinds[row], numbers[row], pers[row], ante)

    def _bonus_rows(self, sheet: Sheet, seat: int) -> Any:
        side = self.play.automatic.get(self.bonus_name)
        if side is None:
            return np.full(sheet.rounds, NO_ROW)
        kinds = side.schedule.kinds
        return self._of_hands(
            sheet, seat, lambda cards, strength: row_reached(side.rung(cards, strength), kinds)
        )

    def _cell(self, memory: Memory, ante: int, code: int) -> int:
        """The cell of a code, settled and written down where it is new."""
        cell = self._cells.get((ante, code))
        if cell is not None and memory.known[cell]:
            return cell
        decided, player, dealer = code >> 2 * _BITS, code >> _BITS & _MASK, code & _MASK
        antes, row = decided // _ROWS, decided % _ROWS - 1
        row = row if antes else NO_ROW
        settled = self.play.settle_main(player, dealer, int(not antes), ante, ante * antes)
        ending = (ante, antes, row, settled[0], *settled[2::3], *settled[3::3])
        cell = self._cells[ante, code] = self._endings.setdefault(ending, len(self._endings))
        if cell >= ENDINGS:
            raise Refusal("not_solved", f"a hand of this game ends in more than {ENDINGS} ways")
        if not memory.known[cell]:
            self._write(memory, cell, ante, antes, row, settled)
        return cell

    def _write(
        self, memory: Memory, cell: int, ante: int, antes: int, row: int, settled: tuple[int, ...]
    ) -> None:
        for number, name in enumerate(self.play.main):
            at = self._main[name]
            memory.paid[cell, at] = settled[3 * number + 2]
            memory.returned[cell, at] = settled[3 * number + 3]
        if row != NO_ROW:
            kinds, numbers, pers = (each.tolist() for each in self.bonus)
            memory.bonus_rows[cell] = row
            memory.paid[cell, BONUS] = award_paid(kinds[row], numbers[row], pers[row], ante)
        keep(memory, cell, antes, settled[0], ante * (len(self.play.main) - 1 + antes))
