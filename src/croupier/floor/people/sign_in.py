"""Sign-in: check a name and password, and lock out after failures.

Every failure gets the same answer after the same time: an unknown name is verified against a decoy, counted
and locked out like a known one. The password is verified outside the transaction, because hashing is slow on
purpose; inside it everything else is checked again, so parallel guesses get no more tries than serial ones.
"""

from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, select, update

from croupier.errors import Refusal
from croupier.floor.people import throttle
from croupier.floor.people.devices import device_mark, knows_device, of_device
from croupier.floor.people.model import MINUTE, Actor, checked_address, name_key, nobody
from croupier.floor.people.passwords import Passwords, check_password
from croupier.floor.people.schema import people
from croupier.floor.people.sessions import Opened, Sessions
from croupier.floor.people.store import Change, PersonRow, Register, new_id
from croupier.floor.registry.house_events import Countersigned, LockedOut, SignInFailed


class Signature(NamedTuple):
    """A recorded signature and its signer."""

    id: str
    by: Actor


class Door:
    """Signing in and changing one's own password."""

    def __init__(self, register: Register, passwords: Passwords, sessions: Sessions) -> None:
        self._register = register
        self._passwords = passwords
        self._sessions = sessions

    def sign_in(self, name: str, password: str, address: str, device: str = "") -> Opened:
        """Sign a person in, or refuse with `sign_in_refused` or `locked_out`.

        `device` is the mark of a browser in which somebody has signed in before.
        """
        key = name_key(name)
        address = checked_address(address)
        row, device = self._known(key, address, device)
        right, rehashed = self._verify(row, key, address, device, password)
        with self._register.change() as change:
            now = _by_key(change, key)
            by = nobody(address)
            refusal = self._judged(change, by, now, key, right and _same(row, now), device)
            if refusal is None:
                assert now is not None
                if rehashed:
                    change.connection.execute(
                        update(people).where(people.c.id == now.id).values(password=rehashed)
                    )
                throttle.forget(change.connection, _at(key, address, device))
                opened = self._sessions.begin(change, now, address)
                mark = device_mark(self._register.ledger.keys, now, change.at)
                return msgspec.structs.replace(opened, device=mark)
        raise refusal  # after the commit: the failure stays counted and in the log

    def countersign(self, name: str, password: str, by: Actor, what: str) -> Signature:
        """The signature of a second person, by name and password, beside a signed-in one.

        A failure counts and locks out like a sign-in; no session begins.
        """
        key = name_key(name)
        address = checked_address(by.address)
        row, _ = self._known(key, address)
        right, _ = self._verify(row, key, address, "", password)
        with self._register.change() as change:
            now = _by_key(change, key)
            refusal = self._judged(change, by, now, key, right and _same(row, now))
            if refusal is None:
                assert now is not None
                throttle.forget(change.connection, _at(key, address))
                second, signature = Actor(now.id, now.role, by.address), new_id("g")
                stamp = change.stamp(second)
                change.note(Countersigned(**stamp, signature=signature, beside=by.id, what=what))
                return Signature(signature, second)
        if refusal.code == "sign_in_refused":
            raise Refusal("signature_refused", "the second name or password is wrong")
        raise refusal

    def change_password(self, token: str, old: str, new: str, address: str) -> None:
        """Change one's own password. Other sessions end; a wrong old password counts as a failure."""
        session = self._sessions.use(token)
        address = checked_address(address)
        by = session.actor(address)
        with self._register.look() as connection:
            row = connection.execute(select(people).where(people.c.id == session.person)).one()
        check_password(new, (row.name, row.display_name))
        self._known(row.name_key, address)
        right, _ = self._verify(row, row.name_key, address, "", old)
        hashed = self._passwords.hash(new) if right else ""
        with self._register.change() as change:
            now = change.person(session.person)
            refusal = self._judged(change, by, now, now.name_key, right and _same(row, now))
            if refusal is None:
                throttle.forget(change.connection, _at(now.name_key, address))
                version = now.password_version + 1
                change.change_person(by, now.id, ("password",), password=hashed, password_version=version)
                change.void_links(now.id)
                change.end_sessions(by, now.id, "password_changed", but=session.id)
                return
        raise refusal

    def _known(self, key: str, address: str, device: str = "") -> tuple[PersonRow | None, str]:
        """The account of a name, and the mark if it is of a known device of that account; an address that is
        locked out is refused without one."""
        at, keys = self._register.clock(), self._register.ledger.keys
        with self._register.look() as connection:
            row = connection.execute(select(people).where(people.c.name_key == key)).one_or_none()
            device = device if knows_device(keys, row, device, at) else ""
            until = 0 if device else throttle.locked_until(connection, throttle.of_address(address), at)
        if until:  # not in the log again and again: a flood must not fill it
            raise _locked_out(until - at)
        return row, device

    def _verify(
        self, row: PersonRow | None, key: str, address: str, device: str, password: str
    ) -> tuple[bool, str | None]:
        """Whether the password is right, and a new hash if the parameters changed."""
        at = self._register.clock()
        with self._register.look() as connection:
            if _name_locked(connection, key, address, device, at):
                return False, None  # locked, so it makes no difference, for a known name or another
        encoded = row.password if row is not None else None
        right = self._passwords.verify(encoded, password)
        return right, self._passwords.rehashed(encoded, password) if right and encoded else None

    def _judged(
        self, change: Change, by: Actor, row: PersonRow | None, key: str, right: bool, device: str = ""
    ) -> Refusal | None:
        """None if the person may sign in; if not, the refusal, with the failure counted and logged."""
        connection, at, limits = change.connection, change.at, change.limits
        source = throttle.of_address(by.address)
        until = 0 if device else throttle.locked_until(connection, source, at)
        if until:
            return _locked_out(until - at)
        locked = _name_locked(connection, key, by.address, device, at)
        if not locked and right and row is not None and row.enabled:
            return None
        person = row.id if row is not None else ""
        stamp = change.stamp(by)
        change.note(SignInFailed(**stamp, person=person, reason=_reason(row, right, bool(locked))))
        if not locked:
            until = throttle.fail_name(connection, _at(key, by.address, device), at, limits)
            if not device:
                named = throttle.fail_name_anywhere(connection, throttle.of_name(key), at, limits)
                until = max(until, named)
            if until:
                change.note(LockedOut(**stamp, what="account", person=person, until=until))
        from_here = 0 if device else throttle.fail_address(connection, source, at, limits)
        if from_here:
            change.note(LockedOut(**stamp, what="address", until=from_here))
        until = max(locked, until, from_here)
        return _locked_out(until - at) if until else _refused()


def _at(key: str, address: str, device: str = "") -> str:
    """The subject of a name at a known device, or else at an address."""
    return throttle.of_name(key, of_device(device) if device else throttle.of_address(address))


def _name_locked(connection: Connection, key: str, address: str, device: str, at: int) -> int:
    """When the lockout of a name ends here; many failures elsewhere lock it for strangers alone."""
    here = throttle.locked_until(connection, _at(key, address, device), at)
    return here if device else max(here, throttle.locked_until(connection, throttle.of_name(key), at))


def _by_key(change: Change, key: str) -> PersonRow | None:
    return change.connection.execute(select(people).where(people.c.name_key == key)).one_or_none()


def _same(before: PersonRow | None, now: PersonRow | None) -> bool:
    """Whether the verified password is still the current one."""
    if before is None or now is None:
        return False
    return bool(before.id == now.id and before.password_version == now.password_version)


def _reason(row: PersonRow | None, right: bool, locked: bool) -> str:
    if locked:
        return "locked"
    if row is None:
        return "unknown"
    if right:
        return "disabled"
    return "password" if row.password else "no_password"


def _refused() -> Refusal:
    return Refusal("sign_in_refused", "wrong name or password")


def _locked_out(left: int) -> Refusal:
    minutes = -(-left // MINUTE)
    wait = "a minute" if minutes == 1 else f"{minutes} minutes"
    return Refusal(
        "locked_out",
        f"too many failed sign-ins: try again in {wait}, or ask an administrator to unlock it",
    )
