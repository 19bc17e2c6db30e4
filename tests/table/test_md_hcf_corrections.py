"""Maryland High Card Flush: who did what at an electronic table, and corrections."""

import msgspec
import pytest

from croupier.settlement.round import FOLD
from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import Table, correction, electronic, live, resettlement, stacked
from tests.table.md_hcf import (
    ANTE,
    DEALS,
    EVERY,
    MD,
    NOTHING,
    QUALIFIES,
    STRAIGHT,
    contributing,
    finish,
    of,
    only,
    refused,
)

STRONGER = "As Qs Ts 8s 9h 7d 5d"
"""A four-card flush, which beats the dealer's three."""


# ------------------------------------------------------------------------------------------ electronic tables


@pytest.mark.parametrize("deal", DEALS)
def test_an_electronic_table_says_of_peoples_steps_that_they_do_not_apply(deal: str) -> None:
    table = electronic(MD, deal)
    events = table.deal_round({1: EVERY, 2: EVERY})
    assert [event.step for event in of(events, e.StepDone)] == ["progressive_lock"]
    skipped = of(events, e.StepsNotApplicable)
    assert [step for event in skipped for step in event.steps] == [
        *("progressive_collect", "progressive_count", "progressive_inventory"),
        *("stub", "examine", "collect_forfeits", "collect"),
    ]
    racked = {"manual-shoe": "md-hcf-8.F", "hand": "md-hcf-9.B.3", "automated-shoe": "md-hcf-10.B.3.a"}
    clauses = {clause for event in skipped for clause in event.clauses}
    assert {racked[deal], "md-hcf-11.A", "md-hcf-11.C"} <= clauses
    assert {event.role for event in skipped} == {"system"}


@pytest.mark.clause("md-hcf-11.B.4.b", shows="computed")
def test_an_electronic_table_turns_the_cards_itself_and_no_player_does() -> None:
    table = electronic(MD, "hand")
    events = table.deal_round({1: ANTE, 2: ANTE})
    assert [event.role for event in of(events, e.Decided)] == ["player", "player"]
    turned = [event for event in events if isinstance(event, e.Dealt | e.DealerRevealed | e.HandShown)]
    assert [type(event) for event in turned] == [e.Dealt, e.DealerRevealed, e.HandShown, e.HandShown]
    assert {event.role for event in turned} == {"system"}


@pytest.mark.clause("md-hcf-11.B.9.c", shows="refused")
@pytest.mark.clause("md-hcf-11.B.9.c", shows="recorded")
def test_a_progressive_award_of_an_electronic_table_waits_for_its_validation_too() -> None:
    table = electronic(MD, "automated-shoe")
    events = table.deal_round({1: EVERY}, stacked(STRAIGHT, QUALIFIES))
    assert only(events, e.SeatSettled).pending
    (award,) = table.state.pending
    assert refused(table, c.Validate(award=award), "system").code == "role_too_low"
    assert only(table.do(c.Validate(award=award), "floorperson"), e.AwardValidated).paid == 4_000


# ----------------------------------------------------------------------------------------- before settlement


def playing(*hands: str) -> Table:
    """Each seat plays every wager, and was dealt this hand; the last is the dealer's."""
    seats = range(1, len(hands))
    table = Table(contributing("automated-shoe"), "live")
    table.sit(*seats)
    table.start_round(dict.fromkeys(seats, EVERY), stacked(*hands))
    table.until("decide")
    return table


@pytest.mark.clause("md-hcf-11.B.1", shows="refused")
@pytest.mark.clause("md-hcf-11.B.5.d.ii", shows="computed")
def test_a_wrong_entry_is_corrected_by_a_supervisor_before_the_seat_is_settled() -> None:
    table = playing(STRONGER, QUALIFIES)
    fix = correction(1, reason="the dealer keyed a fold", decision="raise", amount=1000)
    assert refused(table, fix, "supervisor").code == "decision_missing"
    table.decide(1, "fold")
    assert refused(table, fix, "floorperson").code == "role_too_low"
    assert refused(table, msgspec.structs.replace(fix, reason=""), "supervisor").code == "reason_missing"
    corrected = only(table.do(fix, "supervisor"), e.Corrected)
    assert corrected.before["decision"] == "fold"
    events = finish(table)
    results = only(events, e.SeatSettled).results
    assert (results["ante"].net, results["raise"].net) == (1000, 1000)
    assert refused(table, fix, "supervisor").code == "not_now"


@pytest.mark.clause("md-hcf-11.B.1", shows="refused")
def test_a_raise_beyond_the_hand_is_found_when_it_is_turned_and_corrected() -> None:
    table = playing(STRONGER, QUALIFIES)
    table.decide(1, "raise", 3000)  # nobody but the player knows the cards yet
    table.until("settle")
    over = refused(table, c.Show(to=1, cards=STRONGER))
    assert over.code == "decision_out_of_bounds"
    assert "md-hcf-11.B.1" in over.clauses
    table.do(correction(1, reason="more than the ante", decision="raise", amount=1000), "supervisor")
    assert only(finish(table), e.SeatSettled).results["raise"].stake == 1000


# ------------------------------------------------------------------------------------------ after settlement


@pytest.mark.clause("md-hcf-11.B.5.d.i", "md-hcf-11.B.5.d.ii", shows="computed")
def test_a_round_is_resettled_and_the_difference_posted() -> None:
    table = live(MD, "automated-shoe", seats=(1, 2))
    table.start_round({1: ANTE, 2: ANTE}, stacked(NOTHING, STRONGER, QUALIFIES))
    settled = only(finish(table), e.RoundSettled)
    assert settled.nets == {1: -2000, 2: 2000}
    first = settled.record.seats[0]
    folded = msgspec.structs.replace(first, decision=FOLD)
    corrected = msgspec.structs.replace(settled.record, seats=[folded, settled.record.seats[1]])
    again = resettlement(1, settled.record, corrected, "seat 1 had folded")
    assert refused(table, again, "floorperson").code == "role_too_low"
    other = msgspec.structs.replace(again, original=corrected)
    assert refused(table, other, "supervisor").code == "unknown_round"
    resettled = only(table.do(again, "supervisor"), e.Resettled)
    assert resettled.differences == {1: 1000, 2: 0}
