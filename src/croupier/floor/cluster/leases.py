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

from croupier.ledger.assumptions import Query
from croupier.ledger.statements import Question, row, rows
from croupier.ledger.store import Ledger, Transaction

LEASE_MS = 1_500
"""How long a server may be silent before another takes its tables over. A server that only slept loses
them, and nothing else: the token stops it."""
RENEWALS = 6
"""How often a lease is renewed in its time."""

# The migrations of the ledger build it; a test keeps the two equal.
metadata: sa.MetaData = sa.MetaData()
leases: sa.Table = sa.Table(
    "table_leases",
    metadata,
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("owner", sa.String, nullable=False),
    sa.Column("token", sa.BigInteger, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
)

_STANDING = "SELECT count(*) AS held, sum(token) AS tokens FROM table_leases WHERE owner = ?"
_OPEN = (
    "INSERT INTO table_leases (name, owner, token, expires) VALUES (?, '', 0, 0) "
    "ON CONFLICT (name) DO NOTHING"
)
_TAKE = (
    "UPDATE table_leases SET owner = ?, token = token + 1, expires = {now} + ? "
    "WHERE name = ? AND (owner = ? OR expires <= {now}) RETURNING token"
)
_TOKENS = "SELECT name, token FROM table_leases WHERE owner = ?"
_OTHERS = "SELECT name FROM table_leases WHERE owner <> ? AND expires > {now}"
_OWNER = "SELECT owner FROM table_leases WHERE name = ? AND expires > {now}"
_RENEW = "UPDATE table_leases SET expires = {now} + ? WHERE owner = ? AND expires > 0 RETURNING name, token"
_DROP = "UPDATE table_leases SET expires = 0 WHERE owner = ? AND name = ?"
_RELEASE = "UPDATE table_leases SET expires = 0 WHERE (name, token) IN (VALUES {leases})"
_GIVE = (
    # The time as token: the sum of the receiver's tokens then never equals an earlier sum.
    # A token never goes back, even if the clock does.
    "UPDATE table_leases SET owner = ?, expires = {now} + ?, "
    "token = CASE WHEN token < {now} THEN {now} ELSE token + 1 END "
    "WHERE (name, token) IN (VALUES {leases})"
)
_HELD = "SELECT owner, count(*) FROM table_leases WHERE expires > {now} GROUP BY owner"


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

        The former owner may be stalled in a batch: wait this long for its locks, if given.
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
        self._standing = ()  # even on failure: a lost answer may have added a row
        tx.lock(f"table:{name}")  # no batch of the former owner is between its check and its commit
        tx.connection.exec_driver_sql(self._sql(_OPEN), (name,))
        taken = row(tx.connection, self._sql(_TAKE), self._owner, LEASE_MS, name, self._owner)
        return taken[0] if taken else 0

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
        return self._sql(_STANDING), (self._owner,)

    def lost(self, tx: Transaction, names: Collection[str], found: Sequence[Sequence[Any]] = ()) -> set[str]:
        """The tables that this process has lost. If their streams are locked, the others stay its own until
        the transaction ends. `found` is the answer to the check, if it was asked already."""
        if not names:
            return set()
        standing = tuple((found or tx.connection.exec_driver_sql(*self._question).all())[0])
        if standing != self._standing:  # something was taken: by another, or by this process itself
            held = rows(tx.connection, self._sql(_TOKENS), self._owner)
            self._standing = standing
            self._sure = {name for name, token in held if token == self._tokens.get(name)}
        return {name for name in names if name not in self._sure}

    def free(self, names: Iterable[str]) -> set[str]:
        """The tables that this process may take over: nobody owns them, or it did before a restart."""
        with self._ledger.database.reading() as connection:
            owned = rows(connection, self._sql(_OTHERS), self._owner)
        return {*names}.difference(name for (name,) in owned)

    def owner_of(self, name: str) -> str:
        """The process that owns a table now; empty if none does."""
        with self._ledger.database.reading() as connection:
            found = row(connection, self._sql(_OWNER), name)
        return found[0] if found else ""

    def due(self) -> bool:
        """Whether it is time to renew the leases, or the clock was set back."""
        return bool(self._tokens) and not 0 <= self._clock() - self._renewed < LEASE_MS // RENEWALS

    def renew(self) -> set[str]:
        """Renew every lease; the tables that another process has taken over."""
        now, held = self._clock(), dict(self._tokens)
        with self._ledger.transaction() as tx:
            found = rows(tx.connection, self._sql(_RENEW), LEASE_MS, self._owner)
            kept = {name for name, token in found if held.get(name) == token}
            for name in {name for name, _ in found} - kept:  # taken over without notice
                tx.connection.exec_driver_sql(self._sql(_DROP), (self._owner, name))
        self._renewed = now
        return held.keys() - kept

    def forget(self, name: str) -> None:
        """Another process owns the table."""
        self._tokens.pop(name, None)
        self._standing = ()

    def release(self, *names: str) -> None:
        """Give these tables back at once; without a name, all of them."""
        self._let_go(_RELEASE, names or tuple(self._tokens))

    def give(self, names: Iterable[str], owner: str) -> None:
        """Write another process's name on these leases; it takes the tables as if it had run them before."""
        self._let_go(_GIVE, names, owner, LEASE_MS)

    def held(self) -> dict[str, int]:
        """How many tables each process runs now."""
        with self._ledger.database.reading() as connection:
            return {owner: int(count) for owner, count in rows(connection, self._sql(_HELD))}

    def _let_go(self, statement: str, names: Iterable[str], *values: object) -> None:
        held = {name: self._tokens.pop(name) for name in names}
        self._standing = ()
        if held:
            leases = ", ".join(["(?, ?)"] * len(held))
            given = (*values, *(part for lease in held.items() for part in lease))
            with self._ledger.transaction() as tx:
                tx.connection.exec_driver_sql(self._sql(statement.replace("{leases}", leases)), given)

    def _sql(self, statement: str) -> str:
        """A statement for this database, with the time as it is now."""
        sqlite = self._ledger.database.sqlite
        return statement.replace("{now}", self._now()).replace("?", "?" if sqlite else "%s")

    def _now(self) -> str:
        """The time by the clock that all owners share, in milliseconds, as SQL."""
        if self._ledger.database.sqlite:
            return str(self._clock())
        return "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
