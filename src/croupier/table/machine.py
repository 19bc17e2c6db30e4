"""`decide(state, command)`: the events that a command causes, or a refusal that changes nothing.

An act is allowed if its actor has an offer for it; its values are then checked against the offer's bounds.
After the act the table continues by itself: an electronic table through every step that it performs, a live
table through the steps that need nobody.
"""

from functools import lru_cache

from croupier.errors import Refusal
from croupier.games.steps import RoundStep
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.acts import round as acts_of_the_round
from croupier.table.acts import settlement as settling
from croupier.table.acts import station as acts_of_the_station
from croupier.table.acts import table as acts_of_the_table
from croupier.table.acts.legality import offered
from croupier.table.cursor import passed_over, to_confirm
from croupier.table.evolve import evolve
from croupier.table.obligations import to_show
from croupier.table.programs import current, distinct, plan_of, steps_of
from croupier.table.recorder import Recorder
from croupier.table.roles import OBSERVERS, ROLES, SYSTEM
from croupier.table.state import State
from croupier.table.transition import Transition

_ACTING = (*ROLES, *OBSERVERS, SYSTEM)
_HANDLERS = {**acts_of_the_table.HANDLERS, **acts_of_the_round.HANDLERS, **acts_of_the_station.HANDLERS}


def decide(state: State, command: c.Command) -> tuple[e.AnyEvent, ...]:
    """The events that a command causes; `Refusal` if it may not be, and then nothing has changed."""
    return tuple(each.event for each in act(state, command))


def act(state: State, command: c.Command) -> tuple[Transition, ...]:
    """Each event of a command with the state after it, at least one; nobody needs to fold them again."""
    if command.version != state.version:
        message = f"the table is at version {state.version}, the command was for version {command.version}"
        raise Refusal("stale_version", f"{message}; reload and try again")
    if command.role not in _ACTING:
        raise Refusal("role_too_low", f"role {command.role!r}; allowed: {', '.join((*ROLES, SYSTEM))}")
    offer = offered(state, command)
    record = Recorder(state, command)
    _HANDLERS[type(command.act)](record, command.act, offer)
    _go_on(record)
    return tuple(record.transitions)


def fold(events: tuple[e.AnyEvent, ...] | list[e.AnyEvent], state: State | None = None) -> State:
    """The state that a log leads to."""
    state = State() if state is None else state
    for event in events:
        state = evolve(state, event)
    return state


def _go_on(record: Recorder) -> None:
    """On through every step that needs nobody."""
    while True:
        state = record.state
        step = current(state) if state.rules is not None else None
        waits = state.mismatch or state.reported is not None or to_confirm(state) is not None
        if step is None or waits:
            return
        if step.kind == "settle":
            if not state.electronic and to_show(state, step) is not None:
                return
            settling.settle_next(record, step)
        elif step.kind == "end":
            record.emit_by_system(e.RoundEnded, clauses=step.rule.clauses, round=state.round)
        elif not state.electronic or step.kind in ("shuffle", "bets", "offer"):
            return
        elif step.kind == "deal":
            _deal_from_order(record, step)
        elif step.kind == "reveal":
            settling.reveal(record, step, state.dealer)
        elif step.by_system:
            record.emit_by_system(e.StepDone, clauses=step.rule.clauses, step=step.name, says=step.rule.says)
        else:
            _not_applicable(record)


def _not_applicable(record: Recorder) -> None:
    """Steps that only people can perform, up to the next that the table performs."""
    state = record.state
    skipped: list[RoundStep] = []
    for step in steps_of(state)[state.step :]:
        if skipped and state.program == "round" and passed_over(state, step):
            continue
        if step.kind not in ("perform", "count", "stub") or step.by_system:
            break
        skipped.append(step)
    record.emit_by_system(
        e.StepsNotApplicable,
        clauses=_all_clauses(tuple(skipped)),
        steps=tuple(step.name for step in skipped),
    )


@lru_cache(maxsize=1024)
def _all_clauses(steps: tuple[RoundStep, ...]) -> tuple[str, ...]:
    return distinct(tuple(clause for step in steps for clause in step.rule.clauses))


def _deal_from_order(record: Recorder, step: RoundStep) -> None:
    state = record.state
    drawn, packets = state.drawn, []
    for packet in plan_of(state, step):
        cards = " ".join(state.order[drawn : drawn + packet.count])
        drawn += packet.count
        packets.append(e.DealtPacket(packet.to, packet.count, packet.up, cards))
    record.emit_by_system(e.Dealt, clauses=step.rule.clauses, step=step.name, packets=tuple(packets))
