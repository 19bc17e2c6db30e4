"""The measurements behind `croupier bench`."""

import json
import platform
import random
import subprocess
import sys
import time

from croupier.cards import card_text
from croupier.settlement.lines import settle_line

_ROUNDS = 500

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


def machine() -> str:
    """A line about where the figures were measured."""
    return f"{platform.machine()} {platform.system()}, Python {platform.python_version()}"


def measure_settle(seconds: float) -> dict[str, float]:
    """Seats settled a second by rule set, from JSON lines to JSON lines."""
    figures = {}
    for rules in _TABLES:
        lines = _lines(rules, random.Random(7))
        settle_line(lines[0])
        seats, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            for line in lines:
                settle_line(line)
            seats += 6 * len(lines)
        figures[rules] = seats / (time.perf_counter() - start)
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


def measure_start() -> dict[str, tuple[float, float]]:
    """Seconds until small commands have answered, and how many times bare Python's start that is."""
    bare = _best([sys.executable, "-c", "pass"])
    commands = {"--version": ["--version"], "rules list": ["rules", "list"], "settle (no lines)": ["settle"]}
    figures = {}
    for name, words in commands.items():
        took = _best([sys.executable, "-c", "from croupier.cli import main; main()", *words])
        figures[name] = (took, took / bare)
    return figures


def _best(command: list[str]) -> float:
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - start)
    return min(times)
