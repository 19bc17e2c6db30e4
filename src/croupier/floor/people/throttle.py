"""Count failed sign-ins per name, known or not, and per source address with a higher limit.

Unknown names are counted like known ones, so a lockout does not reveal which exist. They are hashed,
because people type passwords into the wrong field.
"""

import hashlib
import ipaddress

from sqlalchemy import Connection, delete, insert, select, update

from croupier.floor.people.model import Limits
from croupier.floor.people.schema import throttle


def of_name(key: str) -> str:
    """The subject under which failures for a name are counted."""
    return "name:" + hashlib.sha256(key.encode()).hexdigest()


def of_address(address: str) -> str:
    """The subject of a source address; an IPv6 /64 counts as one source."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return f"address:{address[:64]}"
    if parsed.version == 6:
        if parsed.ipv4_mapped is not None:
            return f"address:{parsed.ipv4_mapped}"
        return f"address:{ipaddress.ip_network((parsed.packed, 64), strict=False)}"
    return f"address:{parsed}"


def locked_until(connection: Connection, subject: str, at: int) -> int:
    """When a subject's lockout ends; 0 if it is not locked."""
    query = select(throttle.c.locked_until).where(throttle.c.subject == subject)
    until = connection.execute(query).scalar()
    return until if until is not None and until > at else 0


def locked_subjects(connection: Connection, at: int) -> dict[str, int]:
    """All current lockouts, with their end."""
    query = select(throttle.c.subject, throttle.c.locked_until).where(throttle.c.locked_until > at)
    return {row.subject: row.locked_until for row in connection.execute(query)}


def fail_name(connection: Connection, subject: str, at: int, limits: Limits) -> int:
    """Count a failure for a name; return the end of its lockout, or 0."""
    return _fail(connection, subject, at, limits.failures, limits.failures_kept, limits.locked)


def fail_address(connection: Connection, subject: str, at: int, limits: Limits) -> int:
    """Count a failure from a source; return the end of its lockout, or 0."""
    return _fail(connection, subject, at, limits.address_failures, limits.address_window, limits.locked)


def forget(connection: Connection, subject: str) -> bool:
    """Reset the count; return whether there was one."""
    return connection.execute(delete(throttle).where(throttle.c.subject == subject)).rowcount > 0


def sweep(connection: Connection, at: int, limits: Limits) -> None:
    """Drop expired counts."""
    kept = max(limits.failures_kept, limits.address_window)
    old = (throttle.c.since <= at - kept) & (throttle.c.locked_until <= at)
    connection.execute(delete(throttle).where(old))


def _fail(connection: Connection, subject: str, at: int, most: int, window: int, lock: int) -> int:
    row = connection.execute(select(throttle).where(throttle.c.subject == subject)).one_or_none()
    # An expired lockout or an old count is reset.
    goes_on = row is not None and not row.locked_until and at - row.since < window
    failures = row.failures + 1 if row is not None and goes_on else 1
    since = row.since if row is not None and goes_on else at
    until = at + lock if failures >= most else 0
    values = {"failures": failures, "since": since, "locked_until": until}
    if row is None:
        connection.execute(insert(throttle).values(subject=subject, **values))
    else:
        connection.execute(update(throttle).where(throttle.c.subject == subject).values(**values))
    return until
