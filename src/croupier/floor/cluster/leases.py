"""Leases: one process owns a table at a time, with a fencing token.

A lease expires if its owner does not renew it, and another process may then take it with the next token. One
clock decides: the database's on PostgreSQL, whose clients may be several machines, and this machine's on
SQLite.

Time decides only when a table may be taken over. The token keeps a process that has lost a table from
committing to it, however long it slept: a takeover locks the table's stream, and every batch, once it has
locked its streams, checks that its tables still have the tokens it knows.
"""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement
from sqlalchemy.dialects import postgresql, sqlite

from croupier.ledger.assumptions import Query
from croupier.ledger.statements import Question
from croupier.ledger.store import Ledger, Transaction

LEASE_MS = 2_000
"""How long a server may be silent before another takes its tables over. A server that only slept loses
them, and nothing else: the token stops it."""
RENEWALS = 4
"""How often a lease is renewed in its time."""

# The migrations of the ledger build it; a test keeps the two equal.
metadata = sa.MetaData()
leases = sa.Table(
    "table_leases",
    metadata,
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("owner", sa.String, nullable=False),
    sa.Column("token", sa.BigInteger, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
)

_STANDING = "SELECT count(*) AS held, sum(token) AS tokens FROM table_leases WHERE owner = "


def anybody_runs(ledger: Ledger) -> bool:
    """Whether a server holds the lease of a table now."""
    now = time.time_ns() // 1_000_000
    held = sa.select(sa.func.count()).select_from(leases).where(leases.c.expires > now)
    with ledger.database.reading() as connection:
        return bool(connection.execute(held).scalar_one())


class Leases:
    """The leases that this process holds."""

    def __init__(self, ledger: Ledger, owner: str, clock: Callable[[], int]) -> None:
        self._ledger = ledger
        self._owner = owner
        self._clock = clock
        self._tokens: dict[str, int] = {}
        self._renewed = 0
        """When the leases were last renewed, by this machine's clock."""
        self._standing: tuple[object, ...] = ()
        """How many leases name this process, and the sum of their tokens, when last checked: a takeover by
        another process leaves one less, and only this process adds one."""
        self._sure: set[str] = set()
        """The tables that it owned then."""

    def acquire(self, name: str, patience_ms: int = 0) -> bool:
        """Take the lease of a table that nobody owns, or whose lease has expired.

        That one may sleep in the middle of a batch: for so long its locks are waited for, if it is said.
        """
        with self._ledger.transaction() as tx:
            if patience_ms and not self._ledger.database.sqlite:
                tx.connection.exec_driver_sql(f"SET LOCAL lock_timeout = {patience_ms:d}")
            token = self.take(tx, name)
        if token:
            self.keep({name: token})
        return bool(token)

    def take(self, tx: Transaction, name: str) -> int:
        """Take a lease inside a larger transaction: the token, to `keep` after its commit."""
        self._standing = ()  # whatever becomes of it: a lost answer may have added a row
        tx.lock(f"table:{name}")  # so that no batch of the owner before is between its look and its commit
        insert = postgresql.insert if tx.connection.dialect.name == "postgresql" else sqlite.insert
        fresh = insert(leases).values(name=name, owner="", token=0, expires=0)
        tx.connection.execute(fresh.on_conflict_do_nothing())
        now = self._now()
        free = (leases.c.owner == self._owner) | (leases.c.expires <= now)
        values = {"owner": self._owner, "token": leases.c.token + 1, "expires": now + LEASE_MS}
        taken = leases.update().where(leases.c.name == name, free).values(values).returning(leases.c.token)
        return tx.connection.execute(taken).scalar() or 0

    def keep(self, tokens: Mapping[str, int]) -> None:
        """The transaction that took these leases is committed."""
        if tokens:
            self._tokens |= tokens
            self._standing = ()

    def question(self, take: Callable[[Sequence[Sequence[Any]]], None]) -> Query:
        """The check of every batch after it has locked its streams: one row for any number of tables."""
        expected = dict(zip(("held", "tokens"), self._standing, strict=True)) if self._standing else None
        return Query(self._question, take, expected)

    @property
    def _question(self) -> Question:
        return _STANDING + ("?" if self._ledger.database.sqlite else "%s"), (self._owner,)

    def lost(self, tx: Transaction, names: Collection[str], found: Sequence[Sequence[Any]] = ()) -> set[str]:
        """The tables that this process has lost. If their streams are locked, the others stay its own until
        the transaction ends. `found` is the answer to the check, if it was asked already."""
        if not names:
            return set()
        standing = tuple((found or tx.connection.exec_driver_sql(*self._question).all())[0])
        if standing != self._standing:  # something was taken: by another, or by this process itself
            query = sa.select(leases.c.name, leases.c.token).where(leases.c.owner == self._owner)
            rows = tx.connection.execute(query).all()
            self._standing = standing
            self._sure = {name for name, token in rows if token == self._tokens.get(name)}
        return {name for name in names if name not in self._sure}

    def free(self, names: Iterable[str]) -> set[str]:
        """The tables that this process may take over: nobody owns them, or it did before a restart."""
        owned = sa.select(leases.c.name).where(leases.c.owner != self._owner, leases.c.expires > self._now())
        with self._ledger.database.reading() as connection:
            return {*names}.difference(connection.execute(owned).scalars())

    def owner_of(self, name: str) -> str:
        """The process that owns a table now; empty if none does."""
        query = sa.select(leases.c.owner).where(leases.c.name == name, leases.c.expires > self._now())
        with self._ledger.database.reading() as connection:
            return connection.execute(query).scalar() or ""

    def due(self) -> bool:
        """Whether it is time to renew the leases, or the clock was set back."""
        return bool(self._tokens) and not 0 <= self._clock() - self._renewed < LEASE_MS // RENEWALS

    def renew(self) -> set[str]:
        """Renew every lease; the tables that another process has taken over."""
        now, held = self._clock(), dict(self._tokens)
        ours = leases.update().where(leases.c.owner == self._owner, leases.c.expires > 0)
        lasting = ours.values(expires=self._now() + LEASE_MS).returning(leases.c.name, leases.c.token)
        with self._ledger.transaction() as tx:
            found = tx.connection.execute(lasting).all()
            kept = {name for name, token in found if held.get(name) == token}
            unknown = [name for name, _ in found if name not in kept]  # taken, and nobody here was told so
            if unknown:
                tx.connection.execute(ours.where(leases.c.name.in_(unknown)).values(expires=0))
        self._renewed = now
        return held.keys() - kept

    def forget(self, name: str) -> None:
        """Another process owns the table."""
        self._tokens.pop(name, None)
        self._standing = ()

    def release(self, *names: str) -> None:
        """Give these tables back at once; without a name, all of them."""
        held = {name: self._tokens.pop(name) for name in names or tuple(self._tokens)}
        self._standing = ()
        with self._ledger.transaction() as tx:
            tx.connection.execute(leases.update().where(_with(held)).values(expires=0))

    def _now(self) -> ColumnElement[int]:
        """The time by the clock that all owners share, in milliseconds."""
        if self._ledger.database.sqlite:
            return sa.literal(self._clock())
        return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)


def _with(tokens: Mapping[str, int]) -> ColumnElement[bool]:
    """The rows of these tables that still have these tokens."""
    return sa.tuple_(leases.c.name, leases.c.token).in_([*tokens.items()])
