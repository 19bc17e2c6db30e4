"""A player's steps on the page of a table, and the server's view of them."""

import re
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, expect

from croupier.errors import Refusal
from croupier.money import dollars
from croupier.table import commands as c
from tests.server.rig import Running

PATIENCE = 20
MINUS = "\N{MINUS SIGN}"
TABLES = (
    "ma-high-card-flush",
    "nj-high-card-flush",
    "md-high-card-flush",
    "ma-ultimate-texas-holdem",
    "ma-four-card-poker",
)
SIDES = ("flush_bonus", "straight_flush_bonus", "trips", "aces_up", "progressive", "cover_all")


def fetched(page: Page, path: str) -> Any:
    """The server's answer to the person of this page."""
    return page.request.get(path).json()


def view(page: Page, table: str) -> dict[str, Any]:
    """The table as the server has it for the person of this page."""
    found: dict[str, Any] = fetched(page, f"/api/tables/{table}")["view"]
    return found


def come_in(page: Page) -> str:
    """In as a guest; who one is."""
    page.get_by_test_id("come-in").click()
    expect(page.get_by_test_id("connection")).to_have_attribute("data-status", "open")
    person: str = fetched(page, "/api/session")["person"]
    return person


def sit(page: Page, seat: int = 3) -> None:
    """Take a seat on the felt."""
    page.locator(f'[data-sit="{seat}"]').click()
    expect(page.locator(f'[data-spot^="{seat}/"]').first).to_be_visible()


def spot(page: Page, wager: str, seat: int = 3) -> Locator:
    """An area of one's own place."""
    return page.locator(f'[data-spot="{seat}/{wager}"]')


def put_down(page: Page, *wagers: str, seat: int = 3, chip: int = 500) -> None:
    """A chip on each of these areas."""
    page.locator(f'[data-chip="{chip}"]').click()
    for wager in wagers:
        spot(page, wager, seat).click()


def bet(page: Page) -> None:
    """Wager what lies there."""
    page.get_by_test_id("bet").click()


def close_bets(site: Running, page: Page, table: str) -> None:
    """The bet has come, and the dealer closes the betting: nobody waits for its time to run out. On a busy
    machine it may have run out already."""
    wagered = page.get_by_test_id("bet").filter(has_text=re.compile(r"^\$\S+ wagered"))
    closed = page.get_by_test_id("status").filter(has_text=re.compile("^(Your turn|Waiting for seat)"))
    expect(wagered.or_(closed)).to_be_visible()
    with suppress(Refusal):
        site.house.floor.send(table, c.CloseBets(), by="dealer", role="dealer").result(PATIENCE)


def no_more_bets(site: Running, page: Page, table: str) -> None:
    """The betting is closed, and the decision is one's own."""
    close_bets(site, page, table)
    expect(decision(page).first).to_be_visible()


def open_panel(page: Page, label: str) -> None:
    """A panel beside the felt, which a narrow page opens by a button."""
    opener = page.get_by_role("group", name="Panels").get_by_role("button", name=label)
    (opener if opener.is_visible() else page.get_by_role("tab", name=label)).click()


def close_panel(page: Page) -> None:
    """Put it away where it lies above the felt."""
    shut = page.get_by_role("button", name="Close the panel")
    if shut.is_visible():
        shut.click()


def decision(page: Page) -> Locator:
    """The buttons of a decision."""
    return page.locator('[data-testid^="decide-"]')


def play_on(page: Page) -> None:
    """Take the first choice of every decision until the round is settled."""
    net = page.get_by_test_id("my-net")
    for _ in range(5):
        expect(decision(page).first.or_(net)).to_be_visible()
        if net.count():
            return
        before = page.get_by_test_id("table").get_attribute("data-version")
        decision(page).first.click()
        expect(page.get_by_test_id("table")).not_to_have_attribute("data-version", before or "")
    expect(net).to_be_visible()


def signed(cents: int) -> str:
    """An amount with its sign, as pages write it."""
    return f"{'+' if cents > 0 else MINUS if cents < 0 else ''}{dollars(abs(cents))}"


def scrolls(page: Page) -> bool:
    """Whether the page is higher than its window."""
    return bool(page.evaluate("document.documentElement.scrollHeight > window.innerHeight"))
