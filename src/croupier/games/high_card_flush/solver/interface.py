"""High Card Flush behind the solver protocol (`croupier.odds.protocol.Solver`)."""

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.errors import Refusal
from croupier.games.high_card_flush.solver import solution
from croupier.games.high_card_flush.solver.collusion import shared_of
from croupier.games.high_card_flush.solver.groups import FLUSHES
from croupier.games.high_card_flush.solver.hidden_cards import advise_knowing
from croupier.games.high_card_flush.solver.outcomes import main_by_row, outcomes
from croupier.games.high_card_flush.solver.protection import informed
from croupier.games.high_card_flush.solver.solution import PLAYER_HANDS, solved
from croupier.games.high_card_flush.solver.strategy import describe
from croupier.games.high_card_flush.solver.suit_rule import suit_rule
from croupier.hands.flush import flush_strength
from croupier.hands.words import name_flush
from croupier.odds.counting.census import CensusKind
from croupier.odds.filed.limits import check_uncut
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import CoverAllOdds, Distribution, MainOdds, NotFolded
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.hidden import Hidden
from croupier.odds.protection.leak import Leak
from croupier.odds.protection.model import Informed, LeakRule
from croupier.odds.protocol import Advised, Description, RowsPaid, Sight, Stage
from croupier.odds.sections import Grid
from croupier.odds.side_bets import side_of
from croupier.odds.watch.hand import Choices, WatchedHand
from croupier.rulebook.model import RuleSet
from croupier.submission.house import HouseRules

if TYPE_CHECKING:
    from croupier.odds.simulate.game import SimulatedGame


class HighCardFlushSolver:
    """One decision after seven cards; every hand weighed against the exact law of the dealer's."""

    method = (
        "Optimal play: each of the 6,009,159 seven-card hands that differ by more than the names "
        "of the suits is weighed against every hand that the dealer can hold, and the better of "
        "folding and raising is taken; of equal values the smaller wager."
    )
    has_grid = False

    def stages(self, rules: RuleSet) -> tuple[Stage, ...]:
        return (Stage("raise or fold", rules.number("cards.player")),)

    def solve(
        self,
        house: HouseRules,
        progress: Progress = silent,
        fresh: bool = False,
        wagers: Wagers | None = None,
    ) -> MainOdds:
        check_uncut(house, wagers)
        return solved(house, progress, fresh, wagers).main

    def optimal(self, house: HouseRules) -> Fraction:
        return solved(house).main.net.mean

    def advise(
        self,
        house: HouseRules,
        stage: Stage,
        sight: Sight,
        progress: Progress = silent,
        wagers: Wagers | None = None,
    ) -> Advised:
        check_uncut(house, wagers)
        return Advised(name_flush(flush_strength(sight.player)), solution.advise(house, sight.player))

    def describe(
        self,
        house: HouseRules,
        progress: Progress = silent,
        fresh: bool = False,
        wagers: Wagers | None = None,
    ) -> Description:
        check_uncut(house, wagers)
        return describe(solved(house, progress, fresh, wagers))

    def outcomes(
        self,
        house: HouseRules,
        progress: Progress = silent,
        fresh: bool = False,
        wagers: Wagers | None = None,
    ) -> Distribution:
        check_uncut(house, wagers)
        return outcomes(house, solved(house, progress, fresh, wagers), fresh, wagers)

    def rows_paid(self, house: HouseRules, progress: Progress = silent) -> dict[str, RowsPaid]:
        return {}

    def main_by_row(self, house: HouseRules, wager: str, progress: Progress = silent) -> dict[str, Fraction]:
        """Every hand is weighed once more, in the groups that no pay table tells apart."""
        return main_by_row(house, solved(house, progress), side_of(house, wager))

    def not_folded(
        self,
        house: HouseRules,
        progress: Progress = silent,
        fresh: bool = False,
        wagers: Wagers | None = None,
    ) -> NotFolded:
        check_uncut(house, wagers)
        return NotFolded(solved(house, progress, fresh, wagers).raised, PLAYER_HANDS)

    def census(self, house: HouseRules, wager: str) -> CensusKind:
        return FLUSHES

    def cover_all(self, house: HouseRules) -> dict[int, CoverAllOdds]:
        raise Refusal("not_solved", "this game has no Cover All")

    def grid(self, house: HouseRules, progress: Progress = silent) -> Grid:
        raise Refusal("not_solved", "this game has no grid of starting hands")

    def simulation(self, house: HouseRules, seats: int, jit: bool = True) -> "SimulatedGame":
        from croupier.games.high_card_flush.solver.simulation import HighCardFlush

        return HighCardFlush(house, seats, jit)

    def protect(
        self, house: HouseRules, leak: Leak, progress: Progress = silent, fresh: bool = False
    ) -> Informed:
        return informed(house, leak, progress, fresh)

    def leak_rules(self, house: HouseRules, leak: Leak, progress: Progress = silent) -> tuple[LeakRule, ...]:
        shared = shared_of(leak)
        alone = shared is not None and not shared.dealer and not shared.undealt and shared.seats > 1
        return (suit_rule(house, shared, progress),) if alone and shared else ()

    def advise_knowing(
        self, house: HouseRules, stage: Stage, sight: Sight, hidden: Hidden, progress: Progress = silent
    ) -> Advised:
        values = advise_knowing(house, sight.player, hidden)
        return Advised(name_flush(flush_strength(sight.player)), values)

    def informed_choices(self, house: HouseRules, hand: WatchedHand, leak: Leak) -> Choices:
        from croupier.games.high_card_flush.solver.informed_choices import informed_choices

        return informed_choices(house, hand, leak)


SOLVER = HighCardFlushSolver()
