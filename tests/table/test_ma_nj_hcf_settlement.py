"""High Card Flush in Massachusetts and New Jersey: the reveal, the seats in turn, the round's end."""

import msgspec
import pytest

from croupier.settlement.round import FOLD
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.dual_control import Second
from tests.table.driver import Table, correction, electronic, live, resettlement, stacked
from tests.table.ma_nj_hcf import (
    ANTE,
    BOTH,
    DEALER,
    DEALER_NOT,
    EVERY,
    EVERY_METHOD,
    FLUSH_4,
    NOTHING,
    OTHER,
    all_of,
    money,
    of,
    one,
    refused,
)

HIGHER = "Ah Jh 6h 4h 2c 3s 5s"
LOWER = "2s 3d 4d 6s 7c 8c 9h"


def _revealed(name: str, *hands: str, deal: str = "", dealer: str = DEALER) -> Table:
    """A live table at its settlement; seats 1, 2 … have these hands, every wager, and have raised."""
    seats = tuple(range(1, len(hands) + 1))
    table = live(name, deal, seats=seats)
    table.start_round(dict.fromkeys(seats, EVERY), stacked(*hands, dealer))
    table.until("settle")
    return table


# ------------------------------------------------------------------------------ reveal, and seat by seat


@pytest.mark.clause("ma-hcf-9.d", "nj-hcf-38.10.d", shows="refused")
@EVERY_METHOD
def test_the_dealers_hand_is_revealed_once_every_player_has_raised_or_folded(name: str, deal: str) -> None:
    table = live(name, deal, seats=(1, 2))
    table.start_round({1: ANTE, 2: ANTE}, stacked(HIGHER, LOWER, DEALER))
    reveal = c.Show(to=0, cards=DEALER)
    while table.step != "reveal":
        refused(table, reveal, "not_now")
        table.perform_next()
    refused(table, c.Show(to=2, cards=LOWER), "not_now")  # no player's cards before the dealer's
    refused(table, c.Show(to=0, cards=DEALER.removesuffix(" Tc")), "wrong_number_of_cards")
    revealed = one(table.do(reveal), e.DealerRevealed)
    assert of(name, "9.d") <= set(revealed.clauses)
    assert revealed.cards == DEALER
    assert revealed.hand


@pytest.mark.clause("ma-hcf-9.e", "nj-hcf-38.10.e", shows="refused")
@pytest.mark.clause(
    "ma-hcf-9.e",
    "ma-hcf-9.e.3.s1",
    "ma-hcf-9.e.3.s2",
    "nj-hcf-38.10.e",
    "nj-hcf-38.10.e.3.s1",
    "nj-hcf-38.10.e.3.s2",
    shows="computed",
)
@BOTH
def test_each_hand_is_turned_and_settled_in_its_turn_from_the_dealers_far_right(name: str) -> None:
    hands = (HIGHER, LOWER, "5c 6c 7h 8s 9d Jd Qs")
    table = _revealed(name, *hands, dealer=DEALER.replace("7h", "3h"))
    for seat in (3, 2, 1):
        # The hands to the left wait, face down; the dealer's cards stay.
        for other in {1, 2, 3} - {seat}:
            refused(table, c.Show(to=other, cards=hands[other - 1]), "not_now")
        refused(table, c.Perform(step="collect"), "not_now")
        shown, settled, *rest = table.do(c.Show(to=seat, cards=hands[seat - 1]))
        assert isinstance(shown, e.HandShown)  # face up until it is paid, or collected at once
        assert isinstance(settled, e.SeatSettled)
        assert (shown.seat, settled.seat) == (seat, seat)
        assert of(name, "9.e", "9.e.3.s1", "12.d") <= set(settled.clauses)
        assert not settled.awards
        assert [type(event) for event in rest] == ([e.RoundSettled] if seat == 1 else [])
    results = {event.seat: money(event.results) for event in all_of(table.log, e.SeatSettled)}
    assert results[1]["ante"] == results[1]["raise"] == ("win", 1000, 1000)
    assert results[1]["flush_bonus"] == ("win", 500, 500)
    assert set(results[2].values()) == {("lose", 0, 0)}


@pytest.mark.clause(
    "ma-hcf-9.e.1.i", "ma-hcf-9.e.3.s1", "nj-hcf-38.10.e.1.i", "nj-hcf-38.10.e.3.s1", shows="computed"
)
@BOTH
@pytest.mark.parametrize("hand", [FLUSH_4, "Ks Qs 9s 4c 5c Ah 9d"])
def test_a_dealer_who_does_not_qualify_pays_the_ante_and_pushes_the_raise(name: str, hand: str) -> None:
    table = _revealed(name, hand, dealer=DEALER_NOT)
    shown, settled, *_ = table.do(c.Show(to=1, cards=hand))
    assert isinstance(shown, e.HandShown)
    assert isinstance(settled, e.SeatSettled)
    assert money(settled.results)["ante"] == ("win", 1000, 1000)
    assert money(settled.results)["raise"] == ("push", 0, 1000)


@pytest.mark.clause(
    "ma-hcf-9.e.1.ii.c", "ma-hcf-9.e.3.s3", "nj-hcf-38.10.e.1.ii.C", "nj-hcf-38.10.e.3.s3", shows="computed"
)
@BOTH
def test_equal_hands_push(name: str) -> None:
    table = _revealed(name, "Kh Qh Th 2s 3s 4c 5c")
    settled = one(table.do(c.Show(to=1, cards="Kh Qh Th 2s 3s 4c 5c")), e.SeatSettled)
    assert money(settled.results)["ante"] == money(settled.results)["raise"] == ("push", 0, 1000)


@pytest.mark.clause("ma-hcf-9.e", "nj-hcf-38.10.e", shows="computed")
@EVERY_METHOD
def test_an_electronic_table_turns_and_settles_in_the_same_order(name: str, deal: str) -> None:
    table = electronic(name, deal)
    table.start_round({1: EVERY, 3: EVERY, 6: EVERY}, stacked(HIGHER, LOWER, "5c 6c 7h 8s 9d Jd Qs"))
    table.decide(1, "raise", 1000)
    table.decide(3, "raise", 1000)
    events = table.decide(6, "raise", 1000)
    order = [
        (type(event).__name__, event.seat)
        for event in events
        if isinstance(event, e.HandShown | e.SeatSettled)
    ]
    assert order == [(kind, seat) for seat in (6, 3, 1) for kind in ("HandShown", "SeatSettled")]


# -------------------------------------------------------------------------------------------- the end


@pytest.mark.clause("ma-hcf-1.round", "nj-hcf-38.1.round", shows="refused")
@EVERY_METHOD
def test_the_dealers_cards_go_last_and_end_the_round(name: str, deal: str) -> None:
    table = live(name, deal, seats=(1, 2))
    table.start_round({1: ANTE, 2: ANTE})
    while table.step != "collect":
        refused(table, c.Perform(step="collect"), "not_now")
        refused(table, c.Shuffle(), "not_now")
        table.perform_next()
    assert set(table.state.results) == {1, 2}  # dealt, decided, and paid or collected
    events = table.do(c.Perform(step="collect"))
    collected = one(events, e.StepDone)
    assert of(name, "9.f", "1.round") <= set(collected.clauses)
    assert of(name, "1.round") <= set(one(events, e.RoundEnded).clauses)
    assert table.step == "shuffle"
    assert table.state.round == one(events, e.RoundEnded).round


@BOTH
def test_a_round_is_one_cycle_in_which_everybody_is_dealt_decides_and_is_settled(name: str) -> None:
    table = live(name, seats=(1, 2, 3))
    for number in (1, 2):
        events = table.deal_round({1: ANTE, 2: EVERY, 3: ANTE})
        cycle = [
            e.BetsClosed,
            e.Dealt,
            e.Decided,
            e.DealerRevealed,
            e.SeatSettled,
            e.RoundSettled,
            e.RoundEnded,
        ]
        kinds: list[type] = [type(event) for event in events]
        assert sorted(kinds.index(kind) for kind in cycle) == [kinds.index(kind) for kind in cycle]
        assert {packet.to for packet in one(events, e.Dealt).packets} == {0, 1, 2, 3}
        assert [event.seat for event in all_of(events, e.Decided)] == [1, 2, 3]
        assert [event.seat for event in all_of(events, e.SeatSettled)] == [3, 2, 1]
        assert one(events, e.BetsClosed).round == one(events, e.RoundEnded).round == number


# -------------------------------------------------------------------------------- mistakes put right


@BOTH
def test_a_supervisor_corrects_an_entry_until_the_seat_is_settled(name: str) -> None:
    table = live(name, seats=(1, 2))
    table.start_round({1: ANTE, 2: ANTE}, stacked(NOTHING, OTHER, DEALER.replace("7h", "3h")))
    table.until("decide")
    table.decide(1, "raise", 1000)
    wrong = correction(1, decision="fold", reason="the player had folded")
    refused(table, wrong, "role_too_low", "floorperson")
    refused(table, correction(1, decision="fold", reason=""), "reason_missing", "supervisor")
    refused(table, correction(2, decision="fold", reason="no"), "decision_missing", "supervisor")
    corrected = one(table.do(wrong, "supervisor"), e.Corrected)
    assert (corrected.before["decision"], corrected.after["decision"]) == ("raise $10", "fold")
    table.decide(2, "raise", 1000)
    table.until("settle")
    table.perform_next()
    refused(table, correction(2, wagers={"ante": 500}, reason="no"), "not_now", "supervisor")
    settled = next(event for event in all_of(table.log, e.SeatSettled) if event.seat == 1)
    assert money(settled.results) == {"ante": ("lose", 0, 0)}


@BOTH
def test_a_round_is_resettled_and_the_difference_is_posted(name: str) -> None:
    table = live(name)
    events = table.deal_round({1: ANTE}, stacked(NOTHING, DEALER))
    original = one(events, e.RoundSettled).record
    (seat,) = original.seats
    folded = msgspec.structs.replace(seat, decision=FOLD)
    corrected = msgspec.structs.replace(original, seats=[folded])
    again = resettlement(1, original, corrected, "the fold was missed")
    refused(table, again, "role_too_low", "floorperson")
    refused(table, msgspec.structs.replace(again, original=corrected), "unknown_round", "supervisor")
    done = one(table.do(again, "supervisor"), e.Resettled)
    assert done.differences == {1: 1000}  # the raise was never made
    refused(table, again, "unknown_round", "supervisor")


@BOTH
def test_nobody_signs_as_second_for_a_round_that_they_resettled(name: str) -> None:
    table = live(name)
    original = one(table.deal_round({1: ANTE}, stacked(NOTHING, DEALER)), e.RoundSettled).record
    folded = msgspec.structs.replace(original.seats[0], decision=FOLD)
    corrected = msgspec.structs.replace(original, seats=[folded])
    one_way = Second(by="s2", role="supervisor", signature="g1")
    table.do(resettlement(1, original, corrected, "the fold was missed", second=one_way), "supervisor", "s1")
    swapped = Second(by="s1", role="supervisor", signature="g2")
    back = resettlement(1, corrected, original, "it was no fold", second=swapped)
    refused(table, back, "own_work", "supervisor", "s2")
    fresh = Second(by="d9", role="dealer", signature="g3")
    back = resettlement(1, corrected, original, "it was no fold", second=fresh)
    assert one(table.do(back, "supervisor", "s2"), e.Resettled).differences == {1: -1000}
