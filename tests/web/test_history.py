"""A player's history: the last rounds with their results, and each of them step by step."""

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.rig import Running
from tests.server.test_history_api import _cards as cards_in
from tests.web.browser import Visits
from tests.web.replays import as_sent, at_step, felt, figures, tables_of
from tests.web.rounds_played import TABLE, Played, looked_back_on

DAY = 86_400_000
"""Milliseconds."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Iterator[Played]:
    """Three rounds that are over."""
    with looked_back_on(tmp_path_factory.mktemp("history"), 3) as here:
        yield here


@pytest.fixture
def site(house: Played) -> Running:
    """The one house of these tests."""
    return house.site


def cents(page: Page, testid: str) -> list[int]:
    found = page.get_by_test_id(testid).evaluate_all("all => all.map(each => Number(each.dataset.cents))")
    return [int(each) for each in found]


def replayed(house: Played, round_: int) -> dict[str, Any]:
    response: dict[str, Any] = house.bob.get(f"/api/tables/{TABLE}/rounds/{round_}").raise_for_status().json()
    return response


def test_the_last_rounds_match_the_ledger(house: Played, visits: Visits) -> None:
    page = visits.page(f"/table/{TABLE}/history", as_=house.bob)
    expect(page.locator("[data-round]")).to_have_count(3)
    numbers = page.locator("[data-round]").evaluate_all("all => all.map(each => Number(each.dataset.round))")
    assert numbers == house.rounds[::-1]
    response = house.bob.get("/api/rounds", params={"table": TABLE}).json()["rounds"]
    assert cents(page, "net") == [each["net"] for each in response]
    (net,) = cents(page, "sum-net")
    assert 1_000_000 + net == house.site.balance(f"player:{house.bob.person}")
    assert cents(page, "sum-staked") == [sum(each["staked"] for each in response)]
    expect(page.get_by_role("img", name="Running total of 3 rounds")).to_be_visible()


def test_a_failed_request_for_earlier_rounds_is_retried(house: Played, visits: Visits) -> None:
    visits.allow("ERR_FAILED")
    page = visits.page("/", as_=house.bob)
    lost = [True]

    def two_at_once(route: Route) -> None:
        if "before=" in route.request.url and lost:
            lost.pop()
            route.abort()
        else:
            route.continue_(url=re.sub(r"limit=\d+", "limit=2", route.request.url))

    page.route("**/api/rounds?*", two_at_once)
    page.goto(f"/table/{TABLE}/history")
    expect(page.locator("[data-round]")).to_have_count(2)
    page.get_by_test_id("more-rounds").click()
    expect(page.get_by_role("alert")).to_contain_text("Cannot reach the server")
    expect(page.locator("[data-round]")).to_have_count(2)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-round]")).to_have_count(3)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_player_steps_through_a_round_with_keys_alone(house: Played, visits: Visits) -> None:
    number = house.rounds[1]
    response = replayed(house, number)
    tables = tables_of(response)
    page = visits.page(f"/table/{TABLE}/history", as_=house.bob)
    link = page.locator(f"[data-round='{number}']")
    expect(link).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if link.evaluate("each => each === document.activeElement"):
            break
    page.keyboard.press("Enter")
    last = len(response["steps"])
    hidden = _never_seen(house, number)
    for index, table in enumerate(tables):
        at_step(page, index, last)
        assert figures(page) == as_sent(*table), index
        shown = set(felt(page)["cards"]) | {c for s in figures(page)["seats"].values() for c in s["cards"]}
        assert not shown & hidden, index
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    at_step(page, last - 1, last)
    assert figures(page) == as_sent(*tables[last - 1])
    assert not cards_in(_said(page)) & hidden


def _said(page: Page) -> list[str]:
    """All that the page says or names; the outlines of its drawings would read like cards."""
    names = "all => all.flatMap(e => [e.dataset.card ?? '', e.getAttribute('aria-label') ?? ''])"
    response: list[str] = page.locator("[data-card], [aria-label]").evaluate_all(names)
    return [page.locator("body").inner_text(), *response]


def _never_seen(house: Played, round_: int) -> set[str]:
    """The cards that Ann folded unseen, by the auditor's replay."""
    auditor = house.site.signed_in("auditor")
    response = auditor.get(f"/api/tables/{TABLE}/rounds/{round_}").json()
    hands = [
        seat.get("cards", "")
        for step in response["steps"]
        for seat in step["view"]["seats"]
        if seat["seat"] == 1
    ]
    folded = set(" ".join(hands).split())
    assert len(folded) == 7
    return folded


def test_every_wager_is_accounted_for_and_the_shuffle_computed_again(house: Played, visits: Visits) -> None:
    number = house.rounds[2]
    response = replayed(house, number)
    settled = next(each for each in response["steps"] if each["kind"] == "round_settled.v1")
    own = next(each for each in settled["view"]["seats"] if each["seat"] == 3)
    page = visits.page(f"/table/{TABLE}/round/{number}", as_=house.bob)
    came_to = page.get_by_test_id("came-to")
    expect(came_to.get_by_test_id("breakdown")).to_have_count(1)
    assert cents(page, "breakdown-net") == [own["net"]]
    lines = came_to.locator("[data-wager]")
    expect(lines).to_have_count(len(own["results"]))
    for wager, result in own["results"].items():
        line = came_to.locator(f"[data-wager={wager}]")
        amounts = line.locator("dd").evaluate_all("all => all.map(each => Number(each.dataset.cents))")
        assert amounts == [result.get(part, 0) for part in ("stake", "paid", "returned")]
        expect(line).to_have_attribute("data-outcome", result["outcome"])
    shuffle = page.get_by_test_id("shuffle")
    expect(shuffle.get_by_test_id("verdict")).to_have_text("Verified")
    expect(shuffle).to_contain_text("The 14 cards you saw are the deck's")
    seed = house.bob.get(f"/api/tables/{TABLE}/fairness/{number}").json()["seed"]
    shuffle.get_by_text("Seed, salt and players' text").click()
    expect(shuffle.get_by_test_id("seed")).to_have_text(seed)
    page.get_by_test_id("round-before").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Round {house.rounds[1]}")


def test_a_round_of_another_day_has_its_date(house: Played, visits: Visits) -> None:
    number = house.rounds[0]
    began = replayed(house, number)["steps"][0]["at"] - 3 * DAY

    def before(route: Route) -> None:
        response = route.fetch().json()
        for step in response["steps"]:
            step["at"] -= 3 * DAY
        route.fulfill(json=response)

    page = visits.page("/", as_=house.bob)
    page.route(f"**/api/tables/{TABLE}/rounds/{number}", before)
    page.goto(f"/table/{TABLE}/round/{number}")
    at = datetime.fromtimestamp(began / 1000)
    dated = f"{at:%Y-%m-%d %H:%M:%S}"
    expect(page.get_by_test_id("round-at")).to_contain_text(dated)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("step")).to_contain_text(dated)


def test_a_wrong_seed_is_not_taken_for_fair(house: Played, visits: Visits) -> None:
    number = house.rounds[0]
    page = visits.page("/", as_=house.bob)

    def forged(route: Any) -> None:
        response = route.fetch().json()
        response["seed"] = ("1" if response["seed"][0] == "0" else "0") + response["seed"][1:]
        route.fulfill(json=response)

    page.route("**/fairness/*", forged)
    page.goto(f"/table/{TABLE}/round/{number}")
    expect(page.get_by_test_id("verdict")).to_have_text("Failed")
    # Over plain HTTP from another machine nothing can be computed, and that is said.
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })")
    page.reload()
    shuffle = page.get_by_test_id("shuffle")
    expect(shuffle).to_contain_text("only over https or on localhost")
    expect(shuffle.get_by_test_id("verdict")).to_have_count(0)
    expect(shuffle.get_by_text("Seed, salt and players' text")).to_be_visible()


def test_the_rounds_of_others_are_not_shown(house: Played, visits: Visits) -> None:
    cat = house.site.player("cat", 0)
    page = visits.page(f"/table/{TABLE}/round/{house.rounds[0]}", as_=cat)
    expect(page.get_by_role("heading", level=1)).to_have_text("No such round")
    page = visits.page(f"/table/{TABLE}/history", as_=cat)
    expect(page.get_by_test_id("rounds")).to_contain_text("You have not finished a round at this table yet.")
    page = visits.page(f"/table/{TABLE}/round/none", as_=cat)
    expect(page.get_by_role("heading", level=1)).to_have_text("No such round")
    page = visits.page(f"/table/{TABLE}/history")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in to see rounds")
