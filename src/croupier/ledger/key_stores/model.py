"""A store of keys: one key that signs, and keys that seal. A token's keys never leave it."""

from collections.abc import Sequence
from typing import Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.errors import Refusal

SIGNING, SEALING, NEXT = "signing", "sealing", "signing.next"
"""The names of the keys; `signing.next` waits for its rotation to be in the log."""
SIZE = 32


class BrokenSealError(Exception):
    """Sealed with another key, for another place, or altered."""


class SigningKey(Protocol):
    """An Ed25519 key."""

    @property
    def public(self) -> bytes:
        """The public key, 32 bytes."""

    @property
    def secret(self) -> bytes:
        """The secret from which others are derived: never shown and never stored."""

    def sign(self, message: bytes) -> bytes: ...


class SealingKey(Protocol):
    """An AES-256 key, used with GCM."""

    @property
    def secret(self) -> bytes:
        """As of a signing key; empty if the signing key's alone must do."""

    def encrypt(self, nonce: bytes, plain: bytes, about: bytes) -> bytes: ...

    def decrypt(self, nonce: bytes, sealed: bytes, about: bytes) -> bytes:
        """The plain text; BrokenSealError if this key has not sealed it so."""


class KeyStore(Protocol):
    """The keys of one house."""

    where: str
    """For messages."""

    def make(self) -> None:
        """Make both keys if there is neither. One without the other is refused."""

    def available(self) -> bool:
        """Whether a signing key is here; nothing is made."""

    def signing(self) -> SigningKey: ...

    def sealing(self) -> SealingKey: ...

    def retired(self) -> Sequence[SealingKey]:
        """Former sealing keys: they open what they sealed, and seal nothing more."""

    def next_signing(self, *, make: bool) -> SigningKey | None:
        """The key that follows; made if there is none and `make` says so."""

    def promote(self) -> str:
        """Put the next signing key in the place of the present one; words if the operator has to act."""

    def rotate_sealing(self) -> str:
        """Make a new sealing key and retire the present one; words if the operator has to act."""


class PlainSigningKey:
    """A signing key in this process's memory."""

    def __init__(self, key: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(key)
        self.public: bytes = self._key.public_key().public_bytes_raw()
        self.secret = key

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message)


class PlainSealingKey:
    """A sealing key in this process's memory."""

    def __init__(self, key: bytes) -> None:
        self._key = AESGCM(key)
        self.secret = key

    def encrypt(self, nonce: bytes, plain: bytes, about: bytes) -> bytes:
        return self._key.encrypt(nonce, plain, about)

    def decrypt(self, nonce: bytes, sealed: bytes, about: bytes) -> bytes:
        try:
            return self._key.decrypt(nonce, sealed, about)
        except (InvalidTag, ValueError):
            raise BrokenSealError from None


def one_of_two(lost: str, found: str) -> Refusal:
    """The refusal for one key without the other."""
    return Refusal(
        "key_unusable",
        f"{lost}: it is missing, and {found} beside it is not; allowed: the house's own key in its place, or "
        "neither at a first start",
    )
