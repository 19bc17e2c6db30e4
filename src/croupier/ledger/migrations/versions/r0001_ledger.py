"""The ledger: log, books, checkpoints, answers, snapshots; and the triggers that keep the log append-only."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")
APPEND_ONLY = ("events", "postings", "checkpoints")


def upgrade() -> None:
    _truth()
    _derived()
    op.execute("INSERT INTO head (id, position) VALUES (1, 0)")
    if op.get_context().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgresql()


def _column(name: str, kind: sa.BigInteger | sa.Text | sa.LargeBinary) -> sa.Column[object]:
    return sa.Column(name, kind, nullable=False, autoincrement=False)


def _whole(*names: str) -> list[sa.Column[object]]:
    return [_column(name, WHOLE) for name in names]


def _text(*names: str) -> list[sa.Column[object]]:
    return [_column(name, sa.Text()) for name in names]


def _binary(*names: str) -> list[sa.Column[object]]:
    return [_column(name, sa.LargeBinary()) for name in names]


def _truth() -> None:
    op.create_table(
        "events",
        *_whole("position"),
        *_text("stream"),
        *_whole("version"),
        *_text("kind"),
        *_whole("at"),
        *_text("actor", "role"),
        *_binary("body", "hash"),
        sa.PrimaryKeyConstraint("position", name="pk_events"),
        sa.UniqueConstraint("stream", "version", name="uq_events_stream_version"),
        sqlite_strict=True,
    )
    op.create_table(
        "accounts",
        *_text("account"),
        *_whole("balance"),
        sa.PrimaryKeyConstraint("account", name="pk_accounts"),
        sa.CheckConstraint("balance >= 0 OR account NOT LIKE 'player:%'", name=op.f("ck_accounts_player")),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "postings",
        *_whole("position", "line"),
        *_text("account"),
        *_whole("amount"),
        *_binary("hash"),
        sa.PrimaryKeyConstraint("position", "line", name="pk_postings"),
        sa.ForeignKeyConstraint(["position"], ["events.position"], name="fk_postings_position"),
        sa.ForeignKeyConstraint(["account"], ["accounts.account"], name="fk_postings_account"),
        sqlite_strict=True,
    )
    op.create_index("ix_postings_account_position", "postings", ["account", "position"])
    op.create_table(
        "checkpoints",
        *_whole("number", "position", "at", "streams"),
        *_binary("root", "previous", "public", "signature"),
        sa.PrimaryKeyConstraint("number", name="pk_checkpoints"),
        sqlite_strict=True,
    )


def _derived() -> None:
    op.create_table(
        "head",
        *_whole("id", "position"),
        sa.PrimaryKeyConstraint("id", name="pk_head"),
        sa.CheckConstraint("id = 1", name=op.f("ck_head_single")),
        sqlite_strict=True,
    )
    op.create_table(
        "streams",
        *_text("stream"),
        *_whole("version"),
        *_binary("hash", "posted"),
        sa.PrimaryKeyConstraint("stream", name="pk_streams"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "answers",
        *_text("stream", "key"),
        *_binary("answer"),
        sa.PrimaryKeyConstraint("stream", "key", name="pk_answers"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        *_text("stream"),
        *_whole("version"),
        *_binary("body", "digest"),
        sa.PrimaryKeyConstraint("stream", name="pk_snapshots"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _guard_sqlite() -> None:
    for table in APPEND_ONLY:
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} are only ever added to'); END"
            )
        # INSERT OR REPLACE deletes without asking the trigger above.
        key = "number" if table == "checkpoints" else "position"
        same = f"{key} = NEW.{key}" + (" AND line = NEW.line" if table == "postings" else "")
        op.execute(
            f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
            f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) "
            f"BEGIN SELECT RAISE(ABORT, '{table} are only ever added to'); END"
        )


def _guard_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION croupier_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ "
        "BEGIN RAISE EXCEPTION '% are only ever added to', TG_TABLE_NAME; END $$"
    )
    for table in APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION croupier_append_only()"
        )
