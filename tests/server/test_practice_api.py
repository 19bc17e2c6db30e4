"""Practice: a decision is valued from what its player sees, its cost is entered, live tables give no aid."""

import time
from fractions import Fraction
from typing import Any

import httpx
import pytest

from croupier.odds.advice import advice
from croupier.odds.subject import subject_of_rules
from croupier.submission.practice import practice_rules
from croupier.table.redaction.view import view
from croupier.table.state import Viewer
from tests.server.rig import Client, Running

FLUSH, HOLDEM, FOUR = "ma/high-card-flush", "ma/ultimate-texas-holdem", "ma/four-card-poker"


def dealt(client: Client, table: str, wagers: dict[str, int], seat: int = 3) -> dict[str, Any]:
    """Sit, bet, close the bets by waiting; the view when it is this player's turn to decide."""
    if not any(each["player"] == client.person for each in client.view(table).get("seats", ())):
        assert client.act(table, act="sit", seat=seat).status_code == 200
    assert client.act(table, act="bet", seat=seat, wagers=wagers).status_code == 200
    until = time.monotonic() + 20
    while True:
        shown = client.view(table)
        if any(offer["act"] == "decide" for offer in shown.get("offers", ())):
            return shown
        assert time.monotonic() < until
        time.sleep(0.05)


def practised(client: Client, table: str) -> dict[str, Any]:
    """The answer, once it is computed."""
    until = time.monotonic() + 60
    while True:
        told: dict[str, Any] = client.get(f"/api/practice/{table}").raise_for_status().json()
        if all(each["state"] == "done" for each in told["decisions"]):
            return told
        assert time.monotonic() < until, told
        time.sleep(0.1)


@pytest.mark.parametrize(
    ("rules", "wagers"),
    [(FLUSH, {"ante": 1000}), (HOLDEM, {"ante": 1000, "blind": 1000}), (FOUR, {"ante": 1000})],
)
def test_a_decision_is_valued_and_its_cost_entered(
    server: Running, rules: str, wagers: dict[str, int]
) -> None:
    server.table("t", rules, betting_ms=1000, demo=False)
    ann = server.player("ann")
    shown = dealt(ann, "t", wagers)
    (seat,) = shown["seats"]
    up = shown["dealer"].get("cards", "") if rules == FOUR else ""
    exact = advice(practice_rules(rules).house, seat["cards"], shown.get("board", ""), up)
    told = practised(ann, "t")
    assert told["allowed"] is True
    (decision,) = told["decisions"]
    assert (decision["seat"], decision["street"], decision["ante"]) == (3, exact.stage, 1000)
    offered = {each["action"]: Fraction(each["exact"]) for each in decision["choices"]}
    assert offered == exact.values
    assert [each["action"] for each in decision["choices"] if each["best"]] == [exact.best]
    assert told["score"] == []
    # The worst of them, and then the account says what it cost.
    worst = min(decision["choices"], key=lambda each: each["value"])
    act: dict[str, Any] = {"act": "decide", "seat": 3, "action": worst["act"]}
    if worst["amount"]:
        act["amount"] = worst["amount"]
    assert ann.act("t", **act).status_code == 200
    after = ann.get("/api/practice/t").raise_for_status().json()
    cost = exact.values[exact.best] - exact.values[worst["action"]]
    assert after["last"]["cost"] == pytest.approx(float(cost))
    assert after["last"]["cost_cents"] == pytest.approx(float(cost * 1000))
    assert after["last"]["best"] == exact.best
    (line,) = after["score"]
    assert (line["rules"], line["street"], line["decisions"], line["right"]) == (
        rules,
        exact.stage,
        1,
        int(not cost),
    )
    # It is entered once, however often one asks, and belongs to this session alone.
    assert ann.get("/api/practice/t").json()["score"] == after["score"]
    assert server.signed_in("ann").get("/api/practice-score").json() == {"score": [], "last": []}
    assert ann.post("/api/practice-score/clear").status_code == 200
    assert ann.get("/api/practice-score").json()["score"] == []


def asked_to_decide(player: Client, table: str) -> list[int]:
    return [each["seat"] for each in player.view(table).get("offers", ()) if each["act"] == "decide"]


def test_only_ones_own_decision_is_valued(server: Running) -> None:
    server.table("t", FLUSH, betting_ms=1000)
    players = {1: server.player("ann"), 3: server.player("bob")}
    for seat, player in players.items():
        assert player.act("t", act="sit", seat=seat).status_code == 200
    for seat, player in players.items():
        assert player.act("t", act="bet", seat=seat, wagers={"ante": 1000}).status_code == 200
    watcher = server.player("cat", 0)
    for _ in players:
        until = time.monotonic() + 20
        while not any(due := {seat: asked_to_decide(each, "t") for seat, each in players.items()}.values()):
            assert time.monotonic() < until
            time.sleep(0.05)
        assert sorted(map(len, due)) == [0, 1]
        state = server.house.floor.tables["t"].state
        for seat, player in players.items():
            decisions = practised(player, "t")["decisions"]
            assert [each["seat"] for each in decisions] == asked_to_decide(player, "t")
            own = view(state, Viewer("player", player.person))
            cards = next(each.cards for each in own.seats if each.seat == seat)
            for each in decisions:
                exact = advice(subject_of_rules(FLUSH).house, cards)
                assert {c["action"]: Fraction(c["exact"]) for c in each["choices"]} == exact.values
        assert watcher.get("/api/practice/t").json()["decisions"] == []
        whose = next(seat for seat, each in players.items() if asked_to_decide(each, "t"))
        assert players[whose].act("t", act="decide", seat=whose, action="fold").status_code == 200


def test_no_aid_at_a_live_table_nor_where_the_house_has_none(server: Running) -> None:
    server.table("live", FLUSH, mode="live")
    server.table("strict", FLUSH, aids=False, betting_ms=1000)
    ann = server.player("ann")
    live = ann.get("/api/practice/live").raise_for_status().json()
    assert (live["allowed"], live["decisions"]) == (False, [])
    assert "live" in live["why"]
    dealt(ann, "strict", {"ante": 1000})
    strict = ann.get("/api/practice/strict").raise_for_status().json()
    assert (strict["allowed"], strict["decisions"]) == (False, [])
    assert ann.get("/api/practice/none").status_code == 404


def question(client: Client, **query: str) -> dict[str, Any]:
    """A drill, once there is one."""
    until = time.monotonic() + 60
    while True:
        told: dict[str, Any] = client.get("/api/drill", params=query).raise_for_status().json()
        if told["state"] == "done":
            return told
        assert told["state"] == "working"
        assert time.monotonic() < until
        time.sleep(0.1)


def judged(client: Client, answer: dict[str, Any]) -> httpx.Response:
    until = time.monotonic() + 60
    while (response := client.post("/api/drill", json=answer)).status_code == 202:
        assert time.monotonic() < until
        time.sleep(0.1)
    return response


@pytest.mark.parametrize(
    ("rules", "street"), [(FLUSH, ""), (HOLDEM, "preflop"), (HOLDEM, "river"), (FOUR, "")]
)
def test_the_drill_asks_close_decisions_and_judges_them_exactly(
    server: Running, rules: str, street: str
) -> None:
    ann = server.player("ann", 0)
    asked = question(ann, rules=rules, street=street)
    again = question(ann, rules=rules, street=street)
    assert asked["cards"] != again["cards"]
    exact = advice(subject_of_rules(rules).house, asked["cards"], asked["board"], asked["up"])
    assert asked["choices"] == list(exact.values)
    assert asked["street"] == exact.stage
    assert float(exact.values[exact.best]) - sorted(map(float, exact.values.values()))[-2] < 0.5
    answer = {key: asked[key] for key in ("rules", "cards", "board", "up")}
    wrong = next(action for action in exact.values if action != exact.best)
    told = judged(ann, {**answer, "action": wrong}).raise_for_status().json()
    assert (told["best"], told["right"]) == (exact.best, False)
    assert told["cost"] == pytest.approx(float(exact.values[exact.best] - exact.values[wrong]))
    right = judged(ann, {**answer, "action": exact.best}).raise_for_status().json()
    assert (right["right"], right["cost"]) == (True, 0.0)
    (line,) = right["score"]
    assert (line["decisions"], line["right"]) == (2, 1)
    refused = judged(ann, {**answer, "action": "dance"}).json()["error"]
    assert refused["code"] == "decision_unclear"


def test_a_drill_of_nothing_is_refused_in_a_line(server: Running) -> None:
    ann = server.player("ann", 0)
    for query, code in (
        ({"rules": "x"}, "unknown_rules"),
        ({"rules": FLUSH, "street": "flop"}, "unknown_street"),
    ):
        response = ann.get("/api/drill", params=query)
        assert (response.status_code, response.json()["error"]["code"]) == (404, code)
    bad = {"rules": FLUSH, "cards": "As", "action": "fold"}
    assert judged(ann, bad).json()["error"]["code"] == "cards_unusable"
