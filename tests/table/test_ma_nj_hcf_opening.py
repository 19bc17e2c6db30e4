"""High Card Flush in Massachusetts and New Jersey: decks opened, shuffled and cut; the idle table."""

import pytest

from croupier.submission.form import Procedure
from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import Table, electronic, live
from tests.table.ma_nj_hcf import ANTE, BOTH, EVERY_METHOD, MA, NJ, all_of, of, one, refused

OPENING = ["receive", "inspect", "verify", "spread", "look", "wash", "stack"]


def _cut_table() -> Table:
    """A New Jersey table whose cards are shuffled by hand and then cut."""
    table = live(NJ, "manual-shoe", shuffle="manual")
    table.until("cut")
    return table


@pytest.mark.clause("ma-hcf-3.b.s1", "nj-hcf-38.3.b.s1", shows="refused")
@EVERY_METHOD
def test_a_deck_is_received_inspected_verified_spread_looked_at_washed_and_stacked_then_shuffled(
    name: str, deal: str
) -> None:
    table = live(name, deal)
    done = []
    while table.step != "shuffle":
        for other in {*OPENING, "cut"} - {table.step}:
            refused(table, c.Perform(step=other), "not_now", "floorperson")
        refused(table, c.Shuffle(), "not_now")
        refused(table, c.Bet(seat=1, wagers=ANTE), "not_now", "player", "p1")
        done.append(one(table.perform_next(), e.StepDone))
    assert [event.step for event in done] == OPENING
    cited = {event.step: set(event.clauses) for event in done}
    assert of(name, "3.a") <= cited["receive"] & cited["inspect"]
    assert of(name, "3.b.s1") <= cited["inspect"] & cited["verify"] & cited["spread"] & cited["look"]
    assert of(name, "3.c.s1") <= cited["look"] & cited["wash"] & cited["stack"]
    assert of(name, "3.c.s2") <= set(one(table.perform_next(), e.Shuffled).clauses)


@pytest.mark.clause("ma-hcf-3.b.s1", "nj-hcf-38.3.b.s1", shows="refused")
@BOTH
def test_the_floorperson_verifies_the_dealers_inspection(name: str) -> None:
    table = live(name)
    table.until("verify")
    assert of(name, "3.b.s1") <= set(refused(table, c.Perform(step="verify"), "role_too_low").clauses)
    assert one(table.do(c.Perform(step="verify"), "floorperson"), e.StepDone).role == "floorperson"


@pytest.mark.clause("ma-hcf-3.b.s1", "nj-hcf-38.3.b.s1", shows="refused")
@BOTH
def test_the_spread_deck_waits_for_the_first_player_to_arrive(name: str) -> None:
    table = live(name, seats=())
    table.until("look")
    assert of(name, "3.b.s1") <= set(refused(table, c.Perform(step="look"), "no_players").clauses)
    refused(table, c.Perform(step="wash"), "no_players")
    table.sit(4)
    table.do(c.Perform(step="look"))
    assert table.step == "wash"


# ------------------------------------------------------------------------------------------- two decks


@BOTH
def test_each_of_two_decks_is_opened_and_shuffled_on_its_own_before_play(name: str) -> None:
    table = live(name, decks=2, shuffle="automated")
    table.open_up()
    steps = [
        event.step if isinstance(event, e.StepDone) else "shuffle"
        for event in table.log
        if isinstance(event, e.StepDone | e.Shuffled)
    ]
    assert steps == [*OPENING, "shuffle"] * 2
    for event in all_of(table.log, e.StepDone):
        if event.step == "receive":
            assert of(name, "2.b.1", "2.b.2", "3.d") <= set(event.clauses)


@pytest.mark.clause("ma-hcf-2.b.2", "nj-hcf-38.2.b.2", shows="refused")
@BOTH
def test_the_backs_of_two_decks_differ_in_color(name: str) -> None:
    table = live(name, decks=2, shuffle="automated")
    table.do(c.Perform(step="receive", back="blue"))
    while table.step != "receive":
        table.perform_next()
    for back in ("blue", "", "Blue", "BLUE "):
        error = refused(table, c.Perform(step="receive", back=back), "same_back_color")
        assert of(name, "2.b.2") <= set(error.clauses)
    table.do(c.Perform(step="receive", back="red"))
    assert {deck.back for deck in table.state.decks} == {"blue", "red"}


@pytest.mark.clause("ma-hcf-2.b.4", "nj-hcf-38.2.b.4", shows="computed")
@EVERY_METHOD
def test_two_decks_are_used_every_other_round_and_change_places_in_the_shuffler(name: str, deal: str) -> None:
    table = live(name, deal, decks=2, shuffle="automated")
    table.open_up()
    used = []
    for _ in range(4):
        used.append(table.state.decks[table.state.active].back)
        table.deal_round({1: ANTE})
        # The played deck leaves the rack for the shuffler when the other has been shuffled.
        refused(table, c.Bet(seat=1, wagers=ANTE), "not_now", "player", "p1")
        table.until("alternate")
        refused(table, c.Bet(seat=1, wagers=ANTE), "not_now", "player", "p1")
        refused(table, c.Shuffle(), "not_now")
        changed = one(table.do(c.Perform(step="alternate")), e.StepDone)
        assert of(name, "2.b.3", "2.b.4", "2.b.5") <= set(changed.clauses)
        assert table.step == "no_more_bets"
    first, second = used[:2]
    assert first != second
    assert used == [first, second] * 2


# ------------------------------------------------------------------------------------- shuffle and cut


@pytest.mark.clause("ma-hcf-4.c", shows="computed")
@pytest.mark.parametrize("deal", ["manual-shoe", "automated-shoe"])
def test_after_the_machine_has_shuffled_the_cards_are_dealt_without_a_cut(deal: str) -> None:
    table = live(MA, deal)
    table.until("shuffle")
    shuffled = one(table.do(c.Shuffle()), e.Shuffled)
    assert of(MA, "4.b") <= set(shuffled.clauses)
    assert table.step == "no_more_bets"
    table.start_round({1: ANTE})
    table.until("deal")
    assert one(table.perform_next(), e.Dealt).step == "deal"
    assert not all_of(table.log, e.Counted)


@pytest.mark.clause("ma-hcf-4.c.2", "ma-hcf-4.d", shows="refused")
def test_an_optional_cut_is_recorded_and_may_be_ordered_again_before_the_deal() -> None:
    table = live(MA)
    table.open_up()
    cut = one(table.do(c.Perform(step="cut")), e.StepDone)
    assert of(MA, "4.c", "4.c.2") <= set(cut.clauses)
    refused(table, c.Report(irregularity="improper_cut"), "role_too_low", "floorperson")
    found = one(table.do(c.Report(irregularity="improper_cut"), "supervisor"), e.IrregularityFound)
    assert of(MA, "4.d") <= set(found.clauses)
    table.do(c.Perform(step="cut"))
    table.start_round({1: ANTE})
    table.until("deal")
    one(table.perform_next(), e.Dealt)
    refused(table, c.Report(irregularity="improper_cut"), "not_now", "supervisor")


@pytest.mark.clause("ma-hcf-4.d", shows="refused")
def test_a_cut_belongs_to_the_deck_that_was_cut() -> None:
    table = live(MA, decks=2, shuffle="automated")
    table.open_up()
    table.do(c.Perform(step="cut"))
    table.deal_round({1: ANTE})
    table.do(c.Perform(step="alternate"))
    # The other deck has not been cut: there is nothing to cut again, and it may be cut.
    refused(table, c.Report(irregularity="improper_cut"), "not_now", "supervisor")
    one(table.do(c.Perform(step="cut")), e.StepDone)


@pytest.mark.clause("nj-hcf-38.4.c", shows="computed")
@pytest.mark.clause("nj-hcf-38.4.b.1", shows="refused")
@pytest.mark.parametrize("deal", ["manual-shoe", "hand", "automated-shoe"])
def test_a_machine_shuffle_in_new_jersey_needs_no_cut(deal: str) -> None:
    table = live(NJ, deal, shuffle="automated")
    table.until("shuffle")
    assert "nj-hcf-38.4.b.1" in one(table.do(c.Shuffle()), e.Shuffled).clauses
    refused(table, c.Perform(step="cut"), "not_now")
    refused(table, c.Report(irregularity="improper_cut"), "not_now", "supervisor")
    assert table.step == "no_more_bets"


@pytest.mark.clause("nj-hcf-38.4.c", shows="computed")
@pytest.mark.clause("nj-hcf-38.4.c.2", shows="refused")
def test_cards_shuffled_by_hand_are_cut_and_then_dealt() -> None:
    table = _cut_table()
    for step in ("stub", "uncut"):
        refused(table, c.Perform(step=step), "not_now")
    refused(table, c.Bet(seat=1, wagers=ANTE), "not_now", "player", "p1")
    cut = one(table.do(c.Perform(step="cut")), e.StepDone)
    assert {"nj-hcf-38.4.b.2", "nj-hcf-38.4.c", "nj-hcf-38.4.c.2"} <= set(cut.clauses)
    assert cut.least == 10
    table.start_round({1: ANTE})
    table.until("deal")
    one(table.perform_next(), e.Dealt)


def test_preshuffled_cards_skip_the_first_shuffle_and_are_cut() -> None:
    table = live(NJ, "manual-shoe", preshuffled=True, shuffle="automated")
    received = one(table.perform_next(), e.StepDone)
    assert {"nj-hcf-38.4.a.s1", "nj-hcf-38.4.b.2"} <= set(received.clauses)
    assert table.step == "cut"
    refused(table, c.Shuffle(), "not_now")
    table.perform_next()
    table.deal_round({1: ANTE})
    # After the round they are shuffled like any others, here by the machine: no cut.
    assert table.step == "shuffle"
    table.perform_next()
    assert table.step == "no_more_bets"


@pytest.mark.clause("nj-hcf-38.4.d", shows="refused")
def test_a_casino_supervisor_may_have_the_cards_cut_again_until_the_first_card() -> None:
    table = _cut_table()
    report = c.Report(irregularity="improper_cut", note="the cut was marked")
    refused(table, report, "not_now", "supervisor")  # not cut yet
    table.perform_next()
    for role in ("dealer", "floorperson"):
        assert "nj-hcf-38.4.d" in refused(table, report, "role_too_low", role).clauses
    found = one(table.do(report, "supervisor"), e.IrregularityFound)
    assert (found.clause, found.void, found.deck) == ("nj-hcf-38.4.d", "none", "stays")
    refused(table, c.Bet(seat=1, wagers=ANTE), "count_mismatch", "player", "p1")
    table.do(c.Perform(step="cut"))
    table.start_round({1: ANTE})
    table.do(report, "supervisor")  # bets are closed, but no card is dealt
    refused(table, c.Deal(step="deal"), "count_mismatch")
    table.do(c.Perform(step="cut"))
    table.until("deal")
    table.perform_next()
    refused(table, report, "not_now", "supervisor")


# ---------------------------------------------------------------------------------------- the idle table


@BOTH
def test_an_idle_tables_cards_are_spread_looked_at_washed_stacked_and_shuffled_again(name: str) -> None:
    table = live(name)
    table.open_up()
    refused(table, c.GoIdle(), "not_now")  # somebody sits there
    table.do(c.Leave(seat=1), "player", "p1")
    table.do(c.GoIdle())
    last = "4.e.s2" if name == MA else "4.e.s3"
    spread = one(table.do(c.Perform(step="idle_spread")), e.StepDone)
    assert of(name, "4.e.s1", last) <= set(spread.clauses)
    refused(table, c.Perform(step="look"), "no_players")
    table.sit(2)
    again = []
    while table.state.program != "round":
        refused(table, c.Bet(seat=2, wagers=ANTE), "not_now", "player", "p2")
        again += [event.step for event in all_of(table.perform_next(), e.StepDone)]
    assert again[:3] == ["look", "wash", "stack"]
    assert isinstance(table.log[-1], e.Shuffled | e.Counted)
    table.deal_round({2: ANTE})
    assert table.state.round == 1


def test_cards_that_lie_face_down_are_turned_up_when_a_player_arrives() -> None:
    table = live(NJ, seats=(), procedure=Procedure(idle_spread="face-down"))
    table.until("look")
    table.sit(1)
    table.open_up()
    table.do(c.Leave(seat=1), "player", "p1")
    table.do(c.GoIdle())
    table.do(c.Perform(step="idle_spread"))
    refused(table, c.Perform(step="look"), "no_players")
    refused(table, c.Perform(step="idle_turn_up"), "no_players")
    table.sit(3)
    refused(table, c.Perform(step="look"), "not_now")
    turned = one(table.do(c.Perform(step="idle_turn_up")), e.StepDone)
    assert "nj-hcf-38.4.e.s2" in turned.clauses
    assert table.step == "look"


def test_cards_that_lie_face_up_need_no_turning() -> None:
    table = live(NJ, procedure=Procedure(idle_spread="face-up"))
    table.open_up()
    table.do(c.Leave(seat=1), "player", "p1")
    table.do(c.GoIdle())
    table.do(c.Perform(step="idle_spread"))
    table.sit(3)
    refused(table, c.Perform(step="idle_turn_up"), "not_now")
    table.do(c.Perform(step="look"))


def test_both_decks_of_an_idle_table_are_opened_again() -> None:
    table = live(MA, decks=2, shuffle="automated")
    table.open_up()
    table.do(c.Leave(seat=1), "player", "p1")
    start = len(table.log)
    table.do(c.GoIdle())
    table.perform_next()
    table.sit(1)
    table.open_up()
    steps = [event.step for event in all_of(table.log[start:], e.StepDone)]
    assert [steps.count(step) for step in ("look", "wash", "stack")] == [2, 2, 2]
    assert len(all_of(table.log[start:], e.Shuffled)) == 2


@BOTH
def test_an_electronic_table_records_the_opening_as_not_applicable(name: str) -> None:
    table = electronic(name)
    skipped = one(table.log, e.StepsNotApplicable)
    assert list(skipped.steps) == OPENING
    assert skipped.role == "system"
    assert of(name, "3.b.s1", "3.c.s1") <= set(skipped.clauses)
    assert not all_of(table.log, e.StepDone)
    assert table.step == "shuffle"
