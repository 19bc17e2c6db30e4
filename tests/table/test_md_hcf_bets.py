"""Maryland High Card Flush, chapters 2 and 7 to 10: wagers, no more bets, and the progressive chips."""

from dataclasses import replace

import msgspec
import pytest

from croupier.submission.form import Choices
from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import CHOICES, Table, electronic, live, table_rules, timid
from tests.table.md_hcf import ANTE, DEALS, EVERY, MD, contributing, finish, of, only, outcomes, refused

# By way of dealing, the clauses on the announcement, the lock, the collection, the count and the inventory.
ANNOUNCED = {"manual-shoe": "md-hcf-8.C", "hand": "md-hcf-9.A.3.a", "automated-shoe": "md-hcf-10.A.2.a"}
LOCKED = {"manual-shoe": "md-hcf-8.C.1", "hand": "md-hcf-9.A.3.b", "automated-shoe": "md-hcf-10.A.2.b"}
COLLECTED = {"manual-shoe": "md-hcf-8.C.2.a", "hand": "md-hcf-9.A.4.a", "automated-shoe": "md-hcf-10.A.3.a"}
COUNTED = {"manual-shoe": "md-hcf-8.C.2.b", "hand": "md-hcf-9.A.4.b", "automated-shoe": "md-hcf-10.A.3.b"}
PUT_AWAY = {"manual-shoe": "md-hcf-8.C.2.c", "hand": "md-hcf-9.A.4.c", "automated-shoe": "md-hcf-10.A.3.c"}


def betting(deal: str, *seats: int, **more: object) -> Table:
    """A live table at which bets may be placed."""
    table = live(MD, deal, seats=seats or (1,), **more)
    table.open_up()
    return table


# --------------------------------------------------------------------------------------- who and with what


@pytest.mark.clause("md-hcf-7.C", shows="refused")
def test_only_a_seated_player_may_wager() -> None:
    table = betting("hand", 1)
    nobody = refused(table, c.Bet(seat=2, wagers=ANTE), "player", "p2")
    assert nobody.code == "not_seated"
    assert "md-hcf-7.C" in nobody.clauses
    assert refused(table, c.Bet(seat=1, wagers=ANTE), "player", "p2").code == "not_your_seat"
    table.do(c.Leave(seat=1), "player", "p1")
    assert refused(table, c.Bet(seat=1, wagers=ANTE), "player", "p1").code == "not_seated"
    table.sit(2)
    assert only(table.bet(2, ANTE), e.BetPlaced).seat == 2


@pytest.mark.clause("md-hcf-2.A", shows="refused")
@pytest.mark.parametrize("seat", [0, 7])
def test_nobody_sits_beyond_the_six_positions(seat: int) -> None:
    table = betting("hand", 1)
    outside = refused(table, c.Sit(seat=seat, player="p7"), "player", "p7")
    assert outside.code == "unknown_seat"
    assert "md-hcf-2.A" in outside.clauses


@pytest.mark.clause("md-hcf-7.A", "md-hcf-7.B", shows="refused")
def test_cash_is_not_wagered_with() -> None:
    table = betting("hand", 1)
    cash = refused(table, c.Bet(seat=1, wagers=ANTE, instrument="cash"), "player", "p1")
    assert cash.code == "instrument_not_accepted"
    assert "md-hcf-7.B" in cash.clauses
    for instrument in ("chips", "plaques"):
        assert only(table.bet(1, ANTE, instrument=instrument), e.BetPlaced).instrument == instrument


@pytest.mark.clause("md-hcf-7.A", shows="refused")
@pytest.mark.parametrize("filed", [None, ("chips", "plaques"), ("chips", "plaques", "other")])
def test_another_instrument_is_wagered_with_only_where_it_is_filed(filed: tuple[str, ...] | None) -> None:
    choices = msgspec.structs.replace(CHOICES[MD], instruments=filed)
    table = live(MD, "hand", choices=choices)
    table.open_up()
    for instrument in ("Chips", "chip", "cheque", "", "marker"):
        wrong = refused(table, c.Bet(seat=1, wagers=ANTE, instrument=instrument), "player", "p1")
        assert wrong.code == "instrument_not_accepted"
    if filed and "other" in filed:
        assert only(table.bet(1, ANTE, instrument="other"), e.BetPlaced).instrument == "other"
    else:
        other = refused(table, c.Bet(seat=1, wagers=ANTE, instrument="other"), "player", "p1")
        assert other.code == "instrument_not_accepted"
        assert "md-hcf-7.A" in other.clauses


@pytest.mark.parametrize("named", [("chips",), ("chips", "plaques")])
def test_players_wager_with_the_documents_instruments(named: tuple[str, ...]) -> None:
    posted = table_rules(MD, "hand")
    house = posted.house
    wagers = house.rules.facts["wagers"]
    stated = {**wagers, "instruments": msgspec.structs.replace(wagers["instruments"], value=named)}
    rules = msgspec.structs.replace(house.rules, facts={**house.rules.facts, "wagers": stated})
    table = Table(replace(posted, house=replace(house, rules=rules)), "live")
    table.sit(1)
    table.open_up()
    if "plaques" in named:
        assert only(table.bet(1, ANTE, instrument="plaques"), e.BetPlaced).instrument == "plaques"
    else:
        wrong = refused(table, c.Bet(seat=1, wagers=ANTE, instrument="plaques"), "player", "p1")
        assert wrong.code == "instrument_not_accepted"
        assert wrong.message.endswith("allowed: chips")
    assert only(table.bet(1, ANTE), e.BetPlaced).instrument == "chips"


def test_a_verbal_wager_with_cash_is_reported_and_is_no_wager() -> None:
    table = betting("hand", 1)
    found = only(table.do(c.Report(irregularity="cash_wager", seat=1, note="$20")), e.IrregularityFound)
    assert (found.clause, found.void, found.deck) == ("md-hcf-7.B", "none", "stays")
    assert not table.state.hands
    assert refused(table, c.CloseBets()).code == "no_bets"


@pytest.mark.clause("md-hcf-7.G", shows="refused")
def test_a_player_wagers_on_as_many_adjacent_boxes_as_the_submission_says() -> None:
    table = betting("hand", 3, boxes=2)
    apart = refused(table, c.Sit(seat=5, player="p3"), "player", "p3")
    assert apart.code == "not_adjacent"
    table.do(c.Sit(seat=4, player="p3"), "player", "p3")
    third = refused(table, c.Sit(seat=5, player="p3"), "player", "p3")
    assert third.code == "too_many_boxes"
    assert "md-hcf-7.G" in third.clauses
    table.start_round({3: ANTE, 4: ANTE})
    table.until("stub")
    assert [hand.player for hand in table.state.hands.values()] == ["p3", "p3"]


def test_maryland_knows_no_match_play() -> None:
    table = betting("hand", 1)
    coupon = c.Bet(seat=1, wagers=ANTE, match_play={"ante": 1000})
    assert refused(table, coupon, "player", "p1").code in ("wager_not_offered", "unknown_wager")


@pytest.mark.clause("md-hcf-7.F.2", "md-hcf-7.F.3", "md-hcf-7.F.4", shows="refused")
@pytest.mark.clause("md-hcf-7.F.2", "md-hcf-7.F.3", "md-hcf-7.F.4", shows="computed")
def test_bonuses_and_progressive_are_wagered_only_where_the_submission_offers_them() -> None:
    table = betting("hand", 1, choices=Choices())
    for wager, amount in EVERY.items():
        if wager != "ante":
            bonus = c.Bet(seat=1, wagers={"ante": 1000, wager: amount})
            assert refused(table, bonus, "player", "p1").code == "wager_not_offered"
    assert only(table.bet(1, ANTE), e.BetPlaced).wagers == ANTE


# -------------------------------------------------------------------------------------------- no more bets


@pytest.mark.clause(
    "md-hcf-7.D",
    "md-hcf-7.E",
    "md-hcf-2.C.2",
    "md-hcf-8.C",
    "md-hcf-9.A.3.a",
    "md-hcf-10.A.2.a",
    shows="refused",
)
@pytest.mark.parametrize("deal", DEALS)
def test_every_wager_is_placed_before_no_more_bets_and_stays_after_it(deal: str) -> None:
    table = betting(deal, 1, 2)
    table.bet(1, {"ante": 500})
    table.bet(1, EVERY)
    table.bet(2, ANTE)
    assert refused(table, c.Deal(step="deal")).code == "not_now", "before the announcement no card is dealt"
    closed = only(table.do(c.CloseBets()), e.BetsClosed)
    assert closed.says == "No more bets"
    assert {ANNOUNCED[deal], "md-hcf-7.D", "md-hcf-7.E"} <= set(closed.clauses)
    late = [({}, 1), ({**EVERY, "ante": 2000}, 1), (ANTE, 1), (EVERY, 2), ({**ANTE, "progressive": 100}, 2)]
    placed = {seat: hand.wagers for seat, hand in table.state.hands.items()}
    while table.step != "reveal":
        for wagers, seat in late:
            over = refused(table, c.Bet(seat=seat, wagers=wagers), "player", f"p{seat}")
            assert over.code == "bets_closed"
            assert {"md-hcf-7.D", "md-hcf-7.E"} <= set(over.clauses)
        table.perform_next()
    assert {seat: hand.wagers for seat, hand in table.state.hands.items()} == placed


@pytest.mark.parametrize("deal", DEALS)
def test_a_late_wager_is_reported_and_changes_nothing(deal: str) -> None:
    table = betting(deal, 1, 2)
    late = c.Report(irregularity="late_wager", seat=2, note="a progressive chip after the announcement")
    assert refused(table, late).code == "not_now", "before the announcement a wager is not late"
    table.start_round({1: ANTE, 2: ANTE})
    found = only(table.do(late), e.IrregularityFound)
    assert (found.clause, found.void, found.deck) == ("md-hcf-7.E", "none", "stays")
    assert "md-hcf-2.C.2" in found.clauses
    settled = only(finish(table), e.RoundSettled)
    assert [seat.wagers for seat in settled.record.seats] == [ANTE, ANTE]


def test_nothing_is_closed_where_nobody_has_wagered() -> None:
    table = betting("hand", 1)
    assert refused(table, c.CloseBets()).code == "no_bets"
    table.bet(1, ANTE)
    table.bet(1, {})
    assert refused(table, c.CloseBets()).code == "no_bets"


# ------------------------------------------------------------------------------------------------- leaving


@pytest.mark.clause("md-hcf-7.C.1", shows="refused")
@pytest.mark.parametrize("deal", DEALS)
def test_a_player_with_cards_stays_until_the_round_is_complete(deal: str) -> None:
    table = betting(deal, 1, 2)
    table.start_round({1: EVERY})
    number = table.state.round
    table.do(c.Leave(seat=2), "player", "p2")
    table.until("stub")
    while table.state.program == "round" and table.state.round == number:
        must = refused(table, c.Leave(seat=1), "player", "p1")
        assert must.code == "must_stay"
        assert "md-hcf-7.C.1" in must.clauses
        for award in tuple(table.state.pending):
            table.do(c.Validate(award=award), "floorperson")
        table.perform_next(timid)
    assert only(table.do(c.Leave(seat=1), "player", "p1"), e.PlayerLeft).player == "p1"


def test_a_player_who_leaves_before_no_more_bets_takes_the_wagers_along() -> None:
    table = betting("hand", 1, 2)
    table.bet(1, EVERY)
    table.bet(2, ANTE)
    table.do(c.Leave(seat=1), "player", "p1")
    assert tuple(table.state.hands) == (2,)


# ------------------------------------------------------------------------------------- the progressive wager


@pytest.mark.clause("md-hcf-2.C.1", shows="computed")
def test_the_system_acknowledges_the_progressive_wager_of_each_position() -> None:
    seats = (1, 2, 3, 4, 5, 6)
    table = Table(contributing("hand"), "live")
    table.sit(*seats)
    table.open_up()
    for seat in seats:
        table.bet(seat, ANTE)
        accepted = only(table.bet(seat, {**ANTE, "progressive": 100}), e.BetPlaced)
        assert (accepted.seat, accepted.wagers["progressive"]) == (seat, 100)
        assert {"md-hcf-2.C.1", "md-hcf-7.F.4.b"} <= set(accepted.clauses)
    table.bet(6, ANTE)  # taken back in time
    closed = only(table.do(c.CloseBets()), e.BetsClosed)
    assert closed.contributions == {"main": 5 * 20 * 10_000}
    table.until("progressive_count")
    assert only(table.do(c.Count(step="progressive_count", count=5)), e.Counted).expected == 5


@pytest.mark.clause("md-hcf-7.F.4.b", shows="computed")
def test_a_progressive_wager_that_the_player_did_not_see_accepted_is_not_in_play() -> None:
    table = betting("hand", 1, 2)
    table.start_round({1: {**ANTE, "progressive": 100}, 2: ANTE})
    table.until("progressive_count")
    # Both have laid a chip, the device of seat 2 has not taken it.
    assert not only(table.do(c.Count(step="progressive_count", count=2)), e.Counted).right
    assert only(table.do(c.Count(step="progressive_count", count=1)), e.Counted).right
    settled = outcomes(finish(table))
    assert "progressive" in settled[1]
    assert "progressive" not in settled[2]


@pytest.mark.clause("md-hcf-7.F.4.a", shows="refused")
def test_a_progressive_wager_needs_an_ante() -> None:
    table = betting("hand", 1)
    alone = refused(table, c.Bet(seat=1, wagers={"progressive": 100}), "player", "p1")
    assert alone.code == "missing_wager"


@pytest.mark.clause(
    "md-hcf-2.C.2",
    *LOCKED.values(),
    *COLLECTED.values(),
    *COUNTED.values(),
    *PUT_AWAY.values(),
    shows="refused",
)
@pytest.mark.parametrize("deal", DEALS)
def test_the_progressive_is_locked_its_chips_collected_counted_and_put_away_before_the_deal(
    deal: str,
) -> None:
    table = betting(deal, 1, 2)
    table.start_round({1: EVERY, 2: {**ANTE, "progressive": 100}})
    order = [
        ("progressive_lock", LOCKED),
        ("progressive_collect", COLLECTED),
        ("progressive_count", COUNTED),
        ("progressive_inventory", PUT_AWAY),
    ]
    for name, clauses in order:
        assert table.step == name
        assert refused(table, c.Deal(step="deal")).code == "not_now"
        for other, _ in order:
            if other != name:
                assert refused(table, c.Perform(step=other)).code == "not_now"
        (done,) = table.perform_next()
        assert isinstance(done, e.StepDone | e.Counted)
        assert done.step == name
        assert clauses[deal] in done.clauses
    assert table.step == "deal"


@pytest.mark.parametrize("deal", DEALS)
def test_the_system_is_locked_where_nobody_plays_it_but_there_are_no_chips_to_collect(deal: str) -> None:
    table = betting(deal, 1)
    table.start_round({1: ANTE})
    assert table.step == "progressive_lock"
    table.perform_next()
    assert table.step == "deal"


@pytest.mark.parametrize("deal", DEALS)
def test_nothing_is_locked_where_the_progressive_is_not_offered(deal: str) -> None:
    table = betting(deal, 1, choices=Choices.of(flush_bonus="A", straight_flush_bonus="B"))
    table.start_round({1: ANTE})
    assert table.step == "deal"


@pytest.mark.clause(*COUNTED.values(), shows="refused")
@pytest.mark.clause(*COUNTED.values(), shows="recorded")
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("chips", [0, 1, 3])
def test_chips_that_are_not_as_many_as_the_system_accepted_block_the_deal(deal: str, chips: int) -> None:
    table = betting(deal, 1, 2)
    table.start_round({1: EVERY, 2: EVERY})
    table.until("progressive_count")
    counted = only(table.do(c.Count(step="progressive_count", count=chips)), e.Counted)
    assert (counted.right, counted.expected) == (False, 2)
    for act in (c.Deal(step="deal"), c.Perform(step="progressive_inventory")):
        blocked = refused(table, act)
        assert blocked.code == "count_mismatch"
        assert COUNTED[deal] in blocked.clauses
    found = only(table.do(c.Report(irregularity="chips_mismatch")), e.IrregularityFound)
    assert (found.clause, found.void) == (COUNTED[deal], "none")
    assert refused(table, c.Deal(step="deal")).code == "count_mismatch"
    assert only(table.do(c.Count(step="progressive_count", count=2)), e.Counted).right
    assert table.step == "progressive_inventory"


# ----------------------------------------------------------------------------------------- electronic tables


@pytest.mark.clause(*LOCKED.values(), shows="refused")
@pytest.mark.parametrize("deal", DEALS)
def test_an_electronic_table_locks_the_progressive_itself_and_has_no_chips(deal: str) -> None:
    table = electronic(MD, deal)
    table.sit(1)
    events = table.start_round({1: EVERY})
    lock = only(events, e.StepDone)
    assert (lock.step, lock.role) == ("progressive_lock", "system")
    assert LOCKED[deal] in lock.clauses
    chips = of(events, e.StepsNotApplicable)[0]
    assert chips.steps == ("progressive_collect", "progressive_count", "progressive_inventory")
    assert {COLLECTED[deal], PUT_AWAY[deal]} <= set(chips.clauses)
    assert not of(events, e.Counted)
    assert refused(table, c.Bet(seat=1, wagers={}), "player", "p1").code == "bets_closed"


def test_a_wager_keeps_to_the_posted_limits() -> None:
    table = betting("hand", 1, posted={"ante": (500, 2_000), "flush_bonus": (100, 500)})
    table.bet(1, {"ante": 500, "flush_bonus": 500})
    for wagers, code in (
        ({"ante": 499}, "below_minimum"),
        ({"ante": 2_001}, "above_maximum"),
        ({"ante": 500, "flush_bonus": 501}, "above_maximum"),
    ):
        assert refused(table, c.Bet(seat=1, wagers=wagers), "player", "p1").code == code
