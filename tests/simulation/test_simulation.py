"""The simulation of the whole floor: some seeds, an exact replay, and planted bugs that it must find."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "simulate-faults"
SEEDS = 8


def _script(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments, "--jobs", "1"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def seeds() -> subprocess.CompletedProcess[str]:
    return _script("--seeds", str(SEEDS), "--verbose")


def test_every_seed_holds(seeds: subprocess.CompletedProcess[str]) -> None:
    assert seeds.returncode == 0, seeds.stdout + seeds.stderr
    assert f"{SEEDS} seeds, 0 wrong" in seeds.stdout


def test_a_seed_replays_exactly(seeds: subprocess.CompletedProcess[str]) -> None:
    again = _script("--seed", "3")
    (line,) = re.findall(r"^seed 3: .*$", seeds.stdout, re.MULTILINE)
    assert line in again.stdout


def test_planted_bugs_are_found() -> None:
    """Some of them; `scripts/simulate-faults --plants` looks for all."""
    done = _script(
        "--plants", "no_new_time_after_a_takeover", "key_not_kept", "nothing_redacted", "--seeds", "6"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("found in seed") == 3
