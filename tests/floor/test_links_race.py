"""Two processes on one PostgreSQL whose tables win the whole of one meter at the same time.

Both bets are closed before either settles, so the first that is recorded takes both contributions, and the
second what the meter starts again from. `scripts/faults` does it a thousand times.
"""

from pathlib import Path

from tests.databases import postgres_database
from tests.floor.crash_rig import race, two_tables
from tests.floor.crash_worker import Nursery

ROUNDS = 20


def test_two_tables_win_the_whole_meter_together(postgres: str, tmp_path: Path) -> None:
    with postgres_database(postgres) as url, Nursery() as nursery:
        place = two_tables(url, tmp_path / "keys", tmp_path / "out")
        awards = race(nursery, place, tmp_path / "meet", ROUNDS)
        assert len(awards) == 2 * ROUNDS


def test_the_same_in_one_file(tmp_path: Path) -> None:
    """SQLite lets one process write at a time; two may still share a file."""
    with Nursery() as nursery:
        place = two_tables(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys", tmp_path / "out")
        race(nursery, place, tmp_path / "meet", 5)
