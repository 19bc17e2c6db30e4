"""Live tables whose amounts are not entered: wagers by name, decisions by multiples, payouts in odds.

Every round here is also dealt at a table with amounts, from the same deck: what it paid there on real stakes
is what the odds say.
"""

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.jackpot.meters import UNIT
from croupier.money import AMOUNT
from croupier.rulebook.catalog import clauses
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Result
from croupier.settlement.settle import settle
from croupier.submission.form import Choices, FiledTable
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.offers import Offer
from croupier.table.offers.manual_work import left_to_the_dealer
from croupier.table.postings import postings
from croupier.table.redaction.view import view
from croupier.table.state import EMPTY, State, Viewer
from croupier.table.transcript import transcript
from tests.table.driver import (
    RULES,
    Table,
    bold,
    correction,
    every_wager,
    live,
    made,
    resettlement,
    shuffled,
    stacked,
)
from tests.table.ma_uth import arranged

MONEY = ("progressive", "envy")
FLUSH, HOLDEM = "ma/high-card-flush", "ma/ultimate-texas-holdem"
SIX_SPADES = "2s 4s 6s 8s Ts Qs 3d"
WEAK = "3c 5c 8c 2d 7h Jd Kh"
"""Three clubs, eight high: the dealer does not qualify."""


def odds_of(result: Result) -> tuple[int, int]:
    assert result.pays
    number, word, per = result.pays.split()
    assert word == "to"
    return int(number), int(per)


def last(state: State) -> dict[int, dict[str, Result]]:
    assert state.last is not None
    return state.last.results


@pytest.mark.parametrize("rules", RULES)
def test_outcomes_and_odds_are_those_of_the_same_round_with_amounts(rules: str) -> None:
    seats = (2, 3, 5)
    wagers = every_wager(rules)
    staked, unstaked = live(rules, seats=seats), live(rules, seats=seats, amounts=False)
    won = 0
    for seed in range(20):
        folding = seed % 3

        def choose(offer: Offer, folding: int = folding) -> tuple[str, int]:
            waived = offer.amounts[1]
            return (waived.name, 0) if offer.seat % 3 == folding else bold(offer)

        deck = shuffled(seed)
        staked.deal_round(dict.fromkeys(seats, wagers), deck, choose)
        unstaked.deal_round(dict.fromkeys(seats, made(wagers)), deck, choose)
        with_amounts, without = last(staked.state), last(unstaked.state)
        assert with_amounts.keys() == without.keys()
        for seat, results in without.items():
            assert results.keys() == with_amounts[seat].keys()
            for name, result in results.items():
                real = with_amounts[seat][name]
                assert (result.outcome, result.clauses, result.hand) == (
                    real.outcome,
                    real.clauses,
                    real.hand,
                )
                if name in MONEY:
                    assert result == real
                    continue
                assert (result.stake, result.paid, result.returned, result.net) == (0, 0, 0, 0)
                if result.outcome == "win":
                    number, per = odds_of(result)
                    stake = real.stake or wagers["ante"]  # an ante bonus has no stake of its own
                    assert real.paid * per == stake * number
                    won += 1
                else:
                    assert not result.pays
    assert won > 20


def test_only_the_progressive_moves_money() -> None:
    table = live(FLUSH, amounts=False)
    table.deal_round({1: made(every_wager(FLUSH))}, stacked(SIX_SPADES, WEAK))
    state, moved = EMPTY, dict[str, int]()
    for event in table.log:
        for posting in postings(state, event):
            moved[posting.account] = moved.get(posting.account, 0) + posting.amount
        state = evolve(state, event)
    assert moved["player:p1"] == -100 * UNIT
    assert set(moved) <= {"player:p1", "layout", "inventory", "meter:main", "meter:secondary"}
    assert moved["layout"] == 0
    assert {name: result.pays or "" for name, result in last(table.state)[1].items()} == {
        "ante": "1 to 1",
        "raise": "",
        "flush_bonus": "100 to 1",
        "straight_flush_bonus": "",
        "progressive": "",
    }


def test_only_the_progressive_has_an_amount_in_messages_and_records() -> None:
    table = live(HOLDEM, amounts=False)
    table.deal_round({1: made(every_wager(HOLDEM))}, shuffled(3))
    for event in table.log:
        if isinstance(event, e.BetPlaced):
            assert event.wagers == {"ante": 0, "blind": 0, "trips": 0, "cover_all": 0, "progressive": 500}
        if isinstance(event, e.Decided):
            assert (event.amount, event.times) == (0, 3)
        if isinstance(event, e.RoundSettled):
            assert not event.record.amounts
            assert event.nets[1] == -500
    text = "\n".join(transcript(table.log))
    assert "amounts are not entered" in text
    assert "bets ante, blind, trips, cover all, progressive $5" in text
    assert "play 3x the ante" in text
    assert "seat 1 (p1) settled [" in text
    about_money = [line for line in text.splitlines() if "$" in line]
    assert all("progressive" in line or "award" in line or "meter" in line for line in about_money)


def test_limits_cap_nothing_and_are_left_to_the_dealer_with_their_clauses() -> None:
    deck = arranged("manual-shoe", {1: "As Ks"}, "4c 7d", "Qs Js Ts 2h 3d")
    table = live(HOLDEM, "manual-shoe", amounts=False)
    table.deal_round({1: {"ante": 0, "blind": 0, "trips": 0}}, deck)
    paid = {name: result.pays or "" for name, result in last(table.state)[1].items()}
    assert paid["blind"] == "500 to 1"
    assert paid["trips"] == "50 to 1"
    told = view(table.state, Viewer("dealer", "d"))
    assert not told.amounts
    limits = [each.text for each in told.by_hand if each.text.startswith("Pay ")]
    assert limits == [
        "Pay a hand at most $50,000 on ante, blind, play and trips.",
        "Pay a hand at most $75,000 on ante, blind, play, trips and cover all.",
    ]
    assert all(each.clauses for each in told.by_hand)
    betting = live(HOLDEM, amounts=False)
    betting.until("no_more_bets")
    now = view(betting.state, Viewer("dealer", "d")).by_hand
    assert any("blind equals the ante" in each.text for each in now)


@pytest.mark.parametrize("rules", RULES)
def test_every_table_lists_the_dealers_duties(rules: str) -> None:
    table = live(rules, amounts=False, posted={"ante": (500, 50_000)})
    told = left_to_the_dealer(table.state.at)
    assert {each.when for each in told} >= {"bets", "decisions"}
    assert all(clause in clauses() for each in told for clause in each.clauses)
    limits = prepared(table.state.at.house)
    assert any("at most" in each.text for each in told) == bool(limits.house.limits)


def test_a_fixed_amount_of_a_pay_table_is_money() -> None:
    sets = {"straight_flush_7": "$5,000", "straight_flush_6": "$500", "straight_flush_5": "100 to 1"}
    sets |= {"straight_flush_4": "60 to 1", "straight_flush_3": "7 to 1"}
    choices = Choices.of(flush_bonus="A", straight_flush_bonus=FiledTable(table="G", odds=sets))
    table = live(FLUSH, amounts=False, choices=choices)
    side = prepared(table.state.at.house).sides["straight_flush_bonus"]
    assert any(award is not None and award.kind == AMOUNT for award in side.awards)
    wagers = {"ante": 0, "flush_bonus": 0, "straight_flush_bonus": 0}
    table.deal_round({1: wagers}, stacked("2s 3s 4s 5s 6s 7s Kd", WEAK))
    results = last(table.state)[1]
    bonus = results["straight_flush_bonus"]
    assert (bonus.stake, bonus.paid, bonus.returned, bonus.net, bonus.pays or "") == (
        0,
        50_000,
        0,
        50_000,
        "",
    )
    assert results["flush_bonus"].pays == "100 to 1"


def refusal(table: Table, asked: c.AnyAct, role: str = "dealer") -> Refusal:
    before = table.state
    with pytest.raises(Refusal) as caught:
        table.do(asked, role)
    assert table.state == before
    return caught.value


def test_amounts_and_wagers_not_offered_are_refused() -> None:
    table = live(FLUSH, amounts=False)
    table.open_up()
    refused = refusal(table, c.Bet(seat=1, wagers={"ante": 1000}))
    assert (refused.code, refused.clauses) == (
        "bad_amount",
        table.state.at.house.rules.wagers["ante"].clauses,
    )
    assert refused.message == "seat 1: Ante of 1000 cents; allowed: 0, as amounts are not entered here"
    mine = c.Bet(seat=1, wagers={"ante": 0})
    assert refusal(table, mine, "player").message == "bet as player; allowed: dealer or above"
    assert refusal(table, c.Bet(seat=1, wagers={"trips": 0})).code == "unknown_wager"
    assert refusal(table, c.Bet(seat=1, wagers={"flush_bonus": 0})).code == "missing_wager"
    assert refusal(table, c.Bet(seat=1, wagers={"ante": 0, "progressive": 0})).code == "bad_amount"
    coupon = c.Bet(seat=1, wagers={"ante": 0}, match_play={"ante": 500})
    assert "match play; allowed: none" in refusal(table, coupon).message
    assert not any(offer.coupons for offer in table.offers() if offer.act == "bet")
    table.start_round({1: {"ante": 0}}, stacked(SIX_SPADES, WEAK))
    table.until("decide")
    choice = table.asked()[1].amounts[0]
    assert (choice.name, choice.times, choice.between) == ("raise", (1, 2, 3), True)
    for decided in ({"amount": 500}, {"times": 0}, {"times": 4}, {"times": 1, "amount": 500}):
        refused = refusal(table, c.Decide(seat=1, action="raise", **decided))
        assert refused.code == "decision_out_of_bounds"
        assert refused.message.endswith("allowed: 1x or 2x or 3x the ante")
    assert refusal(table, c.Decide(seat=1, action="fold", times=1)).code == "decision_unclear"


def test_where_amounts_are_entered_a_multiple_is_refused() -> None:
    table = live(FLUSH)
    table.start_round({1: {"ante": 1000}})
    table.until("decide")
    refused = refusal(table, c.Decide(seat=1, action="raise", times=2))
    assert (refused.code, refused.message) == (
        "decision_unclear",
        "seat 1: raise of 2x the ante; allowed: an amount",
    )


def test_an_electronic_table_cannot_be_opened_without_amounts() -> None:
    with pytest.raises(Refusal) as caught:
        Table(live(FLUSH).state.at, "electronic", amounts=False)
    assert caught.value.code == "value_not_allowed"
    assert caught.value.message == "an electronic table without amounts; allowed: a live table"


def test_a_raise_that_the_hand_does_not_allow_is_refused_in_antes_when_it_is_turned() -> None:
    table = live(FLUSH, amounts=False)
    table.start_round({1: {"ante": 0}}, stacked("2s 4s 6s 8s Ts 3d 9c", WEAK))
    table.until("settle", lambda offer: ("raise", 3))
    refused = refusal(table, c.Show(to=1, cards=" ".join(table.hands[1])))
    assert refused.code == "decision_out_of_bounds"
    assert refused.message == "seat 1: raise of 3x the ante; allowed: 1x the ante to 2x the ante"
    table.do(correction(1, reason="two antes", decision="raise", times=2), "supervisor")
    told = next(event for event in reversed(table.log) if isinstance(event, e.Corrected))
    assert (told.before, told.after) == (
        {"decision": "raise 3x the ante"},
        {"decision": "raise 2x the ante"},
    )
    table.do(c.Show(to=1, cards=" ".join(table.hands[1])))
    assert table.state.results[1]["raise"].outcome == "push"


def test_wagers_are_corrected_by_name() -> None:
    table = live(FLUSH, amounts=False)
    table.start_round({1: {"ante": 0}}, stacked(SIX_SPADES, WEAK))
    correct = correction(1, reason="overlooked", wagers={"ante": 0, "flush_bonus": 0})
    table.do(correct, "supervisor")
    told = table.log[-1]
    assert isinstance(told, e.Corrected)
    assert told.before == {"wagers": "ante"}
    assert told.after == {"wagers": "ante, flush_bonus"}
    assert postings(evolve_to(table, -1), told) == ()


def evolve_to(table: Table, end: int) -> State:
    state = EMPTY
    for event in table.log[:end]:
        state = evolve(state, event)
    return state


def test_a_round_without_amounts_is_not_resettled() -> None:
    """The books know its fixed amounts alone: what was paid by hand is put right by hand."""
    table = live(FLUSH, amounts=False)
    table.deal_round({1: {"ante": 0, "flush_bonus": 0, "progressive": 100}}, stacked(SIX_SPADES, WEAK))
    settled = next(event for event in table.log if isinstance(event, e.RoundSettled))
    original = settled.record
    corrected = msgspec.structs.replace(
        original, seats=[msgspec.structs.replace(original.seats[0], wagers={"ante": 0, "flush_bonus": 0})]
    )
    resettle = resettlement(settled.round, original, corrected, "no chip")
    refused = refusal(table, resettle, "supervisor")
    assert (refused.code, "amounts were not entered" in refused.message) == ("not_now", True)
    with_amounts = msgspec.structs.replace(corrected, amounts=True)
    again = msgspec.structs.replace(resettle, corrected=with_amounts)
    assert "the amounts of a settled round cannot change" in refusal(table, again, "supervisor").message


def test_a_void_round_returns_every_wager() -> None:
    table = live(FLUSH, amounts=False, seats=(1, 2))
    table.start_round({1: made(every_wager(FLUSH)), 2: {"ante": 0}})
    table.until("decide")
    table.do(c.Report(irregularity="dealer_card_exposed"))
    results = table.state.results[1]
    assert {result.outcome for result in results.values()} == {"void"}
    assert {name: result.returned for name, result in results.items() if result.returned} == {
        "progressive": 100
    }


def test_a_folded_hand_is_paid_its_bonus_in_odds() -> None:
    table = live("nj/high-card-flush", amounts=False)
    table.start_round({1: {"ante": 0, "flush_bonus": 0}}, stacked(SIX_SPADES, WEAK))
    table.until("decide")
    table.do(c.Enter(to=1, cards=" ".join(table.hands[1])))
    events = table.do(c.Decide(seat=1, action="fold"))
    handed = next(event for event in events if isinstance(event, e.BonusHandedOver))
    bonus = handed.results["flush_bonus"]
    assert (bonus.outcome, bonus.paid, bonus.pays) == ("win", 0, "100 to 1")
    assert "handed over at the fold: flush bonus 100 to 1" in "\n".join(transcript(table.log))


def test_the_record_of_a_round_is_a_line_that_settle_understands() -> None:
    table = live(HOLDEM, amounts=False)
    table.deal_round({1: {"ante": 0, "blind": 0, "trips": 0}}, shuffled(5))
    settled = next(event for event in table.log if isinstance(event, e.RoundSettled))
    again = settle(settled.record)
    assert again.seats[0].results == last(table.state)[1]
    assert again.seats[0].net == 0
