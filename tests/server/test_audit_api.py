"""The log from the browser: search, verification, export, and meters changed by hand, by role."""

import csv
import io
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from croupier.floor.audit.audit import audit
from croupier.ledger.store import Ledger
from croupier.ledger.verification.checkpoints import checkpoint
from croupier.ledger.verification.export import ExportFile
from tests.server.rig import GOOD, Client, Running
from tests.server.test_history_api import play

FLUSH = "ma/high-card-flush"


def searched(client: Client, **query: Any) -> list[dict[str, Any]]:
    """All that a search finds, read on to the end."""
    found: list[dict[str, Any]] = []
    before = 0
    while True:
        more: dict[str, Any] = {"before": before} if before else {}
        told = client.get("/api/audit/search", params={**query, **more}).raise_for_status().json()
        found += told["found"]
        before = told["before"]
        if not before:
            return found


def verified(client: Client) -> dict[str, Any]:
    """The verdict, once it is there."""
    client.post("/api/audit/verify").raise_for_status()
    until = time.monotonic() + 60
    while True:
        response = client.get("/api/audit/verify")
        told: dict[str, Any] = response.raise_for_status().json()
        if told["state"] != "working":
            return told
        assert response.status_code == 202
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.fixture
def played(server: Running) -> tuple[Running, Client, int]:
    """One round of Ann's."""
    server.table("t", FLUSH, betting_ms=1000, decision_ms=20_000)
    ann = server.player("ann")
    return server, ann, play(server, "t", {1: ann})


Played = tuple[Running, Client, int]


def test_the_log_is_searched_by_all_that_it_has(played: Played) -> None:
    server, ann, _ = played
    auditor = server.signed_in("auditor")
    ledger = server.house.floor.ledger
    whole = ledger.follow(0, 10_000)
    position = max(each.position for each in whole)

    def positions(**query: Any) -> list[int]:
        return [each["position"] for each in searched(auditor, **query) if each["position"] <= position]

    assert positions(limit=7) == [each.position for each in reversed(whole)]
    table = [each.position for each in reversed(whole) if each.stream == "table:t"]
    assert positions(stream="table:t") == table
    assert positions(stream="table:*") == [
        each.position for each in reversed(whole) if each.stream.startswith("table:")
    ]
    assert positions(kind="seat_settled") == positions(kind="seat_settled.v1") != []
    theirs = positions(person=ann.person)
    assert theirs == [
        each.position
        for each in reversed(whole)
        if each.by == ann.person or b'"%s"' % ann.person.encode() in each.body
    ]
    assert theirs
    clause = next(each["clauses"][0] for each in searched(auditor, stream="table:t") if each["clauses"])
    cited = searched(auditor, clause=clause)
    assert cited
    assert all(clause in msgspec.json.encode(each["body"]).decode() for each in cited)
    assert positions(text="Flush_Bonus", stream="table:t") != []
    assert positions(text="no such words anywhere") == []
    for pattern in (".*", "Flush.Bonus", "%", "_lush_Bonus", "((((", "[a-z]+"):  # text, and no pattern
        assert positions(text=pattern, stream="table:t", kind="seat_settled") == [], pattern
    middle = whole[len(whole) // 2].at
    assert positions(since=middle) == [each.position for each in reversed(whole) if each.at >= middle]
    assert positions(until=middle) == [each.position for each in reversed(whole) if each.at < middle]
    opened = next(each for each in searched(auditor, kind="table_opened", stream="table:t"))
    assert "opened" in opened["words"]
    assert isinstance(opened["body"]["rules"], str), "the rules whole are no part of a list"


def test_every_posting_is_sent_with_its_record(played: Played) -> None:
    server, ann, _ = played
    auditor, administrator = server.signed_in("auditor"), server.signed_in("administrator")
    ledger = server.house.floor.ledger
    held: dict[str, int] = {}
    moved = 0
    for record in ledger.follow(0, 10_000):
        lines = ledger.postings(record)
        for line in lines:
            held[line.account] = held.get(line.account, 0) + line.amount
        if not (lines or record.stream == "table:t"):
            continue
        told = auditor.get("/api/audit/postings", params={"position": record.position}).json()
        assert (told["stream"], told["version"], told["sum"]) == (record.stream, record.version, 0)
        assert [
            (each["line"], each["account"], each["amount"], each["balance"], each["hash"])
            for each in told["postings"]
        ] == [(line.line, line.account, line.amount, held[line.account], line.hash.hex()) for line in lines]
        assert told["off"] == told["onto"] == sum(line.amount for line in lines if line.amount > 0)
        moved += bool(lines)
        seen = administrator.get("/api/audit/postings", params={"position": record.position})
        assert seen.status_code == (403 if record.stream == "table:t" else 200)
    assert moved > 5
    assert held[f"player:{ann.person}"] == ledger.balance(f"player:{ann.person}")
    none = auditor.get("/api/audit/postings", params={"position": 10**9})
    assert (none.status_code, none.json()["error"]["code"]) == (404, "unknown_record")


def test_an_administrator_searches_no_table_and_nobody_sealed_fields(played: Played) -> None:
    server, ann, _ = played
    administrator, auditor = server.signed_in("administrator"), server.signed_in("auditor")
    assert not [each for each in searched(administrator) if each["stream"].startswith("table:")]
    refused = administrator.get("/api/audit/search", params={"stream": "table:t"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "role_too_low")
    assert searched(administrator, stream="table*") == []
    committed = searched(auditor, stream="fair:t", kind="seed_committed")
    assert committed
    assert all("sealed" not in each["body"] for each in committed)
    sealed = next(
        msgspec.json.decode(each.body)["sealed"]
        for each in server.house.floor.ledger.read("fair:t")
        if each.kind.startswith("seed_committed")
    )
    assert searched(auditor, text=str(sealed)[:20]) == []
    for client in (ann, server.signed_in("supervisor"), server.client()):
        assert client.get("/api/audit/search").status_code in (401, 403)
    assert auditor.get("/api/audit/search", params={"limit": 0}).status_code == 400


def test_the_chain_is_verified_with_one_click(played: Played) -> None:
    server, ann, _ = played
    auditor = server.signed_in("auditor")
    assert auditor.get("/api/audit/verify").json()["begun"] is False
    early = auditor.get("/api/audit/verify/csv")
    assert early.json()["error"]["code"] == "not_computed", "an empty list would say that nothing was found"
    told = verified(auditor)
    assert told["findings"] == []
    assert (told["state"], told["whole"], told["findings"], told["by"]) == ("done", True, [], auditor.person)
    assert told["replayed"]["rounds"] == 1
    assert 0 < told["signed"] < told["position"] == told["replayed"]["records"]
    checkpoint(server.house.floor.ledger, server.house.floor.clock())
    told = verified(auditor)
    assert told["signed"] == told["position"]
    assert told["at"] > 0
    for client in (ann, server.signed_in("supervisor")):
        assert client.post("/api/audit/verify").status_code == 403


def test_an_altered_log_is_found_and_where(played: Played) -> None:
    server, _, round_ = played
    ledger = server.house.floor.ledger
    record = next(each for each in ledger.read("table:t") if each.kind == "round_settled.v1")
    altered = record.body.replace(b'"round":%d' % round_, b'"round":%d' % (round_ + 7), 1)
    assert altered != record.body
    _alter(ledger, record.position, altered)
    told = verified(server.signed_in("auditor"))
    assert told["whole"] is False
    assert told["number_found"] == len(told["findings"]) > 0
    assert any(
        (each["stream"], each["version"]) == ("table:t", record.version) and each["message"]
        for each in told["findings"]
    )
    # An administrator sees that something is wrong and where, not the contents of the table's records.
    seen = server.signed_in("administrator").get("/api/audit/verify").json()
    assert seen["number_found"] == told["number_found"]
    assert not any(each["message"] for each in seen["findings"] if each["stream"] == "table:t")
    for role, expected in (("auditor", told), ("administrator", seen)):
        written = server.signed_in(role).get("/api/audit/verify/csv").raise_for_status().text
        assert [
            (line["Finding"], line["Message"], line["Stream"], int(line["Version"]), int(line["Position"]))
            for line in csv.DictReader(io.StringIO(written))
        ] == [
            (each["code"], each["message"], each["stream"], each["version"], each["position"])
            for each in expected["findings"]
        ]
    assert server.signed_in("supervisor").get("/api/audit/verify/csv").status_code == 403


def test_a_record_that_cannot_be_read_any_more_hides_no_other(played: Played) -> None:
    server, _, _ = played
    ledger = server.house.floor.ledger
    record = next(each for each in ledger.read("table:t") if each.kind == "seat_settled.v1")
    _alter(ledger, record.position, record.body[:-1])
    auditor = server.signed_in("auditor")
    found = auditor.get("/api/audit/search", params={"stream": "table:t", "limit": 200}).raise_for_status()
    told = {each["version"]: each for each in found.json()["found"]}
    assert told[record.version]["body"] == {"unreadable": record.body[:-1].decode()}
    assert len(told) > 10
    for path in ("/api/audit/records?stream=table:t", "/api/significant"):
        assert auditor.get(path).status_code == 200, path


def _alter(ledger: Ledger, position: int, body: bytes) -> None:
    """As somebody would who owns the database."""
    named = text("SELECT name FROM sqlite_master WHERE type='trigger' AND tbl_name='events'")
    with ledger.engine.begin() as connection:
        for trigger in connection.execute(named).scalars().all():
            connection.execute(text(f'DROP TRIGGER "{trigger}"'))
        update = text("UPDATE events SET body = :body WHERE position = :position")
        connection.execute(update, {"body": body, "position": position})


def test_the_export_verifies_without_the_database(played: Played, tmp_path: Path) -> None:
    server, ann, _ = played
    response = server.signed_in("auditor").get("/api/audit/export")
    assert response.status_code == 200
    assert "attachment" in response.headers["content-disposition"]
    file = tmp_path / "log.jsonl"
    file.write_bytes(response.content)
    verdict = audit(ExportFile(file), server.house.floor.keys.public)
    assert (verdict.whole, verdict.begun, verdict.replayed.rounds) == (True, True, 1)
    for role in ("administrator", "supervisor"):
        assert server.signed_in(role).get("/api/audit/export").status_code == 403
    assert ann.get("/api/audit/export").status_code == 403


def test_a_meter_is_topped_up_and_corrected_for_a_reason(played: Played) -> None:
    server, _, _ = played
    supervisor, auditor = server.signed_in("supervisor"), server.signed_in("auditor")

    def meter() -> int:
        links = supervisor.get("/api/meters").json()
        link = next(each for each in links if each["link"] == "link-t")
        return int(next(each["amount"] for each in link["meters"] if each["name"] == "main"))

    before = meter()
    asked: dict[str, Any] = {"meter": "main", "cents": 12_300, "reason": "a marketing promotion"}
    told = supervisor.post("/api/links/link-t/top-up", json=asked).raise_for_status().json()
    assert (told["before"], told["after"]) == (before, before + 123_000_000) == (before, meter())
    assert told["clauses"]
    wrong: dict[str, Any] = {"meter": "main", "cents": -2_300, "reason": "a figure too many"}
    for second, code in (
        (None, "signatures_missing"),
        ({"name": "supervisor", "password": GOOD}, "signatures_missing"),
        ({"name": "dealer", "password": "a guess of mine"}, "signature_refused"),
    ):
        alone = supervisor.post("/api/links/link-t/correct", json={**wrong, "second": second})
        assert alone.json()["error"]["code"] == code
    wrong["second"] = {"name": "dealer", "password": GOOD}
    told = supervisor.post("/api/links/link-t/correct", json=wrong).raise_for_status().json()
    assert told["after"] == meter() == before + 100_000_000
    assert server.house.floor.ledger.balance("meter:link-t:main") == meter()
    found = searched(auditor, kind="meter_adjusted")
    assert [(each["body"]["what"], each["body"]["reason"], each["by"]) for each in found] == [
        ("correction", "a figure too many", supervisor.person),
        ("top-up", "a marketing promotion", supervisor.person),
    ]
    assert found[1]["body"]["after"] - found[1]["body"]["before"] == 123_000_000
    words = [each["text"] for each in supervisor.get("/api/significant").json()["found"]]
    assert sum("a marketing promotion" in each for each in words) == 1
    assert sum("a figure too many" in each for each in words) == 1
    assert verified(auditor)["findings"] == []


def test_a_meter_is_not_changed_without_reason_or_role(played: Played) -> None:
    server, ann, _ = played
    supervisor = server.signed_in("supervisor")
    good = {"meter": "main", "cents": 100, "reason": "why", "second": {"name": "dealer", "password": GOOD}}
    for path, body, status, code in (
        ("/api/links/link-t/top-up", {**good, "reason": "  "}, 409, "reason_missing"),
        ("/api/links/link-t/top-up", {**good, "cents": -5}, 409, "bad_amount"),
        ("/api/links/link-t/top-up", {**good, "cents": 0}, 409, "bad_amount"),
        ("/api/links/link-t/correct", {**good, "cents": 0}, 409, "bad_amount"),
        ("/api/links/link-t/correct", {**good, "meter": "mega"}, 409, "unknown_meter"),
        ("/api/links/none/correct", good, 404, "unknown_link"),
        ("/api/links/link-t/correct", {**good, "cents": 1.5}, 400, "malformed"),
    ):
        response = supervisor.post(path, json=body)
        assert (response.status_code, response.json()["error"]["code"]) == (status, code), body
    for client in (ann, server.signed_in("floorperson"), server.signed_in("auditor")):
        assert client.post("/api/links/link-t/top-up", json=good).status_code == 403
