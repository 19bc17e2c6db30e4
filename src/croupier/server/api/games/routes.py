"""The games in words: labels, how each is played, lessons, and differences between rule sets."""

from typing import Annotated

import msgspec
from litestar import Response, Router
from litestar.params import QueryParameter

from croupier.games.vocabulary import Vocabulary, vocabulary
from croupier.lessons.differences import GameDifferences, differences
from croupier.lessons.guide import Guide, guide
from croupier.lessons.stacked_rounds import LessonRound, play_lesson
from croupier.rulebook.catalog import rule_sets
from croupier.server.api.odds.messages import JobResponse
from croupier.server.api.odds.routes import job_response, job_responses, succeeded
from croupier.server.http.handlers import AnyRequest, Here, in_thread, sources_of
from croupier.server.http.routing import get
from croupier.submission.practice import practice_text

Rules = Annotated[str, QueryParameter(max_length=64, description="A rule set, such as ma/high-card-flush.")]

MOST_DECISIONS = 8


class BetPrice(msgspec.Struct, frozen=True, kw_only=True):
    """The average cost of a wager per dollar bet; of the game itself, per dollar of ante."""

    wager: str
    """`main` for the game itself."""
    edge: float
    exact: str
    note: str
    """The assumption of the figure; empty where it has none."""


class BetPricesResponse(JobResponse, frozen=True, kw_only=True):
    """The price of every wager of a rule set's practice table."""

    rules: str
    bets: tuple[BetPrice, ...] = ()


@get("/games")
async def games() -> list[Vocabulary]:
    """The words of every rule set: labels of its wagers, rows and decisions, and how it is played."""
    return [vocabulary(rules) for rules in rule_sets().values()]


@get("/games/guide")
async def game_guide(rules: Rules) -> Guide:
    """How a rule set is played: a worked round, how hands rank, each wager, and the words of the table."""
    practice_text(rules)
    return await in_thread(lambda: guide(rules))


@get("/games/differences")
async def game_differences() -> tuple[GameDifferences, ...]:
    """For every game with several rule sets, the differences that matter to a player."""
    return await in_thread(differences)


@get("/games/lesson")
async def lesson(
    rules: Rules,
    number: Annotated[int, QueryParameter(ge=1, le=99, description="Counted from 1.")],
    actions: Annotated[
        str, QueryParameter(max_length=100, description="The decisions so far, such as check,play_2x.")
    ] = "",
) -> LessonRound:
    """A stacked round after the learner's decisions so far, played by the table machine."""
    practice_text(rules)
    decided = [each for each in actions.split(",") if each][:MOST_DECISIONS]
    return await in_thread(lambda: play_lesson(rules, number, decided))


@get("/games/prices", responses=job_responses(BetPricesResponse))
async def bet_prices(request: AnyRequest, house: Here, rules: Rules) -> Response[BetPricesResponse]:
    """The exact price of every wager of a rule set's practice table."""
    practice_text(rules)
    job = house.quick.ask("bet_prices", rules, key=("bet_prices", rules), sources=sources_of(request))
    bets: tuple[BetPrice, ...] = ()
    if await succeeded(job):
        bets = tuple(
            BetPrice(wager=wager, edge=float(edge), exact=str(edge), note=note)
            for wager, edge, note in job.future.result()
        )
    return job_response(BetPricesResponse, job, rules=rules, bets=bets)


game_words: Router = Router(
    path="/api", route_handlers=[games, game_guide, game_differences, lesson, bet_prices], tags=["house"]
)
