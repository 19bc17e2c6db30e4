"""Maryland High Card Flush, chapters 4 and 5: the opening, shuffle and cut, and the idle table."""

import pytest

from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import electronic, live
from tests.table.md_hcf import ANTE, DEALS, EVERY, MD, OPENING, of, only, refused, steps_until_betting

ROLES = ("player", "dealer", "floorperson", "supervisor", "administrator")


# ------------------------------------------------------------------------------------------- the opening


@pytest.mark.clause("md-hcf-4.A.s1", shows="refused")
@pytest.mark.parametrize("deal", DEALS)
def test_a_deck_is_inspected_spread_washed_stacked_and_then_shuffled_before_play(deal: str) -> None:
    table = live(MD, deal)
    names = [name for name, _, _ in OPENING]
    for name, role, clause in OPENING:
        assert table.step == name
        for other in (*names, "shuffle"):
            if other != name:
                assert refused(table, c.Perform(step=other), "floorperson").code == "not_now"
        assert refused(table, c.Shuffle(), "floorperson").code == "not_now"
        assert refused(table, c.Bet(seat=1, wagers=ANTE), "player", "p1").code == "not_now"
        done = only(table.do(c.Perform(step=name), role), e.StepDone)
        assert done.step == name
        assert clause in done.clauses
    assert table.step == "shuffle"
    assert refused(table, c.Bet(seat=1, wagers=ANTE), "player", "p1").code == "not_now"
    shuffled = only(table.do(c.Shuffle()), e.Shuffled)
    assert {"md-hcf-4.D", "md-hcf-5.A.1"} <= set(shuffled.clauses)
    assert table.bet(1, ANTE)


def test_the_cards_are_turned_face_down_after_the_first_player_could_look_at_them() -> None:
    table = live(MD, "hand")
    table.until("look")
    assert refused(table, c.Perform(step="wash")).code == "not_now"
    assert "md-hcf-4.C.1" in only(table.do(c.Perform(step="look")), e.StepDone).clauses
    assert "md-hcf-4.C.1" in only(table.do(c.Perform(step="wash")), e.StepDone).clauses


@pytest.mark.clause("md-hcf-4.A.s1", shows="refused")
def test_the_inspection_is_verified_by_a_floorperson_and_not_by_the_dealer() -> None:
    table = live(MD, "hand")
    table.until("verify")
    assert refused(table, c.Perform(step="verify"), "dealer").code == "role_too_low"
    assert refused(table, c.Perform(step="verify"), "player", "p1").code == "role_too_low"
    done = only(table.do(c.Perform(step="verify"), "floorperson", "anna"), e.StepDone)
    assert (done.role, done.by) == ("floorperson", "anna")


def test_the_spread_waits_for_the_first_player_to_arrive() -> None:
    table = live(MD, "hand", seats=())
    table.until("look")
    waits = refused(table, c.Perform(step="look"))
    assert waits.code == "no_players"
    assert "md-hcf-4.B" in waits.clauses
    table.sit(4)
    table.do(c.Perform(step="look"))
    assert table.step == "wash"


@pytest.mark.clause("md-hcf-4.F", shows="computed")
@pytest.mark.parametrize("shuffle", ["manual", "automated"])
def test_a_preshuffled_deck_skips_the_opening_and_the_first_shuffle_but_is_cut(shuffle: str) -> None:
    table = live(MD, "manual-shoe", shuffle=shuffle, preshuffled=True)
    assert steps_until_betting(table) == ["receive", "cut"]
    assert {"md-hcf-4.F", "md-hcf-5.D.2"} <= set(of(table.log, e.StepDone)[0].clauses)
    table.deal_round({1: ANTE})
    assert steps_until_betting(table) == ["shuffle", "cut"][: 2 if shuffle == "manual" else 1]


# ------------------------------------------------------------------------------------------- the shuffle


@pytest.mark.parametrize("deal", DEALS)
def test_the_cards_are_shuffled_after_each_round(deal: str) -> None:
    table = live(MD, deal)
    for _ in range(3):
        table.deal_round({1: ANTE})
        assert table.step == "shuffle"
        assert refused(table, c.Bet(seat=1, wagers=ANTE), "player", "p1").code == "not_now"
        assert "md-hcf-5.A.2" in only(table.do(c.Shuffle()), e.Shuffled).clauses
        assert table.state.program == "round"
        assert refused(table, c.Shuffle()).code == "not_now"


@pytest.mark.clause("md-hcf-5.A.3", shows="recorded")
@pytest.mark.parametrize("role", ROLES)
def test_a_floorperson_or_above_may_direct_a_shuffle(role: str) -> None:
    table = live(MD, "manual-shoe", shuffle="manual")
    table.open_up()
    number = table.state.round
    if role in ("player", "dealer"):
        assert refused(table, c.OrderShuffle(), role, "p1").code == "role_too_low"
        return
    assert "md-hcf-5.A.3" in only(table.do(c.OrderShuffle(), role), e.ShuffleOrdered).clauses
    assert refused(table, c.Bet(seat=1, wagers=ANTE), "player", "p1").code == "not_now"
    assert steps_until_betting(table) == ["shuffle", "cut"]
    assert table.state.round == number
    table.bet(1, ANTE)


def test_a_directed_shuffle_is_done_with_a_preshuffled_deck_too() -> None:
    table = live(MD, "manual-shoe", shuffle="manual", preshuffled=True)
    table.open_up()
    table.do(c.OrderShuffle(), "floorperson")
    assert steps_until_betting(table) == ["shuffle", "cut"]


def test_no_shuffle_is_directed_once_cards_are_dealt() -> None:
    table = live(MD, "manual-shoe")
    table.start_round({1: ANTE})
    table.until("stub")
    assert refused(table, c.OrderShuffle(), "floorperson").code == "not_now"


@pytest.mark.clause("md-hcf-5.D.1", shows="refused")
@pytest.mark.parametrize("deal", DEALS)
def test_machine_shuffled_cards_are_dealt_without_a_cut(deal: str) -> None:
    table = live(MD, deal)
    table.until("shuffle")
    assert "md-hcf-5.D.1" in only(table.do(c.Shuffle()), e.Shuffled).clauses
    assert table.state.program == "round"
    assert refused(table, c.Perform(step="cut")).code == "not_now"
    table.deal_round({1: ANTE})
    assert "cut" not in [event.step for event in of(table.log, e.StepDone)]


@pytest.mark.clause("md-hcf-5.C", shows="computed")
def test_a_deck_that_the_device_does_not_count_as_52_leaves_the_table() -> None:
    table = live(MD, "hand", counting_shuffler=True)
    table.deal_round({1: ANTE})
    table.perform_next()
    assert table.step == "device_count"
    found = only(table.do(c.Count(step="device_count", count=51)), e.IrregularityFound)
    assert refused(table, c.Bet(seat=1, wagers=ANTE), "player", "p1").code == "not_now"
    assert (found.clause, found.deck) == ("md-hcf-5.C", "remove")
    assert steps_until_betting(table)[0] == "receive"


# ----------------------------------------------------------------------------------------------- the cut


def test_a_manual_shuffle_is_cut_at_least_ten_cards_from_the_top() -> None:
    table = live(MD, "manual-shoe", shuffle="manual")
    table.until("cut")
    assert refused(table, c.Bet(seat=1, wagers=ANTE), "player", "p1").code == "not_now"
    cut = only(table.do(c.Perform(step="cut")), e.StepDone)
    assert cut.least == 10
    assert {"md-hcf-5.D.2", "md-hcf-5.E", "md-hcf-5.E.1"} <= set(cut.clauses)
    assert table.state.program == "round"


@pytest.mark.clause("md-hcf-5.F", shows="refused")
@pytest.mark.clause("md-hcf-5.F", shows="recorded")
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("closed", [False, True])
def test_a_floorperson_or_above_may_require_a_recut_before_any_card_is_dealt(role: str, closed: bool) -> None:
    table = live(MD, "manual-shoe", shuffle="manual")
    table.open_up()
    if closed:
        table.start_round({1: ANTE})
    report = c.Report(irregularity="improper_cut", note="into the top cards")
    if role in ("player", "dealer"):
        assert refused(table, report, role, "p1").code == "role_too_low"
        return
    found = only(table.do(report, role), e.IrregularityFound)
    assert (found.clause, found.void, found.deck) == ("md-hcf-5.F", "none", "stays")
    if closed:
        assert refused(table, c.Deal(step="deal")).code == "count_mismatch"
    else:
        assert refused(table, c.Bet(seat=1, wagers=ANTE), "player", "p1").code == "count_mismatch"
    assert only(table.do(c.Perform(step="cut")), e.StepDone).step == "cut"
    if not closed:
        table.start_round({1: ANTE})
    table.until("stub")
    assert table.state.hands[1].dealt == 7


@pytest.mark.clause("md-hcf-5.F", shows="refused")
def test_no_recut_once_a_card_is_dealt_nor_where_nothing_was_cut() -> None:
    report = c.Report(irregularity="improper_cut")
    table = live(MD, "manual-shoe", shuffle="manual")
    table.start_round({1: ANTE})
    table.until("stub")
    assert refused(table, report, "floorperson").code == "not_now"
    uncut = live(MD, "manual-shoe", shuffle="automated")
    uncut.open_up()
    assert refused(uncut, report, "floorperson").code == "not_now"


@pytest.mark.clause("md-hcf-5.I", shows="refused")
def test_a_device_that_reshuffles_and_counts_needs_no_cut_recut_or_idle_spread() -> None:
    table = live(MD, "automated-shoe", reshuffle_and_count_device=True)
    assert "cut" not in steps_until_betting(table)
    assert refused(table, c.Report(irregularity="improper_cut"), "floorperson").code == "not_now"
    table.do(c.Leave(seat=1), "player", "p1")
    assert refused(table, c.GoIdle()).code == "not_now"


# ----------------------------------------------------------------------------------------- the idle table


@pytest.mark.parametrize("deal", DEALS)
def test_idle_cards_are_spread_and_the_whole_opening_follows_when_a_player_comes(deal: str) -> None:
    table = live(MD, deal)
    table.deal_round({1: ANTE})
    table.open_up()
    number = table.state.round
    assert refused(table, c.GoIdle()).code == "not_now", "there is a player"
    table.do(c.Leave(seat=1), "player", "p1")
    idle = only(table.do(c.GoIdle()), e.TableIdle)
    assert {"md-hcf-5.G.1", "md-hcf-5.G.2", "md-hcf-5.G.3"} <= set(idle.clauses)
    offer = next(offer for offer in table.offers() if offer.name == "idle_spread")
    assert "face down, or face up if a player asks" in (offer.prompt or "")
    spread = only(table.do(c.Perform(step="idle_spread")), e.StepDone)
    assert {"md-hcf-5.G.1", "md-hcf-5.G.2"} <= set(spread.clauses)
    waiting = table.step
    assert refused(table, c.Perform(step=waiting)).code == "no_players"
    table.sit(2)
    again = steps_until_betting(table)
    assert again[: again.index("shuffle")] == ["inspect", "verify", "spread", "look", "wash", "stack"]
    assert table.state.round == number
    table.bet(2, ANTE)


# ---------------------------------------------------------------------------------- an electronic table


def test_an_electronic_table_says_of_the_opening_that_it_does_not_apply() -> None:
    table = electronic(MD, "hand")
    assert not of(table.log, e.StepDone)
    skipped = only(table.log, e.StepsNotApplicable)
    assert skipped.steps == tuple(name for name, _, _ in OPENING)
    assert skipped.role == "system"
    table.deal_round({1: EVERY})
    assert table.step == "shuffle"
