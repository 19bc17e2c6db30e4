"""What auditors, surveillance and managers read: the log, significant events, hold."""

from typing import Annotated

import msgspec
from litestar import Router
from litestar.params import QueryParameter

from croupier.errors import Refusal
from croupier.floor.hold import Report, hold
from croupier.floor.significant import WHAT, Page, significant
from croupier.ledger.records import Record
from croupier.server.desk_messages import RecordTold
from croupier.server.handling import Here, Me, in_thread
from croupier.server.routing import get
from croupier.table.roles import BESIDE

Limit = Annotated[int, QueryParameter(ge=1, le=500, description="At most so many.")]
Time = Annotated[int, QueryParameter(ge=0, le=2**53, description="Milliseconds since 1970 UTC.")]
Until = Annotated[int | None, QueryParameter(ge=0, le=2**53, description="Not included; none for now.")]


@get("/significant")
async def significant_events(
    house: Here,
    since: Time = 0,
    until: Until = None,
    table: Annotated[str, QueryParameter(max_length=64, description="Of one table alone.")] = "",
    what: Annotated[
        list[str] | None, QueryParameter(max_items=20, description=f"Of {', '.join(WHAT)}; all without it.")
    ] = None,
    before: Annotated[int | None, QueryParameter(ge=1, le=2**53, description="To read on.")] = None,
    limit: Limit = 200,
) -> Page:
    """Voids, corrections, overrides, jackpots, failed sign-ins, restarts, changes; the newest first."""
    kinds = frozenset(what or WHAT)
    if not kinds <= set(WHAT):
        raise Refusal("malformed", f"what; allowed: {', '.join(WHAT)}")
    return await in_thread(
        lambda: significant(
            house.floor.ledger,
            since=since,
            until=until,
            table=table,
            what=kinds,
            before=before,
            limit=limit,
        )
    )


@get("/hold")
async def hold_report(
    house: Here,
    since: Time = 0,
    until: Until = None,
    table: Annotated[str, QueryParameter(max_length=64, description="Of one table alone.")] = "",
) -> Report:
    """What tables and dealers have won, against what the exact odds say that they should have."""
    names = [house.hub.hosted(table).name] if table else sorted(house.registry.listings)
    async with house.at_hold:  # it reads whole streams: one at a time
        return await in_thread(lambda: hold(house.floor.ledger, names, since=since, until=until))


@get("/audit/streams")
async def streams(
    house: Here,
    me: Me,
    prefix: Annotated[str, QueryParameter(max_length=64, description="Those that begin so.")] = "",
) -> list[str]:
    """The streams of the log that the asking person may read."""
    found = await in_thread(lambda: house.floor.ledger.streams(prefix))
    return [stream for stream in found if _may_read(stream, me.role)]


@get("/audit/records")
async def records(
    house: Here,
    me: Me,
    stream: Annotated[str, QueryParameter(max_length=128, description="Such as table:t1 or house.")],
    after: Annotated[int, QueryParameter(ge=0, le=2**53, description="Versions after this one.")] = 0,
    limit: Limit = 100,
) -> list[RecordTold]:
    """Records of a stream as they stand in the log."""
    if not _may_read(stream, me.role):
        raise Refusal("role_too_low", "a table's records show every hand: for surveillance and auditors")
    found = await in_thread(lambda: house.floor.ledger.read(stream, after=after, limit=limit))
    return [_record(each) for each in found]


def _may_read(stream: str, role: str) -> bool:
    """A table's own stream has hands that were never shown, of a round that is being played too."""
    return role in BESIDE or not stream.startswith("table:")


def _record(record: Record) -> RecordTold:
    body = msgspec.json.decode(record.body, type=dict[str, object])
    body.pop("sealed", None)  # seed and salt: nothing to read, and nothing to try keys on
    return RecordTold(
        stream=record.stream,
        version=record.version,
        position=record.position,
        kind=record.kind,
        at=record.at,
        by=record.by,
        role=record.role,
        hash=record.hash.hex(),
        body=body,
    )


audit = Router(
    path="/api", route_handlers=[significant_events, hold_report, streams, records], tags=["audit"]
)
