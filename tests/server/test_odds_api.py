"""Odds over the wire: the figures are those of the exact functions; bad input is one line with its code."""

import time
from fractions import Fraction
from typing import Any

import httpx
import pytest

from croupier.money import parse_award
from croupier.odds.advice import advice
from croupier.odds.price import main_odds
from croupier.odds.side_bets import price_bet, printed_tables
from croupier.odds.subject import subject_of_rules
from croupier.rulebook.loader import rule_set_names
from croupier.submission.house import HouseTable
from croupier.submission.practice import PRACTICE
from tests.server.rig import Client, Running

FLUSH, HOLDEM, FOUR = "ma/high-card-flush", "ma/ultimate-texas-holdem", "ma/four-card-poker"


def when_done(client: Client, path: str, **query: Any) -> dict[str, Any]:
    """Ask until it is no longer working."""
    until = time.monotonic() + 120
    while True:
        response = client.get(path, params=query)
        told: dict[str, Any] = response.raise_for_status().json()
        if told["state"] != "working":
            assert response.status_code == 200
            return told
        assert response.status_code == 202
        assert time.monotonic() < until, told
        time.sleep(0.2)


def refused(response: httpx.Response, status: int, code: str) -> str:
    """The one line that says why."""
    error = response.json()["error"]
    assert (response.status_code, error["code"]) == (status, code), error
    assert "\n" not in error["message"]
    return str(error["message"])


def test_rule_sets_are_told_whole_to_whoever_comes(server: Running) -> None:
    told = server.client().get("/api/odds/rules").raise_for_status().json()
    assert [each["rules"] for each in told] == list(rule_set_names())
    holdem = next(each for each in told if each["rules"] == HOLDEM)
    assert (holdem["player_cards"], holdem["boards"], holdem["heat_map"]) == (2, [0, 3, 5], True)
    for rules in told:
        for wager in rules["wagers"]:
            assert wager["tables"], (rules["rules"], wager["wager"])
            for table in wager["tables"]:
                assert table["clauses"], (rules["rules"], wager["wager"], table["name"])
    flush = next(each for each in told if each["rules"] == FLUSH)
    bonus = next(each for each in flush["wagers"] if each["wager"] == "flush_bonus")
    assert [table["name"] for table in bonus["tables"] if table["chosen"]] == ["A"]
    assert bonus["priced"] is True
    blank = next(w for w in flush["wagers"] if w["wager"] == "straight_flush_bonus")["tables"][-1]
    assert (blank["name"], blank["operator_sets"], {row["pays"] for row in blank["rows"]}) == (
        "G",
        True,
        {""},
    )


@pytest.mark.parametrize(("rules", "wager"), [(FLUSH, "flush_bonus"), (HOLDEM, "trips"), (FOUR, "aces_up")])
def test_printed_tables_are_priced_as_the_odds_price_them(server: Running, rules: str, wager: str) -> None:
    house = subject_of_rules(rules).house
    client = server.client()
    for name, table in printed_tables(house.rules, wager).items():
        asked = {"rules": rules, "wager": wager, "table": name}
        told = client.post("/api/odds/price", json=asked).raise_for_status().json()
        exact = price_bet(house, wager, table)
        assert Fraction(told["ev"]) == exact.net.mean
        assert told["house_edge"] == told["printed_edge"] == float(exact.house_edge)
        assert told["std_dev"] == exact.net.standard_deviation
        assert told["hit_rate"] == float(exact.hit_rate)
        assert told["changed"] == []
        assert sum(row["contribution"] for row in told["rows"]) == pytest.approx(1 + float(exact.net.mean))
        assert {row["row"]: row["count"] for row in told["rows"] if row["pays"]} == {
            row: level.count for row, level in exact.levels.items()
        }


def test_a_changed_cell_moves_the_edge_exactly_and_at_once(server: Running) -> None:
    house = subject_of_rules(FLUSH).house
    printed = printed_tables(house.rules, "flush_bonus")["A"]
    top = printed.rows[0]
    better = HouseTable("A", printed.rows, (parse_award("999 to 1"), *printed.awards[1:]), printed.clauses)
    client = server.client()
    asked = {"rules": FLUSH, "wager": "flush_bonus", "table": "A", "pays": {top: "999 to 1"}}
    told = client.post("/api/odds/price", json=asked).raise_for_status().json()
    assert Fraction(told["ev"]) == price_bet(house, "flush_bonus", better).net.mean
    assert told["changed"] == [top]
    assert told["house_edge"] < told["printed_edge"]
    # A row that pays nothing is left out: its hands are paid by no other row of this ladder above it.
    without = client.post("/api/odds/price", json={**asked, "pays": {top: ""}}).json()
    assert without["house_edge"] > told["printed_edge"]
    assert without["rows"][0]["count"] == 0
    began = time.perf_counter()
    for _ in range(20):
        client.post("/api/odds/price", json=asked).raise_for_status()
    assert (time.perf_counter() - began) / 20 < 0.05


def test_a_table_without_figures_is_priced_by_the_ones_given(server: Running) -> None:
    asked = {"rules": FLUSH, "wager": "straight_flush_bonus", "table": "G"}
    rows = next(
        wager["rows"]
        for each in server.client().get("/api/odds/rules").json()
        if each["rules"] == FLUSH
        for wager in each["wagers"]
        if wager["wager"] == "straight_flush_bonus"
    )
    empty = server.client().post("/api/odds/price", json=asked).raise_for_status().json()
    assert (empty["house_edge"], empty["printed_edge"]) == (1.0, None)
    pays = dict.fromkeys(rows, "$250")
    one = server.client().post("/api/odds/price", json={**asked, "pays": pays, "stake": 100}).json()
    two = server.client().post("/api/odds/price", json={**asked, "pays": pays, "stake": 200}).json()
    assert one["house_edge"] < two["house_edge"]


def test_what_cannot_be_priced_is_refused_in_a_line(server: Running) -> None:
    client = server.client()

    def price(**asked: Any) -> httpx.Response:
        body = {"rules": FLUSH, "wager": "flush_bonus", "table": "A", **asked}
        return client.post("/api/odds/price", json=body)

    assert FLUSH in refused(price(rules="ma/poker"), 404, "unknown_rules")
    assert "flush_bonus" in refused(price(wager="ante"), 409, "unknown_wager")
    refused(price(table="Z"), 409, "unknown_table")
    refused(price(pays={"royal": "3 to 1"}), 409, "odds_rows")
    row = server.client().get("/api/odds/rules").json()[1]["wagers"][2]["rows"][0]
    for text in ("lots", "-3 to 1", "10% of main", "9999999 to 1"):
        refused(price(pays={row: text}), 409, "odds_unreadable")
    refused(price(policies={"no": "such"}), 409, "unknown_policy")
    refused(price(stake=0), 400, "malformed")
    refused(price(wrong=1), 400, "malformed")


def test_the_game_is_solved_in_the_background(server: Running) -> None:
    client = server.player("ann", 0)
    refused(server.client().get("/api/odds/game", params={"rules": FLUSH}), 401, "not_signed_in")
    told = when_done(client, "/api/odds/game", rules=FLUSH)
    exact = main_odds(subject_of_rules(FLUSH).house)
    odds = told["odds"]
    assert Fraction(odds["ev"]) == exact.net.mean
    assert odds["element_of_risk"] == float(exact.element_of_risk)
    assert odds["decisions"] == {name: float(share) for name, share in exact.decisions.items()}
    assert sum(odds["decisions"].values()) == pytest.approx(1)
    described = when_done(client, "/api/odds/strategy", rules=FLUSH)["strategy"]
    assert described["ev"] == odds["ev"]
    assert described["flush_borders"]


def test_the_heat_map_and_advice_are_exact(server: Running) -> None:
    client = server.player("ann", 0)
    told = when_done(client, "/api/odds/heat-map", rules=HOLDEM)
    assert [len(row) for row in told["grid"]] == [13] * 13
    house = subject_of_rules(HOLDEM).house
    cell = told["grid"][0][1]
    exact = advice(house, "As Ks").values
    assert cell["hand"] == "AKs"
    assert {each["action"]: Fraction(each["exact"]) for each in cell["actions"]} == exact
    refused(client.get("/api/odds/heat-map", params={"rules": FLUSH}), 404, "unknown_rules")
    for rules, cards, board, up in (
        (HOLDEM, "As Ks", "", ""),
        (HOLDEM, "2s 2h", "Kd Qc 7h 7s 3d", ""),
        (FLUSH, "Ts 8s 6s 2d 3d 4c 5c", "", ""),
    ):
        found = when_done(client, "/api/odds/advise", rules=rules, cards=cards, board=board, up=up)
        wanted = advice(subject_of_rules(rules).house, cards, board, up)
        assert {each["action"]: Fraction(each["exact"]) for each in found["actions"]} == wanted.values
        assert (found["best"], found["stage"], found["hand"]) == (wanted.best, wanted.stage, wanted.hand)
        assert [each["cost"] for each in found["actions"] if each["best"]] == [0.0]


def test_cards_that_are_no_decision_are_refused_in_a_line(server: Running) -> None:
    client = server.player("ann", 0)
    for query in (
        {"rules": HOLDEM, "cards": "As"},
        {"rules": HOLDEM, "cards": "As As"},
        {"rules": HOLDEM, "cards": "Zz Ks"},
        {"rules": HOLDEM, "cards": "As Ks", "board": "As 2d 3c"},
        {"rules": HOLDEM, "cards": "As Ks", "board": "2d"},
        {"rules": FLUSH, "cards": "As Ks", "board": ""},
        {"rules": FOUR, "cards": "As Ks 2d 3d 4d"},
    ):
        message = refused(client.get("/api/odds/advise", params=query), 422, "cards_unusable")
        assert "--" not in message
    refused(client.get("/api/odds/advise", params={"rules": "x", "cards": "As"}), 404, "unknown_rules")


def test_a_par_sheet_is_made_and_submissions_are_kept_from_players(server: Running) -> None:
    client = server.player("ann", 0)
    refused(client.get("/api/odds/report.json", params={"rules": "x"}), 404, "unknown_rules")
    assert when_done(client, "/api/odds/report", rules=FLUSH, form="json")["state"] == "done"
    sheet = client.get("/api/odds/report.json", params={"rules": FLUSH}).raise_for_status()
    assert sheet.headers["content-disposition"].endswith('filename="par-ma-high-card-flush.json"')
    assert sheet.json()["rules"] == FLUSH
    named = {"submission": "ma-high-card-flush"}
    refused(client.get("/api/odds/report", params=named), 403, "role_too_low")
    supervisor = server.signed_in("supervisor")
    assert when_done(supervisor, "/api/odds/report", form="json", **named)["state"] == "done"
    own = supervisor.get("/api/odds/report.json", params=named).raise_for_status().json()
    assert own["operator"] == "Croupier practice"
    assert "Croupier practice" in PRACTICE[FLUSH]
    refused(supervisor.get("/api/odds/game", params={"submission": "no"}), 404, "unknown_submission")


def test_a_child_that_dies_is_started_again(server: Running) -> None:
    client = server.player("ann", 0)
    query = {"rules": FLUSH, "cards": "Ts 8s 6s 2d 3d 4c 5c"}
    when_done(client, "/api/odds/advise", **query)
    child = server.house.quick._child
    assert child is not None
    child.kill()
    child.wait()
    again = when_done(client, "/api/odds/advise", rules=FLUSH, cards="Ts 8s 5s 2d 3d 4c 5c")
    assert again["state"] == "done"
    assert server.house.quick._child is not child
