"""Check that cashier and inventory records posted what they state."""

from croupier.floor.audit.findings import UNREADABLE, Move, Posted, Report, compare_moves
from croupier.floor.desks import cashier, inventory
from croupier.floor.host.accounts import HOUSE
from croupier.jackpot.meters import UNIT


def check_books(report: Report, posted: Posted) -> None:
    """A record of the cashier, or of the chips of a live table."""
    record = posted.record
    event: cashier.AnyCashierEvent | inventory.AnyInventoryEvent
    try:
        if record.stream == cashier.STREAM:
            event = cashier.decode_cashier_event(record.body)
            moves = _of_cashier(event)
        else:
            event = inventory.decode_inventory_event(record.body)
            moves = _of_inventory(event)
            if record.stream != inventory.stream_of(event.table):
                report("not_replayable", record, f"chips of table {event.table!r} in another's stream")
    except UNREADABLE as error:
        report("not_replayable", record, f"the event cannot be read: {error}")
        return
    kind = str(event.__struct_config__.tag)
    if (record.kind, record.by, record.role) != (kind, event.by, event.role):
        told = f"recorded as {record.kind} by {record.role} {record.by}"
        report("not_replayable", record, f"{told}, but it is {kind} by {event.role} {event.by}")
    compare_moves(report, posted, moves)


def _of_cashier(event: cashier.AnyCashierEvent) -> list[Move]:
    """Play money comes from the house, and goes back there."""
    units = event.amount * UNIT
    if isinstance(event, cashier.MoneyTakenBack):
        units = -units
    return [(HOUSE, -units), (f"player:{event.player}", units)]


def _of_inventory(event: inventory.AnyInventoryEvent) -> list[Move]:
    """Chips come from the cage and go back there; the cash of the drop stands for chips that were sold."""
    chips, units = f"inventory:{event.table}", event.amount * UNIT
    if isinstance(event, inventory.InventoryOpened | inventory.Filled):
        return [(inventory.CAGE, -units), (chips, units)]
    target = f"drop:{event.table}" if isinstance(event, inventory.Dropped) else inventory.CAGE
    return [(chips, -units), (target, units)]
