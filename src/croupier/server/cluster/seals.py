"""Only the servers of the house are heard on the channels between them.

Whoever can connect to a database can listen and notify on every channel of it, without any other right. So
each notification is sealed with a key that only those have who have both keys of the house: nobody else can
read it or make one. It is bound to its channel and to the time at which it was sealed, and is taken once: one
that was recorded and is played again is dropped, here or on another channel, now or after a restart.
"""

import base64
import hmac
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

log = logging.getLogger("croupier.server")

PURPOSE = "croupier/relay/v1"
LATE_SECONDS = 10.0
"""How old a message may be when it comes; whoever asks waits for less."""
_SALT, _TIME = 32, 8
_NONCE = bytes(12)
"""Each key seals one message: a nonce has nothing to tell apart."""
_QUIET_SECONDS = 60.0


class Seals:
    """What is sealed for a channel, and what of a channel is believed."""

    def __init__(self, key: bytes, now: Callable[[], float]) -> None:
        self._key = key
        self._now = now
        """Seconds, by a clock in which all servers agree."""
        self._since: float | None = None
        """When this server began to listen: what is older may have been taken by the one before it."""
        self._taken: OrderedDict[bytes, float] = OrderedDict()
        """By their salts, those that came lately, and until when each could come again."""
        self._dropped = 0
        self._quiet_until = 0.0

    def listens(self) -> None:
        """From now on; also again, when the connection was lost."""
        if self._since is None:
            self._since = self._now()

    def seal(self, part: bytes, channel: str) -> str:
        """A notification for a channel."""
        salt = secrets.token_bytes(_SALT)
        plain = int(self._now() * 1000).to_bytes(_TIME, "big") + part
        sealed = self._cipher(salt).encrypt(_NONCE, plain, channel.encode())
        return base64.b64encode(salt + sealed).decode()

    def unseal(self, text: str, channel: str) -> bytes | None:
        """What a server of the house has said on this channel just now; none if this is not that."""
        try:
            data = base64.b64decode(text, validate=True)
            salt, sealed = data[:_SALT], data[_SALT:]
            plain = self._cipher(salt).decrypt(_NONCE, sealed, channel.encode())
        except (InvalidTag, ValueError):
            self._drop("no server of this house has sealed it")
            return None
        sealed_at = int.from_bytes(plain[:_TIME], "big") / 1000
        if self._since is None or sealed_at < self._since:
            return None  # nothing to tell: others go on talking while a server starts
        if salt in self._taken or abs(self._now() - sealed_at) > LATE_SECONDS:
            self._drop("it came before, or is not of this time")
            return None
        self._remember(salt)
        return plain[_TIME:]

    def _cipher(self, salt: bytes) -> AESGCM:
        return AESGCM(hmac.digest(self._key, salt, "sha256"))

    def _remember(self, salt: bytes) -> None:
        now = time.monotonic()
        while self._taken and next(iter(self._taken.values())) < now:
            self._taken.popitem(last=False)
        self._taken[salt] = now + 2 * LATE_SECONDS  # sealed by a clock that is as far ahead as is allowed

    def _drop(self, why: str) -> None:
        """Count it; and say so now and then, since nobody may fill the log from outside."""
        self._dropped += 1
        if time.monotonic() >= self._quiet_until:
            log.warning("dropped on the channels between the servers: %d; the last: %s", self._dropped, why)
            self._dropped, self._quiet_until = 0, time.monotonic() + _QUIET_SECONDS
