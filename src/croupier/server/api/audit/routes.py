"""The log, significant events and hold, for auditors, surveillance and managers."""

from datetime import UTC, datetime
from typing import Annotated

from litestar import Response, Router
from litestar.di import NamedDependency, Provide
from litestar.params import PathParameter, QueryParameter
from litestar.response import Stream as StreamResponse

from croupier.errors import Refusal
from croupier.floor.registry.settings import day_at, gaming_day, settings_of
from croupier.floor.reports.balances import balances_at
from croupier.floor.reports.hold import Report, hold
from croupier.floor.reports.hold_by_period import Periods, hold_by_period
from croupier.floor.reports.sheets.sheet import csv_of
from croupier.floor.reports.significant_events import WHAT, Page, significant
from croupier.floor.reports.significant_events import of as significant_of
from croupier.ledger.records import Record
from croupier.server.api.audit.export import database_url, exported
from croupier.server.api.audit.log_search import Wanted, search
from croupier.server.api.audit.log_sheets import log_sheet, significant_sheet
from croupier.server.api.audit.messages import (
    FoundRecord,
    RecordPosting,
    RecordPostings,
    SearchResponse,
)
from croupier.server.api.audit.verification_routes import findings_csv, verification, verify_log
from croupier.server.api.desks.messages import RecordResponse
from croupier.server.api.reports.background_odds import background_odds
from croupier.server.api.reports.routes import MOST_IN_CSV, csv_response
from croupier.server.house import House
from croupier.server.http.handlers import AnyRequest, Here, Me, heavy, in_thread, landed, sources_of, viewer
from croupier.server.http.routing import get
from croupier.table.redaction.log import check_stream, short_body, unsealed_body
from croupier.table.redaction.permissions import reads_stream
from croupier.table.state import Viewer

Limit = Annotated[int, QueryParameter(ge=1, le=500, description="At most so many.")]
Time = Annotated[int, QueryParameter(ge=0, le=2**53, description="Milliseconds since 1970 UTC.")]
Day = Annotated[
    str, QueryParameter(max_length=10, description="A gaming day of the house, instead of since and until.")
]
Until = Annotated[int | None, QueryParameter(ge=0, le=2**53, description="Not included; none for now.")]
Table = Annotated[str, QueryParameter(max_length=64, description="Of one table alone.")]


def span_of(house: Here, since: Time = 0, until: Until = None, day: Day = "") -> tuple[int, int | None]:
    """The time range of a request: a gaming day as it starts now, or a time from and to."""
    return gaming_day(day, settings_of(house.floor.ledger)) if day else (since, until)


Span = NamedDependency[tuple[int, int | None]]


@get("/significant")
async def significant_events(
    house: Here,
    me: Me,
    span: Span,
    table: Table = "",
    what: Annotated[
        list[str] | None, QueryParameter(max_items=20, description=f"Of {', '.join(WHAT)}; all without it.")
    ] = None,
    before: Annotated[int | None, QueryParameter(ge=1, le=2**53, description="To read on.")] = None,
    limit: Limit = 200,
) -> Page:
    """Significant events: voids, corrections, jackpots, restarts and others, newest first."""
    kinds = frozenset(what or WHAT)
    if not kinds <= set(WHAT):
        raise Refusal("malformed", f"what; allowed: {', '.join(WHAT)}")

    def found() -> Page:
        return significant(
            house.floor.ledger,
            since=span[0],
            until=span[1],
            table=table,
            what=kinds,
            before=before,
            limit=limit,
            viewer=viewer(me),
        )

    return await in_thread(found)


@get("/significant/csv", media_type="text/csv")
async def significant_csv(house: Here, me: Me, span: Span, day: Day = "", table: Table = "") -> Response[str]:
    """The significant events as comma-separated values without names; of more than 10,000 the newest."""

    def written() -> tuple[str, bool]:
        first, last = span
        found = significant(
            house.floor.ledger, since=first, until=last, table=table, limit=MOST_IN_CSV + 1, viewer=viewer(me)
        )
        sheet = significant_sheet(found.found[:MOST_IN_CSV], settings_of(house.floor.ledger).zone)
        return csv_of(sheet), len(found.found) > MOST_IN_CSV

    text, cut = await heavy(house, me, written)
    return csv_response(text, f"significant-{day}" if day else "significant", cut=cut)


@get("/hold")
async def hold_report(house: Here, span: Span, table: Table = "") -> Report:
    """The win of tables and dealers, compared with the exact odds."""
    names = [house.tables.find(table).name] if table else sorted(house.registry.listings)

    def report() -> Report:
        return hold(
            house.floor.ledger,
            names,
            since=span[0],
            until=span[1],
            odds=background_odds(house.slow),
            play=house.watcher.play,
        )

    async with house.at_hold:  # it reads whole streams: one at a time
        return await in_thread(report)


@get("/hold/periods")
async def hold_periods(
    house: Here,
    table: Annotated[str, QueryParameter(max_length=64, description="Of one table alone.")] = "",
) -> Periods:
    """Drop, win and hold by gaming day, by month and for the year to date, with a 95% interval."""
    names = [house.tables.find(table).name] if table else sorted(house.registry.listings)

    def report() -> Periods:
        settings = settings_of(house.floor.ledger)
        return hold_by_period(
            house.floor.ledger,
            names,
            lambda at: day_at(at, settings),
            odds=background_odds(house.slow),
            play=house.watcher.play,
        )

    async with house.at_hold:
        return await in_thread(report)


@get("/audit/streams")
async def streams(
    house: Here,
    me: Me,
    prefix: Annotated[str, QueryParameter(max_length=64, description="Those that begin so.")] = "",
) -> list[str]:
    """The streams of the log that the viewer may read."""
    found = await in_thread(lambda: house.floor.ledger.streams(prefix))
    return [stream for stream in found if reads_stream(viewer(me), stream)]


@get("/audit/records")
async def records(
    house: Here,
    me: Me,
    stream: Annotated[str, QueryParameter(max_length=128, description="Such as table:t1 or house.")],
    after: Annotated[int, QueryParameter(ge=0, le=2**53, description="Versions after this one.")] = 0,
    limit: Limit = 100,
) -> list[RecordResponse]:
    """Records of a stream as logged."""
    check_stream(viewer(me), stream)
    found = await in_thread(lambda: house.floor.ledger.read(stream, after=after, limit=limit))
    return [_record(each) for each in found]


@get("/audit/postings")
async def record_postings(
    house: Here,
    me: Me,
    position: Annotated[int, QueryParameter(ge=1, le=2**53, description="Of the record in the log.")],
) -> RecordPostings:
    """The postings of a record, which sum to zero."""
    return await in_thread(lambda: _postings(house, viewer(me), position))


def _postings(house: House, looks: Viewer, position: int) -> RecordPostings:
    ledger = house.floor.ledger
    record = next(iter(ledger.follow(position - 1, 1)), None)
    if record is None or record.position != position:
        raise Refusal("unknown_record", f"no record at position {position}; the last is {ledger.position()}")
    check_stream(looks, record.stream)
    lines = ledger.postings(record)
    held = balances_at(ledger, {line.account for line in lines}, position)
    return RecordPostings(
        stream=record.stream,
        version=record.version,
        position=position,
        postings=tuple(
            RecordPosting(
                line=line.line,
                account=line.account,
                amount=line.amount,
                balance=held[line.account],
                hash=line.hash.hex(),
            )
            for line in lines
        ),
        off=sum(-line.amount for line in lines if line.amount < 0),
        onto=sum(line.amount for line in lines if line.amount > 0),
        sum=sum(line.amount for line in lines),
    )


def _record(record: Record) -> RecordResponse:
    return RecordResponse(
        stream=record.stream,
        version=record.version,
        position=record.position,
        kind=record.kind,
        at=record.at,
        by=record.by,
        role=record.role,
        hash=record.hash.hex(),
        body=unsealed_body(record.body),
    )


# ---------------------------------------------------------------------------------------------- searching


Stream = Annotated[str, QueryParameter(max_length=128, description="A stream, or its beginning: table:*.")]
Kind = Annotated[str, QueryParameter(max_length=64, description="Such as round_settled.")]
Person = Annotated[
    str,
    QueryParameter(max_length=64, description="Who did it, or was concerned: an id, or a part of a name."),
]
Words = Annotated[str, QueryParameter(max_length=100, description="Anywhere in the record.")]
ClausePrefix = Annotated[
    str, QueryParameter(max_length=64, description="That it rests on, or the beginning of its id.")
]
StepName = Annotated[str, QueryParameter(max_length=64, description="A step, such as no more bets.")]
Wager = Annotated[str, QueryParameter(max_length=64, description="A wager, such as flush bonus.")]
Cents = Annotated[
    int | None, QueryParameter(ge=0, le=2**53, description="An amount in the record, in cents.")
]


def contents_of(
    text: Words = "", clause: ClausePrefix = "", step: StepName = "", wager: Wager = "", cents: Cents = None
) -> Wanted:
    """The criteria on the content of a record."""
    return Wanted(text=text, clause=clause, step=step, wager=wager, cents=cents)


def searched_for(
    house: Here,
    me: Me,
    span: Span,
    contents: NamedDependency[Wanted],
    stream: Stream = "",
    kind: Kind = "",
    person: Person = "",
) -> Wanted:
    """The search criteria in the query of the request."""
    check_stream(viewer(me), stream)
    people = frozenset((person, *house.people.ids_named(person))) if person else None
    since, until = span
    return contents._replace(
        stream=stream, kind=kind, people=people, since=since, until=until, viewer=viewer(me)
    )


Search = NamedDependency[Wanted]


@get("/audit/search")
async def search_log(
    house: Here,
    me: Me,
    wanted: Search,
    before: Annotated[int | None, QueryParameter(ge=1, le=2**53, description="To read on.")] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=200, description="At most so many.")] = 50,
) -> SearchResponse:
    """Search the log, newest first. Administrators cannot search tables' streams, which show every hand."""
    found = await in_thread(lambda: search(house.floor.ledger, wanted, before, limit))
    records = await in_thread(lambda: tuple(_found(each, viewer(me)) for each in found.records))
    return SearchResponse(found=records, before=found.before, looked_through=found.looked_through)


@get("/audit/search/csv", media_type="text/csv")
async def search_log_csv(house: Here, me: Me, wanted: Search) -> Response[str]:
    """The records that a search finds, as comma-separated values without names; at most the newest 10,000."""

    def written() -> tuple[str, bool]:
        records, before = list[Record](), None
        while len(records) <= MOST_IN_CSV:
            found = search(house.floor.ledger, wanted, before, 200)
            records += found.records
            before = found.before
            if not before:
                break
        zone = settings_of(house.floor.ledger).zone
        sheet = log_sheet((_found(each, viewer(me)) for each in records[:MOST_IN_CSV]), zone)
        return csv_of(sheet), len(records) > MOST_IN_CSV

    text, cut = await heavy(house, me, written)
    return csv_response(text, "log", cut=cut)


def _found(record: Record, looks: Viewer) -> FoundRecord:
    significant = significant_of(record, looks)
    body = short_body(record.body)
    cited = body.get("clauses")
    clauses = tuple(str(each) for each in cited) if isinstance(cited, list) else ()
    return FoundRecord(
        stream=record.stream,
        version=record.version,
        position=record.position,
        kind=record.kind,
        at=record.at,
        by=record.by,
        role=record.role,
        hash=record.hash.hex(),
        body=body,
        words="" if significant is None else significant.text,
        clauses=clauses,
    )


# ---------------------------------------------------------------------------------------------- exporting


@get("/audit/export", media_type="application/x-ndjson")
async def export_log(house: Here) -> StreamResponse:
    """The whole log as signed JSON lines, which `croupier audit verify FILE` checks."""
    now = datetime.fromtimestamp(house.floor.clock() / 1000, UTC)
    headers = {"Content-Disposition": f'attachment; filename="croupier-log-{now:%Y%m%d-%H%M%S}.jsonl"'}
    return StreamResponse(exported(house), media_type="application/x-ndjson", headers=headers)


TableName = Annotated[str, PathParameter(max_length=64, description="The name of a table.")]
RoundNumber = Annotated[int, PathParameter(ge=1, le=2**53, description="The number of a round.")]


@get("/tables/{table:str}/rounds/{round_number:int}/evidence.pdf", media_type="application/pdf")
async def round_evidence(
    request: AnyRequest, house: Here, table: TableName, round_number: RoundNumber
) -> Response[bytes]:
    """The evidence of a settled round: facts, replay in pictures, clauses, signatures, verification."""
    house.tables.find(table)
    args = (database_url(house), house.floor.keys.public, table, round_number, house.floor.clock())
    key, sources = ("evidence", table, round_number), sources_of(request)
    job = house.slow.ask("evidence", *args, key=key, again=True, sources=sources)
    made = await landed(job.future)
    if job.failed is not None:
        raise Refusal(job.failed.code or "not_computed", job.failed.message)
    headers = {"Content-Disposition": f'attachment; filename="evidence-{table}-{round_number}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


audit: Router = Router(
    path="/api",
    route_handlers=[
        significant_events,
        hold_report,
        hold_periods,
        streams,
        records,
        record_postings,
        search_log,
        search_log_csv,
        significant_csv,
        verify_log,
        verification,
        findings_csv,
        export_log,
        round_evidence,
    ],
    dependencies={
        "span": Provide(span_of, sync_to_thread=True),
        "contents": Provide(contents_of, sync_to_thread=False),
        "wanted": Provide(searched_for, sync_to_thread=True),
    },
    tags=["audit"],
)
