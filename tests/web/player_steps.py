"""What a player does on the page of a table, and what the server says of it."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from croupier.money import dollars

MINUS = "\N{MINUS SIGN}"
TABLES = ("flush-ma", "flush-nj", "flush-md", "ultimate", "four-card")
SIDES = ("flush_bonus", "straight_flush_bonus", "trips", "aces_up", "progressive", "cover_all")


def told(page: Page, path: str) -> Any:
    """What the server answers to the person of this page."""
    return page.request.get(path).json()


def view(page: Page, table: str) -> dict[str, Any]:
    """The table as the server has it for the person of this page."""
    found: dict[str, Any] = told(page, f"/api/tables/{table}")["view"]
    return found


def come_in(page: Page) -> str:
    """In as a guest; who one is."""
    page.get_by_test_id("guest").click()
    expect(page.get_by_test_id("connection")).to_have_attribute("data-status", "open")
    person: str = told(page, "/api/session")["person"]
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
