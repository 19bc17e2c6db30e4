"""The people of the house: accounts, roles, and the invitations that set passwords.

Nobody chooses another person's password: an administrator creates an account or a reset and hands over an
invitation, with which the person sets it. The first administrator starts the same way. `People` also holds
sign-in and sessions, so that a server needs one object.
"""

import secrets
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, func, select, update

from croupier.errors import Refusal
from croupier.floor.people import throttle
from croupier.floor.people.control import check_people
from croupier.floor.people.identities import Identities
from croupier.floor.people.look_alikes import skeleton
from croupier.floor.people.model import (
    ADMINISTRATOR,
    DEALER,
    PLAYER,
    Actor,
    Limits,
    Person,
    check_role,
    checked_address,
    checked_name,
    folded,
    nobody,
    require,
    system,
)
from croupier.floor.people.passwords import Passwords, check_password
from croupier.floor.people.pins import drop_pin, set_pin
from croupier.floor.people.progress import Progress
from croupier.floor.people.schema import links, people, sessions
from croupier.floor.people.second_factor.factors import Factors
from croupier.floor.people.sessions import Opened, Session, Sessions
from croupier.floor.people.sign_in import Door
from croupier.floor.people.store import Change, Clock, PersonRow, Register, person_row, token_hash
from croupier.floor.registry.house_events import DemoClosed, LinkUsed, Unlocked
from croupier.ledger.store import Ledger
from croupier.table.dual_control import Second
from croupier.table.roles import OBSERVERS

ERASED = "erased"
"""The name to show of a person whose names were erased."""
_COLORS = (
    "Amber",
    "Azure",
    "Coral",
    "Crimson",
    "Golden",
    "Indigo",
    "Ivory",
    "Jade",
    "Olive",
    "Scarlet",
    "Silver",
    "Violet",
)
_ANIMALS = (
    "Badger",
    "Crane",
    "Falcon",
    "Fox",
    "Heron",
    "Lynx",
    "Magpie",
    "Otter",
    "Panda",
    "Raven",
    "Stoat",
    "Wolf",
)


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation as the page shows it before it is used."""

    person: str
    name: str
    display_name: str
    purpose: str
    expires: int


class Invited(msgspec.Struct, frozen=True, kw_only=True):
    """A person and their invitation, which is shown only once."""

    person: str
    link: str

    def __repr__(self) -> str:
        return f"Invited(person={self.person!r})"


class People:
    """The accounts of the house."""

    def __init__(
        self,
        ledger: Ledger,
        clock: Clock,
        *,
        limits: Limits | None = None,
        passwords: Passwords | None = None,
        demo: bool = False,
    ) -> None:
        self._register = Register(ledger, clock, limits)
        self._passwords = passwords or Passwords()
        self._demo = demo
        self.sessions: Sessions = Sessions(self._register)
        self.factors: Factors = Factors(self._register)
        self.identities: Identities = Identities(self._register, self.sessions)
        self.progress: Progress = Progress(self._register)
        self.door: Door = Door(self._register, self._passwords, self.sessions, self.factors)

    # -------------------------------------------------------------------------------- to be looked up

    def person(self, person: str) -> Person:
        """One account."""
        with self._register.look() as connection:
            return self._shown(connection, [person_row(connection, person)])[0]

    def display_names(self, ids: set[str]) -> dict[str, str]:
        """The names to show for ids, as far as they are people's."""
        with self._register.look() as connection:
            query = select(people.c.id, people.c.display_name).where(people.c.id.in_(ids))
            return {row.id: row.display_name for row in connection.execute(query)}

    def set_pin(self, session: Session, address: str, pin: str) -> None:
        """Set one's own PIN for stations, or remove it by an empty one."""
        set_pin(self._register, self._passwords, session, address, pin)

    def dealers(self) -> dict[str, str]:
        """The names to show of the dealers who may sign in, by id."""
        query = select(people.c.id, people.c.display_name).where(
            people.c.role == DEALER, people.c.enabled, ~people.c.demo
        )
        with self._register.look() as connection:
            return {row.id: row.display_name for row in connection.execute(query)}

    def ids_named(self, words: str) -> set[str]:
        """The ids of people whose name or display name has these words in it."""
        wanted = words.strip().casefold()
        if not wanted:
            return set()
        with self._register.look() as connection:
            query = select(people.c.id, people.c.name, people.c.display_name)
            return {
                row.id
                for row in connection.execute(query)
                if wanted in row.name.casefold() or wanted in row.display_name.casefold()
            }

    @property
    def demo(self) -> bool:
        """Whether guests of the demo are let in."""
        return self._demo

    def everyone(self, by: Actor, *, demo: bool = False) -> list[Person]:
        """All accounts, by name; those of the demo only when asked for. Observers may read them."""
        if by.role not in OBSERVERS:
            require(by, ADMINISTRATOR)
        query = select(people).order_by(people.c.name_key)
        with self._register.look() as connection:
            rows = connection.execute(query if demo else query.where(~people.c.demo)).all()
            return self._shown(connection, list(rows))

    # -------------------------------------------------------------------------------------- accounts

    def first_start(self, name: str = "administrator") -> Invited | None:
        """The first administrator and their invitation; nothing once an administrator has a password.

        Starting again replaces a lost or expired invitation.
        """
        name = checked_name(name, "name")
        with self._register.change() as change:
            administrators = change.connection.execute(
                select(people).where(people.c.role == ADMINISTRATOR).order_by(people.c.created)
            ).all()
            if any(row.password for row in administrators):
                return None
            if administrators:
                person = administrators[0].id
            else:
                person = change.create_person(
                    system(), name=name, key=folded(name), display_name=name, role=ADMINISTRATOR, demo=False
                )
            return Invited(person=person, link=change.issue_link(system(), person, "first_start"))

    def invite(
        self, by: Actor, name: str, display_name: str, role: str, second: Second | None = None
    ) -> Invited:
        """A new account, and the invitation with which its person sets the password."""
        require(by, ADMINISTRATOR)
        check_role(role)
        name = checked_name(name, "name")
        shown = checked_name(display_name, "display name")
        with self._register.change() as change:
            signed = check_people(change, by, second, "", role)
            _check_look_alikes(change, name)
            person = change.create_person(
                by, name=name, key=folded(name), display_name=shown, role=role, demo=False, second=signed
            )
            return Invited(person=person, link=change.issue_link(by, person, "invitation"))

    def reset(self, by: Actor, person: str, second: Second | None = None) -> Invited:
        """An invitation to set a new password. The current one works until the invitation is used."""
        require(by, ADMINISTRATOR)
        with self._register.change() as change:
            row = change.person(person)
            if row.demo:
                raise Refusal("role_not_allowed", "a demo guest has no password")
            signed = check_people(change, by, second, person, row.role)
            return Invited(person=person, link=change.issue_link(by, person, "reset", signed))

    def change(
        self,
        by: Actor,
        person: str,
        *,
        role: str | None = None,
        enabled: bool | None = None,
        display_name: str | None = None,
        second: Second | None = None,
    ) -> Person:
        """Change an account's role, state or display name. The first two end the person's sessions."""
        require(by, ADMINISTRATOR)
        if role is not None:
            check_role(role)
        shown = None if display_name is None else checked_name(display_name, "display name")
        with self._register.change() as change:
            row = change.person(person)
            asked = {"role": role, "enabled": enabled, "display_name": shown}
            values = {
                what: value
                for what, value in asked.items()
                if value is not None and value != getattr(row, what)
            }
            if values:
                _check_change(change, row, role or row.role, row.enabled if enabled is None else enabled)
                signed = check_people(change, by, second, person, row.role, role or row.role)
                change.change_person(by, person, tuple(values), second=signed, **values)
            if "role" in values:
                change.end_sessions(by, person, "role_changed")
            if values.get("enabled") is False:
                change.end_sessions(by, person, "disabled")
                change.void_links(person)
        return self.person(person)

    def erase(self, by: Actor, person: str, second: Second | None = None) -> Person:
        """Erase the names, password and second factors of a disabled account. Its id stays, for the log."""
        require(by, ADMINISTRATOR)
        with self._register.change() as change:
            row = change.person(person)
            if row.enabled:
                raise Refusal("not_now", "the account is enabled; disable it before you erase it")
            signed = check_people(change, by, second, person, row.role)
            erased = {"name": person, "name_key": person, "display_name": ERASED}
            what = ("name", "display_name", "password")
            version = row.password_version + 1
            change.forget_secrets(person)
            change.change_person(
                by, person, what, second=signed, **erased, password=None, password_version=version
            )
        return self.person(person)

    def unlock(self, by: Actor, person: str) -> None:
        """End a lockout of an account before its time."""
        require(by, ADMINISTRATOR)
        with self._register.change() as change:
            row = change.person(person)
            if throttle.forget_name(change.connection, row.name_key):
                change.note(Unlocked(**change.stamp(by), what="account", person=person))

    def unlock_address(self, by: Actor, address: str) -> None:
        """End a lockout of a source address before its time."""
        require(by, ADMINISTRATOR)
        address = checked_address(address)
        with self._register.change() as change:
            if throttle.forget(change.connection, throttle.of_address(address)):
                change.note(Unlocked(**change.stamp(by), what="address", locked_address=address))

    # ----------------------------------------------------------------------------------------- links

    def link(self, token: str) -> Link:
        """An invitation, if it can still be used."""
        with self._register.look() as connection:
            return self._link(connection, token, self._register.clock())[1]

    def set_password(self, token: str, password: str, address: str) -> str:
        """Use an invitation; the id of the person, who may sign in now. Sessions and lockouts end."""
        at = self._register.clock()
        address = checked_address(address)
        with self._register.look() as connection:
            link = self._link(connection, token, at)[1]
        check_password(password, (link.name, link.display_name))
        hashed = self._passwords.hash(password)
        with self._register.change() as change:
            row, link = self._link(change.connection, token, change.at)
            person = change.person(link.person)
            by = Actor(person.id, person.role, address)
            change.void_links(person.id)
            version = person.password_version + 1
            change.note(LinkUsed(**change.stamp(by), link=row.id, person=person.id, purpose=link.purpose))
            change.change_person(by, person.id, ("password",), password=hashed, password_version=version)
            drop_pin(change, by, person.id)
            change.end_sessions(by, person.id, "password_changed")
            throttle.forget_name(change.connection, person.name_key)
            return link.person

    def _link(self, connection: Connection, token: str, at: int) -> tuple[Row[Any], Link]:
        joined = links.join(people, links.c.person == people.c.id)
        query = select(links, people.c.name, people.c.display_name, people.c.enabled).select_from(joined)
        row = connection.execute(query.where(links.c.token_hash == token_hash(token))).one_or_none()
        if row is None or not row.enabled:
            raise Refusal("invitation_unknown", "no such invitation; ask an administrator for one")
        if row.used:
            raise Refusal(
                "invitation_used", "this invitation was used or replaced; ask an administrator for another"
            )
        if at >= row.expires:
            raise Refusal(
                "invitation_expired", "this invitation has expired; ask an administrator for another"
            )
        return row, Link(
            person=row.person,
            name=row.name,
            display_name=row.display_name,
            purpose=row.purpose,
            expires=row.expires,
        )

    # ------------------------------------------------------------------------------------------ demo

    def demo_guest(self, address: str, role: str = PLAYER) -> Opened:
        """Sign in a demo guest, as a player or in a staff role. A guest has no password and ends with the
        session."""
        if not self._demo:
            raise Refusal("demo_off", "this server does not run a demo, so guests cannot sign in")
        address = checked_address(address)
        shown = f"{secrets.choice(_COLORS)} {secrets.choice(_ANIMALS)} {secrets.randbelow(900) + 100}"
        name = f"guest-{secrets.token_hex(6)}"
        with self._register.change() as change:
            person = change.create_person(
                nobody(address), name=name, key=name, display_name=shown, role=role, demo=True
            )
            return self.sessions.begin(change, change.person(person), address)

    def has_demo_accounts(self) -> bool:
        """Whether any demo account is enabled: such a house must not listen publicly."""
        with self._register.look() as connection:
            query = select(people.c.id).where(people.c.demo & people.c.enabled).limit(1)
            return connection.execute(query).first() is not None

    def close_demo(self, by: Actor) -> int:
        """Disable all demo accounts and end their sessions; how many accounts."""
        require(by, ADMINISTRATOR)
        with self._register.change() as change:
            guests = people.c.demo & people.c.enabled
            ids = select(people.c.id).where(guests)
            change.connection.execute(delete(sessions).where(sessions.c.person.in_(ids)))
            closed = change.connection.execute(update(people).where(guests).values(enabled=False)).rowcount
            if closed:
                change.note(DemoClosed(**change.stamp(by), people=closed))
            return closed

    def _shown(self, connection: Connection, rows: list[PersonRow]) -> list[Person]:
        locked = throttle.locked_subjects(connection, self._register.clock())
        return [
            Person(
                id=row.id,
                name=row.name,
                display_name=row.display_name,
                role=row.role,
                enabled=row.enabled,
                demo=row.demo,
                has_password=row.password is not None,
                created=row.created,
                locked_until=throttle.name_locked_until(locked, row.name_key),
            )
            for row in rows
        ]


def _check_look_alikes(change: Change, name: str) -> None:
    """Refuse a name that looks like another's."""
    own, key = skeleton(name), folded(name)
    query = select(people.c.name, people.c.name_key).where(~people.c.demo)
    for row in change.connection.execute(query):
        if row.name_key != key and skeleton(row.name) == own:
            raise Refusal("name_taken", f"{name!r} looks like {row.name!r}; choose another name")


def _check_change(change: Change, row: PersonRow, role: str, enabled: bool) -> None:
    """Refuse to leave the house without an administrator, or to make one account both player and staff."""
    if (role == PLAYER) != (row.role == PLAYER):
        raise Refusal(
            "role_not_allowed",
            "a player's account cannot become a staff account, or the reverse; create another account",
        )
    if row.role == ADMINISTRATOR and row.enabled and (role != ADMINISTRATOR or not enabled):
        others = (people.c.role == ADMINISTRATOR) & people.c.enabled & people.c.password.is_not(None)
        query = select(func.count()).select_from(people).where(others & (people.c.id != row.id))
        if not change.connection.execute(query).scalar_one():
            raise Refusal("last_administrator", "the house must keep an administrator who can sign in")
