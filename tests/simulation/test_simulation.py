"""The simulation of the whole floor: some seeds, an exact replay, and planted bugs that it must find."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "simulate-faults"
SEEDS, PARTS = 200, 2


def _script(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments, "--jobs", "1"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_seed_holds_and_the_last_one_replays_exactly(part: int) -> None:
    count = SEEDS // PARTS
    last = (part + 1) * count
    seeds = _script("--first", str(part * count + 1), "--seeds", str(last), "--verbose")
    assert seeds.returncode == 0, seeds.stdout + seeds.stderr
    assert f"{count} seeds, 0 wrong" in seeds.stdout
    (line,) = re.findall(rf"^seed {last}: .*$", seeds.stdout, re.MULTILINE)
    assert line in _script("--seed", str(last)).stdout


def test_planted_bugs_are_found() -> None:
    """Some of them; `scripts/simulate-faults --plants` looks for all."""
    done = _script(
        "--plants", "no_new_time_after_a_takeover", "key_not_kept", "nothing_redacted", "--seeds", "6"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("found in seed") == 3
