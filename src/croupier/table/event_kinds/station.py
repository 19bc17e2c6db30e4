"""Events of the dealer station beside the round: calls for the floor, and an entry taken back at once."""

from croupier.table.event_kinds.event import Event


class FloorCalled(Event, frozen=True, kw_only=True):
    """The dealer called a floorperson to the table."""

    reason: str = ""


class CallAnswered(Event, frozen=True, kw_only=True):
    """A floorperson came to the table."""


class DecisionTakenBack(Event, frozen=True, kw_only=True):
    """The last decision was entered wrongly and is taken back, before anything else happened at the table."""

    seat: int
    stage: str
    action: str
    amount: int = 0
    times: int = 0
