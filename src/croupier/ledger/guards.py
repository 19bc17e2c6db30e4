"""The triggers that keep the log append-only, and a check for missing ones.

The migrations make them, and a test keeps both equal. The owner of a database can drop them without a trace
in the log, so an audit and the start of a server check for them.
"""

from collections.abc import Mapping

from sqlalchemy import Connection

_TAKEN = {
    "events": "position = NEW.position OR (stream = NEW.stream AND version = NEW.version)",
    "postings": "(NEW.rowid > 0 AND rowid = NEW.rowid) OR (position = NEW.position AND line = NEW.line)",
    "checkpoints": "number = NEW.number",
    "answers": "stream = NEW.stream AND key = NEW.key",
    "boundaries": "number = NEW.number",
}
"""By append-only table, the condition under which a new row would replace an existing one."""

_PRUNED = {
    "events": "SELECT 1 FROM starts WHERE starts.stream = OLD.stream AND starts.version >= OLD.version",
    "postings": "SELECT 1 FROM events JOIN starts ON starts.stream = events.stream "
    "AND starts.version >= events.version WHERE events.position = OLD.position",
}
"""By table, the query that finds a row's stream pruned up to the row: only then may it be deleted."""

_GUARDED = "0003"
_SINCE_GUARDED = ("events_no_replace", "postings_no_replace", "answers_")
"""The triggers of that revision: an older backup has none or others."""

_FUNCTION = "BEGIN RAISE EXCEPTION '% are only ever added to', TG_TABLE_NAME; END"
_ROW, _BEFORE, _DELETE, _CHANGE = 1, 2, 8, 16 | 32
"""Parts of the type of a PostgreSQL trigger; a change is an update or a truncation."""

_PRUNABLE = "0007"
"""Before this revision no row of the log could be deleted."""


def gone(connection: Connection) -> list[str]:
    """In words, each guard that a database does not have, or not as it must be."""
    sqlite = connection.dialect.name == "sqlite"
    found = _in_sqlite(connection) if sqlite else _in_postgresql(connection)
    revision = str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar())
    pruned = _PRUNED if revision >= _PRUNABLE else {}
    wanted = _of_sqlite(pruned) if sqlite else _of_postgresql(pruned)
    if revision < _PRUNABLE:
        wanted = {name: each for name, each in wanted.items() if not name.startswith("boundaries_")}
    if revision < _GUARDED:
        wanted = {name: each for name, each in wanted.items() if not name.startswith(_SINCE_GUARDED)}
    return [
        f"the trigger {name} is {'not as it was made' if name in found else 'missing'}"
        for name, each in wanted.items()
        if found.get(name) != each
    ]


def _in_sqlite(connection: Connection) -> dict[str, object]:
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    return {str(name): sql for name, sql in rows.all()}


def _of_sqlite(pruned: Mapping[str, str]) -> dict[str, object]:
    made: dict[str, object] = {}
    for table, taken in _TAKEN.items():
        when = {
            f"{table}_no_update": f"UPDATE ON {table}",
            f"{table}_no_delete": f"DELETE ON {table}"
            + (f" WHEN NOT EXISTS ({pruned[table]})" if table in pruned else ""),
            f"{table}_no_replace": f"INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE {taken})",
        }
        refusal = f"BEGIN SELECT RAISE(ABORT, '{table} are only ever added to'); END"
        made |= {name: f"CREATE TRIGGER {name} BEFORE {each} {refusal}" for name, each in when.items()}
    return made


def _in_postgresql(connection: Connection) -> dict[str, object]:
    tables = ", ".join(f"to_regclass('{table}')" for table in _TAKEN)  # none where it is not there yet
    rows = connection.exec_driver_sql(
        "SELECT tgname::text, tgrelid::regclass::text, tgtype, tgenabled::text IN ('O', 'A'), "
        "tgqual IS NULL, btrim(prosrc) FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid "
        f"WHERE NOT tgisinternal AND tgrelid IN ({tables})"
    )
    return {name: tuple(rest) for name, *rest in rows.all()}


def _of_postgresql(pruned: Mapping[str, str]) -> dict[str, object]:
    made: dict[str, object] = {}
    for table in _TAKEN:
        kinds = _BEFORE | _CHANGE | (0 if table in pruned else _DELETE)
        made[f"{table}_append_only"] = table, kinds, True, True, _FUNCTION
    for table, query in pruned.items():
        refusal = f"RAISE EXCEPTION '{table} are only ever added to'; END"
        body = f"BEGIN IF EXISTS ({query}) THEN RETURN OLD; END IF; {refusal}"
        made[f"{table}_pruned_only"] = table, _ROW | _BEFORE | _DELETE, True, True, body
    return made
