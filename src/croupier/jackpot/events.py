"""What happens to a link of meters, as facts for the log.

An event says what moved, in units unless it says cents, so that folding the log needs no rules; `at` is
milliseconds since 1970 UTC, `by` the pseudonymous id of the person or table. The kinds and their fields are
kept for as long as logs are: `tests/jackpot/golden_events.jsonl` holds a sample of each.
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
    """The initial amount of the rules, or the least they allow: a restart below it is worth a warning."""
    rate: int | None = None
    """Hundredths of a percent of a wager; none where the rules do not ask for it and it was not filed."""
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
    """The progressive wagers of a round have put their part on the meters."""

    table: str
    round: int
    amounts: dict[str, int]


class ContributionsReturned(LinkEvent, frozen=True, kw_only=True, tag=True):
    """Wagers of a void round went back, and what they had put on the meters came off."""

    table: str
    round: int
    amounts: dict[str, int]
    """What had been contributed."""
    short: dict[str, int] = {}
    """The part of it that the meter no longer held; it is a correction."""


class AwardLocked(LinkEvent, frozen=True, kw_only=True, tag=True):
    """An award has come off its meter and waits to be validated; the meter plays on."""

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
    """What the meter took over from the secondary."""
    below_initial: bool = False


class AwardValidated(LinkEvent, frozen=True, kw_only=True, tag=True):
    """A pending award was found right, and is paid."""

    award: int


class AwardRejected(LinkEvent, frozen=True, kw_only=True, tag=True):
    """A pending award was found wrong, and goes back."""

    award: int
    reason: str
    put_back: int
    """The award, on its meter again."""
    seed_taken_back: int = 0
    """The fresh seed, off the meter again, where nothing else was won since."""
    moved_back: int = 0
    """The secondary's amount, back where it came from, where nothing else was won since."""
    correction: int = 0
    """Where something else was won since, the fresh seed off the meter as it is now; else what it lacked."""


class ToppedUp(LinkEvent, frozen=True, kw_only=True, tag=True):
    """The operator has added money of its own to a meter."""

    meter: str
    amount: int


class MeterCorrected(LinkEvent, frozen=True, kw_only=True, tag=True):
    """A supervisor has corrected a meter."""

    meter: str
    amount: int
    """What was posted: up or down, and never more than the meter held."""
    asked: int
    reason: str


class RatesChanged(LinkEvent, frozen=True, kw_only=True, tag=True):
    """Meters that have just been won grow at other rates from now on."""

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
