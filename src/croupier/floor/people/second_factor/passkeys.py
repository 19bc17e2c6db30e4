"""Passkeys (WebAuthn), verified by the library `webauthn`: bound to the host, the user verified each time.

A passkey proves two things at once, the device and its PIN or finger, so it signs in without a password. The
authenticator finds the account itself, so no list of its passkeys is given to anybody who types a name.
"""

from typing import Any, NamedTuple

import webauthn
from sqlalchemy import select, update
from webauthn.helpers import base64url_to_bytes, options_to_json_dict
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from croupier.floor.people.schema import factors
from croupier.floor.people.second_factor import challenges
from croupier.floor.people.store import Change, PersonRow

PASSKEY = "passkey"
SIGN = "passkey sign"
_UNVERIFIABLE = (WebAuthnException, LookupError, ValueError, TypeError, AttributeError, RecursionError)
"""The library's errors for an answer that no browser gives."""


class Site(NamedTuple):
    """The site as the browser knows it: its host name, and its origin."""

    host: str
    origin: str


class PasskeyChallenge(NamedTuple):
    """A challenge by its token, and the options for the browser's `navigator.credentials`."""

    challenge: str
    options: dict[str, Any]


class NewPasskey(NamedTuple):
    """A passkey that a browser has made."""

    credential: bytes
    public_key: bytes
    uses: int


def ask_to_register(change: Change, person: PersonRow, site: Site, house: str) -> PasskeyChallenge:
    """Options to make a passkey for a person, none where the device has one already."""
    own = select(factors.c.credential).where((factors.c.person == person.id) & (factors.c.kind == PASSKEY))
    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name=house,
        user_name=person.name,
        user_id=person.id.encode(),
        user_display_name=person.display_name,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=bytes(each)) for each in change.connection.execute(own).scalars()
        ],
    )
    token = challenges.issue(change, _registering(person.id), options.challenge)
    return PasskeyChallenge(token, options_to_json_dict(options))


def registered(
    change: Change, person: str, site: Site, token: str, credential: dict[str, Any]
) -> NewPasskey | None:
    """The passkey that a browser made for a challenge; none if it does not verify."""
    expected = challenges.take(change, _registering(person), token)
    if expected is None:
        return None
    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=expected,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except _UNVERIFIABLE:
        return None
    return NewPasskey(found.credential_id, found.credential_public_key, found.sign_count)


def ask_to_sign(change: Change, site: Site) -> PasskeyChallenge:
    """Options to sign in with any passkey of this site."""
    options = webauthn.generate_authentication_options(
        rp_id=site.host, user_verification=UserVerificationRequirement.REQUIRED
    )
    return PasskeyChallenge(challenges.issue(change, SIGN, options.challenge), options_to_json_dict(options))


def signer(change: Change, site: Site, token: str, credential: dict[str, Any]) -> str:
    """The person whose passkey signed a challenge; empty if it does not verify. The challenge is used up."""
    expected = challenges.take(change, SIGN, token)
    try:
        wanted = base64url_to_bytes(credential["id"])
    except _UNVERIFIABLE:
        return ""
    here = (factors.c.credential == wanted) & (factors.c.kind == PASSKEY) & (factors.c.site == site.host)
    row = change.connection.execute(select(factors).where(here)).one_or_none()
    if expected is None or row is None:
        return ""
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=expected,
            expected_rp_id=row.site,
            expected_origin=site.origin,
            credential_public_key=row.secret,
            credential_current_sign_count=row.uses,
            require_user_verification=True,
        )
    except _UNVERIFIABLE:
        return ""
    used = {"uses": found.new_sign_count, "last_used": change.at}
    change.connection.execute(update(factors).where(factors.c.id == row.id).values(**used))
    return str(row.person)


def _registering(person: str) -> str:
    return f"add {person}"[:32]
