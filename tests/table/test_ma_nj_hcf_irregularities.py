"""High Card Flush in Massachusetts and New Jersey: irregularities, who reports them, the consequences."""

from collections.abc import Sequence

import pytest

from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.events import AnyEvent
from tests.table.driver import Table, electronic, live, stacked
from tests.table.ma_nj_hcf import (
    ANTE,
    BOTH,
    DEALER,
    EVERY,
    EVERY_METHOD,
    MA,
    NJ,
    NOTHING,
    OTHER,
    STRAIGHT_4,
    STRAIGHT_6,
    all_of,
    money,
    of,
    one,
    refused,
)

SEATS = (1, 2)


def _round(name: str, deal: str = "", until: str = "decide", **more: object) -> Table:
    """A live table with every wager on two seats, played on until a step."""
    table = live(name, deal, seats=SEATS, **more)
    table.start_round(dict.fromkeys(SEATS, EVERY), stacked(STRAIGHT_4, OTHER, DEALER))
    table.until(until)
    return table


def _void(table: Table, events: Sequence[AnyEvent], clause: str, wagers: dict[str, int]) -> None:
    """Every wager of every seat goes back, the meters give up their parts, and the deck is shuffled."""
    found = one(events, e.IrregularityFound)
    assert (found.clause, found.void, found.settled, found.deck) == (clause, "all", (), "reshuffle")
    settled = all_of(events, e.SeatSettled)
    assert [event.seat for event in settled] == [2, 1]
    for event in settled:
        assert money(event.results) == {wager: ("void", 0, stake) for wager, stake in wagers.items()}
        assert event.awards == ()
    round_settled = one(events, e.RoundSettled)
    assert round_settled.nets == {1: 0, 2: 0}
    assert round_settled.record.irregularity == clause
    closed = next(event for event in table.log if isinstance(event, e.BetsClosed))
    assert closed.contributions == {"main": 2 * 24 * 10_000, "secondary": 2 * 2 * 10_000}
    assert round_settled.returned_contributions == closed.contributions
    for asked in (c.Deal(step="deal"), c.Show(to=0, cards=DEALER), c.Decide(seat=1, action="fold")):
        refused(table, asked, "not_now")
    table.until("shuffle")
    refused(table, c.Bet(seat=1, wagers=ANTE), "not_now", "player", "p1")
    table.perform_next()
    table.deal_round(dict.fromkeys(SEATS, EVERY))


# ------------------------------------------------------------------------------------- cards face up


@pytest.mark.clause("ma-hcf-13.a.s1", "nj-hcf-38.13.a.s1", shows="computed")
@EVERY_METHOD
@pytest.mark.parametrize("step", ["deal", "stub"])
def test_one_card_found_face_up_goes_to_the_rack_and_the_round_goes_on(
    name: str, deal: str, step: str
) -> None:
    table = live(name, deal, seats=SEATS)
    table.open_up()
    report = c.Report(irregularity="card_face_up", cards="Qs")
    refused(table, report, "not_now")
    table.start_round(dict.fromkeys(SEATS, EVERY), stacked(STRAIGHT_4, OTHER, DEALER))
    table.until(step)
    found = one(table.do(report), e.IrregularityFound)
    assert (found.clause, found.void, found.deck) == (*of(name, "13.a.s1"), "none", "stays")
    table.until("stub")
    # The card is in the rack: the stub is one card shorter, and nobody can have been dealt it.
    assert one(table.do(c.Count(step="stub_count", count=30)), e.Counted).right
    refused(table, c.Enter(to=1, cards=STRAIGHT_4.replace("Ks", "Qs")), "duplicate_card")
    refused(table, report, "not_now")  # the cards are not being dealt any more
    table.until("settle")
    assert all_of(table.perform_next(), e.SeatSettled)[0].results["ante"].outcome != "void"


@pytest.mark.clause("ma-hcf-13.a.s2", "nj-hcf-38.13.a.s2", shows="computed")
@EVERY_METHOD
@pytest.mark.parametrize("step", ["deal", "stub"])
def test_more_than_one_card_found_face_up_voids_every_hand(name: str, deal: str, step: str) -> None:
    table = _round(name, deal, until=step)
    events = table.do(c.Report(irregularity="cards_face_up"))
    (clause,) = of(name, "13.a.s2")
    _void(table, events, clause, EVERY)


@pytest.mark.clause("ma-hcf-13.a.s2", "nj-hcf-38.13.a.s2", shows="computed")
@BOTH
def test_a_second_card_found_face_up_in_the_same_deal_is_more_than_one(name: str) -> None:
    table = _round(name, until="deal")
    table.do(c.Report(irregularity="card_face_up", cards="Qs"))
    events = table.do(c.Report(irregularity="card_face_up", cards="Js"))
    (clause,) = of(name, "13.a.s2")
    _void(table, events, clause, EVERY)


@pytest.mark.clause("ma-hcf-13.b", "nj-hcf-38.13.b", shows="computed")
@EVERY_METHOD
def test_a_card_drawn_in_error_unexposed_is_the_next_card(name: str, deal: str) -> None:
    table = _round(name, deal, until="deal")
    found = one(table.do(c.Report(irregularity="card_drawn_in_error")), e.IrregularityFound)
    assert (found.clause, found.void, found.deck) == (*of(name, "13.b"), "none", "stays")
    table.until("stub")
    assert one(table.do(c.Count(step="stub_count", count=31)), e.Counted).right  # no card was lost
    refused(table, c.Report(irregularity="card_drawn_in_error"), "not_now")


# ---------------------------------------------------------------------- wrong numbers, exposed cards


@pytest.mark.clause("ma-hcf-13.c", "nj-hcf-38.13.c", shows="computed")
@EVERY_METHOD
@pytest.mark.parametrize("step", ["stub", "examine", "decide", "discards", "reveal", "settle"])
def test_a_player_with_a_wrong_number_of_cards_voids_every_hand(name: str, deal: str, step: str) -> None:
    table = live(name, deal, seats=SEATS)
    table.start_round(dict.fromkeys(SEATS, EVERY), stacked(STRAIGHT_4, OTHER, DEALER))
    report = c.Report(irregularity="wrong_cards_player", seat=1)
    refused(table, report, "not_now")  # nobody has cards
    table.until(step)
    events = table.do(report)
    wagers = EVERY if step in ("stub", "examine", "decide") else {**EVERY, "raise": 1000}
    (clause,) = of(name, "13.c")
    _void(table, events, clause, wagers)


@pytest.mark.clause("ma-hcf-13.c", "nj-hcf-38.13.c", shows="computed")
@BOTH
def test_a_wrong_number_of_cards_found_when_a_hand_is_turned_voids_those_settled_before(name: str) -> None:
    table = _round(name, until="settle")
    assert one(table.perform_next(), e.SeatSettled).seat == 2
    events = table.do(c.Report(irregularity="wrong_cards_player", seat=1))
    (clause,) = of(name, "13.c")
    _void(table, events, clause, {**EVERY, "raise": 1000})
    refused(table, c.Report(irregularity="wrong_cards_player", seat=1), "not_now", "supervisor")


@pytest.mark.clause("ma-hcf-7.f.2.s2", "nj-hcf-38.7.f.2.s2", shows="computed")
@EVERY_METHOD
def test_a_dealer_with_a_wrong_number_of_cards_voids_every_hand_too(name: str, deal: str) -> None:
    table = _round(name, deal)
    events = table.do(c.Report(irregularity="wrong_cards_dealer"))
    (clause,) = of(name, "7.f.2.s2")
    _void(table, events, clause, EVERY)


@pytest.mark.clause("ma-hcf-13.d", "nj-hcf-38.13.d", shows="computed")
@EVERY_METHOD
@pytest.mark.parametrize("step", ["stub", "examine", "decide", "discards", "reveal"])
def test_an_exposed_dealer_card_voids_every_hand_until_the_dealer_reveals(
    name: str, deal: str, step: str
) -> None:
    table = live(name, deal, seats=SEATS)
    table.start_round(dict.fromkeys(SEATS, EVERY), stacked(STRAIGHT_4, OTHER, DEALER))
    report = c.Report(irregularity="dealer_card_exposed", cards="Kd")
    table.until("deal")
    refused(table, report, "not_now")
    table.until(step)
    events = table.do(report)
    wagers = EVERY if step in ("stub", "examine", "decide") else {**EVERY, "raise": 1000}
    (clause,) = of(name, "13.d")
    _void(table, events, clause, wagers)


@pytest.mark.clause("ma-hcf-13.d", "nj-hcf-38.13.d", shows="computed")
@BOTH
def test_cards_that_the_dealer_has_revealed_are_no_irregularity(name: str) -> None:
    table = _round(name, until="settle")
    refused(table, c.Report(irregularity="dealer_card_exposed"), "not_now", "supervisor")


@pytest.mark.clause("ma-hcf-13.d", "nj-hcf-38.13.d", shows="computed")
@BOTH
def test_a_void_round_gives_a_folded_ante_back(name: str) -> None:
    table = live(name, seats=SEATS)
    table.start_round({1: ANTE, 2: ANTE}, stacked(NOTHING, OTHER))
    table.until("decide")
    table.decide(1, "fold")
    events = table.do(c.Report(irregularity="dealer_card_exposed"))
    assert one(events, e.RoundSettled).nets == {1: 0, 2: 0}


# --------------------------------------------------------------------------------------------- devices


@pytest.mark.clause("ma-hcf-13.e", "nj-hcf-38.13.e", shows="computed")
@EVERY_METHOD
def test_cards_of_a_shuffle_that_was_not_completed_are_shuffled_again(name: str, deal: str) -> None:
    table = live(name, deal, shuffle="automated")
    report = c.Report(irregularity="shuffler_fault", note="jam")
    refused(table, report, "not_now")  # nothing is being shuffled
    table.until("shuffle")
    found = one(table.do(report), e.IrregularityFound)
    assert (found.clause, found.void, found.deck) == (*of(name, "13.e"), "none", "reshuffle")
    assert table.step == "shuffle"
    refused(table, c.Bet(seat=1, wagers=ANTE), "not_now", "player", "p1")
    table.perform_next()
    assert table.step == "no_more_bets"
    refused(table, report, "not_now")


@pytest.mark.clause("ma-hcf-13.e", "nj-hcf-38.13.e", shows="computed")
@BOTH
def test_the_other_deck_does_not_come_out_of_a_shuffler_that_failed(name: str) -> None:
    table = live(name, decks=2, shuffle="automated")
    table.open_up()
    active = table.state.active
    table.deal_round({1: ANTE})
    table.do(c.Report(irregularity="shuffler_fault"))
    assert table.step == "shuffle"
    refused(table, c.Bet(seat=1, wagers=ANTE), "not_now", "player", "p1")
    table.open_up()
    assert table.state.active != active


@pytest.mark.clause("nj-hcf-38.13.e", shows="computed")
def test_a_shuffle_by_hand_has_no_device_to_fail() -> None:
    table = live(NJ, "manual-shoe", shuffle="manual")
    table.until("shuffle")
    refused(table, c.Report(irregularity="shuffler_fault"), "not_now", "supervisor")


@pytest.mark.clause("ma-hcf-13.f", "nj-hcf-38.13.f", shows="computed")
@BOTH
@pytest.mark.parametrize("step", ["deal", "stub"])
def test_an_automated_shoe_that_fails_to_deal_voids_the_round(name: str, step: str) -> None:
    table = live(name, "automated-shoe", seats=SEATS)
    table.open_up()
    refused(table, c.Report(irregularity="shoe_fault"), "not_now")
    table.start_round(dict.fromkeys(SEATS, EVERY), stacked(STRAIGHT_4, OTHER, DEALER))
    table.until(step)
    events = table.do(c.Report(irregularity="shoe_fault"))
    (clause,) = of(name, "13.f")
    _void(table, events, clause, EVERY)


@pytest.mark.clause("ma-hcf-13.f", "nj-hcf-38.13.f", shows="computed")
@pytest.mark.parametrize(("name", "deal"), [(MA, "manual-shoe"), (NJ, "manual-shoe"), (NJ, "hand")])
def test_without_an_automated_shoe_there_is_none_to_fail(name: str, deal: str) -> None:
    table = _round(name, deal, until="deal")
    refused(table, c.Report(irregularity="shoe_fault"), "not_now", "supervisor")


@pytest.mark.clause("ma-hcf-13.f", "nj-hcf-38.13.f", shows="computed")
@BOTH
def test_a_fault_of_an_electronic_table_gives_every_wager_back(name: str) -> None:
    table = electronic(name, "automated-shoe")
    table.start_round(dict.fromkeys(SEATS, EVERY), stacked(STRAIGHT_6, "2c 3d 4h 6c 7d 8c 9h"))
    refused(table, c.Report(irregularity="wrong_cards_player", seat=1), "not_now", "supervisor")
    events = table.do(c.Report(irregularity="shoe_fault"), "system")
    for settled in all_of(events, e.SeatSettled):
        assert money(settled.results) == {wager: ("void", 0, stake) for wager, stake in EVERY.items()}
    assert table.step == "shuffle"


@pytest.mark.clause("nj-hcf-38.8.b.1", shows="refused")
@pytest.mark.clause("nj-hcf-38.13.g", shows="recorded")
def test_a_device_leaves_the_table_before_another_method_is_used() -> None:
    table = live(NJ, "automated-shoe", shuffle="automated", counting_shuffler=True, decks=2)
    table.open_up()
    for word in ("", "covered", "out of order"):
        stays = refused(
            table, c.ReplaceDevice(device=word, deal="manual-shoe"), "value_not_allowed", "floorperson"
        )
        assert "nj-hcf-38.13.g" in stays.clauses
    by_hand = c.ReplaceDevice(device="removed", deal="hand", shuffle="manual")
    assert "nj-hcf-38.8.b.1" in refused(table, by_hand, "hand_deal_needs_shuffler", "floorperson").clauses
    change = c.ReplaceDevice(device="removed", deal="manual-shoe", shuffle="manual")
    refused(table, change, "role_too_low", "dealer")
    changed = one(table.do(change, "floorperson"), e.MethodChanged)
    assert "nj-hcf-38.13.g" in changed.clauses
    # Without the shuffler: one deck, shuffled by hand and cut, and a stub to be counted.
    assert len(table.state.decks) == 1
    assert table.step == "shuffle"
    table.perform_next()
    assert table.step == "cut"
    table.start_round({1: ANTE})
    refused(table, change, "not_now", "floorperson")  # not in a round
    table.until("stub")
    one(table.do(c.Count(step="stub_count", count=38)), e.Counted)


# ------------------------------------------------------------------------------------------------- talk


@pytest.mark.clause("ma-hcf-9.a.s5", "nj-hcf-38.10.a.s5", shows="computed")
@EVERY_METHOD
def test_a_player_who_discloses_a_hand_forfeits_every_wager_and_the_others_play_on(
    name: str, deal: str
) -> None:
    table = _round(name, deal, until="examine")
    talk = c.Report(irregularity="talk", seat=1)
    refused(table, talk, "role_too_low", "dealer")
    found = one(table.do(talk, "floorperson"), e.IrregularityFound)
    assert (found.clause, found.forfeits, found.void) == (*of(name, "9.a.s5"), True, "none")
    refused(table, talk, "not_now", "floorperson")  # there is nothing left to forfeit
    table.until("decide")
    assert table.asked()[0] == 2
    table.until("collect")
    results = {event.seat: event.results for event in all_of(table.log, e.SeatSettled)}
    assert money(results[1]) == dict.fromkeys(EVERY, ("lose", 0, 0))  # a winning hand, lost
    assert results[2]["ante"].outcome != "void"
    assert one(table.log, e.RoundSettled).returned_contributions == {}


@BOTH
def test_a_disclosure_is_reported_only_between_deal_and_settlement(name: str) -> None:
    table = live(name, seats=SEATS)
    table.start_round(dict.fromkeys(SEATS, ANTE))
    talk = c.Report(irregularity="talk", seat=1)
    table.until("deal")
    refused(table, talk, "not_now", "floorperson")
    table.until("settle")
    refused(table, talk, "not_now", "floorperson")


@pytest.mark.clause("ma-hcf-9.a.s5", "nj-hcf-38.10.a.s5", shows="computed")
@BOTH
def test_a_player_who_discloses_a_hand_forfeits_the_wagers_on_all_boxes(name: str) -> None:
    table = live(name, seats=(1, 4), boxes=2)
    table.do(c.Sit(seat=2, player="p1"), "player", "p1")
    table.start_round({1: ANTE, 2: EVERY, 4: ANTE})
    table.until("decide")
    table.decide(1, "raise", 1000)
    table.do(c.Report(irregularity="talk", seat=2), "floorperson")
    assert table.asked()[0] == 4
    table.until("collect")
    results = {event.seat: event.results for event in all_of(table.log, e.SeatSettled)}
    assert money(results[1]) == dict.fromkeys(("ante", "raise"), ("lose", 0, 0))
    assert money(results[2]) == dict.fromkeys(EVERY, ("lose", 0, 0))


# ------------------------------------------------------------------------- what the document does not know


@EVERY_METHOD
def test_only_irregularities_in_the_document_can_be_reported_or_ordered(name: str, deal: str) -> None:
    table = live(name, deal, seats=SEATS)
    table.open_up()
    refused(table, c.OrderShuffle(), "not_now", "supervisor")
    table.now += 24 * 3_600_000  # no deck grows too old here
    table.start_round(dict.fromkeys(SEATS, EVERY))
    while table.state.program == "round":
        for kind in ("left_seat", "dealer_cards_cured", "cards_face_up_after_deal", "deck_too_old"):
            refused(table, c.Report(irregularity=kind, seat=1), "not_now", "administrator")
            refused(table, c.Report(irregularity=kind), "not_now", "administrator")
        table.perform_next()
