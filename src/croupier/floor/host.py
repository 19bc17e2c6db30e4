"""The floor: every table of this process, one thread that commits, and timers for those who do not act.

Work arrives from any thread and is done in batches, a transaction a batch: decide, append, commit, and only
then publish. What was not committed was never shown; what was shown is committed. One batch at a time means
that a hundred tables share one commit when the database is the slow part.
"""

import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, InvalidStateError
from typing import Any, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from croupier.errors import Refusal
from croupier.floor import follow_up
from croupier.floor.hosted import Hosted, Seen, Settings, load
from croupier.floor.leases import Leases
from croupier.floor.links_read import Links
from croupier.floor.unit import Batch, Unit
from croupier.jackpot.link import Link
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.table.commands import AnyAct
from croupier.table.seen import seen
from croupier.table.state import Viewer
from croupier.table.view import View, view

log = logging.getLogger("croupier.floor")

T = TypeVar("T")
Work = Callable[[Unit], T]
Listener = Callable[[str, list[Seen]], None]

_MOST = 256
"""Jobs in a batch."""

_RETRY_MS = 1000


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of a command: the version that the table is at then. A refusal is raised instead."""

    version: int


class _Job:
    __slots__ = ("future", "key", "player", "table", "work")

    def __init__(
        self, work: Work[Any], future: "Future[Any]", table: str, key: str = "", player: str = ""
    ) -> None:
        self.work = work
        self.future = future
        self.table = table
        self.key = key
        self.player = player

    def answer(self, result: object = None, error: Exception | None = None) -> None:
        """Answer once; who asked may have gone away."""
        with contextlib.suppress(InvalidStateError):
            if error is not None:
                self.future.set_exception(error)
            else:
                self.future.set_result(result)


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
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="floor", daemon=True)
        self.every_second: list[Callable[[], None]] = []
        """Called on the floor's thread while it has time."""
        self._last_tick = 0
        self.hooks: list[Callable[[Unit, str], None]] = []
        """Called after each command in its unit, such as for rules that take effect between rounds."""
        self.house_changed: list[Callable[[], None]] = []
        """Called when the house's own stream has grown."""
        self.commits = self.events = 0
        self.elsewhere: set[str] = set()
        """Tables that another process was found to run."""
        self.adopted: list[Callable[[str], None]] = []
        """Called with the name of a table that was taken over."""
        self._away = 0
        """Failures of the ledger since it was last heard of."""

    # ------------------------------------------------------------------------------------- for everybody

    def start(self, tables: Iterable[tuple[str, Settings]] = ()) -> None:
        """Load what this process owns and begin."""
        for name, settings in tables:
            self.adopt(name, settings)
        self._thread.start()

    def adopt(self, name: str, settings: Settings) -> bool:
        """Take a table over, if nobody else owns it."""
        if not self._leases.acquire(name):
            self.elsewhere.add(name)
            return False
        if settings.link:
            self._links.load(self.ledger, settings.link)
        self.tables[name] = load(self.ledger, self.keys, name, settings)
        follow_up.set_deadline(self.tables[name], self.clock())
        self.elsewhere.discard(name)
        for told in self.adopted:
            self._quietly(told, name)
        return True

    def owner_of(self, table: str) -> str:
        """The process that runs a table now, as its lease says; empty if none does."""
        return self._leases.owner_of(table)

    def stop(self) -> None:
        """Finish what has been asked for, then end."""
        self._stopping.set()
        self._jobs.put(None)
        self._thread.join(timeout=30)
        self._leases.release_all()

    def listen(self, listener: Listener) -> None:
        """Be told of committed events, on the floor's thread."""
        self._listeners.append(listener)

    def run(self, work: Work[T], *, table: str = "") -> "Future[T]":
        """Do something in the next batch."""
        future: Future[T] = Future()
        self._jobs.put(_Job(work, future, table))
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
            follow_up.ask(unit, table, asked, by=by, role=role, version=version)
            self._after(unit, table)
            answer = Answer(version=unit.state(table).version)
            if key:
                unit.batch.tx.answer(f"table:{table}", key, msgspec.json.encode(answer))
            return answer

        future: Future[Answer] = Future()
        self._jobs.put(_Job(work, future, table, key, by if role == "player" else ""))
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

    @property
    def waiting(self) -> int:
        """Jobs that no batch has taken yet."""
        return self._jobs.qsize()

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
            (each.version, seen(each.event, viewer, each.state)) for each in recent if each.version > version
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
            jobs = self._gather()
            if jobs:
                self._commit(jobs)
            if self._stopping.is_set() and self._jobs.empty():
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
        with self.ledger.transaction() as tx:
            lost = self._leases.hold(tx, self.tables)
        self._back()
        self._drop(lost)

    def _drop(self, tables: Iterable[str]) -> None:
        for name in tables:
            log.warning("table %s is run by another process now", name)
            self._leases.forget(name)
            self.elsewhere.add(name)
            del self.tables[name]

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
            log.error("the ledger failed: %s", error.message)
        self._away += 1
        return True

    def _back(self) -> None:
        if self._away:
            log.warning("the ledger works again; failures meanwhile: %d", self._away)
            self._away = 0

    def _gather(self) -> list[_Job]:
        """What has been asked for, and what is due."""
        jobs: list[_Job] = []
        try:
            first = self._jobs.get(timeout=self._patience())
            while True:
                if first is not None:
                    jobs.append(first)
                if len(jobs) >= _MOST:
                    break
                first = self._jobs.get_nowait()
        except queue.Empty:
            pass
        if not self._stopping.is_set():
            jobs += self._due()
        return jobs

    def _patience(self) -> float:
        """Seconds until the next deadline, half a second at most so that leases are renewed."""
        now = self.clock()
        waits = [hosted.deadline - now for hosted in self.tables.values() if hosted.deadline is not None]
        return min(0.5, max(0, min(waits, default=500)) / 1000)

    def _due(self) -> list[_Job]:
        now = self.clock()
        due = []
        for hosted in list(self.tables.values()):
            if hosted.deadline is not None and hosted.deadline <= now:
                hosted.deadline = None
                if hosted.stale:  # read it again; whoever is to act has their time anew
                    due.append(_Job(lambda unit: None, Future(), hosted.name))
                    continue
                work = follow_up.overdue(hosted.name, hosted.state.version, self._after)
                due.append(_Job(work, Future(), hosted.name))
        return due

    def _commit(self, asked: list[_Job]) -> None:
        jobs = [job for job in asked if self._ready(job)]
        answers: list[tuple[_Job, Any]] = []
        batch: Batch | None = None
        try:
            with self.ledger.transaction() as tx:
                batch = Batch(tx, self.tables, lambda name: self._links.fresh(tx, name), self.clock())
                ours = {job.table for job in jobs if job.table in self.tables}
                lost = self._leases.hold(tx, ours)
                batch.expect(
                    ours - lost,
                    ((job.table, job.key) for job in jobs if job.key),
                    (job.player for job in jobs if job.player),
                )
                for job in jobs:
                    if job.table in lost or job.table in self.elsewhere:
                        job.answer(error=moved(job.table))
                    else:
                        self._do(job, batch, answers)
                for name in batch.opened:
                    if not self._leases.take(tx, name):
                        raise moved(name)
                batch.flush()
                self._snapshots(batch)
        except Exception as error:
            self._failed(jobs, error)
            return
        self._drop(lost)
        self._committed(batch)
        for job, answer in answers:
            job.answer(answer)
        for job in jobs:
            hosted = self.tables.get(job.table)
            if hosted is not None and hosted.deadline is None:
                follow_up.set_deadline(hosted, batch.now)
        self._publish(batch)

    def _ready(self, job: _Job) -> bool:
        """A table that lost a batch is read again before it is used."""
        hosted = self.tables.get(job.table)
        if hosted is None or not hosted.stale:
            return True
        try:
            self.tables[job.table] = load(self.ledger, self.keys, hosted.name, hosted.settings)
        except Exception as error:
            hosted.deadline = self.clock() + _RETRY_MS
            job.answer(error=Refusal("ledger_unavailable", f"the ledger cannot be read: {error}"))
            return False
        return True

    def _do(self, job: _Job, batch: Batch, answers: list[tuple[_Job, Any]]) -> None:
        unit = Unit(batch)
        try:
            answers.append((job, job.work(unit)))
        except Refusal as refusal:
            job.answer(error=refusal)
        except SQLAlchemyError:
            raise  # the transaction is dead: the whole batch fails, and says so
        except Exception as error:
            log.exception("a job failed")
            job.answer(error=error)
        else:
            batch.merge(unit)

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
                batch.tx.save_snapshot(hosted.stream, state.version, msgspec.json.encode(state))
                hosted.snapshot_at = state.version
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
            hosted.recent.extend(batch.seen.get(table, ()))
            hosted.state = state
            follow_up.set_deadline(hosted, batch.now)
        if batch.added("house"):
            for changed in self.house_changed:
                self._quietly(changed)

    def _publish(self, batch: Batch) -> None:
        """Tell everybody; whoever has asked for something was answered before."""
        for table, events in batch.seen.items():
            for listener in self._listeners:
                self._quietly(listener, table, events)

    def _failed(self, jobs: list[_Job], error: Exception) -> None:
        """Nothing of the batch may be believed: answer, and take up from what the log says."""
        if not self._gone(error):
            log.error("a batch was not committed: %s", error)
        refusal = error if isinstance(error, Refusal) else None
        for job in jobs:
            job.answer(error=refusal or Refusal("ledger_unavailable", f"not recorded: {error}"))
            hosted = self.tables.get(job.table)
            if hosted is not None:
                hosted.stale = True
                hosted.deadline = self.clock() + _RETRY_MS
        self._links.forget()


def moved(table: str) -> Refusal:
    """What is answered for a table of another process."""
    return Refusal("table_moved", f"table {table} is run by another process now")
