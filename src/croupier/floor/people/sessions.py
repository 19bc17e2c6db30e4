"""Sessions, ended by time, by their owner or by an administrator.

The browser holds a random token in a cookie; the database holds its hash. A session is bound to the role that
the person had when it began. The last use is written at most twenty times per idle timeout, so a session may
end up to a twentieth early, never late.
"""

import hashlib
import hmac
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Row, Select, bindparam, delete, exists, insert, select, update

from croupier.errors import Refusal
from croupier.floor.people import throttle
from croupier.floor.people.model import ADMINISTRATOR, DAY, MINUTE, Actor, require, system
from croupier.floor.people.schema import factors, links, people, sessions
from croupier.floor.people.store import Change, PersonRow, Register, new_id, new_token, person_row, token_hash
from croupier.floor.registry.house_events import (
    SessionConfirmed,
    SessionExpired,
    SessionRevoked,
    SignedIn,
    SignedOut,
)

TOUCHES = 20
OUTSTANDING = 5 * MINUTE
"""How long a session waits for the second factor."""
LONG_AGO = 1
"""When somebody who came in by PIN proved who they are, so that no sensitive act takes it for a proof."""
_LINKS_KEPT = 30 * DAY  # so that an old link still says "used" and not "unknown"


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A session as its owner and the administrator see it."""

    id: str
    person: str
    display_name: str
    role: str
    demo: bool
    address: str
    created: int
    last_used: int
    expires: int
    """When it expires if it is not used."""
    confirmed: int
    """When the person last proved who they are; 0 while the second factor is outstanding."""
    second_factor: bool
    """Whether the person has a second factor."""

    def actor(self, address: str = "") -> Actor:
        """The actor of a command from this address."""
        return Actor(self.person, self.role, address or self.address)


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A new session with its token, which is shown only once."""

    token: str
    csrf: str
    session: Session
    device: str = ""
    """The mark of the browser as a known device; empty for guests."""

    def __repr__(self) -> str:
        return f"Opened(session={self.session.id!r})"  # a token in a trace is a token in a log


def csrf_token(token: str) -> str:
    """The CSRF token of a session, derived from its token, which it does not reveal."""
    return hmac.new(token.encode("utf-8", "surrogatepass"), b"csrf", hashlib.sha256).hexdigest()


def check_csrf(token: str, given: str) -> None:
    """Refuse a request without the session's CSRF token."""
    if not hmac.compare_digest(csrf_token(token).encode(), given.encode("utf-8", "surrogatepass")):
        raise Refusal("csrf_mismatch", "the request does not carry this session's CSRF token")


class Sessions:
    """The sessions of the house."""

    def __init__(self, register: Register) -> None:
        self._register = register

    def idle(self, role: str) -> int:
        """The idle timeout in milliseconds."""
        return self._register.limits.idle(role)

    # ------------------------------------------------------------------------------------- in use

    def use(self, token: str, *, active: bool = True) -> Session:
        """The session of a token, marked as used unless the request is unattended (`active=False`)."""
        at = self._register.clock()
        hashed = token_hash(token)
        with self._register.look() as connection:
            row = connection.execute(_whole().where(sessions.c.token_hash == hashed)).one_or_none()
        if row is None:
            raise _expired()
        if self._over(row, at, row.last_used):
            self._expire(row.id)
            raise _expired()
        idle = self._register.limits.idle(row.role)
        used = row.last_used
        if active and at - used >= idle // TOUCHES:
            self._touch([{"hashed": hashed, "used": at}])
            used = at
        return self._session(row, used)

    def standing(self, acted: Mapping[str, int]) -> set[str]:
        """The active sessions among these tokens, each with its last use, or 0.

        An act extends a session only if it was still active then.
        """
        at = self._register.clock()
        tokens = {token_hash(token): token for token in acted}
        with self._register.look() as connection:
            rows = connection.execute(_whole().where(sessions.c.token_hash.in_(tokens))).all()
        standing: set[str] = set()
        touched: list[dict[str, Any]] = []
        over: list[str] = []
        for row in rows:
            token, idle = tokens[row.token_hash], self._register.limits.idle(row.role)
            used = acted[token] if row.last_used < acted[token] < row.last_used + idle else row.last_used
            if self._over(row, at, used):
                over.append(row.id)
                continue
            standing.add(token)
            if used - row.last_used >= idle // TOUCHES:
                touched.append({"hashed": row.token_hash, "used": used})
        with suppress(Refusal):  # the next check writes it; `standing` is known
            self._touch(touched)
            for session in over:
                self._expire(session)
        return standing

    def signed_in(self, persons: Collection[str]) -> set[str]:
        """Those of these people who have an active session."""
        at = self._register.clock()
        with self._register.look() as connection:
            rows = connection.execute(_whole().where(sessions.c.person.in_(persons))).all()
        return {row.person for row in rows if not self._over(row, at, row.last_used)}

    def _touch(self, touched: list[dict[str, Any]]) -> None:
        """Record the last use of sessions, unless a later one is recorded."""
        if not touched:
            return
        older = (sessions.c.token_hash == bindparam("hashed")) & (sessions.c.last_used < bindparam("used"))
        with self._register.ledger.transaction() as transaction:
            changed = update(sessions).where(older).values(last_used=bindparam("used"))
            transaction.connection.execute(changed, touched)

    def lives(self, session: str) -> bool:
        """Whether a session can still be used: neither at its end nor idle for too long."""
        with self._register.look() as connection:
            row = connection.execute(_whole().where(sessions.c.id == session)).one_or_none()
        return row is not None and not self._over(row, self._register.clock(), row.last_used)

    def begin(
        self, change: Change, row: PersonRow, address: str, *, confirmed: bool = True, by_pin: bool = False
    ) -> Opened:
        """Start a session, within a transaction that has verified the person.

        Not `confirmed`, it is good for the second factor alone, and for a few minutes. A PIN is no proof for
        sensitive acts: they ask for one first.
        """
        token, session, role = new_token(), new_id("v"), row.role
        lifetime = change.limits.lifetime(role) if confirmed else OUTSTANDING
        proved = LONG_AGO if by_pin else change.at
        change.connection.execute(
            insert(sessions).values(
                token_hash=token_hash(token),
                id=session,
                person=row.id,
                role=role,
                address=address,
                created=change.at,
                last_used=change.at,
                expires=change.at + lifetime,
                confirmed=proved if confirmed else 0,
            )
        )
        change.note(SignedIn(**change.stamp(Actor(row.id, role, address)), session=session))
        whole = change.connection.execute(_whole().where(sessions.c.id == session)).one()
        return Opened(token=token, csrf=csrf_token(token), session=self._session(whole, change.at))

    def confirm(self, change: Change, session: Session, address: str, how: str) -> Opened:
        """The session with a new token, after its person has proved again who they are."""
        token, here = new_token(), sessions.c.id == session.id
        values: dict[str, Any] = {
            "token_hash": token_hash(token),
            "confirmed": change.at,
            "last_used": change.at,
        }
        if not session.confirmed:
            values["expires"] = change.at + change.limits.lifetime(session.role)
        if not change.connection.execute(update(sessions).where(here).values(**values)).rowcount:
            raise _expired()
        change.note(SessionConfirmed(**change.stamp(session.actor(address)), session=session.id, how=how))
        whole = change.connection.execute(_whole().where(here)).one_or_none()
        if whole is None:
            raise _expired()
        return Opened(token=token, csrf=csrf_token(token), session=self._session(whole, change.at))

    def own(self, session: Session) -> list[Session]:
        """The active sessions of the owner of a session, newest first."""
        return self._active(session.person)

    def end_others(self, session: Session, address: str) -> int:
        """End one's own sessions but this one; return how many."""
        with self._register.change() as change:
            return change.end_sessions(session.actor(address), session.person, "others", but=session.id)

    # --------------------------------------------------------------------------------- their ends

    def sign_out(self, token: str, address: str = "") -> str:
        """End one's own session; the person, or nobody if it has ended already."""
        with self._register.change() as change:
            here = sessions.c.token_hash == token_hash(token)
            row = change.connection.execute(select(sessions).where(here)).one_or_none()
            if row is None:
                return ""
            change.connection.execute(delete(sessions).where(here))
            who = Actor(row.person, row.role, address or row.address)
            change.note(SignedOut(**change.stamp(who), session=row.id))
            return who.id

    def sign_out_everywhere(self, token: str, address: str = "") -> int:
        """End all of one's own sessions; return how many."""
        session = self.use(token)
        with self._register.change() as change:
            return change.end_sessions(session.actor(address), session.person, "everywhere")

    def everyone(self, by: Actor, person: str = "") -> list[Session]:
        """The active sessions of one person or of all, newest first."""
        require(by, ADMINISTRATOR)
        return self._active(person)

    def _active(self, person: str) -> list[Session]:
        at = self._register.clock()
        query = _whole().order_by(sessions.c.created.desc(), sessions.c.id)
        if person:
            query = query.where(sessions.c.person == person)
        with self._register.look() as connection:
            if person:
                person_row(connection, person)
            rows = connection.execute(query).all()
        return [self._session(row, row.last_used) for row in rows if not self._over(row, at, row.last_used)]

    def revoke(self, by: Actor, session: str) -> None:
        """End another person's session."""
        require(by, ADMINISTRATOR)
        with self._register.change() as change:
            query = select(sessions).where(sessions.c.id == session)
            row = change.connection.execute(query).one_or_none() if session.isprintable() else None
            if row is None:
                raise Refusal("unknown_session", f"no session {session!r} is active")
            change.connection.execute(delete(sessions).where(sessions.c.id == session))
            change.note(
                SessionRevoked(**change.stamp(by), session=session, person=row.person, reason="administrator")
            )

    def revoke_all(self, by: Actor, person: str) -> int:
        """End all sessions of a person; return how many."""
        require(by, ADMINISTRATOR)
        with self._register.change() as change:
            change.person(person)
            return change.end_sessions(by, person, "administrator")

    def sweep(self) -> int:
        """End expired sessions and drop old rows; return how many ended. Call it periodically."""
        at = self._register.clock()
        with self._register.look() as connection:
            over = [row.id for row in connection.execute(_whole()) if self._over(row, at, row.last_used)]
        for session in over:
            self._expire(session)
        with self._register.change() as change:
            throttle.sweep(change.connection, at, change.limits)
            change.connection.execute(delete(links).where(links.c.expires <= at - _LINKS_KEPT))
        return len(over)

    def _expire(self, session: str) -> None:
        with self._register.change() as change:
            row = change.connection.execute(_whole().where(sessions.c.id == session)).one_or_none()
            reason = self._over(row, change.at, row.last_used) if row is not None else ""
            if row is None or not reason:  # somebody was faster: it is gone, or was used after all
                return
            change.connection.execute(delete(sessions).where(sessions.c.id == session))
            change.note(
                SessionExpired(**change.stamp(system()), session=session, person=row.person, reason=reason)
            )

    def _over(self, row: Row[Any], at: int, used: int) -> str:
        """Why a session last used at this time is over, or an empty text."""
        if at >= row.expires:
            return "lifetime"
        return "idle" if at - used >= self._register.limits.idle(row.role) else ""

    def _session(self, row: Row[Any], used: int) -> Session:
        return Session(
            id=row.id,
            person=row.person,
            display_name=row.display_name,
            role=row.role,
            demo=row.demo,
            address=row.address,
            created=row.created,
            last_used=used,
            expires=min(row.expires, used + self._register.limits.idle(row.role)),
            confirmed=row.confirmed,
            second_factor=bool(row.second_factor),
        )


def _whole() -> Select[Any]:
    """Sessions joined with their people. Disabled people and changed roles have none: such a change ends
    sessions anyway, and this is the second check."""
    joined = sessions.join(people, sessions.c.person == people.c.id)
    still = people.c.enabled & (people.c.role == sessions.c.role)
    has = exists().where((factors.c.person == people.c.id) & factors.c.confirmed).label("second_factor")
    return select(sessions, people.c.display_name, people.c.demo, has).select_from(joined).where(still)


def _expired() -> Refusal:
    return Refusal("session_expired", "the session has ended; sign in again")
