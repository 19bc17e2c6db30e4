"""The lobby and the sign-in: the page shows the server's data; entry by one click, by name, by a link."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from croupier.money import dollars
from croupier.server.api.tables.routes import ELECTRONIC_NOTICE
from tests.server.rig import GOOD, Running
from tests.web.browser import Visits, serious

UNIT = 10_000


def tile(page: Page, table: str) -> Locator:
    """The card of a table."""
    return page.locator(f'[data-table="{table}"]')


def test_every_table_is_shown_with_its_limits_seats_and_meters(site: Running, visits: Visits) -> None:
    page = visits.page()
    response = site.client().get("/api/tables").json()
    assert len({table["rules"] for table in response}) == 5
    for table in response:
        shown = tile(page, table["table"])
        game, place = table["title"].rsplit(", ", 1)
        expect(shown.get_by_role("heading", name=game)).to_be_visible()
        expect(shown).to_contain_text(place)
        expect(shown.get_by_role("img", name=f"0 of {table['positions']} seats taken")).to_be_visible()
        for limit in table["limits"]:
            stakes = limit.get("only", [])
            words = " or ".join(map(dollars, stakes)) if stakes else f"{dollars(limit['least'])} to "
            expect(shown.locator(".limits")).to_contain_text(words)
        for name, amount in table["meters"].items():
            if amount:
                assert shown.locator(f'[data-amount="{amount}"]').count() == 1, name
    expect(page.get_by_text(ELECTRONIC_NOTICE)).to_be_visible()


def test_pay_tables_are_those_of_the_house(site: Running, visits: Visits) -> None:
    page = visits.page()
    table = next(
        each for each in site.client().get("/api/tables").json() if each["table"] == "ma-high-card-flush"
    )
    page.get_by_role("button", name=f"Pay tables of {table['title']}").click()
    dialog = page.get_by_role("dialog")
    chosen = {pays["wager"]: pays for pays in table["pay_tables"]}
    assert {"flush_bonus", "straight_flush_bonus", "progressive"} <= set(chosen)
    house = site.house.floor.tables["ma-high-card-flush"].state.at.house
    for wager in ("flush_bonus", "straight_flush_bonus"):
        rows = dialog.get_by_role("table", name=chosen[wager]["title"], exact=True).get_by_role("row")
        expect(rows).to_have_count(len(house.tables[wager].rows))
        for index, award in enumerate(house.tables[wager].awards):
            expect(rows.nth(index).get_by_role("cell")).to_have_text(str(award))
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_guest_sits_down_in_one_click(site: Running, visits: Visits) -> None:
    page = visits.page()
    tile(page, "ma-ultimate-texas-holdem").get_by_role("button", name="Sit down").click()
    expect(page).to_have_url(re.compile("/table/ma-ultimate-texas-holdem$"))
    expect(page.get_by_test_id("status")).to_have_text("Place your bet.")
    expect(page).to_have_title("Ultimate Texas Hold'em, Massachusetts · Croupier")
    expect(page.get_by_test_id("start")).to_have_text(re.compile(r"^Put \$5 on ante"))
    balance = page.get_by_test_id("session-menu").get_by_test_id("balance")
    expect(balance).to_be_visible()
    response = page.evaluate("fetch('/api/session').then(answer => answer.json())")
    assert response["demo"] is True
    assert int(balance.get_attribute("data-cents") or 0) == site.balance(f"player:{response['person']}") > 0


@pytest.mark.parametrize("times", [(1_500, 3_000, 2_000)])
def test_seats_and_meters_move_while_one_looks(site: Running, visits: Visits) -> None:
    page = visits.page()
    before = site.house.floor.links["ma-ultimate-texas-holdem"].amounts["main"]
    expect(tile(page, "ma-ultimate-texas-holdem").locator(f'[data-amount="{before}"]')).to_be_visible()
    guest = site.client()
    guest.guest()
    assert guest.act("ma-ultimate-texas-holdem", act="sit", seat=2).status_code == 200
    wagers = {"ante": 500, "blind": 500, "trips": 100, "progressive": 500}
    answer = guest.act("ma-ultimate-texas-holdem", act="bet", seat=2, wagers=wagers)
    assert answer.status_code == 200, answer.text
    expect(
        tile(page, "ma-ultimate-texas-holdem").get_by_role("img", name="1 of 6 seats taken")
    ).to_be_visible()
    expect(tile(page, "ma-ultimate-texas-holdem").locator(f'[data-amount="{before}"]')).to_have_count(0)
    after = site.house.floor.links["ma-ultimate-texas-holdem"].amounts["main"]
    assert after > before
    expect(tile(page, "ma-ultimate-texas-holdem").locator(f'[data-amount="{after}"]')).to_be_visible()


def test_sign_in_by_name(site: Running, visits: Visits) -> None:
    site.player("ann", 12_345)
    page = visits.page("/sign-in")
    page.get_by_label("Name").fill("ann")
    page.get_by_label("Password").fill("not the password at all")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("name")
    expect(page).to_have_url(re.compile("/sign-in$"))
    page.get_by_label("Password").fill(GOOD)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("session-menu")).to_contain_text("Ann")
    expect(page.get_by_test_id("session-menu").get_by_test_id("balance")).to_have_text(
        re.compile(re.escape("$123.45"))
    )
    page.reload()
    expect(page.get_by_test_id("session-menu")).to_contain_text("Ann")
    page.get_by_test_id("session-menu").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


@pytest.mark.parametrize(
    ("role", "home"), [("dealer", "/dealer"), ("floorperson", "/floor"), ("auditor", "/audit")]
)
def test_staff_come_to_their_desk(site: Running, visits: Visits, role: str, home: str) -> None:
    page = visits.page("/sign-in")
    page.get_by_label("Name").fill(role)
    page.get_by_label("Password").fill(GOOD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"{home}$"))
    expect(page.get_by_role("navigation").get_by_role("link", name=home[1:].capitalize())).to_be_visible()


def test_sign_in_leads_back_to_the_requested_page(site: Running, visits: Visits) -> None:
    site.player("ann")
    page = visits.page("/sign-in?next=%2Ftable%2Fma-ultimate-texas-holdem")
    page.get_by_label("Name").fill("ann")
    page.get_by_label("Password").fill(GOOD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/table/ma-ultimate-texas-holdem$"))


def test_a_link_sets_the_password_once(site: Running, visits: Visits) -> None:
    invited = site.house.people.invite(site.administrator, "eve", "Eve", "player")
    page = visits.page(f"/#/password/{invited.link}")
    expect(page.get_by_text("For Eve, who signs in as eve.")).to_be_visible()
    assert serious(page) == []
    page.get_by_label("Password", exact=True).fill("short")
    page.get_by_label("Password again").fill("other")
    page.get_by_role("button", name="Set password and sign in").click()
    expect(page.get_by_role("alert")).to_have_text("The passwords do not match.")
    page.get_by_label("Password again").fill("short")
    page.get_by_role("button", name="Set password and sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be used")
    page.get_by_label("Password", exact=True).fill(GOOD)
    page.get_by_label("Password again").fill(GOOD)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("session-menu")).to_contain_text("Eve")
    assert invited.link not in page.url
    again = visits.page(f"/#/password/{invited.link}")
    expect(again.get_by_role("heading", name="This invitation cannot be used")).to_be_visible()


def test_keys_are_enough(site: Running, visits: Visits) -> None:
    page = visits.page()
    expect(tile(page, "ma-high-card-flush")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    wanted = tile(page, "ma-high-card-flush").get_by_role("button", name="Sit down")
    for _ in range(20):
        page.keyboard.press("Tab")
        if wanted.evaluate("node => node === document.activeElement"):
            break
    expect(wanted).to_be_focused()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/table/ma-high-card-flush$"))


def test_settings_are_kept(visits: Visits) -> None:
    page = visits.page()
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog")
    color = "getComputedStyle(document.querySelector('dialog [data-card=Qd]')).getPropertyValue('--suit')"
    two = page.evaluate(color)
    dialog.get_by_role("switch", name="Four-color deck").check()
    dialog.get_by_role("switch", name="Larger text").check()
    four = page.evaluate(color)
    assert two != four
    moves = dialog.get_by_role(
        "switch", name="Animations"
    )  # the system asks for calm: it is followed, and shown
    expect(moves).not_to_be_checked()
    expect(moves).to_be_disabled()
    assert serious(page) == []
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(dialog.get_by_role("switch", name="Four-color deck")).to_be_checked()
    assert page.evaluate(color) == four
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "19px"


def test_an_unknown_page_says_so(visits: Visits) -> None:
    page = visits.page("/nothing/here")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="Go to the tables").click()
    expect(page.get_by_test_id("table-tile").first).to_be_visible()


def test_an_ended_session_is_reported(site: Running, visits: Visits) -> None:
    ann = site.player("ann")
    page = visits.page(as_=ann)
    expect(page.get_by_test_id("session-menu")).to_contain_text("Ann")
    table = visits.page("/table/ma-ultimate-texas-holdem", as_=ann)
    expect(table.get_by_test_id("connection")).to_have_attribute("data-status", "open")
    assert ann.post("/api/session/end").status_code == 200
    back = table.get_by_role("main").get_by_role("link", name="Sign in")
    expect(back).to_have_attribute("href", "/sign-in?next=%2Ftable%2Fma-ultimate-texas-holdem")
    expect(page.get_by_role("alert")).to_contain_text("Your session has ended", timeout=15_000)
