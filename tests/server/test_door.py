"""The door: cookies, CSRF, origins, lockout, links, guests, the end of sessions."""

import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.floor.demo import set_up_demo
from croupier.floor.people_model import Limits
from croupier.server.settings import Rate, Settings
from tests.server.rig import GOOD, ROOMY, Running, receive, running


def code(response: httpx.Response) -> str:
    error = response.json()["error"]
    assert set(error) == {"code", "message", "clauses"}
    return str(error["code"])


def test_the_cookie_and_the_headers(server: Running) -> None:
    client = server.client()
    response = client.sign_in("dealer")
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "path=/" in cookie
    assert "secure" not in cookie  # plain http on loopback
    assert "domain" not in cookie
    for each in (response, client.get("/nowhere"), client.get("/"), client.get("/api/tables/none")):
        assert "script-src 'self'" in each.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in each.headers["content-security-policy"]
        assert "unsafe-inline" not in each.headers["content-security-policy"]
        assert each.headers["x-content-type-options"] == "nosniff"
        assert each.headers["referrer-policy"] == "no-referrer"
        assert each.headers["x-request-id"]
    assert GOOD not in response.text


def test_over_https_the_cookie_is_secure(tmp_path: Path) -> None:
    settings = Settings(secure=True)
    with running(f"sqlite:///{tmp_path / 'l.db'}", tmp_path / "keys", settings, staff=False) as server:
        response = server.client().sign_in("administrator")
        cookie = response.headers["set-cookie"]
        assert cookie.startswith("__Host-croupier=")
        assert "Secure" in cookie
        assert "strict-transport-security" in response.headers


def test_a_change_needs_the_csrf_token(server: Running) -> None:
    ann = server.player("ann")
    version = ann.view("hcf")["version"]
    right = ann.headers["x-csrf-token"]
    body = {"act": {"act": "sit", "seat": 1}, "version": version}
    for wrong in ("", "0" * 64, right[:-1], right.upper(), "\u00e9"):
        sent = httpx.Headers({b"x-csrf-token": wrong.encode("latin-1")})
        response = ann.post("/api/tables/hcf/commands", json=body, headers=sent)
        assert response.status_code == 403
        assert code(response) == "csrf_mismatch"
    del ann.headers["x-csrf-token"]
    assert code(ann.post("/api/session/end")) == "csrf_mismatch"
    bob = server.player("bob")
    ann.headers["x-csrf-token"] = bob.headers["x-csrf-token"]
    assert code(ann.post("/api/tables/hcf/commands", json=body)) == "csrf_mismatch"
    ann.headers["x-csrf-token"] = right
    assert ann.post("/api/tables/hcf/commands", json=body).status_code == 200
    told = ann.get("/api/session").json()
    assert told["csrf"] == right


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1", "http://["])
def test_another_sites_page_is_refused(server: Running, origin: str) -> None:
    ann = server.player("ann")
    response = ann.post("/api/session/end", headers={"Origin": origin})
    assert code(response) == "wrong_origin"
    stranger = server.client()
    signing = stranger.post(
        "/api/session", json={"name": "dealer", "password": GOOD}, headers={"Origin": origin}
    )
    assert code(signing) == "wrong_origin"
    with pytest.raises(InvalidStatus) as refused, server.socket(ann, "hcf", origin=origin):
        pass
    assert refused.value.response.status_code == 403
    assert ann.get("/api/session").status_code == 200
    assert ann.post("/api/session/end", headers={"Origin": server.url}).status_code == 200


def test_three_failures_lock_out(server: Running) -> None:
    client = server.client()
    for expected in ("sign_in_refused", "sign_in_refused", "locked_out", "locked_out"):
        response = client.sign_in("dealer", "wrong password")
        assert code(response) == expected
        assert response.status_code == (401 if expected == "sign_in_refused" else 429)
    assert code(client.sign_in("dealer")) == "locked_out"  # the right password, too late
    admin = server.signed_in("administrator")
    dealer = next(each for each in admin.get("/api/people").json() if each["name"] == "dealer")
    assert dealer["locked_until"]
    admin.post(f"/api/people/{dealer['id']}/unlock").raise_for_status()
    assert client.sign_in("dealer").status_code == 200
    found = admin.get("/api/significant", params={"what": "sign-in"}).json()["found"]
    assert any("locked out" in each["text"] for each in found)


def test_an_invited_person_sets_a_password_by_the_link_once(server: Running) -> None:
    admin = server.signed_in("administrator")
    asked = {"name": "carla", "display_name": "Carla", "role": "dealer"}
    link = admin.post("/api/people", json=asked).raise_for_status().json()["link"]
    carla = server.client()
    assert carla.post("/api/password/link", json={"link": link}).json()["name"] == "carla"
    weak = carla.post("/api/password", json={"link": link, "password": "short"})
    assert (weak.status_code, code(weak)) == (422, "password_weak")
    carla.post("/api/password", json={"link": link, "password": GOOD}).raise_for_status()
    assert code(carla.post("/api/password", json={"link": link, "password": GOOD})) == "link_used"
    assert code(carla.post("/api/password", json={"link": "made-up", "password": GOOD})) == "link_unknown"
    assert carla.sign_in("carla").json()["role"] == "dealer"
    carla.post("/api/password/change", json={"old": GOOD, "new": "eight blue bottles"}).raise_for_status()
    assert carla.get("/api/session").status_code == 200


def test_signing_out_ends_the_session_and_its_sockets(server: Running) -> None:
    ann = server.player("ann")
    with server.socket(ann, "hcf") as line:
        receive(line, "view")
        ann.post("/api/session/end").raise_for_status()
        with pytest.raises(ConnectionClosed) as closed:
            receive(line, "never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
    assert ann.get("/api/session").status_code == 401


def test_a_disabled_person_is_out_at_once(server: Running) -> None:
    ann = server.player("ann")
    admin = server.signed_in("administrator")
    with server.socket(ann, "hcf") as line:
        receive(line, "view")
        admin.patch(f"/api/people/{ann.person}", json={"enabled": False}).raise_for_status()
        with pytest.raises(ConnectionClosed):
            receive(line, "never")
    assert ann.get("/api/session").status_code == 401


def test_an_idle_session_ends_its_socket(tmp_path: Path) -> None:
    limits = Limits(player_idle=700)
    settings = Settings(secure=False, check_seconds=0.2)
    url = f"sqlite:///{tmp_path / 'l.db'}"
    with running(url, tmp_path / "keys", settings, limits=limits, staff=False) as server:
        server.table("hcf", "ma/high-card-flush")
        ann = server.player("ann")
        with server.socket(ann, "hcf") as line:
            receive(line, "view")

            def stay() -> None:  # a page that is open keeps no session alive
                for _ in range(50):
                    line.send('{"type": "ping"}')
                    receive(line, "pong")
                    time.sleep(0.1)

            with pytest.raises(ConnectionClosed) as closed:
                stay()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401


def test_guests_of_the_demo(tmp_path: Path) -> None:
    url, keys = f"sqlite:///{tmp_path / 'l.db'}", tmp_path / "keys"
    with running(url, keys, ROOMY, staff=False) as server:
        assert code(server.client().guest()) == "demo_off"
    with running(url, keys, ROOMY, demo=True, staff=False) as server:
        guest = server.client()
        assert guest.guest().json()["demo"] is True
        assert guest.get("/api/balance").json()["cents"] == 100_000
        assert guest.post("/api/stake").json() == {"count": 0}
        assert guest.get("/api/statement").json()["balance"] == 100_000


def test_guests_try_the_staffs_pages_only_where_nothing_else_is_at_stake(tmp_path: Path) -> None:
    url, keys = f"sqlite:///{tmp_path / 'l.db'}", tmp_path / "keys"
    with running(url, keys, ROOMY, demo=True) as server:
        set_up_demo(server.house.floor, server.house.registry)
        dealer = server.client()
        told = dealer.enter("/api/guest/staff", role="dealer").json()
        assert (told["role"], told["demo"]) == ("dealer", True)
        view = dealer.view("dealer-school")
        assert view["mode"] == "live"
        first = view["offers"][0]
        dealer.act("dealer-school", act=first["act"], step=first["name"]).raise_for_status()
        assert code(server.client().post("/api/guest/staff", json={"role": "administrator"})) == "malformed"
        server.table("t", "ma/high-card-flush")
        assert code(server.client().post("/api/guest/staff", json={"role": "auditor"})) == "demo_off"
        refused = dealer.act("t", version=1, act="perform", step="sort")
        assert code(refused) == "demo_off"


def test_too_many_requests(tmp_path: Path) -> None:
    settings = Settings(secure=False, session=Rate(20, 1), door=Rate(3, 0.01))
    with running(f"sqlite:///{tmp_path / 'l.db'}", tmp_path / "keys", settings, staff=False) as server:
        client = server.client()
        assert client.sign_in("administrator").status_code == 200
        statuses = [client.get("/api/session").status_code for _ in range(30)]
        assert set(statuses) == {200, 429}
        doors = [client.post("/api/guest") for _ in range(5)]
        assert [code(each) for each in doors][-1] == "too_many_requests"
        assert client.get("/health").status_code == 200
