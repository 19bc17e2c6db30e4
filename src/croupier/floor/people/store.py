"""Access to the tables of people; a change and its events are one ledger transaction.

Every change first locks the stream `house`, so changes of people are serialized across processes, and reads
within a change stay valid until it is committed.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypedDict

from sqlalchemy import Connection, Row, delete, insert, select, update

from croupier.errors import Refusal
from croupier.floor.people.model import PLAYER, Actor, Limits, checked_address
from croupier.floor.people.schema import (
    factors,
    identities,
    links,
    people,
    pins,
    progress,
    recovery_codes,
    sessions,
)
from croupier.floor.registry.house_events import (
    STREAM,
    HouseEvent,
    LinkIssued,
    PersonChanged,
    PersonCreated,
    SessionRevoked,
    Standing,
    encode_house_event,
    kind_of,
)
from croupier.ledger.store import Entry, Ledger
from croupier.table.dual_control import Second

Clock = Callable[[], int]
PersonRow = Row[Any]


def new_id(prefix: str) -> str:
    """A pseudonymous id of 80 random bits."""
    return f"{prefix}_{secrets.token_hex(10)}"


def person_id(role: str) -> str:
    """`p_…` for a player, `s_…` for staff."""
    return new_id("p" if role == PLAYER else "s")


def new_token() -> str:
    """256 random bits for a cookie or a link."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """The stored hash of a token; a reader of the database cannot use it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def standing(row: PersonRow) -> Standing:
    """A person as the log records them."""
    return Standing(role=row.role, enabled=row.enabled, demo=row.demo, password=row.password_version)


def person_row(connection: Connection, person: str) -> PersonRow:
    """The account of an id, or a refusal."""
    # An unprintable text is not an id, and PostgreSQL would not accept it.
    query = select(people).where(people.c.id == person)
    row = connection.execute(query).one_or_none() if person.isprintable() else None
    if row is None:
        raise Refusal("unknown_person", f"no person {person!r}")
    return row


class Stamp(TypedDict):
    """The common fields of one change's events."""

    at: int
    by: str
    role: str
    address: str


@dataclass(frozen=True)
class Change:
    """A change of people in progress: connection, time, actor, and its events."""

    connection: Connection
    at: int
    limits: Limits
    events: list[HouseEvent] = field(default_factory=list)

    def stamp(self, by: Actor) -> Stamp:
        """When and by whom."""
        return Stamp(at=self.at, by=by.id, role=by.role, address=checked_address(by.address))

    def note(self, event: HouseEvent) -> None:
        """Add an event to the log."""
        self.events.append(event)

    def person(self, person: str) -> PersonRow:
        """The account of this id."""
        return person_row(self.connection, person)

    def create_person(
        self,
        by: Actor,
        *,
        name: str,
        key: str,
        display_name: str,
        role: str,
        demo: bool,
        second: Second | None = None,
    ) -> str:
        """Create an account without a password; return its id."""
        if self.connection.execute(select(people.c.id).where(people.c.name_key == key)).first():
            raise Refusal("name_taken", "an account already has this name")
        person = person_id(role)
        self.connection.execute(
            insert(people).values(
                id=person,
                name=name,
                name_key=key,
                display_name=display_name,
                role=role,
                enabled=True,
                demo=demo,
                password=None,
                password_version=0,
                created=self.at,
            )
        )
        after = standing(self.person(person))
        self.note(PersonCreated(**self.stamp(by), person=person, after=after, second=second))
        return person

    def change_person(
        self,
        by: Actor,
        person: str,
        what: tuple[str, ...],
        *,
        second: Second | None = None,
        **values: str | bool | int | None,
    ) -> None:
        """Update an account, with the values before and after in the log."""
        before = standing(self.person(person))
        self.connection.execute(update(people).where(people.c.id == person).values(**values))
        after = standing(self.person(person))
        stamp = self.stamp(by)
        self.note(PersonChanged(**stamp, person=person, what=what, before=before, after=after, second=second))

    def issue_link(self, by: Actor, person: str, purpose: str, second: Second | None = None) -> str:
        """Create an invitation for a person; earlier ones become invalid."""
        self.void_links(person)
        token, link, expires = new_token(), new_id("l"), self.at + self.limits.link
        self.connection.execute(
            insert(links).values(
                token_hash=token_hash(token),
                id=link,
                person=person,
                purpose=purpose,
                created=self.at,
                expires=expires,
                used=0,
            )
        )
        self.note(
            LinkIssued(
                **self.stamp(by), link=link, person=person, purpose=purpose, expires=expires, second=second
            )
        )
        return token

    def void_links(self, person: str) -> None:
        """Invalidate a person's open invitations."""
        unused = (links.c.person == person) & (links.c.used == 0)
        self.connection.execute(update(links).where(unused).values(used=self.at))

    def forget_secrets(self, person: str) -> None:
        """Drop a person's links, sessions, second factors, PIN, identities and progress in drills."""
        for table in (links, sessions, factors, recovery_codes, identities, pins, progress):
            self.connection.execute(delete(table).where(table.c.person == person))

    def end_sessions(self, by: Actor, person: str, reason: str, *, but: str = "") -> int:
        """End a person's sessions, except one if given; return how many."""
        theirs = (sessions.c.person == person) & (sessions.c.id != but)
        ended = self.connection.execute(
            select(sessions.c.id).where(theirs).order_by(sessions.c.created)
        ).all()
        self.connection.execute(delete(sessions).where(theirs))
        for row in ended:
            self.note(SessionRevoked(**self.stamp(by), session=row.id, person=person, reason=reason))
        return len(ended)


class Register:
    """The ledger, the clock and the limits that `People` and `Sessions` share."""

    def __init__(self, ledger: Ledger, clock: Clock, limits: Limits | None = None) -> None:
        self.ledger = ledger
        self.clock = clock
        self.limits: Limits = limits or Limits()

    @contextmanager
    def look(self) -> Iterator[Connection]:
        """Read without blocking writers."""
        with self.ledger.database.reading() as connection:
            yield connection

    @contextmanager
    def change(self) -> Iterator[Change]:
        """Change people and log it, in one transaction."""
        with self.ledger.transaction() as transaction:
            head = transaction.lock(STREAM)
            change = Change(transaction.connection, self.clock(), self.limits)
            yield change
            if change.events:
                transaction.append(STREAM, head.version, [_entry(event) for event in change.events])


def _entry(event: HouseEvent) -> Entry:
    return Entry(
        kind=kind_of(event), body=encode_house_event(event), at=event.at, by=event.by, role=event.role
    )
