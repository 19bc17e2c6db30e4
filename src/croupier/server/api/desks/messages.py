"""What goes over the wire to and from the desks of the house: people, registry, cashier, inventory, audit."""

from typing import Annotated, Any, Literal

import msgspec

from croupier.floor.desks.inventory import Day
from croupier.floor.host.hosted_table import Settings
from croupier.server.api.messages import Asked, Key, SignIn, Text

Name = Annotated[str, msgspec.Meta(max_length=64)]
Cents = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Reason = Annotated[str, msgspec.Meta(max_length=500)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


# ---------------------------------------------------------------------------------------------- people


class Invite(Asked, frozen=True, kw_only=True):
    """A new account."""

    name: Text
    display_name: Text
    role: Name


class ChangePerson(Asked, frozen=True, kw_only=True):
    """What shall be otherwise of an account."""

    role: Name | None = None
    enabled: bool | None = None
    display_name: Text | None = None


class Address(Asked, frozen=True, kw_only=True):
    """A source address that is locked."""

    address: Name


class InvitedTold(msgspec.Struct, frozen=True, kw_only=True):
    """An account, and the one-time link for its person: told once, to be handed over."""

    person: str
    link: str


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """How many there were."""

    count: int


# -------------------------------------------------------------------------------------------- registry


class SubmissionText(Asked, frozen=True, kw_only=True):
    """A submission to look through."""

    text: str


class LoadSubmission(Asked, frozen=True, kw_only=True):
    """A submission, or its next version."""

    name: Name
    text: str


class SubmissionTold(msgspec.Struct, frozen=True, kw_only=True):
    """A version of a submission; its text only where one version is asked for."""

    name: str
    version: int
    rules: str
    digest: str
    at: int
    by: str
    text: str = ""


class FindingTold(msgspec.Struct, frozen=True, kw_only=True):
    """Something that `check` says of a submission."""

    severity: str
    code: str
    key: str
    line: int | None
    asked: str
    allowed: str
    clauses: tuple[str, ...]


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """All that `check` says of a submission; `ok` without a violation."""

    ok: bool
    findings: list[FindingTold]


class OpenLink(Asked, frozen=True, kw_only=True):
    """A link, from the progressive of a submission."""

    link: Name
    submission: Name
    version: Number = 0


class ChangeRates(Asked, frozen=True, kw_only=True):
    """Other rates by meter, in hundredths of a percent."""

    rates: dict[Name, Number]


class ListTable(Asked, frozen=True, kw_only=True):
    """A table of the house."""

    table: Name
    mode: Name
    submission: Name
    version: Number = 0
    settings: Settings = msgspec.field(
        default_factory=Settings
    )  # a default of its own would be told at random


class Adopt(Asked, frozen=True, kw_only=True):
    """A version of the table's submission."""

    version: Number


class Adopted(msgspec.Struct, frozen=True, kw_only=True):
    """Whether it was adopted at once or waits: `applied` or `queued`."""

    adoption: str


class ListingTold(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the house lists it."""

    table: str
    mode: str
    submission: str
    version: int
    waiting: int | None
    """The version that is adopted when it may be."""
    settings: Settings
    here: bool
    """Whether this server runs it."""


# ---------------------------------------------------------------------------------------------- desks


class MoveMoney(Asked, frozen=True, kw_only=True):
    """Play money for a player, or from one. The same key asks once."""

    player: Name
    cents: Cents
    reason: Reason = ""
    key: Key = ""


class RejectAward(Asked, frozen=True, kw_only=True):
    """Why an award is not paid."""

    reason: Reason


class CountChips(Asked, frozen=True, kw_only=True):
    """Chips counted or moved. Who is signed in is one of the two who have counted; the other signs here.

    The same key asks once; the second signature is asked for every time.
    """

    what: Literal["open", "fill", "credit", "drop", "close"]
    cents: Cents
    shift: Number = 0
    """Of a drop: which of the table's inventories the box was of, as `day.shift` says; 0: the last."""
    second: SignIn
    key: Key = ""


class DayTold(msgspec.Struct, frozen=True, kw_only=True):
    """An inventory from its opening to its closing, and what the chips say that the table has won."""

    day: Day
    win: int | None


class ChangeHouse(Asked, frozen=True, kw_only=True):
    """What the house shall be set to: the tax-form threshold, and when a gaming day begins."""

    tax_form: Cents
    day_starts: Number
    """Minutes after midnight UTC."""


class RecordTold(msgspec.Struct, frozen=True, kw_only=True):
    """A record of the log. The body is the event itself, but for what is sealed in it."""

    stream: str
    version: int
    position: int
    kind: str
    at: int
    by: str
    role: str
    hash: str
    body: dict[str, Any]
