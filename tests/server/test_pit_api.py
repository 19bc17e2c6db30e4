"""Reports, search, evidence and people over HTTP, at one server: the answers agree with the log."""

import csv
import io
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.floor.audit.audit import audit
from croupier.floor.evidence.evidence import gather
from croupier.floor.evidence.picture import picture
from croupier.floor.people.model import system
from croupier.floor.registry.settings import day_at, settings_of
from croupier.games.vocabulary import wager_label
from croupier.ledger.records import Record
from croupier.server.api.audit import routes as audit_routes
from croupier.server.api.reports.routes import CUT
from croupier.server.bounds.rate_limits import Quota
from tests.pdf_text import text_of_pdf
from tests.server.pit_rig import FLUSH, pit
from tests.server.rig import Client, Running
from tests.server.test_audit_api import searched
from tests.server.test_desks import code
from tests.table.driver import every_wager


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The one house of these tests."""
    with pit(tmp_path_factory.mktemp("pit")) as here:
        yield here


def records(house: Running) -> list[Record]:
    return house.house.floor.ledger.follow(0, 10_000)


# ------------------------------------------------------------------------------------------------- reports


@pytest.mark.parametrize(
    "report",
    [
        "tables",
        "games",
        "dealers",
        "shifts",
        "stiff-sheet",
        "hold",
        "game-performance",
        "master-list",
        "ratings",
    ],
)
def test_a_report_is_shown_printed_and_written_as_csv(house: Running, report: str) -> None:
    boss = house.signed_in("supervisor")
    settings = settings_of(house.house.floor.ledger)
    today = day_at(house.house.floor.clock(), settings)
    sheet = boss.get(f"/api/reports/{report}", params={"day": today}).raise_for_status().json()
    assert sheet["rows"]
    printed = boss.get(f"/api/reports/{report}/print", params={"day": today}).raise_for_status().text
    assert sheet["title"] in printed
    assert settings.zone in printed
    table = boss.get(f"/api/reports/{report}/csv", params={"day": today}).raise_for_status()
    assert table.headers["content-disposition"] == f'attachment; filename="{report}-{today}.csv"'
    lines = list(csv.reader(io.StringIO(table.text)))
    assert len(lines) == 1 + len(sheet["rows"]) + bool(sheet["totals"])
    assert all(len(line) == len(sheet["columns"]) for line in lines)
    for refused in (house.signed_in("dealer"), house.signed_in("floorperson"), house.client()):
        assert refused.get(f"/api/reports/{report}/csv").status_code in (401, 403)
    past = boss.get(f"/api/reports/{report}", params={"day": "2001-01-01"}).raise_for_status().json()
    assert report == "master-list" or not past["rows"]


def test_a_report_that_cannot_be_says_why(house: Running) -> None:
    boss = house.signed_in("supervisor")
    assert code(boss.get("/api/reports/nothing")) == "unknown_report"
    assert code(boss.get("/api/reports/tables", params={"day": "2026-02-30"})) == "malformed"
    backward = boss.get("/api/reports/tables", params={"day": "2026-02-02", "to": "2026-02-01"})
    assert code(backward) == "malformed"
    assert code(boss.get("/api/reports/tables", params={"table": "none"})) == "unknown_table_name"


def test_settings_that_are_left_out_stay(house: Running) -> None:
    admin = house.signed_in("administrator")
    before = admin.get("/api/house/settings").json()
    changed = {"zone": "America/New_York", "confirm_voids": False, "watch": 9, "day_starts": 360}
    admin.post("/api/house/settings", json=changed).raise_for_status()
    try:
        after = admin.post("/api/house/settings", json={"tax_form": 99}).raise_for_status().json()
        assert after == {**before, **changed, "tax_form": 99}
    finally:
        admin.post("/api/house/settings", json=before).raise_for_status()


# -------------------------------------------------------------------------------------------------- search


def test_the_log_is_searched_by_name_step_wager_amount_clause_and_day(house: Running) -> None:
    auditor = house.signed_in("auditor")
    whole = records(house)
    last = whole[-1].position

    def found(**query: Any) -> list[int]:
        return [each["position"] for each in searched(auditor, **query) if each["position"] <= last]

    boss = house.signed_in("floorperson").person
    theirs = [each.position for each in reversed(whole) if each.by == boss or boss.encode() in each.body]
    assert found(person="FLOORPers") == found(person=boss) == theirs != []
    assert found(person="nobody of that name") == []
    assert found(step="no more bets") == found(step="no_more_bets")
    counted = [each for each in whole if b'"step":"deal"' in each.body]
    assert found(step="Deal") == [each.position for each in reversed(counted)] != []
    placed = found(wager="Flush bonus", stream="table:live")
    assert placed
    assert set(placed) <= {each.position for each in whole if b'"flush_bonus":' in each.body}
    assert found(wager="trips") == []
    amount = found(cents=103_000)
    assert [each.kind for each in whole if each.position in amount] == ["inventory_closed.v1"]
    # The time of a record is no amount.
    assert found(cents=whole[0].at) == []
    cited = found(clause="md-hcf-9")
    exact = {clause for each in whole if each.position in cited for clause in _clauses(each)}
    assert cited
    assert found(clause="md-hcf") != cited
    assert any(each.startswith("md-hcf-9.") for each in exact)
    assert found(clause="md-hcf-") == [], "a prefix ends where a part of the id ends"
    assert set(found(clause="md-hcf-1")).isdisjoint(
        each.position
        for each in whole
        if not any(c == "md-hcf-1" or c.startswith("md-hcf-1.") for c in _clauses(each))
    )
    today = day_at(house.house.floor.clock(), settings_of(house.house.floor.ledger))
    assert found(day=today) == [each.position for each in reversed(whole)]
    assert found(day="2001-01-01") == []


def _clauses(record: Record) -> list[str]:
    body = msgspec.json.decode(record.body)
    found = list(body.get("clauses", ()))
    for results in body.get("results", {}).values() if isinstance(body.get("results"), dict) else ():
        if isinstance(results, dict):
            found += results.get("clauses", ())
    return found


def test_a_search_is_written_as_csv_without_names(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    auditor = house.signed_in("auditor")
    text = auditor.get("/api/audit/search/csv", params={"stream": "table:live"}).raise_for_status().text
    lines = list(csv.DictReader(io.StringIO(text)))
    assert len(lines) == len(house.house.floor.ledger.read("table:live"))
    assert "Floorperson" not in text
    assert auditor.get("/api/significant/csv").raise_for_status().text.startswith("Position,Time (")
    for most, cut in ((len(lines), False), (len(lines) - 1, True)):
        monkeypatch.setattr(audit_routes, "MOST_IN_CSV", most)
        text = auditor.get("/api/audit/search/csv", params={"stream": "table:live"}).raise_for_status().text
        assert text.endswith(f'"{CUT}"\r\n') == cut
    monkeypatch.setattr(audit_routes, "MOST_IN_CSV", 1)
    assert auditor.get("/api/significant/csv").raise_for_status().text.endswith(f'"{CUT}"\r\n')
    monkeypatch.undo()
    administrator = house.signed_in("administrator")
    assert code(administrator.get("/api/audit/search/csv", params={"stream": "table:live"})) == "role_too_low"
    seen = administrator.get("/api/audit/search/csv").raise_for_status().text
    assert "table:live" not in {line["Stream"] for line in csv.DictReader(io.StringIO(seen))}


def test_the_list_of_people_is_written_as_csv_without_names(house: Running) -> None:
    auditor, administrator = house.signed_in("auditor"), house.signed_in("administrator")
    invited = house.house.people.invite(system(), "quentin", "Quentin Q. Quayle", "dealer")
    listed = {each["id"]: each for each in auditor.get("/api/people").json()}
    text = auditor.get("/api/people/csv").raise_for_status().text
    lines = {line["Id"]: line for line in csv.DictReader(io.StringIO(text))}
    assert {person: line["Role"] for person, line in lines.items()} == {
        person: each["role"] for person, each in listed.items()
    }
    assert lines[invited.person]["State"] == "invited"
    assert lines[auditor.person]["State"] == "active"
    assert "quentin" not in text.lower()
    assert "quayle" not in text.lower()
    assert not {"name", "display_name"} & {field.lower() for field in next(iter(lines.values()))}
    house.house.people.change(system(), invited.person, enabled=False)
    assert f"{invited.person},dealer,disabled," in administrator.get("/api/people/csv").text
    for refused in (house.signed_in("supervisor"), house.signed_in("dealer"), house.client()):
        assert refused.get("/api/people/csv").status_code in (401, 403)


@pytest.mark.parametrize("name", ["John.Smith", "john", "Smith7", "p_john", "player-x", "7-of-9", ""])
def test_no_name_typed_at_a_station_reaches_the_log(house: Running, name: str) -> None:
    dealer = house.signed_in("dealer")
    before = records(house)[-1].position
    refused = dealer.act("live", act="sit", seat=2, player=name)
    assert code(refused) == "player_named"
    after = house.house.floor.ledger.follow(before, 100)
    assert not any(each.stream.startswith("table:") for each in after)
    assert not name or not any(name.encode() in each.body for each in after)


def test_who_sits_by_a_card_or_a_number_is_taken(house: Running) -> None:
    dealer = house.signed_in("dealer")
    for seat, player in ((3, "player-3"), (4, "00012345")):
        dealer.act("live", act="sit", seat=seat, player=player).raise_for_status()
        dealer.act("live", act="leave", seat=seat).raise_for_status()


# ------------------------------------------------------------------------------------------------ evidence


def test_the_evidence_of_a_round_is_one_pdf(house: Running) -> None:
    auditor = house.signed_in("auditor")
    pack = auditor.get("/api/tables/live/rounds/1/evidence.pdf", timeout=120).raise_for_status()
    assert pack.content.startswith(b"%PDF")
    text = text_of_pdf(pack.content)
    ledger = house.house.floor.ledger
    settled = next(each for each in ledger.read("table:live") if each.kind == "round_settled.v1")
    body = msgspec.json.decode(settled.body)
    assert str(settled.position) in text
    assert settled.hash.hex()[:6] in text
    assert body["clauses"][0] in text
    assert house.house.floor.keys.public.hex()[:20] in text
    assert "4400123" in text
    assert "Seat1" in text
    assert "Floorperson" not in text
    assert audit(ledger).findings == () or "findings" in text
    assert code(auditor.get("/api/tables/live/rounds/99/evidence.pdf", timeout=120)) == "unknown_round"
    assert house.signed_in("supervisor").get("/api/tables/live/rounds/1/evidence.pdf").status_code == 403


def test_a_picture_of_the_evidence_has_each_wager_once(house: Running) -> None:
    pack = gather(house.house.floor.ledger, "live", 1, 0)
    drawn = picture(pack.shown.steps[-1].view, pack.rules.house.rules)
    for wager in (*every_wager(FLUSH), "raise"):
        assert drawn.count(f"{wager_label(pack.rules.house.rules, wager)} $") == 1, wager


def test_a_pack_of_evidence_counts_for_its_session_and_address(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    auditor, asked = house.signed_in("auditor"), list[tuple[str, ...]]()

    def begin(quota: Quota, *sources: str) -> None:
        asked.append(sources)
        raise Refusal("too_many_requests", "enough")

    monkeypatch.setattr(Quota, "begin", begin)
    assert code(auditor.get("/api/tables/live/rounds/1/evidence.pdf")) == "too_many_requests"
    assert [len(sources) for sources in asked] == [2], "each verifies the whole log"


# --------------------------------------------------------------------------------------- people and tables


def test_an_auditor_reads_the_list_of_people_and_changes_nothing(house: Running) -> None:
    auditor, admin = house.signed_in("auditor"), house.signed_in("administrator")

    def names(client: Client) -> list[str]:
        return [each["name"] for each in client.get("/api/people").raise_for_status().json()]

    assert names(auditor) == names(admin)
    asked = {"name": "x", "display_name": "X", "role": "dealer"}
    assert code(auditor.post("/api/people", json=asked)) == "role_too_low"
    assert code(house.signed_in("supervisor").get("/api/people")) == "role_too_low"
    assert "change_people" not in auditor.get("/api/session").json()["permissions"]
    assert "change_people" in admin.get("/api/session").json()["permissions"]


def test_a_table_that_was_never_opened_says_its_game(house: Running) -> None:
    tables = {each["table"]: each for each in house.signed_in("auditor").get("/api/floor").json()}
    assert tables["unopened"]["title"] == tables["live"]["title"] != ""
