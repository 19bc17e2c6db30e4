"""Who owns a table: one process at a time, by a lease with a fencing token.

A lease runs out if its owner does not renew it, and another process may then take it with the next token.
Every batch holds the leases of its tables inside its own transaction, so that a process that has lost one
cannot commit for that table any more, however long it slept.
"""

from collections.abc import Callable, Iterable

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from croupier.ledger.store import Ledger, Transaction

LEASE_MS = 10_000

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


class Leases:
    """The leases that this process holds."""

    def __init__(self, ledger: Ledger, owner: str, clock: Callable[[], int]) -> None:
        self._ledger = ledger
        self._owner = owner
        self._clock = clock
        self._tokens: dict[str, int] = {}
        self._renewed: dict[str, int] = {}

    def acquire(self, name: str) -> bool:
        """Take a table that nobody owns, or whose owner has not been heard of."""
        with self._ledger.transaction() as tx:
            return self.take(tx, name)

    def take(self, tx: Transaction, name: str) -> bool:
        """The same inside a transaction that does more."""
        now = self._clock()
        insert = postgresql.insert if tx.connection.dialect.name == "postgresql" else sqlite.insert
        fresh = insert(leases).values(name=name, owner="", token=0, expires=0)
        tx.connection.execute(fresh.on_conflict_do_nothing())
        query = sa.select(leases).where(leases.c.name == name).with_for_update()
        row = tx.connection.execute(query).mappings().one()
        if row["owner"] != self._owner and row["expires"] > now:
            return False
        token = row["token"] + 1
        values = {"owner": self._owner, "token": token, "expires": now + LEASE_MS}
        tx.connection.execute(leases.update().where(leases.c.name == name).values(**values))
        self._tokens[name] = token
        self._renewed[name] = now
        return True

    def hold(self, tx: Transaction, names: Iterable[str]) -> set[str]:
        """The tables that another process owns by now; a lease of ours that is half over is renewed."""
        now = self._clock()
        due = [name for name in names if now - self._renewed.get(name, 0) >= LEASE_MS // 2]
        if not due:
            return set()
        ours = sa.tuple_(leases.c.name, leases.c.token).in_(
            [(name, self._tokens.get(name, 0)) for name in due]
        )
        # Locked in one order, so that two processes do not wait for each other.
        held = sa.select(leases.c.name).where(ours).order_by(leases.c.name).with_for_update()
        kept = set(tx.connection.execute(held).scalars())
        if kept:
            renewed = leases.update().where(leases.c.name.in_(kept)).values(expires=now + LEASE_MS)
            tx.connection.execute(renewed)
        self._renewed |= dict.fromkeys(kept, now)
        return set(due) - kept

    def owner_of(self, name: str) -> str:
        """The process that owns a table now; empty if none does."""
        query = sa.select(leases.c.owner).where(leases.c.name == name, leases.c.expires > self._clock())
        with self._ledger.database.reading() as connection:
            return connection.execute(query).scalar() or ""

    def due(self) -> bool:
        """Whether a lease is half over."""
        now = self._clock()
        return any(now - at >= LEASE_MS // 2 for at in self._renewed.values())

    def forget(self, name: str) -> None:
        """Another process owns the table."""
        self._tokens.pop(name, None)
        self._renewed.pop(name, None)

    def release_all(self) -> None:
        """Let others take the tables at once."""
        with self._ledger.transaction() as tx:
            for name, token in self._tokens.items():
                ours = (leases.c.name == name) & (leases.c.token == token)
                tx.connection.execute(leases.update().where(ours).values(expires=0))
        self._tokens.clear()
