"""Calls for the floor and entries taken back, in the state."""

from msgspec.structs import replace as change

from croupier.games.steps import DEALER
from croupier.settlement.round import Result
from croupier.table import events as e
from croupier.table.cursor import onward
from croupier.table.evolution.changes import with_hand
from croupier.table.state import Call, LastEntry, LastTurned, State


def floor_called(state: State, event: e.FloorCalled) -> State:
    return change(state, called=Call(by=event.by, at=event.at, reason=event.reason))


def call_answered(state: State, event: e.CallAnswered) -> State:
    return change(state, called=None)


def hand_declared(state: State, event: e.HandDeclared) -> State:
    # It may be all that the next player waits for.
    return onward(with_hand(state, event.seat, declared=event.declared), 0)


def turned(state: State, after: State, to: int) -> State:
    """The state after a hand was turned, with the data to take it back at a live table."""
    if state.electronic:
        return after
    before = LastTurned(
        to=to,
        step=state.step,
        hands=state.hands,
        results=state.results,
        settlement_meters=state.settlement_meters,
        announced=state.announced,
    )
    return change(after, last_turned=before)


def keeps_turned(state: State, event: e.AnyEvent) -> bool:
    """Whether the hand turned last may still be taken back: an event that settles a seat without an award."""
    if not isinstance(event, e.SeatSettled) or event.awards or event.pending:
        return False
    return state.results.get(event.seat, {}).keys().isdisjoint(event.results)


def settled_since(state: State) -> dict[int, dict[str, Result]]:
    """By seat, the results since the hand turned last. A bonus paid at the fold was paid before."""
    before = {} if state.last_turned is None else state.last_turned.results
    since = {
        seat: {
            name: result
            for name, result in results.items()
            if name not in before.get(seat, {}) and name not in state.hands[seat].handed_over
        }
        for seat, results in state.results.items()
    }
    return {seat: results for seat, results in since.items() if results}


def hand_taken_back(state: State, event: e.HandTakenBack) -> State:
    before = state.last_turned
    if before is None:  # a log that begins in the middle
        return state
    state = change(
        state,
        step=before.step,
        hands=before.hands,
        results=before.results,
        settlement_meters=before.settlement_meters,
        announced=before.announced,
    )
    if event.to == DEALER:
        return change(state, dealer=state.dealer_up, dealer_revealed=False)
    return with_hand(state, event.to, cards="", discards=None, declared="")


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
