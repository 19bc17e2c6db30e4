"""Sign-in: check a name and password, and lock out after failures.

Every failure gets the same answer after the same time: an unknown name is verified against a decoy, counted
and locked out like a known one. The password is verified outside the transaction, because hashing is slow on
purpose; inside it everything else is checked again, so parallel guesses get no more tries than serial ones.
"""

from typing import NamedTuple

from sqlalchemy import select, update

from croupier.errors import Refusal
from croupier.floor.people import throttle
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

    def sign_in(self, name: str, password: str, address: str) -> Opened:
        """Sign a person in, or refuse with `sign_in_refused` or `locked_out`."""
        key = name_key(name)
        address = checked_address(address)
        row = self._known(key, address)
        right, rehashed = self._verify(row, key, password)
        with self._register.change() as change:
            now = _by_key(change, key)
            refusal = self._judged(change, nobody(address), now, key, right and _same(row, now))
            if refusal is None:
                assert now is not None
                if rehashed:
                    change.connection.execute(
                        update(people).where(people.c.id == now.id).values(password=rehashed)
                    )
                throttle.forget(change.connection, throttle.of_name(key))
                return self._sessions.begin(change, now, address)
        raise refusal  # after the commit: the failure stays counted and in the log

    def countersign(self, name: str, password: str, by: Actor, what: str) -> Signature:
        """The signature of a second person, by name and password, beside a signed-in one.

        A failure counts and locks out like a sign-in; no session begins.
        """
        key = name_key(name)
        row = self._known(key, checked_address(by.address))
        right, _ = self._verify(row, key, password)
        with self._register.change() as change:
            now = _by_key(change, key)
            refusal = self._judged(change, by, now, key, right and _same(row, now))
            if refusal is None:
                assert now is not None
                throttle.forget(change.connection, throttle.of_name(key))
                second, signature = Actor(now.id, now.role, by.address), new_id("g")
                stamp = change.stamp(second)
                change.note(Countersigned(**stamp, signature=signature, beside=by.id, what=what))
                return Signature(signature, second)
        if refusal.code == "sign_in_refused":
            raise Refusal("signature_refused", "the second name and password do not open an account here")
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
        right, _ = self._verify(row, row.name_key, old)
        hashed = self._passwords.hash(new) if right else ""
        with self._register.change() as change:
            now = change.person(session.person)
            refusal = self._judged(change, by, now, now.name_key, right and _same(row, now))
            if refusal is None:
                throttle.forget(change.connection, throttle.of_name(now.name_key))
                version = now.password_version + 1
                change.change_person(by, now.id, ("password",), password=hashed, password_version=version)
                change.void_links(now.id)
                change.end_sessions(by, now.id, "password_changed", but=session.id)
                return
        raise refusal

    def _known(self, key: str, address: str) -> PersonRow | None:
        """Look up the account of a name, after checking the address's lockout."""
        at = self._register.clock()
        with self._register.look() as connection:
            until = throttle.locked_until(connection, throttle.of_address(address), at)
            if until:  # not in the log again and again: a flood must not fill it
                raise _locked_out(until - at)
            return connection.execute(select(people).where(people.c.name_key == key)).one_or_none()

    def _verify(self, row: PersonRow | None, key: str, password: str) -> tuple[bool, str | None]:
        """Whether the password is right, and a new hash if the parameters changed."""
        at = self._register.clock()
        with self._register.look() as connection:
            if throttle.locked_until(connection, throttle.of_name(key), at):
                return False, None  # locked, so it makes no difference, for a known name or another
        encoded = row.password if row is not None else None
        right = self._passwords.verify(encoded, password)
        return right, self._passwords.rehashed(encoded, password) if right and encoded else None

    def _judged(
        self, change: Change, by: Actor, row: PersonRow | None, key: str, right: bool
    ) -> Refusal | None:
        """None if the person may sign in; if not, the refusal, with the failure counted and logged."""
        connection, at, limits = change.connection, change.at, change.limits
        source, named = throttle.of_address(by.address), throttle.of_name(key)
        until = throttle.locked_until(connection, source, at)
        if until:
            return _locked_out(until - at)
        locked = throttle.locked_until(connection, named, at)
        if not locked and right and row is not None and row.enabled:
            return None
        person = row.id if row is not None else ""
        stamp = change.stamp(by)
        change.note(SignInFailed(**stamp, person=person, reason=_reason(row, right, bool(locked))))
        if not locked:
            until = throttle.fail_name(connection, named, at, limits)
            if until:
                change.note(LockedOut(**stamp, what="account", person=person, until=until))
        from_here = throttle.fail_address(connection, source, at, limits)
        if from_here:
            change.note(LockedOut(**stamp, what="address", until=from_here))
        until = max(locked, until, from_here)
        return _locked_out(until - at) if until else _refused()


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
    return Refusal("sign_in_refused", "name and password do not open an account here")


def _locked_out(left: int) -> Refusal:
    minutes = -(-left // MINUTE)
    wait = "a minute" if minutes == 1 else f"{minutes} minutes"
    return Refusal(
        "locked_out",
        f"too many failed sign-ins: try again in {wait}, or ask an administrator to unlock it",
    )
