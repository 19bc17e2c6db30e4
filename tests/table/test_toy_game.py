"""A sixth game is a new folder: the toy in `tests/table/toy` is played by the same machine, untouched.

The conformance suite (`test_conformance`) and the random histories take it in as they take in the others.
"""

import random
import sys
from importlib import import_module

import pytest

import croupier.games
from croupier.games import game
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.machine import fold
from tests.table.canonical import canonical
from tests.table.driver import Table, bold, stacked, timid
from tests.table.toy.game import HERE, add_folder, toy_rules, toy_table

REQUIRED = {"__init__.py", "terms.py", "decisions.py", "settle.py", "procedure.py"}


def opened(mode: str) -> Table:
    table = Table(toy_table(), mode)
    table.sit(1, 2)
    return table


def settled(table: Table) -> e.RoundSettled:
    return next(event for event in reversed(table.log) if isinstance(event, e.RoundSettled))


def test_the_game_is_a_folder_of_the_same_files() -> None:
    others = [path for path in map(str, croupier.games.__path__) if path != str(HERE)]
    for folder in (HERE / "high_card", *(HERE.__class__(path) / "four_card_poker" for path in others)):
        assert {file.name for file in folder.glob("*.py")} >= REQUIRED


def test_the_game_is_not_known_before_its_folder_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        croupier.games, "__path__", [path for path in croupier.games.__path__ if path != str(HERE)]
    )
    for name in [name for name in sys.modules if name.startswith("croupier.games.high_card.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "croupier.games.high_card", raising=False)
    with pytest.raises(ModuleNotFoundError):
        import_module("croupier.games.high_card")


def test_the_game_is_found_by_its_folder() -> None:
    add_folder()
    found = game(toy_rules().rules.game)
    assert found.play(toy_table().house).decided == "play"
    assert [step.name for step in found.procedure(toy_table())] == [
        "no_more_bets", "deal", "stub", "decide", "reveal", "settle", "collect", "round_end",
    ]  # fmt: skip


@pytest.mark.parametrize("mode", ["electronic", "live"])
@pytest.mark.parametrize(
    ("cards", "nets"),
    [
        ("As 2c 9d", {1: 2000, 2: -2000}),
        ("9s 9c 9d", {1: 0, 2: 0}),
        ("2s 3c Ad", {1: -2000, 2: -2000}),
    ],
)
def test_a_round_is_played_and_settled(mode: str, cards: str, nets: dict[int, int]) -> None:
    table = opened(mode)
    table.deal_round({1: {"ante": 1000}, 2: {"ante": 1000}}, stacked(cards), bold)
    assert settled(table).nets == nets
    assert settled(table).clauses == ("toy-5.pay",)
    assert table.state.version == len(table.log)


@pytest.mark.parametrize("mode", ["electronic", "live"])
def test_a_fold_loses_the_ante(mode: str) -> None:
    table = opened(mode)
    table.deal_round({2: {"ante": 1000}}, stacked("As 2c"), timid)
    assert settled(table).nets == {2: -1000}


def test_the_dealer_says_the_card() -> None:
    table = opened("live")
    table.deal_round({1: {"ante": 1000}}, stacked("As 2c"))
    assert [event.says for event in table.log if isinstance(event, e.DealerRevealed | e.HandShown)] == [
        "two",
        "ace",
    ]


def test_a_void_round_goes_back() -> None:
    table = opened("live")
    table.start_round({1: {"ante": 1000}}, stacked("As 2c"))
    table.do(c.Report(irregularity="cards_face_up"))
    while table.state.round == 1 and table.state.program == "round":
        table.perform_next()
    assert settled(table).nets == {1: 0}
    assert settled(table).record.irregularity == "toy-6.more"


def test_the_log_of_the_toy_is_replayed() -> None:
    table = opened("live")
    source = random.Random(1)
    for _ in range(7):
        deck = stacked()
        source.shuffle(deck)
        table.deal_round({1: {"ante": 1000}, 2: {"ante": 500}}, deck, source.choice((bold, timid)))
    again = fold([e.decode_event(e.encode_event(event)) for event in table.log])
    assert canonical(again) == canonical(table.state)
