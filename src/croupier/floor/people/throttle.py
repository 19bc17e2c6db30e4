"""Count failed sign-ins: of a name at an address, of a name anywhere, and of an address for any name.

Three failures of a name lock it for the address where they were made, at first for a minute and then longer
with every further one; elsewhere its owner signs in as ever. Only many failures lock a name everywhere, or an
address for every name, and neither locks a known device. Unknown names are counted like known ones, so a
lockout does not reveal which exist. They are hashed, because people type passwords into the wrong field.
"""

import hashlib
import ipaddress
from collections.abc import Mapping

from sqlalchemy import Connection, delete, insert, select, update

from croupier.floor.people.model import Limits
from croupier.floor.people.schema import throttle


def of_name(key: str, where: str = "") -> str:
    """The subject under which failures for a name are counted: at an address or a device, or anywhere."""
    place = hashlib.sha256(where.encode("utf-8", "replace")).hexdigest()[:32] if where else ""
    return f"name:{hashlib.sha256(key.encode()).hexdigest()}:{place}"


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
    """When a subject's lockout ends; 0 if it is not locked.

    One that began in the future ends at once: the clock was set back, and nobody is to wait for it. The next
    failure locks again.
    """
    query = select(throttle.c.locked_until).where((throttle.c.subject == subject) & (throttle.c.since <= at))
    until = connection.execute(query).scalar()
    return until if until is not None and until > at else 0


def locked_subjects(connection: Connection, at: int) -> dict[str, int]:
    """All current lockouts, with their end."""
    query = select(throttle.c.subject, throttle.c.locked_until).where(throttle.c.locked_until > at)
    return {row.subject: row.locked_until for row in connection.execute(query)}


def fail_name(connection: Connection, subject: str, at: int, limits: Limits) -> int:
    """Count a failure for a name at a place; return the end of its lockout, or 0."""
    return _fail(connection, subject, at, limits, limits.failures)


def fail_name_anywhere(connection: Connection, subject: str, at: int, limits: Limits) -> int:
    """Count a failure for a name wherever it was made; return the end of its lockout, or 0."""
    return _fail(connection, subject, at, limits, limits.name_failures)


def fail_address(connection: Connection, subject: str, at: int, limits: Limits) -> int:
    """Count a failure from a source; return the end of its lockout, or 0."""
    row = connection.execute(select(throttle).where(throttle.c.subject == subject)).one_or_none()
    # An expired lockout or an old count is reset.
    goes_on = row is not None and not row.locked_until and at - row.since < limits.address_window
    failures = row.failures + 1 if row is not None and goes_on else 1
    since = row.since if row is not None and goes_on else at
    until = at + limits.address_locked if failures >= limits.address_failures else 0
    _write(connection, subject, failures, since, until)
    return until


def forget(connection: Connection, subject: str) -> bool:
    """Reset the count; return whether there was one."""
    return connection.execute(delete(throttle).where(throttle.c.subject == subject)).rowcount > 0


def forget_name(connection: Connection, key: str) -> bool:
    """Reset the counts of a name, wherever they were made; return whether there was one."""
    own = throttle.c.subject.startswith(of_name(key), autoescape=True)
    return connection.execute(delete(throttle).where(own)).rowcount > 0


def name_locked_until(locked: Mapping[str, int], key: str) -> int:
    """When the last of a name's lockouts ends, of all current ones; 0 for none."""
    return max((until for subject, until in locked.items() if subject.startswith(of_name(key))), default=0)


def sweep(connection: Connection, at: int, limits: Limits) -> None:
    """Drop expired counts."""
    kept = max(limits.failures_kept, limits.address_window)
    old = (throttle.c.since <= at - kept) & (throttle.c.locked_until <= at)
    connection.execute(delete(throttle).where(old))


def _fail(connection: Connection, subject: str, at: int, limits: Limits, most: int) -> int:
    """Count one more; from the given number on, each locks for twice as long as the one before."""
    row = connection.execute(select(throttle).where(throttle.c.subject == subject)).one_or_none()
    recent = row is not None and at - row.since < limits.failures_kept
    failures = row.failures + 1 if row is not None and recent else 1
    beyond = min(failures - most, 30)
    until = at + min(limits.locked << beyond, limits.locked_most) if beyond >= 0 else 0
    _write(connection, subject, failures, at, until)
    return until


def _write(connection: Connection, subject: str, failures: int, since: int, until: int) -> None:
    values = {"failures": failures, "since": since, "locked_until": until}
    changed = update(throttle).where(throttle.c.subject == subject).values(**values)
    if not connection.execute(changed).rowcount:
        connection.execute(insert(throttle).values(subject=subject, **values))
