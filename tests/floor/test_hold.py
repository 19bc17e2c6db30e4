"""Hold: the win of tables and dealers, compared with the odds."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from croupier.floor.desks import inventory
from croupier.floor.desks.inventory_events import Signatures
from croupier.floor.people.model import Actor
from croupier.floor.reports.hold import hold
from croupier.floor.reports.hold_band import HouseOdds, Spread, exact_odds
from croupier.floor.reports.hold_by_period import hold_by_period
from croupier.money import AMOUNT, Award
from croupier.odds.counting.encoding import decode, encode
from croupier.odds.model import moments
from croupier.odds.outcomes import award_outcomes
from croupier.odds.progress import silent
from croupier.server.workers.review_jobs import PricedHouse, house_odds
from croupier.submission.house import HouseRules
from croupier.submission.practice import practice_rules
from croupier.table import commands as c
from croupier.table.events import Resettled, RoundSettled, decode_event
from tests.floor.desk_rig import (
    COUNTED,
    COUNTER,
    FLOOR,
    FOUR_CARD,
    MD,
    NOTHING,
    SEVEN,
    ULTIMATE,
    Dealt,
    Desk,
    chips,
    in_turn,
    reject,
    settled_anew,
    validate_all,
)
from tests.floor.floor_rig import Clock
from tests.table.driver import bold, every_wager, made, resettlement, shuffled, timid

WEAK = "2d 4h 6d 7h 9d Jh Kc"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


def simple(house: HouseRules) -> HouseOdds:
    """Round numbers: a tenth of an ante, a twentieth of everything else, two units up or down by a coin.

    Bets of one seat have a covariance of 1, those of two seats a half.
    """
    bets = ["main", *house.tables, *(f"cover_all.{hands}" for hands in house.cover_all)]
    edges = {bet: Fraction(1, 10 if bet == "main" else 20) for bet in bets}
    half = Fraction(1, 2)
    laws = {bet: {-edge - 2: half, -edge + 2: half} for bet, edge in edges.items()}

    def covariance(first: str, second: str, same_seat: bool) -> float:
        return (4.0 if first == second else 1.0) if same_seat else 0.5

    return HouseOdds(edges, laws, covariance)


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
    report = hold(desk.ledger, ["t"], odds=simple)
    (table,), (dealer,) = report.tables, report.dealers
    assert (table.name, dealer.name) == ("t", "dealer")
    assert table.rounds == dealer.rounds == 3
    assert table.win - table.progressive_paid + table.progressive_staked == -player_nets(desk, "t")
    assert (table.progressive_staked, table.contributed) == (300, 60)
    staked = {bet.bet: (bet.hands, bet.staked) for bet in table.bets}
    assert staked == {"main": (3, 3000), "flush_bonus": (3, 1500), "straight_flush_bonus": (3, 1500)}
    assert table.theoretical == 300 + 75 + 75
    assert table.band is not None
    # Three rounds of 1000, 500 and 500: at most three times 4000 from the mean if nothing went together. What
    # does adds the variance 2 * (1000 * 500 * 2 + 500 * 500) a round.
    low, high = (bound - 450 for bound in table.band)
    assert low == pytest.approx(-high)
    assert 2.0 * (3 * 4 * 1.5e6) ** 0.5 < high < 2.576 * (3 * (4 * 1.5e6 + 2 * 1.25e6)) ** 0.5
    assert table.within


def test_the_band_grows_with_what_goes_together(desk: Desk) -> None:
    """Two seats with an ante each: 2 * 4 within the seats and 2 * 1/2 between."""
    house = simple(practice_rules(MD).house)
    apart, one, two = Spread(), Spread(), Spread()
    for _ in range(400):
        one.add(house, {1: {"main": 100, "flush_bonus": 100}})
        two.add(house, {1: {"main": 100}, 2: {"main": 100}})
    for _ in range(800):
        apart.add(house, {1: {"main": 100}})
    assert apart.variance == pytest.approx(800 * 4e4)
    assert one.variance == pytest.approx(400 * (8 + 2) * 1e4)
    assert two.variance == pytest.approx(400 * (8 + 1) * 1e4)
    for spread in (apart, one, two):  # many rounds of a coin: nearly normal
        low, high = spread.band()
        assert high == pytest.approx(2.576 * spread.variance**0.5, rel=0.03)
        assert low == pytest.approx(-high, rel=0.03)


def test_a_dealer_has_the_rounds_whose_bets_they_closed(desk: Desk) -> None:
    table = live(desk, WEAK)
    table.open_up()
    table.bet(1, {"ante": 2000})
    table.deck = in_turn(WEAK, NOTHING)
    table.hands = {}
    table.do(c.CloseBets(), by="d2")
    while table.state.program == "round" and table.state.bets_closed:
        table.perform_next()
    report = hold(desk.ledger, ["t"], odds=simple)
    assert [(each.name, each.rounds) for each in report.dealers] == [("d2", 1), ("dealer", 1)]
    assert sum(each.win for each in report.dealers) == report.tables[0].win


def test_an_award_that_is_rejected_was_not_paid(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    table.open_up()
    table.start_round({1: {"ante": 1000, "progressive": 100}}, in_turn(SEVEN, NOTHING))
    table.until("collect")
    assert hold(desk.ledger, ["t"], odds=simple).tables[0].progressive_paid == 3_500_020
    supervisor = Actor("s1", "supervisor")
    desk.run(lambda unit: reject(unit, "t", "1.1", "marked card", supervisor), "t")
    assert hold(desk.ledger, ["t"], odds=simple).tables[0].progressive_paid == 0


def test_a_void_round_counts_for_nothing(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    table.open_up()
    table.start_round({1: {"ante": 1000, "progressive": 100}}, in_turn(WEAK, NOTHING))
    table.until("examine")
    table.do(c.Report(irregularity="wrong_cards_player", seat=1, count=6), "floorperson", "f1")
    while table.state.program == "round" and table.state.bets_closed:
        table.perform_next()
    (found,) = hold(desk.ledger, ["t"], odds=simple).tables
    assert (found.rounds, found.win, found.theoretical) == (1, 0, 0)
    assert (found.progressive_staked, found.contributed) == (0, 0)


def test_forfeited_wagers_are_won_and_are_no_luck(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    table.open_up()
    table.start_round({1: {"ante": 1000, "flush_bonus": 500, "progressive": 100}}, in_turn(WEAK, NOTHING))
    table.until("examine")
    table.do(c.Report(irregularity="left_seat", seat=1), "floorperson", "f1")
    while table.state.program == "round" and table.state.bets_closed:
        table.perform_next()
    (found,) = hold(desk.ledger, ["t"], odds=simple).tables
    assert (found.rounds, found.win, found.forfeited, found.theoretical) == (1, 1500, 1500, 0)
    assert not found.bets
    assert set(found.band or ()) == {1500}
    assert found.within
    assert found.progressive_staked == 100
    periods = hold_by_period(desk.ledger, ["t"], lambda at: "2026-11-18", odds=simple).periods
    assert {(each.win, each.theoretical, each.interval, each.within) for each in periods} == {
        (1500, 0, (1500, 1500), True)
    }


def test_by_the_time_at_which_rounds_were_settled(desk: Desk) -> None:
    clock = desk.clock
    assert isinstance(clock, Clock)
    table = live(desk, WEAK)
    clock.forward(1000)
    noon = clock()
    table.open_up()
    table.play(in_turn(WEAK, NOTHING))
    assert hold(desk.ledger, ["t"], odds=simple).tables[0].rounds == 2
    assert hold(desk.ledger, ["t"], since=noon, odds=simple).tables[0].rounds == 1
    assert hold(desk.ledger, ["t"], until=noon, odds=simple).tables[0].rounds == 1


@pytest.mark.parametrize("rules", [ULTIMATE, FOUR_CARD])
def test_electronic_tables_of_every_game(desk: Desk, rules: str) -> None:
    desk.furnish_electronic("t", rules)
    desk.issue("t.1", "t.2")
    for seat in (1, 2):
        desk.act("t", c.Sit(seat=seat, player=f"t.{seat}"), seat)
    for _ in range(5):
        desk.play_round("t", [1, 2])
    (table,) = hold(desk.ledger, ["t"], odds=simple).tables
    assert table.rounds == 5
    assert table.win - table.progressive_paid + table.progressive_staked == -player_nets(desk, "t")
    main = next(bet for bet in table.bets if bet.bet == "main")
    assert (main.hands, main.staked) == (10, 10_000)
    assert next(bet for bet in table.bets if bet.bet == "cover_all").theoretical == 10 * 500 / 20
    assert table.theoretical is not None


def test_without_odds_it_says_so(desk: Desk) -> None:
    live(desk, WEAK)

    def no_numba(house: HouseRules) -> HouseOdds:
        raise ImportError("No module named 'numba'")

    (table,) = hold(desk.ledger, ["t"], odds=no_numba).tables
    assert table.win
    assert (table.theoretical, table.band, table.within) == (None, None, None)
    assert table.unpriced == "the odds cannot be computed here: No module named 'numba'"

    def only_main(house: HouseRules) -> HouseOdds:
        return simple(house)._replace(edges={"main": Fraction(0)})

    (partly,) = hold(desk.ledger, ["t"], odds=only_main).tables
    assert partly.unpriced == "no odds for flush bonus"


def test_the_exact_odds_of_a_house() -> None:
    odds = exact_odds(practice_rules(MD).house)
    assert set(odds.edges) == set(odds.laws) == {"main", "flush_bonus", "straight_flush_bonus"}
    assert 0.025 < odds.edges["main"] < 0.028
    # Seats share the dealer's hand and go together, but far from wholly.
    assert 0.21 < odds.covariance("main", "main", False) / odds.covariance("main", "main", True) < 0.24
    # The worker pool sends the same as data.
    sent = decode(encode(house_odds(silent, practice_rules(MD).house)))
    assert (sent.edges, sent.laws) == (odds.edges, odds.laws)
    pairs = list(product(odds.edges, odds.edges, (True, False)))
    assert sent.covariances == {pair: odds.covariance(*pair) for pair in pairs}


def test_awards_in_dollars_do_not_grow_with_the_stake() -> None:
    """$40 with a chance of a tenth: four dollars back of any stake, and the same deviation in cents."""
    awards = ((Award(AMOUNT, 4000), Fraction(1, 10)),)
    laws = {"bonus": award_outcomes(awards, 100)}
    unit = moments(laws["bonus"])
    priced = PricedHouse({"bonus": -unit.mean}, laws, {("bonus", "bonus", True): 144.0}, {"bonus": awards})
    sent = decode(encode(priced))
    odds = HouseOdds(sent.edges, sent.laws, lambda *pair: sent.covariances[pair], sent.amounts)
    assert odds.edge("bonus", 100) == -3
    assert odds.edge("bonus", 500) == Fraction(1, 5)
    assert odds.edge("bonus", 1000) == Fraction(3, 5)
    for stake in (500, 1000):
        spread = Spread()
        for _ in range(100):
            spread.add(odds, {1: {"bonus": stake}})
        assert spread.variance == pytest.approx(100 * 1200**2)
        below, above = spread.band()
        assert -33_000 < below < -25_000 < 25_000 < above < 33_000


def test_a_table_without_amounts_has_its_progressive_and_no_hold(desk: Desk) -> None:
    table = desk.furnish_live("t", MD, amounts=False)
    table.sit(1)
    table.open_up()
    wagers = made(every_wager(MD))
    table.deal_round({1: wagers}, in_turn(WEAK, NOTHING))

    def never(house: HouseRules) -> HouseOdds:
        raise AssertionError("nothing is priced that nobody has counted")

    report = hold(desk.ledger, ["t"], odds=never)
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
    report = hold(desk.ledger, ["t", "u"], odds=simple)
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
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    desk.slip("fill", "t", 200_000)
    before = player_nets(desk, "t")
    table.play(in_turn("As Ks Qs 9s 2d 4h 6d", NOTHING))
    table.open_up()
    table.play(in_turn(WEAK, NOTHING))
    desk.slip("credit", "t", 150_000)
    desk.do(inventory.drop, "t", 40_000, COUNTED, COUNTER)
    won = before - player_nets(desk, "t")
    overpaid = 2500
    closing = 1_000_000 + 200_000 - 150_000 - 40_000 + won - overpaid
    desk.do(inventory.close_inventory, "t", chips(closing), SIGNED, FLOOR)
    first_closed = clock()
    clock.forward(1000)
    desk.do(inventory.open_inventory, "t", chips(closing), SIGNED, FLOOR)
    clock.forward(1000)
    desk.do(inventory.close_inventory, "t", chips(closing), SIGNED, FLOOR)
    desk.do(inventory.open_inventory, "t", chips(closing), SIGNED, FLOOR)  # not counted yet: not told
    (told,) = hold(desk.ledger, ["t"], odds=simple).tables
    assert told.rounds == 3
    first, second = told.shifts
    assert (first.rounds, first.by_chips, first.by_rounds) == (2, won - overpaid, won)
    assert first.difference == told.difference == -overpaid
    assert (told.by_chips, told.by_rounds) == (won - overpaid, won)
    assert (second.rounds, second.by_chips, second.by_rounds, second.difference) == (0, 0, 0, 0)
    (later,) = hold(desk.ledger, ["t"], since=first_closed + 1, odds=simple).tables
    assert [shift.closed_at for shift in later.shifts] == [second.closed_at]
    assert (later.rounds, later.win, later.difference) == (0, 0, 0)
    assert hold(desk.ledger, ["t"], odds=simple).dealers[0].by_chips is None


def test_a_drop_belongs_to_the_shift_of_its_box(desk: Desk) -> None:
    clock = desk.clock
    assert isinstance(clock, Clock)
    desk.furnish_live("t", MD)
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    desk.do(inventory.close_inventory, "t", chips(960_000), SIGNED, FLOOR)  # chips for $400 in cash were sold
    clock.forward(1000)
    morning = clock()
    desk.do(inventory.open_inventory, "t", chips(960_000), SIGNED, FLOOR)
    (told,) = hold(desk.ledger, ["t"], odds=simple).tables
    assert [(shift.drop, shift.difference) for shift in told.shifts] == [(0, -40_000)]
    desk.do(inventory.drop, "t", 40_000, COUNTED, COUNTER, inventory.Box(1))
    desk.do(inventory.close_inventory, "t", chips(960_000), SIGNED, FLOOR)
    (told,) = hold(desk.ledger, ["t"], odds=simple).tables
    assert [(shift.drop, shift.difference) for shift in told.shifts] == [(40_000, 0), (0, 0)]
    (before,) = hold(desk.ledger, ["t"], until=morning, odds=simple).tables
    assert (before.by_chips, before.difference) == (0, 0)


def test_without_amounts_only_the_chips_give_the_win(desk: Desk) -> None:
    table = desk.furnish_live("t", MD, amounts=False)
    table.sit(1)
    table.open_up()
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    table.deal_round({1: made(every_wager(MD))}, in_turn(WEAK, NOTHING))
    desk.do(inventory.close_inventory, "t", chips(1_000_700), SIGNED, FLOOR)
    (told,) = hold(desk.ledger, ["t"], odds=simple).tables
    assert (told.by_chips, told.by_rounds, told.difference) == (700, None, None)


def test_an_award_of_a_resettled_round_counts_for_the_progressive(desk: Desk) -> None:
    table = live(desk, "2s 3s 4h 5d 7h Jc Kd")
    before = hold(desk.ledger, ["t"], odds=simple).tables[0]
    settled_anew(desk, table, "2s 3s 4s 5s 7h Jc Kd")  # a four-card straight flush
    after = hold(desk.ledger, ["t"], odds=simple).tables[0]
    assert after.progressive_paid - before.progressive_paid == 4000
    total = after.win + after.progressive_staked - after.progressive_paid
    events = [decode_event(record.body) for record in desk.ledger.read("table:t")]
    resettled = [each for each in events if isinstance(each, Resettled)]
    due = sum(sum(each.differences.values()) for each in resettled)
    due += sum(award.paid for each in resettled for award in each.awards)
    assert total == -player_nets(desk, "t") - due
    settled_anew(desk, table, "2s 3s 4h 5d 7h Jc Kd", "as it was")
    again = hold(desk.ledger, ["t"], odds=simple).tables[0]
    assert (again.win, again.progressive_paid) == (before.win, before.progressive_paid)


# --------------------------------------------------------------------------------------- resettled rounds


def played_at_random(table: Dealt, chance: Random) -> None:
    """A round of two seats with some of the wagers, in which each hand is played or folded."""
    rules = table.state.at.house.rules.rules.name
    wagers = {}
    for seat in (1, 2):
        every = every_wager(rules)
        # The progressive is locked, and needs trips where there are any.
        sides = [name for name in every if name not in ("ante", "blind", "trips", "progressive")]
        dropped = chance.sample(sides, chance.randrange(len(sides) + 1))
        times = chance.choice((1, 2, 5))
        wagers[seat] = {
            name: amount * (1 if name == "progressive" else times)
            for name, amount in every.items()
            if name not in dropped
        }
    deck = shuffled(chance.randrange(10**6))
    table.deal_round(wagers, deck, lambda offer: chance.choice((bold, bold, timid))(offer))


def last_settled(desk: Desk, table: str) -> RoundSettled:
    events = (decode_event(record.body) for record in reversed(desk.ledger.read(f"table:{table}")))
    return next(event for event in events if isinstance(event, RoundSettled))


@pytest.mark.parametrize("rules", [MD, ULTIMATE, FOUR_CARD])
def test_a_resettled_round_counts_as_if_settled_that_way_at_first(desk: Desk, rules: str) -> None:
    clock = desk.clock
    assert isinstance(clock, Clock)
    wrong = desk.furnish_live("wrong", rules, "one")
    right = desk.furnish_live("right", rules, "other")
    for table in (wrong, right):
        table.sit(1, 2)
    chance = Random(rules)
    acts = []
    for _ in range(3):
        played_at_random(wrong, chance)
        played_at_random(right, chance)
        entered, due = last_settled(desk, "wrong"), last_settled(desk, "right")
        corrected = replace(due.record, meters=entered.record.meters)
        acts.append(resettlement(entered.round, entered.record, corrected, "read again"))
    before = hold(desk.ledger, ["wrong"], odds=simple)
    clock.forward(86_400_000)  # found on the day after: it is of the day on which it was played
    midnight = clock()
    for act in acts:
        wrong.do(act, "supervisor", "s1")
        validate_all(wrong)
    found = hold(desk.ledger, ["wrong"], until=midnight, odds=simple)
    as_played = hold(desk.ledger, ["right"], until=midnight, odds=simple)
    assert found != before
    assert replace(found.tables[0], name="right") == as_played.tables[0]
    assert found.dealers == as_played.dealers
    assert hold(desk.ledger, ["wrong"], since=midnight, odds=simple).tables == ()
    # As it was entered at first, once more: as if nothing had been.
    for act in acts:
        back = replace(act, original=act.corrected, corrected=act.original)
        wrong.do(back, "supervisor", "s1")
        validate_all(wrong)
    assert hold(desk.ledger, ["wrong"], odds=simple) == before


def test_an_award_from_a_meter_that_comes_and_goes_is_no_contribution(desk: Desk) -> None:
    table = live(desk, WEAK)
    (before,) = hold(desk.ledger, ["t"], odds=simple).tables
    settled_anew(desk, table, SEVEN)
    (after,) = hold(desk.ledger, ["t"], odds=simple).tables
    assert (before.progressive_paid, before.contributed) == (0, 20)
    assert (after.progressive_paid, after.contributed) == (3_500_020, 20)
    settled_anew(desk, table, WEAK, "as it was")
    assert hold(desk.ledger, ["t"], odds=simple).tables == (before,)


def test_an_award_rejected_on_another_day_is_of_its_round(desk: Desk) -> None:
    clock = desk.clock
    assert isinstance(clock, Clock)
    table = desk.furnish_live("t", MD)
    table.sit(1)
    table.start_round({1: {"ante": 1000, "progressive": 100}}, in_turn(SEVEN, NOTHING))
    table.until("collect")
    clock.forward(1000)
    noon = clock()
    supervisor = Actor("s1", "supervisor")
    desk.run(lambda unit: reject(unit, "t", "1.1", "marked card", supervisor), "t")
    (told,) = hold(desk.ledger, ["t"], until=noon, odds=simple).tables
    assert (told.rounds, told.progressive_paid) == (1, 0)
    assert hold(desk.ledger, ["t"], since=noon, odds=simple).tables == ()
