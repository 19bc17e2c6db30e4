"""Events of irregularities, corrections and resettlements."""

import msgspec

from croupier.settlement.round import Round
from croupier.table.dual_control import Second
from croupier.table.event_kinds.event import Event
from croupier.table.state import PendingAward


class IrregularityReported(Event, frozen=True, kw_only=True):
    """A report that would void a hand or the round: the table waits for a floorperson."""

    irregularity: str
    void: str
    seat: int = 0
    cards: str = ""
    count: int = 0
    note: str = ""


class ReportDismissed(Event, frozen=True, kw_only=True):
    """A floorperson dismissed the report; the round continues."""

    irregularity: str
    reason: str


class IrregularityFound(Event, frozen=True, kw_only=True):
    """An irregularity and its consequence."""

    irregularity: str
    clause: str
    """The clause that sets the consequence."""
    void: str
    settled: tuple[str, ...] = ()
    forfeits: bool = False
    deck: str = "stays"
    seat: int = 0
    cards: str = ""
    count: int = 0
    note: str = ""
    reported_by: str = ""
    """Who reported it, where a floorperson confirmed it."""


class Corrected(Event, frozen=True, kw_only=True):
    """An entry was corrected before settlement. Everybody at the table sees it."""

    seat: int
    reason: str
    layout: str
    """The chips and cards on the layout, in words."""
    second: Second
    before: dict[str, str]
    after: dict[str, str]
    player: str = ""
    wagers: dict[str, int] | None = None
    wagers_before: dict[str, int] = msgspec.field(default_factory=dict)
    decision: str | None = None
    amount: int = 0
    amount_before: int = 0
    times: int = 0
    cards: str | None = None


class Resettled(Event, frozen=True, kw_only=True):
    """A settled round was resettled. The log keeps the original; the difference is posted."""

    round: int
    record: Round
    digest: str
    differences: dict[int, int]
    """By seat, the cents due to the player at the table; negative: due from the player."""
    outside: dict[int, int] = msgspec.field(default_factory=dict)
    """By seat, the cents due where awards are not paid from the table inventory."""
    players: dict[int, str]
    meters: dict[str, int]
    """By meter, the correction in ten-thousandths of a cent."""
    reason: str
    second: Second
    awards_back: tuple[str, ...] = ()
    """Awards that the hand had not won; the paid amount goes back."""
    awards: tuple[PendingAward, ...] = ()
    """Awards that it had won. They come off their meters and are pending like any award."""
