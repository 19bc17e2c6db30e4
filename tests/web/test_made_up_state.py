"""A rule set of the user's own in the browser: its table, its felt, its raise and its odds page."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from croupier.floor.registry.demo import set_up_demo
from croupier.rulebook.catalog import install
from tests.server.rig import Running, running
from tests.web.browser import Visits
from tests.web.player_steps import bet, come_in, no_more_bets, play_on, put_down, sit, view

ROOT = Path(__file__).parents[2] / "examples/rulebook"
TABLE, RULES = "xx-high-card-flush", "xx/high-card-flush"


@pytest.fixture
def invented(tmp_path: Path, built: Path) -> Iterator[Running]:
    """A demo server that finds the invented state."""
    install([ROOT])
    try:
        with running(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys", demo=True) as here:
            set_up_demo(here.house.floor, here.house.registry)
            yield here
    finally:
        install(())


def test_a_guest_plays_the_invented_state_and_sees_its_odds(invented: Running, browser: Browser) -> None:
    visits = Visits(browser, invented.url)
    try:
        page = visits.page(f"/table/{TABLE}")
        come_in(page)
        sit(page)
        put_down(page, "ante", "flush_bonus")
        bet(page)
        no_more_bets(invented, page, TABLE)
        play_on(page)
        last = view(page, TABLE)["last"]["seats"][0]
        assert set(last["results"]) >= {"ante", "flush_bonus"}
        assert all(clause.startswith("xx-hcf-") for clause in last["results"]["ante"]["clauses"])
        assert "progressive" not in view(page, TABLE).get("meters", {})
        page.goto("/odds")
        page.get_by_test_id(f"rules-{RULES}").click()
        expect(page.get_by_role("heading", name=re.compile("Example State"))).to_be_visible()
        expect(page.get_by_text("Gold").first).to_be_visible()
    finally:
        visits.close()
    assert visits.errors == []
