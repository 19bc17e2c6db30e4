"""The door of the live table: meters to the unit, awards in the order in which they were paid."""

import random
from typing import Any

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.jackpot.meters import UNIT, MeterAward
from croupier.settlement.json_lines import read_round
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Round
from croupier.settlement.settle import settle, settle_at
from croupier.submission.choices import house_rules
from tests.naive.rounds import RULES, random_round

SEVEN = "2s 3s 4s 5s 6s 7s 8s"
SIX = "2h 3h 4h 5h 6h 7h Kd"
FIVE = "2d 3d 4d 5d 6d Kh 9c"


def _round(cards: dict[int, str], rules: str = "ma/high-card-flush", **more: Any) -> Round:
    seats = [
        {
            "seat": seat,
            "cards": hand,
            "wagers": {"ante": 1000, "progressive": 100},
            "decision": {"raise": 1000},
        }
        for seat, hand in cards.items()
    ]
    line = {
        "rules": rules,
        "choices": {"progressive": "A"},
        "dealer": "9d Tc Jh Qs Kc Ac 2c",
        "seats": seats,
    }
    return msgspec.convert(line | more, Round)


def _settle_at(game_round: Round, meters: dict[str, int] | None, **more: Any) -> Any:
    return settle_at(
        prepared(house_rules(game_round.rules, game_round.choices)), game_round, meters=meters, **more
    )


METERS = {"main": 2_000_000 * UNIT + 5_000, "secondary": 30_000 * UNIT + 6_000}


@pytest.mark.clause(
    "ma-hcf-12.f.order", "ma-hcf-11.f.deduct", "ma-hcf-11.f.reset", "ma-hcf-12.e.pay", shows="computed"
)
def test_the_far_right_is_paid_first_and_the_next_from_what_is_left() -> None:
    settled = _settle_at(_round({5: SIX, 3: SEVEN, 1: FIVE}), METERS)
    left = METERS["main"] - 200_000 * UNIT
    assert settled.awards == (
        MeterAward(5, "six-card straight flush", "main", 1_000, 200_000, stood=METERS["main"]),
        MeterAward(3, "seven-card straight flush", "main", 10_000, 1_800_000, 0, True, left),
        MeterAward(1, "five-card straight flush", "", 0, 25_000),
    )
    # two fractions of a cent make one whole cent
    assert settled.meters == {"main": 30_001 * UNIT + 1_000, "secondary": 0}
    assert settled.settlement.meters == {"main": 30_001, "secondary": 0}


@pytest.mark.clause("ma-hcf-12.f.order-option", "nj-hcf-38.12.f.order-option", shows="computed")
@pytest.mark.parametrize("rules", ["ma/high-card-flush", "nj/high-card-flush"])
def test_internal_procedures_may_replace_the_order(rules: str) -> None:
    game_round = _round({5: SIX, 3: SEVEN, 1: FIVE}, rules)
    settled = _settle_at(game_round, METERS, progressive_order=[3, 2])
    assert [(award.seat, award.paid) for award in settled.awards] == [
        (3, 2_000_000),
        (5, 3_000),
        (1, 25_000),
    ]
    assert settled.settlement.order == [5, 3, 1]
    paid = {seat.seat: seat.results["progressive"].paid for seat in settled.settlement.seats}
    assert paid == {award.seat: award.paid for award in settled.awards}
    assert [list(seat.results) for seat in settled.settlement.seats] == [["ante", "raise", "progressive"]] * 3


@pytest.mark.clause("md-hcf-12.E.3", "md-hcf-12.E.2.b.i", shows="computed")
def test_fresh_seed_is_reported() -> None:
    settled = _settle_at(_round({5: SEVEN, 3: SIX}, "md/high-card-flush"), {"main": 4_000_000 * UNIT + 1})
    assert [(award.seat, award.paid, award.reseeded) for award in settled.awards] == [
        (5, 4_000_000, 3_000_000 * UNIT),
        (3, 300_000, 0),
    ]
    assert settled.meters == {"main": 2_700_000 * UNIT + 1}


@pytest.mark.clause("ma-hcf-11.f.contribution", shows="computed")
def test_contributions_of_a_void_round_are_left_to_the_link() -> None:
    game_round = _round({3: SEVEN}, irregularity="ma-hcf-13.c")
    meters = {"main": 50 * UNIT, "secondary": 50 * UNIT}
    settled = _settle_at(game_round, meters)
    assert settled.meters == meters
    assert settled.awards == ()
    cents = msgspec.structs.replace(game_round, meters={"main": 50, "secondary": 50})
    assert settle(cents).meters == {"main": 26, "secondary": 48}


def test_meters_are_checked() -> None:
    for meters, code in (
        (None, "meters_missing"),
        ({"main": UNIT}, "meters_missing"),
        ({"main": -1, "secondary": 0}, "bad_amount"),
        ({"main": 1, "secondary": 1, "mega": 1}, "unknown_meter"),
    ):
        with pytest.raises(Refusal) as refused:
            _settle_at(_round({3: SEVEN}), meters)
        assert refused.value.code == code
    assert METERS == {"main": 2_000_000 * UNIT + 5_000, "secondary": 30_000 * UNIT + 6_000}


@pytest.mark.parametrize("rules", RULES)
def test_settle_and_settle_at_agree(rules: str) -> None:
    source = random.Random(rules)
    for _ in range(400):
        game_round = read_round(msgspec.json.encode(random_round(rules, source)))
        if game_round.irregularity or any(seat.irregularity for seat in game_round.seats):
            continue
        wanted = settle(game_round)
        for order in ((), tuple(wanted.order)):
            got = _settle_at(game_round, None, progressive_order=order)
            assert (got.settlement.seats, got.settlement.meters) == (wanted.seats, wanted.meters)
            assert set(got.settlement.readings) == set(wanted.readings)
        won = [
            seat.results["progressive"].paid
            for seat in wanted.seats
            if "progressive" in seat.results and seat.results["progressive"].outcome == "win"
        ]
        assert [award.paid for award in got.awards] == won
