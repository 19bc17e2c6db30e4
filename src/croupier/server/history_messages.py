"""What goes over the wire of rounds that are over: the list of them, and one of them step by step."""

import msgspec

from croupier.table.events import AnyEvent
from croupier.table.view import View


class SeatPlayed(msgspec.Struct, frozen=True, kw_only=True):
    """A seat in a round: what was staked in all, and what it came to. Cents."""

    seat: int
    player: str
    staked: int
    net: int


class RoundTold(msgspec.Struct, frozen=True, kw_only=True):
    """A round that was settled. A player is told of their own seats alone."""

    table: str
    round: int
    rules: str
    at: int
    position: int
    seats: tuple[SeatPlayed, ...]
    staked: int
    """Of the seats above, cents."""
    net: int
    void: bool
    """An irregularity made every hand void."""


class RoundsTold(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds, the newest first, and the position before which to read on (0: there are no more)."""

    rounds: tuple[RoundTold, ...]
    before: int


class StepTold(msgspec.Struct, frozen=True, kw_only=True):
    """An event as the asking person may see it, the table after it, and the event in words."""

    version: int
    at: int
    kind: str
    words: str
    """May have several lines: one for each wager that was settled."""
    clauses: tuple[str, ...]
    event: AnyEvent
    view: View
    """Without offers: nothing can be done in a replay."""


class LaterTold(msgspec.Struct, frozen=True, kw_only=True):
    """What was decided about the round when it was over: awards, and settling it anew."""

    version: int
    at: int
    kind: str
    words: str
    clauses: tuple[str, ...]
    event: AnyEvent


class RoundReplayed(msgspec.Struct, frozen=True, kw_only=True):
    """A round step by step, from before its first event."""

    table: str
    round: int
    rules: str
    over: bool
    """Whether the round has ended."""
    start: View
    """The table before the first step."""
    steps: tuple[StepTold, ...]
    later: tuple[LaterTold, ...]
    cut: bool
    """There were more steps than are told."""
