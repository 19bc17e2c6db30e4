"""A thread that keeps the replicas of other servers' tables up to date, and hands their events to fan-out."""

import asyncio
import logging
import threading
from collections.abc import Callable, Collection, Mapping

from croupier.errors import Refusal
from croupier.floor.cluster.replicas import Replicas
from croupier.floor.host.floor import Floor
from croupier.table.transition import Transition

log: logging.Logger = logging.getLogger("croupier.server")

POLL_SECONDS = 1.0
"""How often the log is read without a message to do so."""
_CATCH_UP_SECONDS = 1.0


class Follower:
    """Reads the log when an owner reports a commit, and now and then without."""

    def __init__(
        self, floor: Floor, replicas: Replicas, publish: Callable[[str, list[Transition]], None]
    ) -> None:
        self.replicas = replicas
        self._floor = floor
        self._publish = publish
        self._deadlines: dict[str, tuple[int, int | None]] = {}
        """By table, the last report of its owner: version and deadline."""
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread."""
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="follower", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Stop the thread and wait for it."""
        self._stopping.set()
        self._wake.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    def report(self, tables: Mapping[str, tuple[int, int | None]]) -> None:
        """An owner has committed."""
        self._deadlines |= tables
        self._wake.set()

    async def catch_up_to(self, table: str, version: int) -> None:
        """Wait until the replica of a table has a version, a second at most."""
        self._wake.set()
        end = asyncio.get_running_loop().time() + _CATCH_UP_SECONDS
        while asyncio.get_running_loop().time() < end:
            replica = self.replicas.tables.get(table)
            if replica is None or replica.state.version >= version:
                return
            await asyncio.sleep(0.003)

    def leave(self) -> None:
        """This server is about to hand its tables over: follow them from now on."""
        self.replicas.leaving = True
        self._catch_up()

    def follow_too(self, tables: Collection[str]) -> None:
        """This server is about to give these tables away."""
        wanted = frozenset(tables)
        if self.replicas.too != wanted:
            self.replicas.too = wanted
            self._wake.set()

    def taken_over(self, table: str) -> None:
        """On the floor's thread: this server runs a table that it has followed until now."""
        hosted = self._floor.tables[table]
        events = self.replicas.release(table)
        if events and not hosted.recent and events[-1].version == hosted.state.version:
            hosted.recent.extend(events)
        self._publish(table, events)

    def _run(self) -> None:
        failed = False
        while not self._stopping.is_set():
            try:
                self._catch_up()
                failed = False
            except Refusal as refusal:
                if not failed:
                    log.warning("cannot follow the tables of other servers: %s", refusal.message)
                failed = True
            except Exception:
                log.exception("following the tables of other servers failed")
            self._wake.wait(POLL_SECONDS)
            self._wake.clear()

    def _catch_up(self) -> None:
        found = self.replicas.catch_up()
        for replica in tuple(self.replicas.tables.values()):
            version, deadline = self._deadlines.get(replica.name, (-1, None))
            if version == replica.state.version:
                replica.deadline = deadline
        for table, events in found.items():
            self._publish(table, events)
