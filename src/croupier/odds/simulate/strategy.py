"""How the simulated players decide: optimally, as the solvers found, or by a rule that people are told.

Every strategy is a kernel that writes for each round how many antes are wagered, 0 for a fold.
"""

from typing import Any

import numpy as np

from croupier.cards import DECK_SIZE
from croupier.games.four_card_poker.solver.solution import PlayerIndex, decision_of
from croupier.games.high_card_flush.decisions import most_antes
from croupier.games.high_card_flush.solver.solution import decide
from croupier.games.ultimate_texas_holdem.solver.hole_places import hole_place
from croupier.games.ultimate_texas_holdem.solver.simple_rules import plays_on_flop
from croupier.games.ultimate_texas_holdem.solver.solution import FLOP, RIVER
from croupier.hands.poker import poker_category, poker_strength
from croupier.jit import kernel
from croupier.odds.simulate.hands import card_at, set_at

OPTIMAL = "optimal"
ALWAYS_FOLD = "always-fold"

DEPENDS = 3
"""In a table of Four Card decisions: the other cards decide."""


@kernel
def always_fold(antes: Any) -> None:
    """Fold every hand: what a player loses at most, and what side bets do on their own."""
    antes[:] = 0


# ------------------------------------------------------------------------------------------ High Card Flush


@kernel
def raise_by_flush(
    sets: Any, strengths: Any, fold_below: int, raise_from: int, nets: tuple[int, ...],
    raise_most: tuple[int, ...], left: Any, antes: Any,
) -> None:  # fmt: skip
    """Optimal play; and, where the two bounds are one, a rule that looks at the flush alone."""
    count = 0
    for number in range(len(antes)):
        strength = strengths[number]
        antes[number] = most_antes(strength, raise_most) * (strength >= raise_from)
        # No branch: which hands the other cards decide, no processor foresees.
        left[count] = number
        count += (strength >= fold_below) & (strength < raise_from)
    for each in range(count):
        number = left[each]
        antes[number] = decide(sets[number], fold_below, raise_from, nets, raise_most)


# ------------------------------------------------------------------------------------ Ultimate Texas Hold'em


@kernel
def play_holdem_by_rule(
    columns: Any, hole: int, board: int, raised: Any, outs: int, strengths: Any, antes: Any
) -> None:
    """A rule that a player can remember (`solver.simple_rules`): `raised` by place before the flop."""
    for number in range(len(antes)):
        place = hole_place(card_at(columns, hole, number), card_at(columns, hole + 1, number))
        antes[number] = raised[place]
        if not raised[place]:
            cards, flop = set_at(columns, hole, 2, number), set_at(columns, board, 3, number)
            if plays_on_flop(cards, flop):
                antes[number] = FLOP
            else:
                common = set_at(columns, board, 5, number)
                antes[number] = RIVER * plays_on_river(cards, common, strengths[number], outs)


@kernel
def plays_on_river(hole: int, board: int, strength: int, outs: int) -> bool:
    """Whether the rule plays 1x: a pair or better that needs a hole card, or fewer cards beat the hand."""
    hole_ranks = (hole | hole >> 13 | hole >> 26 | hole >> 39) & 8191
    board_ranks = (board | board >> 13 | board >> 26 | board >> 39) & 8191
    if hole_ranks & board_ranks or hole_ranks & hole_ranks - 1 == 0:
        return True
    if poker_category(strength) > poker_category(poker_strength(board)):
        return True
    beating = 0
    for card in range(DECK_SIZE):
        if not (hole | board) >> card & 1 and poker_strength(board | 1 << card) > strength:
            beating += 1
    return beating < outs


# ------------------------------------------------------------------------------------------- Four Card Poker


@kernel
def play_four_card(
    columns: Any, hand: int, up: int, strengths: Any, numbers: Any, by_strength: Any, index: PlayerIndex,
    decisions: Any, antes_of: Any, left: Any, antes: Any,
) -> None:  # fmt: skip
    """Play by strength and up-card; where these do not tell (`DEPENDS`), by all five cards and the up-card.

    `antes_of`: by decision, the antes that it wagers.
    """
    count = 0
    for number in range(len(antes)):
        decision = by_strength[numbers[strengths[number]], columns[up, number] % np.uint8(13)]
        antes[number] = antes_of[decision]
        left[count] = number
        count += decision == DEPENDS
    for each in range(count):
        number = left[each]
        decision = decision_of(
            set_at(columns, hand, 5, number), card_at(columns, up, number), index.places, index.class_of,
            index.renaming_of, decisions,
        )  # fmt: skip
        antes[number] = antes_of[decision]
