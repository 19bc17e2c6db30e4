"""High Card Flush in Massachusetts and New Jersey: who wagers, until when, the progressive's steps."""

import pytest

from croupier.games.steps import DEALER as TO_DEALER
from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import electronic, live
from tests.table.ma_nj_hcf import (
    ANTE,
    BOTH,
    EVERY,
    EVERY_METHOD,
    MA,
    NJ,
    all_of,
    method,
    of,
    one,
    refused,
)

PROGRESSIVE = {**ANTE, "progressive": 100}
_ANNOUNCED = {
    (MA, "manual-shoe"): "b.s1",
    (MA, "automated-shoe"): "b.2",
    (NJ, "manual-shoe"): "b.s1",
    (NJ, "hand"): "b.3.s1",
    (NJ, "automated-shoe"): "b.2",
}


# --------------------------------------------------------------------------------------- who, and what with


@pytest.mark.clause("ma-hcf-6.c.s1", "nj-hcf-38.6.c.s1", shows="refused")
@BOTH
def test_only_seated_players_wager(name: str) -> None:
    table = live(name, seats=(1, 2))
    table.open_up()
    empty = refused(table, c.Bet(seat=3, wagers=ANTE), "not_seated", "player", "p3")
    assert of(name, "6.c.s1") <= set(empty.clauses)
    refused(table, c.Bet(seat=2, wagers=ANTE), "not_your_seat", "player", "p1")
    table.bet(2, ANTE)
    refused(table, c.Sit(seat=2, player="p9"), "seat_taken", "player", "p9")
    table.sit(3)
    table.bet(3, ANTE)
    assert sorted(table.state.hands) == [2, 3]


@pytest.mark.clause("ma-hcf-6.c.s2", "nj-hcf-38.6.c.s2", shows="refused")
@BOTH
def test_a_player_with_cards_stays_seated_until_the_round_ends(name: str) -> None:
    table = live(name, seats=(1, 2))
    table.start_round({1: ANTE})
    while table.step != "collect":
        stays = refused(table, c.Leave(seat=1), "must_stay", "player", "p1")
        assert of(name, "6.c.s2") <= set(stays.clauses)
        table.perform_next()
    table.do(c.Leave(seat=2), "player", "p2")  # who has no cards may go
    # No consequence is stated: there is nothing to report about an empty chair.
    refused(table, c.Report(irregularity="left_seat", seat=1), "not_now", "supervisor")
    table.perform_next()
    table.until("shuffle")
    table.do(c.Leave(seat=1), "player", "p1")


@pytest.mark.clause("ma-hcf-6.b.s1", "ma-hcf-6.b.s2", "nj-hcf-38.6.b.s1", "nj-hcf-38.6.b.s2", shows="refused")
@BOTH
def test_chips_plaques_and_match_play_are_wagered_and_cash_with_words_is_not(name: str) -> None:
    table = live(name)
    table.open_up()
    table.bet(1, ANTE, instrument="plaques")
    table.bet(1, ANTE, match_play={"ante": 1000})
    cash = refused(
        table, c.Bet(seat=1, wagers=ANTE, instrument="cash"), "instrument_not_accepted", "player", "p1"
    )
    assert of(name, "6.b.s2") <= set(cash.clauses)
    found = one(table.do(c.Report(irregularity="cash_wager", seat=1)), e.IrregularityFound)
    assert (found.clause, found.void, found.forfeits) == (*of(name, "6.b.s2"), "none", False)
    assert table.state.hands[1].match_play == {"ante": 1000}


@pytest.mark.clause("ma-hcf-6.e", "nj-hcf-38.6.e", shows="refused")
@BOTH
@pytest.mark.parametrize("boxes", [1, 2, 3])
def test_a_player_has_as_many_adjacent_positions_as_the_licensee_permits(name: str, boxes: int) -> None:
    table = live(name, seats=(3,), boxes=boxes)
    if boxes > 1:
        apart = refused(table, c.Sit(seat=5, player="p3"), "not_adjacent", "player", "p3")
        assert of(name, "6.e") <= set(apart.clauses)
    for seat in (4, 2)[: boxes - 1]:
        table.do(c.Sit(seat=seat, player="p3"), "player", "p3")
    more = refused(table, c.Sit(seat=5, player="p3"), "too_many_boxes", "player", "p3")
    assert of(name, "6.e") <= set(more.clauses)
    table.open_up()
    for seat in table.state.players:
        table.bet(seat, ANTE)
    assert len(table.state.hands) == boxes


# ----------------------------------------------------------------------------------------- no more bets


@pytest.mark.clause(
    "ma-hcf-6.d.s1",
    "ma-hcf-7.b.s1",
    "ma-hcf-8.b.2",
    "nj-hcf-38.6.d.s1",
    "nj-hcf-38.7.b.s1",
    "nj-hcf-38.8.b.3.s1",
    "nj-hcf-38.9.b.2",
    shows="refused",
)
@EVERY_METHOD
def test_the_dealer_announces_no_more_bets_before_any_card(name: str, deal: str) -> None:
    table = live(name, deal)
    table.open_up()
    refused(table, c.CloseBets(), "no_bets")
    table.bet(1, ANTE)
    table.bet(1, EVERY)  # raised and added to while the betting is open
    refused(table, c.Deal(step="deal"), "not_now")
    closed = one(table.do(c.CloseBets()), e.BetsClosed)
    assert closed.says == "No more bets"
    assert of(name, "6.d.s1") | method(name, deal, _ANNOUNCED[name, deal]) <= set(closed.clauses)
    assert table.state.hands[1].wagers == EVERY
    table.until("deal")
    one(table.perform_next(), e.Dealt)
    refused(table, c.CloseBets(), "not_now")


@pytest.mark.clause("ma-hcf-6.d.s2", "nj-hcf-38.6.d.s2", shows="refused")
@EVERY_METHOD
def test_after_no_more_bets_no_wager_is_made_increased_or_withdrawn(name: str, deal: str) -> None:
    table = live(name, deal, seats=(1, 2))
    table.start_round({1: ANTE})
    made = c.Bet(seat=2, wagers=ANTE), "p2"
    increased = c.Bet(seat=1, wagers={"ante": 2000}), "p1"
    added = c.Bet(seat=1, wagers=EVERY), "p1"
    withdrawn = c.Bet(seat=1, wagers={}), "p1"
    while table.state.program == "round":
        for asked, player in (made, increased, added, withdrawn):
            late = refused(table, asked, "bets_closed", "player", player)
            assert of(name, "6.d.s2") <= set(late.clauses)
        table.perform_next()
    refused(table, made[0], "not_now", "player", "p2")


@BOTH
def test_a_late_wager_is_noted_and_changes_nothing(name: str) -> None:
    table = live(name, seats=(1, 2))
    table.open_up()
    table.bet(1, ANTE)
    refused(table, c.Report(irregularity="late_wager", seat=1), "not_now")  # nothing is late yet
    table.do(c.CloseBets())
    found = one(table.do(c.Report(irregularity="late_wager", seat=1)), e.IrregularityFound)
    assert of(name, "6.d.s2") <= set(found.clauses)
    assert (found.void, found.forfeits, found.deck) == ("none", False, "stays")
    assert table.state.hands[1].wagers == ANTE


@BOTH
def test_a_wager_may_be_withdrawn_while_the_betting_is_open(name: str) -> None:
    table = live(name, seats=(1, 2))
    table.open_up()
    table.bet(1, EVERY)
    table.bet(2, ANTE)
    table.bet(1, {})
    closed = one(table.do(c.CloseBets()), e.BetsClosed)
    assert closed.seats == (2,)
    table.until("deal")
    dealt = one(table.perform_next(), e.Dealt)
    assert [packet.to for packet in dealt.packets] == [2, TO_DEALER]


# ------------------------------------------------------------------------------------- the progressive


@pytest.mark.clause(
    "ma-hcf-12.b",
    "ma-hcf-12.b.1",
    "ma-hcf-12.b.3.count",
    "nj-hcf-38.12.b",
    "nj-hcf-38.12.b.1",
    "nj-hcf-38.12.b.3.count",
    shows="refused",
)
@EVERY_METHOD
def test_the_four_progressive_steps_come_between_no_more_bets_and_the_first_card(
    name: str, deal: str
) -> None:
    table = live(name, deal, seats=(1, 2, 3))
    table.open_up()
    refused(table, c.Perform(step="progressive_lock"), "not_now")
    table.start_round({1: PROGRESSIVE, 2: ANTE, 3: EVERY})
    expected = {
        "progressive_lock": of(name, "12.b", "12.b.1"),
        "progressive_collect": of(name, "12.b.2"),
        "progressive_count": of(name, "12.b.3.count"),
        "progressive_sensor": of(name, "12.b.3.sensor"),
        "progressive_inventory": of(name, "12.b.4"),
    }
    for step, clauses in expected.items():
        assert table.step == step
        refused(table, c.Deal(step="deal"), "not_now")
        for other in set(expected) - {step, "progressive_count"}:
            refused(table, c.Perform(step=other), "not_now")
        (event,) = table.perform_next()
        assert isinstance(event, e.StepDone | e.Counted)
        assert event.step == step
        assert clauses <= set(event.clauses)
        if isinstance(event, e.Counted):
            assert (event.count, event.expected, event.right) == (2, 2, True)
    assert table.step == "deal"


@BOTH
def test_the_system_is_locked_even_if_nobody_plays_the_progressive(name: str) -> None:
    table = live(name)
    table.start_round({1: ANTE})
    locked = one(table.do(c.Perform(step="progressive_lock")), e.StepDone)
    assert of(name, "12.b.1") <= set(locked.clauses)
    assert table.step == "deal"  # there is nothing to collect, count or put away


@pytest.mark.clause("ma-hcf-12.b.3.count", "nj-hcf-38.12.b.3.count", shows="refused")
@BOTH
@pytest.mark.parametrize("counted", [0, 1, 3])
def test_no_card_is_dealt_before_chips_and_system_agree(name: str, counted: int) -> None:
    table = live(name, seats=(1, 2))
    table.start_round({1: PROGRESSIVE, 2: PROGRESSIVE})
    table.until("progressive_count")
    wrong = one(table.do(c.Count(step="progressive_count", count=counted)), e.Counted)
    assert not wrong.right
    for asked in (c.Deal(step="deal"), c.Perform(step="progressive_sensor")):
        blocked = refused(table, asked, "count_mismatch")
        assert of(name, "12.b.3.count") <= set(blocked.clauses)
    found = one(table.do(c.Report(irregularity="chips_mismatch")), e.IrregularityFound)
    assert (found.void, found.deck) == ("none", "stays")
    refused(table, c.Deal(step="deal"), "count_mismatch")
    assert one(table.do(c.Count(step="progressive_count", count=2)), e.Counted).right
    assert table.step == "progressive_sensor"


@EVERY_METHOD
def test_an_electronic_table_locks_the_system_and_has_no_chips_to_handle(name: str, deal: str) -> None:
    table = electronic(name, deal)
    events = table.start_round({1: PROGRESSIVE})
    locked = one(events, e.StepDone)
    assert (locked.step, locked.role) == ("progressive_lock", "system")
    chips, *_ = all_of(events, e.StepsNotApplicable)
    assert chips.steps == (
        "progressive_collect",
        "progressive_count",
        "progressive_sensor",
        "progressive_inventory",
    )
    assert of(name, "12.b.2", "12.b.3.count", "12.b.3.sensor", "12.b.4") <= set(chips.clauses)
    assert not all_of(events, e.Counted)
