"""Long readings and computations hold nobody up: own threads, a worker, and a quota for who asks."""

import threading
import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from croupier.floor.reports import hold, hold_by_period
from croupier.floor.reports.sheets import activity
from croupier.server.api.history import routes as history
from croupier.server.api.history.rounds import History
from croupier.server.api.odds.prices import Bet
from croupier.server.api.reports import background_odds
from croupier.submission.check import NotToml, check_text
from tests.server.rig import Running
from tests.server.test_history_api import play

FLUSH = "ma/high-card-flush"


def at_once(number: int, work: Callable[[], Any]) -> list[Any]:
    """The results of so many threads."""
    found: list[Any] = []
    threads = [threading.Thread(target=lambda: found.append(work())) for _ in range(number)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(60)
    return found


def test_a_players_rounds_are_found_through_their_postings(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.table("t", FLUSH, betting_ms=1000, decision_ms=20_000)
    ann, bob = server.player("ann"), server.player("bob")
    mine = [play(server, "t", {1: ann, 3: bob}, fold=(1,))]
    play(server, "t", {3: bob})
    mine.append(play(server, "t", {1: ann, 3: bob}, fold=(1,)))

    def everybodys(*_: object) -> None:
        raise AssertionError("the rounds of everybody are read")

    monkeypatch.setattr(History, "settled", everybodys)
    for query in ({"table": "t"}, {}):
        told = ann.get("/api/rounds", params=query).raise_for_status().json()
        assert [each["round"] for each in told["rounds"]] == mine[::-1]
        assert {seat["player"] for each in told["rounds"] for seat in each["seats"]} == {ann.person}
    first = ann.get("/api/rounds", params={"limit": 1}).json()
    rest = ann.get("/api/rounds", params={"limit": 5, "before": first["before"]}).json()
    assert [each["round"] for each in (*first["rounds"], *rest["rounds"])] == mine[::-1]
    staked = sum(each["net"] for each in told["rounds"])
    assert 1_000_000 + staked == server.balance(f"player:{ann.person}")


def test_one_reader_does_not_hold_up_the_others(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty long readings filled every thread of the server; sessions now have threads of their own."""
    real = history._rounds

    def slowly(*args: Any) -> Any:
        time.sleep(1.0)
        return real(*args)

    monkeypatch.setattr(history, "_rounds", slowly)
    reader, other = server.player("reader"), server.player("other")
    done: list[float] = []

    def others() -> None:
        time.sleep(0.3)
        for _ in range(5):
            began = time.monotonic()
            other.get("/api/session").raise_for_status()
            done.append(time.monotonic() - began)

    beside = threading.Thread(target=others)
    beside.start()
    started = time.monotonic()
    answers = at_once(60, lambda: reader.get("/api/rounds", params={"table": "hcf"}))
    reading = time.monotonic() - started
    beside.join(60)
    codes = [each.status_code for each in answers]
    assert set(codes) == {200, 429}
    # One that ends makes room for another, so that on a slow machine a few more get in.
    assert server.house.settings.readings <= codes.count(200) < len(codes) / 2
    assert max(done) < reading / 2, "a session waited for the reader's readings"


def test_prices_are_computed_by_a_worker(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def here(*_: object, **__: object) -> None:
        raise AssertionError("it is computed on the event loop")

    monkeypatch.setattr(Bet, "priced", here)
    client = server.client()
    for wager, table in (("flush_bonus", "A"), ("progressive", "A")):
        asked = {"rules": FLUSH, "wager": wager, "table": table}
        for _ in range(60):
            answer = client.post("/api/odds/price", json=asked)
            if answer.status_code != 202:
                break
        assert answer.status_code == 200, answer.text
        assert answer.json()["price"]["wager"] == wager


def test_a_report_of_an_unpriced_game_solves_nothing_in_its_request(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(*_: object) -> None:
        raise AssertionError("a game is solved inside a request")

    for module in (hold, hold_by_period, activity):
        monkeypatch.setattr(module, "exact_odds", here)
    monkeypatch.setattr(background_odds, "PATIENCE", 0.0)
    ann = server.player("ann")
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    ann.act("hcf", act="bet", seat=1, wagers={"ante": 1000}).raise_for_status()
    server.signed_in("dealer").act("hcf", act="close_bets").raise_for_status()
    ann.act("hcf", act="decide", seat=1, action="fold").raise_for_status()
    auditor = server.signed_in("auditor")
    told = auditor.get("/api/hold").raise_for_status().json()
    (table,) = told["tables"]
    assert (told["pending"], table["win"], table["theoretical"]) == (True, 1000, None)
    assert "being computed" in table["unpriced"]
    assert auditor.get("/api/hold/periods").raise_for_status().json()["pending"] is True
    sheet = auditor.get("/api/reports/tables").raise_for_status().json()
    assert "being computed" in sheet["notes"][-1]
    rules = server.house.floor.tables["hcf"].state.at.house
    assert server.house.slow.known("house_odds", key=msgspec.json.encode(rules)) is not None


@pytest.mark.parametrize("key", [".".join(["a"] * 20_000), "[" + "a." * 20_000 + "b]", '"a".' * 9_000 + "a"])
def test_keys_of_many_parts_are_refused_at_once(server: Running, key: str) -> None:
    """Forty kilobytes of them took a thread of the server for eight seconds and more."""
    began = time.process_time()
    with pytest.raises(NotToml, match="a key of over 100 parts"):
        check_text(f"{key} = 1")
    assert time.process_time() - began < 1
    refused = server.signed_in("administrator").post("/api/submissions/check", json={"text": f"{key} = 1"})
    assert refused.json()["error"]["code"] == "submission_unreadable"
