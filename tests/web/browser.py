"""A browser for tests: the system's Chromium, pages that are watched for errors, and axe."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Response,
    expect,
    sync_playwright,
)
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.server.rig import Client

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 10_000
"""Milliseconds in which a page of a busy machine has done what was asked of it."""
expect.set_options(timeout=PATIENCE)
SIZES = {1440: 900, 1024: 768, 390: 844}
_REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")
"""Chromium tells of every refusal on the console; what the page makes of it is for the test to say."""


def chromium() -> str:
    """The browser that is there."""
    names = (os.environ.get("CROUPIER_CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    for name in names:
        found = shutil.which(name) if name else None
        if found:
            return found
    raise AssertionError("the web tests need Chromium: install it, or name one with CROUPIER_CHROMIUM")


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser, until the end of the block."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


class Visits:
    """The people of a test, each with a browser of their own, and what went wrong on their pages."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.url = url
        self.errors: list[str] = []
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._allowed: list[re.Pattern[str]] = [_REFUSED]

    def page(self, path: str = "/", *, width: int = 1440, as_: Client | None = None, **more: Any) -> Page:
        """A page of somebody new, or of a client who has signed in, at an address of the house."""
        more.setdefault("reduced_motion", "reduce")
        context = self._browser.new_context(
            base_url=self.url, viewport={"width": width, "height": SIZES.get(width, 900)}, **more
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        if as_ is not None:
            context.add_cookies(
                [{"name": name, "value": value, "url": self.url} for name, value in as_.cookies.items()]
            )
        return self.beside(context, path)

    def beside(self, context: BrowserContext, path: str = "/") -> Page:
        """Another tab of the same person."""
        page = context.new_page()
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        page.on("response", self._answered)
        page.goto(path, timeout=3 * PATIENCE)  # a busy machine starts a page slowly, and that proves nothing
        return page

    def allow(self, pattern: str) -> None:
        """Errors that this test expects."""
        self._allowed.append(re.compile(pattern))

    def close(self) -> None:
        """All go home."""
        for context in self._contexts:
            context.close()

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(f"{message.page.url if message.page else ''}: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self._note(f"{response.url}: {response.status}")

    def _note(self, text: str) -> None:
        if not any(pattern.search(text) for pattern in self._allowed):
            self.errors.append(text)


def violations(page: Page, impacts: tuple[str, ...] = ()) -> list[str]:
    """The findings of axe on a page as it stands, by every rule: rule and element."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        "impacts => axe.run(document, {resultTypes: ['violations']}).then(result => result.violations"
        ".filter(each => !impacts.length || impacts.includes(each.impact))"
        ".flatMap(each => each.nodes.map("
        "node => `${each.id}: ${node.html.slice(0, 200)} ${node.failureSummary}`)))",
        list(impacts),
    )
    assert isinstance(found, list)
    return [str(each) for each in found]


def serious(page: Page) -> list[str]:
    """The serious findings of axe."""
    return violations(page, ("serious", "critical"))


def covered(place: Locator) -> bool:
    """Whether something else lies above the middle of an element, or it is outside the window."""
    found: bool = place.evaluate(
        """each => { const box = each.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !(top && each.contains(top)) }"""
    )
    return found


def sheets(page: Page) -> int:
    """How many sheets of letter paper the page prints on."""
    return len(re.findall(rb"/Type /Page\b", page.pdf(format="Letter", prefer_css_page_size=True)))


def fits(page: Page) -> bool:
    """Whether nothing makes the page wider than its window, once it is laid out for it: a new size of the
    window reaches the page a little later."""
    assert page.viewport_size is not None
    try:
        page.wait_for_function(
            "width => innerWidth === width && document.documentElement.scrollWidth <= width",
            arg=page.viewport_size["width"],
            timeout=3_000,
        )
    except PlaywrightTimeoutError:
        return False
    return True
