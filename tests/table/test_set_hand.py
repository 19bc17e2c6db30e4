"""The set hand: discards racked, then the set cards turned; seven cards settle the round (9(b), 9(e))."""

import pytest

from croupier.floor.reports.significant_events import of as significant_of
from croupier.ledger.records import Record
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.redaction.events import redact_event
from croupier.table.redaction.view import view
from croupier.table.state import Viewer
from croupier.table.transcript import transcript
from tests.table.driver import Table, live, stacked
from tests.table.ma_nj_hcf import ANTE, BOTH, DEALER_NOT, EVERY, all_of, money, of, one, refused

SET, DISCARDS = "Ah Jh 6h 4h", "9s Ts Js"
"""Four hearts play; the three-card straight flush lies among the discards."""
BONUS = {**ANTE, "straight_flush_bonus": 500}
"""Its discards may win; those of an ante alone need not be entered."""
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
def test_a_mis_set_hand_plays_its_best_flush_and_is_reported(name: str) -> None:
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
def test_discards_are_entered_once_all_have_decided_and_fill_the_hand_when_it_is_turned(name: str) -> None:
    table = live(name)
    table.start_round({1: EVERY}, stacked(f"{SET} {DISCARDS}", OTHERS))
    table.until("decide")
    refused(table, c.Enter(to=1, cards=DISCARDS, discards=True), "not_now")
    table.decide(1, "raise", 1000)
    eight = f"{SET} {DISCARDS} {OTHERS.split()[0]}"
    refused(table, c.Enter(to=1, cards=eight, discards=True), "wrong_number_of_cards")
    table.do(c.Enter(to=1, cards=DISCARDS, discards=True))
    table.do(c.Perform(step="discards"))
    table.do(c.Show(to=0, cards=" ".join(table.hands[0])))
    refused(table, c.Show(to=1, cards="Ah Jh 6h"), "wrong_number_of_cards")
    refused(table, c.Show(to=1, cards="Ah Jh 6h 9s"), "duplicate_card")
    assert not all_of(table.log, e.HandShown)


@pytest.mark.clause("ma-hcf-9.b.s7", "nj-hcf-38.10.b.s7", shows="refused")
@BOTH
def test_discards_are_not_racked_until_those_of_every_hand_in_play_are_known(name: str) -> None:
    table = live(name, seats=(1, 2, 3, 4))
    table.start_round(dict.fromkeys((1, 3, 4), BONUS) | {2: ANTE})
    table.until("decide")
    for seat, action in ((1, "raise"), (2, "fold"), (3, "raise"), (4, "raise")):
        table.decide(seat, action, 1000 if action == "raise" else 0)
    rack = c.Perform(step="discards")
    for seats in ("1, 3, 4", "3, 4", "4"):
        for role in ("dealer", "floorperson", "administrator"):
            refusal = refused(table, rack, "discards_not_entered", role)
            assert f"the discards of seat {seats} are not known; allowed: enter them" in str(refusal)
            assert of(name, "9.b.s7") <= set(refusal.clauses)
        assert not [offer for offer in table.offers() if (offer.act, offer.name) == ("perform", "discards")]
        cards = table.hands[int(seats[0])]
        if seats[0] == "3":  # all seven, instead of the discards alone
            table.do(c.Enter(to=3, cards=" ".join(cards)))
        else:
            table.do(c.Enter(to=int(seats[0]), cards=" ".join(cards[:2]), discards=True))
    assert one(table.do(rack), e.StepDone).step == "discards"


@pytest.mark.clause("ma-hcf-9.b.s7", "nj-hcf-38.10.b.s7", shows="refused")
@BOTH
def test_a_hand_without_discards_is_entered_whole_before_the_others_are_racked(name: str) -> None:
    """Nobody names "no discards" and racks them all the same: then no one would know the seven cards."""
    table = live(name, seats=(1, 2))
    table.start_round({1: BONUS, 2: BONUS}, stacked("2s 3s 5s 7s 9s Js Ks", f"{SET} 2d 3d 4d", OTHERS))
    table.until("decide")
    for seat in (1, 2):
        table.decide(seat, "raise", 1000)
    for seat in (1, 2):
        refusal = refused(table, c.Enter(to=seat, cards="", discards=True), "wrong_number_of_cards")
        assert of(name, "9.b.s7") <= set(refusal.clauses)
    refused(table, c.Perform(step="discards"), "discards_not_entered")
    seven = " ".join(table.hands[1])
    entered = one(table.do(c.Enter(to=1, cards=seven, discards=True)), e.CardsEntered)
    assert not entered.discards
    assert table.state.hands[1].cards == seven
    refused(table, c.Perform(step="discards"), "discards_not_entered")
    table.do(c.Enter(to=2, cards="2d 3d 4d", discards=True))
    table.do(c.Perform(step="discards"))


@pytest.mark.clause("ma-hcf-9.b.s7", "nj-hcf-38.10.b.s7", shows="shown")
@pytest.mark.parametrize("whole", [False, True], ids=["discards", "all seven"])
@BOTH
def test_the_dealer_sees_winning_discards_before_they_are_racked(name: str, whole: bool) -> None:
    table = decided(name, f"{SET} {DISCARDS}")
    dealer, floor = Viewer("dealer", "dealer"), Viewer("floorperson", "floorperson")
    assert not view(table.state, dealer).alerts
    cards = f"{SET} {DISCARDS}" if whole else DISCARDS
    entered = one(table.do(c.Enter(to=1, cards=cards, discards=not whole)), e.CardsEntered)
    assert table.step == "discards"
    for viewer in (dealer, floor):
        told = view(table.state, viewer).alerts
        assert [(alert.alert, alert.seat) for alert in told] == [("winning_discards", 1)] * 2
        assert "the straight flush bonus hand is among the discards; do not rack them" in told[0].text
        assert all(of(name, "9.b.s7") <= set(alert.clauses) for alert in told)
        assert getattr(redact_event(entered, viewer, table.state), "alerts", None) == told
    for viewer in (Viewer("public"), Viewer("player", "p1"), Viewer("player", "p2")):
        assert not view(table.state, viewer).alerts
        assert not getattr(redact_event(entered, viewer, table.state), "alerts", None)
    table.do(c.Perform(step="discards"))
    assert not view(table.state, dealer).alerts


@BOTH
def test_winning_discards_are_a_significant_event(name: str) -> None:
    table = decided(name, f"{SET} {DISCARDS}")
    entered = one(table.do(c.Enter(to=1, cards=DISCARDS, discards=True)), e.CardsEntered)
    kind, body = str(entered.__struct_config__.tag), e.encode_event(entered)
    record = Record(kind, body, entered.at, entered.by, entered.role, "table:t", 1, 1, b"")
    found = significant_of(record, Viewer("supervisor", "s"))
    assert found is not None
    assert (found.what, "among the discards" in found.text) == ("alert", True)


@BOTH
def test_a_second_hand_is_turned_after_a_hand_whose_discards_are_known(name: str) -> None:
    table = live(name, seats=(1, 2))
    table.start_round({1: ANTE, 2: ANTE})
    table.until("collect")
    shown = all_of(table.log, e.HandShown)
    assert [len(each.cards.split()) for each in shown] == [7, 7]
