"""The floor: every table of this process, one thread that commits, and timers for players who do not act.

Jobs arrive from any thread and are committed in batches (`commits`), so that a hundred tables share one
commit when the database is the slow part.
"""

import logging
import threading
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import Future
from functools import partial

import msgspec

from croupier.errors import Refusal
from croupier.floor.cluster.leases import Leases
from croupier.floor.cluster.ownership import Ownership
from croupier.floor.host import automation
from croupier.floor.host.batch import Unit
from croupier.floor.host.commits import Commits, Listener
from croupier.floor.host.hosted_table import Hosted, Settings, load
from croupier.floor.host.jobs import Answer, Job, Jobs, T, Work
from croupier.floor.host.outage import Outage
from croupier.jackpot.link import Link
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.table.commands import AnyAct

log: logging.Logger = logging.getLogger("croupier.floor")

TICK_MS = 250
"""How often the floor looks after its leases."""

_LOCK_MS, _LOCK_AT_START_MS = 10, 1000
"""How long a takeover waits for an owner that sleeps in a batch: while tables run here, and before."""


class Floor:
    """The tables of one process."""

    def __init__(
        self,
        ledger: Ledger,
        keys: Keys,
        *,
        owner: str,
        clock: Callable[[], int],
        timer: Callable[[], int] | None = None,
    ) -> None:
        self.ledger = ledger
        self.keys = keys
        self.clock = clock
        """The time that is recorded and shown, in milliseconds since 1970."""
        self.timer: Callable[[], int] = timer or clock
        """Milliseconds that only ever grow: deadlines go by it, for a clock may be set back."""
        self._apart = self.clock() - self.timer()
        self.tables: dict[str, Hosted] = {}
        self.jobs: Jobs = Jobs()
        self._ownership = Ownership(Leases(ledger, owner, clock), self.timer)
        self._outage = Outage()
        self._commits = Commits(ledger, keys, self.tables, self._ownership, self._outage, clock, self.timer)
        self._thread = threading.Thread(target=self._run, name="floor", daemon=True)
        self.every_second: list[Callable[[], None]] = []
        self.every_tick: list[Callable[[], None]] = []
        """Called on the floor's thread while it has time."""
        self._last_tick = self._last_second = 0
        self.leaving: bool = False
        """Whether another process is to run the tables: this one takes none over."""
        self.hooks: list[Callable[[Unit, str], None]] = []
        """Called after each command in its unit, such as for rules that take effect between rounds."""
        self.admit: list[Callable[[Unit, str, AnyAct], None]] = []
        """Called before a new command, not before its retry; each may refuse it."""
        self.house_changed: list[Callable[[], None]] = self._commits.house_changed
        """Called when the house's own stream has grown."""
        self.taken_over: list[Callable[[str], None]] = []
        """Called with the name of a table that was taken over."""

    # ------------------------------------------------------------------------------------- for everybody

    def start(self, tables: Iterable[tuple[str, Settings]] = ()) -> None:
        """Take over the tables that nobody runs, and start the thread."""
        self.take_over(tables)
        self._thread.start()

    def take_over(self, tables: Iterable[tuple[str, Settings]]) -> list[str]:
        """Take over those of these tables that nobody runs. A failed takeover does not stop the rest."""
        wanted = {name: settings for name, settings in tables if name not in self.tables}
        if not wanted or self.leaving:
            return []
        taken = []
        for name in self._ownership.free(wanted):
            try:
                if self.take_over_table(name, wanted[name], _LOCK_MS if self.alive else _LOCK_AT_START_MS):
                    taken.append(name)
            except Exception as error:
                code = error.code if isinstance(error, Refusal) else ""
                if code == "ledger_unavailable":
                    raise
                self._ownership.retry_later(name, code)
                log.error("cannot take over table %s: %s", name, error)
            if self._ownership.due():  # loading many tables must not cost those that run here
                self._outage.guard(self._renew)
        return taken

    def take_over_table(self, name: str, settings: Settings, patience_ms: int = 0) -> bool:
        """Take over a table and load it, unless another process runs it."""
        if not self._ownership.acquire(name, patience_ms):
            return False
        try:
            if settings.link:
                self._commits.links.load(self.ledger, settings.link)
            self.tables[name] = load(self.ledger, self.keys, name, settings)
        except BaseException:
            self._ownership.release(name)
            raise
        automation.set_deadline(self.tables[name], self.clock(), self.timer())
        self._ownership.acquired([name])
        for callback in self.taken_over:
            self._outage.guard(callback, name)
        return True

    def owner_of(self, table: str) -> str:
        """The process that runs a table now, by its lease; empty if none does."""
        return self._ownership.owner_of(table)

    @property
    def elsewhere(self) -> set[str]:
        """Tables that another process was found to run."""
        return self._ownership.elsewhere

    def tables_by_owner(self) -> dict[str, int]:
        """How many tables each process of the house runs now."""
        return self._ownership.held()

    def give(self, tables: Collection[str], owner: str) -> None:
        """On the floor's thread, between two batches: another process is to run these tables."""
        for name in tables:
            del self.tables[name]
        self._ownership.give(tables, owner)

    def hand_over(self) -> None:
        """Release every table after the batch in progress, in the middle of its round too."""
        self.leaving = True
        self.run(lambda unit: None)  # wakes the thread

    def look_now(self) -> None:
        """From any thread: look for free tables without waiting for the next tick."""
        self._last_tick = self.timer() - TICK_MS
        self.run(lambda unit: None)  # wakes the thread

    def stop(self) -> None:
        """Commit the jobs that wait, stop the thread and release every table."""
        self.jobs.stop()
        self._thread.join(timeout=30)
        self._ownership.release()

    def listen(self, listener: Listener) -> None:
        """Call a listener with the committed transitions of a table, on the floor's thread."""
        self._commits.listeners.append(listener)

    def run(self, work: Work[T], *, table: str = "") -> "Future[T]":
        """Do some work in the next batch."""
        future: Future[T] = Future()
        self.jobs.put(Job(work, future, table))
        return future

    def send(
        self, table: str, asked: AnyAct, *, by: str, role: str, version: int | None = None, key: str = ""
    ) -> "Future[Answer]":
        """A command to a table. A retry with the same key returns the first answer."""

        def act(unit: Unit) -> None:
            for admit in self.admit:
                admit(unit, table, asked)
            automation.take_command(unit, table, asked, by=by, role=role, version=version)
            self._after(unit, table)

        work = partial(_once, table, key, act)
        future: Future[Answer] = Future()
        self.jobs.put(Job(work, future, table, key, by if role == "player" else "", plain=True))
        return future

    def entropy(self, table: str, entropy: str, *, by: str, key: str = "") -> "Future[Answer]":
        """A seated player's entropy for the next shuffle. A retry with the same key adds nothing."""
        work = partial(_once, table, key, lambda unit: automation.add_entropy(unit, table, by, entropy))
        future: Future[Answer] = Future()
        self.jobs.put(Job(work, future, table, key))
        return future

    def vacate(self, table: str, seat: int, player: str) -> "Future[bool]":
        """Leave for a player who is gone, unless the seat has a wager; whether it was left."""

        def work(unit: Unit) -> bool:
            left = automation.vacate(unit, table, seat, player)
            if left:
                self._after(unit, table)
            return left

        return self.run(work, table=table)

    def set_absent(self, table: str, absent: frozenset[str], gone: frozenset[str]) -> "Future[None]":
        """Note the players whom bets do not wait for (absent), and whom decisions do not wait for (gone)."""

        def work(_unit: Unit) -> None:
            hosted = self.tables.get(table)
            if hosted is not None:
                hosted.absent, hosted.gone = absent, gone
                automation.set_deadline(hosted, self.clock(), self.timer(), hosted.state)

        return self.run(work, table=table)

    @property
    def links(self) -> dict[str, Link]:
        """The links of its tables, as they were last read."""
        return self._commits.links.known

    @property
    def commits(self) -> int:
        """Transactions committed so far."""
        return self._commits.count

    @property
    def events(self) -> int:
        """Events committed so far."""
        return self._commits.events

    @property
    def alive(self) -> bool:
        """Whether the floor's thread runs."""
        return self._thread.is_alive()

    # ---------------------------------------------------------------------------------------- the thread

    def _run(self) -> None:
        while self.turn(self.jobs.next_batch(self.patience())):
            pass

    def turn(self, jobs: list[Job]) -> bool:
        """One turn of the thread: commit these jobs and those that are due; whether to go on."""
        if not self.jobs.stopping:
            jobs += self._due()
        self.jobs.taken(len(jobs))
        if jobs:
            self._commits.commit(jobs)
        if self.leaving and self.tables:
            self._ownership.hand_over(tuple(self.tables))
            self.tables.clear()
        if self.jobs.stopping and not self.jobs.waiting:
            return False
        self._tick()
        return True

    def _tick(self) -> None:
        """Renew the leases when that is due, and run the other periodic work."""
        now = self.timer()
        if now - self._last_tick < TICK_MS:
            return
        self._last_tick = now
        if self._ownership.due():
            self._outage.guard(self._renew)
        for task in self.every_tick:
            self._outage.guard(task)
        if now - self._last_second < 1000:
            return
        self._last_second = now
        self._follow_clock()
        for task in self.every_second:
            self._outage.guard(task)

    def _follow_clock(self) -> None:
        """Adjust the shown deadlines after somebody has set the clock."""
        apart = self.clock() - self.timer()
        if abs(apart - self._apart) >= 1000:
            for hosted in list(self.tables.values()):
                if hosted.due is not None:
                    hosted.deadline = hosted.due + apart
        self._apart = apart

    def _renew(self) -> None:
        lost = self._ownership.renew()
        self._outage.over()
        self._commits.drop(lost)

    def patience(self) -> float:
        """Seconds until the next deadline, one tick at most so that leases are renewed."""
        now = self.timer()
        waits = [hosted.due - now for hosted in self.tables.values() if hosted.due is not None]
        return max(0, min([TICK_MS, *waits])) / 1000

    def _due(self) -> list[Job]:
        """Jobs for the tables whose deadline has passed."""
        now = self.timer()
        due = []
        for hosted in list(self.tables.values()):
            if hosted.due is not None and hosted.due <= now:
                hosted.wait_for_nothing()
                if hosted.stale:  # read it from the log; the player to act gets the full time again
                    due.append(Job(lambda unit: None, Future(), hosted.name))
                    continue
                work = automation.overdue(hosted.name, automation.question(hosted.state), self._after)
                due.append(Job(work, Future(), hosted.name, plain=True))
        return due

    def _after(self, unit: Unit, table: str) -> None:
        """After every command: work that waited for the end of the round, and the next shuffle."""
        for hook in self.hooks:
            hook(unit, table)
        automation.electronic(unit, table, self.keys)


def _once(table: str, key: str, act: Callable[[Unit], None], unit: Unit) -> Answer:
    """Act and store the answer; a used key returns its first answer."""
    known = unit.batch.tx.answered(f"table:{table}", key) if key else None
    if known is not None:
        return msgspec.json.decode(known, type=Answer)
    act(unit)
    answer = Answer(version=unit.state(table).version)
    if key:
        unit.batch.tx.answer(f"table:{table}", key, msgspec.json.encode(answer))
    return answer
