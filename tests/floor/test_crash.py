"""SIGKILL at any time: real processes that die in a round, and others that take the round up again.

Here every game dies before and after each commit, and one of them on PostgreSQL too; `scripts/faults` does it
on both databases, at every event and at every statement.
"""

import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import KINDS
from tests.floor.crash_rig import KILLED, SOME, Place, Template, at, step_by_step
from tests.floor.crash_worker import Nursery
from tests.table.driver import RULES


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as opened:
        yield opened


def template_of(rules: str, kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Template:
    server = request.getfixturevalue("postgres") if kind == "postgresql" else ""
    return Template(rules, tmp_path / "house", server)


@pytest.mark.parametrize(
    ("rules", "kind"), [*((rules, "sqlite") for rules in RULES), ("ma/ultimate-texas-holdem", "postgresql")]
)
def test_killed_before_and_after_every_commit_of_a_round(
    rules: str, kind: str, nursery: Nursery, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    template = template_of(rules, kind, tmp_path, request)
    try:
        with template.copy() as place:
            assert step_by_step(nursery, place, SOME) >= 7
    finally:
        template.close()


def test_killed_at_events_of_a_round(
    nursery: Nursery, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    template = template_of("md/high-card-flush", "sqlite", tmp_path, request)
    number = 1
    while at(nursery, template, f"event:{number}"):
        number += 4
    assert number > 15


@pytest.mark.parametrize("kind", KINDS)
def test_killed_at_some_time(
    kind: str, nursery: Nursery, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """From outside, wherever the process is; the seed tells a failure's times again."""
    chance = random.Random(1)
    template = template_of("ma/four-card-poker", kind, tmp_path, request)
    try:
        with template.copy() as place:
            assert _killed_at_random(nursery, place, chance) > 0
    finally:
        template.close()


def _killed_at_random(nursery: Nursery, place: Place, chance: random.Random) -> int:
    """A round of processes that live for some milliseconds; how many it took."""
    for dead in range(100):
        pid = nursery.begin(place.life())
        if dead < 6:
            time.sleep(chance.uniform(0, 0.03))
            os.kill(pid, signal.SIGKILL)
        code = nursery.end(pid)
        if code == 0:
            place.check_round()
            return dead
        assert code == KILLED, place.told.refused
        place.check()
    raise AssertionError("the round never ended")
