"""Bringing a database to the schema of this Croupier. Alembic is loaded only where there is work for it."""

from sqlalchemy import Connection, inspect
from sqlalchemy.exc import DBAPIError

from croupier.errors import Refusal
from croupier.ledger.database import Database

# The newest revision in `migrations/versions`; a test keeps it so.
HEAD = "0007"

# Revisions that can be read without migration, such as an old backup: their logs have the same form.
READABLE = ("0001", "0002", "0003", "0004", "0005", "0006", HEAD)

# Two servers that start at once on PostgreSQL: one migrates, the other waits.
_ADVISORY = 0x63726F7570

_NO_RIGHTS = (
    "42501",  # insufficient privilege
    "3F000",  # no schema in which the role may create anything
)


def migrate(database: Database) -> None:
    """Creates or migrates the schema; does nothing, and needs no rights for it, where it is current."""
    with database.reading() as connection:
        if _revision(connection) == HEAD:
            return
    with database.writing() as connection:
        if not database.sqlite:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ADVISORY})")
        found = _revision(connection)
        if found == HEAD:
            return
        try:
            _upgrade(connection, found)
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) not in _NO_RIGHTS:
                raise
            standing = f"at revision {found!r}" if found else "empty"
            raise Refusal(
                "unknown_schema",
                f"the database is {standing} and this role may not change it: "
                "run `croupier database` as its owner, with --grant",
            ) from error
        connection.commit()


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def _upgrade(connection: Connection, found: str | None) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "croupier.ledger:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    if found is not None:
        try:
            ScriptDirectory.from_config(config).get_revision(found)
        except CommandError:
            raise Refusal(
                "unknown_schema", f"the database is at revision {found!r}; this Croupier knows up to {HEAD!r}"
            ) from None
    command.upgrade(config, "head")
