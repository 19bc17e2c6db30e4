"""The measurements behind `croupier bench`.

A part of the benchmark is a function that takes the seconds a measurement may last and returns plain figures,
and its line in `croupier.cli.bench`. The evaluation of hands, which needs NumPy, is in `measure_hands`.
"""

import contextlib
import json
import os
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

from croupier.cards import card_text
from croupier.settlement.json_lines import settle_line

_ROUNDS = 500

_SOLVED = ("ma/high-card-flush", "ma/four-card-poker", "ma/ultimate-texas-holdem")

_TABLES: dict[str, tuple[dict[str, object], dict[str, int], int, int, int, str]] = {
    # rules: choices, wagers of a seat, cards of player, dealer and board, the decided wager
    "ma/high-card-flush": (
        {"flush_bonus": "A", "straight_flush_bonus": "B", "progressive": "A"},
        {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 500, "progressive": 100},
        7,
        7,
        0,
        "raise",
    ),
    "ma/ultimate-texas-holdem": (
        {"trips": "A", "cover_all": True},
        {"ante": 1000, "blind": 1000, "trips": 500, "cover_all": 500},
        2,
        2,
        5,
        "play",
    ),
    "ma/four-card-poker": (
        {"aces_up": "I", "progressive": "A"},
        {"ante": 1000, "aces_up": 500, "progressive": 100},
        5,
        6,
        0,
        "play",
    ),
}


def machine() -> dict[str, object]:
    """What the figures were measured on."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": _version("numpy"),
        "numba": _version("numba"),
    }


def _processor() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


# --- Timing ---


def rate(run: Callable[[], object], count: int, seconds: float) -> dict[str, float]:
    """How many a second: at best, and in the median pass, of as many passes as the time allows."""
    run()  # compiled, and its memory touched
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < 3 or time.perf_counter() < end:
        times.append(timed(run))
    return {"best": count / min(times), "median": count / median(times)}


def timed(run: Callable[[], object]) -> float:
    """How many seconds a run takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


@contextlib.contextmanager
def one_core() -> Iterator[None]:
    """Keep this process on one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


# --- Exact odds ---


def measure_solve() -> dict[str, float]:
    """Seconds to solve the game of each rule set anew, from the start of the command to its last figure.

    On all cores, with kernels compiled before; the better of two runs, however long they take.
    """
    return {
        rules: _best([*_COMMAND, "odds", rules, "--bet", "main", "--fresh", "--json"], runs=2)
        for rules in _SOLVED
    }


# --- Settlement ---


def measure_settle(seconds: float) -> dict[str, float]:
    """Seats settled a second by rule set, from JSON lines to JSON lines: the best pass, as elsewhere."""
    figures = {}
    for rules in _TABLES:
        lines = _lines(rules, random.Random(7))
        settle_line(lines[0])
        best, end = 0.0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            start = time.perf_counter()
            for line in lines:
                settle_line(line)
            best = max(best, 6 * len(lines) / (time.perf_counter() - start))
        figures[rules] = best
    return figures


def _lines(rules: str, source: random.Random) -> list[bytes]:
    choices, wagers, player, dealer, board, decided = _TABLES[rules]
    lines = []
    for _ in range(_ROUNDS):
        deck = [card_text(card) for card in range(52)]
        source.shuffle(deck)

        def take(count: int, deck: list[str] = deck) -> str:
            return " ".join(deck.pop() for _ in range(count))

        seats = [
            {
                "seat": seat,
                "cards": take(player),
                "wagers": wagers,
                "decision": {decided: 1000} if source.random() < 0.8 else {"fold": True},
            }
            for seat in range(1, 7)
        ]
        line = {"rules": rules, "choices": choices, "dealer": take(dealer), "seats": seats}
        if board:
            line["board"] = take(board)
        if "progressive" in choices:
            line["meters"] = {"main": 1_234_500} | ({"secondary": 2000} if player == 7 else {})
        lines.append(json.dumps(line).encode())
    return lines


# --- Start ---

_COMMAND = (sys.executable, "-c", "from croupier.cli import main; main()")


def measure_start() -> dict[str, tuple[float, float]]:
    """Seconds until small commands have answered, and how many times bare Python's start that is."""
    bare = _best([sys.executable, "-c", "pass"])
    commands = {"--version": ["--version"], "rules list": ["rules", "list"], "settle (no lines)": ["settle"]}
    figures = {}
    for name, words in commands.items():
        took = _best([*_COMMAND, *words])
        figures[name] = (took, took / bare)
    return figures


def _best(command: list[str], runs: int = 5) -> float:
    return min(
        timed(
            lambda: subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=True,
            )
        )
        for _ in range(runs)
    )
