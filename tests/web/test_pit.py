"""Reports, search, evidence, limits and people in the browser agree with the state and the log."""

import csv
import io
import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from croupier.floor.registry.events import LimitsApproved, decode_registry_event
from tests.server.pit_rig import pit
from tests.server.rig import GOOD, Running
from tests.web.browser import Visits, fits, serious

ZONE = "America/New_York"
SHOTS = os.environ.get("CROUPIER_SHOTS", "")
"""A directory for pictures of every page, for somebody to look at."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Iterator[Running]:
    """The one house of these tests, in New York."""
    with pit(tmp_path_factory.mktemp("pit")) as here:
        admin = here.signed_in("administrator")
        admin.post("/api/house/settings", json={"zone": ZONE}).raise_for_status()
        yield here


@pytest.fixture
def site(house: Running) -> Running:
    return house


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


RUNS_OUT = "[...document.querySelectorAll('.scroll')].some(each => each.scrollWidth > each.clientWidth)"
"""Whether a table has to be scrolled sideways."""
REPORTS = (
    "tables",
    "games",
    "dealers",
    "shifts",
    "stiff-sheet",
    "hold",
    "game-performance",
    "master-list",
    "ratings",
)


def test_every_report_is_on_the_page_on_paper_and_in_a_file(site: Running, visits: Visits) -> None:
    boss = site.signed_in("supervisor")
    page = visits.page("/floor/reports", as_=boss)
    for name in REPORTS:
        page.goto(f"/floor/reports/{name}")
        shown = page.get_by_test_id("report")
        expect(shown).to_have_attribute("data-report", name)
        sheet = boss.get(f"/api/reports/{name}").raise_for_status().json()
        lines = shown.locator("tbody tr:not([data-group])")
        assert fits(page), name
        assert not page.evaluate(RUNS_OUT), name
        expect(lines).to_have_count(len(sheet["rows"]) + bool(sheet["totals"]))
        expect(shown).to_contain_text(ZONE)
        for number, row in enumerate(sheet["rows"]):
            words = [
                str(cell)
                for cell, column in zip(row, sheet["columns"], strict=True)
                if column["kind"] == "text" and not column["group"]
            ]
            for text in words:
                expect(lines.nth(number)).to_contain_text(text)
        file = boss.get(page.get_by_test_id("csv").get_attribute("href") or "").raise_for_status().text
        assert len(list(csv.reader(io.StringIO(file)))) == 1 + len(sheet["rows"]) + bool(sheet["totals"])
        shared = {
            str(cell)
            for row in sheet["rows"]
            for cell, column in zip(row, sheet["columns"], strict=True)
            if column["group"] and column["kind"] == "text"
        }
        groups = shown.locator("[data-group]")
        expect(groups).to_have_count(1 if shared else 0)  # one game was dealt
        for text in shared:
            expect(groups).to_contain_text(text)
        shot(page, f"report-{name}")
    assert serious(page) == []
    # By day: yesterday nothing was dealt.
    page.goto("/floor/reports/tables")
    page.get_by_test_id("day").fill("2001-01-01")
    page.get_by_test_id("show").click()
    expect(page.get_by_test_id("report")).to_contain_text("Nothing in this period")
    page.get_by_test_id("print").click()
    expect(page.get_by_role("heading", name="Tables: drop, win and hold")).to_be_visible()
    page.goto("/api/reports/stiff-sheet/print")
    shot(page, "print-stiff-sheet")


def test_the_auditor_finds_by_name_and_amount_and_takes_the_evidence(site: Running, visits: Visits) -> None:
    auditor = site.signed_in("auditor")
    page = visits.page("/audit", as_=auditor)
    page.get_by_test_id("search-person").fill("floorperson")
    page.get_by_test_id("search-amount").fill("$1,030")
    page.get_by_test_id("search").click()
    found = page.get_by_test_id("found").locator("tbody tr")
    closed = site.house.floor.ledger.read("inventory:live")[-1]
    expect(found).to_have_count(1)
    expect(found).to_contain_text(str(closed.position))
    at = datetime.fromtimestamp(closed.at / 1000, ZoneInfo(ZONE))
    expect(found).to_contain_text(f"{at:%Y-%m-%d %H:%M:%S %Z}")
    file = auditor.get(page.get_by_test_id("search-csv").get_attribute("href") or "").raise_for_status().text
    assert [line["Position"] for line in csv.DictReader(io.StringIO(file))] == [str(closed.position)]
    shot(page, "audit-search")
    page.goto("/audit/tables")
    expect(page.locator('[data-table="unopened"]')).to_contain_text("High Card Flush")
    page.goto("/audit/table/live/1")
    expect(page.get_by_test_id("round-at")).to_contain_text(f"{at:%Z}")
    assert "Step done" not in page.get_by_test_id("replay").inner_text()
    shot(page, "audit-round")
    with page.expect_download(timeout=60_000) as begun:
        page.get_by_test_id("evidence").click()
    assert begun.value.suggested_filename == "evidence-live-1.pdf"
    assert Path(begun.value.path()).read_bytes().startswith(b"%PDF")


def test_the_lists_of_rounds_and_people_are_printed_and_downloaded(site: Running, visits: Visits) -> None:
    auditor = site.signed_in("auditor")
    page = visits.page("/audit/table/live", as_=auditor)
    for path, row, found in (
        ("/audit/table/live", "Round 1", "4400123"),
        ("/floor/people", "Floorperson", site.signed_in("floorperson").person),
    ):
        page.goto(path)
        line = page.get_by_role("row").filter(has_text=row).first
        expect(line).to_be_visible()
        text = auditor.get(page.get_by_test_id("csv").get_attribute("href") or "").raise_for_status().text
        assert found in text
        assert "Floorperson" not in text
        page.emulate_media(media="print")
        expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
        expect(line).to_have_css("color", "rgb(0, 0, 0)")
        expect(page.get_by_test_id("csv")).to_be_hidden()
        expect(line).to_be_visible()
        shot(page, f"print-{path.split('/')[2]}")
        page.emulate_media(media="screen")


def test_limits_are_changed_in_a_form_and_announced(site: Running, visits: Visits) -> None:
    page = visits.page("/floor/table/live", as_=site.signed_in("supervisor"))
    page.get_by_test_id("change-limits").click()
    form = page.get_by_test_id("limits-dialog")
    form.get_by_test_id("least-ante").fill("$15")
    later = datetime.now(ZoneInfo(ZONE)) + timedelta(hours=2)
    form.get_by_test_id("effective").fill(f"{later:%Y-%m-%d %H:%M}")
    form.get_by_label("Second signature: name").fill("floorperson")
    form.get_by_label("Second signature: password").fill("wrong wrong wrong")
    form.get_by_role("button", name="Sign and change").click()
    expect(form.get_by_role("alert")).to_be_visible()
    assert "live" not in site.house.registry.limits
    form.get_by_label("Second signature: password").fill(GOOD)
    shot(page, "limits-form")
    form.get_by_role("button", name="Sign and change").click()
    said = f"{later:%Y-%m-%d %H:%M}:00 {later:%Z}"
    expect(page.get_by_test_id("limits-coming")).to_contain_text(said)
    expect(page.get_by_test_id("limits-coming")).to_contain_text("Ante $15 to $500")
    (event,) = (
        decode_registry_event(each.body)
        for each in site.house.floor.ledger.read("house")
        if each.kind == "limits_approved.v1"
    )
    assert isinstance(event, LimitsApproved)
    assert event.limits == {"ante": (1500, 50_000)}
    assert event.second is not None
    assert "ante = [1_500, 50_000]" in site.house.registry.submission("md-high-card-flush", event.after).text
    station = visits.page("/dealer/live", as_=site.signed_in("dealer"))
    expect(station.get_by_test_id("limits-coming")).to_contain_text(
        f"Limits change at {said}: Ante $15 to $500"
    )
    shot(station, "station-limits")
    station.goto("/api/tables/live/sign")
    expect(station.locator("body")).to_contain_text(f"Limits change at {said}: Ante $15 to $500")
    shot(station, "sign-limits")
    page.get_by_test_id("cancel-limits").click()
    expect(page.get_by_test_id("limits-coming")).to_have_count(0)
    assert site.house.floor.tables["live"].state.at.posted["ante"] == (500, 50_000)


def test_an_auditor_reads_the_people_and_an_administrator_adds_them(site: Running, visits: Visits) -> None:
    page = visits.page("/floor/people", as_=site.signed_in("auditor"))
    expect(page.get_by_role("cell", name="Supervisor").first).to_be_visible()
    expect(page.get_by_test_id("add-employee")).to_have_count(0)
    page = visits.page("/floor/people", as_=site.signed_in("administrator"))
    page.get_by_test_id("add-employee").click()
    form = page.get_by_test_id("invite-dialog")
    form.get_by_label("Role").select_option("floorperson")
    expect(form).to_contain_text("validates awards")
    shot(page, "people")


def test_the_next_dealer_taps_in_at_the_station(site: Running, visits: Visits) -> None:
    pin = "482913"
    site.person("dana", "dealer")
    dana = site.signed_in("dana")
    page = visits.page("/security", as_=dana)
    page.get_by_test_id("new-pin").fill("123456")
    page.get_by_test_id("save-pin").click()
    expect(page.get_by_test_id("station-pin")).to_contain_text("too easy")
    page.get_by_test_id("new-pin").fill(pin)
    page.get_by_test_id("save-pin").click()
    expect(page.get_by_test_id("new-pin")).to_have_value("")
    boss = visits.page("/floor/rotation", as_=site.signed_in("floorperson"))
    boss.get_by_test_id("turn-table").select_option("live")
    boss.get_by_test_id("turn-dealer").select_option(label="Dana")
    boss.get_by_test_id("turn-add").click()
    expect(boss.get_by_test_id("rotation")).to_contain_text("Dana")
    dealer = site.signed_in("dealer")
    station = visits.page("/dealer/live", as_=dealer, width=1024)
    bar = station.get_by_test_id("dealer-of-record")
    expect(bar).to_contain_text("next: Dana at")
    station.get_by_test_id("more-open").click()
    station.get_by_test_id("more-tap").click()
    station.get_by_test_id("tap-in").click()
    expect(bar).to_have_attribute("data-dealer", dealer.person)
    station.get_by_test_id("tap-open").click()
    station.get_by_test_id("tap-name").fill("dana")
    station.get_by_test_id("tap-pin").fill(pin)
    station.get_by_test_id("tap-pin").fill("111222")
    station.get_by_test_id("tap-in").click()
    expect(station.get_by_test_id("tap-form")).to_contain_text("Wrong badge, name or PIN.")
    station.get_by_test_id("tap-pin").fill(pin)
    shot(station, "station-tap-in")
    station.get_by_test_id("tap-in").click()
    expect(bar).to_have_attribute("data-dealer", dana.person)
    assert site.house.registry.dealers["live"].by == dana.person
    # What is done at the station now is Dana's.
    station.locator('[data-testid="seat-tile"][data-seat="2"]').click()
    station.get_by_test_id("player").fill("55012")
    station.get_by_test_id("sit").click()
    expect(station.get_by_test_id("seat-dialog")).not_to_be_visible()
    assert site.house.floor.tables["live"].state.players[2] == "55012"
    assert site.house.floor.ledger.read("table:live")[-1].by == dana.person
    station.get_by_test_id("tap-out").click()
    expect(bar).to_have_attribute("data-dealer", "")
    assert "live" not in site.house.registry.dealers
