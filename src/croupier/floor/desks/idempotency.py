"""Idempotency at the desks: a retry with the same key returns the first answer and moves no money."""

from collections.abc import Callable
from typing import TypeVar

import msgspec

from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor

T = TypeVar("T")


def once(unit: Unit, stream: str, by: Actor, key: str, told: type[T], work: Callable[[], T]) -> T:
    """Run work under a person's idempotency key, stored with the stream it appends to.

    A retry with the same key returns the first answer and does nothing. A refused request may be retried.
    Without a key every request counts.
    """
    if not key:
        return work()
    tx, own = unit.batch.tx, f"{by.id}:{key}"
    tx.lock(stream)
    known = tx.answered(stream, own)
    if known is not None:
        return msgspec.json.decode(known, type=told)
    answer = work()
    tx.answer(stream, own, msgspec.json.encode(answer))
    return answer
