"""`croupier move`: a house goes from SQLite to PostgreSQL and back, and stays the same to the last byte."""

import os
import sqlite3
import subprocess
from pathlib import Path

from croupier.floor.audit.backup import sums
from croupier.floor.audit.read_only import open_ledger
from tests.databases import postgres_database
from tests.server.rig import Client
from tests.server.test_operation import CROUPIER, first_line, start, stop


def move(data: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [*CROUPIER, "move", "--keys", str(data / "keys"), *arguments]
    environment = os.environ | {"CROUPIER_DATA": str(data)}
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)


def test_a_house_moves_to_postgresql_and_back(tmp_path: Path, postgres: str) -> None:
    data, back = tmp_path / "house", tmp_path / "back.db"
    process = start(data, "--demo")
    try:
        url = first_line(process).split()[-1]
        with Client(base_url=url, trust_env=False, timeout=30) as guest:
            guest.guest().raise_for_status()
            guest.act("ma-high-card-flush", act="sit", seat=1).raise_for_status()
        running = move(data, "--to", f"sqlite:///{back}")
        assert (running.returncode, "a server runs this house" in running.stderr) == (2, True)
        assert not back.exists()
    finally:
        stop(process)
    with postgres_database(postgres) as there:
        done = move(data, "--to", there)
        assert done.returncode == 0, done.stderr + done.stdout
        assert "moved and verified" in done.stdout
        again = move(data, "--to", there)
        assert again.returncode == 2, "it is not empty any more"
        assert "restore_not_empty" in again.stderr
        done = move(data, "--db", there, "--to", f"sqlite:///{back}")
        assert done.returncode == 0, done.stderr + done.stdout
    assert _sums(data / "croupier.db") == _sums(back)
    assert back.stat().st_mode & 0o077 == 0
    # The house goes on from there: the chain, the keys and the memory of the last checkpoint fit.
    process = start(data, "--db", f"sqlite:///{back}")
    try:
        first_line(process)
    finally:
        stop(process)
    with sqlite3.connect(back) as database:
        numbers = [row[0] for row in database.execute("SELECT number FROM checkpoints ORDER BY number")]
    assert numbers == list(range(1, len(numbers) + 1))


def _sums(file: Path) -> object:
    ledger = open_ledger(f"sqlite:///{file}")
    try:
        return sums(ledger)
    finally:
        ledger.close()
