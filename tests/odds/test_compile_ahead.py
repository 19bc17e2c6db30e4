"""Kernels compiled ahead of their calls in another process, and what they are compiled for."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from croupier.jit import compiled
from croupier.jit.precompilation import Call, compile_ahead, key_of

PROGRAM = """
import json, sys
import numpy as np
from croupier.hands.flush import flush_length
from croupier.hands.poker import poker_category
from croupier.jit import precompilation, compiled
from croupier.odds.counting.canonical import orbit_size

precompilation.os.cpu_count = lambda: int(sys.argv[1])
calls = [(flush_length, (5,)), (poker_category, (0,)), (orbit_size, (4, 3, 2, 1))]
precompilation.compile_ahead(calls[:1], calls[1:])
for function, arguments in calls:
    compiled(function)(*arguments)
twins = [compiled(function) for function, _ in calls]
print(json.dumps([[twin.compiled, twin.found] for twin in twins]))
"""


def test_another_process_compiles_a_share(tmp_path: Path) -> None:
    def run(cache: str, cores: int) -> Any:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(cores)], capture_output=True, text=True, check=False,
            env={"CROUPIER_CACHE": str(tmp_path / cache)},
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        return json.loads(done.stdout)

    assert run("two", 2) == [[1, 0], [0, 1], [0, 1]]
    assert run("two", 2) == [[0, 1], [0, 1], [0, 1]], "nothing is compiled twice"


def test_the_passes_over_classes_and_flops_are_compiled_for_their_calls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Types that differ from the calls' would be compiled for nothing."""
    from croupier.games.ultimate_texas_holdem.solver import solution
    from croupier.games.ultimate_texas_holdem.solver.boards import passes
    from croupier.submission.choices import house_rules
    from croupier.submission.form import Choices

    asked: list[Call] = []

    def take(*groups: Sequence[Call]) -> None:
        asked.extend(call for group in groups for call in group)
        compile_ahead(*groups)

    monkeypatch.setattr(passes, "compile_ahead", take)
    solution.solve(house_rules("ma/ultimate-texas-holdem", Choices()))
    assert len(asked) == 4
    for function, arguments in asked:
        twin: Any = compiled(function)
        assert list(twin._versions) == [key_of(arguments)], function.__name__
