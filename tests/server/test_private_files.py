"""The database holds hidden cards: other users of the machine can read neither it nor the files beside it."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.server.rig import Client
from tests.server.test_operation import CROUPIER, first_line, start, stop


def modes(directory: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o077 for file in directory.rglob("*") if file.is_file()}


def test_every_file_of_a_server_is_its_owners_alone(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o777)
    shared.chmod(0o777)
    before = os.umask(0o022)
    try:
        process = start(shared, "--demo")
    finally:
        os.umask(before)
    try:
        url = first_line(process).split()[-1]
        with Client(base_url=url, trust_env=False, timeout=30) as guest:
            guest.guest().raise_for_status()
        found = modes(shared)
        assert "croupier.db-wal" in found
        assert not any(found.values()), found
    finally:
        stop(process)


@pytest.mark.parametrize("name", ["croupier.db", "croupier.db-wal"])
def test_a_database_that_others_can_read_is_refused(tmp_path: Path, name: str) -> None:
    process = start(tmp_path)
    first_line(process)
    process.kill()  # its write-ahead log stays
    process.communicate(timeout=60)
    (tmp_path / name).chmod(0o644)
    refused = subprocess.run(
        [*CROUPIER, "serve", "--data", str(tmp_path), "--port", "0"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert refused.returncode == 2
    assert "database_exposed" in refused.stderr
    assert "allowed: 600" in refused.stderr
