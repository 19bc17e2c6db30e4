"""Decisions dealt at random from a seed, each with the exact value of every legal action.

Every round gives one decision a street. On a later street the hand has checked before, whether that was best
or not, so that an agent learns what to do after its own mistakes too; the value of an action is that of best
play from there. Values are whole numbers over a denominator for each street, so nothing is rounded.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.odds.counting.threads import core_count
from croupier.odds.process import HIDDEN
from croupier.odds.protocol import Stage, solver_for
from croupier.odds.simulate.randomness import deal, key_of
from croupier.odds.simulate.sheet import Sheet
from croupier.submission.house import HouseRules

if TYPE_CHECKING:
    from croupier.odds.simulate.game import SimulatedGame

ROUNDS = 1 << 16
"""Rounds of a batch."""

Columns = dict[str, Any]
"""By name of a column, an array; masked where an action is not legal."""


class Decisions:
    """The labeled decisions of a house, batch by batch."""

    def __init__(self, house: HouseRules, seed: int) -> None:
        solver = solver_for(house.rules)
        self.house: HouseRules = house
        self.seed: int = seed
        self.key: Any = key_of(seed)
        self.game: SimulatedGame = solver.simulation(house, 1)
        self.stages: tuple[Stage, ...] = solver.stages(house.rules)
        self.last: Stage = self.stages[-1]
        self.denominators: dict[str, int] = {}
        """By street, of its values; known after a batch."""

    def batches(self, count: int) -> Iterator[Columns]:
        """So many decisions, in batches of whole rounds; the last round may be cut short."""
        rounds = -(-count // len(self.stages))
        starts = range(0, rounds, ROUNDS)
        self._batch(0, 1)  # compiled, and every table made, by one thread
        left, workers = count, core_count()
        with ThreadPoolExecutor(workers) as pool:
            for first in range(0, len(starts), workers):
                here = starts[first : first + workers]
                for batch in pool.map(lambda start: self._batch(start, min(ROUNDS, rounds - start)), here):
                    size = min(left, len(batch["round"]))
                    yield {name: column[:size] for name, column in batch.items()}
                    left -= size

    def _batch(self, first: int, rounds: int) -> Columns:
        game = self.game
        sheet = Sheet(game.cards, (0,), rounds, [])
        game.run(deal)(self.key, first, game.cards, sheet.columns)
        game.look(sheet)
        streets = [self._street(number, sheet, first) for number in range(len(self.stages))]
        # Round by round, the streets of a round in their order.
        order = np.arange(rounds * len(streets)).reshape(len(streets), rounds).T.ravel()
        return {name: joined([street[name] for street in streets])[order] for name in streets[0]}

    def _street(self, street: int, sheet: Sheet, first: int) -> Columns:
        game, rounds = self.game, sheet.rounds
        legal = np.zeros(rounds, dtype=np.uint8)
        game.find_legal(street, sheet, legal)
        values = np.zeros((game.most_antes + 1, rounds), dtype=np.int64)
        denominator = game.action_values(street, sheet, values)
        self.denominators[self.stages[street].name] = denominator
        found: Columns = {
            "round": np.arange(first, first + rounds, dtype=np.int64),
            "street": np.full(rounds, street, dtype=np.uint8),
            **self._cards(street, sheet),
        }
        illegal = np.array([legal >> antes & 1 == 0 for antes in range(len(values))])
        floor = np.iinfo(np.int64).min
        found["best"] = np.where(illegal, floor, values).argmax(axis=0).astype(np.uint8)
        for antes in range(len(values)):
            found[f"exact_{antes}"] = np.ma.masked_array(values[antes], illegal[antes])
            found[f"value_{antes}"] = np.ma.masked_array(values[antes] / denominator, illegal[antes])
        return found

    def _cards(self, street: int, sheet: Sheet) -> Columns:
        """The player's visible cards, one by one; `HIDDEN` for one that is not shown yet."""
        game, stage = self.game, self.stages[street]
        found: Columns = {}
        for name, first, count, shown in (
            ("card", 0, self.last.player, stage.player),
            ("board", game.cards - self.last.board, self.last.board, stage.board),
            ("up", game.dealer_row, self.last.up, stage.up),
        ):
            for place in range(count):
                column = sheet.columns[first + place].astype(np.uint8)
                found[f"{name}_{place + 1}"] = column if place < shown else np.full_like(column, HIDDEN)
        return found


def joined(parts: list[Any]) -> Any:
    """Parts of a column one after the other, masked if they are."""
    masked: Any = np.ma
    return masked.concatenate(parts) if masked.isMaskedArray(parts[0]) else np.concatenate(parts)
