"""Massachusetts Ultimate, section 10(a) to (e): three decisions around burns and community cards."""

import pytest

from croupier.settlement.round import FOLD
from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import Table, electronic, live, timid
from tests.table.ma_uth import (
    ALL,
    BOARD,
    MAIN,
    NAME,
    RACK,
    arranged,
    by_deal,
    dealt,
    of,
    one,
    played,
    refused,
)

STAGES = ("preflop", "flop_decision", "final_decision")
ASKS = {"preflop": "ma-uth-10.a.s2", "flop_decision": "ma-uth-10.c.s1", "final_decision": "ma-uth-10.e"}
AREA = {"preflop": "ma-uth-10.a.1", "flop_decision": "ma-uth-10.c.1", "final_decision": "ma-uth-10.e.1"}
ALLOWED = {"preflop": (3000, 4000), "flop_decision": (2000,), "final_decision": (1000,)}
WAIVE = {"preflop": "check", "flop_decision": "check", "final_decision": "fold"}
AMOUNTS = (0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000)


def _at(stage: str, deal: str = "", seats: tuple[int, ...] = (1,), wagers: dict[str, int] = MAIN) -> Table:
    """A round in which everybody has checked until this stage."""
    table = live(NAME, deal, seats=seats)
    table.start_round(dict.fromkeys(seats, wagers))
    table.until(stage, timid)
    return table


def _settled(table: Table) -> e.RoundSettled:
    if not of(table.log, e.RoundSettled):
        played(table)
    return one(table.log, e.RoundSettled)


@by_deal
def test_players_look_at_their_cards_after_the_deal_and_before_they_are_asked(deal: str) -> None:
    table = live(NAME, deal)
    table.start_round({1: MAIN})
    refused("not_now", table.do, c.Perform(step="examine"))
    table.perform_next()
    refused("not_now", table.decide, 1, "check")
    done = one(table.do(c.Perform(step="examine")), e.StepDone)
    assert done.clauses == ("ma-uth-10.a.s1",)
    refused("not_now", table.do, c.Perform(step="examine"))
    # They go back face down: nobody turns a hand up before the settlement.
    while table.step != "settle":
        refused("not_now", table.do, c.Show(to=1, cards="2c 3c"))
        table.perform_next()


@by_deal
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.clause("ma-uth-10.a.s2", "ma-uth-10.c.s1", "ma-uth-10.e", shows="refused")
def test_the_dealer_asks_clockwise_from_the_far_left(deal: str, stage: str) -> None:
    table = _at(stage, deal, seats=(6, 2, 4))
    waive = WAIVE[stage]
    for seat, later in ((2, (4, 6)), (4, (2, 6)), (6, (2, 4))):
        asked, offer = table.asked()
        assert asked == seat
        assert (offer.says or "").endswith("?")
        for other in later:
            refused("not_now", table.decide, other, waive)
        decided = one(table.decide(seat, waive), e.Decided)
        assert (decided.stage, decided.seat, decided.action) == (stage, seat, waive)
        assert ASKS[stage] in decided.clauses
    refused("not_now", table.decide, 6, waive)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.clause("ma-uth-10.a.s2", shows="refused")
def test_a_play_wager_of_the_stages_multiples_goes_to_the_play_area(stage: str) -> None:
    for amount in AMOUNTS:
        table = _at(stage)
        if amount not in ALLOWED[stage]:
            refused("decision_out_of_bounds", table.decide, 1, "play", amount)
            continue
        decided = one(table.decide(1, "play", amount), e.Decided)
        assert (decided.action, decided.amount) == ("play", amount)
        assert AREA[stage] in decided.clauses
        settled = one(played(table), e.SeatSettled)
        assert settled.results["play"].stake == amount


@pytest.mark.parametrize(
    ("stage", "other"), [(stage, "fold") for stage in STAGES[:2]] + [(STAGES[2], "check")]
)
@pytest.mark.clause("ma-uth-10.e", shows="refused")
@pytest.mark.clause("ma-uth-1.check", "ma-uth-1.fold", "ma-uth-10.a.2", "ma-uth-10.c.2", shows="computed")
def test_a_player_checks_before_the_last_cards_and_folds_only_after_them(stage: str, other: str) -> None:
    table = _at(stage)
    refused("decision_unclear", table.decide, 1, other)
    refused("decision_unclear", table.decide, 1, WAIVE[stage], 1000)
    table.decide(1, WAIVE[stage])
    assert bool(table.state.hands[1].action) == (stage == "final_decision")


@by_deal
@pytest.mark.clause("ma-uth-10.c.s1", "ma-uth-10.e", shows="refused")
def test_only_players_without_a_play_wager_are_asked_again(deal: str) -> None:
    table = _at("preflop", deal, seats=(1, 2, 3))
    table.decide(1, "check")
    table.decide(2, "play", 4000)
    table.decide(3, "check")
    table.until("flop_decision")
    assert table.asked()[0] == 1
    refused("not_now", table.decide, 2, "play", 2000)
    table.decide(1, "play", 2000)
    assert table.asked()[0] == 3
    table.decide(3, "check")
    table.until("final_decision")
    assert table.asked()[0] == 3
    table.decide(3, "play", 1000)
    assert table.step == "stub"
    stages = [(decided.stage, decided.seat) for decided in of(table.log, e.Decided)]
    assert stages == [
        *(("preflop", seat) for seat in (1, 2, 3)),
        *(("flop_decision", seat) for seat in (1, 3)),
        ("final_decision", 3),
    ]


@by_deal
@pytest.mark.parametrize(
    ("stage", "burn", "cards", "count", "clauses"),
    [
        ("preflop", "burn_flop", "flop", 3, ("ma-uth-10.b.s1", "ma-uth-10.b.s2")),
        ("flop_decision", "burn_final", "final_cards", 2, ("ma-uth-10.d.s1", "ma-uth-10.d.s2")),
    ],
)
@pytest.mark.clause(
    "ma-uth-10.b.s1", "ma-uth-10.b.s2", "ma-uth-10.d.s1", "ma-uth-10.d.s2", "ma-uth-1.burn", shows="computed"
)
def test_when_all_have_bet_or_checked_a_card_is_burned_and_community_cards_are_dealt_face_up(
    deal: str, stage: str, burn: str, cards: str, count: int, clauses: tuple[str, str]
) -> None:
    table = _at(stage, deal, seats=(1, 2))
    table.decide(1, "play", ALLOWED[stage][0])
    refused("not_now", table.do, c.Deal(step=burn))  # seat 2 has not answered
    table.decide(2, "check")
    up = " ".join(table.deck[1 : 1 + count])
    refused("not_now", table.do, c.Deal(step=cards, cards={BOARD: up}))  # no burn yet
    refusal = refused("wrong_number_of_cards", table.do, c.Deal(step=burn, cards={RACK: table.deck[0]}))
    assert "ma-uth-1.burn" in refusal.clauses  # it is revealed to nobody
    burned = dealt(table.do(c.Deal(step=burn)), burn)
    assert [(packet.to, packet.count, packet.up, packet.cards) for packet in burned.packets] == [
        (RACK, 1, False, "")
    ]
    assert {clauses[0], "ma-uth-1.burn"} <= set(burned.clauses)
    refused("not_now", table.do, c.Deal(step=burn))
    for wrong in ({}, {BOARD: " ".join(table.deck[:count])[:-3]}, {BOARD: " ".join(table.deck[: count + 1])}):
        refused("wrong_number_of_cards", table.do, c.Deal(step=cards, cards=wrong))
    laid = dealt(table.do(c.Deal(step=cards, cards={BOARD: up})), cards)
    assert [(packet.to, packet.count, packet.up, packet.cards) for packet in laid.packets] == [
        (BOARD, count, True, up)
    ]
    assert clauses[1] in laid.clauses
    assert table.state.board.endswith(up)


@pytest.mark.clause("ma-uth-10.b.s1", "ma-uth-10.d.s1", "ma-uth-1.burn", shows="computed")
def test_the_burned_cards_are_the_next_of_the_deck_and_play_no_part() -> None:
    # An electronic table deals from the order that it is given: the aces that are burned give nobody a pair.
    deck = arranged("", {1: "2c 7d"}, "3h 9s", "4c 5d Jh Qs Kc", burns="As Ah")
    table = electronic(NAME, "manual-shoe")
    events = table.deal_round({1: MAIN}, deck)
    assert [dealt(events, step).packets[0].to for step in ("burn_flop", "burn_final")] == [RACK, RACK]
    assert dealt(events, "flop").packets[0].cards == "4c 5d Jh"
    assert dealt(events, "final_cards").packets[0].cards == "Qs Kc"
    assert one(events, e.RoundSettled).record.board == "4c 5d Jh Qs Kc"
    assert one(events, e.DealerRevealed).hand.startswith("king")


@pytest.mark.parametrize("mode", ["live", "electronic"])
def test_for_an_absent_player_the_system_checks_and_at_last_folds(mode: str) -> None:
    table = live(NAME, seats=(1, 2)) if mode == "live" else electronic(NAME)
    table.start_round({1: ALL, 2: MAIN})
    for stage in STAGES:
        table.until(stage)
        refused("role_too_low", table.do, c.Lapse(seat=1), "player", "p1")
        refused("not_now", table.do, c.Lapse(seat=2), "system")
        lapsed = one(table.do(c.Lapse(seat=1), "system"), e.Decided)
        assert (lapsed.action, lapsed.amount, lapsed.role) == (WAIVE[stage], 0, "system")
        own = one(table.decide(2, WAIVE[stage]), e.Decided)
        assert (own.role, own.by) == ("player", "p2")
    assert {seat.seat: seat.decision for seat in _settled(table).record.seats} == {
        1: FOLD,
        2: FOLD,
    }


@pytest.mark.clause("ma-uth-10.a.s2", shows="refused")
def test_a_player_decides_only_for_themselves_and_the_dealer_may_enter_a_decision() -> None:
    table = _at("preflop", seats=(1, 2))
    decide = c.Decide(seat=1, action="check")
    refused("not_your_seat", table.do, decide, "player", "p2")
    assert one(table.do(decide), e.Decided).role == "dealer"


@by_deal
@pytest.mark.clause("ma-uth-10.e.2", "ma-uth-10.e.2.i", "ma-uth-10.e.2.ii", shows="computed")
def test_a_fold_loses_ante_and_blind_and_the_cards_stay_only_under_a_trips_wager(deal: str) -> None:
    table = live(NAME, deal, seats=(1, 2))
    deck = arranged(deal, {1: "2c 2d", 2: "7c 8d"}, "Ah Ad", "2h Ks 9c 5d Js")
    table.start_round({1: MAIN | {"trips": 500}, 2: MAIN}, deck)
    table.until("stub", timid)
    folds = [event for event in of(table.log, e.Decided) if event.action == "fold"]
    assert [event.seat for event in folds] == [1, 2]
    assert all("ma-uth-10.e.2" in event.clauses for event in folds)
    played(table)
    events = table.log
    assert [shown.seat for shown in of(events, e.HandShown)] == [1]  # seat 2's cards are in the rack
    results = {event.seat: event.results for event in of(events, e.SeatSettled)}
    assert {name: result.net for name, result in results[1].items()} == {
        "ante": -1000,
        "blind": -1000,
        "trips": 1500,  # three of a kind, 3 to 1
    }
    assert {name: result.net for name, result in results[2].items()} == {"ante": -1000, "blind": -1000}
