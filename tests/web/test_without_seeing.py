"""Play without seeing: a whole round by keys alone, and everything that happens is said once and in order.

The transcript is what the page adds to its live regions, and what Chromium's accessibility tree then holds.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.money import dollars
from tests.web.browser import Visits
from tests.web.player_steps import come_in, decision, view

NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
RANKS = dict(zip("23456789TJQKA", (*NUMBERS, "jack", "queen", "king", "ace"), strict=True))
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}

LISTEN = """() => {
  window.heard = [];
  const live = '[aria-live="polite"], [aria-live="assertive"], [role=log], [role=status], [role=alert]';
  const hear = node => {
    const at = node.nodeType === 1 ? node : node.parentElement;
    const text = node.textContent.replace(/\\s+/g, ' ').trim();
    if (text && at && at.closest(live)) window.heard.push(text);
  };
  new MutationObserver(changes => changes.forEach(change => {
    if (change.type === 'characterData') hear(change.target);
    else change.addedNodes.forEach(hear);
  })).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


def said(cards: str) -> str:
    """Cards as they are read out."""
    return ", ".join(f"{RANKS[card[0]]} of {SUITS[card[1]]}" for card in cards.split())


def log_in_tree(page: Page) -> list[str]:
    """The lines of the log in Chromium's accessibility tree."""
    client = page.context.new_cdp_session(page)
    nodes: dict[str, Any] = {
        each["nodeId"]: each for each in client.send("Accessibility.getFullAXTree")["nodes"]
    }

    def texts(node: dict[str, Any]) -> list[str]:
        if node.get("role", {}).get("value") == "StaticText":
            return [str(node["name"]["value"]).strip()]
        return [text for child in node.get("childIds", ()) if child in nodes for text in texts(nodes[child])]

    logs = [node for node in nodes.values() if node.get("role", {}).get("value") == "log"]
    assert len(logs) == 1
    return texts(logs[0])


@pytest.mark.parametrize("times", [(60_000, 3_000, 60_000)])
@pytest.mark.parametrize("table", ["ma-high-card-flush", "ma-ultimate-texas-holdem", "ma-four-card-poker"])
def test_a_round_by_keys_and_speech_alone(visits: Visits, table: str) -> None:
    page = visits.page(f"/table/{table}")
    come_in(page)
    page.evaluate(LISTEN)
    page.get_by_test_id("sit-down").focus()
    page.keyboard.press("Enter")
    log = page.get_by_test_id("announcer")
    expect(log).to_contain_text("Place your bet")
    page.keyboard.press("b")  # a chip on the ante
    expect(page.get_by_test_id("bet")).to_be_enabled()
    page.keyboard.press("b")  # the bet
    expect(log).to_contain_text("You bet ante $5")
    page.keyboard.press("b")  # alone: deal now
    turns = 0
    for _ in range(4):
        expect(decision(page).first.or_(page.get_by_test_id("my-net"))).to_be_visible()
        if page.get_by_test_id("my-net").count():
            break
        turns += 1
        expect(log.get_by_text(re.compile("^Your turn"))).to_have_count(turns)
        key = re.findall(r"key (\w)", log.get_by_text(re.compile("^Your turn")).last.inner_text())[-1]
        before = page.get_by_test_id("table").get_attribute("data-version")
        page.keyboard.press(key)  # the last that was read out: check, or at the end fold
        expect(page.get_by_test_id("table")).not_to_have_attribute("data-version", before or "")
        page.wait_for_timeout(750)  # the buttons rest after a decision
    expect(page.get_by_test_id("my-net")).to_be_visible()
    heard: list[str] = [
        each for each in page.evaluate("window.heard") if not re.fullmatch(r"Connected|Live|\d+", each)
    ]
    seen = view(page, table)["last"]
    (seat,) = seen["seats"]
    amounts = ", ".join(f"{name} {dollars(cents)}" for name, cents in seat["wagers"].items())
    expected = [f"You bet {amounts}.", "No more bets.", f"You: {said(seat['cards'])}."]
    expected += [f"{seat['ending']} Seat {seat['seat']} loses {dollars(-seat['net'])}."]
    places = [heard.index(line) for line in expected]
    assert places == sorted(places), "in the order in which it happened"
    assert [heard.count(line) for line in expected] == [1] * len(expected), "each once"
    for card in seen.get("board", "").split():
        assert sum(line.startswith("Board:") and said(card) in line for line in heard) == 1
    asked = [line for line in heard if line.startswith("Your turn")]
    assert len(asked) == turns >= 1
    assert heard.index(asked[0]) > heard.index(f"You: {said(seat['cards'])}."), (
        "first the cards, then the question"
    )
    tree = log_in_tree(page)
    for line in (*expected, *asked):
        assert tree.count(line) == heard.count(line), line
