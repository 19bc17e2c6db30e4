"""Massachusetts Ultimate, section 15(a) to (d): cards seen or dealt wrongly, and what follows."""

import pytest

from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import Table, bold, live, timid
from tests.table.ma_uth import (
    BOARD,
    BOARD_CARDS,
    HANDS,
    MAIN,
    NAME,
    PART,
    all_went_back,
    arranged,
    by_deal,
    nets,
    of,
    one,
    outcomes,
    played,
    refused,
    report,
    two_players,
)


def _only_trips_were_settled(table: Table, *clauses: str) -> None:
    """Seat 1's three of a kind won its trips, seat 2's lost; all else went back, progressive included."""
    kept = {"ante": 0, "blind": 0, "cover_all": 0, "progressive": 0}
    assert nets(table) == {1: kept | {"trips": 1500}, 2: kept | {"trips": -500}}
    assert outcomes(table, 1) == {"ante": "void", "blind": "void", "trips": "win", "progressive": "void"}
    assert one(table.log, e.RoundSettled).returned_contributions == {"main": 2 * PART}
    assert one(table.log, e.RoundSettled).record.board == BOARD_CARDS
    for event in of(table.log, e.SeatSettled):
        assert set(clauses) & set(event.results["ante"].clauses)


# --------------------------------------------------------------------- a card of the dealer's (section 15(a))


@by_deal
@pytest.mark.parametrize("step", ["cover_all_device", "preflop", "flop", "flop_decision", "final_decision"])
@pytest.mark.clause("ma-uth-15.a.s1", "ma-uth-15.a.s2", shows="computed")
def test_a_dealer_card_exposed_before_all_have_decided_voids_all_hands_but_trips_are_settled(
    deal: str, step: str
) -> None:
    table = two_players(deal, step)
    found = report(table, "dealer_card_exposed")
    assert (found.clause, found.void, found.settled) == ("ma-uth-15.a.s1", "all", ("trips",))
    # Nobody is asked any more; the community cards are dealt for the trips wagers, and the hands turned.
    before = len(table.log)
    played(table)
    assert not of(table.log[before:], e.Decided)
    assert not of(table.log, e.DealerRevealed)
    _only_trips_were_settled(table, "ma-uth-15.a.s1")


@by_deal
@pytest.mark.clause("ma-uth-15.a.s1", "ma-uth-15.a.s2", shows="computed")
def test_without_trips_wagers_an_exposed_dealer_card_ends_the_round(deal: str) -> None:
    table = two_players(deal, "preflop", MAIN)
    report(table, "dealer_card_exposed")
    assert table.step == "collect"
    all_went_back(table, "ma-uth-15.a.s1", 0)


@by_deal
@pytest.mark.clause("ma-uth-15.a.s1", shows="computed")
def test_a_dealer_card_exposed_after_all_have_decided_voids_nothing(deal: str) -> None:
    table = live(NAME, deal, seats=tuple(HANDS))
    table.start_round(dict.fromkeys(HANDS, MAIN), arranged(deal, HANDS, "Ah Ad", BOARD_CARDS))
    refused("not_now", table.do, c.Report(irregularity="dealer_card_exposed"))  # it is not dealt yet
    table.until("preflop")
    table.decide(1, "play", 4000)
    table.decide(2, "play", 3000)
    refused("not_now", table.do, c.Report(irregularity="dealer_card_exposed"))
    played(table)
    assert nets(table) == {
        1: {"ante": 1000, "blind": 0, "play": 4000},
        2: {"ante": -1000, "blind": -1000, "play": -3000},
    }


# ------------------------------------------------------------------------ cards found face up (section 15(b))


@by_deal
@pytest.mark.parametrize("step", ["deal", "burn_flop", "flop", "final_cards"])
@pytest.mark.clause("ma-uth-15.b.s1", shows="computed")
def test_one_card_found_face_up_goes_to_the_rack_and_the_round_goes_on(deal: str, step: str) -> None:
    table = two_players(deal, step)
    found = report(table, "card_face_up", cards="3s")
    assert (found.clause, found.void, found.deck) == ("ma-uth-15.b.s1", "none", "stays")
    if step != "final_cards":
        table.until("flop", timid)
        refused("duplicate_card", table.do, c.Deal(step="flop", cards={BOARD: "3s Ks 9c"}))
    table.until("stub", timid)
    assert not one(table.do(c.Count(step="stub_count", count=39)), e.Counted).right
    assert one(table.do(c.Count(step="stub_count", count=38)), e.Counted).right  # one card lies in the rack
    played(table)
    assert outcomes(table, 2)["ante"] == "lose"


@by_deal
@pytest.mark.clause("ma-uth-15.b.s2", shows="computed")
def test_more_than_one_card_face_up_before_the_hands_are_dealt_voids_all_and_the_cards_are_reshuffled(
    deal: str,
) -> None:
    table = two_players(deal, "deal")
    refused("not_now", table.do, c.Report(irregularity="cards_face_up_after_deal"))
    found = report(table, "cards_face_up", cards="3s 4s")
    assert (found.clause, found.void, found.settled, found.deck) == ("ma-uth-15.b.s2", "all", (), "reshuffle")
    all_went_back(table, "ma-uth-15.b.s2", 2)
    assert not of(table.log, e.Dealt)
    played(table)
    assert table.step == "shuffle"


@by_deal
@pytest.mark.parametrize("step", ["preflop", "burn_flop", "flop_decision", "final_cards"])
@pytest.mark.clause("ma-uth-15.b.s3", "ma-uth-15.b.s2", shows="computed")
def test_more_than_one_card_face_up_after_the_first_deal_voids_all_but_trips_are_settled(
    deal: str, step: str
) -> None:
    table = two_players(deal, step)
    refused("not_now", table.do, c.Report(irregularity="cards_face_up"))
    found = report(table, "cards_face_up_after_deal", cards="3s 4s")
    assert (found.clause, found.void, found.settled) == ("ma-uth-15.b.s3", "all", ("trips",))
    assert found.deck == "reshuffle"
    if step in ("preflop", "burn_flop"):
        table.until("flop")
        # What was found is not used in the game.
        refused("duplicate_card", table.do, c.Deal(step="flop", cards={BOARD: "3s Ks 9c"}))
    played(table)
    _only_trips_were_settled(table, "ma-uth-15.b.s3", "ma-uth-15.b.s2")
    assert table.step == "shuffle"


@pytest.mark.parametrize(
    ("step", "clause"),
    [("deal", "ma-uth-15.b.s2"), ("preflop", "ma-uth-15.b.s3")],
)
@pytest.mark.clause("ma-uth-15.b.s1", "ma-uth-15.b.s2", "ma-uth-15.b.s3", shows="computed")
def test_a_second_card_found_face_up_is_more_than_one(step: str, clause: str) -> None:
    table = two_players("manual-shoe", step)
    report(table, "card_face_up", cards="3s")
    found = report(table, "card_face_up", cards="4s")
    assert (found.clause, found.void, found.deck) == (clause, "all", "reshuffle")


@pytest.mark.clause("ma-uth-15.b.s1", "ma-uth-15.a.s2", shows="computed")
def test_a_card_found_face_up_while_only_trips_are_played_for_is_not_used_either() -> None:
    table = two_players("manual-shoe", "preflop")
    report(table, "dealer_card_exposed")
    assert report(table, "card_face_up", cards="3s").void == "none"
    table.until("flop")
    refused("duplicate_card", table.do, c.Deal(step="flop", cards={BOARD: "3s Ks 9c"}))
    played(table)
    _only_trips_were_settled(table, "ma-uth-15.a.s1")


@by_deal
@pytest.mark.clause("ma-uth-15.c", shows="computed")
def test_a_card_drawn_in_error_is_the_next_card(deal: str) -> None:
    table = two_players(deal, "preflop")
    found = report(table, "card_drawn_in_error")
    assert (found.clause, found.void, found.deck) == ("ma-uth-15.c", "none", "stays")
    table.until("stub", timid)
    assert table.state.board == BOARD_CARDS
    assert one(table.do(c.Count(step="stub_count", count=39)), e.Counted).right


# --------------------------------------------------------------------- wrong numbers of cards (section 15(d))


@by_deal
@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.clause("ma-uth-15.d.s1", shows="computed")
def test_a_wrong_number_of_cards_voids_that_players_hand_alone(deal: str, count: int) -> None:
    table = two_players(deal, "preflop")
    found = report(table, "wrong_cards_player", seat=1, count=count)
    assert (found.clause, found.void, found.seat) == ("ma-uth-15.d.s1", "hand", 1)
    assert table.asked()[0] == 2
    table.until("stub")
    # All 52 are accounted for: two, five, two and the dealer's two beside what seat 1 has.
    assert one(table.do(c.Count(step="stub_count", count=41 - count)), e.Counted).right
    played(table)
    kept = dict.fromkeys(("ante", "blind", "trips", "progressive"), "void")
    assert outcomes(table, 1) == kept
    assert nets(table)[2]["ante"] == nets(table)[2]["blind"] == -1000
    assert [shown.seat for shown in of(table.log, e.HandShown)] == [2]
    assert one(table.log, e.RoundSettled).returned_contributions == {"main": PART}


@pytest.mark.clause("ma-uth-15.d.s1", "ma-uth-15.a.s2", shows="computed")
@pytest.mark.parametrize("first", ["wrong_cards_player", "dealer_card_exposed"])
def test_a_hand_void_for_its_number_of_cards_has_no_trips_to_settle(first: str) -> None:
    table = two_players("manual-shoe", "preflop")
    for kind in (first, *({"wrong_cards_player", "dealer_card_exposed"} - {first})):
        report(table, kind, **({"seat": 1, "count": 3} if kind == "wrong_cards_player" else {}))
    played(table)
    assert [shown.seat for shown in of(table.log, e.HandShown)] == [2]
    assert (nets(table)[1]["trips"], nets(table)[2]["trips"]) == (0, -500)


@by_deal
@pytest.mark.clause("ma-uth-15.d.s2", shows="computed")
def test_a_wrong_number_of_dealer_cards_voids_all_hands_trips_included(deal: str) -> None:
    table = two_players(deal, "preflop")
    found = report(table, "wrong_cards_dealer", count=3)
    assert (found.clause, found.void, found.settled) == ("ma-uth-15.d.s2", "all", ())
    all_went_back(table, "ma-uth-15.d.s2", 2)


@by_deal
@pytest.mark.clause("ma-uth-15.d.s2", shows="computed")
def test_the_dealer_may_be_given_the_right_number_in_sequence_while_the_cards_are_not_turned(
    deal: str,
) -> None:
    table = two_players(deal, "preflop")
    found = report(table, "dealer_cards_cured")
    assert (found.void, found.deck) == ("none", "stays")
    assert "ma-uth-15.d.s2" in found.clauses
    table.until("settle", bold)
    refused("not_now", table.do, c.Report(irregularity="dealer_cards_cured"))
    played(table)
    assert nets(table)[2]["ante"] == -1000
