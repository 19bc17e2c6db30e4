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

from tests.plugin.conftest import EXAMPLE, plugged
from tests.plugin.test_three_card_poker import RULES
from tests.web.browser import Visits, serious
from tests.web.player_steps import bet, come_in, decision, play_on, put_down, sit
from tests.web.test_fits import look

__all__ = ["plugged"]  # the fixture of tests/plugin

UNSOLVED = "shown/three-card-poker"


def unsolved_rulebook(root: Path) -> Path:
    """The example's rule sets for a second state, with a dealer's card face up: no solver prices them."""
    source = EXAMPLE / "three_card_poker/rulebook"
    for name in (f"{RULES}.toml", f"practice/{RULES}.toml", "coverage/ex-tcp.toml", "clauses.csv"):
        file = root / name.replace("example/", "shown/").replace("ex-tcp", "sh-tcp")
        file.parent.mkdir(parents=True, exist_ok=True)
        text = (source / name).read_text().replace("ex-tcp", "sh-tcp").replace(RULES, UNSOLVED)
        text = text.replace('jurisdiction = "example"', 'jurisdiction = "shown"').replace(
            ", Example", ", Shown"
        )
        dealer = 'dealer = { value = 3, clauses = ["sh-tcp-5.deal"] }\n'
        face_up = dealer.replace("dealer =", "dealer_face_up =").replace("3", "1", 1)
        file.write_text(text.replace(dealer, dealer + face_up))
    return root


@pytest.fixture(scope="module")
def served(plugged: dict[str, str], built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `croupier serve --demo` with the package and the unsolved rule set installed."""
    data = tmp_path_factory.mktemp("served")
    environment = {**plugged, "CROUPIER_RULEBOOK": str(unsolved_rulebook(data / "rulebook"))}
    command = [sys.executable, "-m", "croupier", "serve", "--demo", "--port", "0", "--data", str(data)]
    with (data / "log").open("w") as log:
        server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
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


def test_a_game_without_solver_or_lessons_says_so_and_shows_no_other_games_figures(
    served: str, browser: Browser
) -> None:
    reason = (
        f"{UNSOLVED}: its game brings no solver of its own, and the generic solver needs a single decision"
    )
    visits = Visits(browser, served)
    try:
        page = visits.page("/practice")
        page.get_by_test_id("come-in").click()
        expect(page.get_by_test_id(f"drill-{UNSOLVED}")).to_be_visible()
        expect(page.get_by_test_id("learn-ma/high-card-flush")).to_be_visible()
        expect(page.get_by_test_id(f"learn-{UNSOLVED}")).to_have_count(0)
        page.goto(f"{served}/practice/{UNSOLVED}")
        expect(page.locator("main")).to_contain_text(reason)
        page.goto(f"{served}/odds/{UNSOLVED}")
        expect(page.locator("main")).to_contain_text(reason)
        page.goto(f"{served}/odds/heat-map?rules={UNSOLVED}")
        expect(page.locator("main")).to_contain_text("No map of starting hands")
        page.goto(f"{served}/learn/{UNSOLVED}")
        expect(page.locator("main")).to_contain_text("the game has no lessons")
    finally:
        visits.close()
