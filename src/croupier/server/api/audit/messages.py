"""What goes over the wire of the log: searching it, verifying it, changes of meters."""

from typing import Annotated

import msgspec

from croupier.floor.audit.audit import Replayed
from croupier.server.api.desks.messages import Reason, RecordTold
from croupier.server.api.messages import Asked, Key
from croupier.server.api.odds.messages import JobTold


class FoundTold(RecordTold, frozen=True, kw_only=True):
    """A record that a search has found, in words where it is a significant event."""

    words: str = ""
    clauses: tuple[str, ...] = ()


class PostingTold(msgspec.Struct, frozen=True, kw_only=True):
    """A posting of a record. Amounts are ten-thousandths of a cent, as the books have them."""

    line: int
    account: str
    amount: int
    """Onto the account; below zero, off it."""
    balance: int
    """What the account held after the record."""
    hash: str


class PostingsTold(msgspec.Struct, frozen=True, kw_only=True):
    """The postings of a record of the log; without any it moved no money."""

    stream: str
    version: int
    position: int
    postings: tuple[PostingTold, ...]
    off: int
    """Taken off accounts, all together."""
    onto: int
    """Put onto accounts."""
    sum: int
    """Of all of them: 0, or the books are wrong."""


class SearchTold(msgspec.Struct, frozen=True, kw_only=True):
    """Records, the newest first. Read on before `before`; 0 when the whole log was looked through.

    A search looks through so many records at a time: it may find none and still have to be continued.
    """

    found: tuple[FoundTold, ...]
    before: int
    looked_through: int
    """How many records were looked at this time."""


class LogFinding(msgspec.Struct, frozen=True, kw_only=True):
    """Something wrong in the log, and where."""

    code: str
    message: str
    """Blank where it would tell of a hand to somebody who may not see it."""
    stream: str
    version: int
    position: int


class VerifyTold(JobTold, frozen=True, kw_only=True):
    """The verification of the whole log: running, or what it found."""

    at: int = 0
    """When it ended."""
    by: str = ""
    whole: bool = False
    """Nothing was found."""
    replayed: Replayed | None = None
    checkpoints: int = 0
    signed: int = 0
    """The position up to which the house's checkpoints vouch for it."""
    position: int = 0
    """The position of the last record."""
    findings: tuple[LogFinding, ...] = ()
    """At most 200 of them."""
    number_found: int = 0
    begun: bool = True
    """Whether it was ever asked for since the server started."""


class ChangeMeter(Asked, frozen=True, kw_only=True):
    """Money of the house on a meter (`top-up`), or a wrong meter put right (`correct`, up or down).

    The same key asks once.
    """

    meter: Annotated[str, msgspec.Meta(max_length=64)]
    cents: Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
    reason: Reason
    key: Key = ""


class MeterChanged(msgspec.Struct, frozen=True, kw_only=True):
    """A meter before and after it was changed, in ten-thousandths of a cent."""

    link: str
    meter: str
    before: int
    after: int
    clauses: tuple[str, ...]
