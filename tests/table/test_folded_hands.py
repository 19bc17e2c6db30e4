"""Folded hands and forfeits: when they are paid, in which order, and what stands if the round is void."""

import pytest

from croupier.settlement.round import Result
from croupier.settlement.settle import settle
from croupier.submission.form import AggregateLimit, Choices, Procedure
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.postings import postings
from croupier.table.state import EMPTY
from tests.table.driver import Table, electronic, every_wager, live, stacked
from tests.table.ma_nj_hcf import ANTE, BOTH, DEALER, OTHER, all_of, of, one, refused

STRAIGHT_4 = "2s 3s 4s 5s 9h Th Jc"
ALSO_4 = "2c 3c 4c 5c 9s Ts Jh"
THIRD_4 = "2h 3h 4h 5h 9c Tc Js"
QUALIFIES = "Kd Qd Td 8d 7d 6h Ah"
BONUS = {"ante": 1000, "straight_flush_bonus": 500}
PER_ROUND = Choices.of(straight_flush_bonus="B", aggregate_limit=AggregateLimit(amount=30_000, per="round"))
MODES = pytest.mark.parametrize("mode", ["live", "electronic"])


def table_of(name: str, mode: str, *seats: int, deal: str = "", **more: object) -> Table:
    return live(name, deal, seats=seats, **more) if mode == "live" else electronic(name, deal, **more)


def fold(table: Table, seat: int) -> tuple[e.AnyEvent, ...]:
    """A fold; at a live table the cards are turned up and looked at, as the dealer is asked to."""
    events = table.decide(seat, "fold")
    if not table.state.electronic and any(offer.act == "enter" and offer.name for offer in table.offers()):
        events += table.do(c.Enter(to=seat, cards=" ".join(table.hands[seat])))
    return events


def finish(table: Table) -> None:
    number = table.state.round
    while table.state.round == number and table.state.program == "round":
        table.perform_next()


def booked(table: Table) -> dict[str, int]:
    """The gain of every account, in cents."""
    state, sums = EMPTY, dict[str, int]()
    for event in table.log:
        for posting in postings(state, event):
            sums[posting.account] = sums.get(posting.account, 0) + posting.amount
        state = evolve(state, event)
    return {account: units // 10_000 for account, units in sums.items()}


def paid(results: dict[str, Result]) -> dict[str, int]:
    return {name: result.paid for name, result in results.items()}


# ------------------------------------------------------------------------------------------ MA and NJ 9(c)


@pytest.mark.clause(
    "ma-hcf-9.c.s3", "ma-hcf-11.g.s2", "nj-hcf-38.10.c.s3", "nj-hcf-38.11.h.s2", shows="computed"
)
@BOTH
@MODES
def test_a_round_limit_is_drawn_down_as_folded_hands_are_paid(name: str, mode: str) -> None:
    """$300 a round: the first to fold gets $250, the second the $50 left, the hand in play nothing."""
    table = table_of(name, mode, 1, 2, 3, choices=PER_ROUND)
    deck = stacked(STRAIGHT_4, ALSO_4, THIRD_4, QUALIFIES)
    table.start_round({1: BONUS, 2: BONUS, 3: BONUS}, deck)
    if mode == "live":
        table.until("decide")
    first, second = fold(table, 1), fold(table, 2)
    assert paid(one(first, e.BonusHandedOver).results) == {"straight_flush_bonus": 25_000}
    assert paid(one(second, e.BonusHandedOver).results) == {"straight_flush_bonus": 5_000}
    table.decide(3, "raise", 1000)
    finish(table)
    settled = one(table.log, e.RoundSettled)
    assert settled.nets == {1: 24_000, 2: 4_000, 3: -2_000}
    assert [event.seat for event in all_of(table.log, e.SeatSettled)] == [1, 2, 3]
    # The later settlement, the books and the record on its own say the same.
    again = settle(settled.record)
    assert {seat.seat: seat.net for seat in again.seats} == settled.nets
    assert again.order == [1, 2, 3]
    assert {seat: booked(table)[f"player:p{seat}"] for seat in (1, 2, 3)} == settled.nets


@pytest.mark.clause("ma-hcf-9.c.s3", "ma-hcf-13.d", "nj-hcf-38.10.c.s3", "nj-hcf-38.13.d", shows="computed")
@BOTH
@pytest.mark.parametrize("mode", ["live", "electronic"])
def test_a_bonus_paid_at_a_fold_stands_when_the_round_is_void(name: str, mode: str) -> None:
    choices = Choices.of(straight_flush_bonus="B", aggregate_limit=AggregateLimit(amount=20_000, per="hand"))
    table = table_of(name, mode, 1, 2, choices=choices, deal="automated-shoe")
    table.start_round({1: BONUS, 2: BONUS}, stacked(STRAIGHT_4, ALSO_4, QUALIFIES))
    if mode == "live":
        table.until("decide")
    assert paid(one(fold(table, 1), e.BonusHandedOver).results) == {"straight_flush_bonus": 20_000}
    if mode == "live":
        table.do(c.Report(irregularity="dealer_card_exposed", cards="Kd"))
    else:
        table.do(c.Report(irregularity="shoe_fault"), "system")
    finish(table)
    settled = one(table.log, e.RoundSettled)
    assert settled.nets == {1: 20_000, 2: 0}
    results = table.state.last.results[1]  # type: ignore[union-attr]
    assert (results["ante"].outcome, results["straight_flush_bonus"].paid) == ("void", 20_000)
    assert settle(settled.record).seats[0].net == 20_000
    assert booked(table)["player:p1"] == 20_000
    assert booked(table)["player:p2"] == booked(table)["layout"] == 0


@pytest.mark.clause("ma-hcf-9.c.s2", "nj-hcf-38.10.c.s2", shows="refused")
@BOTH
def test_nobody_is_asked_before_a_folded_bonus_hand_is_looked_at(name: str) -> None:
    table = live(name, seats=(1, 2))
    table.start_round({1: BONUS, 2: ANTE}, stacked(OTHER, "Ah Jh 6h 4h 2c 3c 5s", DEALER))
    table.until("decide")
    table.decide(1, "fold")
    refused(table, c.Decide(seat=2, action="fold"), "not_now", "player", "p2")
    refused(table, c.Lapse(seat=2), "not_now", "system")
    offer = next(offer for offer in table.offers() if offer.act == "enter" and offer.name)
    assert (offer.seat, of(name, "9.c.s2") <= set(offer.clauses)) == (1, True)
    events = table.do(c.Enter(to=1, cards=OTHER))
    assert not all_of(events, e.BonusHandedOver)  # nothing wins: the cards go to the rack unseen by others
    assert not table.state.hands[1].shown
    table.decide(2, "fold")
    finish(table)
    assert [event.seat for event in all_of(table.log, e.HandShown)] == []


# ----------------------------------------------------------------------------------- Ultimate 10(e)(2), (h)


@pytest.mark.clause("ma-uth-10.e.2.i", "ma-uth-10.h.s1", shows="computed")
@MODES
def test_folded_trips_wait_for_the_conclusion_of_the_round(mode: str) -> None:
    name = "ma/ultimate-texas-holdem"
    table = table_of(name, mode, 1, 2, 3, choices=Choices.of(trips="A"))
    wagers = {"ante": 1000, "blind": 1000, "trips": 500}
    table.start_round(dict.fromkeys((1, 2, 3), wagers))
    while not all_of(table.log, e.RoundSettled):
        if table.step == "preflop":
            seat = table.asked()[0]
            table.decide(seat, *(("check", 0) if seat == 3 else ("play", 4000)))
        elif table.step in ("flop_decision", "final_decision"):
            table.decide(3, "check" if table.step == "flop_decision" else "fold")
        else:
            table.perform_next()
    assert [event.seat for event in all_of(table.log, e.SeatSettled)] == [2, 1, 3]
    assert [event.seat for event in all_of(table.log, e.HandShown)] == [2, 1, 3]
    assert settle(one(table.log, e.RoundSettled).record).order == [2, 1, 3]


# -------------------------------------------------------------------------------------------------- forfeits

FORFEITS = [
    ("ma/high-card-flush", "talk", "ma-hcf-9.a.s5"),
    ("nj/high-card-flush", "talk", "nj-hcf-38.10.a.s5"),
    ("md/high-card-flush", "left_seat", "md-hcf-7.C.2"),
]


def two_boxes(name: str, mode: str, procedure: Procedure | None = None) -> Table:
    """p1 has boxes 1 and 2, p3 box 3."""
    table = table_of(name, mode, 1, 3, boxes=2, procedure=procedure)
    if mode == "electronic":
        table.sit(1, 3)
    table.do(c.Sit(seat=2, player="p1"), "player", "p1")
    table.start_round(dict.fromkeys((1, 2, 3), every_wager(name)))
    if mode == "live":
        table.until("decide")
    return table


@pytest.mark.clause("ma-hcf-9.a.s5", "nj-hcf-38.10.a.s5", "md-hcf-7.C.2", shows="computed")
@MODES
@pytest.mark.parametrize(("name", "kind", "clause"), FORFEITS)
def test_a_forfeit_takes_every_box_of_the_player(name: str, kind: str, clause: str, mode: str) -> None:
    table = two_boxes(name, mode)
    table.do(c.Report(irregularity=kind, seat=2), "floorperson")
    assert {seat: hand.lost for seat, hand in table.state.hands.items()} == {1: clause, 2: clause, 3: ""}
    assert table.asked()[0] == 3  # nobody asks who has lost everything
    table.decide(3, "fold")
    finish(table)
    settled = one(table.log, e.RoundSettled)
    for seat in (1, 2):
        results = table.state.last.results[seat]  # type: ignore[union-attr]
        assert {result.outcome for result in results.values()} == {"lose"}
        assert settled.nets[seat] == -sum(every_wager(name).values())
    assert {seat.seat: seat.net for seat in settle(settled.record).seats} == settled.nets


@pytest.mark.clause("md-hcf-7.C.2", shows="computed")
@MODES
def test_wagers_of_a_player_who_leaves_stay_where_that_is_filed(mode: str) -> None:
    table = two_boxes("md/high-card-flush", mode, procedure=Procedure(abandoned="kept"))
    (left,) = table.do(c.Report(irregularity="left_seat", seat=1), "floorperson")
    assert isinstance(left, e.IrregularityFound)
    assert (left.forfeits, left.clause) == (False, "md-hcf-7.C.2")
    assert [hand.lost for hand in table.state.hands.values()] == ["", "", ""]
    assert table.asked()[0] == 1


@pytest.mark.clause("ma-hcf-9.a.s5", "nj-hcf-38.10.a.s5", shows="computed")
@BOTH
def test_a_player_who_talks_after_a_fold_forfeits_the_bonus_paid_at_the_fold(name: str) -> None:
    table = electronic(name, choices=PER_ROUND)
    table.start_round({1: BONUS, 2: BONUS}, stacked(STRAIGHT_4, ALSO_4, QUALIFIES))
    fold(table, 1)
    assert booked(table)["player:p1"] == 24_000
    table.do(c.Report(irregularity="talk", seat=1), "floorperson")
    assert booked(table)["player:p1"] == -1_500
    fold(table, 2)
    settled = one(table.log, e.RoundSettled)
    assert settled.nets == {1: -1_500, 2: 24_000}
    assert {seat.seat: seat.net for seat in settle(settled.record).seats} == settled.nets
