"""Which events a table's chips allow next: the order of counts and slips, and whose step each is.

The desk asks before it records, and the audit asks again with the people of the event, so that a forged log
is found.
"""

from croupier.errors import Refusal
from croupier.floor.desks import inventory_events as i
from croupier.floor.registry.chips import check_total, stacks, total
from croupier.money import LARGEST, dollars
from croupier.table.dual_control import check_approver, check_step
from croupier.table.roles import CAGE, COUNT_TEAM, SECURITY, at_least, one_role, role_words

Rack = i.Rack


def check_event(rack: Rack, event: i.AnyInventoryEvent) -> None:
    """Refuse an event that cannot come next."""
    if isinstance(event, i.SlipRequested | i.SlipApproved | i.SlipVoided):
        _check_slip(rack, event)
    elif isinstance(event, i.DiscrepancyFound):
        if abs(event.counted - event.expected) < event.threshold or not rack.days:
            raise Refusal("inventory_order", "a discrepancy below its threshold")
    else:
        _check_order(rack, event)
        _check_amount(event, 0 if isinstance(event, i.InventoryOpened | i.InventoryClosed) else 1)
        if isinstance(event, i.ColoredUp | i.SaleRecorded):
            check_step("color_up" if isinstance(event, i.ColoredUp) else event.what, event.by, event.role)
        else:
            _check_signed(rack, event)


def _check_order(rack: Rack, event: i.Count | i.ColoredUp | i.SaleRecorded) -> None:
    if isinstance(event, i.Dropped) and rack.days:
        if not 1 <= i.shift_of(rack.days, event) <= len(rack.days):
            message = f"drop of shift {event.shift} of {event.table}; allowed: 1 to {len(rack.days)}"
            raise Refusal("value_not_allowed", message)
        return
    if isinstance(event, i.InventoryOpened) == rack.open:
        allowed = "fill, credit, drop or closer" if rack.open else "its opener first"
        standing = "open" if rack.open else "not open"
        raise Refusal("inventory_order", f"the inventory of {event.table} is {standing}; allowed: {allowed}")
    waiting = [each.slip for each in rack.slips if each.open]
    if isinstance(event, i.InventoryClosed) and waiting:
        message = f"slip {waiting[0]} of {event.table} is open; allowed: deliver or void it before the closer"
        raise Refusal("inventory_order", message)


def _check_amount(event: i.Count | i.ColoredUp | i.SaleRecorded, least: int) -> None:
    if not least <= event.amount <= LARGEST:
        bounds = f"{dollars(least)} to {dollars(LARGEST)}"
        raise Refusal("bad_amount", f"{event.amount} cents; allowed: {bounds}")
    if isinstance(event, i.ColoredUp):
        check_total(total(dict(event.received)), event.amount)
        check_total(total(dict(event.given)), event.amount)
    elif not isinstance(event, i.SaleRecorded | i.Dropped) and event.chips is not None:
        check_total(total(dict(event.chips)), event.amount)


def _check_signed(rack: Rack, event: i.Count) -> None:
    """Two people of the roles of the count; the roles themselves were judged as they signed."""
    signed = event.signed
    first, other, who = signed.floorperson, signed.dealer, "a floorperson and a dealer"
    if isinstance(event, i.Filled | i.Credited):
        slip = _waiting(rack, event.table, event.slip, i.APPROVED)
        what = i.FILL if isinstance(event, i.Filled) else i.CREDIT
        if (what, event.chips) != (slip.what, stacks(slip.chips)):
            message = f"the chips delivered are not those of {slip.what} slip {slip.slip}"
            raise Refusal("total_differs", f"{message}; allowed: the same, or void the slip")
        for by in (signed.dealer, signed.security):
            check_approver(by, slip.people, f"the delivery of slip {slip.slip}")
        if (signed.floorperson, signed.cage) != slip.people:
            raise Refusal("signatures_missing", f"slip {slip.slip} was signed by others")
        first, other, who = signed.security, signed.dealer, "security and a dealer"
        _check_role(event, SECURITY, "dealer")
    elif isinstance(event, i.Dropped):
        first, other = (*signed.counters, "", "")[:2]
        who = "the count team"
        _check_role(event, COUNT_TEAM)
    elif event.chips is None:
        raise Refusal("signatures_missing", f"{event.table}: chips are counted by denomination")
    elif not at_least(event.role, "dealer"):
        raise Refusal("role_too_low", f"a count by {one_role(event.role)}; allowed: a dealer or above")
    if not first or not other or first == other:
        raise Refusal("signatures_missing", f"allowed: signed by {who}, two people")
    if event.by not in (first, other):
        raise Refusal("signatures_missing", f"entered by {event.by}; allowed: by one of those who sign")


def _check_role(event: i.Count, *roles: str) -> None:
    if event.role not in roles:
        allowed = " or ".join(role_words(each) for each in roles)
        raise Refusal("role_too_low", f"entered by {one_role(event.role)}; allowed: {allowed}")


def _check_slip(rack: Rack, event: i.SlipRequested | i.SlipApproved | i.SlipVoided) -> None:
    if isinstance(event, i.SlipRequested):
        check_step("request_slip", event.by, event.role)
        if not rack.open:
            message = f"the inventory of {event.table} is not open; allowed: its opener first"
            raise Refusal("inventory_order", message)
        if event.slip != len(rack.slips) + 1:
            raise Refusal("inventory_order", f"slip {event.slip} after slip {len(rack.slips)}")
        if event.amount < 1:
            raise Refusal("bad_amount", f"a {event.what} without chips; allowed: {dollars(1)} or more")
        check_total(total(dict(event.chips)), event.amount)
        return
    if isinstance(event, i.SlipApproved):
        slip = _waiting(rack, event.table, event.slip, i.REQUESTED)
        check_step("approve_slip", event.by, event.role, slip.people)
        return
    _waiting(rack, event.table, event.slip, i.REQUESTED, i.APPROVED)
    if event.role != CAGE and not at_least(event.role, "floorperson"):
        message = f"a slip voided by {one_role(event.role)}; allowed: a floorperson or above, or the cage"
        raise Refusal("role_too_low", message)
    if not event.reason.strip():
        raise Refusal("value_not_allowed", "a reason is required to void a slip; the log keeps it")


def _waiting(rack: Rack, table: str, number: int, *states: str) -> i.Slip:
    if not 1 <= number <= len(rack.slips):
        raise Refusal("unknown_slip", f"table {table} has no slip {number}")
    slip = rack.slips[number - 1]
    if slip.state not in states:
        allowed = " or ".join(states)
        message = f"{slip.what} slip {number} of {table} is {slip.state}; allowed: one that is {allowed}"
        raise Refusal("inventory_order", message)
    return slip
