"""Counts and deck changes that nobody overrules: the way on is to count, change the deck or close."""

import pytest

from croupier.errors import Refusal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.redaction.events import redact_event
from croupier.table.redaction.view import view
from croupier.table.state import Viewer
from tests.table.driver import METHODS, RULES, Table, live

HOUR = 3_600_000
WRONG_COUNT = {
    "ma/high-card-flush": "ma-hcf-7.g.s2",
    "nj/high-card-flush": "nj-hcf-38.7.g.s2",
    "md/high-card-flush": "md-hcf-5.C",
    "ma/four-card-poker": "ma-fcp-7.f.s2",
}


def refusal(table: Table, act: c.AnyAct, role: str = "administrator") -> Refusal:
    with pytest.raises(Refusal) as caught:
        table.do(act, role)
    return caught.value


# ------------------------------------------------------------------------------------- the device's count


@pytest.mark.clause(*WRONG_COUNT.values(), shows="refused")
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("name", WRONG_COUNT)
def test_a_device_that_shows_a_wrong_count_removes_the_deck_and_no_key_overrules_it(
    name: str, decks: int
) -> None:
    table = live(name, "automated-shoe", shuffle="automated", counting_shuffler=True, decks=decks)
    table.until("device_count")
    counted, found = table.do(c.Count(step="device_count", count=51))
    assert isinstance(counted, e.Counted)
    assert not counted.right
    assert isinstance(found, e.IrregularityFound)
    assert (found.clause, found.deck) == (WRONG_COUNT[name], "remove")
    assert (table.state.program, table.step, table.state.mismatch) == ("opening", "receive", "")
    assert table.state.decks[table.state.active].back == ""
    # The dealer cannot count again, play on, or take it back.
    for act in (c.Count(step="device_count", count=52), c.Shuffle(), c.Perform(step="cut")):
        assert refusal(table, act).code == "not_now"
    assert {offer.name for offer in table.offers() if offer.act in ("perform", "count")} == {"receive"}


@pytest.mark.clause("md-hcf-5.C", shows="refused")
def test_of_two_decks_the_one_that_the_device_miscounts_is_removed() -> None:
    table = live("md/high-card-flush", "automated-shoe", shuffle="automated", counting_shuffler=True, decks=2)
    for _ in range(2):
        table.deal_round({1: {"ante": 1000}})
    table.until("device_count")
    backs = [deck.back for deck in table.state.decks]
    assert table.state.program == "alternate"
    wrong = table.state.active
    table.do(c.Count(step="device_count", count=53))
    assert (table.state.program, table.state.active) == ("opening", wrong)
    assert [deck.back for deck in table.state.decks] == [
        "" if at == wrong else back for at, back in enumerate(backs)
    ]


# ----------------------------------------------------------------------------------- shuffles, stub counts


@pytest.mark.clause("ma-hcf-7.f.s1", "nj-hcf-38.7.f.s1", "md-hcf-8.G", "ma-fcp-7.e.s1", shows="refused")
@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("early", [False, True])
def test_two_decks_over_twenty_rounds_are_both_shuffled_and_counted(name: str, early: bool) -> None:
    """Also where the dealer counts early, and always the same deck."""
    table = live(name, METHODS[name][0], shuffle="automated", decks=2)
    since = {0: 0, 1: 0}
    for number in range(1, 21):
        table.start_round({1: {"ante": 1000, "blind": 1000} if "ultimate" in name else {"ante": 1000}})
        deck, counted = table.state.active, False
        while table.state.program == "round" and table.state.round == number:
            stub = any(offer.name == "stub_count" for offer in table.offers() if offer.act == "count")
            if stub and early and deck == 1 and number % 4 == 0:
                table.do(c.Count(step="stub_count", count=table.state.stub))
                counted = True
                continue
            events = table.perform_next()
            counted = counted or any(
                isinstance(each, e.Counted) and each.step == "stub_count" for each in events
            )
        since[deck] = 0 if counted else since[deck] + 1
        assert max(since.values()) < 5, (number, since)
    log = [
        each for each in table.log if isinstance(each, e.Shuffled | e.RoundEnded | e.Counted | e.BetsClosed)
    ]
    shuffled = [each.deck for each in log if isinstance(each, e.Shuffled)]
    assert len(shuffled) in (20, 21)  # one before each round; the next round's may be done
    assert {deck: shuffled.count(deck) >= 10 for deck in (0, 1)} == {0: True, 1: True}
    counted_decks = {each.deck for each in log if isinstance(each, e.Counted) and each.step == "stub_count"}
    assert counted_decks == {0, 1}


def test_no_deck_of_two_is_dealt_twice_without_a_shuffle_in_between() -> None:
    table = live("md/high-card-flush", "automated-shoe", shuffle="automated", decks=2)
    fresh = {0: False, 1: False}
    for _ in range(6):
        table.deal_round({1: {"ante": 1000}})
    active = 0
    for event in table.log:
        if isinstance(event, e.Shuffled):
            fresh[event.deck] = True
        elif isinstance(event, e.BetsClosed):
            assert fresh[active], event
            fresh[active] = False
            active = 1 - active


@pytest.mark.clause("ma-hcf-7.f.s1", "nj-hcf-38.7.f.s1", "md-hcf-8.G", "ma-fcp-7.e.s1", shows="refused")
@pytest.mark.parametrize("name", RULES)
def test_nobody_racks_a_stub_whose_count_is_due(name: str) -> None:
    table = live(name, METHODS[name][0])
    wagers = {"ante": 1000, "blind": 1000} if "ultimate" in name else {"ante": 1000}
    for _ in range(4):
        table.deal_round({1: wagers})
    table.start_round({1: wagers})
    table.until("stub")
    assert refusal(table, c.Perform(step="stub")).code == "stub_count_due"
    acts = {
        offer.act
        for role in ("dealer", "administrator")
        for offer in table.offers(role)
        if "stub" in offer.name
    }
    assert acts == {"count"}


# ------------------------------------------------------------------------------------- deck changes


@pytest.mark.clause("md-hcf-3.C.1", "md-hcf-3.C.2", shows="refused")
@pytest.mark.parametrize("deal", METHODS["md/high-card-flush"])
def test_a_bet_placed_before_the_deadline_does_not_keep_the_old_deck(deal: str) -> None:
    table = live("md/high-card-flush", deal, seats=(1, 2))
    table.open_up()
    table.bet(1, {"ante": 1000})
    table.now += 25 * HOUR
    for act in (c.CloseBets(), c.Bet(seat=2, wagers={"ante": 1000})):
        assert refusal(table, act, "dealer").code == "deck_too_old"
    (change,) = [offer for offer in table.offers() if offer.act == "change_deck"]
    assert "wagers go back" in str(change.consequence)
    events = table.do(c.ChangeDeck())
    assert isinstance(events[0], e.BetPlaced)
    assert (events[0].seat, events[0].wagers) == (1, {})
    assert isinstance(events[-1], e.DeckChanged)
    assert (table.state.program, table.state.hands) == ("opening", {})
    table.deal_round({1: {"ante": 1000}})


def test_a_stub_count_is_blind() -> None:
    """The dealer is not told how many cards there should be, before the count or after a wrong one."""
    table = live("md/high-card-flush", "manual-shoe")
    table.start_round({1: {"ante": 1000}})
    table.until("stub")
    assert view(table.state, Viewer("dealer", "d1")).stub is None
    assert view(table.state, Viewer("floorperson", "f1")).stub == 38
    (event,) = table.do(c.Count(step="stub_count", count=37))
    for role, expected in (("dealer", 0), ("player", 0), ("floorperson", 38), ("surveillance", 38)):
        told = redact_event(event, Viewer(role), table.state)
        assert isinstance(told, e.Counted)
        assert (told.count, told.expected, told.right) == (37, expected, False)


def test_a_cut_is_done_with_at_least_as_many_cards_as_the_document_says() -> None:
    table = live("ma/ultimate-texas-holdem", "manual-shoe", shuffle="manual")
    table.until("cut")
    (offer,) = [offer for offer in table.offers() if offer.name == "cut"]
    assert (offer.act, offer.amounts[0].least) == ("perform", 10)
    (event,) = table.do(c.Perform(step="cut"))
    assert isinstance(event, e.StepDone)
    assert (event.step, event.least) == ("cut", 10)


@pytest.mark.clause("ma-uth-10.f.s2", "ma-uth-10.h.s1", shows="shown")
def test_announcements_name_the_hand_that_was_turned() -> None:
    name = "ma/ultimate-texas-holdem"
    table = live(name, "manual-shoe")
    table.start_round({1: {"ante": 1000, "blind": 1000}})
    table.until("reveal")
    for role in ("dealer", "floorperson"):
        assert not any("{" in str(offer.says) for offer in table.offers(role))
    table.perform_next()
    dealer = view(table.state, Viewer("dealer", "d1"))
    assert dealer.announced.startswith("Dealer has ")
    assert "{" not in dealer.announced
    revealed = next(event for event in table.log if isinstance(event, e.DealerRevealed))
    assert revealed.hand in dealer.announced
    table.perform_next()
    shown = next(event for event in table.log if isinstance(event, e.HandShown))
    assert shown.says == f"Player has {shown.hand}"
    assert table.state.announced in ("", shown.says)
