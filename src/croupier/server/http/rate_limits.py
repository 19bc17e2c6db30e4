"""Rate limits: a token bucket for each address or session, refilled at a rate."""

import time
from collections.abc import Callable

from croupier.errors import Refusal
from croupier.server.settings import Rate

_KEPT = 10_000
"""Buckets in memory; beyond that, full buckets are dropped."""


class Buckets:
    """A bucket for each key."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> bool:
        """Take a token; false if the bucket is empty."""
        now = self._clock()
        level, since = self._levels.get(key, (float(self._rate.burst), now))
        level = min(float(self._rate.burst), level + (now - since) * self._rate.a_second)
        if len(self._levels) >= _KEPT:
            self._forget(now)
        allowed = level >= 1
        self._levels[key] = (level - 1 if allowed else level, now)
        return allowed

    def require(self, key: str) -> None:
        """Take a token, or refuse."""
        if not self.take(key):
            raise Refusal("too_many_requests", "too many requests; try again later")

    def _forget(self, now: float) -> None:
        full = self._rate.burst
        self._levels = {
            key: (level, since)
            for key, (level, since) in self._levels.items()
            if level + (now - since) * self._rate.a_second < full
        }
