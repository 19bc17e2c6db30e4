"""The web in other languages: by the browser's preference, by choice, and in the sentences of a round."""

import re

from playwright.sync_api import expect

from tests.server.rig import Running
from tests.web.browser import Visits, violations
from tests.web.player_steps import bet, come_in, decision, put_down, sit, view

FLUSH = "ma-high-card-flush"
CHINESE = re.compile("[\u4e00-\u9fff]")
CATALOG = re.compile(r"assets/(es|zh)[^/]*\.js")


def test_a_round_in_spanish_by_the_preference_of_the_browser(visits: Visits) -> None:
    page = visits.page(f"/table/{FLUSH}", locale="es-MX", width=768)
    expect(page.locator("html")).to_have_attribute("lang", "es")
    come_in(page)
    sit(page)
    put_down(page, "ante")
    expect(page.get_by_test_id("bet")).to_contain_text("Apostar $5")
    bet(page)
    expect(page.get_by_test_id("bet")).to_contain_text("apostados")
    expect(decision(page).first).to_be_visible()  # all have bet, so it is dealt soon
    expect(page.get_by_test_id("status")).to_have_text("Tu turno: subir o retirarse.")
    assert violations(page) == []
    page.locator("[data-testid^=decide-fold]").click()
    expect(page.get_by_test_id("ending")).to_have_text(
        re.compile(r"^Te retiraste con color de .+ como carta más alta\.$")
    )
    english = view(page, FLUSH)["last"]["seats"][0]["ending"]
    assert english.startswith("You folded"), "the log and the API stay English"
    lobby = visits.beside(page.context, "/")
    lobby.set_viewport_size({"width": 390, "height": 844})
    links = lobby.get_by_role("navigation").first
    expect(links.get_by_role("link", name="Reglas")).to_be_visible()
    assert links.evaluate("nav => nav.scrollWidth <= nav.clientWidth"), "no link is cut"
    expect(lobby.get_by_test_id("table-tile").first).to_contain_text("Tablas de pagos")


def test_a_language_is_chosen_and_kept_and_only_then_loaded(visits: Visits) -> None:
    page = visits.page("/sign-in")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if CATALOG.search(request.url) else None)
    page.goto("/")
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert asked == [], "English readers load no catalog"
    page.get_by_role("button", name="Settings").click()
    page.get_by_test_id("language").select_option("zh-Hans")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.get_by_role("heading", name="牌桌", exact=True)).to_be_visible()
    assert len(asked) == 1
    page.locator("nav a[href='/odds']").click()
    expect(page.get_by_role("heading", name="High Card Flush").first).to_be_visible()
    page.locator("nav a[href='/rules']").click()
    expect(page.get_by_role("heading", name="规则", exact=True)).to_be_visible()
    page.goto("/rules/clause/ma-hcf-9.c.s1")  # the documents are English, and say so
    said = page.locator("article.pointed .says")
    expect(said).to_have_attribute("lang", "en")
    assert not CHINESE.search(said.inner_text())
    page.goto("/")
    page.get_by_role("button", name="设置").click()
    page.get_by_test_id("language").select_option("en")
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()


def test_pages_of_the_staff_are_the_same_in_every_browser(site: Running, visits: Visits) -> None:
    floorperson = site.signed_in("floorperson")
    pages = [
        visits.page(f"/floor/table/{FLUSH}", as_=floorperson, locale=locale) for locale in ("en-US", "es-MX")
    ]
    for page in pages:
        expect(page.get_by_role("row", name="Straight flush bonus")).to_be_visible()
        expect(page.get_by_text("Nobody sits here")).to_be_visible()
        expect(page.get_by_test_id("state")).to_be_visible()
        expect(page.get_by_text("Set up", exact=True)).to_be_visible()
        page.wait_for_load_state("networkidle")
        expect(page.locator("html")).to_have_attribute("lang", "en")
    english, mexican = (page.locator("body").inner_text() for page in pages)
    assert re.sub(r"\d+", "0", mexican) == re.sub(r"\d+", "0", english)
