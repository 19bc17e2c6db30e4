"""The law runs from its data: each test changes one datum and sees settlement and advice change."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from croupier.cards import set_of
from croupier.games import game
from croupier.games.high_card_flush.solver.solution import advise
from croupier.games.ultimate_texas_holdem.solver import solution as ultimate
from croupier.rulebook.catalog import rule_set
from croupier.settlement.json_lines import settle_line
from croupier.settlement.prepared_rules import prepared
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from tests.rulebook.mutations import Mutation, ruled_by

MA = "ma/high-card-flush"
UTH = "ma/ultimate-texas-holdem"
EIGHT_HIGH = "2d 3d 8d 4c 5h 6s Kc"


def flush(dealer: str, cards: str, raised: int = 1000) -> dict[str, Any]:
    """Ante and raise of one seat, settled."""
    seat = {"seat": 3, "cards": cards, "wagers": {"ante": 1000}, "decision": {"raise": raised}}
    line = msgspec.json.encode({"rules": MA, "dealer": dealer, "seats": [seat]})
    answer: dict[str, Any] = msgspec.json.decode(settle_line(line)[0])
    return answer["seats"][0]["results"] if "seats" in answer else answer


def test_an_eight_high_qualifier_is_paid_and_advised_by() -> None:
    cards = "Ts 7s 4s 2h 3h Jc Qc"
    nine = advise(house_rules(MA, Choices()), set_of(cards))
    assert flush(EIGHT_HIGH, cards)["raise"]["outcome"] == "push"
    with ruled_by(Mutation(MA, ("facts", "settlement", "dealer_least", "value"), "8s 3s 2s")):
        assert flush(EIGHT_HIGH, cards)["raise"]["outcome"] == "win"
        eight = advise(house_rules(MA, Choices()), set_of(cards))
    assert eight["raise_1x"] != nine["raise_1x"]
    assert eight["fold"] == nine["fold"] == -1


@pytest.mark.parametrize(
    ("rules", "least", "said"),
    [
        (MA, "8s 3s 2s", "a three-card flush, eight high,"),
        (MA, "8s 4s 2s", "a three-card flush, 8-4-2,"),
        (MA, "Ks 2s", "a two-card flush, king high,"),
        (UTH, "5s 5h Kd", "a pair of fives (5s 5h Kd)"),
    ],
)
def test_the_felt_states_the_dealers_exact_qualifier(rules: str, least: str, said: str) -> None:
    with ruled_by(Mutation(rules, ("facts", "settlement", "dealer_least", "value"), least)):
        qualifies = game(rules.partition("/")[2]).felt.qualifies
        assert qualifies is not None
        assert f"Dealer needs {said} to qualify" in qualifies(rule_set(rules))


@pytest.mark.parametrize("least", ["Ts 2s", "Ks Qs Js 9s", "9s 7s 4s"])
def test_a_qualifier_of_any_length_is_counted_as_it_is_settled(least: str) -> None:
    """The exact law of the dealer's hand against a sample of hands settled one by one."""
    from random import Random

    from croupier.games.high_card_flush.settle import situation_of
    from croupier.games.high_card_flush.solver.dealer_law import DEALER_HANDS, dealer_law
    from croupier.hands.flush import flush_strength

    source, needed = Random(f"least {least}"), flush_strength(set_of(least))
    for player in ("Ts 7s 4s 2h 3h Jc Qc", "9c 8d 6d 5h 4h 3s 2c", "As Qs Js 9s 2h 3c 8d"):
        held = set_of(player)
        strength, left = flush_strength(held), [card for card in range(52) if not held >> card & 1]
        law = dealer_law(held, strength, needed)
        assert sum(law) == DEALER_HANDS
        counts = [0, 0, 0, 0]
        for _ in range(4000):
            dealer = flush_strength(sum(1 << card for card in source.sample(left, 7)))
            counts[{1: 0, 2: 1, 4: 2, 3: 3}[situation_of(strength, dealer, 0, needed)]] += 1
        for counted, exact in zip(counts, law, strict=True):
            chance = exact / DEALER_HANDS
            assert abs(counted / 4000 - chance) <= 5 * (chance * (1 - chance) / 4000) ** 0.5 + 1e-3


@pytest.mark.parametrize(("outcome", "net"), [("win", 1000), ("lose", -1000), ("push", 0)])
def test_a_tie_is_settled_as_the_rules_say(outcome: str, net: int) -> None:
    with ruled_by(Mutation(MA, ("settlement", "ante", "tie", "outcome"), outcome)):
        settled = flush("Ad Kd 9d 4c 5h 6s Kc", "As Ks 9s 4h 2h 3c Jc")
    assert (settled["ante"]["outcome"], settled["ante"]["net"]) == (outcome, net)


def test_a_tie_that_loses_costs_the_advised_player() -> None:
    cards, board = set_of("2c 3d"), set_of("As Ks Qs Js Ts")
    before = ultimate.advise(house_rules(UTH, Choices()), cards, board)
    assert before == {"fold": -2, "play_1x": 0}
    with ruled_by(Mutation(UTH, ("settlement", "play", "tie", "outcome"), "lose")):
        after = ultimate.advise(house_rules(UTH, Choices()), cards, board)
    assert after == {"fold": -2, "play_1x": -1}


@pytest.mark.parametrize(("order", "seats"), [("counterclockwise", [6, 4, 1]), ("clockwise", [1, 4, 6])])
def test_seats_are_paid_in_the_direction_that_the_rules_state(order: str, seats: list[int]) -> None:
    """The limit of the round cuts the seat that is paid last."""
    hands = {1: "As Ks 9s 4s 2h 3c Jd", 4: "Ah Kh 9h 4h 2s 3d Jc", 6: "Ac Kc 9c 4c 2d 3h Js"}
    bonus = {"ante": 1000, "flush_bonus": 10_000}
    line = {
        "rules": MA,
        "choices": {"flush_bonus": "A", "aggregate_limit": {"amount": 25_000, "per": "round"}},
        "dealer": "5d 6d 7d 8h Td Qh 2c",
        "seats": [
            {"seat": seat, "cards": cards, "wagers": bonus, "decision": {"raise": 1000}}
            for seat, cards in hands.items()
        ],
    }
    with ruled_by(Mutation(MA, ("facts", "settlement", "order", "value"), order)):
        settled: dict[str, Any] = msgspec.json.decode(settle_line(msgspec.json.encode(line))[0])
    assert settled["order"] == [seat["seat"] for seat in settled["seats"]] == seats
    paid = [seat["results"]["flush_bonus"]["paid"] for seat in settled["seats"]]
    assert paid == [10_000, 10_000, 5_000]


def test_the_dealer_who_does_not_qualify_is_settled_as_the_rules_say() -> None:
    with ruled_by(Mutation(MA, ("settlement", "raise", "dealer_not_qualified", "outcome"), "win")):
        settled = flush(EIGHT_HIGH, "Ts 7s 4s 2h 3h Jc Qc")
    assert settled["raise"]["paid"] == 1000


def test_the_least_raise_is_that_of_the_rules() -> None:
    cards = "Ks Qs Js 9s 8s 2h 3c"
    assert flush(EIGHT_HIGH, cards, 1000)["raise"]["stake"] == 1000
    most = ("facts", "decision", "raise_most", "value")
    with (
        ruled_by(Mutation(MA, most, [2, 2, 2, 2, 4, 4])),
    ):
        assert list(advise(house_rules(MA, Choices()), set_of("Ks Qs Js 9s 8s 7s 3c"))) == [
            "fold",
            "raise_1x",
            "raise_2x",
            "raise_3x",
            "raise_4x",
        ]
        assert flush(EIGHT_HIGH, cards, 2000)["raise"]["stake"] == 2000
    with ruled_by(Mutation(MA, ("facts", "decision", "raise_least", "value"), 2)):
        refused = flush(EIGHT_HIGH, cards)["error"]
    assert refused["code"] == "rules_unusable"
    assert "facts.decision.raise_least: 2; allowed: from 1 to" in refused["message"]


def test_a_situation_that_the_rules_leave_out_is_one_clear_line() -> None:
    with ruled_by(Mutation(MA, ("settlement", "ante", "tie"), None)):
        refused = flush(EIGHT_HIGH, "Ts 7s 4s 2h 3h Jc Qc")["error"]
    assert refused["code"] == "rules_unusable"
    assert "settlement.ante.tie: missing; allowed: win, lose or push" in refused["message"]


@pytest.mark.parametrize("who", ["tie", "dealer_higher"])
def test_a_blind_that_no_row_can_pay_cannot_win(who: str) -> None:
    """Below a pair no hand is on a row of the blind's table: a win there would be a push."""
    situation = f"{who}_dealer_not_qualified"
    hands = {"tie": ("As Kd", "Ac Kh"), "dealer_higher": ("As Qd", "Ac Kh")}[who]
    seat = {"seat": 1, "cards": hands[0], "wagers": {"ante": 500, "blind": 500}, "decision": {"play": 500}}
    line = msgspec.json.encode({"rules": UTH, "dealer": hands[1], "board": "2c 5d 7h 9s Jc", "seats": [seat]})
    answers = []
    for outcome in ("push", "lose", "win"):
        with ruled_by(Mutation(UTH, ("settlement", "blind", situation, "outcome"), outcome)):
            answers.append(msgspec.json.decode(settle_line(line)[0]))
    assert [each["seats"][0]["results"]["blind"]["outcome"] for each in answers[:2]] == ["push", "lose"]
    assert f"settlement.blind.{situation}: win; allowed: lose or push" in answers[2]["error"]["message"]


def test_a_document_without_an_ante_bonus_pays_none() -> None:
    house = house_rules("ma/four-card-poker", Choices())
    bare = replace(
        house, tables={name: table for name, table in house.tables.items() if name != "ante_bonus"}
    )
    assert set(prepared(house).automatic) == {"ante_bonus"}
    assert prepared(bare).automatic == {}
