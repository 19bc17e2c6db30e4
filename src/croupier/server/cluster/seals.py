"""Seals: only the servers of the house can read and write on the channels between them.

Any database login can listen and notify on every channel. So each notification is encrypted with a key
derived from both keys of the house: nobody else can read or make one. It is bound to its channel and to its
time, and accepted once: a replayed message is dropped, on this channel or another, now or after a restart.
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

log: logging.Logger = logging.getLogger("croupier.server")

PURPOSE = "croupier/relay/v1"
LATE_SECONDS = 10.0
"""How old a message may be; requests time out earlier."""
_SALT, _TIME = 32, 8
_NONCE = bytes(12)
"""Each key seals one message, so the nonce may be constant."""
_QUIET_SECONDS = 60.0


class Seals:
    """Seals and opens the notifications of one server."""

    def __init__(self, key: bytes, now: Callable[[], float]) -> None:
        self._key = key
        self._now = now
        """Seconds, by a clock that all servers share."""
        self._since: float | None = None
        """When this server started to listen: older messages may have been accepted before a restart."""
        self._taken: OrderedDict[bytes, float] = OrderedDict()
        """By salt, recent messages, and until when a replay would be accepted."""
        self._dropped = 0
        self._quiet_until = 0.0

    def listens(self) -> None:
        """The server listens from now on; a reconnection changes nothing."""
        if self._since is None:
            self._since = self._now()

    def seal(self, part: bytes, channel: str) -> str:
        """Seal a message for a channel."""
        salt = secrets.token_bytes(_SALT)
        plain = int(self._now() * 1000).to_bytes(_TIME, "big") + part
        sealed = self._cipher(salt).encrypt(_NONCE, plain, channel.encode())
        return base64.b64encode(salt + sealed).decode()

    def unseal(self, text: str, channel: str) -> bytes | None:
        """The message of a notification; none if no server of the house has just sent it on this channel."""
        try:
            data = base64.b64decode(text, validate=True)
            salt, sealed = data[:_SALT], data[_SALT:]
            plain = self._cipher(salt).decrypt(_NONCE, sealed, channel.encode())
        except (InvalidTag, ValueError):
            self._drop("no server of this house has sealed it")
            return None
        sealed_at = int.from_bytes(plain[:_TIME], "big") / 1000
        if self._since is None or sealed_at < self._since:
            return None  # no log line: others send messages while a server starts
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
        """Count a dropped message. The log line is rate-limited, so that outsiders cannot fill the log."""
        self._dropped += 1
        if time.monotonic() >= self._quiet_until:
            log.warning("dropped on the channels between the servers: %d; the last: %s", self._dropped, why)
            self._dropped, self._quiet_until = 0, time.monotonic() + _QUIET_SECONDS
