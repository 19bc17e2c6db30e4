"""The decisions of settled rounds, priced: what the hold report needs of the review."""

from croupier.odds.review.habits import Faced, Habits


class PlayReviewed:
    """By table and round, the decisions that players faced; and their habits."""

    def __init__(self) -> None:
        self.habits = Habits()
        self._rounds: dict[tuple[str, int], Faced] = {}

    def enter(self, table: str, number: int, hands: Faced) -> None:
        """Enter a round; one that was resettled takes the place of its first entry."""
        earlier = self._rounds.get((table, number))
        if earlier is not None:
            self.habits.enter(earlier, -1)
        self._rounds[table, number] = hands
        self.habits.enter(hands)

    def round(self, table: str, number: int) -> Faced | None:
        """The decisions of a round; none if it was not reviewed yet."""
        return self._rounds.get((table, number))
