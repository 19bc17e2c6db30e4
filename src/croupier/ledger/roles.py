"""The grants of the server's role in PostgreSQL: append to the log and read it, and never change it.

Two roles. The owner creates the schema and migrates it (`croupier database`, once for every new version). The
server's role gets these grants and nothing more (`croupier database --grant ROLE`), so that even a
server that was taken over cannot alter or delete a record, a posting, a checkpoint or an answer.

SQLite has no roles; there the triggers refuse changes, and in PostgreSQL they back up the grants. A server
that runs as the owner also works, and logs a warning at its start that only the triggers guard its log.
"""

from croupier.ledger.store import Ledger

ADDED_TO = ("events", "postings", "checkpoints", "answers", "boundaries")
KEPT_CURRENT = ("head", "streams", "accounts", "snapshots")
READ = ("starts",)
"""Only the owner prunes a log."""
OF_THE_FLOOR = (
    "table_leases",
    "people",
    "people_sessions",
    "people_links",
    "people_throttle",
    "people_factors",
    "people_recovery_codes",
    "people_challenges",
    "people_identities",
    "people_progress",
    "people_pins",
)
"""Tables beside the log, with rows that change and go. The log keeps every act and its actor."""


def grants(role: str) -> list[str]:
    """The statements that give a role its rights."""
    name = '"' + role.replace('"', '""') + '"'
    tables = ", ".join((*ADDED_TO, *KEPT_CURRENT, *READ, *OF_THE_FLOOR, "alembic_version"))
    return [
        f"REVOKE ALL ON {tables} FROM {name}",
        f"GRANT USAGE ON SCHEMA public TO {name}",
        f"GRANT SELECT ON {tables} TO {name}",
        f"GRANT INSERT ON {', '.join(ADDED_TO)} TO {name}",
        f"GRANT INSERT, UPDATE ON {', '.join(KEPT_CURRENT)} TO {name}",
        f"GRANT INSERT, UPDATE, DELETE ON {', '.join(OF_THE_FLOOR)} TO {name}",
    ]


def may_change_the_log(ledger: Ledger) -> bool:
    """Whether the role of this ledger could change the log or drop its triggers."""
    if ledger.database.sqlite:
        return False  # there are no roles to choose from
    tables = ", ".join(f"'{table}'::regclass" for table in ADDED_TO)
    with ledger.database.reading() as connection:
        found = connection.exec_driver_sql(
            "SELECT bool_or(has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE') "
            f"OR pg_has_role(relowner, 'MEMBER')) FROM pg_class WHERE oid IN ({tables})"
        ).scalar()
    return bool(found)
