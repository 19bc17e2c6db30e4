"""The generic solver behind the solver protocol (`croupier.odds.protocol.Solver`)."""

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from croupier.cards import DECK_SIZE
from croupier.games.common import NO_ROW, row_reached
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.census import CensusKind
from croupier.odds.filed.limits import check_uncut
from croupier.odds.generic.leaks import informed
from croupier.odds.generic.solution import Solution, solved, values
from croupier.odds.generic.strategy import describe
from croupier.odds.generic.tree import number_of, tree_of, unsolved
from croupier.odds.model import Distribution, MainOdds, NotFolded
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.hidden_cards import Hidden
from croupier.odds.protection.leak import Leak
from croupier.odds.protection.model import Informed
from croupier.odds.protocol import Advised, Description, Query, RowsPaid, Sight, Solver, Stage
from croupier.rulebook.model import RuleSet
from croupier.submission.house import HouseRules

if TYPE_CHECKING:
    from croupier.odds.simulate.game import SimulatedGame

MOST_CARDS = 5
"""The most cards of a hand whose bets against a pay table are counted hand by hand."""


def _solved(query: Query) -> Solution:
    check_uncut(query.house, query.wagers)
    return solved(*query)


class GenericSolver(Solver):
    """Solves one decision against hidden dealer cards; refuses any other game in one line."""

    method = (
        "Optimal play: each of the player's hands that differ by more than the names of the suits is weighed "
        "against every hand that the dealer can hold, and the best decision is taken; of equal values the "
        "smaller wager."
    )

    def stages(self, rules: RuleSet) -> tuple[Stage, ...]:
        own, up = rules.number("cards.player"), number_of(rules, "cards.dealer_face_up")
        decided = next(name for name, wager in rules.wagers.items() if wager.placed == "by_decision")
        return (Stage(f"{decided} or fold", own, number_of(rules, "cards.community"), up),)

    def solve(self, query: Query) -> MainOdds:
        return _solved(query).main

    def optimal(self, house: HouseRules) -> Fraction:
        return solved(house).main.net.mean

    def advise(self, query: Query, stage: Stage, sight: Sight) -> Advised:
        check_uncut(query.house, query.wagers)
        tree = tree_of(query.house)
        return Advised(tree.play.name(tree.play.strength(sight.player)), values(tree, sight.player))

    def describe(self, query: Query) -> Description:
        return describe(tree_of(query.house), _solved(query))

    def outcomes(self, query: Query) -> Distribution:
        return _solved(query).outcomes

    def rows_paid(self, house: HouseRules, progress: Progress = silent) -> dict[str, RowsPaid]:
        """By row of a bonus without a wager: how many hands that are not folded are paid it."""
        tree, solution = tree_of(house), solved(house, progress)
        sets, weights = canonical_hands(tree.player_cards)
        found = {name: dict[str, int]() for name in tree.play.automatic}
        for number in solution.antes.nonzero()[0].tolist():
            for name, side in tree.play.automatic.items():
                rung = side.rung(int(sets[number]), int(solution.strengths[number]))
                row = row_reached(rung, side.schedule.kinds)
                if row != NO_ROW:
                    rows = found[name]
                    rows[side.ladder[row]] = rows.get(side.ladder[row], 0) + int(weights[number])
        return {name: RowsPaid(rows, comb(DECK_SIZE, tree.player_cards)) for name, rows in found.items()}

    def not_folded(self, query: Query) -> NotFolded:
        solution = _solved(query)
        cards = query.house.rules.number("cards.player")
        weights = canonical_hands(cards)[1] * (solution.antes > 0)
        groups = {number: int(weights[number]) for number in weights.nonzero()[0].tolist()}
        return NotFolded(groups, comb(DECK_SIZE, cards))

    def census(self, house: HouseRules, wager: str) -> CensusKind:
        own, common = house.rules.number("cards.player"), number_of(house.rules, "cards.community")
        if own + common > MOST_CARDS:
            raise unsolved(house.rules.rules.name, f"hands of at most {MOST_CARDS} cards to price {wager}")
        return CensusKind(f"hands-of-{own + common}", own + common)

    def simulation(self, house: HouseRules, seats: int, jit: bool = True) -> "SimulatedGame":
        from croupier.odds.generic.simulation import GenericGame

        return GenericGame(house, seats, jit)

    def protect(
        self, house: HouseRules, leak: Leak, progress: Progress = silent, fresh: bool = False
    ) -> Informed:
        return informed(house, leak, progress, fresh)

    def advise_knowing(self, query: Query, stage: Stage, sight: Sight, hidden: Hidden) -> Advised:
        tree = tree_of(query.house)
        found = values(tree, sight.player, hidden)
        return Advised(tree.play.name(tree.play.strength(sight.player)), found)


SOLVER = GenericSolver()
