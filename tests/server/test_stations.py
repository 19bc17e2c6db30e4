"""Dealers of record: tap in and out by PIN, one station for a table, the rotation plan, signing by PIN."""

from typing import Any

import httpx
import msgspec
import pytest

from croupier.floor.audit.audit import audit
from croupier.floor.people.model import system
from croupier.floor.registry.events import DealerTappedIn, DealerTappedOut, decode_registry_event
from croupier.server.bounds.rate_limits import Buckets
from croupier.server.settings import Rate
from tests.server.rig import GOOD, Client, Running
from tests.server.test_desks import code

PIN = "482913"


@pytest.fixture
def pit(server: Running) -> Running:
    """A live table, two dealers with PINs."""
    server.table("live", "ma/high-card-flush", mode="live")
    server.person("dana", "dealer")
    for name in ("dealer", "dana", "floorperson", "supervisor"):
        server.signed_in(name).post("/api/pin", json={"pin": PIN}).raise_for_status()
    return server


def tap(client: Client, name: str = "", pin: str = PIN) -> httpx.Response:
    return client.post("/api/stations/live/tap-in", json={"name": name, "pin": pin if name else ""})


def sit(client: Client, seat: int) -> httpx.Response:
    return client.act("live", act="sit", seat=seat, player=f"player-{seat}")


def test_one_dealer_at_one_station_deals_a_table(pit: Running) -> None:
    station, other = pit.signed_in("dealer"), pit.signed_in("dana")
    sit(other, 5).raise_for_status()
    tap(station).raise_for_status()
    told = station.get("/api/stations/live").json()
    assert (told["dealer"], told["here"]) == (station.person, True)
    sit(station, 1).raise_for_status()
    before = pit.house.floor.tables["live"].state.version
    assert code(sit(other, 2)) == "other_dealer"
    assert code(tap(other)) == "other_dealer"
    second = pit.signed_in("dealer")  # the same dealer at another station
    assert code(sit(second, 2)) == "other_dealer"
    assert pit.house.floor.tables["live"].state.version == before
    assert code(other.post("/api/stations/live/tap-out")) == "role_too_low"
    pit.signed_in("floorperson").act("live", act="sit", seat=3, player="player-3").raise_for_status()
    station.post("/api/stations/live/tap-out").raise_for_status()
    sit(other, 2).raise_for_status()
    assert code(station.post("/api/stations/live/tap-out")) == "not_now"


def test_the_next_dealer_taps_in_by_pin_in_place(pit: Running) -> None:
    station = pit.signed_in("dealer")
    first = station.person
    tap(station).raise_for_status()
    wrong = tap(station, "dana", "111222")
    assert code(wrong) == "sign_in_refused"
    assert station.get("/api/session").json()["person"] == first, "a wrong PIN changes nothing"
    assert code(tap(station, "supervisor")) == "role_not_allowed"
    came = tap(station, "dana").raise_for_status().json()
    station.headers["x-csrf-token"] = came["csrf"]
    told = station.get("/api/stations/live").json()
    assert told["dealer"] == came["person"] != first
    assert told["here"]
    sit(station, 1).raise_for_status()
    sat = pit.house.floor.ledger.read("table:live")[-1]
    assert sat.by == came["person"], "the log has the dealer who is there"
    kinds = ("dealer_tapped_in.v1", "dealer_tapped_out.v1")
    events = [
        decode_registry_event(each.body)
        for each in pit.house.floor.ledger.read("house")
        if each.kind in kinds
    ]
    assert [each.by for each in events if isinstance(each, DealerTappedIn)] == [first, came["person"]]
    assert not [each for each in events if isinstance(each, DealerTappedOut)]
    assert not any(PIN.encode() in each.body for each in pit.house.floor.ledger.follow(0, 10_000))
    assert [each for each in audit(pit.house.floor.ledger).findings if each.code != "unsigned"] == []


def test_a_pin_opens_no_door_and_locks_out(pit: Running) -> None:
    outside = pit.client()
    assert outside.post("/api/stations/live/tap-in", json={"name": "dana", "pin": PIN}).status_code == 401
    assert outside.sign_in("dana", PIN).status_code != 200
    dealer = pit.signed_in("dealer")
    for pin in ("12345", "111111", "123456", "987654", "abcdef", "1234567890"):
        assert code(dealer.post("/api/pin", json={"pin": pin})) == "pin_weak", pin
    codes = {code(tap(dealer, "dana", f"5550{number:02}")) for number in range(20)}
    assert codes == {"sign_in_refused", "locked_out"}
    assert code(tap(dealer, "dana")) == "locked_out"


def test_a_second_person_signs_in_place_by_pin(pit: Running) -> None:
    boss = pit.signed_in("floorperson")

    def close(secret: str) -> httpx.Response:
        second = {"name": "dealer", "password": secret}
        asked = {"what": "close", "chips": {"10000": 90}, "second": second}
        return boss.post("/api/inventory/live", json=asked)

    assert code(close("482914")) == "signature_refused"
    dealer = pit.signed_in("dealer")
    dealer.post("/api/pin", json={"pin": ""}).raise_for_status()
    assert code(close(PIN)) == "signature_refused"
    dealer.post("/api/pin", json={"pin": PIN}).raise_for_status()
    close(PIN).raise_for_status()
    signed = msgspec.json.decode(pit.house.floor.ledger.read("inventory:live")[-1].body)["signed"]
    assert signed["dealer"] == dealer.person


def test_a_floorperson_signs_a_step_at_the_dealers_station(pit: Running) -> None:
    station, boss = pit.signed_in("dealer"), pit.signed_in("floorperson")
    tap(station).raise_for_status()
    table = pit.house.floor.tables["live"]
    for step in ("receive", "inspect"):
        station.act("live", act="perform", step=step).raise_for_status()
    assert code(station.act("live", act="perform", step="verify")) == "role_too_low"

    def sign(name: str, secret: str, who: Client = station, **act: object) -> httpx.Response:
        signed = {"name": name, "password": secret}
        asked = {"act": act, "floorperson": signed, "version": table.state.version}
        return who.post("/api/tables/live/floor-acts", json=asked)

    verify: dict[str, Any] = {"act": "perform", "step": "verify"}
    version = table.state.version
    assert code(sign("floorperson", "482914", **verify)) == "signature_refused"
    assert code(sign("dana", PIN, **verify)) == "role_too_low"
    assert code(sign("floorperson", PIN, pit.signed_in("dana"), **verify)) == "other_dealer"
    assert sign("floorperson", PIN, act="validate", award="1.1").status_code == 400
    assert table.state.version == version
    sign("floorperson", PIN, **verify).raise_for_status()
    done = pit.house.floor.ledger.read("table:live")[-1]
    assert (done.by, done.role) == (boss.person, "floorperson")
    refused = sign("dana", PIN, act="perform", step="spread")
    assert code(refused) == "role_too_low", "a dealer deals by tapping in"
    station.act("live", act="perform", step="spread").raise_for_status()  # still the dealer's session
    assert audit(pit.house.floor.ledger).findings == ()


def test_a_pin_is_no_proof_for_acts_of_weight(pit: Running) -> None:
    station = pit.signed_in("dealer")
    assert code(tap(station, "dana", GOOD)) == "sign_in_refused", "a password needs its second factor"
    came = tap(station, "dana").raise_for_status().json()
    station.headers["x-csrf-token"] = came["csrf"]
    for path, body in (("/api/second-factors/authenticator", {}), ("/api/pin", {"pin": "305917"})):
        assert code(station.post(path, json=body)) == "confirmation_needed", path
    proved = station.post("/api/session/confirm", json={"password": GOOD}).raise_for_status().json()
    station.headers["x-csrf-token"] = proved["csrf"]
    station.post("/api/pin", json={"pin": "305917"}).raise_for_status()


def test_a_pin_signs_no_act_of_weight(pit: Running) -> None:
    admin, second = pit.signed_in("administrator"), {"name": "supervisor", "password": PIN}
    asked = {"name": "sal", "display_name": "Sal", "role": "supervisor", "second": second}
    refused = admin.post("/api/people", json=asked)
    assert code(refused) == "signature_refused"
    assert "a PIN is not enough" in refused.json()["error"]["message"]
    limits = {"limits": {"ante": [500, 10_000]}, "second": {"name": "floorperson", "password": PIN}}
    boss = pit.signed_in("supervisor")
    assert code(boss.post("/api/listings/live/limits", json=limits)) == "signature_refused"
    asked["second"] = second | {"password": GOOD}
    admin.post("/api/people", json=asked).raise_for_status()


def test_pins_are_tried_no_faster_than_passwords(pit: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    station = pit.signed_in("dealer")
    monkeypatch.setattr(pit.house, "at_the_door", Buckets(Rate(2, 1e-9)))
    codes = [code(tap(station, "dana", f"5550{number:02}")) for number in range(4)]
    assert codes == ["sign_in_refused"] * 2 + ["too_many_requests"] * 2


def test_a_new_password_by_link_removes_the_pin(pit: Running) -> None:
    dana = pit.signed_in("dana").person
    link = pit.house.people.reset(system(), dana).link
    pit.house.people.set_password(link, GOOD, "127.0.0.1")
    assert code(tap(pit.signed_in("dealer"), "dana")) == "sign_in_refused"


def test_the_rotation_plan_names_the_next_dealer(pit: Running) -> None:
    boss, dealer = pit.signed_in("floorperson"), pit.signed_in("dealer")
    dana, now = pit.signed_in("dana").person, pit.house.floor.clock()
    turns = [
        {"table": "live", "dealer": dana, "at": now + 3_600_000},
        {"table": "live", "dealer": dealer.person, "at": now + 1_200_000},
        {"table": "live", "dealer": dana, "at": now - 5},
    ]
    assert code(dealer.post("/api/rotation", json={"turns": turns})) == "role_too_low"
    boss.post("/api/rotation", json={"turns": turns}).raise_for_status()
    told = dealer.get("/api/stations/live").json()
    assert [each["dealer"] for each in told["turns"]] == [dealer.person, dana]
    assert told["names"][dana] == "Dana"
    assert [each["at"] for each in dealer.get("/api/rotation").json()] == [
        now - 5,
        now + 1_200_000,
        now + 3_600_000,
    ]
    unknown = [{"table": "nowhere", "dealer": dana, "at": 1}]
    assert code(boss.post("/api/rotation", json={"turns": unknown})) == "unknown_table_name"
    nobody = [{"table": "live", "dealer": "p_none", "at": 1}]
    assert code(boss.post("/api/rotation", json={"turns": nobody})) == "unknown_person"
