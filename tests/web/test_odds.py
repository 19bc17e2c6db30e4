"""The odds pages: every figure on them is the server's, and the server's is the exact one."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

from croupier.floor.registry.demo import set_up_demo
from croupier.games.four_card_poker.solver import cover_all as cover_all_four_card
from croupier.games.ultimate_texas_holdem.solver import cover_all
from croupier.money import parse_award
from croupier.odds.advice import advice
from croupier.odds.model import BetOdds, CoverAllOdds
from croupier.odds.price import main_odds, stays
from croupier.odds.progressive import price_progressive
from croupier.odds.side_bets import price_bet, printed_tables
from croupier.odds.subject import subject_of_rules, with_policies
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from croupier.submission.house import HouseTable
from tests.server.rig import Running, running
from tests.web.browser import Visits, serious

FLUSH, MARYLAND = "ma/high-card-flush", "md/high-card-flush"
HOLDEM, FOUR = "ma/ultimate-texas-holdem", "ma/four-card-poker"
FIRST = 60_000
"""Milliseconds: what is counted or solved the first time on a machine takes its time."""
TYPED = """async (field, texts) => {
  for (const text of texts) {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => setTimeout(done));
  }
}"""


# What is asked here changes nothing in the house, so one serves all tests, with one browser of a stranger and
# one of a guest.


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Iterator[Running]:
    """A server with guests and the tables of the demo."""
    place = tmp_path_factory.mktemp("odds")
    with running(f"sqlite:///{place / 'ledger.db'}", place / "keys", demo=True) as here:
        set_up_demo(here.house.floor, here.house.registry)
        yield here


@pytest.fixture(scope="module")
def people(browser: Browser, site: Running) -> Iterator[Visits]:
    """All who come."""
    here = Visits(browser, site.url)
    yield here
    here.close()


@pytest.fixture
def visits(people: Visits) -> Iterator[Visits]:
    """Of each test: nothing may have gone wrong on any page."""
    people.errors.clear()
    yield people
    assert people.errors == []


@pytest.fixture(scope="module")
def windows(people: Visits, site: Running) -> dict[str, Page]:
    """A window of a stranger, and one of a guest."""
    client = site.client()
    assert client.guest().status_code == 200
    return {"stranger": people.page("/odds"), "guest": people.page("/odds", as_=client)}


@pytest.fixture
def stranger(visits: Visits, windows: dict[str, Page]) -> Page:
    """The window of somebody who has not signed in."""
    return windows["stranger"]


@pytest.fixture
def guest(visits: Visits, windows: dict[str, Page]) -> Page:
    """The window of a guest."""
    return windows["guest"]


def minus(text: str) -> str:
    """Figures as they are written on a page."""
    return text.replace("-", "\N{MINUS SIGN}")


def percent(share: float | Fraction, digits: int = 4) -> str:
    return minus(f"{float(share) * 100:.{digits}f}%")


def signed(value: float | Fraction) -> str:
    return minus(f"{float(value):+.6f}")


def changed(rules: str, wager: str, name: str, row: str, pays: str) -> HouseTable:
    """A printed table with one cell changed; a row that pays nothing is left out."""
    printed = printed_tables(subject_of_rules(rules).house.rules, wager)[name]
    cells = dict(zip(printed.rows, printed.awards, strict=True))
    if pays:
        cells[row] = parse_award(pays)
    else:
        del cells[row]
    return HouseTable(name, tuple(cells), tuple(cells.values()), printed.clauses)


def priced(rules: str, wager: str, table: HouseTable) -> BetOdds | CoverAllOdds:
    """A bet by a table, from the exact functions."""
    if wager != "cover_all":
        return price_bet(subject_of_rules(rules).house, wager, table)
    column = cover_all.column_odds if rules == HOLDEM else cover_all_four_card.column_odds
    return column(int(table.name), table)


def exact(place: Locator) -> Fraction:
    """The fraction behind a click."""
    place.locator("summary").click()
    expect(place.locator("p")).to_be_visible()
    return Fraction(place.get_attribute("data-exact") or "")


def asked(page: Page, **request: Any) -> dict[str, Any]:
    """The server's price, requested beside the page."""
    answer = page.request.post("/api/odds/price", data=request)
    assert answer.ok, answer.text()
    price: dict[str, Any] = answer.json()["price"]
    return price


def test_every_rule_set_can_be_chosen(site: Running, stranger: Page) -> None:
    page = stranger
    page.goto("/odds")
    for response in site.client().get("/api/odds/rules").json():
        link = page.get_by_test_id(f"rules-{response['rules']}")
        for wager in response["wagers"]:
            if wager["wager"] == "cover_all":
                expect(link).to_contain_text("2 to 7 hands")
            elif wager["priced"] and not wager["tables"][0]["operator_sets"]:
                expect(link).to_contain_text(f"{len(wager['tables'])} tables")
    page.get_by_test_id(f"rules-{MARYLAND}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("High Card Flush, Maryland")
    assert serious(page) == []


@pytest.mark.parametrize(
    ("rules", "wager", "table", "row", "pays"),
    [
        (FLUSH, "flush_bonus", "C", "flush_6", "75 to 1"),
        (FLUSH, "straight_flush_bonus", "A", "straight_flush_7", ""),
        (MARYLAND, "straight_flush_bonus", "D", "straight_flush_3", "9 to 1"),
        (HOLDEM, "trips", "B", "flush", "13 to 2"),
        (HOLDEM, "cover_all", "7", "full_house", "9 to 2"),
        (FOUR, "aces_up", "II", "two_pair", "3 to 1"),
        (FOUR, "cover_all", "3", "three_of_a_kind", "7 to 1"),
    ],
)
def test_a_changed_cell_moves_the_edge_to_the_exact_one(
    stranger: Page, rules: str, wager: str, table: str, row: str, pays: str
) -> None:
    page = stranger
    page.goto(f"/odds/{rules}?wager={wager}&table={table}")
    edge = page.get_by_test_id("edge")
    before = priced(rules, wager, printed_tables(subject_of_rules(rules).house.rules, wager)[table])
    expect(edge).to_have_text(percent(-before.net.mean), timeout=FIRST)
    expect(page.get_by_test_id("reset")).to_be_disabled()

    page.get_by_test_id(f"pays-{row}").fill(pays)
    after = priced(rules, wager, changed(rules, wager, table, row, pays))
    assert after.net.mean != before.net.mean
    expect(edge).to_have_text(percent(-after.net.mean))
    response = asked(page, rules=rules, wager=wager, table=table, pays={row: pays})
    assert response["changed"] == [row]
    assert float(edge.get_attribute("data-value") or 0) == response["house_edge"] == float(-after.net.mean)
    expect(page.get_by_test_id("printed-edge")).to_have_text(percent(-before.net.mean))
    expect(page.get_by_test_id("hit-rate")).to_have_text(percent(after.hit_rate))
    expect(page.get_by_test_id("deviation")).to_have_text(f"{after.net.standard_deviation:.4f}")
    assert exact(page.get_by_test_id("exact")) == after.net.mean == Fraction(response["ev"])
    for line in response["rows"]:
        expect(page.get_by_test_id(f"brings-{line['row']}")).to_have_text(percent(line["contribution"], 3))
    page.get_by_test_id("reset").click()
    expect(edge).to_have_text(percent(-before.net.mean))
    expect(page.get_by_test_id(f"pays-{row}")).not_to_have_value(pays)


def test_the_meter_moves_the_edge_of_a_progressive(stranger: Page) -> None:
    page = stranger
    house = house_rules(FLUSH, Choices(progressive="A"))
    odds = price_progressive(house, stays=stays(house))
    share = odds.as_played.meters["main"]
    assert odds.if_live.break_even is not None
    assert odds.as_played.break_even is not None
    assert odds.long_run is not None
    page.goto(f"/odds/{FLUSH}?wager=progressive&table=A")
    edge, meter = page.get_by_test_id("edge"), page.get_by_test_id("meter-main")
    # A fold loses this wager: its price follows when the game is solved.
    expect(edge).to_have_text(percent(odds.house_edge), timeout=2 * FIRST)
    expect(page.get_by_test_id("edge-if-live")).to_contain_text(percent(1 - odds.if_live.at_seed))
    expect(meter).to_have_value("$10,000")
    expect(page.get_by_test_id("fixed-return")).to_have_text(percent(odds.as_played.fixed))
    expect(page.get_by_test_id("break-even")).to_have_text(money(odds.if_live.break_even))
    assert exact(page.get_by_test_id("break-even-exact")) == odds.if_live.break_even
    expect(page.get_by_test_id("as-played")).to_have_text(money(odds.as_played.break_even), timeout=2 * FIRST)
    expect(page.get_by_test_id("long-run")).to_have_text(percent(odds.long_run.returned))

    meter.fill("$123,456.78")
    expect(edge).to_have_text(percent(1 - odds.as_played.fixed - share * Fraction(12_345_678, 100)))
    expect(page.get_by_test_id("printed-edge")).to_have_text(percent(odds.house_edge))
    expect(page.get_by_test_id("break-even")).to_have_text(money(odds.if_live.break_even))
    meter.fill("much")
    expect(page.get_by_text("An amount such as $12,500")).to_be_visible()
    page.get_by_test_id("at-break-even").click()
    expect(edge).to_have_text("0.0000%")
    page.get_by_test_id("to-seed").click()
    expect(edge).to_have_text(percent(odds.house_edge))
    # The slide goes by keys.
    page.get_by_test_id("slide-main").focus()
    page.keyboard.press("Home")
    expect(edge).to_have_text(percent(1 - odds.as_played.fixed))
    # A cell moves the edge and the break-even.
    page.get_by_test_id("to-seed").click()
    page.get_by_test_id("pays-straight_flush_6").fill("20")
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("pays-straight_flush_6")).to_have_value("20% of main")
    more = share + odds.levels["straight_flush_6"].probability / 10
    expect(edge).to_have_text(percent(1 - odds.as_played.fixed - more * 10_000))
    expect(page.get_by_test_id("break-even")).to_have_text(money(100 * (1 - odds.if_live.fixed) / more))
    page.get_by_test_id("pays-straight_flush_6").fill("ten to 1")
    expect(page.get_by_role("alert")).to_contain_text("9 for 1")
    assert serious(page) == []


def money(cents: Fraction) -> str:
    return f"${float(cents) / 100:,.2f}"


def test_all_that_is_asked_stands_in_the_address(stranger: Page) -> None:
    page = stranger
    page.goto(f"/odds/{FOUR}?wager=progressive&table=PTMGLML02")
    edge = page.get_by_test_id("edge")
    expect(edge).to_have_attribute("data-value", re.compile("."), timeout=FIRST)
    page.get_by_test_id("pays-flush").fill("")
    page.get_by_test_id("pays-straight").fill("28 for 1")
    page.get_by_test_id("meter-mega").fill("$50,000")
    page.get_by_test_id("stake").fill("2")
    page.get_by_label("Progressive after fold").select_option("lost")
    response = asked(
        page,
        rules=FOUR,
        wager="progressive",
        table="PTMGLML02",
        pays={"flush": "", "straight": "28 for 1"},
        meters={"mega": 5_000_000},
        stake=200,
        policies={"progressive_after_fold": "lost"},
    )
    assert response["changed"] == ["flush", "straight"]
    expect(edge).to_have_text(percent(response["house_edge"]))
    expect(page.get_by_test_id("meters")).to_contain_text("As played")
    # The minor meter starts higher for two dollars.
    expect(page.get_by_test_id("meter-minor")).to_have_value("$500")
    page.reload()
    expect(edge).to_have_text(percent(response["house_edge"]), timeout=FIRST)
    expect(page.get_by_test_id("pays-straight")).to_have_value("28 for 1")
    expect(page.get_by_test_id("pays-flush")).to_have_value("")
    expect(page.get_by_test_id("meter-mega")).to_have_value("$50,000")
    expect(page.get_by_test_id("stake")).to_have_value("2")
    expect(page.get_by_label("Progressive after fold")).to_have_value("lost")


def test_a_progressive_that_the_operator_files_starts_with_that_of_the_practice_table(stranger: Page) -> None:
    page = stranger
    page.goto(f"/odds/{HOLDEM}?wager=progressive")
    for name in ("flop", "best"):
        page.get_by_test_id("edge-bars").locator(f'[data-table="{name}"]').click()
        response = asked(page, rules=HOLDEM, wager="progressive", table=name)
        expect(page.get_by_test_id("edge")).to_have_text(percent(response["house_edge"]), timeout=FIRST)
        expect(page.get_by_test_id("cells")).to_contain_text("starts with the odds of the practice table")
    # With the best of seven the other rows return the stake.
    expect(page.get_by_test_id("break-even")).to_have_text("any")


def test_printed_tables_stand_beside_each_other_with_their_edges(stranger: Page) -> None:
    page = stranger
    page.goto(f"/odds/{FLUSH}")
    house = subject_of_rules(FLUSH).house
    edges = {
        name: price_bet(house, "flush_bonus", table).house_edge
        for name, table in printed_tables(house.rules, "flush_bonus").items()
    }
    bars = page.get_by_test_id("edge-bars").locator("button")
    expect(bars).to_have_count(len(edges))
    for name, edge in edges.items():
        bar = page.get_by_test_id("edge-bars").locator(f'[data-table="{name}"]')
        expect(bar).to_contain_text(percent(edge, 2), timeout=FIRST)
        assert (edge < 0) == ("favors the player" in (bar.text_content() or ""))
    page.get_by_role("button", name="By edge").click()
    order = bars.evaluate_all("all => all.map(each => each.dataset.table)")
    assert order == sorted(edges, key=lambda name: edges[name])
    feet = page.get_by_test_id("matrix").locator("tfoot td")
    assert [text.strip() for text in feet.all_text_contents()] == [percent(e, 2) for e in edges.values()]
    page.get_by_test_id("edge-bars").locator('[data-table="K"]').click()
    expect(page.get_by_test_id("edge")).to_have_text(percent(edges["K"]))
    expect(page.get_by_test_id("edge-panel")).to_contain_text("favors the player")
    page.go_back()
    expect(page.get_by_test_id("edge")).to_have_text(percent(edges["A"]))


def test_cells_are_changed_by_keys_alone(stranger: Page) -> None:
    page = stranger
    page.goto(f"/odds/{FLUSH}?wager=flush_bonus&table=A")
    cell = page.get_by_test_id("pays-flush_7")
    edge = page.get_by_test_id("edge")
    expect(edge).to_have_attribute("data-value", re.compile("."), timeout=FIRST)
    cell.focus()
    page.keyboard.press("ArrowUp")
    expect(cell).to_have_value("301 to 1")
    page.keyboard.press("Shift+ArrowDown")
    expect(cell).to_have_value("291 to 1")
    wanted = price_bet(
        subject_of_rules(FLUSH).house,
        "flush_bonus",
        changed(FLUSH, "flush_bonus", "A", "flush_7", "291 to 1"),
    )
    expect(edge).to_have_text(percent(wanted.house_edge))
    expect(page.get_by_test_id("edge-panel").get_by_role("status")).to_have_text(
        f"House edge {percent(wanted.house_edge)}"
    )
    page.keyboard.press("Escape")
    expect(cell).to_have_value("300 to 1")
    cell.fill("12")
    page.keyboard.press("Tab")
    expect(cell).to_have_value("12 to 1")


def test_a_cell_that_is_not_odds_shows_its_error(stranger: Page) -> None:
    page = stranger
    page.goto(f"/odds/{FLUSH}?wager=flush_bonus&table=A")
    edge = page.get_by_test_id("edge")
    expect(edge).to_have_attribute("data-value", re.compile("."), timeout=FIRST)
    before = edge.text_content()
    cell = page.get_by_test_id("pays-flush_5")
    cell.fill("lots")
    expect(page.get_by_role("alert")).to_contain_text("lots")
    expect(cell).to_have_attribute("aria-invalid", "true")
    assert edge.text_content() == before
    assert serious(page) == []
    cell.fill("10 to 1")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(cell).not_to_have_attribute("aria-invalid", "true")


def test_a_table_without_figures_waits_for_some(stranger: Page) -> None:
    page = stranger
    page.goto(f"/odds/{FLUSH}?wager=straight_flush_bonus&table=G")
    expect(page.get_by_test_id("edge")).to_have_text("100.0000%", timeout=FIRST)
    expect(page.get_by_test_id("printed-edge")).to_have_text("no figures")
    page.get_by_test_id("pays-straight_flush_3").fill("$8")
    pays = {"straight_flush_3": "$8"}
    body = {"rules": FLUSH, "wager": "straight_flush_bonus", "table": "G", "pays": pays}
    one = asked(page, **body, stake=100)["house_edge"]
    five = asked(page, **body, stake=500)["house_edge"]
    assert one < five < 1
    expect(page.get_by_test_id("edge")).to_have_text(percent(one))
    priced: list[Any] = []

    def note(request: Request) -> None:
        if "odds/price" in request.url:
            priced.append(request.post_data_json)

    page.on("request", note)
    page.get_by_label("Stake, for rows that pay an amount").evaluate(TYPED, ["2", "25", "5"])
    expect(page.get_by_test_id("edge")).to_have_text(percent(five))
    # The printed tables too are priced when the hands rest, not at every stroke.
    assert [each["stake"] for each in priced if each["table"] == "A"] == [500]


@pytest.mark.clause("md-hcf-6.A", shows="shown")
def test_a_reading_moves_the_bets_that_it_touches(stranger: Page) -> None:
    page = stranger
    page.goto(f"/odds/{MARYLAND}?wager=straight_flush_bonus&table=A")
    subject = subject_of_rules(MARYLAND)
    table = printed_tables(subject.house.rules, "straight_flush_bonus")["A"]
    high = price_bet(subject.house, "straight_flush_bonus", table)
    low = price_bet(
        with_policies(subject, {"ace_low_straight_flush": "on"}).house, "straight_flush_bonus", table
    )
    assert high.house_edge != low.house_edge
    expect(page.get_by_test_id("edge")).to_have_text(percent(high.house_edge), timeout=FIRST)
    page.get_by_label("Ace low straight flush").select_option("on")
    expect(page.get_by_test_id("edge")).to_have_text(percent(low.house_edge))


def test_wagers_of_the_game_itself_are_shown_as_printed(site: Running, stranger: Page) -> None:
    page = stranger
    page.goto(f"/odds/{FOUR}")
    response = next(each for each in site.client().get("/api/odds/rules").json() if each["rules"] == FOUR)
    for wager in (each for each in response["wagers"] if not each["priced"]):
        page.get_by_role("tab", name=wager["words"].capitalize(), exact=True).click()
        cells = page.get_by_test_id("matrix").locator("tbody td")
        expect(cells).to_have_count(len(wager["rows"]) * len(wager["tables"]))
        printed = {row["pays"] for table in wager["tables"] for row in table["rows"]} - {""}
        assert printed == {text.strip() for text in cells.all_text_contents()} - {"\N{EN DASH}"}
        expect(page.get_by_test_id("not-priced")).to_be_visible()
        expect(page.get_by_test_id("edge")).to_have_count(0)


def test_the_game_itself_is_solved_while_one_waits(visits: Visits) -> None:
    page = visits.page(f"/odds/{FLUSH}")
    panel = page.get_by_test_id("game-panel")
    expect(panel).to_contain_text("Sign in to solve the game")
    panel.get_by_test_id("come-in").click()
    odds = main_odds(subject_of_rules(FLUSH).house)
    expect(panel.get_by_test_id("game-edge")).to_have_text(percent(odds.house_edge), timeout=2 * FIRST)
    expect(panel.get_by_test_id("game-risk")).to_have_text(percent(odds.element_of_risk))
    expect(panel.get_by_test_id("game-deviation")).to_have_text(f"{odds.net.standard_deviation:.4f}")
    assert exact(panel.get_by_test_id("game-exact")) == odds.net.mean
    for action, share in odds.decisions.items():
        expect(panel.locator(f'[data-decision="{action}"]')).to_have_text(percent(share, 2))
    panel.get_by_test_id("ask-simple").click()
    expect(panel.get_by_test_id("simple-rules").locator("li").first).to_contain_text("costs", timeout=FIRST)


def test_the_heat_map_has_the_exact_values_and_goes_by_keys(guest: Page) -> None:
    page = guest
    page.goto("/odds/heat-map")
    board = page.get_by_test_id("heat-map")
    expect(board.get_by_role("gridcell")).to_have_count(169, timeout=FIRST)
    house = subject_of_rules(HOLDEM).house
    for hand, cards in (("AKs", "As Ks"), ("K2s", "Ks 2s"), ("72o", "7s 2h"), ("33", "3s 3h")):
        found = advice(house, cards)
        ranked = sorted(found.values.values(), reverse=True)
        cell = board.locator(f'[data-hand="{hand}"]')
        assert cell.get_attribute("data-best") == found.best
        assert float(cell.get_attribute("data-margin") or 0) == float(ranked[0] - ranked[1])
        cell.hover()
        expect(page.get_by_test_id("heat-hand")).to_have_text(hand)
        for action, value in found.values.items():
            expect(page.get_by_test_id(f"value-{action}")).to_have_text(signed(value))
            assert Fraction(page.get_by_test_id(f"exact-{action}").get_attribute("data-exact") or "") == value
    # Suited above the diagonal, offsuit below.
    rows = board.get_by_role("row")
    assert rows.nth(0).get_by_role("gridcell").nth(1).get_attribute("data-hand") == "AKs"
    assert rows.nth(1).get_by_role("gridcell").nth(0).get_attribute("data-hand") == "AKo"
    # Keys alone: one stop in the order of tabs, arrows within.
    expect(board.locator('[tabindex="0"]')).to_have_count(1)
    board.locator('[data-hand="AA"]').focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(board.locator('[data-hand="KQs"]')).to_be_focused()
    expect(page.get_by_test_id("heat-hand")).to_have_text("KQs")
    page.keyboard.press("Control+End")
    expect(page.get_by_test_id("heat-hand")).to_have_text("22")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/odds/advise"))
    expect(page.get_by_test_id("best")).to_have_attribute("data-best", "check", timeout=FIRST)


@pytest.mark.parametrize(
    ("rules", "cards", "board", "up"),
    [
        (HOLDEM, "As Ks", "", ""),
        (HOLDEM, "2s 2h", "Kd Qc 7h 7s 3d", ""),
        (FLUSH, "Ts 8s 6s 2d 3d 4c 5c", "", ""),
        (FOUR, "9s 9d Kc 5h 2s", "", "2c"),
    ],
)
def test_advice_is_exact(guest: Page, rules: str, cards: str, board: str, up: str) -> None:
    page = guest
    page.goto(f"/odds/advise?rules={rules}")
    wanted = advice(subject_of_rules(rules).house, cards, board, up)
    page.get_by_test_id("type-cards").fill(cards.lower().replace(" ", ""))
    for place, text in (("board", board), ("up", up)):
        if text:
            page.get_by_test_id(f"type-{place}").fill(text)
    best = page.get_by_test_id("best")
    street = {"preflop": "Before the flop", "river": "On the river"}.get(wanted.stage, wanted.stage)
    expect(page.get_by_test_id("answer")).to_contain_text(street, timeout=FIRST, ignore_case=True)
    expect(best).to_have_attribute("data-best", wanted.best)
    for action, value in wanted.values.items():
        expect(page.get_by_test_id(f"value-{action}")).to_have_text(signed(value))
        assert exact(page.get_by_test_id(f"exact-{action}")) == value
    top, second, *_ = sorted(wanted.values.values(), reverse=True)
    expect(page.get_by_test_id("margin")).to_have_text(f"{float(top - second):.6f}")
    if board:  # the page is the same whatever the cards
        assert serious(page) == []
        page.reload()
        expect(best).to_have_attribute("data-best", wanted.best, timeout=FIRST)


def test_cards_are_picked_from_the_deck(visits: Visits, guest: Page) -> None:
    page = guest
    page.goto(f"/odds/advise?rules={HOLDEM}")
    deck = page.get_by_test_id("picker")
    expect(deck.get_by_role("button")).to_have_count(52)
    for card in ("As", "Ks", "2d", "7d", "9c"):
        deck.locator(f'[data-pick="{card}"]').click()
    expect(page.get_by_test_id("type-cards")).to_have_value("As Ks")
    expect(page.get_by_test_id("type-board")).to_have_value("2d 7d 9c")
    expect(page.get_by_test_id("answer")).to_contain_text("On the flop", timeout=FIRST)
    # By keys: one stop in the order of tabs, arrows within, Enter picks; what is taken comes back.
    deck.locator('[data-pick="As"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("type-board")).to_have_value("2d 7d 9c Kh")
    expect(page.get_by_test_id("answer")).to_contain_text("Community cards: 1 more card")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("type-board")).to_have_value("2d 7d 9c")
    page.get_by_role("button", name="Remove the king of spades").click()
    expect(page.get_by_test_id("type-cards")).to_have_value("As")
    page.get_by_test_id("type-cards").fill("as as")
    expect(page.get_by_test_id("question")).to_contain_text("As appears twice")
    page.get_by_test_id("type-cards").fill("as 2d")
    expect(page.get_by_test_id("question")).to_contain_text("2d is in two places")
    page.get_by_test_id("clear").click()
    expect(page.get_by_test_id("type-cards")).to_have_value("")
    page.get_by_test_id("random").click()
    expect(page.get_by_test_id("best")).to_be_visible(timeout=FIRST)
    # Other cards, and no answer to them: that to the cards before is gone.
    visits.allow("ERR_FAILED")
    page.route("**/api/odds/advise?*", lambda route: route.abort())
    page.get_by_test_id("type-cards").fill("2s 7h")
    expect(page.get_by_test_id("answer")).to_contain_text("Cannot reach the server")
    expect(page.get_by_test_id("best")).to_have_count(0)
    page.unroute("**/api/odds/advise?*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_test_id("best")).to_have_attribute("data-best", "check", timeout=FIRST)


def test_a_par_sheet_is_made_and_opened(guest: Page) -> None:
    page = guest
    page.goto(f"/odds/report?rules={FLUSH}")
    for form in ("json", "html", "pdf"):
        page.get_by_test_id(f"make-{form}").click()
    with page.expect_download(timeout=2 * FIRST) as saved:
        page.get_by_test_id("open-json").click(timeout=2 * FIRST)
    assert saved.value.suggested_filename == "par-ma-high-card-flush.json"
    sheet = json.loads(saved.value.path().read_text(encoding="utf-8"))
    main = next(bet for bet in sheet["bets"] if bet["bet"] == "main")
    assert Fraction(main["ev"]) == main_odds(subject_of_rules(FLUSH).house).net.mean
    with page.context.expect_page(timeout=2 * FIRST) as opened:
        page.get_by_test_id("open-html").click(timeout=2 * FIRST)
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text("High Card Flush")
    with page.expect_download(timeout=2 * FIRST) as saved:
        page.get_by_test_id("open-pdf").click(timeout=2 * FIRST)
    assert saved.value.path().read_bytes().startswith(b"%PDF")
    assert serious(page) == []


def test_submissions_are_for_those_who_may_read_them(site: Running, visits: Visits, guest: Page) -> None:
    guest.goto("/odds/report")
    expect(guest.get_by_test_id("sheet").locator("option")).to_have_count(5)
    supervisor = site.signed_in("supervisor")
    page = visits.page("/odds/report", as_=supervisor)
    response = supervisor.get("/api/submissions").json()
    expect(page.get_by_test_id("sheet").locator("option")).to_have_count(5 + len(response))
    one = next(each for each in response if each["rules"] == FLUSH)
    page.get_by_test_id("sheet").select_option(f"{one['name']}@{one['version']}")
    page.get_by_test_id("make-json").click()
    with page.expect_download(timeout=2 * FIRST) as saved:
        page.get_by_test_id("open-json").click(timeout=2 * FIRST)
    assert json.loads(saved.value.path().read_text(encoding="utf-8"))["rules"] == FLUSH


def test_rules_that_are_not_there_are_said(stranger: Page) -> None:
    page = stranger
    page.goto("/odds/ma/no-such-game")
    expect(page.get_by_role("heading", name="Rules not found")).to_be_visible()
    page.get_by_role("link", name="All rule sets").click()
    expect(page.get_by_test_id(f"rules-{FLUSH}")).to_be_visible()
