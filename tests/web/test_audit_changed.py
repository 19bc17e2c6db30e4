"""The audit page while the log changes: a round resettled, a byte of the log altered."""

import csv
import io
from typing import Any

import pytest
from playwright.sync_api import expect
from sqlalchemy import text

from croupier.table import events as e
from tests.floor.desk_rig import MD
from tests.server.rig import GOOD, Running
from tests.web.browser import Visits, serious
from tests.web.floor_house import live_table
from tests.web.replays import LONG
from tests.web.rounds_played import TABLE, Played, played

pytestmark = pytest.mark.parametrize("times", [(1000, 3_000, 20_000)])


@pytest.fixture
def house(site: Running) -> Played:
    """Two rounds that are over."""
    return played(site, 2)


def test_a_supervisor_and_a_second_person_preview_and_resettle_a_round(site: Running, visits: Visits) -> None:
    table = live_table(site, "pit", MD, 1, 3)
    table.deal_round({1: {"ante": 1000}, 3: {"ante": 1000, "flush_bonus": 500, "progressive": 100}})
    ledger, chips = site.house.floor.ledger, site.balance("chips:pit")
    version = ledger.head("table:pit").version
    desk = visits.page("/floor/table/pit", as_=site.signed_in("supervisor"))
    desk.get_by_test_id("to-rounds").click()
    desk.locator("[data-round='1']").click()
    desk.get_by_test_id("to-resettle").click()
    form = desk.get_by_test_id("resettle")
    seat = form.locator("[data-resettle='3']")
    bonus = seat.get_by_label("Flush bonus, dollars", exact=True)
    expect(bonus).to_have_value("5")
    expect(seat.get_by_label("Progressive, dollars")).to_have_count(0)  # its system has locked it
    bonus.fill("")
    form.get_by_test_id("resettle-reason").fill("no bonus lay there")
    form.get_by_role("button", name="Preview").click()
    foreseen = form.get_by_test_id("preview")
    expect(foreseen).to_be_in_viewport()
    expect(foreseen.locator("[data-difference='1']")).to_have_text("no difference")
    due = int(foreseen.locator("[data-difference='3']").get_attribute("data-cents") or "0")
    assert due
    assert ledger.head("table:pit").version == version, "a look records nothing"
    assert serious(desk) == []
    bonus.fill("7")  # what was foreseen was of something else
    expect(foreseen).to_have_count(0)
    bonus.fill("")
    form.get_by_role("button", name="Preview").click()
    form.get_by_label("Second signature: name").fill("dealer")
    form.get_by_label("Second signature: password").fill(GOOD)
    form.get_by_role("button", name="Resettle").click()
    expect(desk.get_by_test_id("later")).to_contain_text("no bonus lay there")
    expect(form).to_have_count(0)
    assert site.balance("chips:pit") == chips + due
    page = visits.page("/audit/table/pit/1", as_=site.signed_in("surveillance"))
    expect(page.get_by_test_id("later")).to_contain_text("no bonus lay there")
    expect(page.get_by_test_id("to-resettle")).to_have_count(0)
    assert serious(page) == []


def test_the_chain_is_verified_with_one_click_and_an_altered_byte_is_found(
    house: Played, visits: Visits
) -> None:
    auditor = house.site.signed_in("auditor")
    page = visits.page("/audit", as_=auditor)
    panel = page.get_by_test_id("verify")
    expect(panel).to_contain_text("Not verified since the server started")
    page.get_by_test_id("verify-chain").click()
    chain = page.get_by_test_id("chain")
    expect(chain).to_have_text("The log is whole", timeout=LONG)
    response = auditor.get("/api/audit/verify").json()
    for name in ("records", "tables", "rounds", "links", "seeds"):
        expect(panel.locator(f"[data-fact={name}]")).to_have_text(str(response["replayed"][name]))
    signed = f"position {response['signed']:,} of {response['position']:,}"
    expect(panel.get_by_test_id("signed")).to_have_text(signed)
    assert response["replayed"]["rounds"] == len(house.rounds)

    record = _altered(house)
    page.get_by_test_id("verify-chain").click()
    expect(chain).to_have_attribute("data-whole", "false", timeout=LONG)
    response = auditor.get("/api/audit/verify").json()
    found = panel.locator("[data-finding]")
    expect(found).to_have_count(len(response["findings"]))
    for at, finding in enumerate(response["findings"]):
        expect(found.nth(at)).to_contain_text(finding["message"])
        expect(found.nth(at)).to_have_attribute("data-position", str(finding["position"]))
    expect(panel.locator(f"[data-position='{record.position}']").first).to_contain_text(
        f"table:{TABLE} version {record.version}"
    )
    assert serious(page) == []
    written = auditor.get(panel.get_by_test_id("findings-csv").get_attribute("href") or "").raise_for_status()
    assert len(list(csv.reader(io.StringIO(written.text)))) == 1 + len(response["findings"])
    page.emulate_media(media="print")
    expect(panel.get_by_test_id("findings")).to_have_css("max-height", "none")
    expect(panel.get_by_test_id("findings-csv")).to_be_hidden()
    page.emulate_media(media="screen")
    panel.get_by_role("link", name=f"Position {record.position}", exact=True).first.click()
    expect(page.get_by_test_id("record")).to_contain_text(f"Record {record.position}")

    # An administrator learns where, and not what the table's records say.
    other = visits.page("/audit", as_=house.site.signed_in("administrator"))
    there = other.get_by_test_id("verify").locator(f"[data-position='{record.position}']").first
    expect(there).to_contain_text("for surveillance and auditors")
    expect(other.get_by_test_id("export")).to_have_count(0)


def _altered(house: Played) -> Any:
    """One digit of what a round came to, changed in the database behind the ledger's back."""
    ledger = house.site.house.floor.ledger
    record = next(each for each in ledger.read(f"table:{TABLE}") if each.kind == "seat_settled.v1")
    seat = e.decode_event(record.body).seat  # type: ignore[union-attr]
    altered = record.body.replace(b'"seat":%d' % seat, b'"seat":%d' % (seat % 9 + 1), 1)
    assert sum(one != other for one, other in zip(altered, record.body, strict=True)) == 1
    with ledger.engine.begin() as connection:
        names = connection.execute(
            text("SELECT name FROM sqlite_master WHERE type='trigger' AND tbl_name='events'")
        ).scalars()
        for name in names.all():
            connection.execute(text(f'DROP TRIGGER "{name}"'))
        connection.execute(
            text("UPDATE events SET body = :body WHERE position = :position"),
            {"body": altered, "position": record.position},
        )
    return record
