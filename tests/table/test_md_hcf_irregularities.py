"""Maryland High Card Flush, chapter 13 and its kin: who reports what, when, and its whole consequence."""

import msgspec
import pytest

from croupier.submission.form import AggregateLimit
from croupier.table import commands as c
from croupier.table import events as e
from tests.naive.settle import naive_settle, plain_round
from tests.table.driver import CHOICES, Table, electronic, live, stacked, timid
from tests.table.md_hcf import (
    ANTE,
    DEALS,
    EVERY,
    MD,
    NOTHING,
    QUALIFIES,
    STRAIGHT,
    contributing,
    dealt,
    finish,
    of,
    only,
    outcomes,
    refused,
    returned,
)
from tests.table.test_postings import balances

SIDES = ("flush_bonus", "straight_flush_bonus", "progressive")
CONTRIBUTED = 2 * 20 * 10_000
"""What two progressive chips put on the meter."""


def playing(deal: str, step: str, **more: object) -> Table:
    """Two seats play every wager, with a meter that their chips feed; on to this step."""
    table = Table(contributing(deal, **more), "live")
    table.sit(1, 2)
    table.start_round({1: EVERY, 2: EVERY})
    table.until(step)
    return table


def report(
    table: Table, irregularity: str, seat: int = 0, role: str = "dealer", cards: str = ""
) -> tuple[e.IrregularityFound, list[e.AnyEvent]]:
    """The irregularity as it was found, and every event from there to the end of the round."""
    events = list(table.do(c.Report(irregularity=irregularity, seat=seat, cards=cards), role))
    found = only(events, e.IrregularityFound)
    if table.state.program == "round" and table.state.hands:
        events += finish(table)
    return found, events


def goes_back(table: Table, events: list[e.AnyEvent]) -> None:
    """Every wager was returned, contributions too, no hand was turned, and the cards are shuffled again."""
    assert returned(events)
    assert only(events, e.RoundSettled).returned_contributions == {"main": CONTRIBUTED}
    assert not of(events, e.HandShown)
    assert table.step == "shuffle"


def sides_settled(table: Table, events: list[e.AnyEvent], whole: tuple[int, ...]) -> None:
    """Antes went back; the side wagers of hands with seven cards were settled, those of others went back."""
    for seat, results in outcomes(events).items():
        assert results["ante"] == "void"
        assert {results[wager] == "void" for wager in SIDES} == {seat not in whole}
    back = CONTRIBUTED * (2 - len(whole)) // 2
    assert only(events, e.RoundSettled).returned_contributions == ({"main": back} if back else {})
    assert table.step == "shuffle"


# ------------------------------------------------------------------------------------------- cards face up


@pytest.mark.clause("md-hcf-13.A", shows="computed")
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("step", ["deal", "stub"])
def test_a_card_found_face_up_is_not_used_and_the_round_goes_on(deal: str, step: str) -> None:
    table = playing(deal, step)
    face_up = table.deck[-1]
    found = only(table.do(c.Report(irregularity="card_face_up", cards=face_up)), e.IrregularityFound)
    assert (found.clause, found.void, found.deck) == ("md-hcf-13.A", "none", "stays")
    table.until("stub")
    used = " ".join([*table.hands[1][:6], face_up])
    assert refused(table, c.Enter(to=1, cards=used)).code == "duplicate_card"
    # It lies in the discard rack: the stub is a card shorter.
    left = 52 - 3 * 7 - 1
    assert only(table.do(c.Count(step="stub_count", count=left)), e.Counted).right
    settled = outcomes(finish(table))
    assert not any("void" in results.values() for results in settled.values())


@pytest.mark.clause("md-hcf-13.B", "md-hcf-13.F", shows="computed")
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("step", ["deal", "stub"])
def test_more_than_one_card_face_up_voids_the_round(deal: str, step: str) -> None:
    """Found before a hand has its seven cards, everything goes back; after that its sides are settled."""
    table = playing(deal, step)
    found, events = report(table, "cards_face_up")
    assert (found.clause, found.void, found.deck) == ("md-hcf-13.B", "all", "reshuffle")
    assert set(found.settled) == set(SIDES)
    if step == "deal":
        goes_back(table, events)
    else:
        sides_settled(table, events, (1, 2))


@pytest.mark.clause("md-hcf-13.B", "md-hcf-13.D", "md-hcf-13.F", shows="computed")
@pytest.mark.parametrize("irregularity", ["cards_face_up", "wrong_cards_dealer"])
def test_where_filed_only_an_exposed_dealer_card_settles_side_wagers(irregularity: str) -> None:
    choices = msgspec.structs.replace(CHOICES[MD], policies={"bonuses_after_void": "13E"})
    table = playing("automated-shoe", "stub", choices=choices)
    found, events = report(table, irregularity)
    assert (found.void, found.settled) == ("all", ())
    goes_back(table, events)


@pytest.mark.clause("md-hcf-13.A", "md-hcf-13.B", shows="computed")
def test_a_second_card_face_up_is_more_than_one() -> None:
    table = playing("hand", "deal")
    table.do(c.Report(irregularity="card_face_up", cards="Ks"))
    found, events = report(table, "card_face_up", cards="Kh")
    assert (found.clause, found.void) == ("md-hcf-13.B", "all")
    goes_back(table, events)


@pytest.mark.clause("md-hcf-13.A", "md-hcf-13.B", "md-hcf-13.C", shows="computed")
@pytest.mark.parametrize("irregularity", ["card_face_up", "cards_face_up", "card_drawn_in_error"])
def test_irregularities_of_the_deal_are_reported_by_the_dealer_during_the_deal(irregularity: str) -> None:
    table = live(MD, "hand")
    table.open_up()
    assert refused(table, c.Report(irregularity=irregularity)).code == "not_now"
    table.start_round({1: ANTE})
    table.until("deal")
    assert refused(table, c.Report(irregularity=irregularity), "player", "p1").code == "role_too_low"
    table.until("examine")
    assert refused(table, c.Report(irregularity=irregularity)).code == "not_now"


@pytest.mark.clause("md-hcf-13.C", shows="computed")
@pytest.mark.parametrize("deal", DEALS)
def test_a_card_drawn_in_error_is_used_as_the_next(deal: str) -> None:
    table = playing(deal, "deal")
    found = only(table.do(c.Report(irregularity="card_drawn_in_error")), e.IrregularityFound)
    assert (found.clause, found.void, found.deck) == ("md-hcf-13.C", "none", "stays")
    table.until("stub")
    assert only(table.do(c.Count(step="stub_count", count=31)), e.Counted).right
    assert not any("void" in results.values() for results in outcomes(finish(table)).values())


# ------------------------------------------------------------------------------------ wrong numbers of cards


@pytest.mark.clause("md-hcf-13.D", "md-hcf-13.F", shows="computed")
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("step", ["stub", "examine", "decide", "reveal", "settle"])
@pytest.mark.parametrize(("irregularity", "seat"), [("wrong_cards_player", 2), ("wrong_cards_dealer", 0)])
def test_a_wrong_number_of_cards_voids_every_hand(deal: str, step: str, irregularity: str, seat: int) -> None:
    table = playing(deal, step)
    assert (
        refused(table, c.Report(irregularity=irregularity, seat=seat), "player", "p1").code == "role_too_low"
    )
    found, events = report(table, irregularity, seat)
    assert (found.clause, found.void, found.deck) == ("md-hcf-13.D", "all", "reshuffle")
    sides_settled(table, events, (1,) if seat == 2 else (1, 2))


def settling(validated: bool, **more: object) -> Table:
    """Seat 2 has won every wager and is settled; seat 1 is about to be turned, and has six cards."""
    table = Table(contributing("automated-shoe", **more), "live")
    table.sit(1, 2)
    table.start_round({1: EVERY, 2: EVERY}, stacked(NOTHING, STRAIGHT, QUALIFIES))
    table.until("settle")
    assert only(table.perform_next(), e.SeatSettled).pending
    if validated:
        table.do(c.Validate(award="1.2"), "floorperson")
    six = " ".join(table.hands[1][:6])
    assert refused(table, c.Show(to=1, cards=six)).code == "wrong_number_of_cards"
    return table


@pytest.mark.clause("md-hcf-13.D", "md-hcf-13.F", shows="computed")
@pytest.mark.parametrize("validated", [False, True])
@pytest.mark.parametrize(("irregularity", "seat"), [("wrong_cards_player", 1), ("wrong_cards_dealer", 0)])
def test_bonuses_settled_before_a_wrong_number_of_cards_was_found_stand(
    irregularity: str, seat: int, validated: bool
) -> None:
    table = settling(validated)
    paid = {wager: table.state.results[2][wager] for wager in SIDES}
    assert {wager: result.outcome for wager, result in paid.items()} == dict.fromkeys(SIDES, "win")
    found, events = report(table, irregularity, seat)
    assert set(found.settled) == set(SIDES)
    # The ante and the raise go back; nothing else of the seat is settled again, and no award comes twice.
    (again,) = (event for event in of(events, e.SeatSettled) if event.seat == 2)
    assert {wager: result.outcome for wager, result in again.results.items()} == {
        "ante": "void",
        "raise": "void",
    }
    assert not again.awards
    assert not of(events, e.AwardTakenBack)
    assert not of(events, e.AwardRejected)
    won = [award for event in of(table.log, e.SeatSettled) for award in event.awards]
    assert [(award.seat, award.paid) for award in won] == [(2, 4_000)]
    assert len(of(table.log, e.AwardValidated)) == 1
    sides = sum(result.net for result in paid.values())
    settled = only(events, e.RoundSettled)
    assert settled.nets[2] == sides == 500 + 25_000 + 3_900
    short = next(event for event in of(events, e.SeatSettled) if event.seat == 1)
    if seat:  # the hand with six cards gets everything back, its contribution too
        assert {result.outcome for result in short.results.values()} == {"void"}
        assert settled.nets[1] == 0
        assert settled.returned_contributions == {"main": CONTRIBUTED // 2}
    else:  # the dealer's hand was wrong: both players have their seven cards
        assert {wager: short.results[wager].outcome for wager in SIDES} == dict.fromkeys(SIDES, "lose")
        assert not settled.returned_contributions
    assert table.step == "shuffle"
    twin = naive_settle(plain_round(settled.record))
    assert {each["seat"]: each["net"] for each in twin["seats"]} == settled.nets


@pytest.mark.clause("md-hcf-13.D", "md-hcf-13.F", shows="computed")
@pytest.mark.parametrize("validated", [False, True])
def test_a_paid_hand_that_is_found_to_have_a_wrong_number_of_cards_gives_everything_back(
    validated: bool,
) -> None:
    table = settling(validated)
    _, events = report(table, "wrong_cards_player", 2)
    settled = only(events, e.RoundSettled)
    assert settled.nets[2] == 0
    (award,) = (event for event in events if isinstance(event, e.AwardTakenBack | e.AwardRejected))
    assert (award.award, award.paid, isinstance(award, e.AwardTakenBack)) == ("1.2", 4_000, validated)
    assert settled.returned_contributions == {"main": CONTRIBUTED // 2}


@pytest.mark.clause("md-hcf-12.D", "md-hcf-13.F", shows="computed")
def test_a_bonus_that_a_voided_ante_had_cut_is_paid_up_to_the_limit() -> None:
    limit = AggregateLimit(amount=18_000, per="hand")
    table = settling(True, choices=msgspec.structs.replace(CHOICES[MD], aggregate_limit=limit))
    won = {wager: result.paid for wager, result in table.state.results[2].items()}
    counted = won["ante"] + won["raise"] + won["flush_bonus"]
    assert won["straight_flush_bonus"] == limit.amount - counted < 25_000
    _, events = report(table, "wrong_cards_player", 1)
    (again,) = (event for event in of(events, e.SeatSettled) if event.seat == 2)
    assert again.results["straight_flush_bonus"].paid == limit.amount - won["flush_bonus"]
    assert "flush_bonus" not in again.results
    settled = only(events, e.RoundSettled)
    assert settled.nets[2] == limit.amount + 3_900
    assert balances(table.log)["player:p2"] == settled.nets[2]


@pytest.mark.clause("md-hcf-13.D", shows="computed")
@pytest.mark.parametrize("validated", [False, True])
def test_under_the_other_policy_a_short_hand_voids_the_hands_settled_before_it(validated: bool) -> None:
    choices = msgspec.structs.replace(CHOICES[MD], policies={"bonuses_after_void": "13E"})
    table = settling(validated, choices=choices)
    _, events = report(table, "wrong_cards_player", 1)
    settled = only(events, e.RoundSettled)
    assert settled.nets == {1: 0, 2: 0}
    assert settled.returned_contributions == {"main": CONTRIBUTED}
    assert not table.state.pending, "a void hand wins no award"
    (award,) = (event for event in events if isinstance(event, e.AwardTakenBack | e.AwardRejected))
    assert isinstance(award, e.AwardTakenBack) == validated
    assert (award.award, award.player, award.paid) == ("1.2", "p2", 4_000)
    assert table.step == "shuffle"


@pytest.mark.clause("md-hcf-13.D", shows="computed")
def test_nobody_has_a_wrong_number_of_cards_before_the_deal() -> None:
    table = playing("hand", "deal")
    assert refused(table, c.Report(irregularity="wrong_cards_player", seat=1)).code == "not_now"
    assert refused(table, c.Report(irregularity="wrong_cards_dealer")).code == "not_now"


STUB = {
    "manual-shoe": ("md-hcf-8.J.1", "md-hcf-8.J.2"),
    "hand": ("md-hcf-9.E.1", "md-hcf-9.E.2"),
    "automated-shoe": ("md-hcf-10.E.1", "md-hcf-10.E.2"),
}


@pytest.mark.clause("md-hcf-8.J", "md-hcf-9.E", "md-hcf-10.E", shows="refused")
@pytest.mark.clause(
    "md-hcf-8.J.1",
    "md-hcf-8.J.2",
    "md-hcf-9.E.1",
    "md-hcf-9.E.2",
    "md-hcf-10.E.1",
    "md-hcf-10.E.2",
    shows="computed",
)
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("misdealt", [True, False])
@pytest.mark.parametrize("count", [30, 32])
def test_a_wrong_stub_voids_the_round_and_unless_misdealt_the_deck_leaves(
    deal: str, misdealt: bool, count: int
) -> None:
    table = playing(deal, "stub")
    for irregularity in ("stub_misdealt", "stub_wrong"):
        assert refused(table, c.Report(irregularity=irregularity)).code == "not_now"
    counted = only(table.do(c.Count(step="stub_count", count=count)), e.Counted)
    assert (counted.right, counted.expected) == (False, 31)
    for act in (c.Perform(step="stub"), c.Perform(step="examine")):
        assert refused(table, act).code in ("count_mismatch", "stub_count_due")
    found, events = report(table, "stub_misdealt" if misdealt else "stub_wrong")
    clause = STUB[deal][0 if misdealt else 1]
    deck = "reshuffle" if misdealt else "remove"
    assert (found.clause, found.void, found.settled, found.deck) == (clause, "all", (), deck)
    assert returned(events)
    assert only(events, e.RoundSettled).returned_contributions == {"main": CONTRIBUTED}
    assert table.step == ("shuffle" if misdealt else "receive")


# --------------------------------------------------------------------------------- the dealer's card exposed


@pytest.mark.clause("md-hcf-13.E", "md-hcf-13.F", shows="computed")
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("step", ["stub", "examine", "decide"])
def test_an_exposed_dealer_card_returns_antes_and_settles_the_side_wagers(deal: str, step: str) -> None:
    table = playing(deal, step)
    found, events = report(table, "dealer_card_exposed")
    assert (found.clause, found.void, found.deck) == ("md-hcf-13.E", "all", "reshuffle")
    assert set(found.settled) == set(SIDES)
    settled = outcomes(events)
    for results in settled.values():
        assert results["ante"] == "void"
        assert not {"void"} & {results[wager] for wager in SIDES}
    assert [event.seat for event in of(events, e.HandShown)] == [2, 1]
    assert not of(events, e.DealerRevealed)
    assert only(events, e.RoundSettled).returned_contributions == {}
    assert table.step == "shuffle"


@pytest.mark.clause("md-hcf-13.E", "md-hcf-13.F", shows="computed")
@pytest.mark.parametrize("choice", ["raise", "fold"])
def test_an_exposed_dealer_card_returns_what_was_raised_or_folded_before_it(choice: str) -> None:
    table = live(MD, "automated-shoe", seats=(1, 2))
    table.start_round({1: EVERY, 2: ANTE}, stacked(STRAIGHT, NOTHING, QUALIFIES))
    table.until("decide")
    table.decide(1, choice, 1000 if choice == "raise" else 0)
    _, events = report(table, "dealer_card_exposed")
    settled = only(events, e.RoundSettled)
    assert settled.nets == {2: 0, 1: 500 + 25_000 + 3_900}
    assert outcomes(events)[2] == {"ante": "void"}
    first = outcomes(events)[1]
    assert first.pop("ante") == "void"
    assert first.pop("raise", "void") == "void"
    assert first == dict.fromkeys(SIDES, "win")


@pytest.mark.clause("md-hcf-13.E", shows="computed")
def test_a_dealer_card_exposed_after_the_last_decision_voids_nothing() -> None:
    table = playing("hand", "collect_forfeits")
    assert refused(table, c.Report(irregularity="dealer_card_exposed")).code == "not_now"
    revealed = playing("hand", "settle")
    assert refused(revealed, c.Report(irregularity="dealer_card_exposed")).code == "not_now"


@pytest.mark.clause("md-hcf-13.B", "md-hcf-13.D", "md-hcf-13.F", shows="computed")
@pytest.mark.parametrize("irregularity", ["cards_face_up", "wrong_cards_dealer"])
def test_the_side_wagers_of_properly_dealt_hands_are_settled_after_any_void(
    irregularity: str,
) -> None:
    table = live(MD, "automated-shoe")
    table.start_round({1: EVERY}, stacked(STRAIGHT, QUALIFIES))
    table.until("stub")
    _, events = report(table, irregularity)
    assert outcomes(events) == {1: {"ante": "void", **dict.fromkeys(SIDES, "win")}}


@pytest.mark.clause("md-hcf-13.B", "md-hcf-13.F", shows="computed")
def test_where_nobody_was_dealt_a_hand_the_side_wagers_go_back() -> None:
    table = playing("hand", "deal")
    _, events = report(table, "cards_face_up")
    goes_back(table, events)


# --------------------------------------------------------------------------------------------------- conduct


@pytest.mark.clause("md-hcf-7.C.2", shows="computed")
@pytest.mark.parametrize("mode", ["live", "electronic"])
def test_wagers_of_a_player_who_left_are_lost_when_a_floorperson_says_so(mode: str) -> None:
    table = dealt("hand", (1, 2)) if mode == "live" else electronic(MD, "hand")
    if mode == "electronic":
        table.start_round({1: EVERY, 2: EVERY})
    left = c.Report(irregularity="left_seat", seat=1)
    for role in ("player", "dealer"):
        assert refused(table, left, role, "p2").code == "role_too_low"
    found = only(table.do(left, "floorperson"), e.IrregularityFound)
    assert (found.clause, found.forfeits, found.void, found.role) == (
        "md-hcf-7.C.2",
        True,
        "none",
        "floorperson",
    )
    assert table.asked()[0] == 2, "who has left is not asked"
    finish(table)
    settled = outcomes(table.log)
    assert settled[1] == dict.fromkeys(EVERY, "lose")
    assert only(table.log, e.RoundSettled).nets[1] == -sum(EVERY.values())
    assert [event.seat for event in of(table.log, e.HandShown)] == [2]


def test_maryland_knows_no_rule_against_talk_and_no_cure_of_the_dealers_cards() -> None:
    table = playing("hand", "decide")
    for irregularity in ("talk", "dealer_cards_cured", "cards_face_up_after_deal"):
        for role in ("dealer", "floorperson", "supervisor"):
            asked = c.Report(irregularity=irregularity, seat=1 if irregularity == "talk" else 0)
            assert refused(table, asked, role).code == "not_now"


# --------------------------------------------------------------------------------------------------- devices


@pytest.mark.clause("md-hcf-13.G", shows="computed")
def test_a_shuffler_that_jams_means_another_shuffle() -> None:
    table = live(MD, "hand", counting_shuffler=True)
    table.until("device_count")
    found, _ = report(table, "shuffler_fault")
    assert (found.clause, found.void, found.deck) == ("md-hcf-13.G", "none", "reshuffle")
    assert table.step == "shuffle"
    by_hand = live(MD, "manual-shoe", shuffle="manual")
    by_hand.until("shuffle")
    assert refused(by_hand, c.Report(irregularity="shuffler_fault")).code == "not_now"


@pytest.mark.clause("md-hcf-13.H", shows="computed")
@pytest.mark.parametrize("step", ["deal", "stub", "decide", "reveal"])
def test_an_automated_shoe_that_fails_in_a_round_voids_it(step: str) -> None:
    table = playing("automated-shoe", step)
    found, events = report(table, "shoe_fault")
    assert (found.clause, found.void, found.settled, found.deck) == ("md-hcf-13.H", "all", (), "reshuffle")
    goes_back(table, events)


@pytest.mark.clause("md-hcf-13.H", shows="computed")
@pytest.mark.parametrize("deal", ["manual-shoe", "hand"])
def test_only_an_automated_shoe_can_fail(deal: str) -> None:
    assert refused(playing(deal, "deal"), c.Report(irregularity="shoe_fault")).code == "not_now"


@pytest.mark.clause("md-hcf-13.H", shows="computed")
def test_an_electronic_table_reports_its_own_failure_and_has_no_cards_that_lie_wrong() -> None:
    table = electronic(MD, "automated-shoe")
    table.start_round({1: EVERY})
    for irregularity in ("wrong_cards_dealer", "dealer_card_exposed"):
        assert refused(table, c.Report(irregularity=irregularity), "supervisor").code == "not_now"
    events = table.do(c.Report(irregularity="shoe_fault"), "system")
    assert only(events, e.IrregularityFound).role == "system"
    assert returned(events)


@pytest.mark.clause("md-hcf-13.I.1", "md-hcf-13.I.2", shows="recorded")
@pytest.mark.parametrize("device", ["covered", "out of order"])
def test_a_failed_device_is_covered_or_marked_before_another_method_is_used(device: str) -> None:
    table = playing("automated-shoe", "deal")
    swap = c.ReplaceDevice(device=device, deal="manual-shoe", shuffle="manual")
    assert refused(table, swap, "floorperson").code == "not_now", "not in a round"
    report(table, "shoe_fault")
    for wrong in ("removed", ""):
        bare = refused(table, c.ReplaceDevice(device=wrong, deal="manual-shoe"), "floorperson")
        assert bare.code == "value_not_allowed"
        assert {"md-hcf-13.I.1", "md-hcf-13.I.2"} <= set(bare.clauses)
    by_hand = c.ReplaceDevice(device=device, deal="hand", shuffle="manual")
    assert refused(table, by_hand, "floorperson").code == "hand_deal_needs_shuffler"
    changed = only(table.do(swap, "floorperson"), e.MethodChanged)
    assert (changed.device, changed.deal, changed.shuffle) == (device, "manual-shoe", "manual")
    assert {"md-hcf-13.I.1", "md-hcf-13.I.2"} <= set(changed.clauses)
    table.start_round({1: ANTE})
    table.until("stub")
    assert [packet.count for packet in of(table.log, e.Dealt)[-1].packets] == [1] * 14
    assert "cut" in [event.step for event in of(table.log, e.StepDone)]


@pytest.mark.clause("md-hcf-13.G", shows="computed")
def test_after_a_jam_between_rounds_the_cards_may_be_shuffled_by_hand() -> None:
    table = live(MD, "manual-shoe")
    table.deal_round({1: ANTE})
    report(table, "shuffler_fault")
    table.do(c.ReplaceDevice(device="covered", shuffle="manual"), "floorperson")
    table.perform_next()
    assert table.step == "cut"


@pytest.mark.clause("md-hcf-13.D", "md-hcf-13.F", shows="computed")
def test_folding_does_not_spare_the_side_wagers_of_a_wrong_deal() -> None:
    table = playing("hand", "decide")
    table.perform_next(timid)
    _, events = report(table, "wrong_cards_player", 1)
    sides_settled(table, events, (2,))
