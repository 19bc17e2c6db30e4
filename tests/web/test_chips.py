"""Chips in the browser: the gate, counts, slips from request to delivery, the drop, tax forms."""

import re

from playwright.sync_api import Locator, Page, expect

from croupier.floor.desks.inventory import rack_of
from tests.floor.desk_rig import MD, NOTHING, in_turn
from tests.floor.floor_rig import audit
from tests.server.rig import GOOD, Running
from tests.web.browser import Visits, covered, serious
from tests.web.floor_house import live_table

SEVEN_LOW = "2s 3s 4s 5s 6s 7s 8s"
"""Pays the straight flush bonus 500 to 1."""


def count(dialog: Locator, label: str, chips: dict[str, int], cents: int) -> None:
    """Type how many of each chip; the page adds them up."""
    for name, number in chips.items():
        dialog.get_by_label(f"{label}: {name}", exact=True).fill(str(number))
    expect(dialog.get_by_test_id("chip-total").last).to_have_attribute("data-cents", str(cents))


def sign(dialog: Locator, name: str, button: str) -> None:
    dialog.get_by_label("Second signature: name").fill(name)
    dialog.get_by_label("Second signature: password").fill(GOOD)
    dialog.get_by_role("button", name=button).click()
    expect(dialog).to_have_count(0)


def test_chips_from_the_opener_to_the_drop(site: Running, visits: Visits) -> None:
    site.person("other counter", "count_team")
    table = live_table(site, "pit", MD, 1, opener=False)
    ledger = site.house.floor.ledger
    dealer = visits.page("/dealer/pit", as_=site.signed_in("dealer"))
    floor = visits.page("/floor/table/pit", as_=site.signed_in("floorperson"))
    cage = visits.page("/floor/chips", as_=site.signed_in("cage"))
    guard = visits.page("/floor/chips", as_=site.signed_in("security"))
    expect(dealer.get_by_test_id("no-opener")).to_contain_text("No cards before it")
    table.bet(1, {"ante": 1000, "straight_flush_bonus": 500})
    table.deck, table.hands = list(in_turn(SEVEN_LOW, NOTHING)), {}
    dealer.get_by_test_id("primary").click()
    expect(dealer.get_by_test_id("problem")).to_contain_text("table pit has no opener")
    dealer.set_viewport_size({"width": 1024, "height": 768})
    assert not covered(dealer.get_by_test_id("problem")), "a refusal behind the large button is not read"
    assert not covered(dealer.get_by_test_id("primary"))
    assert not table.state.hands[1].dealt

    opener = floor.get_by_test_id("count-dialog")
    floor.get_by_test_id("inventory").get_by_role("button", name="Opener").click()
    count(opener, "Chips in the rack", {"$100 black": 90, "$25 green": 40}, 1_000_000)
    sign(opener, "dealer", "Sign and record")
    zoned = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC")  # when, with its date and zone
    expect(floor.get_by_test_id("inventory").locator("tbody tr").first).to_contain_text(zoned)
    expect(dealer.get_by_test_id("no-opener")).to_have_count(0, timeout=30_000)

    slips, dialog = floor.get_by_test_id("slips"), floor.get_by_test_id("slip-dialog")
    for what, chips, cents in (("fill", {"$5 red": 100}, 50_000), ("credit", {"$100 black": 2}, 20_000)):
        slips.get_by_role("button", name=f"Request a {what}").click()
        count(dialog, "Chips", chips, cents)
        dialog.get_by_role("button", name="Request").click()
        expect(dialog).to_have_count(0)
    glance = visits.page("/floor", as_=site.signed_in("floorperson"))
    task = glance.get_by_test_id("tasks").get_by_role("listitem").filter(has_text="slips to approve")
    expect(task).to_contain_text("2 slips to approve or deliver")
    expect(task.get_by_role("link", name="pit")).to_have_attribute("href", "/floor/chips/pit")
    glance.close()
    cage.get_by_role("button", name="Approve slip pit F-0001").click()
    expect(cage.get_by_role("button", name="Approve slip pit F-0001")).to_have_count(0)
    assert ledger.balance("inventory:pit") == 1_000_000 * 10_000
    delivery = guard.get_by_test_id("slip-dialog")
    guard.get_by_role("button", name="Deliver slip pit F-0001").click()
    count(delivery, "Chips delivered", {"$5 red": 99}, 49_500)
    delivery.get_by_label("Second signature: name").fill("dealer")
    delivery.get_by_label("Second signature: password").fill(GOOD)
    delivery.get_by_role("button", name="Sign and deliver").click()
    expect(delivery.get_by_test_id("problem")).to_have_attribute("data-code", "total_differs")
    count(delivery, "Chips delivered", {"$5 red": 100}, 50_000)
    sign(delivery, "dealer", "Sign and deliver")
    slips.get_by_role("button", name="Void slip pit C-0002").click()
    dialog.get_by_label("Reason").fill("the rack is low")
    dialog.get_by_role("button", name="Void the slip").click()
    expect(dialog).to_have_count(0)
    expect(slips.get_by_role("row", name=re.compile("C-0002"))).to_contain_text("Void")
    rack = rack_of(ledger, "pit")
    assert [(each.state, len(set(each.people))) for each in rack.slips] == [("delivered", 4), ("void", 1)]
    assert ledger.balance("inventory:pit") == 1_050_000 * 10_000
    assert serious(floor) == []

    for mark in (None, "REPRINT, copy 2"):
        with floor.context.expect_page() as opened:
            slips.get_by_role("button", name=re.compile("rint slip pit F-0001")).click()
        printed = opened.value
        expect(printed.get_by_role("heading", name="Fill slip pit F-0001")).to_have_count(2)
        expect(printed.get_by_text("REPRINT")).to_have_count(2 if mark else 0)
        printed.close()

    # A bonus of $2,500, 500 times its wager, needs a tax form; at the station and in the floor's list.
    dealer.get_by_test_id("primary").click()
    station = dealer.get_by_test_id("station")
    expect(station).not_to_have_attribute("data-step", "close_bets")
    expect(station).to_have_attribute("data-busy", "false")  # the steps joined to it are done too
    while not (table.state.hands and table.state.hands[1].settled == "all"):
        table.perform_next()
    flag = dealer.get_by_test_id("tax-form")
    expect(flag).to_have_attribute("data-cents", "250000")
    expect(flag).to_have_attribute("data-wager", "straight_flush_bonus")
    while table.state.hands:
        table.perform_next()
    floor.goto("/floor/tax-forms")
    listed = floor.get_by_test_id("tax-forms")
    expect(listed).to_contain_text("An administrator confirms it")
    expect(listed.locator("tbody tr")).to_have_count(1)
    expect(listed.locator('[data-cents="250000"]')).to_be_visible()
    floor.goto("/floor/table/pit")
    closer(floor)
    counters = visits.page("/floor/chips", as_=site.signed_in("count_team"))
    drop = counters.get_by_test_id("count-dialog")
    for dollars, more in (("400", True), ("600.50", False)):
        counters.get_by_test_id("inventory").get_by_role("button", name="Drop").click()
        drop.get_by_label("Amount in dollars").fill(dollars)
        if more:
            drop.get_by_label("More boxes of this shift follow").click()
        sign(drop, "other counter", "Sign and record")
        (day,) = rack_of(ledger, "pit").days
        assert day.drop_counted is not more
    assert (day.opening, day.fills, day.credits, day.drop) == (1_000_000, 50_000, 0, 100_050)
    expect(counters.get_by_test_id("inventory").locator('[data-cents="100050"]').first).to_be_visible()
    for page in (cage, guard, dealer):
        expect(page.get_by_role("button", name="Drop")).to_have_count(0)
    audit(ledger)


def closer(floor: Page) -> None:
    dialog = floor.get_by_test_id("count-dialog")
    floor.get_by_test_id("inventory").get_by_role("button", name="Closer").click()
    count(dialog, "Chips in the rack", {"$100 black": 100}, 1_000_000)
    sign(dialog, "dealer", "Sign and record")


def test_a_slip_of_another_table_is_announced_on_the_page_of_the_cage(site: Running, visits: Visits) -> None:
    for name in ("pit", "pit-2"):
        live_table(site, name, MD, 1)
    page = visits.page("/floor/chips/pit", as_=site.signed_in("cage"))
    expect(page.get_by_test_id("slips")).to_contain_text("No slips yet")
    expect(page.get_by_test_id("slips-elsewhere")).to_have_count(0)
    asked = {"what": "fill", "chips": {"500": 100}}
    site.signed_in("floorperson").post("/api/inventory/pit-2/slips", json=asked).raise_for_status()
    page.get_by_role("button", name="pit-2: 1 slip waits").click(timeout=30_000)
    expect(page.get_by_role("button", name="Approve slip pit-2 F-0001")).to_be_visible()
    expect(page.get_by_test_id("slips-elsewhere")).to_have_count(0)
    assert serious(page) == []
