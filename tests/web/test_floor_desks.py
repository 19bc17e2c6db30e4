"""The desks in the browser: submissions, tables, meters, people, the cashier, hold."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from croupier.floor.registry.chips import Denomination
from croupier.floor.registry.settings import HouseSettings, settings_of
from tests.floor.desk_rig import MD, NOTHING, SEVEN, in_turn
from tests.practice import PRACTICE
from tests.server.rig import GOOD, Client, Running
from tests.web.browser import Visits, serious
from tests.web.floor_house import live_table

EXAMPLES = Path(__file__).parents[2] / "examples"
UNIT = 10_000


# ------------------------------------------------------------------------------------------- submissions


def test_a_submission_is_checked_finding_by_finding(site: Running, visits: Visits) -> None:
    client = site.signed_in("administrator")
    text = (EXAMPLES / "violations.toml").read_text(encoding="utf-8")
    page = visits.page("/floor/submissions/load", as_=client)
    page.get_by_label("A file with the text").set_input_files(EXAMPLES / "violations.toml")
    expect(page.get_by_label("Name", exact=True)).to_have_value("violations")
    page.get_by_role("button", name="Check").click()
    response = (
        client.post("/api/submissions/check", json={"text": text}).raise_for_status().json()["findings"]
    )
    shown = page.get_by_test_id("finding")
    expect(shown).to_have_count(len(response))
    for index, finding in enumerate(response):
        one = shown.nth(index)
        expect(one).to_contain_text(f"Line {finding['line']}")
        expect(one).to_contain_text(finding["key"])
        expect(one).to_contain_text(finding["asked"])
        expect(one).to_contain_text(finding["allowed"])
        expect(one.get_by_role("button")).to_have_count(1 if finding["clauses"] else 0)
    expect(page.get_by_role("button", name="Load it")).to_be_disabled()
    marked = page.get_by_role("region", name="The text that was checked").locator("li.violation")
    wrong = {each["line"] for each in response if each["severity"] == "violation"}
    expect(marked).to_have_count(len(wrong))
    shown.first.get_by_role("button").click()
    expect(page.get_by_role("dialog").locator("dd").first).not_to_have_text("")
    page.keyboard.press("Escape")
    page.get_by_label("TOML", exact=True).fill("= =")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_test_id("problem")).to_have_attribute("data-code", "submission_unreadable")
    assert serious(page) == []
    assert "violations" not in site.house.registry.submissions


def test_a_submission_becomes_a_table_and_takes_another_version(site: Running, visits: Visits) -> None:
    text = PRACTICE["ma/four-card-poker"]
    page = visits.page("/floor/submissions/load", as_=site.signed_in("administrator"))

    def load(what: str) -> None:
        page.get_by_label("TOML", exact=True).fill(what)
        page.get_by_role("button", name="Check").click()
        expect(page.get_by_test_id("check")).to_contain_text("Can be loaded")
        page.get_by_role("button", name="Load it").click()
        expect(page.get_by_role("heading", name="fours", exact=True)).to_be_visible()

    page.get_by_label("Name", exact=True).fill("fours")
    load(text)
    expect(page.get_by_role("tab", name="Text of version 1")).to_be_visible()
    page.get_by_role("tab", name="Layout").click()
    drawing = page.get_by_role("img", name=re.compile("^The table layout"))
    expect(drawing).to_be_visible()
    assert drawing.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    page.get_by_role("button", name="Open a link").click()
    page.get_by_test_id("link-dialog").get_by_label("Name of the link").fill("four-meters")
    page.get_by_test_id("link-dialog").get_by_role("button", name="Open the link").click()
    expect(page.get_by_test_id("link-dialog")).to_have_count(0)

    page.get_by_role("link", name="Set up").click()
    page.get_by_role("button", name="List a table").click()
    form = page.get_by_test_id("listing-dialog")
    form.get_by_label("Name", exact=True).fill("four-9")
    form.get_by_label("Mode").select_option("electronic")
    form.get_by_label("Submission").select_option("fours")
    form.get_by_label("Seconds to bet").fill("7")
    form.get_by_role("button", name="List it").click()
    expect(form.get_by_test_id("problem")).to_have_attribute("data-code", "link_missing")
    form.get_by_label("Link of meters").select_option("four-meters")
    form.get_by_role("button", name="List it").click()
    expect(form).to_have_count(0)
    row = page.get_by_role("row", name=re.compile("four-9"))
    expect(row).to_contain_text("7 s, 30 s")
    page.get_by_role("button", name="List a table").click()
    form.get_by_label("Name", exact=True).fill("four-10")
    form.get_by_label("Submission").select_option("fours")
    form.get_by_label("Link of meters").select_option("four-meters")
    form.get_by_label("Amounts are entered").click()
    form.get_by_role("button", name="List it").click()
    expect(page.get_by_role("row", name=re.compile("four-10"))).to_contain_text("Live, without amounts")
    assert not site.house.registry.listing("four-10").settings.amounts
    page.get_by_role("button", name="Change the house settings").click()
    house = page.get_by_test_id("house-dialog")
    expect(house.get_by_label("Tax form from, in dollars")).to_have_value("2000")
    house.get_by_label("Tax form from, in dollars").fill("2,100")
    house.get_by_label("Tax form from, times the wager").fill("250")
    house.get_by_label("Tax-form rule").select_option("yes")
    house.get_by_label("Without opener or closer").select_option("warn")
    house.get_by_label("Report discrepancies from, in dollars").fill("25.50")
    house.get_by_label("Chips").fill("$5 red\n$20 yellow")
    house.get_by_label(re.compile("^Gaming day")).fill("11:30")
    house.get_by_role("button", name="Save").click()
    expect(page.get_by_test_id("house-settings")).to_contain_text("begins at 11:30 UTC")
    assert settings_of(site.house.floor.ledger) == HouseSettings(
        tax_form=210_000,
        tax_multiple=250,
        tax_confirmed=True,
        day_starts=690,
        gate="warn",
        discrepancy=2_550,
        chips=(Denomination(cents=500, color="red"), Denomination(cents=2_000, color="yellow")),
    )
    row.get_by_role("link", name="four-9").click()
    page.get_by_test_id("open-table").click()
    expect(page.get_by_test_id("state")).to_have_text("Taking bets")
    assert site.house.floor.tables["four-9"].settings.betting_ms == 7_000

    page.goto("/floor/submissions/load/fours")
    expect(page.get_by_label("TOML", exact=True)).to_have_value(text)  # begun as the last version
    load(text.replace("aces_up = [100, 10_000]", "aces_up = [100, 20_000]"))
    expect(page.get_by_text("SHA-256")).to_be_visible()
    meanwhile: list[int] = []

    def asked(route: Route) -> None:
        meanwhile.append(page.get_by_text("SHA-256").count())
        route.continue_()

    page.route("**/api/submissions/fours/1", asked)
    page.get_by_role("button", name="1", exact=True).click()
    expect(page.get_by_role("tab", name="Text of version 1")).to_be_visible()
    expect(page.get_by_text("SHA-256")).to_be_visible()
    assert meanwhile == [0], "the text of another version stood under this name"
    page.get_by_role("button", name="2", exact=True).click()
    page.get_by_role("button", name="Adopt a version at table four-9").click()
    page.get_by_test_id("adopt-dialog").get_by_role("button", name="Adopt").click()
    expect(page.get_by_role("row", name=re.compile("^four-9 2"))).to_be_visible()
    assert site.house.registry.listing("four-9").version == 2


# ------------------------------------------------------------------------------------------------ meters


def main_meter(client: Client, link: str) -> int:
    """The amount on the main meter of a link, in ten-thousandths of a cent."""
    response = client.get("/api/meters").json()
    return int(next(each for each in response if each["link"] == link)["meters"][0]["amount"])


def _answered_in_vain(route: Route) -> None:
    """The server carries out the request, and the page gets no answer."""
    route.fetch()
    route.abort()


def test_a_meter_is_topped_up_and_corrected(site: Running, visits: Visits) -> None:
    client = site.signed_in("supervisor")
    page = visits.page("/floor/meters", as_=client)
    before = main_meter(client, "ma-high-card-flush")
    meter = page.get_by_test_id("link-ma-high-card-flush").locator("[data-meter]").first
    expect(meter).to_have_attribute("data-amount", str(before))
    form = page.get_by_test_id("meter-dialog")
    page.get_by_role("button", name="Add to meter main of ma-high-card-flush").click()
    form.get_by_label("Amount in dollars").fill("250.25")
    form.get_by_label("Reason").fill("an anniversary")
    # The answer is lost on its way: the same again has the same key, and the money moves once.
    visits.allow("ERR_FAILED")
    page.route("**/top-up", _answered_in_vain, times=1)
    form.get_by_role("button", name="Add to meter").click()
    expect(form.get_by_test_id("problem")).to_have_attribute("data-code", "offline")
    assert main_meter(client, "ma-high-card-flush") == before + 25_025 * UNIT
    form.get_by_role("button", name="Add to meter").click()
    expect(form).to_have_count(0)
    expect(meter).to_have_attribute("data-amount", str(before + 25_025 * UNIT))
    page.get_by_role("button", name="Correct main of ma-high-card-flush").click()
    form.get_by_label("Direction").select_option("down")
    form.get_by_label("Amount in dollars").fill("50")
    form.get_by_label("Reason").fill("typed twice")
    form.get_by_label("Second signature: name").fill("dealer")
    form.get_by_label("Second signature: password").fill(GOOD)
    form.get_by_role("button", name="Correct").click()
    expect(meter).to_have_attribute("data-amount", str(before + 20_025 * UNIT))
    assert main_meter(client, "ma-high-card-flush") == before + 20_025 * UNIT
    expect(page.get_by_role("button", name=re.compile("^Change the rate"))).to_have_count(0)


def test_a_rate_is_changed_only_after_a_win(site: Running, visits: Visits) -> None:
    table = live_table(site, "pit", MD, 1)
    page = visits.page("/floor/meters", as_=site.signed_in("administrator"))
    expect(page.get_by_test_id("link-link-pit")).to_be_visible()
    change = page.get_by_role("button", name="Change the rate of main of link-pit")
    expect(change).to_have_count(0)
    table.win(in_turn(SEVEN, NOTHING), {1: {"ante": 1000, "progressive": 100}})
    expect(page.get_by_test_id("link-link-pit")).to_contain_text("Award pending, table pit")
    expect(change).to_have_count(0)  # the award waits
    site.signed_in("floorperson").post("/api/jackpots/pit/1.1/validate").raise_for_status()
    change.click()
    form = page.get_by_test_id("meter-dialog")
    form.get_by_label("Rate in percent of each wager").fill("15")
    form.get_by_role("button", name="Change the rate").click()
    expect(form).to_have_count(0)
    expect(page.get_by_test_id("link-link-pit")).to_contain_text("grows by 15% of each wager")
    assert site.house.floor.links["link-pit"].meters[0].rate == 1500


# ------------------------------------------------------------------------------------------------ people


def test_somebody_is_invited_changed_and_signed_out(site: Running, visits: Visits) -> None:
    page = visits.page("/floor/people", as_=site.signed_in("administrator"))
    page.get_by_role("button", name="Add employee").click()
    form = page.get_by_test_id("invite-dialog")
    form.get_by_label("Name to show").fill("Nora Quist")
    form.get_by_label("Name to sign in with").fill("nora")
    form.get_by_label("Role").select_option("dealer")
    form.get_by_role("button", name="Add").click()
    address = page.get_by_test_id("one-time-link").inner_text()
    assert address.startswith(f"{site.url}/#")
    page.get_by_role("button", name="I have handed it over").click()
    row = page.get_by_role("row", name=re.compile("Nora Quist"))
    expect(row).to_contain_text("Invited")
    assert address not in page.content()

    hers = visits.page(address)
    hers.get_by_label("Password", exact=True).fill(GOOD)
    hers.get_by_label(re.compile("again", re.IGNORECASE)).fill(GOOD)
    hers.get_by_role("button", name="Set password and sign in").click()
    expect(hers).to_have_url(re.compile("/dealer"))

    row.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Nora Quist")).to_be_visible()
    page.get_by_role("button", name="Change", exact=True).click()
    page.get_by_test_id("person-dialog").get_by_label("Role").select_option("floorperson")
    page.get_by_test_id("person-dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Not signed in")).to_be_visible()  # another role ends the sessions
    nora = site.client()
    assert nora.sign_in("nora").json()["role"] == "floorperson"
    page.reload()
    page.get_by_role("button", name="End the session from 127.0.0.1").click()
    expect(page.get_by_text("Not signed in")).to_be_visible()
    assert nora.get("/api/session").status_code == 401
    page.get_by_role("button", name="Disable").click()
    page.get_by_role("dialog").get_by_role("button", name="Disable").click()
    expect(page.get_by_text("Disabled", exact=True)).to_be_visible()
    assert site.client().sign_in("nora").status_code == 401


def test_a_locked_account_is_unlocked(site: Running, visits: Visits) -> None:
    stranger = site.client()
    for _ in range(3):
        stranger.sign_in("dealer", "not the password")
    assert stranger.sign_in("dealer").status_code == 429
    page = visits.page("/floor/people", as_=site.signed_in("administrator"))
    row = page.get_by_role("row", name=re.compile("^Dealer"))
    expect(row).to_contain_text("Locked out")
    row.get_by_role("link").click()
    page.get_by_role("button", name="Unlock").click()
    expect(page.get_by_text("Active", exact=True)).to_be_visible()
    assert site.client().sign_in("dealer").status_code == 200


def test_the_cashier_moves_play_money(site: Running, visits: Visits) -> None:
    ann = site.player("ann", 0)
    page = visits.page(f"/floor/people/{ann.person}", as_=site.signed_in("administrator"))
    panel, form = page.get_by_test_id("cashier"), page.get_by_test_id("cashier-dialog")

    def move(what: str, amount: str) -> None:
        panel.get_by_role("button", name=what).click()
        form.get_by_label("Amount in dollars").fill(amount)
        form.get_by_label("Reason").fill("a test")
        form.locator("button[type=submit]").click()

    move("Issue money", "1,000")
    expect(panel.get_by_test_id("balance")).to_have_attribute("data-cents", "100000")
    move("Take back", "250.50")
    expect(panel.get_by_test_id("balance")).to_have_attribute("data-cents", "74950")
    assert site.balance(f"player:{ann.person}") == 74_950
    for cents in (100_000, -25_050):
        expect(panel.locator(f'tbody [data-cents="{cents}"]')).to_have_count(1)
    move("Take back", "800")
    expect(form.get_by_test_id("problem")).to_have_attribute("data-code", "insufficient_funds")


# -------------------------------------------------------------------------------------------------- hold


def test_hold_is_drawn_with_its_band(site: Running, visits: Visits) -> None:
    ann = site.player("ann")
    ann.act("ma-high-card-flush", act="sit", seat=1).raise_for_status()
    ann.act("ma-high-card-flush", act="bet", seat=1, wagers={"ante": 1000}).raise_for_status()
    site.signed_in("dealer").act("ma-high-card-flush", act="close_bets").raise_for_status()
    ann.act("ma-high-card-flush", act="decide", seat=1, action="fold").raise_for_status()
    site.table("pit", MD, mode="live", opener=False)
    boss, second = site.signed_in("floorperson"), {"name": "dealer", "password": GOOD}
    for what, count in (("open", 60), ("close", 59)):
        counted = {"what": what, "chips": {"2500": count}, "second": second}
        boss.post("/api/inventory/pit", json=counted).raise_for_status()
    client = site.signed_in("auditor")
    page = visits.page("/floor/hold", as_=client)
    chart, table = page.get_by_test_id("hold-chart"), page.get_by_test_id("hold-table")
    row = table.get_by_role("row", name=re.compile("ma-high-card-flush"))
    # The first time, the odds of the game are computed in the background, and the page looks again.
    expect(row).to_contain_text("Within", timeout=180_000)
    expect(chart).to_be_visible()
    response, pit = client.get("/api/hold", timeout=120).json()["tables"]
    assert (pit["name"], pit["by_chips"], pit["by_rounds"], pit["difference"]) == ("pit", -2500, 0, -2500)
    shift = page.get_by_test_id("hold-shifts").get_by_role("row", name=re.compile("pit"))
    expect(shift.locator('[data-cents="-2500"]')).to_have_count(2)
    assert (response["name"], response["win"], response["within"]) == ("ma-high-card-flush", 1000, True)
    low, high = (round(each / 100) for each in response["band"])
    drawn = chart.get_by_role("img").get_attribute("aria-label") or ""
    assert "ma-high-card-flush: won $10" in drawn
    assert "outside" not in drawn
    expect(row.locator('[data-cents="1000"]')).to_be_visible()
    expect(row).to_contain_text("Within")
    assert low < 10 < high
    box, dot = (
        chart.locator('[data-row="ma-high-card-flush"] rect'),
        chart.locator('[data-row="ma-high-card-flush"] circle'),
    )
    left, wide = (float(box.get_attribute(name) or 0) for name in ("x", "width"))
    assert left < float(dot.get_attribute("cx") or 0) < left + wide
    table.get_by_role("button", name="ma-high-card-flush").click()
    expect(page.get_by_role("table", name="Bets of ma-high-card-flush")).to_contain_text("The game itself")
    page.get_by_role("tab", name="By dealer").click()
    expect(chart.get_by_role("img")).to_have_attribute("aria-label", re.compile("Dealer: won|system: won"))

    # With the decisions priced the win is divided, and by day, month and year to date.
    site.house.watcher.look()
    response, _ = client.get("/api/hold", timeout=120).json()["tables"]
    divided = response["theoretical"] + response["mistakes"] + response["luck"]
    assert divided == pytest.approx(response["win"])
    page.get_by_role("button", name="Recompute").click()
    page.get_by_role("tab", name="By table").click()
    expect(row.locator(f'[data-cents="{round(response["luck"])}"]')).to_be_visible(timeout=120_000)
    page.get_by_role("tab", name="By day, month and year").click()
    periods = page.get_by_test_id("hold-periods")
    expect(periods).to_contain_text("of stakes", timeout=120_000)
    assert serious(page) == []
    page.get_by_role("tab", name="By table").click()
    assert serious(page) == []
    page.get_by_label("Period").select_option("day")  # what is shown now is of another time, and says so
    page.get_by_label("Day", exact=True).fill("2026-02-30")
    expect(page.get_by_text("No such day")).to_be_visible()
    expect(page.locator("[aria-busy=true]", has=table)).to_be_visible()
