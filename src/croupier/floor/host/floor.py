"""The floor: every table of this process, one thread that commits, and timers for those who do not act.

Work arrives from any thread and is done in batches, a transaction a batch: decide, append, commit, and only
then publish. What was not committed was never shown; what was shown is committed. One batch at a time means
that a hundred tables share one commit when the database is the slow part.
"""

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from croupier.errors import Refusal
from croupier.floor.cluster.leases import Leases
from croupier.floor.host import automation as follow_up
from croupier.floor.host.batch import Batch, Unit
from croupier.floor.host.hosted_table import Hosted, Settings, load
from croupier.floor.host.jobs import Done, Job, Jobs, T, Work
from croupier.floor.host.link_reader import Links
from croupier.floor.host.snapshots import save_snapshot
from croupier.jackpot.link import Link
from croupier.ledger.database import reason
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.table.commands import AnyAct
from croupier.table.redaction.events import redact_event
from croupier.table.redaction.view import View, view
from croupier.table.state import Viewer
from croupier.table.transition import Transition

log = logging.getLogger("croupier.floor")

Listener = Callable[[str, list[Transition]], None]

_RETRY_MS = 1000

_BUSY_AGAIN_MS, _AGAIN_MS = 10_000, 60_000
"""After which a table that could not be taken over is tried again: its owner sleeps; it cannot be loaded."""
_PATIENCE_MS, _PATIENCE_AT_START_MS = 10, 1000
"""How long an owner that sleeps in a batch is waited for: while tables run here, and before."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a command: the version that the table is at then. A refusal is raised instead."""

    version: int


class Floor:
    """The tables of one process."""

    def __init__(self, ledger: Ledger, keys: Keys, *, owner: str, clock: Callable[[], int]) -> None:
        self.ledger = ledger
        self.keys = keys
        self.clock = clock
        self.tables: dict[str, Hosted] = {}
        self._links = Links()
        self._leases = Leases(ledger, owner, clock)
        self._listeners: list[Listener] = []
        self.jobs = Jobs()
        self._thread = threading.Thread(target=self._run, name="floor", daemon=True)
        self.every_second: list[Callable[[], None]] = []
        """Called on the floor's thread while it has time."""
        self._last_tick = 0
        self.hooks: list[Callable[[Unit, str], None]] = []
        """Called after each command in its unit, such as for rules that take effect between rounds."""
        self.admit: list[Callable[[Unit, str, AnyAct], None]] = []
        """Called before a command is done that was not done before; each may refuse it."""
        self.house_changed: list[Callable[[], None]] = []
        """Called when the house's own stream has grown."""
        self.commits = self.events = 0
        self.elsewhere: set[str] = set()
        """Tables that another process was found to run."""
        self.taken_over: list[Callable[[str], None]] = []
        """Called with the name of a table that was taken over."""
        self._put_off: dict[str, int] = {}
        """Tables that could not be taken over, and when to try again."""
        self._away = 0
        """Failures of the ledger since it was last heard of."""

    # ------------------------------------------------------------------------------------- for everybody

    def start(self, tables: Iterable[tuple[str, Settings]] = ()) -> None:
        """Load what this process owns and begin."""
        self.take_over(tables)
        self._thread.start()

    def take_over(self, tables: Iterable[tuple[str, Settings]]) -> list[str]:
        """Adopt those of these tables that nobody runs; one that cannot be had does not stop the others."""
        now = self.clock()
        wanted = {name: settings for name, settings in tables if name not in self.tables}
        if not wanted:
            return []
        free = self._leases.free(wanted)
        self.elsewhere |= wanted.keys() - free
        taken = []
        patience = _PATIENCE_MS if self.alive else _PATIENCE_AT_START_MS
        for name in [each for each in wanted if each in free and self._put_off.get(each, 0) <= now]:
            try:
                if self.adopt(name, wanted[name], patience):
                    taken.append(name)
            except Exception as error:
                code = error.code if isinstance(error, Refusal) else ""
                if code == "ledger_unavailable":
                    raise
                self._put_off[name] = now + (_BUSY_AGAIN_MS if code == "ledger_busy" else _AGAIN_MS)
                log.error("table %s cannot be run here: %s", name, error)
        return taken

    def adopt(self, name: str, settings: Settings, patience_ms: int = 0) -> bool:
        """Take a table over, if nobody else owns it."""
        if not self._leases.acquire(name, patience_ms):
            self.elsewhere.add(name)
            return False
        try:
            if settings.link:
                self._links.load(self.ledger, settings.link)
            self.tables[name] = load(self.ledger, self.keys, name, settings)
        except BaseException:
            self._release(name)
            raise
        follow_up.set_deadline(self.tables[name], self.clock())
        self.elsewhere.discard(name)
        for told in self.taken_over:
            self._quietly(told, name)
        return True

    def owner_of(self, table: str) -> str:
        """The process that runs a table now, as its lease says; empty if none does."""
        return self._leases.owner_of(table)

    def stop(self) -> None:
        """Finish what has been asked for, then end."""
        self.jobs.stop()
        self._thread.join(timeout=30)
        self._release()

    def _release(self, *tables: str) -> None:
        """Give these tables back, or all; where the ledger is away their leases run out by themselves."""
        try:
            self._leases.release(*tables)
        except Refusal as refusal:
            log.error("leases could not be given back: %s", refusal.message)

    def listen(self, listener: Listener) -> None:
        """Be told of committed events, on the floor's thread."""
        self._listeners.append(listener)

    def run(self, work: Work[T], *, table: str = "") -> "Future[T]":
        """Do something in the next batch."""
        future: Future[T] = Future()
        self.jobs.put(Job(work, future, table))
        return future

    def send(
        self, table: str, asked: AnyAct, *, by: str, role: str, version: int | None = None, key: str = ""
    ) -> "Future[Answer]":
        """A command to a table. The same key asks once: its second use returns the first answer."""

        def work(unit: Unit) -> Answer:
            if key:
                known = unit.batch.tx.answered(f"table:{table}", key)
                if known is not None:
                    return msgspec.json.decode(known, type=Answer)
            for admit in self.admit:
                admit(unit, table, asked)
            follow_up.ask(unit, table, asked, by=by, role=role, version=version)
            self._after(unit, table)
            answer = Answer(version=unit.state(table).version)
            if key:
                unit.batch.tx.answer(f"table:{table}", key, msgspec.json.encode(answer))
            return answer

        future: Future[Answer] = Future()
        self.jobs.put(Job(work, future, table, key, by if role == "player" else "", plain=True))
        return future

    def entropy(self, table: str, entropy: str, *, by: str) -> "Future[Answer]":
        """A seated player's own words, mixed into the next shuffle."""

        def work(unit: Unit) -> Answer:
            follow_up.add_entropy(unit, table, by, entropy)
            return Answer(version=unit.state(table).version)

        return self.run(work, table=table)

    @property
    def links(self) -> dict[str, Link]:
        """The links of its tables, as they were last read."""
        return self._links.known

    @property
    def alive(self) -> bool:
        """Whether the floor's thread runs."""
        return self._thread.is_alive()

    def view(self, table: str, viewer: Viewer) -> View:
        """A table as the viewer may see it."""
        return view(self._hosted(table).state, viewer, self.clock())

    def since(self, table: str, version: int, viewer: Viewer) -> list[tuple[int, Any]] | None:
        """The events after a version as the viewer may see them; none if they are no longer at hand."""
        hosted = self._hosted(table)
        recent = list(hosted.recent)
        if version == hosted.state.version:
            return []
        if not recent or recent[0].version > version + 1 or version > hosted.state.version:
            return None
        return [
            (each.version, redact_event(each.event, viewer, each.state))
            for each in recent
            if each.version > version
        ]

    def _hosted(self, table: str) -> Hosted:
        if table not in self.tables:
            if table in self.elsewhere:
                raise moved(table)
            raise Refusal("unknown_table_name", f"no table {table!r} here")
        return self.tables[table]

    # ---------------------------------------------------------------------------------------- the thread

    def _run(self) -> None:
        while True:
            jobs = self.jobs.next_batch(self._patience())
            if not self.jobs.stopping:
                jobs += self._due()
            self.jobs.taken(len(jobs))
            if jobs:
                self._commit(jobs)
            if self.jobs.stopping and not self.jobs.waiting:
                return
            self._tick()

    def _tick(self) -> None:
        """Leases of tables where nothing happens, and whatever else is to be done from time to time."""
        now = self.clock()
        if now - self._last_tick < 1000:
            return
        self._last_tick = now
        if self._leases.due():
            self._quietly(self._renew)
        for task in self.every_second:
            self._quietly(task)

    def _renew(self) -> None:
        lost = self._leases.renew()
        self._back()
        self._drop(lost)

    def _drop(self, tables: Iterable[str]) -> None:
        for name in tables:
            log.warning("table %s is run by another process now", name)
            self._leases.forget(name)
            self.elsewhere.add(name)
            self.tables.pop(name, None)

    def _quietly(self, task: Callable[..., object], *arguments: object) -> None:
        """Nothing that is told of what happened may stop the floor."""
        try:
            task(*arguments)
        except Exception as error:
            if not self._gone(error):
                log.exception("a task of the floor failed")

    def _gone(self, error: Exception) -> bool:
        """Whether the ledger is away; of a time without it the log tells its beginning and its end."""
        if not isinstance(error, Refusal) or not error.code.startswith("ledger_"):
            return False
        if not self._away:
            log.error("the ledger failed: %s", " ".join(filter(None, (error.message, reason(error)))))
        self._away += 1
        return True

    def _back(self) -> None:
        if self._away:
            log.warning("the ledger works again; failures meanwhile: %d", self._away)
            self._away = 0

    def _patience(self) -> float:
        """Seconds until the next deadline, half a second at most so that leases are renewed."""
        now = self.clock()
        waits = [hosted.deadline - now for hosted in self.tables.values() if hosted.deadline is not None]
        return min(0.5, max(0, min(waits, default=500)) / 1000)

    def _due(self) -> list[Job]:
        now = self.clock()
        due = []
        for hosted in list(self.tables.values()):
            if hosted.deadline is not None and hosted.deadline <= now:
                hosted.deadline = None
                if hosted.stale:  # read it again; whoever is to act has their time anew
                    due.append(Job(lambda unit: None, Future(), hosted.name))
                    continue
                work = follow_up.overdue(hosted.name, follow_up.question(hosted.state), self._after)
                due.append(Job(work, Future(), hosted.name, plain=True))
        return due

    def _commit(self, asked: list[Job], *, early: bool = True) -> None:
        """A batch, with the head locked early if nothing is likely to be locked after it."""
        jobs = [job for job in asked if self._ready(job)]
        early = early and all(job.plain for job in jobs)
        done: list[Done] = []
        standing: list[Sequence[Any]] = []
        batch: Batch | None = None
        try:
            with self.ledger.transaction() as tx:
                batch = Batch(
                    tx, self.tables, lambda name: self._links.fresh(self.ledger, tx, name), self.clock()
                )
                ours = {job.table for job in jobs if job.table in self.tables}
                batch.expect(
                    ours,
                    ((job.table, job.key) for job in jobs if job.key),
                    (job.player for job in jobs if job.player),
                    also=[self._leases.asked(standing.extend)],
                    head=early,
                )
                lost = self._leases.lost(tx, ours, standing)
                for job in jobs:
                    if job.table in lost or job.table in self.elsewhere:
                        done.append(Done(job, error=moved(job.table)))
                    else:
                        done.append(self._do(job, batch))
                taken = {name: self._leases.take(tx, name) for name in batch.opened}
                batch.flush()
                self._check_owned(batch, ours - lost, taken)
                self._snapshots(batch)
        except Exception as error:
            if early and isinstance(error, Refusal) and error.code in ("ledger_busy", "already_answered"):
                self._commit(jobs, early=False)  # what was taken for true is not
            elif len(jobs) > 1 and _of_one(error):
                for job in jobs:  # nobody was answered yet: only the one that is wrong is refused
                    self._commit([job])
            else:
                self._failed(jobs, error)
            return
        self._drop(lost)
        self._leases.keep(taken)
        self._committed(batch)
        for each in done:
            each.job.answer(each.result, each.error)
        for job in jobs:
            hosted = self.tables.get(job.table)
            if hosted is not None and hosted.deadline is None:
                follow_up.set_deadline(hosted, batch.now)
        self._publish(batch)

    def _check_owned(self, batch: Batch, sure: set[str], taken: dict[str, int]) -> None:
        """Refuse the batch if it adds to a table that is another process's; by now all streams are locked."""
        streams = (each.stream.partition(":") for each in batch.pending)
        touched = {name for kind, _, name in streams if kind in ("table", "fair")}
        lost = self._leases.lost(batch.tx, touched - sure - taken.keys())
        self._drop(lost)
        for name in (*lost, *(name for name, token in taken.items() if not token)):
            raise moved(name)

    def _ready(self, job: Job) -> bool:
        """A table that lost a batch is read again before it is used."""
        hosted = self.tables.get(job.table)
        if hosted is None or not hosted.stale:
            return True
        try:
            self.tables[job.table] = load(self.ledger, self.keys, hosted.name, hosted.settings)
        except Exception as error:
            hosted.deadline = self.clock() + _RETRY_MS
            if not self._gone(error):
                log.exception("table %s cannot be read from the log", hosted.name)
            job.answer(error=Refusal("ledger_unavailable", "the table cannot be read now; try again"))
            return False
        return True

    def _do(self, job: Job, batch: Batch) -> Done:
        """A job's part of a batch. It is answered when the batch is in the log, a refusal too: what it was
        refused by may be the batch's own."""
        unit = Unit(batch)
        try:
            result = job.work(unit)
        except Refusal as refusal:
            before = batch.tx.answered(f"table:{job.table}", job.key, sure=True) if job.key else None
            if before is None:
                return Done(job, error=refusal)
            return Done(job, msgspec.json.decode(before, type=Answer))
        except SQLAlchemyError:
            raise  # the transaction is dead: the whole batch fails, and says so
        except Exception as error:
            log.exception("a job failed")
            return Done(job, error=error)
        batch.merge(unit)
        return Done(job, result)

    def _after(self, unit: Unit, table: str) -> None:
        """What follows every command: the next seed, and whatever waited for the round to end."""
        for hook in self.hooks:
            hook(unit, table)
        follow_up.electronic(unit, table, self.keys)

    def _snapshots(self, batch: Batch) -> None:
        """States saved now and then, so that loading costs what is new and not what there is."""
        for table, state in batch.states.items():
            hosted = batch.hosted(table)
            if state.version - hosted.snapshot_at >= follow_up.SNAPSHOT_EVERY and not state.bets_closed:
                save_snapshot(batch.tx, hosted.stream, state.version, state)
                batch.saved.add(table)
        self._links.snapshots(batch)

    def _committed(self, batch: Batch) -> None:
        """Only now is it true: put it in memory."""
        self._back()
        self.commits += 1
        self.events += len(batch.pending)
        self.tables |= batch.opened
        self.elsewhere -= batch.opened.keys()
        for table, secret in batch.secrets.items():
            self.tables[table].secret = secret
        self._links.committed(batch)
        for table, state in batch.states.items():
            hosted = self.tables[table]
            hosted.recent.extend(batch.transitions.get(table, ()))
            before, hosted.state = hosted.state, state
            if table in batch.saved:
                hosted.snapshot_at = state.version
            follow_up.set_deadline(hosted, batch.now, before)
        if batch.added("house"):
            for changed in self.house_changed:
                self._quietly(changed)

    def _publish(self, batch: Batch) -> None:
        """Tell everybody; whoever has asked for something was answered before."""
        for table, events in batch.transitions.items():
            for listener in self._listeners:
                self._quietly(listener, table, events)

    def _failed(self, jobs: list[Job], error: Exception) -> None:
        """Nothing of the batch may be believed: answer, and take up from what the log says."""
        if not self._gone(error):
            log.error("a batch was not committed: %s", error)
        refusal = error if isinstance(error, Refusal) else None
        for job in jobs:
            job.answer(error=refusal or Refusal("ledger_unavailable", "it was not recorded; try again"))
            hosted = self.tables.get(job.table)
            if hosted is not None:
                hosted.stale = True
                hosted.deadline = self.clock() + _RETRY_MS


def _of_one(error: Exception) -> bool:
    """Whether a batch failed for the sake of one job: another process has emptied its account, taken its
    table or used its key meanwhile. If the ledger itself fails, everybody's work does."""
    return isinstance(error, Refusal) and not error.code.startswith("ledger_")


def moved(table: str) -> Refusal:
    """What is answered for a table of another process."""
    return Refusal("table_moved", f"table {table} is run by another process now")
