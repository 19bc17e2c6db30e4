"""Events of the dealer station beside the round: calls for the floor, and an entry taken back at once."""

from croupier.settlement.round import Result
from croupier.table.event_kinds.event import Event


class FloorCalled(Event, frozen=True, kw_only=True):
    """The dealer called a floorperson to the table."""

    reason: str = ""


class CallAnswered(Event, frozen=True, kw_only=True):
    """A floorperson came to the table."""


class HandDeclared(Event, frozen=True, kw_only=True):
    """The dealer looked at a folded hand with bonus wagers: it wins none, and its cards are not entered."""

    seat: int
    declared: str


class DecisionTakenBack(Event, frozen=True, kw_only=True):
    """The last decision, entered by mistake, was taken back before anything else happened at the table."""

    seat: int
    stage: str
    action: str
    amount: int = 0
    times: int = 0


class HandTakenBack(Event, frozen=True, kw_only=True):
    """The last hand turned over, a seat's or the dealer's (0), was entered wrongly and taken back at once."""

    to: int
    results: dict[int, dict[str, Result]]
    """By seat, the results settled with it."""
