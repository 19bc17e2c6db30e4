"""The tables of the ledger. The migrations build them; a test keeps the two equal.

Truth: `events`, `postings` and `checkpoints`, which are only ever added to (triggers refuse anything else).
`head`, `streams` and `accounts` can be computed from them and are kept in the same transaction; they are also
the rows that writers lock. `answers` are the first answers to idempotency keys, only ever added to as well.
`snapshots` are a cache. `boundaries` say up to where a log was pruned (the last one counts), `starts` where
its pruned streams begin.
"""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

metadata: MetaData = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


# 64 bits in both; only INTEGER makes a key of SQLite its row number, and STRICT tables know no BIGINT.
Whole: BigInteger = BigInteger().with_variant(Integer, "sqlite")

Kind = BigInteger | Text | LargeBinary | type[Text] | type[LargeBinary]


def _column(name: str, kind: Kind, *more: ForeignKey) -> Column[object]:
    return Column(name, kind, *more, nullable=False, autoincrement=False)


events: Table = Table(
    "events",
    metadata,
    _column("position", Whole),
    _column("stream", Text),
    _column("version", Whole),
    _column("kind", Text),
    _column("at", Whole),
    _column("actor", Text),
    _column("role", Text),
    _column("body", LargeBinary),
    _column("hash", LargeBinary),
    PrimaryKeyConstraint("position"),
    UniqueConstraint("stream", "version"),
    sqlite_strict=True,
)

accounts: Table = Table(
    "accounts",
    metadata,
    _column("account", Text),
    _column("balance", Whole),
    PrimaryKeyConstraint("account"),
    CheckConstraint("balance >= 0 OR account NOT LIKE 'player:%'", name="player"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

postings: Table = Table(
    "postings",
    metadata,
    _column("position", Whole, ForeignKey("events.position")),
    _column("line", Whole),
    _column("account", Text, ForeignKey("accounts.account")),
    _column("amount", Whole),
    _column("hash", LargeBinary),
    PrimaryKeyConstraint("position", "line"),
    Index(None, "account", "position"),  # a player's statement
    sqlite_strict=True,
)

streams: Table = Table(
    "streams",
    metadata,
    _column("stream", Text),
    _column("version", Whole),
    _column("hash", LargeBinary),
    _column("posted", LargeBinary),
    PrimaryKeyConstraint("stream"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

# One row. Every writer locks it before its first position, so that the order is that of the commits.
head: Table = Table(
    "head",
    metadata,
    _column("id", Whole),
    _column("position", Whole),
    PrimaryKeyConstraint("id"),
    CheckConstraint("id = 1", name="single"),
    sqlite_strict=True,
)

checkpoints: Table = Table(
    "checkpoints",
    metadata,
    _column("number", Whole),
    _column("position", Whole),
    _column("at", Whole),
    _column("streams", Whole),
    _column("root", LargeBinary),
    _column("previous", LargeBinary),
    _column("public", LargeBinary),
    _column("signature", LargeBinary),
    PrimaryKeyConstraint("number"),
    sqlite_strict=True,
)

answers: Table = Table(
    "answers",
    metadata,
    _column("stream", Text),
    _column("key", Text),
    _column("answer", LargeBinary),
    Column("digest", LargeBinary, nullable=True),  # none: given before revision 0003
    PrimaryKeyConstraint("stream", "key"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

snapshots: Table = Table(
    "snapshots",
    metadata,
    _column("stream", Text),
    _column("version", Whole),
    _column("body", LargeBinary),
    _column("digest", LargeBinary),
    PrimaryKeyConstraint("stream"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

boundaries: Table = Table(
    "boundaries",
    metadata,
    _column("number", Whole),
    _column("body", LargeBinary),
    _column("state", LargeBinary),
    _column("signature", LargeBinary),
    PrimaryKeyConstraint("number"),
    sqlite_strict=True,
)

starts: Table = Table(
    "starts",
    metadata,
    _column("stream", Text),
    _column("version", Whole),
    _column("body", LargeBinary),
    PrimaryKeyConstraint("stream"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
