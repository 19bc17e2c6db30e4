"""The house's keys: one signs checkpoints and exports, one seals what nobody may know yet.

A directory with two files of 32 bytes, made on the first start and readable by their owner alone. Whoever
holds `signing` can write checkpoints that pass as the house's; whoever holds `sealing` can read the undealt
cards. Neither is ever in the database, so a copy of the database is no use without the directory.
"""

import os
import secrets
import tempfile
from pathlib import Path

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.errors import Refusal

SIZE = 32
NONCE = 12


class Keys:
    """The keys of one house."""

    def __init__(self, signing: bytes, sealing: bytes) -> None:
        self._signing = Ed25519PrivateKey.from_private_bytes(signing)
        self._sealing = AESGCM(sealing)
        self.public = self._signing.public_key().public_bytes_raw()

    @classmethod
    def open(cls, directory: Path) -> "Keys":
        """The keys in a directory; those that are missing are made."""
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        return cls(_key(directory / "signing"), _key(directory / "sealing"))

    def sign(self, message: bytes) -> bytes:
        return self._signing.sign(message)

    def seal(self, plain: bytes, about: str) -> bytes:
        """Encrypted; `about` is bound to it, so that it cannot be put in another's place."""
        nonce = secrets.token_bytes(NONCE)
        return nonce + self._sealing.encrypt(nonce, plain, about.encode())

    def unseal(self, sealed: bytes, about: str) -> bytes:
        try:
            return self._sealing.decrypt(sealed[:NONCE], sealed[NONCE:], about.encode())
        except (InvalidTag, ValueError):
            raise Refusal(
                "seal_broken", f"{about}: sealed with another key, for another place, or altered since"
            ) from None


def signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the holder of this key signed this message."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _key(file: Path) -> bytes:
    if not file.exists():
        _make(file)
    mode = file.stat().st_mode & 0o777
    if mode & 0o077:
        raise Refusal("key_unusable", f"{file}: mode {mode:o}, others may read it; allowed: 600")
    key = file.read_bytes()
    if len(key) != SIZE:
        raise Refusal("key_unusable", f"{file}: {len(key)} bytes; a key has {SIZE}")
    return key


def _make(file: Path) -> None:
    """A new key, whole or not at all; of two processes that start at once the first one's counts."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")  # mkstemp gives mode 600
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(secrets.token_bytes(SIZE))
            out.flush()
            os.fsync(out.fileno())
        try:
            os.link(name, file)
        except FileExistsError:
            return
        directory = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)
    finally:
        os.unlink(name)
