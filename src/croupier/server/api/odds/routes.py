"""Odds for the browser: pay tables and prices, solved games, advice, PAR sheets."""

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from litestar import Response, Router
from litestar.di import NamedDependency, Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from croupier.errors import Refusal
from croupier.floor.registry.registry import rules_as_loaded
from croupier.money import LARGEST
from croupier.odds.protocol import solver_for
from croupier.rulebook.catalog import rule_set
from croupier.server.api.odds.messages import (
    AdviceResponse,
    GameResponse,
    HeatMap,
    JobResponse,
    LawFigures,
    LawResponse,
    PriceRequest,
    PriceResponse,
    RulesResponse,
    SeatsFigures,
    SeatsResponse,
    StrategyResponse,
    Working,
)
from croupier.server.api.odds.prices import SOLVED, Bet, requested_bet
from croupier.server.api.odds.responses import (
    action_values,
    check_rules,
    every_rule_set,
    game_figures,
    heat,
    margin_of,
)
from croupier.server.house import House
from croupier.server.http.access import check_access
from croupier.server.http.handlers import AnyRequest, Here, Me, in_thread, sources_of
from croupier.server.http.routing import RESPONSES, get, post
from croupier.server.workers.jobs import Sought, SubjectRequest
from croupier.server.workers.pool import Failed, Job

PRICING = 10.0
"""Seconds that a request waits for a price whose hands are counted: usually a moment."""
PATIENCE = 1.2
"""Seconds that a request waits for the worker pool before it is answered `working`."""
GLANCE = 0.1
"""Seconds that a price waits for the solution of the game, which it can do without."""

Rules = Annotated[str, QueryParameter(max_length=64, description="A rule set, such as ma/high-card-flush.")]
Submission = Annotated[str, QueryParameter(max_length=64, description="Instead of it, a submission.")]
Version = Annotated[int, QueryParameter(ge=0, le=2**31, description="Of the submission; 0 for the last.")]
Cards = Annotated[str, QueryParameter(max_length=40, description='Cards, such as "As Kd".')]
Ante = Annotated[int, QueryParameter(ge=0, le=LARGEST, description="In cents; 0: per unit, without limits.")]
Wagers = Annotated[
    str, QueryParameter(max_length=200, description="On the layout, in cents: ante=500,progressive=100.")
]
Meters = Annotated[
    str, QueryParameter(max_length=200, description="In cents, main=1000000; else their seeds.")
]
Form = Literal["html", "pdf", "json"]
Body = TypeVar("Body", bound=JobResponse)

_TYPES = {"html": "text/html", "pdf": "application/pdf", "json": "application/json"}
_PRINTED = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"


def job_responses(body: type) -> dict[int, ResponseSpec]:
    """The responses of an operation that may still be at work."""
    return {**RESPONSES, 202: ResponseSpec(body, description="Still at work: ask again.")}


def state_of(job: Job) -> Working:
    """The progress of a job."""
    if not job.future.done():
        return "working"
    return "done" if job.failed is None else "failed"


def progress_of(job: Job) -> JobResponse:
    """The progress of a job."""
    failed = job.failed
    return JobResponse(
        state=state_of(job), done=job.done, total=job.total, problem="" if failed is None else failed.message
    )


def status_of(job: Job) -> int:
    """202 while it works."""
    return 202 if state_of(job) == "working" else 200


async def succeeded(job: Job, seconds: float = PATIENCE) -> bool:
    """Wait a little; whether the job has succeeded."""
    return await job.wait(seconds) and job.failed is None


def job_response(body: type[Body], job: Job, **figures: Any) -> Response[Body]:
    """The progress of a job with the figures that it has so far; 202 while it works."""
    progress = msgspec.structs.asdict(progress_of(job))
    return Response(body(**progress, **figures), status_code=status_of(job))


def requested_subject(
    house: Here, me: Me, rules: Rules = "", submission: Submission = "", version: Version = 0
) -> SubjectRequest:
    """The subject of a computation: a rule set for everybody, a submission for those who may read it."""
    if not submission:
        return SubjectRequest(check_rules(rules))
    check_access("submission", me.role)
    loaded = house.registry.submission(submission, version)
    rules_loaded = rules_as_loaded(loaded).house.rules
    newest = rule_set(loaded.rules).digest == rules_loaded.digest
    return SubjectRequest(loaded.rules if newest else rules_loaded.rules.document, loaded.text)


About = NamedDependency[SubjectRequest]

# ---------------------------------------------------------------------------------- public


@get("/odds/rules")
async def odds_rules() -> tuple[RulesResponse, ...]:
    """The rule sets with every printed pay table."""
    return every_rule_set()


@post("/odds/price", responses=job_responses(PriceResponse))
async def price_bet(
    request: AnyRequest, house: Here, data: JSONBody[PriceRequest]
) -> Response[PriceResponse]:
    """Price a bet by a pay table, with changed cells if given: exactly, and at once if its hands are
    already counted."""
    bet = await in_thread(lambda: requested_bet(data))
    sources = sources_of(request)
    work, argument, name = bet.counting
    job = house.quick.ask(work, argument, key=name, sources=sources)
    done = await succeeded(job)
    if done:
        job = await _priced(house, bet, job.future.result(), sources)
        done = await succeeded(job, PRICING)
        if job.failed is not None and job.failed.code:
            raise Refusal(job.failed.code, job.failed.message)
    return job_response(PriceResponse, job, price=job.future.result() if done else None)


async def _priced(house: House, bet: Bet, counted: object, sources: tuple[str, ...]) -> Job:
    """The job that prices; where a fold loses the bet, figures that depend on play follow when the game
    is solved."""
    hands, solving = None, SOLVED
    if bet.fold_loses:
        play = house.slow.ask("not_folded", bet.request.rules, sources=sources)
        solved = await succeeded(play, GLANCE)
        hands, solving = play.future.result() if solved else None, progress_of(play)
    request = msgspec.json.encode(bet.request)
    key = (request, hands is not None, solving.state, solving.done)
    return house.quick.ask("price", request, counted, hands, solving, key=key, sources=sources)


# ------------------------------------------------------------------------------------------ games, solved


@get("/odds/game", responses=job_responses(GameResponse))
async def game_odds(
    request: AnyRequest,
    house: Here,
    subject: About,
    ante: Ante = 0,
) -> Response[GameResponse]:
    """Edge, element of risk, standard deviation and decisions of the game under optimal play: per unit, or at
    an ante under the payout limits."""
    job = house.slow.ask("game", subject, ante, sources=sources_of(request))
    done = await succeeded(job)
    return job_response(
        GameResponse, job, odds=game_figures(subject.rules, job.future.result(), ante) if done else None
    )


@get("/odds/rounds", responses=job_responses(LawResponse))
async def rounds_odds(
    request: AnyRequest,
    house: Here,
    rounds: Annotated[int, QueryParameter(ge=1, le=10**8, description="How many rounds are played.")],
    subject: About,
    bankroll: Annotated[int, QueryParameter(ge=0, le=10**4, description="In antes; 0: none.")] = 0,
) -> Response[LawResponse]:
    """The game after so many rounds by its exact law; with a bankroll, the ruin and downswing on its path
    (null where a path is too long to be computed)."""
    job = house.slow.ask("rounds", subject, rounds, bankroll, sources=sources_of(request))
    done = await succeeded(job)
    return job_response(
        LawResponse, job, rules=subject.rules, after=LawFigures(**job.future.result()) if done else None
    )


@get("/odds/seats", responses=job_responses(SeatsResponse))
async def seats_odds(request: AnyRequest, house: Here, subject: About) -> Response[SeatsResponse]:
    """How the seats of a table go together, and the standard deviation of a round by its players."""
    job = house.slow.ask("seats", subject, sources=sources_of(request))
    done = await succeeded(job)
    figures = msgspec.convert(job.future.result(), SeatsFigures) if done else None
    return job_response(SeatsResponse, job, rules=subject.rules, seats=figures)


@get("/odds/strategy", responses=job_responses(StrategyResponse))
async def strategy(
    request: AnyRequest,
    house: Here,
    subject: About,
) -> Response[StrategyResponse]:
    """The optimal strategy, and simple rules with their cost."""
    job = house.slow.ask("strategy", subject, sources=sources_of(request))
    done = await succeeded(job)
    return job_response(StrategyResponse, job, strategy=job.future.result() if done else None)


@get("/odds/heat-map", responses=job_responses(HeatMap))
async def heat_map(
    request: AnyRequest,
    house: Here,
    subject: About,
) -> Response[HeatMap]:
    """The starting hands of a game that has a grid of them, and the value of each action."""
    if not solver_for(rule_set(subject.rules)).has_grid:
        raise Refusal("not_solved", f"{subject.rules}: this game has no grid of starting hands")
    job = house.quick.ask("starting_hands", subject, sources=sources_of(request))
    done = await succeeded(job)
    return job_response(HeatMap, job, rules=subject.rules, grid=heat(job.future.result()) if done else ())


@get("/odds/advise", responses=job_responses(AdviceResponse))
async def advise(
    request: AnyRequest,
    house: Here,
    subject: About,
    cards: Cards,
    board: Cards = "",
    up: Cards = "",
    wagers: Wagers = "",
    meters: Meters = "",
) -> Response[AdviceResponse]:
    """The exact value of each action, for any cards at any stage, with the wagers on the layout if given."""
    sought = Sought(cards.strip(), board.strip(), up.strip(), wagers.strip(), meters.strip())
    job = house.quick.ask("advise", subject, sought, sources=sources_of(request))
    return advised(subject.rules, job, await job.wait(PATIENCE))


def not_advised(failed: Failed) -> Refusal:
    """Why there is no advice: wagers that cannot be, or cards that fit no stage of the game."""
    return Refusal(failed.code or "cards_unusable", failed.message.replace("--", ""))


def advised(rules: str, job: Job, ended: bool) -> Response[AdviceResponse]:
    """Advice, or its progress; cards that fit no stage of the game are refused."""
    if job.failed is not None:
        raise not_advised(job.failed)
    progress = progress_of(job)
    if not ended:
        working = AdviceResponse(state="working", rules=rules, done=progress.done, total=progress.total)
        return Response(working, status_code=202)
    found = job.future.result()
    return Response(
        AdviceResponse(
            state="done",
            rules=rules,
            stage=found.stage,
            hand=found.hand,
            best=found.best,
            margin=margin_of(found),
            actions=action_values(found),
        )
    )


# ---------------------------------------------------------------------------------------------- PAR sheets


@get("/odds/report", responses=job_responses(JobResponse))
async def report(
    request: AnyRequest,
    house: Here,
    subject: About,
    form: Annotated[Form, QueryParameter(description="What it is made as.")] = "html",
) -> Response[JobResponse]:
    """Make a PAR sheet of a submission, or of a rule set's practice submission."""
    job = house.slow.ask("report", subject, form, sources=sources_of(request))
    await job.wait(PATIENCE)
    return Response(progress_of(job), status_code=status_of(job))


async def _file(house: House, subject: SubjectRequest, form: Form) -> Response[bytes]:
    job = house.slow.ask("report", subject, form)
    await job.wait(PATIENCE)
    if job.failed is not None:
        raise Refusal("report_failed", job.failed.message)
    if not job.future.done():
        raise Refusal("not_computed", "the sheet is still being made; /api/odds/report says when it is there")
    name = f"par-{subject.rules.replace('/', '-')}.{form}"
    shown = "inline" if form == "html" else "attachment"
    headers = {"Content-Disposition": f'{shown}; filename="{name}"'}
    if form == "html":
        headers["Content-Security-Policy"] = _PRINTED
    return Response(job.future.result(), media_type=_TYPES[form], headers=headers)


@get("/odds/report.html", media_type="text/html")
async def report_html(house: Here, subject: About) -> Response[bytes]:
    """The PAR sheet as HTML, once made."""
    return await _file(house, subject, "html")


@get("/odds/report.pdf", media_type="application/pdf")
async def report_pdf(house: Here, subject: About) -> Response[bytes]:
    """The PAR sheet as PDF, once made."""
    return await _file(house, subject, "pdf")


@get("/odds/report.json")
async def report_json(house: Here, subject: About) -> Response[bytes]:
    """The PAR sheet as JSON, once made."""
    return await _file(house, subject, "json")


odds: Router = Router(
    path="/api",
    route_handlers=[
        odds_rules,
        price_bet,
        game_odds,
        rounds_odds,
        seats_odds,
        strategy,
        heat_map,
        advise,
        report,
        report_html,
        report_pdf,
        report_json,
    ],
    dependencies={"subject": Provide(requested_subject, sync_to_thread=False)},
    tags=["odds"],
)
