"""The optimal strategy as tables, in which kernels look up a decision by the cards."""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import canonical_form, find
from croupier.games.ultimate_texas_holdem.solver.boards.river import class_on_board, plays_in_class
from croupier.jit import kernel


class Strategy(NamedTuple):
    """The decision of every hole at every stage; places of holes are those of `hole_places.hole_place`.

    `flop` has one bit per hole, eight to a byte, for whether the hole plays; the bit is meaningless if the
    hole and the flop share a card. `river` likewise has one bit per cell of a class of boards
    (`boards.river`).
    """

    preflop: Any
    """By place, the multiple played before the flop; 0 for a check."""
    flop_sets: Any
    flop_slots: Any
    flop: Any
    river: Any
    moved_holes: Any
    hole_cards: Any
    """By place, the two cards."""


@kernel
def plays_on_flop(strategy: Strategy, place: int, flop: int) -> bool:
    """Whether the hole at a place, after a check, plays on these three cards."""
    canonical, renaming = canonical_form(flop)
    moved = strategy.moved_holes[renaming, place]
    packed = strategy.flop[find(canonical, strategy.flop_sets, strategy.flop_slots), moved >> 3]
    return bool(packed >> (moved & 7) & 1)


@kernel
def plays_on_river(strategy: Strategy, place: int, board: int) -> bool:
    """Whether the hole at a place, after two checks, plays on these five cards rather than folds."""
    number, suit = class_on_board(board)
    one, other = strategy.hole_cards[place]
    return bool(plays_in_class(strategy.river, number, suit, one, other))
