"""Whether the ledger can be reached: checked at most once a second, however many requests come.

The address is exempt from every limit, so that a monitor always gets an answer.
"""

import asyncio
import time

from anyio.to_thread import run_sync

from croupier.errors import Refusal
from croupier.ledger.store import Ledger

KEPT_SECONDS = 1.0


class Health:
    """The last result, and how long it is kept."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._asking = asyncio.Lock()
        self._reached = False
        self._until = 0.0

    async def reaches_ledger(self) -> bool:
        """Whether the ledger was reached within the last second."""
        async with self._asking:
            if time.monotonic() >= self._until:
                self._reached = await run_sync(self._ask)
                self._until = time.monotonic() + KEPT_SECONDS
            return self._reached

    def _ask(self) -> bool:
        try:
            self._ledger.head("house")
        except Refusal:
            return False
        return True
