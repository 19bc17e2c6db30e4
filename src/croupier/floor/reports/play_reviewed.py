"""The decisions of settled rounds, priced, for the hold report."""

import msgspec

from croupier.floor.reports.round_store import RoundStore
from croupier.odds.review.habits import Faced, Habit, Habits


class PlayReviewed:
    """By table and round, the decisions that players faced, kept on disk; and their habits."""

    def __init__(self) -> None:
        self.habits: Habits = Habits()
        self._rounds = RoundStore()

    def enter(self, table: str, number: int, hands: Faced) -> None:
        """Enter a round; one that was resettled takes the place of its first entry."""
        earlier = self.round(table, number)
        if earlier is not None:
            self.habits.enter(earlier, -1)
        rows = [(*habit, cost, hands.at_stake[habit]) for habit, cost in hands.costs.items()]
        self._rounds.put(table, number, msgspec.msgpack.encode(rows))
        self.habits.enter(hands)

    def round(self, table: str, number: int) -> Faced | None:
        """The decisions of a round; none if it was not reviewed yet."""
        found = self._rounds.get(table, number)
        if found is None:
            return None
        rows = [(Habit(*row[:3]), *row[3:]) for row in msgspec.msgpack.decode(found)]
        return Faced({habit: cost for habit, cost, _ in rows}, {habit: stake for habit, _, stake in rows})
