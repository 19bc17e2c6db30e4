"""Thousands of messages that no client of ours sends: refused, never a failure, and the table plays on."""

import json
import random
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.server.rig import Running, receive

NASTY: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**63,
    2**64,
    10**40,
    -(10**40),
    1e308,
    0.5,
    "",
    "\u0000",
    "\ud800",
    "x" * 3000,
    "'; DROP TABLE events; --",
    [],
    {},
    [[[[]]]],
    {"a": {"b": {}}},
    "1",
)
WORDS = ("act", "seat", "wagers", "ante", "version", "key", "player", "step", "count", "cards", "award", "to")
ACTS = (
    "sit",
    "leave",
    "bet",
    "decide",
    "shuffle",
    "close_bets",
    "deal",
    "resettle",
    "correct",
    "report",
    "x",
)


def nasty(chance: random.Random, depth: int = 0) -> Any:
    """Some value."""
    if depth < 2 and chance.random() < 0.4:
        return {chance.choice(WORDS): nasty(chance, depth + 1) for _ in range(chance.randrange(4))}
    return chance.choice(NASTY)


def message(chance: random.Random, version: int) -> bytes:
    """A message that is wrong somewhere, or right in form and nonsense."""
    kind = chance.randrange(5)
    if kind == 0:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
    if kind == 1:
        return json.dumps(nasty(chance)).encode()
    act = {"act": chance.choice(ACTS)} | {
        chance.choice(WORDS): nasty(chance) for _ in range(chance.randrange(5))
    }
    whole = {
        "type": chance.choice(("command", "command", "ping", "x")),
        "id": chance.choice(("1", "", 1)),
        "act": act,
        "version": chance.choice((version, version, version - 1, nasty(chance))),
        "key": chance.choice(("", "k", nasty(chance))),
    }
    for name in list(whole):
        if chance.random() < 0.1:
            del whole[name]
    text = json.dumps(whole).encode()
    return text[: chance.randrange(len(text))] if kind == 2 else text


@pytest.mark.parametrize("who", ["player", "administrator"])
def test_over_http(server: Running, who: str) -> None:
    client = server.player("ann") if who == "player" else server.signed_in(who)
    chance = random.Random(7)
    version = client.view("hcf")["version"]
    began = time.monotonic()
    for number in range(1500):
        body = message(chance, version)
        if number % 2:  # the form that the endpoint has, without the socket's fields
            try:
                whole = json.loads(body)
            except ValueError:
                whole = None
            if isinstance(whole, dict):
                body = json.dumps({k: v for k, v in whole.items() if k not in ("type", "id")}).encode()
        response = client.post(
            "/api/tables/hcf/commands", content=body, headers={"content-type": "application/json"}
        )
        assert response.status_code < 500, (body, response.text)
        if response.status_code >= 400:
            assert set(response.json()["error"]) == {"code", "message", "clauses"}
    assert time.monotonic() - began < 60
    assert client.get("/health").json()["ok"] is True


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/%00",
        "/api/tables/..%2f..%2fetc",
        "/api/tables/" + "x" * 5000,
        "/api/tables/%ff%fe",
        "/api/tables/hcf/events?after=-1",
        "/api/tables/hcf/events?after=99999999999999999999999",
        "/api/tables/hcf/events?after=%00",
        "/api/tables/hcf/fairness/0",
        "/api/tables/hcf/fairness/999999999999999999999999",
        "/api/audit/records?stream=%00",
        "/api/audit/records?stream=x&limit=100000",
        "/api/people/%F0%9F%82%A1",
        "/api/jackpots/hcf/1.1.1",
        "/api/jackpots/hcf/\u0661.\u0662",
        "/api/jackpots/hcf/99999999999999999999.1",
        "/api/cashier/nobody",
        "/api/significant?what=nothing",
        "/api/significant?since=-5",
    ],
)
def test_addresses(server: Running, path: str) -> None:
    client = server.signed_in("administrator")
    status = client.get(path).status_code
    assert 400 <= status < 500


def test_bodies(server: Running) -> None:
    client = server.signed_in("administrator")
    large = client.post("/api/tables/hcf/commands", content=b"{" + b" " * 70_000 + b"}")
    assert large.status_code == 413
    assert large.json()["error"]["code"] == "too_large"
    chunks = client.post("/api/tables/hcf/commands", content=iter([b" " * 10_000] * 10))
    assert chunks.status_code == 413
    deep = client.post("/api/tables/hcf/commands", content=b"[" * 60_000)
    assert deep.status_code == 400
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x"):
        other = client.post("/api/tables/hcf/commands", content=b"a=1", headers={"content-type": kind})
        assert 400 <= other.status_code < 500, kind
    assert client.request("BREW", "/api/tables").status_code in (400, 405)
    assert client.delete("/api/tables").status_code == 405


@pytest.mark.parametrize("who", ["player", "administrator"])
def test_over_the_socket(server: Running, who: str) -> None:
    client = server.player("ann") if who == "player" else server.signed_in(who)
    chance = random.Random(11)
    began, sent, lines = time.monotonic(), 0, 0
    while sent < 3000:
        with server.socket(client, "hcf") as line:
            lines += 1
            version = receive(line, "view")["version"]
            sent += _pour(line, chance, version, 3000 - sent)
    assert time.monotonic() - began < 60
    assert lines < 1000
    assert client.get("/health").json()["ok"] is True
    with server.socket(client, "hcf") as line:
        receive(line, "view")
        line.send('{"type":"ping"}')
        receive(line, "pong")


def _pour(line: ClientConnection, chance: random.Random, version: int, count: int) -> int:
    """Send until it is closed; what is answered is taken, so that nobody waits for us."""
    sent = 0
    try:
        for _ in range(count):
            body = message(chance, version)
            try:
                text: str | bytes = body.decode() if chance.random() < 0.9 else body
            except UnicodeDecodeError:
                text = body
            line.send(text)
            sent += 1
            answer = json.loads(line.recv(10))
            assert answer["type"] in ("answer", "error", "pong", "events", "view")
            assert answer.get("error", {}).get("code") != "defect", text
    except ConnectionClosed:
        pass
    return sent


def test_a_message_that_is_too_long(server: Running) -> None:
    ann = server.player("ann")
    with server.socket(ann, "hcf") as line:
        receive(line, "view")
        line.send("x" * 20_000)
        with pytest.raises(ConnectionClosed) as closed:
            receive(line, "never")
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
