"""The house's keys: one signs checkpoints and exports, one seals secrets that nobody may know yet.

A directory with two files of 32 bytes, made on the first start and readable only by their owner. The holder
of `signing` can write checkpoints that pass as the house's; the holder of `sealing` can read the undealt
cards. Neither is ever in the database, so a copy of the database is no use without the directory. A lost key
is not replaced: a new one cannot verify or open the old signatures and seals.
"""

import fcntl
import hmac
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from croupier.errors import Refusal

SIGNING, SEALING = "signing", "sealing"
"""The names of the files."""

SIZE = 32
NONCE = 12


class Keys:
    """The keys of one house."""

    def __init__(self, signing: bytes, sealing: bytes | None, directory: Path | None = None) -> None:
        self.directory = directory
        """Where they are kept, with the house's memory of its last checkpoint; none if nowhere."""
        self._signing = Ed25519PrivateKey.from_private_bytes(signing)
        self._sealing = None if sealing is None else AESGCM(sealing)
        self.public: bytes = self._signing.public_key().public_bytes_raw()
        self._both = signing + (sealing or b"")
        self._authentic = HKDF(SHA256(), SIZE, salt=None, info=b"authentic").derive(signing)

    @classmethod
    def open(cls, directory: Path) -> "Keys":
        """Both keys in a directory, made if there is neither. One without the other is refused."""
        with _usable(directory):
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            both = [directory / name for name in (SIGNING, SEALING)]
            if not all(file.exists() for file in both):
                _make(directory, both)
        return cls(_key(both[0]), _key(both[1]), directory)

    @classmethod
    def to_sign(cls, directory: Path) -> "Keys":
        """The signing key in a directory, to read or export the log. No key is made."""
        return cls(_key(directory / SIGNING), None, directory)

    def sign(self, message: bytes) -> bytes:
        return self._signing.sign(message)

    def authenticate(self, message: bytes) -> bytes | None:
        """A code that only the holder of the signing key can compute; none without it."""
        return hmac.digest(self._authentic, message, "sha256")

    def seal(self, plain: bytes, about: str) -> bytes:
        """Encrypted; `about` is bound to it, so that it cannot be put in another's place."""
        nonce = secrets.token_bytes(NONCE)
        return nonce + self._cipher().encrypt(nonce, plain, about.encode())

    def unseal(self, sealed: bytes, about: str) -> bytes:
        try:
            return self._cipher().decrypt(sealed[:NONCE], sealed[NONCE:], about.encode())
        except (InvalidTag, ValueError):
            raise Refusal(
                "seal_broken", f"{about}: sealed with another key, for another place, or altered since"
            ) from None

    def derived(self, purpose: str) -> bytes:
        """A key for another purpose, which only those have who have both, and which tells nothing of them."""
        self._cipher()
        return HKDF(SHA256(), SIZE, salt=None, info=purpose.encode()).derive(self._both)

    def _cipher(self) -> AESGCM:
        if self._sealing is None:
            raise Refusal("key_unusable", "the house's sealing key is not here; name its directory")
        return self._sealing


def signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the holder of this key signed this message."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


@contextmanager
def _usable(path: Path) -> Iterator[None]:
    """The refusal for an operating-system error about a file or directory of keys."""
    try:
        yield
    except FileNotFoundError:
        raise Refusal("key_unusable", f"{path}: there is no such key; allowed: the house's own") from None
    except OSError as error:
        raise Refusal("key_unusable", f"{path}: {error.strerror}; allowed: the house's keys") from None


def _key(file: Path) -> bytes:
    with _usable(file):
        mode = file.stat().st_mode & 0o777
        if mode & 0o077:
            raise Refusal("key_unusable", f"{file}: mode {mode:o}, others may read it; allowed: 600")
        key = file.read_bytes()
    if len(key) != SIZE:
        raise Refusal("key_unusable", f"{file}: {len(key)} bytes; a key has {SIZE}")
    return key


def _make(directory: Path, both: list[Path]) -> None:
    """New keys where there is neither; of two processes that start at once the first one's count."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)  # who is second finds both, and never one of two
        there = [file for file in both if file.exists()]
        if not there:
            try:
                for file in both:
                    _write(file)
                os.fsync(handle)
            except BaseException:
                for file in both:
                    file.unlink(missing_ok=True)
                raise
        elif len(there) < len(both):
            (lost,) = set(both) - set(there)
            raise Refusal(
                "key_unusable",
                f"{lost}: it is missing, and {there[0].name} beside it is not; allowed: the house's own "
                "key in its place, or neither at a first start",
            )
    finally:
        os.close(handle)


def _write(file: Path) -> None:
    """A new key, whole or not at all."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")  # mkstemp gives mode 600
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(secrets.token_bytes(SIZE))
            out.flush()
            os.fsync(out.fileno())
        os.link(name, file)
    finally:
        os.unlink(name)
