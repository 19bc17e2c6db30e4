"""The events of a link of meters.

Amounts are in units unless a field says cents, so folding the log needs no rules; `at` is milliseconds since
1970 UTC, `by` the pseudonymous id of the person or table. `tests/jackpot/golden_events.jsonl` holds a sample
of each kind.
"""

import msgspec


class LinkMeter(msgspec.Struct, frozen=True, kw_only=True):
    """A meter as the link runs it; amounts are cents."""

    name: str
    seed: int
    """Where it starts when the link opens."""
    reset: int
    """Where it starts again after a whole award, unless it takes the secondary's amount."""
    initial: int
    """The initial amount in the rules, or the minimum they allow; a restart below it gives a warning."""
    rate: int | None = None
    """Hundredths of a percent of a wager; none where the rules do not require it and none was filed."""
    after_whole_award: str = "to_reset"
    clauses: tuple[str, ...] = ()


class LinkEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that happened to a link."""

    at: int
    by: str
    clauses: tuple[str, ...] = ()


class LinkOpened(LinkEvent, frozen=True, kw_only=True, tag=True):
    """The meters start at their seeds."""

    link: str
    meters: tuple[LinkMeter, ...]


class Contributed(LinkEvent, frozen=True, kw_only=True, tag=True):
    """The progressive wagers of a round added their contributions to the meters."""

    table: str
    round: int
    amounts: dict[str, int]


class ContributionsReturned(LinkEvent, frozen=True, kw_only=True, tag=True):
    """Wagers of a void round were returned, and their contributions came off the meters."""

    table: str
    round: int
    amounts: dict[str, int]
    """The contributions."""
    short: dict[str, int] = {}
    """The part that the meter no longer held; it is a correction."""


class AwardLocked(LinkEvent, frozen=True, kw_only=True, tag=True):
    """An award came off its meter and is pending; the meter stays in play."""

    award: int
    """Awards of a link are numbered from 1."""
    table: str
    round: int
    seat: int
    row: str
    meter: str
    share: int
    """Hundredths of a percent."""
    paid: int
    """Cents."""
    reseeded: int = 0
    """Fresh seed on the meter after a whole award."""
    moved: int = 0
    """The amount that the meter took over from the secondary meter."""
    below_initial: bool = False


class AwardValidated(LinkEvent, frozen=True, kw_only=True, tag=True):
    """A pending award was validated and is paid."""

    award: int


class AwardRejected(LinkEvent, frozen=True, kw_only=True, tag=True):
    """A pending award was rejected and goes back to its meter."""

    award: int
    reason: str
    put_back: int
    """The award amount, returned to its meter."""
    seed_taken_back: int = 0
    """The fresh seed, removed from the meter, if nothing else was won since."""
    moved_back: int = 0
    """The amount returned to the secondary meter, if nothing else was won since."""
    correction: int = 0
    """The new seed off the current meter, if another award was won since; if not, the missing amount."""


class ToppedUp(LinkEvent, frozen=True, kw_only=True, tag=True):
    """The operator added its own money to a meter."""

    meter: str
    amount: int


class MeterCorrected(LinkEvent, frozen=True, kw_only=True, tag=True):
    """A supervisor has corrected a meter."""

    meter: str
    amount: int
    """The posted amount, up or down, never more than the meter held."""
    asked: int
    reason: str


class RatesChanged(LinkEvent, frozen=True, kw_only=True, tag=True):
    """Meters that were just won grow at new rates from now on."""

    rates: dict[str, int]


AnyLinkEvent = (
    LinkOpened
    | Contributed
    | ContributionsReturned
    | AwardLocked
    | AwardValidated
    | AwardRejected
    | ToppedUp
    | MeterCorrected
    | RatesChanged
)
