"""Small histories for the tests of the ledger."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import select

from croupier.errors import Refusal
from croupier.ledger.schema import checkpoints
from croupier.ledger.store import Entry, Ledger, Record
from croupier.ledger.verification.audit import verify
from croupier.ledger.verification.checkpoints import Checkpoint, checkpoint, checkpoint_of
from croupier.ledger.verification.findings import Finding

UNIT = 10_000


def entry(kind: str = "noted.v1", text: str = "", by: str = "ana") -> Entry:
    return Entry(kind, b'{"text":"' + text.encode() + b'"}', 1_700_000_000_000, by, "dealer")


def append(ledger: Ledger, stream: str, *texts: str) -> list[Record]:
    """Appends at the head, whatever it is."""
    with ledger.transaction() as tx:
        return tx.append(stream, tx.lock(stream).version, [entry(text=text) for text in texts])


def pay(ledger: Ledger, source: str, target: str, amount: int, stream: str = "house") -> Record:
    """One record that moves an amount."""
    with ledger.transaction() as tx:
        (record,) = tx.append(stream, tx.lock(stream).version, [entry("paid.v1", f"{source} to {target}")])
        tx.post(record, [(source, -amount), (target, amount)])
    return record


def busy_evening(ledger: Ledger, rounds: int = 4) -> None:
    """A history with several streams, postings and records without any."""
    for player in ("ana", "bo", "cy"):
        pay(ledger, "house", f"player:{player}", 500 * UNIT)
    for number in range(rounds):
        stream = f"table:{number % 2 + 1}"
        with ledger.transaction() as tx:
            records = tx.append(
                stream, tx.lock(stream).version, [entry(text=f"bet {number} ♠"), entry(), entry()]
            )
            tx.post(
                records[0], [("player:ana", -20 * UNIT), ("player:bo", -10 * UNIT), ("layout", 30 * UNIT)]
            )
            tx.post(records[2], [("layout", -30 * UNIT), ("player:ana", 25 * UNIT), ("inventory", 5 * UNIT)])


def signed_and_found(ledger: Ledger) -> list[Finding]:
    """The findings of an audit of a log that its house has signed."""
    checkpoint(ledger, at=0)
    return list(verify(ledger))


@contextmanager
def refused(code: str) -> Iterator[None]:
    """The block is refused with this code."""
    with pytest.raises(Refusal) as refusal:
        yield
    assert refusal.value.code == code


@contextmanager
def fails(kind: type[Exception], match: str | None = None) -> Iterator[None]:
    """Somewhere in the block this error is raised."""
    with pytest.raises(kind, match=match):
        yield


def read_checkpoints(ledger: Ledger, after: int = 0) -> list[Checkpoint]:
    """The checkpoints with a number above `after`, oldest first."""
    statement = select(checkpoints).where(checkpoints.c.number > after).order_by(checkpoints.c.number)
    with ledger.database.reading() as connection:
        return [checkpoint_of(tuple(row)) for row in connection.execute(statement)]
