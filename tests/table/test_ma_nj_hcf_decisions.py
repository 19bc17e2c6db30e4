"""High Card Flush in Massachusetts and New Jersey: raise or fold, what follows a fold, and the discards."""

import pytest

from croupier.submission.form import Choices
from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import electronic, live, stacked
from tests.table.ma_nj_hcf import (
    ANTE,
    BOTH,
    DEALER,
    DEALER_NOT,
    EVERY,
    EVERY_METHOD,
    FLUSH_4,
    MA,
    NJ,
    NOTHING,
    OTHER,
    STRAIGHT_4,
    all_of,
    money,
    of,
    one,
    refused,
)

BONUSES = {**ANTE, "flush_bonus": 500, "straight_flush_bonus": 500}
PROGRESSIVE = {**ANTE, "progressive": 100}
FLUSH_5 = "Ah Jh 6h 4h 2h 3d 5s"
FLUSH_6 = "Ah Jh 6h 4h 2h 3h 5s"
FLUSH_7 = "Ah Jh 6h 4h 2h 3h 9h"


# ------------------------------------------------------------------------------------- raise or fold


@EVERY_METHOD
def test_after_the_deal_the_players_examine_their_cards_and_then_decide(name: str, deal: str) -> None:
    table = live(name, deal)
    table.start_round({1: ANTE})
    while table.step != "examine":
        refused(table, c.Perform(step="examine"), "not_now")
        table.perform_next()
    refused(table, c.Decide(seat=1, action="raise", amount=1000), "not_now", "player", "p1")
    assert of(name, "9.a.s1") <= set(one(table.do(c.Perform(step="examine")), e.StepDone).clauses)
    table.decide(1, "raise", 1000)


@pytest.mark.clause("ma-hcf-9.a.s2", "nj-hcf-38.10.a.s2", shows="refused")
@BOTH
def test_only_the_player_and_the_dealer_handle_a_hand(name: str) -> None:
    table = live(name, seats=(1, 2))
    table.start_round({1: ANTE, 2: ANTE})
    table.until("examine")
    assert of(name, "9.a.s2") <= set(one(table.perform_next(), e.StepDone).clauses)
    refused(table, c.Decide(seat=1, action="fold"), "not_your_seat", "player", "p2")
    refused(table, c.Enter(to=1, cards=NOTHING), "role_too_low", "player", "p2")
    table.decide(1, "fold")
    entered = table.do(c.Decide(seat=2, action="raise", amount=1000), "dealer", "d7")
    assert (one(entered, e.Decided).by, one(entered, e.Decided).role) == ("d7", "dealer")


@pytest.mark.clause(
    "ma-hcf-9.b.s1", "ma-hcf-9.b.s2", "nj-hcf-38.10.b.s1", "nj-hcf-38.10.b.s2", shows="refused"
)
@EVERY_METHOD
def test_the_option_is_offered_clockwise_from_the_dealers_far_left(name: str, deal: str) -> None:
    table = live(name, deal, seats=(6, 2, 4))
    table.start_round({6: ANTE, 2: ANTE, 4: ANTE})
    table.until("decide")
    for seat in (2, 4, 6):
        asked, offer = table.asked()
        assert asked == seat
        assert offer.says == "Raise or fold?"
        for other in {2, 4, 6} - {seat}:
            refused(table, c.Decide(seat=other, action="fold"), "not_now", "player", f"p{other}")
        refused(table, c.Show(to=0, cards=DEALER), "not_now")
        decided = one(table.decide(seat, "raise", 1000), e.Decided)
        assert of(name, "9.b.s1", "9.b.s2") <= set(decided.clauses)
        refused(table, c.Decide(seat=seat, action="fold"), "not_now", "player", f"p{seat}")
    assert table.step == "discards"


@pytest.mark.clause(
    "ma-hcf-6.a.5.i",
    "ma-hcf-6.a.5.ii.a",
    "ma-hcf-6.a.5.ii.b",
    "ma-hcf-6.a.5.ii.c",
    "nj-hcf-38.6.a.5.a",
    "nj-hcf-38.6.a.5.b.i",
    "nj-hcf-38.6.a.5.b.ii",
    "nj-hcf-38.6.a.5.b.iii",
    shows="refused",
)
@BOTH
@pytest.mark.parametrize(
    ("cards", "most"), [(NOTHING, 1), (FLUSH_4, 1), (FLUSH_5, 2), (FLUSH_6, 3), (FLUSH_7, 3)]
)
def test_a_raise_is_at_least_the_ante_and_at_most_what_the_flush_allows(
    name: str, cards: str, most: int
) -> None:
    table = electronic(name)
    table.start_round({1: ANTE}, stacked(cards, DEALER))
    _, offer = table.asked()
    assert (offer.amounts[0].least, offer.amounts[0].most) == (1000, most * 1000)
    for amount in (0, 999, most * 1000 + 1):
        bound = c.Decide(seat=1, action="raise", amount=amount)
        refused(table, bound, "decision_out_of_bounds", "player", "p1")
    refused(table, c.Decide(seat=1, action="check"), "decision_unclear", "player", "p1")
    assert one(table.decide(1, "raise", most * 1000), e.Decided).amount == most * 1000


@BOTH
def test_an_absent_player_is_folded_by_the_system_and_the_log_says_so(name: str) -> None:
    table = live(name, seats=(1, 2))
    table.start_round({1: ANTE, 2: ANTE})
    table.until("decide")
    refused(table, c.Lapse(seat=2), "not_now", "system")
    refused(table, c.Lapse(seat=1), "role_too_low", "dealer")
    decided = one(table.do(c.Lapse(seat=1), "system"), e.Decided)
    assert (decided.action, decided.amount, decided.role) == ("fold", 0, "system")
    assert of(name, "9.b.s1") <= set(decided.clauses)


# ------------------------------------------------------------------------------------------------ folds


@pytest.mark.clause(
    "ma-hcf-1.fold.s2",
    "ma-hcf-9.b.s3",
    "ma-hcf-9.b.s4",
    "nj-hcf-38.1.fold.s2",
    "nj-hcf-38.10.b.s3",
    "nj-hcf-38.10.b.s4",
    shows="computed",
)
@EVERY_METHOD
def test_a_folded_hand_without_optional_wagers_is_collected_at_once(name: str, deal: str) -> None:
    table = live(name, deal, seats=(1, 2))
    table.start_round({1: ANTE, 2: ANTE}, stacked(FLUSH_4, NOTHING, DEALER))
    table.until("decide")
    folded = one(table.decide(1, "fold"), e.Decided)
    assert of(name, "9.b.s3", "9.b.s4") <= set(folded.clauses)
    table.decide(2, "raise", 1000)
    table.until("settle")
    # Its cards lie in the rack: they are never turned.
    refused(table, c.Show(to=1, cards=FLUSH_4), "not_now")
    events = table.perform_next()
    assert [event.seat for event in all_of(events, e.HandShown)] == [2]
    lost = all_of(table.log, e.SeatSettled)[0]
    assert (lost.seat, money(lost.results)) == (1, {"ante": ("lose", 0, 0)})


@pytest.mark.clause(
    "ma-hcf-9.b.s4",
    "ma-hcf-9.c.s1",
    "ma-hcf-9.c.s2",
    "ma-hcf-9.c.s3",
    "nj-hcf-38.10.b.s4",
    "nj-hcf-38.10.c.s1",
    "nj-hcf-38.10.c.s2",
    "nj-hcf-38.10.c.s3",
    shows="computed",
)
@BOTH
@pytest.mark.parametrize("mode", ["live", "electronic"])
def test_a_folding_player_is_paid_the_bonuses_at_once_and_loses_the_ante(name: str, mode: str) -> None:
    deck = stacked(STRAIGHT_4, OTHER, DEALER)
    if mode == "live":
        table = live(name, seats=(1, 2))
        table.start_round({1: BONUSES, 2: ANTE}, deck)
        table.until("decide")
        table.decide(1, "fold")
        # The player turns the winning cards up, and the dealer confirms them.
        events = table.do(c.Enter(to=1, cards=STRAIGHT_4))
    else:
        table = electronic(name)
        table.start_round({1: BONUSES, 2: ANTE}, deck)
        events = table.decide(1, "fold")
    paid = one(events, e.BonusHandedOver)
    assert money(paid.results) == {
        "flush_bonus": ("win", 500, 500),
        "straight_flush_bonus": ("win", 25_000, 500),
    }
    assert set(paid.cards.split()) == set(STRAIGHT_4.split())
    assert of(name, "9.c.s1", "9.c.s2", "9.c.s3") <= set(paid.clauses)
    assert table.asked()[0] == 2  # at once: the next player has not even decided
    table.decide(2, "raise", 1000)
    while not all_of(table.log, e.RoundSettled):
        table.perform_next()
    last = next(event for event in all_of(table.log, e.SeatSettled) if event.seat == 1)
    assert money(last.results) == {"ante": ("lose", 0, 0)}  # the rest was handed over before
    assert one(table.log, e.RoundSettled).nets[1] == -1000 + 500 + 25_000


@pytest.mark.clause(
    "ma-hcf-9.c.s1", "ma-hcf-9.c.s2", "nj-hcf-38.10.c.s1", "nj-hcf-38.10.c.s2", shows="computed"
)
@BOTH
def test_a_folded_hand_without_a_bonus_is_paid_nothing(name: str) -> None:
    table = electronic(name)
    table.start_round({1: BONUSES}, stacked(NOTHING, DEALER))
    events = table.decide(1, "fold")
    assert not all_of(events, e.BonusHandedOver)
    assert {wager: result.outcome for wager, result in one(events, e.SeatSettled).results.items()} == {
        "ante": "lose",
        "flush_bonus": "lose",
        "straight_flush_bonus": "lose",
    }


@pytest.mark.clause("ma-hcf-9.c.s4", "nj-hcf-38.10.c.s4", shows="computed")
@BOTH
def test_where_the_progressive_outlives_a_fold_its_payout_is_pushed_over_with_the_bonuses(name: str) -> None:
    policies = {"progressive_after_fold": "live"}
    choices = Choices.of(flush_bonus="A", straight_flush_bonus="B", progressive="A", policies=policies)
    table = electronic(name, choices=choices)
    table.start_round({1: EVERY, 2: ANTE}, stacked(STRAIGHT_4, OTHER, DEALER))
    events = table.decide(1, "fold")
    paid = one(events, e.BonusHandedOver)
    assert {name: result.paid for name, result in paid.results.items()} == {
        "flush_bonus": 500,
        "straight_flush_bonus": 25_000,
        "progressive": 5_000,
    }
    assert [(award.seat, award.paid, award.meter) for award in paid.awards] == [(1, 5_000, "")]
    assert of(name, "9.c.s4") <= set(paid.clauses)
    table.decide(2, "fold")
    first = next(event for event in all_of(table.log, e.SeatSettled) if event.seat == 1)
    assert (money(first.results), first.awards) == ({"ante": ("lose", 0, 0)}, ())


@pytest.mark.clause(
    "ma-hcf-12.c.s1", "ma-hcf-12.c.s2", "nj-hcf-38.12.c.s1", "nj-hcf-38.12.c.s2", shows="computed"
)
@BOTH
def test_a_fold_ends_the_progressive_and_a_hand_that_would_have_won_alerts_the_floor(
    name: str,
) -> None:
    table = electronic(name)
    table.start_round({1: PROGRESSIVE, 2: PROGRESSIVE}, stacked(STRAIGHT_4, OTHER, DEALER))
    winner = table.decide(1, "fold")
    (alert,) = one(winner, e.Decided).alerts
    assert (alert.alert, alert.seat) == ("folded_progressive", 1)
    assert of(name, "12.c.s1") <= set(alert.clauses)
    assert not all_of(winner, e.BonusHandedOver)
    events = table.decide(2, "fold")
    assert one(events, e.Decided).alerts == ()
    for settled in all_of(events, e.SeatSettled):
        assert money(settled.results)["progressive"] == ("lose", 0, 0)
        assert settled.awards == ()


# ---------------------------------------------------------------------------------------- the discards


@pytest.mark.clause("ma-hcf-9.d", "nj-hcf-38.10.d", shows="refused")
@EVERY_METHOD
def test_the_discards_are_racked_when_all_have_decided_and_then_the_dealer_reveals(
    name: str, deal: str
) -> None:
    table = live(name, deal, seats=(1, 2))
    table.start_round({1: BONUSES, 2: BONUSES})
    table.until("decide")
    decided = one(table.decide(1, "raise", 1000), e.Decided)
    assert of(name, "9.b.s5", "9.b.s6") <= set(decided.clauses)
    reveal = c.Show(to=0, cards=" ".join(table.hands[0]))
    refused(table, c.Perform(step="discards"), "not_now")
    refused(table, reveal, "not_now")
    table.decide(2, "raise", 1000)
    refused(table, reveal, "not_now")
    for seat in (1, 2):
        table.perform_next()
        assert table.state.hands[seat].discards is not None
    refused(table, reveal, "not_now")
    racked = one(table.do(c.Perform(step="discards")), e.StepDone)
    assert of(name, "9.b.s7") <= set(racked.clauses)
    revealed = one(table.do(reveal), e.DealerRevealed)
    assert of(name, "9.d") <= set(revealed.clauses)
    refused(table, reveal, "not_now")


@BOTH
def test_a_bonus_among_the_discards_is_seen_before_they_are_racked(name: str) -> None:
    # Five hearts play; the three-card straight flush in clubs lies among the cards set aside.
    hand = "Ah Jh 6h 4h 9c Tc Jc"
    table = electronic(name)
    table.start_round({1: EVERY}, stacked(hand, DEALER_NOT.replace("Jc Tc", "3s 4s")))
    events = table.decide(1, "raise", 1000)
    alerts = one(events, e.Decided).alerts
    assert {alert.alert for alert in alerts} == {"winning_discards"}
    assert all(of(name, "9.b.s7") <= set(alert.clauses) for alert in alerts)
    results = money(one(events, e.SeatSettled).results)
    assert results["straight_flush_bonus"] == ("win", 4_500, 500)
    assert results["progressive"] == ("win", 300, 0)


@pytest.mark.parametrize("name", [MA, NJ])
def test_an_electronic_table_has_no_cards_to_rack_or_to_look_at(name: str) -> None:
    table = electronic(name)
    events = [*table.start_round({1: ANTE}), *table.decide(1, "raise", 1000)]
    skipped = {step for event in all_of(events, e.StepsNotApplicable) for step in event.steps}
    assert {"stub", "examine", "discards", "collect"} <= skipped
    assert not {"stub", "examine", "discards", "collect"} & {
        event.step for event in all_of(events, e.StepDone)
    }


@BOTH
def test_when_everybody_folds_there_are_no_discards(name: str) -> None:
    table = live(name, seats=(1, 2))
    table.start_round({1: ANTE, 2: ANTE})
    table.until("decide")
    table.decide(1, "fold")
    table.decide(2, "fold")
    assert table.step != "discards"
