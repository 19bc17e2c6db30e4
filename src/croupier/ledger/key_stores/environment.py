"""Keys in environment variables, as a secret manager sets them: 64 hexadecimal digits each."""

import os

from croupier.errors import Refusal
from croupier.ledger.key_stores.model import SIZE, PlainSealingKey, PlainSigningKey, one_of_two

SIGNING_KEY = "CROUPIER_SIGNING_KEY"
SEALING_KEY = "CROUPIER_SEALING_KEY"
NEXT_SIGNING_KEY = "CROUPIER_NEXT_SIGNING_KEY"
RETIRED_SEALING_KEYS = "CROUPIER_RETIRED_SEALING_KEYS"
"""Separated by commas."""


class EnvironmentStore:
    """The keys that the variables hold; nothing is ever made or written."""

    where = "the environment"

    def make(self) -> None:
        here = [name for name in (SIGNING_KEY, SEALING_KEY) if os.environ.get(name)]
        if len(here) == 1:
            (lost,) = {SIGNING_KEY, SEALING_KEY} - set(here)
            raise one_of_two(lost, here[0])

    def available(self) -> bool:
        return bool(os.environ.get(SIGNING_KEY))

    def signing(self) -> PlainSigningKey:
        return PlainSigningKey(_key(SIGNING_KEY, os.environ.get(SIGNING_KEY, "")))

    def sealing(self) -> PlainSealingKey:
        return PlainSealingKey(_key(SEALING_KEY, os.environ.get(SEALING_KEY, "")))

    def retired(self) -> list[PlainSealingKey]:
        texts = os.environ.get(RETIRED_SEALING_KEYS, "").split(",")
        return [PlainSealingKey(_key(RETIRED_SEALING_KEYS, text)) for text in texts if text.strip()]

    def next_signing(self, *, make: bool) -> PlainSigningKey | None:
        text = os.environ.get(NEXT_SIGNING_KEY, "")
        if not text and make:
            raise Refusal(
                "key_unusable", f"{NEXT_SIGNING_KEY}: not set; allowed: the new key, {2 * SIZE} digits"
            )
        return PlainSigningKey(_key(NEXT_SIGNING_KEY, text)) if text else None

    def promote(self) -> str:
        return f"set {SIGNING_KEY} to the value of {NEXT_SIGNING_KEY} before the next start"

    def rotate_sealing(self) -> str:
        raise Refusal(
            "key_unusable",
            f"{SEALING_KEY}: a command cannot change it; allowed: set it to a new key and add the old one to "
            f"{RETIRED_SEALING_KEYS}",
        )


def _key(name: str, text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != SIZE:
        raise Refusal("key_unusable", f"{name}: not a key; allowed: {2 * SIZE} hexadecimal digits")
    return key
