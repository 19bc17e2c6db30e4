"""Fills and credits of chips by numbered slips: requested, approved, delivered, or void.

A floorperson requests, the cage approves and counts the chips, security carries them, and the dealer receives
or gives them. Every step is another person's (`chip_rules`). Chips and money move at the delivery alone.
"""

from typing import Literal

import msgspec

from croupier.errors import Refusal
from croupier.floor.desks import inventory_events as i
from croupier.floor.desks.inventory import check_live, counted, rack_in, rack_of, record
from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor
from croupier.floor.registry.chips import Chips, check_chips, stacks
from croupier.floor.registry.registry import Registry
from croupier.floor.registry.settings import standing
from croupier.ledger.store import Ledger


def request_slip(
    unit: Unit, registry: Registry, table: str, what: Literal["fill", "credit"], chips: Chips, actor: Actor
) -> i.Slip:
    """Request a fill or a credit, by denomination; the slip gets the table's next number."""
    check_live(unit, registry, table)
    amount = check_chips(chips, standing(unit).chips)
    event = i.SlipRequested(
        at=unit.batch.now,
        by=actor.id,
        role=actor.role,
        address=actor.address,
        table=table,
        slip=len(rack_in(unit, table).slips) + 1,
        what=what,
        amount=amount,
        chips=stacks(chips),
    )
    return record(unit, event).slips[-1]


def approve_slip(unit: Unit, registry: Registry, table: str, slip: int, actor: Actor) -> i.Slip:
    """The cage approves a slip and counts its chips."""
    check_live(unit, registry, table)
    event = i.SlipApproved(
        at=unit.batch.now, by=actor.id, role=actor.role, address=actor.address, table=table, slip=slip
    )
    return record(unit, event).slips[slip - 1]


def deliver_slip(
    unit: Unit,
    registry: Registry,
    table: str,
    slip: int,
    chips: Chips,
    signed: i.Signatures,
    actor: Actor,
) -> i.Slip:
    """Security and the dealer deliver the chips of an approved slip, counted again by denomination."""
    check_live(unit, registry, table)
    known = _known(rack_in(unit, table), table, slip)
    requester, approver = (*known.people, "", "")[:2]
    signed = msgspec.structs.replace(signed, floorperson=requester, cage=approver)
    kind = i.Filled if known.what == i.FILL else i.Credited
    event = kind(**counted(unit, table, chips, signed, actor), slip=slip)
    return record(unit, event).slips[slip - 1]


def void_slip(unit: Unit, registry: Registry, table: str, slip: int, reason: str, actor: Actor) -> i.Slip:
    """Void a slip before its delivery, with a reason."""
    check_live(unit, registry, table)
    event = i.SlipVoided(
        at=unit.batch.now,
        by=actor.id,
        role=actor.role,
        address=actor.address,
        table=table,
        slip=slip,
        reason=reason,
    )
    return record(unit, event).slips[slip - 1]


def slip_of(ledger: Ledger, table: str, slip: int) -> i.Slip:
    """A slip of a table."""
    return _known(rack_of(ledger, table), table, slip)


def _known(rack: i.Rack, table: str, slip: int) -> i.Slip:
    if not 1 <= slip <= len(rack.slips):
        raise Refusal("unknown_slip", f"table {table} has no slip {slip}")
    return rack.slips[slip - 1]
