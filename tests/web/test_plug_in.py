"""The plug-in's table in the browser: found in the lobby, explained, bet at, decided and settled."""

import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.plugin.conftest import plugged
from tests.plugin.test_three_card_poker import RULES
from tests.web.browser import Visits, serious
from tests.web.player_steps import bet, come_in, decision, play_on, put_down, sit
from tests.web.test_fits import look

__all__ = ["plugged"]  # the fixture of tests/plugin


@pytest.fixture(scope="module")
def served(plugged: dict[str, str], built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `croupier serve --demo` with the package installed."""
    data = tmp_path_factory.mktemp("served")
    command = [sys.executable, "-m", "croupier", "serve", "--demo", "--port", "0", "--data", str(data)]
    with (data / "log").open("w") as log:
        server = subprocess.Popen(command, env=plugged, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            assert server.stdout is not None
            said = next((line for line in server.stdout if "http" in line), "")
            found = re.search(r"http://\S+", said)
            assert found, (data / "log").read_text()
            yield found[0]
        finally:
            server.terminate()
            server.communicate(timeout=60)


def test_a_round_of_the_plug_in_from_the_lobby_to_the_money(served: str, browser: Browser) -> None:
    with urllib.request.urlopen(f"{served}/api/tables") as response:
        (table,) = [each["table"] for each in json.load(response) if each["rules"] == RULES]
    visits = Visits(browser, served)
    try:
        lobby = visits.page()
        tile = lobby.locator(f'[data-table="{table}"]')
        expect(tile.get_by_role("heading", name="Three Card Poker")).to_be_visible()
        expect(tile).to_contain_text("$5")
        page = visits.page(f"/table/{table}")
        come_in(page)
        sit(page)
        put_down(page, "ante", "pair_plus")
        expect(page.get_by_test_id("slip")).to_contain_text("Pair plus")
        bet(page)
        expect(decision(page).first).to_be_visible(timeout=30_000)
        assert serious(page) == []
        look(page, "at a decision", seated=True)
        play_on(page)
        expect(page.get_by_test_id("my-net")).to_be_visible()
        look(page, "after the round", seated=True)
        assert visits.errors == []
    finally:
        visits.close()
