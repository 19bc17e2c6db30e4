"""Awards in the state: won, waiting, validated, rejected or taken back."""

from msgspec.structs import replace as change

from croupier.jackpot.meters import MeterAward
from croupier.settlement.round import Result
from croupier.table import events as e
from croupier.table.evolution.changes import KEPT_ROUNDS
from croupier.table.state import PendingAward, State


def awarded(state: State, awards: tuple[MeterAward, ...], player: str, *, pending: bool = False) -> State:
    for award in awards:
        name = f"{state.round}.{award.seat}"
        entry = PendingAward(
            award=name,
            round=state.round,
            seat=award.seat,
            player=player,
            hand=award.row,
            meter=award.meter,
            share=award.share,
            paid=award.paid,
            stood=award.stood,
        )
        kept = {old: each for old, each in state.awarded.items() if each.round > state.round - KEPT_ROUNDS}
        state = change(state, awarded={**kept, name: entry})
        if pending:
            state = change(state, pending={**state.pending, name: entry})
    return state


def award_closed(state: State, event: e.AwardValidated | e.AwardRejected | e.AwardTakenBack) -> State:
    if isinstance(event, e.AwardValidated):
        state = _envy_paid(state, event)
        award = state.pending.get(event.award)  # a redacted log may not name it
        if award is not None and award.round == state.round:
            state = change(state, validated={**state.validated, event.award: award})
    else:
        state = _not_paid(state, event.award)
        state = change(
            state,
            rejected=(*state.rejected, event.award)[-KEPT_ROUNDS:],
            awarded=_without(state.awarded, event.award),
            validated=_without(state.validated, event.award),
        )
    return change(state, pending=_without(state.pending, event.award))


def _without(awards: dict[str, PendingAward], name: str) -> dict[str, PendingAward]:
    return {each: award for each, award in awards.items() if each != name}


def _envy_paid(state: State, event: e.AwardValidated) -> State:
    """The envies of a validated award, among the results of their seats."""
    for each in event.envy:
        before = _result_of(state, event.award, each.seat, "envy")
        paid = each.paid + (0 if before is None else before.paid)
        state = _with_result(
            state, event.award, each.seat, "envy", Result("win", 0, paid, 0, paid, each.clauses)
        )
    return state


def _not_paid(state: State, award: str) -> State:
    """A rejected award is nowhere shown as paid."""
    seat = int(award.partition(".")[2])
    result = _result_of(state, award, seat, "progressive")
    if result is None or result.outcome != "win":
        return state
    unpaid = change(result, outcome="lose", paid=0, net=result.returned - result.stake)
    return _with_result(state, award, seat, "progressive", unpaid)


def _result_of(state: State, award: str, seat: int, name: str) -> Result | None:
    """A result of an award's round, while it is on the table or the last one."""
    round_ = int(award.partition(".")[0])
    if state.program == "round" and round_ == state.round:
        return state.results.get(seat, {}).get(name)
    if state.last is not None and round_ == state.last.round:
        return state.last.results.get(seat, {}).get(name)
    return None


def _with_result(state: State, award: str, seat: int, name: str, result: Result) -> State:
    round_ = int(award.partition(".")[0])
    if state.program == "round" and round_ == state.round:
        mine = {**state.results.get(seat, {}), name: result}
        return change(state, results={**state.results, seat: mine})
    last = state.last
    if last is not None and round_ == last.round:
        mine = {**last.results.get(seat, {}), name: result}
        return change(state, last=change(last, results={**last.results, seat: mine}))
    return state
