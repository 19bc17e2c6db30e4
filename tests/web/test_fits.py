"""A table at every size: nothing runs out of the window, nothing lies on a button, and fingers and eyes are
served, before, during and after a round."""

import re

import pytest
from playwright.sync_api import Page, expect

from croupier.submission.practice import practice_text
from croupier.table import commands as c
from tests.server.rig import Running
from tests.web.browser import Visits
from tests.web.player_steps import SIDES, bet, come_in, decision, put_down, sit, view

SIZES = (
    (320, 640), (390, 844), (640, 360), (720, 450), (768, 1024), (900, 700), (1000, 700), (1024, 768),
    (1280, 720), (1440, 900), (2560, 1440),
)  # fmt: skip
"""The halves of 1280 by 720 and 1440 by 900 are these at 200% zoom."""
TABLETS = ((768, 1024), (1024, 768))
WIDE = {"width": 1440, "height": 900}
FINGER = 44
FLUSH = "ma/high-card-flush"
LETTERS = 11

FAULTS = """(least) => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth)
    faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const each of document.querySelectorAll('main button, main a.button, main input, [data-spot]')) {
    const seen = each.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
    if (!seen || each.closest('.visually-hidden')) continue;
    const target = each.matches('input') ? (each.closest('label') ?? each) : each;
    target.scrollIntoView({block: 'center', inline: 'nearest'});
    const box = target.getBoundingClientRect();
    const words = each.getAttribute('aria-label') || each.textContent || target.textContent;
    const name = words.trim().slice(0, 40);
    if (box.left < -0.5 || box.right > innerWidth + 0.5 || box.top < -0.5 || box.bottom > innerHeight + 0.5)
      faults.push(`${name} is out of the window`);
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!top || !(target.contains(top) || top.contains(target))) faults.push(`${name} is covered`);
    if (box.width < least - 0.5 || box.height < least - 0.5)
      faults.push(`${name} is ${Math.round(box.width)} by ${Math.round(box.height)}`);
  }
  const dock = document.querySelector('main .dock');
  const room = dock.getBoundingClientRect();
  const messages = document.querySelector('.toasts').getBoundingClientRect();
  if (document.querySelector('.table.beside') && messages.right > room.left)
    faults.push('messages lie on the dock');
  for (const each of dock.querySelectorAll('*')) {
    if (!each.checkVisibility() || each.closest('.visually-hidden') || each.closest('svg')) continue;
    const box = each.getBoundingClientRect();
    if (box.width && (box.right > room.right + 1 || box.left < room.left - 1 || box.bottom > room.bottom + 1))
      faults.push(`${each.textContent.trim().slice(0, 40)} runs out of the dock`);
  }
  return faults;
}"""

HIDDEN = """() => [
  ...[...document.querySelectorAll('[role=tablist]')]
    .filter(each => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
    .map(each => `tabs are cut: ${each.textContent}`),
  ...[...document.querySelectorAll('h1')]
    .filter(each => each.scrollWidth > each.clientWidth + 1)
    .map(each => `the title is cut: ${each.textContent}`),
  ...[...document.querySelectorAll('.own')].flatMap(place => {
    const letters = [...place.querySelectorAll('g.area[data-seat] text')]
      .filter(text => text.getBoundingClientRect().width);
    const chips = [...place.querySelectorAll('[data-felt-stack] g > g > circle:first-child')];
    return chips.flatMap(chip => {
      const round = chip.getBoundingClientRect();
      const [x, y, r] = [round.left + round.width / 2, round.top + round.height / 2, round.width / 2];
      return letters.filter(text => {
        const box = text.getBoundingClientRect();
        const slack = box.height * 0.2; // the box of a line is higher than its capitals
        const dx = Math.max(box.left - x, 0, x - box.right);
        const dy = Math.max(box.top + slack - y, 0, y - box.bottom + slack);
        return Math.hypot(dx, dy) < r - 1;
      }).map(text => `a chip lies on ${text.textContent}`);
    });
  }),
]"""
"""Tabs that run out of their row, a title that is cut, and names of one's own areas that chips lie on."""

PILLS = """() => {
  const corners = (node, slack) => {
    const {x, y, width, height} = node.getBBox();
    const {a, b, c, d, e, f} = node.getScreenCTM();
    const [top, foot] = [y + height * slack, y + height * (1 - slack)];
    return [[x, top], [x + width, top], [x + width, foot], [x, foot]]
      .map(([px, py]) => [a * px + c * py + e, b * px + d * py + f]);
  };
  const normals = shape => shape.map(([ax, ay], at) => {
    const [bx, by] = shape[(at + 1) % 4];
    return [ay - by, bx - ax];
  });
  const meet = (one, other) => [...normals(one), ...normals(other)].every(([nx, ny]) => {
    const along = shape => shape.map(([x, y]) => (nx * x + ny * y) / (Math.hypot(nx, ny) || 1));
    const [here, there] = [along(one), along(other)];
    return Math.min(Math.max(...here), Math.max(...there))
      - Math.max(Math.min(...here), Math.min(...there)) > 0.5;
  });
  return [...document.querySelectorAll('main .plane > svg')].flatMap(felt => {
    const pills = [...felt.querySelectorAll('g.tag')]
      .map(tag => [tag.textContent, corners(tag.querySelector('rect'), 0)]);
    const ranks = [...felt.querySelectorAll('[data-felt-card] text')]
      .map(rank => [rank.textContent, corners(rank, 0.22)]); // the box of a line is higher than its figures
    const room = felt.getBoundingClientRect();
    const chips = felt.matches('.whole') ? []
      : [...felt.querySelectorAll('[data-felt-stack] g > g > circle:first-child')];
    return [
      ...pills.flatMap(([pill, shape]) => ranks.filter(([, rank]) => meet(shape, rank))
        .map(([rank]) => `${pill} lies on a ${rank}`)),
      ...pills.flatMap(([pill, shape], at) => pills.slice(at + 1).filter(([, other]) => meet(shape, other))
        .map(([other]) => `${pill} lies on ${other}`)),
      ...chips.map(each => each.getBoundingClientRect())
        .filter(chip => chip.left < room.left - 0.5 || chip.right > room.right + 0.5)
        .map(() => 'a chip is cut'),
    ];
  });
}"""
"""Amounts and results that lie on the rank of a card or on each other, turned as they are, and chips that
the edge of one's own place cuts."""

HAND = """() => {
  const dock = document.querySelector('main .dock').getBoundingClientRect();
  const ranks = [...document.querySelectorAll(
    '[data-testid=my-hand] .cards > *, .own:has(.turn) [data-felt-card]')];
  return ranks.some(each => {
    const box = each.getBoundingClientRect();
    const inDock = each.closest('[data-testid=my-hand]');
    return each.checkVisibility() && box.width && box.top >= 0 && box.top < innerHeight - 20
      && (inDock || box.right < dock.left || box.top + box.height / 2 < dock.top);
  });
}"""
"""Whether the hand to decide on is seen beside the buttons, wherever the page is scrolled to."""

COVERED = """() => {
  const lens = document.querySelector('[data-testid=lens] svg')?.getBoundingClientRect();
  return [...document.querySelectorAll('main svg text')].filter(text => {
    const box = text.getBoundingClientRect();
    return lens && box.width && lens.left < box.right && box.left < lens.right
      && lens.top < box.bottom && box.top < lens.bottom;
  }).map(text => text.textContent.trim());
}"""
"""The words of the felt that the magnifier lies on."""

SMALLEST = """() => Math.min(...[...document.querySelectorAll('.own svg text')]
  .filter(text => {
    const [letters, window] = [text.getBoundingClientRect(), text.closest('svg').getBoundingClientRect()];
    return letters.width > 0 && letters.left >= window.left && letters.right <= window.right
      && letters.top >= window.top && letters.bottom <= window.bottom;
  })
  .map(text => {
    const {a, b} = text.getScreenCTM();
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
  }))"""


def look(page: Page, stage: str, *, seated: bool) -> None:
    """Nothing is wrong at any size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        page.wait_for_timeout(120)
        stacked = page.locator(".table.stacked").count() == 1
        assert stacked == (width < 1100 or height < 600), (stage, width, height)
        assert page.evaluate(FAULTS, FINGER if stacked else 0) == [], (stage, width, height)
        assert page.evaluate(COVERED) == [], (stage, width, height)
        assert page.evaluate(HIDDEN) == [], (stage, width, height)
        assert page.evaluate(PILLS) == [], (stage, width, height)
        if stage == "at a decision":
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(HAND), (stage, width, height)
        if seated and (width, height) in TABLETS:
            assert page.evaluate(SMALLEST) >= LETTERS, (stage, width, height)
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    page.wait_for_function("() => innerWidth === 1440")


@pytest.mark.parametrize("times", [(500_000, 0, 500_000)])
@pytest.mark.parametrize(
    ("table", "boxes", "locale", "larger"),
    [
        ("ma-ultimate-texas-holdem", 1, "en-US", False),
        ("ma-four-card-poker", 2, "en-US", False),
        ("nj-high-card-flush", 2, "es-MX", False),
        ("three-boxes", 3, "en-US", True),
    ],
)
def test_nothing_overflows_or_overlaps(
    site: Running, visits: Visits, table: str, boxes: int, locale: str, larger: bool
) -> None:
    if boxes > 2:
        filed = re.sub(r"boxes_per_player = \d", f"boxes_per_player = {boxes}", practice_text(FLUSH))
        site.table(table, FLUSH, text=filed, demo=True, betting_ms=500_000, decision_ms=500_000)
    page = visits.page(f"/table/{table}", locale=locale)
    if larger:
        page.evaluate("localStorage.setItem('croupier.settings', '{\"largeText\": true}')")
        page.reload()
    come_in(page)
    look(page, "before a seat is taken", seated=False)
    seats = (3, 4, 5)[:boxes]
    for seat in seats:
        sit(page, seat)
    look(page, "before a bet", seated=True)
    for seat in seats:
        (offer,) = [
            each for each in view(page, table)["offers"] if each["act"] == "bet" and each["seat"] == seat
        ]
        offered = {each["name"] for each in offer["amounts"]}
        put_down(page, "ante", *[side for side in SIDES if side in offered], seat=seat)
        look(page, "with chips", seated=True) if seat == seats[-1] else None
        bet(page)
        expect(page.locator(f'[data-felt-seat="{seat}"] [data-felt-stack="ante"]')).to_be_visible()
    look(page, "wagered", seated=True)
    site.house.floor.send(table, c.CloseBets(), by="dealer", role="dealer").result(20)
    expect(decision(page).first).to_be_visible()
    look(page, "at a decision", seated=True)
    net = page.get_by_test_id("my-net")
    for _ in range(12):
        expect(decision(page).first.or_(net)).to_be_visible()
        if net.count():
            break
        before = page.get_by_test_id("table").get_attribute("data-version")
        decision(page).first.click()
        expect(page.get_by_test_id("table")).not_to_have_attribute("data-version", before or "")
    expect(net).to_be_visible()
    expect(page.get_by_test_id("ending").first).not_to_be_empty()
    look(page, "after the round", seated=True)


def test_a_tablet_on_its_side_has_areas_for_fingers(visits: Visits) -> None:
    page = visits.page("/table/ma-ultimate-texas-holdem", has_touch=True)
    page.set_viewport_size({"width": 1180, "height": 820})
    come_in(page)
    sit(page)
    expect(page.locator(".table.stacked.beside")).to_be_visible()
    assert page.evaluate(FAULTS, FINGER) == []
    assert page.evaluate(SMALLEST) >= LETTERS
