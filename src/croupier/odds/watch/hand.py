"""A recorded hand as the watch sees it, and the best choices for a player who knew hidden cards.

A *candidate* is a set of cards that a leak can show: one card, two cards, or the cards of the seats that
decide later. For each candidate, a game gives the best option at each decision that the player made.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from croupier.cards import DECK_SIZE
from croupier.jit import numpy


class WatchedHand(NamedTuple):
    """One hand of a player, played to its end. Cards are sets, except those of the board, in their order."""

    cards: int
    board: tuple[int, ...]
    up: int
    """The dealer's face-up cards."""
    hidden: int
    """The dealer's other cards."""
    legitimate: int
    """Cards besides these that the player may know, or know something about by rightful means: of their other
    boxes, and of seats whose decisions they saw."""
    later: tuple[int, ...]
    """The cards of each other seat that decided later."""
    antes: Fraction
    """The wager that was decided on, in antes; 0 for a fold."""

    def visible(self, board: int | None = None) -> int:
        """Return the cards that are not candidates, with the first `board` cards of the board (None: all)."""
        found = self.cards | self.up | self.legitimate
        for card in self.board[:board]:
            found |= 1 << card
        return found


class Decision(NamedTuple):
    """A decision that was made: options are numbered from 0, the smallest wager."""

    taken: int
    options: int
    honest: int
    """The best option for a player who knows no hidden card."""
    informed: Any
    """By candidate, the best option for a player who knows it."""


class Choices(NamedTuple):
    """The decisions of one hand. Every candidate is as likely as any other if the player knows nothing."""

    held: Any
    """By candidate, whether the hidden cards match it."""
    decisions: tuple[Decision, ...]


def cards_unseen(visible: int) -> list[int]:
    """The cards that are not visible, in ascending order."""
    return [card for card in range(DECK_SIZE) if not visible >> card & 1]


def held_by(hidden: int, candidates: Iterable[tuple[int, ...]]) -> Any:
    """By candidate: whether all its cards are among the hidden ones."""
    return numpy().array([all(hidden >> card & 1 for card in each) for each in candidates], dtype=bool)


def candidates_of(hand: WatchedHand, number: int, board: int | None = None) -> list[tuple[int, ...]]:
    """Return every set of `number` cards that the player cannot see, as ascending tuples."""
    return list(combinations(cards_unseen(hand.visible(board)), number))
