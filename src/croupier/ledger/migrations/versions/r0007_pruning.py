"""Boundaries of pruned logs, and guards that let go of archived records alone."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")

# By table, the condition under which a row belongs to an archived record of a pruned stream.
PRUNED = {
    "events": "SELECT 1 FROM starts WHERE starts.stream = OLD.stream AND starts.version >= OLD.version",
    "postings": "SELECT 1 FROM events JOIN starts ON starts.stream = events.stream "
    "AND starts.version >= events.version WHERE events.position = OLD.position",
}


def upgrade() -> None:
    op.create_table(
        "boundaries",
        sa.Column("number", WHOLE, nullable=False, autoincrement=False),
        *(sa.Column(name, sa.LargeBinary(), nullable=False) for name in ("body", "state", "signature")),
        sa.PrimaryKeyConstraint("number", name="pk_boundaries"),
        sqlite_strict=True,
    )
    op.create_table(
        "starts",
        sa.Column("stream", sa.Text(), nullable=False, autoincrement=False),
        sa.Column("version", WHOLE, nullable=False, autoincrement=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stream", name="pk_starts"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    if op.get_context().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgresql()


def _guard_sqlite() -> None:
    for table, pruned in PRUNED.items():
        op.execute(f"DROP TRIGGER {table}_no_delete")
        op.execute(
            f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} "
            f"WHEN NOT EXISTS ({pruned}) {_refusal(table)}"
        )
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER boundaries_no_{act.lower()} BEFORE {act} ON boundaries {_refusal('boundaries')}"
        )
    op.execute(
        "CREATE TRIGGER boundaries_no_replace BEFORE INSERT ON boundaries "
        f"WHEN EXISTS (SELECT 1 FROM boundaries WHERE number = NEW.number) {_refusal('boundaries')}"
    )


def _refusal(table: str) -> str:
    return f"BEGIN SELECT RAISE(ABORT, '{table} are only ever added to'); END"


def _guard_postgresql() -> None:
    for table, pruned in PRUNED.items():
        op.execute(f"DROP TRIGGER {table}_append_only ON {table}")
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION croupier_append_only()"
        )
        op.execute(
            f"CREATE FUNCTION croupier_pruned_{table}() RETURNS trigger LANGUAGE plpgsql AS $$ "
            f"BEGIN IF EXISTS ({pruned}) THEN RETURN OLD; END IF; "
            f"RAISE EXCEPTION '{table} are only ever added to'; END $$"
        )
        op.execute(
            f"CREATE TRIGGER {table}_pruned_only BEFORE DELETE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION croupier_pruned_{table}()"
        )
    op.execute(
        "CREATE TRIGGER boundaries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON boundaries "
        "FOR EACH STATEMENT EXECUTE FUNCTION croupier_append_only()"
    )
