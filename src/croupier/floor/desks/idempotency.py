"""What a desk is asked for once: an answer that was lost is had again by its key, no money moves twice."""

from collections.abc import Callable
from typing import TypeVar

import msgspec

from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor

T = TypeVar("T")


def once(unit: Unit, stream: str, by: Actor, key: str, told: type[T], work: Callable[[], T]) -> T:
    """Work under a key of the one who asks, kept with the stream that it appends to.

    The second use of a key returns the first answer and does nothing. What was refused may be asked again.
    Without a key every asking counts.
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
