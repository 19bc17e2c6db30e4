"""The audit in the browser: replay, search, export, by role."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Route, expect

from croupier.rulebook.catalog import clauses_of, rule_sets
from croupier.rulebook.coverage import STATUSES, coverage
from tests.server.rig import Running
from tests.server.test_audit_api import searched
from tests.web.browser import Visits, serious
from tests.web.replays import LONG, as_sent, at_step, felt, felt_as_told, figures, tables_of, wait
from tests.web.rounds_played import TABLE, Played, looked_back_on


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Iterator[Played]:
    """Two rounds that are over."""
    with looked_back_on(tmp_path_factory.mktemp("audit"), 2) as here:
        yield here


@pytest.fixture
def site(house: Played) -> Running:
    """The one house of these tests; those that change it are in `test_audit_changed`."""
    return house.site


# -------------------------------------------------------------------------------------------------- replay


def test_an_auditor_replays_a_round_and_every_figure_is_the_logs(house: Played, visits: Visits) -> None:
    number = house.rounds[0]
    response = house.replayed("auditor", number)
    page = visits.page(f"/audit/table/{TABLE}/{number}", as_=house.site.signed_in("auditor"))
    wait(page)
    assert "REPLAY" in page.get_by_test_id("felt").inner_text().upper()
    last = len(response["steps"])
    seen: list[tuple[Any, Any, str]] = []
    for index, (view, meters) in enumerate(tables_of(response)):
        at_step(page, index, last)
        assert figures(page) == as_sent(view, meters), index
        assert felt(page) == felt_as_told(view, meters), index
        assert meters, index
        words = page.get_by_test_id("step").inner_text()
        if index:
            step = response["steps"][index - 1]
            for line in step["words"].split("\n"):
                said = re.sub(r"p_[0-9a-f]+", lambda id_: _name(house, id_.group()), line)
                assert said[1:] in words, index
        seen.append((figures(page), felt(page), words))
        page.keyboard.press("ArrowRight")
    # The round stays there as it was over: who held what, and what became of it.
    over = seen[-1][0]
    assert [len(seat["cards"]) for seat in over["seats"].values()] == [7, 7]
    assert len(over["dealer"]) == 7
    assert {number: seat["net"] for number, seat in over["seats"].items()} == _nets(house, number)
    # Back and forward agree, whichever way one comes.
    for index in range(last, -1, -1):
        at_step(page, index, last)
        assert (figures(page), felt(page), page.get_by_test_id("step").inner_text()) == seen[index]
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    at_step(page, last, last)
    page.keyboard.press("Home")
    at_step(page, 0, last)
    page.get_by_test_id("scrubber").fill("5")
    at_step(page, 5, last)
    assert figures(page) == seen[5][0]
    page.locator("[data-step='7']").click()
    at_step(page, 7, last)
    page.get_by_test_id("go-forward").click()
    at_step(page, 8, last)
    assert figures(page) == seen[8][0]


def _nets(house: Played, round_: int) -> dict[str, int]:
    """The result of a round, by the log."""
    bodies = (msgspec.json.decode(each.body) for each in house.site.house.floor.ledger.read(f"table:{TABLE}"))
    settled = next(e for e in bodies if e["kind"] == "round_settled.v1" and e["round"] == round_)
    nets: dict[str, int] = settled["nets"]
    return nets


def _name(house: Played, person: str) -> str:
    return {house.ann.person: "Ann", house.bob.person: "Bob"}[person]


def test_a_replay_plays_by_itself_and_stops_at_the_end(house: Played, visits: Visits) -> None:
    number = house.rounds[0]
    last = len(house.replayed("auditor", number)["steps"])
    page = visits.page(f"/audit/table/{TABLE}/{number}", as_=house.site.signed_in("auditor"))
    wait(page)
    page.get_by_test_id("scrubber").fill(str(last - 2))
    page.get_by_test_id("go-play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_test_id("replay")).to_have_attribute("data-index", str(last))
    expect(page.get_by_role("button", name="Play")).to_be_enabled()
    page.get_by_test_id("go-play").click()
    expect(page.get_by_test_id("replay")).to_have_attribute("data-index", "0")
    expect(page.get_by_test_id("replay")).to_have_attribute("data-index", "1")
    page.get_by_test_id("go-play").click()
    stopped = page.get_by_test_id("replay").get_attribute("data-index")
    page.wait_for_timeout(1_800)
    assert page.get_by_test_id("replay").get_attribute("data-index") == stopped


def test_each_step_has_its_record_behind_a_click(house: Played, visits: Visits) -> None:
    number = house.rounds[1]
    response = house.replayed("auditor", number)
    step = next(each for each in response["steps"] if each["kind"] == "round_settled.v1")
    record = house.site.house.floor.ledger.read(f"table:{TABLE}", after=step["version"] - 1, limit=1)[0]
    page = visits.page(
        f"/audit/table/{TABLE}/{number}?at={step['version']}", as_=house.site.signed_in("auditor")
    )
    expect(page.get_by_test_id("replay")).to_have_attribute("data-version", str(step["version"]))
    page.get_by_test_id("as-recorded").click()
    behind = page.get_by_test_id("recorded")
    expect(behind.get_by_test_id("hash")).to_have_text(record.hash.hex())
    shown = msgspec.json.decode(behind.get_by_test_id("json").inner_text())
    assert shown == msgspec.json.decode(record.body)
    # A clause in our own words.
    page.get_by_test_id("step").locator(".clause").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("MA HCF")
    page.keyboard.press("Escape")
    behind.get_by_role("link", name=str(record.position)).click()
    expect(page.get_by_test_id("record").get_by_test_id("hash")).to_have_text(record.hash.hex())


# -------------------------------------------------------------------------------------------------- search


def test_the_log_is_searched_and_a_record_leads_to_its_round(house: Played, visits: Visits) -> None:
    auditor = house.site.signed_in("auditor")
    clause = "ma-hcf-9.e.1"
    cited = [each["position"] for each in searched(auditor, clause=clause)]
    assert cited
    page = visits.page("/audit", as_=auditor)
    page.get_by_test_id("search-clause").fill(clause)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"clause={clause}"))
    rows = page.locator("[data-record]")
    expect(page.get_by_test_id("looked")).to_contain_text(f"{len(cited)} found")
    assert [int(each) for each in rows.evaluate_all("all => all.map(each => each.dataset.record)")] == cited

    page.get_by_test_id("streams").get_by_role("link", name=TABLE, exact=True).first.click()
    page.get_by_test_id("search-kind").fill("bet_placed")
    page.get_by_test_id("search").click()
    bets = searched(auditor, stream=f"table:{TABLE}", kind="bet_placed")
    expect(rows).to_have_count(len(bets))
    oldest = bets[-1]
    page.locator(f"[data-record='{oldest['position']}']").focus()
    page.keyboard.press("Enter")
    record = page.get_by_test_id("record")
    expect(record.get_by_test_id("hash")).to_have_text(oldest["hash"])
    assert msgspec.json.decode(record.get_by_test_id("json").inner_text()) == oldest["body"]
    assert _postings(record) == _posted(house, oldest["position"])
    expect(record.get_by_test_id("postings-sum")).to_contain_text("Sum $0.00")
    assert serious(page) == []
    record.get_by_test_id("to-replay").click()
    expect(page).to_have_url(re.compile(f"/audit/table/{TABLE}/{house.rounds[0]}\\?at={oldest['version']}"))
    expect(page.get_by_test_id("replay")).to_have_attribute("data-version", str(oldest["version"]))
    page.go_back()
    expect(record).to_be_visible()
    page.keyboard.press("Escape")
    expect(record).to_have_count(0)
    expect(rows).to_have_count(len(bets))


def test_a_slow_search_of_a_page_that_was_left_is_dropped(house: Played, visits: Visits) -> None:
    """Its response arrives after the way back: nothing reads the page that is gone."""
    auditor = house.site.signed_in("auditor")
    oldest = searched(auditor, stream=f"table:{TABLE}", kind="bet_placed")[-1]
    page = visits.page(f"/audit?stream=table:{TABLE}&record={oldest['position']}", as_=auditor)
    rows = page.locator("[data-record]")
    expect(rows.first).to_be_attached()
    held: list[Route] = []
    page.route(re.compile(r"/api/audit/search\?.*limit=40"), lambda route: held.append(route))
    page.get_by_test_id("record").get_by_test_id("to-replay").click()
    expect(page.get_by_test_id("replay")).to_have_attribute("data-version", str(oldest["version"]))
    page.go_back()
    expect(page.get_by_test_id("record")).to_be_visible()
    for route in held:
        with page.expect_response(re.compile("limit=40")):
            route.continue_()
    expect(rows.first).to_be_attached()


def _postings(record: Locator) -> list[tuple[str, int, int]]:
    """The postings of a record as the page shows them: account, amount, what it held after."""
    expect(record.locator("[data-posting]").first).to_be_visible()
    rows = record.locator("[data-posting]").evaluate_all(
        "all => all.map(each => [each.dataset.account, each.dataset.amount, each.dataset.balance])"
    )
    return [(account, int(amount), int(balance)) for account, amount, balance in rows]


def _posted(house: Played, position: int) -> list[tuple[str, int, int]]:
    """The same by the books, added up from the first posting."""
    ledger = house.site.house.floor.ledger
    held: dict[str, int] = {}
    for record in ledger.follow(0, position):
        lines = ledger.postings(record)
        for line in lines:
            held[line.account] = held.get(line.account, 0) + line.amount
    return [(line.account, line.amount, held[line.account]) for line in lines]


def test_a_search_is_read_on_to_the_first_record(house: Played, visits: Visits) -> None:
    auditor = house.site.signed_in("auditor")
    page = visits.page("/audit?stream=table:*", as_=auditor)
    rows = page.locator("[data-record]")
    expect(rows).to_have_count(40)
    more = page.get_by_test_id("more")
    while more.count():
        before = rows.count()
        more.click()
        expect(page.get_by_test_id("looked")).not_to_contain_text(f"{before} found")
    expect(page.get_by_test_id("looked")).to_contain_text("that is all")
    shown = [int(each) for each in rows.evaluate_all("all => all.map(each => each.dataset.record)")]
    assert shown == [each["position"] for each in searched(auditor, stream="table:*")]


def test_by_person_text_and_time(house: Played, visits: Visits) -> None:
    auditor = house.site.signed_in("auditor")
    page = visits.page(f"/audit?person={house.ann.person}", as_=auditor, timezone_id="UTC")
    theirs = searched(auditor, person=house.ann.person)
    expect(page.get_by_test_id("looked")).to_contain_text(f"{len(theirs)} found")
    expect(page.get_by_role("search")).to_contain_text("Ann")
    page.get_by_test_id("search-text").fill("flush_bonus")
    page.get_by_test_id("search").click()
    found = searched(auditor, person=house.ann.person, text="flush_bonus")
    assert len(found) != len(theirs)
    expect(page.get_by_test_id("looked")).to_contain_text(f"{len(found)} found")
    page.get_by_role("link", name="Clear").click()
    page.get_by_test_id("search-until").fill("2001-01-01T00:00")
    page.get_by_test_id("search").click()
    expect(page.get_by_test_id("looked")).to_contain_text("0 found")
    expect(page.get_by_test_id("found")).to_contain_text("No matching records.")


# ------------------------------------------------------------------------------------------------ coverage


def test_the_clauses_are_counted_by_status(house: Played, visits: Visits) -> None:
    page = visits.page("/audit", as_=house.site.signed_in("auditor"))
    page.get_by_role("link", name="Coverage").click()
    table = page.get_by_test_id("coverage")
    for name, rules in rule_sets().items():
        register = clauses_of(rules.rules.register)
        row = table.locator(f'tr[data-rules="{name}"]')
        expect(row).to_contain_text(rules.rules.title)
        for status in STATUSES:
            count = sum(status in coverage()[clause].statuses for clause in register)
            expect(row.locator(f'[data-status="{status}"]')).to_have_text(str(count))


# -------------------------------------------------------------------------------------------------- export


def test_the_export_is_verified_by_the_command_on_the_page(
    house: Played, visits: Visits, tmp_path: Path
) -> None:
    page = visits.page("/audit", as_=house.site.signed_in("surveillance"))
    with page.expect_download(timeout=LONG) as waited:
        page.get_by_test_id("export-log").click()
    file = tmp_path / waited.value.suggested_filename
    assert re.fullmatch(r"croupier-log-\d{8}-\d{6}\.jsonl", file.name)
    waited.value.save_as(file)
    expect(page.get_by_test_id("export")).to_contain_text("croupier audit verify croupier-log-*.jsonl")
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "audit", "verify", file, "--json"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    verdict = msgspec.json.decode(done.stdout)
    assert (done.returncode, verdict["whole"], verdict["replayed"]["rounds"]) == (0, True, len(house.rounds))


# --------------------------------------------------------------------------------------------------- roles


def test_the_audit_is_not_for_players_and_dealers(house: Played, visits: Visits) -> None:
    for client in (house.ann, house.site.signed_in("dealer")):
        assert client.get("/api/audit/search").status_code == 403
        assert client.get("/api/audit/export").status_code == 403
        page = visits.page("/audit", as_=client)
        expect(page.get_by_role("heading", level=1)).to_have_text("You don't have access to this")
        expect(page.locator("[data-record], [data-testid=verify-chain]")).to_have_count(0)
    page = visits.page("/audit")
    expect(page.get_by_role("link", name="Sign in").last).to_have_attribute(
        "href", re.compile("next=%2Faudit")
    )


def test_the_floor_sees_rounds_and_no_log(house: Played, visits: Visits) -> None:
    floorperson = house.site.signed_in("floorperson")
    page = visits.page("/audit", as_=floorperson)
    page.locator(f"[data-table='{TABLE}']").click()
    page.locator(f"[data-round='{house.rounds[0]}']").click()
    wait(page)
    page.keyboard.press("End")
    response = house.replayed("floorperson", house.rounds[0])
    at_step(page, len(response["steps"]), len(response["steps"]))
    page.get_by_test_id("scrubber").fill("10")
    assert figures(page) == as_sent(*tables_of(response)[10])
    page.get_by_test_id("as-recorded").click()
    shown = msgspec.json.decode(page.get_by_test_id("json").inner_text())
    assert shown["kind"] == response["steps"][9]["event"]["kind"]
    expect(page.get_by_role("link", name="Log", exact=True)).to_have_count(0)


def test_an_administrator_searches_no_table(house: Played, visits: Visits) -> None:
    administrator = house.site.signed_in("administrator")
    page = visits.page("/audit", as_=administrator)
    expect(page.locator("[data-record]").first).to_be_visible()
    expect(page.get_by_test_id("streams")).not_to_contain_text("Tables")
    page.get_by_test_id("search-stream").fill(f"table:{TABLE}")
    page.get_by_test_id("search").click()
    expect(page.get_by_test_id("problem")).to_contain_text("allowed: surveillance and auditors")
    expect(page.locator("[data-record]")).to_have_count(0)
