"""The player's page, for each rule set: sit, bet, decide, be paid; every figure is the ledger's."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from croupier.money import dollars
from tests.server.rig import Running
from tests.web.browser import SIZES, Visits, fits, serious
from tests.web.player_steps import (
    MINUS,
    SIDES,
    bet,
    close_panel,
    come_in,
    decision,
    fetched,
    no_more_bets,
    open_panel,
    play_on,
    put_down,
    scrolls,
    signed,
    sit,
    view,
)

QUICK = pytest.mark.parametrize("times", [(1_000, 3_000, 30_000)], ids=["quick"])


def compare_breakdown(page: Page, seat: dict[str, Any]) -> None:
    """Every figure of the breakdown against the server's results."""
    shown = page.get_by_test_id("breakdown")
    # Its code is loaded when it is first shown.
    expect(shown.locator("li")).to_have_count(len(seat["results"]))
    for wager, result in seat["results"].items():
        row = shown.locator(f'li[data-wager="{wager}"]')
        cells = row.locator("dd")
        for index, name in enumerate(("stake", "paid", "returned")):
            expect(cells.nth(index)).to_have_text(dollars(result[name]))
            expect(cells.nth(index)).to_have_attribute("data-cents", str(result[name]))
        expect(row.get_by_test_id("net")).to_have_text(signed(result["net"]))
        expect(row.locator(".why > span").first).to_have_text(seat["reasons"][wager])
    expect(page.get_by_test_id("breakdown-net")).to_have_text(signed(seat.get("net", 0)))


def compare_felt(page: Page, last: dict[str, Any]) -> None:
    """The cards on the felt against the server's."""
    (seat,) = last["seats"]
    mine = page.locator('[data-felt-seat="3"] [data-felt-card]')
    if not seat.get("racked"):
        faces = mine.evaluate_all("cards => cards.map(card => card.dataset.feltCard)")
        assert faces == seat["cards"].split()
    everything = page.locator("[data-felt-card]").evaluate_all("cards => cards.map(c => c.dataset.feltCard)")
    for place in (last["dealer"].get("cards", ""), last.get("board", "")):
        assert set(place.split()) <= set(everything)
    for wager, result in seat["results"].items():
        stack = page.locator(f'[data-felt-seat="3"] [data-felt-stack="{wager}"]')
        if stack.count():
            expect(stack).to_have_attribute("data-cents", str(result["returned"]))
            expect(stack).to_contain_text("Push" if result["net"] == 0 else signed(result["net"]))


def compare_fairness(page: Page, table: str, last: dict[str, Any]) -> None:
    """The shuffle recomputed by the browser against the server's."""
    expect(page.get_by_test_id("verdict")).to_have_text("Verified")
    expect(page.get_by_test_id("believed")).to_contain_text("Your browser recomputed")
    record = fetched(page, f"/api/tables/{table}/fairness/1")
    assert record["entropies"] == ["words of my own"]
    page.get_by_text("Seed, salt and players' text").click()
    expect(page.get_by_test_id("seed")).to_have_text(record["seed"])
    checks = page.get_by_test_id("fairness").locator("li")
    expect(checks).to_have_count(6)
    places = (last["seats"][0]["cards"], last["dealer"]["cards"], last.get("board", ""))
    seen = sum(len(cards.split()) for cards in places)
    expect(checks.last).to_contain_text(f"The {seen} cards you saw")
    assert serious(page) == []


def compare_forged_fairness(page: Page) -> None:
    """At a second request the server sends another commitment before that of the seed, and other entropy."""
    others = {"commitments": ["0" * 64], "added": ["words of the house"]}

    def forged(route: Route) -> None:
        record = route.fetch().json()
        route.fulfill(json=record | {name: [*first, *record[name]] for name, first in others.items()})

    page.route("**/fairness/1", forged)
    close_panel(page)
    open_panel(page, "Round")
    close_panel(page)
    open_panel(page, "Fairness")
    expect(page.get_by_test_id("verdict")).to_have_text("Failed")
    wrong = page.get_by_test_id("fairness").locator("li.bad")
    said = ("the one shown before", "One commitment", "SHA-256", "those added, in order")
    expect(wrong).to_have_text([re.compile(re.escape(each)) for each in said])
    expect(wrong.last).to_contain_text('entry 1 is "words of my own" in the shuffle')


@pytest.mark.parametrize("times", [(500_000, 0, 500_000)], ids=["unhurried"])
@pytest.mark.parametrize(
    ("table", "width", "verified"),
    [
        ("ma-high-card-flush", 1440, False),
        ("nj-high-card-flush", 1024, False),
        ("md-high-card-flush", 1440, True),
        ("ma-ultimate-texas-holdem", 1024, True),
        ("ma-four-card-poker", 1440, True),
        ("ma-ultimate-texas-holdem", 390, False),
    ],
)
def test_a_round_from_the_seat_to_the_money(
    site: Running, visits: Visits, table: str, width: int, verified: bool
) -> None:
    page = visits.page(f"/table/{table}", width=width)
    person = come_in(page)
    held = site.balance(f"player:{person}")
    expect(page.get_by_test_id("my-balance")).to_have_text(dollars(held))
    expect(page.get_by_test_id("status")).to_have_text("Choose a seat to play.")
    sit(page)
    expect(page.get_by_test_id("status")).to_have_text("Place your bet.")
    if verified:
        open_panel(page, "Fairness")
        assert page.get_by_test_id("commitment").inner_text() == view(page, table)["commitment"]
        expect(page.get_by_test_id("believed")).to_contain_text("After the round, your browser recomputes")
        # Words that a server only says to have taken are missed at once, and not counted on.
        page.route("**/entropy", lambda route: route.fulfill(json={"version": 1}))
        page.get_by_test_id("entropy").fill("words that are lost")
        page.get_by_test_id("add-entropy").click()
        expect(page.get_by_text("Your text is not in the shuffle of round 1.")).to_be_visible()
        page.unroute("**/entropy")
        page.get_by_test_id("entropy").fill("words of my own")
        page.get_by_test_id("add-entropy").click()
        expect(page.get_by_text("Added: words of my own")).to_be_visible()
        close_panel(page)
    if width == 390:  # where the meters of the felt are out of sight
        (shown,) = [each["meters"]["main"] for each in fetched(page, "/api/tables") if each["table"] == table]
        meter = f"${shown // 1_000_000:,}.{shown // 10_000 % 100:02}"
        expect(page.locator('[data-felt-meter="main"]')).to_have_text(meter)
    (betting,) = [each for each in view(page, table)["offers"] if each["act"] == "bet"]
    offered = {each["name"] for each in betting["amounts"]}
    put_down(page, "ante", "ante", *[side for side in SIDES if side in offered])
    slip = page.get_by_test_id("slip")
    expect(slip).to_contain_text("Ante $10")
    assert serious(page) == []
    bet(page)
    no_more_bets(site, page, table)
    now = view(page, table)
    (seat,) = now["seats"]
    assert seat["wagers"]["ante"] == 1000
    assert set(seat["wagers"]) == offered
    (offer,) = [each for each in now["offers"] if each["act"] == "decide"]
    for amount in offer["amounts"]:
        for cents in amount.get("only") or {amount.get("least", 0), amount.get("most", 0)}:
            button = page.get_by_test_id(f"decide-{amount['name']}-{cents}")
            expect(button).to_contain_text(dollars(cents) if cents else amount["name"].title())
    if seat.get("hand"):
        words = page.get_by_test_id("hand-words")
        expect(words).to_have_text(re.compile(re.escape(seat["hand"]), re.IGNORECASE))
    assert serious(page) == []
    assert fits(page)
    if width > 1100:
        assert not scrolls(page)

    play_on(page)
    last = view(page, table)["last"]
    (seat,) = last["seats"]
    if verified:
        open_panel(page, "Fairness")
        compare_fairness(page, table, last)
        compare_forged_fairness(page)
        close_panel(page)
        open_panel(page, "Round")
    compare_breakdown(page, seat)
    compare_felt(page, last)
    net = seat.get("net", 0)
    expect(page.get_by_test_id("my-net")).to_have_text(signed(net))
    waiting = sum(award["paid"] for award in view(page, table).get("pending", ()))
    has = held + net - waiting  # every award of Maryland's waits for its validation
    assert site.balance(f"player:{person}") == has == fetched(page, "/api/balance")["cents"]
    expect(page.get_by_test_id("my-balance")).to_have_text(dollars(has))
    expect(page.get_by_test_id("announcer")).to_contain_text("Dealer:" if last["dealer"].get("cards") else "")
    assert serious(page) == []
    assert fits(page)
    if width > 1100:
        assert not scrolls(page)
    page.get_by_test_id("breakdown").get_by_role("button", name="Why").first.click()
    expect(page.get_by_role("dialog").locator("dd").first).not_to_be_empty()


def letters(glass: Locator) -> float:
    """How large the smallest letters of the pay tables are, in pixels."""
    found = glass.evaluate(
        "glass => Math.min(...[...glass.querySelectorAll('g.odds')]"
        ".map(table => parseFloat(table.getAttribute('font-size')) * table.getScreenCTM().a))"
    )
    assert isinstance(found, float)
    return found


@QUICK
def test_a_round_by_keys_alone(visits: Visits) -> None:
    page = visits.page("/table/ma-ultimate-texas-holdem")
    come_in(page)
    page.locator('[data-sit="4"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-spot="4/ante"]')).to_be_visible()
    page.keyboard.press("2")
    expect(page.locator('[data-chip="500"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    ante = page.locator('[data-spot="4/ante"]')
    expect(ante).to_be_focused()
    said = "Ante, seat 4: no chips. Put $5 on ante and $5 on blind"
    expect(ante).to_have_accessible_name(said)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    slip = page.get_by_test_id("slip")
    expect(slip).to_contain_text("Ante $10")
    expect(slip).to_contain_text("Blind $10")
    page.keyboard.press("Backspace")
    expect(slip).to_contain_text("Ante $5")
    page.keyboard.press("d")
    expect(slip).to_contain_text("Ante $10")
    page.keyboard.press("b")
    expect(decision(page).first).to_be_visible()
    page.keyboard.press("c")
    expect(page.get_by_test_id("status")).to_contain_text("Your turn")
    expect(page.get_by_test_id("decide-play-2000")).to_be_enabled()
    page.keyboard.press("2")
    expect(page.get_by_test_id("my-net")).to_be_visible()
    assert view(page, "ma-ultimate-texas-holdem")["last"]["seats"][0]["amount"] == 2000
    page.keyboard.press("r")
    expect(slip).to_contain_text("Ante $10")
    page.keyboard.press("c")
    expect(slip).not_to_contain_text("Ante $10")
    cards = page.locator('[data-felt-seat="4"] [data-felt-card]')
    expect(cards).to_have_count(2)  # the round before is looked at again, one's own hand with the dealer's
    page.keyboard.press("p")  # the pay tables of the felt, in letters that can be read
    glass = page.get_by_test_id("glass")
    for wide in (1440, 1120):
        page.set_viewport_size({"width": wide, "height": 900})
        assert fits(page)
        assert letters(glass) >= 12
    assert serious(page) == []
    page.set_viewport_size({"width": 1440, "height": SIZES[1440]})
    page.get_by_test_id("breakdown").get_by_role("button", name="Why").first.click()
    page.keyboard.press("Escape")  # what lies above is closed first
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(glass).to_be_visible()
    glass.get_by_role("button").focus()
    page.keyboard.press("Escape")
    expect(glass).to_have_count(0)
    expect(page.get_by_test_id("lens")).to_be_focused()
    page.keyboard.press("b")  # the same again, in one stroke
    expect(decision(page).first).to_be_visible()
    assert view(page, "ma-ultimate-texas-holdem")["seats"][0]["wagers"] == {"ante": 1000, "blind": 1000}


def test_chips_stay_within_the_bounds_that_are_offered(visits: Visits) -> None:
    page = visits.page("/table/ma-high-card-flush")
    come_in(page)
    sit(page)
    put_down(page, "ante", chip=100)
    expect(page.get_by_test_id("slip")).to_have_text("Ante: at least $5.")
    expect(page.get_by_test_id("bet")).to_be_disabled()
    page.get_by_test_id("clear").click()
    put_down(page, "flush_bonus", chip=50_000)
    expect(page.get_by_text("Flush bonus: at most $100.")).to_be_visible()
    put_down(page, "ante", chip=50_000)
    expect(page.get_by_test_id("double")).to_be_disabled()
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("start")).to_have_text(re.compile(r"^Put \$500 on ante"))
    put_down(page, "flush_bonus")
    bet(page)  # the server knows that a bonus needs an ante, and says so
    expect(page.get_by_text("ante", exact=False).last).to_be_visible()
    assert view(page, "ma-high-card-flush")["seats"][0]["wagers"] == {}


def test_a_bet_is_changed_taken_back_and_the_seat_left(visits: Visits) -> None:
    page = visits.page("/table/ma-high-card-flush")
    come_in(page)
    sit(page)
    put_down(page, "ante")
    bet(page)
    expect(page.get_by_test_id("bet")).to_have_text(re.compile(r"^\$5 wagered"))
    expect(page.get_by_test_id("status")).to_have_text(re.compile(r"No more bets in \d+ s"))
    put_down(page, "ante", "flush_bonus")
    bet(page)
    expect(page.get_by_test_id("bet")).to_have_text(re.compile(r"^\$15 wagered"))
    assert view(page, "ma-high-card-flush")["seats"][0]["wagers"] == {"ante": 1000, "flush_bonus": 500}
    page.get_by_test_id("clear").click()
    bet(page)
    expect(page.get_by_test_id("status")).to_have_text("Place your bet.")
    page.get_by_test_id("leave").click()
    expect(page.get_by_test_id("status")).to_have_text("Choose a seat to play.")
    assert view(page, "ma-high-card-flush").get("seats", []) == []


def test_others_watch_and_have_no_controls(site: Running, visits: Visits) -> None:
    player = site.client()
    player.guest()
    assert player.act("ma-high-card-flush", act="sit", seat=3).status_code == 200
    assert player.act("ma-high-card-flush", act="bet", seat=3, wagers={"ante": 1500}).status_code == 200
    name = player.get("/api/session").json()["display_name"]
    for role in ("floorperson", "surveillance", "auditor"):
        page = visits.page("/table/ma-high-card-flush", as_=site.signed_in(role))
        expect(page.locator('[data-felt-stack="ante"]')).to_have_attribute("data-cents", "1500")
        expect(page.locator('[data-felt-seat="3"]')).to_contain_text(name)
        expect(page.get_by_text(f"You are watching as {role}.")).to_be_visible()
        for control in ("[data-spot]", "[data-sit]", '[data-testid="bet"]', '[data-testid="leave"]'):
            assert page.locator(control).count() == 0
    assert serious(page) == []


@QUICK
def test_values_are_shown_before_a_decision_and_its_cost_after(visits: Visits) -> None:
    page = visits.page("/table/nj-high-card-flush")
    come_in(page)
    sit(page)
    page.get_by_role("tab", name="Practice").click()
    page.get_by_test_id("show-values").click()
    put_down(page, "ante")
    bet(page)
    expect(page.locator('[data-testid^="value-"]').first).to_be_visible()
    (valued,) = fetched(page, "/api/practice/nj-high-card-flush")["decisions"]
    for choice in valued["choices"]:
        shown = page.get_by_test_id(f"value-{choice['act']}-{choice['amount']}")
        cents = round(choice["cents"])
        sign = "+" if cents > 0 else MINUS if cents < 0 else ""
        expect(shown).to_contain_text(f"{sign}${abs(cents) / 100:.2f}")
        assert choice["best"] == ("best" in shown.inner_text())
    page.get_by_test_id("decide-fold-0").click()
    expect(page.get_by_test_id("practice-last")).to_be_visible()
    scored = fetched(page, "/api/practice/nj-high-card-flush")["last"]
    assert scored["action"] == "fold"
    words = "The best decision" if scored["right"] else f"That cost ${scored['cost_cents'] / 100:.2f}"
    expect(page.get_by_test_id("practice-last")).to_contain_text(words)
    expect(page.get_by_test_id("practice").get_by_role("row")).to_have_count(2)
    assert serious(page) == []


def test_play_money_for_a_guest(site: Running, visits: Visits) -> None:
    page = visits.page("/table/ma-high-card-flush")
    come_in(page)
    page.get_by_test_id("more-chips").click()
    expect(page.get_by_text("You can get more play money when you are nearly out.")).to_be_visible()
    page.get_by_role("tab", name="Pays").click()
    pays = page.get_by_test_id("pays")
    card = next(each for each in fetched(page, "/api/tables") if each["table"] == "ma-high-card-flush")
    for chosen in card["pay_tables"]:
        for row in chosen["rows"]:
            shown = pays.get_by_role("cell", name=row["pays"], exact=True)
            named = pays.get_by_text(f"{chosen['title']}: {row['pays']}")  # of one row alone
            expect(shown.or_(named).first).to_be_visible()
    expect(page.get_by_text(card["notice"]).first).to_be_visible()
