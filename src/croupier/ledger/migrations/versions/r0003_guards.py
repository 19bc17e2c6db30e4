"""Guards without a way round: of every unique key, of the rows' own numbers in SQLite, and of the answers.

Answers get a digest, by which an audit finds one that was altered; those from before have none.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# By table, when a new row would take the place of one that stands. NEW.rowid is -1 where none was named.
TAKEN = {
    "events": "position = NEW.position OR (stream = NEW.stream AND version = NEW.version)",
    "postings": "(NEW.rowid > 0 AND rowid = NEW.rowid) OR (position = NEW.position AND line = NEW.line)",
    "answers": "stream = NEW.stream AND key = NEW.key",
}


def upgrade() -> None:
    op.add_column("answers", sa.Column("digest", sa.LargeBinary(), nullable=True))
    if op.get_context().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        op.execute(
            "CREATE TRIGGER answers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON answers "
            "FOR EACH STATEMENT EXECUTE FUNCTION croupier_append_only()"
        )


def _guard_sqlite() -> None:
    for table in ("events", "postings"):
        op.execute(f"DROP TRIGGER {table}_no_replace")
    for act in ("UPDATE", "DELETE"):
        op.execute(f"CREATE TRIGGER answers_no_{act.lower()} BEFORE {act} ON answers {_refusal('answers')}")
    for table, taken in TAKEN.items():
        op.execute(
            f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
            f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {taken}) {_refusal(table)}"
        )


def _refusal(table: str) -> str:
    return f"BEGIN SELECT RAISE(ABORT, '{table} are only ever added to'); END"
