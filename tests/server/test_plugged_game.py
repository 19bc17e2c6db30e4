"""A game found by its entry point alone: its words are served, its table opens, its felt is drawn."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.games import game, game_names
from croupier.layout.build import layout_of
from croupier.layout.svg import svg
from croupier.rulebook.catalog import install, rule_set, rulebook
from croupier.submission.practice import practice_text
from tests.rulebook.copies import SOURCE, copy_rules
from tests.server.rig import Running

GAME, NAME = "plugged-flush", "zz/plugged-flush"
MODULE = """
from dataclasses import replace
from croupier.games import game
from croupier.games.felt import Felt
from croupier.games.protocol import Game
from croupier.games.samples import Samples
from croupier.games.words import Words

BASE = game("high-card-flush")
GAME = replace(BASE, words=Words(wagers={"raise": "Second bet"}), felt=Felt(), samples=Samples())
"""


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A distribution with the game on the path, and a directory with a rule set of it."""
    site, rules = tmp_path / "site", tmp_path / "rules"
    described = site / "plugged_flush-1.0.dist-info"
    described.mkdir(parents=True)
    (site / "plugged_flush_for_tests.py").write_text(MODULE)
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged-flush\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(f"[croupier.games]\n{GAME} = plugged_flush_for_tests:GAME\n")
    copy_rules(rules)
    for place in ("zz", "practice/zz"):
        source = rules / place / f"{SOURCE.partition('/')[2]}.toml"
        text = source.read_text().replace("high-card-flush", GAME).replace("High Card Flush", "Plugged Flush")
        source.unlink()
        (rules / place / f"{GAME}.toml").write_text(text)
    assert GAME not in game_names()
    monkeypatch.syspath_prepend(str(site))
    install([rules])
    yield NAME
    install(())
    game.cache_clear()
    sys.modules.pop("plugged_flush_for_tests", None)


def test_a_plugged_game_shows_its_words_over_the_api(plugged: str, server: Running) -> None:
    assert GAME in game_names()
    served = {each["rules"]: each for each in server.client().get("/api/games").json()}
    words = served[plugged]
    assert (words["game"], words["title"]) == (GAME, "Plugged Flush")
    assert words["wagers"]["raise"] == words["actions"]["raise"] == "Second bet"
    assert words["wagers"]["flush_bonus"] == "Flush bonus"
    assert words["tile"] == "As Ks Qs Js Ts 9s 8s"
    assert [step["title"] for step in words["how"]] == [
        "Look at your cards",
        "Second bet or fold",
        "Beat the dealer",
    ]


def test_a_plugged_game_is_in_the_lobby_with_its_own_labels(plugged: str, server: Running) -> None:
    server.table("plugged", plugged)
    card = next(each for each in server.client().get("/api/tables").json() if each["table"] == "plugged")
    assert card["rules"] == plugged
    assert {each["wager"]: each["title"] for each in card["pay_tables"]}["raise"] == "Second bet"
    drawn = server.player("ann").get("/api/tables/plugged/layout.svg").text
    assert "SECOND BET" in drawn


def test_the_felt_of_a_plugged_game_is_drawn_from_its_rule_set(plugged: str) -> None:
    felt = layout_of(practice_text(plugged))
    offered = {"ante", "raise", "flush_bonus", "straight_flush_bonus", "progressive"}
    assert offered <= {area.name for area in felt.areas if area.seat == 1}
    assert felt.area("raise", 1).label == "SECOND BET"
    assert felt.game == "Plugged Flush"
    assert felt.inscription("dealer_qualifies") is None
    assert "PLUGGED FLUSH" in svg(felt)


def test_a_rule_set_out_of_order_takes_no_words_from_the_others(
    plugged: str, server: Running, tmp_path: Path
) -> None:
    more = tmp_path / "more"
    (more / "yy").mkdir(parents=True)
    (more / "yy" / "broken.toml").write_text("not toml")
    install([tmp_path / "rules", more])
    assert "yy/broken" in rulebook().names
    served = {each["rules"] for each in server.client().get("/api/games").json()}
    assert plugged in served
    assert "yy/broken" not in served
    assert rule_set(plugged).rules.game == GAME
