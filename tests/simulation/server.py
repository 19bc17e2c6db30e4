"""One simulated server: the product's floor, registry, relay, replicas and fan-out, without their threads."""

import asyncio
import queue
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from litestar.channels import ChannelsPlugin
from sqlalchemy import Connection

from croupier.errors import Refusal
from croupier.floor.cluster.replicas import Replicas
from croupier.floor.host.floor import Floor
from croupier.floor.host.jobs import Answer, Job, Jobs
from croupier.floor.registry import attachment
from croupier.floor.registry.registry import Registry
from croupier.ledger.records import Record
from croupier.server.cluster.balance import Balance
from croupier.server.cluster.follower import POLL_SECONDS, Follower
from croupier.server.cluster.relay import Relay
from croupier.server.http.metrics import Metrics
from croupier.server.live.fan_out import Hub
from croupier.server.live.tables import Tables
from croupier.server.opening import TakeOver
from tests.simulation.clock import MachineClock
from tests.simulation.ledger import ServerDied, SimulatedLedger
from tests.simulation.network import SimulatedChannels

if TYPE_CHECKING:
    from tests.simulation.world import World


class _Jobs(Jobs):
    """The floor's queue, which wakes a turn instead of a thread."""

    def __init__(self, wake: Callable[[], None]) -> None:
        super().__init__()
        self._wake = wake

    def put(self, job: Job) -> None:
        super().put(job)
        self._wake()

    def next_batch(self, seconds: float) -> list[Job]:
        """The waiting jobs."""
        jobs: list[Job] = []
        while True:
            try:
                job = self._queue.get_nowait()
            except queue.Empty:
                return jobs
            if job is not None:
                jobs.append(job)


class _Floor(Floor):
    """The floor without its thread."""

    def start(self, tables: Any = ()) -> None:
        self.take_over(tables)

    @property
    def alive(self) -> bool:
        return True


class _Wake:
    """The follower's event, which wakes a turn instead of a thread."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.set = wake


class _Follower(Follower):
    """The follower without its thread."""

    def start(self) -> None: ...

    async def stop(self) -> None: ...

    def turn(self) -> None:
        """One turn of the thread."""
        self._catch_up()


class Server:
    """A server from its start to its death. A restart is another one."""

    def __init__(self, world: "World", machine: str, owner: str, clock: MachineClock) -> None:
        self.world, self.machine, self.owner, self.clock = world, machine, owner, clock
        self.dead = self.opened = False
        self.frozen_until = 0.0
        self._turn_at: asyncio.TimerHandle | None = None
        self._follow_at: asyncio.TimerHandle | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.ledger = SimulatedLedger(world.url, world.keys, self)
        self._waiting: set[Future[Any]] = set()

    def start(self) -> None:
        """Start as `open_house` does; dies if the ledger is unavailable, as a server does."""
        try:
            self._open()
        except (ServerDied, Refusal):
            self.die()

    def _open(self) -> None:
        registry = Registry.read(self.ledger)
        self.floor = floor = _Floor(
            self.ledger, self.world.keys, owner=self.owner, clock=self.clock.now, timer=self.clock.timer
        )
        floor.jobs = _Jobs(lambda: self._turn_in(self.world.chance.uniform(0.0, 0.004)))
        attachment.attach(floor, registry)
        floor.every_tick.append(TakeOver(floor, registry))
        floor.listen(self.world.published)
        floor.start(registry.tables())
        self.tables = Tables(floor, _no_change)
        self.hub = Hub(floor, self.tables, Metrics(), 64)
        replicas = Replicas(self.ledger, registry.tables, floor.tables)
        self.follower = _Follower(floor, replicas, self.hub.publish)
        self.follower._wake = _Wake(lambda: self._follow_in(0.001))  # type: ignore[assignment]
        self.relay = Relay(floor, self.owner, self.tables.perform, self.follower, lambda person: None)
        self.relay.has_channel = True
        self.tables.others = self.relay
        if self.world.faults.balance:
            floor.every_tick.append(Balance(floor, self.relay))
        self.channels = SimulatedChannels(self.world.network, self.machine)
        self.hub.run_on(self.world.loop)
        self._tasks.append(self.world.loop.create_task(self._talk()))
        self.opened = True
        self._turn_in(0.0)
        self._follow_in(0.0)

    async def _talk(self) -> None:
        async with (
            ChannelsPlugin(self.channels, arbitrary_channels_allowed=True) as channels,
            self.relay.running(channels),
        ):
            await asyncio.get_running_loop().create_future()

    # ------------------------------------------------------------------------------------------- turns

    def _turn_in(self, seconds: float) -> None:
        at = max(self.world.loop.time() + seconds, self.frozen_until)
        if self._turn_at is None or self._turn_at.when() > at:
            if self._turn_at is not None:
                self._turn_at.cancel()
            self._turn_at = self.world.loop.call_at(at, self._turn)

    def _turn(self) -> None:
        self._turn_at = None
        if self._rests(self._turn_in):
            return
        try:
            self.floor.turn(self.floor.jobs.next_batch(0))
            self.world.after_turn(self)
        except ServerDied:
            self.die()
            return
        if not self.dead:
            self._turn_in(self.floor.patience() / self.clock.rate)

    def _follow_in(self, seconds: float) -> None:
        at = max(self.world.loop.time() + seconds, self.frozen_until)
        if self._follow_at is None or self._follow_at.when() > at:
            if self._follow_at is not None:
                self._follow_at.cancel()
            self._follow_at = self.world.loop.call_at(at, self._follow)

    def _follow(self) -> None:
        self._follow_at = None
        if self._rests(self._follow_in):
            return
        try:
            self.follower.turn()
        except Refusal:
            pass
        except ServerDied:
            self.die()
            return
        self._follow_in(POLL_SECONDS)

    def _rests(self, again: Callable[[float], None]) -> bool:
        if self.gone:
            return True
        if self.world.loop.time() < self.frozen_until:
            again(0.0)
            return True
        return False

    def freeze(self, seconds: float) -> None:
        """The machine sleeps: it runs nothing and hears nothing, and notices nothing of it."""
        self.frozen_until = self.channels.thawed_at = self.world.loop.time() + seconds

    # ------------------------------------------------------------------------------------------ its fate

    @property
    def gone(self) -> bool:
        """Dead, or without power."""
        return self.dead or self.world.disk.broken

    def touch(self) -> str:
        if self.gone:
            raise ServerDied
        return self.world.at_touch(self)

    def at_commit(self) -> str:
        if self.gone:
            raise ServerDied
        return self.world.at_commit(self)

    def committing(self, records: Sequence[Record]) -> None:
        self.world.committing(records)

    def committed(self, records: Sequence[Record], connection: Connection) -> None:
        self.world.committed(self, records, connection)

    def die(self) -> None:
        """The process ends here, in the middle of anything."""
        if self.dead:
            return
        self.dead = True
        for handle in (self._turn_at, self._follow_at):
            if handle is not None:
                handle.cancel()
        if hasattr(self, "relay"):
            self.relay._loop = None
            self.relay._channels = None
            for task in self.relay._tasks:
                task.cancel()
            self.hub.run_on(None)
            self.world.network.silence(self.channels)
        for task in self._tasks:
            task.cancel()
        self.ledger.close()
        self.world.died(self)

    def stop(self) -> None:
        """A planned stop: waiting jobs are committed and the leases are released."""
        try:
            self.floor.jobs.stop()
            while self.floor.turn(self.floor.jobs.next_batch(0)):
                pass
            self.floor._ownership.release()
        except ServerDied:
            pass
        self.die()

    # ---------------------------------------------------------------------------------------- commands

    def take(self, work: Callable[[], "Future[Answer]"], answer: Callable[[object], None]) -> None:
        """A client's message has come; its answer leaves when there is one, and the server lives."""
        if self.gone:
            return
        if self.world.loop.time() < self.frozen_until:
            self.world.loop.call_at(self.frozen_until, self.take, work, answer)
            return
        try:
            future = work()
        except Refusal as refusal:
            answer(refusal)
            return
        except ServerDied:
            return
        self._waiting.add(future)

        def done(future: "Future[Answer]") -> None:
            self._waiting.discard(future)
            if not self.gone:
                answer(future.exception() or future.result())

        future.add_done_callback(done)


def _no_change(unit: Any, table: str, change: Any) -> object:
    raise AssertionError("nobody changes tables here")
