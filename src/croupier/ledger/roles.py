"""What the server's role may do in PostgreSQL: add to the log and read it, and never change it.

Two roles. The owner creates the schema and migrates it (`Ledger.open` with the owner's URL, once for every
new version). The server's role is given what stands here and nothing more, so that even a server that was
taken over cannot alter or delete a record, a posting, a checkpoint or an answer. As the owner:

    CREATE ROLE croupier LOGIN PASSWORD '…';
    -- then the statements that `grants("croupier")` gives

In SQLite there are no roles; there the triggers refuse it, in PostgreSQL they stand behind the grants.
"""

from collections.abc import Sequence

from croupier.ledger.store import Ledger

ADDED_TO = ("events", "postings", "checkpoints", "answers")
KEPT_CURRENT = ("head", "streams", "accounts", "snapshots")


def grants(role: str, others: Sequence[str] = ()) -> list[str]:
    """The statements that give a role its rights; `others` are tables of the floor, where it may delete."""
    name = '"' + role.replace('"', '""') + '"'
    tables = ", ".join((*ADDED_TO, *KEPT_CURRENT, *others, "alembic_version"))
    statements = [
        f"REVOKE ALL ON {tables} FROM {name}",
        f"GRANT USAGE ON SCHEMA public TO {name}",
        f"GRANT SELECT ON {tables} TO {name}",
        f"GRANT INSERT ON {', '.join(ADDED_TO)} TO {name}",
        f"GRANT INSERT, UPDATE ON {', '.join(KEPT_CURRENT)} TO {name}",
    ]
    if others:
        statements.append(f"GRANT INSERT, UPDATE, DELETE ON {', '.join(others)} TO {name}")
    return statements


def grant(ledger: Ledger, role: str, others: Sequence[str] = ()) -> None:
    """Gives a role its rights; the ledger is opened as the owner."""
    with ledger.database.writing() as connection:
        for statement in grants(role, others):
            connection.exec_driver_sql(statement)
        connection.commit()
