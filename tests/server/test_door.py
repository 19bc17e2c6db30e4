"""The door: cookies, CSRF, origins, lockout, links, guests, the end of sessions."""

import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.errors import Refusal
from croupier.floor.people.model import Limits
from croupier.floor.registry.demo import set_up_demo
from croupier.server.http import guard, health
from croupier.server.live.connections import Connection
from croupier.server.settings import Rate, Settings
from tests.floor.floor_rig import Clock
from tests.server.rig import GOOD, ROOMY, Client, Running, receive, running


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
        assert response.headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"


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
    assert code(carla.post("/api/password", json={"link": link, "password": GOOD})) == "invitation_used"
    assert (
        code(carla.post("/api/password", json={"link": "made-up", "password": GOOD})) == "invitation_unknown"
    )
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


def test_a_station_that_nobody_works_at_is_signed_out_and_one_that_is_used_is_not(tmp_path: Path) -> None:
    limits = Limits(dealer_idle=2_000)
    settings = Settings(secure=False, check_seconds=0.2)
    url = f"sqlite:///{tmp_path / 'l.db'}"
    with running(url, tmp_path / "keys", settings, limits=limits, staff=False) as server:
        server.table("hcf", "ma/high-card-flush")
        for name in ("dora", "dirk"):
            server.person(name, "dealer")
        dora, dirk = server.signed_in("dora"), server.signed_in("dirk")
        began = time.monotonic()
        with server.socket(dora, "hcf") as working, server.socket(dirk, "hcf") as left:
            receive(left, "view")
            reopened = 0

            def stay() -> None:  # a page that is open keeps no session alive, a command does
                nonlocal reopened
                while time.monotonic() < began + 10:
                    left.send('{"type": "ping"}')
                    if (time.monotonic() - began) // 0.5 > reopened:
                        reopened += 1
                        act = {"act": "perform", "step": "sort"}
                        command = {"type": "command", "id": "1", "act": act, "version": 1, "key": ""}
                        working.send(json.dumps(command))
                        receive(working, "answer")
                        with server.socket(dirk, "hcf") as again:  # nor does a page that comes back by itself
                            receive(again, "view")
                    receive(left, "pong")
                    time.sleep(0.1)

            with pytest.raises((ConnectionClosed, InvalidStatus)):
                stay()
            with pytest.raises(ConnectionClosed) as closed:
                receive(left, "never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401
            assert reopened >= 2
            assert dirk.get("/api/session").status_code == 401
            assert dora.get("/api/session", headers={"x-unattended": "1"}).status_code == 200
            working.send('{"type": "ping"}')
            receive(working, "pong")


def test_a_command_after_the_stations_time_is_not_done(tmp_path: Path) -> None:
    """Also if nobody has looked at the session since."""
    settings = Settings(secure=False, check_seconds=600)
    url, clock, limits = f"sqlite:///{tmp_path / 'l.db'}", Clock(), Limits(dealer_idle=300_000)
    with running(url, tmp_path / "keys", settings, limits=limits, staff=False, clock=clock) as server:
        server.table("pit", "ma/high-card-flush", mode="live")
        server.person("dora", "dealer")
        dora = server.signed_in("dora")
        act = {"act": "perform", "step": "receive"}
        with server.socket(dora, "pit") as line, server.socket(dora, "pit") as beside:
            version = receive(line, "view")["version"]
            for _ in range(3):  # used over one socket, the session stands for the other
                clock.forward(200_000)
                beside.send(json.dumps({"type": "command", "id": "x", "act": act, "version": 0, "key": ""}))
                assert receive(beside, "answer")["error"]
            command = {"type": "command", "id": "1", "act": act, "version": version, "key": ""}
            line.send(json.dumps(command))
            version = receive(line, "answer")["version"]
            clock.forward(300_000)
            line.send(json.dumps(command | {"id": "2", "version": version}))
            with pytest.raises(ConnectionClosed) as closed:
                receive(line, "answer")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401
        assert server.house.floor.tables["pit"].state.version == version


def test_a_server_on_loopback_is_asked_for_by_no_other_name(server: Running) -> None:
    """A site whose name is turned to this machine says the same name as origin and as host."""
    client = server.client()
    port = server.url.rpartition(":")[2]
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "[", ""):
        told = client.get("/api/tables", headers={"Host": host})
        assert code(told) == "wrong_origin", host
    for host in (f"localhost:{port}", f"127.0.0.1:{port}", "[::1]:80", "croupier.localhost"):
        assert client.get("/metrics", headers={"Host": host}).status_code == 200, host


def test_a_client_that_takes_nothing_is_let_go_and_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(
        secure=False, session=Rate(10_000, 10_000), address=Rate(10_000, 10_000), send_seconds=0.3
    )
    create_server = socket.create_server

    def narrow_server(address: tuple[str, int]) -> socket.socket:
        listener = create_server(address)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # those that it accepts have it too
        return listener

    monkeypatch.setattr(socket, "create_server", narrow_server)
    with (
        running(f"sqlite:///{tmp_path / 'l.db'}", tmp_path / "keys", settings, staff=False) as server,
        socket.socket() as narrow,
    ):
        server.table("hcf", "ma/high-card-flush")
        ann = server.player("ann")
        ann.act("hcf", act="sit", seat=1).raise_for_status()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.settimeout(60)  # who read nothing for long is asked again at ever longer intervals by TCP
        narrow.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
        narrow.sendall(_upgrade(ann, "/api/tables/hcf/socket"))
        with server.socket(ann, "hcf") as other:
            seen, worst = receive(other, "view")["version"], 0.0
            began = time.monotonic()
            while not (slow := [each for each in _lines(server) if each.waits_since() is not None]):
                assert time.monotonic() < began + 10
                sent = time.monotonic()
                wagers = {"ante": 1000 + 100 * (seen % 2)}
                done = ann.act("hcf", seen, act="bet", seat=1, wagers=wagers).raise_for_status()
                seen = done.json()["version"]
                while receive(other, "events")["version"] < seen:
                    pass
                worst = max(worst, time.monotonic() - sent)
            assert worst < 2
            assert len(slow) == 1
            other.send('{"type": "ping"}')
            receive(other, "pong")
            began = time.monotonic()
            while server.house.connections.count > 1:  # though it reads nothing, not even the end
                assert time.monotonic() < began + 20
                time.sleep(0.01)


def _upgrade(client: Client, path: str) -> bytes:
    """The request for a socket, by a client that sends nothing else."""
    lines = (
        f"GET {path} HTTP/1.1",
        f"Host: {client.base_url.netloc.decode()}",
        f"Cookie: croupier={client.cookies['croupier']}",
        f"Origin: {str(client.base_url).rstrip('/')}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    )
    return "\r\n".join((*lines, "", "")).encode()


def _lines(server: Running) -> list[Connection]:
    return [line for signed in server.house.connections._signed.values() for line in signed.connections]


def test_a_revoked_sessions_sockets_end_at_once_and_no_others(tmp_path: Path) -> None:
    settings = Settings(secure=False, check_seconds=1_000)
    with running(f"sqlite:///{tmp_path / 'l.db'}", tmp_path / "keys", settings, staff=False) as server:
        server.table("hcf", "ma/high-card-flush")
        ann = server.player("ann")
        elsewhere = server.signed_in("ann")
        admin = server.signed_in("administrator")
        with server.socket(ann, "hcf") as line, server.socket(elsewhere, "hcf") as stays:
            receive(line, "view")
            receive(stays, "view")
            time.sleep(1.2)  # the look after they were opened
            told = admin.get("/api/sessions", params={"person": ann.person}).json()
            first = min(told, key=lambda each: each["created"])
            admin.post(f"/api/sessions/{first['id']}/revoke").raise_for_status()
            with pytest.raises(ConnectionClosed) as closed:
                receive(line, "never", timeout=5)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401
            stays.send('{"type": "ping"}')
            receive(stays, "pong")


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


@pytest.mark.parametrize("door", ["/api/guest", "/api/guest/staff"])
def test_a_guest_who_comes_in_again_leaves_no_open_session(tmp_path: Path, door: str) -> None:
    url, keys = f"sqlite:///{tmp_path}/a.db", tmp_path / "keys"
    with running(url, keys, ROOMY, demo=True, staff=False) as server:
        guest, thief = server.client(), server.client()
        guest.guest().raise_for_status()
        thief.cookies.update(guest.cookies)
        assert thief.get("/api/session").status_code == 200
        guest.enter(door, role="dealer").raise_for_status()
        assert thief.get("/api/session").status_code == 401
        assert guest.get("/api/session").status_code == 200


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
        guest, auditor = server.client(), server.client()
        guest.guest().raise_for_status()
        auditor.enter("/api/guest/staff", role="auditor").raise_for_status()
        assert [each.status_code for each in _desks_of_staff(auditor)] == [200] * 5
        server.table("t", "ma/high-card-flush")
        assert code(server.client().post("/api/guest/staff", json={"role": "auditor"})) == "demo_off"
        refused = dealer.act("t", version=1, act="perform", step="sort")
        assert code(refused) == "demo_off"
        # A client from before the table was listed keeps public data, and nothing of the staff's.
        for told in (dealer.get("/api/inventory/t"), dealer.get("/api/tables/t"), *_desks_of_staff(auditor)):
            assert code(told) == "demo_off"
        for client in (dealer, auditor):
            with pytest.raises(InvalidStatus), server.socket(client, "t"):
                pass
            assert client.get("/api/session").status_code == 200
            assert client.get("/api/tables").status_code == 200
            assert client.post("/api/session/end").status_code == 200
        assert guest.view("ma-high-card-flush")[
            "rules"
        ]  # a player's table is the demo's, or refuses them itself


def _desks_of_staff(client: Client) -> list[httpx.Response]:
    paths = ("/api/audit/export", "/api/audit/streams", "/api/significant", "/api/floor", "/api/jackpots")
    return [client.get(path) for path in paths]


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


def test_a_household_of_ipv6_is_one_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for lockouts: one client has many addresses."""
    settings = Settings(secure=False, door=Rate(3, 0.01))
    addresses = iter([f"2001:db8::{number:x}" for number in range(1, 6)] + ["2001:db8:0:1::1"])
    with running(f"sqlite:///{tmp_path / 'l.db'}", tmp_path / "keys", settings, staff=False) as server:
        monkeypatch.setattr(guard, "address_of", lambda connection: next(addresses))
        client = server.client()
        codes = [code(client.post("/api/password/link", json={"link": "x"})) for _ in range(6)]
        assert codes == ["invitation_unknown"] * 3 + ["too_many_requests"] * 2 + ["invitation_unknown"]


def test_health_checks_the_ledger_once_a_second_and_reports_an_outage(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = server.house.floor.ledger
    asked = 0
    head = ledger.head

    def counted(stream: str) -> object:
        nonlocal asked
        asked += 1
        if asked > 1:
            raise Refusal("ledger_unavailable", "it is away")
        return head(stream)

    client = server.client()
    monkeypatch.setattr(ledger, "head", counted)
    monkeypatch.setattr(health, "KEPT_SECONDS", 0.4)
    began = time.monotonic()
    with ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(lambda _: client.get("/health").status_code, range(40)))
    taken = time.monotonic() - began
    assert asked <= 1 + taken / 0.4
    assert statuses[0] == 200
    time.sleep(0.4)
    away = client.get("/health")
    assert (away.status_code, away.json()["ledger"]) == (503, False)


def test_many_sign_ins_do_not_slow_down_players(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = server.player("ann")
    go = threading.Event()
    waiting: list[str] = []

    def slow(name: str, *_: str) -> None:
        waiting.append(name)
        go.wait(20)
        raise Refusal("sign_in_refused", "no")

    monkeypatch.setattr(server.house.people.door, "sign_in", slow)
    stranger = server.client(limits=httpx.Limits(max_connections=50))
    with ThreadPoolExecutor(50) as crowd:
        try:
            tries = [crowd.submit(stranger.sign_in, "dealer") for _ in range(50)]
            while len(waiting) < 2:
                time.sleep(0.01)
            time.sleep(0.3)  # all have been sent
            began = time.monotonic()
            assert ann.get("/api/session").status_code == 200
            assert ann.view("hcf")["version"]
            assert time.monotonic() - began < 3
            assert len(waiting) == 2
        finally:
            go.set()
        assert {each.result().status_code for each in tries} == {401}
