"""Massachusetts Ultimate, sections 10(f) to (i) and 13: reveal, settlement from the right, Cover All.

Besides: what an electronic table records of steps that only people perform, and mistakes put right.
"""

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import Table, correction, electronic, live, resettlement
from tests.table.ma_uth import (
    ALL,
    DEALER,
    DEALS,
    MAIN,
    NAME,
    arranged,
    by_deal,
    of,
    one,
    played,
    refused,
)

TRIPS = MAIN | {"trips": 500}
COVER_ALL = MAIN | {"cover_all": 500}
FULL_HOUSE = {1: 12, 2: 8, 3: 6, 4: 5, 5: 4, 6: 4}
"""Cover All odds of a full house by the number of players: columns 2 to 7 count the dealer too."""
SPARE = ["4c 5d", "6h 7s", "8c 9d", "Th 4s", "5c 6d", "7h 8s"]


def _nets(settled: e.SeatSettled) -> dict[str, int]:
    return {name: result.net for name, result in settled.results.items()}


# -------------------------------------------------------------------------------------------------- reveal


@by_deal
@pytest.mark.clause("ma-uth-10.f.s2", shows="computed")
def test_the_dealer_reveals_after_everybody_has_folded_or_played_and_announces_the_hand(deal: str) -> None:
    table = live(NAME, deal, seats=(1, 2))
    deck = arranged(deal, {1: "2c 7d", 2: "3c 8d"}, "Kh Qd", "Ks Qc 9h 4s 5d")
    table.start_round({1: MAIN, 2: MAIN}, deck)
    show = c.Show(to=DEALER, cards="Kh Qd")
    table.until("final_decision", lambda offer: ("check", 0))
    refused("not_now", table.do, show)
    table.decide(1, "play", 1000)
    refused("not_now", table.do, show)
    table.decide(2, "fold")
    table.do(c.Perform(step="stub"))
    refused("not_now", table.do, c.Show(to=1, cards="2c 7d"))
    refused("wrong_number_of_cards", table.do, c.Show(to=DEALER, cards="Kh"))
    refused("duplicate_card", table.do, c.Show(to=DEALER, cards="Kh Ks"))
    revealed = one(table.do(show), e.DealerRevealed)
    assert (revealed.cards, revealed.hand) == ("Kh Qd", "two pair, kings and queens")
    assert revealed.says == "Dealer has two pair, kings and queens"
    assert {"ma-uth-10.f.s1", "ma-uth-10.f.s2"} <= set(revealed.clauses)
    refused("not_now", table.do, show)


@pytest.mark.parametrize(
    ("cards", "hand"),
    [("2c 3d", "straight"), ("Kd 3d", "straight"), ("Kd Ac", "straight")],
    ids=["none of two", "one of two", "both"],
)
@pytest.mark.clause("ma-uth-10.f.s2", shows="computed")
def test_the_dealers_hand_is_the_best_five_of_seven(cards: str, hand: str) -> None:
    # Reading UTH-15: not three community cards in every case.
    table = electronic(NAME, "manual-shoe")
    table.deal_round({1: MAIN}, arranged("", {1: "4c 4d"}, cards, "9h Th Jc Qs 8d"))
    assert hand in one(table.log, e.DealerRevealed).says


# ---------------------------------------------------------------------------------------------- settlement


@by_deal
@pytest.mark.clause("ma-uth-10.h.s1", shows="refused")
@pytest.mark.clause("ma-uth-10.h.s1", "ma-uth-10.h.s2", "ma-uth-10.g", shows="computed")
def test_players_are_settled_one_at_a_time_from_the_far_right(deal: str) -> None:
    hands = {2: "2c 7d", 4: "Ac 8d", 6: "Ah As"}
    table = live(NAME, deal, seats=tuple(hands))
    deck = arranged(deal, hands, "Kh Kd", "Qs Tc 9h 4s 5d")
    table.start_round(dict.fromkeys(hands, TRIPS), deck)
    table.until("settle")
    order = (6, 4, 2)
    for place, seat in enumerate(order):
        for other in (*order[:place], *order[place + 1 :]):
            refused("not_now", table.do, c.Show(to=other, cards=hands[other]))
        events = table.do(c.Show(to=seat, cards=hands[seat]))
        shown, settled = one(events, e.HandShown), one(events, e.SeatSettled)
        assert shown.seat == settled.seat == seat
        assert shown.says == f"Player has {shown.hand}"
        assert {"ma-uth-10.h.s1", "ma-uth-10.h.s2", "ma-uth-10.h.s3"} <= set(settled.clauses)
        assert list(settled.results) == ["ante", "blind", "play", "trips"]
        # Its cards are collected at once: they are neither turned nor corrected any more.
        refused("not_now", table.do, c.Show(to=seat, cards=hands[seat]))
        refused("not_now", table.do, correction(seat, reason="x", cards=hands[seat]), "supervisor")
    results = {event.seat: _nets(event) for event in of(table.log, e.SeatSettled)}
    assert results[6] == {"ante": 1000, "blind": 0, "play": 3000, "trips": -500}
    assert results[4] == results[2] == {"ante": -1000, "blind": -1000, "play": -3000, "trips": -500}


@by_deal
@pytest.mark.clause("ma-uth-1.round", shows="refused")
@pytest.mark.clause("ma-uth-10.i", shows="computed")
def test_the_cards_are_collected_after_the_last_wager_and_the_round_is_over(deal: str) -> None:
    table = live(NAME, deal, seats=(1, 2))
    table.start_round({1: MAIN, 2: MAIN})
    while table.step != "collect":
        refused("not_now", table.do, c.Perform(step="collect"))
        table.perform_next()
    assert [event.seat for event in of(table.log, e.SeatSettled)] == [2, 1]
    assert not of(table.log, e.RoundEnded)
    events = table.do(c.Perform(step="collect"))
    assert {"ma-uth-10.i", "ma-uth-10.h.s3"} <= set(one(events, e.StepDone).clauses)
    ended = one(events, e.RoundEnded)
    assert ended.round == 1
    assert "ma-uth-1.round" in ended.clauses
    table.open_up()
    assert table.state.round == 2


@pytest.mark.clause("ma-uth-10.i", shows="computed")
def test_a_round_is_recorded_so_that_every_hand_can_be_rebuilt() -> None:
    hands = {1: "2c 7d", 2: "Ac 8d", 3: "Ah As"}
    table = live(NAME, "manual-shoe", seats=(1, 2, 3))
    deck = arranged("manual-shoe", hands, "Kh Kd", "Qs Tc 9h 4s 5d")
    table.deal_round(dict.fromkeys(hands, TRIPS), deck)
    record = one(table.log, e.RoundSettled).record
    assert {seat.seat: seat.cards for seat in record.seats} == hands
    assert (record.dealer, record.board) == ("Kh Kd", "Qs Tc 9h 4s 5d")
    assert all(seat.decision == {"play": 3000} for seat in record.seats)


# ----------------------------------------------------------------------------------- Cover All (section 13)


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.clause("ma-uth-13.c", shows="computed")
def test_the_device_counts_the_hands_when_the_dealers_is_out_and_so_the_odds_are_paid(players: int) -> None:
    hands = dict(enumerate(SPARE[:players], start=1))
    table = live(NAME, "automated-shoe", seats=tuple(hands))
    deck = arranged("automated-shoe", hands, "2c 3d", "Ah Ad As Kh Kd")
    table.start_round(dict.fromkeys(hands, COVER_ALL), deck)
    refused("not_now", table.do, c.Perform(step="cover_all_device"))
    table.perform_next()
    refused("not_now", table.do, c.Perform(step="examine"))
    pressed = one(table.do(c.Perform(step="cover_all_device")), e.StepDone)
    assert "ma-uth-13.e" in pressed.clauses
    refused("not_now", table.do, c.Perform(step="cover_all_device"))
    played(table)
    paid = {seat: result.paid for seat, result in one(table.log, e.CoverAllSettled).results.items()}
    assert paid == dict.fromkeys(hands, 500 * FULL_HOUSE[players])


def test_nobody_presses_the_button_in_a_round_without_a_cover_all_wager() -> None:
    table = live(NAME, "automated-shoe")
    events = table.deal_round({1: MAIN})
    assert not {"cover_all_device", "cover_all"} & {event.step for event in of(events, e.StepDone)}
    assert not of(events, e.CoverAllSettled)


@by_deal
@pytest.mark.clause("ma-uth-13.h", "ma-uth-13.h.a", "ma-uth-13.i", "ma-uth-13.j", shows="computed")
def test_the_highest_hand_from_a_straight_up_stays_exposed_until_a_higher_one_replaces_it(deal: str) -> None:
    board = "9h Th Jh 2c 2d"
    # straight (the dealer's), flush, lower flush, four of a kind: from the right
    hands = {1: "2h 2s", 2: "3h 5h", 3: "Ah 4h"}
    table = live(NAME, deal, seats=tuple(hands))
    table.deal_round(dict.fromkeys(hands, COVER_ALL), arranged(deal, hands, "8c 7d", board))
    revealed = one(table.log, e.DealerRevealed)
    assert revealed.left_exposed
    assert {"ma-uth-13.h", "ma-uth-13.h.a"} <= set(revealed.clauses)
    shown = {event.seat: event for event in of(table.log, e.HandShown)}
    assert {seat: event.left_exposed for seat, event in shown.items()} == {3: True, 2: False, 1: True}
    assert all(("ma-uth-13.i" in event.clauses) == event.left_exposed for event in shown.values())
    # Cover All comes when all other wagers are settled, and pays the highest hand alone.
    kinds = [type(event) for event in table.log]
    last_seat = max(place for place, kind in enumerate(kinds) if kind is e.SeatSettled)
    settled = one(table.log, e.CoverAllSettled)
    assert table.log.index(settled) > last_seat
    assert {seat: result.paid for seat, result in settled.results.items()} == dict.fromkeys(hands, 500 * 40)


@pytest.mark.parametrize(
    ("dealer", "seat", "wagers", "exposed"),
    [
        ("Ac 4d", "Ad 4c", COVER_ALL, (False, False)),  # two pair and less: nothing to keep
        ("2h Kd", "Ad 4c", COVER_ALL, (False, False)),  # three of a kind is less than a straight
        ("8c 7d", "8d 7c", COVER_ALL, (True, False)),  # an equal hand is no higher one
        ("8c 7d", "Ah 4h", MAIN, (False, False)),  # nobody has wagered on Cover All
    ],
    ids=["two pair", "three of a kind", "equal", "no wager"],
)
@pytest.mark.clause("ma-uth-13.h", "ma-uth-13.i", shows="computed")
def test_no_other_hand_stays_exposed(
    dealer: str, seat: str, wagers: dict[str, int], exposed: tuple[bool, bool]
) -> None:
    table = live(NAME, "automated-shoe")
    table.deal_round({1: wagers}, arranged("automated-shoe", {1: seat}, dealer, "9h Th Jh 2c 2d"))
    found = one(table.log, e.DealerRevealed).left_exposed, one(table.log, e.HandShown).left_exposed
    assert found == exposed


# ---------------------------------------------------------------------------------- at an electronic table


@pytest.mark.parametrize("deal", DEALS)
def test_an_electronic_table_records_steps_of_people_as_not_applicable(deal: str) -> None:
    table = electronic(NAME, deal)
    table.deal_round({1: ALL})
    skipped = [step for event in of(table.log, e.StepsNotApplicable) for step in event.steps]
    opening = ["receive", "inspect", "verify", "spread", "look", "wash", "stack"]
    assert skipped == [*opening, "examine", "stub", "collect"]
    assert all(event.role == "system" for event in of(table.log, e.StepsNotApplicable))
    done = {event.step for event in of(table.log, e.StepDone)}
    assert done == {"cover_all_device", "cover_all"}
    clauses = {clause for event in of(table.log, e.StepsNotApplicable) for clause in event.clauses}
    stub = {"manual-shoe": "ma-uth-7.e", "hand": "ma-uth-8.d", "automated-shoe": "ma-uth-9.d.s2"}[deal]
    assert {"ma-uth-3.b.s1", "ma-uth-10.a.s1", "ma-uth-10.i", stub} <= clauses


# -------------------------------------------------------------------------------------------- corrections


def _preflop(action: str, amount: int) -> Table:
    table = live(NAME, "manual-shoe", seats=(1, 2))
    deck = arranged("manual-shoe", {1: "Ac Ad", 2: "7c 8d"}, "Kh Kd", "Qs Tc 9h 4s 5d")
    table.start_round({1: MAIN, 2: MAIN}, deck)
    table.until("preflop")
    table.decide(1, action, amount)
    return table


@pytest.mark.clause("ma-uth-10.a.s3", shows="refused")
def test_a_wrong_entry_is_corrected_by_a_supervisor_within_the_bounds_of_its_stage() -> None:
    table = _preflop("play", 4000)
    right = correction(1, decision="play", amount=3000, reason="three antes lay there")
    refused("role_too_low", table.do, right, "floorperson")
    refused("reason_missing", table.do, msgspec.structs.replace(right, reason=""), "supervisor")
    for amount in (1000, 2000, 5000):
        wrong = msgspec.structs.replace(right, amount=amount)
        refused("decision_out_of_bounds", table.do, wrong, "supervisor")
    fold = msgspec.structs.replace(right, decision="fold", amount=0)
    refused("decision_unclear", table.do, fold, "supervisor")
    corrected = one(table.do(right, "supervisor"), e.Corrected)
    assert (corrected.before, corrected.after) == ({"decision": "play $40"}, {"decision": "play $30"})
    played(table)
    results = {event.seat: _nets(event) for event in of(table.log, e.SeatSettled)}
    assert results[1] == {"ante": 1000, "blind": 0, "play": 3000}


@pytest.mark.clause("ma-uth-10.a.2", shows="computed")
def test_a_check_entered_as_a_play_wager_is_put_right_and_the_player_is_asked_again() -> None:
    table = _preflop("play", 4000)
    table.do(correction(1, decision="check", reason="he checked"), "supervisor")
    table.decide(2, "check")
    table.until("flop_decision")
    assert table.asked()[0] == 1


def test_a_play_wager_entered_as_a_check_is_put_right_and_the_player_is_not_asked_again() -> None:
    table = _preflop("check", 0)
    table.do(correction(1, decision="play", amount=4000, reason="four antes lay there"), "supervisor")
    table.decide(2, "check")
    table.until("flop_decision")
    assert table.asked()[0] == 2


@pytest.mark.clause("ma-uth-10.e", "ma-uth-10.c.s1", shows="refused")
def test_a_play_wager_is_not_corrected_to_a_check_when_nobody_will_be_asked_again() -> None:
    table = live(NAME, "manual-shoe")
    table.start_round({1: MAIN})
    table.until("stub")
    check = correction(1, decision="check", reason="he checked")
    with pytest.raises(Refusal):
        table.do(check, "supervisor")
    played(table)
    assert one(table.log, e.SeatSettled).results["play"].stake == 3000


@pytest.mark.clause("ma-uth-10.h.1", "ma-uth-10.h.2.s1", "ma-uth-10.i", shows="computed")
def test_a_round_is_resettled_from_the_rebuilt_hands() -> None:
    table = live(NAME, "manual-shoe")
    deck = arranged("manual-shoe", {1: "7c 8d"}, "Kh Kd", "Qs Tc 9h 4s 5d")
    table.deal_round({1: MAIN}, deck)
    settled = one(table.log, e.RoundSettled)
    assert settled.nets == {1: -5000}
    seat = msgspec.structs.replace(settled.record.seats[0], cards="Ac Ad")
    corrected = msgspec.structs.replace(settled.record, seats=[seat])
    resettle = resettlement(1, settled.record, corrected, "a pair of aces")
    refused("role_too_low", table.do, resettle, "floorperson")
    refused("unknown_round", table.do, msgspec.structs.replace(resettle, original=corrected), "supervisor")
    event = one(table.do(resettle, "supervisor"), e.Resettled)
    assert event.differences == {1: 9000}  # from five antes lost to ante and three play antes won
