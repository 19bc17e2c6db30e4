"""The floor's pages: tables at a glance, actions at a table, decided awards, names."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from litestar import Router
from litestar.params import QueryParameter
from sqlalchemy import select

from croupier.floor.desks.award_records import PAID, REJECTED, TAKEN_BACK, won_before
from croupier.floor.host.hosted_table import Hosted
from croupier.ledger.schema import events
from croupier.ledger.store import Ledger
from croupier.server.api.floor.messages import DecidedAward, DecidedPage, FloorDetail, FloorTable
from croupier.server.api.tables.routes import TableName
from croupier.server.house import House
from croupier.server.http.handlers import Here, in_thread
from croupier.server.http.routing import get
from croupier.settlement.prepared_rules import prepared
from croupier.table import events as e
from croupier.table.obligations import deck_too_old
from croupier.table.programs import round_program
from croupier.table.redaction.events import redact_event
from croupier.table.redaction.view import view
from croupier.table.state import Viewer

FLOORPERSON = Viewer("floorperson")
"""The floor's view, the same for every viewer of these pages."""

# ---------------------------------------------------------------------------------------------- at a glance


def _alerts(hosted: Hosted) -> Iterator[e.Alert]:
    """Alerts since the last no more bets, newest first."""
    for seen in reversed(list(hosted.recent)):
        yield from getattr(redact_event(seen.event, FLOORPERSON, seen.state), "alerts", ())
        if isinstance(seen.event, e.BetsClosed):
            return


def _glance(house: House, hosted: Hosted) -> FloorTable:
    state, settings, now = hosted.state, hosted.settings, house.floor.clock()
    shown = view(state, FLOORPERSON, now)
    listing = house.registry.listing(hosted.name)
    # A table that was never opened has the game of its submission.
    document = (state.rules or house.registry.rules(hosted.name)).house.rules.rules
    return FloorTable(
        table=hosted.name,
        mode=listing.mode,
        demo=settings.demo,
        rules=shown.rules or document.name,
        title=shown.title or document.title,
        program=state.program,
        round=state.round,
        version=state.version,
        step=shown.step,
        positions=shown.positions,
        taken=len(state.players),
        playing=len(state.hands),
        bets_open=shown.bets_open,
        in_play=state.program == "round" and state.bets_closed,
        closable=any(offer.act == "close_table" for offer in shown.offers),
        last_activity=state.now,
        deadline=hosted.deadline,
        pending=len(state.pending),
        deck_due=shown.deck_due,
        deck_overdue=state.rules is not None and deck_too_old(state, now),
        stub_count_due=shown.stub_count_due,
        called=state.called,
        reported=shown.reported,
        mismatch=state.mismatch,
        found=state.found,
        alerts=tuple(_alerts(hosted)),
        limits=shown.wagers,
        link=settings.link,
        submission=listing.submission,
        submission_version=listing.version,
        waiting=house.registry.pending.get(hosted.name),
    )


@get("/floor")
async def tables_on_floor(house: Here) -> list[FloorTable]:
    """Every table of the house at a glance."""
    return [_glance(house, hosted) for _, hosted in sorted(house.tables.by_name.items())]


@get("/floor/{table:str}")
async def table_on_floor(house: Here, table: TableName) -> FloorDetail:
    """The decisions, devices and methods of a table's rules, for the floor."""
    hosted = house.tables.find(table)
    state = hosted.state
    if state.rules is None:
        return FloorDetail(
            table=_glance(house, hosted),
            decisions=(),
            devices=(),
            deals=(),
            shuffles=(),
            deal="",
            shuffle="",
        )
    rules, equipment = state.at.house.rules, state.at.equipment
    waived = (step.waive for step in round_program(state.at) if step.kind == "offer")
    devices = next((rule.devices for rule in rules.irregularities.values() if rule.devices), ("removed",))
    return FloorDetail(
        table=_glance(house, hosted),
        decisions=tuple(dict.fromkeys((prepared(state.at.house).play.decided, *waived))),
        devices=devices,
        deals=tuple(str(value) for value in rules.options["deal"].values),
        shuffles=tuple(str(value) for value in rules.options["shuffle"].values),
        deal=equipment.deal or "",
        shuffle=equipment.shuffle or "",
    )


# ------------------------------------------------------------------------------------------ decided awards

_KINDS = {"award_validated.v1": PAID, "award_rejected.v1": REJECTED, "award_taken_back.v1": TAKEN_BACK}
_RESETTLED = "resettled.v1"


def _decided(ledger: Ledger, before: int | None, limit: int) -> DecidedPage:
    shown = (events.c.position, events.c.at, events.c.stream, events.c.version, events.c.kind, events.c.role)
    query = (
        select(*shown, events.c.body)
        .where(events.c.kind.in_((*_KINDS, _RESETTLED)))
        .order_by(events.c.position.desc())
        .limit(limit + 1)
    )
    if before is not None:
        query = query.where(events.c.position < before)
    with ledger.database.reading() as connection:
        rows = connection.execute(query).all()
    found = [each for row in rows[:limit] for each in _decisions(ledger, row)]
    return DecidedPage(found=tuple(found), before=rows[limit - 1].position if len(rows) > limit else 0)


def _decisions(ledger: Ledger, row: Any) -> Iterator[DecidedAward]:
    """The awards a record decided; a resettlement may take some back and pay others."""
    event, table = e.decode_event(row.body), row.stream.partition(":")[2]

    def decided(award: str, state: str, player: str, paid: int, reason: str = "") -> DecidedAward:
        return DecidedAward(
            position=row.position,
            at=row.at,
            table=table,
            award=award,
            state=state,
            player=player,
            paid=paid,
            by=event.by,
            role=row.role,
            reason=reason,
        )

    if isinstance(event, e.Resettled):
        for each in event.awards:
            yield decided(each.award, PAID, each.player, each.paid, event.reason)
        for award in event.awards_back:
            won = won_before(ledger, table, award, row.version)
            yield decided(award, TAKEN_BACK, won.player, won.paid, event.reason)
        return
    assert isinstance(event, e.AwardValidated | e.AwardRejected | e.AwardTakenBack)
    reason = event.reason if isinstance(event, e.AwardRejected) else ""
    yield decided(event.award, _KINDS[row.kind], event.player, event.paid, reason)


@get("/jackpots/decided")
async def jackpots_decided(
    house: Here,
    before: Annotated[int | None, QueryParameter(ge=1, le=2**53, description="To read on.")] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=200, description="At most so many.")] = 50,
) -> DecidedPage:
    """Awards that were validated, rejected, taken back, or paid by a resettlement; newest first."""
    return await in_thread(lambda: _decided(house.floor.ledger, before, limit))


# -------------------------------------------------------------------------------------------------- names


@get("/names")
async def names_of(
    house: Here,
    ids: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=64)]],
        QueryParameter(max_items=200, description="The ids of people."),
    ],
) -> dict[str, str]:
    """Display names for ids in slips, counts and the log; unknown ids are left out."""
    return await in_thread(lambda: house.people.display_names(set(ids)))


floor_pages: Router = Router(
    path="/api",
    route_handlers=[tables_on_floor, table_on_floor, jackpots_decided, names_of],
    tags=["floor"],
)
