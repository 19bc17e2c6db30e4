"""The solver protocol: everything that `odds` needs from a game's mathematics.

A game names its solver by an import path (`Game.solver`), so that the server and the small commands start
without it; `solver_for` loads it on first use. A game without a solver gets the generic exact solver
(`croupier.odds.generic`), which plays the game with the functions that settle it at the table.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol

from croupier.errors import Refusal
from croupier.games import game
from croupier.odds.counting.census import CensusKind
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import CoverAllOdds, Distribution, MainOdds, NotFolded
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.hidden_cards import Hidden
from croupier.odds.protection.leak import Leak
from croupier.odds.protection.model import Informed, LeakRule
from croupier.odds.sections import Grid, Section
from croupier.odds.watch.hand import Choices, WatchedHand
from croupier.rulebook.model import RuleSet
from croupier.submission.house import HouseRules

if TYPE_CHECKING:
    from croupier.odds.simulate.game import SimulatedGame

Values = dict[str, Fraction]
"""By legal action, the smaller wager first: its expectation, net, per unit of ante."""


class Stage(NamedTuple):
    """A decision of the round: its name, and the number of visible cards."""

    name: str
    player: int
    board: int = 0
    up: int = 0
    """The dealer's face-up cards."""


class Sight(NamedTuple):
    """The visible cards at a decision, as sets."""

    player: int
    board: int = 0
    up: int = 0


class Advised(NamedTuple):
    """The player's hand in words, and the value of each action."""

    hand: str
    values: Values


class Description(NamedTuple):
    """Optimal play described: its price, simple rules by name with their words and prices, and sections."""

    main: MainOdds
    simple_rules: Mapping[str, tuple[str, MainOdds]]
    sections: tuple[Section, ...]


class RowsPaid(NamedTuple):
    """By row of a pay table of the main game: in how many of the cases it is paid under optimal play."""

    rows: dict[str, int]
    cases: int


class Query(NamedTuple):
    """A house to solve: what optimal play is wanted for."""

    house: HouseRules
    progress: Progress = silent
    fresh: bool = False
    """Solve again even if the answer is kept on disk."""
    wagers: Wagers | None = None
    """In cents, under the payout limits; None: per unit of ante."""


class Solver(Protocol):
    """The mathematics of one game, for any house rules.

    A game's solver inherits from this class and defines what it can answer; the rest refuses in one line.
    """

    method: str
    """How optimal play is found, in words for a PAR sheet."""
    has_grid: bool = False
    """Whether there is a grid of starting hands."""

    def stages(self, rules: RuleSet) -> tuple[Stage, ...]:
        """The decisions of a round in their order; no two of them have as many cards on the board."""

    def solve(self, query: Query) -> MainOdds:
        """The game itself under optimal play.

        Play is the best for all wagers given: with a progressive that a fold would lose, its award is weighed
        too, and the figures are those of the game itself under that play. A solver that cannot bring the
        limits or the award to bear refuses (`check_uncut`).
        """

    def optimal(self, house: HouseRules) -> Fraction:
        """The expected net result of the game itself under optimal play, per unit of ante: at once where the
        printed terms are solved in the package."""

    def advise(self, query: Query, stage: Stage, sight: Sight) -> Advised:
        """The value of each legal action with the visible cards, of the game itself."""

    def describe(self, query: Query) -> Description:
        """Optimal play described."""

    def outcomes(self, query: Query) -> Distribution:
        """The probability of each net result of a round under optimal play, in antes."""

    def rows_paid(self, house: HouseRules, progress: Progress = silent) -> dict[str, RowsPaid]:
        """By wager or bonus of the main game that pays by a table: how often each row is paid."""
        return {}

    def main_by_row(self, house: HouseRules, wager: str, progress: Progress = silent) -> dict[str, Fraction]:
        """By row that a side bet pays: the expectation of the game's net result where the hand is paid it.

        Per unit of ante, over all rounds; a solver that does not count them together refuses.
        """
        raise Refusal(
            "not_solved", f"{house.rules.rules.name}: its solver does not price the bets of a seat together"
        )

    def not_folded(self, query: Query) -> NotFolded:
        """The hands that optimal play does not fold, by group of the census of the house's progressive."""
        raise Refusal("not_solved", "a progressive that a fold loses is not priced in this game")

    def census(self, house: HouseRules, wager: str) -> CensusKind:
        """How the hands are counted that a wager against a pay table, or the progressive, is paid by."""

    def cover_all(self, house: HouseRules) -> dict[int, CoverAllOdds]:
        """Cover All by the number of hands, the dealer's included."""
        raise Refusal("not_solved", "no solver of this game prices Cover All")

    def grid(self, house: HouseRules, progress: Progress = silent) -> Grid:
        """The grid of starting hands; called only if `has_grid` is true."""
        raise Refusal("not_solved", "this game has no grid of starting hands")

    def simulation(self, house: HouseRules, seats: int, jit: bool = True) -> "SimulatedGame":
        """The game in bulk, at a table of so many seats."""

    def protect(
        self, house: HouseRules, leak: Leak, progress: Progress = silent, fresh: bool = False
    ) -> Informed:
        """Best play with a leak; a `Refusal` (`not_solved`) names the leaks that are solved."""
        raise Refusal("not_solved", f"{leak}: no solver of this game prices a leak")

    def takes_minutes(self, leak: Leak) -> bool:
        """Whether a leak is too long a computation for a server to begin; the command line prices it."""
        return False

    def leak_rules(self, house: HouseRules, leak: Leak, progress: Progress = silent) -> tuple[LeakRule, ...]:
        """Rules by which people can use a leak, priced; none where the game knows none."""
        return ()

    def advise_knowing(self, query: Query, stage: Stage, sight: Sight, hidden: Hidden) -> Advised:
        """The exact value of each legal action with the visible cards and hidden ones known."""

    def informed_choices(self, house: HouseRules, hand: WatchedHand, leak: Leak) -> Choices:
        """The choices of somebody who knows the leak with a hand, beside those that were made.

        It need not be the best to the last hand, but must not depend on anything that the leak does not show.
        A `Refusal` (`not_watched`) names the leaks that this game is watched for.
        """
        name = house.rules.rules.game
        raise Refusal("not_watched", f"{name} is not watched: no solver of the game says what a leak changes")


def solver_for(rules: RuleSet) -> Solver:
    """The solver of the rule set's game."""
    return _solver(rules.rules.game)


@cache
def _solver(name: str) -> Solver:
    path = game(name).solver or "croupier.odds.generic:SOLVER"
    module, _, attribute = path.partition(":")
    found: Solver = getattr(import_module(module), attribute)
    return found
