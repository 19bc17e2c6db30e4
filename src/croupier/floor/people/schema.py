"""The tables of people: sessions, second factors, invitations, failed sign-ins, progress in drills.

Names are stored only here; the log has pseudonymous ids. Tokens are stored as SHA-256, passwords and PINs as
argon2id hashes, secrets of authenticators sealed. Times are milliseconds since 1970 UTC. Migrations of the
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

metadata: MetaData = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

people: Table = Table(
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

sessions: Table = Table(
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
    # When the person last proved who they are; 0 while the second factor is outstanding.
    Column("confirmed", BigInteger, nullable=False, server_default="0"),
)
Index(None, sessions.c.person)

links: Table = Table(
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

throttle: Table = Table(
    "people_throttle",
    metadata,
    Column("subject", String(128), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("locked_until", BigInteger, nullable=False),
)

factors: Table = Table(
    "people_factors",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False),
    Column("kind", String(16), nullable=False),  # totp or passkey
    Column("name", String(64), nullable=False),
    Column(
        "secret", LargeBinary, nullable=False
    ),  # of an authenticator, sealed; of a passkey, its public key
    Column("credential", LargeBinary(1024), unique=True),  # the id of a passkey
    Column("site", String(255), nullable=False),  # the host that a passkey is bound to
    Column("uses", BigInteger, nullable=False),  # the last time step, or the passkey's own count
    Column("confirmed", Boolean, nullable=False),  # by a first code
    Column("created", BigInteger, nullable=False),
    Column("last_used", BigInteger, nullable=False),
)
Index(None, factors.c.person)

recovery_codes: Table = Table(
    "people_recovery_codes",
    metadata,
    Column("code_hash", LargeBinary(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False),
)
Index(None, recovery_codes.c.person)

pins: Table = Table(
    "people_pins",
    metadata,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("hash", String(256), nullable=False),
    Column("created", BigInteger, nullable=False),
)

challenges: Table = Table(
    "people_challenges",
    metadata,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("purpose", String(32), nullable=False),
    Column("value", LargeBinary, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

identities: Table = Table(
    "people_identities",
    metadata,
    Column("issuer", String(255), primary_key=True),
    Column("subject", String(255), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
)
Index(None, identities.c.person)

progress: Table = Table(
    "people_progress",
    metadata,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("learned", LargeBinary, nullable=False),  # JSON
    Column("changed", BigInteger, nullable=False),
)
