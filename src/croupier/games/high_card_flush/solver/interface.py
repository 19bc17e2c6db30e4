"""High Card Flush behind the solver protocol (`croupier.odds.protocol.Solver`)."""

from fractions import Fraction
from typing import TYPE_CHECKING

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
from croupier.odds.model import Distribution, MainOdds, NotFolded
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.hidden_cards import Hidden
from croupier.odds.protection.leak import OTHERS, Leak
from croupier.odds.protection.model import Informed, LeakRule
from croupier.odds.protocol import Advised, Description, Query, Sight, Solver, Stage
from croupier.odds.side_bets import side_of
from croupier.odds.watch.hand import Choices, WatchedHand
from croupier.rulebook.model import RuleSet
from croupier.submission.house import HouseRules

if TYPE_CHECKING:
    from croupier.odds.simulate.game import SimulatedGame


def _solved(query: Query) -> solution.Solution:
    check_uncut(query.house, query.wagers)
    return solved(*query)


class HighCardFlushSolver(Solver):
    """One decision after seven cards; every hand is weighed against the dealer's exact distribution."""

    method = (
        "Optimal play: each of the 6,009,159 seven-card hands that differ by more than the names "
        "of the suits is weighed against every hand that the dealer can hold, and the better of "
        "folding and raising is taken; of equal values the smaller wager."
    )

    def stages(self, rules: RuleSet) -> tuple[Stage, ...]:
        return (Stage("raise or fold", rules.number("cards.player")),)

    def solve(self, query: Query) -> MainOdds:
        return _solved(query).main

    def optimal(self, house: HouseRules) -> Fraction:
        return solved(house).main.net.mean

    def advise(self, query: Query, stage: Stage, sight: Sight) -> Advised:
        check_uncut(query.house, query.wagers)
        return Advised(name_flush(flush_strength(sight.player)), solution.advise(query.house, sight.player))

    def describe(self, query: Query) -> Description:
        return describe(_solved(query))

    def outcomes(self, query: Query) -> Distribution:
        return outcomes(query.house, _solved(query), query.fresh, query.wagers)

    def main_by_row(self, house: HouseRules, wager: str, progress: Progress = silent) -> dict[str, Fraction]:
        """Every hand is weighed once more, in groups that every pay table pays alike."""
        return main_by_row(house, solved(house, progress), side_of(house, wager))

    def not_folded(self, query: Query) -> NotFolded:
        return NotFolded(_solved(query).raised, PLAYER_HANDS)

    def census(self, house: HouseRules, wager: str) -> CensusKind:
        return FLUSHES

    def simulation(self, house: HouseRules, seats: int, jit: bool = True) -> "SimulatedGame":
        from croupier.games.high_card_flush.solver.simulation import HighCardFlush

        return HighCardFlush(house, seats, jit)

    def takes_minutes(self, leak: Leak) -> bool:
        return leak.part(OTHERS) is not None or sum(part.number for part in leak.parts) > 2

    def protect(
        self, house: HouseRules, leak: Leak, progress: Progress = silent, fresh: bool = False
    ) -> Informed:
        return informed(house, leak, progress, fresh)

    def leak_rules(self, house: HouseRules, leak: Leak, progress: Progress = silent) -> tuple[LeakRule, ...]:
        shared = shared_of(leak)
        alone = shared is not None and not shared.dealer and not shared.undealt and shared.seats > 1
        return (suit_rule(house, shared, progress),) if alone and shared else ()

    def advise_knowing(self, query: Query, stage: Stage, sight: Sight, hidden: Hidden) -> Advised:
        values = advise_knowing(query.house, sight.player, hidden)
        return Advised(name_flush(flush_strength(sight.player)), values)

    def informed_choices(self, house: HouseRules, hand: WatchedHand, leak: Leak) -> Choices:
        from croupier.games.high_card_flush.solver.informed_choices import informed_choices

        return informed_choices(house, hand, leak)


SOLVER = HighCardFlushSolver()
