"""Habits: the share of the amount at stake in their decisions that a player gives away.

The timing of mistakes is also chance. A player's habit at a stage is the cost of their decisions over the
record, divided by the amount at stake in them, both exact. Habits times the amount at stake on a day are the
mistakes to expect on that day. Over the whole record they add up to the real cost of the mistakes; on one day
they leave out the chance in their timing, which no price of a single decision can remove.
"""

from collections.abc import Iterable
from typing import NamedTuple

from croupier.odds.review.decisions import PricedDecision


class Habit(NamedTuple):
    """A stage of a game, as one player decides there."""

    player: str
    rules: str
    stage: str


class Faced(NamedTuple):
    """The decisions that players faced, by habit, in cents."""

    costs: dict[Habit, float]
    """Their cost."""
    at_stake: dict[Habit, float]

    @property
    def mistakes(self) -> float:
        """The cost of all of them."""
        return sum(self.costs.values())


def faced(player: str, rules: str, ante: int, decisions: Iterable[PricedDecision]) -> Faced:
    """The decisions of one hand."""
    found = Faced({}, {})
    for each in decisions:
        habit = Habit(player, rules, each.stage)
        found.costs[habit] = found.costs.get(habit, 0.0) + float(each.cost * ante)
        found.at_stake[habit] = found.at_stake.get(habit, 0.0) + float(each.at_stake * ante)
    return found


class Habits:
    """The habits of all players of a record."""

    def __init__(self) -> None:
        self.faced: Faced = Faced({}, {})
        """All decisions of the record."""

    def enter(self, hands: Faced, times: int = 1) -> None:
        """Enter hands of the record; -1 times to take them out again."""
        for mine, more in ((self.faced.costs, hands.costs), (self.faced.at_stake, hands.at_stake)):
            for habit, amount in more.items():
                mine[habit] = mine.get(habit, 0.0) + times * amount

    def expected(self, at_stake: dict[Habit, float]) -> float:
        """The mistakes to expect where so much is at stake, in cents."""
        return sum(amount * self.rate(habit) for habit, amount in at_stake.items())

    def rate(self, habit: Habit) -> float:
        """The share of the amount at stake that the player gives away."""
        costs, whole = self.faced
        return costs[habit] / whole[habit] if whole[habit] else 0.0


class ExpectedWins:
    """The expected wins of many rounds, by habits that are known only at the end: their sum and squares.

    The win of a round is that from optimal play and, for each habit, its rate times the stake. So products of
    stakes are added up, two habits at a time, and no round is kept.
    """

    def __init__(self) -> None:
        self._sums: dict[Habit | None, float] = {}
        """By habit, the sums of the amounts at stake; None: the win from optimal play."""
        self._products: dict[tuple[Habit | None, Habit | None], float] = {}

    def add(self, optimal: float, at_stake: dict[Habit, float]) -> None:
        """Add a round: the win from optimal play, and the amount at stake in its decisions."""
        parts: list[tuple[Habit | None, float]] = [(None, optimal), *at_stake.items()]
        for place, (first, one) in enumerate(parts):
            self._sums[first] = self._sums.get(first, 0.0) + one
            for second, other in parts[place:]:
                twice = 1 if first == second else 2
                pair = first, second
                self._products[pair] = self._products.get(pair, 0.0) + twice * one * other

    def totals(self, habits: Habits) -> tuple[float, float]:
        """The sum of the expected wins of all rounds, and of their squares."""
        rates = {habit: 1.0 if habit is None else habits.rate(habit) for habit in self._sums}
        total = sum(rates[habit] * amount for habit, amount in self._sums.items())
        squares = sum(rates[one] * rates[other] * amount for (one, other), amount in self._products.items())
        return total, squares


def together(hands: Iterable[Faced]) -> Faced:
    """Several hands as one."""
    found = Habits()
    for hand in hands:
        found.enter(hand)
    return found.faced
