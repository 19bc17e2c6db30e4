"""Calls for the floor and entries taken back, in the state."""

from croupier.table import events as e
from croupier.table.evolution.changes import change
from croupier.table.state import Call, LastEntry, State


def floor_called(state: State, event: e.FloorCalled) -> State:
    return change(state, called=Call(by=event.by, at=event.at, reason=event.reason))


def call_answered(state: State, event: e.CallAnswered) -> State:
    return change(state, called=None)


def last_entry(state: State, event: e.Decided) -> LastEntry | None:
    """The hand as it was before a decision that the dealer entered; none where the table deals itself."""
    if state.electronic or event.default:
        return None
    return LastEntry(seat=event.seat, step=state.step, hand=state.hands[event.seat])


def decision_taken_back(state: State, event: e.DecisionTakenBack) -> State:
    entry = state.last_entry
    if entry is None:  # a log that begins in the middle
        return state
    hands = {**state.hands, entry.seat: entry.hand}
    return change(state, hands=hands, step=entry.step)
