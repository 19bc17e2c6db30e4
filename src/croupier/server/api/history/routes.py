"""Finished rounds: the list of them, and one step by step, redacted for the viewer.

`table.redaction` decides who sees a round, and redacts each step and its words.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise
from typing import Annotated

from litestar import Response, Router
from litestar.params import PathParameter, QueryParameter

from croupier.errors import Refusal
from croupier.floor.desks.rulings import Later, decided_later
from croupier.floor.host.hosted_table import Hosted
from croupier.floor.people.sessions import Session
from croupier.floor.registry.settings import settings_of
from croupier.floor.reports.sheets.sheet import csv_of
from croupier.server.api.history.messages import (
    LaterRuling,
    ReplayStep,
    RoundReplayed,
    RoundsResponse,
    RoundSummary,
    SeatPlayed,
)
from croupier.server.api.history.past_meters import meters_then
from croupier.server.api.history.round_sheet import round_sheet
from croupier.server.api.history.rounds import PlayerRound, in_round, listing_in, settled_of_player
from croupier.server.api.layout.routes import SVG_HEADERS, drawn
from croupier.server.api.reports.routes import MOST_IN_CSV, csv_response
from croupier.server.api.resettlement.resettlement import may_resettle, settled_in
from croupier.server.house import House
from croupier.server.http.handlers import Here, Me, heavy, viewer
from croupier.server.http.routing import get
from croupier.settlement.round import Seat, decided_amount
from croupier.table import events as e
from croupier.table.offers import Actor
from croupier.table.redaction.permissions import sees_past_hand, sees_past_round
from croupier.table.redaction.replay import RedactedRound, Step, may_replay, redact_round
from croupier.table.redaction.sharing import shared_line
from croupier.table.state import Viewer

TableName = Annotated[str, PathParameter(max_length=64, description="The name of a table.")]
RoundNumber = Annotated[int, PathParameter(ge=1, le=2**53, description="The number of a round.")]

STEPS = 400
"""A longer round is sent from its last ones on."""


# ------------------------------------------------------------------------------------------------ the list


@get("/rounds")
async def rounds(
    house: Here,
    me: Me,
    table: Annotated[str, QueryParameter(max_length=64, description="Of one table alone.")] = "",
    before: Annotated[int | None, QueryParameter(ge=1, le=2**53, description="To read on.")] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100, description="At most so many.")] = 20,
) -> RoundsResponse:
    """The last rounds: of a player their own, of a table's staff and the watch all those of a table."""
    _check_table(house, me, table)
    return await heavy(house, me, lambda: _rounds(house, me, table, before, limit))


@get("/rounds/csv", media_type="text/csv")
async def rounds_csv(
    house: Here,
    me: Me,
    table: Annotated[str, QueryParameter(max_length=64, description="Of one table alone.")] = "",
) -> Response[str]:
    """The same rounds, at most the newest 10,000, as comma-separated values without names."""
    _check_table(house, me, table)

    def written() -> tuple[str, bool]:
        found = _rounds(house, me, table, None, MOST_IN_CSV + 1).rounds
        sheet = round_sheet(found[:MOST_IN_CSV], settings_of(house.floor.ledger).zone)
        return csv_of(sheet), len(found) > MOST_IN_CSV

    text, cut = await heavy(house, me, written)
    return csv_response(text, f"rounds-{table}" if table else "rounds", cut=cut)


def _check_table(house: House, me: Session, table: str) -> None:
    if table:
        house.tables.find(table)
    elif me.role != "player":
        raise Refusal("malformed", "no table is named; name the table whose rounds you want")


def _rounds(house: House, me: Session, table: str, before: int | None, limit: int) -> RoundsResponse:
    looks, ledger = viewer(me), house.floor.ledger
    own = me.person if me.role == "player" else ""
    listed = settled_of_player(ledger, own, table, before) if own else _of_table(house, table, before)
    wanted = (each for each in listed if sees_past_round(looks, each.settled.event.players.values()))
    found = [each for each in islice(wanted, limit) if each.table in house.registry.listings]
    begun = {listed.table: listed.after for listed in found}  # the last of a table is its oldest
    later = {name: decided_later(ledger, name, after, own) for name, after in begun.items()}
    rounds = tuple(
        _summary(listed, later[listed.table].get(listed.settled.event.round, ()), looks) for listed in found
    )
    return RoundsResponse(rounds=rounds, before=found[-1].settled.position if len(found) == limit else 0)


def _of_table(house: House, table: str, before: int | None) -> Iterator[PlayerRound]:
    """The rounds of everybody, each with the version before which no ruling on it can be."""
    for settled, earlier in pairwise(chain(house.history.settled(table, before), (None,))):
        assert settled is not None
        yield PlayerRound(table, settled, 0 if earlier is None else earlier.version)


def _summary(listed: PlayerRound, later: Sequence[tuple[int, Later]], looks: Viewer) -> RoundSummary:
    """A round as it stands now: as last settled, without rejected awards."""
    settled = listed.settled
    event = settled.event
    nets, record = dict(event.nets), event.record
    for version, each in later:
        if isinstance(each, e.Resettled):
            record = each.record
            for number, cents in chain(each.differences.items(), each.outside.items()):
                nets[number] = nets.get(number, 0) + cents
        elif version > settled.version:  # earlier decisions are in the nets
            if isinstance(each, e.AwardValidated):
                for envy in each.envy:
                    nets[envy.seat] = nets.get(envy.seat, 0) + envy.paid
                continue
            number = int(each.award.partition(".")[2])
            nets[number] = nets.get(number, 0) - each.paid
    seats = tuple(
        SeatPlayed(
            seat=seat.seat,
            player=event.players.get(seat.seat, ""),
            staked=_staked(seat, record.amounts),
            net=nets.get(seat.seat, 0),
        )
        for seat in record.seats
        if sees_past_hand(looks, event.players.get(seat.seat))
    )
    return RoundSummary(
        table=listed.table,
        round=event.round,
        rules=record.rules,
        at=settled.at,
        position=settled.position,
        seats=seats,
        staked=sum(each.staked for each in seats),
        net=sum(each.net for each in seats),
        void=record.irregularity is not None,
        amounts=record.amounts,
    )


def _staked(seat: Seat, amounts: bool) -> int:
    decided = seat.decision if amounts else None  # else it is a multiple of the ante, and no money
    return sum(seat.wagers.values()) + decided_amount(decided)


# ------------------------------------------------------------------------------------------------ one round


@get("/tables/{table:str}/rounds/{round_number:int}")
async def round_replayed(house: Here, me: Me, table: TableName, round_number: RoundNumber) -> RoundReplayed:
    """A round step by step: each event, the table after it, and the event in words with its clauses."""
    hosted = house.tables.find(table)
    return await heavy(house, me, lambda: _replayed(house, me, hosted, round_number))


@get("/tables/{table:str}/rounds/{round_number:int}/layout.svg", media_type="image/svg+xml")
async def round_layout(house: Here, me: Me, table: TableName, round_number: RoundNumber) -> Response[str]:
    """The layout of the table in a round, by the submission that it ran on then."""
    hosted = house.tables.find(table)

    def work() -> str:
        steps = _steps_of(house, me, hosted, round_number)
        listing = listing_in(house.registry, table, house.history.placed(table, steps))
        return drawn(house.registry.submission(listing.submission, listing.version).text)[1]

    drawing = await heavy(house, me, work)
    return Response(drawing, media_type="image/svg+xml; charset=utf-8", headers=SVG_HEADERS)


def _steps_of(house: House, me: Session, hosted: Hosted, round_: int) -> list[Step]:
    """The steps of a round that the viewer may see."""
    steps = house.history.steps(hosted, round_)
    if not may_replay(steps, viewer(me)):
        whose = " of yours" if me.role == "player" else ""
        raise Refusal("unknown_round", f"no round {round_}{whose} at table {hosted.name}")
    return steps


def _replayed(house: House, me: Session, hosted: Hosted, round_: int) -> RoundReplayed:
    steps = _steps_of(house, me, hosted, round_)
    placed = house.history.placed(hosted.name, steps)
    listing = listing_in(house.registry, hosted.name, placed)
    meters = meters_then(house.floor.ledger, hosted.name, listing.settings.link, placed)
    last = steps[-1]
    shown = redact_round(steps, house.history.later(hosted.name, round_, last.version), viewer(me))
    replayed = list(_steps(shown, meters))
    kept = replayed[-STEPS:]
    cut = len(kept) < len(replayed)
    return RoundReplayed(
        table=hosted.name,
        round=round_,
        rules=last.after.at.house.rules.rules.name,
        over=not in_round(last.after, round_),
        start=replayed[-STEPS - 1].view if cut else shown.start,
        meters=meters.get(kept[0].version - 1 if kept else steps[0].before.version, {}),
        submission=listing.submission,
        submission_version=listing.version,
        link=listing.settings.link,
        may_resettle=may_resettle(hosted.state, settled_in(steps), Actor(me.person, me.role)),
        steps=tuple(kept),
        later=tuple(_later(shown)),
        cut=cut,
        share=shared_line(settled_in(steps), shown.steps[-1].view if shown.steps else None, me.person),
    )


def _steps(shown: RedactedRound, meters: dict[int, dict[str, int]]) -> Iterator[ReplayStep]:
    for step in shown.steps:
        yield ReplayStep(
            version=step.version,
            at=step.event.at,
            kind=_kind(step.event),
            words="\n".join(line.words for line in step.lines),
            clauses=_clauses(step.event, step.lines),
            event=step.event,
            view=step.view,
            meters=meters.get(step.version, {}),
        )


def _later(shown: RedactedRound) -> Iterator[LaterRuling]:
    for ruling in shown.rulings:
        yield LaterRuling(
            version=ruling.version,
            at=ruling.event.at,
            kind=_kind(ruling.event),
            words="\n".join(line.words for line in ruling.lines),
            clauses=_clauses(ruling.event, ruling.lines),
            event=ruling.event,
        )


def _kind(event: e.AnyEvent) -> str:
    return str(event.__struct_config__.tag)


def _clauses(event: e.AnyEvent, lines: tuple[object, ...]) -> tuple[str, ...]:
    more = (clause for each in lines for clause in getattr(each, "clauses", ()))
    return tuple(dict.fromkeys((*event.clauses, *more)))


rounds_desk: Router = Router(
    path="/api", route_handlers=[rounds, rounds_csv, round_replayed, round_layout], tags=["history"]
)
