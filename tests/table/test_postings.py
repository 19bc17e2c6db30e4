"""Where the money of a round goes, posting by posting, worked out by hand.

Amounts are in cents here (postings are in ten-thousandths): a Maryland table with a $5,000 meter to which the
operator gives 20% of each progressive wager, flush bonus table A, progressive table C.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import msgspec
import pytest

from croupier.jackpot.meters import UNIT
from croupier.settlement.round import FOLD
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.postings import postings
from croupier.table.state import EMPTY
from tests.table.driver import Table, bold, correction, resettlement, stacked, table_rules, timid
from tests.table.random_tables import with_rates

MARYLAND = "md/high-card-flush"
FIVE_SPADES = "2s 4s 6s 8s Ts 3d 5h"
SEVEN_IN_A_ROW = "2s 3s 4s 5s 6s 7s 8s"
"""A seven-card straight flush: 300 to 1 as a flush, 100% of the meter as a progressive."""
NINE_HIGH = "3c 5c 9c 2d 7h Jd Kh"
"""Three clubs, nine high: the dealer just qualifies."""
NOTHING = "3c 5c 8c 2d 7h Jd Kh"
"""Three clubs, eight high: the dealer does not qualify."""

Moves = list[tuple[str, dict[str, int]]]


def table(name: str = MARYLAND, deal: str = "manual-shoe", mode: str = "electronic") -> Table:
    """A table with one player, ready for bets."""
    opened = Table(with_rates(table_rules(name, deal)), mode)
    opened.sit(1)
    opened.open_up()
    return opened


def dealt(*hands: str, one_at_a_time: bool = True) -> list[str]:
    """A deck that gives these hands, the dealer's last: in Maryland one card at a time."""
    each = [hand.split() for hand in hands]
    turns = zip(*each, strict=True) if one_at_a_time else each
    return stacked(*(card for turn in turns for card in turn))


def moves(log: Iterable[e.AnyEvent]) -> Moves:
    """Every event that moves money: its kind and the cents by account."""
    found: Moves = []
    state = EMPTY
    for event in log:
        moved = {posting.account: posting.amount for posting in postings(state, event)}
        assert sum(moved.values()) == 0
        assert all(amount % UNIT == 0 for amount in moved.values())
        if moved:
            found.append((type(event).__name__, {account: units // UNIT for account, units in moved.items()}))
        state = evolve(state, event)
    return found


def balances(log: Iterable[e.AnyEvent]) -> dict[str, int]:
    """The balances after all events, in cents; accounts at zero are left out."""
    total: dict[str, int] = {}
    for _, moved in moves(log):
        for account, cents in moved.items():
            total[account] = total.get(account, 0) + cents
    return {account: cents for account, cents in total.items() if cents}


def test_a_win_pays_ante_and_raise_from_the_inventory() -> None:
    played = table()
    played.deal_round({1: {"ante": 1000}}, dealt(FIVE_SPADES, NINE_HIGH))
    assert moves(played.log) == [
        ("BetPlaced", {"player:p1": -1000, "layout": 1000}),
        ("Decided", {"player:p1": -1000, "layout": 1000}),
        ("SeatSettled", {"layout": -2000, "player:p1": 4000, "inventory": -2000}),
    ]
    assert balances(played.log) == {"player:p1": 2000, "inventory": -2000}


def test_a_loss_goes_to_the_inventory() -> None:
    played = table()
    played.deal_round({1: {"ante": 1000}}, dealt(NINE_HIGH, FIVE_SPADES))
    assert moves(played.log)[2:] == [("SeatSettled", {"layout": -2000, "inventory": 2000})]
    assert balances(played.log) == {"player:p1": -2000, "inventory": 2000}


def test_a_tie_goes_back() -> None:
    played = table()
    tie = dealt("3c 5c 9c 2d 4d 7h Jh", "3s 5s 9s 2h 4h 7d Jd")
    played.deal_round({1: {"ante": 1000}}, tie)
    assert moves(played.log)[2:] == [("SeatSettled", {"layout": -2000, "player:p1": 2000})]
    assert balances(played.log) == {}


def test_a_dealer_who_does_not_qualify_pays_the_ante_and_returns_the_raise() -> None:
    played = table()
    played.deal_round({1: {"ante": 1000}}, dealt(FIVE_SPADES, NOTHING))
    assert moves(played.log)[2:] == [
        ("SeatSettled", {"layout": -2000, "player:p1": 3000, "inventory": -1000})
    ]


def test_a_bet_that_is_changed_or_taken_back_moves_the_difference() -> None:
    played = table()
    for ante in (1000, 2500, 500):
        played.bet(1, {"ante": ante})
    played.bet(1, {})
    assert moves(played.log) == [
        ("BetPlaced", {"player:p1": -1000, "layout": 1000}),
        ("BetPlaced", {"player:p1": -1500, "layout": 1500}),
        ("BetPlaced", {"player:p1": 2000, "layout": -2000}),
        ("BetPlaced", {"player:p1": 500, "layout": -500}),
    ]


def test_a_void_round_gives_every_stake_back_and_the_meter_its_part() -> None:
    played = table(deal="automated-shoe")
    played.start_round({1: {"ante": 1000, "flush_bonus": 500, "progressive": 100}})
    played.do(c.Report(irregularity="shoe_fault"), "supervisor")
    assert moves(played.log) == [
        ("BetPlaced", {"player:p1": -1600, "layout": 1600}),
        ("BetsClosed", {"layout": -100, "inventory": 80, "meter:main": 20}),
        ("SeatSettled", {"layout": -1500, "player:p1": 1600, "inventory": -100}),
        ("RoundSettled", {"meter:main": -20, "inventory": 20}),
    ]
    assert balances(played.log) == {}


def test_a_round_that_turns_out_void_while_it_is_settled_is_taken_back() -> None:
    """Seat 2 is settled and paid when seat 1 is found to hold a wrong number of cards."""
    played = table(mode="live")
    played.sit(2)
    deck = dealt(FIVE_SPADES, "2h 4h 6h 8h Th 3s 5d", NINE_HIGH)
    played.start_round({1: {"ante": 1000}, 2: {"ante": 1000}}, deck)
    played.until("settle")
    played.perform_next()
    assert moves(played.log)[-1] == ("SeatSettled", {"layout": -2000, "player:p2": 4000, "inventory": -2000})
    played.do(c.Report(irregularity="wrong_cards_player", seat=1), "supervisor")
    # First as it stood before the seat was settled, then every stake back.
    assert moves(played.log)[-3:] == [
        ("IrregularityFound", {"layout": 2000, "player:p2": -4000, "inventory": 2000}),
        ("SeatSettled", {"layout": -2000, "player:p2": 2000}),
        ("SeatSettled", {"layout": -2000, "player:p1": 2000}),
    ]
    assert balances(played.log) == {}


@pytest.mark.parametrize("name", [MARYLAND, "ma/high-card-flush"])
def test_a_folded_hand_loses_its_ante_and_is_paid_its_bonus(name: str) -> None:
    played = table(name)
    hands = dealt(FIVE_SPADES, NINE_HIGH, one_at_a_time=name == MARYLAND)
    played.deal_round({1: {"ante": 1000, "flush_bonus": 500}}, hands, timid)
    # The ante to the inventory; ten to one on the bonus, and the bonus itself back: at once, or in its turn.
    ante, bonus = (
        {"layout": -1000, "inventory": 1000},
        {"layout": -500, "player:p1": 5500, "inventory": -5000},
    )
    both = {"layout": -1500, "player:p1": 5500, "inventory": -4000}
    turn = [("SeatSettled", both)]
    at_once = [("BonusHandedOver", bonus), ("SeatSettled", ante)]
    assert moves(played.log) == [
        ("BetPlaced", {"player:p1": -1500, "layout": 1500}),
        *(turn if name == MARYLAND else at_once),
    ]


def won() -> Table:
    """A round that the player has won whole: the seven-card straight flush, and its award waits."""
    played = table()
    played.meters = {"main": 500_020 * UNIT}  # with this round's contribution, as the link would say
    deck = dealt(SEVEN_IN_A_ROW, NINE_HIGH)
    played.deal_round({1: {"ante": 1000, "progressive": 100}}, deck, bold)
    return played


def test_a_progressive_award_waits_on_an_account_of_its_own() -> None:
    assert moves(won().log)[1:] == [
        ("BetsClosed", {"layout": -100, "inventory": 80, "meter:main": 20}),
        ("Decided", {"player:p1": -1000, "layout": 1000}),
        (
            "SeatSettled",
            {
                "layout": -2000,
                "player:p1": 4000,
                "inventory": -2000,
                "meter:main": -500_020,
                "award:1.1": 500_020,
            },
        ),
    ]


def test_a_validated_award_goes_to_the_player() -> None:
    played = won()
    played.do(c.Validate(award="1.1"), "floorperson")
    assert moves(played.log)[-1] == ("AwardValidated", {"award:1.1": -500_020, "player:p1": 500_020})
    assert balances(played.log)["player:p1"] == 2000 - 100 + 500_020


def test_a_rejected_award_goes_back_to_its_meter() -> None:
    played = won()
    played.do(c.Reject(award="1.1", reason="the deck was short"), "floorperson")
    assert moves(played.log)[-1] == ("AwardRejected", {"award:1.1": -500_020, "meter:main": 500_020})
    assert balances(played.log) == {"player:p1": 1900, "inventory": -1920, "meter:main": 20}


def test_a_fixed_award_comes_from_the_inventory() -> None:
    """A four-card straight flush is paid $40 (table C), in Maryland after validation too."""
    played = table()
    deck = dealt("2s 3s 4s 5s Th 3d 5h", NINE_HIGH)
    played.deal_round({1: {"ante": 1000, "progressive": 100}}, deck)
    settled = moves(played.log)[-1]
    assert settled == (
        "SeatSettled",
        {"layout": -2000, "player:p1": 4000, "inventory": -6000, "award:1.1": 4000},
    )
    played.do(c.Reject(award="1.1", reason="no light"), "floorperson")
    assert moves(played.log)[-1] == ("AwardRejected", {"award:1.1": -4000, "inventory": 4000})


def test_a_correction_before_settlement_moves_the_difference() -> None:
    played = table(mode="live")
    played.start_round({1: {"ante": 1000, "progressive": 100}}, dealt(FIVE_SPADES, NINE_HIGH))
    played.until("reveal")
    wagers = {"ante": 1000, "flush_bonus": 500, "progressive": 100}
    played.do(correction(1, reason="bonus not keyed", wagers=wagers), "supervisor")
    played.do(correction(1, reason="it was a fold", decision="fold"), "supervisor")
    assert moves(played.log)[-2:] == [
        ("Corrected", {"player:p1": -500, "layout": 500}),
        ("Corrected", {"player:p1": 1000, "layout": -1000}),
    ]


def resettled(played: Table, change: Mapping[str, object]) -> Moves:
    """Resettle the round with a change to its only seat; the posting of it."""
    record = next(event.record for event in played.log if isinstance(event, e.RoundSettled))
    seat = msgspec.structs.replace(record.seats[0], **change)
    corrected = msgspec.structs.replace(record, seats=[seat])
    asked = resettlement(1, record, corrected, "keyed wrongly")
    before = len(moves(played.log))
    played.do(asked, "supervisor")
    return moves(played.log)[before:]


def test_a_resettled_round_posts_the_difference() -> None:
    played = table(mode="live")
    played.deal_round({1: {"ante": 1000}}, dealt(FIVE_SPADES, NINE_HIGH))
    # Paid 2,000 on an ante and a raise of 1,000; a fold would have lost the ante.
    assert resettled(played, {"decision": FOLD}) == [("Resettled", {"inventory": 3000, "player:p1": -3000})]
    assert balances(played.log) == {"player:p1": -1000, "inventory": 1000}


def test_a_resettlement_without_a_difference_posts_nothing() -> None:
    played = table()
    played.deal_round({1: {"ante": 1000}}, dealt(FIVE_SPADES, NINE_HIGH))
    assert resettled(played, {}) == []


def test_a_rejected_award_stays_unpaid_when_the_round_is_resettled() -> None:
    played = won()
    played.do(c.Reject(award="1.1", reason="the deck was short"), "floorperson")
    assert resettled(played, {}) == []


def test_envy_is_posted_with_the_validation_of_the_envied_award() -> None:
    """Two players with a $1 progressive: the other's seven-card straight flush earns $200 envy."""
    played = table()
    played.sit(2)
    played.meters = {"main": 500_040 * UNIT}
    bets = {"ante": 1000, "progressive": 100}
    deck = dealt(SEVEN_IN_A_ROW, "2h 4h 6h 8h Td 3d 5c", "3c 9c Jc 2d 7d Jd Kh")
    played.deal_round({1: bets, 2: bets}, deck)
    assert "RoundSettled" not in dict(moves(played.log))  # the award of the envied hand is pending
    played.do(c.Validate(award="1.1"), "floorperson")
    envy = {"inventory": -20_000, "player:p2": 20_000}
    award = {"award:1.1": -500_040, "player:p1": 500_040}
    assert moves(played.log)[-1] == ("AwardValidated", award | envy)


def test_cover_all_is_posted_for_the_whole_table() -> None:
    """Four Card Poker, two hands: three of a kind pays Cover All 8 to 1."""
    opened = Table(with_rates(table_rules("ma/four-card-poker", "automated-shoe")), "electronic")
    opened.sit(1)
    deck = stacked("8c 8d 8h 2s 3d", "2c 4d 6h Ts Qd", "3s 5s 7s 9d", "Kc")
    opened.deal_round({1: {"ante": 1000, "cover_all": 500}}, deck)
    found = dict(moves(opened.log))
    assert found["CoverAllSettled"] == {"layout": -500, "player:p1": 4500, "inventory": -4000}


def test_the_rate_of_a_meter_is_the_operators() -> None:
    rules = with_rates(table_rules(MARYLAND))
    progressive = rules.house.progressive
    assert progressive is not None
    meters = tuple(replace(meter, rate=1500) for meter in progressive.meters)
    house = replace(rules.house, progressive=replace(progressive, meters=meters))
    played = Table(replace(rules, house=house), "electronic")
    played.sit(1)
    played.start_round({1: {"ante": 1000, "progressive": 100}})
    assert moves(played.log)[1] == ("BetsClosed", {"layout": -100, "inventory": 85, "meter:main": 15})
