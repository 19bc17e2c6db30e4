"""The sheet on which a batch of rounds is played: arrays by seat and round, used again batch by batch."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from croupier.games.common import NO_ROW
from croupier.odds.simulate.memory import Memory
from croupier.odds.simulate.randomness import columns_for
from croupier.odds.simulate.settling import Results
from croupier.odds.simulate.wagers import WAGERS


class Sheet:
    """Cards, decisions and results of `rounds` rounds at a table of `seats` seats.

    Seat number n is at place n - 1; the dealer's hand comes after the last seat.
    """

    __slots__ = (
        "antes", "around", "calls", "cards", "cells", "columns", "decided", "folded", "keys", "left",
        "memories", "net", "net_of_bet", "nobody", "on_layout", "paid", "paid_to", "places", "returned",
        "rounds", "rows", "rungs", "sets", "situations", "spots", "strengths", "turns",
    )  # fmt: skip

    def __init__(
        self, cards: int, order: Sequence[int], rounds: int, memories: list[Memory], limits: int = 0
    ) -> None:
        seats = len(order)
        self.cards: int = cards
        self.rounds: int = rounds
        self.columns: Any = columns_for(cards, rounds)
        self.strengths: Any = np.zeros((seats + 1, rounds), dtype=np.int32)
        self.sets: Any = np.zeros((seats + 1, rounds), dtype=np.int64)
        self.keys: Any = np.zeros(rounds, dtype=np.uint32)
        self.antes: Any = np.zeros((seats, rounds), dtype=np.int8)
        """The antes wagered by deciding; 0 for a fold."""
        self.cells: Any = np.zeros((seats, rounds), dtype=np.int16)
        """How each hand against the dealer ended."""
        self.memories: list[Memory] = memories
        """By seat."""
        self.decided: Any = np.zeros((seats, rounds), dtype=np.int64)
        """The same in cents; written where a limit may bind."""
        self.folded: Any = np.zeros((seats, rounds), dtype=np.uint8)
        self.on_layout: Any = np.ones((seats, rounds), dtype=np.uint8)
        self.nobody: Any = np.zeros((seats, rounds), dtype=np.uint8)
        """Marks for no hand at all."""
        self.around: Any = np.repeat(np.array(order, dtype=np.int8)[:, None], rounds, axis=1)
        """By turn and round, the place of the seat that is paid."""
        self.turns: Any = self.around.copy()
        """The same with folded hands in their own turn."""
        self.situations: Any = np.zeros((seats, rounds), dtype=np.int8)
        self.rungs: Any = np.full((seats + 1, rounds), NO_ROW, dtype=np.int8)
        self.paid: Any = np.zeros((WAGERS, seats, rounds), dtype=np.int64)
        self.returned: Any = np.zeros((WAGERS, seats, rounds), dtype=np.int64)
        self.rows: Any = np.full((WAGERS, seats, rounds), NO_ROW, dtype=np.int8)
        self.paid_to: Any = np.zeros((limits, seats, rounds), dtype=np.int64)
        """What counts toward each limit, by seat and round."""
        self.net: Any = np.zeros((seats, rounds), dtype=np.int64)
        """By seat, all wagers together."""
        self.net_of_bet: Any = np.zeros((seats, rounds), dtype=np.int64)
        self.places: Any = np.zeros(rounds, dtype=np.int16)
        self.spots: Any = np.zeros(rounds, dtype=np.uint32)
        self.left: Any = np.zeros(rounds + 1, dtype=np.int32)
        self.calls: dict[tuple[Any, int], Callable[[], Any]] = {}
        """By kernel and seat or wager, a call with arrays of this sheet (`SimulatedGame.call`)."""

    def results(self, wager: int) -> Results:
        """The results of one wager, by seat and round."""
        return Results(self.paid[wager], self.returned[wager], self.rows[wager])


class Rows(NamedTuple):
    """The main wagers of many hands, each with stakes of its own, and their results.

    Amounts are cents; a row without an ante is empty.
    """

    antes: Any
    decided: Any
    """The raise or play wager; 0 for a fold."""
    folded: Any
    allowed: Any
    """Written: whether the rules allow the decision."""
    outcomes: Any
    """Written, by main wager in the order of settlement."""
    paid: Any
    """Written, the same, and at the end the bonus that needs no wager of its own."""
    returned: Any
