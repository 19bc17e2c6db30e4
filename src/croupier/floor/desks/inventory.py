"""The house's chips at a live table: opening inventory, fills, credits, drop and closing inventory.

Each is an event of the stream `inventory:<table>` signed by a floorperson and a dealer. Its money
is posted with it: chips come from the cage and return there, and the cash in the drop box paid for chips. The
win by chips is

    actual win = closing + drop + credits - opening - fills

The drop box is often counted after the shift, when the table may be open again, so a drop names its shift.

The table's account also moves with every settled wager. After closing, its balance is the win by events less
the win by chips: a miscount, a mispay, or the balance of the meters. Without amounts, events hold only the
progressive, and only the chips give the win. One person is signed in; the other signs by name and password
(`People.countersign`).
"""

from collections.abc import Iterator
from typing import NamedTuple, TypedDict

import msgspec

from croupier.errors import Refusal
from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor
from croupier.floor.registry.house_events import HouseEvent, encode_house_event
from croupier.floor.registry.registry import Registry
from croupier.floor.reports.balances import posted_between
from croupier.jackpot.meters import UNIT
from croupier.ledger.store import Ledger
from croupier.money import LARGEST, dollars
from croupier.table.dual_control import Second, check_act
from croupier.table.roles import check_at_least
from croupier.table.state import LIVE

CAGE = "cage"


class Signatures(msgspec.Struct, frozen=True, kw_only=True):
    """The two people who counted."""

    floorperson: str
    dealer: str
    second: str = ""
    """The house event that records the second person's signature."""


def signatures(act: str, by: Actor, second: Second) -> Signatures:
    """The two signatures of an act of `dual_control.RULES`: a dealer's and a floorperson's or above."""
    check_act(act, by.id, second, role=by.role)
    dealer, other = (by.id, second.by) if by.role == "dealer" else (second.by, by.id)
    return Signatures(floorperson=other, dealer=dealer, second=second.signature)


class InventoryEvent(HouseEvent, frozen=True, kw_only=True):
    """Chips counted or moved, with the two signatures."""

    table: str
    amount: int
    """Cents."""
    signed: Signatures


class InventoryOpened(InventoryEvent, frozen=True, kw_only=True):
    """The opening inventory."""


class Filled(InventoryEvent, frozen=True, kw_only=True):
    """Chips came from the cage."""


class Credited(InventoryEvent, frozen=True, kw_only=True):
    """Chips went back to the cage."""


class Dropped(InventoryEvent, frozen=True, kw_only=True):
    """The drop box was counted: the cash that bought chips at the table."""

    shift: int = 0
    """Of which inventory the box was, the table's first being 1. Without it: of the one that was open, as
    drops were recorded at first."""


class InventoryClosed(InventoryEvent, frozen=True, kw_only=True):
    """The closing inventory."""


AnyInventoryEvent = InventoryOpened | Filled | Credited | Dropped | InventoryClosed

_decoder = msgspec.json.Decoder(AnyInventoryEvent)


def decode_inventory_event(body: bytes) -> AnyInventoryEvent:
    """An event of an inventory from JSON."""
    event: AnyInventoryEvent = _decoder.decode(body)
    return event


def stream_of(table: str) -> str:
    """The stream of a table's chips."""
    return f"inventory:{table}"


class Day(msgspec.Struct, frozen=True, kw_only=True):
    """An inventory from its opening to its closing; amounts are cents."""

    shift: int = 0
    """Its number among the table's inventories, from 1."""
    opened_at: int
    opening: int
    fills: int = 0
    credits: int = 0
    drop: int = 0
    closing: int | None = None
    closed_at: int | None = None

    @property
    def win(self) -> int | None:
        """The win by chips; none before the closing count."""
        if self.closing is None:
            return None
        return self.closing + self.drop + self.credits - self.opening - self.fills


def fold(days: tuple[Day, ...], event: AnyInventoryEvent) -> tuple[Day, ...]:
    """The inventory's shifts after an event, latest last."""
    if isinstance(event, InventoryOpened):
        return (*days, Day(shift=len(days) + 1, opened_at=event.at, opening=event.amount))
    place = _place(days, event)
    day = days[place]
    change = msgspec.structs.replace
    match event:
        case Filled():
            day = change(day, fills=day.fills + event.amount)
        case Credited():
            day = change(day, credits=day.credits + event.amount)
        case Dropped():
            day = change(day, drop=day.drop + event.amount)
        case InventoryClosed():
            day = change(day, closing=event.amount, closed_at=event.at)
    return (*days[:place], day, *days[place + 1 :])


def _place(days: tuple[Day, ...], event: AnyInventoryEvent) -> int:
    """The shift of an event: the latest, unless a drop names an earlier one."""
    shift = event.shift if isinstance(event, Dropped) else 0
    return (shift or len(days)) - 1


def days_of(ledger: Ledger, table: str) -> tuple[Day, ...]:
    """Every shift of a table's inventory, latest last."""
    days: tuple[Day, ...] = ()
    for record in ledger.read(stream_of(table)):
        days = fold(days, decode_inventory_event(record.body))
    return days


class Shift(NamedTuple):
    """A shift's inventory, with the log records of its opening and closing counts."""

    day: Day
    opened: int
    closed: int


def shifts_of(ledger: Ledger, table: str) -> Iterator[Shift]:
    """The table's shifts with both counts, oldest first."""
    days: tuple[Day, ...] = ()
    opened, closed = [], []
    for record in ledger.read(stream_of(table)):
        event = decode_inventory_event(record.body)
        days = fold(days, event)
        if isinstance(event, InventoryOpened):
            opened.append(record.position)
        elif isinstance(event, InventoryClosed):
            closed.append(record.position)
    return map(Shift, days, opened, closed)  # the last may not be closed yet


def win_by_rounds(ledger: Ledger, table: str, shift: Shift) -> int:
    """The win of a shift by its rounds: wagers less payouts.

    Includes the progressive wagers and the awards that the table pays, when they are paid. Awards that the
    document keeps out of the table inventory are not in it.
    """
    accounts = (f"chips:{table}", f"layout:{table}")
    posted = posted_between(ledger, accounts, shift.opened, shift.closed)
    return -sum(posted.values()) // UNIT


# -------------------------------------------------------------------------------------------------- acts


def open_inventory(
    unit: Unit, registry: Registry, table: str, cents: int, signed: Signatures, actor: Actor
) -> Day:
    """The opening inventory: chips from the cage to the table."""
    return _act(unit, registry, InventoryOpened(**_facts(unit, table, cents, signed, actor)), least=0)


def fill(unit: Unit, registry: Registry, table: str, cents: int, signed: Signatures, actor: Actor) -> Day:
    """Chips from the cage to the table."""
    return _act(unit, registry, Filled(**_facts(unit, table, cents, signed, actor)))


def credit(unit: Unit, registry: Registry, table: str, cents: int, signed: Signatures, actor: Actor) -> Day:
    """Chips from the table to the cage."""
    return _act(unit, registry, Credited(**_facts(unit, table, cents, signed, actor)))


def drop(
    unit: Unit,
    registry: Registry,
    table: str,
    cents: int,
    signed: Signatures,
    actor: Actor,
    shift: int = 0,
) -> Day:
    """Record the drop of a shift, open or closed; of the latest if none is named."""
    return _act(unit, registry, Dropped(**_facts(unit, table, cents, signed, actor), shift=shift))


def close_inventory(
    unit: Unit, registry: Registry, table: str, cents: int, signed: Signatures, actor: Actor
) -> Day:
    """Record the closing inventory: chips counted and returned to the cage."""
    return _act(unit, registry, InventoryClosed(**_facts(unit, table, cents, signed, actor)), least=0)


class _Facts(TypedDict):
    at: int
    by: str
    role: str
    address: str
    table: str
    amount: int
    signed: Signatures


def _facts(unit: Unit, table: str, cents: int, signed: Signatures, actor: Actor) -> _Facts:
    return _Facts(
        at=unit.batch.now,
        by=actor.id,
        role=actor.role,
        address=actor.address,
        table=table,
        amount=cents,
        signed=signed,
    )


def _act(unit: Unit, registry: Registry, event: AnyInventoryEvent, least: int = 1) -> Day:
    _check(unit, registry, event, least)
    days = _standing(unit, event.table)
    if isinstance(event, Dropped) and days:
        event = msgspec.structs.replace(event, shift=event.shift or len(days))
        if not 1 <= event.shift <= len(days):
            message = f"drop of shift {event.shift} of {event.table}; allowed: 1 to {len(days)}"
            raise Refusal("value_not_allowed", message)
    else:
        is_open = bool(days) and days[-1].closing is None
        if isinstance(event, InventoryOpened) == is_open:
            allowed = "fill, credit, drop or close it" if is_open else "open it first"
            standing = "open" if is_open else "not open"
            message = f"the inventory of {event.table} is {standing}; allowed: {allowed}"
            raise Refusal("inventory_order", message)
    kind = str(event.__struct_config__.tag)
    body = encode_house_event(event)
    unit.append(stream_of(event.table), kind, body, by=event.by, role=event.role, postings=_postings(event))
    days = fold(days, event)
    return days[_place(days, event)]


def _check(unit: Unit, registry: Registry, event: AnyInventoryEvent, least: int) -> None:
    # A table's kind never changes, so a slightly old registry is good enough.
    known = registry if event.table in registry.listings else registry.within(unit)
    if known.listing(event.table).mode != LIVE:
        message = f"table {event.table} is electronic and has no chips; allowed: a live table"
        raise Refusal("not_live", message)
    check_at_least(event.role, "dealer")
    signed = event.signed
    if not signed.floorperson or not signed.dealer or signed.floorperson == signed.dealer:
        raise Refusal("signatures_missing", "allowed: signed by a floorperson and a dealer, two people")
    if event.by not in (signed.floorperson, signed.dealer):
        raise Refusal("signatures_missing", f"entered by {event.by}; allowed: by one of those who sign")
    if not least <= event.amount <= LARGEST:
        bounds = f"{dollars(least)} to {dollars(LARGEST)}"
        raise Refusal("bad_amount", f"{event.amount} cents; allowed: {bounds}")


def _standing(unit: Unit, table: str) -> tuple[Day, ...]:
    """The shifts so far, including earlier work in this batch."""
    stream = stream_of(table)
    unit.batch.tx.lock(stream)
    bodies = [record.body for record in unit.batch.tx.read(stream)]
    waiting = (*unit.batch.pending, *unit.pending)
    bodies += [each.entry.body for each in waiting if each.stream == stream]
    days: tuple[Day, ...] = ()
    for body in bodies:
        days = fold(days, decode_inventory_event(body))
    return days


def _postings(event: AnyInventoryEvent) -> tuple[tuple[str, int], ...]:
    chips, units = f"inventory:{event.table}", event.amount * UNIT
    match event:
        case InventoryOpened() | Filled():
            source, target = CAGE, chips
        case Credited() | InventoryClosed():
            source, target = chips, CAGE
        case Dropped():
            source, target = chips, f"drop:{event.table}"
    return ((source, -units), (target, units)) if units else ()
