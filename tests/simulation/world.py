"""A simulated house: servers, players, disk and network, and the faults that a seed brings upon them."""

import asyncio
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from unittest import mock

from sqlalchemy import Connection

from croupier.errors import Refusal
from croupier.floor.cluster.leases import Leases
from croupier.floor.host import automation, link_reader
from croupier.floor.host.hosted_table import stored
from croupier.floor.host.jobs import Answer
from croupier.ledger.keys import Keys
from croupier.ledger.records import Record
from croupier.table.transition import Transition
from tests.simulation.clients import Client, Sent
from tests.simulation.clock import START_MS, MachineClock, VirtualLoop
from tests.simulation.disk import Disk
from tests.simulation.faults import Faults
from tests.simulation.ledger import ServerDied
from tests.simulation.network import Network
from tests.simulation.oracles import Seen, judge, meters
from tests.simulation.server import Server
from tests.simulation.template import DECISION_MS, TABLES, Template, seeded

SNAPSHOT_EVERY = 25
HEALED_SECONDS = 25.0
"""After the last fault: every table must have an owner, and play on."""


class World:
    """One simulation."""

    def __init__(self, seed: int, template: Template, directory: Path) -> None:
        self.seed = seed
        self.chance = Random(f"croupier {seed}")
        self.loop = VirtualLoop(self.chance)
        self.network = Network(self.loop, self.chance)
        self.keys: Keys = template.keys
        self.directory = directory
        shutil.copy(template.file, directory / "house.db")
        self.url = f"sqlite:///{directory / 'house.db'}"
        self.disk = Disk(directory)
        self.wagers = template.wagers
        self.furnished_at = template.position
        self.decision_seconds = DECISION_MS / 1000
        self.servers: dict[str, Server] = {}
        self.faults = Faults(self)
        self.wrong: list[str] = []
        self.seen = Seen(self.wrong)
        self.sent: dict[str, Sent] = {}
        self.answers: dict[str, set[int]] = {}
        self.refusals: dict[str, int] = {}
        self.refused_at: dict[str, float] = {}
        self.publications: dict[tuple[str, int], bytes] = {}
        self.committed_at: dict[bytes, float] = {}
        """By the hash of a record."""
        self.whispered: set[str] = set()
        self._names = 0
        self._trace = sha256()

    # --------------------------------------------------------------------------------------- the course

    def run(self) -> list[str]:
        """Run to the end; everything that was wrong."""
        asyncio.set_event_loop(self.loop)
        try:
            with _controlled(self):
                self.loop.run_until_complete(self._course())
                self.wrong += self._lively()
                self.wrong += meters(self)
            for server in tuple(self.servers.values()):
                server.die()
            return judge(self)
        finally:
            self.disk.remove()
            pending = asyncio.all_tasks(self.loop)
            for task in pending:
                task.cancel()
            self.loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
            asyncio.set_event_loop(None)
            self.loop.close()

    async def _course(self) -> None:
        for number in range(self.faults.servers):
            self.start(f"m{number}")
        clients = [Client(self, table, seat) for table in TABLES for seat in (1, 2)]
        tasks = [self.loop.create_task(each.play()) for each in clients]
        await self.faults.happen()
        self._healed_at = {table: self._version(table) for table in TABLES}
        until = self.loop.time() + HEALED_SECONDS
        while any(self._lively()) and self.loop.time() < until:
            await asyncio.sleep(0.5)
        for task in tasks:
            if task.done() and (error := task.exception()) is not None:
                raise error

    def _version(self, table: str) -> int:
        return max((version for name, version in self.publications if name == table), default=0)

    def _lively(self) -> Iterator[str]:
        for table, before in self._healed_at.items():
            running = [each for each in self.servers.values() if each.opened and not each.gone]
            owners = [each.owner for each in running if table in each.floor.tables]
            if len(owners) != 1:
                yield f"{table}: run by {owners} long after the last fault"
            if self._version(table) - before < 10:
                yield f"{table}: nothing happens long after the last fault"

    # ------------------------------------------------------------------------------------------ servers

    def start(self, machine: str, owner: str = "") -> None:
        """Start a server, under its former name if it may keep it."""
        if machine in self.servers and not self.servers[machine].gone:
            return
        self._names += 1
        clock = MachineClock(self.loop, *self.faults.clock())
        server = Server(self, machine, owner or f"{machine}.{self._names}", clock)
        self.servers[machine] = server
        server.start()

    def died(self, server: Server) -> None:
        """A server is gone: somebody starts it again."""
        self.note("died", server.owner)
        if self.loop.is_closed() or self.faults.over:
            if not self.faults.ended:
                self.loop.call_later(0.5, self.start, server.machine)
            return
        keeps_name = self.chance.random() < 0.5 and not self.disk.broken
        after = self.chance.uniform(0.2, 8.0)
        self.loop.call_later(after, self.start, server.machine, server.owner if keeps_name else "")

    def blackout(self) -> None:
        """The power is back: unsynced data is gone, and so are all servers."""
        for server in tuple(self.servers.values()):
            server.die()
        self.disk.lose_power(self.chance)
        self.note("blackout", "")

    # ---------------------------------------------------------------------------- reports of the servers

    def at_touch(self, server: Server) -> str:
        return self.faults.at_touch(server)

    def at_commit(self, server: Server) -> str:
        return self.faults.at_commit(server)

    def after_turn(self, server: Server) -> None:
        if server.gone:
            raise ServerDied

    def committing(self, records: Sequence[Record]) -> None:
        """Note the true time of records; of those that are not committed nobody asks."""
        for record in records:
            self.committed_at[record.hash] = self.loop.time()

    def committed(self, server: Server, records: Sequence[Record], connection: Connection) -> None:
        """A commit by a server: all of its tables must be its own."""
        touched = {
            name
            for kind, _, name in (record.stream.partition(":") for record in records)
            if kind in ("table", "fair")
        }
        if touched:
            rows = connection.exec_driver_sql("SELECT name, owner FROM table_leases").all()
            owners = dict(tuple(row) for row in rows)
            for name in sorted(touched):
                if owners.get(name) != server.owner:
                    self.wrong.append(f"{name}: {server.owner} commits, {owners.get(name)} owns it")
        self.note(server.owner, records[-1].hash.hex())

    def published(self, table: str, events: list[Transition]) -> None:
        """Events that a floor has published."""
        for each in events:
            body = stored(each.event)
            known = self.publications.setdefault((table, each.version), body)
            if known != body:
                self.wrong.append(f"{table} {each.version}: published twice, differently")

    def answered(self, key: str, answer: Answer) -> None:
        """A client has an answer to a key."""
        self.answers.setdefault(key, set()).add(answer.version)
        self.note(key, str(answer.version))

    def refused(self, key: str, refusal: Refusal, asked_at: float) -> None:
        """A client has a refusal of what it sent then."""
        self.refused_at[key] = asked_at
        self.refusals[refusal.code] = self.refusals.get(refusal.code, 0) + 1
        self.note(key, refusal.code)
        if refusal.code in ("already_answered", "server_error", "books_unbalanced"):
            self.wrong.append(f"key {key}: {refusal.code}: {refusal.message}")

    def note(self, *words: str) -> None:
        """Everything that happens, in its order, for the digest of the run."""
        self._trace.update(f"{self.loop.time():.6f} {' '.join(words)}\n".encode())

    @property
    def digest(self) -> str:
        """Equal runs have equal digests."""
        return self._trace.hexdigest()[:16]


@contextmanager
def _controlled(world: World) -> Iterator[None]:
    """All chance comes from the seed, and leases go by the database's clock, as on PostgreSQL."""

    def database_now(leases: Leases) -> str:
        return str(START_MS + int(world.loop.time() * 1000))

    with ExitStack() as patches:
        patches.enter_context(seeded(str(world.seed)))
        for target, name, value in (
            (Leases, "_now", database_now),
            (automation, "SNAPSHOT_EVERY", SNAPSHOT_EVERY),
            (link_reader, "SNAPSHOT_EVERY", SNAPSHOT_EVERY),
        ):
            patches.enter_context(mock.patch.object(target, name, value))
        yield
