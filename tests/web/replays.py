"""A replay as shown on a page, for comparison with the API."""

from typing import Any

from playwright.sync_api import Page, expect

LONG = 60_000
"""Milliseconds in which a child process of a busy machine has verified the log."""

_FIGURES = """
root => ({
  version: Number(root.dataset.version),
  seats: Object.fromEntries([...root.querySelectorAll('[data-figures]')]
    .filter(each => each.dataset.figures !== 'dealer')
    .map(each => [each.dataset.figures, {
      wagers: Object.fromEntries([...each.querySelectorAll('[data-wager]')]
        .map(one => [one.dataset.wager, Number(one.dataset.cents)])),
      action: each.querySelector('[data-action]')?.dataset.action ?? '',
      amount: Number(each.querySelector('[data-action]')?.dataset.cents ?? 0),
      net: Number(each.querySelector('[data-testid=figures-net]')?.dataset.cents ?? 0),
      cards: [...each.querySelectorAll('[data-card]')].map(one => one.dataset.card),
    }])),
  dealer: [...root.querySelectorAll('[data-figures=dealer] [data-card]')].map(one => one.dataset.card),
  meters: Object.fromEntries([...root.querySelectorAll('[data-meter]')]
    .map(one => [one.dataset.meter, Number(one.dataset.amount)])),
})
"""
_FELT = """
root => ({
  cards: [...root.querySelectorAll('[data-felt-card]')].map(one => one.dataset.feltCard).sort(),
  stacks: Object.fromEntries([...root.querySelectorAll('[data-felt-seat]')].map(seat => [
    seat.dataset.feltSeat,
    Object.fromEntries([...seat.querySelectorAll('[data-felt-stack]')]
      .map(one => [one.dataset.feltStack, Number(one.dataset.cents)])),
  ])),
  meters: Object.fromEntries([...root.querySelectorAll('[data-felt-meter]')]
    .map(one => [one.dataset.feltMeter, one.textContent])),
})
"""


def wait(page: Page) -> None:
    """Until the replay is there."""
    expect(page.get_by_test_id("replay")).to_be_visible()


def figures(page: Page) -> dict[str, Any]:
    """The figures under the felt."""
    response: dict[str, Any] = page.get_by_test_id("figures").evaluate(_FIGURES)
    return response


def felt(page: Page) -> dict[str, Any]:
    """The cards and chips on the felt."""
    response: dict[str, Any] = page.get_by_test_id("felt").evaluate(_FELT)
    return response


def hand(cards: str, hidden: int) -> list[str]:
    """A hand as it is drawn."""
    return cards.split() + ["hidden"] * hidden


def as_sent(view: dict[str, Any], meters: dict[str, int]) -> dict[str, Any]:
    """The figures of a step in the API."""
    dealer = view.get("dealer", {})
    cards = hand(dealer.get("cards", ""), dealer.get("hidden", 0))
    return {
        "version": view["version"],
        "seats": {
            str(seat["seat"]): {
                "wagers": seat.get("wagers", {}),
                "action": seat.get("action", ""),
                "amount": seat.get("amount", 0),
                "net": seat.get("net", 0),
                "cards": hand(seat.get("cards", ""), seat.get("hidden", 0)),
            }
            for seat in view.get("seats", ())
        },
        "dealer": cards + view.get("board", "").split(),
        "meters": meters,
    }


def felt_as_told(view: dict[str, Any], meters: dict[str, int]) -> dict[str, Any]:
    """The expected felt: the cards that are not in the rack, the chips by wager, the meters."""
    seats = view.get("seats", ())
    dealer = view.get("dealer", {})
    cards = hand(dealer.get("cards", ""), dealer.get("hidden", 0)) + view.get("board", "").split()
    stacks: dict[str, dict[str, int]] = {}
    for seat in seats:
        if not seat.get("racked"):
            cards += hand(seat.get("cards", ""), seat.get("hidden", 0))
        made = dict(seat.get("wagers", {}))
        if seat.get("amount"):
            made[seat["action"]] = seat["amount"]
        results = seat.get("results", {})
        made |= {name: result.get("returned", 0) for name, result in results.items()}
        stacks[str(seat["seat"])] = made
    shown = {name: f"${units // 1_000_000:,}.{units // 10_000 % 100:02}" for name, units in meters.items()}
    return {"cards": sorted(cards), "stacks": stacks, "meters": shown}


def tables_of(response: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, int]]]:
    """The table and its meters in the API, before the first step and after each."""
    return [
        (response["start"], response["meters"]),
        *((step["view"], step["meters"]) for step in response["steps"]),
    ]


def at_step(page: Page, index: int, of: int) -> None:
    """Wait until the page has gone there."""
    expect(page.get_by_test_id("replay")).to_have_attribute("data-index", str(index))
    expect(page.get_by_test_id("step-count")).to_have_text(f"{index} / {of}")
