"""The measurements behind `croupier bench`.

A part of the benchmark is a function that takes the seconds a measurement may last and returns plain figures,
and its line in `croupier.cli.bench`. The evaluation of hands, which needs NumPy, is in `bench.hands`.
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

from croupier.bench.rule_sets import (
    Dealt,
    choices_of,
    house_of,
    least_decision,
    one_a_game,
    wagers_of,
)
from croupier.cards import card_text
from croupier.settlement.json_lines import settle_line

_ROUNDS = 500
LEAK = "dealer:1"
"""The leak that `protect` prices."""


def machine() -> dict[str, object]:
    """The machine of the measurement."""
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
    """The rate per second of the best and of the median pass, in as many passes as the time allows."""
    run()  # warm-up: compiles, and touches the memory
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


def measure_solve() -> dict[str, float | str]:
    """Seconds to solve the game of each rule set from scratch, from command start to last figure.

    On all cores, with kernels already compiled; the better of two runs. The refusal of a game that no solver
    prices stands in place of its seconds.
    """
    return {
        rules: _best_or_why([*_COMMAND, "odds", rules, "--bet", "main", "--fresh", "--json"], runs=2)
        for rules in one_a_game()
    }


def measure_protect() -> dict[str, float | str]:
    """Seconds to price one dealer card seen, for each game from scratch, from command start to last figure.

    On all cores, with kernels compiled and the honest game solved before; refusals as in `measure_solve`.
    """
    return {
        rules: _best_or_why([*_COMMAND, "protect", rules, "--knows", LEAK, "--fresh", "--json"], runs=1)
        for rules in one_a_game()
    }


# --- Settlement ---


def measure_settle(seconds: float) -> dict[str, float]:
    """Seats settled per second by rule set, from JSON lines to JSON lines, in the best pass."""
    figures = {}
    for rules in one_a_game():
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
    house = house_of(rules)
    choices, wagers, cards = choices_of(rules), wagers_of(house), Dealt(house)
    decision, meters = least_decision(house), house.progressive.meters if house.progressive else ()
    lines = []
    for _ in range(_ROUNDS):
        deck = [card_text(card) for card in range(52)]
        source.shuffle(deck)

        def take(count: int, deck: list[str] = deck) -> str:
            return " ".join(deck.pop() for _ in range(count))

        seats = [
            {
                "seat": seat,
                "cards": take(cards.player),
                "wagers": wagers,
                "decision": decision if source.random() < 0.8 else {"fold": True},
            }
            for seat in range(1, 7)
        ]
        line = {"rules": rules, "choices": choices, "dealer": take(cards.dealer), "seats": seats}
        if cards.board:
            line["board"] = take(cards.board)
        if meters:
            line["meters"] = {meter.name: meter.seed for meter in meters}
        lines.append(json.dumps(line).encode())
    return lines


# --- Start ---

_COMMAND = (sys.executable, "-c", "from croupier.cli import main; main()")


def measure_start() -> dict[str, tuple[float, float]]:
    """Seconds for small commands to finish, and the multiple of bare Python's start."""
    bare = _best([sys.executable, "-c", "pass"])
    commands = {"--version": ["--version"], "rules list": ["rules", "list"], "settle (no lines)": ["settle"]}
    figures = {}
    for name, words in commands.items():
        took = _best([*_COMMAND, *words])
        figures[name] = (took, took / bare)
    return figures


def _best(command: list[str], runs: int = 5) -> float:
    return min(timed(lambda: _run(command)) for _ in range(runs))


def _best_or_why(command: list[str], runs: int) -> float | str:
    """The time of a command, or the line with which it fails."""
    try:
        return _best(command, runs)
    except subprocess.CalledProcessError as failed:
        return str(failed.stderr).strip().rpartition("\n")[2].removeprefix("croupier: ")


def _run(command: list[str]) -> None:
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
