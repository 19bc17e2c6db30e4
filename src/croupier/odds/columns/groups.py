"""Rounds in columns: the rows of one round stand together, and are checked together."""

from typing import Any

import numpy as np

from croupier.cards import DECK_SIZE
from croupier.errors import Refusal
from croupier.jit import compiled, kernel


def starts_of(rounds: Any, rows: int) -> Any:
    """The first row of each round; `Refusal` if the rows of a round do not stand together."""
    if rounds is None:
        return np.arange(rows)
    if not rows:
        return np.zeros(0, dtype=np.int64)
    starts = np.concatenate(([0], np.flatnonzero(rounds[1:] != rounds[:-1]) + 1))
    numbers = rounds[starts]
    if np.any(numbers[1:] <= numbers[:-1]) and len(np.unique(numbers)) != len(numbers):
        raise Refusal("malformed", "round: the rows of one round must stand together; sort by it first")
    return starts


def check_groups(starts: Any, hands: Any, shared: Any, seats: Any, positions: int, suspect: Any) -> None:
    """Mark rounds as suspect: a card or a seat twice, a seat that is none, or different cards in common."""
    ends = np.append(starts[1:], len(seats))
    compiled(_check)(starts, ends, hands, shared, seats, positions, suspect)


@kernel
def _check(starts: Any, ends: Any, hands: Any, shared: Any, seats: Any, positions: int, suspect: Any) -> None:
    for group in range(len(starts)):
        first, last = starts[group], ends[group]
        cards = np.int64(0)
        taken = 0
        for row in range(first, last):
            if not 1 <= seats[row] <= positions or taken >> seats[row] & 1:
                suspect[row] = 1
            else:
                taken |= 1 << seats[row]
            if last - first > 1:
                for place in range(hands.shape[1]):
                    card = np.int64(hands[row, place])
                    if card < DECK_SIZE:
                        if cards >> card & 1:
                            suspect[row] = 1
                        cards |= np.int64(1) << card
                for place in range(shared.shape[1]):
                    if shared[row, place] != shared[first, place]:
                        suspect[row] = 1


def of_whole_rounds(marks: Any, starts: Any) -> Any:
    """By round, whether one of its rows is marked."""
    return marks if len(starts) == len(marks) else np.logical_or.reduceat(marks, starts)


def sums_of_rounds(amounts: Any, starts: Any) -> Any:
    """By round, the sum over its rows."""
    return amounts if len(starts) == len(amounts) else np.add.reduceat(amounts, starts)
