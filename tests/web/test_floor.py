"""The floor in the browser: tables at a glance, acts at a table, jackpots, and access by role."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from croupier.floor.registry.demo import demo_tables, set_up_demo
from croupier.money import dollars
from tests.floor.desk_rig import MD, NOTHING, SEVEN, ULTIMATE, in_turn
from tests.server.rig import GOOD, Running, running
from tests.table.driver import every_wager
from tests.web.browser import Visits, serious, sheets
from tests.web.floor_house import Dealer, live_table

UNIT = 10_000
PAID = 3_500_020
"""The seed of Maryland's meter, and a fifth of the dollar that was wagered."""


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Iterator[Running]:
    """A house of the demo in which nobody does anything: for those who only look."""
    place = tmp_path_factory.mktemp("house")
    with running(f"sqlite:///{place / 'ledger.db'}", place / "keys", demo=True) as here:
        set_up_demo(here.house.floor, here.house.registry)
        yield here


@pytest.fixture
def looks(browser: Browser, calm: Running) -> Iterator[Visits]:
    """People who only look, each with a browser."""
    here = Visits(browser, calm.url)
    try:
        yield here
    finally:
        here.close()
    assert here.errors == []


def exact(cents: int) -> str:
    """An amount as the desk shows it, with its cents."""
    return f"${cents // 100:,}.{cents % 100:02}"


def glimpse(page: Page, table: str) -> Locator:
    """The card of a table on the floor."""
    return page.locator(f'[data-testid="glimpse"][data-table="{table}"]')


def hit(site: Running) -> Dealer:
    """A live table of Maryland at which seat 1 has won the whole meter."""
    table = live_table(site, "pit", MD, 1)
    table.win(in_turn(SEVEN, NOTHING), {1: {"ante": 1000, "progressive": 100}})
    return table


# ------------------------------------------------------------------------------------------- at a glance


def test_every_table_stands_on_the_floor_as_it_is(site: Running, visits: Visits) -> None:
    client = site.signed_in("floorperson")
    live = live_table(site, "pit", ULTIMATE, 2, 5)
    live.start_round({2: every_wager(ULTIMATE), 5: every_wager(ULTIMATE)})
    page = visits.page("/floor", as_=client)
    response = client.get("/api/floor").json()
    expect(page.get_by_test_id("glimpse")).to_have_count(len(response))
    for table in response:
        shown = glimpse(page, table["table"])
        game, place = table["title"].rsplit(", ", 1)
        expect(shown).to_contain_text(f"{game}, {place}")
        state = "In a round" if table["in_play"] else "Taking bets" if table["bets_open"] else "Preparing"
        expect(shown).to_contain_text(state)
        seats = f"{table['taken']} of {table['positions']} taken"
        expect(shown.get_by_role("img", name=seats)).to_be_visible()
    expect(glimpse(page, "pit")).to_contain_text("Live")
    while not any(offer.act == "decide" for offer in live.offers()):
        live.perform_next()
    expect(glimpse(page, "pit")).to_contain_text("Preflop, seat 2")
    page.clock.set_system_time(time.time() + 7200)  # a clock that is wrong counts for nothing
    page.reload()
    expect(glimpse(page, "pit").get_by_text(re.compile("^(now|[0-9]+ s ago)$"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^Live")).click()
    expect(page.get_by_test_id("glimpse")).to_have_count(sum(table["mode"] == "live" for table in response))


def test_a_table_is_closed_and_opened_again(site: Running, visits: Visits) -> None:
    page = visits.page("/floor", as_=site.signed_in("floorperson"))
    page.evaluate("Crypto.prototype.randomUUID = undefined")  # as on a plain http address of the house
    page.get_by_role("button", name="Close table ma-ultimate-texas-holdem").click()
    page.get_by_test_id("close-dialog").get_by_role("button", name="Close the table").click()
    expect(glimpse(page, "ma-ultimate-texas-holdem")).to_contain_text("Closed")
    assert site.house.floor.tables["ma-ultimate-texas-holdem"].state.program == "closed"
    page.get_by_role("button", name="Open table ma-ultimate-texas-holdem").click()
    expect(glimpse(page, "ma-ultimate-texas-holdem")).to_contain_text("Taking bets")
    assert site.house.floor.tables["ma-ultimate-texas-holdem"].state.program == "round"


# ------------------------------------------------------------------------------------------ at one table


def test_an_absent_player_a_correction_and_a_void_hand(site: Running, visits: Visits) -> None:
    live = live_table(site, "pit", ULTIMATE, 1, 4)
    live.start_round({1: every_wager(ULTIMATE), 4: every_wager(ULTIMATE)})
    while not any(offer.act == "decide" for offer in live.offers()):
        live.perform_next()
    page = visits.page("/floor/table/pit", as_=site.signed_in("supervisor"))
    dialog = page.get_by_test_id("act-dialog")

    page.get_by_role("button", name="Seat 1 does not act in time: check for the seat").click()
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog).to_have_count(0)
    assert live.state.hands[1].answered == "preflop"
    assert live.asked()[0] == 4

    page.get_by_role("button", name="Correct seat 4").click()
    dialog.get_by_label("Wagers", exact=True).check()
    dialog.get_by_label("Trips", exact=True).fill("8.5o")
    live.sit(2)  # what the table tells meanwhile overwrites nothing
    expect(page.get_by_role("row", name=re.compile("^2"))).to_be_visible()
    expect(dialog.get_by_label("Trips", exact=True)).to_have_value("8.5o")
    dialog.get_by_label("Reason").fill("miscounted")
    dialog.get_by_label("What was on the layout").fill("eight dollars and a half")
    dialog.get_by_label("Second signature: name").fill("dealer")
    dialog.get_by_label("Second signature: password").fill(GOOD)
    dialog.get_by_role("button", name="Correct it").click()
    expect(dialog.get_by_test_id("problem")).to_contain_text("“8.5o” is not a dollar amount.")
    dialog.get_by_label("Trips", exact=True).fill("8.50")
    dialog.get_by_label("Reason").fill("")
    dialog.get_by_role("button", name="Correct it").click()
    expect(dialog).to_be_visible()  # the browser asks for the reason first
    dialog.get_by_label("Reason").fill("the stack was miscounted")
    dialog.get_by_role("button", name="Correct it").click()
    expect(dialog).to_have_count(0)
    assert live.state.hands[4].wagers["trips"] == 850
    expect(page.get_by_role("row", name=re.compile("^4"))).to_contain_text("$8.50")

    page.get_by_role("button", name="A player's hand has a wrong number of cards").click()
    dialog.get_by_label("Seat", exact=True).select_option(label="Seat 1")
    expect(dialog).to_contain_text("The hand of seat 1 is void")
    dialog.get_by_label("Note").fill("three cards")
    dialog.get_by_role("button", name="Report it").click()
    expect(dialog).to_have_count(0)
    assert live.state.hands[1].void
    expect(page.get_by_test_id("now")).to_contain_text("Seat 1 void")

    page.get_by_role("link", name="Significant events").click()
    found = page.get_by_test_id("significant")
    expect(found).to_contain_text("Seat 4 corrected")
    expect(found).to_contain_text("the stack was miscounted")
    page.get_by_role("button", name="Void", exact=True).click()
    expect(page).to_have_url(re.compile("what=void"))
    rows = found.locator("tbody tr")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("the hand is void")
    expect(rows.first).to_contain_text("three cards")


def test_refusals_are_shown_in_words(site: Running, visits: Visits) -> None:
    live = live_table(site, "pit", ULTIMATE, 1)
    live.start_round({1: every_wager(ULTIMATE)})
    page = visits.page("/floor/table/pit", as_=site.signed_in("supervisor"))
    page.get_by_role("button", name="Correct seat 1").click()
    dialog = page.get_by_test_id("act-dialog")
    dialog.get_by_label("Wagers", exact=True).check()
    dialog.get_by_label("Ante", exact=True).fill("1")
    dialog.get_by_label("Blind", exact=True).fill("1")
    dialog.get_by_label("Reason").fill("mistyped")
    dialog.get_by_label("What was on the layout").fill("a dollar on each")
    dialog.get_by_label("Second signature: name").fill("dealer")
    dialog.get_by_label("Second signature: password").fill(GOOD)
    ledger = site.house.floor.ledger
    before = ledger.position()
    dialog.get_by_role("button", name="Correct it").click()
    problem = dialog.get_by_test_id("problem")
    expect(problem).to_have_attribute("data-code", "below_minimum")
    expect(problem).to_contain_text("$5 to $500")
    assert [each.kind for each in ledger.follow(before)] == ["countersigned.v1"]  # and nothing of the table
    assert serious(page) == []


def test_the_sign_is_a_page_to_print(calm: Running, looks: Visits) -> None:
    page = looks.page("/floor/table/ma-high-card-flush", as_=calm.signed_in("floorperson"))
    page.get_by_role("link", name="Printable sign").click()
    expect(page.get_by_role("heading", name="High Card Flush, Massachusetts")).to_be_visible()
    expect(page.get_by_text("Limits")).to_be_visible()
    for table in demo_tables():
        page.goto(f"/api/tables/{table}/sign")
        assert sheets(page) == 1, table


# ---------------------------------------------------------------------------------------------- jackpots


def test_a_jackpot_from_hit_to_validation(site: Running, visits: Visits) -> None:
    table = live_table(site, "pit", MD, 1)
    client = site.signed_in("floorperson")
    desk = visits.page("/floor/jackpots", as_=client)
    screen = visits.page("/meters/link-pit")  # above the table, where nobody is signed in
    seed = 3_500_000
    expect(screen.locator("[data-meter]")).to_have_attribute("data-amount", str(seed * UNIT))
    expect(desk.get_by_text("No pending awards")).to_be_visible()
    looked: list[
        str
    ] = []  # what was decided is asked for again when something has changed, not with every look
    desk.on("request", lambda asked: looked.append(asked.url) if "decided" in asked.url else None)

    table.win(in_turn(SEVEN, NOTHING), {1: {"ante": 1000, "progressive": 100}})
    card = desk.get_by_test_id("pending").get_by_role("link")
    expect(card).to_contain_text("Seven-card straight flush")
    expect(card).to_contain_text(exact(PAID))
    expect(desk.get_by_role("navigation", name="Floor").get_by_role("link", name="Jackpots")).to_contain_text(
        "1"
    )
    expect(screen.get_by_test_id("pending")).to_have_text("Jackpot pending validation, table pit")
    assert "straight" not in screen.inner_text("main")  # the award is shown once it is paid
    assert "seven" not in screen.inner_text("main").lower()

    card.click()
    assert len(looked) <= 1
    slip: dict[str, Any] = client.get("/api/jackpots/pit/1.1").raise_for_status().json()
    assert (slip["paid"], slip["before"], slip["after"]) == (PAID, PAID * UNIT, seed * UNIT)
    expect(desk.get_by_test_id("amount")).to_have_attribute("data-cents", str(PAID))
    expect(desk.get_by_role("group", name=re.compile("^The winning hand: ace of spades"))).to_be_visible()
    for amount in (PAID, seed):
        expect(desk.get_by_text(exact(amount), exact=True).first).to_be_visible()
    expect(
        desk.get_by_text(
            re.compile("Tax form: the rule is winnings of .2,000 or more and 300 times the wager")
        )
    ).to_be_visible()
    desk.get_by_role("button", name=f"all {len(slip['clauses'])}").click()
    words = desk.get_by_role("dialog")
    expect(words.locator("dt")).to_have_count(len(slip["clauses"]))
    expect(words.get_by_text("Unknown clause.")).to_have_count(0)
    desk.keyboard.press("Escape")

    desk.get_by_test_id("slip").click()
    expect(desk.get_by_text("REPRINT")).to_have_count(0)
    expect(desk.get_by_text("Not validated yet: not to be paid on this slip.")).to_be_visible()
    expect(desk.get_by_text(dollars(PAID)).first).to_be_visible()
    assert desk.evaluate("getComputedStyle(document.body).backgroundColor") in (
        "rgb(255, 255, 255)",
        "rgba(0, 0, 0, 0)",
    )
    desk.go_back()
    desk.get_by_test_id("slip").click()
    expect(desk.get_by_text("REPRINT, copy 2")).to_be_visible()
    desk.go_back()

    desk.get_by_role("button", name="Validate").click()
    desk.get_by_test_id("decide-dialog").get_by_role("button", name="Validate").click()
    expect(desk.get_by_test_id("award-state")).to_have_text("Paid")
    expect(desk.get_by_role("button", name="Validate")).to_have_count(0)
    expect(desk.get_by_text("Floorperson, floorperson")).to_be_visible()
    assert table.state.pending == {}
    link = site.house.floor.links["link-pit"]
    assert (link.pending, link.paid, link.amounts) == (0, PAID * UNIT, {"main": seed * UNIT})
    assert link.conserved

    expect(screen.get_by_test_id("pending")).to_have_count(0)
    expect(screen.get_by_test_id("last-hit")).to_contain_text(exact(PAID))
    expect(screen.get_by_test_id("last-hit")).to_contain_text("seven-card straight flush, table pit")
    desk.get_by_role("link", name="Jackpots").last.click()
    row = desk.get_by_test_id("history").locator("tbody tr")
    expect(row).to_contain_text("Paid")
    expect(row.locator(f'[data-cents="{PAID}"]')).to_be_visible()
    row.get_by_role("link").click()  # one step, and one back
    expect(desk.get_by_test_id("award-state")).to_have_text("Paid")
    desk.go_back()
    expect(row).to_contain_text("Paid")
    while table.state.hands:  # and the round goes on to its end
        table.perform_next()


def test_a_jackpot_is_rejected_with_a_reason(site: Running, visits: Visits) -> None:
    hit(site)
    desk = visits.page("/floor/jackpots/pit/1.1", as_=site.signed_in("supervisor"))
    desk.get_by_role("button", name="Reject").click()
    dialog = desk.get_by_test_id("decide-dialog")
    dialog.get_by_role("button", name="Reject").click()
    expect(dialog).to_be_visible()  # no reason, no rejection
    assert site.house.floor.tables["pit"].state.pending
    dialog.get_by_label("Reason").fill("a card of another deck")
    assert serious(desk) == []
    dialog.get_by_role("button", name="Reject").click()
    expect(desk.get_by_test_id("award-state")).to_have_text("Rejected")
    expect(desk.get_by_text("Rejected: a card of another deck")).to_be_visible()
    assert site.house.floor.links["link-pit"].amounts == {"main": PAID * UNIT}


# ------------------------------------------------------------------------------------------- who sees what

FLOOR_PATHS = (
    "/floor",
    "/floor/table/ma-high-card-flush",
    "/floor/jackpots",
    "/floor/meters",
    "/floor/hold",
    "/floor/significant",
    "/floor/submissions",
    "/floor/tables",
    "/floor/people",
)


def status(page: Page, path: str, csrf: str = "") -> int:
    """The server's answer to this page's own session."""
    asked = (
        f"fetch({path!r}, {{method: 'POST', headers: {{'X-CSRF-Token': {csrf!r}}}}})"
        if csrf
        else f"fetch({path!r})"
    )
    found = page.evaluate(f"{asked}.then(answer => answer.status)")
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize("role", ["player", "dealer"])
def test_players_and_dealers_see_no_floor(calm: Running, looks: Visits, role: str) -> None:
    client = calm.client() if role == "player" else calm.signed_in(role)
    if role == "player":
        client.guest()
    page = looks.page("/", as_=client)
    expect(page.get_by_role("link", name="Odds", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Floor", exact=True)).to_have_count(0)
    for path in FLOOR_PATHS:
        page.goto(path)
        expect(page.get_by_role("heading", name="You don't have access to this")).to_be_visible()
        links = page.get_by_role("navigation", name="Floor").get_by_role("link")
        expect(links).to_have_text([re.compile(r"^\s*Chips")] if role == "dealer" else [])
    for path in (
        "/api/floor",
        "/api/floor/ma-high-card-flush",
        "/api/jackpots",
        "/api/jackpots/decided",
        "/api/names?ids=p_1",
        "/api/hold",
        "/api/significant",
        "/api/submissions",
        "/api/submissions/practice-ma-high-card-flush/1/layout.svg",
        "/api/listings",
        "/api/people",
    ):
        assert status(page, path) == 403, path
    csrf = str(client.headers["x-csrf-token"])
    for path in ("/api/jackpots/ma-high-card-flush/1.1/validate", "/api/listings/ma-high-card-flush/open"):
        assert status(page, path, csrf) == 403, path
    assert calm.client().get("/api/floor").status_code == 401


FLOOR_PAGES = ["Tables", "Jackpots", "Rotation", "Meters", "Chips", "Tax forms"]
SUPERVISOR_PAGES = ["Hold", "Reports", "Watch", "Protection", "Significant events", "Submissions"]


@pytest.mark.parametrize(
    ("role", "pages"),
    [
        ("floorperson", FLOOR_PAGES),
        ("supervisor", [*FLOOR_PAGES, *SUPERVISOR_PAGES]),
        ("surveillance", [*FLOOR_PAGES, *SUPERVISOR_PAGES, "People"]),
        ("administrator", [*FLOOR_PAGES, *SUPERVISOR_PAGES, "Set up", "People"]),
    ],
)
def test_a_role_is_shown_its_own_pages(calm: Running, looks: Visits, role: str, pages: list[str]) -> None:
    page = looks.page("/floor/people", as_=calm.signed_in(role))
    links = page.get_by_role("navigation", name="Floor").get_by_role("link")
    expect(links).to_have_text([re.compile(f"^\\s*{each}") for each in pages])
    if "People" in pages:
        expect(page.get_by_role("heading", name="People")).to_be_visible()
    else:
        expect(page.get_by_role("heading", name="You don't have access to this")).to_be_visible()
        assert status(page, "/api/people") == 403


def test_those_who_watch_change_nothing(site: Running, visits: Visits) -> None:
    hit(site)
    page = visits.page("/floor", as_=site.signed_in("surveillance"))
    expect(glimpse(page, "pit")).to_contain_text("1 award to validate")
    expect(page.get_by_role("button", name=re.compile("^(Open|Close) table"))).to_have_count(0)
    page.goto("/floor/jackpots/pit/1.1")
    expect(page.get_by_test_id("award-state")).to_have_text("Pending validation")
    expect(page.get_by_role("button", name="Validate")).to_have_count(0)
    page.goto("/floor/table/pit")
    expect(page.get_by_test_id("now")).to_be_visible()
    expect(page.get_by_test_id("actions")).to_have_count(0)
    expect(page.get_by_test_id("inventory").get_by_role("button")).to_have_count(0)
    page.goto("/floor/meters")
    expect(page.get_by_test_id("link-ma-high-card-flush")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^(Add to meter|Correct)"))).to_have_count(0)
