"""Massachusetts Four Card Poker, sections 2, 4 and 5: decks, the opening, shuffle and cut, an idle table."""

import pytest

from croupier.submission.form import Procedure
from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import Table, electronic, live
from tests.table.ma_fcp import ANTE, DEALT, NAME, of, refused, report

OPENING = ("receive", "inspect", "verify", "spread", "look", "wash", "stack")
AFTER_THE_SPREAD = ("look", "wash", "stack")


def performed(table: Table) -> list[str]:
    return [event.step for event in of(e.StepDone, table.log)]


# ------------------------------------------------------------------------------------------- the opening


@pytest.mark.clause("ma-fcp-4.b.s1", shows="refused")
@pytest.mark.parametrize("deal", DEALT)
def test_a_deck_is_inspected_verified_spread_looked_over_washed_stacked_and_shuffled(deal: str) -> None:
    table = live(NAME, deal)
    for number, step in enumerate(OPENING):
        assert table.step == step
        for other in OPENING[:number] + OPENING[number + 1 :]:
            refused(table, "not_now", c.Perform(step=other), "floorperson")
        refused(table, "not_now", c.Shuffle())
        refused(table, "not_now", c.Bet(seat=1, wagers=ANTE), "player", "p1")
        table.perform_next()
    assert performed(table) == list(OPENING)
    assert table.step == "shuffle"
    refused(table, "not_now", c.Bet(seat=1, wagers=ANTE), "player", "p1")
    (shuffled,) = table.perform_next()
    assert {"ma-fcp-4.c.s2", "ma-fcp-5.a.s1"} <= set(shuffled.clauses)
    cited = {event.step: event.clauses for event in of(e.StepDone, table.log)}
    assert "ma-fcp-4.a" in cited["receive"]
    assert all("ma-fcp-4.b.s1" in cited[step] for step in ("inspect", "verify", "spread", "look"))
    assert all("ma-fcp-4.c.s1" in cited[step] for step in ("look", "wash", "stack"))
    assert table.state.program == "round"


@pytest.mark.clause("ma-fcp-4.b.s1", shows="refused")
def test_the_floorperson_verifies_what_the_dealer_has_inspected() -> None:
    table = live(NAME)
    table.until("verify")
    assert refused(table, "role_too_low", c.Perform(step="verify")) == ("ma-fcp-4.b.s1",)
    (verified,) = table.do(c.Perform(step="verify"), "floorperson", "floor 7")
    assert (verified.by, verified.role) == ("floor 7", "floorperson")
    assert table.step == "spread"


@pytest.mark.clause("ma-fcp-4.b.s1", shows="refused")
def test_the_spread_cards_wait_for_the_first_player_to_arrive() -> None:
    table = live(NAME, seats=())
    table.until("look")
    assert "ma-fcp-4.c.s1" in refused(table, "no_players", c.Perform(step="look"))
    refused(table, "no_players", c.Perform(step="wash"))
    table.sit(4)
    table.do(c.Perform(step="look"))
    assert table.step == "wash"


@pytest.mark.parametrize("shuffle", ["manual", "automated"])
def test_a_preshuffled_deck_is_not_shuffled_before_play_but_it_is_cut(shuffle: str) -> None:
    table = live(NAME, "manual-shoe", shuffle=shuffle, preshuffled=True)
    (received,) = table.perform_next()
    assert "ma-fcp-4.a" in received.clauses
    refused(table, "not_now", c.Shuffle())
    assert table.step == "cut"
    (cut,) = table.perform_next()
    assert "ma-fcp-5.b.2" in cut.clauses
    assert table.state.program == "round"
    table.deal_round({1: ANTE})
    assert table.step == "shuffle"  # after each round, preshuffled or not


# --------------------------------------------------------------------------------------- shuffle and cut


@pytest.mark.parametrize("shuffle", ["manual", "automated"])
def test_the_cards_are_shuffled_by_hand_or_device_before_play_and_after_each_round(shuffle: str) -> None:
    table = live(NAME, "manual-shoe", shuffle=shuffle)
    for number in range(1, 4):
        table.open_up()
        assert len(of(e.Shuffled, table.log)) == number
        table.deal_round({1: ANTE})
        assert table.step == "shuffle"
        refused(table, "not_now", c.Bet(seat=1, wagers=ANTE), "player", "p1")
        refused(table, "not_now", c.CloseBets())
    assert all("ma-fcp-5.a.s1" in event.clauses for event in of(e.Shuffled, table.log))


def test_the_shuffle_leaves_one_stack_of_the_whole_deck() -> None:
    table = electronic(NAME)
    cards = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    refused(table, "incomplete_deck", c.Shuffle(order=" ".join(cards[:-1])), "system")
    refused(table, "incomplete_deck", c.Shuffle(order=" ".join([*cards[:-1], cards[0]])), "system")
    (shuffled,) = table.do(c.Shuffle(order=" ".join(cards)), "system")
    assert "ma-fcp-5.a.s2" in shuffled.clauses
    table.sit(1)
    table.bet(1, ANTE)
    events = table.do(c.CloseBets(), "system")
    dealt = [
        card for event in of(e.Dealt, events) for packet in event.packets for card in packet.cards.split()
    ]
    assert dealt == cards[:11]


def test_a_device_may_put_the_stack_straight_into_the_shoe() -> None:
    table = live(NAME, "manual-shoe", shuffle="automated", shuffler_into_shoe=True)
    table.until("shuffle")
    (shuffled,) = table.perform_next()
    assert {"ma-fcp-5.a.s2", "ma-fcp-5.b.1"} <= set(shuffled.clauses)
    table.start_round({1: ANTE})
    assert table.step == "deal"


@pytest.mark.clause("ma-fcp-5.c", shows="computed")
@pytest.mark.clause("ma-fcp-5.b.1", shows="refused")
@pytest.mark.parametrize("deal", DEALT)
def test_machine_shuffled_cards_are_dealt_without_a_cut(deal: str) -> None:
    table = live(NAME, deal, shuffle="automated")
    table.until("shuffle")
    (shuffled,) = table.perform_next()
    assert "ma-fcp-5.b.1" in shuffled.clauses
    refused(table, "not_now", c.Perform(step="cut"))
    refused(table, "not_now", c.Report(irregularity="improper_cut"), "supervisor")
    table.deal_round({1: ANTE})
    assert not of(e.Counted, table.log)


@pytest.mark.clause("ma-fcp-5.c", shows="computed")
@pytest.mark.clause("ma-fcp-5.c.2", shows="refused")
@pytest.mark.parametrize("deal", ["manual-shoe", "automated-shoe"])
def test_cards_shuffled_by_hand_are_cut_by_ten_or_more_and_then_dealt(deal: str) -> None:
    table = live(NAME, deal, shuffle="manual")
    table.until("shuffle")
    refused(table, "not_now", c.Perform(step="cut"))
    (shuffled,) = table.perform_next()
    assert "ma-fcp-5.b.1" not in shuffled.clauses
    refused(table, "not_now", c.CloseBets())
    refused(table, "not_now", c.Bet(seat=1, wagers=ANTE), "player", "p1")
    (cut,) = table.do(c.Perform(step="cut"))
    assert isinstance(cut, e.StepDone)
    assert cut.least == 10
    assert {"ma-fcp-5.b.2", "ma-fcp-5.c", "ma-fcp-5.c.2"} <= set(cut.clauses)
    table.start_round({1: ANTE})
    assert table.step == "deal"
    refused(table, "not_now", c.Perform(step="cut"))


@pytest.mark.clause("ma-fcp-5.d", shows="refused")
@pytest.mark.clause("ma-fcp-5.d", shows="recorded")
def test_a_casino_supervisor_orders_a_recut_before_any_card_is_dealt() -> None:
    table = live(NAME, "manual-shoe", shuffle="manual")
    table.until("cut")
    refused(table, "not_now", c.Report(irregularity="improper_cut"), "supervisor")  # not cut yet
    table.perform_next()
    for role in ("dealer", "floorperson"):
        assert "ma-fcp-5.d" in refused(table, "role_too_low", c.Report(irregularity="improper_cut"), role)
    table.start_round({1: ANTE})
    (found,) = of(e.IrregularityFound, report(table, "improper_cut", "supervisor"))
    assert (found.clause, found.void, found.role) == ("ma-fcp-5.d", "none", "supervisor")
    refused(table, "count_mismatch", c.Deal(step="deal", cards={0: "Ah"}))
    table.do(c.Perform(step="cut"))
    table.perform_next()
    assert of(e.Dealt, table.log)
    refused(table, "not_now", c.Report(irregularity="improper_cut"), "supervisor")  # cards are out


# ------------------------------------------------------------------------------------------- an idle table


def _idle(table: Table) -> None:
    table.open_up()
    table.do(c.Leave(seat=1), "player", "p1")
    (idle,) = table.do(c.GoIdle())
    assert "ma-fcp-5.e.s1" in idle.clauses


def test_cards_spread_face_up_on_an_idle_table_are_looked_over_washed_and_stacked_for_a_player() -> None:
    table = live(NAME)
    table.open_up()
    refused(table, "not_now", c.GoIdle())  # a player sits here
    table = live(NAME)
    _idle(table)
    (spread,) = table.do(c.Perform(step="idle_spread"))
    assert "ma-fcp-5.e.s1" in spread.clauses
    refused(table, "no_players", c.Perform(step="look"))
    table.sit(2)
    refused(table, "not_now", c.Perform(step="idle_turn_up"))  # they lie face up already
    refused(table, "not_now", c.Bet(seat=2, wagers=ANTE), "player", "p2")
    before = len(table.log)
    for step in AFTER_THE_SPREAD:
        assert table.step == step
        table.perform_next()
    assert [event.step for event in of(e.StepDone, table.log[before:])] == list(AFTER_THE_SPREAD)
    assert table.step == "shuffle"
    table.perform_next()
    assert table.state.program == "round"


def test_cards_spread_face_down_are_turned_up_once_a_player_arrives() -> None:
    table = live(NAME, procedure=Procedure(idle_spread="face-down"))
    _idle(table)
    table.do(c.Perform(step="idle_spread"))
    assert table.step == "idle_turn_up"
    assert "ma-fcp-5.e.s2" in refused(table, "no_players", c.Perform(step="idle_turn_up"))
    table.sit(2)
    refused(table, "not_now", c.Perform(step="look"))
    (turned,) = table.do(c.Perform(step="idle_turn_up"))
    assert "ma-fcp-5.e.s2" in turned.clauses
    for step in AFTER_THE_SPREAD:
        assert table.step == step
        table.perform_next()
    assert table.step == "shuffle"


def test_a_preshuffled_deck_that_was_spread_and_washed_is_shuffled_after_all() -> None:
    table = live(NAME, "manual-shoe", shuffle="manual", preshuffled=True)
    _idle(table)
    table.sit(1)
    table.until("stack")
    table.perform_next()
    assert table.step == "shuffle"


# ----------------------------------------------------------------------------------------------- two decks


def _two(**more: object) -> Table:
    return live(NAME, "hand", shuffle="automated", decks=2, **more)  # type: ignore[arg-type]


def test_two_decks_are_opened_and_shuffled_separately() -> None:
    table = _two()
    table.open_up()
    assert performed(table) == [*OPENING, *OPENING]
    received = [event for event in of(e.StepDone, table.log) if event.step == "receive"]
    for event in received:
        assert {"ma-fcp-4.d", "ma-fcp-2.b.1", "ma-fcp-2.a.s1"} <= set(event.clauses)
    kinds = [type(event).__name__ for event in table.log if isinstance(event, e.StepDone | e.Shuffled)]
    assert kinds == ["StepDone"] * 7 + ["Shuffled"] + ["StepDone"] * 7 + ["Shuffled"]


@pytest.mark.clause("ma-fcp-2.b.2", shows="refused")
def test_the_backs_of_two_decks_differ_in_color() -> None:
    table = _two()
    refused(table, "same_back_color", c.Perform(step="receive"))
    table.do(c.Perform(step="receive", back="blue"))
    table.until("receive")
    for back in ("blue", "Blue"):
        assert "ma-fcp-2.b.2" in refused(table, "same_back_color", c.Perform(step="receive", back=back))
    table.do(c.Perform(step="receive", back="red"))
    assert [deck.back for deck in table.state.decks] == ["blue", "red"]


@pytest.mark.clause("ma-fcp-2.b.4", shows="computed")
def test_two_decks_alternate_round_by_round_one_in_the_shuffler_and_one_in_play() -> None:
    table = _two()
    table.open_up()
    used = []
    for _ in range(5):
        used.append(table.state.decks[table.state.active].back)
        table.deal_round({1: ANTE})
        table.until("alternate")
        for early in (c.Bet(seat=1, wagers=ANTE), c.CloseBets(), c.Shuffle()):
            refused(table, "not_now", early)
        (changed,) = table.perform_next()
        assert {"ma-fcp-2.b.3", "ma-fcp-2.b.4", "ma-fcp-2.b.5"} <= set(changed.clauses)
    assert used == ["back 0", "back 1", "back 0", "back 1", "back 0"]


@pytest.mark.clause("ma-fcp-2.b.4", shows="computed")
def test_one_deck_is_never_exchanged_for_another() -> None:
    table = live(NAME)
    table.deal_round({1: ANTE})
    refused(table, "not_now", c.Perform(step="alternate"))
    assert (table.step, len(table.state.decks)) == ("shuffle", 1)


def test_without_the_shuffler_one_deck_remains() -> None:
    table = _two()
    table.open_up()
    device = c.ReplaceDevice(device="removed", deal="manual-shoe", shuffle="manual")
    table.do(device, "floorperson")
    table.deal_round({1: ANTE})
    assert len(table.state.decks) == 1
    assert table.step == "shuffle"


# ---------------------------------------------------------------------------------------- electronic tables


def test_a_table_that_deals_itself_records_the_opening_as_not_applicable() -> None:
    table = electronic(NAME, "manual-shoe", shuffle="manual")
    table.open_up()
    assert not of(e.StepDone, table.log)
    assert not of(e.Counted, table.log)
    left_out = of(e.StepsNotApplicable, table.log)
    assert [step for event in left_out for step in event.steps] == [*OPENING, "cut"]
    assert {event.role for event in left_out} == {"system"}
    cited = {clause for event in left_out for clause in event.clauses}
    assert {"ma-fcp-4.a", "ma-fcp-4.b.s1", "ma-fcp-4.c.s1", "ma-fcp-5.b.2"} <= cited
