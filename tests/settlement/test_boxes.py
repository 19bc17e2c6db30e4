"""One player on several boxes: refused where the document forbids it, or settled as played and listed."""

from typing import Any

import msgspec
import pytest

from croupier.settlement.json_lines import settle_line
from tests.naive.settle import naive_settle

HANDS = {
    1: "As Ks 9s 4s 2h 3c Jd",
    2: "Ah Kh 9h 4h 2s 3d Jc",
    3: "Ac Kc 9c 4c 2d 3h Js",
    4: "Qs 8s 7s 5s Th 6h 5d",
    5: "Qh 8h 7h 5h Td 6c 6s",
    6: "Qc 8c 7c 5c Tc 7d 6d",
}
SHORT = {seat: " ".join(cards.split()[:2]) for seat, cards in HANDS.items()}
FIVE = {seat: " ".join(cards.split()[:5]) for seat, cards in HANDS.items()}

FLUSH = {"choices": {"flush_bonus": "A"}, "dealer": "2c 9d 8d Ad Kd Qd Jh"}
RULES: dict[str, dict[str, Any]] = {
    "ma/high-card-flush": FLUSH,
    "nj/high-card-flush": FLUSH,
    "md/high-card-flush": FLUSH,
    "ma/ultimate-texas-holdem": {"dealer": "9d 8d", "board": "Ad Kd Qd Jh 2c"},
    "ma/four-card-poker": {"dealer": "9d 8d Ad Kd Qd Jh"},
}
CLAUSE = {
    "ma/high-card-flush": "ma-hcf-6.e",
    "nj/high-card-flush": "nj-hcf-38.6.e",
    "md/high-card-flush": "md-hcf-7.G",
    "ma/ultimate-texas-holdem": "ma-uth-12",
    "ma/four-card-poker": "ma-fcp-6.e",
}
MOST = {
    "ma/high-card-flush": 3,
    "nj/high-card-flush": 3,
    "md/high-card-flush": 6,
    "ma/ultimate-texas-holdem": 1,
    "ma/four-card-poker": 2,
}

document = pytest.mark.parametrize(
    "rules",
    [pytest.param(name, marks=pytest.mark.clause(cited, shows="refused")) for name, cited in CLAUSE.items()],
)


def line(rules: str, *seats: int, **more: Any) -> dict[str, Any]:
    """A round in which Ann plays these seats."""
    hands, wagers, decision = HANDS, {"ante": 500}, {"raise": 500}
    if rules.endswith("holdem"):
        hands, wagers, decision = SHORT, {"ante": 500, "blind": 500}, {"play": 500}
    elif rules.endswith("four-card-poker"):
        hands, decision = FIVE, {"play": 500}
    played = [
        {"seat": seat, "cards": hands[seat], "wagers": wagers, "decision": decision, "player": "Ann"}
        for seat in seats
    ]
    return {"rules": rules, **RULES[rules], "seats": played, **more}


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(settle_line(msgspec.json.encode(asked))[0])
    return found


@document
def test_a_player_on_as_many_adjacent_boxes_as_allowed_is_settled(rules: str) -> None:
    settled = answer(line(rules, *range(1, MOST[rules] + 1)))
    assert len(settled["seats"]) == MOST[rules]
    assert "breaches" not in settled


@pytest.mark.clause("ma-hcf-6.e", "nj-hcf-38.6.e", "ma-uth-12", "ma-fcp-6.e", shows="refused")
@pytest.mark.parametrize("rules", [name for name, most in MOST.items() if most < 6])
def test_a_player_on_one_box_too_many_is_refused(rules: str) -> None:
    error = answer(line(rules, *range(1, MOST[rules] + 2)))["error"]
    assert (error["code"], error["clauses"]) == ("too_many_boxes", [CLAUSE[rules]])


@document
def test_a_player_on_boxes_apart_is_refused(rules: str) -> None:
    error = answer(line(rules, 2, 4))["error"]
    assert error["code"] == ("too_many_boxes" if MOST[rules] == 1 else "not_adjacent")
    assert error["clauses"] == [CLAUSE[rules]]
    assert "Ann" in error["message"]


@document
def test_a_round_settled_as_played_lists_the_breach_and_pays_what_happened(rules: str) -> None:
    asked = line(rules, 5, 2, 4, 1, as_played=True)
    settled = answer(asked)
    codes = ["not_adjacent"] if MOST[rules] == 6 else ["too_many_boxes", "not_adjacent"]
    assert [each["code"] for each in settled["breaches"]] == codes
    assert {clause for each in settled["breaches"] for clause in each["clauses"]} == {CLAUSE[rules]}
    wanted = naive_settle(asked)
    assert [(seat["seat"], seat["net"]) for seat in settled["seats"]] == [
        (seat["seat"], seat["net"]) for seat in wanted["seats"]
    ]
    lawful = [{**seat, "player": str(seat["seat"])} for seat in asked["seats"]]
    alone = answer({**line(rules, 5), "seats": lawful})
    assert alone["seats"] == settled["seats"], "without envy the breach changes no money"


@document
def test_as_played_excuses_nothing_else(rules: str) -> None:
    twice = line(rules, 1, as_played=True)
    twice["seats"] *= 2
    assert answer(twice)["error"]["code"] == "duplicate_seat"
    assert answer(line(rules, 1, as_played=True))["breaches"] == []
    assert answer(line(rules, 1, as_played="yes"))["error"]["code"] == "malformed"


@document
def test_players_without_names_are_not_taken_for_one(rules: str) -> None:
    asked = line(rules, 1, 3, 5, 6)
    for seat in asked["seats"]:
        del seat["player"]
    assert "error" not in answer(asked)
