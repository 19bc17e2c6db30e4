"""Views and events, role by role."""

import random
from collections.abc import Iterator, Sequence
from typing import get_args

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from croupier.games.steps import RACK
from croupier.settlement.round import Round
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.offers import every_offer, players_offers
from croupier.table.redaction.events import REDACTIONS, redact_event
from croupier.table.redaction.view import SeatView, View, Views, as_json, view
from croupier.table.state import EMPTY, State, Viewer
from tests.table.driver import (
    METHODS,
    correction,
    electronic,
    every_wager,
    live,
    resettlement,
    shuffled,
    stacked,
    timid,
)
from tests.table.random_play import Walk
from tests.table.random_tables import walk_rules
from tests.table.redaction.two_decks import (
    CARDS,
    SEATS,
    STAFF,
    TABLES,
    VIEWERS,
    WATCHERS,
    lawful,
    player_of_rounds,
    start_of_round,
    states,
)

OPEN = {
    e.TableOpened,
    e.RulesAdopted,
    e.TableIdle,
    e.TableClosed,
    e.StepDone,
    e.StepsNotApplicable,
    e.DeckChanged,
    e.MethodChanged,
    e.ShuffleOrdered,
    e.ReportDismissed,
    e.PlayerSat,
    e.PlayerLeft,
    e.BetPlaced,
    e.BonusHandedOver,
    e.DealerRevealed,
    e.HandShown,
    e.CoverAllSettled,
    e.RoundEnded,
    e.WinnersOrdered,
    e.CallAnswered,
    e.DecisionTakenBack,
    e.HandDeclared,
}
"""Kinds without a secret."""
SEALED = {
    e.HandTakenBack,
    e.FloorCalled,
    e.Counted,
    e.IrregularityReported,
    e.Shuffled,
    e.BetsClosed,
    e.Dealt,
    e.CardsEntered,
    e.Decided,
    e.SeatSettled,
    e.RoundSettled,
    e.AwardValidated,
    e.AwardRejected,
    e.AwardTakenBack,
    e.IrregularityFound,
    e.Corrected,
    e.Resettled,
}


def frames(log: Sequence[e.AnyEvent], viewer: Viewer) -> Iterator[tuple[e.AnyEvent, bytes]]:
    """Each redacted event with the view after it.

    Alerts are left out: their purpose is to tell the floor about hands that it cannot see.
    """
    state = EMPTY
    for event in log:
        state = evolve(state, event)
        told = redact_event(event, viewer, state)
        assert type(told) is type(event)
        assert e.decode_event(e.encode_event(told)) == told or isinstance(told, e.TableOpened)
        if isinstance(told, e.Decided | e.SeatSettled):
            told = msgspec.structs.replace(told, alerts=())
        # The rules are public, and name hands by cards: the least hand with which a dealer qualifies.
        told_of = b"" if isinstance(told, e.TableOpened | e.RulesAdopted) else e.encode_event(told)
        yield event, told_of + b"\n" + msgspec.json.encode(view(state, viewer))


@pytest.mark.parametrize("mode", ["electronic", "scanned", "keyed"])
@pytest.mark.parametrize(("name", "deal"), TABLES)
def test_no_card_leaves_that_the_viewer_may_not_know(name: str, deal: str, mode: str) -> None:
    table = player_of_rounds(name, deal, mode, 7)(shuffled(7))
    for viewer in VIEWERS:
        for index, (_, told) in enumerate(frames(table.log, viewer)):
            cards = {card.decode() for text in CARDS.findall(told) for card in text.split()}
            assert cards <= lawful(table.log[: index + 1], viewer)


def seats_of(state: State, viewer: Viewer) -> dict[int, SeatView]:
    return {seat.seat: seat for seat in view(state, viewer).seats}


def test_every_kind_of_event_was_thought_of() -> None:
    assert OPEN.isdisjoint(SEALED)
    assert set(get_args(e.AnyEvent)) == OPEN | SEALED
    assert set(REDACTIONS) == SEALED


@pytest.mark.parametrize("mode", ["electronic", "live"])
@pytest.mark.parametrize("name", METHODS)
def test_a_cached_view_is_reused_only_if_nothing_changed(name: str, mode: str) -> None:
    """A view updated from the one before always equals a view made from scratch."""
    walk = Walk(walk_rules(name, METHODS[name][0], random.Random(5)), mode, f"shown {name} {mode}")
    walk.run(250)
    shown: Views | None = None
    written: Views | None = None
    kept = 0
    for _, state in states(walk.log):
        before, shown = shown, Views(state, before=shown)
        written = Views(state, before=written, keep=as_json)
        theirs = [offer for offer in every_offer(state) if offer.role == "player"]
        assert list(players_offers(state)) == theirs
        for viewer in VIEWERS:
            told = shown.to(viewer)
            assert told == view(state, viewer)
            assert msgspec.json.encode(written.to(viewer)) == msgspec.json.encode(told)
            seats = () if before is None else before.to(viewer).seats
            kept += sum(any(seat is other for other in seats) for seat in told.seats)
    assert kept > 100


@pytest.mark.parametrize(("name", "deal"), TABLES)
def test_a_view_is_json_and_comes_back_from_it(name: str, deal: str) -> None:
    table = player_of_rounds(name, deal, "electronic", 3)(shuffled(3))
    for viewer in VIEWERS:
        for _, state in states(table.log):
            shown = view(state, viewer)
            assert msgspec.json.decode(msgspec.json.encode(shown), type=View) == shown


def test_a_table_that_is_not_open_yet_has_a_view() -> None:
    assert view(EMPTY, Viewer("public")) == View(
        table="", mode="electronic", version=0, now=0, program="closed"
    )
    assert [offer.act for offer in view(EMPTY, STAFF[1]).offers] == ["open_table"]


def test_each_player_sees_the_own_hand_and_others_as_backs() -> None:
    table = electronic("ma/four-card-poker")
    table.start_round({seat: {"ante": 1000} for seat in SEATS})
    for seat in SEATS:
        seats = seats_of(table.state, Viewer("player", f"p{seat}"))
        for other, shown in seats.items():
            assert (len(shown.cards.split()), shown.hidden) == ((5, 0) if other == seat else (0, 5))
    dealer = view(table.state, Viewer("public")).dealer
    assert (dealer.cards, dealer.hidden) == (table.state.dealer_up, 5)


def test_a_player_of_two_positions_sees_both_hands() -> None:
    table = electronic("md/high-card-flush", boxes=2)
    for seat in (2, 3):
        table.do(c.Sit(seat=seat, player="anne"), "player", "anne")
    table.start_round({2: {"ante": 1000}, 3: {"ante": 1000}, 5: {"ante": 1000}})
    assert [seat.hidden for seat in view(table.state, Viewer("player", "anne")).seats] == [0, 0, 7]
    assert [seat.hidden for seat in view(table.state, Viewer("player", "")).seats] == [7, 7, 7]
    assert [seat.hidden for seat in view(table.state, Viewer("dealer", "anne")).seats] == [7, 7, 7]


@pytest.mark.parametrize("viewer", WATCHERS)
def test_surveillance_and_auditors_see_every_dealt_hand_and_no_other_card(viewer: Viewer) -> None:
    table = electronic("ma/ultimate-texas-holdem")
    table.start_round({seat: {"ante": 1000, "blind": 1000} for seat in SEATS})
    table.until("final_decision", timid)
    shown = view(table.state, viewer)
    assert {seat.seat: seat.cards for seat in shown.seats} == {
        seat: hand.cards for seat, hand in table.state.hands.items()
    }
    assert shown.dealer.cards == table.state.dealer
    assert (shown.dealer.hidden, shown.discards, shown.stub) == (0, 2, 52 - 8 - 5 - 2)
    burnt = {card for event in table.log if isinstance(event, e.Dealt) for card in racked(event)}
    undealt = set(table.state.order[table.state.drawn :])
    assert len(burnt) == 2
    for _, told in frames(table.log, viewer):
        cards = {card.decode() for text in CARDS.findall(told) for card in text.split()}
        assert cards.isdisjoint(burnt | undealt)


def racked(event: e.Dealt) -> list[str]:
    return [card for packet in event.packets if packet.to == RACK for card in packet.cards.split()]


@pytest.mark.parametrize("mode", ["electronic", "live"])
def test_a_hand_folded_unseen_is_never_named(mode: str) -> None:
    table = (
        electronic("nj/high-card-flush") if mode == "electronic" else live("nj/high-card-flush", seats=(1, 2))
    )
    table.start_round({1: {"ante": 1000}, 2: {"ante": 1000}}, shuffled(5))
    if mode == "live":
        table.until("deal")
        table.do(c.Deal(step="deal", cards=table.draw(up_only=False)))
    table.until("decide")
    table.decide(1, "fold")
    while table.state.program == "round":
        table.perform_next()
    settled = next(
        pair for pair in states(table.log) if isinstance(pair[0], e.SeatSettled) and pair[0].seat == 1
    )
    whole = next(pair for pair in states(table.log) if isinstance(pair[0], e.RoundSettled))
    entitled = (Viewer("player", "p1"), *WATCHERS)
    for viewer in (Viewer("public"), Viewer("player", "p2"), *STAFF, *entitled):
        told = viewer in entitled
        seat = seats_of(whole[1], viewer)[1]
        assert seat.racked
        assert not seat.shown
        assert bool(seat.cards) == bool(seat.results["ante"].hand) == told
        event = redact_event(settled[0], viewer, settled[1])
        assert isinstance(event, e.SeatSettled)
        assert bool(event.results["ante"].hand) == told
        record = redact_event(whole[0], viewer, whole[1])
        assert isinstance(record, e.RoundSettled)
        assert [bool(each.cards) for each in record.record.seats] == [told, True]
        assert bool(record.digest) == told
        assert record.record.dealer == whole[1].dealer


def test_the_bounds_of_a_raise_are_shown_only_to_the_player_of_the_hand() -> None:
    table = electronic("ma/high-card-flush")
    table.start_round({1: {"ante": 1000}}, stacked("2s 4s 6h 8h Td Qd Kc"))
    bounds = {
        viewer.role: [
            each.amounts[0].most for each in view(table.state, viewer).offers if each.act == "decide"
        ]
        for viewer in (*STAFF, Viewer("player", "p1"), Viewer("public"), *WATCHERS)
    }
    assert bounds["player"] == [1000]
    assert all(bounds[viewer.role] == [3000] for viewer in STAFF)
    assert bounds["public"] == bounds["surveillance"] == bounds["auditor"] == []


def test_an_award_that_waits_is_for_the_floor_and_the_winner() -> None:
    table = electronic("ma/high-card-flush")
    placed = {"ante": 1000, "progressive": 100}
    table.deal_round({1: placed, 2: placed}, stacked("2s 3s 4s 5s 6s 7s 8s"))
    table.do(c.Reject(award="1.1", reason="the machine was tilted"), "supervisor")
    settled = next(
        pair for pair in states(table.log) if isinstance(pair[0], e.SeatSettled) and pair[0].pending
    )
    rejected = next(pair for pair in states(table.log) if isinstance(pair[0], e.AwardRejected))
    winner, other = Viewer("player", "p1"), Viewer("player", "p2")
    for viewer, told in {
        winner: True,
        other: False,
        Viewer("public"): False,
        STAFF[0]: False,
        STAFF[1]: True,
    }.items():
        (award,) = view(settled[1], viewer).pending
        assert (award.award, award.seat) == ("1.1", 1)
        assert bool(award.player) == bool(award.hand) == bool(award.paid) == told
        seat = seats_of(settled[1], viewer)[1]
        assert ("progressive" in seat.results, seat.net > 900_000) == (told, told)
        event = redact_event(settled[0], viewer, settled[1])
        assert isinstance(event, e.SeatSettled)
        assert event.pending
        assert bool(event.awards) == ("progressive" in event.results) == told
        closed = redact_event(rejected[0], viewer, rejected[1])
        assert isinstance(closed, e.AwardRejected)
        assert bool(closed.reason) == bool(closed.player) == bool(closed.paid) == told
        before = None
        for _, state in states(table.log):  # what is kept of a seat is not kept beyond its award
            before = Views(state, before=before)
            assert before.to(viewer) == view(state, viewer)
        last = before.to(viewer).last if before is not None else None
        assert last is not None
        assert "progressive" in last.seats[0].results, "it waits no more"


def award_becomes(paid: int, hand: str, event: e.AnyEvent) -> e.AnyEvent:
    """The event, had the award of seat 1 been another."""
    if isinstance(event, e.SeatSettled) and event.pending:
        won = msgspec.structs.replace(event.results["progressive"], paid=paid, net=paid - 100, hand=hand)
        awards = tuple(msgspec.structs.replace(each, paid=paid, row=hand) for each in event.awards)
        return msgspec.structs.replace(event, awards=awards, results=event.results | {"progressive": won})
    if isinstance(event, e.RoundSettled):
        return msgspec.structs.replace(event, nets=event.nets | {1: paid + 1900})
    return event


@settings(max_examples=6, deadline=None)
@given(paid=st.integers(1, 10**9), hand=st.sampled_from(["straight flush", "seven-card straight flush"]))
@pytest.mark.parametrize("mode", ["electronic", "live"])
def test_an_award_that_waits_could_be_any_other(mode: str, paid: int, hand: str) -> None:
    table = (
        electronic("md/high-card-flush") if mode == "electronic" else live("md/high-card-flush", seats=SEATS)
    )
    placed = {"ante": 1000, "progressive": 100}
    hands = "2s 3s 4s 5s 6s 7s 8s", "2h 4d 7h 8d Th Qd Kh", "2d 4h 7d 8h Td Qh Kd", "2c 4c 7c 8c Tc Ah Ad"
    table.start_round(
        dict.fromkeys(SEATS, placed), stacked(*map(" ".join, zip(*map(str.split, hands), strict=True)))
    )
    while table.state.program == "round" and not any(isinstance(each, e.RoundSettled) for each in table.log):
        table.perform_next()
    if mode == "electronic":
        table.start_round(dict.fromkeys(SEATS, placed))  # it goes on waiting, and the round is the last one
    assert list(table.state.pending) == ["1.1"]
    log = [award_becomes(paid, hand, event) for event in table.log]
    assume(log != table.log)  # it may draw the very award
    start = start_of_round(log)
    for viewer in (Viewer("public"), STAFF[0], Viewer("player", "p3"), Viewer("player", "nobody")):
        pairs = zip(frames(table.log, viewer), frames(log, viewer), strict=True)
        for (event, one), (_, other) in list(pairs)[start:]:
            assert one == other, (type(event).__name__, viewer)
    for viewer in (STAFF[1], Viewer("player", "p1")):
        assert [told for _, told in frames(table.log, viewer)] != [told for _, told in frames(log, viewer)]


def test_alerts_are_for_the_floor() -> None:
    table = electronic("ma/high-card-flush")
    table.start_round({1: {"ante": 1000, "progressive": 100}}, stacked("2s 3s 4s 5s 6s 7s 8s"))
    table.decide(1, "fold")
    event, state = next(pair for pair in states(table.log) if isinstance(pair[0], e.Decided))
    assert isinstance(event, e.Decided)
    assert event.alerts
    for viewer in VIEWERS:
        told = redact_event(event, viewer, state)
        assert isinstance(told, e.Decided)
        assert bool(told.alerts) == (viewer in WATCHERS or viewer in STAFF[1:])


def test_corrected_cards_stay_hidden_while_the_hand_is() -> None:
    table = live("ma/high-card-flush", seats=(1, 2))
    table.start_round({1: {"ante": 1000}, 2: {"ante": 1000}}, shuffled(2))
    table.until("deal")
    table.do(c.Deal(step="deal", cards=table.draw(up_only=False)))
    cards = " ".join([*table.hands[1][:-1], table.deck[-1]])
    (event,) = table.do(correction(1, reason="misread", cards=cards), "supervisor")
    for viewer in VIEWERS:
        told = redact_event(event, viewer, table.state)
        assert isinstance(told, e.Corrected)
        known = viewer in WATCHERS or viewer == Viewer("player", "p1")
        assert (told.cards, told.after["cards"]) == ((cards, cards) if known else ("", ""))
        assert bool(told.before["cards"]) == known
        assert told.reason == "misread"


def test_cards_of_an_irregularity_are_shown_if_they_were_face_up() -> None:
    table = live("ma/high-card-flush", seats=(1,))
    table.start_round({1: {"ante": 1000}}, shuffled(2))
    table.until("deal")
    (drawn,) = table.do(c.Report(irregularity="card_drawn_in_error", note="by the shoe"), "supervisor")
    drawn = msgspec.structs.replace(drawn, cards=table.deck.pop())
    act = c.Report(irregularity="card_face_up", cards=table.deck.pop(), note="by the shoe")
    (face_up,) = table.do(act, "supervisor")
    for viewer in VIEWERS:
        hidden, open_ = (redact_event(event, viewer, table.state) for event in (drawn, face_up))
        assert isinstance(hidden, e.IrregularityFound)
        assert isinstance(open_, e.IrregularityFound)
        assert bool(hidden.cards) == (viewer in WATCHERS)
        assert open_.cards
        assert bool(open_.note) == (viewer in (*STAFF, *WATCHERS))


def test_a_resettled_round_shows_a_player_only_their_own_cards() -> None:
    table = live("ma/ultimate-texas-holdem", seats=SEATS)
    table.deal_round({seat: {"ante": 1000, "blind": 1000} for seat in SEATS})
    original = next(event.record for event in table.log if isinstance(event, e.RoundSettled))
    corrected: Round = msgspec.structs.replace(
        original,
        seats=[msgspec.structs.replace(each, wagers=each.wagers | {"trips": 500}) for each in original.seats],
    )
    act = resettlement(1, original, corrected, "a wager was forgotten")
    (event,) = table.do(act, "supervisor")
    assert isinstance(event, e.Resettled)
    for viewer in VIEWERS:
        told = redact_event(event, viewer, table.state)
        assert isinstance(told, e.Resettled)
        assert told.record.board == original.board
        if viewer in WATCHERS:
            assert told == event
        else:
            assert not told.digest
            assert not told.record.dealer
            own = [viewer == Viewer("player", each.player or "") for each in told.record.seats]
            assert [bool(each.cards) for each in told.record.seats] == own


def test_a_wrong_state_reveals_nothing() -> None:
    table = electronic("ma/ultimate-texas-holdem")
    table.deal_round({1: {"ante": 1000, "blind": 1000}}, shuffled(1))
    first = next(event for event in table.log if isinstance(event, e.RoundSettled))
    table.deal_round({1: {"ante": 1000, "blind": 1000}}, shuffled(2))
    told = redact_event(first, Viewer("public"), table.state)
    assert isinstance(told, e.RoundSettled)
    assert (told.record.seats[0].cards, told.record.dealer, told.digest) == (None, None, "")


def test_the_view_has_the_current_step_and_its_bounds() -> None:
    table = live("md/high-card-flush", seats=(1,))
    table.start_round({1: {"ante": 1000}}, shuffled(2))
    assert not view(table.state, Viewer("public")).bets_open
    table.until("decide")
    shown = view(table.state, STAFF[0], table.now)
    assert shown.step is not None
    assert (shown.step.name, shown.step.seat) == ("decide", 1)
    assert shown.step.clauses
    assert (shown.rules, shown.positions, shown.stub) == ("md/high-card-flush", 6, None)
    assert shown.deck_due is not None
    assert {amount.name for amount in shown.wagers} >= {"ante", "progressive"}
    assert "decide" in {offer.act for offer in shown.offers}
    assert not view(table.state, Viewer("public")).offers


def test_an_alert_about_cards_that_were_entered_is_the_floors_alone() -> None:
    table = live("ma/high-card-flush", seats=(1,))
    table.start_round({1: every_wager("ma/high-card-flush")})
    table.until("decide")
    table.decide(1, "fold")
    events = table.do(c.Enter(to=1, cards="2s 3s 4s 5s 6s 7s 8s"))
    entered = next(event for event in events if isinstance(event, e.CardsEntered))
    assert entered.alerts
    for role, told in (("floorperson", True), ("dealer", False), ("public", False), ("player", False)):
        redacted = redact_event(entered, Viewer(role, "p1" if role == "player" else ""), table.state)
        assert isinstance(redacted, e.CardsEntered)
        assert bool(redacted.alerts) == told, role
