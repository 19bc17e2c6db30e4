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
from croupier.floor.people.model import DEALER, MINUTE, Actor, checked_address, name_key, nobody
from croupier.floor.people.passwords import Passwords, check_password
from croupier.floor.people.pins import is_pin, pin_hash
from croupier.floor.people.schema import people
from croupier.floor.people.second_factor import passkeys
from croupier.floor.people.second_factor.factors import NO_PROOF, Factors, Proof, has_factor
from croupier.floor.people.sessions import Opened, Session, Sessions
from croupier.floor.people.store import Change, PersonRow, Register, new_id
from croupier.floor.registry.house_events import Countersigned, LockedOut, SignInFailed


class Signature(NamedTuple):
    """A recorded signature and its signer."""

    id: str
    by: Actor


class Door:
    """Signing in and changing one's own password."""

    def __init__(
        self, register: Register, passwords: Passwords, sessions: Sessions, factors: Factors
    ) -> None:
        self._register = register
        self._factors = factors
        self._passwords = passwords
        self._sessions = sessions

    def sign_in(self, name: str, password: str, address: str, device: str = "", code: str = "") -> Opened:
        """Sign a person in, or refuse with `sign_in_refused` or `locked_out`.

        `device` is the mark of a browser in which somebody has signed in before. Who has a second factor and
        gives no code gets a session that is good for the second factor alone: failures stay counted, and the
        device stays unknown, until that is proved.
        """
        key = name_key(name)
        address = checked_address(address)
        row, device = self._known(key, address, device)
        right, rehashed = self._verify(row, key, address, device, password)
        with self._register.change() as change:
            now = _by_key(change, key)
            by = nobody(address)
            right = right and _same(row, now)
            needed = right and now is not None and has_factor(change.connection, now.id)
            proved = not (needed and code) or self._proved(change, now, Proof(code=code))
            refusal = self._judged(change, by, now, key, right, device, proved=proved)
            if refusal is None:
                assert now is not None
                if rehashed:
                    change.connection.execute(
                        update(people).where(people.c.id == now.id).values(password=rehashed)
                    )
                done = not needed or bool(code)
                opened = self._sessions.begin(change, now, address, confirmed=done)
                if not done:
                    return opened
                throttle.forget(change.connection, _at(key, address, device))
                return self._marked(change, now, opened)
        raise refusal  # after the commit: the failure stays counted and in the log

    def sign_in_by_passkey(self, proof: Proof, address: str) -> Opened:
        """Sign in the owner of a passkey, who needs no name and no password."""
        address = checked_address(address)
        self._known("", address)
        with self._register.change() as change:
            person = passkeys.signer(change, proof.site, proof.challenge, proof.credential or {})
            row = change.person(person) if person else None
            key = "" if row is None else row.name_key
            if row is not None and row.enabled:  # no guess: wrong passwords of others do not lock it out
                return self._marked(change, row, self._sessions.begin(change, row, address))
            refusal = self._judged(change, nobody(address), row, key, row is not None)
        assert refusal is not None
        raise refusal

    def confirm(
        self, session: Session, address: str, password: str, proof: Proof, device: str = ""
    ) -> Opened:
        """Prove again who one is: by the second factor, or by the password without one.

        A failure counts and locks out like a sign-in. The session gets a new token, and the device a mark.
        """
        address = checked_address(address)
        with self._register.look() as connection:
            row = connection.execute(select(people).where(people.c.id == session.person)).one()
            needed = has_factor(connection, row.id)
        self._known(row.name_key, address)
        right = not needed and self._verify(row, row.name_key, address, "", password)[0]
        with self._register.change() as change:
            now = change.person(session.person)
            how = self._factors.proves(change, now.id, proof) if needed else "password"
            right = bool(how) if needed else right and _same(row, now)
            by = session.actor(address)
            refusal = self._judged(change, by, now, now.name_key, right, proved=not needed or right)
            if refusal is None:
                known = knows_device(self._register.ledger.keys, now, device, change.at)
                for where in {"", device if known else ""}:
                    throttle.forget(change.connection, _at(now.name_key, address, where))
                return self._marked(change, now, self._sessions.confirm(change, session, address, how))
        if refusal.code == "sign_in_refused":
            wrong = "wrong code or passkey" if needed else "wrong password"
            raise Refusal("second_factor_refused", f"{wrong}; try again")
        raise refusal

    def tap_in(self, name: str, pin: str, beside: Actor) -> Opened:
        """Sign in at a station by name and PIN, where somebody of the staff (`beside`) is signed in.

        A failure counts and locks out like a sign-in.
        """
        key, address = name_key(name), checked_address(beside.address)
        row, _ = self._known(key, address)
        right = is_pin(pin) and self._right(row, key, address, pin)  # a password needs its second factor
        with self._register.change() as change:
            now = _by_key(change, key)
            refusal = self._judged(change, nobody(address), now, key, right and _same(row, now))
            if refusal is None:
                assert now is not None
                throttle.forget(change.connection, _at(key, address))
                if now.role != DEALER:
                    message = "only dealers tap in with a PIN; sign in with your password"
                    raise Refusal("role_not_allowed", message)
                return self._sessions.begin(change, now, address, by_pin=True)
        raise refusal

    def _right(self, row: PersonRow | None, key: str, address: str, secret: str) -> bool:
        """Whether this is a person's password, or their PIN if it looks like one."""
        if not is_pin(secret):
            return self._verify(row, key, address, "", secret)[0]
        with self._register.look() as connection:
            locked = _name_locked(connection, key, address, "", self._register.clock())
            encoded = pin_hash(connection, row.id) if row is not None else None
        return not locked and self._passwords.verify(encoded, secret)

    def _marked(self, change: Change, row: PersonRow, opened: Opened) -> Opened:
        """A session with the mark of a known device."""
        mark = device_mark(self._register.ledger.keys, row, change.at)
        return msgspec.structs.replace(opened, device=mark)

    def _proved(self, change: Change, row: PersonRow | None, proof: Proof) -> bool:
        return row is not None and bool(self._factors.proves(change, row.id, proof))

    def countersign(
        self, name: str, password: str, by: Actor, what: str, proof: Proof = NO_PROOF
    ) -> Signature:
        """The signature of a second person beside a signed-in one: by name and PIN, or by name, password and
        second factor.

        A failure counts and locks out like a sign-in; no session begins.
        """
        key = name_key(name)
        address = checked_address(by.address)
        row, _ = self._known(key, address)
        right = self._right(row, key, address, password)
        with self._register.change() as change:
            now = _by_key(change, key)
            right = right and _same(row, now)
            needed = (
                right and now is not None and has_factor(change.connection, now.id) and not is_pin(password)
            )
            if needed and not proof.given:
                message = "the second person has a second factor; its code or passkey is required"
                raise Refusal("second_factor_needed", message)
            proved = not needed or self._proved(change, now, proof)
            refusal = self._judged(change, by, now, key, right, proved=proved)
            if refusal is None:
                assert now is not None
                throttle.forget(change.connection, _at(key, address))
                second, signature = Actor(now.id, now.role, by.address), new_id("g")
                stamp = change.stamp(second)
                change.note(Countersigned(**stamp, signature=signature, beside=by.id, what=what))
                return Signature(signature, second)
        if refusal.code == "sign_in_refused":
            raise Refusal("signature_refused", "the second name, password or code is wrong")
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
        self,
        change: Change,
        by: Actor,
        row: PersonRow | None,
        key: str,
        right: bool,
        device: str = "",
        *,
        proved: bool = True,
    ) -> Refusal | None:
        """None if the person may sign in; if not, the refusal, with the failure counted and logged."""
        connection, at, limits = change.connection, change.at, change.limits
        source = throttle.of_address(by.address)
        until = 0 if device else throttle.locked_until(connection, source, at)
        if until:
            return _locked_out(until - at)
        locked = _name_locked(connection, key, by.address, device, at)
        if not locked and right and proved and row is not None and row.enabled:
            return None
        person = row.id if row is not None else ""
        stamp = change.stamp(by)
        change.note(SignInFailed(**stamp, person=person, reason=_reason(row, right, bool(locked), proved)))
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


def _reason(row: PersonRow | None, right: bool, locked: bool, proved: bool) -> str:
    if locked:
        return "locked"
    if row is None:
        return "unknown"
    if not proved:
        return "second_factor"
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
