"""Thousands of messages that no client of ours sends: refused, never a failure, and the table plays on."""

import json
import random
import re
import urllib.parse
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.server.rig import Running, receive
from tests.server.test_access import VALUES

JSON = {"content-type": "application/json"}

HTTP, SOCKET = 700, 1_800
"""Of each role: 5,000 in all."""

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


class Operation(NamedTuple):
    """One that takes a body or parameters."""

    method: str
    path: str
    query: tuple[str, ...]
    has_body: bool


def operations(document: dict[str, Any]) -> list[Operation]:
    """Every one of the API."""
    found = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            query = tuple(each["name"] for each in operation.get("parameters", ()) if each["in"] == "query")
            has_body = "requestBody" in operation
            if query or has_body or "{" in path:
                found.append(Operation(method.upper(), path, query, has_body))
    return found


def address(chance: random.Random, operation: Operation) -> str:
    """An address of it: with names that exist, or nonsense in their place."""

    def value(match: "re.Match[str]") -> str:
        known = VALUES.get(match.group(1), "x")
        return known if chance.random() < 0.5 else quoted(chance.choice(NASTY)) or "x"

    asked = [name for name in operation.query if chance.random() < 0.6]
    query = "&".join(f"{name}={quoted(nasty(chance))}" for name in asked)
    return re.sub(r"\{(\w+)\}", value, operation.path) + (f"?{query}" if query else "")


def quoted(value: Any) -> str:
    """A value as an address has it."""
    text = value if isinstance(value, str) else json.dumps(value)
    return urllib.parse.quote(text.encode("utf-8", "surrogatepass"), safe="")


def body(chance: random.Random, version: int) -> bytes:
    """What `message` makes; every other time in the form that endpoints have, without the socket's fields."""
    made = message(chance, version)
    if chance.random() < 0.5:
        try:
            whole = json.loads(made)
        except ValueError:
            return made
        if isinstance(whole, dict):
            return json.dumps({k: v for k, v in whole.items() if k not in ("type", "id")}).encode()
    return made


@pytest.mark.parametrize("who", ["player", "administrator"])
def test_over_http(server: Running, who: str) -> None:
    """Commands, and everything else that takes a body or parameters."""
    client = server.player("ann") if who == "player" else server.signed_in(who)
    chance = random.Random(7)
    version = client.view("hcf")["version"]
    every = operations(client.get("/schema/openapi.json").json())
    assert len(every) > 60
    commands = next(each for each in every if each.path.endswith("/commands"))
    for number in range(HTTP):
        asked = every[number % len(every)] if number % 3 else commands
        where = "/api/tables/hcf/commands" if asked is commands else address(chance, asked)
        sent = body(chance, version) if asked.has_body else b""
        response = client.request(
            asked.method, where, content=sent, headers={"content-type": "application/json"}
        )
        assert response.status_code < 500, (asked, where, sent, response.text)
        if response.status_code >= 400:
            assert set(response.json()["error"]) == {"code", "message", "clauses"}
    assert client.get("/health").json()["ok"] is True
    assert client.get("/api/session").status_code == 200


ADDRESSES = (
    "/api/tables/%00",
    "/api/tables/..%2f..%2fetc",
    "/api/tables/" + "x" * 5000,
    "/api/tables/%ff%fe",
    "/api/tables/%2568cf",  # decoded twice it would be a table
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
)


def test_addresses(server: Running) -> None:
    client = server.signed_in("administrator")
    for path in ADDRESSES:
        assert 400 <= client.get(path).status_code < 500, path


def test_bodies(server: Running) -> None:
    client = server.signed_in("administrator")
    large = client.post("/api/tables/hcf/commands", content=b"{" + b" " * 70_000 + b"}", headers=JSON)
    assert large.status_code == 413
    assert large.json()["error"]["code"] == "too_large"
    chunks = client.post("/api/tables/hcf/commands", content=iter([b" " * 10_000] * 10), headers=JSON)
    assert chunks.status_code == 413
    deep = client.post("/api/tables/hcf/commands", content=b"[" * 60_000, headers=JSON)
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
    sent, lines = 0, 0
    while sent < SOCKET:
        with server.socket(client, "hcf") as line:
            lines += 1
            version = receive(line, "view")["version"]
            sent += _pour(line, chance, version, SOCKET - sent)
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
            assert (answer.get("error") or {}).get("code") != "server_error", text
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
