"""Snapshots beside the log, so that loading reads only new events: a convenience, never the truth.

A snapshot says by which form of the state it was written. One of another form, or one that cannot be read, is
as good as none: the stream is folded from its first event, as it would be without any.
"""

import logging
from functools import cache
from hashlib import sha256
from typing import TypeVar

import msgspec

from croupier.ledger.store import Ledger, Transaction

log: logging.Logger = logging.getLogger("croupier.floor")

T = TypeVar("T", bound=msgspec.Struct)


class _Saved(msgspec.Struct, frozen=True):
    """A snapshot as stored."""

    form: str
    state: msgspec.Raw


def save_snapshot(tx: Transaction, stream: str, version: int, state: msgspec.Struct) -> None:
    """Save a state in the transaction of its batch."""
    tx.save_snapshot(stream, version, encode_snapshot(state))


def encode_snapshot(state: msgspec.Struct) -> bytes:
    """A state and its form, as stored."""
    saved = _Saved(form_of(type(state)), msgspec.Raw(msgspec.json.encode(state)))
    return msgspec.json.encode(saved)


def last_snapshot(ledger: Ledger, stream: str, kind: type[T]) -> tuple[int, T | None]:
    """The last snapshot and its version; none and 0 if there is none that can be read."""
    found = ledger.snapshot(stream)
    if found is None:
        return 0, None
    version, body = found
    try:
        return version, decode_snapshot(body, kind)
    except ValueError as error:
        log.warning("%s: its snapshot is not used (%s); every event is read", stream, error)
        return 0, None


def decode_snapshot(body: bytes, kind: type[T]) -> T:
    """The state in a snapshot; ValueError if it cannot be read, or is of another form of the state."""
    saved = msgspec.json.decode(body, type=_Saved)  # its errors are ValueErrors
    if saved.form != form_of(kind):
        raise ValueError("it is of another form of the state")
    return msgspec.json.decode(saved.state, type=kind)


@cache
def form_of(kind: type[msgspec.Struct]) -> str:
    """A hash of a state's schema: another field anywhere changes it, a docstring does not."""
    form = _without_words(msgspec.json.schema(kind))
    return sha256(msgspec.json.encode(form, order="deterministic")).hexdigest()[:16]


def _without_words(schema: object) -> object:
    if isinstance(schema, dict):
        kept = {
            name: part for name, part in schema.items() if name != "description" or isinstance(part, dict)
        }
        return {name: _without_words(part) for name, part in kept.items()}
    return [_without_words(part) for part in schema] if isinstance(schema, list) else schema
