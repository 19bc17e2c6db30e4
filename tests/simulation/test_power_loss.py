"""Losses of power at every sync of a round: nothing acknowledged is lost, and the start after it is clean."""

from pathlib import Path

import pytest

from tests.simulation.power import found_after, losses

GAMES = ("ma/high-card-flush", "ma/ultimate-texas-holdem", "ma/four-card-poker")


@pytest.mark.parametrize("rules", GAMES)
def test_a_loss_of_power_loses_nothing_acknowledged(rules: str, tmp_path: Path) -> None:
    lost = losses(rules, tmp_path, seed=1)
    assert len(lost) > 30
    for number, each in enumerate(lost):
        place = tmp_path / str(number)
        place.mkdir()
        assert found_after(each, place, tmp_path / "keys") == []


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_a_weaker_setting_loses_acknowledged_actions(synchronous: str, tmp_path: Path) -> None:
    lost = losses(GAMES[0], tmp_path, seed=1, synchronous=synchronous)
    wrong = []
    for number, each in enumerate(lost[:60:3]):  # those of which nothing unsynced survives
        place = tmp_path / str(number)
        place.mkdir()
        wrong += found_after(each, place, tmp_path / "keys")
    assert any("acknowledged" in words or "does not open" in words for words in wrong)
