"""The chips of a live table: its win by the counts."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import Refusal
from croupier.floor.desks import inventory, slips
from croupier.floor.desks.chip_rules import check_event
from croupier.floor.desks.gate import check_gate
from croupier.floor.desks.inventory_events import (
    DiscrepancyFound,
    Filled,
    InventoryClosed,
    InventoryOpened,
    Rack,
    Signatures,
    decode_inventory_event,
    fold,
    stream_of,
)
from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor
from croupier.floor.registry.registry import Registry
from croupier.floor.registry.settings import HouseSettings, change_settings
from croupier.jackpot.meters import UNIT
from croupier.ledger.records import Record
from croupier.ledger.transaction import Transaction
from croupier.table.commands import CloseBets
from croupier.table.events import RoundSettled, decode_event
from tests.floor.desk_rig import (
    ADMIN,
    COUNTED,
    COUNTER,
    FLOOR,
    MA,
    MD,
    NJ,
    NOTHING,
    SEVEN,
    Desk,
    chips,
    in_turn,
    validate_all,
)
from tests.floor.floor_rig import audit
from tests.table.driver import every_wager, made, stacked

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
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    desk.slip("fill", "t", 200_000)
    for hand in ("2d 4h 6d 7h 9d Jh Kc", "As Ks Qs 9s 2d 4h 6d"):
        table.play(in_turn(hand, NOTHING))
        table.open_up()
    desk.slip("credit", "t", 150_000)
    desk.do(inventory.drop, "t", 40_000, COUNTED, COUNTER)
    events = [decode_event(record.body) for record in desk.ledger.read("table:t")]
    won = -sum(sum(event.nets.values()) for event in events if isinstance(event, RoundSettled))
    assert won
    # What is in the rack: all of it but what was sold for the drop, and what the players have won.
    closing = 1_000_000 + 200_000 - 150_000 - 40_000 + won
    day = desk.do(inventory.close_inventory, "t", chips(closing), SIGNED, FLOOR)
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
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    assert desk.do(inventory.close_inventory, "t", chips(999_000), SIGNED, FLOOR).win == -1000
    assert desk.ledger.balance("inventory:t") == 1000 * UNIT
    desk.do(inventory.open_inventory, "t", chips(999_000), SIGNED, FLOOR)
    assert [day.win for day in inventory.days_of(desk.ledger, "t")] == [-1000, None]


def test_the_gate_reads_the_end_of_a_long_stream_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.furnish_live("t", MD)
    read, begun = Transaction.read, list[int]()

    def note(self: Transaction, stream: str, after: int = 0) -> list[Record]:
        if stream == stream_of("t"):
            begun.append(after)
        return read(self, stream, after)

    def gate() -> str:
        try:
            desk.run(lambda unit: check_gate(unit, "t", CloseBets()), "t")
        except Refusal as refusal:
            return refusal.code
        return ""

    def sell(unit: Unit, registry: Registry, count: int) -> None:
        for _ in range(count):
            inventory.record_sale(unit, registry, "t", "buy_in", 100, Actor("d1", "dealer"))

    assert gate() == "no_opener"
    desk.do(inventory.open_inventory, "t", chips(1000), SIGNED, FLOOR)
    desk.do(sell, 120)
    assert gate() == ""  # the opener is far back
    desk.do(inventory.close_inventory, "t", chips(1000), SIGNED, FLOOR)
    assert gate() == "no_opener"
    desk.do(inventory.open_inventory, "t", chips(1000), SIGNED, FLOOR)
    monkeypatch.setattr(Transaction, "read", note)
    assert gate() == ""
    assert begun
    assert min(begun) > 50

    def both(unit: Unit, registry: Registry) -> None:
        inventory.close_inventory(unit, registry, "t", chips(1000), SIGNED, FLOOR)
        with pytest.raises(Refusal, match="has no opener"):
            check_gate(unit, "t", CloseBets())

    desk.do(both, table="t")


def test_an_electronic_table_has_no_chips(desk: Desk) -> None:
    desk.furnish_electronic("t", MD)
    assert desk.refused(inventory.open_inventory, "t", chips(1000), SIGNED, FLOOR).code == "not_live"
    assert (
        desk.refused(inventory.open_inventory, "u", chips(1000), SIGNED, FLOOR).code == "unknown_table_name"
    )


@pytest.mark.parametrize(
    ("signed", "actor", "code"),
    [
        (Signatures(floorperson="f1", dealer=""), FLOOR, "signatures_missing"),
        (Signatures(floorperson="f1", dealer="f1"), FLOOR, "signatures_missing"),
        (SIGNED, ADMIN, "signatures_missing"),
        (SIGNED, Actor("f1", "player"), "role_too_low"),
        (SIGNED, Actor("f1", "cage"), "role_too_low"),
    ],
)
def test_who_may_not_count_an_opener(desk: Desk, signed: Signatures, actor: Actor, code: str) -> None:
    desk.furnish_live("t", MD)
    assert desk.refused(inventory.open_inventory, "t", chips(1000), signed, actor).code == code


@pytest.mark.parametrize(
    ("counted", "code"),
    [
        ({300: 1}, "value_not_allowed"),
        ({500: -1}, "value_not_allowed"),
        ({500_000: 1_000_001}, "value_not_allowed"),
    ],
)
def test_chips_are_of_the_house(desk: Desk, counted: dict[int, int], code: str) -> None:
    desk.furnish_live("t", MD)
    assert desk.refused(inventory.open_inventory, "t", counted, SIGNED, FLOOR).code == code


def test_chips_are_moved_between_opener_and_closer_only(desk: Desk) -> None:
    desk.furnish_live("t", MD)

    def refused() -> list[str]:
        sale = ("t", "buy_in", 1000, Actor("d1", "dealer"))
        color = ("t", chips(1000), {500: 2}, Actor("d1", "dealer"))
        return [
            desk.refused(inventory.close_inventory, "t", chips(1000), SIGNED, FLOOR).code,
            desk.refused(slips.request_slip, "t", "fill", chips(1000), FLOOR).code,
            desk.refused(inventory.record_sale, *sale).code,
            desk.refused(inventory.color_up, *color).code,
        ]

    assert set(refused()) == {"inventory_order"}
    assert desk.refused(inventory.drop, "t", 1000, COUNTED, COUNTER).code == "inventory_order"
    desk.do(inventory.open_inventory, "t", chips(0), SIGNED, FLOOR)
    assert desk.refused(inventory.open_inventory, "t", chips(1000), SIGNED, FLOOR).code == "inventory_order"
    desk.do(inventory.close_inventory, "t", chips(0), SIGNED, FLOOR)
    assert set(refused()) == {"inventory_order"}


@pytest.mark.parametrize(
    ("signed", "actor"),
    [
        (COUNTED, Actor("k1", "dealer")),
        (COUNTED, Actor("k1", "floorperson")),
        (COUNTED, Actor("k1", "administrator")),
        (COUNTED, Actor("k1", "cage")),
        (SIGNED, FLOOR),
        (Signatures(counters=("k1",)), COUNTER),
        (Signatures(counters=("k1", "k1")), COUNTER),
        (Signatures(counters=("k2", "k3")), COUNTER),
    ],
)
@pytest.mark.parametrize("amount", [0, 12_345])
def test_the_drop_is_the_count_teams(desk: Desk, signed: Signatures, actor: Actor, amount: int) -> None:
    """Never a dealer's or the pit's, and never one person's."""
    desk.furnish_live("t", MD)
    desk.do(inventory.open_inventory, "t", chips(amount - amount % 100), SIGNED, FLOOR)
    refused = desk.refused(inventory.drop, "t", amount or 1, signed, actor)
    assert refused.code in ("role_too_low", "signatures_missing")


def test_sales_and_color_ups_move_no_money(desk: Desk) -> None:
    desk.furnish_live("t", MD)
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    dealer, floor = Actor("d1", "dealer"), Actor("f1", "supervisor")
    desk.do(inventory.record_sale, "t", "buy_in", 30_000, dealer)
    desk.do(inventory.record_sale, "t", "buy_in", 10_000, dealer)
    desk.do(inventory.record_sale, "t", "marker", 50_000, floor)
    assert desk.refused(inventory.record_sale, "t", "marker", 100, dealer).code == "role_too_low"
    assert desk.refused(inventory.record_sale, "t", "buy_in", 100, floor).code == "role_too_low"
    day = desk.do(inventory.color_up, "t", {500: 40}, {10_000: 2}, dealer)
    assert (day.buy_ins, day.markers, day.colored_up) == (40_000, 50_000, 20_000)
    assert desk.refused(inventory.color_up, "t", {500: 40}, {10_000: 1}, dealer).code == "total_differs"
    assert desk.refused(inventory.color_up, "t", {500: 40}, {10_000: 2}, floor).code == "role_too_low"
    assert desk.ledger.balance("inventory:t") == 1_000_000 * UNIT
    assert b"p1" not in b"".join(each.body for each in desk.ledger.read("inventory:t"))
    audit(desk.ledger)


def test_discrepancies_are_reported_from_the_threshold_of_the_house_on(desk: Desk) -> None:
    desk.furnish_live("t", MD)
    after = HouseSettings(discrepancy=2_500)
    desk.run(lambda unit: change_settings(unit, after, ADMIN))
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    desk.do(inventory.record_sale, "t", "buy_in", 40_000, Actor("d1", "dealer"))
    desk.do(inventory.close_inventory, "t", chips(960_000), SIGNED, FLOOR)
    desk.do(inventory.drop, "t", 37_501, COUNTED, COUNTER)  # a cent within it
    desk.do(inventory.open_inventory, "t", chips(957_500), SIGNED, FLOOR)  # as much as it
    desk.do(inventory.drop, "t", 6_000, COUNTED, COUNTER, inventory.Box(1))
    desk.do(inventory.close_inventory, "t", chips(957_500), SIGNED, FLOOR)
    desk.do(inventory.open_inventory, "t", chips(957_500 + 2_475), SIGNED, FLOOR)
    events = [decode_inventory_event(each.body) for each in desk.ledger.read("inventory:t")]
    found = [each for each in events if isinstance(each, DiscrepancyFound)]
    assert [(each.what, each.shift, each.expected, each.counted) for each in found] == [
        ("opener", 2, 960_000, 957_500),
        ("drop", 1, 40_000, 43_501),
        ("win", 1, 0, 3_501),
    ]
    audit(desk.ledger)


@pytest.mark.parametrize(
    ("last", "found"), [(30_000, []), (29_900, [("drop", 90_000, 89_900), ("win", 0, -100)])]
)
def test_a_drop_of_several_boxes_is_judged_with_the_last(
    desk: Desk, last: int, found: list[tuple[str, int, int]]
) -> None:
    desk.furnish_live("t", MD)
    desk.run(lambda unit: change_settings(unit, HouseSettings(discrepancy=100), ADMIN))
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    desk.do(inventory.record_sale, "t", "buy_in", 90_000, Actor("d1", "dealer"))
    for amount in (20_000, 40_000):
        desk.do(inventory.drop, "t", amount, COUNTED, COUNTER, inventory.Box(more=True))
    desk.do(inventory.close_inventory, "t", chips(910_000), SIGNED, FLOOR)
    assert discrepancies(desk) == [], "the shift is not counted out"
    day = desk.do(inventory.drop, "t", last, COUNTED, COUNTER, inventory.Box(1))
    assert (day.drop, day.drop_counted) == (60_000 + last, True)
    assert discrepancies(desk) == found
    audit(desk.ledger)


def test_a_drop_above_the_sales_is_reported_before_the_last_box(desk: Desk) -> None:
    desk.furnish_live("t", MD)
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    desk.do(inventory.record_sale, "t", "buy_in", 20_000, Actor("d1", "dealer"))
    desk.do(inventory.drop, "t", 30_000, COUNTED, COUNTER, inventory.Box(more=True))
    assert discrepancies(desk) == [("drop", 20_000, 30_000)]


@pytest.mark.parametrize("closer_first", [True, False])
@pytest.mark.parametrize("missing", [0, 9_900, 10_000])
def test_the_closer_is_judged_by_the_rounds_once_all_is_counted(
    desk: Desk, missing: int, closer_first: bool
) -> None:
    """Ten thousand cents is the house's threshold."""
    table = desk.furnish_live("t", MD)
    table.sit(1)
    table.open_up()
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    table.play(in_turn("As Ks Qs 9s 2d 4h 6d", NOTHING))
    events = [decode_event(record.body) for record in desk.ledger.read("table:t")]
    won = -sum(sum(event.nets.values()) for event in events if isinstance(event, RoundSettled))
    assert won
    closer = inventory.close_inventory, "t", chips(960_000 + won - missing), SIGNED, FLOOR
    box = inventory.drop, "t", 40_000, COUNTED, COUNTER
    first, second = (closer, box) if closer_first else (box, closer)
    desk.do(*first)
    assert discrepancies(desk) == []
    if closer_first:  # the rounds of the next shift are not of this one
        desk.do(inventory.open_inventory, "t", chips(960_000 + won - missing), SIGNED, FLOOR)
        table.open_up()
        table.play(in_turn("2d 4h 6d 7h 9d Jh Kc", NOTHING))
        desk.do(*second, inventory.Box(1))
    else:
        desk.do(*second)
    assert discrepancies(desk) == ([("win", won, won - missing)] if missing >= 10_000 else [])
    audit(desk.ledger)


def test_a_shift_with_a_round_without_amounts_is_not_judged_by_its_rounds(desk: Desk) -> None:
    table = desk.furnish_live("t", MD, amounts=False)
    table.sit(1)
    table.open_up()
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    table.deal_round({1: made(every_wager(MD))}, in_turn("2d 4h 6d 7h 9d Jh Kc", NOTHING))
    desk.do(inventory.close_inventory, "t", chips(500_000), SIGNED, FLOOR)
    desk.do(inventory.drop, "t", 40_000, COUNTED, COUNTER)
    assert discrepancies(desk) == []


def discrepancies(desk: Desk) -> list[tuple[str, int, int]]:
    events = [decode_inventory_event(each.body) for each in desk.ledger.read("inventory:t")]
    found = [each for each in events if isinstance(each, DiscrepancyFound)]
    return [(each.what, each.expected, each.counted) for each in found]


def test_the_drop_box_is_counted_when_the_shift_is_over(desk: Desk) -> None:
    desk.furnish_live("t", MD)
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    desk.do(inventory.close_inventory, "t", chips(970_000), SIGNED, FLOOR)
    first = desk.do(inventory.drop, "t", 10_000, COUNTED, COUNTER)  # closed: none is named, so of the last
    assert (first.shift, first.drop, first.win) == (1, 10_000, -20_000)
    desk.do(inventory.open_inventory, "t", chips(970_000), SIGNED, FLOOR)
    first = desk.do(inventory.drop, "t", 25_000, COUNTED, COUNTER, inventory.Box(1))  # a second box of it
    assert (first.shift, first.drop, first.win) == (1, 35_000, 5_000)
    second = desk.do(inventory.drop, "t", 3_000, COUNTED, COUNTER)  # open: of the one that is
    assert (second.shift, second.drop, second.win) == (2, 3_000, None)
    assert inventory.days_of(desk.ledger, "t") == (first, second)
    for shift in (3, -1):
        refused = desk.refused(inventory.drop, "t", 1000, COUNTED, COUNTER, inventory.Box(shift))
        assert (refused.code, refused.message) == (
            "value_not_allowed",
            f"drop of shift {shift} of t; allowed: 1 to 2",
        )
    assert desk.ledger.balance("drop:t") == 38_000 * UNIT
    audit(desk.ledger)


def test_chips_without_denominations_and_a_fill_without_its_slip_are_forged() -> None:
    opener = InventoryOpened(at=6, by="f1", role="floorperson", table="t", amount=0, signed=SIGNED, chips=())
    rack = fold(Rack(), opener)
    check_event(rack, InventoryClosed(**_as_before(opener)))
    for forged, before in (
        (InventoryOpened(**_as_before(opener, chips=None)), Rack()),
        (InventoryClosed(**_as_before(opener, chips=None)), rack),
        (Filled(**_as_before(opener, amount=500, chips=((500, 1),), slip=0)), rack),
    ):
        with pytest.raises(Refusal):
            check_event(before, forged)


def _as_before(event: InventoryOpened, **changed: Any) -> dict[str, Any]:
    return {name: getattr(event, name) for name in event.__struct_fields__} | changed


@pytest.mark.clause("ma-hcf-12.f.source", "nj-hcf-38.12.f.source", shows="computed")
@pytest.mark.parametrize("rules", [MA, NJ, MD])
def test_an_award_that_the_inventory_does_not_pay_is_not_in_the_rack(desk: Desk, rules: str) -> None:
    """Massachusetts and New Jersey keep awards from a meter out of the table inventory; Maryland does not."""
    table = desk.furnish_live("t", rules)
    table.sit(1)
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    deck = in_turn(SEVEN, NOTHING) if rules == MD else stacked(SEVEN, NOTHING)
    table.deal_round({1: {"ante": 1000, "progressive": 100}}, deck)
    validate_all(table)
    desk.do(inventory.close_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    (shift,) = inventory.shifts_of(desk.ledger, "t")
    award = 3_500_020 if rules == MD else 1_000_024
    paid_from_the_rack = 2000 - 100 + (award if rules == MD else 0)  # ante and raise won, the dollar staked
    assert inventory.win_by_rounds(desk.ledger, "t", shift) == -paid_from_the_rack
    assert desk.ledger.balance("payout:t") == (0 if rules == MD else award * 10_000)
