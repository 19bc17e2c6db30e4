"""Massachusetts Ultimate, sections 6 to 9: wagers until no more bets, the deal by each method, the stub."""

import pytest

from croupier.rulebook.catalog import rule_set
from croupier.submission.form import Choices
from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import Chooser, Table, bold, live, timid
from tests.table.ma_uth import ALL, BOARD, DEALER, MAIN, NAME, RACK, by_deal, dealt, of, one, refused

NO_MORE_BETS = {
    "manual-shoe": "ma-uth-7.b",
    "hand": "ma-uth-8.b.3.s1",
    "automated-shoe": "ma-uth-9.b.2",
}
SECTION = {"manual-shoe": "ma-uth-7.d", "hand": "ma-uth-8.c"}
STUB = {"manual-shoe": "ma-uth-7.e", "hand": "ma-uth-8.d", "automated-shoe": "ma-uth-9.d.s2"}
STUB_COUNT = {
    "manual-shoe": {"ma-uth-7.f.s1", "ma-uth-7.f.s2"},
    "hand": {"ma-uth-8.e.s1", "ma-uth-8.e.s2", "ma-uth-7.f.s2"},
    "automated-shoe": {"ma-uth-9.e.s1", "ma-uth-9.e.s2", "ma-uth-7.f.s2"},
}


def _closed(deal: str, *seats: int) -> Table:
    """Bets of these seats closed, no card dealt yet."""
    table = live(NAME, deal, seats=seats)
    table.start_round(dict.fromkeys(seats, MAIN))
    return table


# --------------------------------------------------------------------------------------- wagers (section 6)


@by_deal
@pytest.mark.clause(
    "ma-uth-6.b.s1", "ma-uth-13.a", "ma-uth-7.b", "ma-uth-8.b.3.s1", "ma-uth-9.b.2", shows="refused"
)
def test_every_wager_is_placed_before_the_dealer_announces_no_more_bets(deal: str) -> None:
    table = live(NAME, deal, seats=(1, 2))
    table.open_up()
    refused("no_bets", table.do, c.CloseBets())
    placed = one(table.bet(1, ALL), e.BetPlaced)
    assert placed.wagers == ALL
    assert {"ma-uth-6.b.s1", "ma-uth-13.a"} <= set(placed.clauses)
    refused("not_now", table.do, c.Deal(step="deal"))
    refused("role_too_low", table.do, c.CloseBets(), "player", "p1")
    closed = one(table.do(c.CloseBets()), e.BetsClosed)
    assert closed.says == "No more bets"
    assert {NO_MORE_BETS[deal], "ma-uth-6.b.s1", "ma-uth-6.b.s2"} <= set(closed.clauses)
    assert not (set(NO_MORE_BETS.values()) - {NO_MORE_BETS[deal]}) & set(closed.clauses)
    refused("not_now", table.do, c.CloseBets())
    table.do(c.Deal(step="deal"))


@by_deal
@pytest.mark.clause("ma-uth-6.b.s2", shows="refused")
def test_no_wager_is_made_increased_or_withdrawn_after_no_more_bets(deal: str) -> None:
    table = live(NAME, deal, seats=(1, 2))
    table.open_up()
    table.bet(1, MAIN)
    table.bet(1, ALL)  # raised, taken back and placed again as long as bets are open
    table.bet(1, {})
    table.bet(1, MAIN)
    table.start_round({})
    higher = {"ante": 2000, "blind": 2000}
    while table.state.round == 1 and table.state.program == "round":
        for seat, wagers in ((2, MAIN), (1, higher), (1, MAIN | {"trips": 500}), (1, {})):
            refusal = refused("bets_closed", table.bet, seat, wagers)
            assert "ma-uth-6.b.s2" in refusal.clauses
        table.perform_next()
    assert one(table.log, e.RoundSettled).record.seats[0].wagers == MAIN


@pytest.mark.clause("ma-uth-6.a.s2", shows="refused")
def test_a_verbal_wager_with_cash_is_not_accepted() -> None:
    table = live(NAME)
    table.open_up()
    cash = c.Bet(seat=1, wagers=MAIN, instrument="cash")
    refusal = refused("instrument_not_accepted", table.do, cash, "player", "p1")
    assert refusal.clauses == ("ma-uth-6.a.s2",)
    found = one(table.do(c.Report(irregularity="cash_wager", seat=1)), e.IrregularityFound)
    assert (found.clause, found.void, found.seat) == ("ma-uth-6.a.s2", "none", 1)
    assert not table.state.hands
    for instrument in ("chips", "plaques"):
        table.do(c.Bet(seat=1, wagers=MAIN, instrument=instrument), "player", "p1")


@pytest.mark.clause(
    "ma-uth-1.ante",
    "ma-uth-1.blind",
    "ma-uth-6.c.s1",
    "ma-uth-14.a",
    "ma-uth-14.b.s1",
    "ma-uth-14.b.s2",
    shows="refused",
)
@pytest.mark.parametrize(
    ("code", "wagers"),
    [
        ("missing_wager", {"ante": 1000}),
        ("missing_wager", {"blind": 1000}),
        ("wagers_differ", {"ante": 1000, "blind": 2000}),
        ("missing_wager", {"trips": 500}),
        ("missing_wager", {"cover_all": 500}),
        ("missing_wager", MAIN | {"progressive": 500}),
        ("wrong_progressive_stake", MAIN | {"trips": 500, "progressive": 400}),
        ("wrong_progressive_stake", MAIN | {"trips": 500, "progressive": 600}),
    ],
)
def test_a_wager_without_its_companions_or_its_amount_is_refused(code: str, wagers: dict[str, int]) -> None:
    table = live(NAME)
    table.open_up()
    refused(code, table.bet, 1, wagers)
    assert not table.state.hands


def test_posted_limits_bound_the_ante_and_the_blind_with_it() -> None:
    # Reading UTH-24: the document has no clause on limits, and leaves them to be posted.
    table = live(NAME, posted={"ante": (1000, 5000), "trips": (500, 2000)})
    table.open_up()
    refused("below_minimum", table.bet, 1, {"ante": 900, "blind": 900})
    refused("above_maximum", table.bet, 1, {"ante": 5100, "blind": 5100})
    refused("above_maximum", table.bet, 1, MAIN | {"trips": 2100})
    table.bet(1, {"ante": 5000, "blind": 5000, "trips": 2000})


@pytest.mark.clause("ma-uth-6.a.s1", shows="refused")
def test_a_match_play_coupon_is_wagered_only_where_coupons_are_accepted() -> None:
    bet = c.Bet(seat=1, wagers=MAIN, match_play={"ante": 500})
    for accepted in (False, True):
        table = live(NAME, choices=Choices.of(trips="A", match_play=accepted))
        table.open_up()
        offered = next(offer for offer in table.offers() if offer.act == "bet").coupons
        if accepted:
            assert [(each.name, each.beside, each.least) for each in offered or ()] == [
                ("match_play", "ante", 1)
            ]
            assert one(table.do(bet, "player", "p1"), e.BetPlaced).match_play == {"ante": 500}
        else:
            assert not offered
            refused("wager_not_offered", table.do, bet, "player", "p1")


@pytest.mark.clause("ma-uth-6.e.s1", shows="refused")
def test_only_seated_players_wager() -> None:
    table = live(NAME, seats=(1,))
    table.open_up()
    refusal = refused("not_seated", table.do, c.Bet(seat=2, wagers=MAIN), "player", "p2")
    assert "ma-uth-6.e.s1" in refusal.clauses
    refused("not_your_seat", table.do, c.Bet(seat=1, wagers=MAIN), "player", "p2")
    refused("unknown_seat", table.do, c.Bet(seat=7, wagers=MAIN), "player", "p7")
    sat = one(table.do(c.Sit(seat=2, player="p2"), "player", "p2"), e.PlayerSat)
    assert "ma-uth-6.e.s1" in sat.clauses
    refused("seat_taken", table.do, c.Sit(seat=2, player="p3"), "player", "p3")
    table.bet(2, MAIN)


@pytest.mark.clause("ma-uth-12", shows="refused")
def test_a_player_has_one_position_only() -> None:
    table = live(NAME, seats=(1,))
    refusal = refused("too_many_boxes", table.do, c.Sit(seat=2, player="p1"), "player", "p1")
    assert refusal.clauses == ("ma-uth-12",)


@pytest.mark.parametrize("choose", [bold, timid])
@pytest.mark.clause("ma-uth-6.e.s2", "ma-uth-1.round", shows="refused")
def test_a_player_with_cards_stays_until_the_round_is_over(choose: Chooser) -> None:
    table = live(NAME, seats=(1, 2, 3))
    table.start_round({1: MAIN, 2: MAIN})
    table.do(c.Leave(seat=3), "player", "p3")  # without a wager
    while table.state.round == 1 and table.state.program == "round":
        refusal = refused("must_stay", table.do, c.Leave(seat=1), "player", "p1")
        assert "ma-uth-6.e.s2" in refusal.clauses
        table.perform_next(choose)
    table.do(c.Leave(seat=1), "player", "p1")


def test_a_player_may_leave_while_bets_are_open_and_takes_the_wager_along() -> None:
    table = live(NAME, seats=(1, 2))
    table.open_up()
    table.bet(1, MAIN)
    table.bet(2, MAIN)
    table.do(c.Leave(seat=2), "player", "p2")
    assert set(table.state.hands) == {1}


# ------------------------------------------------------------------------------------ deal (sections 7 to 9)


@pytest.mark.parametrize("deal", ["manual-shoe", "hand"])
@pytest.mark.clause(
    "ma-uth-7.d",
    "ma-uth-7.d.1",
    "ma-uth-7.d.2",
    "ma-uth-7.d.3",
    "ma-uth-7.d.4",
    "ma-uth-8.b",
    "ma-uth-8.c",
    "ma-uth-8.c.1",
    "ma-uth-8.c.2",
    "ma-uth-8.c.3",
    "ma-uth-8.c.4",
    shows="computed",
)
def test_one_card_each_clockwise_and_one_to_the_dealer_then_a_second_round(deal: str) -> None:
    table = live(NAME, deal, seats=(5, 2, 4, 1))
    table.start_round({5: MAIN, 2: MAIN, 4: MAIN})  # seat 1 has not wagered and gets no cards
    event = dealt(table.perform_next(), "deal")
    assert [(packet.to, packet.count) for packet in event.packets] == [
        (seat, 1) for seat in (2, 4, 5, DEALER, 2, 4, 5, DEALER)
    ]
    assert not any(packet.up or packet.cards for packet in event.packets)
    assert rule_set(NAME).steps[f"deal.{deal}"].cover_card
    section = SECTION[deal]
    assert {section, *(f"{section}.{part}" for part in (1, 2, 3, 4))} <= set(event.clauses)
    assert ("ma-uth-8.b" in event.clauses) == (deal == "hand")


@pytest.mark.clause("ma-uth-9.b", "ma-uth-9.c.s1", "ma-uth-9.c.s2", "ma-uth-9.c.s3", shows="computed")
def test_the_automated_shoe_gives_stacks_of_two_clockwise_and_the_dealers_last() -> None:
    table = live(NAME, "automated-shoe", seats=(5, 2, 4, 1))
    table.start_round({5: MAIN, 2: MAIN, 4: MAIN})
    event = dealt(table.perform_next(), "deal")
    assert [(packet.to, packet.count) for packet in event.packets] == [(2, 2), (4, 2), (5, 2), (DEALER, 2)]
    assert not any(packet.up or packet.cards for packet in event.packets)
    assert rule_set(NAME).steps["deal.automated-shoe"].cover_card
    assert {"ma-uth-9.b", "ma-uth-9.c.s1", "ma-uth-9.c.s2", "ma-uth-9.c.s3"} <= set(event.clauses)


@by_deal
@pytest.mark.clause("ma-uth-7.d.2", "ma-uth-8.c.2", "ma-uth-9.c.s3", shows="computed")
def test_the_dealers_cards_are_not_disclosed_before_the_reveal(deal: str) -> None:
    table = _closed(deal, 1)
    refused("not_now", table.do, c.Deal(step="flop", cards={BOARD: "2c 3c 4c"}))
    while table.step != "reveal":
        refused("not_now", table.do, c.Show(to=DEALER, cards="2c 3c"))
        table.perform_next()
        assert table.state.dealer == ""
    table.perform_next()
    assert len(table.state.dealer.split()) == 2


def test_dealing_from_the_hand_requires_the_automated_shuffler() -> None:
    table = live(NAME, "hand")
    table.open_up()
    by_hand = c.ReplaceDevice(device="removed", shuffle="manual")
    refusal = refused("hand_deal_needs_shuffler", table.do, by_hand, "floorperson")
    assert refusal.clauses == ("ma-uth-8.b.1",)


@by_deal
@pytest.mark.clause("ma-uth-9.d.s1", shows="computed")
def test_after_the_stacks_the_community_cards_come_from_the_hand(deal: str) -> None:
    table = _closed(deal, 1, 2)
    table.until("burn_flop", timid)
    later = ("burn_flop", "flop", "burn_final", "final_cards")
    table.until("stub", timid)
    found = [event for event in of(table.log, e.Dealt) if event.step != "deal"]
    assert [event.step for event in found] == list(later)
    assert [len(event.packets) for event in found] == [1, 1, 1, 1]
    # The clause speaks of the automated shoe alone; elsewhere the cards come from where they always come.
    for step in ("flop", "final_cards"):
        assert ("ma-uth-9.d.s1" in dealt(table.log, step).clauses) == (deal == "automated-shoe"), step


# ------------------------------------------------------------------------------------------------- the stub


@by_deal
@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.clause("ma-uth-1.stub", "ma-uth-8.e.s2", "ma-uth-9.e.s2", shows="computed")
def test_the_stub_is_what_remains_after_all_cards_of_the_round(deal: str, players: int) -> None:
    table = _closed(deal, *range(1, players + 1))
    table.until("stub", timid)
    counted = one(table.do(c.Count(step="stub_count", count=43 - 2 * players)), e.Counted)
    assert counted.right
    assert STUB_COUNT[deal] | {"ma-uth-7.f.1"} <= set(counted.clauses)
    assert table.step == "reveal"


@by_deal
@pytest.mark.clause("ma-uth-1.stub", shows="computed")
def test_the_stub_goes_to_the_rack_after_all_community_cards_unexposed(deal: str) -> None:
    table = _closed(deal, 1)
    while table.step != "stub":
        refused("not_now", table.do, c.Perform(step="stub"))
        refused("not_now", table.do, c.Count(step="stub_count", count=41))
        table.perform_next(timid)
    assert len(table.state.board.split()) == 5
    done = one(table.do(c.Perform(step="stub")), e.StepDone)
    assert {STUB[deal], "ma-uth-1.stub"} <= set(done.clauses)
    refused("not_now", table.do, c.Perform(step="stub"))
    assert all(
        not packet.cards for event in of(table.log, e.Dealt) for packet in event.packets if packet.to == RACK
    )


@by_deal
@pytest.mark.parametrize("counting", [False, True], ids=["shuffler", "counting-shuffler"])
@pytest.mark.clause("ma-uth-7.f.s1", "ma-uth-8.e.s1", "ma-uth-9.e.s1", shows="refused")
def test_the_stub_is_counted_at_least_once_in_five_rounds_whatever_the_shuffler(
    deal: str, counting: bool
) -> None:
    # Reading UTH-16: this document excuses no counting shuffler.
    table = live(NAME, deal, counting_shuffler=counting)
    for number in range(1, 11):
        table.start_round({1: MAIN})
        table.until("stub", timid)
        due = number % 5 == 0
        if due:
            refusal = refused("stub_count_due", table.do, c.Perform(step="stub"))
            assert STUB_COUNT[deal] <= set(refusal.clauses)
            assert one(table.do(c.Count(step="stub_count", count=41)), e.Counted).right
        else:
            table.do(c.Perform(step="stub"))
        while table.state.round == number and table.state.program == "round":
            table.perform_next(timid)
