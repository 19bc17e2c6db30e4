"""The desks over HTTP: registry, cashier, chips, people, signs, fairness, hold."""

from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx
import msgspec
import pytest

from croupier.errors import Refusal
from croupier.floor.desks.inventory_events import InventoryClosed, decode_inventory_event
from croupier.floor.registry import changes
from croupier.floor.registry.house_events import Countersigned, decode_house_event
from croupier.floor.registry.settings import NEW_HOUSE
from croupier.server.http.error_responses import status_of
from croupier.table import commands as c
from tests.floor.desk_rig import ADMIN, MD, NOTHING, SEVEN, in_turn
from tests.practice import PRACTICE
from tests.server.rig import GOOD, Client, Running, close_rack
from tests.table.driver import correction, stacked
from tests.web.floor_house import live_table

EXAMPLES = Path(__file__).parents[2] / "examples"


def code(response: httpx.Response) -> str:
    error = response.json()["error"]
    assert response.status_code == status_of(error["code"])
    return str(error["code"])


def test_a_submission_and_limits_are_judged_without_the_worker_pool(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that prices something took them over twenty seconds; no price decides them."""

    def busy(*asked: object, **more: object) -> None:
        raise AssertionError("the worker pool was asked")

    monkeypatch.setattr(server.house.quick, "ask", busy)
    live_table(server, "pit", "ma/high-card-flush", 1)
    admin, boss = server.signed_in("administrator"), server.signed_in("supervisor")
    text = PRACTICE["ma/four-card-poker"]
    admin.post("/api/submissions", json={"name": "four", "text": text}).raise_for_status()
    bad = {"name": "bad", "text": (EXAMPLES / "violations.toml").read_text()}
    assert admin.post("/api/submissions", json=bad).status_code == 409
    asked = {"second": {"name": "floorperson", "password": GOOD}}
    signed = len(server.house.floor.ledger.read("people"))
    reversed_ = asked | {"limits": {"ante": [50_000, 500]}}
    assert code(boss.post("/api/listings/pit/limits", json=reversed_)) == "minimum_above_maximum"
    assert len(server.house.floor.ledger.read("people")) == signed, "nobody signs what the law refuses"
    boss.post(
        "/api/listings/pit/limits", json=asked | {"limits": {"ante": [1000, 50_000]}}
    ).raise_for_status()
    assert server.house.registry.limits["pit"].limits == {"ante": (1000, 50_000)}
    slow = {"name": "slow", "text": ".".join(["a"] * 9000) + " = 1\n"}
    answer = admin.post("/api/submissions", json=slow)
    assert answer.status_code == 500, "TOML made to be slow is read in the pool, whose stand-in fails"


def test_a_submission_becomes_a_table_that_is_played(server: Running) -> None:
    admin = server.signed_in("administrator")
    text = PRACTICE["ma/four-card-poker"]
    checked = admin.post("/api/submissions/check", json={"text": text}).raise_for_status().json()
    assert checked["ok"]
    bad = admin.post("/api/submissions/check", json={"text": (EXAMPLES / "violations.toml").read_text()})
    assert not bad.json()["ok"]
    assert bad.json()["findings"][0]["clauses"]
    assert code(admin.post("/api/submissions/check", json={"text": "= ="})) == "submission_unreadable"
    refused = admin.post(
        "/api/submissions", json={"name": "bad", "text": (EXAMPLES / "violations.toml").read_text()}
    )
    assert refused.status_code == 409
    loaded = admin.post("/api/submissions", json={"name": "four", "text": text}).raise_for_status().json()
    assert (loaded["name"], loaded["version"], loaded["rules"]) == ("four", 1, "ma/four-card-poker")
    assert admin.get("/api/submissions/four/1").json()["text"] == text
    assert code(admin.get("/api/submissions/none/1")) == "unknown_submission"
    admin.post("/api/links", json={"link": "fours", "submission": "four"}).raise_for_status()
    asked = {
        "table": "four-1",
        "mode": "electronic",
        "submission": "four",
        "settings": {"link": "fours", "betting_ms": 5000},
    }
    admin.post("/api/listings", json=asked).raise_for_status()
    assert code(admin.post("/api/listings", json=asked)) == "name_taken"
    floorperson = server.signed_in("floorperson")
    floorperson.post("/api/listings/four-1/open").raise_for_status()
    card = next(each for each in floorperson.get("/api/tables").json() if each["table"] == "four-1")
    assert card["rules"] == "ma/four-card-poker"
    assert card["bets_open"]
    assert "lay money" in card["notice"]
    assert card["meters"]
    changed = text.replace("aces_up = [100, 10_000]", "aces_up = [100, 20_000]")
    admin.post("/api/submissions", json={"name": "four", "text": changed}).raise_for_status()
    assert admin.post("/api/listings/four-1/adopt", json={"version": 2}).json() == {"adoption": "applied"}
    listing = next(each for each in admin.get("/api/listings").json() if each["table"] == "four-1")
    assert listing["version"] == 2
    times = {"link": "fours", "betting_ms": 6000, "decision_ms": 7000}
    told = admin.post("/api/listings/four-1/settings", json=times).raise_for_status().json()
    assert told["settings"]["betting_ms"] == 6000
    assert code(admin.post("/api/links/fours/rates", json={"rates": {"main": 1}})) in (
        "rate_change_not_allowed",
        "rate_fixed",
        "unknown_meter",
        "rate_unreadable",
    )
    found = admin.get("/api/significant", params={"what": "configuration"}).json()["found"]
    assert any("four-1" in each["text"] for each in found)


def test_the_cashier(server: Running) -> None:
    admin, ann = server.signed_in("administrator"), server.player("ann", 0)
    body = {"player": ann.person, "cents": 5000, "reason": "to begin with"}
    admin.post("/api/cashier/issue", json=body).raise_for_status()
    assert server.balance(f"player:{ann.person}") == 5000
    assert ann.get("/api/statement").json()["balance"] == 5000
    too_much = admin.post("/api/cashier/take-back", json={"player": ann.person, "cents": 5001})
    assert code(too_much) == "insufficient_funds"
    admin.post("/api/cashier/take-back", json={"player": ann.person, "cents": 1000}).raise_for_status()
    statement = admin.get(f"/api/cashier/{ann.person}").json()
    assert [line["amount"] for line in statement["lines"]] == [-1000, 5000]
    assert code(admin.post("/api/cashier/issue", json={"player": "p_x", "cents": 1})) == "unknown_person"
    staff = {"player": server.administrator.id, "cents": 1}
    assert code(admin.post("/api/cashier/issue", json=staff)) == "role_not_allowed"
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    broke = ann.act("hcf", act="bet", seat=1, wagers={"ante": 4100})
    assert code(broke) == "insufficient_funds"
    assert server.balance(f"player:{ann.person}") == 4000


def test_the_chips_of_a_live_table(server: Running) -> None:
    server.table("live-1", "ma/high-card-flush", mode="live", opener=False)
    server.person("other counter", "count_team")
    dealer, boss, cage = (server.signed_in(each) for each in ("dealer", "floorperson", "cage"))
    guard, counter = server.signed_in("security"), server.signed_in("count_team")
    signed = {"second": {"name": "dealer", "password": GOOD}}
    here = "/api/inventory/live-1"
    assert boss.get(f"{here}/gate").json()["opener"] is False
    opening = {"what": "open", "chips": {"10000": 8, "500": 40}, **signed}
    assert code(boss.post(here, json=opening | {"cents": 100_001})) == "total_differs"
    boss.post(here, json=opening | {"cents": 100_000}).raise_for_status()
    assert boss.get(f"{here}/gate").json() == {"opener": True, "refuses": True, "words": ""}
    for number, (what, chips) in enumerate((("fill", {"2500": 20}), ("credit", {"500": 40})), start=1):
        asked = {"what": what, "chips": chips, "key": what}
        slip = [boss.post(f"{here}/slips", json=asked).raise_for_status().json() for _ in range(2)][1]
        assert slip["name"] == f"live-1 {what[0].upper()}-000{number}"  # once for its key
        cage.post(f"{here}/slips/{number}/approve").raise_for_status()
        delivery = {"chips": chips, "key": "k", **signed}
        guard.post(f"{here}/slips/{number}/deliver", json=delivery | {"key": what}).raise_for_status()
    closing = {"what": "close", "chips": {"10000": 13, "250": 2}, **signed}
    day = boss.post(here, json=closing).raise_for_status().json()
    assert day["win"] == 130_500 + 20_000 - 100_000 - 50_000
    last = decode_inventory_event(server.house.floor.ledger.read("inventory:live-1")[-1].body)
    assert isinstance(last, InventoryClosed)
    assert (last.by, last.signed.floorperson, last.signed.dealer) == (
        boss.person,
        boss.person,
        dealer.person,
    )
    signatures = [
        event
        for record in server.house.floor.ledger.read("house")
        if record.kind == "countersigned.v1"
        and isinstance(event := decode_house_event(record.body), Countersigned)
    ]
    assert [(each.by, each.role, each.beside) for each in signatures] == [
        (dealer.person, "dealer", each) for each in (boss.person, guard.person, guard.person, boss.person)
    ]
    assert signatures[-1].what == "close live-1 130500"
    assert signatures[-1].signature == last.signed.second
    assert code(boss.post("/api/inventory/hcf", json=opening)) == "not_live"
    # The box is counted when the table is open again: it says of which shift it was.
    boss.post(here, json=closing | {"what": "open"}).raise_for_status()
    second = {"second": {"name": "other counter", "password": GOOD}}
    for client in (dealer, boss, cage, guard, server.signed_in("administrator")):
        assert code(client.post(f"{here}/drop", json={"cents": 1, **second})) == "role_too_low"
    assert code(counter.post(f"{here}/drop", json={"cents": 1, **signed})) == "signatures_missing"
    boxes = {"cents": 1_000, "shift": 1, "more": True, **second}
    answer = counter.post(f"{here}/drop", json=boxes).raise_for_status().json()
    assert (answer["day"]["drop"], answer["day"]["drop_counted"]) == (1_000, False)
    box = {"cents": 6_000, "shift": 1, **second}
    answer = counter.post(f"{here}/drop", json=box).raise_for_status().json()
    assert (answer["day"]["drop"], answer["day"]["drop_counted"]) == (7_000, True)
    assert (answer["day"]["shift"], answer["win"]) == (1, day["win"] + 7_000)
    first, other = dealer.get(here).json()
    assert first == answer
    assert (other["day"]["shift"], other["day"]["drop"]) == (2, 0)
    log = server.house.floor.ledger.read("house")
    told = decode_house_event([each for each in log if each.kind == "countersigned.v1"][-1].body)
    assert isinstance(told, Countersigned)
    assert told.what == "drop live-1 6000 of shift 1"
    sold = dealer.post(f"{here}/sales", json={"what": "buy_in", "cents": 2_000}).raise_for_status().json()
    assert sold["day"]["buy_ins"] == 2_000
    color = {"received": {"500": 5}, "given": {"2500": 1}}
    assert dealer.post(f"{here}/color-up", json=color).raise_for_status().json()["day"]["colored_up"] == 2_500


def test_no_cards_without_an_opener_and_no_end_without_a_closer(server: Running) -> None:
    table = live_table(server, "pit", MD, 1, opener=False)
    boss, admin = server.signed_in("floorperson"), server.signed_in("administrator")
    with pytest.raises(Refusal, match="has no opener"):
        table.deal_round({1: {"ante": 1000}}, in_turn(SEVEN, NOTHING))
    assert table.state.hands[1].dealt == 0
    assert "No cards before it" in boss.get("/api/inventory/pit/gate").json()["words"]
    count = {"what": "open", "chips": {"10000": 5}, "second": {"name": "dealer", "password": GOOD}}
    boss.post("/api/inventory/pit", json=count).raise_for_status()
    table.do(c.CloseBets())
    while table.state.hands:
        table.perform_next()
    table.open_up()
    assert code(boss.act("pit", act="close_table")) == "no_closer"
    boss.post("/api/inventory/pit", json=count | {"what": "close"}).raise_for_status()
    with pytest.raises(Refusal, match="has no opener"):
        table.deal_round({1: {"ante": 1000}}, in_turn(SEVEN, NOTHING))
    house = admin.get("/api/house/settings").json()
    changed = admin.post("/api/house/settings", json=house | {"gate": "warn"}).raise_for_status().json()
    assert changed == house | {"gate": "warn"}
    assert "allows cards" in boss.get("/api/inventory/pit/gate").json()["words"]
    table.do(c.CloseBets())
    assert server.house.floor.tables["pit"].state.round == 2


def test_the_second_signature_is_somebody_who_is_there(server: Running) -> None:
    server.table("live-1", "ma/high-card-flush", mode="live", opener=False)
    server.person("second dealer", "dealer")
    dealer, boss = server.signed_in("dealer"), server.signed_in("floorperson")

    def count(client: Client, name: str, password: str = GOOD) -> httpx.Response:
        second = {"name": name, "password": password}
        return client.post(
            "/api/inventory/live-1", json={"what": "open", "chips": {"500": 2}, "second": second}
        )

    for client, name in (
        (dealer, "dealer"),
        (dealer, "second dealer"),
        (boss, "supervisor"),
        (boss, "floorperson"),
        (dealer, "auditor"),
    ):
        assert code(count(client, name)) == "signatures_missing", name
    ids = {"what": "open", "chips": {"500": 2}, "floorperson": boss.person, "dealer": dealer.person}
    assert code(boss.post("/api/inventory/live-1", json=ids)) == "malformed"
    refused = [count(boss, "dealer", "not the password") for _ in range(3)]
    assert [each.status_code for each in refused] == [403, 403, 429]
    assert [code(each) for each in refused] == ["signature_refused", "signature_refused", "locked_out"]
    assert code(count(boss, "dealer")) == "locked_out"
    assert code(count(boss, "nobody of this name")) == "signature_refused"
    assert boss.get("/api/inventory/live-1").json() == []
    failed = [each.body for each in server.house.floor.ledger.read("house") if "failed" in each.kind]
    assert failed
    assert all(boss.person.encode() in each and b"not the password" not in each for each in failed)
    assert count(dealer, "supervisor").status_code == 200  # the dealer's own session goes on


def test_a_lost_answer_is_asked_for_again_and_no_money_moves_twice(server: Running) -> None:
    """The same key from the same person; another key, or another person's, is another act."""
    server.table("live-1", "ma/high-card-flush", mode="live", opener=False)
    admin, boss, ann = (
        server.signed_in("administrator"),
        server.signed_in("floorperson"),
        server.player("ann"),
    )
    house = server.house.floor.ledger
    money = {"player": ann.person, "cents": 5000, "key": "k1"}
    told = [admin.post("/api/cashier/issue", json=money).raise_for_status().json() for _ in range(2)]
    assert told[0] == told[1] == {"done": True}
    assert server.balance(f"player:{ann.person}") == 1_005_000
    admin.post("/api/cashier/issue", json=money | {"key": "k2"}).raise_for_status()
    assert server.balance(f"player:{ann.person}") == 1_010_000
    back = money | {"key": "k3"}
    for _ in range(2):
        admin.post("/api/cashier/take-back", json=back).raise_for_status()
    assert server.balance(f"player:{ann.person}") == 1_005_000

    topped = {"meter": "main", "cents": 25_000, "reason": "a promotion", "key": "k1"}
    first, second = (admin.post("/api/links/link-live-1/top-up", json=topped).json() for _ in range(2))
    assert first == second
    assert first["after"] - first["before"] == 25_000 * 10_000
    other = server.signed_in("supervisor").post("/api/links/link-live-1/top-up", json=topped).json()
    assert other["before"] == first["after"]
    right = topped | {"cents": -100, "reason": "typed wrong", "key": "k4"}
    right["second"] = {"name": "dealer", "password": GOOD}
    down, again = (admin.post("/api/links/link-live-1/correct", json=right).json() for _ in range(2))
    assert down == again
    assert house.balance("meter:link-live-1:main") == other["after"] - 100 * 10_000

    def count(what: str, key: str) -> httpx.Response:
        second = {"name": "dealer", "password": GOOD}
        asked = {"what": what, "chips": {"10000": 10}, "second": second, "key": key}
        return boss.post("/api/inventory/live-1", json=asked)

    assert code(count("close", "k1")) == "inventory_order"  # what was refused may be asked again
    count("open", "k0").raise_for_status()
    assert count("open", "k0").json()["day"]["opening"] == 100_000
    assert house.balance("inventory:live-1") == 100_000 * 10_000
    count("close", "k1").raise_for_status()
    assert count("close", "k1").json()["day"]["closing"] == 100_000
    assert house.balance("inventory:live-1") == 0


def test_an_award_is_decided_once_and_its_resettlement_is_shown(server: Running) -> None:
    table, boss = live_table(server, "pit", MD, 1), server.signed_in("floorperson")
    table.win(in_turn(SEVEN, NOTHING), {1: {"ante": 1000, "progressive": 100}})
    first = boss.post("/api/jackpots/pit/1.1/validate").raise_for_status().json()
    assert f"Floorperson, {boss.person} (floorperson)" in boss.get("/api/jackpots/pit/1.1/slip").text
    assert boss.post("/api/jackpots/pit/1.1/validate").json() == first  # the answer was lost: it is done
    late = boss.post("/api/jackpots/pit/1.1/reject", json={"reason": "no"})
    assert code(late) == "not_now"
    assert "award 1.1 of table pit is paid" in late.json()["error"]["message"]
    assert code(boss.post("/api/jackpots/pit/7.1/validate")) == "unknown_award"
    while table.state.hands:
        table.perform_next()
    supervisor = server.signed_in("supervisor")
    path = "/api/tables/pit/rounds/1/resettlement"
    offered = supervisor.get(path).raise_for_status().json()
    seats = [{"seat": 1, "cards": "As Kd Qs 9d 2h 4h 6d"}]
    asked = {"seats": seats, "reason": "two cards were swapped", "version": offered["version"], "key": "k"}
    asked["second"] = {"name": "dealer", "password": GOOD}
    supervisor.post(path, json=asked).raise_for_status()
    slip = boss.get("/api/jackpots/pit/1.1").raise_for_status().json()
    assert (slip["state"], slip["reason"]) == ("taken back", "two cards were swapped")
    found = boss.get("/api/jackpots/decided").raise_for_status().json()["found"]
    assert [(each["award"], each["state"], each["paid"], each["by"]) for each in found] == [
        ("1.1", "taken back", 3_500_020, supervisor.person),
        ("1.1", "paid", 3_500_020, boss.person),
    ]
    assert boss.get("/api/jackpots/decided", params={"limit": 1}).json()["before"] == found[0]["position"]
    # The table plays for another link: what the round owes and is owed is not that one's.
    registry, floor = server.house.registry, server.house.floor
    listing = registry.listing("pit")
    floor.run(lambda unit: close_rack(unit, registry, "pit")).result(30)
    table.do(c.CloseTable(), "floorperson", "f1")
    floor.run(lambda unit: changes.open_link(unit, registry, "other", listing.submission, ADMIN)).result(30)
    other = msgspec.structs.replace(listing.settings, link="other")
    floor.run(lambda unit: changes.change_table(unit, registry, "pit", other, ADMIN), table="pit").result(30)
    meters = server.house.tables.links["other"].amounts
    asked |= {"seats": [{"seat": 1, "cards": SEVEN}], "version": table.state.version, "key": "again"}
    for last in ("/preview", ""):
        refused = supervisor.post(path + last, json=asked)
        assert code(refused) == "different_link", refused.text
    assert server.house.tables.links["other"].amounts == meters


def test_an_award_shows_the_whole_hand_with_the_board_and_who_pays_it(server: Running) -> None:
    rules = "ma/ultimate-texas-holdem"
    table = live_table(server, "royal", rules, 1)
    deck = stacked("As Ks", "2c 7d", "3d", "Qs Js Ts", "4c", "5d 6h")
    table.win(deck, {1: {"ante": 1000, "blind": 1000, "trips": 500, "progressive": 500}})
    boss = server.signed_in("floorperson")
    slip = boss.get("/api/jackpots/royal/1.1").raise_for_status().json()
    assert slip["cards"] == "As Ks"
    assert slip["board"] == "Qs Js Ts 5d 6h"
    assert slip["source"] == "the table inventory"  # this document keeps no award out of it
    assert slip["serial"] > 0
    printed = boss.get("/api/jackpots/royal/1.1/slip").raise_for_status().text
    assert "A♠ K♠" in printed
    assert "Q♠ J♠ 10♠ 5♦ 6♥" in printed


def test_the_house_is_set_by_an_administrator(server: Running) -> None:
    admin, boss = server.signed_in("administrator"), server.signed_in("floorperson")
    first = boss.get("/api/house/settings").json()
    assert first == msgspec.json.decode(msgspec.json.encode(NEW_HOUSE))
    asked = first | {
        "tax_form": 500_000,
        "tax_multiple": 20,
        "chips": [{"cents": 700, "color": "teal"}],
        "discrepancy": 1,
        "day_starts": 660,
        "confirm_voids": False,
        "watch": 8,
        "second_factor": "",
        "zone": "America/New_York",
    }
    assert code(boss.post("/api/house/settings", json=asked)) == "role_too_low"
    assert admin.post("/api/house/settings", json=asked).raise_for_status().json() == asked
    late = admin.post("/api/house/settings", json={"tax_form": 1, "day_starts": 1440, "confirm_voids": True})
    assert code(late) == "value_not_allowed"
    for chips in (
        [],
        [{"cents": 0, "color": "red"}],
        [{"cents": 5, "color": "red"}, {"cents": 5, "color": "x"}],
    ):
        assert code(admin.post("/api/house/settings", json=asked | {"chips": chips})) == "value_not_allowed"
    assert boss.get("/api/house/settings").json() == asked
    assert boss.get("/api/chips").json() == asked["chips"]
    asked["chips"] = first["chips"]
    admin.post("/api/house/settings", json=asked).raise_for_status()
    table = live_table(server, "pit", MD, 1)
    table.win(in_turn(SEVEN, NOTHING), {1: {"ante": 1000, "progressive": 100}})
    slip = boss.get("/api/jackpots/pit/1.1/slip").raise_for_status().text
    assert "TAX FORM: winnings of $5,000 or more that are at least 20 times the wager" in slip
    # The gaming day of now by the house's clock: the first eleven hours belong to the date before.
    now = datetime.fromtimestamp(server.house.floor.clock() / 1000, ZoneInfo(asked["zone"]))
    today = (now - timedelta(hours=11)).date()
    for day, there in ((today, True), (today - timedelta(days=1), False)):
        asked_of = {"day": day.isoformat(), "what": "configuration"}
        found = admin.get("/api/significant", params=asked_of).raise_for_status().json()["found"]
        assert any("tax form from $2,000 to $5,000" in each["text"] for each in found) == there
    assert code(admin.get("/api/significant", params={"day": "2026-02-30"})) == "malformed"


def test_viewers_of_hands_see_which_cards_were_corrected(server: Running) -> None:
    table = live_table(server, "pit", MD, 1)
    table.start_round({1: {"ante": 1000}}, in_turn(SEVEN, NOTHING))
    table.until("examine")
    hand = "As Ks Qs Js Ts 9s 2h"
    table.do(correction(1, reason="read wrong", cards=hand), "supervisor", "s1")
    for name in ("supervisor", "administrator", "surveillance", "auditor"):
        found = server.signed_in(name).get("/api/significant", params={"what": "correction"}).json()["found"]
        assert [hand in each["text"] for each in found] == [name in ("surveillance", "auditor")], name


def test_a_sign_is_a_page_without_a_script(server: Running) -> None:
    page = server.player("ann").get("/api/tables/hcf/sign")
    assert page.headers["content-type"].startswith("text/html")
    assert "High Card Flush" in page.text
    assert "<script" not in page.text
    assert "script-src" not in page.headers["content-security-policy"]
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_people_are_administered(server: Running) -> None:
    admin = server.signed_in("administrator")
    dealer = server.signed_in("dealer")
    changed = admin.patch(f"/api/people/{dealer.person}", json={"display_name": "Dee"}).json()
    assert changed["display_name"] == "Dee"
    assert dealer.get("/api/session").json()["display_name"] == "Dee"
    sessions = admin.get("/api/sessions", params={"person": dealer.person}).json()
    assert [each["person"] for each in sessions] == [dealer.person]
    assert "token" not in str(sessions)
    admin.post(f"/api/sessions/{sessions[0]['id']}/revoke").raise_for_status()
    assert dealer.get("/api/session").status_code == 401
    assert code(admin.post("/api/sessions/v_none/revoke")) == "unknown_session"
    last = admin.patch(f"/api/people/{admin.person}", json={"enabled": False})
    assert code(last) == "last_administrator"
    assert code(admin.get("/api/people/s_none")) == "unknown_person"
    assert admin.post(f"/api/people/{dealer.person}/reset").json()["link"]


def test_names_of_those_at_a_table(server: Running) -> None:
    ann, bob = server.player("ann"), server.player("bob")
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    assert bob.get("/api/tables/hcf/names").json() == {ann.person: "Ann"}


def test_entropy_is_mixed_in_and_can_be_checked(server: Running) -> None:
    from croupier.floor.fairness.commit_reveal import commit, deck

    ann = server.player("ann")
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    ann.post("/api/tables/hcf/entropy", json={"entropy": "my own words"}).raise_for_status()
    ann.act("hcf", act="bet", seat=1, wagers={"ante": 1000}).raise_for_status()
    server.signed_in("dealer").act("hcf", act="close_bets").raise_for_status()
    late = ann.post("/api/tables/hcf/entropy", json={"entropy": "too late"})
    assert late.status_code == 409
    cards = server.house.floor.tables["hcf"].state.order
    ann.act("hcf", act="decide", seat=1, action="fold").raise_for_status()
    deal = ann.get("/api/tables/hcf/fairness/1").json()
    assert deal["entropies"] == ["my own words"]
    seed = bytes.fromhex(deal["seed"])
    assert commit("hcf", 1, seed, bytes.fromhex(deal["salt"])) == deal["commitments"][0]
    assert deck("hcf", 1, seed, deal["entropies"]) == cards
    assert code(ann.get("/api/tables/hcf/fairness/77")) == "unknown_round"


def test_a_client_cannot_supply_a_deck(server: Running) -> None:
    ann = server.player("ann")
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    ann.act("hcf", act="bet", seat=1, wagers={"ante": 1000}).raise_for_status()
    order = " ".join(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")
    admin = server.signed_in("administrator")
    admin.act("hcf", act="close_bets", order=order).raise_for_status()  # the order is not read
    assert " ".join(server.house.floor.tables["hcf"].state.order) != order
    shuffle = admin.act("hcf", act="shuffle", order=order, commitment="c")
    assert shuffle.status_code in (403, 409)


@pytest.mark.parametrize("act", ["open_table", "adopt_rules"])
def test_registry_changes_are_not_commands(server: Running, act: str) -> None:
    admin = server.signed_in("administrator")
    assert code(admin.act("hcf", act=act, mode="live", rules={})) == "malformed"


def test_hold(server: Running) -> None:
    ann = server.player("ann")
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    ann.act("hcf", act="bet", seat=1, wagers={"ante": 1000}).raise_for_status()
    server.signed_in("dealer").act("hcf", act="close_bets").raise_for_status()
    ann.act("hcf", act="decide", seat=1, action="fold").raise_for_status()
    report = server.signed_in("auditor").get("/api/hold", timeout=120).raise_for_status().json()
    assert [(each["name"], each["rounds"], each["win"]) for each in report["tables"]] == [("hcf", 1, 1000)]
