"""Four Card Poker behind the solver protocol (`croupier.odds.protocol.Solver`)."""

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.cards import cards_in
from croupier.errors import Refusal
from croupier.games.four_card_poker.settle import aces_up_rung
from croupier.games.four_card_poker.solver import solution
from croupier.games.four_card_poker.solver.groups import FIVE_CARDS
from croupier.games.four_card_poker.solver.hidden_cards import advise_knowing
from croupier.games.four_card_poker.solver.leaks.protection import informed
from croupier.games.four_card_poker.solver.outcomes import main_by_row, outcomes
from croupier.games.four_card_poker.solver.solution import SITUATIONS, solved
from croupier.games.four_card_poker.solver.verdicts import FOLD
from croupier.games.four_card_poker.terms import ACES_UP_LADDER
from croupier.hands.four_card import four_card_strength
from croupier.hands.words import name_four_card
from croupier.odds.counting.census import CensusKind
from croupier.odds.filed.limits import check_uncut
from croupier.odds.model import CoverAllOdds, Distribution, MainOdds, NotFolded
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.hidden_cards import Hidden
from croupier.odds.protection.leak import OTHERS, Leak
from croupier.odds.protection.model import Informed
from croupier.odds.protocol import Advised, Description, Query, RowsPaid, Sight, Solver, Stage
from croupier.odds.side_bets import side_of
from croupier.odds.watch.hand import Choices, WatchedHand
from croupier.rulebook.model import RuleSet
from croupier.submission.house import HouseRules

if TYPE_CHECKING:
    from croupier.odds.simulate.game import SimulatedGame


def _solved(query: Query) -> solution.Solution:
    check_uncut(query.house, query.wagers)
    return solved(*query)


class FourCardPokerSolver(Solver):
    """One decision after five cards and the dealer's up-card."""

    method = (
        "Optimal play: for every five cards and up-card the dealer's 1,370,754 hands that can "
        "follow are counted, and the best of folding and playing is taken; of equal values the "
        "smaller wager. Cover All counts deals in which no hand reaches a row, by inclusion and "
        "exclusion over runs of suited cards."
    )

    def stages(self, rules: RuleSet) -> tuple[Stage, ...]:
        own, up = rules.number("cards.player"), rules.number("cards.dealer_face_up")
        return (Stage("play or fold", own, up=up),)

    def solve(self, query: Query) -> MainOdds:
        return _solved(query).main

    def optimal(self, house: HouseRules) -> Fraction:
        return solution.printed_value(house) or solved(house).main.net.mean

    def advise(self, query: Query, stage: Stage, sight: Sight) -> Advised:
        check_uncut(query.house, query.wagers)
        (up,) = cards_in(sight.up)
        hand = name_four_card(four_card_strength(sight.player))
        return Advised(hand, solution.advise(query.house, sight.player, up))

    def describe(self, query: Query) -> Description:
        from croupier.games.four_card_poker.solver.strategy import describe

        return describe(query.house, _solved(query))

    def outcomes(self, query: Query) -> Distribution:
        return outcomes(query.house, _solved(query))

    def rows_paid(self, house: HouseRules, progress: Progress = silent) -> dict[str, RowsPaid]:
        """By row of the ante bonus, the number of situations in which such a hand plays, win or lose."""
        found = solved(house, progress)
        weights = found.verdicts.weights.sum(axis=1)
        rows: dict[str, int] = {}
        for number, strength in enumerate(found.strengths.tolist()):
            rung = aces_up_rung(strength)
            if rung >= 0:
                plays = int(weights[number].sum() - weights[number, FOLD])
                rows[ACES_UP_LADDER[rung]] = rows.get(ACES_UP_LADDER[rung], 0) + plays
        return {"ante_bonus": RowsPaid(rows, SITUATIONS)}

    def main_by_row(self, house: HouseRules, wager: str, progress: Progress = silent) -> dict[str, Fraction]:
        """The verdicts are counted by the best four cards, which decide most bets."""
        if wager == "progressive" and house.progressive is not None and house.progressive.hand == "five_card":
            raise Refusal("not_solved", "the game is not counted by the rows of a five-card progressive")
        return main_by_row(house, solved(house, progress), side_of(house, wager))

    def not_folded(self, query: Query) -> NotFolded:
        return NotFolded(_solved(query).played, SITUATIONS)

    def census(self, house: HouseRules, wager: str) -> CensusKind:
        return FIVE_CARDS

    def cover_all(self, house: HouseRules) -> dict[int, CoverAllOdds]:
        from croupier.games.four_card_poker.solver.cover_all import cover_all_odds

        return cover_all_odds(house)

    def simulation(self, house: HouseRules, seats: int, jit: bool = True) -> "SimulatedGame":
        from croupier.games.four_card_poker.solver.simulation import FourCardPoker

        return FourCardPoker(house, seats, jit)

    def takes_minutes(self, leak: Leak) -> bool:
        return leak.part(OTHERS) is not None or sum(part.number for part in leak.parts) > 1

    def protect(
        self, house: HouseRules, leak: Leak, progress: Progress = silent, fresh: bool = False
    ) -> Informed:
        return informed(house, leak, progress, fresh)

    def advise_knowing(self, query: Query, stage: Stage, sight: Sight, hidden: Hidden) -> Advised:
        (up,) = cards_in(sight.up)
        values = advise_knowing(query.house, sight.player, up, hidden)
        return Advised(name_four_card(four_card_strength(sight.player)), values)

    def informed_choices(self, house: HouseRules, hand: WatchedHand, leak: Leak) -> Choices:
        from croupier.games.four_card_poker.solver.informed_choices import informed_choices

        return informed_choices(house, hand, leak)


SOLVER = FourCardPokerSolver()
