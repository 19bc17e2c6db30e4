"""Virtual time: an asyncio event loop that never waits, and clocks that are slow, skewed or set."""

import asyncio
import selectors
from random import Random
from typing import Any

START_MS = 1_800_000_000_000
"""The true time at which a simulation starts, in milliseconds since 1970."""


class Stuck(Exception):
    """Nothing will ever happen again."""


class _NoWait(selectors.SelectSelector):
    """A selector that passes virtual time instead of waiting."""

    def __init__(self, loop: "VirtualLoop") -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Stuck("no task and no timer is left")
        self._loop.pass_time(timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in which waiting takes no time, and every order is decided by the seed."""

    def __init__(self, chance: Random) -> None:
        self._virtual = 0.0
        self._chance = chance
        super().__init__(_NoWait(self))

    def time(self) -> float:
        """Virtual seconds since the start."""
        return self._virtual

    def pass_time(self, seconds: float) -> None:
        """Let time pass; at least to the next tick, or rounding could stop it."""
        self._virtual += max(0.0, seconds)

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Any = None
    ) -> Any:
        """There is one thread, and nothing to wake."""
        return self.call_soon(callback, *args, context=context)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Any, *args: Any
    ) -> Any:
        """A thread's work: done at once, a moment later."""
        future = self.create_future()

        def work() -> None:
            if future.cancelled():
                return
            try:
                future.set_result(func(*args))
            except BaseException as error:
                future.set_exception(error)

        self.call_later(self._chance.uniform(0.0, 0.003), work)
        return future


class MachineClock:
    """One machine's clock, skewed, which somebody may set, and its timer, slow or fast, which nobody can."""

    def __init__(self, loop: VirtualLoop, skew_ms: int = 0, rate: float = 1.0) -> None:
        self._loop = loop
        self.skew_ms = skew_ms
        self.rate = rate

    def now(self) -> int:
        """The machine's wall clock."""
        return START_MS + self.skew_ms + int(self._loop.time() * 1000)

    def timer(self) -> int:
        """Milliseconds that only ever grow, at this machine's rate."""
        return 1 + int(self._loop.time() * self.rate * 1000)
