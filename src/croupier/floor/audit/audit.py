"""The audit of the floor: replay every stream of the log and compare.

The ledger's own audit proves that nothing was altered after it was written: chains, order, books,
checkpoints. This one proves that the records were right when written: it replays every table, link and seed
from its events, and money, settlements, meters and decks must match the log. It reads records in their global
order, from a database or from an export, and needs neither keys nor the rulebook.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from croupier.floor.archives.audit_source import begun
from croupier.floor.audit.findings import Posted, Verdict
from croupier.floor.audit.replay import Replay
from croupier.floor.audit.verified_state import VerifiedState, capture, resume
from croupier.ledger.store import Ledger
from croupier.ledger.verification.audit import Verifier
from croupier.ledger.verification.checkpoints import Checkpoint
from croupier.ledger.verification.sources import Item, Logged, Saved, Source, Start

Progress = Callable[[int, int], None]
"""Called with the records done and the total."""

_new: Callable[[type[Posted], tuple[object, ...]], Posted] = tuple.__new__
"""Makes a named tuple of its fields in half the time."""

EVERY = 1000
"""Records that are replayed together, between two progress reports."""


_Keep = tuple[int, Callable[[Checkpoint], None]] | None
"""The number of a checkpoint, and a callback for when it is reached."""


class Save:
    """A checkpoint at which the state of the verification is wanted, and the state once it was reached."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.state: bytes | None = None


class _Listening:
    """A source that is replayed while the ledger verifies it, in one read."""

    def __init__(self, source: Source, replay: Replay, progress: Progress, keep: "_Keep") -> None:
        self.has_streams = source.has_streams
        self.checkpoints = 0
        self.begun = False
        self._source = source
        self._replay = replay
        self._progress = progress
        self._keep = keep
        self._total = 0

    def items(self) -> Iterator[Item]:
        read: list[Logged] = []
        for item in self._source.items():
            yield item
            if type(item.what) is Logged:
                read.append(item.what)
                if len(read) == EVERY:  # page by page, because it is faster
                    self._feed(read)
                continue
            self._feed(read)
            if isinstance(item.what, Start):
                self._total = item.what.position
                self.begun = True
            elif isinstance(item.what, Checkpoint):
                self.checkpoints += 1
                if self._keep is not None and item.what.number == self._keep[0]:
                    self._keep[1](item.what)
            elif isinstance(item.what, Saved):
                self._replay.expect(item.what)

    def _feed(self, read: list[Logged]) -> None:
        for each in read:
            self._replay.feed(posted(each))
        if read:
            self._progress(self._replay.records, max(self._total, self._replay.records))
        read.clear()


def posted(logged: Logged) -> Posted:
    """A record and its postings without their chain."""
    record, lines = logged
    return _new(Posted, (record, tuple([(line[1], line[2]) for line in lines]) if lines else ()))


@contextmanager
def few_collections() -> Iterator[None]:
    """Collect cyclic garbage rarely: a replay creates none, and the collector takes a sixth of its time."""
    before = gc.get_threshold()
    gc.set_threshold(500_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def audit(
    source: Ledger | Source,
    public: bytes | None = None,
    progress: Progress = lambda done, total: None,
    *,
    most_unsigned: int | None = None,
    begin: VerifiedState | None = None,
    save: Save | None = None,
    alone: bool = False,
) -> Verdict:
    """Verify and replay a log. `public` is the house's key as the auditor knows it; `most_unsigned` is the
    number of records at its end that need no checkpoint, any number by default. The source starts after the
    state in `begin`, a pruned database by default after its boundary; `alone` if it has no earlier
    checkpoints either."""
    log: Source
    if isinstance(source, Ledger):
        whole = begun(source, public, begin)
        log, begin = whole.source, whole.begin
    else:
        log = source
    replay = Replay()
    if begin is not None:
        resume(replay, begin)

    def keep(reached: Checkpoint) -> None:
        if save is not None:
            save.state = capture(replay, reached, verifier.heads, verifier.balances)

    listening = _Listening(log, replay, progress, None if save is None else (save.number, keep))
    verifier = Verifier(listening, public, most_unsigned, None if begin is None else begin.begin(alone))
    with few_collections():
        found = list(verifier.findings())
        replayed = replay.end()
    return Verdict(
        findings=(*found, *replay.findings),
        replayed=replayed,
        checkpoints=listening.checkpoints,
        signed=verifier.signed,
        position=verifier.position,
        begun=listening.begun,
    )
