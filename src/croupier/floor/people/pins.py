"""PINs of the staff: typed at a station to tap in, and to sign beside somebody.

A PIN works only where somebody of the staff is signed in already, and it locks out like a password. It opens
no door from outside: a sign-in needs the password.
"""

import re

from sqlalchemy import Connection, delete, insert, select

from croupier.errors import Refusal
from croupier.floor.people.model import Actor
from croupier.floor.people.passwords import Passwords
from croupier.floor.people.schema import pins
from croupier.floor.people.sessions import Session
from croupier.floor.people.store import Change, Register
from croupier.floor.registry.house_events import PinSet

_PIN = re.compile(r"\d{6,8}", re.ASCII)
_RUNS = "01234567890 09876543210"


def is_pin(secret: str) -> bool:
    """Whether a secret has the form of a PIN: no password is so short."""
    return _PIN.fullmatch(secret) is not None


def check_pin(pin: str) -> None:
    """Refuse a PIN that everybody would try first."""
    if not is_pin(pin):
        raise Refusal("pin_weak", "a PIN has 6 to 8 digits")
    if len(set(pin)) < 3 or pin in _RUNS:
        raise Refusal("pin_weak", "this PIN is too easy; use three or more different digits, not in sequence")


def pin_hash(connection: Connection, person: str) -> str | None:
    """The hash of a person's PIN, if they have one."""
    found = connection.execute(select(pins.c.hash).where(pins.c.person == person)).scalar()
    return None if found is None else str(found)


def drop_pin(change: Change, by: Actor, person: str) -> None:
    """Remove a person's PIN, if they have one."""
    if change.connection.execute(delete(pins).where(pins.c.person == person)).rowcount:
        change.note(PinSet(**change.stamp(by), removed=True))


def set_pin(register: Register, passwords: Passwords, session: Session, address: str, pin: str) -> None:
    """Set one's own PIN, or remove it by an empty one."""
    if pin:
        check_pin(pin)
    hashed = passwords.hash(pin) if pin else ""
    with register.change() as change:
        change.connection.execute(delete(pins).where(pins.c.person == session.person))
        if hashed:
            row = {"person": session.person, "hash": hashed, "created": change.at}
            change.connection.execute(insert(pins).values(**row))
        change.note(PinSet(**change.stamp(session.actor(address)), removed=not hashed))
