"""The house's keys: one signs checkpoints and exports, one seals secrets that nobody may know yet.

The holder of the signing key can write checkpoints that pass as the house's; the holder of the sealing key
can read the undealt cards. Neither is ever in the database, so a copy of the database is no use without them.
They are in a directory of files, in the environment or on a token (`key_stores`). A lost key is not replaced:
a new one cannot verify or open the old signatures and seals. Rotation (`verification.rotation`) replaces one:
the old signing key signs the new one, and a retired sealing key still opens what it sealed.
"""

import hmac
import os
import secrets
from collections.abc import Sequence
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from croupier.errors import Refusal
from croupier.ledger.key_stores.environment import SIGNING_KEY, EnvironmentStore
from croupier.ledger.key_stores.files import FileStore
from croupier.ledger.key_stores.model import (
    SIZE,
    BrokenSealError,
    KeyStore,
    PlainSealingKey,
    PlainSigningKey,
    SealingKey,
    SigningKey,
)
from croupier.ledger.key_stores.token import TOKEN, TokenStore

NONCE = 12


class Keys:
    """The keys of one house."""

    def __init__(self, signing: bytes, sealing: bytes | None, directory: Path | None = None) -> None:
        self.directory = directory
        """Of the house's memory of its last checkpoint, and of its keys if they are files."""
        self.store: KeyStore | None = None
        self._sealing: Sequence[SealingKey] = () if sealing is None else (PlainSealingKey(sealing),)
        self._sign_with(PlainSigningKey(signing))

    @classmethod
    def open(cls, directory: Path) -> "Keys":
        """Both keys of a house, made if there is neither. One without the other is refused."""
        store = store_of(directory)
        store.make()
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        return cls._of(store, directory, sealing=True)

    @classmethod
    def existing(cls, directory: Path, *, files: bool = False) -> "Keys":
        """Both keys of a house; neither is made. `files` as in `to_sign`."""
        return cls._of(FileStore(directory) if files else store_of(directory), directory, sealing=True)

    @classmethod
    def to_sign(cls, directory: Path, *, files: bool = False) -> "Keys":
        """The signing key of a house, to read or export the log; none is made.

        With `files` it is the one in this directory, whatever the environment says.
        """
        return cls._of(FileStore(directory) if files else store_of(directory), directory, sealing=False)

    @classmethod
    def _of(cls, store: KeyStore, directory: Path, *, sealing: bool) -> "Keys":
        keys = cls.__new__(cls)
        keys.directory, keys.store = directory, store
        keys._sealing = (store.sealing(), *store.retired()) if sealing else ()
        keys._sign_with(store.signing())
        return keys

    def _sign_with(self, key: SigningKey) -> None:
        self._signing = key
        self.public: bytes = key.public
        self._authentic = HKDF(SHA256(), SIZE, salt=None, info=b"authentic").derive(key.secret)

    def sign(self, message: bytes) -> bytes:
        return self._signing.sign(message)

    def authenticate(self, message: bytes) -> bytes | None:
        """A code that only the holder of the signing key can compute; none without it."""
        return hmac.digest(self._authentic, message, "sha256")

    def seal(self, plain: bytes, about: str) -> bytes:
        """Encrypted; `about` is bound to it, so that it cannot be put in another's place."""
        nonce = secrets.token_bytes(NONCE)
        return nonce + self._ciphers()[0].encrypt(nonce, plain, about.encode())

    def unseal(self, sealed: bytes, about: str) -> bytes:
        """The plain value, whichever of the house's sealing keys sealed it."""
        for cipher in self._ciphers():
            try:
                return cipher.decrypt(sealed[:NONCE], sealed[NONCE:], about.encode())
            except BrokenSealError:
                continue
        raise Refusal("seal_broken", f"{about}: sealed with another key, for another place, or altered since")

    def derived(self, purpose: str) -> bytes:
        """A key for another purpose, which only the holder of both can derive, and which reveals neither."""
        both = self._signing.secret + self._ciphers()[0].secret
        return HKDF(SHA256(), SIZE, salt=None, info=purpose.encode()).derive(both)

    def _ciphers(self) -> Sequence[SealingKey]:
        if not self._sealing:
            raise Refusal("key_unusable", "the house's sealing key is not here; name its directory")
        return self._sealing

    # ------------------------------------------------------------------------------------- rotation

    def following(self, *, make: bool = False) -> "Keys | None":
        """These keys with the next signing key, if there is one; made if `make` says so."""
        following = None if self.store is None else self.store.next_signing(make=make)
        if following is None:
            return None
        keys = Keys.__new__(Keys)
        keys.directory, keys.store, keys._sealing = self.directory, self.store, self._sealing
        keys._sign_with(following)
        return keys

    def promote(self) -> str:
        """Sign with the next key from now on; words for the operator if they have to act."""
        assert self.store is not None
        following = self.store.next_signing(make=False)
        assert following is not None
        words = self.store.promote()
        self._sign_with(following)
        return words

    def rotate_sealing(self) -> str:
        """Seal with a new key from now on; the present one still opens what it sealed."""
        assert self.store is not None
        words = self.store.rotate_sealing()
        self._sealing = (self.store.sealing(), *self.store.retired())
        return words


def store_of(directory: Path) -> KeyStore:
    """The store of a house's keys: the environment or a token if it names one, or else files."""
    if os.environ.get(SIGNING_KEY):
        return EnvironmentStore()
    if uri := os.environ.get(TOKEN):
        return TokenStore(uri)
    return FileStore(directory)


def signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the holder of this key signed this message."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
