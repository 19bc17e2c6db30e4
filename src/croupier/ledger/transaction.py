"""One transaction of the ledger: records, postings and answers, all or nothing.

Everything is gathered here and written at the end in a few statements. Locks are taken in one order, so that
writers queue and never wait in a circle: first the streams (`lock`, or the first `append` to each), then the
head of the global order (the first `append`), and under it the accounts. A transaction that holds the head
must not wait for a stream: PostgreSQL refuses it with `ledger_busy`, so lock every stream before the first
append.

Where only this process writes, nothing need be asked before it is decided (`expect` with `trust`): see
`assumptions`.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection

from croupier.errors import Refusal
from croupier.ledger.assumptions import Assumptions, Query
from croupier.ledger.head import LogHead
from croupier.ledger.keys import Keys
from croupier.ledger.overdrafts import overdraft
from croupier.ledger.records import (
    GENESIS,
    Entry,
    Head,
    Line,
    Record,
    StreamHead,
    posting_hash,
    record_hash,
)
from croupier.ledger.statements import Statements, record_of, row, row_of, rows

PLAYER = "player:"


class Transaction:
    """Made by `Ledger.transaction()`. Not for two threads."""

    def __init__(self, connection: Connection, statements: Statements, head: LogHead, keys: Keys) -> None:
        self._connection = connection
        self._keys = keys
        self._sql = statements
        self._log_head = head
        self._assumptions = Assumptions(head, statements)
        self._work = _Work()
        self._looked_up: dict[tuple[str, str], bytes | None] = {}
        """Idempotency keys that were looked up under the lock of their stream, with their answers or none."""
        self._position: int | None = None
        """Of the head as committed: locked from then on, or assumed."""

    @property
    def connection(self) -> Connection:
        """The connection, for changes in the same transaction as the log."""
        if self._assumptions:
            with self._assumptions.or_forget(), self._sql.together(self._connection):
                self._assumptions.verify(self._connection)
        return self._connection

    # --------------------------------------------------------------------------------------- the log

    def lock(self, stream: str) -> Head:
        """Lock a stream and return its head; nobody else appends to it until this transaction ends."""
        return self._lock(stream).head

    def expect(
        self,
        streams: Iterable[str] = (),
        answers: Iterable[tuple[str, str]] = (),
        accounts: Iterable[str] = (),
        *,
        also: Collection[Query] = (),
        head: bool = False,
        trust: bool = False,
    ) -> dict[str, int]:
        """Lock streams, look up keys and read balances, all in one message to the database.

        With `head` the head is locked after the streams, unless one of them may be new. The queries of `also`
        run once the streams are locked. With `trust` nothing is read if everything is known, and all keys are
        assumed to be unused: see `answered`.
        """
        wanted, asked = sorted(set(streams) - self._work.heads.keys()), sorted(set(answers))
        held = list(dict.fromkeys(accounts))
        missing = [account for account in held if account not in self._work.balances]
        trust = trust and self._position is None  # under the lock of the head nothing is only assumed
        if (trust or self._assumptions) and self._assume(wanted, missing, also):
            self._looked_up |= dict.fromkeys(asked)
            self._assumptions.assume_unused(asked)
            return {account: self.balance(account) for account in held}
        questions: list[Query] = []
        if wanted:
            at_once = self._position is not None
            questions.append(Query(self._sql.heads(wanted, at_once=at_once), self._locked))
        questions += also
        if head and self._position is None and self._log_head.streams.issuperset(wanted):
            questions.append(Query((self._sql.lock_position, ()), self._locked_head))
        if asked:
            self._looked_up |= dict.fromkeys(asked)
            questions.append(Query(self._sql.answers(asked), self._answers_found))
        read = dict.fromkeys(missing, 0)
        if missing:
            found = self._sql.balances(missing)
            questions.append(Query(found, lambda rows: read.update((name, int(held)) for name, held in rows)))
        answered = self._sql.ask(self.connection, [each.question for each in questions])
        for each, told in zip(questions, answered, strict=True):
            each.take(told)
        if self._position is not None:  # nobody else moves them now
            self._work.balances |= read
        known = self._work.balances | read
        return {account: known[account] + self._work.deltas.get(account, 0) for account in held}

    def _assume(self, streams: Collection[str], accounts: Collection[str], also: Collection[Query]) -> bool:
        """Assume that all of this stands as this process left it, if that is known."""
        standing = self._assumptions.assume(self._position, streams, accounts, also)
        if standing is None:
            return False
        self._position = standing.position
        self._work.heads |= standing.heads
        self._work.balances |= standing.balances
        return True

    def _locked(self, found: Sequence[Sequence[Any]]) -> None:
        for stream, *standing in found:
            self._work.heads[stream] = StreamHead(*standing)

    def _locked_head(self, found: Sequence[Sequence[Any]]) -> None:
        self._position = int(found[0][0])
        self._log_head.found(self._position)

    def _answers_found(self, found: Sequence[Sequence[Any]]) -> None:
        for stream, key, answer in found:
            self._looked_up[stream, key] = bytes(answer)

    def append(self, stream: str, expected: int, entries: Sequence[Entry]) -> list[Record]:
        """Append the entries to the stream, if it is at the expected version."""
        standing = self._lock(stream)
        if standing.version != expected:
            raise Refusal(
                "stale_version", f"{stream}: expected version {expected}, it is at {standing.version}"
            )
        if not entries:
            return []
        work = self._work
        position = self._head() + len(work.records)
        version, previous = standing.version, standing.hash
        records = []
        for entry in entries:
            version += 1
            position += 1
            previous = record_hash(previous, stream, version, position, entry)
            records.append(
                Record(
                    entry.kind,
                    entry.body,
                    entry.at,
                    entry.by,
                    entry.role,
                    stream,
                    version,
                    position,
                    previous,
                )
            )
        work.records += records
        work.heads[stream] = StreamHead(version, previous, standing.posted)
        return records

    def read(self, stream: str, after: int = 0) -> list[Record]:
        """The records of a stream, those of this transaction included."""
        found = rows(self.connection, self._sql.read, stream, after)
        ours = [r for r in self._work.records if r.stream == stream and r.version > after]
        return [record_of(each) for each in found] + ours

    # ------------------------------------------------------------------------------------- the books

    def post(self, record: Record, postings: Iterable[tuple[str, int]]) -> None:
        """Post amounts of a record of this transaction, in ten-thousandths of a cent.

        Records of one stream are posted in their order. A player's account is never overdrawn.
        """
        moved = [(account, amount) for account, amount in postings if amount]
        if not moved:
            return
        work = self._work
        if self._position is None or record.position <= self._position:
            raise ValueError(f"{record.stream} {record.version}: not appended in this transaction")
        if record.position < work.posted_at.get(record.stream, 0):
            raise ValueError(f"{record.stream} {record.version}: posted after a later record of its stream")
        if total := sum(amount for _, amount in moved):
            raise Refusal(
                "books_unbalanced",
                f"{record.stream} {record.version}: the postings sum to {total}, not zero",
            )
        self._cover(moved)
        standing = work.heads[record.stream]
        posted = standing.posted
        lines = work.lines.setdefault(record.position, [])
        for account, amount in moved:
            posted = posting_hash(posted, record.hash, len(lines) + 1, account, amount)
            lines.append(Line(len(lines) + 1, account, amount, posted))
            work.deltas[account] = work.deltas.get(account, 0) + amount
        work.heads[record.stream] = standing._replace(posted=posted)
        work.posted_at[record.stream] = record.position

    def balance(self, account: str) -> int:
        """The balance of an account, including the postings of this transaction."""
        return self._balance(account) + self._work.deltas.get(account, 0)

    # ----------------------------------------------------------------------- answers and snapshots

    def answered(self, stream: str, key: str, *, sure: bool = False) -> bytes | None:
        """The first answer to an idempotency key, if it has one. For a key assumed to be
        unused that is certain only after the commit; `sure` checks it now, for a caller without one."""
        if (stream, key) in self._work.answers:
            return self._work.answers[stream, key]
        if (stream, key) in self._looked_up and not (sure and self._assumptions.is_unsure((stream, key))):
            return self._looked_up[stream, key]
        found = row(self.connection, self._sql.answer, stream, key)
        return None if found is None else bytes(found[0])

    def answer(self, stream: str, key: str, answer: bytes) -> None:
        """Keeps the first answer to an idempotency key. The caller has asked `answered` under the lock."""
        if (stream, key) in self._work.answers:
            raise Refusal("already_answered", f"{stream}: the key {key!r} already has an answer")
        self._work.answers[stream, key] = answer

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        """Keeps the state at a version, so that loading need not begin at the first record."""
        self._work.snapshots[stream] = (version, body)

    # ------------------------------------------------------------------------------------- the whole

    @contextmanager
    def part(self) -> Iterator[None]:
        """A part that may be refused on its own: an exception undoes it and nothing before it."""
        before = self._work
        self._work = before.copy()
        try:
            yield
        except BaseException:
            self._work = before
            raise

    @property
    def alone(self) -> bool:
        """Whether this process seems to be the only writer: then nobody waits if it locks the head early."""
        return self._log_head.alone

    @property
    def records(self) -> Sequence[Record]:
        """The records appended so far, in order."""
        return tuple(self._work.records)

    def commit(self) -> None:
        """Write everything and end the transaction. `Ledger.transaction` calls it once."""
        work, head = self._work, self._log_head
        assumed = bool(self._assumptions)
        with self._assumptions.or_forget(), self._sql.together(self._connection):
            if assumed:
                self._assumptions.verify(self._connection)
            if work.anything():
                self._write()
            self._sql.commit(self._connection)
        head.exist(work.heads, work.deltas)
        if self._position is not None:
            if assumed:
                head.found(self._position)
            after = work.records[-1].position if work.records else self._position
            head.committed(self._position, after, work.heads, work.balances, work.deltas)

    def _write(self) -> None:
        work, sql, connection = self._work, self._sql, self._connection
        if work.records:
            sql.many(connection, sql.append, [row_of(record) for record in work.records])
            connection.exec_driver_sql(sql.move_position, (work.records[-1].position,))
            sql.many(connection, sql.move_stream, [(*work.heads[stream], stream) for stream in work.moved()])
        if work.deltas:
            new = [(account, 0) for account in work.deltas if account not in self._log_head.accounts]
            if new:
                sql.many(connection, sql.open_account, new)
            moved = [(delta, account) for account, delta in work.deltas.items()]
            sql.many(connection, sql.move_account, moved)
            lines = [(position, *line) for position, lines in work.lines.items() for line in lines]
            sql.many(connection, sql.post, lines)
        if work.answers:
            answers = [
                (*place, answer, answer_digest(*place, answer)) for place, answer in work.answers.items()
            ]
            sql.many(connection, sql.keep_answer, answers)
        for stream, (version, body) in work.snapshots.items():
            digest = snapshot_code(self._keys, stream, version, body)
            if digest is None:
                continue  # without the key nobody would believe it
            connection.exec_driver_sql(sql.keep_snapshot, (stream, version, body, digest))

    def lock_head(self) -> int:
        """The last position, with every other writer kept out until the end."""
        return self._head() + len(self._work.records)

    def _lock(self, stream: str) -> StreamHead:
        standing = self._work.heads.get(stream)
        if standing is None:
            standing = self._work.heads[stream] = self._locked_row(stream)
        return standing

    def _locked_row(self, stream: str) -> StreamHead:
        """The row of a stream, locked. Under the lock of the head it is not waited for: see above."""
        lock = self._sql.lock_stream if self._position is None else self._sql.lock_stream_at_once
        found = row(self.connection, lock, stream)
        if found is None:
            self.connection.exec_driver_sql(self._sql.open_stream, (stream, GENESIS, GENESIS))
            found = row(self.connection, lock, stream)
            assert found is not None, stream
        return StreamHead(*found)

    def _head(self) -> int:
        if self._position is None:
            self._locked_head(rows(self.connection, self._sql.lock_position))
        assert self._position is not None
        return self._position

    def _balance(self, account: str) -> int:
        """The committed head. Once it is locked nobody else moves it, so it is read only once."""
        cached = self._work.balances.get(account)
        if cached is None:
            found = row(self.connection, self._sql.balance, account)
            cached = 0 if found is None else int(found[0])
            if self._position is not None:
                self._work.balances[account] = cached
        return cached

    def _cover(self, moved: Iterable[tuple[str, int]]) -> None:
        """Refuses a player's account below zero; only debits need to look."""
        net: dict[str, int] = {}
        for account, amount in moved:
            if account.startswith(PLAYER):
                net[account] = net.get(account, 0) + amount
        for account, amount in net.items():
            if amount < 0 and (holds := self.balance(account)) + amount < 0:
                raise overdraft(holds, -amount)


class _Work:
    """The writes of a transaction."""

    def __init__(self) -> None:
        self.heads: dict[str, StreamHead] = {}
        self.records: list[Record] = []
        self.lines: dict[int, list[Line]] = {}
        self.posted_at: dict[str, int] = {}
        self.deltas: dict[str, int] = {}
        self.balances: dict[str, int] = {}
        self.answers: dict[tuple[str, str], bytes] = {}
        self.snapshots: dict[str, tuple[int, bytes]] = {}

    def copy(self) -> "_Work":
        work = _Work()
        work.heads = self.heads.copy()
        work.records = self.records.copy()
        work.lines = {position: lines.copy() for position, lines in self.lines.items()}
        work.posted_at = self.posted_at.copy()
        work.deltas = self.deltas.copy()
        work.balances = self.balances.copy()
        work.answers = self.answers.copy()
        work.snapshots = self.snapshots.copy()
        return work

    def anything(self) -> bool:
        """Whether there is something to write; every posting has its record."""
        return bool(self.records or self.answers or self.snapshots)

    def moved(self) -> set[str]:
        """The streams that have new records."""
        return {record.stream for record in self.records}


def snapshot_code(keys: Keys, stream: str, version: int, body: bytes) -> bytes | None:
    """The code that says that the house wrote a snapshot; none without its signing key."""
    return keys.authenticate(f"snapshot\n{stream}\n{version}\n".encode() + body)


def answer_digest(stream: str, key: str, answer: bytes) -> bytes:
    """The hash that shows that the answer of a key was not altered."""
    return sha256(msgspec.json.encode([stream, key]) + b"\n" + answer).digest()
