"""The built web, a demo server of its own for each test, and a browser for all of them."""

import fcntl
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from playwright.sync_api import Browser

import hatch_build
from croupier.floor.registry.demo import set_up_demo
from croupier.server.http.static import WEB
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
def times() -> tuple[int, int, int]:
    """Milliseconds for bets, after everyone has bet, and for a decision; a test that wants others says
    `@pytest.mark.parametrize("times", [(500, 500, 500)])`. After everyone has bet, 0 waits for all of the
    first: a test that looks at a bet has all the time that a busy machine takes."""
    return 15_000, 3_000, 30_000


@pytest.fixture
def site(tmp_path: Path, built: Path, times: tuple[int, int, int]) -> Iterator[Running]:
    """A server with guests, the five tables of the demo, one person of each role by the password GOOD."""
    with running(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys", demo=True) as here:
        betting, all_bet, decision = times
        demo = here.house.floor, here.house.registry
        set_up_demo(*demo, betting_ms=betting, all_bet_ms=all_bet, decision_ms=decision)
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


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a failed browser test once more and print its first failure.

    Beside other tests, a page may load more slowly than a test waits. A test that fails twice fails.
    """
    if "browser" not in getattr(item, "fixturenames", ()):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if failed := [report for report in reports if report.failed]:
        first = "\n".join(report.longreprtext for report in failed)
        sys.stderr.write(f"\n{item.nodeid} failed once and runs again. Its first failure:\n{first}\n")
        item._initrequest()  # type: ignore[attr-defined]
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
