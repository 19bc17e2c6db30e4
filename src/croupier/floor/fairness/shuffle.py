"""The house's randomness, and how it is sealed until a round is over.

A secret is drawn from the operating system's generator and nowhere else. Between its commitment and its
reveal it stands in the log only sealed, bound to its table and round, so that a host that takes the table
over after a crash can go on with the same deck, and nobody can read it with the database alone.
"""

import base64
import binascii
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.errors import Refusal
from croupier.floor.fairness.commit_reveal import SECRET_BYTES, SeedCommitted, commit

if TYPE_CHECKING:
    from croupier.ledger.keys import Keys


@dataclass(frozen=True, slots=True)
class Secret:
    """The secret behind a commitment; its repr shows nothing, so no log or traceback leaks it."""

    seed: bytes = field(repr=False)
    salt: bytes = field(repr=False)


def draw() -> Secret:
    """A new secret from the operating system."""
    return Secret(secrets.token_bytes(SECRET_BYTES), secrets.token_bytes(SECRET_BYTES))


def seal(keys: "Keys", table: str, round: int, secret: Secret) -> str:
    """A secret as `SeedCommitted.sealed` keeps it."""
    return base64.b64encode(keys.seal(secret.seed + secret.salt, _about(table, round))).decode()


def unseal(keys: "Keys", committed: SeedCommitted) -> Secret:
    """The secret of a commitment. Fails rather than deal from a seed that was not committed to."""
    about = _about(committed.table, committed.round)
    try:
        sealed = base64.b64decode(committed.sealed, validate=True)
    except binascii.Error:
        raise Refusal("seal_broken", f"{about}: the sealed seed is not base64") from None
    plain = keys.unseal(sealed, about)
    secret = Secret(plain[:SECRET_BYTES], plain[SECRET_BYTES:])
    if commit(committed.table, committed.round, secret.seed, secret.salt) != committed.commitment:
        raise Refusal("seal_broken", f"{about}: the sealed seed is not the one committed to")
    return secret


def _about(table: str, round: int) -> str:
    """The context that binds a seal to its round."""
    return f"fair:{table}:{round}"
