"""Single sign-on identities: the account that a provider's user belongs to.

A name from the provider signs nobody in: a person first links the identity, by an invitation or while signed
in. The provider's name for them is not in the log.
"""

import msgspec
from sqlalchemy import delete, insert, select

from croupier.errors import Refusal
from croupier.floor.people.control import check_people
from croupier.floor.people.model import ADMINISTRATOR, Actor, checked_address, require
from croupier.floor.people.schema import identities, links
from croupier.floor.people.second_factor import challenges
from croupier.floor.people.second_factor.factors import has_factor
from croupier.floor.people.sessions import Opened, Sessions
from croupier.floor.people.store import Change, Register, token_hash
from croupier.floor.registry.house_events import (
    IdentityLinked,
    IdentityUnlinked,
    LinkUsed,
    SessionConfirmed,
)
from croupier.table.dual_control import Second

PURPOSE = "single sign-on"


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """A sign-in that the browser was sent to the provider with."""

    nonce: str
    verifier: str
    link: str = ""
    """The invitation by which the identity is linked, if any."""
    person: str = ""
    """Or the person who is signed in and links it."""


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """A user as the provider identifies them."""

    issuer: str
    subject: str
    second_factor: bool
    """Whether the provider says that they proved a second factor there."""


class Identities:
    """The identities of the house's people."""

    def __init__(self, register: Register, sessions: Sessions) -> None:
        self._register = register
        self._sessions = sessions

    def begin(self, request: Request) -> str:
        """Keep a request until the browser comes back; return its token."""
        with self._register.change() as change:
            return challenges.issue(change, PURPOSE, msgspec.json.encode(request))

    def take(self, token: str) -> Request:
        """The request of a token, once."""
        with self._register.change() as change:
            value = challenges.take(change, PURPOSE, token)
        if value is None:
            raise refused("the sign-in took too long, or was begun in another browser")
        return msgspec.json.decode(value, type=Request)

    def come_in(self, request: Request, identity: Identity, address: str) -> Opened:
        """Sign the person of an identity in; link it first where the request says so."""
        address = checked_address(address)
        with self._register.change() as change:
            if request.link or request.person:
                self._link(change, request, identity, address)
            person = _person_of(change, identity)
            row = change.person(person) if person else None
            if row is None or not row.enabled:
                raise refused("no account here has this identity; ask an administrator for an invitation")
            done = identity.second_factor or not has_factor(change.connection, row.id)
            opened = self._sessions.begin(change, row, address, confirmed=done)
            if done:
                stamp = change.stamp(Actor(row.id, row.role, address))
                change.note(SessionConfirmed(**stamp, session=opened.session.id, how="single_sign_on"))
            return opened

    def unlink(self, by: Actor, person: str, second: Second | None = None) -> int:
        """Remove every identity of a person; their sessions end, because one may have begun with it."""
        require(by, ADMINISTRATOR)
        with self._register.change() as change:
            row = change.person(person)
            signed = check_people(change, by, second, person, row.role)
            own = identities.c.person == person
            count = int(change.connection.execute(delete(identities).where(own)).rowcount)
            if not count:
                raise Refusal("not_now", "no identity is linked to this account")
            stamp = change.stamp(by)
            change.note(IdentityUnlinked(**stamp, person=person, identities=count, second=signed))
            change.end_sessions(by, person, "identity_unlinked")
        return count

    def _link(self, change: Change, request: Request, identity: Identity, address: str) -> None:
        if _person_of(change, identity):
            raise refused("this identity already belongs to an account")
        person = request.person or self._used(change, request.link, address)
        row = change.person(person)
        if row.demo:
            raise refused("guests of the demo have no account")
        change.connection.execute(
            insert(identities).values(
                issuer=identity.issuer, subject=identity.subject, person=person, created=change.at
            )
        )
        change.note(IdentityLinked(**change.stamp(Actor(person, row.role, address)), person=person))

    def _used(self, change: Change, token: str, address: str) -> str:
        """The person of an invitation, which is used up."""
        row = change.connection.execute(
            select(links).where(links.c.token_hash == token_hash(token))
        ).one_or_none()
        if row is None or row.used or change.at >= row.expires:
            raise refused("this invitation was used, replaced or expired; ask an administrator for another")
        person = change.person(row.person)
        change.void_links(person.id)
        stamp = change.stamp(Actor(person.id, person.role, address))
        change.note(LinkUsed(**stamp, link=row.id, person=person.id, purpose=row.purpose))
        return str(person.id)


def _person_of(change: Change, identity: Identity) -> str:
    here = (identities.c.issuer == identity.issuer) & (identities.c.subject == identity.subject)
    return change.connection.execute(select(identities.c.person).where(here)).scalar() or ""


def refused(why: str) -> Refusal:
    """The refusal of a sign-in by the provider."""
    return Refusal("single_sign_on_refused", f"single sign-on: {why}")
