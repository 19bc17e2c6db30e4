"""Second factors over HTTP: codes, recovery codes, step-up, roles that need one, lost ones, and sessions."""

from typing import Any

import httpx
import pyotp
import pytest

from croupier.floor.registry.settings import HouseSettings, change_settings
from croupier.server.api.sign_in import proof as second_factor
from croupier.server.http.access import ACCESS
from tests.server.rig import GOOD, Client, Running


def code(response: httpx.Response) -> str:
    return "" if response.is_success else str(response.json()["error"]["code"])


class Authenticator:
    """Somebody's phone."""

    def __init__(self, server: Running, client: Client) -> None:
        made = client.post("/api/second-factors/authenticator").raise_for_status().json()
        assert made["image"].startswith("data:image/svg+xml;base64,")
        assert "secret=" + made["secret"] in made["address"]
        self.server, self.totp = server, pyotp.TOTP(made["secret"])
        confirm = {"name": "phone", "code": self.code()}
        finished = client.post("/api/second-factors/authenticator/confirm", json=confirm).raise_for_status()
        self.recovery: list[str] = finished.json()["codes"]

    def code(self, later: int = 0) -> str:
        return self.totp.at(self.server.house.floor.clock() // 1000 + 30 * later)


def again(client: Client, **proof: Any) -> httpx.Response:
    answer = client.post("/api/session/confirm", json=proof)
    if answer.is_success:
        client.headers["X-CSRF-Token"] = answer.json()["csrf"]
    return answer


def test_a_code_opens_the_session_once(server: Running) -> None:
    boss = server.signed_in("supervisor")
    phone = Authenticator(server, boss)
    assert len(set(phone.recovery)) == 10
    client = server.client()
    assert client.sign_in("supervisor").json()["second_factor"] == "outstanding"
    for path in ("/api/listings", "/api/people", "/api/second-factors", "/api/session/own", "/api/sessions"):
        assert client.get(path).status_code == 403, path
    assert code(client.get("/api/listings")) == "second_factor_needed"
    assert code(client.post("/api/second-factors/authenticator")) == "second_factor_needed"
    old = dict(client.cookies)
    assert code(again(client, code="000000")) == "second_factor_refused"
    assert code(again(client, password=GOOD)) == "second_factor_refused"  # the password does not do again
    used = phone.code(later=1)
    assert again(client, code=used).json()["second_factor"] == "has"
    assert dict(client.cookies) != old  # a new token: the one before is worth nothing now
    assert client.get("/api/listings").status_code == 200
    stale = server.client()
    stale.cookies.update(old)
    assert code(stale.get("/api/session")) == "not_signed_in"
    other = server.client()
    other.sign_in("supervisor")
    assert code(again(other, code=used)) == "second_factor_refused"  # a code counts once


def test_a_recovery_code_counts_once_and_wrong_codes_lock_out(server: Running) -> None:
    boss = server.signed_in("supervisor")
    phone = Authenticator(server, boss)
    client = server.client()
    client.sign_in("supervisor")
    assert again(client, code=phone.recovery[3].upper().replace("-", " ")).is_success
    assert client.get("/api/second-factors").json()["recovery_codes"] == 9
    other = server.client()
    other.sign_in("supervisor")
    tries = [code(again(other, code=each)) for each in (phone.recovery[3], "123456", "wrong")]
    assert tries == ["second_factor_refused", "second_factor_refused", "locked_out"]
    assert code(again(other, code=phone.code(later=1))) == "locked_out"


def test_recovery_codes_are_long_and_stored_as_hashes(server: Running) -> None:
    phone = Authenticator(server, server.signed_in("supervisor"))
    letters = [each.replace("-", "") for each in phone.recovery]
    assert {len(each) for each in letters} == {24}  # of 32 letters: 120 bits
    with server.house.floor.ledger.database.reading() as connection:
        kept = [
            bytes(row[0]) for row in connection.exec_driver_sql("SELECT code_hash FROM people_recovery_codes")
        ]
    assert len(kept) == 10
    assert not any(each.encode() in stored for each in letters for stored in kept)


def test_a_password_reset_leaves_the_second_factor(server: Running) -> None:
    Authenticator(server, server.signed_in("floorperson"))
    admin = server.signed_in("administrator")
    person = next(each["id"] for each in admin.get("/api/people").json() if each["name"] == "floorperson")
    link = admin.post(f"/api/people/{person}/reset").raise_for_status().json()["link"]
    new = {"link": link, "password": "eleven purple kettles"}
    client = server.client()
    client.post("/api/password", json=new).raise_for_status()
    answer = client.sign_in("floorperson", "eleven purple kettles")
    assert answer.json()["second_factor"] == "outstanding"


def test_one_step_with_the_code_and_a_wrong_one_opens_nothing(server: Running) -> None:
    phone = Authenticator(server, server.signed_in("auditor"))
    body = {"name": "auditor", "password": GOOD}
    client = server.client()
    assert code(client.post("/api/session", json={**body, "code": "000000"})) == "sign_in_refused"
    old = {**body, "code": phone.code(later=-3)}  # a true code, of a minute and a half ago
    assert code(client.post("/api/session", json=old)) == "sign_in_refused"
    assert code(client.get("/api/session")) == "not_signed_in"
    answer = client.post("/api/session", json={**body, "code": phone.code(later=1)})
    assert answer.json()["second_factor"] == "has"


def test_acts_of_weight_need_a_fresh_proof(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    admin = server.signed_in("administrator")
    asked = {"name": "walter", "display_name": "Walter", "role": "dealer"}
    monkeypatch.setattr(second_factor, "CONFIRMED", 0)  # every proof is too old by now
    assert code(admin.post("/api/people", json=asked)) == "confirmation_needed"
    assert code(admin.post("/api/second-factors/authenticator")) == "confirmation_needed"
    limits = {"limits": {"ante": [500, 10_000]}, "second": {"name": "floorperson", "password": GOOD}}
    assert code(admin.post("/api/listings/hcf/limits", json=limits)) == "confirmation_needed"
    assert admin.get("/api/people").is_success  # looking needs none
    assert code(again(admin, password="wrong")) == "second_factor_refused"
    assert again(admin, password=GOOD).is_success  # without a second factor the password is the proof
    monkeypatch.undo()
    assert admin.post("/api/people", json=asked).is_success
    assert set(ACCESS) >= second_factor.STEP_UP


def test_the_house_says_which_roles_need_one(server: Running) -> None:
    settings = HouseSettings(second_factor="floorperson")
    server.do(lambda unit: change_settings(unit, settings, server.administrator))
    server.house.reread_rule()
    dealer, boss = server.signed_in("dealer"), server.signed_in("floorperson")
    watcher = server.signed_in("surveillance")
    assert dealer.get("/api/tables").is_success
    assert code(boss.get("/api/listings")) == "second_factor_missing"
    assert code(watcher.get("/api/listings")) == "second_factor_missing"
    assert boss.get("/api/session").json()["second_factor"] == "missing"
    Authenticator(server, boss)
    assert boss.get("/api/listings").is_success
    for role, secure, needed in (
        ("administrator", True, True),
        ("auditor", True, True),
        ("floorperson", True, False),
        ("administrator", False, False),
        ("player", True, False),
    ):
        assert second_factor.required(role, "", secure=secure) is needed, role
    assert not second_factor.required("player", "dealer", secure=True)


def test_a_second_signature_brings_its_second_factor(server: Running) -> None:
    phone = Authenticator(server, server.signed_in("supervisor"))
    admin = server.signed_in("administrator")

    def invite(**second: str) -> str:
        signed = {"name": "supervisor", "password": GOOD, **second}
        asked = {"name": "nora", "display_name": "Nora", "role": "supervisor", "second": signed}
        return code(admin.post("/api/people", json=asked))

    assert invite() == "second_factor_needed"
    assert invite(code="111111") == "signature_refused"
    assert invite(code=phone.code(later=1)) == ""


def test_lost_factors_are_reset_and_other_sessions_end(server: Running) -> None:
    boss = server.signed_in("floorperson")
    phone = Authenticator(server, boss)
    elsewhere = server.client()
    elsewhere.sign_in("floorperson", code=phone.code(later=1))
    mine = boss.get("/api/session/own").json()
    assert len(mine) == 2
    assert {each["person"] for each in mine} == {boss.person}
    assert boss.post("/api/session/end-others").json() == {"sessions": 1}
    assert code(elsewhere.get("/api/session")) == "not_signed_in"
    factor = boss.get("/api/second-factors").json()["factors"][0]["id"]
    assert code(server.signed_in("dealer").post(f"/api/second-factors/{factor}/remove")) == "unknown_factor"
    admin = server.signed_in("administrator")
    assert admin.post(f"/api/people/{boss.person}/second-factor/reset").is_success
    assert code(boss.get("/api/session")) == "not_signed_in"
    assert server.client().sign_in("floorperson").json()["second_factor"] == "none"


def test_players_have_none_and_names_are_erased_without_touching_the_log(server: Running) -> None:
    player = server.player("Theodora Secret")
    assert code(player.get("/api/second-factors")) == "role_too_low"
    admin = server.signed_in("administrator")
    erase = f"/api/people/{player.person}/erase"
    assert code(admin.post(erase, json={})) == "not_now"
    admin.patch(f"/api/people/{player.person}", json={"enabled": False}).raise_for_status()
    before = [record.hash for record in server.house.floor.ledger.follow(0, 10_000)]
    assert admin.post(erase, json={}).json()["display_name"] == "erased"
    assert [record.hash for record in server.house.floor.ledger.follow(0, 10_000)][: len(before)] == before
    assert "theodora" not in admin.get("/api/people").text.lower()
    assert code(server.client().sign_in("Theodora Secret")) == "sign_in_refused"


def test_the_password_alone_gives_no_more_guesses_of_a_code(server: Running) -> None:
    """A sign-in that waits for the second factor neither resets failures nor makes the device a known one."""
    Authenticator(server, server.signed_in("supervisor"))
    client, body = server.client(), {"name": "supervisor", "password": GOOD}
    tries = []
    for guess in ("000000", "000001", "000002", "000003"):
        client.sign_in("supervisor")
        tries.append(code(client.post("/api/session", json={**body, "code": guess})))
    assert tries == ["sign_in_refused", "sign_in_refused", "locked_out", "locked_out"]


def test_a_full_set_of_factors_can_still_be_changed(server: Running) -> None:
    boss = server.signed_in("supervisor")
    for _ in range(10):
        Authenticator(server, boss)
    assert code(boss.post("/api/second-factors/authenticator")) == "too_many_requests"
    assert (
        code(boss.post("/api/second-factors/passkey", headers={"Host": "localhost"})) == "too_many_requests"
    )
    own = boss.get("/api/second-factors").json()["factors"]
    assert boss.post(f"/api/second-factors/{own[0]['id']}/remove").is_success
    assert boss.post("/api/second-factors/recovery-codes").is_success
    Authenticator(server, boss)


def test_letters_of_other_scripts_are_a_wrong_code(server: Running) -> None:
    boss = server.signed_in("supervisor")
    boss.post("/api/second-factors/authenticator").raise_for_status()
    typed = {"name": "phone", "code": "\u0661\u0662\u0663\u0664\u0665\u0666"}
    assert code(boss.post("/api/second-factors/authenticator/confirm", json=typed)) == "second_factor_refused"


def test_metrics_wait_for_the_second_factor_too(server: Running) -> None:
    Authenticator(server, server.signed_in("administrator"))
    client, proxied = server.client(), {"X-Forwarded-For": "203.0.113.5"}
    client.sign_in("administrator")
    assert (
        client.get("/metrics", headers=proxied).status_code
        == server.client().get("/metrics", headers=proxied).status_code
    )
    assert not client.get("/metrics", headers=proxied).is_success


def test_validating_at_the_table_needs_a_fresh_proof_as_at_the_desk(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    boss = server.signed_in("floorperson")
    asked = {"act": {"act": "validate", "award": "1.1"}, "version": boss.view("hcf")["version"], "key": "v"}
    monkeypatch.setattr(second_factor, "CONFIRMED", 0)
    assert code(boss.post("/api/tables/hcf/commands", json=asked)) == "confirmation_needed"
