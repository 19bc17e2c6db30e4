"""The chips of a live table: its win by the counts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.desks import inventory
from croupier.floor.desks.inventory import Signatures
from croupier.floor.people.model import Actor
from croupier.jackpot.meters import UNIT
from croupier.table.events import RoundSettled, decode_event
from tests.floor.desk_rig import (
    ADMIN,
    FLOOR,
    MA,
    MD,
    NJ,
    NOTHING,
    SEVEN,
    Desk,
    in_turn,
    validate_all,
)
from tests.floor.floor_rig import audit
from tests.table.driver import stacked

SIGNED = Signatures(floorperson="f1", dealer="d1")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


def test_the_win_by_the_chips_is_the_win_by_the_events(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    table.open_up()
    desk.do(inventory.open_inventory, "t", 1_000_000, SIGNED, FLOOR)
    desk.do(inventory.fill, "t", 200_000, SIGNED, FLOOR)
    for hand in ("2d 4h 6d 7h 9d Jh Kc", "As Ks Qs 9s 2d 4h 6d"):
        table.play(in_turn(hand, NOTHING))
        table.open_up()
    desk.do(inventory.credit, "t", 150_000, SIGNED, FLOOR)
    desk.do(inventory.drop, "t", 40_000, SIGNED, Actor("d1", "dealer"))
    events = [decode_event(record.body) for record in desk.ledger.read("table:t")]
    won = -sum(sum(event.nets.values()) for event in events if isinstance(event, RoundSettled))
    assert won
    # What is in the rack: all of it but what was sold for the drop, and what the players have won.
    closing = 1_000_000 + 200_000 - 150_000 - 40_000 + won
    day = desk.do(inventory.close_inventory, "t", closing, SIGNED, FLOOR)
    assert day.win == won
    assert inventory.days_of(desk.ledger, "t") == (day,)
    # What is left is the part of the progressive wagers that is on the meter and not in the rack's books.
    grown = desk.ledger.balance("meter:link:main") - 3_500_000 * UNIT
    assert desk.ledger.balance("inventory:t") == -grown
    assert desk.ledger.balance("drop:t") == 40_000 * UNIT
    assert desk.ledger.balance("cage") == (closing + 150_000 - 1_200_000) * UNIT
    audit(desk.ledger)


def test_a_miscount_stays_on_the_books(desk: Desk) -> None:
    desk.furnish_live("t", MD)
    desk.do(inventory.open_inventory, "t", 1_000_000, SIGNED, FLOOR)
    assert desk.do(inventory.close_inventory, "t", 999_000, SIGNED, FLOOR).win == -1000
    assert desk.ledger.balance("inventory:t") == 1000 * UNIT
    desk.do(inventory.open_inventory, "t", 999_000, SIGNED, FLOOR)
    assert [day.win for day in inventory.days_of(desk.ledger, "t")] == [-1000, None]


def test_an_electronic_table_has_no_chips(desk: Desk) -> None:
    desk.furnish_electronic("t", MD)
    assert desk.refused(inventory.open_inventory, "t", 1000, SIGNED, FLOOR).code == "not_live"
    assert desk.refused(inventory.open_inventory, "u", 1000, SIGNED, FLOOR).code == "unknown_table_name"


@pytest.mark.parametrize(
    ("cents", "signed", "actor", "code"),
    [
        (1000, Signatures(floorperson="f1", dealer=""), FLOOR, "signatures_missing"),
        (1000, Signatures(floorperson="f1", dealer="f1"), FLOOR, "signatures_missing"),
        (1000, SIGNED, ADMIN, "signatures_missing"),
        (1000, SIGNED, Actor("f1", "player"), "role_too_low"),
        (0, SIGNED, FLOOR, "bad_amount"),
        (-5, SIGNED, FLOOR, "bad_amount"),
        (10**13, SIGNED, FLOOR, "bad_amount"),
    ],
)
def test_what_is_refused(desk: Desk, cents: int, signed: Signatures, actor: Actor, code: str) -> None:
    desk.furnish_live("t", MD)
    desk.do(inventory.open_inventory, "t", 1_000_000, SIGNED, FLOOR)
    assert desk.refused(inventory.fill, "t", cents, signed, actor).code == code


def test_chips_are_moved_between_opening_and_closing_only(desk: Desk) -> None:
    desk.furnish_live("t", MD)
    for act in (inventory.fill, inventory.credit, inventory.drop, inventory.close_inventory):
        assert desk.refused(act, "t", 1000, SIGNED, FLOOR).code == "inventory_order"
    desk.do(inventory.open_inventory, "t", 0, SIGNED, FLOOR)
    assert desk.refused(inventory.open_inventory, "t", 1000, SIGNED, FLOOR).code == "inventory_order"
    desk.do(inventory.close_inventory, "t", 0, SIGNED, FLOOR)
    for act in (inventory.fill, inventory.credit, inventory.close_inventory):
        assert desk.refused(act, "t", 1000, SIGNED, FLOOR).code == "inventory_order"


def test_the_drop_box_is_counted_when_the_shift_is_over(desk: Desk) -> None:
    desk.furnish_live("t", MD)
    desk.do(inventory.open_inventory, "t", 1_000_000, SIGNED, FLOOR)
    desk.do(inventory.close_inventory, "t", 970_000, SIGNED, FLOOR)
    first = desk.do(inventory.drop, "t", 10_000, SIGNED, FLOOR)  # closed: none is named, so of the last
    assert (first.shift, first.drop, first.win) == (1, 10_000, -20_000)
    desk.do(inventory.open_inventory, "t", 970_000, SIGNED, FLOOR)
    first = desk.do(inventory.drop, "t", 25_000, SIGNED, FLOOR, shift=1)  # a second box of it
    assert (first.shift, first.drop, first.win) == (1, 35_000, 5_000)
    second = desk.do(inventory.drop, "t", 3_000, SIGNED, FLOOR)  # open: of the one that is
    assert (second.shift, second.drop, second.win) == (2, 3_000, None)
    assert inventory.days_of(desk.ledger, "t") == (first, second)
    for shift in (3, -1):
        refused = desk.refused(inventory.drop, "t", 1000, SIGNED, FLOOR, shift=shift)
        assert (refused.code, refused.message) == (
            "value_not_allowed",
            f"drop of shift {shift} of t; allowed: 1 to 2",
        )
    assert desk.ledger.balance("drop:t") == 38_000 * UNIT
    audit(desk.ledger)


def test_a_drop_of_an_earlier_version_is_of_the_inventory_that_was_open() -> None:
    signed = b'"signed":{"dealer":"d1","floorperson":"f1"},"table":"t"}'
    days: tuple[inventory.Day, ...] = ()
    for kind, at, amount in (
        (b"inventory_opened", 1, 500),
        (b"dropped", 2, 70),
        (b"inventory_closed", 3, 450),
        (b"inventory_opened", 4, 450),
        (b"dropped", 5, 30),
    ):
        head = b'{"amount":%d,"at":%d,"by":"f1","kind":"%s.v1","role":"floorperson",' % (amount, at, kind)
        days = inventory.fold(days, inventory.decode_inventory_event(head + signed))
    assert [(day.shift, day.drop, day.win) for day in days] == [(1, 70, 20), (2, 30, None)]


@pytest.mark.clause("ma-hcf-12.f.source", "nj-hcf-38.12.f.source", shows="computed")
@pytest.mark.parametrize("rules", [MA, NJ, MD])
def test_an_award_that_the_inventory_does_not_pay_is_not_in_the_rack(desk: Desk, rules: str) -> None:
    """Massachusetts and New Jersey keep awards from a meter out of the table inventory; Maryland does not."""
    table = desk.furnish_live("t", rules)
    table.sit(1)
    desk.do(inventory.open_inventory, "t", 1_000_000, SIGNED, FLOOR)
    deck = in_turn(SEVEN, NOTHING) if rules == MD else stacked(SEVEN, NOTHING)
    table.deal_round({1: {"ante": 1000, "progressive": 100}}, deck)
    validate_all(table)
    desk.do(inventory.close_inventory, "t", 1_000_000, SIGNED, FLOOR)
    (shift,) = inventory.shifts_of(desk.ledger, "t")
    award = 3_500_020 if rules == MD else 1_000_024
    paid_from_the_rack = 2000 - 100 + (award if rules == MD else 0)  # ante and raise won, the dollar staked
    assert inventory.win_by_rounds(desk.ledger, "t", shift) == -paid_from_the_rack
    assert desk.ledger.balance("payout:t") == (0 if rules == MD else award * 10_000)
