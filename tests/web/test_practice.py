"""Practice in the browser: close decisions, judged exactly, and the account of the session."""

import re

import pytest
from playwright.sync_api import Page, Response, expect

from croupier.odds.advice import Advice, advice
from croupier.odds.subject import subject_of_rules
from tests.server.rig import Running
from tests.web.browser import Visits, serious

MINUS = "\N{MINUS SIGN}"
FLUSH, HOLDEM, FOUR = "ma/high-card-flush", "ma/ultimate-texas-holdem", "ma/four-card-poker"
FIRST = 60_000
"""Milliseconds: the first question of a server takes its time."""


def guest(visits: Visits, site: Running, path: str) -> Page:
    """A page of a guest."""
    client = site.client()
    assert client.guest().status_code == 200
    return visits.page(path, as_=client)


def cards(page: Page, whose: str) -> str:
    """The cards that lie in a place, as they are drawn."""
    drawn = page.get_by_test_id("drill").get_by_role("group", name=re.compile(f"^{whose}:"))
    if not drawn.count():
        return ""
    codes = drawn.locator("[data-card]").evaluate_all("all => all.map(each => each.dataset.card)")
    return " ".join(code for code in codes if code != "hidden")


def shown(page: Page, rules: str) -> Advice:
    """The best action with the cards on the page, by the exact odds."""
    expect(page.locator("[data-testid^=choice-]:enabled").first).to_be_visible(timeout=FIRST)
    found = advice(
        subject_of_rules(rules).house,
        cards(page, "Your cards"),
        cards(page, "Community cards"),
        cards(page, "Dealer"),
    )
    offered = page.locator("[data-testid^=choice-]").evaluate_all(
        "all => all.map(each => each.dataset.testid)"
    )
    assert offered == [f"choice-{action}" for action in found.values]
    return found


def signed(value: float) -> str:
    written = f"{abs(value):.2f}"
    return written if written == "0.00" else f"{'+' if value > 0 else MINUS}{written}"


def antes(cost: float) -> str:
    return "less than 0.01" if 0 < cost < 0.005 else f"{cost:.2f}"


@pytest.mark.parametrize(
    ("rules", "street"),
    [(FLUSH, ""), ("nj/high-card-flush", ""), (FOUR, ""), (HOLDEM, "preflop"), (HOLDEM, "river")],
)
def test_a_close_decision_is_judged_exactly(site: Running, visits: Visits, rules: str, street: str) -> None:
    page = guest(visits, site, f"/practice/{rules}" + (f"?street={street}" if street else ""))
    streak = page.get_by_test_id("streak")
    found = shown(page, rules)
    assert found.stage == street or not street
    page.get_by_test_id(f"choice-{found.best}").click()
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_have_attribute("data-right", "true", timeout=FIRST)
    for action, value in found.values.items():
        expect(verdict.get_by_test_id(f"value-{action}")).to_have_text(signed(float(value)))
        assert verdict.get_by_test_id(f"exact-{action}").get_attribute("data-exact") == str(value)
    expect(streak).to_have_attribute("data-streak", "1")
    assert serious(page) == []

    # The second by keys alone, and wrong.
    page.keyboard.press("n")
    expect(verdict).to_have_count(0)
    found = shown(page, rules)
    worst = min(found.values, key=lambda action: found.values[action])
    page.keyboard.press(worst.removesuffix("x")[-1] if worst.endswith("x") else worst[0])
    expect(verdict).to_have_attribute("data-right", "false", timeout=FIRST)
    cost = float(found.values[found.best] - found.values[worst])
    expect(page.get_by_test_id("drill-cost")).to_have_text(antes(cost))
    expect(streak).to_have_attribute("data-streak", "0")
    line = page.locator(f'[data-line="{rules} {found.stage}"]')
    expect(line).to_contain_text("1 of 2 right")
    expect(line).to_contain_text(f"cost {antes(cost)} antes")
    expect(page.get_by_test_id("next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid^=choice-]:enabled").first).to_be_visible(timeout=FIRST)
    # Enter pressed once more must decide nothing.
    expect(page.get_by_text("what do you do?")).to_be_focused()


def test_a_decision_clicked_twice_counts_once(site: Running, visits: Visits) -> None:
    page = guest(visits, site, f"/practice/{FLUSH}")
    found = shown(page, FLUSH)
    page.get_by_test_id(f"choice-{found.best}").dblclick()
    expect(page.get_by_test_id("verdict")).to_be_visible(timeout=FIRST)
    page.keyboard.press("f")
    expect(page.locator(f'[data-line="{FLUSH} raise or fold"]')).to_contain_text("1 of 1 right")


def test_streets_are_chosen_and_the_score_is_kept_and_cleared(site: Running, visits: Visits) -> None:
    page = guest(visits, site, f"/practice/{HOLDEM}")
    found = shown(page, HOLDEM)
    page.get_by_test_id(f"choice-{found.best}").click()
    expect(page.get_by_test_id("verdict")).to_be_visible(timeout=FIRST)
    page.get_by_role("tab", name="On the river").click()
    expect(page.get_by_test_id("verdict")).to_have_count(0)
    expect(page.get_by_test_id("drill")).to_contain_text("Community cards", timeout=FIRST)
    found = shown(page, HOLDEM)
    assert found.stage == "river"
    page.get_by_test_id(f"choice-{found.best}").click()
    expect(page.get_by_test_id("streak")).to_have_attribute("data-streak", "2", timeout=FIRST)

    page.get_by_role("link", name="Practice").first.click()
    score = page.get_by_test_id("score")
    for street in ("preflop", "river"):
        expect(score.locator(f'[data-line="{HOLDEM} {street}"]')).to_contain_text("1 of 1 right")
    assert serious(page) == []
    score.get_by_test_id("clear-score").click()
    expect(score).to_contain_text("No decisions yet")
    page.reload()
    expect(score).to_contain_text("No decisions yet")


def test_a_table_with_values_on_is_one_click_away(site: Running, visits: Visits) -> None:
    page = visits.page("/practice")
    tables = {each["rules"]: each["table"] for each in site.client().get("/api/tables").json()}
    assert len(tables) == 5
    for rules in tables:
        expect(page.get_by_test_id(f"drill-{rules}")).to_be_visible()
        expect(page.get_by_test_id(f"values-{rules}")).to_be_enabled()
    page.get_by_test_id(f"values-{FOUR}").click()
    expect(page).to_have_url(re.compile(f"/table/{tables[FOUR]}$"))
    assert page.evaluate("localStorage.getItem('croupier.values')") == "on"


def test_who_has_not_come_in_is_asked_to(visits: Visits) -> None:
    page = visits.page(f"/practice/{FLUSH}")
    expect(page.get_by_role("link", name="Sign in").last).to_have_attribute(
        "href", re.compile("next=%2Fpractice")
    )
    page.get_by_test_id("come-in").click()
    expect(page.locator("[data-testid^=choice-]").first).to_be_visible(timeout=FIRST)


def _kept(response: Response) -> bool:
    """Whether the house has stored the progress, after a refusal if another browser was faster."""
    return response.url.endswith("/api/progress") and response.request.method == "POST" and response.ok


def test_progress_of_two_browsers_is_merged(site: Running, visits: Visits) -> None:
    robin = site.player("robin", 0)
    pages = [visits.page(f"/practice/{FLUSH}", as_=browser) for browser in (robin, site.signed_in("robin"))]
    asked = [shown(page, FLUSH) for page in pages]  # both know what the house keeps: nothing
    for page, found in zip(pages, asked, strict=True):
        worst = min(found.values, key=lambda action: found.values[action])
        with page.expect_response(_kept, timeout=FIRST):
            page.get_by_test_id(f"choice-{worst}").click()
    new = visits.page(f"/practice/{FLUSH}?street=mistakes", as_=site.signed_in("robin"))
    expect(new.get_by_test_id("rested")).to_contain_text("No mistake is due now")
    kept = robin.get("/api/progress").json()["learned"]
    assert kept["tallies"][f"{FLUSH} {asked[0].stage}"]["decisions"] == 2
    assert {each["cards"] for each in kept["mistakes"]} == {cards(page, "Your cards") for page in pages}
    assert new.evaluate("localStorage.getItem('croupier.learned')") is None
