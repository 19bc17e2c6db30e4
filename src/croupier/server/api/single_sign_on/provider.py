"""An OpenID Connect provider: authorization code with PKCE, an ID token verified by the provider's keys."""

import base64
import hashlib
import json
import os
import tomllib
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import Request

import msgspec
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from croupier.errors import Refusal
from croupier.floor.people.identities import Identity, refused
from croupier.ledger.outgoing import send

PATIENCE_SECONDS = 10.0
MOST_BYTES = 256 * 1024
CLOCKS_APART_SECONDS = 60
"""How far the provider's clock may be from the house's."""
ALGORITHMS = ("RS256", "ES256", "PS256", "EdDSA")
"""Signatures of an ID token; never `none`, and no shared secret."""
_LONGEST = 255


class SignOn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The provider as a file names it."""

    issuer: str
    client_id: str
    name: str = "single sign-on"
    """The provider as the sign-in page names it."""
    client_secret_env: str = ""
    """The environment variable that has the client's secret; empty for a public client."""


def read_sign_on(file: Path) -> SignOn:
    """The provider that a TOML file names."""
    from croupier.server.http.guard import is_loopback  # which knows the house, which knows its provider

    try:
        found = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), SignOn)
    except OSError as error:
        raise Refusal("value_not_allowed", f"{file}: {error.strerror}; allowed: a provider's file") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeError) as error:
        message = f"{file}: {error}; allowed: issuer, client_id, name, client_secret_env"
        raise Refusal("value_not_allowed", message) from None
    where = urlsplit(found.issuer)
    if where.scheme != "https" and not (where.scheme == "http" and is_loopback(where.hostname or "")):
        raise Refusal("value_not_allowed", f"{file}: issuer {found.issuer}; allowed: an https address")
    if found.client_secret_env and found.client_secret_env not in os.environ:
        raise Refusal("value_not_allowed", f"{file}: the environment has no {found.client_secret_env}")
    return found


class Provider:
    """A provider by its discovery document, which is read when it is first needed."""

    def __init__(self, sign_on: SignOn) -> None:
        self.sign_on = sign_on
        self._known: dict[str, Any] = {}

    def address(self, back: str, state: str, nonce: str, verifier: str) -> str:
        """Where to send the browser."""
        asked = {
            "response_type": "code",
            "client_id": self.sign_on.client_id,
            "redirect_uri": back,
            "scope": "openid",
            "state": state,
            "nonce": nonce,
            "code_challenge": base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest())
            .rstrip(b"=")
            .decode(),
            "code_challenge_method": "S256",
        }
        return f"{self._endpoint('authorization_endpoint')}?{urlencode(asked)}"

    def identity(self, code: str, back: str, nonce: str, verifier: str) -> Identity:
        """The person that a code stands for, by a verified ID token."""
        asked = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": back,
            "client_id": self.sign_on.client_id,
            "code_verifier": verifier,
        }
        secret = os.environ.get(self.sign_on.client_secret_env, "") if self.sign_on.client_secret_env else ""
        if secret:
            asked["client_secret"] = secret
        answer = _fetched(self._endpoint("token_endpoint"), urlencode(asked).encode())
        return self._verified(str(answer.get("id_token", "")), nonce)

    def _verified(self, token: str, nonce: str) -> Identity:
        try:
            keys = KeySet.import_key_set(_fetched(self._endpoint("jwks_uri")))  # type: ignore[arg-type]
            claims = jwt.decode(token, keys, algorithms=list(ALGORITHMS)).claims
            required = {"essential": True}
            jwt.JWTClaimsRegistry(
                leeway=CLOCKS_APART_SECONDS,
                iss={"essential": True, "value": self.sign_on.issuer},
                aud={"essential": True, "value": self.sign_on.client_id},
                nonce={"essential": True, "value": nonce},
                exp=required,  # type: ignore[arg-type]
                sub=required,  # type: ignore[arg-type]
            ).validate(claims)
        except (JoseError, ValueError, TypeError, KeyError) as error:
            raise refused(f"the provider's token does not verify ({type(error).__name__})") from None
        party = claims.get("azp", self.sign_on.client_id)
        subject = claims["sub"]
        if (
            party != self.sign_on.client_id
            or not isinstance(subject, str)
            or not 0 < len(subject) <= _LONGEST
        ):
            raise refused("the provider's token is for another client, or names nobody")
        ways = claims.get("amr")
        return Identity(
            issuer=self.sign_on.issuer,
            subject=subject,
            second_factor=isinstance(ways, list) and "mfa" in ways,
        )

    def _endpoint(self, name: str) -> str:
        if not self._known:
            found = _fetched(self.sign_on.issuer.rstrip("/") + "/.well-known/openid-configuration")
            if found.get("issuer") != self.sign_on.issuer:
                raise refused("the provider's issuer is not the one in the house's file")
            self._known = found
        where = self._known.get(name)
        if not isinstance(where, str) or urlsplit(where).scheme != urlsplit(self.sign_on.issuer).scheme:
            raise refused(f"the provider names no {name}")
        return where


def _fetched(address: str, body: bytes | None = None) -> dict[str, Any]:
    request = Request(address, data=body, headers={"Accept": "application/json"})
    try:
        with send(request, PATIENCE_SECONDS) as response:
            found = json.loads(response.read(MOST_BYTES))
    except (HTTPException, OSError, ValueError, RecursionError):
        raise refused("the provider did not answer as expected; try again") from None
    if not isinstance(found, dict):
        raise refused("the provider did not answer as expected; try again")
    return found
