"""Requests and responses of the log: search, verification, meter changes."""

from typing import Annotated

import msgspec

from croupier.floor.audit.findings import Replayed
from croupier.server.api.desks.messages import Reason, RecordResponse
from croupier.server.api.messages import Key, RequestBody, SignIn
from croupier.server.api.odds.messages import JobResponse


class FoundRecord(RecordResponse, frozen=True, kw_only=True):
    """A record found by a search, in words if it is a significant event."""

    words: str = ""
    clauses: tuple[str, ...] = ()


class RecordPosting(msgspec.Struct, frozen=True, kw_only=True):
    """A posting of a record. Amounts are ten-thousandths of a cent, as the books have them."""

    line: int
    account: str
    amount: int
    """Amount posted to the account; negative if withdrawn."""
    balance: int
    """The balance after the record."""
    hash: str


class RecordPostings(msgspec.Struct, frozen=True, kw_only=True):
    """The postings of a record; empty if it moved no money."""

    stream: str
    version: int
    position: int
    postings: tuple[RecordPosting, ...]
    off: int
    """The sum of withdrawals."""
    onto: int
    """The sum of deposits."""
    sum: int
    """The sum of all postings: 0, unless the books are wrong."""


class SearchResponse(msgspec.Struct, frozen=True, kw_only=True):
    """Records, newest first. Continue before `before`; 0 when the whole log was searched.

    A search covers a limited number of records at a time: it may find none and still have to continue.
    """

    found: tuple[FoundRecord, ...]
    before: int
    looked_through: int
    """The number of records searched this time."""


class LogFinding(msgspec.Struct, frozen=True, kw_only=True):
    """A finding in the log, with its position."""

    code: str
    message: str
    """Blank if it would reveal a hand that the viewer may not see."""
    stream: str
    version: int
    position: int


class VerificationResponse(JobResponse, frozen=True, kw_only=True):
    """The verification of the whole log: its progress or its findings."""

    at: int = 0
    """When it ended."""
    by: str = ""
    whole: bool = False
    """Nothing was found."""
    replayed: Replayed | None = None
    checkpoints: int = 0
    signed: int = 0
    """The position up to which checkpoints cover the log."""
    position: int = 0
    """The position of the last record."""
    findings: tuple[LogFinding, ...] = ()
    """At most 200 of them."""
    number_found: int = 0
    begun: bool = True
    """Whether a verification was started since the server started."""


class ChangeMeter(RequestBody, frozen=True, kw_only=True):
    """A top-up of a meter by the house, or a correction, up or down.

    A retry with the same key does nothing.
    """

    meter: Annotated[str, msgspec.Meta(max_length=64)]
    cents: Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
    reason: Reason
    second: SignIn | None = None
    """Of a correction: the second person, who signs in."""
    key: Key = ""


class MeterChanged(msgspec.Struct, frozen=True, kw_only=True):
    """A meter before and after it was changed, in ten-thousandths of a cent."""

    link: str
    meter: str
    before: int
    after: int
    clauses: tuple[str, ...]
