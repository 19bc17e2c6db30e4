"""Settling a round anew that is over: what is needed for it, what would come of it, and doing it."""

from typing import NamedTuple

from litestar import Router
from litestar.params import JSONBody

from croupier.errors import Refusal
from croupier.floor.host.hosted_table import Hosted
from croupier.floor.people.sessions import Session
from croupier.server.api.history.routes import RoundNumber, TableName
from croupier.server.api.messages import CommandDone
from croupier.server.api.resettlement.messages import AnewAsked, AnewOffered, AnewTold
from croupier.server.api.resettlement.resettlement import (
    act_of,
    entered_cards,
    foreseen,
    may_settle_anew,
    record_of,
    seat_stands,
    settled_in,
)
from croupier.server.house import House
from croupier.server.http.handlers import Here, Me, in_thread, send, viewer
from croupier.server.http.routing import get, post
from croupier.settlement.prepared import desk
from croupier.settlement.round import Round
from croupier.table.bounds import wager_bounds
from croupier.table.offers import Actor
from croupier.table.redaction.replay import Step
from croupier.table.redaction.resettlement import (
    Correction,
    check_changes,
    check_preview,
    redact_facts,
    redact_refusal,
)


class _Facts(NamedTuple):
    settled: Step
    record: Round
    told: Round
    """The record, as far as the asking person may see it."""


def _facts(house: House, me: Session, hosted: Hosted, round_: int) -> _Facts:
    """The round as it stands, if it may be settled anew now."""
    steps = house.history.steps(hosted, round_)
    settled = settled_in(steps)
    if settled is None:
        raise Refusal("unknown_round", f"no round {round_} at table {hosted.name} that was settled")
    if not may_settle_anew(hosted.state, settled, Actor(me.person, me.role)):
        message = "an award of it waits, it is too long ago, or amounts were not entered"
        raise Refusal("not_now", f"round {round_} cannot be settled anew: {message}")
    later = [event for _, event in house.history.later(hosted.name, round_, settled.version)]
    record = record_of(settled, later)
    return _Facts(settled, record, redact_facts(record, settled, viewer(me)))


@get("/tables/{table:str}/rounds/{round_number:int}/anew")
async def anew_offered(house: Here, me: Me, table: TableName, round_number: RoundNumber) -> AnewOffered:
    """The facts of a round that may be settled anew, as far as the asking person may see them."""
    hosted = house.tables.find(table)
    facts = await in_thread(lambda: _facts(house, me, hosted, round_number))
    then, record = facts.settled.before, facts.told
    return AnewOffered(
        table=table,
        round=round_number,
        version=hosted.state.version,
        seats=tuple(seat_stands(seat) for seat in record.seats),
        dealer=record.dealer or "",
        board=record.board or "",
        wagers=wager_bounds(then.at),
        decided=desk(then.at.house).play.decided,
        cards=not then.electronic,
    )


@post("/tables/{table:str}/rounds/{round_number:int}/anew/preview")
async def anew_foreseen(
    house: Here, me: Me, table: TableName, round_number: RoundNumber, data: JSONBody[AnewAsked]
) -> AnewTold:
    """What would come of settling a round anew: nothing is recorded."""
    hosted = house.tables.find(table)
    asked, state, now = data, hosted.state, house.floor.clock()

    def work() -> AnewTold:
        facts = _facts(house, me, hosted, round_number)
        act = act_of(round_number, facts.record, asked, electronic=facts.settled.before.electronic)
        correction = Correction(act, entered_cards(asked), facts.told)
        check_changes(correction)
        check_preview(correction)
        (settled,) = house.history.placed(table, [facts.settled])
        house.registry.check_link(table, round_number, settled.position)
        return foreseen(state, act, Actor(me.person, me.role), now)

    return await in_thread(work)


@post("/tables/{table:str}/rounds/{round_number:int}/anew")
async def settle_anew(
    house: Here, me: Me, table: TableName, round_number: RoundNumber, data: JSONBody[AnewAsked]
) -> CommandDone:
    """Settle a round anew: the record stays in the log, and the differences are posted."""
    hosted, asked = house.tables.find(table), data
    facts = await in_thread(lambda: _facts(house, me, hosted, round_number))
    act = act_of(round_number, facts.record, asked, electronic=facts.settled.before.electronic)
    correction = Correction(act, entered_cards(asked), facts.told)
    if asked.version == hosted.state.version:  # else it was sent twice, and its key has the first answer
        check_changes(correction)
    try:
        version = await send(house, me, table, act, asked.version, asked.key)
    except Refusal as refusal:
        raise redact_refusal(refusal, correction) from None
    return CommandDone(version=version)


anew_desk = Router(path="/api", route_handlers=[anew_offered, anew_foreseen, settle_anew], tags=["history"])
