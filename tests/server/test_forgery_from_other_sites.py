"""Every changing operation, sign-in included, refuses requests forged by a page of another site."""

import re
import socket
from typing import Any

import msgspec
import pytest

from croupier.server.http.access import ACCESS
from tests.server.rig import GOOD, ROOMY, Client, Running, running

SAFE = ("get", "head", "options")


def changing(server: Running) -> list[tuple[str, str, str]]:
    """Method, path and name of every operation that changes something."""
    document: dict[str, Any] = server.client().get("/schema/openapi.json").raise_for_status().json()
    return [
        (method.upper(), re.sub(r"\{(\w+)\}", "1", path), operation["operationId"])
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if method not in SAFE
    ]


def code(client: Client, method: str, path: str, **headers: str) -> str:
    answer = client.request(method, path, json={}, headers=headers)
    return str(answer.json().get("error", {}).get("code", answer.status_code))


def test_every_change_is_refused_from_another_site(server: Running) -> None:
    administrator, stranger = server.signed_in("administrator"), server.client()
    found = changing(server)
    assert len(found) > 40
    position = server.house.floor.ledger.position()
    for method, path, name in found:
        for client in (administrator, stranger):
            for origin in ("https://evil.example", "null"):
                assert code(client, method, path, origin=origin) == "wrong_origin", name
            for site in ("cross-site", "same-site"):  # a browser that sends no Origin says at least this
                assert code(client, method, path, **{"sec-fetch-site": site}) == "wrong_origin", name
    assert server.house.floor.ledger.position() == position


def test_every_body_that_a_form_of_another_site_can_send_is_refused(server: Running) -> None:
    """By a browser that says neither `Origin` nor `Sec-Fetch-Site`, and asks for leave before JSON alone."""
    administrator, stranger = server.signed_in("administrator"), server.client()
    position = server.house.floor.ledger.position()
    body = msgspec.json.encode({"name": "dealer", "password": GOOD, "link": "x"})
    for method, path, name in changing(server):
        for kind in (
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "",
        ):
            for client in (administrator, stranger):
                headers = {"content-type": kind} if kind else {}
                answer = client.request(method, path, content=body, headers=headers)
                error = answer.json().get("error", {})
                assert (answer.status_code, error.get("code")) == (400, "malformed"), (name, kind)
                assert "application/json" in error["message"]
    assert server.house.floor.ledger.position() == position


def test_every_change_in_a_session_needs_its_token(server: Running) -> None:
    door = {"sign_in", "guest", "guest_staff", "look_at_link", "set_password"}
    people = {
        role: server.signed_in(role)
        for role in ("administrator", "supervisor", "dealer", "cage", "count_team")
    }
    people["player"] = server.player("ana")
    tried: set[str] = set()
    for method, path, name in changing(server):
        for role, client in people.items():
            if role not in ACCESS[name] or name in door:
                continue
            tried.add(name)
            right = client.headers.pop("x-csrf-token")
            try:
                assert code(client, method, path) == "csrf_mismatch", name
                assert code(client, method, path, **{"x-csrf-token": right[:-1]}) == "csrf_mismatch", name
            finally:
                client.headers["x-csrf-token"] = right
    assert tried | door == {name for _, _, name in changing(server)}


@pytest.mark.parametrize(
    ("proxy", "headers", "allowed"),
    [
        ("", {}, True),
        ("", {"x-forwarded-for": "203.0.113.9"}, False),
        ("", {"via": "1.1 proxy"}, False),
        ("127.0.0.1", {}, False),  # whatever comes through it comes from loopback
        ("10.0.0.2", {}, True),
        ("10.0.0.2", {"host": "casino.example"}, False),
    ],
)
def test_metrics_are_closed_behind_a_proxy(
    tmp_path: Any, proxy: str, headers: dict[str, str], allowed: bool
) -> None:
    settings = msgspec.structs.replace(ROOMY, proxy=proxy, secure="host" in headers)
    with running(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys", settings) as server:
        answer = server.client().get("/metrics", headers=headers)
        assert (answer.status_code == 200) is allowed, answer.text[:200]
        if allowed:  # a proxy that says nothing of itself
            with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), 20) as line:
                line.sendall(b"GET /metrics HTTP/1.0\r\nHost: 127.0.0.1:8000\r\nConnection: close\r\n\r\n")
                assert line.recv(65536).split()[1] == b"403"
        if not headers:
            assert server.signed_in("administrator").get("/metrics").status_code == 200
