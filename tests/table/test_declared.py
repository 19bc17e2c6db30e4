"""Hands judged without naming every card: folds without a bonus, cards that play; hands taken back."""

import msgspec
import pytest

from croupier.cards import set_of, text_of
from croupier.errors import Refusal
from croupier.hands.flush import flush_cards
from croupier.settlement.round import FOLD, Round, Seat, Settlement
from croupier.settlement.settle import settle
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.machine import fold
from croupier.table.state import EMPTY
from tests.table.driver import CHOICES, Table, correction, live, shuffled, stacked
from tests.table.ma_nj_hcf import BOTH, all_of, of, one
from tests.table.test_folded_hands import booked, finish

BONUS = {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 500}
PLAIN = {"ante": 1000}
NOTHING = "2s 9s 4h Jh 6c Kc 8d"
QUALIFIES = "Kd Qd Td 6h Ah 7c 9c"
WINS = "As Ks Qs Ts 5c 3h 2h"


def to_the_decision(name: str, wagers: dict[int, dict[str, int]], *hands: str) -> Table:
    table = live(name, seats=tuple(wagers))
    table.start_round(wagers, stacked(*hands))
    table.until("decide")
    return table


@pytest.mark.clause("ma-hcf-9.c.s3", "nj-hcf-38.10.c.s3", shows="recorded")
@BOTH
def test_a_fold_that_wins_no_bonus_is_declared_by_one_act(name: str) -> None:
    table = to_the_decision(name, {1: BONUS, 2: PLAIN}, NOTHING, WINS, QUALIFIES)
    table.decide(1, "fold")
    offer = next(each for each in table.offers() if each.act == "declare")
    assert (offer.seat, of(name, "9.c.s3") <= set(offer.clauses)) == (1, True)
    assert not any(each.act == "decide" for each in table.offers())  # the next player waits
    declared = one(table.do(c.Declare(seat=1)), e.HandDeclared)
    assert (declared.by, declared.declared, declared.clauses) == ("dealer", "no_bonus", offer.clauses)
    assert table.asked()[0] == 2
    table.decide(2, "raise", 1000)
    finish(table)
    record = one(table.log, e.RoundSettled).record
    assert (record.seats[0].cards, record.seats[0].declared) == (None, "no_bonus")
    # As if the cards had been named.
    named = msgspec.structs.replace(record.seats[0], cards=NOTHING, declared=msgspec.UNSET)
    whole = settle(msgspec.structs.replace(record, seats=[named, record.seats[1]]))
    assert _money(settle(record)) == _money(whole)
    assert one(table.log, e.RoundSettled).nets == {1: -2000, 2: 2000}
    assert booked(table)["player:p1"] == -2000
    assert fold(table.log, EMPTY) == table.state


def _money(settlement: Settlement) -> dict[int, dict[str, tuple[str, int, int, tuple[str, ...]]]]:
    return {
        seat.seat: {
            name: (each.outcome, each.paid, each.returned, each.clauses)
            for name, each in seat.results.items()
        }
        for seat in settlement.seats
    }


@BOTH
def test_a_fold_is_not_declared_where_a_hidden_card_could_be_worth_money(name: str) -> None:
    table = to_the_decision(name, {1: {**BONUS, "progressive": 100}}, NOTHING, QUALIFIES)
    table.decide(1, "fold")
    assert not any(each.act == "declare" for each in table.offers())
    with pytest.raises(Refusal, match="not now"):
        table.do(c.Declare(seat=1))
    # Named after all, a declared fold that does win is paid.
    table = to_the_decision(name, {1: BONUS}, WINS.replace("Ts", "Js"), QUALIFIES)
    table.decide(1, "fold")
    table.do(c.Declare(seat=1))
    events = table.do(c.Enter(to=1, cards=" ".join(table.hands[1])))
    assert set(one(events, e.BonusHandedOver).results) == {"flush_bonus", "straight_flush_bonus"}


@pytest.mark.parametrize("rules", ["ma/high-card-flush", "md/high-card-flush"])
def test_the_cards_that_play_settle_a_plain_hand_like_all_seven(rules: str) -> None:
    raised = folded = 0
    for seed in range(300):
        deck = shuffled(seed)
        cards, dealer = " ".join(deck[:7]), " ".join(deck[7:14])
        seat = Seat(seat=1, wagers=PLAIN, cards=cards, decision={"raise": 1000})
        whole = Round(rules=rules, choices=CHOICES[rules], dealer=dealer, seats=[seat])
        part = text_of(flush_cards(set_of(cards)))
        named = msgspec.structs.replace(seat, cards=part, declared="deciding")
        assert settle(whole).seats == settle(msgspec.structs.replace(whole, seats=[named])).seats
        raised += 1
        if len(part.split()) > 2:
            wrong = text_of(set_of(cards) & ~set_of(part)) + " " + part.split()[0]
            with pytest.raises(Refusal) as refused:
                settle(msgspec.structs.replace(whole, seats=[msgspec.structs.replace(named, cards=wrong)]))
            assert refused.value.code in ("declaration_not_allowed", "wrong_number_of_cards")
        for change in (
            {"wagers": BONUS},
            {"decision": FOLD},
            {"declared": "loses"},
            {"wagers": {**PLAIN, "progressive": 100}},
        ):
            with pytest.raises(Refusal) as refused:
                settle(
                    msgspec.structs.replace(
                        whole, meters=METERS, seats=[msgspec.structs.replace(named, **change)]
                    )
                )
            assert refused.value.code == "declaration_not_allowed"
            folded += 1
    assert (raised, folded) == (300, 1200)


METERS = {"main": 1_000_000}


@BOTH
def test_a_live_hand_is_turned_by_the_cards_that_play(name: str) -> None:
    table = to_the_decision(name, {1: PLAIN, 2: BONUS}, WINS, NOTHING, QUALIFIES)
    table.decide(1, "raise", 1000)
    table.decide(2, "raise", 1000)
    asked = [each.seat for each in table.offers() if each.act == "enter" and each.name == "discards"]
    assert asked == [2]  # a bonus may lie among its discards
    table.until("settle")
    while not any(each.act == "show" and each.seat == 1 for each in table.offers()):
        table.perform_next()
    offer = next(each for each in table.offers() if each.act == "show")
    assert offer.asks
    assert [(ask.least, ask.most) for ask in offer.asks] == [(2, 7)]
    for wrong in ("As Ks Qs Ts 5c", "As", "Kd Qd"):
        with pytest.raises(Refusal):
            table.do(c.Show(to=1, cards=wrong))
    shown = one(table.do(c.Show(to=1, cards="As Ks Qs Ts")), e.HandShown)
    assert (shown.cards, shown.declared) == ("As Ks Qs Ts", "deciding")
    finish(table)
    assert one(table.log, e.RoundSettled).nets[1] == 2000
    assert fold(table.log, EMPTY) == table.state


@BOTH
def test_a_hand_turned_wrongly_is_taken_back_until_the_next_step(name: str) -> None:
    table = to_the_decision(
        name, {1: PLAIN, 2: BONUS, 3: PLAIN}, WINS, NOTHING, "4s 5s 6s 9d Jd Jc Tc", QUALIFIES
    )
    table.decide(1, "fold")
    table.decide(2, "raise", 1000)
    table.decide(3, "raise", 1000)
    table.until("settle")
    revealed, money = table.state, booked(table)
    # The dealer's hand, and the folded seats that were settled with it.
    table.do(c.TakeBack(seat=0))
    assert (table.step, table.state.dealer, table.state.results) == ("reveal", "", {})
    table.do(c.Show(to=0, cards=QUALIFIES))
    assert (table.state.results, booked(table)) == (revealed.results, money)
    first = next(each.seat for each in table.offers() if each.act == "show")
    before = table.state
    table.do(c.Show(to=first, cards="4c 8c 3c 9h Th Qc 2d"))
    assert booked(table) != money
    table.do(c.TakeBack(seat=first))
    assert (table.state.results, booked(table)) == (before.results, money)
    taken = table.log[-1]
    assert isinstance(taken, e.HandTakenBack)
    assert taken.results[first]["ante"].stake == 1000
    with pytest.raises(Refusal, match="not now"):
        table.do(c.TakeBack(seat=first))
    table.do(c.Show(to=first, cards=" ".join(table.hands[first])))
    table.perform_next()  # the next hand is turned: too late for the one before
    with pytest.raises(Refusal):
        table.do(c.TakeBack(seat=first))
    finish(table)
    settled = one(table.log, e.RoundSettled)
    assert {seat.seat: seat.net for seat in settle(settled.record).seats} == settled.nets
    assert {seat: booked(table)[f"player:p{seat}"] for seat in (1, 2, 3)} == settled.nets
    assert len(all_of(table.log, e.HandTakenBack)) == 2
    assert fold(table.log, EMPTY) == table.state


@BOTH
def test_a_bonus_paid_at_the_fold_stays_paid_when_the_dealers_hand_is_taken_back(name: str) -> None:
    table = to_the_decision(name, {1: BONUS, 2: PLAIN}, WINS, NOTHING, QUALIFIES)
    table.decide(1, "fold")
    table.do(c.Enter(to=1, cards=WINS))
    paid = one(table.log, e.BonusHandedOver)
    assert paid.results["flush_bonus"].paid > 0
    table.decide(2, "raise", 1000)
    table.until("settle")
    table.do(c.TakeBack(seat=0))
    taken = one(table.log, e.HandTakenBack)
    assert [*taken.results[1]] == ["ante"]
    table.do(c.Show(to=0, cards=QUALIFIES))
    finish(table)
    settled = one(table.log, e.RoundSettled)
    assert {seat: booked(table)[f"player:p{seat}"] for seat in (1, 2)} == settled.nets
    assert fold(table.log, EMPTY) == table.state


@BOTH
def test_cards_of_a_declared_fold_are_not_paid_behind_a_later_one(name: str) -> None:
    table = to_the_decision(name, {1: BONUS, 2: BONUS}, "4c 6c 8c Jc Kh 2d 9d", WINS, QUALIFIES)
    table.decide(1, "fold")
    table.do(c.Declare(seat=1))
    table.decide(2, "fold")
    table.do(c.Enter(to=2, cards=WINS))
    with pytest.raises(Refusal) as refused:
        table.do(c.Enter(to=1, cards="4c 6c 8c Jc Kh 2d 9d"))
    assert refused.value.code == "paid_at_fold"


@BOTH
def test_a_declaration_ends_with_an_added_bonus(name: str) -> None:
    flush = {"ante": 1000, "flush_bonus": 500}
    table = to_the_decision(name, {1: flush, 2: PLAIN}, NOTHING, WINS, QUALIFIES)
    table.decide(1, "fold")
    table.do(c.Declare(seat=1))
    table.do(correction(1, wagers=BONUS), role="supervisor")
    assert table.state.hands[1].declared == ""
    assert any(each.act == "enter" and each.seat == 1 for each in table.offers())


@pytest.mark.clause("md-hcf-13.E", shows="refused")
def test_in_a_void_hand_only_a_fold_without_a_bonus_goes_without_cards() -> None:
    rules = "md/high-card-flush"
    folded = Seat(seat=1, wagers=BONUS, decision=FOLD, declared="no_bonus")
    other = Seat(seat=2, wagers=BONUS, cards=WINS, decision={"raise": 1000})
    void = Round(
        rules=rules, choices=CHOICES[rules], seats=[folded, other], irregularity="md-hcf-13.E", meters=METERS
    )
    paid = {seat.seat: seat for seat in settle(void).seats}
    assert {name: each.outcome for name, each in paid[1].results.items()} == {
        "ante": "void",
        "flush_bonus": "lose",
        "straight_flush_bonus": "lose",
    }
    assert paid[2].results["flush_bonus"].outcome == "win"
    beside = {"wagers": {**BONUS, "progressive": 100}}
    for change in ({"declared": "deciding"}, {"declared": "loses"}, {"decision": {"raise": 1000}}, beside):
        wrong = msgspec.structs.replace(folded, **change)
        with pytest.raises(Refusal) as refused:
            settle(msgspec.structs.replace(void, seats=[wrong, other]))
        assert refused.value.code == "declaration_not_allowed"


@pytest.mark.clause("ma-hcf-9.b.s5", "ma-hcf-5.b.1", "nj-hcf-38.10.b.s5", "nj-hcf-38.5.b.1", shows="computed")
@BOTH
def test_a_house_that_enters_every_discard_finds_a_plain_hand_set_below_its_best(name: str) -> None:
    opened = live(name).log[0]
    assert isinstance(opened, e.TableOpened)
    table = live(name)
    opening = c.OpenTable(
        table="T1", mode="live", rules=opened.rules, confirm_voids=False, every_discard=True
    )
    table.state, table.log = EMPTY, []
    table.do(opening, "administrator", "admin")
    table.sit(1)
    table.start_round({1: PLAIN}, stacked(WINS, QUALIFIES))
    table.until("decide")
    table.decide(1, "raise", 1000)
    with pytest.raises(Refusal) as refused:
        table.do(c.Perform(step="discards"))
    assert refused.value.code == "discards_not_entered"
    table.do(c.Enter(to=1, cards="Ts 5c 3h 2h", discards=True))
    table.until("settle")
    shown = one(table.do(c.Show(to=1, cards="As Ks Qs")), e.HandShown)
    assert (shown.mis_set, shown.hand) == (True, "four-card flush, ace high")
    assert fold(table.log, EMPTY) == table.state
