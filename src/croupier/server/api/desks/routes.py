"""The desks: jackpots and slips, signs, the cashier, live tables' chips."""

from collections.abc import Callable
from typing import Annotated

import msgspec
from litestar import MediaType, Response, Router
from litestar.params import JSONBody, PathParameter, QueryParameter

from croupier.errors import Refusal
from croupier.floor.desks import cashier, prints
from croupier.floor.desks import jackpots as jackpot_desk
from croupier.floor.desks import meters as meter_desk
from croupier.floor.desks.award_records import PAID, PENDING, REJECTED
from croupier.floor.desks.idempotency import once
from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor
from croupier.floor.people.sessions import Session
from croupier.floor.print.sign import sign_html
from croupier.floor.print.slip import slip_html
from croupier.floor.registry.events import MeterAdjusted
from croupier.floor.registry.settings import HouseSettings, change_settings, settings_of, standing
from croupier.server.api.audit.messages import ChangeMeter, MeterChanged
from croupier.server.api.desks.messages import (
    ChangeHouse,
    Counted,
    MoveMoney,
    RejectAward,
)
from croupier.server.api.messages import CommandDone, Done
from croupier.server.house import House
from croupier.server.http.handlers import AnyRequest, Here, Me, actor, in_thread, landed
from croupier.server.http.routing import get, post
from croupier.server.http.signing import countersigned
from croupier.table import commands as c
from croupier.table.offers.bounds import least_round

TableName = Annotated[str, PathParameter(max_length=64, description="The name of a table.")]
AwardName = Annotated[str, PathParameter(max_length=32, description="Round and seat, such as 12.3.")]
PlayerId = Annotated[str, PathParameter(max_length=64, description="The id of a player.")]
Before = Annotated[int | None, QueryParameter(ge=1, le=2**53, description="Read on before this position.")]
Limit = Annotated[int, QueryParameter(ge=1, le=500, description="At most so many.")]

PRINTED = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}
"""Of a page that stands alone with its style in it, and has no script."""


def printed_page(text: str) -> Response[str]:
    """A page to print, alone in its tab."""
    return Response(text, media_type=MediaType.HTML, headers=PRINTED)


# ---------------------------------------------------------------------------------------------- jackpots


@get("/jackpots")
async def jackpots(house: Here) -> list[jackpot_desk.Waiting]:
    """The pending awards of all tables."""
    tables = {name: (hosted.state, hosted.settings.link) for name, hosted in house.tables.by_name.items()}
    waiting = jackpot_desk.pending_awards(tables, house.tables.links)
    if all(each.since for each in waiting):
        return waiting
    return await in_thread(lambda: [_with_time(house, each) for each in waiting])


def _with_time(house: House, waiting: jackpot_desk.Waiting) -> jackpot_desk.Waiting:
    if waiting.since:
        return waiting
    return msgspec.structs.replace(waiting, since=house.history.won_at(waiting.table, waiting.award))


def _slip(house: House, table: str, award: str) -> jackpot_desk.Slip:
    house.tables.find(table)

    def link_at(position: int) -> str:
        return house.registry.listing_at(table, position).settings.link

    return jackpot_desk.slip(house.floor.ledger, table, award, link_at=link_at)


@get("/jackpots/{table:str}/{award:str}")
async def jackpot(house: Here, table: TableName, award: AwardName) -> jackpot_desk.Slip:
    """The details of an award."""
    return await in_thread(lambda: _slip(house, table, award))


@get("/jackpots/{table:str}/{award:str}/slip", media_type=MediaType.HTML)
async def jackpot_slip(house: Here, table: TableName, award: AwardName) -> Response[str]:
    """The slip of an award, to print."""

    def printed() -> str:
        found = _slip(house, table, award)
        names = house.people.display_names({found.player, *(each.by for each in found.people)})
        copies = prints.copies(house.floor.ledger, table, prints.award_slip(award))
        return slip_html(found, names, prints.print_mark(copies))

    return printed_page(await in_thread(printed))


async def _decide(
    house: House, me: Session, table: str, award: str, act: c.Validate | c.Reject
) -> CommandDone:
    """Decide an award once; deciding it again the same way succeeds and changes nothing."""
    house.tables.find(table)
    try:
        answer = await landed(house.tables.send(table, act, by=me.person, role=me.role))
        return CommandDone(version=answer.version)
    except Refusal as refusal:
        if refusal.code != "not_now":
            raise
        state = (await in_thread(lambda: _slip(house, table, award))).state
        if state == PENDING:
            raise
        if state != (PAID if isinstance(act, c.Validate) else REJECTED):
            message = f"award {award} of table {table} is {state}; allowed: a pending award"
            raise Refusal("not_now", message, refusal.clauses) from None
        return CommandDone(version=house.tables.find(table).state.version)


@post("/jackpots/{table:str}/{award:str}/validate")
async def validate_award(house: Here, me: Me, table: TableName, award: AwardName) -> CommandDone:
    """Validate an award, so that it may be paid."""
    return await _decide(house, me, table, award, c.Validate(award=award))


@post("/jackpots/{table:str}/{award:str}/reject")
async def reject_award(
    house: Here, me: Me, table: TableName, award: AwardName, data: JSONBody[RejectAward]
) -> CommandDone:
    """Reject an award, with a reason for the log."""
    return await _decide(house, me, table, award, c.Reject(award=award, reason=data.reason))


# ------------------------------------------------------------------------------------------------ meters


LinkName = Annotated[str, PathParameter(max_length=64, description="The name of a link.")]


MeterAct = Callable[[Unit, str, str, int, str, Actor], MeterAdjusted]


async def _change_meter(
    house: House, by: Actor, link: str, request: ChangeMeter, act: MeterAct
) -> MeterChanged:
    def changed(unit: Unit) -> MeterChanged:
        event = act(unit, link, request.meter, request.cents, request.reason, by)
        return MeterChanged(
            link=event.link, meter=event.meter, before=event.before, after=event.after, clauses=event.clauses
        )

    def work(unit: Unit) -> MeterChanged:
        return once(unit, f"link:{link}", by, request.key, MeterChanged, lambda: changed(unit))

    return await landed(house.floor.run(work))


@post("/links/{link:str}/top-up")
async def top_up_meter(
    request: AnyRequest, house: Here, link: LinkName, data: JSONBody[ChangeMeter]
) -> MeterChanged:
    """Top up a meter with the house's money; the reason is logged."""
    return await _change_meter(house, actor(request), link, data, meter_desk.top_up)


@post("/links/{link:str}/correct")
async def correct_meter(
    request: AnyRequest, house: Here, link: LinkName, data: JSONBody[ChangeMeter]
) -> MeterChanged:
    """Correct a meter up or down, never below its legal minimum; two people sign for it."""
    signed = None
    if data.second is not None:
        signed = await countersigned(request, house, data.second, f"correct {link} {data.meter} {data.cents}")

    def act(unit: Unit, link: str, meter: str, cents: int, reason: str, by: Actor) -> MeterAdjusted:
        return meter_desk.correct(unit, link, meter, cents, reason, by, signed)

    return await _change_meter(house, actor(request), link, data, act)


@get("/tables/{table:str}/sign", media_type=MediaType.HTML)
async def sign(house: Here, table: TableName) -> Response[str]:
    """The printable sign of a table: limits, odds, required wording."""
    state = house.tables.find(table).state
    if state.rules is None:
        raise Refusal("not_now", f"table {table} has not been opened yet")
    rules, electronic, coming = state.rules, state.electronic, house.registry.limits.get(table)

    def drawn() -> str:
        zone = settings_of(house.floor.ledger).zone
        return sign_html(rules, table, electronic=electronic, coming=coming, zone=zone)

    return printed_page(await in_thread(drawn))


# ----------------------------------------------------------------------------------------------- cashier


@get("/statement")
async def own_statement(house: Here, me: Me, before: Before = None, limit: Limit = 50) -> cashier.Statement:
    """Your balance and recent postings."""
    ledger = house.floor.ledger
    return await in_thread(lambda: cashier.statement(ledger, me.person, before=before, limit=limit))


@post("/stake")
async def stake(house: Here, me: Me) -> Counted:
    """Refill a demo guest's balance if it is nearly empty or too small for a round; the cents issued."""
    if not me.demo:
        raise Refusal("demo_off", "play money is given to guests of the demo; others ask an administrator")
    demo = [each for each in house.tables.by_name.values() if each.settings.demo and each.state.rules]
    least = max((least_round(each.state.at) for each in demo), default=0)
    given = await landed(house.floor.run(lambda unit: cashier.stake_guest(unit, me.person, least)))
    return Counted(count=given)


@get("/cashier/{player:str}")
async def statement(
    house: Here, player: PlayerId, before: Before = None, limit: Limit = 50
) -> cashier.Statement:
    """A player's balance and recent postings."""
    return await in_thread(
        lambda: cashier.statement(house.floor.ledger, _player(house, player), before=before, limit=limit)
    )


async def _move_money(house: House, by: Actor, request: MoveMoney, act: Callable[..., None]) -> Done:
    player = await in_thread(lambda: _player(house, request.player))

    def moved(unit: Unit) -> Done:
        act(unit, player, request.cents, by, reason=request.reason)
        return Done()

    work = house.floor.run(
        lambda unit: once(unit, cashier.STREAM, by, request.key, Done, lambda: moved(unit))
    )
    return await landed(work)


@post("/cashier/issue")
async def issue_money(request: AnyRequest, house: Here, data: JSONBody[MoveMoney]) -> Done:
    """Put play money on a player's account."""
    return await _move_money(house, actor(request), data, cashier.issue)


@post("/cashier/take-back")
async def take_money_back(request: AnyRequest, house: Here, data: JSONBody[MoveMoney]) -> Done:
    """Take play money off a player's account."""
    return await _move_money(house, actor(request), data, cashier.take_back)


def _player(house: House, player: str) -> str:
    """Check that an id is a player's, so that no money goes to a mistyped id."""
    if house.people.person(player).role != "player":
        raise Refusal("role_not_allowed", "only players have an account at the cashier")
    return player


# ---------------------------------------------------------------------------------- the house's settings


@get("/house/settings")
async def house_settings(house: Here) -> HouseSettings:
    """The house settings: tax-form threshold, start of the gaming day, confirmation of voids."""
    return await in_thread(lambda: settings_of(house.floor.ledger))


@post("/house/settings")
async def change_house_settings(
    request: AnyRequest, house: Here, data: JSONBody[ChangeHouse]
) -> HouseSettings:
    """Change the house settings; the values before and after are logged."""
    by = actor(request)

    def work(unit: Unit) -> HouseSettings:
        named = {name: value for name, value in msgspec.structs.asdict(data).items() if value is not None}
        return change_settings(unit, msgspec.structs.replace(standing(unit), **named), by)

    changed = await landed(house.floor.run(work))
    house.reread_rule()
    return changed


desks: Router = Router(
    path="/api",
    route_handlers=[
        jackpots,
        jackpot,
        jackpot_slip,
        validate_award,
        reject_award,
        top_up_meter,
        correct_meter,
        sign,
        own_statement,
        stake,
        statement,
        issue_money,
        take_money_back,
        house_settings,
        change_house_settings,
    ],
    tags=["desks"],
)
