"""The round as it is corrected before it is resettled."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from croupier.errors import Refusal
from croupier.server.api.resettlement.messages import ResettlementRequest, SeatCorrection
from croupier.server.api.resettlement.resettlement import act_of
from croupier.settlement.round import FOLD, Round, Seat
from croupier.settlement.settle import settle
from tests.table.driver import CHOICES

RULES = "ma/high-card-flush"
DECLARED = Seat(seat=1, wagers={"ante": 1000, "flush_bonus": 500}, decision=FOLD, declared="no_bonus")
RECORD = Round(rules=RULES, choices=CHOICES[RULES], dealer="Kd Qd Td 6h Ah 7c 9c", seats=[DECLARED])


def corrected(**changes: object) -> Round:
    request = ResettlementRequest(
        version=1,
        reason="seen on the tape",
        seats=(SeatCorrection(seat=1, **changes),),  # type: ignore[arg-type]
    )
    return act_of(7, RECORD, request, electronic=False).corrected


def test_a_bonus_wager_that_was_added_needs_the_cards_of_a_declared_fold() -> None:
    assert settle(RECORD).seats[0].net == -1500
    added = {**DECLARED.wagers, "straight_flush_bonus": 500}
    without = corrected(wagers=added)
    assert without.seats[0].declared is UNSET  # "no bonus" was said of the wagers before
    with pytest.raises(Refusal) as refused:
        settle(without)
    assert refused.value.code == "wrong_number_of_cards"
    named = corrected(wagers=added, cards="2s 3s 4s 9h Jh Kc 8d")
    assert settle(named).seats[0].results["straight_flush_bonus"].outcome == "win"


def test_a_declaration_stays_where_no_wager_was_added() -> None:
    larger = corrected(wagers={"ante": 1500, "flush_bonus": 500})
    assert larger.seats[0].declared == "no_bonus"
    assert settle(larger) != settle(RECORD)
    assert settle(larger).seats[0].net == settle(replace(RECORD, seats=larger.seats)).seats[0].net == -2000
