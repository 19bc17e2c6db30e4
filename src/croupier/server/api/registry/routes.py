"""The registry: submissions, links, tables, and the version each table runs on."""

from typing import Annotated

import msgspec
from litestar import Router
from litestar.params import JSONBody, PathParameter

from croupier.errors import Refusal
from croupier.floor.host.hosted_table import Settings
from croupier.floor.registry import adoption, changes
from croupier.floor.registry import limits as table_limits
from croupier.floor.registry.events import Listing
from croupier.floor.registry.limit_text import with_limits
from croupier.floor.registry.registry import Loaded, rules_of
from croupier.floor.registry.settings import settings_of, time_at
from croupier.games.vocabulary import wager_label
from croupier.server.api.desks.messages import (
    Adopt,
    Adopted,
    ChangeLimits,
    ChangeRates,
    Checked,
    ListingResponse,
    ListTable,
    LoadSubmission,
    OpenLink,
    PostedLimits,
    SubmissionText,
)
from croupier.server.api.messages import CommandDone, Done
from croupier.server.cluster.messages import AdoptVersion, ChangeSettings, OpenTable
from croupier.server.house import House
from croupier.server.http.handlers import AnyRequest, Here, actor, in_thread, landed, sources_of
from croupier.server.http.routing import get, post
from croupier.server.http.signing import countersigned
from croupier.server.settings import KIB

Submission = Annotated[str, PathParameter(max_length=64, description="The name of a submission.")]
TableName = Annotated[str, PathParameter(max_length=64, description="The name of a table.")]
LinkName = Annotated[str, PathParameter(max_length=64, description="The name of a link.")]

_LONG_TEXT = 16_000
"""Characters: our examples have 3,000 to 4,000."""
_SUBMISSION_BYTES = 512 * KIB
CHECK_SECONDS = 30.0
"""That a request waits for the check of a submission."""


def _listing(house: House, table: str, listing: Listing) -> ListingResponse:
    return ListingResponse(
        table=table,
        mode=listing.mode,
        submission=listing.submission,
        version=listing.version,
        waiting=house.registry.pending.get(table),
        settings=listing.settings,
        here=table in house.floor.tables,
    )


# ------------------------------------------------------------------------------------------- submissions


@get("/submissions")
async def submissions(house: Here) -> list[Loaded]:
    """Every version of every submission, without the texts."""
    known = tuple(house.registry.submissions.values())
    return [msgspec.structs.replace(each, text="") for versions in known for each in versions]


@get("/submissions/{name:str}/{version:int}")
async def submission(
    house: Here,
    name: Submission,
    version: Annotated[int, PathParameter(ge=0, le=2**31, description="0 for the last.")],
) -> Loaded:
    """One version of a submission, with its text."""
    return house.registry.submission(name, version)


@post("/submissions/check", request_max_body_size=_SUBMISSION_BYTES)
async def check_submission(request: AnyRequest, house: Here, data: JSONBody[SubmissionText]) -> Checked:
    """Check a submission without loading it."""
    return await _checked(request, house, data.text)


async def _checked(request: AnyRequest, house: House, text: str) -> Checked:
    """The findings with those of the prices, by a worker: behind other jobs they take a while."""
    job = house.quick.ask("check", text, sources=sources_of(request))
    if not await job.wait(CHECK_SECONDS):
        raise Refusal("not_computed", "the submission is still being checked; ask again")
    if job.failed is not None:
        raise Refusal(job.failed.code or "server_error", job.failed.message)
    found: Checked = job.future.result()
    return found


async def _judge(request: AnyRequest, house: House, text: str) -> None:
    """Refuse a submission with a violation. No price decides that, so it does not wait for the worker pool.

    Only a text far longer than a submission does: TOML made to be slow would hold up every request.
    """
    if len(text) > _LONG_TEXT:
        for finding in (await _checked(request, house, text)).findings:
            if finding.severity == "violation":
                raise finding.refusal()
    with house.readings.one_of(*sources_of(request)):
        await in_thread(lambda: rules_of(text))


@post("/submissions", request_max_body_size=_SUBMISSION_BYTES)
async def load_submission(request: AnyRequest, house: Here, data: JSONBody[LoadSubmission]) -> Loaded:
    """Load a submission or its next version; a violation is refused."""
    by, registry = actor(request), house.registry
    await _judge(request, house, data.text)  # the floor's thread parses only what the law accepts
    return await landed(
        house.floor.run(lambda unit: changes.load_submission(unit, registry, data.name, data.text, by))
    )


# ------------------------------------------------------------------------------------------------- links


@post("/links")
async def open_link(request: AnyRequest, house: Here, data: JSONBody[OpenLink]) -> Done:
    """Open a link with the meters of a submission's progressive."""
    by, registry = actor(request), house.registry
    await landed(
        house.floor.run(
            lambda unit: changes.open_link(
                unit, registry, data.link, data.submission, by, version=data.version
            )
        )
    )
    return Done()


@post("/links/{link:str}/rates")
async def change_rates(request: AnyRequest, house: Here, link: LinkName, data: JSONBody[ChangeRates]) -> Done:
    """Change the rates of meters that were just won."""
    by, registry, rates = actor(request), house.registry, dict(data.rates)
    await landed(house.floor.run(lambda unit: adoption.change_rates(unit, registry, link, rates, by)))
    return Done()


# ------------------------------------------------------------------------------------------------ tables


@get("/listings")
async def listings(house: Here) -> list[ListingResponse]:
    """The tables of the house with their submissions."""
    return [_listing(house, *each) for each in sorted(dict(house.registry.listings).items())]


@post("/listings")
async def list_table(request: AnyRequest, house: Here, data: JSONBody[ListTable]) -> ListingResponse:
    """List a table with its name, submission and link; it is not opened."""
    by, registry = actor(request), house.registry
    listing = await landed(
        house.floor.run(
            lambda unit: changes.list_table(
                unit,
                registry,
                data.table,
                by,
                mode=data.mode,
                submission=data.submission,
                version=data.version,
                settings=data.settings,
            )
        )
    )
    return _listing(house, data.table, listing)


@post("/listings/{table:str}/open")
async def open_table(request: AnyRequest, house: Here, table: TableName) -> CommandDone:
    """Open a table, for the first time or for a new day."""
    house.check_open()
    house.tables.find(table)
    version = await landed(house.tables.change(table, OpenTable(actor=actor(request))))
    return CommandDone(version=msgspec.convert(version, int))


@post("/listings/{table:str}/settings")
async def change_table(
    request: AnyRequest, house: Here, table: TableName, data: JSONBody[Settings]
) -> ListingResponse:
    """Change a table's settings or link."""
    house.tables.find(table)
    act = ChangeSettings(actor=actor(request), settings=data)
    listing = await landed(house.tables.change(table, act))
    return _listing(house, table, msgspec.convert(listing, Listing))


@post("/listings/{table:str}/adopt")
async def adopt(request: AnyRequest, house: Here, table: TableName, data: JSONBody[Adopt]) -> Adopted:
    """Adopt another version of a table's submission, at once between rounds or when the round ends."""
    house.tables.find(table)
    act = AdoptVersion(actor=actor(request), version=data.version)
    done = await landed(house.tables.change(table, act))
    return Adopted(adoption=msgspec.convert(done, str))


# ------------------------------------------------------------------------------------------------ limits


@get("/listings/{table:str}/limits")
async def limits(house: Here, table: TableName) -> PostedLimits:
    """The limits of a table, and the change that waits for its time."""
    house.tables.find(table)
    return await in_thread(lambda: _limits(house, table))


def _limits(house: House, table: str) -> PostedLimits:
    rules = house.registry.rules(table)
    labels = {wager: wager_label(rules.house.rules, wager) for wager in rules.posted}
    return PostedLimits(
        posted=rules.posted,
        labels=labels,
        zone=settings_of(house.floor.ledger).zone,
        waiting=house.registry.limits.get(table),
    )


@post("/listings/{table:str}/limits")
async def change_limits(
    request: AnyRequest, house: Here, table: TableName, data: JSONBody[ChangeLimits]
) -> PostedLimits:
    """Change the limits of a table from a time on, by the next version of its submission; two people sign."""
    house.tables.find(table)
    by, registry = actor(request), house.registry
    settings = await in_thread(lambda: settings_of(house.floor.ledger))
    effective = time_at(data.effective, settings) if data.effective else 0
    wanted = table_limits.LimitsWanted(data.limits, effective)
    # A change outside the law or the filing is refused before the second person's signature is recorded.
    text = await in_thread(lambda: _text_with(house, table, data))
    await _judge(request, house, text)
    second = await countersigned(request, house, data.second, f"limits {table}")
    await landed(
        house.floor.run(
            lambda unit: table_limits.change_limits(unit, registry, table, wanted, by, second), table=table
        )
    )
    return await in_thread(lambda: _limits(house, table))


def _text_with(house: House, table: str, data: ChangeLimits) -> str:
    listing = house.registry.listing(table)
    return with_limits(house.registry.submission(listing.submission, listing.version).text, data.limits)


@post("/listings/{table:str}/limits/cancel")
async def cancel_limits(request: AnyRequest, house: Here, table: TableName) -> Done:
    """Cancel a change of limits before its time."""
    house.tables.find(table)
    by, registry = actor(request), house.registry
    await landed(house.floor.run(lambda unit: table_limits.cancel_limits(unit, registry, table, by)))
    return Done()


registry_desk: Router = Router(
    path="/api",
    route_handlers=[
        submissions,
        submission,
        check_submission,
        load_submission,
        open_link,
        change_rates,
        listings,
        list_table,
        open_table,
        change_table,
        adopt,
        limits,
        change_limits,
        cancel_limits,
    ],
    tags=["registry"],
)
