"""Maryland High Card Flush, chapters 8 to 11: the deal, the stub, the decisions, and the settlement."""

import pytest

from croupier.errors import Refusal
from croupier.games.steps import DEALER
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table import machine
from tests.table.driver import Table, electronic, live, stacked, timid
from tests.table.md_hcf import (
    ANTE,
    DEALS,
    EVERY,
    MD,
    NOTHING,
    QUALIFIES,
    STRAIGHT,
    dealt,
    finish,
    of,
    only,
    outcomes,
    refused,
)

DEALT = {
    "manual-shoe": {"md-hcf-8.A", "md-hcf-8.E"},
    "hand": {"md-hcf-9.A", "md-hcf-9.B.2"},
    "automated-shoe": {"md-hcf-10.B.1", "md-hcf-10.B.2"},
}
RACKED = {
    "manual-shoe": {"md-hcf-8.F"},
    "hand": {"md-hcf-9.B.3"},
    "automated-shoe": {"md-hcf-10.B.3.a", "md-hcf-10.B.3.b"},
}
COUNTED = {
    "manual-shoe": {"md-hcf-8.G", "md-hcf-8.H", "md-hcf-8.I"},
    "hand": {"md-hcf-9.C.1", "md-hcf-9.C.2", "md-hcf-9.D"},
    "automated-shoe": {"md-hcf-10.C", "md-hcf-10.D"},
}
SEATS = (1, 2, 3, 4, 5, 6)

# --------------------------------------------------------------------------------------------------- the deal


@pytest.mark.clause("md-hcf-8.E", "md-hcf-9.B.2", "md-hcf-10.B.1", "md-hcf-10.B.2", shows="computed")
@pytest.mark.parametrize("mode", ["live", "electronic"])
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("seats", [(1,), (2, 5), (1, 3, 6), SEATS])
def test_seven_cards_face_down_clockwise_one_at_a_time_or_in_stacks(
    mode: str, deal: str, seats: tuple[int, ...]
) -> None:
    table = live(MD, deal, seats=seats) if mode == "live" else electronic(MD, deal)
    table.start_round(dict.fromkeys(reversed(seats), ANTE))
    if mode == "live":
        table.until("deal")
        table.perform_next()
    cards = only(table.log, e.Dealt)
    one_by_one = [(place, 1) for _ in range(7) for place in (*seats, DEALER)]
    stacks = [(place, 7) for place in (*seats, DEALER)]
    assert [(packet.to, packet.count) for packet in cards.packets] == (
        stacks if deal == "automated-shoe" else one_by_one
    )
    assert not any(packet.up for packet in cards.packets)
    assert set(cards.clauses) >= DEALT[deal]


@pytest.mark.clause("md-hcf-8.E", "md-hcf-9.B.2", "md-hcf-10.B.2", shows="computed")
@pytest.mark.parametrize("deal", DEALS)
def test_the_dealer_has_a_hand_under_a_cover_card(deal: str) -> None:
    table = live(MD, deal)
    table.start_round({1: ANTE})
    table.until("deal")
    offer = next(offer for offer in table.offers() if offer.act == "deal")
    assert "cover card" in (offer.prompt or "")
    for act in (c.Perform(step="stub"), c.Show(to=DEALER, cards=QUALIFIES)):
        assert refused(table, act).code == "not_now"
    table.perform_next()
    assert table.state.dealer_dealt == 7
    assert not table.state.dealer_up


# --------------------------------------------------------------------------------------------------- the stub


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("players", range(1, 7))
def test_the_stub_is_racked_after_the_deal_or_counted_and_then_racked(deal: str, players: int) -> None:
    table = live(MD, deal, seats=SEATS[:players])
    wagers = dict.fromkeys(SEATS[:players], ANTE)
    table.start_round(wagers)
    table.until("stub")
    assert refused(table, c.Decide(seat=1, action="raise", amount=1000), "player", "p1").code == "not_now"
    racked = only(table.do(c.Perform(step="stub")), e.StepDone)
    assert set(racked.clauses) >= RACKED[deal]
    assert refused(table, c.Perform(step="stub")).code == "not_now"
    finish(table)
    table.start_round(wagers)
    table.until("stub")
    left = 52 - 7 * (players + 1)
    counted = only(table.do(c.Count(step="stub_count", count=left)), e.Counted)
    assert (counted.right, counted.expected) == (True, left)
    assert set(counted.clauses) >= COUNTED[deal]
    assert table.step == "examine"


@pytest.mark.clause("md-hcf-8.G", "md-hcf-9.C.1", "md-hcf-10.C", shows="refused")
@pytest.mark.parametrize("deal", DEALS)
def test_the_stub_is_counted_at_least_once_in_five_rounds(deal: str) -> None:
    table = live(MD, deal)
    for number in range(1, 13):
        table.start_round({1: ANTE})
        table.until("stub")
        if number in (5, 10):  # four rounds went by uncounted
            due = refused(table, c.Perform(step="stub"))
            assert due.code == "stub_count_due"
            assert set(due.clauses) >= COUNTED[deal]
            counted = only(table.do(c.Count(step="stub_count", count=38)), e.Counted)
            assert set(counted.clauses) >= COUNTED[deal]
        else:
            table.do(c.Perform(step="stub"))
        finish(table)


@pytest.mark.parametrize("deal", DEALS)
def test_only_a_device_that_counts_excuses_the_count_of_the_stub(deal: str) -> None:
    table = live(MD, deal, counting_shuffler=True)
    for _ in range(7):
        table.start_round({1: ANTE})
        table.until("stub")
        assert "md-hcf-5.C" in only(table.do(c.Perform(step="stub")), e.StepDone).clauses
        finish(table)


# ---------------------------------------------------------------------------------------------- the decisions


@pytest.mark.clause("md-hcf-11.B", shows="refused")
@pytest.mark.parametrize("deal", DEALS)
def test_players_look_at_their_cards_before_the_first_is_asked(deal: str) -> None:
    table = live(MD, deal)
    table.start_round({1: ANTE})
    table.until("examine")
    early = refused(table, c.Decide(seat=1, action="fold"), "player", "p1")
    assert early.code == "not_now"
    assert "md-hcf-11.A" in only(table.do(c.Perform(step="examine")), e.StepDone).clauses
    _, offer = table.asked()
    assert offer.says == "Raise or fold?"
    assert [amount.name for amount in offer.amounts] == ["raise", "fold"]


@pytest.mark.clause("md-hcf-11.B", shows="refused")
@pytest.mark.clause("md-hcf-11.B.4.b", shows="computed")
@pytest.mark.parametrize("deal", DEALS)
def test_players_are_asked_clockwise_from_the_far_left_and_the_dealer_waits_for_all(deal: str) -> None:
    seats = (2, 3, 6)
    table = dealt(deal, seats)
    for turn, seat in enumerate(seats):
        assert table.asked()[0] == seat
        for other in seats:
            if other != seat:
                act = c.Decide(seat=other, action="fold")
                assert refused(table, act, "player", f"p{other}").code == "not_now"
        assert refused(table, c.Show(to=DEALER, cards=QUALIFIES)).code == "not_now"
        assert refused(table, c.Perform(step="collect_forfeits")).code == "not_now"
        table.decide(seat, *(("raise", 1000) if turn % 2 else ("fold", 0)))
    assert [event.seat for event in of(table.log, e.Decided)] == list(seats)
    assert table.step == "collect_forfeits"
    assert "md-hcf-11.B.4.a" in only(table.perform_next(), e.StepDone).clauses
    shown = only(table.perform_next(), e.DealerRevealed)
    assert "md-hcf-11.B.4.b" in shown.clauses


@pytest.mark.clause("md-hcf-11.B.1", "md-hcf-11.B.2", "md-hcf-11.B.3", shows="refused")
@pytest.mark.parametrize(
    ("cards", "most"),
    [
        ("As Kh Qd Jc 9s 7h 5d", 1),  # two
        ("As Ks Qs Jc 9d 7h 5d", 1),
        ("As Ks Qs Js 9d 7h 5c", 1),
        ("As Ks Qs Js 9s 7h 5c", 2),
        ("As Ks Qs Js 9s 7s 5c", 3),
        ("As Ks Qs Js 9s 7s 5s", 3),
    ],
)
@pytest.mark.parametrize("mode", ["live", "electronic"])
def test_a_raise_keeps_to_what_the_flush_allows(cards: str, most: int, mode: str) -> None:
    table = electronic(MD, "automated-shoe") if mode == "electronic" else live(MD, "automated-shoe")
    table.start_round({1: ANTE}, stacked(cards))
    if mode == "live":
        table.until("decide")
        table.do(c.Enter(to=1, cards=cards))
    for amount in (0, 999, 1000 * most + 1, 4000):
        act = c.Decide(seat=1, action="raise", amount=amount)
        assert refused(table, act, "player", "p1").code == "decision_out_of_bounds"
    assert table.asked()[1].amounts[0].most == 1000 * most
    assert only(table.decide(1, "raise", 1000 * most), e.Decided).amount == 1000 * most


@pytest.mark.clause("md-hcf-1.B.1", shows="computed")
def test_the_system_folds_for_a_player_who_is_absent() -> None:
    table = dealt("hand", (1, 2))
    assert refused(table, c.Lapse(seat=1), "player", "p2").code == "role_too_low"
    folded = only(table.do(c.Lapse(seat=1), "system"), e.Decided)
    assert (folded.action, folded.role, folded.by) == ("fold", "system", "system")
    assert "md-hcf-1.B.1" in folded.clauses
    assert table.asked()[0] == 2


# --------------------------------------------------------------------------------------------- the settlement


def with_hands(*hands: str, wagers: dict[int, dict[str, int]]) -> Table:
    """A table of stacks at which each seat, then the dealer, was dealt this hand; the first is asked."""
    table = live(MD, "automated-shoe", seats=tuple(wagers))
    table.start_round(wagers, stacked(*hands))
    table.until("decide")
    return table


@pytest.mark.clause("md-hcf-11.B.5", shows="refused")
@pytest.mark.clause("md-hcf-11.B.5", "md-hcf-11.B.5.b", "md-hcf-11.B.6", shows="computed")
def test_hands_are_turned_and_settled_one_by_one_from_the_far_right() -> None:
    table = dealt("hand", (1, 3, 5))
    table.until("reveal")
    assert refused(table, c.Show(to=5, cards=" ".join(table.hands[5]))).code == "not_now"
    table.perform_next()
    for seat in (5, 3, 1):
        for other in {1, 3, 5} - {seat}:
            early = c.Show(to=other, cards=" ".join(table.hands[other]))
            assert refused(table, early).code == "not_now"
        shown, settled, *_ = table.perform_next()
        assert isinstance(shown, e.HandShown)
        assert isinstance(settled, e.SeatSettled)
        assert (shown.seat, settled.seat) == (seat, seat)
        assert shown.cards == " ".join(table.hands[seat])
        assert "flush" in shown.hand
        assert "md-hcf-11.B.5.a" in shown.clauses
        assert list(settled.results) == [
            "ante",
            "raise",
            "flush_bonus",
            "straight_flush_bonus",
            "progressive",
        ]


def test_a_hand_is_turned_with_its_seven_cards_and_no_others() -> None:
    table = dealt("hand", (1,))
    table.until("settle")
    six = " ".join(table.hands[1][:6])
    assert refused(table, c.Show(to=1, cards=six)).code == "wrong_number_of_cards"
    dealers = " ".join([*table.hands[1][:6], table.hands[DEALER][0]])
    assert refused(table, c.Show(to=1, cards=dealers)).code == "duplicate_card"


@pytest.mark.clause("md-hcf-11.B.4.a", "md-hcf-11.B.6", "md-hcf-11.B.7", "md-hcf-11.B.8", shows="computed")
def test_folded_hands_lose_the_ante_and_are_turned_only_for_a_bonus_or_progressive() -> None:
    wagers = {1: EVERY, 2: ANTE}
    table = with_hands(STRAIGHT, NOTHING, QUALIFIES, wagers=wagers)
    table.until("collect_forfeits", timid)
    events = finish(table)
    assert [event.seat for event in of(events, e.HandShown)] == [1]
    assert [event.seat for event in of(events, e.SeatSettled)] == [2, 1]
    settled = outcomes(events)
    assert settled[2] == {"ante": "lose"}
    assert settled[1] == {
        "ante": "lose",
        "flush_bonus": "win",
        "straight_flush_bonus": "win",
        "progressive": "win",
    }
    assert only(events, e.RoundSettled).nets == {2: -1000, 1: -1000 + 500 + 25_000 + 3_900}


@pytest.mark.clause("md-hcf-11.B.4.a", shows="computed")
def test_the_floor_is_alerted_to_a_folded_hand_kept_only_for_its_progressive() -> None:
    wagers = {1: {**ANTE, "progressive": 100}}
    table = with_hands(STRAIGHT, QUALIFIES, wagers=wagers)
    table.do(c.Enter(to=1, cards=STRAIGHT))
    folded = only(table.decide(1, "fold"), e.Decided)
    assert [alert.alert for alert in folded.alerts] == ["kept_for_progressive"]


# ------------------------------------------------------------------------------------- the progressive payout


@pytest.mark.clause("md-hcf-11.B.9.c", shows="refused")
@pytest.mark.clause("md-hcf-11.B.9.a", "md-hcf-11.B.9.d", shows="computed")
@pytest.mark.clause("md-hcf-11.B.9.c", shows="recorded")
@pytest.mark.parametrize("role", ["player", "dealer", "floorperson", "supervisor"])
def test_a_progressive_win_is_verified_and_paid_once_a_floorperson_or_above_has_validated_it(
    role: str,
) -> None:
    table = with_hands(STRAIGHT, QUALIFIES, wagers={1: EVERY})
    table.until("settle")
    events = table.perform_next()
    shown, settled = only(events, e.HandShown), only(events, e.SeatSettled)
    assert shown.cards == STRAIGHT
    assert [award.row for award in settled.awards] == ["four-card straight flush"]
    assert settled.pending, "a fixed award is validated like one from the meter"
    assert {"md-hcf-11.B.9.a", "md-hcf-11.B.9.b"} <= set(settled.clauses)
    (award,) = table.state.pending
    table.see_lights()
    if role in ("player", "dealer"):
        low = refused(table, c.Validate(award=award), role, "p1")
        assert low.code == "role_too_low"
        assert "md-hcf-11.B.9.c" in low.clauses
        return
    paid = only(table.do(c.Validate(award=award), role), e.AwardValidated)
    assert (paid.player, paid.paid) == ("p1", 4_000)
    assert "md-hcf-11.B.9.c" in paid.clauses
    assert refused(table, c.Validate(award=award), role).code == "not_now"


@pytest.mark.clause("md-hcf-11.B.9.c", shows="refused")
@pytest.mark.clause("md-hcf-11.B.9.a", shows="computed")
@pytest.mark.clause("md-hcf-11.B.9.c", shows="recorded")
def test_a_progressive_payout_that_does_not_hold_is_rejected_for_a_reason() -> None:
    table = with_hands(STRAIGHT, QUALIFIES, wagers={1: EVERY})
    table.until("settle")
    table.perform_next()
    (award,) = table.state.pending
    assert refused(table, c.Reject(award=award, reason=""), "floorperson").code == "reason_missing"
    assert refused(table, c.Reject(award=award, reason="no light"), "dealer").code == "role_too_low"
    rejected = only(table.do(c.Reject(award=award, reason="no light"), "floorperson"), e.AwardRejected)
    assert rejected.paid == 4_000
    assert not table.state.pending


@pytest.mark.clause("md-hcf-11.B.9.a", shows="computed")
def test_a_losing_progressive_waits_for_nobody() -> None:
    table = with_hands(NOTHING, QUALIFIES, wagers={1: EVERY})
    table.until("settle")
    settled = only(table.perform_next(), e.SeatSettled)
    assert not settled.pending
    assert not settled.awards
    assert "md-hcf-11.B.9.a" not in settled.clauses


@pytest.mark.clause("md-hcf-11.B.9.c", shows="refused")
def test_the_cards_stay_until_a_winning_progressive_is_settled() -> None:
    table = with_hands(STRAIGHT, QUALIFIES, wagers={1: EVERY})
    table.until("collect")
    refused(table, c.Perform(step="collect"))
    table.do(c.Validate(award=next(iter(table.state.pending))), "floorperson")
    table.do(c.Perform(step="collect"))


# -------------------------------------------------------------------------------------------------- the end


@pytest.mark.clause("md-hcf-11.C", shows="computed")
@pytest.mark.parametrize("deal", DEALS)
def test_the_cards_are_racked_after_the_settlement_and_every_hand_can_be_rebuilt(deal: str) -> None:
    table = dealt(deal, (1, 2, 4))
    while table.step != "collect":
        assert refused(table, c.Perform(step="collect")).code == "not_now"
        table.perform_next()
    hands = dict(table.hands)
    events = finish(table)
    racked = only(events, e.StepDone)
    assert racked.step == "collect"
    assert "md-hcf-11.C" in racked.clauses
    only(events, e.RoundEnded)
    record = only(table.log, e.RoundSettled).record
    assert record.dealer == " ".join(hands[DEALER])
    assert {seat.seat: seat.cards for seat in record.seats} == {
        seat: " ".join(cards) for seat, cards in hands.items() if seat != DEALER
    }


@pytest.mark.clause("md-hcf-11.B.9.b", shows="recorded")
@pytest.mark.clause("md-hcf-11.B.9.b", shows="refused")
def test_the_dealer_sees_the_light_on_before_an_award_is_validated() -> None:
    """The breach: a floorperson validates, and nobody has looked at the progressive system."""
    table = live(MD, "automated-shoe", seats=(1, 2))
    table.start_round({1: EVERY, 2: EVERY}, stacked(STRAIGHT, NOTHING, QUALIFIES))
    table.until("collect")
    (award,) = table.state.pending
    validated = c.Command(
        act=c.Validate(award=award), by="f1", role="floorperson", version=table.state.version, at=table.now
    )
    with pytest.raises(Refusal) as dark:
        machine.act(table.state, validated)
    assert dark.value.code == "light_not_checked"
    assert dark.value.clauses == ("md-hcf-11.B.9.a", "md-hcf-11.B.9.b")
    assert "validate" not in {offer.act for offer in table.offers("floorperson")}
    assert "reject" in {offer.act for offer in table.offers("floorperson")}, "a dark light is a rejection"
    assert refused(table, c.Perform(step="progressive_light"), "player", "p1").code == "role_too_low"
    seen = only(table.do(c.Perform(step="progressive_light"), by="d7"), e.StepDone)
    assert (seen.step, seen.award, seen.by, seen.clauses) == (
        "progressive_light",
        award,
        "d7",
        ("md-hcf-11.B.9.a", "md-hcf-11.B.9.b"),
    )
    assert table.step == "collect", "the round stands where it stood"
    assert refused(table, c.Perform(step="progressive_light")).code in ("not_now", "award_pending")
    assert only(table.do(c.Validate(award=award), "floorperson"), e.AwardValidated).award == award


@pytest.mark.clause("md-hcf-11.B.9.b", shows="recorded")
def test_each_award_has_its_own_light() -> None:
    table = live(MD, "automated-shoe", seats=(1, 2))
    table.start_round({1: EVERY, 2: EVERY}, stacked(STRAIGHT, "2d 3d 4d 5d 9s Jh Kh", QUALIFIES))
    table.until("collect")
    first, second = table.state.pending
    table.do(c.Perform(step="progressive_light"))
    offered = {(offer.act, offer.name) for offer in table.offers("floorperson")}
    assert ("validate", first) in offered
    assert ("validate", second) not in offered
    table.do(c.Perform(step="progressive_light"))
    assert ("validate", second) in {(offer.act, offer.name) for offer in table.offers("floorperson")}
