"""Bets counted by rungs against the same rounds settled one by one, which the engine's tests hold."""

from typing import Any

import numpy as np
import pytest

from croupier.games.common import UNPAID
from croupier.money import SHARE, WHOLE
from croupier.odds.simulate import Plan
from croupier.odds.simulate.block import Blocks, table_of
from croupier.odds.simulate.settling import FINE, sum_of_quotients
from croupier.odds.simulate.wagers import every_wager
from croupier.submission.choices import house_rules
from croupier.submission.house import HouseRules
from tests.odds.test_engine_equals_kernel import HOUSES, _with_rates

TABLES = [
    ("md/high-card-flush", 2),
    ("ma/ultimate-texas-holdem", 0),
    ("ma/four-card-poker", 1),
]
"""Houses of the engine's tests: folds that lose the progressive, envy, Cover All, aces that are low."""


def _seats(house: HouseRules, count: int) -> tuple[dict[str, int], ...]:
    """Seats that wager differently: the second has no ante where the rules allow that, stakes differ."""
    every = every_wager(house)
    seats = [
        {wager: amount * (seat + 1 if wager != "progressive" else 1) for wager, amount in every.items()}
        for seat in range(count)
    ]
    if count > 1 and "aces_up" in every:
        del seats[1]["ante"]
    return tuple(seats)


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize(("rules", "number"), TABLES)
def test_bets_counted_by_rungs_are_the_bets_settled_one_by_one(rules: str, number: int, seats: int) -> None:
    house = _with_rates(house_rules(rules, HOUSES[rules][number]))
    plan = Plan(house=house, seats=_seats(house, seats), rounds=40_000, seed=11, session=300)
    table = table_of(plan)
    table.limited = False  # what a limit does is tested with the engine
    schedule = table.game.progressive
    rare, common = np.flatnonzero(schedule.kinds != UNPAID)[-2:]
    # Shares of meters in common hands, where the tables have them in hands that no such sample shows.
    schedule.kinds[[rare, common]], schedule.numbers[[rare, common]] = SHARE, (WHOLE, WHOLE // 50)
    counted = Blocks(plan, table).play(0)
    written = Blocks(plan, table, written_out=True).play(0)
    assert counted == written
    hits, ladder = counted.bets["progressive"].hits, table.game.progressive_ladder
    assert hits[ladder[rare]] > 3
    assert hits[ladder[common]] > 3


def test_meters_grow_in_one_step_as_they_do_round_by_round() -> None:
    cases: list[Any] = [(0, 5, 7), (1, 0, 0), (977, 9_999, 1), (50, 123_456_789, 34_567), (31, 3, FINE)]
    for count, first, step in cases:
        total = sum((first + each * step) // FINE for each in range(count))
        assert sum_of_quotients(count, first, step) == total
