"""Chips of live tables in the report of significant events: counts, slips, discrepancies."""

from collections.abc import Iterator

from croupier.floor.desks import inventory_events as i
from croupier.money import dollars


def chip_words(event: i.AnyInventoryEvent) -> Iterator[str]:
    """An event of a table's chips in words; color-ups and totals of sales are in their shift, not here."""
    match event:
        case i.InventoryOpened():
            yield f"opener: {dollars(event.amount)}, {_signed(event.signed)}"
        case i.InventoryClosed():
            yield f"closer: {dollars(event.amount)}, {_signed(event.signed)}"
        case i.Filled() | i.Credited():
            what = i.FILL if isinstance(event, i.Filled) else i.CREDIT
            slip = f" slip {event.slip} delivered" if event.slip else ""
            yield f"{what}{slip}: {dollars(event.amount)}, {_signed(event.signed)}"
        case i.Dropped():
            shift = f", shift {event.shift}" if event.shift else ""
            yield f"drop{shift}: {dollars(event.amount)}, {_signed(event.signed)}"
        case i.SlipRequested():
            yield f"{event.what} slip {event.slip} requested: {dollars(event.amount)}"
        case i.SlipApproved():
            yield f"slip {event.slip} approved by the cage"
        case i.SlipVoided():
            yield f"slip {event.slip} void: {event.reason}"
        case i.DiscrepancyFound():
            counted, against = {
                "opener": ("opener", "the last closer"),
                "drop": ("drop", "the buy-ins and markers on record"),
                "win": ("win by chips", "win by rounds"),
            }[event.what]
            yield (
                f"discrepancy of {dollars(abs(event.counted - event.expected))} in shift {event.shift}: "
                f"{counted} {dollars(event.counted)}, {against} {dollars(event.expected)}"
            )


def _signed(signed: i.Signatures) -> str:
    people = (signed.floorperson, signed.cage, signed.security, signed.dealer, *signed.counters)
    names = [each for each in people if each]
    return f"signed by {', '.join(names[:-1])} and {names[-1]}"
