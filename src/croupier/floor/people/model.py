"""The types of people: actors, persons, and time limits."""

import unicodedata
from typing import NamedTuple

import msgspec

from croupier.errors import Refusal
from croupier.table.roles import PEOPLE, SYSTEM, check_at_least

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

PLAYER, DEALER, ADMINISTRATOR = "player", "dealer", "administrator"


class Actor(NamedTuple):
    """Who does something, in which role, from where."""

    id: str
    role: str
    address: str = ""


def system(address: str = "") -> Actor:
    """The house itself, at its first start or from the machine's console."""
    return Actor(SYSTEM, SYSTEM, address)


def nobody(address: str) -> Actor:
    """Somebody who has not signed in."""
    return Actor("nobody", "nobody", address)


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How many failures, and how long everything lasts, in milliseconds."""

    failures: int = 3
    """In a row, for one name at one address or device, whether or not an account has it."""
    name_failures: int = 50
    """For one name, from any address. A success does not reset it."""
    failures_kept: int = DAY
    """After the last of them."""
    locked: int = MINUTE
    """At first; every further failure doubles it."""
    locked_most: int = HOUR
    address_failures: int = 20
    """From one source, for any names, within the window. A success does not reset it."""
    address_window: int = 15 * MINUTE
    address_locked: int = 15 * MINUTE
    dealer_idle: int = 5 * MINUTE
    staff_idle: int = 30 * MINUTE
    player_idle: int = 12 * HOUR
    staff_lifetime: int = 12 * HOUR
    player_lifetime: int = 7 * DAY
    link: int = DAY

    def idle(self, role: str) -> int:
        """How long a session of this role may lie unused."""
        return {PLAYER: self.player_idle, DEALER: self.dealer_idle}.get(role, self.staff_idle)

    def lifetime(self, role: str) -> int:
        """How long a session of this role lasts at most, however much it is used."""
        return self.player_lifetime if role == PLAYER else self.staff_lifetime


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """An account as the administrator's page shows it."""

    id: str
    name: str
    display_name: str
    role: str
    enabled: bool
    demo: bool
    has_password: bool
    created: int
    locked_until: int = 0


def require(actor: Actor, least: str) -> None:
    """Refuse an actor below a role; the system may do everything."""
    if actor.role != SYSTEM:
        check_at_least(actor.role, least)


def check_role(role: str) -> None:
    """Refuse anything but a role that a person can have."""
    if role not in PEOPLE:
        raise Refusal("role_not_allowed", f"no role {role!r}; roles are {', '.join(PEOPLE)}")


def folded(name: str) -> str:
    """A name as it is compared: letters that look alike to people are alike."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def checked_name(name: str, what: str) -> str:
    """A name that can be shown on a page and typed again."""
    if not _usable(name):
        raise Refusal("name_unusable", f"a {what} has 1 to 64 printable characters")
    return unicodedata.normalize("NFC", name).strip()


def name_key(name: str) -> str:
    """The key of a name typed at sign-in; empty for one that no account can have."""
    return folded(name) if _usable(name) else ""


def _usable(name: str) -> bool:
    # The length first: normalizing costs time, and can lengthen a name beyond any column.
    return (
        len(name) <= 64
        and name.isprintable()
        and len(unicodedata.normalize("NFC", name)) <= 64
        and 1 <= len(folded(name)) <= 256
    )


def checked_address(address: str) -> str:
    """A source address as stored: readable and of bounded length, whatever a proxy sends."""
    return address[:64] if address.isprintable() else "unreadable"
