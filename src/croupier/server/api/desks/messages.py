"""Requests and responses of the desks: people, registry, cashier, inventory, audit."""

from typing import Annotated, Any, Literal

import msgspec

from croupier.floor.host.hosted_table import Settings
from croupier.floor.registry.chips import Denomination
from croupier.floor.registry.events import LimitsApproved
from croupier.server.api.messages import Key, RequestBody, SignIn, Text
from croupier.submission.findings import Finding

Name = Annotated[str, msgspec.Meta(max_length=64)]
Cents = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Reason = Annotated[str, msgspec.Meta(max_length=500)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


# ---------------------------------------------------------------------------------------------- people


class Invite(RequestBody, frozen=True, kw_only=True):
    """A new account."""

    name: Text
    display_name: Text
    role: Name
    second: SignIn | None = None
    """For a supervisor, administrator or observer: the second person."""


class ChangePerson(RequestBody, frozen=True, kw_only=True):
    """Account fields to change."""

    role: Name | None = None
    enabled: bool | None = None
    display_name: Text | None = None
    second: SignIn | None = None
    """For a supervisor, administrator or observer: the second person."""


class ResetPassword(RequestBody, frozen=True, kw_only=True):
    """A new password for somebody."""

    second: SignIn | None = None
    """For a supervisor, administrator or observer: the second person."""


class Address(RequestBody, frozen=True, kw_only=True):
    """A source address that is locked."""

    address: Name


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """A count."""

    count: int


# -------------------------------------------------------------------------------------------- registry


class SubmissionText(RequestBody, frozen=True, kw_only=True):
    """A submission to check."""

    text: str


class LoadSubmission(RequestBody, frozen=True, kw_only=True):
    """A submission, or its next version."""

    name: Name
    text: str


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """The findings of `check`; `ok` if there is no violation."""

    ok: bool
    findings: tuple[Finding, ...]


class OpenLink(RequestBody, frozen=True, kw_only=True):
    """A link, from the progressive of a submission."""

    link: Name
    submission: Name
    version: Number = 0


class ChangeRates(RequestBody, frozen=True, kw_only=True):
    """New rates by meter, in hundredths of a percent."""

    rates: dict[Name, Number]


class ListTable(RequestBody, frozen=True, kw_only=True):
    """A table of the house."""

    table: Name
    mode: Name
    submission: Name
    version: Number = 0
    settings: Settings = msgspec.field(
        default_factory=Settings
    )  # a shared default would be printed with a random id in the schema


class Adopt(RequestBody, frozen=True, kw_only=True):
    """A version of the table's submission."""

    version: Number


class Adopted(msgspec.Struct, frozen=True, kw_only=True):
    """`applied` at once, or `queued` until the round ends."""

    adoption: str


class ListingResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the house lists it."""

    table: str
    mode: str
    submission: str
    version: int
    waiting: int | None
    """The queued version."""
    settings: Settings
    here: bool
    """Whether this server runs it."""


# ---------------------------------------------------------------------------------------------- desks


class MoveMoney(RequestBody, frozen=True, kw_only=True):
    """Play money to or from a player. A retry with the same key does nothing."""

    player: Name
    cents: Cents
    reason: Reason = ""
    key: Key = ""


class RejectAward(RequestBody, frozen=True, kw_only=True):
    """The reason for rejecting an award."""

    reason: Reason


class ChangeHouse(RequestBody, frozen=True, kw_only=True):
    """House settings to change; one that is left out, or null, stays as it is."""

    tax_form: Cents | None = None
    day_starts: Number | None = None
    """Minutes after midnight in the zone of the house."""
    zone: Name | None = None
    """The time zone of the house, such as America/New_York."""
    confirm_voids: bool | None = None
    """Whether a dealer's report that voids a dealt hand or round waits for a floorperson."""
    every_discard: bool | None = None
    """Whether dealers enter the discards of every hand in play before they are racked."""
    watch: Number | None = None
    """The evidence of hidden knowledge that raises an alert, as a power of ten; 0 for none."""
    tax_multiple: Number | None = None
    """The multiple of the wager that winnings marked for a tax form also reach; 0 for any."""
    tax_confirmed: bool | None = None
    """Whether the operator confirmed the tax-form rule."""
    gate: Literal["refuse", "warn"] | None = None
    """Cards without an opener and the end of the day without a closer: refused, or a warning."""
    chips: tuple[Denomination, ...] | None = None
    """The chips of the house by denomination and color."""
    discrepancy: Cents | None = None
    """Cents from which a count that differs from its expected value is reported."""
    second_factor: Text | None = None
    """The least role that needs a second factor; `nobody`; empty for the default of the server."""


class ChangeLimits(RequestBody, frozen=True, kw_only=True):
    """Other limits for a table from a time on; two people sign."""

    limits: Annotated[dict[Name, tuple[Cents, Cents]], msgspec.Meta(min_length=1, max_length=20)]
    """Minimum and maximum by wager, in cents."""
    effective: Text = ""
    """By the clock of the house, such as 2026-03-09 18:30; empty for now. A round in progress ends by the old
    limits."""
    second: SignIn


class PostedLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a table, and the change that waits for its time."""

    posted: dict[str, tuple[int, int]]
    """Minimum and maximum by wager, in cents."""
    labels: dict[str, str]
    """The wagers in words."""
    zone: str
    """The time zone of the house."""
    waiting: LimitsApproved | None = None


class RecordResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A record of the log. The body is the event without its sealed fields."""

    stream: str
    version: int
    position: int
    kind: str
    at: int
    by: str
    role: str
    hash: str
    body: dict[str, Any]
