"""Every page of the web, by the person it is for, at every width: axe, no sideways scroll, no error."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from croupier.floor.registry.demo import demo_tables, set_up_demo
from tests.server.rig import running
from tests.web.browser import SIZES, Visits, fits, violations
from tests.web.lively import JACKPOT, ME, PIT, Evening, Place

HOLDEM, FLUSH = "ma/ultimate-texas-holdem", "ma/high-card-flush"
STAFF = ("dealer", "floorperson", "supervisor", "administrator", "auditor", "surveillance")
TABLET = {768: 1024}
FIRST = 60_000
"""Milliseconds: what a page computes for the first time takes its time."""

PLACES = (
    Place("/"),
    Place("/sign-in"),
    Place("/nothing/here"),
    Place("/odds"),
    Place(f"/odds/{FLUSH}", ME),
    Place("/odds/ma/four-card-poker?wager=progressive", ME),
    Place("/odds/heat-map", ME),
    Place(f"/odds/advise?rules={HOLDEM}&cards=Qs+8s&board=Ks+8d+2s", ME),
    Place("/odds/report", ME),
    Place("/rules"),
    Place("/rules?q=qualifies"),
    Place(f"/rules/{FLUSH}"),
    Place(f"/rules/compare?left={FLUSH}&right=md/high-card-flush&only=different"),
    Place("/rules/round?clause=ma-hcf-11.c.A"),
    Place("/practice", ME),
    Place("/learn/ma/four-card-poker"),
    Place("/review", ME),
    Place(f"/practice/{HOLDEM}?street=river", ME),
    Place("/table/ma-high-card-flush", ME),
    Place("/table/md-high-card-flush", ME),
    Place("/table/ma-ultimate-texas-holdem", ME),
    Place("/table/ma-four-card-poker", "surveillance"),
    Place("/table/ma-ultimate-texas-holdem/history", ME),
    Place("/table/ma-ultimate-texas-holdem/round/1", ME),
    Place("/dealer", "dealer"),
    Place(f"/dealer/{PIT}", "dealer"),
    Place("/floor", "supervisor"),
    Place("/floor/table/ma-ultimate-texas-holdem", "floorperson"),
    Place(f"/floor/table/{PIT}", "supervisor"),
    Place("/floor/jackpots", "floorperson"),
    Place("/floor/meters", "supervisor"),
    Place("/floor/reports/stiff-sheet", "supervisor"),
    Place("/floor/rotation", "floorperson"),
    Place("/floor/chips", "cage"),
    Place("/floor/tax-forms", "floorperson"),
    Place("/floor/significant", "supervisor"),
    Place("/floor/submissions", "administrator"),
    Place("/floor/submissions/practice-ma-high-card-flush", "administrator"),
    Place("/floor/submissions/load", "administrator"),
    Place("/floor/tables", "administrator"),
    Place("/floor/people", "administrator"),
    Place("/audit", "auditor"),
    Place("/audit/tables", "auditor"),
    Place("/audit/coverage", "auditor"),
    Place("/audit/table/ma-ultimate-texas-holdem", "auditor"),
    Place("/audit/table/ma-ultimate-texas-holdem/1", "surveillance"),
    Place(f"/meters/link-{JACKPOT}"),
    Place("/meters/flush"),
)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Iterator[Evening]:
    """A house in which every page has something to show."""
    place = tmp_path_factory.mktemp("house")
    with running(f"sqlite:///{place / 'ledger.db'}", place / "keys", demo=True) as here:
        set_up_demo(here.house.floor, here.house.registry, betting_ms=600_000, decision_ms=600_000)
        found = Evening(here)
        for table in demo_tables():
            found.seat(table)
            found.rounds(table, 1)
        found.until_me("ma-high-card-flush")
        found.until_me("md-high-card-flush")
        found.jackpot()
        found.pit("decide")
        yield found


@pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place.path.split('?')[0]}-{place.who}")
def test_a_page_keeps_nobody_out(evening: Evening, browser: Browser, place: Place) -> None:
    visits = Visits(browser, evening.here.url)
    try:
        page = visits.page(place.path, as_=evening.as_(place.who))
        expect(page.locator("h1, h2, [data-meter]").first).to_be_attached(timeout=FIRST)
        expect(page.locator("[aria-busy=true]")).to_have_count(0, timeout=FIRST)
        # Staff work at tablets; players' tables at that width are in `test_wcag`.
        narrow = 768 if place.who in STAFF else 390
        for width, height in {**SIZES, **TABLET}.items():
            page.set_viewport_size({"width": width, "height": height})
            assert fits(page), width
            if width in (1440, narrow):
                assert violations(page) == [], width
        assert page.get_by_role("heading", level=1).count() <= 1
    finally:
        visits.close()
    assert visits.errors == []
