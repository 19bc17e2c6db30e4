"""PINs of the staff, for stations."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people_pins",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("hash", sa.String(256), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_people_pins_person"),
        sa.PrimaryKeyConstraint("person", name="pk_people_pins"),
    )
