"""`watch` as surveillance runs it, on files of rounds."""

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import croupier
from tests.odds import sessions
from tests.odds.sessions import FLUSH, FOUR, ULTIMATE


def written(tmp_path: Path, lines: list[dict[str, Any]]) -> str:
    file = tmp_path / "rounds.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(file)


def watched(*words: str) -> dict[str, Any]:
    found = json.loads(sessions.printed("watch", *words, "--json"))
    players: dict[str, Any] = {each["player"]: each for each in found["players"]}
    return players


def leaks(player: dict[str, Any]) -> dict[str, Any]:
    return {each["knows"]: each for each in player["leaks"]}


def test_a_hole_carder_at_ultimate_is_found_and_an_honest_player_is_not(tmp_path: Path) -> None:
    lines = sessions.session(ULTIMATE, sessions.hole_carder(ULTIMATE), 70, 1, "thief")
    lines += sessions.session(ULTIMATE, sessions.optimal(ULTIMATE), 70, 2, "optimal")
    lines += sessions.session(ULTIMATE, sessions.random_player(ULTIMATE), 70, 3, "random")
    found = watched("--rounds", written(tmp_path, lines), "--against", "dealer:1")
    thief = leaks(found["thief"])["dealer:1"]
    assert thief["evidence_log10"] >= 6
    assert 20 < thief["alarm_at"] <= 70
    assert found["thief"]["hands"] == 70
    for honest in ("optimal", "random"):
        assert leaks(found[honest])["dealer:1"]["alarm_at"] is None
        assert leaks(found[honest])["dealer:1"]["evidence_log10"] < 3
    # With the cards that they may see, the thief plays badly, and optimal play costs the price of the game.
    assert found["optimal"]["edge_of_play"]["percent"] == pytest.approx(-2.185, abs=0.001)
    assert found["thief"]["edge_of_play"]["percent"] < -10


def test_a_hole_carder_at_four_card_poker_leaves_evidence(tmp_path: Path) -> None:
    lines = sessions.session(FOUR, sessions.hole_carder(FOUR), 120, 5, "thief")
    lines += sessions.session(FOUR, sessions.random_player(FOUR), 120, 6, "random")
    found = watched("--rounds", written(tmp_path, lines), "--against", "dealer:1")
    assert leaks(found["thief"])["dealer:1"]["evidence_log10"] > 1
    assert leaks(found["random"])["dealer:1"]["evidence_log10"] < 1


def test_colluders_are_found_and_a_full_table_is_not(tmp_path: Path) -> None:
    found = watched("--rounds", written(tmp_path, sessions.colluders(120, 7)), "--against", "others:5")
    assert 20 < leaks(found["P1"])["others:5"]["alarm_at"] < 80
    assert leaks(found["P6"])["others:5"]["evidence_log10"] == pytest.approx(0)  # everybody acted before
    honest = watched(
        "--rounds", written(tmp_path, sessions.colluders(120, 7, share=False)), "--against", "others:5"
    )
    assert all(leaks(each)["others:5"]["evidence_log10"] < 2 for each in honest.values())


def test_one_player_of_several_is_shown(tmp_path: Path) -> None:
    lines = sessions.session(FLUSH, sessions.optimal(FLUSH), 2, 1, "ann")
    lines += sessions.session(FLUSH, sessions.optimal(FLUSH), 2, 2, "bob")
    file = written(tmp_path, lines)
    assert list(watched("--rounds", file, "--player", "bob")) == ["bob"]
    done = croupier("watch", "--rounds", file, "--player", "eve")
    assert (done.returncode, done.stderr) == (1, "croupier: --player 'eve': not in these rounds\n")


def test_the_table_for_people_names_leaks_and_players(tmp_path: Path) -> None:
    lines = sessions.session(FLUSH, sessions.optimal(FLUSH), 2, 1, "ann")
    shown = sessions.printed("watch", "--rounds", written(tmp_path, lines))
    assert all(word in shown for word in ("ann", "dealer:1", "dealer:2", "others:5"))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("--against", "dealer:0"),
            "--against 'dealer:0': write how many after 'dealer', from 1 to 52, such as dealer:1",
        ),
        (("--against", "flop:1"), "flop:1: this game is watched for dealer:1, dealer:2 and others:1 to 6"),
    ],
)
def test_a_leak_that_is_not_watched_is_one_clear_line(
    words: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    lines = sessions.session(FLUSH, sessions.optimal(FLUSH), 1, 1)
    done = croupier("watch", "--rounds", written(tmp_path, lines), *words)
    assert done.returncode in (1, 2)
    assert done.stderr == f"croupier: {says}\n"


def test_rounds_without_players_watch_nobody_and_say_so(tmp_path: Path) -> None:
    file = written(tmp_path, sessions.session(FLUSH, sessions.random_player(FLUSH), 1, 1, ""))
    done = croupier("watch", "--rounds", file, "--json")
    assert (done.returncode, json.loads(done.stdout)) == (0, {"players": []})
    assert done.stderr == "croupier: nobody to watch: no seat of these rounds has a `player`\n"


def test_a_line_that_cannot_be_settled_is_named(tmp_path: Path) -> None:
    lines = sessions.session(FLUSH, sessions.optimal(FLUSH), 2, 1)
    lines[1]["dealer"] = "As"
    done = croupier("watch", "--rounds", written(tmp_path, lines))
    assert done.returncode == 2
    assert "line 2: dealer: 1 cards" in done.stderr


GOLDEN = Path(__file__).parents[1] / "floor" / "golden" / "0.1.0" / "log.jsonl.xz"


@pytest.mark.parametrize("command", ["watch", "review"])
def test_a_file_that_is_no_export_is_refused_and_a_cut_one_is_named(command: str, tmp_path: Path) -> None:
    done = croupier(command, str(GOLDEN))  # compressed by another program
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"croupier: {GOLDEN}: not a Croupier export; allowed: ")
    assert done.stderr.count("\n") == 1
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(lzma.decompress(GOLDEN.read_bytes()).splitlines(keepends=True)[:8]))
    done = croupier(command, str(cut), "--json")
    assert done.returncode == 0
    assert f"{cut}: file_cut: line 9: the end is missing; rounds that cannot be read" in done.stderr
