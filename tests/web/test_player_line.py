"""The line to the table: a click counts once, tabs agree, a broken line is mended; motion."""

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.server.rig import Running
from tests.web.browser import Visits
from tests.web.player_steps import (
    MINUS,
    bet,
    close_bets,
    come_in,
    decision,
    fetched,
    no_more_bets,
    play_on,
    put_down,
    sit,
    view,
)


def decided(page: Page, table: str) -> list[str]:
    """The decisions that the table has taken, in order."""
    events = fetched(page, f"/api/tables/{table}/events?after=0")["events"]
    return [each["event"]["action"] for each in events if each["event"]["kind"] == "decided.v1"]


def test_a_decision_clicked_twice_counts_once(site: Running, visits: Visits) -> None:
    page = visits.page("/table/ma-ultimate-texas-holdem")
    come_in(page)
    sit(page)
    put_down(page, "ante")
    bet(page)
    no_more_bets(site, page, "ma-ultimate-texas-holdem")
    page.get_by_test_id("decide-check-0").dblclick()
    # The next question is asked, and was not answered by the second click.
    expect(page.get_by_test_id("decide-play-1000")).to_be_visible()
    expect(page.get_by_test_id("decide-play-1000")).to_be_enabled()
    assert decided(page, "ma-ultimate-texas-holdem") == ["check"]


def test_a_decision_during_an_outage_is_shown_at_once_and_arrives(site: Running, visits: Visits) -> None:
    dead = False
    held: list[str | bytes] = []

    def through(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda message: held.append(message) if dead else server.send(message))
        lines.append(server)

    lines: list[WebSocketRoute] = []
    page = visits.page("/")
    page.context.route_web_socket(re.compile("/socket"), through)
    page.goto("/table/ma-high-card-flush")
    come_in(page)
    sit(page)
    put_down(page, "ante")
    bet(page)
    no_more_bets(site, page, "ma-high-card-flush")
    expect(page).to_have_title(re.compile(r"^Your turn, \d+ s$"))
    dead = True
    page.get_by_test_id("decide-fold-0").click()
    expect(page.get_by_test_id("toast")).to_contain_text("The table has not answered yet", timeout=2_000)
    assert decided(page, "ma-high-card-flush") == []
    dead = False
    for message in held:
        lines[-1].send(message)
    expect(page.get_by_test_id("my-net")).to_have_text(f"{MINUS}$5")
    expect(page).not_to_have_title(re.compile("Your turn"))
    assert decided(page, "ma-high-card-flush") == ["fold"]


def test_two_tabs_agree(site: Running, visits: Visits) -> None:
    page = visits.page("/table/ma-high-card-flush")
    come_in(page)
    other = visits.beside(page.context, "/table/ma-high-card-flush")
    sit(page)
    expect(other.locator('[data-spot="3/ante"]')).to_be_visible()
    page.bring_to_front()  # a tab behind another is drawn once a second
    put_down(page, "ante")
    bet(page)
    no_more_bets(site, page, "ma-high-card-flush")
    expect(decision(other).first).to_be_visible()
    other.bring_to_front()
    other.get_by_test_id("decide-fold-0").click()
    for tab in (page, other):
        expect(tab.get_by_test_id("my-net")).to_have_text(f"{MINUS}$5")
        expect(decision(tab)).to_have_count(0)
    versions = {tab.get_by_test_id("table").get_attribute("data-version") for tab in (page, other)}
    assert versions == {str(view(page, "ma-high-card-flush")["version"])}
    assert decided(page, "ma-high-card-flush") == ["fold"]


def test_a_line_that_breaks_in_a_round_is_mended_to_the_exact_state(site: Running, visits: Visits) -> None:
    lines: list[WebSocketRoute] = []
    down = False

    def through(line: WebSocketRoute) -> None:
        if down:
            line.close()
            return
        line.connect_to_server()
        lines.append(line)

    visits.allow("WebSocket")
    page = visits.page("/")
    page.context.route_web_socket(re.compile("/socket"), through)
    page.goto("/table/ma-high-card-flush")
    come_in(page)
    sit(page)
    another = site.client()
    another.guest()
    assert another.act("ma-high-card-flush", act="sit", seat=1).status_code == 200
    put_down(page, "ante")
    bet(page)
    assert another.act("ma-high-card-flush", act="bet", seat=1, wagers={"ante": 500}).status_code == 200
    close_bets(site, page, "ma-high-card-flush")
    expect(page.get_by_test_id("status")).to_contain_text("Waiting for seat 1")

    down = True
    for line in lines:
        line.close()
    expect(page.get_by_test_id("connection")).to_have_attribute("data-status", "lost")
    expect(page.get_by_test_id("connection")).to_contain_text("Connection lost")
    # Meanwhile the table goes on, and the page does not know.
    assert another.act("ma-high-card-flush", act="decide", seat=1, action="fold").status_code == 200
    expect(page.get_by_test_id("status")).to_contain_text("Waiting for seat 1")
    down = False
    expect(page.get_by_test_id("connection")).to_have_attribute("data-status", "open", timeout=15_000)
    expect(page.get_by_test_id("connection")).to_contain_text("Reconnected")
    expect(page.get_by_test_id("status")).to_contain_text("Your turn")
    now = view(page, "ma-high-card-flush")
    assert page.get_by_test_id("table").get_attribute("data-version") == str(now["version"])
    cards = page.locator('[data-felt-seat="3"] [data-felt-card]')
    faces = cards.evaluate_all("cards => cards.map(card => card.dataset.feltCard)")
    assert faces == next(each["cards"] for each in now["seats"] if each["seat"] == 3).split()

    # A decision that is clicked while the line is down is asked once, when it is back.
    down = True
    for line in lines:
        line.close()
    expect(page.get_by_test_id("connection")).to_have_attribute("data-status", "lost")
    decision(page).first.click()
    down = False
    expect(page.get_by_test_id("my-net")).to_be_visible(timeout=15_000)
    assert decided(page, "ma-high-card-flush") == ["fold", "raise"]


def test_movement_is_skipped_by_a_key_and_ends_right(site: Running, visits: Visits) -> None:
    page = visits.page("/table/ma-high-card-flush", reduced_motion="no-preference")
    come_in(page)
    sit(page)
    put_down(page, "ante")
    bet(page)
    no_more_bets(site, page, "ma-high-card-flush")
    assert (
        page.evaluate("document.querySelector('[data-testid=felt]').getAnimations({subtree: true}).length")
        > 0
    )
    decision(page).first.click()
    felt = page.get_by_test_id("felt")
    expect(felt).to_have_attribute("data-busy", "true")
    assert page.get_by_test_id("my-net").count() == 0  # hidden until the cards are shown
    page.keyboard.press("Escape")
    expect(felt).not_to_have_attribute("data-busy", "true", timeout=500)
    expect(page.get_by_test_id("my-net")).to_be_visible()
    page.keyboard.press("r")
    page.keyboard.press("b")
    no_more_bets(site, page, "ma-high-card-flush")
    play_on(page)  # and without a key it ends by itself
    expect(felt).not_to_have_attribute("data-busy", "true")
    last = view(page, "ma-high-card-flush")["last"]
    shown = page.locator("[data-felt-card]").evaluate_all("cards => cards.map(c => c.dataset.feltCard)")
    assert set(last["dealer"]["cards"].split()) <= set(shown)


def test_nothing_moves_where_the_system_asks_for_calm(site: Running, visits: Visits) -> None:
    page = visits.page("/table/ma-high-card-flush", reduced_motion="reduce")
    come_in(page)
    sit(page)
    put_down(page, "ante")
    bet(page)
    no_more_bets(site, page, "ma-high-card-flush")
    running = "document.querySelector('[data-testid=felt]').getAnimations({subtree: true})"
    assert page.evaluate(f"{running}.filter(each => each.constructor === Animation).length") == 0
    decision(page).first.click()
    expect(page.get_by_test_id("my-net")).to_be_visible()
    assert page.get_by_test_id("felt").get_attribute("data-busy") is None
