"""The review of finished rounds: exact costs of decisions, luck and skill apart, nothing of other hands."""

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from croupier.odds.advice import advice
from croupier.odds.protocol import solver_for
from croupier.submission.practice import practice_rules
from tests.server.rig import Client, Running, running
from tests.server.test_history_api import FLUSH, Played, three_rounds
from tests.server.test_practice_api import HOLDEM, dealt


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """Ann folds and Bob raises, in three rounds; looking back changes nothing."""
    place = tmp_path_factory.mktemp("review")
    with running(f"sqlite:///{place / 'ledger.db'}", place / "keys") as here:
        yield three_rounds(here)


def answered(client: Client, path: str) -> dict[str, Any]:
    """The answer, once it is computed."""
    until = time.monotonic() + 60
    while True:
        told: dict[str, Any] = client.get(path).raise_for_status().json()
        if told["state"] != "working":
            assert told["state"] == "done", told
            return told
        assert time.monotonic() < until
        time.sleep(0.1)


def test_each_decision_of_a_round_costs_what_advice_says_and_the_result_is_divided(played: Played) -> None:
    _, ann, bob, numbers = played
    house = practice_rules(FLUSH).house
    best_of_all = solver_for(house.rules).optimal(house)
    for client, seat, action in ((ann, 1, "fold"), (bob, 3, "raise_1x")):
        for number in numbers:
            (mine,) = answered(client, f"/api/tables/t/rounds/{number}/review")["seats"]
            assert (mine["seat"], mine["ante"]) == (seat, 1000)
            (decision,) = mine["decisions"]
            values = advice(house, mine["cards"]).values
            assert decision["action"] == action
            assert Fraction(decision["cost_exact"]) == max(values.values()) - values[action]
            assert {each["action"]: Fraction(each["exact"]) for each in decision["actions"]} == values
            cost = float(max(values.values()) - values[action])
            grade = (
                "best"
                if not cost
                else "inaccuracy"
                if cost < 0.05
                else "mistake"
                if cost < 0.25
                else "blunder"
            )
            assert decision["grade"] == grade
            result = mine["result"]
            assert result["optimal"] == pytest.approx(float(1000 * best_of_all))
            assert result["mistakes"] == pytest.approx(1000 * cost)
            assert result["net"] == pytest.approx(
                result["optimal"] + result["side_bets"] - result["mistakes"] + result["luck"]
            )


def test_the_session_adds_up_its_rounds_and_names_the_dearest_mistakes(played: Played) -> None:
    _, ann, _, numbers = played
    told = answered(ann, "/api/review")
    assert (told["rounds"], told["left_out"], told["decisions"]) == (len(numbers), 0, len(numbers))
    each = [answered(ann, f"/api/tables/t/rounds/{number}/review")["seats"][0] for number in numbers]
    for name in ("staked", "net", "optimal", "side_bets", "mistakes", "luck"):
        assert told["result"][name] == pytest.approx(sum(one["result"][name] for one in each))
    costs = [mistake["decision"]["cost_cents"] for mistake in told["mistakes"]]
    made = [one["decisions"][0]["cost_cents"] for one in each]
    assert costs == sorted((cost for cost in made if cost), reverse=True)
    assert sum(told["grades"].values()) == len(numbers)
    assert told["grades"]["best"] == made.count(0)


def test_the_value_of_a_hand_is_shown_to_nobody_else(played: Played) -> None:
    server, ann, bob, (number, *_) = played
    path = f"/api/tables/t/rounds/{number}/review"
    assert [each["seat"] for each in answered(ann, path)["seats"]] == [1]
    assert [each["seat"] for each in answered(bob, path)["seats"]] == [3]
    eve = server.player("eve")
    assert eve.get(path).json()["error"]["code"] == "unknown_round"
    assert answered(eve, "/api/review")["rounds"] == 0
    for name, role in (("flo", "floorperson"), ("sue", "supervisor"), ("dea", "dealer")):
        server.person(name, role)
        assert server.signed_in(name).get(path).json()["error"]["code"] == "role_too_low"
    server.person("aud", "auditor")
    auditor = server.signed_in("aud")
    assert [each["seat"] for each in answered(auditor, path)["seats"]] == [1, 3]
    assert auditor.get("/api/review").json()["error"]["code"] == "role_too_low"


def test_a_round_that_is_not_over_is_not_reviewed(server: Running) -> None:
    """Three streets: the decisions before the river are priced only once the round has ended."""
    server.table("u", HOLDEM, betting_ms=1000, decision_ms=20_000, demo=False)
    ann = server.player("ann")
    dealt(ann, "u", {"ante": 1000, "blind": 1000})
    path = "/api/tables/u/rounds/1/review"
    assert ann.get(path).json()["error"]["code"] == "unknown_round"
    for action in ("check", "check", "fold"):
        until = time.monotonic() + 20
        while not any(each["act"] == "decide" for each in ann.view("u").get("offers", ())):
            assert time.monotonic() < until
            time.sleep(0.02)
        assert ann.act("u", act="decide", seat=3, action=action).status_code == 200
    while server.house.floor.tables["u"].state.round == 1:
        time.sleep(0.02)
    (mine,) = answered(ann, path)["seats"]
    assert [each["action"] for each in mine["decisions"]] == ["check", "check", "fold"]
    house = practice_rules(HOLDEM).house
    for each, shown in zip(mine["decisions"], (0, 3, 5), strict=True):
        assert len(each["board"].split()) == shown
        values = advice(house, mine["cards"], each["board"]).values
        assert Fraction(each["cost_exact"]) == max(values.values()) - values[each["action"]]
