"""Find a round's shuffle in a long stream, by remembering where each round begins."""

import threading

from croupier.errors import Refusal
from croupier.floor.fairness.commit_reveal import Deal, SeedCommitted, deal_of, decode_fair_event
from croupier.floor.host.stream_starts import refuse_pruned
from croupier.ledger.store import Ledger

_AT_A_TIME = 1000
_A_ROUND = 200
"""Records that a round can have at most: its commitment, the entropies of its players, its reveal."""


class Deals:
    """The shuffles of every table, by round."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._lock = threading.Lock()
        self._starts: dict[str, dict[int, int]] = {}
        self._read: dict[str, int] = {}

    def deal(self, table: str, round_: int) -> Deal:
        """The log's records of a round's shuffle."""
        start = self._start(table, round_)
        if start is None:
            refuse_pruned(self._ledger, table, round_)
            raise Refusal("unknown_round", f"no round {round_} of {table} with a commitment")
        records = self._ledger.read(f"fair:{table}", after=start - 1, limit=_A_ROUND)
        return deal_of([decode_fair_event(record.body) for record in records], table, round_)

    def _start(self, table: str, round_: int) -> int | None:
        with self._lock:
            starts = self._starts.setdefault(table, {})
            if round_ not in starts:
                self._catch_up(table, starts)
            return starts.get(round_)

    def _catch_up(self, table: str, starts: dict[int, int]) -> None:
        while records := self._ledger.read(f"fair:{table}", after=self._read.get(table, 0), limit=_AT_A_TIME):
            for record in records:
                self._read[table] = record.version
                event = decode_fair_event(record.body)
                if isinstance(event, SeedCommitted):
                    starts.setdefault(event.round, record.version)
