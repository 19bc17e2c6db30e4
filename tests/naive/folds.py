"""Folded hands of High Card Flush in Massachusetts and New Jersey, one after the other, as 9(c) is written.

The player forfeits the ante, and shows the cards that win a bonus; the dealer confirms them and pays each
bonus at once, with the wager itself. A hand that wins no bonus is put away unseen: nobody shows it.
"""

from collections.abc import Mapping, Sequence

from tests.naive import paytables
from tests.naive.cards import SUITS, Card
from tests.naive.hands import flush_rows, straight_flush_rows
from tests.naive.money import Json, Limit, highest_row, pay_within, winnings

_PRINTED = {
    "flush_bonus": paytables.FLUSH_BONUS_MA_NJ,
    "straight_flush_bonus": paytables.STRAIGHT_FLUSH_BONUS_MA_NJ,
}


class Folds:
    """The folds of one round, clockwise from the dealer's far left (9(b)), with the limits of 11(g)."""

    def __init__(self, choices: Json) -> None:
        self.choices = choices
        limit = choices.get("aggregate_limit")
        self.per_hand = limit["amount"] if limit and limit["per"] == "hand" else None
        self.per_round = Limit(limit["amount"]) if limit and limit["per"] == "round" else None

    def declared(self, hand: Sequence[Card], wagers: Mapping[str, int]) -> dict[str, int]:
        """The bonuses that the player shows, and what each pays by its odds."""
        reached = {"flush_bonus": flush_rows(hand), "straight_flush_bonus": straight_flush_rows(hand, True)}
        pays = {}
        for wager, rows in reached.items():
            table = _PRINTED[wager][self.choices[wager]]
            row = highest_row(wager, table, rows)
            if wager in wagers and row is not None:
                pays[wager] = winnings(wagers[wager], table[row])
        return pays

    def pay(self, hand: Sequence[Card], wagers: Mapping[str, int]) -> dict[str, tuple[int, int]]:
        """By bonus, the winnings and the wager that are pushed to the player at the fold."""
        limits = [self.per_round] if self.per_round else []
        if self.per_hand is not None:
            limits.append(Limit(self.per_hand))
        declared = self.declared(hand, wagers)
        return {wager: (pay_within(limits, amount), wagers[wager]) for wager, amount in declared.items()}


def set_hand(seven: Sequence[Card]) -> list[Card]:
    """The cards that a player puts under the raise: the largest flush, the higher of two (5(b))."""
    suits = [sorted((card for card in seven if card[1] == suit), reverse=True) for suit in SUITS]
    return max(suits, key=lambda held: (len(held), [rank for rank, _ in held]))
