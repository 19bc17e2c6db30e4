"""Massachusetts Four Card Poker, section 14 and 7(e)-(f): irregularities, who reports them, and the
consequences.

Void means that every wager goes back, aces up, Cover All and progressive with the others (reading FCP-28),
and with the progressive stakes what they have put on the meter.
"""

import pytest

from croupier.submission.form import Equipment, Progressive, Submission
from croupier.submission.table import table_rules
from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import CHOICES, Table, electronic, every_wager, live, stacked
from tests.table.ma_fcp import ANTE, DEALT, NAME, accounts, of, refused, report

WAGERS = {1: every_wager(NAME), 2: {"ante": 2500, "aces_up": 500}, 3: {"aces_up": 700}}
CONTRIBUTED = {"main": 20 * 10_000}
"""A fifth of the one dollar that seat 1 has on the progressive, in ten-thousandths of a cent."""


def _table(deal: str = "hand", **equipment: object) -> Table:
    """A live table whose progressive takes a fifth of each stake."""
    filed = Submission(
        rules=NAME,
        choices=CHOICES[NAME],
        progressive=Progressive(rate="20%"),
        equipment=Equipment(deal=deal, cover_all_device=True, **equipment),  # type: ignore[arg-type]
    )
    table = Table(table_rules(filed), "live")
    table.sit(1)
    return table


def _all_void(table: Table, clause: str, deck: str = "reshuffle") -> None:
    """Every wager went back, nothing was decided by the cards, and the deck is dealt with."""
    (found,) = [event for event in of(e.IrregularityFound, table.log) if event.void == "all"]
    assert (found.clause, found.settled, found.deck) == (clause, (), deck)
    results = {event.seat: event.results for event in of(e.SeatSettled, table.log)}
    for cover_all in of(e.CoverAllSettled, table.log):
        for seat, result in cover_all.results.items():
            results[seat] = results[seat] | {"cover_all": result}
    (settled,) = of(e.RoundSettled, table.log)
    decided = {event.seat: event.amount for event in of(e.Decided, table.log) if event.action == "play"}
    for seat, wagers in WAGERS.items():
        staked = wagers | ({"play": decided[seat]} if seat in decided else {})
        returned = {name: result.returned for name, result in results[seat].items() if result.stake}
        assert returned == staked
        assert {result.outcome for result in results[seat].values() if result.stake} == {"void"}
        assert all(clause in result.clauses for result in results[seat].values() if result.stake)
        assert not any(result.paid for result in results[seat].values())
    assert settled.nets == dict.fromkeys(WAGERS, 0)
    assert settled.returned_contributions == CONTRIBUTED
    assert settled.record.irregularity == clause
    assert accounts(table.log) == {}  # all money, and what was on the meter, is where it was
    assert table.step == "collect"
    table.perform_next()
    assert table.step == ("shuffle" if deck == "reshuffle" else "receive")


def _nothing_void(table: Table, clause: str) -> None:
    found = of(e.IrregularityFound, table.log)[-1]
    assert (found.clause, found.void, found.deck) == (clause, "none", "stays")


# --------------------------------------------------------------------------------------- cards face up


@pytest.mark.clause("ma-fcp-14.a.s1", shows="computed")
@pytest.mark.parametrize("deal", DEALT)
def test_a_card_found_face_up_is_racked_unused_and_the_round_goes_on(deal: str) -> None:
    table = _table(deal)
    table.start_round(WAGERS)
    left = 52 - 15 - (10 if deal == "automated-shoe" else 6)
    card = table.deck.pop()
    report(table, "card_face_up", cards=card)
    _nothing_void(table, "ma-fcp-14.a.s1")
    table.until("stub")
    (counted,) = of(e.Counted, table.do(c.Count(step="stub_count", count=left - 1)))
    assert counted.right
    table.until("reveal")
    dealer = [card, *table.hands[0][1:]]
    refused(table, "duplicate_card", c.Show(to=0, cards=" ".join(dealer)))
    while table.state.program == "round":
        table.perform_next()
    results = [result for event in of(e.SeatSettled, table.log) for result in event.results.values()]
    assert results
    assert "void" not in {result.outcome for result in results}


@pytest.mark.clause("ma-fcp-14.a.s2", shows="computed")
@pytest.mark.parametrize("deal", DEALT)
def test_more_than_one_card_face_up_voids_all_hands(deal: str) -> None:
    table = _table(deal)
    table.start_round(WAGERS)
    table.perform_next()
    report(table, "cards_face_up")
    _all_void(table, "ma-fcp-14.a.s2")


@pytest.mark.clause("ma-fcp-14.a.s2", shows="computed")
def test_a_second_card_face_up_is_more_than_one() -> None:
    table = _table()
    table.start_round(WAGERS)
    report(table, "card_face_up", cards=table.deck.pop())
    again = c.Report(irregularity="card_face_up", cards=table.deck.pop())
    if any(offer.name == "card_face_up" for offer in table.offers()):
        table.do(again)
    else:
        refused(table, "not_now", again)
        report(table, "cards_face_up")
    _all_void(table, "ma-fcp-14.a.s2")


@pytest.mark.clause("ma-fcp-14.a.s1", "ma-fcp-14.a.s2", "ma-fcp-14.b", shows="computed")
@pytest.mark.parametrize("kind", ["card_face_up", "cards_face_up", "card_drawn_in_error"])
def test_cards_are_found_face_up_or_drawn_in_error_while_they_are_dealt(kind: str) -> None:
    table = live(NAME)
    table.open_up()
    table.bet(1, ANTE)
    refused(table, "not_now", c.Report(irregularity=kind))
    table.start_round({1: ANTE})
    # A card drawn in error is the next card: after the last there is none. The deck is looked at to the end.
    last = "deal" if kind == "card_drawn_in_error" else "stub"
    done = False
    while not done:
        assert kind in {offer.name for offer in table.offers() if offer.act == "report"}, table.step
        done = table.step == last
        table.perform_next()
    refused(table, "not_now", c.Report(irregularity=kind))


# -------------------------------------------------------------------------- cards drawn, missing, exposed


@pytest.mark.clause("ma-fcp-14.b", shows="computed")
@pytest.mark.parametrize("deal", DEALT)
def test_a_card_drawn_in_error_unseen_is_used_as_the_next(deal: str) -> None:
    table = _table(deal)
    table.start_round(WAGERS)
    drawn = table.state.drawn
    report(table, "card_drawn_in_error")
    _nothing_void(table, "ma-fcp-14.b")
    assert table.state.drawn == drawn  # the deal goes on as if it had been the next card
    while table.state.program == "round":
        table.perform_next()
    (settled,) = of(e.RoundSettled, table.log)
    assert settled.returned_contributions == {}
    assert settled.record.irregularity is None


@pytest.mark.clause("ma-fcp-14.c", shows="computed")
@pytest.mark.parametrize(("kind", "seat"), [("wrong_cards_player", 2), ("wrong_cards_dealer", 0)])
@pytest.mark.parametrize("at", ["stub", "examine", "decide", "collect_forfeits", "reveal", "settle"])
@pytest.mark.parametrize("deal", DEALT)
def test_a_wrong_number_of_cards_anywhere_voids_all_hands(deal: str, at: str, kind: str, seat: int) -> None:
    table = _table(deal)
    table.start_round(WAGERS)
    refused(table, "not_now", c.Report(irregularity=kind, seat=seat))  # nobody has a card
    table.until(at)
    report(table, kind, seat=seat)
    _all_void(table, "ma-fcp-14.c")


@pytest.mark.clause("ma-fcp-14.c", shows="computed")
def test_a_wrong_number_found_when_other_hands_are_settled_takes_the_payments_back() -> None:
    table = _table()
    # Seat 2 has four aces; the dealer a pair of sevens.
    rows = "2c Ac 7c", "4d Ad 7d", "6h Ah 2h", "9d As 4s", "Kh Jc Kc"
    table.start_round({1: ANTE, 2: ANTE | {"progressive": 100}}, stacked(*rows, "Ts"))
    table.until("settle")
    (settled, *_) = of(e.SeatSettled, table.perform_next())
    assert {name: result.net for name, result in settled.results.items() if result.net <= 0} == {}
    assert table.state.pending  # the meter's award
    report(table, "wrong_cards_player", seat=1, count=4)
    assert not table.state.pending
    (ended,) = of(e.RoundSettled, table.log)
    assert ended.nets == {1: 0, 2: 0}
    assert accounts(table.log) == {}


@pytest.mark.clause("ma-fcp-14.d", shows="computed")
@pytest.mark.parametrize("at", ["stub", "decide", "collect_forfeits", "reveal"])
@pytest.mark.parametrize("deal", DEALT)
def test_a_dealers_card_exposed_before_the_reveal_voids_all_hands_and_aces_up(deal: str, at: str) -> None:
    table = _table(deal)
    table.start_round(WAGERS)
    refused(table, "not_now", c.Report(irregularity="dealer_card_exposed"))
    table.until(at)
    report(table, "dealer_card_exposed")
    _all_void(table, "ma-fcp-14.d")


@pytest.mark.clause("ma-fcp-14.d", shows="computed")
def test_the_sixth_card_and_the_revealed_hand_are_no_exposed_cards() -> None:
    table = _table()
    table.start_round(WAGERS)
    table.until("settle")
    refused(table, "not_now", c.Report(irregularity="dealer_card_exposed"))
    assert not of(e.IrregularityFound, table.log)


# ------------------------------------------------------------------------------------------- wrong counts


def _miscounted(deal: str) -> Table:
    table = _table(deal)
    table.start_round(WAGERS)
    table.until("stub")
    for kind in ("stub_misdealt", "stub_wrong"):
        refused(table, "not_now", c.Report(irregularity=kind))
    table.do(c.Count(step="stub_count", count=table.state.stub - 1))
    return table


@pytest.mark.clause("ma-fcp-7.e.b.s2", "ma-fcp-8.e.s2", "ma-fcp-9.e.s2", shows="computed")
@pytest.mark.parametrize("deal", DEALT)
def test_a_misdeal_that_the_stub_count_shows_voids_all_hands_and_the_deck_stays(deal: str) -> None:
    table = _miscounted(deal)
    report(table, "stub_misdealt")
    _all_void(table, "ma-fcp-7.e.b.s2")


@pytest.mark.clause("ma-fcp-7.e.b.s3", "ma-fcp-8.e.s2", "ma-fcp-9.e.s2", shows="computed")
@pytest.mark.parametrize("deal", DEALT)
def test_a_wrong_deck_that_the_stub_count_shows_voids_all_hands_and_leaves_the_table(deal: str) -> None:
    table = _miscounted(deal)
    report(table, "stub_wrong")
    _all_void(table, "ma-fcp-7.e.b.s3", deck="remove")
    table.deal_round({1: ANTE})  # with a new deck, opened like the first
    assert [event.step for event in of(e.StepDone, table.log)].count("verify") == 2


@pytest.mark.clause("ma-fcp-7.f.s2", shows="computed")
def test_a_deck_that_the_shuffler_counts_wrong_leaves_the_table() -> None:
    table = live(NAME, "hand", shuffle="automated", counting_shuffler=True)
    table.deal_round({1: ANTE})
    table.until("device_count")
    refused(table, "not_now", c.Report(irregularity="device_count_wrong"))
    (found,) = of(e.IrregularityFound, table.do(c.Count(step="device_count", count=51)))
    refused(table, "not_now", c.Bet(seat=1, wagers=ANTE), "player", "p1")
    assert (found.clause, found.void, found.deck) == ("ma-fcp-7.f.s2", "none", "remove")
    assert table.step == "receive"


# ------------------------------------------------------------------------------------------------ devices


@pytest.mark.clause("ma-fcp-14.e", shows="computed")
def test_cards_that_the_shuffler_did_not_finish_are_shuffled_again() -> None:
    table = live(NAME, "hand", shuffle="automated", counting_shuffler=True)
    table.until("device_count")
    (found,) = of(e.IrregularityFound, report(table, "shuffler_fault"))
    assert (found.clause, found.void, found.deck) == ("ma-fcp-14.e", "none", "reshuffle")
    assert table.step == "shuffle"
    table.open_up()
    refused(table, "not_now", c.Report(irregularity="shuffler_fault"))
    by_hand = live(NAME, "manual-shoe", shuffle="manual")
    by_hand.until("shuffle")
    refused(by_hand, "not_now", c.Report(irregularity="shuffler_fault"))


@pytest.mark.clause("ma-fcp-14.f", shows="computed")
@pytest.mark.parametrize("at", ["deal", "sixth_card", "stub"])
def test_a_shoe_that_jams_during_the_deal_voids_the_round(at: str) -> None:
    table = _table("automated-shoe")
    table.start_round(WAGERS)
    table.until(at)
    report(table, "shoe_fault")
    _all_void(table, "ma-fcp-14.f")


@pytest.mark.clause("ma-fcp-14.f", shows="computed")
def test_a_shoe_that_has_dealt_all_its_cards_can_no_longer_fail_the_round() -> None:
    table = _table("automated-shoe")
    table.start_round(WAGERS)
    table.until("examine")
    while table.state.program == "round":
        refused(table, "not_now", c.Report(irregularity="shoe_fault"))
        table.perform_next()


@pytest.mark.clause("ma-fcp-14.f", shows="computed")
@pytest.mark.parametrize("deal", ["manual-shoe", "hand"])
def test_only_an_automated_shoe_jams(deal: str) -> None:
    table = _table(deal)
    table.start_round(WAGERS)
    refused(table, "not_now", c.Report(irregularity="shoe_fault"))


@pytest.mark.clause("ma-fcp-14.e", "ma-fcp-14.f", shows="computed")
@pytest.mark.clause("ma-fcp-14.g", shows="recorded")
@pytest.mark.parametrize("fault", ["shuffler_fault", "shoe_fault"])
def test_a_device_is_removed_before_another_method_is_used(fault: str) -> None:
    table = _table("automated-shoe", shuffle="automated")
    table.start_round(WAGERS)
    if fault == "shoe_fault":
        report(table, fault)
    while table.step != "shuffle":
        table.perform_next()
    if fault == "shuffler_fault":
        report(table, fault)
    by_hand = c.ReplaceDevice(device="covered", deal="manual-shoe", shuffle="manual")
    assert "ma-fcp-14.g" in refused(table, "value_not_allowed", by_hand, "floorperson")
    removed = c.ReplaceDevice(device="removed", deal="manual-shoe", shuffle="manual")
    assert "ma-fcp-14.g" in refused(table, "role_too_low", removed)
    (changed,) = table.do(removed, "floorperson")
    assert "ma-fcp-14.g" in changed.clauses
    table.deal_round({1: ANTE})
    (cut,) = [event for event in of(e.StepDone, table.log) if event.step == "cut"]
    assert cut.least == 10
    assert "ma-fcp-7.c.s1" in of(e.Dealt, table.log)[-1].clauses


def test_no_method_changes_while_wagers_stand() -> None:
    table = _table("automated-shoe", shuffle="automated")
    table.start_round(WAGERS)
    removed = c.ReplaceDevice(device="removed", deal="hand")
    while not of(e.RoundEnded, table.log):
        refused(table, "not_now", removed, "floorperson")
        table.perform_next()


# -------------------------------------------------------------------------- who reports, and what is unknown


@pytest.mark.clause("ma-fcp-14.a.s2", "ma-fcp-14.c", "ma-fcp-14.d", shows="computed")
@pytest.mark.parametrize("role", ["player", "surveillance", "auditor", "system"])
@pytest.mark.parametrize("kind", ["cards_face_up", "wrong_cards_dealer", "dealer_card_exposed"])
def test_a_void_is_declared_by_the_dealer_or_above(kind: str, role: str) -> None:
    table = live(NAME)
    table.start_round({1: ANTE})
    table.until("stub")
    refused(table, "role_too_low", c.Report(irregularity=kind), role, "p1")
    report(table, kind, "floorperson")
    assert of(e.SeatSettled, table.log)[0].results["ante"].outcome == "void"


UNKNOWN = ("talk", "left_seat", "chips_mismatch", "deck_too_old", "cards_face_up_after_deal")


@pytest.mark.parametrize("kind", [*UNKNOWN, "dealer_cards_cured"])
def test_irregularities_without_a_consequence_are_not_reported(kind: str) -> None:
    table = live(NAME)
    table.start_round({1: ANTE})
    while table.state.program == "round":
        refused(table, "not_now", c.Report(irregularity=kind, seat=1), "supervisor")
        refused(table, "not_now", c.OrderShuffle(), "supervisor")
        table.perform_next()


@pytest.mark.clause("ma-fcp-14.a.s2", "ma-fcp-14.c", "ma-fcp-14.d", shows="computed")
def test_a_table_that_deals_itself_has_no_misdeals_and_exposes_no_card() -> None:
    table = electronic(NAME, "automated-shoe")
    table.start_round({1: ANTE})
    for kind in ("wrong_cards_player", "wrong_cards_dealer", "dealer_card_exposed", "cards_face_up"):
        refused(table, "not_now", c.Report(irregularity=kind, seat=1), "supervisor")
