"""Requests in the right form with one value of another type: each is refused with a code, in one line."""

import copy
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.rig import Running, receive
from tests.server.test_access import VALUES

DOCUMENT = json.loads((Path(__file__).parents[2] / "web" / "openapi.json").read_text(encoding="utf-8"))
COUNT = 120
"""Requests of a run; all of them are about six thousand."""

TEXTS = {"rules": "ma/high-card-flush", "table": "hcf", "cards": "As Ks 9s 4s 2h 3c Jd", "name": "ann"}
WRONG: dict[str, tuple[Any, ...]] = {
    "integer": (0.5, 1.0, True, False, "1", None, [], {}, 10**40, -(10**40)),
    "number": (True, "1", [], {}),
    "boolean": (0, 1, 1.0, "true", [], {}),
    "string": (0, 1.5, True, [], {}, 10**40),
    "array": (0, 1.5, True, "x", {"a": 1}),
    "object": (0, 1.5, True, "x", [1]),
}
"""By the type of a value, values of others and numbers that no amount has."""

Place = tuple[Any, ...]


def examples(schema: dict[str, Any], name: str = "", depth: int = 0) -> list[Any]:
    """Values in the form of a schema: one for each of its alternatives."""
    if "$ref" in schema:
        return examples(DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]], name, depth)
    either = schema.get("oneOf") or schema.get("anyOf")
    if either:
        every = [one for each in either for one in examples(each, name, depth)]
        return every if depth < 2 else every[:1]
    if "const" in schema or "enum" in schema:
        return [schema.get("const", schema.get("enum", [None])[0])]
    match schema.get("type"):
        case "object":
            return objects(schema, depth)
        case "array":
            return [examples(schema.get("items", {}), name, depth + 1)[:1]]
        case "string":
            return [TEXTS.get(name, "x" * max(1, schema.get("minLength", 1)))]
        case "boolean":
            return [True]
        case "null":
            return [None]
        case _:
            return [max(1, schema.get("minimum", 1))]


def objects(schema: dict[str, Any], depth: int) -> list[Any]:
    """An object with every property; one for each alternative of a property that has several."""
    properties = schema.get("properties", {})
    if not properties:
        return [{"ante": examples(more, "", depth + 1)[0]}] if (more := _more(schema)) else [{}]
    found = {name: examples(each, name, depth + 1) for name, each in properties.items()}
    plain = {name: each[0] for name, each in found.items()}
    return [plain, *({**plain, name: other} for name, each in found.items() for other in each[1:])]


def _more(schema: dict[str, Any]) -> dict[str, Any] | None:
    more = schema.get("additionalProperties")
    return more if isinstance(more, dict) else None


def places(value: Any, at: Place = ()) -> Iterator[tuple[Place, str]]:
    """Where a value has others inside it, and their types; the value itself first."""
    kinds = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
    if value is not None:
        yield at, kinds[type(value)]
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inside:
        yield from places(each, (*at, name))


def spoiled(body: Any, at: Place, wrong: Any) -> Any:
    """A body with another value in one place."""
    if not at:
        return wrong
    made = copy.deepcopy(body)
    inside = made
    for name in at[:-1]:
        inside = inside[name]
    inside[at[-1]] = wrong
    return made


def requests() -> list[tuple[str, str, Any, str]]:
    """Every request with one wrong value: method, address, body, and the type that the value should have."""
    found = []
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            if "requestBody" not in operation:
                continue
            where = re.sub(r"\{(\w+)\}", lambda match: VALUES.get(match.group(1), "x"), path)
            for body in examples(operation["requestBody"]["content"]["application/json"]["schema"]):
                for at, kind in places(body):
                    found += [(method, where, spoiled(body, at, wrong), kind) for wrong in WRONG[kind]]
    return found


def check_error(error: dict[str, Any], sent: Any) -> None:
    assert set(error) == {"code", "message", "clauses"}, sent
    assert re.fullmatch(r"[a-z_]+", error["code"]), (sent, error)
    assert error["code"] != "server_error", (sent, error)
    text = error["message"]
    assert 0 < len(text) < 400, (sent, error)
    assert "\n" not in text, (sent, error)
    assert not re.search(r"\w+Error\b|Traceback|NoneType|object at 0x", text), (sent, error)


@pytest.mark.parametrize("who", ["player", "administrator"])
def test_a_request_with_a_value_of_another_type_is_refused(server: Running, who: str) -> None:
    client = server.player("ann") if who == "player" else server.signed_in(who)
    every = [each for each in requests() if not each[1].startswith(("/api/session", "/api/password"))]
    for method, where, body, _ in random.Random(who).sample(every, COUNT):
        response = client.request(method.upper(), where, json=body)
        assert 400 <= response.status_code < 500, (method, where, body, response.text)
        check_error(response.json()["error"], (method, where, body))
    assert client.get("/health").json()["ok"] is True


def test_a_command_on_the_socket_with_a_value_of_another_type_is_refused(server: Running) -> None:
    client = server.signed_in("administrator")
    every = [body for _, where, body, _ in requests() if where == "/api/tables/hcf/commands"]
    with server.socket(client, "hcf") as line:
        receive(line, "view")
        for body in random.Random(5).sample([each for each in every if isinstance(each, dict)], COUNT):
            line.send(json.dumps({**body, "type": "command", "id": "1"}))
            answer = json.loads(line.recv(10))
            assert answer["type"] in ("answer", "error"), (body, answer)
            check_error(answer["error"], body)
