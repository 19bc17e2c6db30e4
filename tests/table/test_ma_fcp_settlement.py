"""Massachusetts Four Card Poker, sections 10 and 12: looking, deciding, the reveal, settlement, Cover All."""

from collections.abc import Callable

import pytest

from croupier.submission.form import Procedure
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.offers import Offer
from tests.table.driver import Table, bold, electronic, every_wager, live, stacked, timid
from tests.table.ma_fcp import ANTE, NAME, of, refused

DEALER = 0
FIRST, SECOND = Procedure(settlement_alternative=1), Procedure(settlement_alternative=2)


def deck(*hands: str) -> list[str]:
    """A deck for dealing from the hand: the players' hands, clockwise, and the dealer's six cards last."""
    rows = [hand.split() for hand in hands]
    in_turn = [row[turn] for turn in range(5) for row in rows]
    return stacked(*in_turn, rows[-1][5])


def finish(table: Table) -> None:
    """The round to its end."""
    while table.state.program == "round" and not of(e.RoundEnded, table.log):
        table.perform_next()


def _fold_seat_2(offer: Offer) -> tuple[str, int]:
    return timid(offer) if offer.seat == 2 else bold(offer)


# -------------------------------------------------------------------------------------------- decisions


def test_players_look_at_their_cards_between_the_deal_and_the_decisions() -> None:
    table = live(NAME)
    table.start_round({1: ANTE})
    while table.step != "examine":
        refused(table, "not_now", c.Perform(step="examine"))
        refused(table, "not_now", c.Decide(seat=1, action="play", amount=1000), "player", "p1")
        table.perform_next()
    (looked,) = table.do(c.Perform(step="examine"))
    assert "ma-fcp-10.a.s1" in looked.clauses
    table.decide(1, "play", 1000)


@pytest.mark.clause("ma-fcp-10.a.s2", shows="refused")
def test_each_player_answers_for_his_own_hand_only() -> None:
    table = live(NAME, seats=(1, 2))
    table.start_round({1: ANTE, 2: ANTE})
    table.until("examine")
    assert "ma-fcp-10.a.s2" in table.perform_next()[0].clauses
    for action, amount in (("play", 1000), ("fold", 0)):
        decision = c.Decide(seat=1, action=action, amount=amount)
        refused(table, "not_your_seat", decision, "player", "p2")
    cards = c.Enter(to=1, cards="Ac Kd 9h 7s 2c")
    refused(table, "role_too_low", cards, "player", "p2")
    table.decide(1, "play", 1000)


@pytest.mark.clause("ma-fcp-10.b.s1", "ma-fcp-10.b.s2", shows="refused")
def test_players_with_an_ante_are_asked_clockwise_for_one_to_three_antes_or_the_ante() -> None:
    table = live(NAME)
    table.start_round({2: ANTE, 3: {"aces_up": 500}, 5: ANTE})
    table.until("decide")
    for seat in (2, 5):  # seat 3 has nothing to decide
        asked, offer = table.asked()
        assert asked == seat
        assert offer.says
        assert {"ma-fcp-10.b.s1", "ma-fcp-10.b.s2"} <= set(offer.clauses)
        other = 7 - seat
        refused(table, "not_now", c.Decide(seat=other, action="play", amount=1000), "player", f"p{other}")
        refused(table, "not_now", c.Decide(seat=3, action="fold"), "player", "p3")
        for amount in (0, 999, 3001):
            outside = c.Decide(seat=seat, action="play", amount=amount)
            clauses = refused(table, "decision_out_of_bounds", outside, "player", f"p{seat}")
            assert "ma-fcp-10.b.s2" in clauses
        table.decide(seat, "play", 1000 if seat == 2 else 3000)
    assert table.step == "collect_forfeits"


@pytest.mark.clause("ma-fcp-10.b.s3", shows="computed")
@pytest.mark.parametrize("role", ["system", "floorperson"])
def test_for_an_absent_player_the_ante_is_given_up_and_aces_up_is_not(role: str) -> None:
    table = electronic(NAME, "hand")
    hands = deck("Ac Ad 3h 7s 9c", "Kc Qd 4h 6s 2d Tc")
    table.start_round({1: {"ante": 1000, "aces_up": 500}}, hands)
    events = table.do(c.Lapse(seat=1), role)
    (decided,) = of(e.Decided, events)
    assert (decided.action, decided.role) == ("fold", role)
    assert "ma-fcp-10.b.s3" in decided.clauses
    (settled,) = of(e.SeatSettled, events)
    assert {name: result.net for name, result in settled.results.items()} == {"ante": -1000, "aces_up": 500}


@pytest.mark.clause("ma-fcp-10.c.s1", "ma-fcp-10.d.s1", shows="computed")
def test_forfeits_are_collected_when_all_have_answered_and_then_the_dealer_reveals() -> None:
    table = live(NAME, seats=(1, 2))
    table.start_round({1: ANTE, 2: ANTE})
    table.until("decide")
    table.decide(1, "fold")
    refused(table, "not_now", c.Perform(step="collect_forfeits"))
    refused(table, "not_now", c.Show(to=DEALER, cards=" ".join(table.hands[DEALER])))
    table.decide(2, "play", 1000)
    refused(table, "not_now", c.Show(to=DEALER, cards=" ".join(table.hands[DEALER])))
    (collected,) = table.do(c.Perform(step="collect_forfeits"))
    assert {"ma-fcp-10.c.s1", "ma-fcp-10.c.s2"} <= set(collected.clauses)
    refused(table, "not_now", c.Show(to=2, cards=" ".join(table.hands[2])))
    (revealed,) = of(e.DealerRevealed, table.perform_next())
    assert "ma-fcp-10.d.s1" in revealed.clauses
    finish(table)
    assert [event.seat for event in of(e.HandShown, table.log)] == [2]  # seat 1's cards are in the rack


def test_the_floor_is_alerted_to_a_folded_hand_that_stays_for_its_progressive() -> None:
    table = electronic(NAME)
    table.start_round({1: {"ante": 1000, "progressive": 100}, 2: ANTE})
    (decided,) = of(e.Decided, table.decide(1, "fold"))
    assert [alert.alert for alert in decided.alerts] == ["kept_for_progressive"]
    (decided, *_) = of(e.Decided, table.decide(2, "fold"))
    assert decided.alerts == ()


# ------------------------------------------------------------------------------------ the alternatives


WINS, LOSES, BEATEN = "Ac Ad 3h 7s 9c", "2c 4d 6h 8s Tc", "Kc Kd 5h 6s Qd Jc"
"""A pair of aces, nothing, and the dealer's kings between them."""


@pytest.mark.clause("ma-fcp-10.e.2", "ma-fcp-10.e.2.i", "ma-fcp-10.e.2.ii", shows="computed")
def test_player_by_player_each_hand_is_revealed_settled_and_collected() -> None:
    table = live(NAME, "hand", procedure=SECOND, seats=(1, 2, 3))
    hands = deck(WINS, "2d 4h 6c 8d Th", LOSES, BEATEN)
    table.start_round({1: ANTE | {"aces_up": 500}, 2: {"aces_up": 500}, 3: ANTE}, hands)
    table.until("settle")
    for seat in (3, 2, 1):
        for other in {1, 2, 3} - {seat}:
            refused(table, "not_now", c.Show(to=other, cards=" ".join(table.hands[other])))
        refused(table, "not_now", c.Perform(step="collect"))
        shown, settled, *_ = table.do(c.Show(to=seat, cards=" ".join(table.hands[seat])))
        assert isinstance(shown, e.HandShown)
        assert isinstance(settled, e.SeatSettled)
        assert (shown.seat, settled.seat, settled.part) == (seat, seat, "all")
        assert "ma-fcp-10.e.2.i" in shown.clauses
        assert {"ma-fcp-10.e.2.ii", "ma-fcp-10.e.2.iii"} <= set(settled.clauses)
    nets = {
        event.seat: {name: result.net for name, result in event.results.items()}
        for event in of(e.SeatSettled, table.log)
    }
    assert nets == {
        3: {"ante": -1000, "play": -1000},
        2: {"aces_up": -500},
        1: {"ante": 1000, "play": 1000, "aces_up": 500},
    }


@pytest.mark.clause(
    "ma-fcp-10.e.s1",
    "ma-fcp-10.e.1",
    "ma-fcp-10.e.1.i",
    "ma-fcp-10.e.1.ii",
    "ma-fcp-10.e.1.iii",
    shows="computed",
)
@pytest.mark.parametrize("open_table", [live, electronic])
def test_step_by_step_all_hands_are_revealed_then_losers_collected_then_winners_paid(
    open_table: Callable[..., Table],
) -> None:
    table = open_table(NAME, "hand", procedure=FIRST)
    table.start_round({1: ANTE, 2: ANTE, 4: ANTE}, deck(WINS, "Ah As 2h 6d 8c", LOSES, BEATEN))
    while not of(e.RoundSettled, table.log):
        table.perform_next()
    story = [
        (event.part if isinstance(event, e.SeatSettled) else "shown", event.seat)
        for event in table.log
        if isinstance(event, e.HandShown | e.SeatSettled)
        and (isinstance(event, e.HandShown) or event.results)
    ]
    revealed = [("shown", 4), ("shown", 2), ("shown", 1)]
    assert story == [*revealed, ("losses", 4), ("wins", 2), ("wins", 1)]
    for shown in of(e.HandShown, table.log):
        assert {"ma-fcp-10.e.1", "ma-fcp-10.e.1.i"} <= set(shown.clauses)
    for settled in of(e.SeatSettled, table.log):
        step = "ma-fcp-10.e.1.ii" if settled.part == "losses" else "ma-fcp-10.e.1.iii"
        assert step in settled.clauses
        lost = {result.outcome == "lose" for result in settled.results.values()}
        assert lost <= {settled.part == "losses"}


def test_step_by_step_all_hands_are_collected_after_the_winners_are_paid_and_then_the_dealers() -> None:
    table = live(NAME, "hand", procedure=FIRST, seats=(1, 2))
    table.start_round({1: ANTE, 2: ANTE})
    while not of(e.RoundSettled, table.log):
        refused(table, "not_now", c.Perform(step="collect_hands"))
        table.perform_next()
    refused(table, "not_now", c.Perform(step="collect"))
    (collected,) = table.do(c.Perform(step="collect_hands"))
    assert "ma-fcp-10.e.1.iv" in collected.clauses
    last, *_ = table.do(c.Perform(step="collect"))
    assert "ma-fcp-10.e.s3" in last.clauses


@pytest.mark.clause("ma-fcp-10.f", shows="computed")
@pytest.mark.parametrize("procedure", [FIRST, SECOND])
def test_the_dealers_cards_are_racked_last_and_every_hand_can_be_rebuilt(procedure: Procedure) -> None:
    table = live(NAME, "hand", procedure=procedure, seats=(1, 2, 3))
    # A folded hand without aces up is racked unseen (10(c)); the others are all turned.
    wagers = {1: every_wager(NAME), 2: {"ante": 1000, "aces_up": 500}, 3: {"aces_up": 500}}
    table.start_round(wagers)
    while not of(e.RoundSettled, table.log):
        refused(table, "not_now", c.Perform(step="collect"))
        table.perform_next(_fold_seat_2)
    (settled,) = of(e.RoundSettled, table.log)
    record = {seat.seat: seat.cards for seat in settled.record.seats}
    assert record == {seat: " ".join(table.hands[seat]) for seat in wagers}
    assert settled.record.dealer == " ".join(table.hands[DEALER])
    table.until("collect")
    collected, ended = table.do(c.Perform(step="collect"))
    assert {"ma-fcp-10.e.s3", "ma-fcp-10.f"} <= set(collected.clauses)
    assert isinstance(ended, e.RoundEnded)


def test_a_round_goes_from_the_wagers_over_the_deal_to_the_last_settled_wager() -> None:
    table = live(NAME, seats=(1, 2))
    for number in (1, 2):
        table.deal_round({1: every_wager(NAME), 2: ANTE})
        parts = e.BetsClosed, e.Dealt, e.SeatSettled, e.CoverAllSettled, e.RoundSettled, e.RoundEnded
        order = [type(event) for event in table.log if isinstance(event, parts)]
        one = [e.BetsClosed, e.Dealt, e.SeatSettled, e.SeatSettled, e.CoverAllSettled]
        assert order == [*one, e.RoundSettled, e.RoundEnded] * number
        ended = of(e.RoundEnded, table.log)[-1]
        assert ended.round == number
        assert "ma-fcp-1.round" in ended.clauses


# ------------------------------------------------------------------------------------------- Cover All

TRIPS, HIGHER_TRIPS, STRAIGHT = "5c 5d 5h 9s Jc", "8c 8d 8h 2s Kd", "9c Td Jh Qs 3c"
NOTHING, PAIR = "2c 4d 6h 9d Kh", "7c 7d 2h 4s Kc Ts"


def exposed(table: Table) -> list[int]:
    """The seats, 0 for the dealer, whose hands were left on the table, in the order of the reveal."""
    dealer = [DEALER for event in of(e.DealerRevealed, table.log) if event.left_exposed]
    return dealer + [event.seat for event in of(e.HandShown, table.log) if event.left_exposed]


@pytest.mark.clause("ma-fcp-12.h", "ma-fcp-12.h.a", "ma-fcp-12.i", "ma-fcp-12.j", shows="computed")
@pytest.mark.parametrize("procedure", [FIRST, SECOND])
@pytest.mark.parametrize(
    ("hands", "left", "odds"),
    [
        ((NOTHING, TRIPS, PAIR), [2], 6),
        ((HIGHER_TRIPS, TRIPS, PAIR), [2, 1], 6),  # the higher hand replaces the one left before
        ((TRIPS, HIGHER_TRIPS, PAIR), [2], 6),
        ((NOTHING, TRIPS, "8c 8d 8h 2s Kd Ts"), [DEALER], 6),  # the dealer's own
        ((NOTHING, "Ac Ad Ah As Jc", "8c 8d 8h 2s Kd Ts"), [DEALER, 2], 200),
        ((NOTHING, STRAIGHT, PAIR), [], -1),  # reading FCP-3: three of a kind or better
    ],
)
def test_the_highest_hand_so_far_is_left_exposed_and_cover_all_is_settled_last(
    hands: tuple[str, ...], left: list[int], odds: int, procedure: Procedure
) -> None:
    table = live(NAME, "hand", procedure=procedure, seats=(1, 2))
    table.start_round({1: ANTE, 2: ANTE | {"cover_all": 500}}, deck(*hands))
    finish(table)
    assert exposed(table) == left
    for event in table.log:
        if isinstance(event, e.DealerRevealed | e.HandShown):
            assert ({"ma-fcp-12.h", "ma-fcp-12.i"} <= set(event.clauses)) == event.left_exposed
    (settled,) = of(e.CoverAllSettled, table.log)
    assert "ma-fcp-12.j" in settled.clauses
    assert settled.results[2].net == 500 * odds
    last_seat = max(n for n, event in enumerate(table.log) if isinstance(event, e.SeatSettled))
    assert table.log.index(settled) > last_seat


@pytest.mark.clause("ma-fcp-12.h", shows="computed")
def test_nothing_is_left_exposed_where_nobody_plays_cover_all() -> None:
    table = live(NAME, "hand", seats=(1, 2))
    table.start_round({1: ANTE, 2: ANTE}, deck(HIGHER_TRIPS, TRIPS, PAIR))
    finish(table)
    assert exposed(table) == []


@pytest.mark.clause("ma-fcp-12.i", shows="computed")
def test_the_exposed_hand_is_the_highest_of_the_bets_own_order() -> None:
    table = live(NAME, "hand", seats=(1, 2))
    royal, four = "Ah Kh Qh Jh 5c", "2c 2d 2h 2s 7c Tc"
    table.start_round({1: ANTE | {"cover_all": 500}, 2: ANTE}, deck(royal, "3c 4d 6s 8s 9d", four))
    finish(table)
    assert of(e.CoverAllSettled, table.log)[0].results[1].hand == "royal flush"
    assert exposed(table) == [DEALER, 1]
