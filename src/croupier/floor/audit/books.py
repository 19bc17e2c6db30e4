"""Check that cashier and inventory records posted their stated amounts, each allowed at its place."""

from croupier.errors import Refusal
from croupier.floor.audit.findings import UNREADABLE, Move, Posted, Report, compare_moves
from croupier.floor.desks import cashier
from croupier.floor.desks import inventory_events as i
from croupier.floor.desks.chip_rules import check_event
from croupier.floor.desks.inventory import CAGE
from croupier.floor.host.accounts import HOUSE
from croupier.jackpot.meters import UNIT


class BooksReplay:
    """The records of the cashier, and of the chips of live tables."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self.racks: dict[str, i.Rack] = {}

    def feed(self, posted: Posted) -> None:
        """The next record."""
        record, report = posted.record, self._report
        event: cashier.AnyCashierEvent | i.AnyInventoryEvent
        try:
            if record.stream == cashier.STREAM:
                event = cashier.decode_cashier_event(record.body)
                moves = _of_cashier(event)
            else:
                event = i.decode_inventory_event(record.body)
                moves = _of_inventory(event)
        except UNREADABLE as error:
            report("not_replayable", record, f"the event cannot be read: {error}")
            return
        kind = str(event.__struct_config__.tag)
        if (record.kind, record.by, record.role) != (kind, event.by, event.role):
            told = f"recorded as {record.kind} by {record.role} {record.by}"
            report("not_replayable", record, f"{told}, but it is {kind} by {event.role} {event.by}")
        if not isinstance(event, cashier.AnyCashierEvent):
            self._follow(posted, event)
        compare_moves(report, posted, moves)

    def _follow(self, posted: Posted, event: i.AnyInventoryEvent) -> None:
        record = posted.record
        if record.stream != i.stream_of(event.table):
            self._report("not_replayable", record, f"chips of table {event.table!r} in another's stream")
            return
        rack = self.racks.get(event.table, i.Rack())
        try:
            check_event(rack, event)
            self.racks[event.table] = i.fold(rack, event)
        except Refusal as refusal:
            self._report("control_differs", record, refusal.message)


def _of_cashier(event: cashier.AnyCashierEvent) -> list[Move]:
    """Play money comes from the house, and goes back there."""
    units = event.amount * UNIT
    if isinstance(event, cashier.MoneyTakenBack):
        units = -units
    return [(HOUSE, -units), (f"player:{event.player}", units)]


def _of_inventory(event: i.AnyInventoryEvent) -> list[Move]:
    """Chips come from the cage and go back there; the cash of the drop stands for chips that were sold."""
    if not isinstance(event, i.Count):
        return []
    chips, units = f"inventory:{event.table}", event.amount * UNIT
    if isinstance(event, i.InventoryOpened | i.Filled):
        return [(CAGE, -units), (chips, units)]
    target = f"drop:{event.table}" if isinstance(event, i.Dropped) else CAGE
    return [(chips, -units), (target, units)]
