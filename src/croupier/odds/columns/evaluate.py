"""Hands in columns: strengths, names and the rows of side bets."""

from typing import Any

import numpy as np

from croupier.errors import Refusal
from croupier.games.common import NO_ROW, row_reached
from croupier.odds.columns.cards import CardColumn, fill_unused, lay_out, make_safe
from croupier.odds.columns.settle import BATCH
from croupier.odds.protocol import solver_for
from croupier.odds.simulate.sheet import Sheet
from croupier.settlement.prepared_rules import PreparedRules

Found = dict[str, tuple[Any, tuple[str, ...]]]
"""By column its values and, for one of words, the words that they number."""


def evaluate_hands(ready: PreparedRules, cards: CardColumn, board: CardColumn | None) -> Found:
    """The strength, name and rows of every hand; `Refusal` names the first with a bad card."""
    game = solver_for(ready.house.rules).simulation(ready.house, 1)
    rows = len(cards.cards)
    suspect = np.zeros(rows, dtype=np.uint8)
    strengths = np.zeros(rows, dtype=np.int32)
    names = [name for name in game.side_names if name in ready.sides]
    reached = {name: np.full(rows, NO_ROW, dtype=np.int8) for name in names}
    for first in range(0, rows, BATCH):
        count = min(BATCH, rows - first)
        sheet = Sheet(game.cards, (0,), count, [])
        seen = np.zeros(count, dtype=np.int64)
        game.run(lay_out)(cards.cards, first, 0, sheet.columns, seen, suspect)
        if board is not None:
            at = game.cards - board.cards.shape[1]
            game.run(lay_out)(board.cards, first, at, sheet.columns, seen, suspect)
        game.run(fill_unused)(sheet.columns, game.dealer_row, game.dealer_cards, seen)
        game.run(make_safe)(sheet.columns, game.cards, suspect[first : first + count])
        game.look(sheet)
        strengths[first : first + count] = sheet.strengths[0]
        for side, name in enumerate(game.side_names):
            if name in reached:
                game.find_side(side, sheet)
                kinds = tuple(game.sides[side].kinds.tolist())
                rung_rows = np.array([row_reached(rung, kinds) for rung in range(-1, 127)], dtype=np.int8)
                reached[name][first : first + count] = rung_rows[sheet.rungs[0].astype(np.int64) + 1]
    for row in np.flatnonzero(suspect).tolist():
        text = " ".join(filter(None, (cards.text(row), board.text(row) if board is not None else "")))
        raise Refusal("unreadable_card", f"row {row}: {text!r}; allowed: a hand of the game, each card once")
    known, numbers = np.unique(strengths, return_inverse=True)
    words = tuple(ready.play.name(int(each)) for each in known)
    kinds_of_hand, places = np.unique(np.array(words), return_inverse=True)
    found: Found = {
        "strength": (strengths, ()),
        "hand": (places[numbers].astype(np.int32), tuple(map(str, kinds_of_hand))),
    }
    for name, values in reached.items():
        found[name] = values, ready.play.sides[name].ladder
    return found
