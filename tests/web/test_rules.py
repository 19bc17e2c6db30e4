"""The law in the browser: search, a chip that leads to its clause, two documents, a worked round."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.floor.registry.demo import set_up_demo
from croupier.law.compare import compare
from croupier.law.documents import document
from croupier.law.examples import example_of, worked_example
from croupier.law.search import search
from croupier.rulebook.catalog import install
from croupier.settlement.json_lines import settle_line
from tests.server.rig import Running, running
from tests.web.browser import Visits, fits, serious
from tests.web.player_steps import come_in, open_panel

MA, MD = "ma/high-card-flush", "md/high-card-flush"
INVENTED = Path(__file__).parents[2] / "examples/rulebook"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Iterator[Running]:
    """A demo server; nothing here changes anything in it."""
    place = tmp_path_factory.mktemp("rules")
    with running(f"sqlite:///{place / 'ledger.db'}", place / "keys", demo=True) as here:
        set_up_demo(here.house.floor, here.house.registry)
        yield here


@pytest.fixture
def visitors(browser: Browser, house: Running) -> Iterator[Visits]:
    """Strangers; at the end nothing may have gone wrong on any page."""
    here = Visits(browser, house.url)
    try:
        yield here
    finally:
        here.close()
    assert here.errors == []


def hits(page: Page) -> list[str]:
    """The clauses that a search shows, in order."""
    return [each.get_attribute("data-hit") or "" for each in page.locator("[data-hit]").all()]


def came_to(page: Page) -> dict[str, dict[str, dict[str, int]]]:
    """By seat and wager, the amounts that the settlement view shows."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for seat in page.get_by_test_id("breakdown").all():
        wagers = found.setdefault(seat.get_attribute("data-seat") or "", {})
        for line in seat.locator("[data-wager]").all():
            cents = [int(each.get_attribute("data-cents") or 0) for each in line.locator("dd").all()]
            wagers[line.get_attribute("data-wager") or ""] = dict(
                zip(("stake", "paid", "returned"), cents, strict=True)
            )
    return found


@pytest.mark.parametrize("asked", ["qualifies dealer", "envy", "38.10(e)(1)(ii)", "ma-hcf-5.b.1"])
def test_all_documents_are_searched_by_word_wager_or_clause(visitors: Visits, asked: str) -> None:
    page = visitors.page("/rules")
    expect(page.get_by_test_id("search")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type(asked)
    found = search(asked)
    expect(page.get_by_test_id("found")).to_have_text(re.compile(rf"^{len(found)} clause"))
    assert sorted(hits(page)) == sorted(hit.id for hit in found)
    expect(page).to_have_url(re.compile(r"\?q="))
    page.locator(f'[data-hit="{found[0].id}"]').click()
    expect(page.locator(f'article.pointed[data-clause="{found[0].id}"]')).to_be_in_viewport()


def test_a_document_is_narrowed_by_words_and_by_status(visitors: Visits) -> None:
    page = visitors.page(f"/rules/{MA}")
    clauses = document(MA).clauses
    shown = page.locator("article")
    expect(shown).to_have_count(len(clauses))
    page.get_by_test_id("search").fill("straight flush bonus")
    expect(shown).to_have_count(len(search("straight flush bonus", MA)))
    page.get_by_test_id("search").fill("")
    expect(shown).to_have_count(len(clauses))
    page.get_by_test_id("only-recorded").click()
    expect(shown).to_have_count(sum("recorded" in each.statuses for each in clauses))
    page.get_by_test_id("search").fill("zebra")
    expect(shown).to_have_count(0)
    expect(page.get_by_text("No clause matches all of this")).to_be_visible()


def test_a_clause_shows_its_words_statuses_reading_figures_code_and_tests(visitors: Visits) -> None:
    page = visitors.page("/rules/clause/ma-hcf-11.c.B")
    clause = next(each for each in document(MA).clauses if each.id == "ma-hcf-11.c.B")
    place = page.locator(f'article.pointed[data-clause="{clause.id}"]')
    expect(place).to_contain_text(clause.summary)
    for status in clause.statuses:
        expect(place.locator(f".status.{status}")).to_be_visible()
    for reading in clause.readings:
        expect(place.locator(f'[data-reading="{reading.name}"]')).to_contain_text(reading.taken)
    for label, value in clause.figures[0].rows:
        expect(place.get_by_role("row", name=f"{label} {value}")).to_be_visible()
    place.locator("[data-behind] summary").click()
    for code in clause.code:
        expect(place.get_by_text(code, exact=True)).to_be_visible()
    for test in (name for tests in clause.tests.values() for name in tests):
        expect(place.get_by_text(test, exact=True)).to_be_visible()


def test_a_chip_at_the_table_leads_to_its_clause(visitors: Visits) -> None:
    page = visitors.page("/table/ma-high-card-flush")
    come_in(page)
    open_panel(page, "Pays")
    page.get_by_test_id("pays").locator("button.clause").first.click()
    link = page.get_by_role("dialog").locator("[data-clause-link]").first
    clause = link.get_attribute("data-clause-link") or ""
    link.click()
    expect(page).to_have_url(re.compile(rf"/rules/{MA}#{re.escape(clause)}$"))
    expect(page.locator(f'article.pointed[data-clause="{clause}"]')).to_be_in_viewport()
    page.go_back()
    expect(page).to_have_url(re.compile("/table/ma-high-card-flush"))


def test_two_jurisdictions_stand_side_by_side(visitors: Visits) -> None:
    page = visitors.page(f"/rules/{MA}")
    page.get_by_test_id("to-compare").click()
    page.get_by_test_id("right").select_option(MD)
    found = compare(MA, MD).pairs
    rows = page.locator("[data-pair]")
    expect(rows).to_have_count(len(found))
    pair = next(each for each in found if each.left == "ma-hcf-6.b.s1")
    row = page.locator(f'[data-pair="{pair.left} {pair.right}"]')
    expect(row.get_by_role("link")).to_have_count(2)
    for figure in pair.figures:
        for value in figure:
            expect(page.get_by_text(value, exact=True).first).to_be_visible()
    page.get_by_test_id("only-different").click()
    differing = [each for each in found if not ((each.left and each.right) or each.near) or each.figures]
    expect(rows).to_have_count(len(differing))
    assert len(differing) < len(found)
    row.get_by_role("link").nth(1).click()
    expect(page.locator(f'article.pointed[data-clause="{pair.right}"]')).to_be_in_viewport()


@pytest.mark.parametrize("clause", ["ma-hcf-11.c.A", "md-hcf-12.E.5.D", "ma-uth-11.c", "ma-fcp-12.k.6"])
def test_a_worked_round_has_the_amounts_of_settle(visitors: Visits, clause: str) -> None:
    page = visitors.page(f"/rules/clause/{clause}")
    page.locator(f'[data-clause="{clause}"]').get_by_test_id("example").click()
    expect(page.get_by_test_id("breakdown").first).to_be_visible()
    answer = json.loads(settle_line(example_of(clause).line)[0])
    wanted = {
        str(seat["seat"]): {
            wager: {each: result[each] for each in ("stake", "paid", "returned")}
            for wager, result in seat["results"].items()
        }
        for seat in answer["seats"]
    }
    assert came_to(page) == wanted
    dealer = page.get_by_test_id("stated").get_by_role("group", name=re.compile("^Dealer"))
    stated = worked_example(clause).round.dealer or ""
    expect(dealer.locator("[data-card]")).to_have_count(len(stated.split()))
    expect(page.locator("li.marked").first).to_be_visible()
    page.get_by_test_id("back").click()
    expect(page.locator(f'article.pointed[data-clause="{clause}"]')).to_be_in_viewport()


def test_a_round_is_changed_and_settled_again(visitors: Visits) -> None:
    page = visitors.page("/rules/round?clause=ma-hcf-11.c.A")
    page.locator("details > summary").last.click()
    line = json.loads(page.get_by_test_id("line").input_value())
    line["choices"]["flush_bonus"] = "D"
    page.get_by_test_id("line").fill(json.dumps(line))
    page.get_by_test_id("settle").click()
    expect(page).to_have_url(re.compile(r"\?line="))
    paid = {
        str(seat["seat"]): seat["results"]["flush_bonus"]["paid"]
        for seat in json.loads(settle_line(json.dumps(line))[0])["seats"]
    }
    expect(page.get_by_test_id("breakdown")).to_have_count(len(paid))
    assert {seat: wagers["flush_bonus"]["paid"] for seat, wagers in came_to(page).items()} == paid
    line["seats"][0]["wagers"]["flush_bonus"] = -5
    page.get_by_test_id("line").fill(json.dumps(line))
    page.get_by_test_id("settle").click()
    expect(page.get_by_test_id("refused")).to_have_attribute("data-code", "bad_amount")


def test_a_refused_round_names_its_clause(visitors: Visits) -> None:
    found = worked_example("ma-hcf-1.ante")
    assert found.refused is not None
    page = visitors.page("/rules/round?clause=ma-hcf-1.ante")
    expect(page.get_by_test_id("refused")).to_have_text(found.refused.message)
    expect(page.get_by_test_id("refused")).to_have_attribute("data-code", found.refused.code)


def test_unknown_clauses_rules_and_rounds_are_refused_in_words(visitors: Visits) -> None:
    for path, words in (
        ("/rules/clause/zz-none-1", "Clause not found"),
        ("/rules/zz/none", "Rules not found"),
        ("/rules/round?clause=ma-hcf-1.cover-card", "No worked round shows this clause"),
        ("/rules/round?line=%7B", "This round cannot be read"),
    ):
        page = visitors.page(path)
        expect(page.get_by_text(words, exact=True)).to_be_visible()


def test_on_paper_the_figures_are_open_and_the_search_is_gone(visitors: Visits) -> None:
    page = visitors.page(f"/rules/{MA}?q=6(a)(5)")
    figures = page.locator("article details[data-figures]")
    expect(figures.first).to_be_attached()
    assert not figures.first.evaluate("each => each.open")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("article details[data-figures]:not([open])")).to_have_count(0)
    expect(page.get_by_test_id("search")).to_be_hidden()


def test_at_twice_the_size_nothing_is_lost(visitors: Visits) -> None:
    """A window of 1280 pixels at 200% has 640 for the page."""
    beside, example = f"/rules/compare?left={MA}&right={MD}", "/rules/round?clause=ma-hcf-11.c.A"
    for path in ("/rules", f"/rules/{MA}", beside, example):
        page = visitors.page(path, width=640)
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        assert fits(page), path
        assert serious(page) == [], path


def test_an_invented_state_is_read_like_any_other(tmp_path: Path, built: Path, browser: Browser) -> None:
    install([INVENTED])
    try:
        with running(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys", demo=True) as here:
            visits = Visits(browser, here.url)
            page = visits.page("/rules")
            page.get_by_test_id("document-xx/high-card-flush").click()
            place = page.locator('[data-clause="xx-hcf-8.2.a"]')
            expect(place).to_contain_text("Copper")
            place.get_by_test_id("example").click()
            expect(page.locator("li.marked").first).to_be_visible()
            visits.close()
            assert visits.errors == []
    finally:
        install(())
