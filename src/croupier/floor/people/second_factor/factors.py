"""The second factors of a person: set up, listed, removed; and the proof of one."""

from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from croupier.errors import Refusal
from croupier.floor.people.control import check_people
from croupier.floor.people.model import ADMINISTRATOR, Actor, checked_name, require
from croupier.floor.people.schema import factors, identities, recovery_codes
from croupier.floor.people.second_factor import codes, passkeys
from croupier.floor.people.second_factor.passkeys import PASSKEY, PasskeyChallenge, Site
from croupier.floor.people.sessions import Session
from croupier.floor.people.store import Change, PersonRow, Register, new_id
from croupier.floor.registry.house_events import RecoveryCodesIssued, SecondFactorAdded, SecondFactorRemoved
from croupier.table.dual_control import Second

HOUSE = "Croupier"
"""The house as an authenticator shows it."""
MOST = 10
"""Second factors of one person."""


class Factor(msgspec.Struct, frozen=True, kw_only=True):
    """A second factor as its owner sees it."""

    id: str
    kind: str
    """`totp` or `passkey`."""
    name: str
    created: int
    last_used: int


class SecondFactors(msgspec.Struct, frozen=True, kw_only=True):
    """The second factors of a person, and how many recovery codes are left."""

    factors: tuple[Factor, ...]
    recovery_codes: int
    single_sign_on: bool
    """Whether the person can sign in by single sign-on."""


class NewAuthenticator(msgspec.Struct, frozen=True, kw_only=True):
    """The secret of a new authenticator, shown once: as text, as an address, and as a QR code."""

    secret: str
    address: str
    image: str

    def __repr__(self) -> str:
        return "NewAuthenticator()"  # a secret in a trace is a secret in a log


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody proves a second factor: by a typed code, or by a passkey that signed a challenge."""

    code: str = ""
    challenge: str = ""
    credential: dict[str, Any] | None = None
    site: Site = Site("", "")

    @property
    def given(self) -> bool:
        """Whether there is anything to check."""
        return bool(self.code or self.credential is not None)

    def __repr__(self) -> str:
        return "Proof()"


NO_PROOF = Proof()


def has_factor(connection: Connection, person: str) -> bool:
    """Whether a person has a second factor."""
    own = (factors.c.person == person) & factors.c.confirmed
    return connection.execute(select(factors.c.id).where(own).limit(1)).first() is not None


class Factors:
    """Second factors, in the ledger's database."""

    def __init__(self, register: Register) -> None:
        self._register = register

    def proves(self, change: Change, person: str, proof: Proof) -> str:
        """How a proof shows that it is this person; empty if it does not. A code or challenge is used up."""
        if proof.credential is not None:
            signed = passkeys.signer(change, proof.site, proof.challenge, proof.credential)
            return PASSKEY if signed == person else ""
        return codes.uses_code(change, self._register.ledger.keys, person, proof.code)

    def ask_to_sign(self, site: Site) -> PasskeyChallenge:
        """A challenge for any passkey of this site."""
        with self._register.change() as change:
            return passkeys.ask_to_sign(change, site)

    # ------------------------------------------------------------------------------------ one's own

    def of(self, person: str) -> SecondFactors:
        """The second factors of a person."""
        own = (factors.c.person == person) & factors.c.confirmed
        with self._register.look() as connection:
            rows = connection.execute(select(factors).where(own).order_by(factors.c.created)).all()
            left = select(func.count()).select_from(recovery_codes).where(recovery_codes.c.person == person)
            linked = select(identities.c.subject).where(identities.c.person == person).limit(1)
            return SecondFactors(
                factors=tuple(
                    Factor(id=r.id, kind=r.kind, name=r.name, created=r.created, last_used=r.last_used)
                    for r in rows
                ),
                recovery_codes=connection.execute(left).scalar_one(),
                single_sign_on=connection.execute(linked).first() is not None,
            )

    def begin_authenticator(self, session: Session) -> NewAuthenticator:
        """A new authenticator for the owner of a session; it counts after its first code."""
        secret, factor = codes.new_secret(), new_id("f")
        with self._register.change() as change:
            row = _staff(change, session)
            waiting = (factors.c.person == row.id) & ~factors.c.confirmed
            change.connection.execute(delete(factors).where(waiting))
            _check_room(change, row.id)
            sealed = codes.sealed(self._register.ledger.keys, factor, secret)
            _insert(change, row.id, codes.TOTP, "", factor, secret=sealed, confirmed=False)
        address = codes.address_of(secret, row.name, HOUSE)
        return NewAuthenticator(secret=secret, address=address, image=codes.qr_code(address))

    def finish_authenticator(self, session: Session, name: str, code: str) -> tuple[str, ...]:
        """Confirm the new authenticator by its first code; with the first factor come recovery codes."""
        name = checked_name(name, "name of a second factor")
        with self._register.change() as change:
            person = _staff(change, session)
            waiting = (factors.c.person == person.id) & ~factors.c.confirmed
            row = change.connection.execute(select(factors).where(waiting)).one_or_none()
            keys = self._register.ledger.keys
            step = row and codes.matching_step(keys, row.id, row.secret, code.replace(" ", ""), change.at, 0)
            if row is None or step is None:
                raise _wrong_code()
            _check_room(change, person.id)
            first = not has_factor(change.connection, person.id)
            values = {"confirmed": True, "name": name, "uses": step, "last_used": change.at}
            change.connection.execute(update(factors).where(factors.c.id == row.id).values(**values))
            return self._added(change, session.actor(), person, row.id, codes.TOTP, first=first)

    def begin_passkey(self, session: Session, site: Site) -> PasskeyChallenge:
        """Options for the browser to make a passkey for the owner of a session."""
        with self._register.change() as change:
            person = _staff(change, session)
            _check_room(change, person.id)
            return passkeys.ask_to_register(change, person, site, HOUSE)

    def finish_passkey(
        self, session: Session, site: Site, name: str, challenge: str, credential: dict[str, Any]
    ) -> tuple[str, ...]:
        """Keep the passkey that the browser made; with the first factor come recovery codes."""
        name, factor = checked_name(name, "name of a second factor"), new_id("f")
        with self._register.change() as change:
            person = _staff(change, session)
            made = passkeys.registered(change, person.id, site, challenge, credential)
            if made is None:
                raise Refusal("second_factor_refused", "this passkey could not be verified; try again")
            _check_room(change, person.id)
            first = not has_factor(change.connection, person.id)
            known = select(factors.c.id).where(factors.c.credential == made.credential)
            if change.connection.execute(known).first() is not None:
                raise Refusal("second_factor_refused", "this passkey is already set up")
            _insert(
                change,
                person.id,
                PASSKEY,
                name,
                factor,
                secret=made.public_key,
                credential=made.credential,
                site=site.host,
                uses=made.uses,
                confirmed=True,
            )
            return self._added(change, session.actor(), person, factor, PASSKEY, first=first)

    def remove(self, session: Session, factor: str) -> None:
        """Remove one of one's own second factors; with the last one its recovery codes go."""
        with self._register.change() as change:
            person = _staff(change, session)
            here = (factors.c.id == factor) & (factors.c.person == person.id)
            if not change.connection.execute(delete(factors).where(here)).rowcount:
                raise Refusal("unknown_factor", "you have no such second factor")
            if not has_factor(change.connection, person.id):
                _void_codes(change, person.id)
            stamp = change.stamp(session.actor())
            change.note(SecondFactorRemoved(**stamp, person=person.id, factors=(factor,)))

    def renew_recovery_codes(self, session: Session) -> tuple[str, ...]:
        """New recovery codes; the old ones are void."""
        with self._register.change() as change:
            person = _staff(change, session)
            if not has_factor(change.connection, person.id):
                raise Refusal(
                    "second_factor_missing", "recovery codes back up a second factor; set one up first"
                )
            return _issued(change, session.actor(), person)

    # ------------------------------------------------------------------------------------- another's

    def reset(self, by: Actor, person: str, second: Second | None = None) -> None:
        """Remove all second factors of a person who has lost them; their sessions end."""
        require(by, ADMINISTRATOR)
        with self._register.change() as change:
            row = change.person(person)
            signed = check_people(change, by, second, person, row.role)
            own = factors.c.person == person
            ids = tuple(change.connection.execute(select(factors.c.id).where(own)).scalars())
            change.connection.execute(delete(factors).where(own))
            _void_codes(change, person)
            change.note(SecondFactorRemoved(**change.stamp(by), person=person, factors=ids, second=signed))
            change.end_sessions(by, person, "second_factor_reset")

    def _added(
        self, change: Change, by: Actor, person: PersonRow, factor: str, kind: str, *, first: bool
    ) -> tuple[str, ...]:
        change.note(SecondFactorAdded(**change.stamp(by), factor=factor, what=kind))
        return _issued(change, by, person) if first else ()


def _staff(change: Change, session: Session) -> PersonRow:
    row = change.person(session.person)
    if row.demo or row.role == "player":
        raise Refusal("role_not_allowed", "second factors are for the staff; players and guests have none")
    return row


def _check_room(change: Change, person: str) -> None:
    own = (factors.c.person == person) & factors.c.confirmed
    if change.connection.execute(select(func.count()).select_from(factors).where(own)).scalar_one() >= MOST:
        raise Refusal("too_many_requests", f"you already have {MOST} second factors; remove one first")


def _insert(change: Change, person: str, kind: str, name: str, factor: str, **values: Any) -> None:
    standing = {"credential": None, "site": "", "uses": 0, "created": change.at, "last_used": 0} | values
    change.connection.execute(
        insert(factors).values(id=factor, person=person, kind=kind, name=name, **standing)
    )


def _issued(change: Change, by: Actor, person: PersonRow) -> tuple[str, ...]:
    issued = codes.issue_recovery_codes(change, person)
    change.note(RecoveryCodesIssued(**change.stamp(by), codes=len(issued)))
    return issued


def _void_codes(change: Change, person: str) -> None:
    change.connection.execute(delete(recovery_codes).where(recovery_codes.c.person == person))


def _wrong_code() -> Refusal:
    return Refusal(
        "second_factor_refused", "wrong code; allowed: the six digits that the authenticator shows now"
    )
