"""Ultimate Texas Hold'em behind the solver protocol (`croupier.odds.protocol.Solver`)."""

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.errors import Refusal
from croupier.games.common import NO_ROW, row_reached
from croupier.games.ultimate_texas_holdem.solver import solution
from croupier.games.ultimate_texas_holdem.solver.groups import WITH_BOARD, WITH_FLOP
from croupier.games.ultimate_texas_holdem.terms import POKER_LADDER
from croupier.hands.poker import ROYAL_FLUSH, poker_strength
from croupier.hands.words import name_poker
from croupier.odds.counting.census import CensusKind
from croupier.odds.model import CoverAllOdds, Distribution, MainOdds
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.hidden_cards import Hidden
from croupier.odds.protection.leak import DEALER, Leak, Part
from croupier.odds.protection.model import Informed, LeakRule
from croupier.odds.protocol import Advised, Description, Query, RowsPaid, Sight, Solver, Stage
from croupier.odds.sections import Grid
from croupier.odds.side_bets import side_of
from croupier.odds.watch.hand import Choices, WatchedHand
from croupier.rulebook.model import RuleSet
from croupier.submission.house import HouseRules

if TYPE_CHECKING:
    from croupier.odds.simulate.game import SimulatedGame


class UltimateTexasHoldemSolver(Solver):
    """The solver of Ultimate. Advice should be ready within a second of startup, so modules that advice does
    not need are imported where they are used."""

    method = (
        "Optimal play: boards fall into 42,783 classes, by their ranks and the suit of a possible flush, on "
        "which hole cards do alike; in each, all hole cards are ranked and compared with the dealer's 990; "
        "values are gathered back to flops and starting hands, and each decision is the best of "
        "what is allowed; of equal values the smaller wager. Cover All counts deals by matchings "
        "of the hole cards that avoid the paying hands."
    )
    has_grid = True

    def stages(self, rules: RuleSet) -> tuple[Stage, ...]:
        own, flop, board = (rules.number(f"cards.{each}") for each in ("player", "flop", "community"))
        return Stage("preflop", own), Stage("flop", own, flop), Stage("river", own, board)

    def solve(self, query: Query) -> MainOdds:
        return solution.solution(*query).main

    def optimal(self, house: HouseRules) -> Fraction:
        return solution.optimal(house)

    def advise(self, query: Query, stage: Stage, sight: Sight) -> Advised:
        values = solution.advise(query.house, sight.player, sight.board, query.progress, query.wagers)
        if not sight.board:
            return Advised(solution.starting_hand(sight.player), values)
        return Advised(name_poker(poker_strength(sight.player | sight.board)), values)

    def describe(self, query: Query) -> Description:
        from croupier.games.ultimate_texas_holdem.solver.strategy import describe

        return describe(*query)

    def outcomes(self, query: Query) -> Distribution:
        from croupier.games.ultimate_texas_holdem.solver.outcomes import outcomes

        return outcomes(query.house, solution.solution(*query), query.wagers)

    def rows_paid(self, house: HouseRules, progress: Progress = silent) -> dict[str, RowsPaid]:
        """By row of the blind, the cases in which such a hand plays and wins; a board counts per flop."""
        from croupier.games.ultimate_texas_holdem.solver.boards.showdown import WIN_QUALIFIED, WIN_UNQUALIFIED

        solved = solution.solution(house, progress)
        rows: dict[str, int] = {}
        for (decision, category, ending), count in solved.endings.items():
            rung = ROYAL_FLUSH - int(category)
            wins = decision != "fold" and ending in (WIN_QUALIFIED, WIN_UNQUALIFIED)
            if wins and rung < len(POKER_LADDER):
                rows[POKER_LADDER[rung]] = rows.get(POKER_LADDER[rung], 0) + count
        return {"blind": RowsPaid(rows, solved.cases)}

    def main_by_row(self, house: HouseRules, wager: str, progress: Progress = silent) -> dict[str, Fraction]:
        """Endings are counted by the category of the hand with the board, which decides a side bet."""
        from croupier.games.ultimate_texas_holdem.solver.outcomes import net_of

        if wager == "progressive" and self.census(house, wager) is WITH_FLOP:
            raise Refusal("not_solved", "the game is not counted by the rows of a progressive on the flop")
        solved, side = solution.solution(house, progress), side_of(house, wager)
        found: dict[str, Fraction] = {}
        for (decision, category, ending), count in solved.endings.items():
            row = row_reached(ROYAL_FLUSH - int(category), side.schedule.kinds)
            if row != NO_ROW:
                net = net_of(house, decision, int(category), int(ending))
                name = side.ladder[row]
                found[name] = found.get(name, Fraction(0)) + net * Fraction(count, solved.cases)
        return found

    def census(self, house: HouseRules, wager: str) -> CensusKind:
        if wager == "progressive" and house.progressive is not None and house.progressive.hand == "flop":
            return WITH_FLOP
        return WITH_BOARD

    def cover_all(self, house: HouseRules) -> dict[int, CoverAllOdds]:
        from croupier.games.ultimate_texas_holdem.solver.cover_all import cover_all_odds

        return cover_all_odds(house)

    def grid(self, house: HouseRules, progress: Progress = silent) -> Grid:
        from croupier.games.ultimate_texas_holdem.solver.strategy import grid

        return grid(solution.starting_hands(house, progress))

    def simulation(self, house: HouseRules, seats: int, jit: bool = True) -> "SimulatedGame":
        from croupier.games.ultimate_texas_holdem.solver.simulation import UltimateTexasHoldem

        return UltimateTexasHoldem(house, seats, jit)

    def protect(
        self, house: HouseRules, leak: Leak, progress: Progress = silent, fresh: bool = False
    ) -> Informed:
        from croupier.games.ultimate_texas_holdem.solver.leaks.informed import informed

        _check_leaks(house)
        return informed(house, leak, progress, fresh)

    def takes_minutes(self, leak: Leak) -> bool:
        from croupier.games.ultimate_texas_holdem.solver.leaks.informed import takes_minutes

        return takes_minutes(leak)

    def leak_rules(self, house: HouseRules, leak: Leak, progress: Progress = silent) -> tuple[LeakRule, ...]:
        from croupier.games.ultimate_texas_holdem.solver.leaks.dealer_rule import dealer_rule

        _check_leaks(house)
        return (dealer_rule(house, progress),) if leak.parts == (Part(DEALER, 1),) else ()

    def advise_knowing(self, query: Query, stage: Stage, sight: Sight, hidden: Hidden) -> Advised:
        from croupier.games.ultimate_texas_holdem.solver.hidden_cards import advise_knowing

        values = advise_knowing(query.house, sight.player, sight.board, hidden, query.progress)
        if not sight.board:
            return Advised(solution.starting_hand(sight.player), values)
        return Advised(name_poker(poker_strength(sight.player | sight.board)), values)

    def informed_choices(self, house: HouseRules, hand: WatchedHand, leak: Leak) -> Choices:
        from croupier.games.ultimate_texas_holdem.solver.informed_choices import informed_choices

        return informed_choices(house, hand, leak)


def _check_leaks(house: HouseRules) -> None:
    """A `Refusal` where the least wager before the flop may be the best: a leak is priced by the most."""
    _, least, flop, _ = house.rules.numbers("decision.play_multiples")
    if least < flop:
        message = f"leaks are not priced with play wagers of {least}x before the flop and {flop}x on it"
        raise Refusal("not_solved", message, house.rules.fact("decision.play_multiples").clauses)


SOLVER = UltimateTexasHoldemSolver()
