"""Keys on a PKCS#11 token: they are made there, used there, and never leave it.

`CROUPIER_KEY_TOKEN` names the token by a URI (RFC 7512), such as
`pkcs11:token=house?module-path=/usr/lib/softhsm/libsofthsm2.so&pin-source=/etc/croupier/pin`. The signing
key is an Ed25519 pair labeled `croupier signing`, the sealing key an AES-256 key labeled `croupier sealing`.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from croupier.errors import Refusal
from croupier.extras import need
from croupier.ledger.key_stores.model import NEXT, SEALING, SIGNING, BrokenSealError, one_of_two

TOKEN = "CROUPIER_KEY_TOKEN"
_ED25519 = "1.3.101.112"
_DERIVATION = b"croupier/derivation/v1"
_TAG_BITS = 128
_PATH, _QUERY = ("token",), ("module-path", "pin-source", "pin-value")


class TokenStore:
    """A token, signed in to for as long as this process lives."""

    def __init__(self, uri: str) -> None:
        need("token")
        asked = _parsed(uri)
        self.where: str = f"the token {asked['token']!r}"
        self._token = asked["token"]
        self._module = asked["module-path"]
        self._pin = _pin(asked)

    @property
    def _session(self) -> "_Session":
        with _refused(self.where):
            return _session(self._module, self._token, self._pin)

    def make(self) -> None:
        self._finish()
        here = [name for name in (SIGNING, SEALING) if self._session.has(name)]
        if len(here) == 1:
            (lost,) = {SIGNING, SEALING} - set(here)
            raise one_of_two(f"{self.where}: {_label(lost)}", _label(here[0]))
        if not here:
            with _refused(self.where):
                self._session.make_sealing(SEALING)
                self._session.make_signing(SIGNING)

    def available(self) -> bool:
        self._finish()
        return self._session.has(SIGNING)

    def signing(self) -> "TokenSigningKey":
        self._finish()
        return self._signing(SIGNING)

    def sealing(self) -> "TokenSealingKey":
        self._finish()
        return self._sealing(SEALING)

    def retired(self) -> "list[TokenSealingKey]":
        return [self._sealing(name) for name in reversed(self._retired())]

    def next_signing(self, *, make: bool) -> "TokenSigningKey | None":
        if make and not self._session.has(NEXT):
            with _refused(self.where):
                self._session.make_signing(NEXT)
        return self._signing(NEXT) if self._session.has(NEXT) else None

    def promote(self) -> str:
        with _refused(self.where):
            self._replace(SIGNING)
        return ""

    def rotate_sealing(self) -> str:
        with _refused(self.where):
            if not self._session.has(_next(SEALING)):
                self._session.make_sealing(_next(SEALING))
            self._replace(SEALING)
        return ""

    def _replace(self, name: str) -> None:
        """Give the label of a key to the next one; the former gets a number.

        A token changes one label at a time, and a pair has two. `_finish` continues after any of them.
        """
        session = self._session
        if not session.has(_next(name)):
            return  # another process has finished it
        number = 1
        while session.kinds(f"{name}.{number}") >= session.kinds(_next(name)):
            number += 1  # the first number that no whole key has yet
        session.rename(name, f"{name}.{number}")
        session.rename(_next(name), name)

    def _finish(self) -> None:
        """Continue a replacement that was cut off: a part of the present key has lost its label."""
        with _refused(self.where):
            for name in (SIGNING, SEALING):
                following, present = self._session.kinds(_next(name)), self._session.kinds(name)
                if following and len(present | following) == len(present) + len(following):
                    self._session.rename(_next(name), name)  # the former key has gone, at least in part
                elif following > present:
                    self._replace(name)

    def _retired(self) -> list[str]:
        names: list[str] = []
        while self._session.has(name := f"{SEALING}.{len(names) + 1}"):
            names.append(name)
        return names

    def _signing(self, name: str) -> "TokenSigningKey":
        return TokenSigningKey(self._session, name)

    def _sealing(self, name: str) -> "TokenSealingKey":
        return TokenSealingKey(self._session, name)


class TokenSigningKey:
    """An Ed25519 key on the token."""

    def __init__(self, session: "_Session", name: str) -> None:
        self._session = session
        self._key = session.private(name)
        self.public: bytes = session.public(name)
        # Ed25519 signs a message in one way only, so this is the same secret at every start.
        self.secret: bytes = self.sign(_DERIVATION)

    def sign(self, message: bytes) -> bytes:
        with self._session.used():
            return bytes(self._key.sign(message, mechanism=_pkcs11().Mechanism.EDDSA))


class TokenSealingKey:
    """An AES-256 key on the token."""

    secret = b""

    def __init__(self, session: "_Session", name: str) -> None:
        self._session = session
        self._key = session.secret(name)

    def encrypt(self, nonce: bytes, plain: bytes, about: bytes) -> bytes:
        with self._session.used():
            return bytes(self._key.encrypt(plain, **_gcm(nonce, about)))

    def decrypt(self, nonce: bytes, sealed: bytes, about: bytes) -> bytes:
        if not nonce or not sealed:
            raise BrokenSealError
        try:
            with self._session.used():
                return bytes(self._key.decrypt(sealed, **_gcm(nonce, about)))
        except _pkcs11().PKCS11Error:  # each token has its own error for a wrong tag
            raise BrokenSealError from None


class _Session:
    """One session of one token; one thread at a time."""

    def __init__(self, session: Any) -> None:
        self._open = session
        self._lock = threading.RLock()

    @contextmanager
    def used(self) -> Iterator[None]:
        with self._lock:
            yield

    def has(self, name: str) -> bool:
        return bool(self._objects(name))

    def kinds(self, name: str) -> frozenset[Any]:
        """The objects of a label by their classes: a signing key is a pair."""
        return frozenset(each.object_class for each in self._objects(name))

    def private(self, name: str) -> Any:
        return self._one(name, "PRIVATE_KEY")

    def secret(self, name: str) -> Any:
        return self._one(name, "SECRET_KEY")

    def public(self, name: str) -> bytes:
        point = bytes(self._one(name, "PUBLIC_KEY")[_pkcs11().Attribute.EC_POINT])
        return point[-32:]  # with or without the two bytes of its DER form

    def make_signing(self, name: str) -> None:
        from pkcs11.util.ec import encode_named_curve_parameters

        p = _pkcs11()
        with self._lock:
            curve = {p.Attribute.EC_PARAMS: encode_named_curve_parameters(_ED25519)}
            parameters = self._open.create_domain_parameters(p.KeyType.EC_EDWARDS, curve, local=True)
            parameters.generate_keypair(
                store=True,
                label=_label(name),
                mechanism=p.Mechanism.EC_EDWARDS_KEY_PAIR_GEN,
                private_template=_kept(p),
            )

    def make_sealing(self, name: str) -> None:
        p = _pkcs11()
        with self._lock:
            self._open.generate_key(p.KeyType.AES, 256, store=True, label=_label(name), template=_kept(p))

    def rename(self, name: str, to: str) -> None:
        with self._lock:
            for each in self._objects(name):
                self.relabel(each, to)

    def relabel(self, one: Any, to: str) -> None:
        one[_pkcs11().Attribute.LABEL] = _label(to)

    def _one(self, name: str, kind: str) -> Any:
        for each in self._objects(name):
            if each.object_class == getattr(_pkcs11().ObjectClass, kind):
                return each
        raise Refusal("key_unusable", f"{_label(name)}: the token has no such key; allowed: the house's own")

    def _objects(self, name: str) -> list[Any]:
        with self._lock:
            return list(self._open.get_objects({_pkcs11().Attribute.LABEL: _label(name)}))


def _kept(p: Any) -> dict[Any, bool]:
    """Attributes of a key that never leaves its token."""
    return {p.Attribute.EXTRACTABLE: False, p.Attribute.SENSITIVE: True}


def _next(name: str) -> str:
    return f"{name}.next"


def _label(name: str) -> str:
    return f"croupier {name}"


def _gcm(nonce: bytes, about: bytes) -> dict[str, Any]:
    from pkcs11.mechanisms import GCMParams

    p = _pkcs11()
    return {"mechanism": p.Mechanism.AES_GCM, "mechanism_param": GCMParams(nonce, about, _TAG_BITS)}


@cache
def _pkcs11() -> Any:
    import pkcs11

    return pkcs11


@cache
def _session(module: str, token: str, pin: str) -> _Session:
    """The session of this process: a token is signed in to once."""
    p = _pkcs11()
    return _Session(p.lib(module).get_token(token_label=token).open(rw=True, user_pin=pin))


@contextmanager
def _refused(where: str) -> Iterator[None]:
    try:
        yield
    except (_pkcs11().PKCS11Error, RuntimeError, OSError) as error:
        why = str(error) or type(error).__name__
        raise Refusal("key_unusable", f"{where}: {why}; allowed: a token with the house's keys") from None


def _parsed(uri: str) -> dict[str, str]:
    scheme, _, rest = uri.partition(":")
    path, _, query = rest.partition("?")
    found: dict[str, str] = {}
    for parts, allowed in ((path.split(";"), _PATH), (query.split("&"), _QUERY)):
        for part in filter(None, parts):
            name, _, value = part.partition("=")
            if name not in allowed:
                raise _wrong(f"{name!r} is not known here")
            found[name] = unquote(value)
    if scheme != "pkcs11" or not found.get("token") or not found.get("module-path"):
        raise _wrong("it names no token and module")
    return found


def _pin(asked: dict[str, str]) -> str:
    if "pin-source" not in asked:
        return asked.get("pin-value", "")
    file = Path(asked["pin-source"].removeprefix("file:"))
    try:
        if os.stat(file).st_mode & 0o077:
            raise Refusal("key_unusable", f"{file}: others may read the PIN; allowed: mode 600")
        return file.read_text().strip()
    except OSError as error:
        raise Refusal("key_unusable", f"{file}: {error.strerror}; allowed: a file with the PIN") from None


def _wrong(why: str) -> Refusal:
    shape = "pkcs11:token=LABEL?module-path=FILE&pin-source=FILE"
    return Refusal("key_unusable", f"{TOKEN}: {why}; allowed: {shape}")
