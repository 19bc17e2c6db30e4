"""Lessons in the browser: the guide from the lobby, a whole tutorial, and the review of a session."""

import pytest
from playwright.sync_api import expect

from croupier.lessons.guide import guide
from croupier.lessons.stacked_rounds import lessons_of
from tests.server.rig import Running
from tests.server.test_history_api import play
from tests.server.test_review_api import answered
from tests.web.browser import Visits, fits, violations

FOUR = "ma/four-card-poker"


def test_the_guide_of_the_lobby_has_every_hand_bet_and_word(visits: Visits) -> None:
    page = visits.page("/")
    opener = page.get_by_test_id("help-ma-four-card-poker")
    opener.click()
    dialog = page.get_by_test_id("guide-dialog")
    known = guide(FOUR)
    for step in known.steps:
        expect(dialog.get_by_text(step.text)).to_be_visible()
    dialog.get_by_role("tab", name="Hands").click()
    expect(dialog.locator(".ranking li")).to_have_count(len(known.ranking))
    expect(dialog.locator(".ranking li").first).to_contain_text(known.ranking[0].name)
    dialog.get_by_role("tab", name="Bets").click()
    for wager in known.wagers:
        expect(dialog.get_by_text(wager.label, exact=True).first).to_be_visible()
    dialog.get_by_role("tab", name="Words").click()
    for entry in known.glossary:
        expect(dialog.get_by_text(entry.meaning, exact=True).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()


def test_a_tutorial_from_the_offer_to_its_end(visits: Visits) -> None:
    page = visits.page("/")
    offer = page.get_by_test_id("newcomer")
    offer.get_by_role("link", name="Four Card Poker").click()
    lessons = lessons_of(FOUR)
    for number, lesson in enumerate(lessons, 1):
        shown = page.get_by_test_id("lesson")
        expect(page.get_by_role("heading", level=2)).to_contain_text(f"{number} of {len(lessons)}")
        expect(shown).to_contain_text(lesson.title)
        for action in lesson.do:
            expect(shown).to_have_attribute("data-over", "false")
            page.get_by_test_id(f"choice-{action}").click()
        expect(shown).to_have_attribute("data-over", "true")
        if number == 1:
            assert violations(page) == []
            page.get_by_test_id("again").click()
            expect(shown).to_have_attribute("data-over", "false")
            page.get_by_test_id("choice-fold").click()  # allowed, and not the best
            expect(shown).to_contain_text("You folded a pair of kings.")
        page.get_by_test_id("next-lesson").click()
    expect(page.get_by_test_id("table-tile").first).to_be_visible()
    expect(offer).to_have_count(0)


def test_a_session_is_reviewed_and_its_mistakes_are_drilled(site: Running, visits: Visits) -> None:
    client = site.client()
    assert client.guest().status_code == 200
    for _ in range(3):
        play(site, "ma-high-card-flush", {1: client}, fold=(1,))
    told = answered(client, "/api/review")
    page = visits.page("/review", as_=client)
    panel = page.get_by_test_id("session-review")
    expect(panel).to_contain_text("3 rounds, 3 decisions.", timeout=60_000)
    net = round(told["result"]["net"])
    shown = page.get_by_test_id("division-net").inner_text()
    assert shown.lstrip("+\N{MINUS SIGN}").replace(",", "") == f"${abs(net) / 100:.2f}"
    expect(page.get_by_test_id("review-cost")).to_have_count(len(told["mistakes"]))
    assert violations(page) == []


@pytest.mark.parametrize("rules", [FOUR, "nj/high-card-flush", "ma/ultimate-texas-holdem"])
def test_cards_of_a_lesson_lie_in_one_row_on_the_narrowest_phone(visits: Visits, rules: str) -> None:
    page = visits.page(f"/learn/{rules}", width=320)
    expect(page.get_by_test_id("lesson")).to_be_visible()
    page.get_by_test_id("lesson").get_by_role("button").first.click()
    rows = page.locator("main .hand").evaluate_all(
        "hands => hands.map(hand => new Set([...hand.children].map(card => card.offsetTop)).size)"
    )
    assert set(rows) == {1}
    assert fits(page)


def test_the_guide_is_read_in_a_low_window(visits: Visits) -> None:
    page = visits.page("/")
    page.set_viewport_size({"width": 640, "height": 360})  # 1280 by 720 at 200% zoom
    page.get_by_test_id("help-nj-high-card-flush").click()
    dialog = page.get_by_test_id("guide-dialog")
    expect(dialog.locator("ol > li").nth(2)).to_be_in_viewport(ratio=0.5)
    dialog.get_by_role("button", name="Close").last.click()
    expect(dialog).to_have_count(0)
