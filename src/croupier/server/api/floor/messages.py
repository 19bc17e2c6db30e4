"""Responses for the floor's pages: tables at a glance, actions, decided awards."""

import msgspec

from croupier.table.events import Alert
from croupier.table.offers.bounds import Amount
from croupier.table.redaction.view import StepView
from croupier.table.state import Call, Found


class FloorTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the floor sees it at a glance."""

    table: str
    mode: str
    demo: bool
    rules: str
    title: str
    program: str
    """closed, opening, shuffle, alternate, idle or round."""
    round: int
    version: int
    step: StepView | None
    positions: int
    taken: int
    playing: int
    """Hands in the current round."""
    bets_open: bool
    in_play: bool
    """No more bets: the round is being dealt, decided or settled."""
    closable: bool
    """No wager is placed: the table may be closed now."""
    last_activity: int
    """When something last happened; 0 for never."""
    deadline: int | None
    """The time of the default action."""
    pending: int
    """Pending awards."""
    deck_due: int | None
    deck_overdue: bool
    stub_count_due: bool
    called: Call | None
    """The dealer called the floor, and nobody has come yet."""
    reported: str
    """The irregularity of a report that waits for a floorperson."""
    mismatch: str
    """The mismatched count that blocks the table."""
    found: tuple[Found, ...]
    """The irregularities of the round."""
    alerts: tuple[Alert, ...]
    """Alerts to the floor in the current or last round."""
    limits: tuple[Amount, ...]
    link: str
    submission: str
    submission_version: int
    waiting: int | None
    """The queued version of the submission."""


class FloorDetail(msgspec.Struct, frozen=True, kw_only=True):
    """The floor's data at a table in addition to its view."""

    table: FloorTable
    decisions: tuple[str, ...]
    """The game's decisions, for corrections."""
    devices: tuple[str, ...]
    """Actions for a failed device."""
    deals: tuple[str, ...]
    shuffles: tuple[str, ...]
    deal: str
    shuffle: str


class DecidedAward(msgspec.Struct, frozen=True, kw_only=True):
    """An award that was validated, rejected or taken back."""

    position: int
    at: int
    table: str
    award: str
    state: str
    """paid, rejected or taken back."""
    player: str
    paid: int
    by: str
    role: str
    reason: str = ""


class DecidedPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of events, newest first, and the position to continue before (0: no more)."""

    found: tuple[DecidedAward, ...]
    before: int
