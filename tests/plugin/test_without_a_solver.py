"""A game that no solver prices: one clear line from every command, and never another game's numbers."""

import json
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

from tests.plugin.conftest import EXAMPLE

RULES = "example/three-card-poker"
REASON = (
    f"croupier: {RULES}: its game brings no solver of its own, and the generic solver needs a single "
    "decision, with the dealer's cards hidden\n"
)
IN_TURN = """
import contextlib, io, json, sys
from croupier.bench import measure, simulation
from croupier.cli import main
measure.one_a_game = simulation.one_a_game = lambda: ("example/three-card-poker",)
for words in json.loads(sys.argv[1]):
    out, err, code = io.StringIO(), io.StringIO(), 0
    sys.argv = ["croupier", "--quiet", *words]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
    print(json.dumps([code, out.getvalue(), err.getvalue()]))
"""
ROUND = {
    "rules": RULES,
    "dealer": "2d 3d 9c",
    "seats": [
        {
            "seat": 1,
            "player": "Cleo",
            "cards": "As Ks 9s",
            "wagers": {"ante": 1000},
            "decision": {"play": 1000},
        }
    ],
}
SOLVED = {
    "rules": "ma/high-card-flush",
    "dealer": "2d 3d 9d Kd 5c 6s Kc",
    "seats": [
        {
            "seat": 5,
            "player": "Ann",
            "cards": "9h 8h 7h 6h 5h 4h 3h",
            "wagers": {"ante": 2500},
            "decision": {"raise": 7500},
        }
    ],
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's rule sets, with a dealer's card face up: its tree does not fit the generic solver."""
    root = tmp_path_factory.mktemp("unsolved")
    copytree(EXAMPLE / "three_card_poker/rulebook", root / "rulebook")
    file = root / f"rulebook/{RULES}.toml"
    text = file.read_text()
    dealer = 'dealer = { value = 3, clauses = ["ex-tcp-5.deal"] }\n'
    assert dealer in text
    file.write_text(
        text.replace(dealer, dealer + dealer.replace("dealer =", "dealer_face_up =").replace("3", "1", 1))
    )
    (root / "rounds.jsonl").write_text(json.dumps(ROUND) + "\n")
    (root / "mixed.jsonl").write_text(f"{json.dumps(ROUND)}\n{json.dumps(SOLVED)}\n")
    return root


def run(plugged: dict[str, str], place: Path, *commands: list[str]) -> list[tuple[int, str, str]]:
    """Exit code, output and errors of commands that run one after another."""
    environment = {**plugged, "CROUPIER_RULEBOOK": str(place / "rulebook")}
    command = [sys.executable, "-c", IN_TURN, json.dumps(commands)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment, cwd=place)
    assert done.returncode == 0, done.stderr
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def test_every_command_that_needs_a_solver_says_so_in_one_line(plugged: dict[str, str], place: Path) -> None:
    submission = f"rulebook/practice/{RULES}.toml"
    commands = [
        ["odds", RULES],
        ["strategy", RULES],
        ["strategy", RULES, "--knows", "dealer:1"],
        ["advise", RULES, "--cards", "Qs 6d 4c", "--up", "3h"],
        ["simulate", RULES, "--rounds", "1000"],
        ["protect", RULES, "--knows", "dealer:1"],
        ["protect", RULES, "--knows", "others:2"],
        ["promotion", RULES, "--match-play", "500"],
        ["report", submission, "-o", "sheet.json"],
        ["petition", submission, "-o", "petition"],
        ["review", "--rounds", "rounds.jsonl"],
    ]
    found = run(plugged, place, *commands)
    assert len(found) == len(commands)
    for words, each in zip(commands, found, strict=True):
        assert each == (1, "", REASON), words
    assert not (place / "sheet.json").exists()
    assert not (place / "petition").exists()


def test_an_unsolved_game_stops_no_watch_or_review_of_the_others(
    plugged: dict[str, str], place: Path
) -> None:
    alone, watched, reviewed = run(
        plugged,
        place,
        ["watch", "--rounds", "rounds.jsonl"],
        ["watch", "--rounds", "mixed.jsonl", "--against", "dealer:1", "--json"],
        ["review", "--rounds", "mixed.jsonl", "--json"],
    )
    reason = "three-card-poker is not watched: no solver of the game says what a leak changes"
    assert alone == (1, "", f"croupier: {reason}\n")
    players = {each["player"]: each for each in json.loads(watched[1])["players"]}
    assert players["Ann"]["edge_of_play"] is not None
    assert players["Cleo"]["edge_of_play"] is None
    found = json.loads(reviewed[1])
    assert [each["name"] for each in found["players"]] == ["Ann"]
    assert found["not_solved"] == 1


def test_the_bench_names_the_reason_in_place_of_a_figure(plugged: dict[str, str], place: Path) -> None:
    parts = ("solve", "protect", "simulate", "settle")
    found = run(plugged, place, *(["bench", part, "--seconds", "0.1"] for part in parts))
    reason = REASON.replace("croupier", "not measured", 1)
    for code, out, err in found[:3]:
        assert (code, out.count("not measured: "), err) == (0, 1, ""), out
        assert out.endswith(reason)
    assert found[3][0] == 0
    assert RULES in found[3][1]
