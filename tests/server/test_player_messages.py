"""A player's refusals are in words: no field of the program, no id, no pattern, no phrase of the decoder."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from croupier.server.http.validation_words import validation_words
from tests.server.rig import Client, Running, receive

_INTERNAL = re.compile(r"[_`^\\{}]|\$\.|Expected|regex|\bp_|player:|Struct|Object|JSON is")


def worded(message: str) -> str:
    """The message, if a player can read it."""
    found = _INTERNAL.search(message)
    assert found is None, f"{found[0]!r} in {message!r}"
    assert message.strip()
    return message


@pytest.fixture
def seated(server: Running) -> Client:
    """Ann, at seat 2."""
    ann = server.player("ann")
    ann.act("hcf", act="sit", seat=2).raise_for_status()
    return ann


def refused(player: Client, **act: Any) -> str:
    response = player.act("hcf", **act)
    assert 400 <= response.status_code < 500, response.text
    return worded(response.json()["error"]["message"])


def test_a_wager_is_refused_by_its_label(seated: Client) -> None:
    def bet(**wagers: Any) -> str:
        return refused(seated, act="bet", seat=2, wagers=wagers)

    assert bet(flush_bonus=500) == "seat 2: Flush bonus needs an ante beside it"
    assert bet(ante=1000, straight_flush_bonus=1) == (
        "seat 2: Straight flush bonus of $0.01; allowed: $1 to $100, as posted"
    )
    assert "Progressive of $5; allowed: $1" in bet(ante=1000, progressive=500)
    assert "Flush bonus" in bet(ante=1000, no_such_wager=500)
    assert "Ante of 0" in bet(ante=0)
    assert bet(ante=1000, flush_bonus="x") == "wagers: must be a whole number"


def test_a_refusal_names_no_account(server: Running, seated: Client) -> None:
    bob = server.player("bob", cents=100)
    assert refused(bob, act="sit", seat=2) == "seat 2 is taken"
    bob.act("hcf", act="sit", seat=5).raise_for_status()
    assert "not beside" in refused(bob, act="sit", seat=3)
    refused(bob, act="bet", seat=2, wagers={"ante": 1000})
    refused(bob, act="bet", seat=5, wagers={"ante": 1000})  # more than the account holds
    refused(bob, act="leave", seat=2)
    refused(bob, act="close_bets")
    refused(bob, act="perform", step="stub_count")
    refused(bob, act="decide", seat=5, action="fold")


BODIES: tuple[tuple[Any, str], ...] = (
    ({}, "must be given"),
    ({"act": {"act": "leave", "seat": 2}}, "version: must be given"),
    ({"act": {"act": "leave", "seat": "two"}, "version": 1}, "seat: must be a whole number"),
    ({"act": {"act": "leave", "seat": 2}, "version": -1}, "version: must be at least 0"),
    ({"act": {"act": "fly_away"}, "version": 1}, "act: this value is not allowed"),
    ({"act": 7, "version": 1}, "act: must be an object"),
    ({"act": {"act": "leave", "seat": 2}, "version": 1, "key": "€"}, "key: allowed: at most 64 letters"),
    (
        {"act": {"act": "leave", "seat": 2}, "version": 1, "no_such": 1},
        "no such: not a field of this request",
    ),
    ([1], "request: must be an object"),
)


@pytest.mark.parametrize(("body", "words"), BODIES)
def test_an_invalid_request_says_which_field_and_what_is_allowed(
    seated: Client, body: Any, words: str
) -> None:
    response = seated.post("/api/tables/hcf/commands", json=body)
    assert response.status_code == 400
    assert words in worded(response.json()["error"]["message"])


def test_other_requests_of_a_player_too(seated: Client) -> None:
    for response in (
        seated.post("/api/tables/hcf/commands", content=b"{", headers={"Content-Type": "application/json"}),
        seated.post(
            "/api/tables/hcf/commands", content=b"\xff", headers={"Content-Type": "application/json"}
        ),
        seated.post("/api/tables/hcf/entropy", json={"entropy": ""}),
        seated.get("/api/tables/hcf/events"),
        seated.get("/api/tables/hcf/events", params={"after": "x"}),
        seated.get("/api/rounds", params={"limit": 10**9}),
        seated.post("/api/odds/price", json={"rules": "x" * 100, "wager": "a", "table": "b"}),
    ):
        assert response.status_code == 400, response.text
        worded(response.json()["error"]["message"])


def test_a_socket_words_it_the_same_way(server: Running, seated: Client) -> None:
    with server.socket(seated, "hcf") as line:
        receive(line, "view")
        command = {"type": "command", "id": "1", "version": 1}
        for act, words in (
            ({"act": "bet", "seat": 2, "wagers": {"ante": "x"}}, "wagers: must be a whole number"),
            ({"act": "fly_away"}, "act: this value is not allowed"),
            (None, "act: must be an object"),
        ):
            line.send(json.dumps(command | {"act": act}))
            assert words in worded(receive(line, "error")["error"]["message"])
        line.send("{")
        assert worded(receive(line, "error")["error"]["message"]) == "the request must be valid JSON"


def test_every_pattern_of_a_request_has_words() -> None:
    document = (Path(__file__).parents[2] / "web" / "openapi.json").read_text()
    patterns = {json.loads(found) for found in re.findall(r'"pattern": ("(?:[^"\\]|\\.)*")', document)}
    assert len(patterns) >= 3
    for pattern in patterns:
        words = validation_words(f"Expected `str` matching regex {pattern!r} - at `$.it`")
        assert worded(words).startswith("it: allowed: ")
        assert "another form" not in words
