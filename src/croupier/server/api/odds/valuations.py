"""A progressive by its meter, and promotions, valued."""

from fractions import Fraction
from typing import Annotated, TypeVar

import msgspec
from litestar import Response, Router
from litestar.di import Provide
from litestar.params import QueryParameter

from croupier.errors import Refusal
from croupier.money import LARGEST
from croupier.server.api.odds.messages import JobResponse
from croupier.server.api.odds.routes import (
    About,
    Meters,
    job_response,
    job_responses,
    requested_subject,
    succeeded,
)
from croupier.server.http.handlers import AnyRequest, Here, sources_of
from croupier.server.http.routing import get
from croupier.server.workers.jobs import Promotion
from croupier.server.workers.pool import Job

Figures = TypeVar("Figures")

WHOLE = 10_000
"""Hundredths of a percent in the whole."""


class BestPlayFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The game and the progressive beside it, in antes; fractions as text."""

    together: str
    together_value: float
    """Under best play for both."""
    apart: str
    """Under optimal play of the game alone."""
    returned: str = msgspec.field(name="return")
    """Of a unit staked on the progressive, under best play for both."""
    return_value: float


class AwardFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The distribution of a meter as a whole award is paid, in cents."""

    mean: float
    quantiles: dict[str, float]
    above_break_even: float | None


class WholeAwardFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The whole awards of a meter, as played."""

    probability: str
    wagers_between: float
    wagers_until: dict[str, int]
    """By probability: the wagers within which one is paid."""
    break_even: str | None
    """Cents, a fraction."""
    next_award: AwardFigures | None
    in_the_long_run: AwardFigures | None


class ReadingFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive at one reading of its meters, per unit staked."""

    meters: dict[str, int]
    """Cents."""
    returned: str = msgspec.field(name="return")
    return_value: float
    house_edge: float
    return_if_live: str
    awards: dict[str, WholeAwardFigures]
    best_play: dict[str, BestPlayFigures]
    """By ante in cents."""


class CurveFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive as it stands, and as one of its meters rises."""

    stake: int
    meter: str
    now: ReadingFigures
    curve: tuple[ReadingFigures, ...]


class MetersResponse(JobResponse, frozen=True, kw_only=True):
    """The progressive by its meter, once it is solved."""

    rules: str
    ante: int
    figures: CurveFigures | None


class CouponFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A coupon for one round, in antes; fractions as text."""

    value: str
    value_float: float
    ev: str
    """The player's expectation of the round with the coupon."""
    value_if_push_keeps: str | None = None


class RebateFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A share of the loss of a session returned, in antes."""

    share: str
    rounds: int
    value: float
    mean_loss: float
    hold: float
    """The house's average win of a session, after rebates."""
    break_even: float
    """The share at which the house keeps nothing."""


class PromotionFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The promotions that were asked for."""

    match_play: CouponFigures | None = None
    free_play: CouponFigures | None = None
    rebate: RebateFigures | None = None


class PromotionResponse(JobResponse, frozen=True, kw_only=True):
    """The value of promotions on the game itself, once it is solved."""

    rules: str
    ante: int
    figures: PromotionFigures | None


Ante = Annotated[int, QueryParameter(ge=1, le=LARGEST, description="In cents.")]


@get("/odds/meters", responses=job_responses(MetersResponse))
async def meter_curve(
    request: AnyRequest, house: Here, subject: About, ante: Ante = 1000, meters: Meters = ""
) -> Response[MetersResponse]:
    """The progressive by its meter: return, best play beside an ante, time to an award, the meter as it is
    paid. Of a rule set, by its practice submission."""
    job = house.slow.ask("meters", subject, ante, meters, sources=sources_of(request))
    figures = _figures(job, await succeeded(job), CurveFigures)
    return job_response(MetersResponse, job, rules=subject.rules, ante=ante, figures=figures)


@get("/odds/promotions", responses=job_responses(PromotionResponse))
async def promotion_odds(
    request: AnyRequest,
    house: Here,
    subject: About,
    ante: Ante = 1000,
    match_play: Annotated[int, QueryParameter(ge=0, le=LARGEST, description="Its face in cents.")] = 0,
    free_play: Annotated[bool, QueryParameter(description="A coupon that stands for the ante.")] = False,
    rebate: Annotated[int, QueryParameter(ge=0, le=WHOLE, description="In hundredths of a percent.")] = 0,
    rounds: Annotated[int, QueryParameter(ge=1, le=10**7, description="After which a loss counts.")] = 100,
) -> Response[PromotionResponse]:
    """The value of match play, free play and a rebate on losses, on the game itself."""
    if not (match_play or free_play or rebate):
        raise Refusal("malformed", "no promotion; allowed: match_play, free_play, rebate")
    asked = Promotion(Fraction(match_play, ante), free_play, Fraction(rebate, WHOLE), rounds if rebate else 0)
    job = house.slow.ask("promotion", subject, asked, sources=sources_of(request))
    figures = _figures(job, await succeeded(job), PromotionFigures)
    return job_response(PromotionResponse, job, rules=subject.rules, ante=ante, figures=figures)


def _figures(job: Job, done: bool, shape: type[Figures]) -> Figures | None:
    """The figures of a job; none while it works. A refusal of the job is one of the request."""
    if job.failed is not None and job.failed.code:
        raise Refusal(job.failed.code, job.failed.message)
    return msgspec.convert(job.future.result(), shape) if done else None


valuations: Router = Router(
    path="/api",
    route_handlers=[meter_curve, promotion_odds],
    dependencies={"subject": Provide(requested_subject, sync_to_thread=False)},
    tags=["odds"],
)
