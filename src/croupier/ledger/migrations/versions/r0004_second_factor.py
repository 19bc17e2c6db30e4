"""Second factors of people: authenticator codes, passkeys, recovery codes; identities of single sign-on."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "people_sessions", sa.Column("confirmed", sa.BigInteger(), nullable=False, server_default="0")
    )
    op.execute("UPDATE people_sessions SET confirmed = created")
    op.create_table(
        "people_factors",
        sa.Column("id", sa.String(32), nullable=False),
        _person(),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("credential", sa.LargeBinary(1024)),
        sa.Column("site", sa.String(255), nullable=False),
        sa.Column("uses", sa.BigInteger(), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("last_used", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_people_factors_person"),
        sa.PrimaryKeyConstraint("id", name="pk_people_factors"),
        sa.UniqueConstraint("credential", name="uq_people_factors_credential"),
    )
    op.create_index("ix_people_factors_person", "people_factors", ["person"])
    op.create_table(
        "people_recovery_codes",
        sa.Column("code_hash", sa.LargeBinary(32), nullable=False),
        _person(),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_people_recovery_codes_person"),
        sa.PrimaryKeyConstraint("code_hash", name="pk_people_recovery_codes"),
    )
    op.create_index("ix_people_recovery_codes_person", "people_recovery_codes", ["person"])
    op.create_table(
        "people_challenges",
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("purpose", sa.String(32), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="pk_people_challenges"),
    )
    op.create_table(
        "people_identities",
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        _person(),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_people_identities_person"),
        sa.PrimaryKeyConstraint("issuer", "subject", name="pk_people_identities"),
    )
    op.create_index("ix_people_identities_person", "people_identities", ["person"])


def _person() -> sa.Column[str]:
    return sa.Column("person", sa.String(32), nullable=False)
