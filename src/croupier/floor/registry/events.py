"""Registry events: submissions, links, tables, and starts of servers.

They stand in the stream `house` beside the acts of people, each change with the values before and after it.
"""

import msgspec

from croupier.floor.host.hosted_table import Settings
from croupier.floor.registry.house_events import STREAM, HouseEvent, encode_house_event
from croupier.table.dual_control import Second

__all__ = ["STREAM"]


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the house lists it."""

    mode: str
    """`electronic` or `live`."""
    submission: str
    version: int
    settings: Settings


class SubmissionLoaded(HouseEvent, frozen=True, kw_only=True):
    """An administrator loaded a submission without violations; the event has its full text."""

    name: str
    version: int
    rules: str
    edition: str
    """The edition of the rules that it was checked against."""
    rules_digest: str
    """The digest of those rules."""
    text: str
    digest: str
    """SHA-256 of the text."""
    before: str = ""
    """The digest of the previous version."""


class MeterLinkOpened(HouseEvent, frozen=True, kw_only=True):
    """A link of meters was opened from the progressive of a submission."""

    link: str
    submission: str
    version: int


class MeterRatesChanged(HouseEvent, frozen=True, kw_only=True):
    """Meters that were just won grow at new rates, in hundredths of a percent."""

    link: str
    before: dict[str, int | None]
    after: dict[str, int]


class MeterAdjusted(HouseEvent, frozen=True, kw_only=True):
    """A meter was topped up or corrected by hand. Amounts are ten-thousandths of a cent."""

    link: str
    meter: str
    what: str
    """`top-up` or `correction`."""
    before: int
    after: int
    reason: str
    second: Second | None = None
    """For a correction: the second person who signed."""
    clauses: tuple[str, ...] = ()


class TableListed(HouseEvent, frozen=True, kw_only=True):
    """A table has a name, a submission and a link."""

    table: str
    after: Listing


class TableChanged(HouseEvent, frozen=True, kw_only=True):
    """The settings of a table have changed."""

    table: str
    before: Listing
    after: Listing


class AdoptionQueued(HouseEvent, frozen=True, kw_only=True):
    """Another version of a table's submission is queued until the round ends, or a meter is won."""

    table: str
    before: int
    after: int
    reason: str
    """`round`, `rates`, or `limits`."""


class LimitsApproved(HouseEvent, frozen=True, kw_only=True):
    """Two people approved new limits for a table; the version with them applies from `effective` on."""

    table: str
    before: int
    after: int
    """The version of the submission with the new limits."""
    effective: int
    """Milliseconds since 1970 UTC."""
    was: dict[str, tuple[int, int]]
    limits: dict[str, tuple[int, int]]
    """By wager that changes, minimum and maximum in cents."""
    second: Second | None = None


class AdoptionApplied(HouseEvent, frozen=True, kw_only=True):
    """A table has adopted another version of its submission."""

    table: str
    before: int
    after: int


class AdoptionRefused(HouseEvent, frozen=True, kw_only=True):
    """A queued version cannot be adopted in the table's current state."""

    table: str
    before: int
    after: int
    code: str
    message: str


class DealerTappedIn(HouseEvent, frozen=True, kw_only=True):
    """A dealer (`by`) is the dealer of record of a table from now on, at one station."""

    table: str
    session: str


class DealerTappedOut(HouseEvent, frozen=True, kw_only=True):
    """A table no longer has a dealer of record; `by` is the dealer, or a floorperson for the dealer."""

    table: str
    person: str


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """A dealer's turn at a table."""

    table: str
    dealer: str
    at: int
    """When it begins, in milliseconds since 1970 UTC."""


class RotationPlanned(HouseEvent, frozen=True, kw_only=True):
    """The plan of the dealers' turns from now on."""

    turns: tuple[Turn, ...]


class Started(HouseEvent, frozen=True, kw_only=True):
    """A server has started."""

    owner: str
    software: str


class Stopped(HouseEvent, frozen=True, kw_only=True):
    """A server stopped gracefully; a start without a stop before it follows a crash."""

    owner: str


AnyRegistryEvent = (
    SubmissionLoaded
    | MeterLinkOpened
    | MeterRatesChanged
    | MeterAdjusted
    | TableListed
    | TableChanged
    | LimitsApproved
    | AdoptionQueued
    | AdoptionApplied
    | AdoptionRefused
    | DealerTappedIn
    | DealerTappedOut
    | RotationPlanned
    | Started
    | Stopped
)

_decoder = msgspec.json.Decoder(AnyRegistryEvent)

KINDS: frozenset[str] = frozenset(str(kind.__struct_config__.tag) for kind in AnyRegistryEvent.__args__)
"""The kinds of registry events in the stream; the others concern people and sessions."""


def encode_registry_event(event: AnyRegistryEvent) -> bytes:
    """An event as canonical JSON."""
    return encode_house_event(event)


def decode_registry_event(body: bytes) -> AnyRegistryEvent:
    """An event from JSON."""
    event: AnyRegistryEvent = _decoder.decode(body)
    return event
