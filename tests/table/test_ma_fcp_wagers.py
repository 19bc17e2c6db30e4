"""Massachusetts Four Card Poker, sections 6 and 12(a) at the table: who wagers, with what, and until when."""

import pytest

from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import Table, electronic, every_wager, live, timid
from tests.table.ma_fcp import ANTE, DEALT, NAME, of, refused

ANNOUNCED = {"manual-shoe": "ma-fcp-7.b.s1", "hand": "ma-fcp-8.b.3.s1", "automated-shoe": "ma-fcp-9.b.2"}


@pytest.mark.clause("ma-fcp-6.b.s2", shows="refused")
def test_a_verbal_wager_with_cash_is_not_accepted() -> None:
    table = live(NAME)
    table.open_up()
    cash = c.Bet(seat=1, wagers=ANTE, instrument="cash")
    for role, by in (("player", "p1"), ("dealer", "dealer"), ("supervisor", "boss")):
        assert "ma-fcp-6.b.s2" in refused(table, "instrument_not_accepted", cash, role, by)
    refused(table, "no_bets", c.CloseBets())
    for instrument in ("chips", "plaques"):
        (placed,) = table.bet(1, ANTE, instrument=instrument)
        assert isinstance(placed, e.BetPlaced)
        assert placed.instrument == instrument


def test_an_offer_of_cash_may_be_put_on_record_and_changes_nothing() -> None:
    table = live(NAME)
    table.open_up()
    events = table.do(c.Report(irregularity="cash_wager", seat=1))
    (found,) = of(e.IrregularityFound, events)
    assert (found.clause, found.void, found.deck) == ("ma-fcp-6.b.s2", "none", "stays")
    assert not table.state.hands
    table.start_round({1: ANTE})
    refused(table, "not_now", c.Report(irregularity="cash_wager", seat=1))


@pytest.mark.clause("ma-fcp-6.c.s1", shows="refused")
def test_only_seated_players_wager() -> None:
    table = live(NAME, seats=(2,))
    table.open_up()
    standing = c.Bet(seat=3, wagers=ANTE)
    assert "ma-fcp-6.c.s1" in refused(table, "not_seated", standing, "player", "p3")
    assert "ma-fcp-6.c.s1" in refused(table, "not_seated", standing)
    refused(table, "not_your_seat", c.Bet(seat=2, wagers=ANTE), "player", "p3")
    refused(table, "unknown_seat", c.Bet(seat=7, wagers=ANTE), "player", "p3")
    table.sit(3)
    table.bet(3, ANTE)
    table.do(c.Leave(seat=3), "player", "p3")
    assert 3 not in table.state.hands  # a player who leaves takes the wager along
    refused(table, "not_seated", standing, "player", "p3")


@pytest.mark.clause("ma-fcp-6.c.s2", "ma-fcp-1.round", shows="refused")
@pytest.mark.parametrize("deal", DEALT)
def test_a_player_with_cards_stays_until_the_round_is_complete(deal: str) -> None:
    table = live(NAME, deal, seats=(1, 2, 3))
    table.start_round({1: every_wager(NAME), 2: ANTE})
    table.perform_next()
    while not of(e.RoundEnded, table.log):
        for seat in (1, 2):
            leave = c.Leave(seat=seat)
            assert "ma-fcp-6.c.s2" in refused(table, "must_stay", leave, "player", f"p{seat}")
        table.perform_next(timid)
    table.do(c.Leave(seat=1), "player", "p1")
    assert 1 not in table.state.players


def test_a_player_without_a_wager_may_go_at_any_time() -> None:
    table = live(NAME, seats=(1, 2))
    table.start_round({1: ANTE})
    table.perform_next()
    (left,) = table.do(c.Leave(seat=2), "player", "p2")
    assert isinstance(left, e.PlayerLeft)


@pytest.mark.clause("ma-fcp-6.d.s1", "ma-fcp-12.a", shows="refused")
@pytest.mark.parametrize("wagers", [{"ante": 1000}, {"aces_up": 500}, {"ante": 1000, "aces_up": 500}])
def test_ante_aces_up_and_cover_all_are_placed_before_no_more_bets(wagers: dict[str, int]) -> None:
    table = live(NAME, seats=(1, 2))
    table.open_up()
    (placed,) = table.bet(1, wagers | {"cover_all": 500})
    assert {"ma-fcp-6.d.s1", "ma-fcp-12.a"} <= set(placed.clauses)
    table.do(c.CloseBets())
    for late in (wagers, wagers | {"cover_all": 500}):
        assert "ma-fcp-6.d.s1" in refused(table, "bets_closed", c.Bet(seat=2, wagers=late), "player", "p2")


def _changes(table: Table, seat: int, by: str) -> None:
    """Whatever anybody might still do to the wagers of a seat is refused."""
    placed = table.state.hands[seat].wagers
    raised = {name: 2 * amount for name, amount in placed.items()}
    for wagers in (raised, {"ante": 500}, placed | {"cover_all": 500}, {}):
        for role, person in (("player", by), ("dealer", "dealer"), ("supervisor", "boss")):
            clauses = refused(table, "bets_closed", c.Bet(seat=seat, wagers=wagers), role, person)
            assert "ma-fcp-6.d.s2" in clauses


@pytest.mark.clause("ma-fcp-6.d.s2", "ma-fcp-12.a", shows="refused")
@pytest.mark.parametrize("deal", DEALT)
def test_no_wager_is_made_increased_or_withdrawn_after_no_more_bets(deal: str) -> None:
    table = live(NAME, deal, seats=(1, 2))
    table.open_up()
    for wagers in (ANTE, {"ante": 1500, "cover_all": 500}, {}, {"ante": 700, "aces_up": 500}):
        table.bet(1, wagers)  # until then all of it is free
    table.start_round({1: {"ante": 700, "aces_up": 500}})
    while not of(e.RoundSettled, table.log):
        _changes(table, 1, "p1")
        refused(table, "bets_closed", c.Bet(seat=2, wagers={"ante": 700, "cover_all": 500}), "player", "p2")
        assert table.state.hands[1].wagers == {"ante": 700, "aces_up": 500}
        table.perform_next()


@pytest.mark.clause("ma-fcp-6.d.s2", "ma-fcp-12.a", shows="refused")
def test_a_table_that_deals_itself_closes_the_bets_as_well() -> None:
    table = electronic(NAME)
    table.sit(1, 2)
    table.start_round({1: ANTE})
    assert table.step == "decide"
    _changes(table, 1, "p1")
    refused(table, "bets_closed", c.Bet(seat=2, wagers={"ante": 700, "cover_all": 500}), "player", "p2")


@pytest.mark.clause("ma-fcp-7.b.s1", "ma-fcp-8.b.3.s1", "ma-fcp-9.b.2", "ma-fcp-6.d.s1", shows="refused")
@pytest.mark.parametrize("deal", DEALT)
def test_the_dealer_announces_no_more_bets_before_any_card(deal: str) -> None:
    table = live(NAME, deal)
    table.open_up()
    table.bet(1, ANTE)
    refused(table, "not_now", c.Deal(step="deal", cards={0: "Ah"}))
    assert "ma-fcp-6.d.s1" in refused(table, "role_too_low", c.CloseBets(), "player", "p1")
    (closed,) = table.do(c.CloseBets())
    assert isinstance(closed, e.BetsClosed)
    assert closed.says == "No more bets"
    assert ANNOUNCED[deal] in closed.clauses
    assert not {clause for method, clause in ANNOUNCED.items() if method != deal} & set(closed.clauses)
    assert table.step == "deal"


def test_a_late_wager_may_be_recorded_and_has_no_effect() -> None:
    table = live(NAME, seats=(1, 2))
    table.open_up()
    table.bet(1, ANTE)
    refused(table, "not_now", c.Report(irregularity="late_wager", seat=1))
    table.do(c.CloseBets())
    (found,) = of(e.IrregularityFound, table.do(c.Report(irregularity="late_wager", seat=1)))
    assert (found.clause, found.void, found.deck) == ("ma-fcp-6.d.s2", "none", "stays")
    assert table.state.hands[1].wagers == ANTE


@pytest.mark.clause("ma-fcp-6.a.1", "ma-fcp-6.a.2", shows="refused")
def test_ante_and_aces_up_stay_within_the_posted_limits() -> None:
    table = live(NAME, posted={"ante": (500, 10_000), "aces_up": (100, 2_500)})
    table.open_up()
    for wager, low, high, clause in (
        ("ante", 499, 10_001, "ma-fcp-6.a.1"),
        ("aces_up", 99, 2_501, "ma-fcp-6.a.2"),
    ):
        below, above = c.Bet(seat=1, wagers={wager: low}), c.Bet(seat=1, wagers={wager: high})
        assert clause in refused(table, "below_minimum", below, "player", "p1")
        assert clause in refused(table, "above_maximum", above, "player", "p1")
    table.bet(1, {"ante": 500, "aces_up": 2_500})


@pytest.mark.clause("ma-fcp-6.e", shows="refused")
def test_two_positions_of_one_player_only_where_permitted_and_only_side_by_side() -> None:
    table = live(NAME, boxes=1, seats=(3,))
    assert "ma-fcp-6.e" in refused(table, "too_many_boxes", c.Sit(seat=4, player="p3"), "player", "p3")
    table = live(NAME, boxes=2, seats=(3,))
    assert "ma-fcp-6.e" in refused(table, "not_adjacent", c.Sit(seat=5, player="p3"), "player", "p3")
    table.do(c.Sit(seat=4, player="p3"), "player", "p3")
    refused(table, "too_many_boxes", c.Sit(seat=5, player="p3"), "player", "p3")
    table.open_up()
    table.bet(3, ANTE)
    table.bet(4, {"aces_up": 500})
    table.deal_round({})
    assert [event.seat for event in of(e.SeatSettled, table.log)] == [4, 3]
