"""Rate limits: a token bucket for each address or session, refilled at a rate."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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
        level = self._level(key, now)
        if len(self._levels) >= _KEPT:
            self._forget(now)
        allowed = level >= 1
        self._levels[key] = (level - 1 if allowed else level, now)
        return allowed

    def require(self, key: str) -> None:
        """Take a token, or refuse."""
        if not self.take(key):
            raise Refusal("too_many_requests", "too many requests; try again later")

    def pause(self, key: str) -> float:
        """Seconds until the bucket has something in it again; 0 if it has."""
        level = self._level(key, self._clock())
        return 0.0 if level > 0 else max(0.01, -level / self._rate.a_second)

    def spend(self, key: str, tokens: int) -> None:
        """Take so many tokens after the fact; the level may fall below zero."""
        now = self._clock()
        if len(self._levels) >= _KEPT:
            self._forget(now)
        self._levels[key] = (self._level(key, now) - tokens, now)

    def _level(self, key: str, now: float) -> float:
        level, since = self._levels.get(key, (float(self._rate.burst), now))
        return min(float(self._rate.burst), level + (now - since) * self._rate.a_second)

    def _forget(self, now: float) -> None:
        full = self._rate.burst
        self._levels = {
            key: (level, since)
            for key, (level, since) in self._levels.items()
            if level + (now - since) * self._rate.a_second < full
        }


ADDRESS_SHARE = 3
"""An address, with several people behind it, may have so many times what a session may have."""


class Quota:
    """How much each session and each address may have under way at once; threads share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._under_way: Counter[str] = Counter()

    @contextmanager
    def one_of(self, *sources: str) -> Iterator[None]:
        """Count something under way for these sources until the end of the block, or refuse it."""
        self.begin(*sources)
        try:
            yield
        finally:
            self.end(*sources)

    def begin(self, *sources: str) -> None:
        """Count one more, or refuse it."""
        with self._lock:
            for source in sources:
                most = self._most * (ADDRESS_SHARE if source.startswith("address:") else 1)
                if self._under_way[source] >= most:
                    message = f"{most} requests of this kind are under way; wait for one of them"
                    raise Refusal("too_many_requests", message)
            self._under_way.update(sources)

    def end(self, *sources: str) -> None:
        """One of them is over."""
        with self._lock:
            self._under_way.subtract(sources)
            for source in sources:
                if self._under_way[source] <= 0:
                    del self._under_way[source]


class Bucket:
    """A single bucket, which is spent after the fact."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._level = float(rate.burst)
        self._since = clock()

    def pause(self) -> float:
        """Seconds until there is something in it again; 0 if there is."""
        self._fill()
        return 0.0 if self._level > 0 else max(0.01, -self._level / self._rate.a_second)

    def spend(self, tokens: int) -> None:
        """Take so many tokens; the level may fall below zero."""
        self._fill()
        self._level -= tokens

    def _fill(self) -> None:
        now = self._clock()
        self._level = min(float(self._rate.burst), self._level + (now - self._since) * self._rate.a_second)
        self._since = now
