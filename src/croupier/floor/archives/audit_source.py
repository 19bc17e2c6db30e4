"""A database as an audit reads it: from the first record or, once pruned, from its signed boundary."""

import gzip
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from croupier.errors import Refusal
from croupier.floor.audit.verified_state import VerifiedState, decode_state
from croupier.ledger.store import Ledger
from croupier.ledger.verification.boundary import Stored, boundary_of
from croupier.ledger.verification.boundary_check import kept_items
from croupier.ledger.verification.findings import Finding
from croupier.ledger.verification.sources import DatabaseSource, Item, Reading

Kept = Callable[[Reading], Iterator[Item]]
"""Checks the records that a pruned database keeps from before its boundary."""


class Log(NamedTuple):
    """A database to be audited."""

    source: DatabaseSource
    begin: VerifiedState | None
    """Where the verification begins; none: at the first record."""
    kept: Kept | None
    forged: bool = False


def begun(
    ledger: Ledger, public: bytes | None, begin: VerifiedState | None = None, *, beside: bool = True
) -> Log:
    """Where the verification of a database begins: at `begin`, at its boundary, or at the first record.

    A boundary that the house has not signed is a finding, and the log is then read from its first record.
    """
    try:
        stored = stored_boundary(ledger, public)
    except Refusal as refusal:
        forged = partial(_forged, refusal.message)
        return Log(DatabaseSource(ledger, beside=beside, kept=forged), None, forged, forged=True)
    if begin is None and stored is not None:
        state = state_of_boundary(stored)
        kept = partial(kept_items, boundary=stored.boundary)
        return Log(
            DatabaseSource(ledger, beside=beside, after=state.checkpoint.position, kept=kept), state, kept
        )
    after = 0 if begin is None else begin.checkpoint.position
    if stored is not None and after < stored.boundary.position:
        raise Refusal(
            "state_unusable",
            f"the state ends at position {after}, and records up to {stored.boundary.position} were pruned; "
            "allowed: a later state, or none, to verify from the boundary",
        )
    return Log(DatabaseSource(ledger, beside=beside, after=after), begin, None)


def stored_boundary(ledger: Ledger, public: bytes | None) -> Stored | None:
    """The boundary of a database; none if nothing was pruned."""
    with ledger.database.reading() as connection:
        return boundary_of(connection, public or ledger.keys.public)


def state_of_boundary(stored: Stored) -> VerifiedState:
    """The state of the verification at a boundary."""
    where = f"the boundary at position {stored.boundary.position}"
    try:
        return decode_state(gzip.decompress(stored.state), where)
    except Refusal as refusal:
        message = refusal.message.partition(";")[0]
        raise Refusal(
            "state_unusable",
            f"{message}; allowed: `croupier audit verify --archive DIR`, which reads the archives too, or "
            "`croupier audit prune --archive DIR`, which makes the state again from them",
        ) from None


def _forged(words: str, reading: Reading) -> Iterator[Item]:
    yield Item(Finding("boundary_forged", words))
