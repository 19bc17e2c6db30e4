"""Resettle a finished round: its facts, a preview, and the resettlement."""

from typing import NamedTuple

from litestar import Router
from litestar.params import JSONBody
from msgspec.structs import replace as change

from croupier.errors import Refusal
from croupier.floor.host.hosted_table import Hosted
from croupier.floor.people.sessions import Session
from croupier.server.api.history.routes import RoundNumber, TableName
from croupier.server.api.messages import CommandDone
from croupier.server.api.resettlement.messages import (
    ResettlementFacts,
    ResettlementPreview,
    ResettlementRequest,
)
from croupier.server.api.resettlement.resettlement import (
    act_of,
    entered_cards,
    may_resettle,
    preview,
    record_of,
    settled_in,
)
from croupier.server.house import House
from croupier.server.http.handlers import AnyRequest, Here, Me, in_thread, send, viewer
from croupier.server.http.routing import get, post
from croupier.server.http.signing import countersigned
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Round
from croupier.table.offers import Actor
from croupier.table.offers.bounds import unlocked_wagers
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
    redacted: Round
    """The record, redacted for the viewer."""


def _facts(house: House, me: Session, hosted: Hosted, round_: int) -> _Facts:
    """The facts of a round that may be resettled now."""
    steps = house.history.steps(hosted, round_)
    settled = settled_in(steps)
    if settled is None:
        raise Refusal("unknown_round", f"no settled round {round_} at table {hosted.name}")
    if not may_resettle(hosted.state, settled, Actor(me.person, me.role)):
        message = "an electronic table, a pending award, too old, or played without amounts"
        raise Refusal("not_now", f"round {round_} cannot be resettled: {message}")
    later = [event for _, event in house.history.later(hosted.name, round_, settled.version)]
    record = record_of(settled, later)
    return _Facts(settled, record, redact_facts(record, settled, viewer(me)))


@get("/tables/{table:str}/rounds/{round_number:int}/resettlement")
async def resettlement_facts(
    house: Here, me: Me, table: TableName, round_number: RoundNumber
) -> ResettlementFacts:
    """The facts of a round that may be resettled, redacted for the viewer."""
    hosted = house.tables.find(table)
    facts = await in_thread(lambda: _facts(house, me, hosted, round_number))
    then, record = facts.settled.before, facts.redacted
    return ResettlementFacts(
        table=table,
        round=round_number,
        version=hosted.state.version,
        seats=tuple(record.seats),
        dealer=record.dealer or "",
        board=record.board or "",
        wagers=unlocked_wagers(then.at),
        decided=prepared(then.at.house).play.decided,
    )


@post("/tables/{table:str}/rounds/{round_number:int}/resettlement/preview")
async def preview_resettlement(
    house: Here, me: Me, table: TableName, round_number: RoundNumber, data: JSONBody[ResettlementRequest]
) -> ResettlementPreview:
    """Preview a resettlement; nothing is recorded."""
    hosted = house.tables.find(table)
    state, now = hosted.state, house.floor.clock()

    def work() -> ResettlementPreview:
        facts = _facts(house, me, hosted, round_number)
        act = act_of(round_number, facts.record, data, electronic=facts.settled.before.electronic)
        correction = Correction(act, entered_cards(data), facts.redacted)
        check_changes(correction)
        check_preview(correction)
        (settled,) = house.history.placed(table, [facts.settled])
        house.registry.check_link(table, round_number, settled.position)
        return preview(state, act, Actor(me.person, me.role), now)

    return await in_thread(work)


@post("/tables/{table:str}/rounds/{round_number:int}/resettlement")
async def resettle_round(
    request: AnyRequest,
    house: Here,
    me: Me,
    table: TableName,
    round_number: RoundNumber,
    data: JSONBody[ResettlementRequest],
) -> CommandDone:
    """Resettle a round: the original stays in the log, and the differences are posted."""
    hosted = house.tables.find(table)
    facts = await in_thread(lambda: _facts(house, me, hosted, round_number))
    act = act_of(round_number, facts.record, data, electronic=facts.settled.before.electronic)
    correction = Correction(act, entered_cards(data), facts.redacted)
    if data.version == hosted.state.version:  # if not, it is a retry, and its key returns the first answer
        check_changes(correction)
    if data.second is not None:
        what = f"resettle {table} round {round_number}"
        act = change(act, second=await countersigned(request, house, data.second, what))
    try:
        version = await send(house, me, table, act, data.version, data.key)
    except Refusal as refusal:
        raise redact_refusal(refusal, correction) from None
    return CommandDone(version=version)


resettlement_router: Router = Router(
    path="/api", route_handlers=[resettlement_facts, preview_resettlement, resettle_round], tags=["history"]
)
