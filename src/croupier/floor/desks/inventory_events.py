"""Events of a live table's chips, in the stream `inventory:<table>`, and their totals."""

from typing import Literal

import msgspec

from croupier.floor.registry.chips import Chips, Stacks
from croupier.floor.registry.house_events import HouseEvent

FILL, CREDIT = "fill", "credit"
REQUESTED, APPROVED, DELIVERED, VOIDED = "requested", "approved", "delivered", "void"
WAITING = (REQUESTED, APPROVED)
"""The states of a slip that waits for somebody."""


class Signatures(msgspec.Struct, frozen=True, kw_only=True):
    """The people who signed a count or a delivery, by their ids."""

    floorperson: str = ""
    dealer: str = ""
    second: str = ""
    """The house event that records the second person's signature."""
    cage: str = ""
    security: str = ""
    counters: tuple[str, ...] = ()
    """The count team of a drop."""


class InventoryEvent(HouseEvent, frozen=True, kw_only=True):
    """Chips counted or moved, with their signatures."""

    table: str
    amount: int
    """Cents."""
    signed: Signatures
    chips: Stacks | None = None
    """By denomination; none for a drop, which is cash."""


class InventoryOpened(InventoryEvent, frozen=True, kw_only=True):
    """The opener: the opening inventory."""


class Filled(InventoryEvent, frozen=True, kw_only=True):
    """Chips came from the cage: a fill was delivered."""

    slip: int


class Credited(InventoryEvent, frozen=True, kw_only=True):
    """Chips went back to the cage: a credit was delivered."""

    slip: int


class Dropped(InventoryEvent, frozen=True, kw_only=True):
    """The count team counted the drop box: the cash that bought chips at the table."""

    shift: int = 0
    """The shift of the box, numbered from 1 by table; 0 for the latest."""
    more: bool | msgspec.UnsetType = msgspec.UNSET
    """More boxes of this shift will be counted; omitted for the last one."""


class InventoryClosed(InventoryEvent, frozen=True, kw_only=True):
    """The closer: the closing inventory."""


class SlipRequested(HouseEvent, frozen=True, kw_only=True):
    """A floorperson requested a fill or a credit."""

    table: str
    slip: int
    """Its number among the table's slips, from 1."""
    what: Literal["fill", "credit"]
    amount: int
    chips: Stacks


class SlipApproved(HouseEvent, frozen=True, kw_only=True):
    """The cage approved a slip and counted its chips."""

    table: str
    slip: int


class SlipVoided(HouseEvent, frozen=True, kw_only=True):
    """A slip was voided before its delivery; its number is not used again."""

    table: str
    slip: int
    reason: str


class ColoredUp(HouseEvent, frozen=True, kw_only=True):
    """A player's chips were changed for chips of other denominations of the same value."""

    table: str
    amount: int
    received: Stacks
    given: Stacks


class SaleRecorded(HouseEvent, frozen=True, kw_only=True):
    """A total of buy-ins or markers, without names."""

    table: str
    what: Literal["buy_in", "marker"]
    amount: int


class DiscrepancyFound(HouseEvent, frozen=True, kw_only=True):
    """A count differs from its expected value by the house's threshold or more."""

    table: str
    shift: int
    what: Literal["opener", "drop", "win"]
    """The opener against the last closer; the drop against the buy-ins and markers on record; the win by
    chips against the win by rounds."""
    expected: int
    counted: int
    threshold: int


Count = InventoryOpened | Filled | Credited | Dropped | InventoryClosed
"""Events that move money."""
AnyInventoryEvent = (
    InventoryOpened
    | Filled
    | Credited
    | Dropped
    | InventoryClosed
    | SlipRequested
    | SlipApproved
    | SlipVoided
    | ColoredUp
    | SaleRecorded
    | DiscrepancyFound
)

_decoder = msgspec.json.Decoder(AnyInventoryEvent)


def decode_inventory_event(body: bytes) -> AnyInventoryEvent:
    """An event of an inventory from JSON."""
    event: AnyInventoryEvent = _decoder.decode(body)
    return event


def stream_of(table: str) -> str:
    """The stream of a table's chips."""
    return f"inventory:{table}"


class Day(msgspec.Struct, frozen=True, kw_only=True):
    """An inventory from its opener to its closer; amounts are cents."""

    shift: int = 0
    """Its number among the table's inventories, from 1."""
    opened_at: int
    opening: int
    fills: int = 0
    credits: int = 0
    drop: int = 0
    closing: int | None = None
    closed_at: int | None = None
    buy_ins: int = 0
    markers: int = 0
    colored_up: int = 0
    drop_counted: bool = False
    """Whether the last drop box is counted."""

    @property
    def win(self) -> int | None:
        """The win by chips; none before the closer."""
        if self.closing is None:
            return None
        return self.closing + self.drop + self.credits - self.opening - self.fills


class SlipStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a slip: who did it, in which role, when."""

    what: str
    by: str
    role: str
    at: int


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """A fill or credit slip."""

    table: str
    slip: int
    what: str
    amount: int
    chips: Chips
    state: str = REQUESTED
    """requested, approved, delivered or void."""
    steps: tuple[SlipStep, ...] = ()
    reason: str = ""

    @property
    def open(self) -> bool:
        """Whether it waits for somebody."""
        return self.state in (REQUESTED, APPROVED)

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who did a step of it."""
        return tuple(each.by for each in self.steps)


class Rack(msgspec.Struct, frozen=True, kw_only=True):
    """A table's chips so far: its shifts and slips, both from 1."""

    days: tuple[Day, ...] = ()
    slips: tuple[Slip, ...] = ()

    @property
    def open(self) -> bool:
        """Whether the table has an opener and no closer yet."""
        return bool(self.days) and self.days[-1].closing is None


def fold(rack: Rack, event: AnyInventoryEvent) -> Rack:
    """The chips after an event."""
    change = msgspec.structs.replace
    match event:
        case InventoryOpened():
            day = Day(shift=len(rack.days) + 1, opened_at=event.at, opening=event.amount)
            return change(rack, days=(*rack.days, day))
        case SlipRequested():
            step = SlipStep(what=REQUESTED, by=event.by, role=event.role, at=event.at)
            slip = Slip(
                table=event.table,
                slip=event.slip,
                what=event.what,
                amount=event.amount,
                chips=dict(event.chips),
                steps=(step,),
            )
            return change(rack, slips=(*rack.slips, slip))
        case SlipApproved():
            return _with_step(rack, event.slip, APPROVED, event)
        case SlipVoided():
            return _with_step(rack, event.slip, VOIDED, event, event.reason)
        case DiscrepancyFound():
            return rack
    rack = change(rack, days=_with_day(rack.days, event))
    if isinstance(event, Filled | Credited):
        return _delivered(rack, event)
    return rack


def _with_day(
    days: tuple[Day, ...],
    event: Filled | Credited | Dropped | InventoryClosed | ColoredUp | SaleRecorded,
) -> tuple[Day, ...]:
    place = shift_of(days, event) - 1
    day, change = days[place], msgspec.structs.replace
    match event:
        case Filled():
            day = change(day, fills=day.fills + event.amount)
        case Credited():
            day = change(day, credits=day.credits + event.amount)
        case Dropped():
            day = change(day, drop=day.drop + event.amount, drop_counted=event.more is not True)
        case InventoryClosed():
            day = change(day, closing=event.amount, closed_at=event.at)
        case ColoredUp():
            day = change(day, colored_up=day.colored_up + event.amount)
        case SaleRecorded() if event.what == "buy_in":
            day = change(day, buy_ins=day.buy_ins + event.amount)
        case SaleRecorded():
            day = change(day, markers=day.markers + event.amount)
    return (*days[:place], day, *days[place + 1 :])


def shift_of(days: tuple[Day, ...], event: AnyInventoryEvent) -> int:
    """The shift of an event: the latest, unless a drop names an earlier one."""
    return (event.shift if isinstance(event, Dropped) else 0) or len(days)


def _with_step(rack: Rack, number: int, what: str, event: HouseEvent, reason: str = "") -> Rack:
    step = SlipStep(what=what, by=event.by, role=event.role, at=event.at)
    return _with_slip(rack, number, what, (step,), reason)


def _delivered(rack: Rack, event: Filled | Credited) -> Rack:
    signed = (("security", event.signed.security), ("dealer", event.signed.dealer))
    steps = tuple(SlipStep(what=DELIVERED, by=by, role=role, at=event.at) for role, by in signed)
    return _with_slip(rack, event.slip, DELIVERED, steps)


def _with_slip(rack: Rack, number: int, state: str, steps: tuple[SlipStep, ...], reason: str = "") -> Rack:
    slip = rack.slips[number - 1]
    slip = msgspec.structs.replace(slip, state=state, steps=(*slip.steps, *steps), reason=reason)
    return msgspec.structs.replace(rack, slips=(*rack.slips[: number - 1], slip, *rack.slips[number:]))
