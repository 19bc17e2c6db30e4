"""The review: decisions of finished rounds, priced in the worker pool."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Annotated, NamedTuple

from litestar import Response, Router
from litestar.params import PathParameter

from croupier.errors import Refusal
from croupier.floor.desks.rulings import decided_later
from croupier.floor.host.hosted_table import Hosted
from croupier.floor.people.sessions import Session
from croupier.floor.registry.registry import rules_as_loaded
from croupier.floor.reports.recorded_rounds import LoggedRound, TableRounds, round_at
from croupier.lessons.reasons import reason
from croupier.odds.advice import Advice
from croupier.odds.review.account import SeatReview
from croupier.odds.review.decisions import PricedDecision
from croupier.server.api.history.rounds import PlayerRound, settled_of_player
from croupier.server.api.odds.responses import action_values
from croupier.server.api.odds.routes import job_response, job_responses, succeeded
from croupier.server.api.review.messages import (
    DecisionReviewed,
    Division,
    MistakeMade,
    RoundReviewResponse,
    SeatReviewed,
    SessionReviewResponse,
)
from croupier.server.house import House
from croupier.server.http.handlers import AnyRequest, Here, Me, heavy, sources_of, viewer
from croupier.server.http.routing import get
from croupier.server.workers.pool import Job
from croupier.server.workers.review_jobs import RoundToReview
from croupier.table import events as e
from croupier.table.redaction.permissions import sees_decisions
from croupier.table.redaction.replay import may_replay

TableName = Annotated[str, PathParameter(max_length=64, description="The name of a table.")]
RoundNumber = Annotated[int, PathParameter(ge=1, le=2**53, description="The number of a round.")]

ROUNDS = 200
"""Of a session that are reviewed."""
MISTAKES = 50
"""Of a session that are shown."""


# ------------------------------------------------------------------------------------------- one round


@get("/tables/{table:str}/rounds/{round_number:int}/review", responses=job_responses(RoundReviewResponse))
async def round_review(
    request: AnyRequest, house: Here, me: Me, table: TableName, round_number: RoundNumber
) -> Response[RoundReviewResponse]:
    """A finished round: each of your decisions with its exact cost, and luck and skill apart."""
    hosted = house.tables.find(table)
    found = await heavy(house, me, lambda: _finished(house, me, hosted, round_number))
    asked = _to_review(found, me)
    job = _asked(house, (asked,), (table, round_number, *asked.seats), sources_of(request))
    seats: tuple[SeatReviewed, ...] = ()
    if await succeeded(job):
        (reviewed,) = job.future.result()
        seats = tuple(_seat(found, number, each) for number, each in reviewed.items())
    rules = found.played.record.rules
    return job_response(RoundReviewResponse, job, table=table, round=round_number, rules=rules, seats=seats)


def _finished(house: House, me: Session, hosted: Hosted, number: int) -> LoggedRound:
    steps = house.history.steps(hosted, number)
    found = None
    if may_replay(steps, viewer(me)):
        state = steps[-1].before
        rounds = TableRounds(hosted.name, state.mode, state.at.house)
        for step in steps:
            found = rounds.take(step.event) or found
        for _, event in house.history.later(hosted.name, number, steps[-1].version):
            rounds.take(event)
    if found is None:
        whose = " of yours" if me.role == "player" else ""
        raise Refusal("unknown_round", f"no finished round {number}{whose} at table {hosted.name}")
    return found


def _to_review(found: LoggedRound, me: Session) -> RoundToReview:
    players, looks = found.played.players, viewer(me)
    seats = tuple(seat for seat, player in sorted(players.items()) if sees_decisions(looks, player))
    if not found.played.record.amounts:
        raise Refusal("not_reviewed", "this round was played without amounts, and cannot be priced")
    return RoundToReview(found.played, found.results, seats)


def _asked(
    house: House, rounds: tuple[RoundToReview, ...], key: tuple[object, ...], sources: tuple[str, ...]
) -> Job:
    records = tuple(hash(str(each.played.record)) for each in rounds)  # a resettled round is priced again
    return house.quick.ask("review_rounds", rounds, key=("review", key, records), sources=sources)


# ------------------------------------------------------------------------------------------ the session


class _Session(NamedTuple):
    """The rounds of a session, the latest first."""

    rounds: list[LoggedRound]
    left_out: int


@get("/review", responses=job_responses(SessionReviewResponse))
async def session_review(request: AnyRequest, house: Here, me: Me) -> Response[SessionReviewResponse]:
    """Your rounds since you signed in: each mistake with its exact cost, and luck and skill apart."""
    found = await heavy(house, me, lambda: _session(house, me))
    asked = tuple(_to_review(each, me) for each in found.rounds)
    latest = found.rounds[0].position if found.rounds else 0
    job = _asked(house, asked, (me.id, latest), sources_of(request))
    figures = _figures(found.rounds, job.future.result()) if await succeeded(job) else {}
    return job_response(
        SessionReviewResponse,
        job,
        since=me.created,
        rounds=len(found.rounds),
        left_out=found.left_out,
        **figures,
    )


def _session(house: House, me: Session) -> _Session:
    ledger = house.floor.ledger
    listed = list(
        takewhile(lambda each: each.settled.at >= me.created, settled_of_player(ledger, me.person, "", None))
    )
    rounds = [found for each in listed[:ROUNDS] if (found := _read(house, each)) is not None]
    for name in {each.table for each in rounds}:
        later = decided_later(ledger, name, min(each.after for each in listed if each.table == name))
        for each in rounds:
            for _, event in later.get(each.number, ()) if each.table == name else ():
                if isinstance(event, e.Resettled):
                    each.resettle(event)
    return _Session(rounds, len(listed) - len(rounds))


def _read(house: House, listed: PlayerRound) -> LoggedRound | None:
    """The round from the log; none if its rules are no longer installed or it has no amounts."""
    name, settled = listed.table, listed.settled
    if name not in house.registry.listings or not settled.event.record.amounts:
        return None
    listing = house.registry.listing_at(name, settled.position)
    try:
        rules = rules_as_loaded(house.registry.submission(listing.submission, listing.version))
    except Refusal:
        return None
    return round_at(house.floor.ledger, TableRounds(name, house=rules.house), listed.after, settled.version)


def _figures(
    rounds: Sequence[LoggedRound], reviewed: Sequence[Mapping[int, SeatReview]]
) -> dict[str, object]:
    seats = [
        (found, number, each)
        for found, mine in zip(rounds, reviewed, strict=True)
        for number, each in mine.items()
    ]
    decisions = [decision for _, _, each in seats for decision in each.decisions]
    made = [
        MistakeMade(
            table=found.table,
            round=found.number,
            rules=found.played.record.rules,
            at=found.at,
            seat=number,
            cards=_cards(found, number),
            up=found.played.up,
            decision=_decision(found, decision, each.ante),
        )
        for found, number, each in seats
        for decision in each.decisions
        if decision.cost
    ]
    return {
        "decisions": len(decisions),
        "grades": {
            grade: sum(each.grade == grade for each in decisions)
            for grade in ("best", "inaccuracy", "mistake", "blunder")
        },
        "result": _division([each for _, _, each in seats]),
        "mistakes": tuple(sorted(made, key=lambda each: -each.decision.cost_cents)[:MISTAKES]),
    }


# --------------------------------------------------------------------------------------------- messages


def _seat(found: LoggedRound, number: int, reviewed: SeatReview) -> SeatReviewed:
    return SeatReviewed(
        seat=number,
        cards=_cards(found, number),
        up=found.played.up,
        ante=reviewed.ante,
        result=_division([reviewed]),
        decisions=tuple(_decision(found, each, reviewed.ante) for each in reviewed.decisions),
    )


def _cards(found: LoggedRound, number: int) -> str:
    return next((seat.cards or "" for seat in found.played.record.seats if seat.seat == number), "")


def _decision(found: LoggedRound, priced: PricedDecision, ante: int) -> DecisionReviewed:
    advice = Advice(priced.stage, priced.hand, priced.values)
    return DecisionReviewed(
        stage=priced.stage,
        hand=priced.hand,
        board=priced.board,
        action=priced.action,
        best=priced.best,
        grade=priced.grade,
        value=float(priced.value),
        cost=float(priced.cost),
        cost_exact=str(priced.cost),
        cost_cents=float(priced.cost * ante),
        reason=reason(found.played.house.rules, advice, priced.action),
        actions=action_values(advice),
    )


def _division(seats: Sequence[SeatReview]) -> Division:
    def total(name: str) -> Fraction:
        return sum((Fraction(getattr(each, name)) for each in seats), Fraction(0))

    net = sum(each.result for each in seats)
    return Division(
        staked=sum(each.staked for each in seats),
        net=net,
        progressive=sum(each.progressive for each in seats),
        optimal=float(total("optimal")),
        side_bets=float(total("side_bets")),
        mistakes=float(total("mistakes")),
        forfeited=sum(each.forfeited for each in seats),
        luck=float(net - total("expected")),
    )


review: Router = Router(path="/api", route_handlers=[round_review, session_review], tags=["review"])
