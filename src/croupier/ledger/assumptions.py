"""The optimistic check of one transaction: it assumes instead of asking, and verifies when it writes.

Where only this process writes, a transaction can decide on what this process left in the log. The message
that writes begins with the same locks and checks every assumption; if one is wrong, nothing is written, and
the transaction is refused with `ledger_busy`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection

from croupier.ledger.head import LogHead, Standing
from croupier.ledger.statements import Question, Statements


class Query(NamedTuple):
    """A question, and who takes the rows that answer it."""

    question: Question
    take: Callable[[Sequence[Sequence[Any]]], None]
    expected: Mapping[str, object] | None = None
    """The one row that will answer it, by the names of its columns, if that is known before."""


class Assumptions:
    """The assumptions of one transaction; none if the head is the plain one."""

    def __init__(self, head: LogHead, statements: Statements) -> None:
        self._head = head
        self._sql = statements
        self._streams: set[str] = set()
        """Streams assumed to stand where this process left them, and still to be locked."""
        self._checks: list[Question] = []
        self._keys: set[tuple[str, str]] = set()
        """Idempotency keys assumed to be unused."""

    def __bool__(self) -> bool:
        """Whether something is still to be verified."""
        return bool(self._checks)

    def assume(
        self,
        position: int | None,
        streams: Collection[str],
        accounts: Collection[str],
        also: Collection[Query],
    ) -> Standing | None:
        """Where these stand, with the questions of `also` answered; none if it must be asked. `position` is
        that of the head, if the transaction knows it."""
        standing = self._head.standing(streams, accounts)
        if standing is None or position not in (None, standing.position):
            return None
        if any(each.expected is None for each in also):
            return None
        if position is None:
            head = {"position": standing.position}
            self._checks.append(self._sql.must((self._sql.lock_position, ()), head))
        self._streams.update(streams)
        for each in also:
            assert each.expected is not None
            each.take([tuple(each.expected.values())])
            self._checks.append(self._sql.must(each.question, each.expected))
        return standing

    def assume_unused(self, keys: Iterable[tuple[str, str]]) -> None:
        """Assume that these idempotency keys are new; if one is not, nothing is written."""
        self._keys.update(keys)

    def is_unsure(self, key: tuple[str, str]) -> bool:
        """Whether an idempotency key is only assumed to be new."""
        return key in self._keys

    def verify(self, connection: Connection) -> None:
        """Take the locks and check the assumptions, inside `together`; refused if one is wrong."""
        locks = [self._sql.heads(sorted(self._streams), at_once=False)] if self._streams else []
        self._sql.insist(connection, locks, self._checks)
        self._checks = []  # not after a refusal: this transaction cannot go on

    @contextmanager
    def or_forget(self) -> Iterator[None]:
        """If the block fails, forget the remembered head: it may be wrong."""
        try:
            yield
        except BaseException:
            self._head.forget()
            raise
