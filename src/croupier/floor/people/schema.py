"""The tables of people, their sessions, their one-time links and the count of failed sign-ins.

Names are stored only here; the log has pseudonymous ids. Tokens are stored as SHA-256, passwords as argon2id
hashes. Times are milliseconds since 1970 UTC. The migrations of the
ledger build these tables; a test keeps the two equal.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("name_key", String(256), nullable=False, unique=True),  # the name as it is compared
    Column("display_name", String(64), nullable=False),
    Column("role", String(16), nullable=False),
    Column("enabled", Boolean, nullable=False),
    Column("demo", Boolean, nullable=False),
    Column("password", String(256)),  # none until a link was used
    # Counts the passwords set, so that a change while one is being verified is noticed and a rehash is not.
    Column("password_version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
)
Index(None, people.c.role)
Index(None, people.c.demo)

sessions = Table(
    "people_sessions",
    metadata,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False),
    Column("role", String(16), nullable=False),
    Column("address", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("last_used", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)
Index(None, sessions.c.person)

links = Table(
    "people_links",
    metadata,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False),
    Column("purpose", String(16), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),  # 0: not yet; also set when a later link replaces it
)
Index(None, links.c.person)

throttle = Table(
    "people_throttle",
    metadata,
    Column("subject", String(128), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("locked_until", BigInteger, nullable=False),
)
