"""Massachusetts Four Card Poker, sections 7 to 9 and 12(e): the deal by every method, the stub, its count."""

import pytest

from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import Table, electronic, every_wager, live, shuffled, stacked
from tests.table.ma_fcp import ANTE, DEALT, NAME, SECTION, of, refused

DEALER, RACK = 0, -1
SEATS = [(1,), (6,), (2, 5), (1, 3, 6), (2, 3, 4, 5), (1, 2, 4, 5, 6), (1, 2, 3, 4, 5, 6)]
SHOE_OR_HAND = ("manual-shoe", "hand")
LEFT_BY_THE_DEAL = [
    *(("manual-shoe", n, left) for n, left in enumerate((41, 36, 31, 26, 21, 16), 1)),
    *(("hand", n, left) for n, left in enumerate((41, 36, 31, 26, 21, 16), 1)),
    *(("automated-shoe", n, left) for n, left in enumerate((37, 32, 27, 22, 17, 12), 1)),
]
STUB = {"manual-shoe": "ma-fcp-7.d", "hand": "ma-fcp-8.d", "automated-shoe": "ma-fcp-9.d"}
EVERY_FIVE = {"manual-shoe": "ma-fcp-7.e.s1", "hand": "ma-fcp-8.e.s1", "automated-shoe": "ma-fcp-9.e.s1"}


def _bettors(seats: tuple[int, ...]) -> dict[int, dict[str, int]]:
    """Antes and aces up wagers in turn: a seat with either is dealt in."""
    kinds = ({"ante": 1000}, {"aces_up": 500}, {"ante": 1000, "aces_up": 500})
    return {seat: kinds[number % 3] for number, seat in enumerate(seats)}


def _packets(*dealt: e.Dealt) -> list[tuple[int, int, bool]]:
    return [(packet.to, packet.count, packet.up) for event in dealt for packet in event.packets]


# ---------------------------------------------------------------------------------- one card at a time


@pytest.mark.clause(
    "ma-fcp-7.c.s1",
    "ma-fcp-7.c.s2",
    "ma-fcp-7.c.s3",
    "ma-fcp-7.c.s4",
    "ma-fcp-8.b",
    "ma-fcp-8.c.s1",
    "ma-fcp-8.c.s2",
    "ma-fcp-8.c.s3",
    "ma-fcp-8.c.s4",
    shows="computed",
)
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("deal", SHOE_OR_HAND)
def test_one_card_at_a_time_clockwise_and_the_dealers_sixth_at_once_after_the_fifth(
    deal: str, seats: tuple[int, ...]
) -> None:
    table = live(NAME, deal)
    table.start_round(_bettors(seats))
    (dealt,) = of(e.Dealt, table.perform_next())
    wanted = [(to, 1, False) for _ in range(5) for to in (*seats, DEALER)] + [(DEALER, 1, True)]
    assert _packets(dealt) == wanted
    assert {f"{SECTION[deal]}.c.s{sentence}" for sentence in (1, 2, 3, 4)} <= set(dealt.clauses)
    assert not any(clause.startswith(f"{other}.") for other in _others(deal) for clause in dealt.clauses)
    assert {seat: hand.dealt for seat, hand in table.state.hands.items()} == dict.fromkeys(seats, 5)
    assert table.state.dealer_dealt == 6


def _others(deal: str) -> list[str]:
    return [section for method, section in SECTION.items() if method != deal]


@pytest.mark.clause("ma-fcp-7.c.s2", "ma-fcp-7.c.s3", "ma-fcp-8.c.s2", "ma-fcp-8.c.s3", shows="computed")
@pytest.mark.parametrize("deal", SHOE_OR_HAND)
def test_the_sixth_card_of_the_dealer_alone_is_seen(deal: str) -> None:
    table = live(NAME, deal)
    table.start_round({1: ANTE})
    clauses = refused(table, "wrong_number_of_cards", c.Deal(step="deal"))
    assert f"{SECTION[deal]}.c.s3" in clauses
    refused(table, "wrong_number_of_cards", c.Deal(step="deal", cards={DEALER: "Ah Kh"}))
    (dealt,) = of(e.Dealt, table.do(c.Deal(step="deal", cards={DEALER: "Ah"})))
    assert [packet.cards for packet in dealt.packets] == [*[""] * 10, "Ah"]
    assert (table.state.dealer_up, table.state.hands[1].cards) == ("Ah", "")


@pytest.mark.clause("ma-fcp-7.c.s1", "ma-fcp-7.c.s4", "ma-fcp-8.c.s1", "ma-fcp-8.c.s4", shows="computed")
@pytest.mark.parametrize("deal", SHOE_OR_HAND)
def test_a_table_that_deals_itself_takes_the_cards_in_that_order(deal: str) -> None:
    table = electronic(NAME, deal)
    deck = shuffled(7)
    table.start_round(_bettors((2, 5)), deck)
    hands = table.state.hands
    assert hands[2].cards.split() == deck[0:15:3]
    assert hands[5].cards.split() == deck[1:15:3]
    assert table.state.dealer.split() == [*deck[2:15:3], deck[15]]
    assert table.state.dealer_up == deck[15]


def test_dealing_from_the_hand_needs_the_shuffler() -> None:
    table = live(NAME, "manual-shoe", shuffle="manual")
    table.open_up()
    by_hand = c.ReplaceDevice(device="removed", deal="hand")
    assert "ma-fcp-8.b.1" in refused(table, "hand_deal_needs_shuffler", by_hand, "floorperson")
    table = live(NAME, "hand")
    table.start_round({1: ANTE})
    (dealt,) = table.perform_next()
    assert "ma-fcp-8.b" in dealt.clauses


# ------------------------------------------------------------------------------------------------ stacks


@pytest.mark.clause("ma-fcp-9.b", "ma-fcp-9.c.s1", "ma-fcp-9.c.s2", "ma-fcp-9.c.s3", shows="computed")
@pytest.mark.parametrize("seats", SEATS)
def test_stacks_of_five_go_clockwise_to_the_players_and_then_to_the_dealer(seats: tuple[int, ...]) -> None:
    table = live(NAME, "automated-shoe")
    table.start_round(_bettors(seats))
    (dealt,) = of(e.Dealt, table.do(c.Deal(step="deal")))  # nothing lies face up yet
    assert _packets(dealt) == [*((seat, 5, False) for seat in seats), (DEALER, 5, False)]
    assert not any(packet.cards for packet in dealt.packets)
    assert {"ma-fcp-9.b", "ma-fcp-9.c.s1", "ma-fcp-9.c.s2", "ma-fcp-9.c.s3"} <= set(dealt.clauses)


@pytest.mark.clause("ma-fcp-9.c.s4", "ma-fcp-9.c.s6", "ma-fcp-9.c.s7", shows="computed")
@pytest.mark.parametrize("n", range(1, 7))
def test_of_the_next_stack_the_bottom_card_is_turned_up_and_four_are_racked_unseen(n: int) -> None:
    table = live(NAME, "automated-shoe")
    table.start_round(_bettors(tuple(range(1, n + 1))))
    refused(table, "not_now", c.Deal(step="sixth_card", cards={DEALER: "Ah"}))
    table.perform_next()
    assert table.step == "sixth_card"
    refused(table, "not_now", c.Perform(step="stub"))
    refused(table, "wrong_number_of_cards", c.Deal(step="sixth_card"))
    unseen = c.Deal(step="sixth_card", cards={DEALER: "Ah", RACK: "2c 3c 4c 5c"})
    assert "ma-fcp-9.c.s7" in refused(table, "wrong_number_of_cards", unseen)
    (dealt,) = of(e.Dealt, table.do(c.Deal(step="sixth_card", cards={DEALER: "Ah"})))
    assert _packets(dealt) == [(RACK, 4, False), (DEALER, 1, True)]
    assert [packet.cards for packet in dealt.packets] == ["", "Ah"]
    assert {f"ma-fcp-9.c.s{sentence}" for sentence in (4, 5, 6, 7)} <= set(dealt.clauses)
    assert (table.state.dealer_up, table.state.dealer_dealt) == ("Ah", 6)


@pytest.mark.clause("ma-fcp-9.c.s1", "ma-fcp-9.c.s2", "ma-fcp-9.c.s3", "ma-fcp-9.c.s6", shows="computed")
def test_a_table_that_deals_itself_deals_stacks_and_the_bottom_card_of_the_last() -> None:
    table = electronic(NAME, "automated-shoe")
    deck = shuffled(11)
    table.start_round(_bettors((3, 4)), deck)
    assert table.state.hands[3].cards.split() == deck[0:5]
    assert table.state.hands[4].cards.split() == deck[5:10]
    assert table.state.dealer.split() == [*deck[10:15], deck[19]]
    assert table.state.dealer_up == deck[19]
    assert set(table.state.aside.split()) == set(deck[15:19])


# -------------------------------------------------------------------------------------------------- the stub


def _to_the_stub(table: Table, n: int = 1) -> None:
    table.start_round(_bettors(tuple(range(1, n + 1))))
    table.until("stub")


@pytest.mark.parametrize("deal", DEALT)
def test_the_stub_goes_to_the_rack_once_everything_is_dealt(deal: str) -> None:
    table = live(NAME, deal)
    table.start_round({1: ANTE})
    while table.step != "stub":
        refused(table, "not_now", c.Perform(step="stub"))
        table.perform_next()
    refused(table, "not_now", c.Decide(seat=1, action="play", amount=1000), "player", "p1")
    (racked,) = table.do(c.Perform(step="stub"))
    assert {STUB[deal], "ma-fcp-1.stub"} <= set(racked.clauses)
    refused(table, "not_now", c.Perform(step="stub"))


@pytest.mark.clause("ma-fcp-1.stub", "ma-fcp-8.e.s2", "ma-fcp-9.e.s2", shows="computed")
@pytest.mark.parametrize(("deal", "n", "left"), LEFT_BY_THE_DEAL)
def test_the_stub_is_counted_face_down_and_is_what_the_deal_leaves_of_52(
    deal: str, n: int, left: int
) -> None:
    table = live(NAME, deal)
    _to_the_stub(table, n)
    (counted,) = of(e.Counted, table.do(c.Count(step="stub_count", count=left)))
    assert (counted.expected, counted.right) == (left, True)
    assert {"ma-fcp-7.e.s2", "ma-fcp-7.e.a"} <= set(counted.clauses)
    if deal != "manual-shoe":
        assert f"{SECTION[deal]}.e.s2" in counted.clauses
    assert table.step == "examine"


@pytest.mark.clause("ma-fcp-7.e.b.s1", shows="refused")
@pytest.mark.clause("ma-fcp-8.e.s2", "ma-fcp-9.e.s2", shows="computed")
@pytest.mark.parametrize("off", [-1, 1])
@pytest.mark.parametrize(("deal", "n", "left"), LEFT_BY_THE_DEAL[::5])
def test_a_wrong_count_stops_the_round_until_it_is_known_whether_there_was_a_misdeal(
    deal: str, n: int, left: int, off: int
) -> None:
    table = live(NAME, deal)
    _to_the_stub(table, n)
    (counted,) = of(e.Counted, table.do(c.Count(step="stub_count", count=left + off)))
    assert not counted.right
    for act in (c.Perform(step="stub"), c.Perform(step="examine")):
        assert "ma-fcp-7.e.b.s1" in refused(table, "count_mismatch", act)
    kinds = {offer.name for offer in table.offers() if offer.act == "report"}
    assert {"stub_misdealt", "stub_wrong"} <= kinds
    table.do(c.Count(step="stub_count", count=left))  # the dealer had miscounted
    assert table.step == "examine"


@pytest.mark.clause("ma-fcp-7.e.s1", "ma-fcp-8.e.s1", "ma-fcp-9.e.s1", shows="refused")
@pytest.mark.parametrize("deal", DEALT)
def test_the_stub_is_counted_at_least_once_in_five_rounds(deal: str) -> None:
    table = live(NAME, deal)
    for counted_at in (5, 3, 5):  # the second time earlier than it must be
        for number in range(1, counted_at + 1):
            _to_the_stub(table)
            if number == 5:
                assert EVERY_FIVE[deal] in refused(table, "stub_count_due", c.Perform(step="stub"))
            if number == counted_at:
                table.do(c.Count(step="stub_count", count=table.state.stub))
            else:
                table.do(c.Perform(step="stub"))
            while table.state.program == "round":
                table.perform_next()


@pytest.mark.clause("ma-fcp-7.f.s1", "ma-fcp-8.e.s2", "ma-fcp-9.e.s2", shows="computed")
@pytest.mark.parametrize("deal", DEALT)
def test_a_shuffler_that_counts_52_after_each_shuffle_excuses_the_count(deal: str) -> None:
    table = live(NAME, deal, shuffle="automated", counting_shuffler=True)
    for number in range(1, 8):
        _to_the_stub(table)
        assert [event.count for event in of(e.Counted, table.log)] == [52] * number
        (racked,) = table.do(c.Perform(step="stub"))  # in the fifth round and after it, too
        assert {"ma-fcp-7.f.s1", STUB[deal]} <= set(racked.clauses)
        while table.state.program == "round":
            table.perform_next()


@pytest.mark.clause("ma-fcp-7.f.s1", shows="computed")
def test_nothing_is_dealt_before_the_shuffler_has_counted() -> None:
    table = live(NAME, "hand", shuffle="automated", counting_shuffler=True)
    table.until("device_count")
    for early in (c.Bet(seat=1, wagers=ANTE), c.CloseBets(), c.Deal(step="deal")):
        refused(table, "not_now", early)
    (counted,) = table.perform_next()
    assert "ma-fcp-7.f.s1" in counted.clauses
    assert table.state.program == "round"


@pytest.mark.parametrize("deal", DEALT)
def test_an_electronic_table_has_no_stub_to_rack_and_no_one_to_look(deal: str) -> None:
    table = electronic(NAME, deal)
    events = table.start_round({1: ANTE})
    (left_out,) = of(e.StepsNotApplicable, events)
    assert left_out.steps == ("stub", "examine")
    assert {STUB[deal], "ma-fcp-10.a.s1"} <= set(left_out.clauses)
    assert not of(e.StepDone, events)


# ----------------------------------------------------------------------------------- the Cover All device


@pytest.mark.parametrize("deal", DEALT)
def test_the_green_button_is_pressed_when_the_dealers_hand_is_out(deal: str) -> None:
    table = live(NAME, deal)
    table.start_round({1: every_wager(NAME), 2: ANTE})
    while table.state.dealer_dealt < 6:
        refused(table, "not_now", c.Perform(step="cover_all_device"))
        table.perform_next()
    refused(table, "not_now", c.Perform(step="stub"))
    (pressed,) = table.do(c.Perform(step="cover_all_device"))
    assert "ma-fcp-12.e" in pressed.clauses
    refused(table, "not_now", c.Perform(step="cover_all_device"))


@pytest.mark.clause("ma-fcp-12.c", shows="computed")
@pytest.mark.parametrize(("n", "odds"), [(1, 8), (2, 6), (3, 5), (4, 4), (5, 4), (6, 3)])
def test_the_odds_are_those_of_the_number_of_players_that_the_device_counts(n: int, odds: int) -> None:
    table = live(NAME, "automated-shoe")
    # Players with nothing; the dealer has three sevens, and the jack as the sixth card.
    players = ["2c 4d 6h 8s Tc", "3c 5d 8h 9s Jd", "2d 4h 6s 9c Jh", "3d 5h 8c Td Qs", "2h 4s 6c 9d Qc"]
    players += ["3h 5s 8d Th Kc"]
    table.start_round(
        {seat: ANTE | ({"cover_all": 500} if seat == 1 else {}) for seat in range(1, n + 1)},
        stacked(*players[:n], "7c 7d 7h Ac Ks", "2s 3s 4c 5c Jc"),
    )
    while table.state.program == "round":
        table.perform_next()
    (settled,) = of(e.CoverAllSettled, table.log)
    assert settled.results[1].paid == 500 * odds
