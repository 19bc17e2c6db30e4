"""Verify a log in shares, as several processes do, here in one."""

from collections import deque
from collections.abc import Mapping, Sequence

import pytest

from croupier.floor.audit.audit import Save
from croupier.floor.audit.findings import Verdict
from croupier.floor.audit.parallel import coordinator
from croupier.floor.audit.parallel.coordinator import SharedSource, Worker, audit_shared
from croupier.floor.audit.parallel.share import Share, VerifiedWindow, Window
from croupier.floor.audit.verified_state import Part, VerifiedState
from croupier.ledger.records import StreamHead
from croupier.ledger.store import Ledger


class Here:
    """A share in this process."""

    def __init__(self, share: Share) -> None:
        self._share = share
        self._asked: deque[Window | None] = deque()

    def send(self, window: Window | None) -> None:
        self._asked.append(window)

    def receive(self) -> VerifiedWindow:
        window = self._asked.popleft()
        return self._share.end() if window is None else self._share.window(window)

    def close(self) -> None:
        """There is nothing to end."""


def in_shares(
    ledger: Ledger, shares: int = 3, begin: VerifiedState | None = None, save: Save | None = None
) -> Verdict | None:
    """The verdict of so many shares with windows of a few records; none if they found anything."""
    with pytest.MonkeyPatch.context() as patch, ledger.database.reading() as connection:
        patch.setattr(coordinator, "WINDOW", 40)

        def start(streams: Sequence[str], heads: Mapping[str, StreamHead], part: Part | None) -> Worker:
            return Here(Share(connection, streams, heads, part))

        source = SharedSource(ledger, start, shares, begin, save)
        return audit_shared(source, source, None, lambda done, total: None, None)
