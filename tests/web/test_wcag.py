"""WCAG 2.2 AA as a register: every criterion has its tests or its reason, and the tests that no page had."""

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Visits, violations
from tests.web.player_steps import bet, come_in, decision, put_down, sit

ROOT = Path(__file__).parents[2]
REGISTER: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "docs/wcag.toml").read_text())["criteria"]
FLUSH = "ma-high-card-flush"
LEVELS = {"A": 31, "AA": 24}


def test_the_register_has_every_criterion_with_its_tests_or_its_reason() -> None:
    assert {level: sum(each["level"] == level for each in REGISTER.values()) for level in LEVELS} == LEVELS
    for number, each in REGISTER.items():
        assert re.fullmatch(r"[1-4]\.\d\.\d+", number)
        assert set(each) in ({"level", "name", "tests"}, {"level", "name", "reason"}), number
        assert each.get("tests") or len(each.get("reason", "")) > 15, number


def test_every_test_that_the_register_names_exists() -> None:
    for number, each in REGISTER.items():
        for named in each.get("tests", ()):
            file, _, function = named.partition("::")
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            known = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
            assert not function or function in known, (number, named)


def test_every_route_has_a_title_of_its_own() -> None:
    text = (ROOT / "web/src/routes.ts").read_text(encoding="utf-8")
    routes = re.findall(r'pattern: "([^"]+)", title: \(\) => t\("([^"]+)"\)', text)
    assert len(routes) == text.count("pattern:")
    folders = dict(re.findall(r'title: \(\) => t\("([^"]+)"\).*?import\("\./pages/(\w+)/', text))
    assert len(folders) >= 12


@pytest.fixture
def seated(visits: Visits) -> Page:
    page = visits.page(f"/table/{FLUSH}", width=768)
    come_in(page)
    sit(page)
    return page


def test_dialogs_are_clean_and_give_the_focus_back(seated: Page) -> None:
    page = seated
    help_ = page.get_by_test_id("help")
    help_.focus()
    page.keyboard.press("h")
    dialog = page.get_by_test_id("guide-dialog")
    for tab in ("A round", "Hands", "Bets", "Words"):
        dialog.get_by_role("tab", name=tab).click()
        assert violations(page) == [], tab
    inside = "document.activeElement.closest('dialog') !== null || document.activeElement === document.body"
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate(inside), "the page behind a dialog is out of reach"
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(help_).to_be_focused()
    menu = page.get_by_test_id("session-menu")
    menu.click()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_test_id("settings")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()


@pytest.mark.parametrize("times", [(1_000, 3_000, 60_000)])
def test_single_keys_can_be_turned_off(seated: Page) -> None:
    page = seated
    put_down(page, "ante")
    bet(page)
    expect(decision(page).first).to_be_visible()
    assert violations(page) == [], "at a decision, on a tablet"
    page.get_by_test_id("session-menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Single-key shortcuts").click()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.wait_for_timeout(300)
    expect(decision(page).first).to_be_visible()
    page.keyboard.press("h")
    expect(page.get_by_test_id("guide-dialog")).to_have_count(0)
    page.evaluate("localStorage.removeItem('croupier.settings')")
    page.reload()
    expect(decision(page).first).to_be_visible()
    page.get_by_label("Four-color deck").click()
    page.get_by_role("tab", name="Pays").click()  # keys work after any click
    page.keyboard.press("f")
    expect(page.get_by_test_id("my-net")).to_be_visible()
    page.get_by_role("tab", name="Round").click()
    why = page.locator("[data-wager]").get_by_role("button", name="Why").first
    why.click()
    expect(page.get_by_role("dialog")).to_contain_text("You folded")
    assert violations(page) == [], "in a dialog after a round"
    page.keyboard.press("Escape")
    expect(why).to_be_focused()


SPACING = (
    "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }"
)


def test_wider_text_is_not_cut(seated: Page) -> None:
    page = seated
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate(
        "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css);"
        " document.adoptedStyleSheets = [sheet]; }",
        SPACING,
    )
    cut = page.evaluate(
        "() => [...document.querySelectorAll('main button, main p, main a')].filter(each =>"
        " each.checkVisibility() && !each.closest('.visually-hidden')"
        " && each.scrollWidth > each.clientWidth + 1"
        " && getComputedStyle(each).overflowX !== 'visible').map(each => each.textContent.trim())"
    )
    assert cut == []


HIDDEN_FOCUS = """async () => {
  await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const at = document.activeElement;
  if (!at || at.matches('body, main, [tabindex="-1"]')) return '';
  const box = at.getBoundingClientRect();
  const reached = [[.5, .5], [.1, .5], [.9, .5], [.5, .1], [.5, .9]].some(([x, y]) => {
    const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
    return top && (at.contains(top) || top.contains(at) || top.closest('label')?.control === at);
  });
  if (!reached) return `covered: ${at.outerHTML.slice(0, 160)}`;
  const light = text => { const [r, g, b] = text.match(/[\\d.]+/g).slice(0, 3).map(Number)
    .map(c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const style = getComputedStyle(at);
  if (style.outlineStyle === 'none') return '';
  let behind = at.parentElement;
  const clear = node => /rgba\\(.*, 0\\)/.test(getComputedStyle(node).backgroundColor);
  while (behind && clear(behind)) behind = behind.parentElement;
  const ground = getComputedStyle(behind ?? document.body).backgroundColor;
  const [ink, back] = [light(style.outlineColor), light(ground)];
  const ratio = (Math.max(ink, back) + 0.05) / (Math.min(ink, back) + 0.05);
  return ratio >= 3 ? '' : `${ratio.toFixed(1)} to 1: ${at.outerHTML.slice(0, 160)}`;
}"""
"""Of the element with the focus: that something lies on all of it, or that its outline lacks contrast."""


def test_the_focus_is_seen(seated: Page) -> None:
    """Every stop of the Tab key has an outline of contrast and is not hidden; going there changes nothing."""
    page = seated
    before = page.url
    for _ in range(25):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            "() => { const at = document.activeElement; if (!at || at === document.body) return true;"
            " const style = getComputedStyle(at);"
            " return at.matches('main, [tabindex=\"-1\"]') || style.outlineStyle !== 'none'"
            " || style.boxShadow !== 'none' || at.id; }"
        )
        assert seen, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        assert page.evaluate(HIDDEN_FOCUS) == ""
    assert page.url == before


def test_a_name_begins_with_the_words_that_are_seen(seated: Page) -> None:
    wrong = seated.evaluate(
        "() => [...document.querySelectorAll('button[aria-label], a[aria-label]')].filter(each => {"
        " const shown = [...each.childNodes].map(node => node.nodeType === 3 ? node.textContent"
        " : node.nodeType === 1 && node.checkVisibility() && node.getAttribute('aria-hidden') !== 'true'"
        " && !['KBD', 'svg'].includes(node.tagName) ? node.textContent : '').join('').trim().toLowerCase();"
        " return shown.length > 2 && !each.getAttribute('aria-label').toLowerCase().includes(shown);"
        "}).map(each => each.outerHTML.slice(0, 160))"
    )
    assert wrong == []


def test_the_door_names_its_fields(visits: Visits) -> None:
    page = visits.page("/sign-in")
    expect(page.get_by_label("Name")).to_have_attribute("autocomplete", "username")
    expect(page.get_by_label("Password")).to_have_attribute("autocomplete", "current-password")
    pasted = "each => each.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true }))"
    assert page.get_by_label("Password").evaluate(pasted), "a password may be pasted"


def test_navigation_and_help_are_where_they_were(visits: Visits) -> None:
    page = visits.page("/")
    links = page.get_by_role("navigation", name="Main").get_by_role("link")
    expect(links.first).to_be_visible()
    first = links.all_inner_texts()
    for path in ("/practice", "/odds", "/rules", "/learn/ma/high-card-flush"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert links.all_inner_texts() == first, path
    page.goto("/")
    helps = page.locator("[data-testid^=help-]")
    expect(helps.first).to_be_visible()
    names = helps.all_inner_texts()
    assert {name.strip() for name in names} == {"How to play"}


def test_system_settings_are_followed_and_shown(visits: Visits) -> None:
    page = visits.page("/")
    quiet = "getComputedStyle(document.querySelector('.page-head .muted')).color"
    expect(page.get_by_test_id("table-tile").first).to_be_visible()
    usual = page.evaluate(quiet)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 20}})
    page.emulate_media(contrast="more", reduced_motion="no-preference")
    assert page.evaluate(quiet) != usual
    page.get_by_role("button", name="Settings").click()
    followed = page.get_by_test_id("followed")
    expect(followed).to_have_text(re.compile(r"Motion\s*as usual\s*Contrast\s*more.*Text size\s*125%"))
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 20
    page.emulate_media(contrast="no-preference", forced_colors="active", reduced_motion="reduce")
    expect(followed).to_contain_text(re.compile(r"Motion\s*reduced.*Colors\s*your system's own"))
    card = page.get_by_test_id("settings").locator("[data-card]").first
    assert card.evaluate("each => getComputedStyle(each).backgroundColor") == "rgb(252, 250, 244)"


GRADIENTS = """() => [...document.querySelectorAll('.felt h2, .felt p')]
  .filter(each => each.checkVisibility()).map(each => {
    const rgb = text => (text.match(/[\\d.]+/g) ?? []).slice(0, 3).map(Number);
    const light = text => { const [r, g, b] = rgb(text).map(c => (c /= 255) <= 0.04045 ? c / 12.92
      : ((c + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const stops = (getComputedStyle(each.closest('.felt')).backgroundImage.match(/rgba?\\([^)]*\\)/g) ?? []);
    const ink = light(getComputedStyle(each).color);
    return Math.min(...stops.map(stop => { const back = light(stop);
      return (Math.max(ink, back) + 0.05) / (Math.min(ink, back) + 0.05); }));
  })"""


def test_letters_on_gradients_have_contrast(visits: Visits) -> None:
    """Which axe cannot measure: the letters of a tile against every color of the felt's gradient."""
    page = visits.page("/")
    expect(page.get_by_test_id("table-tile").first).to_be_visible()
    ratios = page.evaluate(GRADIENTS)
    assert len(ratios) >= 10
    assert min(ratios) >= 4.5
