"""Massachusetts Four Card Poker: a wrong entry put right before settlement, a dispute after it (10(f))."""

import msgspec
import pytest

from croupier.table import events as e
from tests.table.driver import Table, correction, live, resettlement
from tests.table.ma_fcp import ANTE, NAME, of, refused


def _decided(wagers: dict[int, dict[str, int]]) -> Table:
    table = live(NAME, "hand")
    table.start_round(wagers)
    table.until("reveal")
    return table


@pytest.mark.clause("ma-fcp-6.a.1", "ma-fcp-10.b.s2", shows="refused")
def test_a_supervisor_corrects_a_wrong_entry_for_a_reason_and_within_the_rules() -> None:
    table = _decided({1: ANTE})
    right = correction(1, reason="misread chips", wagers={"ante": 500})
    refused(table, "role_too_low", right)
    refused(table, "role_too_low", right, "floorperson")
    refused(table, "reason_missing", correction(1, reason=" ", wagers={"ante": 500}), "supervisor")
    too_much = correction(1, reason="misread chips", decision="play", amount=3001)
    assert "ma-fcp-10.b.s2" in refused(table, "decision_out_of_bounds", too_much, "supervisor")
    low = correction(1, reason="misread chips", wagers={"ante": 2000})  # beside a play wager of 1000
    assert "ma-fcp-10.b.s2" in refused(table, "decision_out_of_bounds", low, "supervisor")
    (corrected,) = of(e.Corrected, table.do(right, "supervisor"))
    assert (corrected.before, corrected.after) == ({"wagers": "ante $10"}, {"wagers": "ante $5"})
    table.until("collect")
    (settled,) = of(e.SeatSettled, table.log)
    assert {name: result.stake for name, result in settled.results.items()} == {"ante": 500, "play": 1000}
    refused(table, "not_now", right, "supervisor")


@pytest.mark.clause("ma-fcp-10.b.s1", shows="refused")
def test_an_ante_that_was_overlooked_comes_with_its_decision() -> None:
    table = _decided({1: ANTE, 2: {"aces_up": 500}})
    alone = correction(2, reason="overlooked", wagers={"ante": 1000})
    refused(table, "decision_missing", alone, "supervisor")
    both = correction(2, reason="overlooked", wagers={"ante": 1000}, decision="play", amount=2000)
    table.do(both, "supervisor")
    table.until("collect")
    settled = {event.seat: event.results for event in of(e.SeatSettled, table.log)}
    assert {name: result.stake for name, result in settled[2].items()} == {"ante": 1000, "play": 2000}


@pytest.mark.clause("ma-fcp-10.f", shows="computed")
def test_a_disputed_round_is_rebuilt_from_its_record_and_the_difference_posted() -> None:
    table = live(NAME, "hand")
    table.deal_round({1: {"ante": 1000, "aces_up": 500}})
    (settled,) = of(e.RoundSettled, table.log)
    original = settled.record
    seat = original.seats[0]
    corrected = msgspec.structs.replace(
        original, seats=[msgspec.structs.replace(seat, cards="Ac Ad Ah As 2c")], dealer="Kc Qd 9h 7s 4c 3d"
    )
    resettle = resettlement(1, original, corrected, "cards misread")
    refused(table, "role_too_low", resettle, "floorperson")
    forged = resettlement(1, corrected, corrected, "cards misread")
    refused(table, "unknown_round", forged, "supervisor")
    (again,) = of(e.Resettled, table.do(resettle, "supervisor"))
    # Ante 1000, play 1000, the ante's bonus 25 to 1 and aces up 50 to 1, instead of what was paid before.
    assert again.differences == {1: 1000 + 1000 + 25_000 + 25_000 - settled.nets[1]}
    assert (again.record, again.players) == (corrected, {1: "p1"})
    assert settled in table.log  # the original stays
