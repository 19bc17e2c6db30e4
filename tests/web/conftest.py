"""The built web, a demo server of its own for each test, and a browser for all of them."""

import fcntl
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import hatch_build
from croupier.floor.demo import set_up_demo
from croupier.server.static import WEB
from tests.server.rig import Running, running
from tests.web.browser import Visits, launched


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder of the pages; `./test` has built them, else they are built now."""
    with (hatch_build.ROOT / ".venv.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one of several workers
        if not (WEB / "index.html").exists():
            hatch_build.build()
    return WEB


@pytest.fixture(scope="session")
def browser(built: Path) -> Iterator[Browser]:
    """Chromium."""
    with launched() as here:
        yield here


@pytest.fixture
def times() -> tuple[int, int]:
    """Milliseconds for bets and for a decision; a test that wants others says
    `@pytest.mark.parametrize("times", [(500, 500)])`."""
    return 15_000, 30_000


@pytest.fixture
def site(tmp_path: Path, built: Path, times: tuple[int, int]) -> Iterator[Running]:
    """A server with guests, the five tables of the demo, one person of each role by the password GOOD."""
    with running(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys", demo=True) as here:
        set_up_demo(here.house.floor, here.house.registry, betting_ms=times[0], decision_ms=times[1])
        yield here


@pytest.fixture
def visits(browser: Browser, site: Running) -> Iterator[Visits]:
    """People with browsers; at the end nothing may have gone wrong on any page."""
    here = Visits(browser, site.url)
    try:
        yield here
    finally:
        here.close()
    assert here.errors == []
