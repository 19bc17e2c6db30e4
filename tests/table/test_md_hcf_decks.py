"""Maryland High Card Flush, chapter 3: two decks that change places, and the time after which a deck goes."""

import pytest

from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.obligations import HOUR
from tests.table.driver import live
from tests.table.md_hcf import ANTE, DEALS, MD, OPENING, finish, of, only, refused, steps_until_betting

# --------------------------------------------------------------------------------------------- two decks


@pytest.mark.clause("md-hcf-3.B.2", shows="refused")
def test_the_backs_of_two_decks_differ_in_color() -> None:
    table = live(MD, "hand", decks=2)
    table.do(c.Perform(step="receive", back="red"))
    table.until("shuffle")
    table.perform_next()
    assert table.step == "receive"
    for back in ("red", "", "Red", " RED ", "  "):
        alike = refused(table, c.Perform(step="receive", back=back))
        assert alike.code == "same_back_color"
        assert "md-hcf-3.B.2" in alike.clauses
    assert only(table.do(c.Perform(step="receive", back="blue")), e.StepDone).back == "blue"


def test_each_of_two_decks_is_spread_washed_stacked_and_shuffled_for_itself() -> None:
    table = live(MD, "hand", decks=2)
    one = [name for name, _, _ in OPENING] + ["shuffle"]
    assert steps_until_betting(table) == one + one
    received = [event for event in of(table.log, e.StepDone) if event.step == "receive"]
    assert len(received) == 2
    assert all("md-hcf-4.E" in event.clauses for event in received)


@pytest.mark.clause("md-hcf-3.B.4", shows="computed")
@pytest.mark.parametrize("deal", DEALS)
def test_two_decks_change_places_after_every_round(deal: str) -> None:
    table = live(MD, deal, decks=2)
    table.open_up()
    played = []
    for _ in range(5):
        played.append(table.state.decks[table.state.active].back)
        table.deal_round({1: ANTE})
        table.until("alternate")
        assert refused(table, c.Bet(seat=1, wagers=ANTE), "player", "p1").code == "not_now"
        assert refused(table, c.Shuffle()).code == "not_now", "the other deck was shuffled in the device"
        done = only(table.do(c.Perform(step="alternate")), e.StepDone)
        assert {"md-hcf-3.B.3", "md-hcf-3.B.4", "md-hcf-3.B.5"} <= set(done.clauses)
    assert len(set(played[:2])) == 2
    assert played == [*played[:2], *played[:2], played[0]]


@pytest.mark.clause("md-hcf-3.B.4", "md-hcf-13.D", shows="computed")
def test_two_decks_change_places_after_a_void_round_too() -> None:
    table = live(MD, "hand", decks=2)
    table.start_round({1: ANTE})
    table.until("stub")
    first = table.state.active
    table.do(c.Report(irregularity="wrong_cards_dealer"))
    finish(table)
    table.open_up()
    assert table.state.active != first


@pytest.mark.clause("md-hcf-3.B.4", "md-hcf-13.G", shows="computed")
def test_a_shuffler_that_jams_between_two_decks_does_not_bring_the_played_deck_back() -> None:
    table = live(MD, "hand", decks=2)
    table.open_up()
    first = table.state.active
    table.deal_round({1: ANTE})
    found = only(table.do(c.Report(irregularity="shuffler_fault")), e.IrregularityFound)
    assert (found.clause, found.void, found.deck) == ("md-hcf-13.G", "none", "reshuffle")
    table.open_up()
    assert table.state.active != first


@pytest.mark.clause("md-hcf-3.B.4", shows="computed")
@pytest.mark.parametrize("why", ["stub_wrong", "change_deck"])
def test_when_one_of_two_decks_is_replaced_the_other_still_has_its_turn(why: str) -> None:
    table = live(MD, "hand", decks=2)
    table.start_round({1: ANTE})
    first = table.state.active
    if why == "stub_wrong":
        table.until("stub")
        table.do(c.Count(step="stub_count", count=37))
        table.do(c.Report(irregularity="stub_wrong"))
    finish(table)
    table.open_up()
    if why == "change_deck":
        table.do(c.ChangeDeck())
        table.open_up()
    assert table.state.active != first


# ------------------------------------------------------------------------------------------ a deck's time


@pytest.mark.clause("md-hcf-3.C.1", "md-hcf-3.C.2", shows="refused")
@pytest.mark.parametrize(
    ("deal", "hours", "clause"),
    [
        ("hand", 4, "md-hcf-3.C.1"),
        ("manual-shoe", 8, "md-hcf-3.C.2"),
        ("automated-shoe", 8, "md-hcf-3.C.2"),
    ],
)
def test_a_deck_is_changed_every_four_hours_by_hand_and_every_eight_from_a_shoe(
    deal: str, hours: int, clause: str
) -> None:
    table = live(MD, deal)
    received = table.now + 1_000
    table.open_up()
    table.now = received + hours * HOUR - 3_000
    table.bet(1, ANTE)
    table.bet(1, {})
    for act, role in ((c.Bet(seat=1, wagers=ANTE), "player"), (c.CloseBets(), "dealer")):
        table.now = received + hours * HOUR - 1_000
        old = refused(table, act, role, "p1")
        assert (old.code, old.clauses) == ("deck_too_old", (clause,))
    changed = only(table.do(c.ChangeDeck()), e.DeckChanged)
    assert clause in changed.clauses
    assert steps_until_betting(table)[0] == "receive"
    table.bet(1, ANTE)
