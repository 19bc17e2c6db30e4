"""The audit page while the log changes: a round resettled, a byte of the log altered."""

from typing import Any

import pytest
from playwright.sync_api import expect
from sqlalchemy import text

from tests.server.rig import Running
from tests.web.browser import Visits, serious
from tests.web.replays import LONG, wait
from tests.web.rounds_played import TABLE, Played, played

pytestmark = pytest.mark.parametrize("times", [(1000, 20_000)])


@pytest.fixture
def house(site: Running) -> Played:
    """Two rounds that are over."""
    return played(site, 2)


def test_a_supervisor_previews_and_resettles_a_round(house: Played, visits: Visits) -> None:
    number = house.rounds[0]
    balance = house.site.balance(f"player:{house.bob.person}")
    ledger, stream = house.site.house.floor.ledger, f"table:{TABLE}"
    version = ledger.head(stream).version
    desk = visits.page(f"/floor/table/{TABLE}", as_=house.site.signed_in("supervisor"))
    desk.get_by_test_id("to-rounds").click()
    desk.locator(f"[data-round='{number}']").click()
    desk.get_by_test_id("to-resettle").click()
    form = desk.get_by_test_id("resettle")
    bonus = form.locator("[data-resettle='3']").get_by_label("Flush bonus, dollars", exact=True)
    expect(bonus).to_have_value("5")
    chosen = form.get_by_label("Decision").evaluate_all(
        "all => all.map(each => each.selectedOptions[0].text)"
    )
    assert chosen == ["Fold", "Raise $10"]
    bonus.fill("6")
    form.get_by_test_id("resettle-reason").fill("the bonus was $6")
    form.get_by_role("button", name="Preview").click()
    response = house.replayed("auditor", number)
    last = response["steps"][-1]["view"]["seats"]
    result = next(each for each in last if each["seat"] == 3)["results"]["flush_bonus"]
    due = result["net"] // 5  # a dollar more of five
    foreseen = form.get_by_test_id("preview")
    expect(foreseen).to_be_in_viewport()
    expect(foreseen.locator("[data-difference='3']")).to_have_attribute("data-cents", str(due))
    expect(foreseen.locator("[data-difference='1']")).to_have_text("no difference")
    assert ledger.head(stream).version == version, "a look records nothing"
    assert serious(desk) == []
    bonus.fill("7")  # what was foreseen was of something else
    expect(foreseen).to_have_count(0)
    bonus.fill("6")
    form.get_by_role("button", name="Preview").click()
    form.get_by_role("button", name="Resettle").click()
    expect(desk.get_by_test_id("later")).to_contain_text("the bonus was $6")
    expect(form).to_have_count(0)
    assert house.site.balance(f"player:{house.bob.person}") == balance + due
    page = visits.page(f"/audit/table/{TABLE}/{number}", as_=house.site.signed_in("surveillance"))
    expect(page.get_by_test_id("later")).to_contain_text("the bonus was $6")
    expect(page.get_by_test_id("to-resettle")).to_have_count(0)
    assert serious(page) == []
    page.get_by_test_id("round-after").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Round {house.rounds[1]}")
    wait(page)
    expect(page.get_by_test_id("later")).to_have_count(0)


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
    altered = record.body.replace(b'"seat":3', b'"seat":2', 1)
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
