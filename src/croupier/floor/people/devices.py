"""Known devices: a browser in which a person has signed in before.

Guessed passwords slow down sign-in for strangers, never for a person at their own device. The
browser keeps a mark that only the house can make; it names the account and the version of its password, so a
new password ends it. It opens nothing by itself.
"""

import hashlib
import hmac

from croupier.floor.people.model import DAY
from croupier.floor.people.store import PersonRow
from croupier.ledger.keys import Keys

KEPT = 180 * DAY


def device_mark(keys: Keys, row: PersonRow, at: int) -> str:
    """The mark for a browser in which this person has signed in."""
    until = at + KEPT
    code = _code(keys, row, until)
    return "" if code is None else f"{until}.{code}"


def knows_device(keys: Keys, row: PersonRow | None, mark: str, at: int) -> bool:
    """Whether a mark is of a device in which this person has signed in."""
    until, _, code = mark.partition(".")
    if row is None or not (until.isascii() and until.isdigit() and len(until) < 17) or int(until) <= at:
        return False
    right = _code(keys, row, int(until))
    return right is not None and hmac.compare_digest(right.encode(), code.encode("utf-8", "replace"))


def of_device(mark: str) -> str:
    """The subject under which failures at a known device are counted."""
    return "device:" + hashlib.sha256(mark.encode()).hexdigest()


def _code(keys: Keys, row: PersonRow, until: int) -> str | None:
    code = keys.authenticate(f"device\n{row.id}\n{row.password_version}\n{until}".encode())
    return None if code is None else code.hex()
