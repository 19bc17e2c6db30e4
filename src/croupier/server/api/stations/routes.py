"""Stations: tap in and out by PIN, one's own PIN, and the rotation plan."""

from typing import Annotated

import msgspec
from litestar import Response, Router
from litestar.params import JSONBody, PathParameter

from croupier.errors import Refusal
from croupier.floor.people.sessions import csrf_token
from croupier.floor.registry import stations as desk
from croupier.floor.registry.events import DealerTappedIn, Turn
from croupier.server.api.messages import Done, RequestBody, SessionResponse, Text
from croupier.server.api.sign_in.routes import let_in
from croupier.server.api.sign_in.session import session_response
from croupier.server.house import House
from croupier.server.http.guard import address_of, token_of
from croupier.server.http.handlers import AnyRequest, Here, Me, actor, hashed, in_thread, landed
from croupier.server.http.routing import get, post

TableName = Annotated[str, PathParameter(max_length=64, description="The name of a table.")]


class TapIn(RequestBody, frozen=True, kw_only=True):
    """A tap-in by name and PIN; without them, of the person signed in."""

    name: Text = ""
    pin: Text = ""


class SetPin(RequestBody, frozen=True, kw_only=True):
    """A new PIN of 6 to 8 digits; empty to remove it."""

    pin: Text


class PlanRotation(RequestBody, frozen=True, kw_only=True):
    """The turns of the dealers, in place of the plan before."""

    turns: Annotated[tuple[Turn, ...], msgspec.Meta(max_length=500)]


class Station(msgspec.Struct, frozen=True, kw_only=True):
    """A table's dealer of record, and the turns planned for it."""

    table: str
    dealer: str
    """The id of the dealer of record; empty if nobody is tapped in."""
    name: str
    since: int
    here: bool
    """Whether the dealer of record is tapped in at the viewer's own station."""
    turns: tuple[Turn, ...]
    """From now on, the next first."""
    names: dict[str, str]
    """Of the dealers in the plan."""


@get("/stations/{table:str}")
async def station(house: Here, me: Me, table: TableName) -> Station:
    """The dealer of record of a table, and who comes next."""
    house.tables.find(table)
    return await in_thread(lambda: _station(house, table, me.id))


def _station(house: House, table: str, session: str) -> Station:
    registry, now = house.registry, house.floor.clock()
    found: DealerTappedIn | None = registry.dealers.get(table)
    turns = tuple(each for each in registry.turns if each.table == table and each.at >= now)
    names = house.people.display_names({each.dealer for each in turns} | ({found.by} if found else set()))
    dealer = found.by if found else ""
    return Station(
        table=table,
        dealer=dealer,
        name=names.get(dealer, dealer),
        since=found.at if found else 0,
        here=found is not None and found.session == session,
        turns=turns,
        names=names,
    )


@post("/stations/{table:str}/tap-in")
async def tap_in(
    request: AnyRequest, house: Here, me: Me, table: TableName, data: JSONBody[TapIn]
) -> Response[SessionResponse]:
    """Become the dealer of record; a name and PIN replace the person signed in at this station."""
    house.tables.find(table)
    registry, lives = house.registry, house.people.sessions.lives
    if not data.name:
        await landed(
            house.floor.run(lambda unit: desk.tap_in(unit, registry, table, actor(request), me.id, lives))
        )
        return Response(session_response(house, me, csrf_token(token_of(request, house))))
    opened = await hashed(house, lambda: house.people.door.tap_in(data.name, data.pin, actor(request)))
    by = opened.session.actor(address_of(request))
    mine = me.id

    def elsewhere(session: str) -> bool:
        return session != mine and lives(session)

    try:
        await landed(
            house.floor.run(lambda unit: desk.tap_in(unit, registry, table, by, opened.session.id, elsewhere))
        )
    except Refusal:
        await in_thread(lambda: house.people.sessions.sign_out(opened.token, by.address))
        raise
    await in_thread(lambda: house.people.sessions.sign_out(token_of(request, house), by.address))
    house.recheck(me.person)
    return let_in(house, opened)


@post("/stations/{table:str}/tap-out")
async def tap_out(request: AnyRequest, house: Here, table: TableName) -> Done:
    """End the turn of the dealer of record: one's own, or as a floorperson or above anybody's."""
    house.tables.find(table)
    by = actor(request)
    await landed(house.floor.run(lambda unit: desk.tap_out(unit, house.registry, table, by)))
    return Done()


@post("/pin")
async def set_own_pin(request: AnyRequest, house: Here, me: Me, data: JSONBody[SetPin]) -> Done:
    """Set your own PIN for stations, or remove it."""
    await hashed(house, lambda: house.people.set_pin(me, address_of(request), data.pin))
    return Done()


@get("/dealers")
async def dealers(house: Here) -> dict[str, str]:
    """The names of the dealers by id, for the plan."""
    return await in_thread(house.people.dealers)


@get("/rotation")
async def rotation(house: Here) -> list[Turn]:
    """The rotation plan of all tables."""
    return list(house.registry.turns)


@post("/rotation")
async def plan_rotation(request: AnyRequest, house: Here, data: JSONBody[PlanRotation]) -> Done:
    """Set the rotation plan: which dealer is at which table from when on."""
    by = actor(request)
    names = await in_thread(lambda: house.people.display_names({each.dealer for each in data.turns}))
    for turn in data.turns:
        if turn.dealer not in names:
            raise Refusal("unknown_person", f"no person {turn.dealer[:64]!r}")
    await landed(house.floor.run(lambda unit: desk.plan_rotation(unit, house.registry, data.turns, by)))
    return Done()


stations: Router = Router(
    path="/api",
    route_handlers=[station, tap_in, tap_out, set_own_pin, dealers, rotation, plan_rotation],
    tags=["stations"],
)
