"""The speed of settlement in columns: the game's own wagers and side bets of one house, on one core."""

import time
from typing import Any

import numpy as np

from croupier.api.columns import settle_many
from croupier.bench.rule_sets import ANTE, SIDE, Dealt, house_of, least_decision, one_a_game
from croupier.jit import compiled
from croupier.odds.side_bets import play_of
from croupier.odds.simulate.randomness import columns_for, deal, key_of
from croupier.odds.simulate.wagers import main_wagers
from croupier.submission.form import Choices, FiledTable

ROWS = 1 << 20


def measure_columns(seconds: float) -> dict[str, float]:
    """Seats settled per CPU second by rule set, NumPy columns to NumPy columns, in the best pass."""
    figures = {}
    for rules in one_a_game():
        house = house_of(rules)
        tables: dict[str, str | FiledTable] = {name: house.tables[name].name for name in play_of(house).sides}
        columns = rounds_of(rules, ROWS)
        settle_many({name: each[:100] for name, each in columns.items()}, rules, Choices(tables=tables))
        best, end = 0.0, time.process_time() + max(seconds, 1.0)
        while time.process_time() < end:
            start = time.process_time()
            settle_many(columns, rules, Choices(tables=tables))
            best = max(best, ROWS / (time.process_time() - start))
        figures[rules] = best
    return figures


def rounds_of(rules: str, rows: int, seed: int = 7) -> dict[str, Any]:
    """Rounds of one seat with every side bet; a quarter of the hands fold, the others wager the least."""
    house = house_of(rules)
    play, cards = play_of(house), Dealt(house)
    count = cards.player + cards.dealer + cards.board
    dealt = columns_for(count, rows)
    compiled(deal)(key_of(seed), 0, count, dealt)
    hands = np.ascontiguousarray(dealt[:count].T)
    found: dict[str, Any] = {
        "cards": hands[:, : cards.player],
        "dealer": hands[:, cards.player : cards.player + cards.dealer],
        play.decided: np.where(np.arange(rows) % 4 == 0, 0, least_decision(house)[play.decided]),
    }
    if cards.board:
        found["board"] = hands[:, cards.player + cards.dealer :]
    found |= {name: np.full(rows, ANTE) for name in main_wagers(house)}
    return found | {name: np.full(rows, SIDE) for name in play.sides}
