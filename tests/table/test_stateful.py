"""Random histories: whatever people do at a table, what must hold holds, at every step.

`random_play` says what is checked. `CROUPIER_WALK_STEPS` makes the histories longer than they are by default.
"""

import os
import random
from typing import get_args

import pytest

from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import METHODS
from tests.table.random_play import Walk
from tests.table.random_tables import Meters, walk_rules
from tests.table.toy.game import toy_table

STEPS = int(os.environ.get("CROUPIER_WALK_STEPS", "1750"))
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


def test_random_histories_leave_no_act_and_no_event_out() -> None:
    """Otherwise what they show would be less than it seems."""
    acts = {tag_of_kind(kind) for kind in get_args(c.AnyAct)}
    events = set(get_args(e.AnyEvent))
    for number, (name, deal, mode) in enumerate(KINDS * 4):
        if not (acts or events):
            break
        table = walk(name, deal, mode, f"all {number}")
        table.run(HISTORY)
        acts -= table.done.keys()
        events -= set(map(type, table.log))
    assert not acts
    assert not events


def tag_of_kind(kind: type[c.Act]) -> str:
    """The name of a kind of act, as offers call it."""
    return str(kind.__struct_config__.tag)


@pytest.mark.parametrize("mode", ["electronic", "live"])
def test_it_holds_for_a_game_that_the_machine_has_never_seen(mode: str) -> None:
    for number in range(-(-STEPS // HISTORY)):
        rules = toy_table(positions=4, boxes=2)
        table = Walk(rules, mode, f"toy {mode} {number}", other_rules=lambda source: toy_table(positions=5))
        table.run(min(HISTORY, STEPS))
        assert table.rounds


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
