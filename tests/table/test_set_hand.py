"""The set hand: discards racked, then the set cards turned; seven cards settle the round (9(b), 9(e))."""

import pytest

from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.transcript import transcript
from tests.table.driver import Table, live, stacked
from tests.table.ma_nj_hcf import BOTH, DEALER_NOT, EVERY, all_of, money, of, one, refused

SET, DISCARDS = "Ah Jh 6h 4h", "9s Ts Js"
"""Four hearts play; the three-card straight flush lies among the discards."""
OTHERS = DEALER_NOT.replace("Jc Tc", "3s 4s")


def decided(name: str, hand: str) -> Table:
    table = live(name)
    table.start_round({1: EVERY}, stacked(hand, OTHERS))
    table.until("decide")
    table.decide(1, "raise", 1000)
    return table


@pytest.mark.clause(
    "ma-hcf-9.b.s5",
    "ma-hcf-9.b.s6",
    "ma-hcf-9.b.s7",
    "nj-hcf-38.10.b.s5",
    "nj-hcf-38.10.b.s6",
    "nj-hcf-38.10.b.s7",
    shows="computed",
)
@BOTH
def test_a_round_played_as_written_settles_on_all_seven_cards(name: str) -> None:
    table = decided(name, f"{SET} {DISCARDS}")
    offer = next(offer for offer in table.offers() if offer.act == "enter" and offer.name == "discards")
    assert (offer.seat, of(name, "9.b.s7") <= set(offer.clauses)) == (1, True)
    entered = one(table.do(c.Enter(to=1, cards=DISCARDS, discards=True)), e.CardsEntered)
    # Flagged before they are collected: they win the straight flush bonus and the progressive.
    assert [alert.alert for alert in entered.alerts] == ["winning_discards"] * 2
    table.do(c.Perform(step="discards"))
    table.do(c.Show(to=0, cards=" ".join(table.hands[0])))
    events = table.do(c.Show(to=1, cards=SET))
    shown = one(events, e.HandShown)
    assert not shown.mis_set
    results = money(one(events, e.SeatSettled).results)
    assert results["straight_flush_bonus"] == ("win", 4_500, 500)
    assert results["flush_bonus"][0] == "win"
    assert one(table.log, e.RoundSettled).record.seats[0].cards == f"{SET} {DISCARDS}"


@pytest.mark.clause("ma-hcf-9.b.s5", "ma-hcf-5.b.1", "nj-hcf-38.10.b.s5", "nj-hcf-38.5.b.1", shows="computed")
@BOTH
def test_a_mis_set_hand_plays_its_best_flush_and_is_told(name: str) -> None:
    table = decided(name, f"{SET} {DISCARDS}")
    table.do(c.Enter(to=1, cards=f"4h {DISCARDS}", discards=True))
    table.do(c.Perform(step="discards"))
    table.do(c.Show(to=0, cards=" ".join(table.hands[0])))
    events = table.do(c.Show(to=1, cards="Ah Jh 6h"))
    shown = one(events, e.HandShown)
    assert (shown.mis_set, shown.hand) == (True, "four-card flush, ace high")
    assert "set other cards" in "\n".join(transcript(table.log))
    assert money(one(events, e.SeatSettled).results)["flush_bonus"][0] == "win"


@BOTH
def test_discards_are_entered_once_all_have_decided_and_never_all_seven(name: str) -> None:
    table = live(name)
    table.start_round({1: EVERY}, stacked(f"{SET} {DISCARDS}", OTHERS))
    table.until("decide")
    refused(table, c.Enter(to=1, cards=DISCARDS, discards=True), "not_now")
    table.decide(1, "raise", 1000)
    refused(table, c.Enter(to=1, cards=f"{SET} {DISCARDS}", discards=True), "wrong_number_of_cards")
    table.do(c.Enter(to=1, cards=DISCARDS, discards=True))
    table.do(c.Perform(step="discards"))
    table.do(c.Show(to=0, cards=" ".join(table.hands[0])))
    refused(table, c.Show(to=1, cards="Ah Jh 6h"), "wrong_number_of_cards")
    refused(table, c.Show(to=1, cards="Ah Jh 6h 9s"), "duplicate_card")
    assert not all_of(table.log, e.HandShown)
