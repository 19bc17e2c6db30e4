"""Nobody waits, and nobody is stranded: a table of one's own, boxes bet together, the way back to a seat."""

import re

import pytest
from playwright.sync_api import expect

from tests.server.rig import Running
from tests.web.browser import Visits
from tests.web.player_steps import bet, come_in, decision, fetched, play_on, put_down, sit, view

FLUSH = "ma-high-card-flush"


def test_a_table_of_ones_own_by_one_click_without_a_clock(visits: Visits) -> None:
    page = visits.page("/")
    page.get_by_test_id(f"alone-{FLUSH}").click()
    expect(page.get_by_test_id("start")).to_be_visible()
    table = page.url.rpartition("/")[2]
    assert table != FLUSH
    assert table not in {each["table"] for each in fetched(page, "/api/tables")}
    page.keyboard.press("b")
    page.keyboard.press("b")
    expect(decision(page).first).to_be_visible()
    assert fetched(page, f"/api/tables/{table}")["deadline"] is None
    expect(page.get_by_role("timer")).to_have_count(0)
    # Elsewhere in the house the page says whose turn it is, and leads back.
    page.goto("/odds")
    bar = page.get_by_test_id("seat-bar")
    expect(bar).to_contain_text("Your turn")
    expect(page).to_have_title(re.compile("^Your turn"))
    bar.get_by_role("link").click()
    expect(page).to_have_url(re.compile(f"/table/{table}$"))
    expect(bar).to_have_count(0)
    play_on(page)


@pytest.mark.parametrize("times", [(500_000, 0, 500_000)])
def test_two_boxes_are_bet_together_and_dealt_at_once(site: Running, visits: Visits) -> None:
    page = visits.page(f"/table/{FLUSH}")
    come_in(page)
    sit(page, 3)
    expect(page.locator("[data-sit]")).to_have_count(2)  # a second box lies beside the first
    sit(page, 4)
    expect(page.locator("[data-sit]")).to_have_count(0)  # and there is no third
    put_down(page, "ante", seat=3)
    put_down(page, "ante", "flush_bonus", seat=4)
    expect(page.get_by_test_id("bet")).to_have_text(re.compile(r"^Bet \$15 at 2 boxes"))
    bet(page)
    expect(page.get_by_test_id("bet")).to_have_text(re.compile(r"^\$15 wagered"))
    wagers = {each["seat"]: each["wagers"] for each in view(page, FLUSH)["seats"]}
    assert wagers == {3: {"ante": 500}, 4: {"ante": 500, "flush_bonus": 500}}
    page.keyboard.press("b")  # alone: nobody else needs the time
    expect(decision(page).first).to_be_visible()


def test_an_ante_without_a_raise_is_warned_of_and_play_money_comes_by_itself(
    site: Running, visits: Visits
) -> None:
    page = visits.page(f"/table/{FLUSH}")
    person = come_in(page)
    sit(page)
    for _ in range(5):
        put_down(page, "ante", chip=10_000)
    expect(page.get_by_test_id("bet-warning")).to_have_count(0)  # $500 of $1,000 leave $500 for the raise
    put_down(page, "flush_bonus", chip=500)
    expect(page.get_by_test_id("bet-warning")).to_contain_text("Staying in costs at least $500")
    page.get_by_test_id("clear").click()
    admin = site.signed_in("administrator")
    taken = {"player": person, "cents": 99_500, "reason": "test"}
    admin.post("/api/cashier/take-back", json=taken).raise_for_status()
    page.reload()
    expect(page.get_by_text("You received")).to_be_visible()
    expect(page.get_by_test_id("my-balance")).to_have_text("$1,000")


def test_a_guest_who_leaves_is_asked_first(site: Running, visits: Visits) -> None:
    page = visits.page(f"/table/{FLUSH}")
    come_in(page)
    sit(page)
    page.get_by_test_id("session-menu").click()
    page.get_by_test_id("sign-out").click()
    asked = page.get_by_test_id("leave-dialog")
    expect(asked).to_contain_text("play money")
    asked.get_by_role("button", name="Stay").click()
    expect(page.get_by_test_id("session-menu")).to_be_focused()
    assert fetched(page, "/api/session")["demo"]
    page.get_by_test_id("session-menu").click()
    page.get_by_test_id("sign-out").click()
    page.get_by_test_id("leave-confirm").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
