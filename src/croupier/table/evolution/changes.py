"""Changes of the state that several kinds of event share."""

from typing import Any

from msgspec.structs import replace as change

from croupier.table.state import State

KEPT_ROUNDS = 1000
"""The number of rounds that can be resettled: those of a long day."""


def with_hand(state: State, seat: int, **changes: Any) -> State:
    """The state with a seat's hand changed."""
    return change(state, hands={**state.hands, seat: change(state.hands[seat], **changes)})


def joined(*cards: str) -> str:
    """Card texts as one."""
    return " ".join(filter(None, cards))
