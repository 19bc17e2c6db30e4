"""A round as a browser measures it: nothing jumps on the page of a table."""

import pytest
from playwright.sync_api import expect

from tests.web.browser import Visits
from tests.web.player_steps import bet, come_in, decision, play_on, put_down, sit

MOST_SHIFT = 0.05
"""Of the layout, summed up from the first chip of a round to the bets of the next. Shifts within half a
second of a click count too, which browsers forgive: so a slow machine measures the same as a quick one."""
OBSERVER = """
  window.shifts = [];
  const box = ({x, y, width, height}) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver(list => {
    for (const {value, sources} of list.getEntries())
      shifts.push([value, sources.map(({node, previousRect, currentRect}) =>
        `${node?.nodeName} ${node?.className}: ${box(previousRect)} -> ${box(currentRect)}`)]);
  }).observe({type: 'layout-shift'});
"""


@pytest.mark.parametrize("times", [(500_000, 500_000)])
def test_nothing_jumps_in_a_round(visits: Visits) -> None:
    for width, table in ((1440, "ma-ultimate-texas-holdem"), (768, "ma-four-card-poker")):
        page = visits.page(f"/table/{table}", width=width)
        come_in(page)
        sit(page)
        page.wait_for_function("document.getAnimations().length === 0")
        page.evaluate(OBSERVER)
        put_down(page, "ante")
        bet(page)
        page.locator("[data-testid=bet]:enabled").click()  # alone: it is dealt at once
        expect(decision(page).first).to_be_visible()
        play_on(page)
        expect(page.get_by_test_id("ending").first).not_to_be_empty()
        page.get_by_test_id("start").click()  # and the same bet again
        expect(page.get_by_test_id("bet")).to_contain_text("wagered")
        shifts = page.evaluate("shifts")
        assert sum(value for value, _ in shifts) <= MOST_SHIFT, (width, shifts)
