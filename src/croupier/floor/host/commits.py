"""Commits: a batch of jobs decided, appended and committed in one transaction, then answered and published.

Nothing is in memory, answered or published before its transaction is committed. A failed batch changes
nothing: its jobs are refused or retried one by one, and its tables are read from the log before their next
use.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from croupier.errors import Refusal
from croupier.floor.cluster.ownership import Ownership, moved
from croupier.floor.host import automation
from croupier.floor.host.batch import Batch, Unit
from croupier.floor.host.hosted_table import Hosted, load
from croupier.floor.host.jobs import Answer, Done, Job
from croupier.floor.host.link_reader import Links
from croupier.floor.host.outage import Outage
from croupier.floor.host.snapshots import save_snapshot
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.table.transition import Transition

log: logging.Logger = logging.getLogger("croupier.floor")

Listener = Callable[[str, list[Transition]], None]

_RETRY_MS = 1000


class Commits:
    """Commits the batches of one floor, on its thread."""

    def __init__(
        self,
        ledger: Ledger,
        keys: Keys,
        tables: dict[str, Hosted],
        ownership: Ownership,
        outage: Outage,
        clock: Callable[[], int],
        timer: Callable[[], int],
    ) -> None:
        self._ledger = ledger
        self._keys = keys
        self._tables = tables
        self._ownership = ownership
        self._outage = outage
        self._clock = clock
        self._timer = timer
        self.links: Links = Links()
        self.listeners: list[Listener] = []
        self.house_changed: list[Callable[[], None]] = []
        self.count: int = 0
        self.events: int = 0

    def commit(self, asked: list[Job], *, early: bool = True) -> None:
        """Commit a batch; `early` locks the head first where nothing is likely to be locked after it."""
        jobs = [job for job in asked if self._ready(job)]
        early = early and all(job.plain for job in jobs)
        done: list[Done] = []
        try:
            with self._ledger.transaction() as tx:
                fresh = partial(self.links.fresh, self._ledger, tx)
                batch = Batch(tx, self._tables, fresh, self._clock(), self._timer())
                lost = self._lock(batch, jobs, early=early)
                for job in jobs:
                    if job.table in lost or job.table in self._ownership.elsewhere:
                        done.append(Done(job, error=moved(job.table)))
                    else:
                        done.append(self._decide(job, batch))
                taken = {name: self._ownership.take(tx, name) for name in batch.opened}
                batch.flush()
                self._check_owned(batch, {job.table for job in jobs} - lost, taken)
                self._save_snapshots(batch)
        except Exception as error:
            if early and isinstance(error, Refusal) and error.code in ("ledger_busy", "already_answered"):
                self.commit(jobs, early=False)  # an assumption about the head was wrong
            elif len(jobs) > 1 and _of_one(error):
                for job in jobs:  # nobody was answered yet: only the job that failed is refused
                    self.commit([job])
            else:
                self._fail(jobs, error)
            return
        self.drop(lost)
        self._ownership.keep(taken)
        self._apply(batch)
        for each in done:
            each.job.answer(each.result, each.error)
        for job in jobs:
            hosted = self._tables.get(job.table)
            if hosted is not None and hosted.due is None:
                automation.set_deadline(hosted, batch.now, batch.timer)
        self._publish(batch)

    def drop(self, tables: Iterable[str]) -> None:
        """Stop running tables that another process has taken over."""
        for name in tables:
            self._ownership.lose(name)
            self._tables.pop(name, None)

    def _ready(self, job: Job) -> bool:
        """Read a table that lost a batch from the log before it is used again."""
        hosted = self._tables.get(job.table)
        if hosted is None or not hosted.stale:
            return True
        try:
            self._tables[job.table] = load(self._ledger, self._keys, hosted.name, hosted.settings)
        except Exception as error:
            hosted.wait(_RETRY_MS, self._clock(), self._timer())
            if not self._outage.caused(error):
                log.exception("cannot read table %s from the log", hosted.name)
            job.answer(error=Refusal("ledger_unavailable", "the table cannot be read now; try again"))
            return False
        return True

    def _lock(self, batch: Batch, jobs: Sequence[Job], *, early: bool) -> set[str]:
        """Lock the tables of a batch and look up its jobs' data; the tables that other processes run now."""
        standing: list[Sequence[Any]] = []
        ours = {job.table for job in jobs if job.table in self._tables}
        batch.expect(
            ours,
            ((job.table, job.key) for job in jobs if job.key),
            (job.player for job in jobs if job.player),
            also=[self._ownership.question(standing.extend)],
            head=early,
        )
        return self._ownership.lost(batch.tx, ours, standing)

    def _decide(self, job: Job, batch: Batch) -> Done:
        """Decide a job. Its answer waits for the commit, a refusal too: an earlier job of the batch may be
        the reason for it."""
        unit = Unit(batch)
        try:
            result = job.work(unit)
        except Refusal as refusal:
            before = batch.tx.answered(f"table:{job.table}", job.key, sure=True) if job.key else None
            if before is None:
                return Done(job, error=refusal)
            return Done(job, msgspec.json.decode(before, type=Answer))
        except SQLAlchemyError:
            raise  # the transaction is dead, and the whole batch with it
        except Exception as error:
            log.exception("a job failed")
            return Done(job, error=error)
        batch.merge(unit)
        return Done(job, result)

    def _check_owned(self, batch: Batch, sure: set[str], taken: dict[str, int]) -> None:
        """Refuse a batch that appends to another process's table; all of its streams are locked by now."""
        streams = (each.stream.partition(":") for each in batch.pending)
        touched = {name for kind, _, name in streams if kind in ("table", "fair")}
        lost = self._ownership.lost(batch.tx, touched - (sure & self._tables.keys()) - taken.keys())
        self.drop(lost)
        for name in (*lost, *(name for name, token in taken.items() if not token)):
            raise moved(name)

    def _save_snapshots(self, batch: Batch) -> None:
        """Save a state every few hundred events, so that loading a table reads only the events since."""
        for table, state in batch.states.items():
            hosted = batch.hosted(table)
            if state.version - hosted.snapshot_at >= automation.SNAPSHOT_EVERY and not state.bets_closed:
                save_snapshot(batch.tx, hosted.stream, state.version, state)
                batch.saved.add(table)
        self.links.snapshots(batch)

    def _apply(self, batch: Batch) -> None:
        """The batch is committed: put it in memory."""
        self._outage.over()
        self.count += 1
        self.events += len(batch.pending)
        self._tables |= batch.opened
        for table, secret in batch.secrets.items():
            self._tables[table].secret = secret
        self.links.committed(batch)
        for table, state in batch.states.items():
            hosted = self._tables[table]
            hosted.recent.extend(batch.transitions.get(table, ()))
            before, hosted.state = hosted.state, state
            if table in batch.saved:
                hosted.snapshot_at = state.version
            automation.set_deadline(hosted, batch.now, batch.timer, before)
        if batch.added("house"):
            for changed in self.house_changed:
                self._outage.guard(changed)

    def _publish(self, batch: Batch) -> None:
        """Notify the listeners; the jobs are already answered."""
        for table, transitions in batch.transitions.items():
            for listener in self.listeners:
                self._outage.guard(listener, table, transitions)

    def _fail(self, jobs: list[Job], error: Exception) -> None:
        """Refuse every job of a batch; its tables are read from the log before their next use."""
        if not self._outage.caused(error):
            log.error("a batch was not committed: %s", error)
        refusal = error if isinstance(error, Refusal) else None
        for job in jobs:
            job.answer(error=refusal or Refusal("ledger_unavailable", "nothing was recorded; try again"))
            hosted = self._tables.get(job.table)
            if hosted is not None:
                hosted.stale = True
                hosted.wait(_RETRY_MS, self._clock(), self._timer())


def _of_one(error: Exception) -> bool:
    """Whether one job made the batch fail: another process has emptied its account, taken its table or used
    its key meanwhile. If the ledger itself fails, every job fails."""
    return isinstance(error, Refusal) and not error.code.startswith("ledger_")
