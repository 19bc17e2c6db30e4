"""Acts at a live table that a second person signs where the first one is signed in: corrections, and the
steps of a floorperson at the dealer's station."""

from typing import Annotated

import msgspec
from litestar import Router
from litestar.params import JSONBody

from croupier.floor.registry.stations import check_dealer
from croupier.server.api.desks.messages import Cents, Name, Reason
from croupier.server.api.messages import CommandDone, Key, RequestBody, SignIn, Version
from croupier.server.api.tables.routes import TableName
from croupier.server.http.access import check_access
from croupier.server.http.handlers import AnyRequest, Here, Me, landed, send
from croupier.server.http.routing import post
from croupier.server.http.signing import countersigned
from croupier.table import commands as c
from croupier.table.roles import check_at_least

Few: msgspec.Meta = msgspec.Meta(max_length=16)


class CorrectionRequest(RequestBody, frozen=True, kw_only=True):
    """A wrong entry, and what lay on the layout; fields left out stay unchanged."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=16)]
    """0 for the dealer's cards."""
    reason: Reason
    layout: Reason
    """What lay on the layout, in words."""
    wagers: Annotated[dict[Name, Cents], Few] | None = None
    decision: Name | None = None
    amount: Cents = 0
    times: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0
    """Where amounts are not entered: the decided wager as a multiple of the ante."""
    cards: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    second: SignIn
    version: Version
    key: Key = ""


@post("/tables/{table:str}/corrections")
async def correct_entry(
    request: AnyRequest, house: Here, me: Me, table: TableName, data: JSONBody[CorrectionRequest]
) -> CommandDone:
    """Correct an entry of a live round. A retry with the same key does nothing, but is signed again."""
    state = house.tables.find(table).state
    what = f"correct {table} round {state.round} seat {data.seat}"
    act = c.Correct(
        seat=data.seat,
        reason=data.reason,
        layout=data.layout,
        second=await countersigned(request, house, data.second, what),
        wagers=data.wagers,
        decision=data.decision,
        amount=data.amount,
        times=data.times,
        cards=data.cards,
    )
    return CommandDone(version=await send(house, me, table, act, data.version, data.key))


class FloorActRequest(RequestBody, frozen=True, kw_only=True):
    """A floorperson's act at the dealer's station."""

    act: c.Perform | c.ConfirmReport | c.DismissReport | c.AnswerCall
    floorperson: SignIn
    """Signs by PIN, or by password and second factor."""
    version: Version
    key: Key = ""


@post("/tables/{table:str}/floor-acts")
async def floor_act(
    request: AnyRequest, house: Here, me: Me, table: TableName, data: JSONBody[FloorActRequest]
) -> CommandDone:
    """Do a floorperson's step at the dealer's station: the floorperson signs there, and the act is theirs."""
    house.tables.find(table)
    check_dealer(house.registry, table, me.person, me.role, me.id)
    what = f"{data.act.__struct_config__.tag} {table}"
    signed = await countersigned(request, house, data.floorperson, what)
    check_at_least(signed.role, "floorperson")
    check_access("command", signed.role)
    key = f"{signed.by}:{data.key}" if data.key else ""
    answer = await landed(
        house.tables.send(table, data.act, by=signed.by, role=signed.role, version=data.version, key=key)
    )
    return CommandDone(version=answer.version)


corrections_router: Router = Router(path="/api", route_handlers=[correct_entry, floor_act], tags=["tables"])
