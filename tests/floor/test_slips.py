"""Fill and credit slips: each step by its own role and its own person; chips move at the delivery alone."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from croupier.floor.audit.books import BooksReplay
from croupier.floor.audit.findings import Posted
from croupier.floor.desks import inventory, prints, slips
from croupier.floor.desks.inventory_events import (
    APPROVED,
    DELIVERED,
    REQUESTED,
    VOIDED,
    Signatures,
    decode_inventory_event,
)
from croupier.floor.people.model import Actor
from croupier.floor.print.chip_slip import chip_slip_html
from croupier.floor.registry.chips import DENOMINATIONS
from croupier.jackpot.meters import UNIT
from tests.floor.desk_rig import CARRIED, CASHIER, FLOOR, GUARD, MD, Desk, chips
from tests.floor.floor_rig import audit

SIGNED = Signatures(floorperson="f1", dealer="d1")
DEALER = Actor("d1", "dealer")
RED = {500: 40, 2_500: 10}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    opened.furnish_live("t", MD)
    opened.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    yield opened
    opened.close()


def test_a_fill_and_a_credit_from_request_to_delivery(desk: Desk) -> None:
    fill = desk.do(slips.request_slip, "t", "fill", RED, FLOOR)
    assert (fill.slip, fill.amount, fill.state) == (1, 45_000, REQUESTED)
    credit = desk.do(slips.request_slip, "t", "credit", {10_000: 3}, FLOOR)
    assert (credit.slip, credit.amount) == (2, 30_000)
    assert desk.do(slips.approve_slip, "t", 1, CASHIER).state == APPROVED
    assert desk.ledger.balance("inventory:t") == 1_000_000 * UNIT  # nothing has moved yet
    done = desk.do(slips.deliver_slip, "t", 1, RED, CARRIED, DEALER)
    assert (done.state, done.people) == (DELIVERED, ("f1", "g1", "s9", "d1"))
    assert desk.ledger.balance("inventory:t") == 1_045_000 * UNIT
    desk.do(slips.approve_slip, "t", 2, CASHIER)
    desk.do(slips.deliver_slip, "t", 2, {10_000: 3}, CARRIED, GUARD)
    assert desk.ledger.balance("inventory:t") == 1_015_000 * UNIT
    (day,) = inventory.days_of(desk.ledger, "t")
    assert (day.fills, day.credits) == (45_000, 30_000)
    audit(desk.ledger)


def test_steps_are_of_their_roles_and_order(desk: Desk) -> None:
    for role in ("dealer", "cage", "security", "count_team", "auditor"):
        refused = desk.refused(slips.request_slip, "t", "fill", RED, Actor("x", role))
        assert refused.code == "role_too_low", role
    assert desk.refused(slips.approve_slip, "t", 1, CASHIER).code == "unknown_slip"
    desk.do(slips.request_slip, "t", "fill", RED, FLOOR)
    assert desk.refused(slips.deliver_slip, "t", 1, RED, CARRIED, GUARD).code == "inventory_order"
    for role in ("floorperson", "administrator", "security"):
        assert desk.refused(slips.approve_slip, "t", 1, Actor("x", role)).code == "role_too_low"
    assert desk.refused(slips.approve_slip, "t", 1, Actor("f1", "cage")).code == "own_work"
    desk.do(slips.approve_slip, "t", 1, CASHIER)
    assert desk.refused(slips.approve_slip, "t", 1, Actor("g2", "cage")).code == "inventory_order"

    def deliver(counted: dict[int, int], signed: Signatures, by: Actor) -> str:
        return desk.refused(slips.deliver_slip, "t", 1, counted, signed, by).code

    same = Signatures(security="g1", dealer="d1")
    assert deliver(RED, same, DEALER) == "own_work"  # the cage's own cashier carries
    assert deliver(RED, Signatures(security="s9", dealer="f1"), GUARD) == "own_work"
    assert deliver(RED, Signatures(security="s9", dealer="s9"), GUARD) == "signatures_missing"
    assert deliver(RED, CARRIED, FLOOR) == "role_too_low"
    assert deliver({500: 39, 2_500: 10}, CARRIED, GUARD) == "total_differs"
    assert deliver({2_500: 18}, CARRIED, GUARD) == "total_differs"  # the value, by other chips
    closing = (inventory.close_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    assert desk.refused(*closing).code == "inventory_order"  # a slip is open
    desk.do(slips.deliver_slip, "t", 1, RED, CARRIED, GUARD)
    assert deliver(RED, CARRIED, GUARD) == "inventory_order"
    assert desk.refused(slips.void_slip, "t", 1, "late", FLOOR).code == "inventory_order"
    audit(desk.ledger)


def test_a_void_slip_keeps_its_number_and_moves_nothing(desk: Desk) -> None:
    desk.do(slips.request_slip, "t", "fill", RED, FLOOR)
    assert desk.refused(slips.void_slip, "t", 1, " ", FLOOR).code == "value_not_allowed"
    assert desk.refused(slips.void_slip, "t", 1, "typed wrong", DEALER).code == "role_too_low"
    void = desk.do(slips.void_slip, "t", 1, "typed wrong", CASHIER)
    assert (void.state, void.reason) == (VOIDED, "typed wrong")
    assert desk.refused(slips.approve_slip, "t", 1, CASHIER).code == "inventory_order"
    assert desk.do(slips.request_slip, "t", "credit", RED, FLOOR).slip == 2
    assert desk.refused(slips.request_slip, "t", "fill", {}, FLOOR).code == "bad_amount"
    assert desk.refused(slips.request_slip, "t", "fill", {300: 1}, FLOOR).code == "value_not_allowed"
    assert desk.ledger.balance("inventory:t") == 1_000_000 * UNIT
    audit(desk.ledger)


def test_both_parts_are_printed_and_a_second_print_says_so(desk: Desk) -> None:
    desk.do(slips.request_slip, "t", "fill", RED, FLOOR)
    void = desk.do(slips.void_slip, "t", 1, "typed wrong", FLOOR)
    copies = [desk.run(lambda unit: prints.record_print(unit, "t", "slip 1", FLOOR)) for _ in range(3)]
    assert copies == [1, 2, 3]
    assert [prints.print_mark(each)[:7] for each in (0, 1, 2)] == ["PREVIEW", "", "REPRINT"]
    mark = prints.print_mark(prints.copies(desk.ledger, "t", "slip 1"))
    page = chip_slip_html(void, DENOMINATIONS, "America/New_York", {"f1": "Flo"}, mark)
    for words in ("Original: cage", "Duplicate: table drop box"):
        assert page.count(words) == 1
    for words in ("REPRINT, copy 3", "VOID: typed wrong", "t F-0001", "$5.00 red", "$450.00", "Flo, f1"):
        assert page.count(words) >= 2, words
    audit(desk.ledger)
    evil = "<img src=x onerror=alert(1)>\"'&"
    page = chip_slip_html(replace(void, reason=evil), DENOMINATIONS, "UTC", {"f1": evil}, evil)
    assert "<img" not in page
    assert page.count("&lt;img src=x onerror=alert(1)&gt;") >= 3


def test_the_audit_finds_forged_steps(desk: Desk) -> None:
    """Each record changed by a hand that knows the form: another person, role, number or chips."""
    desk.do(slips.request_slip, "t", "fill", RED, FLOOR)
    desk.do(slips.approve_slip, "t", 1, CASHIER)
    desk.do(slips.deliver_slip, "t", 1, RED, CARRIED, GUARD)
    records = desk.ledger.read("inventory:t")

    def codes(place: int, old: bytes, new: bytes) -> set[str]:
        found: list[str] = []
        replay = BooksReplay(lambda code, record, text: found.append(code))
        for number, record in enumerate(records):
            body = record.body.replace(old, new) if number == place else record.body
            assert number != place or body != record.body, body
            event = msgspec.json.decode(body)
            changed = replace(record, body=body, by=event["by"], role=event["role"])
            moves = tuple(inventory.postings_of(decode_inventory_event(body)))
            replay.feed(Posted(changed, moves))
        return set(found)

    assert "control_differs" in codes(1, b'"floorperson"', b'"dealer"')
    assert "control_differs" in codes(1, b'"slip":1', b'"slip":2')
    assert "control_differs" in codes(1, b"[500,40]", b"[500,41]")
    assert "control_differs" in codes(2, b'"by":"g1"', b'"by":"f1"')
    assert "control_differs" in codes(3, b'"security":"s9"', b'"security":"g1"')
    assert "control_differs" in codes(3, b'"cage":"g1"', b'"cage":"g2"')
    assert "control_differs" in codes(3, b"[2500,10]", b"[2500,8]")
    assert codes(3, b'"address":""', b'"address":"elsewhere"') == set()
