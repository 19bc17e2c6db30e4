"""The worth of a leak, for game protection."""

from typing import Annotated

from litestar import Response, Router
from litestar.di import Provide
from litestar.params import QueryParameter

from croupier.errors import Refusal
from croupier.odds.protection.leak import parse_leak
from croupier.odds.protection.worth import ROUNDS_PER_HOUR, LeakWorth
from croupier.server.api.odds.messages import JobResponse
from croupier.server.api.odds.routes import About, job_response, job_responses, requested_subject, succeeded
from croupier.server.http.handlers import AnyRequest, Here, sources_of
from croupier.server.http.routing import get


class LeakResponse(JobResponse, frozen=True, kw_only=True):
    """The worth of a leak, once it is computed: as `croupier protect --remedies --json` says it."""

    rules: str
    rounds_per_hour: int
    worth: LeakWorth | None = None


@get("/odds/protect", responses=job_responses(LeakResponse))
async def leak_worth(
    request: AnyRequest,
    house: Here,
    subject: About,
    knows: Annotated[
        str, QueryParameter(max_length=100, description="The leak, such as dealer:1 or dealer:1+flop:1.")
    ],
    rounds_per_hour: Annotated[
        int, QueryParameter(ge=1, le=1000, description="The pace of the table.")
    ] = ROUNDS_PER_HOUR,
) -> Response[LeakResponse]:
    """The edge of a player who knows cards that they should not, the clauses meant to prevent it, and the
    leak that changes of procedure would leave. One that takes minutes is refused unless it is cached."""
    leak = str(parse_leak(knows))
    job = house.slow.ask("leak_worth", subject, leak, rounds_per_hour, sources=sources_of(request))
    done = await succeeded(job)
    if job.failed is not None and job.failed.code:
        raise Refusal(job.failed.code, job.failed.message)
    return job_response(
        LeakResponse,
        job,
        rules=subject.rules,
        rounds_per_hour=rounds_per_hour,
        worth=job.future.result() if done else None,
    )


leaks: Router = Router(
    path="/api",
    route_handlers=[leak_worth],
    dependencies={"subject": Provide(requested_subject, sync_to_thread=False)},
    tags=["odds"],
)
