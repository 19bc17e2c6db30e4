"""Random histories: the invariants hold at every step.

`random_play` says what is checked. `CROUPIER_WALK_STEPS` makes the histories longer than they are by default.
"""

import os
import random
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import METHODS
from tests.table.random_play import CROWDED, Walk
from tests.table.random_tables import Meters, walk_rules
from tests.table.toy.game import toy_table

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
def test_invariants_hold_under_random_commands(name: str, deal: str, mode: str) -> None:
    accepted = refused = rounds = compared = 0
    for number in range(-(-STEPS // HISTORY)):
        table = walk(name, deal, mode, f"{name} {deal} {mode} {number}")
        if number % 2:
            table.weights |= CROWDED
        table.run(min(HISTORY, STEPS))
        accepted, refused, rounds = accepted + table.accepted, refused + table.refused, rounds + table.rounds
        compared += table.compared
    assert accepted > STEPS // 4
    assert refused > STEPS // 20
    assert rounds > STEPS // 200
    assert compared > rounds // 10, "the naive twin settles them too"


@pytest.mark.parametrize("name", METHODS)
def test_it_holds_where_amounts_are_not_entered_and_only_fixed_amounts_move(name: str) -> None:
    table = walk(name, METHODS[name][0], "live", f"{name} without amounts")
    table.amounts = False
    table.weights |= CROWDED
    table.run(2 * HISTORY)
    assert table.rounds > 2
    for _, events in table.sent:
        for event in events:
            if isinstance(event, e.BetPlaced):
                assert not any(amount for wager, amount in event.wagers.items() if wager != "progressive")
            elif isinstance(event, e.SeatSettled):
                told = [result for wager, result in event.results.items() if wager != "progressive"]
                assert not any(result.stake or result.paid or result.returned for result in told)


@pytest.mark.parametrize("name", METHODS)
def test_rounds_resettled_repeatedly_pay_the_last_result(name: str) -> None:
    """Cards, decisions, wagers and voids change; what was really paid goes back, wherever the meters are."""
    back = due = 0
    for number in range(2 * -(-STEPS // HISTORY)):
        if back and due:
            break
        deal = METHODS[name][number % len(METHODS[name])]
        table = walk(name, deal, "live", f"again {name} {number}")  # an electronic table enters nothing wrong
        table.weights |= {"resettle": 0.6, "validate": 8.0, "reject": 0.5, "order_winners": 0.5}
        table.run(min(HISTORY, STEPS))
        resettled = [event for event in table.log if isinstance(event, e.Resettled)]
        assert resettled
        back += sum(bool(event.awards_back) for event in resettled)
        due += sum(bool(event.awards) for event in resettled)
    assert back
    assert due


@pytest.mark.parametrize("mode", ["electronic", "live"])
@pytest.mark.parametrize("name", METHODS)
@settings(
    max_examples=max(15, STEPS // 70),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(before=st.integers(0, 5), source=st.randoms(use_true_random=False))
def test_a_failure_shrinks_to_few_commands(name: str, mode: str, before: int, source: random.Random) -> None:
    """The same walk from a table that is open, driven so that a history that fails is made short."""
    deal = METHODS[name][before % len(METHODS[name])]
    table = walk(name, deal, mode, f"before {before}")
    table.run(15 + 5 * before)
    table.random = source
    table.run(25)


def test_random_histories_leave_no_act_and_no_event_out() -> None:
    """Random histories that missed a kind would prove less."""
    acts = {tag_of_kind(kind) for kind in get_args(c.AnyAct)}
    events = set(get_args(e.AnyEvent))
    for number, (name, deal, mode) in enumerate(KINDS * 4):
        if not (acts or events):
            break
        table = walk(name, deal, mode, f"all {number}")
        if mode == "live" and number % 4 == 1:
            table.weights |= CROWDED
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
