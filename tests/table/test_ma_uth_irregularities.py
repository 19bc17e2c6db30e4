"""Massachusetts Ultimate, section 15 and 7(f)(2): each irregularity, who reports it, when, and what follows."""

import pytest

from croupier.errors import Refusal
from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import Table, bold, electronic, live, timid
from tests.table.ma_uth import ALL, BOARD, MAIN, NAME, arranged, by_deal, of, one, played, refused

TRIPS = MAIN | {"trips": 500}
BOARD_CARDS = "2h Ks 9c 5d Js"
HANDS = {1: "2c 2d", 2: "7c 8d"}
"""Three twos in seat 1, nothing in seat 2."""
PART = 1_000_000
"""What one progressive stake puts on the meter: 20 % of $5, in ten-thousandths of a cent."""


def _table(deal: str, step: str, wagers: dict[str, int] = ALL, **more: object) -> Table:
    """Two players, everybody checking, until this step is due."""
    table = live(NAME, deal, seats=tuple(HANDS), **more)
    table.start_round(dict.fromkeys(HANDS, wagers), arranged(deal, HANDS, "Ah Ad", BOARD_CARDS))
    table.until(step, timid)
    return table


def _report(table: Table, kind: str, seat: int = 0, **more: object) -> e.IrregularityFound:
    report = c.Report(irregularity=kind, seat=seat, **more)  # type: ignore[arg-type]
    refused("role_too_low", table.do, report, "player", "p1")
    return one(table.do(report), e.IrregularityFound)


def _nets(table: Table) -> dict[int, dict[str, int]]:
    """By seat and wager what it came to, Cover All included; a wager that went back stands as nothing."""
    nets = {
        event.seat: {name: result.net for name, result in event.results.items()}
        for event in of(table.log, e.SeatSettled)
    }
    for event in of(table.log, e.CoverAllSettled):
        for seat, result in event.results.items():
            nets[seat]["cover_all"] = result.net
    return nets


def _outcomes(table: Table, seat: int) -> dict[str, str]:
    settled = next(event for event in of(table.log, e.SeatSettled) if event.seat == seat)
    return {name: result.outcome for name, result in settled.results.items()}


def _all_went_back(table: Table, clause: str, parts: int) -> None:
    """Every wager of the round went back under this clause, and the parts with them."""
    for event in of(table.log, e.SeatSettled):
        for result in event.results.values():
            assert (result.outcome, result.paid, result.returned) == ("void", 0, result.stake)
            assert clause in result.clauses
    assert set(one(table.log, e.RoundSettled).nets.values()) == {0}
    returned = one(table.log, e.RoundSettled).returned_contributions
    assert returned == ({"main": parts * PART} if parts else {})


def _only_trips_were_settled(table: Table, *clauses: str) -> None:
    """Seat 1's three of a kind won its trips, seat 2's lost; all else went back, progressive included."""
    kept = {"ante": 0, "blind": 0, "cover_all": 0, "progressive": 0}
    assert _nets(table) == {1: kept | {"trips": 1500}, 2: kept | {"trips": -500}}
    assert _outcomes(table, 1) == {"ante": "void", "blind": "void", "trips": "win", "progressive": "void"}
    assert one(table.log, e.RoundSettled).returned_contributions == {"main": 2 * PART}
    assert table.state.board == BOARD_CARDS or one(table.log, e.RoundSettled).record.board == BOARD_CARDS
    for event in of(table.log, e.SeatSettled):
        assert set(clauses) & set(event.results["ante"].clauses)


# ------------------------------------------------------------------------- a card of the dealer's (section 15(a))


@by_deal
@pytest.mark.parametrize("step", ["cover_all_device", "preflop", "flop", "flop_decision", "final_decision"])
@pytest.mark.clause("ma-uth-15.a.s1", "ma-uth-15.a.s2")
def test_a_dealer_card_exposed_before_all_have_decided_voids_all_hands_but_trips_are_settled(
    deal: str, step: str
) -> None:
    table = _table(deal, step)
    found = _report(table, "dealer_card_exposed")
    assert (found.clause, found.void, found.settled) == ("ma-uth-15.a.s1", "all", ("trips",))
    # Nobody is asked any more; the community cards are dealt for the trips wagers, and the hands turned.
    before = len(table.log)
    played(table)
    assert not of(table.log[before:], e.Decided)
    assert not of(table.log, e.DealerRevealed)
    _only_trips_were_settled(table, "ma-uth-15.a.s1")


@by_deal
@pytest.mark.clause("ma-uth-15.a.s1", "ma-uth-15.a.s2")
def test_without_trips_wagers_an_exposed_dealer_card_ends_the_round(deal: str) -> None:
    table = _table(deal, "preflop", MAIN)
    _report(table, "dealer_card_exposed")
    assert table.step == "collect"
    _all_went_back(table, "ma-uth-15.a.s1", 0)


@by_deal
@pytest.mark.clause("ma-uth-15.a.s1")
def test_a_dealer_card_exposed_after_all_have_decided_voids_nothing(deal: str) -> None:
    table = live(NAME, deal, seats=tuple(HANDS))
    table.start_round(dict.fromkeys(HANDS, MAIN), arranged(deal, HANDS, "Ah Ad", BOARD_CARDS))
    refused("not_now", table.do, c.Report(irregularity="dealer_card_exposed"))  # it is not dealt yet
    table.until("preflop")
    table.decide(1, "play", 4000)
    table.decide(2, "play", 3000)
    assert _report(table, "dealer_card_exposed").void == "none"
    played(table)
    assert _nets(table) == {
        1: {"ante": 1000, "blind": 0, "play": 4000},
        2: {"ante": -1000, "blind": -1000, "play": -3000},
    }


# ------------------------------------------------------------------------- cards found face up (section 15(b))


@by_deal
@pytest.mark.parametrize("step", ["deal", "burn_flop", "flop", "final_cards"])
@pytest.mark.clause("ma-uth-15.b.s1")
def test_one_card_found_face_up_goes_to_the_rack_and_the_round_goes_on(deal: str, step: str) -> None:
    table = _table(deal, step)
    found = _report(table, "card_face_up", cards="3s")
    assert (found.clause, found.void, found.deck) == ("ma-uth-15.b.s1", "none", "stays")
    table.until("flop", timid) if step in ("deal", "burn_flop", "flop") else None
    if table.step == "flop":
        refused("duplicate_card", table.do, c.Deal(step="flop", cards={BOARD: "3s Ks 9c"}))
    table.until("stub", timid)
    assert not one(table.do(c.Count(step="stub_count", count=39)), e.Counted).right
    assert one(table.do(c.Count(step="stub_count", count=38)), e.Counted).right  # one card lies in the rack
    played(table)
    assert _outcomes(table, 2)["ante"] == "lose"


@by_deal
@pytest.mark.clause("ma-uth-15.b.s2")
def test_more_than_one_card_face_up_before_the_hands_are_dealt_voids_all_and_the_cards_are_reshuffled(
    deal: str,
) -> None:
    table = _table(deal, "deal")
    refused("not_now", table.do, c.Report(irregularity="cards_face_up_after_deal"))
    found = _report(table, "cards_face_up", cards="3s 4s")
    assert (found.clause, found.void, found.settled, found.deck) == ("ma-uth-15.b.s2", "all", (), "reshuffle")
    _all_went_back(table, "ma-uth-15.b.s2", 2)
    assert not of(table.log, e.Dealt)
    played(table)
    assert table.step == "shuffle"


@by_deal
@pytest.mark.parametrize("step", ["preflop", "burn_flop", "flop_decision", "final_cards"])
@pytest.mark.clause("ma-uth-15.b.s3", "ma-uth-15.b.s2")
def test_more_than_one_card_face_up_after_the_first_deal_voids_all_but_trips_are_settled(
    deal: str, step: str
) -> None:
    table = _table(deal, step)
    refused("not_now", table.do, c.Report(irregularity="cards_face_up"))
    found = _report(table, "cards_face_up_after_deal", cards="3s 4s")
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
    ("step", "kind", "clause"),
    [
        ("deal", "cards_face_up", "ma-uth-15.b.s2"),
        ("preflop", "cards_face_up_after_deal", "ma-uth-15.b.s3"),
    ],
)
@pytest.mark.clause("ma-uth-15.b.s1", "ma-uth-15.b.s2", "ma-uth-15.b.s3")
def test_a_second_card_found_face_up_is_more_than_one(step: str, kind: str, clause: str) -> None:
    table = _table("manual-shoe", step)
    _report(table, "card_face_up", cards="3s")
    refused("not_now", table.do, c.Report(irregularity="card_face_up", cards="4s"))
    found = _report(table, kind, cards="4s")
    assert (found.clause, found.void) == (clause, "all")


@pytest.mark.clause("ma-uth-15.b.s1", "ma-uth-15.a.s2")
def test_a_card_found_face_up_while_only_trips_are_played_for_is_not_used_either() -> None:
    table = _table("manual-shoe", "preflop")
    _report(table, "dealer_card_exposed")
    assert _report(table, "card_face_up", cards="3s").void == "none"
    table.until("flop")
    refused("duplicate_card", table.do, c.Deal(step="flop", cards={BOARD: "3s Ks 9c"}))
    played(table)
    _only_trips_were_settled(table, "ma-uth-15.a.s1")


@by_deal
@pytest.mark.clause("ma-uth-15.c")
def test_a_card_drawn_in_error_is_the_next_card(deal: str) -> None:
    table = _table(deal, "preflop")
    found = _report(table, "card_drawn_in_error")
    assert (found.clause, found.void, found.deck) == ("ma-uth-15.c", "none", "stays")
    table.until("stub", timid)
    assert table.state.board == BOARD_CARDS
    assert one(table.do(c.Count(step="stub_count", count=39)), e.Counted).right


# ------------------------------------------------------------------------ wrong numbers of cards (section 15(d))


@by_deal
@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.clause("ma-uth-15.d.s1", "ma-uth-7.f.1")
def test_a_wrong_number_of_cards_voids_that_players_hand_alone(deal: str, count: int) -> None:
    table = _table(deal, "preflop")
    found = _report(table, "wrong_cards_player", seat=1, count=count)
    assert (found.clause, found.void, found.seat) == ("ma-uth-15.d.s1", "hand", 1)
    assert table.asked()[0] == 2
    table.until("stub")
    # All 52 are accounted for: two, five, two and the dealer's two beside what seat 1 has.
    assert one(table.do(c.Count(step="stub_count", count=41 - count)), e.Counted).right
    played(table)
    kept = dict.fromkeys(("ante", "blind", "trips", "progressive"), "void")
    assert _outcomes(table, 1) == kept
    assert _nets(table)[2]["ante"] == _nets(table)[2]["blind"] == -1000
    assert [shown.seat for shown in of(table.log, e.HandShown)] == [2]
    assert one(table.log, e.RoundSettled).returned_contributions == {"main": PART}


@pytest.mark.clause("ma-uth-15.d.s1", "ma-uth-15.a.s2")
@pytest.mark.parametrize("first", ["wrong_cards_player", "dealer_card_exposed"])
def test_a_hand_void_for_its_number_of_cards_has_no_trips_to_settle(first: str) -> None:
    table = _table("manual-shoe", "preflop")
    for kind in (first, *({"wrong_cards_player", "dealer_card_exposed"} - {first})):
        _report(table, kind, **({"seat": 1, "count": 3} if kind == "wrong_cards_player" else {}))
    played(table)
    assert [shown.seat for shown in of(table.log, e.HandShown)] == [2]
    assert (_nets(table)[1]["trips"], _nets(table)[2]["trips"]) == (0, -500)


@by_deal
@pytest.mark.clause("ma-uth-15.d.s2")
def test_a_wrong_number_of_dealer_cards_voids_all_hands_trips_included(deal: str) -> None:
    table = _table(deal, "preflop")
    found = _report(table, "wrong_cards_dealer", count=3)
    assert (found.clause, found.void, found.settled) == ("ma-uth-15.d.s2", "all", ())
    _all_went_back(table, "ma-uth-15.d.s2", 2)


@by_deal
@pytest.mark.clause("ma-uth-15.d.s2")
def test_the_dealer_may_be_given_the_right_number_in_sequence_while_the_cards_are_not_turned(
    deal: str,
) -> None:
    table = _table(deal, "preflop")
    found = _report(table, "dealer_cards_cured")
    assert (found.void, found.deck) == ("none", "stays")
    assert "ma-uth-15.d.s2" in found.clauses
    table.until("settle", bold)
    refused("not_now", table.do, c.Report(irregularity="dealer_cards_cured"))
    played(table)
    assert _nets(table)[2]["ante"] == -1000


# ----------------------------------------------------------------------------- the stub's count (section 7(f)(2))


@by_deal
@pytest.mark.parametrize(
    ("kind", "clause", "deck", "then"),
    [
        ("stub_misdealt", "ma-uth-7.f.2.s2", "reshuffle", "shuffle"),
        ("stub_wrong", "ma-uth-7.f.2.s3", "remove", "receive"),
    ],
)
@pytest.mark.clause("ma-uth-7.f.2.s1", "ma-uth-7.f.2.s2", "ma-uth-7.f.2.s3", "ma-uth-8.e.s2", "ma-uth-9.e.s2")
def test_a_wrong_stub_count_voids_all_hands_and_a_deck_that_is_not_whole_is_removed(
    deal: str, kind: str, clause: str, deck: str, then: str
) -> None:
    table = _table(deal, "stub")
    refused("not_now", table.do, c.Report(irregularity=kind))
    counted = one(table.do(c.Count(step="stub_count", count=38)), e.Counted)
    assert (counted.right, counted.expected) == (False, 39)
    assert "ma-uth-7.f.2.s1" in counted.clauses
    refused("count_mismatch", table.do, c.Show(to=0, cards="Ah Ad"))
    found = _report(table, kind)
    assert (found.clause, found.void, found.settled, found.deck) == (clause, "all", (), deck)
    _all_went_back(table, clause, 2)
    played(table)
    assert table.step == then


@pytest.mark.clause("ma-uth-7.f.2.s1", "ma-uth-7.f.1")
def test_a_stub_counted_wrongly_may_be_counted_again() -> None:
    table = _table("manual-shoe", "stub")
    table.do(c.Count(step="stub_count", count=38))
    assert one(table.do(c.Count(step="stub_count", count=39)), e.Counted).right
    assert table.step == "reveal"


# ----------------------------------------------------------------------------------- devices (section 15(e)-(g))


@pytest.mark.clause("ma-uth-15.e")
def test_when_the_shuffler_fails_the_cards_are_reshuffled() -> None:
    table = live(NAME, "manual-shoe")
    refused("not_now", table.do, c.Report(irregularity="shuffler_fault"))
    while table.step != "shuffle":
        table.perform_next()
    found = _report(table, "shuffler_fault")
    assert (found.clause, found.void, found.deck) == ("ma-uth-15.e", "none", "reshuffle")
    assert table.step == "shuffle"
    table.do(c.Shuffle())
    refused("not_now", table.do, c.Report(irregularity="shuffler_fault"))
    by_hand = live(NAME, "manual-shoe", shuffle="manual")
    while by_hand.step != "shuffle":
        by_hand.perform_next()
    refused("not_now", by_hand.do, c.Report(irregularity="shuffler_fault"))


@pytest.mark.clause("ma-uth-15.e", "ma-uth-2.b.4")
def test_when_the_shuffler_fails_between_rounds_the_other_deck_still_comes_next() -> None:
    table = live(NAME, "manual-shoe", decks=2)
    table.deal_round({1: MAIN})
    _report(table, "shuffler_fault")
    table.open_up()
    assert (table.state.round, table.state.active) == (2, 1)


@pytest.mark.parametrize("step", ["deal", "preflop", "flop_decision", "stub"])
@pytest.mark.clause("ma-uth-15.f")
def test_when_the_automated_shoe_fails_the_round_is_void_and_the_cards_are_reshuffled(step: str) -> None:
    table = _table("automated-shoe", step)
    found = _report(table, "shoe_fault")
    assert (found.clause, found.void, found.settled, found.deck) == ("ma-uth-15.f", "all", (), "reshuffle")
    _all_went_back(table, "ma-uth-15.f", 2)  # no exception for trips
    played(table)
    assert table.step == "shuffle"


@pytest.mark.clause("ma-uth-15.f")
def test_only_an_automated_shoe_can_fail_and_an_electronic_table_reports_it_itself() -> None:
    for deal in ("manual-shoe", "hand"):
        refused("not_now", _table(deal, "preflop").do, c.Report(irregularity="shoe_fault"))
    table = electronic(NAME, "automated-shoe")
    table.start_round({1: ALL})
    assert one(table.do(c.Report(irregularity="shoe_fault"), "system"), e.IrregularityFound).void == "all"
    _all_went_back(table, "ma-uth-15.f", 1)


@pytest.mark.clause("ma-uth-15.g")
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


# ------------------------------------------------------------------------------- wagers, and what is not known


@pytest.mark.clause("ma-uth-6.b.s2")
def test_a_late_wager_is_recorded_and_changes_nothing() -> None:
    table = _table("manual-shoe", "preflop", MAIN)
    found = _report(table, "late_wager", seat=2)
    assert (found.clause, found.void, found.seat) == ("ma-uth-6.b.s2", "none", 2)
    assert table.state.hands[2].wagers == MAIN


@by_deal
@pytest.mark.parametrize("step", ["deal", "preflop", "flop_decision", "stub"])
@pytest.mark.clause("ma-uth-10.a.s1", "ma-uth-6.e.s2")
def test_the_document_has_no_consequence_for_talk_and_for_leaving_the_seat(deal: str, step: str) -> None:
    table = _table(deal, step)
    for kind in ("talk", "left_seat"):
        refused("not_now", table.do, c.Report(irregularity=kind, seat=1), "supervisor")
    for kind in ("device_count_wrong", "chips_mismatch"):
        refused("not_now", table.do, c.Report(irregularity=kind), "supervisor")
    refused("not_now", table.do, c.OrderShuffle(), "supervisor")


@pytest.mark.clause("ma-uth-10.e", "ma-uth-10.c.s1")
def test_a_play_wager_is_not_corrected_to_a_check_when_nobody_will_be_asked_again() -> None:
    table = live(NAME, "manual-shoe")
    table.start_round({1: MAIN})
    table.until("stub")
    check = c.Correct(seat=1, decision="check", reason="he checked")
    with pytest.raises(Refusal):
        table.do(check, "supervisor")
    played(table)
