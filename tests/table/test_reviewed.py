"""Defects that a review of the machine found, each with the play that showed it."""

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.jackpot.decisions import contribute
from croupier.jackpot.link import evolve as evolve_link
from croupier.jackpot.meters import UNIT
from croupier.settlement.round import Round
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.redaction.view import view
from croupier.table.state import Viewer
from tests.table.driver import (
    CHOICES,
    Table,
    correction,
    electronic,
    live,
    resettlement,
    shuffled,
    table_rules,
)
from tests.table.random_tables import Meters, with_rates
from tests.table.test_postings import FIVE_SPADES, MARYLAND, NINE_HIGH, SEVEN_IN_A_ROW, balances, dealt

MASSACHUSETTS = "ma/high-card-flush"
FOUR_CARD = "ma/four-card-poker"
SIX_HEARTS = "9h Th Jh Qh Kh Ah 2c"
"""A six-card straight flush: a share of the meter in Massachusetts."""
LOSING = "2s 4s 8d 6c 4d Qd 5h"
"""Two to a flush."""
BETS = {"ante": 1000, "progressive": 100}


class Linked(Table):
    """A table with the link of its meters, which hears every event."""

    def __init__(self, name: str, mode: str, **more: object) -> None:
        rules = with_rates(table_rules(name, "manual-shoe", **more))  # type: ignore[arg-type]
        self.link = Meters(rules)
        super().__init__(rules, mode)

    def do(self, asked: c.AnyAct, role: str = "dealer", by: str = "") -> tuple[e.AnyEvent, ...]:
        before = self.state
        self.meters = dict(self.link.link.amounts)
        events = super().do(asked, role, by)
        settled = [event for event in events if isinstance(event, e.SeatSettled)]
        for event in events:
            if settled and event is settled[0]:
                self.link.lock(self.state.table, before, settled)
            self.link.hear(self.state.table, before, event)
            before = evolve(before, event)
        return events

    @property
    def amounts(self) -> dict[str, int]:
        """The meters, in units."""
        return dict(self.link.link.amounts)

    def resettle(self, **changes: object) -> e.Resettled:
        """Resettle the last round with changes."""
        records = [event for event in self.log if isinstance(event, e.RoundSettled | e.Resettled)]
        original: Round = records[-1].record
        corrected = msgspec.structs.replace(original, **changes)
        asked = resettlement(records[-1].round, original, corrected, "misread")
        (event,) = self.do(asked, "supervisor")
        assert isinstance(event, e.Resettled)
        return event


def finish(table: Table) -> None:
    """On to the end of the round."""
    number = table.state.round
    while table.state.program == "round" and table.state.round == number:
        table.perform_next()
    for award in tuple(table.state.pending):
        table.do(c.Validate(award=award), "floorperson")


# ------------------------------------------------------------------------------------------- before the deal


def test_the_deal_follows_a_chip_mismatch_that_was_counted_again() -> None:
    """Two lights, one chip: the wagers stay as the system locked them, and the chips are made to agree."""
    table = live(MARYLAND, "manual-shoe", seats=(1, 2))
    table.start_round({1: BETS, 2: BETS}, shuffled(1))
    table.until("progressive_count")
    table.do(c.Count(step="progressive_count", count=1))
    assert table.state.mismatch == "progressive_count"
    with pytest.raises(Refusal) as refused:
        table.do(correction(2, reason="no chip was put down", wagers={"ante": 1000}), "supervisor")
    assert refused.value.code == "wager_locked"
    table.do(c.Count(step="progressive_count", count=2))
    table.until("deal")
    assert table.state.drawn == 0


def test_a_second_order_of_the_deck_is_refused() -> None:
    table = electronic(MARYLAND, "manual-shoe")
    table.sit(1)
    while table.step != "shuffle":
        table.perform_next()
    with pytest.raises(Refusal) as neither:
        table.do(c.Shuffle(), "system")
    assert neither.value.code == "incomplete_deck"
    order = " ".join(shuffled(3))
    table.do(c.Shuffle(order=order), "system")
    table.open_up()
    table.bet(1, {"ante": 1000})
    with pytest.raises(Refusal) as second:
        table.do(c.CloseBets(order=" ".join(shuffled(4))), "system")
    assert second.value.code == "incomplete_deck"
    table.do(c.CloseBets(), "system")
    mine = table.state.hands[1].cards.split()
    assert set(mine) <= set(order.split()[:14])


def test_of_three_boxes_the_middle_one_is_not_left_nor_left_out() -> None:
    table = live(MARYLAND, "manual-shoe", seats=(), boxes=3)
    for seat in (2, 3, 4):
        table.do(c.Sit(seat=seat, player="ann"), "player", "ann")
    with pytest.raises(Refusal) as left:
        table.do(c.Leave(seat=3), "player", "ann")
    assert left.value.code == "not_adjacent"
    table.open_up()
    table.bet(2, {"ante": 1000})
    with pytest.raises(Refusal) as apart:
        table.bet(4, {"ante": 1000})
    assert apart.value.code == "not_adjacent"
    table.bet(3, {"ante": 1000})
    table.bet(4, {"ante": 1000})
    with pytest.raises(Refusal) as taken_back:
        table.bet(3, {})
    assert taken_back.value.code == "not_adjacent"
    table.do(c.Leave(seat=4), "player", "ann")
    table.do(c.Leave(seat=3), "player", "ann")
    assert list(table.state.hands) == [2]


def test_rules_with_fewer_boxes_wait_until_a_player_has_left_some() -> None:
    table = live(MARYLAND, "manual-shoe", seats=(), boxes=2)
    for seat in (1, 2):
        table.do(c.Sit(seat=seat, player="ann"), "player", "ann")
    table.open_up()
    fewer = c.AdoptRules(rules=table_rules(MARYLAND, "manual-shoe", boxes=1))
    with pytest.raises(Refusal) as refused:
        table.do(fewer, "administrator")
    assert refused.value.code == "too_many_boxes"
    table.do(c.Leave(seat=2), "player", "ann")
    table.do(fewer, "administrator")


def test_a_counting_device_that_is_replaced_by_hands_leaves_a_cut_and_stub_counts() -> None:
    """Maryland 5.H: where the device shuffled and counted, nothing was cut and no stub counted."""
    table = live(MARYLAND, "manual-shoe", shuffle="automated", reshuffle_and_count_device=True)
    table.open_up()
    with pytest.raises(Refusal):
        table.do(c.ReplaceDevice(device="covered", deal="automated-shoe"), "floorperson")
    with pytest.raises(Refusal):
        table.do(c.ReplaceDevice(device="removed", shuffle="manual"), "floorperson")
    table.do(c.ReplaceDevice(device="covered", shuffle="manual"), "floorperson")
    assert not table.state.at.equipment.reshuffle_and_count_device
    assert table.step == "shuffle"
    table.perform_next()
    assert table.step == "cut"
    for number in range(8):
        table.start_round({1: {"ante": 1000}}, shuffled(number))
        finish(table)
    counted = sum(isinstance(event, e.Counted) and event.step == "stub_count" for event in table.log)
    assert counted


# --------------------------------------------------------------------------------------------- cards and eyes


def test_a_refusal_does_not_reveal_the_scanned_card() -> None:
    table = live(MARYLAND, "manual-shoe", seats=(1, 2))
    hands = FIVE_SPADES, "2h 3h 4h 6h 8h 9h Th", NINE_HIGH
    table.start_round({1: {"ante": 1000}, 2: {"ante": 1000}}, dealt(*hands))
    table.until("deal")
    table.do(c.Deal(step="deal", cards=table.draw(up_only=True)))
    table.do(c.Enter(to=1, cards=FIVE_SPADES), "system")
    for card in FIVE_SPADES.split()[:2]:
        tried = " ".join([card, *hands[1].split()[1:]])
        with pytest.raises(Refusal) as refused:
            table.do(c.Enter(to=2, cards=tried))
        assert refused.value.code == "duplicate_card"
        assert card not in refused.value.message
    table.until("settle")
    table.do(c.Show(to=2, cards=hands[1]))
    # What lies face up may be named.
    turned = hands[1].split()[0]
    with pytest.raises(Refusal) as named:
        table.do(correction(1, reason="x", cards=f"{turned} {FIVE_SPADES[3:]}"), "supervisor")
    assert named.value.code == "duplicate_card"
    assert turned in named.value.message


def test_the_floor_is_alerted_when_cards_are_entered_after_the_fold() -> None:
    """Massachusetts: a fold loses the progressive; the hand was not known when it was folded."""
    table = live(MASSACHUSETTS, "manual-shoe")
    table.start_round({1: BETS}, dealt(SEVEN_IN_A_ROW, NINE_HIGH, one_at_a_time=False))
    table.until("decide")
    (folded,) = [event for event in table.decide(1, "fold") if isinstance(event, e.Decided)]
    assert folded.alerts == ()
    (entered,) = table.do(c.Enter(to=1, cards=SEVEN_IN_A_ROW))
    assert isinstance(entered, e.CardsEntered)
    assert [alert.alert for alert in entered.alerts] == ["folded_progressive"]


def test_the_last_round_keeps_the_dealers_card_that_lay_face_up() -> None:
    """Four Card Poker: everybody folds or leaves it to aces up, and the dealer's hand is not turned."""
    table = live(FOUR_CARD, "manual-shoe")
    table.start_round({1: {"ante": 1000}}, shuffled(5))
    table.until("decide")
    up = table.state.dealer_up
    assert up
    table.do(c.Report(irregularity="dealer_card_exposed"), "supervisor")
    finish(table)
    last = table.state.last
    assert last is not None
    assert (last.dealer_up, last.dealer_dealt) == (up, 6)
    seen = view(table.state, Viewer("spectator")).last
    assert seen is not None
    assert up in seen.dealer.cards.split()


def test_a_maryland_hand_of_six_cards_does_not_hold_the_table_up() -> None:
    """The side wagers of a void round are settled (13.F); that hand's go back, the others' not."""
    table = live(MARYLAND, "manual-shoe", seats=(1, 2))
    sides = {"ante": 1000, "flush_bonus": 500}
    table.start_round({1: sides, 2: sides}, dealt("2h 4h 6h 8h Th Js 6d", FIVE_SPADES, NINE_HIGH))
    table.until("decide")
    table.do(c.Report(irregularity="wrong_cards_player", seat=1, count=6), "floorperson")
    finish(table)
    settled = {event.seat: event.results for event in table.log if isinstance(event, e.SeatSettled)}
    assert {wager: result.outcome for wager, result in settled[1].items()} == {
        "ante": "void",
        "flush_bonus": "void",
    }
    assert {wager: result.outcome for wager, result in settled[2].items()} == {
        "ante": "void",
        "flush_bonus": "win",
    }


@pytest.mark.parametrize("validated", [False, True])
def test_a_maryland_round_that_becomes_void_while_it_is_settled_keeps_each_award_on_its_meter(
    validated: bool,
) -> None:
    """Seat 3 took the whole meter, seat 2 the one that followed; seat 1 then turns out to have six cards."""
    table = Linked(MARYLAND, "live")
    table.sit(1, 2, 3)
    sides = {"ante": 1000, "flush_bonus": 500, "progressive": 100}
    hands = "3c 4c 6c 8c Tc Jd 6d", SIX_HEARTS, SEVEN_IN_A_ROW, "5c 9c 2d 7h Qd Kc 3d"
    table.start_round({1: sides, 2: sides, 3: sides}, dealt(*hands))
    full = table.amounts["main"]
    table.until("settle")
    for seat in (3, 2):
        table.perform_next()
        assert table.state.hands[seat].settled
        if validated:
            table.do(c.Validate(award=f"1.{seat}"), "floorperson")
    after = table.amounts["main"]
    paid = {name: (award.paid, award.stood) for name, award in table.state.awarded.items()}
    assert paid["1.3"] == (full // UNIT, full)
    assert paid["1.2"][1] < full
    table.do(c.Report(irregularity="wrong_cards_player", seat=1, count=6), "floorperson")
    finish(table)
    assert {name: (award.paid, award.stood) for name, award in table.state.awarded.items()} == paid
    awards = [award for event in table.log if isinstance(event, e.SeatSettled) for award in event.awards]
    assert [award.seat for award in awards] == [3, 2]
    (settled,) = [event for event in table.log if isinstance(event, e.RoundSettled)]
    assert table.amounts["main"] == after - settled.returned_contributions["main"]
    for seat in (2, 3):
        bonus = table.state.last.results[seat]["flush_bonus"].net if table.state.last else 0
        envy = 20_000  # of table C, for the other winner's hand
        assert balances(table.log)[f"player:p{seat}"] == paid[f"1.{seat}"][0] - 100 + bonus + envy
    assert "player:p1" not in balances(table.log)


def test_under_the_other_policy_a_maryland_round_void_while_it_is_settled_goes_back_whole() -> None:
    choices = msgspec.structs.replace(CHOICES[MARYLAND], policies={"bonuses_after_void": "13E"})
    table = Linked(MARYLAND, "live", choices=choices)
    table.sit(1, 2)
    started = table.amounts
    sides = {"ante": 1000, "flush_bonus": 500, "progressive": 100}
    table.start_round({1: sides, 2: sides}, dealt("2h 4h 6h 8h Th Js 6d", FIVE_SPADES, NINE_HIGH))
    table.until("settle")
    table.perform_next()
    assert table.state.hands[2].settled
    table.do(c.Report(irregularity="wrong_cards_player", seat=1, count=6), "floorperson")
    finish(table)
    assert balances(table.log) == {}
    assert table.amounts == started


# ------------------------------------------------------------------------------------------- money and meters


def test_the_events_do_not_follow_the_meters_of_a_caller() -> None:
    table = electronic(MARYLAND, "manual-shoe")
    table.meters = {"main": 600_000 * UNIT}
    table.deal_round({1: BETS}, dealt(FIVE_SPADES, NINE_HIGH))
    told = [e.encode_event(event) for event in table.log]
    table.meters["main"] = 1
    assert [e.encode_event(event) for event in table.log] == told
    (settled,) = [event for event in table.log if isinstance(event, e.RoundSettled)]
    assert settled.record.meters == {"main": 600_000}


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_awards_in_an_internal_order_go_back_as_they_were_paid(order: tuple[int, int]) -> None:
    """The first takes the whole meter, the second a share of what is left: so it goes back."""
    procedure = msgspec.structs.replace(
        table_rules(MASSACHUSETTS, "manual-shoe").procedure, progressive_order="internal"
    )
    table = Linked(MASSACHUSETTS, "live", procedure=procedure)
    table.sit(1, 2)
    hands = SEVEN_IN_A_ROW, SIX_HEARTS, "3c 5c 9c 2d 7h Jd Kc"
    table.start_round({1: BETS, 2: BETS}, dealt(*hands, one_at_a_time=False))
    closed = table.amounts
    table.until("decide")
    table.decide(1, "raise", 1000)
    table.do(c.OrderWinners(seats=order))
    table.decide(2, "raise", 1000)
    finish(table)
    paid = {
        award.seat: award.paid
        for event in table.log
        if isinstance(event, e.SeatSettled)
        for award in event.awards
    }
    whole = closed["main"] // UNIT
    assert paid[1] == (whole if order == (1, 2) else whole - paid[2])
    seats = [
        msgspec.structs.replace(seat, cards=cards)
        for seat, cards in zip(_record(table).seats, (LOSING, hands[1]), strict=True)
    ]
    before = balances(table.log)["player:p1"]
    event = table.resettle(seats=seats)
    assert event.awards_back == ("1.1",)
    assert event.meters == {"main": paid[1] * UNIT}
    # What is left is the loss of the ante, the raise and the progressive chip. The award was not paid from
    # the table inventory, so it does not come back there.
    assert (event.differences[1], event.outside) == (-4000, {1: -paid[1]})
    assert before + event.differences[1] == balances(table.log)["player:p1"] == -2100
    assert balances(table.log).get("payout", 0) == paid[2]


@pytest.mark.parametrize("name", [MARYLAND, MASSACHUSETTS])
def test_an_award_goes_back_as_it_was_paid_where_the_meter_had_moved(name: str) -> None:
    """Between the seats of a live round the meter grew on another table: the record knows where it stood."""
    table = Linked(name, "live")
    table.sit(1, 2)
    one_at_a_time = name == MARYLAND
    hands = SEVEN_IN_A_ROW, "2h 4h 6h 8h Th Jd 6d", "3c 5c 9c 2d 7h Js Kc"
    table.start_round({1: BETS, 2: BETS}, dealt(*hands, one_at_a_time=one_at_a_time))
    table.until("settle")
    table.perform_next()
    assert table.state.hands[2].settled
    grown = 123_456 * UNIT
    elsewhere = contribute(table.link.link, "T2", 1, {"main": grown}, at=0, by="x")
    table.link.link = evolve_link(table.link.link, elsewhere)
    stood = table.amounts
    finish(table)
    paid = stood["main"] // UNIT
    record = _record(table)
    assert record.meters is not None
    assert paid == record.meters["main"] + 123_456
    first = msgspec.structs.replace(record.seats[0], cards=LOSING)
    event = table.resettle(seats=[first, record.seats[1]])
    assert event.awards_back == ("1.1",)
    assert event.meters == {"main": paid * UNIT}
    # The rack collects what it paid: an award that it never paid is not in the difference at the table.
    from_the_table = 1900 + 2100 + (paid if name == MARYLAND else 0)
    assert event.differences[1] == -from_the_table
    assert event.outside == ({} if name == MARYLAND else {1: -paid})
    assert balances(table.log)["player:p1"] == -2100
    assert table.amounts == stood
    # And back again: what is due is reckoned on the meters of the record.
    again = table.resettle(seats=record.seats)
    assert [(award.award, award.paid) for award in again.awards] == [("1.1", record.meters["main"])]
    assert balances(table.log)["player:p1"] == 1900
    table.do(c.Validate(award="1.1"), "floorperson")
    due = record.meters["main"]
    after = balances(table.log)
    paid_to = {account: after.get(account, 0) for account in ("player:p1", "payout")}
    if name == MARYLAND:  # from the table
        assert paid_to == {"player:p1": 1900 + due, "payout": 0}
    else:  # the table inventory pays no award of a meter
        assert paid_to == {"player:p1": 1900, "payout": due}
    once_more = table.resettle(seats=[first, record.seats[1]])
    assert once_more.meters == {"main": due * UNIT}
    assert balances(table.log)["player:p1"] == -2100
    assert balances(table.log).get("payout", 0) == 0


@pytest.mark.parametrize("name", [MARYLAND, MASSACHUSETTS])
def test_a_round_resettled_as_void_returns_the_contributions(name: str) -> None:
    table = Linked(name, "electronic")
    table.sit(1)
    started = table.amounts
    table.deal_round({1: BETS}, dealt(FIVE_SPADES, NINE_HIGH, one_at_a_time=name == MARYLAND))
    finish(table)
    assert table.amounts != started
    contributed = {meter: table.amounts[meter] - units for meter, units in started.items()}
    clause = "md-hcf-13.H" if name == MARYLAND else "ma-hcf-13.c"
    event = table.resettle(irregularity=clause)
    assert event.meters == {meter: -units for meter, units in contributed.items() if units}
    assert balances(table.log) == {}
    assert table.amounts == started


@pytest.mark.parametrize("name", [MARYLAND, MASSACHUSETTS])
@pytest.mark.parametrize("resettled", [False, True])
def test_a_paid_award_of_the_whole_meter_goes_back_and_restores_it(name: str, resettled: bool) -> None:
    """The fresh seed (Maryland), or what came over from the secondary meter, is taken off again."""
    choices = CHOICES[name]
    if name == MARYLAND:  # otherwise the award of a whole hand stands
        choices = msgspec.structs.replace(choices, policies={"bonuses_after_void": "13E"})
    table = Linked(name, "live", choices=choices)
    table.sit(1, 2)
    started = table.amounts
    hands = "2h 4h 6h 8h Th Jd 6d", SEVEN_IN_A_ROW, "3c 5c 9c 2d 7h Js Kc"
    table.start_round({1: BETS, 2: BETS}, dealt(*hands, one_at_a_time=name == MARYLAND))
    closed = table.amounts
    table.until("settle")
    table.perform_next()
    table.do(c.Validate(award="1.2"), "floorperson")
    assert table.amounts != closed
    if name == MASSACHUSETTS:
        assert table.amounts["main"] == closed["secondary"] + closed["main"] % UNIT
    if resettled:
        finish(table)
        record = _record(table)
        second = msgspec.structs.replace(record.seats[1], cards=LOSING)
        table.resettle(seats=[record.seats[0], second])
        assert table.amounts == closed
        return
    events = table.do(c.Report(irregularity="wrong_cards_player", seat=1, count=6), "floorperson")
    assert isinstance(events[0], e.AwardTakenBack)
    finish(table)
    assert table.amounts == started
    assert balances(table.log) == {}
    assert table.link.link.paid == 0


def test_folded_hands_that_are_settled_together_share_the_meter_in_turn() -> None:
    """Their cards were shown when they folded, so one command settles both: the second on what is left."""
    choices = msgspec.structs.replace(CHOICES[MASSACHUSETTS], policies={"progressive_after_fold": "live"})
    table = Linked(MASSACHUSETTS, "live", choices=choices)
    table.sit(1, 2, 3)
    hands = "4d 5d 6d 7d 8d 9d Kc", SIX_HEARTS, "2s 4s 8c 6c 4h Qd 5h", "3c 5c 9c 2d 7h Js Kd"
    bets = {**BETS, "flush_bonus": 500}
    table.start_round({1: bets, 2: bets, 3: bets}, dealt(*hands, one_at_a_time=False))
    table.until("decide")
    for seat in (1, 2):
        table.decide(seat, "fold")
        table.do(c.Enter(to=seat, cards=hands[seat - 1]))
    table.decide(3, "raise", 1000)
    table.until("reveal")
    stood = table.amounts["main"]
    settled = [event for event in table.perform_next() if isinstance(event, e.SeatSettled)]
    paid = {event.seat: award.paid for event in settled for award in event.awards}
    assert paid[1] == stood // 10 // UNIT
    assert paid[2] == (stood - paid[1] * UNIT) // 10 // UNIT
    finish(table)
    assert table.amounts["main"] == stood - (paid[1] + paid[2]) * UNIT


def _record(table: Table) -> Round:
    return [event.record for event in table.log if isinstance(event, e.RoundSettled)][-1]


def test_a_refused_correction_does_not_reveal_the_bounds_of_a_hidden_hand() -> None:
    table = live("ma/high-card-flush", seats=(1, 2))
    table.start_round({1: {"ante": 1000}, 2: {"ante": 1000}})
    table.until("deal")
    table.do(c.Deal(step="deal", cards=table.draw(up_only=False)))
    table.until("decide")
    table.decide(1, "raise", 1000)
    act = correction(1, reason="x", decision="raise", amount=9000)
    with pytest.raises(Refusal) as refused:
        table.do(act, "supervisor")
    assert refused.value.code == "decision_out_of_bounds"
    assert "the bounds of the hand" in refused.value.message


@pytest.mark.parametrize("part", ["seat", "dealer", "board"])
def test_cards_dealt_by_an_electronic_table_stay_when_a_round_is_resettled(part: str) -> None:
    """Its cards come from the seed that is shown afterward: nobody can have entered them wrongly."""
    table = Linked("ma/ultimate-texas-holdem", "electronic")
    table.sit(1)
    table.deal_round({1: {"ante": 1000, "blind": 1000}}, shuffled(1))
    record = _record(table)
    (seat,) = record.seats
    used = f"{record.dealer} {record.board} {seat.cards}".split()
    card = next(each for each in shuffled(2) if each not in used)

    def other(cards: str | None) -> str:
        assert cards
        return " ".join([card, *cards.split()[1:]])

    changes: dict[str, object] = (
        {"seats": [msgspec.structs.replace(seat, cards=other(seat.cards))]}
        if part == "seat"
        else {part: other(getattr(record, part))}
    )
    with pytest.raises(Refusal) as refused:
        table.resettle(**changes)
    assert refused.value.code == "value_not_allowed"
    assert "dealt the cards itself" in refused.value.message


@pytest.mark.parametrize("mode", ["electronic", "live"])
def test_a_refused_report_reveals_no_hidden_hand(mode: str) -> None:
    """Cards and numbers that an irregularity does not have are refused before anybody looks at the hands."""
    table = electronic(MASSACHUSETTS) if mode == "electronic" else live(MASSACHUSETTS, seats=(1, 2))
    table.start_round({1: {"ante": 1000}, 2: {"ante": 1000}}, shuffled(5))
    if mode == "live":
        table.until("deal")
        table.do(c.Deal(step="deal", cards=table.draw(up_only=False)))
    hidden = table.state.hands[2].cards.split()[0]
    assert hidden
    every = " ".join(hand.cards for hand in table.state.hands.values()) + " " + table.state.dealer
    free = next(card for card in shuffled(9) if card not in every)
    reported = {
        offer.name for offer in view(table.state, Viewer("supervisor", "s")).offers if offer.act == "report"
    }
    assert "late_wager" in reported
    version = table.state.version
    for kind in sorted(reported):
        answers = set()
        for card in (hidden, free):
            with pytest.raises(Refusal) as refused:
                table.do(c.Report(irregularity=kind, seat=1, cards=card, count=9999), "supervisor")
            answers.add((refused.value.code, refused.value.message))
        assert len(answers) == 1, kind
    assert table.state.version == version


def test_steps_of_an_electronic_tables_clock_are_not_offered() -> None:
    table = electronic(MASSACHUSETTS)
    table.start_round({1: {"ante": 1000}}, shuffled(5))
    offered = {offer.act for offer in view(table.state, Viewer("administrator", "a")).offers}
    assert "decide" in offered
    assert "lapse" not in offered
