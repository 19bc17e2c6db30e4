"""Random histories: whatever people do at a table, what must hold holds, at every step.

`random_play` says what is checked. `CROUPIER_WALK_STEPS` makes the histories longer than they are by default.
"""

import os
import random

import pytest

from tests.table.driver import METHODS
from tests.table.random_play import Meters, Walk, walk_rules

STEPS = int(os.environ.get("CROUPIER_WALK_STEPS", "700"))
"""Commands sent to each kind of table."""

HISTORY = 350
"""Commands of one history; then another table is opened, with other equipment."""

KINDS = [
    (name, deal, mode) for name, deals in METHODS.items() for deal in deals for mode in ("electronic", "live")
]


def walk(name: str, deal: str, mode: str, seed: str, **more: object) -> Walk:
    """A walk over a table of this kind, its equipment as the seed has it."""
    source = random.Random(seed)
    return Walk(
        walk_rules(name, deal, source),
        mode,
        seed,
        other_rules=lambda other: walk_rules(name, deal, other),
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(("name", "deal", "mode"), KINDS)
def test_whatever_is_done_what_must_hold_holds(name: str, deal: str, mode: str) -> None:
    accepted = refused = rounds = 0
    for number in range(-(-STEPS // HISTORY)):
        table = walk(name, deal, mode, f"{name} {deal} {mode} {number}")
        table.run(min(HISTORY, STEPS))
        accepted, refused, rounds = accepted + table.accepted, refused + table.refused, rounds + table.rounds
    assert accepted > STEPS // 4
    assert refused > STEPS // 20
    assert rounds > STEPS // 200


@pytest.mark.parametrize("name", METHODS)
def test_tables_on_one_link_leave_its_money_whole(name: str) -> None:
    source = random.Random(name)
    meters = Meters(walk_rules(name, METHODS[name][0], source))
    tables = [
        walk(name, deal, mode, f"link {name} {number}", table=f"T{number}", meters=meters)
        for number, (deal, mode) in enumerate(
            ((METHODS[name][0], "electronic"), (METHODS[name][-1], "live")) * 2
        )
    ][:3]
    for _ in range(STEPS):
        source.choice(tables).step()
    assert meters.link.awards
    assert any(table.rounds for table in tables)
