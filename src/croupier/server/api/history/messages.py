"""Responses about finished rounds: the list, and one round step by step."""

import msgspec

from croupier.table.events import AnyEvent
from croupier.table.redaction.view import View


class SeatPlayed(msgspec.Struct, frozen=True, kw_only=True):
    """A seat in a round: total stake and net, in cents."""

    seat: int
    player: str
    staked: int
    net: int


class RoundSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A settled round. Players see only their own seats."""

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
    amounts: bool
    """Whether amounts were entered; if not, stakes and nets include only the progressive and envy."""


class RoundsResponse(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds, newest first, and the position to continue before (0: no more)."""

    rounds: tuple[RoundSummary, ...]
    before: int


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """An event redacted for the viewer, the table after it, and the event in words."""

    version: int
    at: int
    kind: str
    words: str
    """May have several lines: one for each wager that was settled."""
    clauses: tuple[str, ...]
    event: AnyEvent
    view: View
    """Without offers: nothing can be done in a replay. The step that ends the round has the hands as they
    lay when it was over, with their results."""
    meters: dict[str, int]
    """Of the table's link after this step, in ten-thousandths of a cent."""


class LaterRuling(msgspec.Struct, frozen=True, kw_only=True):
    """Rulings made after the round ended: awards, resettlements."""

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
    meters: dict[str, int]
    """The meters before the first step, in ten-thousandths of a cent."""
    submission: str
    submission_version: int
    """The submission in force in that round."""
    link: str
    """Its link of meters; empty without one."""
    may_resettle: bool
    """Whether the viewer may resettle the round."""
    steps: tuple[ReplayStep, ...]
    later: tuple[LaterRuling, ...]
    cut: bool
    """There were more steps than these."""
    share: str
    """The viewer's own hands as a line of `croupier settle`, without names; may be empty."""
