"""Rounds that are over: the list agrees with the ledger, each step shows what its viewer could see then."""

import copy
import re
import time
from typing import Any

import msgspec
import pytest

from croupier.server.history import History
from croupier.table.state import State, canonical
from tests.server.rig import Client, Running

FLUSH = "ma/high-card-flush"


def play(server: Running, table: str, players: dict[int, Client], fold: tuple[int, ...] = ()) -> int:
    """A round with a hand for everybody, in which some fold and the others raise the least; its number."""
    hosted = server.house.floor.tables[table]
    round_ = hosted.state.round
    for seat, player in players.items():
        if seat not in hosted.state.players:
            assert player.act(table, act="sit", seat=seat).status_code == 200
    for seat, player in players.items():
        # A hand that has a bonus is not racked when it is folded, but settled and shown.
        wagers = {"ante": 1000} if seat in fold else {"ante": 1000, "flush_bonus": 500}
        assert player.act(table, act="bet", seat=seat, wagers=wagers).status_code == 200
    until = time.monotonic() + 30
    while hosted.state.round == round_:
        assert time.monotonic() < until
        for seat, player in players.items():
            if any(each["act"] == "decide" for each in player.view(table).get("offers", ())):
                act: dict[str, Any] = {"action": "raise", "amount": 1000}
                if seat in fold:
                    act = {"action": "fold"}
                assert player.act(table, act="decide", seat=seat, **act).status_code == 200
        time.sleep(0.02)
    return round_


@pytest.fixture
def played(server: Running) -> tuple[Running, Client, Client, list[int]]:
    """Ann folds and Bob raises, in three rounds."""
    server.table("t", FLUSH, betting_ms=1000, decision_ms=20_000)
    ann, bob = server.player("ann"), server.player("bob")
    numbers = [play(server, "t", {1: ann, 3: bob}, fold=(1,)) for _ in range(3)]
    return server, ann, bob, numbers


Played = tuple[Running, Client, Client, list[int]]


def replayed(client: Client, round_: int, table: str = "t") -> dict[str, Any]:
    told: dict[str, Any] = client.get(f"/api/tables/{table}/rounds/{round_}").raise_for_status().json()
    return told


def hand_of(server: Running, round_: int, seat: int) -> str:
    """The cards of a seat, by the log itself."""
    for record in server.house.floor.ledger.read("table:t"):
        body = msgspec.json.decode(record.body)
        if record.kind == "round_settled.v1" and body["round"] == round_:
            return str(next(each["cards"] for each in body["record"]["seats"] if each["seat"] == seat))
    raise AssertionError


def test_the_list_of_rounds_is_what_the_ledger_says(played: Played) -> None:
    server, ann, _, numbers = played
    told = ann.get("/api/rounds").raise_for_status().json()
    assert [each["round"] for each in told["rounds"]] == numbers[::-1]
    assert told["before"] == 0
    assert {seat["player"] for each in told["rounds"] for seat in each["seats"]} == {ann.person}
    assert 1_000_000 + sum(each["net"] for each in told["rounds"]) == server.balance(f"player:{ann.person}")
    assert {each["staked"] for each in told["rounds"]} == {1000}
    first = ann.get("/api/rounds", params={"limit": 2, "table": "t"}).json()
    rest = ann.get("/api/rounds", params={"limit": 2, "before": first["before"]}).json()
    assert [each["round"] for each in (*first["rounds"], *rest["rounds"])] == numbers[::-1]
    auditor = server.signed_in("auditor")
    every = auditor.get("/api/rounds", params={"table": "t"}).raise_for_status().json()
    assert [len(each["seats"]) for each in every["rounds"]] == [2, 2, 2]
    assert auditor.get("/api/rounds").json()["error"]["code"] == "malformed"
    assert server.signed_in("dealer").get("/api/rounds", params={"table": "t"}).status_code == 403
    assert server.player("cat", 0).get("/api/rounds", params={"table": "t"}).json()["rounds"] == []


def test_a_round_goes_step_by_step_to_what_was_paid(played: Played) -> None:
    _, _, bob, numbers = played
    told = replayed(bob, numbers[1])
    assert (told["round"], told["over"], told["cut"], told["rules"]) == (numbers[1], True, False, FLUSH)
    versions = [each["version"] for each in told["steps"]]
    assert versions == list(range(versions[0], versions[0] + len(versions)))
    assert all(each["view"]["version"] == each["version"] for each in told["steps"])
    assert all("offers" not in each["view"] and "last" not in each["view"] for each in told["steps"])
    assert told["start"]["version"] == versions[0] - 1
    kinds = [each["kind"] for each in told["steps"]]
    for kind in ("bets_closed.v1", "dealt.v1", "decided.v1", "dealer_revealed.v1", "seat_settled.v1"):
        assert kind in kinds
    settled = next(e for e in told["steps"] if e["kind"] == "seat_settled.v1" and e["event"]["seat"] == 3)
    assert settled["clauses"]
    assert "ante" in settled["words"]
    last = told["steps"][kinds.index("round_settled.v1")]
    (listed,) = [e for e in bob.get("/api/rounds").json()["rounds"] if e["round"] == numbers[1]]
    own = next(each for each in last["view"]["seats"] if each["seat"] == 3)
    assert own["net"] == listed["net"]


def test_a_folded_hand_that_nobody_saw_stays_hidden_for_good(played: Played) -> None:
    server, ann, bob, numbers = played
    floorperson, auditor = server.signed_in("floorperson"), server.signed_in("auditor")
    for round_ in numbers:
        folded, other = (set(hand_of(server, round_, seat).split()) for seat in (1, 3))
        for client in (bob, floorperson):
            told = replayed(client, round_)
            shown = _cards(told)
            assert other <= shown, "a replay that shows no card at all proves nothing"
            assert not shown & folded, (folded, shown)
            assert '"order"' not in msgspec.json.encode(told).decode()
            racked = [each for each in told["steps"][-1]["view"].get("seats", ()) if each["seat"] == 1]
            assert all("cards" not in each for each in racked)
        for client in (ann, auditor):
            assert folded <= _cards(replayed(client, round_))
        # Before the dealer's hand is turned, nobody but the watch sees it.
        steps = replayed(bob, round_)["steps"]
        turned = next(n for n, each in enumerate(steps) if each["kind"] == "dealer_revealed.v1")
        dealer = set(steps[turned]["event"]["cards"].split())
        assert not _cards(steps[:turned]) & dealer
        assert dealer <= _cards(replayed(auditor, round_)["steps"][:turned])


def _cards(told: Any) -> set[str]:
    """Every card in an answer, wherever it stands: in events, views and words (but for the word As)."""
    text = re.sub(r"\bAs(?= [a-z])", "", msgspec.json.encode(told).decode().replace("\\n", " "))
    return set(re.findall(r"\b[2-9TJQKA][cdhs]\b", text))


def test_who_was_not_there_is_told_of_no_round(played: Played) -> None:
    server, ann, _, numbers = played
    cat = server.player("cat", 0)
    for client, path in (
        (cat, f"/api/tables/t/rounds/{numbers[0]}"),
        (ann, "/api/tables/t/rounds/999999"),
        (ann, "/api/tables/none/rounds/1"),
    ):
        assert client.get(path).status_code == 404
    assert server.signed_in("dealer").get(f"/api/tables/t/rounds/{numbers[0]}").status_code == 403
    assert ann.get("/api/tables/t/rounds/0").status_code == 400


def test_the_log_tells_the_same_as_memory_does(played: Played) -> None:
    server, _, _, numbers = played
    hosted = server.house.floor.tables["t"]
    from_memory = {each: server.house.history.steps(hosted, each) for each in numbers}
    recent = hosted.recent.copy()
    hosted.recent.clear()
    try:
        for cold in (History(server.house.floor.ledger), server.house.history):
            for round_ in (*numbers[::-1], *numbers):
                told = cold.steps(hosted, round_)
                assert [step.version for step in told] == [step.version for step in from_memory[round_]]
                for one, other in zip(told, from_memory[round_], strict=True):
                    assert canonical(_without_order(one.after)) == canonical(_without_order(other.after))
        assert cold.steps(hosted, 10**6) == []
    finally:
        hosted.recent.extend(recent)


def _without_order(state: State) -> State:
    """The log never has the order of the deck, memory has it while it lasts."""
    return msgspec.structs.replace(state, order=())


def test_what_was_decided_later_is_told_with_the_round(played: Played) -> None:
    server, _, bob, numbers = played
    ledger = server.house.floor.ledger
    record = next(
        msgspec.json.decode(each.body)
        for each in ledger.read("table:t")
        if each.kind == "round_settled.v1" and msgspec.json.decode(each.body)["round"] == numbers[0]
    )["record"]
    supervisor = server.signed_in("supervisor")
    corrected = copy.deepcopy(record)
    for seat in corrected["seats"]:
        if seat["seat"] == 3:
            seat["wagers"]["flush_bonus"] = 600
    reason = "the bonus was $6"
    act = {
        "act": "resettle",
        "round": numbers[0],
        "original": record,
        "corrected": corrected,
        "reason": reason,
    }
    asked = supervisor.act("t", **act)
    assert asked.status_code == 200, asked.text
    told = replayed(bob, numbers[0])
    (later,) = told["later"]
    assert later["kind"] == "resettled.v1"
    assert reason in later["words"]
    assert replayed(bob, numbers[1])["later"] == []
