"""Massachusetts Ultimate, sections 2 to 4: decks, opening of the table, shuffle, cut and the idle table."""

import pytest

from croupier.submission.form import Procedure
from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import Table, live
from tests.table.ma_uth import ALL, DEALS, MAIN, NAME, by_deal, of, one, refused

OPENING = ["receive", "inspect", "verify", "spread", "look", "wash", "stack"]


def _steps(table: Table) -> list[str]:
    """The steps until betting, each as the entitled person performs it."""
    names = []
    while table.state.program != "round":
        names.append(table.step)
        table.perform_next()
    return names


def _on_to(table: Table, step: str) -> None:
    while table.step != step:
        table.perform_next()


def _idle(table: Table) -> None:
    """The only player leaves, and the table goes idle."""
    table.open_up()
    table.do(c.Leave(seat=1), "player", "p1")
    table.do(c.GoIdle())


# -------------------------------------------------------------------------------------- opening (section 3)


@by_deal
def test_the_deck_is_received_inspected_verified_spread_looked_at_washed_stacked_and_shuffled(
    deal: str,
) -> None:
    table = live(NAME, deal)
    assert _steps(table) == [*OPENING, "shuffle"]
    done = {event.step: event.clauses for event in of(table.log, e.StepDone)}
    assert "ma-uth-3.a" in done["receive"]
    for step in ("inspect", "verify", "spread", "look"):
        assert "ma-uth-3.b.s1" in done[step], step
    for step in ("look", "wash", "stack"):
        assert "ma-uth-3.c.s1" in done[step], step
    assert "ma-uth-3.c.s2" in one(table.log, e.Shuffled).clauses


@pytest.mark.clause("ma-uth-3.b.s1", shows="refused")
def test_the_floorperson_verifies_after_the_dealer_has_inspected() -> None:
    table = live(NAME)
    _on_to(table, "inspect")
    refused("not_now", table.do, c.Perform(step="verify"), "floorperson")
    table.do(c.Perform(step="inspect"))
    refused("not_now", table.do, c.Perform(step="spread"))
    refusal = refused("role_too_low", table.do, c.Perform(step="verify"))
    assert "ma-uth-3.b.s1" in refusal.clauses
    assert one(table.do(c.Perform(step="verify"), "floorperson"), e.StepDone).role == "floorperson"
    table.do(c.Perform(step="spread"))


@pytest.mark.clause("ma-uth-3.b.s1", shows="refused")
def test_the_cards_lie_spread_until_the_first_player_has_arrived() -> None:
    table = live(NAME, seats=())
    _on_to(table, "look")
    refusal = refused("no_players", table.do, c.Perform(step="look"))
    assert "ma-uth-3.b.s1" in refusal.clauses
    refused("no_players", table.do, c.Perform(step="wash"))
    table.sit(4)
    refused("not_now", table.do, c.Perform(step="wash"))
    table.do(c.Perform(step="look"))
    table.do(c.Perform(step="wash"))
    refused("not_now", table.do, c.Perform(step="look"))
    refused("not_now", table.do, c.Shuffle())
    table.do(c.Perform(step="stack"))
    table.do(c.Shuffle())


@pytest.mark.parametrize("shuffle", ["manual", "automated"])
@pytest.mark.clause("ma-uth-3.a", "ma-uth-4.a.s1", "ma-uth-4.b.1", "ma-uth-4.b.2", shows="computed")
def test_preshuffled_cards_skip_the_opening_but_not_the_shuffle_before_play(shuffle: str) -> None:
    # Reading UTH-13: section 4(a) exempts no deck; only a manual shuffle is followed by a cut.
    table = live(NAME, "manual-shoe", shuffle=shuffle, preshuffled=True)
    shuffled = ["shuffle", "cut"] if shuffle == "manual" else ["shuffle"]
    table.perform_next()
    assert "ma-uth-3.a" in one(table.log, e.StepDone).clauses
    refused("not_now", table.do, c.Perform(step="cut"))
    refused("not_now", table.bet, 1, MAIN)
    assert _steps(table) == shuffled
    table.deal_round({1: MAIN})
    assert _steps(table) == shuffled


# ------------------------------------------------------------------------------------ two decks (section 2)


@by_deal
def test_each_of_two_decks_goes_through_the_opening_separately(deal: str) -> None:
    table = live(NAME, deal, decks=2)
    assert _steps(table) == [*OPENING, "shuffle", *OPENING, "shuffle"]
    received = [event for event in of(table.log, e.StepDone) if event.step == "receive"]
    assert len(received) == 2
    for event in received:
        assert {"ma-uth-2.b.1", "ma-uth-3.d"} <= set(event.clauses)


@pytest.mark.clause("ma-uth-2.b.2", shows="refused")
def test_the_backs_of_the_two_decks_differ_in_color() -> None:
    table = live(NAME, decks=2)
    table.do(c.Perform(step="receive", back="red"))
    while table.step != "receive":
        table.perform_next()
    for back in ("red", "", "Red", "RED "):
        refusal = refused("same_back_color", table.do, c.Perform(step="receive", back=back))
        assert "ma-uth-2.b.2" in refusal.clauses
    table.do(c.Perform(step="receive", back="blue"))
    assert [deck.back for deck in table.state.decks] == ["red", "blue"]


@by_deal
@pytest.mark.clause("ma-uth-2.b.4", shows="computed")
def test_two_decks_alternate_round_by_round(deal: str) -> None:
    table = live(NAME, deal, decks=2)
    table.open_up()
    in_play = []
    for _ in range(4):
        in_play.append(table.state.decks[table.state.active].back)
        table.deal_round({1: MAIN})
        # The round is over: no bets until the deck that was dealt is in the shuffler and the other is out.
        refused("not_now", table.bet, 1, MAIN)
        table.until("alternate")
        refused("not_now", table.bet, 1, MAIN)
        change = one(table.perform_next(), e.StepDone)
        assert {"ma-uth-2.b.3", "ma-uth-2.b.4", "ma-uth-2.b.5"} <= set(change.clauses)
    assert in_play[0] != in_play[1]
    assert in_play == [in_play[0], in_play[1]] * 2


def test_without_the_shuffler_one_deck_is_left() -> None:
    table = live(NAME, "manual-shoe", decks=2)
    table.open_up()
    table.do(c.ReplaceDevice(device="removed", shuffle="manual"), "floorperson")
    assert _steps(table) == ["shuffle", "cut"]
    assert len(table.state.decks) == 1
    for _ in range(2):
        table.deal_round({1: MAIN})
        assert _steps(table) == ["shuffle", "cut"]


# ------------------------------------------------------------------------------ shuffle and cut (section 4)


@pytest.mark.clause("ma-uth-4.c", shows="computed")
@by_deal
@pytest.mark.clause("ma-uth-4.b.1", shows="refused")
def test_the_device_shuffles_before_play_and_after_each_round_and_nobody_cuts(deal: str) -> None:
    table = live(NAME, deal, shuffler_into_shoe=deal != "hand")
    for _ in range(3):
        _on_to(table, "shuffle")
        refused("not_now", table.bet, 1, MAIN)
        shuffled = one(table.do(c.Shuffle()), e.Shuffled)
        assert {"ma-uth-4.a.s1", "ma-uth-4.a.s2", "ma-uth-4.b.1"} <= set(shuffled.clauses)
        assert table.state.program == "round"
        refused("not_now", table.do, c.Shuffle())
        refused("not_now", table.do, c.Perform(step="cut"))
        table.deal_round({1: MAIN})


@pytest.mark.clause("ma-uth-4.c", shows="computed")
@pytest.mark.parametrize("deal", ["manual-shoe", "automated-shoe"])
@pytest.mark.clause("ma-uth-4.c.2", shows="refused")
def test_cards_shuffled_by_hand_are_cut_and_then_dealt(deal: str) -> None:
    table = live(NAME, deal, shuffle="manual")
    for _ in range(2):
        _on_to(table, "shuffle")
        refused("not_now", table.do, c.Perform(step="cut"))
        shuffled = one(table.do(c.Shuffle()), e.Shuffled)
        assert "ma-uth-4.a.s1" in shuffled.clauses
        assert "ma-uth-4.b.1" not in shuffled.clauses
        assert table.step == "cut"
        refused("not_now", table.bet, 1, MAIN)
        cut = one(table.do(c.Perform(step="cut")), e.StepDone)
        assert {"ma-uth-4.b.2", "ma-uth-4.c", "ma-uth-4.c.2"} <= set(cut.clauses)
        table.deal_round({1: MAIN})


@pytest.mark.clause("ma-uth-4.c.1.ii", shows="recorded")
def test_at_least_ten_cards_are_cut() -> None:
    table = live(NAME, "manual-shoe", shuffle="manual")
    _on_to(table, "cut")
    refused("not_now", table.bet, 1, MAIN)
    cut = one(table.do(c.Perform(step="cut")), e.StepDone)
    assert (cut.least, "ma-uth-4.c.1.ii" in cut.clauses) == (10, True)


@pytest.mark.clause("ma-uth-4.d", shows="refused")
def test_a_casino_supervisor_may_have_the_cards_cut_again_before_any_is_dealt() -> None:
    table = live(NAME, "manual-shoe", shuffle="manual")
    recut = c.Report(irregularity="improper_cut")
    _on_to(table, "cut")
    refused("not_now", table.do, recut, "supervisor")
    table.open_up()
    table.bet(1, MAIN)
    for role in ("dealer", "floorperson"):
        refusal = refused("role_too_low", table.do, recut, role)
        assert refusal.clauses == ("ma-uth-4.d",)
    found = one(table.do(recut, "supervisor"), e.IrregularityFound)
    assert (found.clause, found.void, found.deck) == ("ma-uth-4.d", "none", "stays")
    refused("count_mismatch", table.do, c.CloseBets())
    table.do(c.Perform(step="cut"))
    table.do(c.CloseBets())
    table.do(recut, "supervisor")  # still no card is out
    table.do(c.Perform(step="cut"))
    table.do(c.Deal(step="deal"))
    refused("not_now", table.do, recut, "supervisor")


@pytest.mark.clause("ma-uth-4.d", "ma-uth-4.b.1", shows="refused")
def test_cards_that_were_not_cut_are_not_cut_again() -> None:
    table = live(NAME, "manual-shoe")
    table.open_up()
    refused("not_now", table.do, c.Report(irregularity="improper_cut"), "supervisor")


# -------------------------------------------------------------------------------------- idle (section 4(e))


@pytest.mark.parametrize(
    ("spread", "expected"),
    [
        ("face-up", ["look", "wash", "stack", "shuffle"]),
        ("face-down", ["idle_turn_up", "look", "wash", "stack", "shuffle"]),
    ],
)
def test_an_idle_table_spreads_its_cards_and_opens_them_to_the_next_player(
    spread: str, expected: list[str]
) -> None:
    table = live(NAME, procedure=Procedure(idle_spread=spread))
    table.open_up()
    refused("not_now", table.do, c.GoIdle())  # a player is here
    _idle(table)
    assert "ma-uth-4.e.s1" in of(table.log, e.TableIdle)[0].clauses
    refused("not_now", table.do, c.Perform(step="look"))
    assert "ma-uth-4.e.s1" in one(table.do(c.Perform(step="idle_spread")), e.StepDone).clauses
    refused("no_players", table.do, c.Perform(step=expected[0]))
    table.sit(2)
    before = len(table.log)
    assert _steps(table) == expected
    done = {event.step: event.clauses for event in of(table.log[before:], e.StepDone)}
    assert ("ma-uth-4.e.s2" in done.get("idle_turn_up", ())) == (spread == "face-down")
    table.bet(2, MAIN)


def test_after_an_idle_time_each_of_two_decks_is_looked_at_washed_stacked_and_shuffled() -> None:
    table = live(NAME, decks=2)
    _idle(table)
    table.perform_next()
    table.sit(1)
    names = _steps(table)
    for step in ("look", "wash", "stack", "shuffle"):
        assert names.count(step) == 2, names
    assert "receive" not in names


def test_a_preshuffled_deck_that_was_spread_idle_is_shuffled() -> None:
    table = live(NAME, preshuffled=True)
    _idle(table)
    table.perform_next()
    table.sit(1)
    assert _steps(table)[:4] == ["look", "wash", "stack", "shuffle"]


@pytest.mark.parametrize("deal", DEALS)
def test_no_round_starts_before_the_table_is_open(deal: str) -> None:
    table = live(NAME, deal)
    while table.state.program != "round":
        refused("not_now", table.bet, 1, ALL)
        refused("not_now", table.do, c.CloseBets())
        table.perform_next()
    table.bet(1, ALL)
