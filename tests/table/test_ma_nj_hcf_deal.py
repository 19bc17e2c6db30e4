"""High Card Flush in Massachusetts and New Jersey: the deal by each method, the stub, and its count."""

import pytest

from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import Table, electronic, live
from tests.table.ma_nj_hcf import (
    ANTE,
    EVERY,
    EVERY_METHOD,
    MA,
    NJ,
    all_of,
    method,
    money,
    of,
    one,
    refused,
)

FIVE = range(1, 6)


def _at_the_stub(name: str, deal: str, seats: tuple[int, ...], **more: object) -> Table:
    table = live(name, deal, seats=seats, **more)
    table.start_round(dict.fromkeys(seats, EVERY))
    table.until("stub")
    return table


# --------------------------------------------------------------------------------------------- the deal


@pytest.mark.clause(
    "ma-hcf-7.c",
    "ma-hcf-7.d",
    "ma-hcf-8.b",
    "ma-hcf-8.c.s1",
    "ma-hcf-8.c.s2",
    "ma-hcf-8.d",
    "nj-hcf-38.7.c",
    "nj-hcf-38.7.d",
    "nj-hcf-38.8.b",
    "nj-hcf-38.8.c",
    "nj-hcf-38.8.d",
    "nj-hcf-38.9.b",
    "nj-hcf-38.9.c.s1",
    "nj-hcf-38.9.c.s2",
    "nj-hcf-38.9.d",
    shows="computed",
)
@EVERY_METHOD
@pytest.mark.parametrize("mode", ["live", "electronic"])
def test_seven_cards_face_down_clockwise_to_each_ante_and_then_to_the_dealer(
    name: str, deal: str, mode: str
) -> None:
    if mode == "live":
        table = live(name, deal, seats=(5, 1, 3, 6))
        table.start_round({5: ANTE, 1: ANTE, 6: ANTE})  # seat 3 has no ante
        table.until("deal")
        refused(table, c.Perform(step="stub"), "not_now")
        dealt = one(table.perform_next(), e.Dealt)
        refused(table, c.Deal(step="deal"), "not_now")
        assert all(packet.cards == "" for packet in dealt.packets)  # face down: nobody knows them
    else:
        table = electronic(name, deal)
        events = table.start_round({5: ANTE, 1: ANTE, 6: ANTE})
        dealt = one(events, e.Dealt)
        order = table.deck
        for number, packet in enumerate(dealt.packets):  # consecutive cards, or a stack of seven
            assert packet.cards.split() == order[7 * number : 7 * number + 7]
    assert [(packet.to, packet.count, packet.up) for packet in dealt.packets] == [
        (1, 7, False),
        (5, 7, False),
        (6, 7, False),
        (0, 7, False),
    ]
    ways = {"automated-shoe": ("b", "c.s1", "c.s2", "d"), "hand": ("b", "c", "d"), "manual-shoe": ("c", "d")}
    assert method(name, deal, *ways[deal]) <= set(dealt.clauses)


@pytest.mark.clause("ma-hcf-8.b", "nj-hcf-38.8.b", "nj-hcf-38.9.b", shows="computed")
@EVERY_METHOD
def test_a_round_is_played_by_the_section_on_its_own_way_of_dealing(name: str, deal: str) -> None:
    table = live(name, deal)
    events = table.deal_round({1: EVERY})
    cited = {clause for event in events for clause in event.clauses}
    others = {
        (MA, "manual-shoe"): ("ma-hcf-8.",),
        (MA, "automated-shoe"): ("ma-hcf-7.b", "ma-hcf-7.c", "ma-hcf-7.d", "ma-hcf-7.e"),
        (NJ, "manual-shoe"): ("nj-hcf-38.8.", "nj-hcf-38.9."),
        (NJ, "hand"): ("nj-hcf-38.7.b", "nj-hcf-38.7.c", "nj-hcf-38.7.d", "nj-hcf-38.7.e", "nj-hcf-38.9."),
        (NJ, "automated-shoe"): ("nj-hcf-38.7.b", "nj-hcf-38.7.c", "nj-hcf-38.7.e", "nj-hcf-38.8."),
    }
    assert not [clause for clause in cited if clause.startswith(others[name, deal])]
    own = {"manual-shoe": ("b.s1", "c", "d", "e"), "automated-shoe": ("b", "b.2", "c.s2", "d", "e")}
    assert method(name, deal, *own.get(deal, ("b", "b.3.s1", "c", "d", "e"))) <= cited


# --------------------------------------------------------------------------------------------- the stub


@pytest.mark.clause("ma-hcf-1.stub", "nj-hcf-38.1.stub", shows="computed")
@EVERY_METHOD
def test_the_stub_goes_to_the_rack_before_anybody_looks_at_a_hand(name: str, deal: str) -> None:
    table = live(name, deal)
    table.start_round({1: ANTE})
    table.until("deal")
    refused(table, c.Perform(step="stub"), "not_now")
    table.perform_next()
    refused(table, c.Perform(step="examine"), "not_now")
    refused(table, c.Decide(seat=1, action="fold"), "not_now", "player", "p1")
    racked = one(table.do(c.Perform(step="stub")), e.StepDone)
    assert of(name, "1.stub") | method(name, deal, "e") <= set(racked.clauses)
    refused(table, c.Perform(step="stub"), "not_now")
    assert table.step == "examine"
    # Unexposed: no card of it is known to anybody.
    assert not table.state.aside


@pytest.mark.clause(
    "ma-hcf-1.stub",
    "ma-hcf-8.f.s2",
    "nj-hcf-38.1.stub",
    "nj-hcf-38.8.f.s2",
    "nj-hcf-38.9.f.s2",
    shows="computed",
)
@EVERY_METHOD
@pytest.mark.parametrize("players", range(1, 7))
def test_the_stub_is_what_is_left_of_52_after_every_hand(name: str, deal: str, players: int) -> None:
    left = 52 - 7 * (players + 1)
    table = _at_the_stub(name, deal, tuple(range(1, players + 1)))
    counted = one(table.do(c.Count(step="stub_count", count=left)), e.Counted)
    assert (counted.expected, counted.right) == (left, True)
    assert of(name, "7.f.s2", "7.f.1") <= set(counted.clauses)
    if deal != "manual-shoe":
        assert method(name, deal, "f.s2") <= set(counted.clauses)
    assert table.step == "examine"  # 52 cards: it goes to the rack and the round goes on


@pytest.mark.clause(
    "ma-hcf-7.f.s1",
    "ma-hcf-8.f.s1",
    "nj-hcf-38.7.f.s1",
    "nj-hcf-38.8.f.s1",
    "nj-hcf-38.9.f.s1",
    shows="refused",
)
@EVERY_METHOD
def test_the_stub_is_counted_at_least_once_in_five_rounds(name: str, deal: str) -> None:
    table = live(name, deal)
    table.open_up()
    for number in (*FIVE, *FIVE):
        table.start_round({1: ANTE})
        table.until("stub")
        if number < 5:
            table.do(c.Perform(step="stub"))
        else:
            due = refused(table, c.Perform(step="stub"), "stub_count_due")
            assert method(name, deal, "f.s1") <= set(due.clauses)
            counted = one(table.do(c.Count(step="stub_count", count=38)), e.Counted)
            assert method(name, deal, "f.s1") <= set(counted.clauses)
        table.until("shuffle")


@pytest.mark.clause(
    "ma-hcf-7.f.s1",
    "ma-hcf-8.f.s1",
    "nj-hcf-38.7.f.s1",
    "nj-hcf-38.8.f.s1",
    "nj-hcf-38.9.f.s1",
    shows="refused",
)
@EVERY_METHOD
def test_an_earlier_count_restarts_the_five_rounds(name: str, deal: str) -> None:
    table = live(name, deal)
    for number in range(1, 8):
        table.start_round({1: ANTE})
        table.until("stub")
        if number == 2:
            table.do(c.Count(step="stub_count", count=38))
        elif number == 7:
            refused(table, c.Perform(step="stub"), "stub_count_due")
        else:
            table.do(c.Perform(step="stub"))
        if number < 7:
            table.until("shuffle")


@pytest.mark.clause(
    "ma-hcf-7.g.s1",
    "ma-hcf-8.f.s2",
    "nj-hcf-38.7.g.s1",
    "nj-hcf-38.8.f.s2",
    "nj-hcf-38.9.f.s2",
    shows="computed",
)
@EVERY_METHOD
def test_a_shuffler_that_counts_the_deck_excuses_the_count_of_the_stub(name: str, deal: str) -> None:
    table = live(name, deal, shuffle="automated", counting_shuffler=True)
    for _ in range(7):
        table.start_round({1: ANTE})
        table.until("stub")
        racked = one(table.do(c.Perform(step="stub")), e.StepDone)
        assert of(name, "7.g.s1") <= set(racked.clauses)
        if deal != "manual-shoe":
            assert method(name, deal, "f.s2") <= set(racked.clauses)
        table.until("shuffle")
    shown = [event for event in all_of(table.log, e.Counted) if event.step == "device_count"]
    assert len(shown) == 7  # after the completion of each shuffle
    assert {event.count for event in shown} == {52}
    assert all(of(name, "7.g.s1") <= set(event.clauses) for event in shown)


@pytest.mark.clause("ma-hcf-7.g.s1", "nj-hcf-38.7.g.s1", shows="computed")
@pytest.mark.parametrize("name", [MA, NJ])
def test_an_optional_count_may_be_made(name: str) -> None:
    table = _at_the_stub(name, "manual-shoe", (1,), shuffle="automated", counting_shuffler=True)
    assert one(table.do(c.Count(step="stub_count", count=38)), e.Counted).right


@pytest.mark.clause("ma-hcf-7.g.s2", "nj-hcf-38.7.g.s2", shows="computed")
@EVERY_METHOD
@pytest.mark.parametrize("decks", [1, 2])
def test_a_deck_that_the_shuffler_counts_wrong_leaves_the_table(name: str, deal: str, decks: int) -> None:
    table = live(name, deal, shuffle="automated", counting_shuffler=True, decks=decks)
    for _ in range(decks):
        table.deal_round({1: ANTE})
    table.until("device_count")
    active = table.state.active
    found = one(table.do(c.Count(step="device_count", count=51)), e.IrregularityFound)
    refused(table, c.Bet(seat=1, wagers=ANTE), "not_now", "player", "p1")
    assert (found.clause, found.deck, found.void) == (*of(name, "7.g.s2"), "remove", "none")
    assert (table.step, table.state.active) == ("receive", active)  # a new deck takes its place
    assert not table.state.decks[active].opened
    table.deal_round({1: ANTE})


# --------------------------------------------------------------------------- a stub that counts wrong


@pytest.mark.clause("ma-hcf-7.f.2.s1", "nj-hcf-38.7.f.2.s1", shows="refused")
@pytest.mark.clause(
    "ma-hcf-7.f.2.s2",
    "ma-hcf-7.f.2.s3",
    "ma-hcf-8.f.s2",
    "nj-hcf-38.7.f.2.s2",
    "nj-hcf-38.7.f.2.s3",
    "nj-hcf-38.8.f.s2",
    "nj-hcf-38.9.f.s2",
    shows="computed",
)
@EVERY_METHOD
@pytest.mark.parametrize(
    ("kind", "clause", "deck", "after"),
    [("stub_misdealt", "7.f.2.s2", "reshuffle", "shuffle"), ("stub_wrong", "7.f.2.s3", "remove", "receive")],
)
def test_a_wrong_stub_voids_every_hand_and_a_deck_not_misdealt_is_removed(
    name: str, deal: str, kind: str, clause: str, deck: str, after: str
) -> None:
    table = _at_the_stub(name, deal, (1, 2))
    for each in ("stub_misdealt", "stub_wrong"):
        refused(table, c.Report(irregularity=each), "not_now", "supervisor")
    wrong = one(table.do(c.Count(step="stub_count", count=30)), e.Counted)
    assert (wrong.expected, wrong.right) == (31, False)
    assert of(name, "7.f.2.s1") <= set(wrong.clauses)
    # The dealer determines whether the cards were misdealt; until then nothing goes on.
    refused(table, c.Perform(step="examine"), "count_mismatch")
    events = table.do(c.Report(irregularity=kind))
    found = one(events, e.IrregularityFound)
    assert (found.clause, found.void, found.deck) == (*of(name, clause), "all", deck)
    settled = all_of(events, e.SeatSettled)
    assert [event.seat for event in settled] == [2, 1]
    for event in settled:
        assert money(event.results) == {
            wager: ("void", 0, stake) for wager, stake in EVERY.items() if wager in event.results
        }
        assert set(event.results) == set(EVERY)
    closed = one(table.log, e.BetsClosed)
    assert one(events, e.RoundSettled).returned_contributions == closed.contributions
    table.until(after)
    assert table.state.decks[table.state.active].opened == (deck == "reshuffle")


@pytest.mark.clause("ma-hcf-7.f.2.s1", "nj-hcf-38.7.f.2.s1", shows="refused")
@EVERY_METHOD
def test_a_stub_counted_again_and_right_lets_the_round_go_on(name: str, deal: str) -> None:
    table = _at_the_stub(name, deal, (1, 2))
    table.do(c.Count(step="stub_count", count=32))
    assert one(table.do(c.Count(step="stub_count", count=31)), e.Counted).right
    assert table.step == "examine"
    refused(table, c.Report(irregularity="stub_wrong"), "not_now", "supervisor")
