"""Whether a committed record survives a loss of power.

SQLite is opened with `synchronous=FULL`, and every PostgreSQL session with `synchronous_commit=on`. Two
settings of a PostgreSQL server are its administrator's alone, and are only read here.
"""

from croupier.ledger.store import Ledger

NEEDED = ("fsync", "full_page_writes")


def weak_settings(ledger: Ledger) -> list[str]:
    """The settings of the database with which a loss of power may lose or damage committed records."""
    if ledger.database.sqlite:
        return []
    with ledger.database.reading() as connection:
        found = {name: connection.exec_driver_sql(f"SHOW {name}").scalar() for name in NEEDED}
    return [f"{name} is {value}" for name, value in found.items() if value != "on"]
