"""A round as a browser measures it: nothing jumps. Long tasks are reported alone: machines differ."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browser import Visits
from tests.web.player_steps import bet, come_in, decision, play_on, put_down, sit

MOST_SHIFT = 0.05
"""Of the layout, summed up from the table's first picture to the end of a round."""
OBSERVER = """
  window.measured = {shift: 0, sources: [], long: []};
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      measured.shift += entry.value;
      for (const {node} of entry.sources)
        measured.sources.push(`${entry.value.toFixed(3)} ${node?.nodeName} ${node?.className}`);
    }
  }).observe({type: 'layout-shift', buffered: true});
  const long = list => measured.long.push(...list.getEntries().map(each => Math.round(each.duration)));
  new PerformanceObserver(long).observe({type: 'longtask', buffered: true});
"""


def test_nothing_jumps_in_a_round(visits: Visits, record_property: Callable[[str, object], None]) -> None:
    table = "ma-ultimate-texas-holdem"
    page = visits.page("/sign-in", reduced_motion="no-preference")
    page.add_init_script(OBSERVER)
    page.goto(f"/table/{table}")
    come_in(page)
    sit(page)
    put_down(page, "ante")
    bet(page)
    expect(decision(page).first).to_be_visible()  # all have bet, so it is dealt soon
    play_on(page)
    expect(page.get_by_test_id("ending").first).not_to_be_empty()
    measured = page.evaluate("measured")
    record_property("layout_shift", measured["shift"])
    record_property("longest_task_ms", max(measured["long"], default=0))
    assert measured["shift"] <= MOST_SHIFT, measured["sources"]
