"""Practice: the value and cost of one's own decisions, the session's score, and the drill.

Aids are for electronic tables, which are for practice with play money, unless the house has switched them off
there; at a live table there are none. A decision is valued from the player's own cards and the face-up cards
in the player's view of the table, and nothing else.
"""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from litestar import Response, Router
from litestar.params import JSONBody, PathParameter, QueryParameter

from croupier.errors import Refusal
from croupier.floor.host.hosted_table import Hosted
from croupier.floor.people.progress import KeptProgress
from croupier.floor.people.sessions import Session
from croupier.lessons.reasons import reason
from croupier.odds.advice import Advice
from croupier.odds.protocol import solver_for
from croupier.rulebook.catalog import rule_set
from croupier.server.api.messages import Done
from croupier.server.api.odds.responses import action_values, check_rules, margin_of
from croupier.server.api.odds.routes import (
    PATIENCE,
    Wagers,
    job_responses,
    not_advised,
    progress_of,
    state_of,
    status_of,
)
from croupier.server.api.practice.messages import (
    ChoiceValue,
    DecisionValued,
    DrillAnswer,
    DrillJudged,
    DrillQuestion,
    PracticeResponse,
    ProgressChange,
    ScoreResponse,
)
from croupier.server.api.practice.scores import Account, Place, Valued
from croupier.server.house import House
from croupier.server.http.handlers import Here, Me, in_thread, viewer
from croupier.server.http.routing import get, post
from croupier.server.workers.jobs import Drilled, Sought, SubjectRequest
from croupier.submission.rule_lookup import check_installed
from croupier.table.offers import Offer
from croupier.table.offers.bounds import Amount
from croupier.table.redaction.view import SeatView, View, view

TableName = Annotated[str, PathParameter(max_length=64, description="The name of a table.")]
Rules = Annotated[str, QueryParameter(max_length=64, description="A rule set, such as ma/high-card-flush.")]

ALLOWED = "With values on, the table shows what each choice wins or loses on average before you decide."
OFF = "The house has turned off values at this table."
LIVE = "A live table shows no values."
OLD_RULES = "This table runs on an earlier edition of the rules, for which no values are computed."


def aids(hosted: Hosted) -> tuple[bool, str]:
    """Whether advice is allowed at a table, and why."""
    if not hosted.state.electronic:
        return False, LIVE
    if not hosted.settings.aids:
        return False, OFF
    rules = hosted.state.rules
    if rules is not None:
        try:
            check_installed(rules.house.rules.rules.document, rules.house.rules.digest)
        except Refusal:
            return False, OLD_RULES
    return True, ALLOWED


@get("/practice/{table:str}")
async def practice(house: Here, me: Me, table: TableName) -> PracticeResponse:
    """The values of your current decisions, and the cost of earlier ones."""
    hosted = house.tables.find(table)
    account = house.scores.of(me.id)
    account.settle(hosted)
    allowed, why = aids(hosted)
    decisions = await _decisions(house, me, hosted, account) if allowed else ()
    return PracticeResponse(
        table=table,
        allowed=allowed,
        why=why,
        decisions=decisions,
        last=next((each for each in account.last if each.table == table), None),
        score=account.score(),
    )


async def _decisions(
    house: House, me: Session, hosted: Hosted, account: Account
) -> tuple[DecisionValued, ...]:
    state = hosted.state
    shown = view(state, viewer(me), house.floor.clock())
    due = [offer for offer in shown.offers if offer.act == "decide" and offer.player == me.person]
    return tuple([await _valued(house, hosted, shown, offer, account) for offer in due])


async def _valued(
    house: House, hosted: Hosted, shown: View, offer: Offer, account: Account
) -> DecisionValued:
    rules = hosted.state.at
    seat = next(each for each in shown.seats if each.seat == offer.seat)
    # The view and nothing else: cards that the player sees.
    law = rules.house.rules
    up = shown.dealer.cards if any(stage.up for stage in solver_for(law).stages(law)) else ""
    job = house.quick.ask(
        "advise_at",
        rules.house.rules.rules.document,
        msgspec.json.encode(rules.choices),
        Sought(seat.cards, shown.board, up, _written(seat.wagers)),
    )
    street = "" if shown.step is None else shown.step.name
    ended = await job.wait(PATIENCE)
    progress = progress_of(job)
    if not ended or job.failed is not None:
        return DecisionValued(
            state=state_of(job), problem=progress.problem, round=shown.round, seat=seat.seat, street=street
        )
    found: Advice = job.future.result()
    ante = seat.wagers["ante"]
    place = Place(hosted.name, shown.round, seat.seat, shown.version)
    _remember(account, place, Valued(rules.house.rules.rules.name, found, ante))
    return DecisionValued(
        state="done",
        round=shown.round,
        seat=seat.seat,
        street=found.stage,
        hand=found.hand,
        ante=ante,
        best=found.best,
        choices=_choices(found, seat, offer.amounts),
    )


def _remember(account: Account, place: Place, valued: Valued) -> None:
    """A second request for the same decision returns the same one."""
    for known, each in account.waiting.items():
        if (
            known._replace(version=0) == place._replace(version=0)
            and each.advice.stage == valued.advice.stage
        ):
            return
    account.waiting[place] = valued


def _choices(found: Advice, seat: SeatView, amounts: tuple[Amount, ...]) -> tuple[ChoiceValue, ...]:
    """The actions that are both valued and offered, each at the amount of the offer."""
    ante, choices = seat.wagers["ante"], []
    best = found.values[found.best]
    for action, value in found.values.items():
        name, _, multiple = action.partition("_")
        amount = int(multiple.removesuffix("x")) * ante if multiple else 0
        if any(_offered(each, name, amount) for each in amounts):
            choices.append(
                ChoiceValue(
                    action=action,
                    act=name,
                    amount=amount,
                    value=float(value),
                    exact=str(value),
                    cents=float(value * ante),
                    cost=float(best - value),
                    cost_cents=float((best - value) * ante),
                    best=action == found.best,
                )
            )
    return tuple(choices)


def _offered(choice: Amount, name: str, amount: int) -> bool:
    if choice.name != name:
        return False
    return amount in choice.only if choice.only else choice.least <= amount <= choice.most


# --------------------------------------------------------------------------------------------- the account


@get("/practice-score")
async def practice_score(me: Me, house: Here) -> ScoreResponse:
    """This session's score over all tables and the drill."""
    account = house.scores.of(me.id)
    return ScoreResponse(score=account.score(), last=tuple(account.last))


@post("/practice-score/clear")
async def clear_score(me: Me, house: Here) -> Done:
    """Clear this session's score."""
    house.scores.clear(me.id)
    return Done()


def _written(wagers: Mapping[str, int]) -> str:
    return ",".join(f"{name}={amount}" for name, amount in wagers.items())


# -------------------------------------------------------------------------------------------- the progress


def _account_only(me: Session) -> None:
    if me.demo:
        raise Refusal("progress_of_guests", "the progress of a guest is kept in the browser alone")


@get("/progress")
async def progress(me: Me, house: Here) -> KeptProgress:
    """Your progress: finished tutorials, mistakes to repeat, tallies. Accounts only."""
    _account_only(me)
    return await in_thread(lambda: house.people.progress.of(me.person))


@post("/progress")
async def keep_progress(me: Me, house: Here, data: JSONBody[ProgressChange]) -> KeptProgress:
    """Store your progress, unless another browser has changed it since."""
    _account_only(me)
    return await in_thread(lambda: house.people.progress.keep(me.person, data.version, data.learned))


# ----------------------------------------------------------------------------------------------- the drill


@get("/drill", responses=job_responses(DrillQuestion))
async def drill(
    house: Here,
    rules: Rules,
    street: Annotated[
        str,
        QueryParameter(max_length=32, description="A decision by its name; else the first."),
    ] = "",
    wagers: Wagers = "",
) -> Response[DrillQuestion]:
    """A drill question without its answer."""
    law = rule_set(check_rules(rules))
    streets = [stage.name for stage in solver_for(law).stages(law)]
    wanted = street or streets[0]
    if wanted not in streets:
        raise Refusal("unknown_street", f"street {wanted!r}; allowed: {', '.join(streets)}")
    job = await house.drills.take(rules, wanted, wagers.strip(), PATIENCE)
    progress = progress_of(job)
    if state_of(job) != "done":
        body = DrillQuestion(state=progress.state, problem=progress.problem, rules=rules, street=wanted)
        return Response(body, status_code=status_of(job))
    found = job.future.result()
    assert isinstance(found, Drilled)
    return Response(
        DrillQuestion(
            state="done",
            rules=rules,
            street=wanted,
            cards=found.cards,
            board=found.board,
            up=found.up,
            choices=tuple(found.advice.values),
        )
    )


@post("/drill", responses=job_responses(DrillJudged))
async def judge_drill(house: Here, me: Me, data: JSONBody[DrillAnswer]) -> Response[DrillJudged]:
    """Grade a drill answer: the value of each action and the cost of the answer."""
    subject = SubjectRequest(check_rules(data.rules))
    sought = Sought(data.cards.strip(), data.board.strip(), data.up.strip(), data.wagers.strip())
    job = house.quick.ask("advise", subject, sought)
    await job.wait(PATIENCE)
    if job.failed is not None:
        raise not_advised(job.failed)
    if state_of(job) == "working":
        return Response(DrillJudged(state="working"), status_code=202)
    found: Advice = job.future.result()
    if data.action not in found.values:
        raise Refusal("decision_unclear", f"{data.action!r}; allowed: {', '.join(found.values)}")
    account = house.scores.of(me.id)
    scored = account.take(Valued(data.rules, found, 0), Place("", 0, 0, 0), data.action)
    return Response(
        DrillJudged(
            state="done",
            street=found.stage,
            hand=found.hand,
            action=data.action,
            right=scored.right,
            best=found.best,
            margin=margin_of(found),
            cost=scored.cost,
            actions=action_values(found),
            reason=reason(rule_set(data.rules), found, data.action),
            score=account.score(),
        )
    )


practice_desk: Router = Router(
    path="/api",
    route_handlers=[practice, practice_score, clear_score, progress, keep_progress, drill, judge_drill],
    tags=["practice"],
)
