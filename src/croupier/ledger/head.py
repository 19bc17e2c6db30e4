"""The head of the log as this process knows it: plain, or optimistic.

Every change of a stream or an account moves the head of the global order with it. So if the head stands where
this process left it, everything stands as this process left it, and need not be asked for: it is enough to
check the head, in the message that writes. `OptimisticHead` remembers how this process left it, for
`assumptions`; the plain `LogHead` remembers nothing, and every transaction asks.
"""

import threading
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from croupier.ledger.records import StreamHead

_MOST = 200_000
"""Streams or accounts that are remembered; beyond that the memory is cleared."""


class Standing(NamedTuple):
    """The heads of streams and the balances of accounts at a position of the global order."""

    position: int
    heads: dict[str, StreamHead]
    balances: dict[str, int]


class LogHead:
    """The plain head: nothing is assumed. One object serves every thread of a process."""

    def __init__(self) -> None:
        self.accounts: set[str] = set()
        self.streams: set[str] = set()
        """Rows that exist for certain, since none is ever deleted."""
        self.looks: int = 0
        self.others: int = 0
        """How often the head was locked, and how often another process may have moved it meanwhile."""

    @property
    def alone(self) -> bool:
        """Whether no other process seems to write."""
        return False

    def found(self, position: int) -> None:
        """The head was locked, at this position."""
        self.looks += 1
        self.others += 1

    def standing(self, streams: Collection[str], accounts: Collection[str]) -> Standing | None:
        """Where all of these stand if nobody else has written since; none if that is not known."""
        return None

    def committed(
        self,
        before: int,
        after: int,
        heads: Mapping[str, StreamHead],
        balances: Mapping[str, int],
        deltas: Mapping[str, int],
    ) -> None:
        """A transaction of this process moved the order from one position to another. It left the streams at
        `heads`, and moved accounts, of which it knew some balances from before."""

    def forget(self) -> None:
        """The outcome of a transaction is unknown, or an assumption was wrong."""

    def exist(self, streams: Iterable[str], accounts: Iterable[str]) -> None:
        """The rows of these exist."""
        for known, more in ((self.streams, streams), (self.accounts, accounts)):
            if len(known) > _MOST:
                known.clear()
            known.update(more)


class OptimisticHead(LogHead):
    """Remembers where the streams and accounts stand that this process has written."""

    looks: int
    others: int

    def __init__(self) -> None:
        super().__init__()
        self._alone = False
        self._lock = threading.Lock()
        self._position = -1
        self._heads: dict[str, StreamHead] = {}
        self._balances: dict[str, int] = {}

    @property
    def alone(self) -> bool:
        """Whether the order stood where this process had left it when its head was last locked."""
        return self._alone

    def found(self, position: int) -> None:
        """The head was locked, at this position."""
        with self._lock:
            self._alone = self._position == position
            self.looks += 1
            self.others += not self._alone

    def standing(self, streams: Collection[str], accounts: Collection[str]) -> Standing | None:
        """Where all of these stand if nobody else has written since; none if that is not known."""
        with self._lock:
            if not self._alone:
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
        """A transaction of this process moved the order; remember where it left everything."""
        with self._lock:
            if after < self._position:  # another thread has committed since, and has reported already
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
        """The outcome of a transaction is unknown, or an assumption was wrong: remember nothing."""
        with self._lock:
            self._alone = False
            self.others += 1
            self._position = -1
            self._heads.clear()
            self._balances.clear()
