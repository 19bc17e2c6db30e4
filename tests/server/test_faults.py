"""`kill -9` of a real `croupier serve` during play over a socket: nothing that was shown is lost.

The client resynchronises by the last version that it saw, the unanswered command is sent again with its key,
and the audit of the whole log finds nothing. `scripts/faults server` does it at every event of a round of
each game, on both databases.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.databases import postgres_database
from tests.floor.crash_worker import Nursery
from tests.server.killed_rig import furnish, killed_at_every


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery("tests.server.serve_worker") as opened:
        yield opened


@pytest.mark.parametrize(("kind", "where", "by"), [("sqlite", "event", 6), ("postgresql", "after", 1)])
def test_a_round_survives_a_server_that_was_killed(
    kind: str, where: str, by: int, nursery: Nursery, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with ExitStack() as stack:
        url = ""
        if kind == "postgresql":
            url = stack.enter_context(postgres_database(request.getfixturevalue("postgres")))
        house = furnish("ma/high-card-flush", tmp_path / "data", url)
        deaths, player = killed_at_every(nursery, house, where, by=by)
        assert deaths >= 2
        assert len(player.guest.missed) == deaths + 1
        if where == "after":  # it was recorded, and nobody was told: the table whole
            assert "view" in player.guest.missed[1:]
