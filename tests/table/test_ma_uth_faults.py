"""Massachusetts Ultimate, sections 7(f)(2) and 15(e) to (g): stub and devices; what has no consequence."""

import pytest

from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import electronic, live
from tests.table.ma_uth import (
    ALL,
    MAIN,
    NAME,
    all_went_back,
    by_deal,
    one,
    played,
    refused,
    report,
    two_players,
)

# ------------------------------------------------------------------------- the stub's count (section 7(f)(2))


@by_deal
@pytest.mark.parametrize(
    ("kind", "clause", "deck", "then"),
    [
        ("stub_misdealt", "ma-uth-7.f.2.s2", "reshuffle", "shuffle"),
        ("stub_wrong", "ma-uth-7.f.2.s3", "remove", "receive"),
    ],
)
@pytest.mark.clause("ma-uth-7.f.2.s1", shows="refused")
@pytest.mark.clause("ma-uth-7.f.2.s2", "ma-uth-7.f.2.s3", "ma-uth-8.e.s2", "ma-uth-9.e.s2", shows="computed")
def test_a_wrong_stub_count_voids_all_hands_and_a_deck_that_is_not_whole_is_removed(
    deal: str, kind: str, clause: str, deck: str, then: str
) -> None:
    table = two_players(deal, "stub")
    refused("not_now", table.do, c.Report(irregularity=kind))
    counted = one(table.do(c.Count(step="stub_count", count=38)), e.Counted)
    assert (counted.right, counted.expected) == (False, 39)
    assert "ma-uth-7.f.2.s1" in counted.clauses
    refused("count_mismatch", table.do, c.Show(to=0, cards="Ah Ad"))
    found = report(table, kind)
    assert (found.clause, found.void, found.settled, found.deck) == (clause, "all", (), deck)
    all_went_back(table, clause, 2)
    played(table)
    assert table.step == then


def test_a_stub_counted_wrongly_may_be_counted_again() -> None:
    table = two_players("manual-shoe", "stub")
    table.do(c.Count(step="stub_count", count=38))
    assert one(table.do(c.Count(step="stub_count", count=39)), e.Counted).right
    assert table.step == "reveal"


# -------------------------------------------------------------------------------- devices (section 15(e)-(g))


@pytest.mark.clause("ma-uth-15.e", shows="computed")
def test_when_the_shuffler_fails_the_cards_are_reshuffled() -> None:
    table = live(NAME, "manual-shoe")
    refused("not_now", table.do, c.Report(irregularity="shuffler_fault"))
    while table.step != "shuffle":
        table.perform_next()
    found = report(table, "shuffler_fault")
    assert (found.clause, found.void, found.deck) == ("ma-uth-15.e", "none", "reshuffle")
    assert table.step == "shuffle"
    table.do(c.Shuffle())
    refused("not_now", table.do, c.Report(irregularity="shuffler_fault"))
    by_hand = live(NAME, "manual-shoe", shuffle="manual")
    while by_hand.step != "shuffle":
        by_hand.perform_next()
    refused("not_now", by_hand.do, c.Report(irregularity="shuffler_fault"))


@pytest.mark.clause("ma-uth-15.e", "ma-uth-2.b.4", shows="computed")
def test_when_the_shuffler_fails_between_rounds_the_other_deck_still_comes_next() -> None:
    table = live(NAME, "manual-shoe", decks=2)
    table.deal_round({1: MAIN})
    report(table, "shuffler_fault")
    table.open_up()
    assert (table.state.round, table.state.active) == (2, 1)


@pytest.mark.parametrize("step", ["preflop", "flop_decision", "stub"])
@pytest.mark.clause("ma-uth-15.f", "ma-uth-9.d.s1", shows="refused")
def test_the_automated_shoe_cannot_fail_when_the_cards_are_out_of_it(step: str) -> None:
    """After the stacks the dealer takes the cards out and deals the community cards from the hand."""
    refused("not_now", two_players("automated-shoe", step).do, c.Report(irregularity="shoe_fault"))


@pytest.mark.clause("ma-uth-15.f", shows="computed")
def test_when_the_automated_shoe_fails_the_round_is_void_and_the_cards_are_reshuffled() -> None:
    table = two_players("automated-shoe", "deal")
    found = report(table, "shoe_fault")
    assert (found.clause, found.void, found.settled, found.deck) == ("ma-uth-15.f", "all", (), "reshuffle")
    all_went_back(table, "ma-uth-15.f", 2)  # no exception for trips
    played(table)
    assert table.step == "shuffle"


@pytest.mark.clause("ma-uth-15.f", shows="computed")
def test_only_an_automated_shoe_can_fail_and_an_electronic_table_reports_it_itself() -> None:
    for deal in ("manual-shoe", "hand"):
        refused("not_now", two_players(deal, "preflop").do, c.Report(irregularity="shoe_fault"))
    table = electronic(NAME, "automated-shoe")
    table.start_round({1: ALL})
    assert one(table.do(c.Report(irregularity="shoe_fault"), "system"), e.IrregularityFound).void == "all"
    all_went_back(table, "ma-uth-15.f", 1)


@pytest.mark.clause("ma-uth-15.g", shows="recorded")
def test_a_device_leaves_the_table_before_another_method_is_used() -> None:
    table = live(NAME, "automated-shoe")
    table.open_up()
    removed = c.ReplaceDevice(device="removed", deal="manual-shoe", shuffle="manual")
    for word in ("covered", "out of order", ""):
        covered = c.ReplaceDevice(device=word, deal="manual-shoe", shuffle="manual")
        assert refused("value_not_allowed", table.do, covered, "floorperson").clauses == ("ma-uth-15.g",)
    refused("role_too_low", table.do, removed)
    table.bet(1, MAIN)
    refused("not_now", table.do, removed, "floorperson")  # not while wagers stand
    table.bet(1, {})
    changed = one(table.do(removed, "floorperson"), e.MethodChanged)
    assert changed.clauses == ("ma-uth-15.g",)
    assert table.step == "shuffle"
    table.start_round({1: MAIN})
    assert one(table.perform_next(), e.Dealt).packets[0].count == 1


# ------------------------------------------------------------------------------ wagers, and what is not known


def test_a_late_wager_is_recorded_and_changes_nothing() -> None:
    table = two_players("manual-shoe", "preflop", MAIN)
    found = report(table, "late_wager", seat=2)
    assert (found.clause, found.void, found.seat) == ("ma-uth-6.b.s2", "none", 2)
    assert table.state.hands[2].wagers == MAIN


@by_deal
@pytest.mark.parametrize("step", ["deal", "preflop", "flop_decision", "stub"])
def test_the_document_has_no_consequence_for_talk_and_for_leaving_the_seat(deal: str, step: str) -> None:
    table = two_players(deal, step)
    for kind in ("talk", "left_seat"):
        refused("not_now", table.do, c.Report(irregularity=kind, seat=1), "supervisor")
    for kind in ("device_count_wrong", "chips_mismatch"):
        refused("not_now", table.do, c.Report(irregularity=kind), "supervisor")
    refused("not_now", table.do, c.OrderShuffle(), "supervisor")
