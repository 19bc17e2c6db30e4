"""What this process knows of the log from its own transactions.

Whatever moves a stream or an account moves the head of the global order with it. So if the head stands where
this process has left it, everything stands as this process has left it, and need not be asked for: it is
enough to make sure of the head, in the message that writes. See `Transaction.expect`.
"""

import threading
from collections.abc import Collection, Mapping
from typing import NamedTuple

from croupier.ledger.records import StreamHead

_MOST = 200_000
"""Streams or accounts that are remembered; beyond that everything is asked for anew."""


class Standing(NamedTuple):
    """Where streams and accounts stand at a position of the order."""

    position: int
    heads: dict[str, StreamHead]
    balances: dict[str, int]


class Known:
    """For every thread of a process."""

    def __init__(self) -> None:
        self.accounts: set[str] = set()
        self.streams: set[str] = set()
        """Rows that certainly exist, for none is ever deleted."""
        self.alone = False
        """Whether the order stood where this process had left it when its head was last locked."""
        self.looks = self.others = 0
        """How often the head was locked, and how often another process had moved it meanwhile."""
        self._lock = threading.Lock()
        self._position = -1
        self._heads: dict[str, StreamHead] = {}
        self._balances: dict[str, int] = {}

    def found(self, position: int) -> None:
        """Where the head was when it was locked."""
        with self._lock:
            self.alone = self._position == position
            self.looks += 1
            self.others += not self.alone

    def standing(self, streams: Collection[str], accounts: Collection[str]) -> Standing | None:
        """Where all of these stand if nobody else has written since; none if it is not known."""
        with self._lock:
            if not self.alone:
                return None
            try:
                heads = {stream: self._heads[stream] for stream in streams}
                balances = {account: self._balances[account] for account in accounts}
            except KeyError:
                return None
            return Standing(self._position, heads, balances)

    def committed(
        self,
        before: int,
        after: int,
        heads: Mapping[str, StreamHead],
        balances: Mapping[str, int],
        deltas: Mapping[str, int],
    ) -> None:
        """A transaction of this process took the order from one position to another. It left the streams so,
        and moved accounts, of which it knew what some had held before."""
        with self._lock:
            if after < self._position:  # another thread has committed since, and has told so already
                return
            if before != self._position or len(self._heads) + len(self._balances) > _MOST:
                self._heads.clear()
                self._balances.clear()
            self._position = after
            self._heads |= heads
            self._balances |= balances
            for account, delta in deltas.items():
                if account in self._balances:
                    self._balances[account] += delta

    def forget(self) -> None:
        """Nobody knows what became of a transaction, or what was known has turned out wrong."""
        with self._lock:
            self.alone = False
            self.others += 1
            self._position = -1
            self._heads.clear()
            self._balances.clear()
