"""Hold: what tables and dealers have won, against what the odds say."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.floor import hold as h
from croupier.floor import inventory, jackpot_desk
from croupier.floor.hold import Edge, hold
from croupier.floor.inventory import Signatures
from croupier.floor.people_model import Actor
from croupier.submission.house import HouseRules
from croupier.submission.practice import practice_rules
from croupier.table import commands as c
from croupier.table.events import Resettled, RoundSettled, decode_event
from tests.floor.desk_rig import (
    FLOOR,
    FOUR_CARD,
    MD,
    NOTHING,
    SEVEN,
    ULTIMATE,
    Dealt,
    Desk,
    in_turn,
    settled_anew,
)
from tests.floor.floor_rig import Clock
from tests.table.driver import every_wager, made

WEAK = "2d 4h 6d 7h 9d Jh Kc"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


def simple(house: HouseRules) -> Mapping[str, Edge]:
    """Edges of round numbers: a tenth of an ante, a twentieth of everything else."""
    bets = ["main", *house.tables, *(f"cover_all.{hands}" for hands in house.cover_all)]
    return {bet: Edge(Fraction(1, 10 if bet == "main" else 20), 2.0) for bet in bets}


def player_nets(desk: Desk, table: str) -> int:
    events = [decode_event(record.body) for record in desk.ledger.read(f"table:{table}")]
    return sum(sum(event.nets.values()) for event in events if isinstance(event, RoundSettled))


def live(desk: Desk, *hands: str) -> Dealt:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    for hand in hands:
        table.open_up()
        table.play(in_turn(hand, NOTHING))
    return table


def test_the_win_of_a_table_is_what_its_players_lost(desk: Desk) -> None:
    live(desk, WEAK, "As Ks Qs 9s 2d 4h 6d", WEAK)
    report = hold(desk.ledger, ["t"], edges=simple)
    (table,), (dealer,) = report.tables, report.dealers
    assert (table.name, dealer.name) == ("t", "dealer")
    assert table.rounds == dealer.rounds == 3
    assert table.win - table.progressive_paid + table.progressive_staked == -player_nets(desk, "t")
    assert (table.progressive_staked, table.contributed) == (300, 60)
    staked = {bet.bet: (bet.hands, bet.staked) for bet in table.bets}
    assert staked == {"main": (3, 3000), "flush_bonus": (3, 1500), "straight_flush_bonus": (3, 1500)}
    assert table.theoretical == 300 + 75 + 75
    assert table.band is not None
    spread = 2.576 * (3 * (2.0 * 2000) ** 2) ** 0.5  # 1000 + 500 + 500 move together in a round, at most
    assert table.band == pytest.approx((450 - spread, 450 + spread))
    assert table.within


def test_a_dealer_has_the_rounds_whose_bets_they_closed(desk: Desk) -> None:
    table = live(desk, WEAK)
    table.open_up()
    table.bet(1, {"ante": 2000})
    table.deck = in_turn(WEAK, NOTHING)
    table.hands = {}
    table.do(c.CloseBets(), by="d2")
    while table.state.program == "round" and table.state.bets_closed:
        table.perform_next()
    report = hold(desk.ledger, ["t"], edges=simple)
    assert [(each.name, each.rounds) for each in report.dealers] == [("d2", 1), ("dealer", 1)]
    assert sum(each.win for each in report.dealers) == report.tables[0].win


def test_an_award_that_is_rejected_was_not_paid(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    table.open_up()
    table.start_round({1: {"ante": 1000, "progressive": 100}}, in_turn(SEVEN, NOTHING))
    table.until("collect")
    assert hold(desk.ledger, ["t"], edges=simple).tables[0].progressive_paid == 500_020
    supervisor = Actor("s1", "supervisor")
    desk.run(lambda unit: jackpot_desk.reject(unit, "t", "1.1", "marked card", supervisor), "t")
    assert hold(desk.ledger, ["t"], edges=simple).tables[0].progressive_paid == 0


def test_a_void_round_counts_for_nothing(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    table.open_up()
    table.start_round({1: {"ante": 1000, "progressive": 100}}, in_turn(WEAK, NOTHING))
    table.until("examine")
    table.do(c.Report(irregularity="wrong_cards_dealer", count=8), "floorperson", "f1")
    while table.state.program == "round" and table.state.bets_closed:
        table.perform_next()
    (found,) = hold(desk.ledger, ["t"], edges=simple).tables
    assert (found.rounds, found.win, found.theoretical) == (1, 0, 0)
    assert (found.progressive_staked, found.contributed) == (0, 0)


def test_by_the_time_at_which_rounds_were_settled(desk: Desk) -> None:
    clock = desk.clock
    assert isinstance(clock, Clock)
    table = live(desk, WEAK)
    clock.forward(1000)
    noon = clock()
    table.open_up()
    table.play(in_turn(WEAK, NOTHING))
    assert hold(desk.ledger, ["t"], edges=simple).tables[0].rounds == 2
    assert hold(desk.ledger, ["t"], since=noon, edges=simple).tables[0].rounds == 1
    assert hold(desk.ledger, ["t"], until=noon, edges=simple).tables[0].rounds == 1


@pytest.mark.parametrize("rules", [ULTIMATE, FOUR_CARD])
def test_electronic_tables_of_every_game(desk: Desk, rules: str) -> None:
    desk.furnish_electronic("t", rules)
    desk.issue("t.1", "t.2")
    for seat in (1, 2):
        desk.act("t", c.Sit(seat=seat, player=f"t.{seat}"), seat)
    for _ in range(5):
        desk.play_round("t", [1, 2])
    (table,) = hold(desk.ledger, ["t"], edges=simple).tables
    assert table.rounds == 5
    assert table.win - table.progressive_paid + table.progressive_staked == -player_nets(desk, "t")
    main = next(bet for bet in table.bets if bet.bet == "main")
    assert (main.hands, main.staked) == (10, 10_000)
    assert next(bet for bet in table.bets if bet.bet == "cover_all").theoretical == 10 * 500 / 20
    assert table.theoretical is not None


def test_without_odds_it_says_so(desk: Desk) -> None:
    live(desk, WEAK)

    def no_numba(house: HouseRules) -> Mapping[str, Edge]:
        raise ImportError("No module named 'numba'")

    (table,) = hold(desk.ledger, ["t"], edges=no_numba).tables
    assert table.win
    assert (table.theoretical, table.band, table.within) == (None, None, None)
    assert table.unpriced == "the odds cannot be computed here: No module named 'numba'"
    (partly,) = hold(desk.ledger, ["t"], edges=lambda house: {"main": Edge(Fraction(0), 1.0)}).tables
    assert partly.unpriced == "no odds for flush bonus"


def test_the_exact_edges_of_a_house() -> None:
    edges = h.exact_edges(practice_rules(MD).house)
    assert set(edges) == {"main", "flush_bonus", "straight_flush_bonus"}
    assert 0.025 < edges["main"].mean < 0.028
    assert edges["main"].deviation > 1


def test_a_table_without_amounts_has_its_progressive_and_no_hold(desk: Desk) -> None:
    table = desk.furnish_live("t", MD, amounts=False)
    table.sit(1)
    table.open_up()
    wagers = made(every_wager(MD))
    table.deal_round({1: wagers}, in_turn(WEAK, NOTHING))

    def never(house: HouseRules) -> Mapping[str, Edge]:
        raise AssertionError("nothing is priced that nobody has counted")

    report = hold(desk.ledger, ["t"], edges=never)
    (told,), (dealer,) = report.tables, report.dealers
    for each in (told, dealer):
        assert (each.rounds, each.without_amounts, each.win, each.bets) == (1, 1, 0, ())
        assert (each.theoretical, each.band, each.within) == (None, None, None)
        assert each.unpriced == "amounts are not entered"
        assert (each.progressive_staked, each.contributed) == (100, 20)
    # The same dealer at a table with amounts: that table alone has a hold.
    other = desk.furnish_live("u", MD)
    other.sit(1)
    other.open_up()
    other.play(in_turn(WEAK, NOTHING))
    report = hold(desk.ledger, ["t", "u"], edges=simple)
    (dealer,) = report.dealers
    counted = next(each for each in report.tables if each.name == "u")
    assert (dealer.rounds, dealer.without_amounts, counted.without_amounts) == (2, 1, 0)
    assert (dealer.win, dealer.theoretical, dealer.band) == (counted.win, counted.theoretical, counted.band)
    assert dealer.progressive_staked == 200


# ------------------------------------------------------------------------------------------- by the chips

SIGNED = Signatures(floorperson="f1", dealer="d1")


def test_a_mispay_shows_in_the_chips_and_not_in_the_rounds(desk: Desk) -> None:
    clock = desk.clock
    assert isinstance(clock, Clock)
    table = live(desk, WEAK)  # before the first count: in no shift
    table.open_up()
    desk.do(inventory.open_inventory, "t", 1_000_000, SIGNED, FLOOR)
    desk.do(inventory.fill, "t", 200_000, SIGNED, FLOOR)
    before = player_nets(desk, "t")
    table.play(in_turn("As Ks Qs 9s 2d 4h 6d", NOTHING))
    table.open_up()
    table.play(in_turn(WEAK, NOTHING))
    desk.do(inventory.credit, "t", 150_000, SIGNED, FLOOR)
    desk.do(inventory.drop, "t", 40_000, SIGNED, FLOOR)
    won = before - player_nets(desk, "t")
    overpaid = 2500
    closing = 1_000_000 + 200_000 - 150_000 - 40_000 + won - overpaid
    desk.do(inventory.close_inventory, "t", closing, SIGNED, FLOOR)
    first_closed = clock()
    clock.forward(1000)
    desk.do(inventory.open_inventory, "t", closing, SIGNED, FLOOR)
    clock.forward(1000)
    desk.do(inventory.close_inventory, "t", closing, SIGNED, FLOOR)
    desk.do(inventory.open_inventory, "t", closing, SIGNED, FLOOR)  # not counted yet: not told
    (told,) = hold(desk.ledger, ["t"], edges=simple).tables
    assert told.rounds == 3
    first, second = told.shifts
    assert (first.rounds, first.by_chips, first.by_rounds) == (2, won - overpaid, won)
    assert first.difference == told.difference == -overpaid
    assert (told.by_chips, told.by_rounds) == (won - overpaid, won)
    assert (second.rounds, second.by_chips, second.by_rounds, second.difference) == (0, 0, 0, 0)
    (later,) = hold(desk.ledger, ["t"], since=first_closed + 1, edges=simple).tables
    assert [shift.closed_at for shift in later.shifts] == [second.closed_at]
    assert (later.rounds, later.win, later.difference) == (0, 0, 0)
    assert hold(desk.ledger, ["t"], edges=simple).dealers[0].by_chips is None


def test_without_amounts_the_chips_alone_tell_the_win(desk: Desk) -> None:
    table = desk.furnish_live("t", MD, amounts=False)
    table.sit(1)
    table.open_up()
    desk.do(inventory.open_inventory, "t", 1_000_000, SIGNED, FLOOR)
    table.deal_round({1: made(every_wager(MD))}, in_turn(WEAK, NOTHING))
    desk.do(inventory.close_inventory, "t", 1_000_700, SIGNED, FLOOR)
    (told,) = hold(desk.ledger, ["t"], edges=simple).tables
    assert (told.by_chips, told.by_rounds, told.difference) == (700, None, None)


def test_an_award_of_a_round_settled_anew_is_the_progressives(desk: Desk) -> None:
    table = live(desk, "2s 3s 4h 5d 7h Jc Kd")
    before = hold(desk.ledger, ["t"], edges=simple).tables[0]
    settled_anew(desk, table, "2s 3s 4s 5s 7h Jc Kd")  # a four-card straight flush
    after = hold(desk.ledger, ["t"], edges=simple).tables[0]
    assert after.progressive_paid - before.progressive_paid == 4000
    total = after.win + after.progressive_staked - after.progressive_paid
    events = [decode_event(record.body) for record in desk.ledger.read("table:t")]
    due = sum(sum(each.differences.values()) for each in events if isinstance(each, Resettled))
    assert total == -player_nets(desk, "t") - due
    settled_anew(desk, table, "2s 3s 4h 5d 7h Jc Kd", "as it was")
    again = hold(desk.ledger, ["t"], edges=simple).tables[0]
    assert (again.win, again.progressive_paid) == (before.win, before.progressive_paid)
