"""The floor's tables beside the log: leases, people, their sessions and invitations, failed sign-ins.

A house that was opened before this revision has these tables already: the floor made them itself.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    there = set(sa.inspect(op.get_bind()).get_table_names())
    for name, create in (
        ("table_leases", _leases),
        ("people", _people),
        ("people_sessions", _sessions),
        ("people_links", _links),
        ("people_throttle", _throttle),
    ):
        if name not in there:
            create()


def _whole(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.BigInteger(), nullable=False) for name in names]


def _text(length: int, *names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.String(length), nullable=False) for name in names]


def _token() -> sa.Column[bytes]:
    return sa.Column("token_hash", sa.LargeBinary(32), nullable=False)


def _leases() -> None:
    op.create_table(
        "table_leases",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        *_whole("token", "expires"),
        sa.PrimaryKeyConstraint("name", name="pk_table_leases"),
    )


def _people() -> None:
    op.create_table(
        "people",
        *_text(32, "id"),
        *_text(64, "name"),
        *_text(256, "name_key"),
        *_text(64, "display_name"),
        *_text(16, "role"),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("demo", sa.Boolean(), nullable=False),
        sa.Column("password", sa.String(256)),
        sa.Column("password_version", sa.Integer(), nullable=False),
        *_whole("created"),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("name_key", name="uq_people_name_key"),
    )
    op.create_index("ix_people_role", "people", ["role"])
    op.create_index("ix_people_demo", "people", ["demo"])


def _sessions() -> None:
    op.create_table(
        "people_sessions",
        _token(),
        *_text(32, "id", "person"),
        *_text(16, "role"),
        *_text(64, "address"),
        *_whole("created", "last_used", "expires"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_people_sessions"),
        sa.UniqueConstraint("id", name="uq_people_sessions_id"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_people_sessions_person"),
    )
    op.create_index("ix_people_sessions_person", "people_sessions", ["person"])


def _links() -> None:
    op.create_table(
        "people_links",
        _token(),
        *_text(32, "id", "person"),
        *_text(16, "purpose"),
        *_whole("created", "expires", "used"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_people_links"),
        sa.UniqueConstraint("id", name="uq_people_links_id"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_people_links_person"),
    )
    op.create_index("ix_people_links_person", "people_links", ["person"])


def _throttle() -> None:
    op.create_table(
        "people_throttle",
        *_text(128, "subject"),
        sa.Column("failures", sa.Integer(), nullable=False),
        *_whole("since", "locked_until"),
        sa.PrimaryKeyConstraint("subject", name="pk_people_throttle"),
    )
