"""The house's chips at a live table: opener, closer, drop, color-ups, and totals of buy-ins and markers.

Each is an event of the stream `inventory:<table>` (`inventory_events`), judged by `chip_rules`. Its money is
posted with it: chips come from the cage and return there, and the cash in the drop box paid for chips. The
win by chips is

    actual win = closer + drop + credits - opener - fills

A dealer and a floorperson count openers and closers by denomination. Two of the count team count the drop
box, often after the shift, when the table may be open again, so a drop names its shift. Fills and credits are
slips (`slips`). Buy-ins and markers are totals without names, and move no money: what they brought is in the
drop.

The table's account also moves with every settled wager. After closing, its balance is the win by events less
the win by chips: a miscount, a mispay, or the balance of the meters. Without amounts, events hold only the
progressive, and only the chips give the win. One person is signed in; the other signs by name and password
(`People.countersign`).
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypedDict

import msgspec
from msgspec import UNSET
from sqlalchemy import func, select

from croupier.errors import Refusal
from croupier.floor.desks import inventory_events as i
from croupier.floor.desks.chip_rules import check_event
from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor
from croupier.floor.registry.chips import Chips, Stacks, check_chips, stacks
from croupier.floor.registry.house_events import encode_house_event
from croupier.floor.registry.registry import Registry
from croupier.floor.registry.settings import standing
from croupier.floor.reports.balances import posted_between
from croupier.jackpot.meters import UNIT
from croupier.ledger.records import Record
from croupier.ledger.schema import events, postings
from croupier.ledger.store import Ledger
from croupier.money import LARGEST
from croupier.table.dual_control import Second, check_act
from croupier.table.events import RoundSettled
from croupier.table.state import LIVE

CAGE = "cage"


def signatures(act: str, by: Actor, second: Second) -> i.Signatures:
    """The two signatures of an act of `dual_control.RULES`, each by its role."""
    check_act(act, by.id, second, role=by.role)
    if act == "drop":
        return i.Signatures(counters=(by.id, second.by), second=second.signature)
    dealer, other = (by.id, second.by) if by.role == "dealer" else (second.by, by.id)
    if act in (i.FILL, i.CREDIT):
        return i.Signatures(security=other, dealer=dealer, second=second.signature)
    return i.Signatures(floorperson=other, dealer=dealer, second=second.signature)


def rack_of(ledger: Ledger, table: str) -> i.Rack:
    """A table's shifts and slips."""
    rack = i.Rack()
    for record in ledger.read(i.stream_of(table)):
        rack = i.fold(rack, i.decode_inventory_event(record.body))
    return rack


def days_of(ledger: Ledger, table: str) -> tuple[i.Day, ...]:
    """Every shift of a table's inventory, latest last."""
    return rack_of(ledger, table).days


class Shift(NamedTuple):
    """A shift's inventory, with the log records of its opener and closer."""

    day: i.Day
    opened: int
    closed: int


def shifts_of(ledger: Ledger, table: str) -> Iterator[Shift]:
    """The table's shifts with both counts, oldest first."""
    rack = i.Rack()
    opened, closed = [], []
    for record in ledger.read(i.stream_of(table)):
        event = i.decode_inventory_event(record.body)
        rack = i.fold(rack, event)
        if isinstance(event, i.InventoryOpened):
            opened.append(record.position)
        elif isinstance(event, i.InventoryClosed):
            closed.append(record.position)
    return map(Shift, rack.days, opened, closed)  # the last may not be closed yet


def win_by_rounds(ledger: Ledger, table: str, shift: Shift) -> int:
    """The win of a shift by its rounds: wagers less payouts.

    Includes the progressive wagers and the awards that the table pays, when they are paid. Awards that the
    document keeps out of the table inventory are not in it.
    """
    accounts = (f"chips:{table}", f"layout:{table}")
    posted = posted_between(ledger, accounts, shift.opened, shift.closed)
    return -sum(posted.values()) // UNIT


# -------------------------------------------------------------------------------------------------- acts


class Box(NamedTuple):
    """A drop box: its shift, 0 for the latest, and whether more boxes of it are to be counted."""

    shift: int = 0
    more: bool = False


ONLY_BOX = Box()


def open_inventory(
    unit: Unit, registry: Registry, table: str, chips: Chips, signed: i.Signatures, actor: Actor
) -> i.Day:
    """The opener: chips from the cage to the table."""
    last = rack_in(unit, table).days[-1:]
    day = _count(unit, registry, i.InventoryOpened(**counted(unit, table, chips, signed, actor)))
    if last and last[0].closing is not None:
        _report(unit, table, actor, day.shift, "opener", last[0].closing, day.opening)
    return day


def close_inventory(
    unit: Unit, registry: Registry, table: str, chips: Chips, signed: i.Signatures, actor: Actor
) -> i.Day:
    """The closer: chips counted and returned to the cage."""
    day = _count(unit, registry, i.InventoryClosed(**counted(unit, table, chips, signed, actor)))
    _report_win(unit, table, actor, day)
    return day


def drop(
    unit: Unit,
    registry: Registry,
    table: str,
    cents: int,
    signed: i.Signatures,
    actor: Actor,
    box: Box = ONLY_BOX,
) -> i.Day:
    """A drop box, counted in cents.

    While more boxes of its shift are to be counted, only a drop above the buy-ins and markers is reported.
    """
    event = i.Dropped(
        **_facts(unit, table, actor),
        amount=cents,
        signed=signed,
        shift=box.shift or len(rack_in(unit, table).days),
        more=box.more or UNSET,
    )
    day = _count(unit, registry, event)
    sold = day.buy_ins + day.markers
    if sold and (day.drop_counted or day.drop > sold):
        _report(unit, table, actor, day.shift, "drop", sold, day.drop)
    _report_win(unit, table, actor, day)
    return day


def color_up(
    unit: Unit, registry: Registry, table: str, received: Chips, given: Chips, actor: Actor
) -> i.Day:
    """A player's chips changed for others of the same value."""
    denominations = standing(unit).chips
    amount = check_chips(received, denominations)
    check_chips(given, denominations)
    facts = _facts(unit, table, actor)
    return _count(
        unit, registry, i.ColoredUp(**facts, amount=amount, received=stacks(received), given=stacks(given))
    )


def record_sale(
    unit: Unit,
    registry: Registry,
    table: str,
    what: Literal["buy_in", "marker"],
    cents: int,
    actor: Actor,
) -> i.Day:
    """A total of buy-ins or markers since the last entry, without names."""
    return _count(unit, registry, i.SaleRecorded(**_facts(unit, table, actor), what=what, amount=cents))


class _Facts(TypedDict):
    at: int
    by: str
    role: str
    address: str
    table: str


class _Counted(_Facts):
    amount: int
    chips: Stacks
    signed: i.Signatures


def _facts(unit: Unit, table: str, actor: Actor) -> _Facts:
    return _Facts(at=unit.batch.now, by=actor.id, role=actor.role, address=actor.address, table=table)


def counted(unit: Unit, table: str, chips: Chips, signed: i.Signatures, actor: Actor) -> _Counted:
    """The fields of a count by denomination, its total computed."""
    amount = check_chips(chips, standing(unit).chips)
    return _Counted(**_facts(unit, table, actor), amount=amount, chips=stacks(chips), signed=signed)


def _report(
    unit: Unit,
    table: str,
    actor: Actor,
    shift: int,
    what: Literal["opener", "drop", "win"],
    expected: int,
    found: int,
) -> None:
    """Report a count that differs from its expected value by the house's threshold or more."""
    threshold = max(1, standing(unit).discrepancy)
    if abs(found - expected) < threshold:
        return
    facts = _facts(unit, table, actor)
    record(
        unit,
        i.DiscrepancyFound(
            **facts, shift=shift, what=what, expected=expected, counted=found, threshold=threshold
        ),
    )


def _report_win(unit: Unit, table: str, actor: Actor, day: i.Day) -> None:
    """Once the closer and the last box are counted: the win by chips against the win by rounds.

    Not for a shift with a round without amounts.
    """
    if day.win is None or not day.drop_counted:
        return
    counts = unit.batch.tx.read(i.stream_of(table))
    opened = _positions(counts, i.InventoryOpened)[day.shift - 1 : day.shift]
    closed = _positions(counts, i.InventoryClosed)[day.shift - 1 : day.shift]
    if not opened:  # all in this batch: nothing was dealt
        return
    waiting = () if closed else (*unit.batch.pending, *unit.pending)
    first, last = opened[0], closed[0] if closed else LARGEST
    stream, kind = f"table:{table}", str(RoundSettled.__struct_config__.tag)
    connection = unit.batch.tx.connection
    query = select(events.c.body).where(
        events.c.stream == stream, events.c.kind == kind, events.c.position.between(first, last)
    )
    bodies = [bytes(body) for body in connection.execute(query).scalars()]
    bodies += [each.entry.body for each in waiting if (each.stream, each.entry.kind) == (stream, kind)]
    if not all(msgspec.json.decode(body, type=RoundSettled).record.amounts for body in bodies):
        return
    accounts = (f"chips:{table}", f"layout:{table}")
    posted = select(func.coalesce(func.sum(postings.c.amount), 0)).where(
        postings.c.account.in_(accounts), postings.c.position.between(first, last)
    )
    moved = int(connection.execute(posted).scalar_one())
    moved += sum(cents for each in waiting for account, cents in each.postings if account in accounts)
    _report(unit, table, actor, day.shift, "win", -moved // UNIT, day.win)


def _positions(records: Sequence[Record], kind: type[i.InventoryOpened | i.InventoryClosed]) -> list[int]:
    return [each.position for each in records if isinstance(i.decode_inventory_event(each.body), kind)]


def _count(unit: Unit, registry: Registry, event: i.Count | i.ColoredUp | i.SaleRecorded) -> i.Day:
    check_live(unit, registry, event.table)
    rack = record(unit, event)
    return rack.days[i.shift_of(rack.days, event) - 1]


def check_live(unit: Unit, registry: Registry, table: str) -> None:
    """Refuse chips of an electronic table."""
    # A table's kind never changes, so a slightly old registry is good enough.
    known = registry if table in registry.listings else registry.within(unit)
    if known.listing(table).mode != LIVE:
        message = f"table {table} is electronic and has no chips; allowed: a live table"
        raise Refusal("not_live", message)


def record(unit: Unit, event: i.AnyInventoryEvent) -> i.Rack:
    """Record an event of a table's chips, if it can come next; the chips after it."""
    rack = rack_in(unit, event.table)
    check_event(rack, event)
    unit.append(
        i.stream_of(event.table),
        str(event.__struct_config__.tag),
        encode_house_event(event),
        by=event.by,
        role=event.role,
        postings=postings_of(event),
    )
    return i.fold(rack, event)


def rack_in(unit: Unit, table: str) -> i.Rack:
    """A table's chips, including earlier work in this batch."""
    stream = i.stream_of(table)
    unit.batch.tx.lock(stream)
    bodies = [record.body for record in unit.batch.tx.read(stream)]
    waiting = (*unit.batch.pending, *unit.pending)
    bodies += [each.entry.body for each in waiting if each.stream == stream]
    rack = i.Rack()
    for body in bodies:
        rack = i.fold(rack, i.decode_inventory_event(body))
    return rack


def postings_of(event: i.AnyInventoryEvent) -> tuple[tuple[str, int], ...]:
    """The money that an event moves."""
    if not isinstance(event, i.Count) or not event.amount:
        return ()
    chips, units = f"inventory:{event.table}", event.amount * UNIT
    match event:
        case i.InventoryOpened() | i.Filled():
            source, target = CAGE, chips
        case i.Credited() | i.InventoryClosed():
            source, target = chips, CAGE
        case i.Dropped():
            source, target = chips, f"drop:{event.table}"
    return ((source, -units), (target, units))
