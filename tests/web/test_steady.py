"""A round as a browser measures it: nothing jumps on the page of a table, and no work holds it up."""

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import Visits
from tests.web.player_steps import bet, come_in, decision, play_on, put_down, sit

MOST_SHIFT = 0.05
"""Of the layout, summed up from the first chip of a round to the bets of the next. Shifts within half a
second of a click count too, which browsers forgive: so a slow machine measures the same as a quick one."""
MOST_WORK = 100.0
"""Milliseconds of the processor that one task of the page may take. By the clock a task takes as long as the
machine lets it wait: beside other work 28 ms of the processor were 76 ms."""
TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
OBSERVER = """
  window.shifts = [];
  const box = ({x, y, width, height}) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver(list => {
    for (const {value, sources} of list.getEntries())
      shifts.push([value, sources.map(({node, previousRect, currentRect}) =>
        `${node?.nodeName} ${node?.className}: ${box(previousRect)} -> ${box(currentRect)}`)]);
  }).observe({type: 'layout-shift'});
"""


def longest_work(trace: bytes) -> float:
    """The most that one task of a page's main thread took of the processor, in milliseconds."""
    events = json.loads(trace)["traceEvents"]
    main = {
        (each["pid"], each["tid"])
        for each in events
        if each.get("name") == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    work: list[float] = [
        each["tdur"] / 1000
        for each in events
        if "tdur" in each and (each["pid"], each["tid"]) in main and each["name"].endswith("RunTask")
    ]
    assert len(work) > 100, "the trace has the tasks of a round"
    return max(work)


@pytest.mark.parametrize("times", [(500_000, 0, 500_000)])
def test_nothing_jumps_in_a_round(browser: Browser, visits: Visits) -> None:
    tables = ((1440, "ma-ultimate-texas-holdem"), (768, "ma-four-card-poker"), (390, "ma-high-card-flush"))
    for width, table in tables:
        page = visits.page(f"/table/{table}", width=width)
        come_in(page)
        sit(page)
        # A function: the policy of the pages forbids to evaluate a string again.
        page.wait_for_function("() => document.getAnimations().length === 0")
        page.evaluate(OBSERVER)
        browser.start_tracing(page=page, categories=TRACED)
        put_down(page, "ante")
        bet(page)
        page.locator("[data-testid=bet]:enabled").click()  # alone: it is dealt at once
        expect(decision(page).first).to_be_visible()
        play_on(page)
        expect(page.get_by_test_id("ending").first).not_to_be_empty()
        page.get_by_test_id("start").click()  # and the same bet again
        expect(page.get_by_test_id("bet")).to_contain_text("wagered")
        work = longest_work(browser.stop_tracing())
        assert work <= MOST_WORK, (width, work)
        shifts = page.evaluate("shifts")
        assert sum(value for value, _ in shifts) <= MOST_SHIFT, (width, shifts)
        # How much it would jump depends on how long the results are: they replace what was there at once.
        assert [each for _, moved in shifts for each in moved if each.startswith("DIV panel")] == []
