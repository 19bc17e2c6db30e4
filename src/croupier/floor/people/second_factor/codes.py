"""Codes that a person types: six digits of an authenticator (RFC 6238), or a recovery code.

A code of an authenticator counts for its half minute and the one before and after it, once: an earlier or
equal time step is refused. A recovery code has 120 random bits and is stored as its SHA-256; it is used up.
"""

import base64
import hmac
import secrets

import pyotp
from sqlalchemy import delete, insert, select, update

from croupier.floor.people.model import SECOND
from croupier.floor.people.schema import factors, recovery_codes
from croupier.floor.people.store import Change, PersonRow, token_hash
from croupier.ledger.keys import Keys

TOTP = "totp"
STEP = 30
NEAR = 1
"""Time steps before and after the present one whose code is accepted: clocks differ."""
RECOVERY_CODES = 10
RECOVERY_LETTERS = 24
"""120 random bits, so that a plain hash may store one: nobody can try them all."""
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Without letters that look like others; 32, so that a letter has 5 bits."""


def new_secret() -> str:
    """The secret of an authenticator: 160 random bits in base 32."""
    return pyotp.random_base32()


def address_of(secret: str, name: str, house: str) -> str:
    """The address that an authenticator reads from a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=house)


def sealed(keys: Keys, factor: str, secret: str) -> bytes:
    """A secret as it is stored."""
    return keys.seal(secret.encode(), f"totp {factor}")


def sealed_again(keys: Keys, factor: str, secret: bytes) -> bytes:
    """A stored secret, sealed with the house's present key."""
    return sealed(keys, factor, keys.unseal(secret, f"totp {factor}").decode())


def matching_step(keys: Keys, factor: str, secret: bytes, code: str, at: int, after: int) -> int | None:
    """The time step of a code, if it is right and later than `after`."""
    plain = keys.unseal(secret, f"totp {factor}").decode()
    totp = pyotp.TOTP(plain)
    now = at // SECOND // STEP
    for step in range(now - NEAR, now + NEAR + 1):
        right = hmac.compare_digest(totp.generate_otp(step).encode(), code.encode("utf-8", "replace"))
        if right and step > after:
            return step
    return None


def uses_code(change: Change, keys: Keys, person: str, code: str) -> str:
    """The kind of a right code, which is used up with this; empty for a wrong one."""
    typed = "".join(code.split()).replace("-", "").lower()
    if typed.isascii() and typed.isdigit() and len(typed) == 6:
        return TOTP if _uses_totp(change, keys, person, typed) else ""
    if not typed:
        return ""
    here = (recovery_codes.c.code_hash == token_hash(f"{person} {typed}")) & (
        recovery_codes.c.person == person
    )
    return "recovery_code" if change.connection.execute(delete(recovery_codes).where(here)).rowcount else ""


def _uses_totp(change: Change, keys: Keys, person: str, code: str) -> bool:
    own = (factors.c.person == person) & (factors.c.kind == TOTP) & factors.c.confirmed
    for row in change.connection.execute(select(factors).where(own)).all():
        step = matching_step(keys, row.id, row.secret, code, change.at, row.uses)
        if step is not None:
            used = {"uses": step, "last_used": change.at}
            change.connection.execute(update(factors).where(factors.c.id == row.id).values(**used))
            return True
    return False


def issue_recovery_codes(change: Change, person: PersonRow) -> tuple[str, ...]:
    """New recovery codes, shown once; the old ones are void."""
    change.connection.execute(delete(recovery_codes).where(recovery_codes.c.person == person.id))
    codes = tuple(_new_code() for _ in range(RECOVERY_CODES))
    rows = [
        {"code_hash": token_hash(f"{person.id} {code.replace('-', '')}"), "person": person.id}
        for code in codes
    ]
    change.connection.execute(insert(recovery_codes), rows)
    return codes


def _new_code() -> str:
    letters = "".join(secrets.choice(_LETTERS) for _ in range(RECOVERY_LETTERS))
    return "-".join(letters[first : first + 4] for first in range(0, RECOVERY_LETTERS, 4))


def qr_code(text: str) -> str:
    """A QR code as the address of an image that a page shows."""
    import segno

    svg = segno.make(text, error="m").svg_inline(scale=5, border=3, dark="#000", light="#fff", omitsize=False)
    return "data:image/svg+xml;base64," + base64.b64encode(_named(svg).encode()).decode()


def _named(svg: str) -> str:
    return svg if "xmlns=" in svg else svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
