"""The cost of an action does not grow with the log: no statement of a round scans a growing table."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, event, text

from croupier.bench.floor_growth import fill, play_round
from croupier.floor.host.floor import Floor
from croupier.floor.host.hosted_table import Settings
from croupier.ledger.verification.audit import verify
from croupier.ledger.verification.checkpoints import checkpoint
from tests.databases import run
from tests.floor.floor_rig import House

GROWS = ("events", "postings", "answers", "accounts", "streams", "snapshots")


class Statements:
    """The statements of an engine, each with how often and one set of values."""

    def __init__(self, engine: Engine) -> None:
        self.counts: dict[str, int] = {}
        self.values: dict[str, Any] = {}
        event.listen(engine, "before_cursor_execute", self._note)

    def _note(
        self, connection: Any, cursor: Any, statement: str, values: Any, context: Any, many: bool
    ) -> None:
        self.counts[statement] = self.counts.get(statement, 0) + 1
        self.values[statement] = values[0] if many else values

    def clear(self) -> None:
        self.counts.clear()


@pytest.fixture
def house(tmp_path: Path) -> Any:
    opened = House(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    opened.furnish("ma/high-card-flush", "t0", "t1", betting_ms=600_000, decision_ms=600_000)
    yield opened
    opened.close()


def _measured(floor: Floor, statements: Statements) -> tuple[int, int]:
    """The actions of a few rounds, and the statements that they took."""
    statements.clear()
    actions = sum(play_round(floor, ["t0", "t1"]) for _ in range(3))
    return actions, sum(statements.counts.values())


def test_an_action_takes_as_many_statements_when_the_log_is_long(house: House) -> None:
    statements = Statements(house.ledger.engine)
    play_round(house.floor, ["t0", "t1"])
    actions, short = _measured(house.floor, statements)
    fill(house.ledger, house.ledger.position() + 20_000)
    more, long = _measured(house.floor, statements)
    assert long / more < 1.25 * short / actions + 1
    checkpoint(house.ledger, 0)
    assert list(verify(house.ledger)) == []


def test_no_statement_scans_a_growing_table(house: House) -> None:
    statements = Statements(house.ledger.engine)
    _measured(house.floor, statements)
    load = house.another("b")  # and none of those that load a table
    clock_free = Settings(link="L")
    house.floor.stop()
    assert load.floor.take_over_table("t0", clock_free)
    load.close()
    known = dict(statements.values)
    engine = create_engine(house.url)
    scans = []
    with engine.connect() as connection:
        for statement, values in known.items():
            if not statement.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE")):
                continue
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
            scans += [
                (statement, row.detail)
                for row in plan
                if row.detail.startswith("SCAN") and row.detail.split()[1] in GROWS
            ]
        assert connection.execute(text("SELECT count(*) FROM events")).scalar_one() > 50
    engine.dispose()
    assert any("events" in each for each in known)
    assert scans == []


def test_the_plan_of_a_statement_that_looks_through_everything_is_known(tmp_path: Path) -> None:
    """So that the test above can fail."""
    engine = create_engine(f"sqlite:///{tmp_path / 'any.db'}")
    run(engine, "CREATE TABLE events (position INTEGER PRIMARY KEY, kind TEXT)")
    with engine.connect() as connection:
        plan = connection.exec_driver_sql("EXPLAIN QUERY PLAN SELECT * FROM events WHERE kind = 'x'").all()
    engine.dispose()
    assert plan[0].detail.startswith("SCAN events")
