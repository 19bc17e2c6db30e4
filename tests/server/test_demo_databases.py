"""Demos on databases of their own: each has its keys, and no other house forgets its last checkpoint."""

import os
import signal
import subprocess
from pathlib import Path

from tests.server.test_forged_history import run
from tests.server.test_operation import CROUPIER, first_line, stop


def _serve(data: Path, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*CROUPIER, "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1", "CROUPIER_DATA": str(data)},
    )


def _serves(data: Path, *arguments: str) -> None:
    process = _serve(data, *arguments)
    assert "listens on" in first_line(process)
    stop(process, signal.SIGINT)
    assert process.returncode == 0


def _refuses(data: Path, *arguments: str) -> str:
    process = _serve(data, *arguments)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2, said
    assert said.count("\n") == 1
    return said


def test_a_demo_takes_one_fresh_database_after_another(tmp_path: Path) -> None:
    first, second = (f"sqlite:///{tmp_path / name}" for name in ("first.db", "second.db"))
    _serves(tmp_path, "--demo")
    _serves(tmp_path, "--demo", "--db", first)
    _serves(tmp_path, "--demo", "--db", second)
    _serves(tmp_path, "--demo", "--db", first)
    _serves(tmp_path, "--demo")
    for url in (first, second):
        verified = run("audit", "verify", "--db", url, CROUPIER_DATA=str(tmp_path))
        assert verified.returncode == 0, verified.stdout
        assert "from this house's keys" in verified.stdout
    made = tmp_path / "first.backup"
    backed_up = run("backup", "--db", first, "-o", str(made), CROUPIER_DATA=str(tmp_path))
    assert backed_up.returncode == 0, backed_up.stdout


def test_a_demo_remembers_its_own_checkpoint_and_a_house_keeps_its_memory(tmp_path: Path) -> None:
    real, demo = tmp_path / "real.db", tmp_path / "demo.db"
    _serves(tmp_path, "--db", f"sqlite:///{real}")
    _serves(tmp_path, "--demo", "--db", f"sqlite:///{demo}")
    for file in (real, demo):
        file.unlink()
    # A log that was emptied is refused in one line that says what to do, by a demo and by any other house.
    for arguments in (("--db", f"sqlite:///{real}"), ("--demo", "--db", f"sqlite:///{demo}")):
        said = _refuses(tmp_path, *arguments)
        assert "checkpoint_missing" in said
        assert "for a new house a --data directory of its own" in said
    # Only a demo has keys by database: another one's database does not make a house forget.
    assert "checkpoint_missing" in _refuses(tmp_path, "--db", f"sqlite:///{tmp_path / 'other.db'}")
    # A demo's log put in the place of a house's, and its keys beside it, are not taken for the house's own.
    forged = tmp_path / "forged"
    _serves(forged, "--demo")
    (forged / "croupier.db").rename(real)
    (forged / "keys").rename(tmp_path / "real.db.keys")
    assert "keys_differ" in _refuses(tmp_path, "--db", f"sqlite:///{real}")
