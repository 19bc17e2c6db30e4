"""High Card Flush in Massachusetts and New Jersey: a progressive hand, from the turned cards to the reset."""

import pytest

from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.events import AnyEvent
from tests.table.driver import Table, electronic, live, stacked
from tests.table.ma_nj_hcf import (
    ANTE,
    BOTH,
    DEALER,
    EVERY,
    OTHER,
    STRAIGHT_4,
    STRAIGHT_6,
    STRAIGHT_7,
    all_of,
    money,
    of,
    one,
    refused,
)

PROGRESSIVE = {**ANTE, "progressive": 100}
TEN_PER_CENT = 100_000
QUIET = "2c 3d 4h 6s 7d 8c 9h"


def _paid(name: str, cards: str) -> tuple[Table, tuple[AnyEvent, ...]]:
    """A live table whose only player has raised, and what happened when the cards were turned."""
    table = live(name)
    table.start_round({1: PROGRESSIVE}, stacked(cards, DEALER))
    table.until("settle")
    return table, table.do(c.Show(to=1, cards=cards))


@pytest.mark.clause(
    "ma-hcf-9.e.2.iii.s2",
    "ma-hcf-12.f.indicate",
    "nj-hcf-38.10.e.2.iii.s2",
    "nj-hcf-38.12.f.indicate",
    shows="computed",
)
@BOTH
def test_a_progressive_hand_is_left_face_up_and_its_player_and_hand_are_entered(name: str) -> None:
    table, events = _paid(name, STRAIGHT_6)
    shown, settled = one(events, e.HandShown), one(events, e.SeatSettled)
    assert events.index(shown) < events.index(settled)
    assert of(name, "9.e.2.iii.s2", "12.e.face-up", "12.f.indicate") <= set(settled.clauses)
    (award,) = settled.awards
    assert (award.seat, settled.player, award.row) == (1, "p1", "six-card straight flush")
    (pending,) = table.state.pending.values()
    assert (pending.player, pending.hand, pending.paid) == ("p1", "six-card straight flush", TEN_PER_CENT)


@pytest.mark.clause("ma-hcf-12.f.source", "nj-hcf-38.12.f.source", shows="computed")
@BOTH
@pytest.mark.parametrize(
    ("cards", "paid", "meter"),
    [(STRAIGHT_7, 1_000_000, "main"), (STRAIGHT_6, TEN_PER_CENT, "main"), (STRAIGHT_4, 5_000, "")],
)
def test_a_share_of_the_meter_is_not_paid_from_the_table_inventory(
    name: str, cards: str, paid: int, meter: str
) -> None:
    table, events = _paid(name, cards)
    settled = one(events, e.SeatSettled)
    (award,) = settled.awards
    assert (award.paid, award.meter) == (paid, meter)
    # A share comes off the meter and waits for its papers; a fixed amount is paid at the table.
    assert settled.pending == bool(meter)
    assert [each.paid for each in table.state.pending.values()] == ([paid] if meter else [])
    assert of(name, "12.f.source") <= set(settled.clauses)


@pytest.mark.clause("ma-hcf-12.f.verify", "nj-hcf-38.12.f.verify", shows="refused")
@pytest.mark.clause("ma-hcf-12.f.verify", "nj-hcf-38.12.f.verify", shows="recorded")
@BOTH
def test_the_share_is_verified_before_it_is_paid(name: str) -> None:
    table, _ = _paid(name, STRAIGHT_6)
    (award,) = table.state.pending
    refused(table, c.Validate(award=award), "role_too_low", "player", "p1")
    refused(table, c.Validate(award="1.2"), "not_now", "floorperson")
    done = one(table.do(c.Validate(award=award), "floorperson"), e.AwardValidated)
    assert of(name, "12.f.verify", "12.e.documentation") <= set(done.clauses)
    assert (done.player, done.paid) == ("p1", TEN_PER_CENT)
    refused(table, c.Validate(award=award), "not_now", "floorperson")


@pytest.mark.clause("ma-hcf-12.f.verify", "nj-hcf-38.12.f.verify", shows="refused")
@BOTH
def test_the_dealer_verifies_and_a_floorperson_releases_the_share(name: str) -> None:
    """The document names nobody who releases it: readings MA-45 and NJ-45."""
    table, _ = _paid(name, STRAIGHT_6)
    (award,) = table.state.pending
    refused(table, c.Validate(award=award), "role_too_low", "dealer")


@pytest.mark.clause("ma-hcf-12.f.verify", "nj-hcf-38.12.f.verify", shows="refused")
@pytest.mark.clause("ma-hcf-12.f.verify", "nj-hcf-38.12.f.verify", shows="recorded")
@BOTH
def test_an_invalid_share_is_rejected_with_a_reason(name: str) -> None:
    table, _ = _paid(name, STRAIGHT_6)
    (award,) = table.state.pending
    refused(table, c.Reject(award=award, reason=""), "reason_missing", "floorperson")
    rejected = one(table.do(c.Reject(award=award, reason="a card was wrong"), "floorperson"), e.AwardRejected)
    assert rejected.paid == TEN_PER_CENT
    assert not table.state.pending


@pytest.mark.clause("ma-hcf-12.e.documentation", "nj-hcf-38.12.e.documentation", shows="refused")
@pytest.mark.clause("ma-hcf-12.e.documentation", "nj-hcf-38.12.e.documentation", shows="recorded")
@BOTH
def test_the_hand_stays_until_its_papers_are_complete_and_only_then_the_system_is_reset(name: str) -> None:
    table, _ = _paid(name, STRAIGHT_6)
    waits = refused(table, c.Perform(step="collect"), "award_pending")
    assert of(name, "12.e.documentation") <= set(waits.clauses)
    (award,) = table.state.pending
    table.do(c.Validate(award=award), "floorperson")
    table.do(c.Perform(step="collect"))
    assert table.step == "progressive_reset"


@pytest.mark.clause("ma-hcf-12.e.pay", "nj-hcf-38.12.e.pay", shows="computed")
@BOTH
def test_a_fixed_award_is_paid_at_once_and_the_cards_are_collected(name: str) -> None:
    table, events = _paid(name, STRAIGHT_4)
    settled = one(events, e.SeatSettled)
    assert money(settled.results)["progressive"] == ("win", 5_000, 0)
    assert of(name, "12.e.face-up", "12.e.pay") <= set(settled.clauses)
    table.do(c.Perform(step="collect"))
    assert table.step == "progressive_reset"


@BOTH
def test_after_the_cards_are_collected_the_progressive_system_is_reset_for_the_next_round(name: str) -> None:
    table, _ = _paid(name, STRAIGHT_4)
    refused(table, c.Perform(step="progressive_reset"), "not_now")
    table.do(c.Perform(step="collect"))
    refused(table, c.Shuffle(), "not_now")
    events = table.do(c.Perform(step="progressive_reset"))
    assert of(name, "12.f.reset-system") <= set(one(events, e.StepDone).clauses)
    one(events, e.RoundEnded)
    assert table.step == "shuffle"


@pytest.mark.clause("ma-hcf-9.e.2.iii.s1", "nj-hcf-38.10.e.2.iii.s1", shows="computed")
@BOTH
def test_a_hand_without_any_payout_is_collected_at_once(name: str) -> None:
    table, events = _paid(name, QUIET)
    settled = one(events, e.SeatSettled)
    assert set(money(settled.results).values()) == {("lose", 0, 0)}
    assert of(name, "12.d") <= set(settled.clauses)
    assert not of(name, "12.e.face-up", "12.f.indicate") & set(settled.clauses)
    assert (settled.awards, settled.pending, table.step) == ((), False, "collect")


@pytest.mark.clause(
    "ma-hcf-12.f.order", "ma-hcf-12.f.meter", "nj-hcf-38.12.f.order", "nj-hcf-38.12.f.meter", shows="computed"
)
@BOTH
def test_of_two_winners_the_one_farthest_to_the_right_is_paid_first(name: str) -> None:
    table = electronic(name)
    other = "9h 8h 7h 6h 5h 4h 2s"
    table.start_round({1: EVERY, 4: EVERY}, stacked(STRAIGHT_6, other, DEALER.replace("8h 7h", "8c 7c")))
    table.decide(1, "raise", 1000)
    events = table.decide(4, "raise", 1000)
    awards = [(event.seat, event.awards[0].paid) for event in all_of(events, e.SeatSettled)]
    assert awards == [(4, 100_000), (1, 90_000)]


@pytest.mark.clause("ma-hcf-11.f.reset", "nj-hcf-38.11.f.reset", shows="computed")
@BOTH
def test_the_floor_is_alerted_when_the_whole_meter_leaves_less_than_it_started_with(name: str) -> None:
    _, events = _paid(name, STRAIGHT_7)
    (alert,) = one(events, e.SeatSettled).alerts
    assert (alert.alert, alert.seat) == ("meter_below_initial", 1)
    assert of(name, "11.f.reset") <= set(alert.clauses)


@BOTH
def test_an_electronic_table_resets_its_system_itself(name: str) -> None:
    table = electronic(name)
    table.start_round({1: PROGRESSIVE}, stacked(OTHER, DEALER))
    events = table.decide(1, "raise", 1000)
    reset = next(event for event in all_of(events, e.StepDone) if event.step == "progressive_reset")
    assert reset.role == "system"
    assert events.index(reset) < events.index(one(events, e.RoundEnded))
