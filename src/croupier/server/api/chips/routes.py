"""The chips of live tables over HTTP."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, TypeVar

from litestar import MediaType, Response, Router
from litestar.params import JSONBody, PathParameter

from croupier.floor.desks import inventory, prints, slips
from croupier.floor.desks import inventory_events as i
from croupier.floor.desks.gate import Gate, gate_of, has_gate
from croupier.floor.desks.idempotency import once
from croupier.floor.host.batch import Unit
from croupier.floor.print.chip_slip import chip_slip_html, slip_name
from croupier.floor.registry.chips import Chips, Denomination, check_total, total
from croupier.floor.registry.settings import settings_of
from croupier.server.api.chips.messages import (
    ColorUp,
    CountChips,
    CountDrop,
    DayResponse,
    DeliverSlip,
    Printed,
    RackResponse,
    RacksResponse,
    RecordSale,
    RequestSlip,
    SlipResponse,
    VoidSlip,
)
from croupier.server.api.desks.routes import TableName, printed_page
from croupier.server.house import House
from croupier.server.http.handlers import AnyRequest, Here, actor, in_thread, landed
from croupier.server.http.routing import get, post
from croupier.server.http.signing import countersigned
from croupier.table.state import LIVE

T = TypeVar("T")
SlipNumber = Annotated[int, PathParameter(ge=1, le=2**31, description="The number of a slip.")]
AwardName = Annotated[str, PathParameter(max_length=32, description="Round and seat, such as 12.3.")]


async def _recorded(
    request: AnyRequest, house: House, table: str, key: str, told: type[T], act: Callable[[Unit], T]
) -> T:
    """Run an act once for its key. Chips have their own stream: any server counts them, even if another runs
    the table."""
    by, stream = actor(request), i.stream_of(table)
    return await landed(house.floor.run(lambda unit: once(unit, stream, by, key, told, lambda: act(unit))))


def _stated(chips: Chips, cents: int | None) -> None:
    if cents is not None:
        check_total(total(chips), cents)


def _of_day(day: i.Day) -> DayResponse:
    return DayResponse(day=day, win=day.win)


# ------------------------------------------------------------------------------------------------ counts


@get("/inventory")
async def live_tables(house: Here) -> RacksResponse:
    """The live tables of the house, each with the number of its slips that wait for somebody."""
    listings = house.registry.listings
    names = sorted(name for name, each in listings.items() if each.mode == LIVE and not each.settings.demo)

    def read() -> RacksResponse:
        ledger = house.floor.ledger
        racks = ((name, inventory.rack_of(ledger, name)) for name in names)
        tables = [
            RackResponse(table=name, waiting=sum(slip.state in i.WAITING for slip in rack.slips))
            for name, rack in racks
        ]
        return RacksResponse(zone=settings_of(ledger).zone, tables=tables)

    return await in_thread(read)


@get("/chips")
async def denominations(house: Here) -> list[Denomination]:
    """The chips of the house, by denomination and color."""
    return list((await in_thread(lambda: settings_of(house.floor.ledger))).chips)


@get("/inventory/{table:str}")
async def chips(house: Here, table: TableName) -> list[DayResponse]:
    """Every shift of a live table's inventory."""
    house.tables.find(table)
    days = await in_thread(lambda: inventory.days_of(house.floor.ledger, table))
    return [_of_day(day) for day in days]


@get("/inventory/{table:str}/gate")
async def rack_gate(house: Here, table: TableName) -> Gate:
    """Whether a live table has its opener, and the consequence without one."""
    hosted = house.tables.find(table)
    if not has_gate(hosted.state, hosted.settings):
        return Gate(opener=False, refuses=False, words="")

    def read() -> Gate:
        ledger = house.floor.ledger
        return gate_of(inventory.rack_of(ledger, table), settings_of(ledger).gate, table)

    return await in_thread(read)


@post("/inventory/{table:str}")
async def count_chips(
    request: AnyRequest, house: Here, table: TableName, data: JSONBody[CountChips]
) -> DayResponse:
    """Count a live table's opener or closer by denomination.

    A dealer and a floorperson sign: one is signed in, the other gives a name and password.
    """
    house.tables.find(table)
    _stated(data.chips, data.cents)
    act = {"open": inventory.open_inventory, "close": inventory.close_inventory}[data.what]
    what = f"{data.what} {table} {total(data.chips)}"
    second = await countersigned(request, house, data.second, what)
    by = actor(request)
    signed = inventory.signatures(f"{data.what}_inventory", by, second)
    count = partial(act, registry=house.registry, table=table, chips=data.chips, signed=signed, actor=by)
    return _of_day(await _recorded(request, house, table, data.key, i.Day, count))


@post("/inventory/{table:str}/drop")
async def count_drop(
    request: AnyRequest, house: Here, table: TableName, data: JSONBody[CountDrop]
) -> DayResponse:
    """Count a drop box: two of the count team, never a dealer or the pit."""
    house.tables.find(table)
    by = actor(request)
    what = f"drop {table} {data.cents}" + (f" of shift {data.shift}" if data.shift else "")
    second = await countersigned(request, house, data.second, what)
    signed = inventory.signatures("drop", by, second)
    facts = (house.registry, table, data.cents, signed, by, inventory.Box(data.shift, data.more))
    return _of_day(
        await _recorded(request, house, table, data.key, i.Day, lambda unit: inventory.drop(unit, *facts))
    )


@post("/inventory/{table:str}/color-up")
async def color_up(
    request: AnyRequest, house: Here, table: TableName, data: JSONBody[ColorUp]
) -> DayResponse:
    """Record a color-up: the chips received and given have one value."""
    house.tables.find(table)
    facts = (house.registry, table, data.received, data.given, actor(request))
    return _of_day(
        await _recorded(request, house, table, data.key, i.Day, lambda unit: inventory.color_up(unit, *facts))
    )


@post("/inventory/{table:str}/sales")
async def record_sale(
    request: AnyRequest, house: Here, table: TableName, data: JSONBody[RecordSale]
) -> DayResponse:
    """Record a total of buy-ins or markers, without names."""
    house.tables.find(table)
    facts = (house.registry, table, data.what, data.cents, actor(request))
    return _of_day(
        await _recorded(
            request, house, table, data.key, i.Day, lambda unit: inventory.record_sale(unit, *facts)
        )
    )


# ------------------------------------------------------------------------------------------------- slips


def _of_slip(house: House, slip: i.Slip) -> SlipResponse:
    copies = prints.copies(house.floor.ledger, slip.table, prints.chip_slip(slip.slip))
    return _response(slip, copies)


def _response(slip: i.Slip, printed: int) -> SlipResponse:
    return SlipResponse(slip=slip, name=slip_name(slip), printed=printed)


@get("/inventory/{table:str}/slips")
async def slips_of_table(house: Here, table: TableName) -> list[SlipResponse]:
    """The fill and credit slips of a table, newest first."""
    house.tables.find(table)

    def read() -> list[SlipResponse]:
        found = inventory.rack_of(house.floor.ledger, table).slips
        printed = prints.all_copies(house.floor.ledger, table)
        return [_response(each, printed[prints.chip_slip(each.slip)]) for each in reversed(found[-100:])]

    return await in_thread(read)


@post("/inventory/{table:str}/slips")
async def request_slip(
    request: AnyRequest, house: Here, table: TableName, data: JSONBody[RequestSlip]
) -> SlipResponse:
    """Request a fill or credit: a floorperson or above."""
    house.tables.find(table)
    _stated(data.chips, data.cents)
    facts = (house.registry, table, data.what, data.chips, actor(request))
    slip = await _recorded(
        request, house, table, data.key, i.Slip, lambda unit: slips.request_slip(unit, *facts)
    )
    return await in_thread(lambda: _of_slip(house, slip))


@post("/inventory/{table:str}/slips/{slip:int}/approve")
async def approve_slip(request: AnyRequest, house: Here, table: TableName, slip: SlipNumber) -> SlipResponse:
    """Approve a slip, its chips counted: the cage."""
    house.tables.find(table)
    facts = (house.registry, table, slip, actor(request))
    found = await _recorded(request, house, table, "", i.Slip, lambda unit: slips.approve_slip(unit, *facts))
    return await in_thread(lambda: _of_slip(house, found))


@post("/inventory/{table:str}/slips/{slip:int}/deliver")
async def deliver_slip(
    request: AnyRequest, house: Here, table: TableName, slip: SlipNumber, data: JSONBody[DeliverSlip]
) -> SlipResponse:
    """Deliver the chips of an approved slip: security and a dealer, who count them again."""
    house.tables.find(table)
    by = actor(request)
    known = await in_thread(lambda: slips.slip_of(house.floor.ledger, table, slip))
    what = f"deliver {known.what} {slip} of {table} {total(data.chips)}"
    second = await countersigned(request, house, data.second, what)
    signed = inventory.signatures(known.what, by, second)
    facts = (house.registry, table, slip, data.chips, signed, by)
    found = await _recorded(
        request, house, table, data.key, i.Slip, lambda unit: slips.deliver_slip(unit, *facts)
    )
    return await in_thread(lambda: _of_slip(house, found))


@post("/inventory/{table:str}/slips/{slip:int}/void")
async def void_slip(
    request: AnyRequest, house: Here, table: TableName, slip: SlipNumber, data: JSONBody[VoidSlip]
) -> SlipResponse:
    """Void a slip before its delivery: a floorperson or above, or the cage."""
    house.tables.find(table)
    facts = (house.registry, table, slip, data.reason, actor(request))
    found = await _recorded(request, house, table, "", i.Slip, lambda unit: slips.void_slip(unit, *facts))
    return await in_thread(lambda: _of_slip(house, found))


@get("/inventory/{table:str}/slips/{slip:int}/page", media_type=MediaType.HTML)
async def slip_page(house: Here, table: TableName, slip: SlipNumber) -> Response[str]:
    """Both parts of a slip, to print; marked as a reprint after the first print."""
    house.tables.find(table)

    def printed() -> str:
        ledger = house.floor.ledger
        found, settings = slips.slip_of(ledger, table, slip), settings_of(ledger)
        mark = prints.print_mark(prints.copies(ledger, table, prints.chip_slip(slip)))
        names = house.people.display_names(set(found.people))
        return chip_slip_html(found, settings.chips, settings.zone, names, mark)

    return printed_page(await in_thread(printed))


@post("/inventory/{table:str}/slips/{slip:int}/print")
async def print_slip(request: AnyRequest, house: Here, table: TableName, slip: SlipNumber) -> Printed:
    """Record that a fill or credit slip is printed."""
    house.tables.find(table)
    await in_thread(lambda: slips.slip_of(house.floor.ledger, table, slip))
    by, name = actor(request), prints.chip_slip(slip)
    return Printed(
        copy=await landed(house.floor.run(lambda unit: prints.record_print(unit, table, name, by)))
    )


@post("/jackpots/{table:str}/{award:str}/print")
async def print_award(request: AnyRequest, house: Here, table: TableName, award: AwardName) -> Printed:
    """Record that an award's slip is printed."""
    house.tables.find(table)
    await in_thread(lambda: house.history.won_at(table, award))
    by, name = actor(request), prints.award_slip(award)
    return Printed(
        copy=await landed(house.floor.run(lambda unit: prints.record_print(unit, table, name, by)))
    )


chip_routes: Router = Router(
    path="/api",
    route_handlers=[
        live_tables,
        denominations,
        chips,
        rack_gate,
        count_chips,
        count_drop,
        color_up,
        record_sale,
        slips_of_table,
        request_slip,
        approve_slip,
        deliver_slip,
        void_slip,
        slip_page,
        print_slip,
        print_award,
    ],
    tags=["chips"],
)
