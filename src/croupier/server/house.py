"""What a running server has in its hands: floor, people, desks, its own counters and bounds."""

import asyncio
import time
from concurrent.futures import Future
from dataclasses import dataclass, field

from anyio import CapacityLimiter

from croupier.errors import Refusal
from croupier.floor.cluster.replicas import Following
from croupier.floor.desks.cashier import stake_guest
from croupier.floor.host.batch import Unit
from croupier.floor.host.floor import Floor
from croupier.floor.people.people import People
from croupier.floor.people.sessions import Opened
from croupier.floor.registry import adoption, changes
from croupier.floor.registry.registry import Registry
from croupier.server.api.audit.verification import Verifying
from croupier.server.api.history.deals import Deals
from croupier.server.api.history.rounds import History
from croupier.server.api.practice.drills import Drills
from croupier.server.api.practice.scores import Scores
from croupier.server.cluster.messages import AdoptAtDesk, AtDesk, ChangeAtDesk, OpenAtDesk
from croupier.server.cluster.owner import Owner
from croupier.server.cluster.relay import Relay
from croupier.server.http.health import Health
from croupier.server.http.metrics import Metrics
from croupier.server.http.rate_limits import Buckets
from croupier.server.live.connections import Lines
from croupier.server.live.fan_out import Hub
from croupier.server.settings import Settings
from croupier.server.workers.pool import Bench
from croupier.table import commands as c
from croupier.table.commands import AnyAct

PATIENCE = 30.0
"""Seconds that a thread waits for the floor."""
HASHED_AT_ONCE = 2
"""Passwords that are hashed at once, in threads of their own: a crowd at the door holds up nobody inside."""


@dataclass
class House:
    """Everything that a handler may need."""

    floor: Floor
    people: People
    registry: Registry
    settings: Settings
    named: Owner
    metrics: Metrics = field(default_factory=Metrics)
    closing: bool = False
    """No more bets are taken: the server is about to stop."""

    def __post_init__(self) -> None:
        self.hub = Hub(self.floor, self.metrics, self.settings.pending)
        following = Following(self.floor.ledger, self.registry.tables, self.floor.tables)
        self.relay = Relay(self.floor, following, self.named.name, self.hub.heard)
        self.floor.admit.append(self._admit)
        self.relay.desk = self._at_desk
        self.hub.elsewhere = self.relay.hosted
        self.by_address = Buckets(self.settings.address)
        self.by_session = Buckets(self.settings.session)
        self.at_the_door = Buckets(self.settings.door)
        self.at_hold = asyncio.Lock()
        self.hashing = CapacityLimiter(HASHED_AT_ONCE)
        self.health = Health(self.floor.ledger)
        self.started = time.time()
        self.lines = Lines(self.metrics, self.settings)
        self.relay.ended = self.lines.recheck
        self.deals = Deals(self.floor.ledger)
        self.history = History(self.floor.ledger)
        self.quick, self.slow = Bench("quick"), Bench("slow")
        """For what takes a second at most, and for what may take a minute."""
        self.scores = Scores()
        self.drills = Drills(self.quick)
        self.at_export = asyncio.Lock()
        self.verifying: Verifying | None = None

    def _at_desk(self, table: str, act: AtDesk) -> "Future[object]":
        """What a desk asks of a table that runs here."""
        registry, keys = self.registry, self.floor.keys

        def work(unit: Unit) -> object:
            match act:
                case OpenAtDesk():
                    self.check_open()
                    return changes.open_table(unit, registry, table, act.actor, keys).version
                case ChangeAtDesk():
                    return changes.change_table(unit, registry, table, act.settings, act.actor)
                case AdoptAtDesk():
                    return adoption.adopt_version(unit, registry, table, act.version, act.actor)

        return self.floor.run(work, table=table)

    def recheck(self, person: str = "") -> None:
        """Let the sockets of a person, or of everybody, look at once whether their sessions are still in
        force, at every server."""
        self.lines.recheck(person)
        self.relay.sessions_ended(person)

    def admit_guest(self, address: str) -> Opened:
        """A guest of the demo, with play money to start with."""
        opened = self.people.demo_guest(address)
        self.floor.run(lambda unit: stake_guest(unit, opened.session.person)).result(PATIENCE)
        return opened

    def admit_staff(self, address: str, role: str) -> Opened:
        """A guest who tries the pages of the staff, in a house where nothing but the demo is at stake."""
        self.check_demo_alone()
        return self.people.demo_guest(address, role)

    def check_demo_alone(self) -> None:
        """Refuse guests the pages of the staff where a table is not the demo's."""
        real = sorted(name for name, settings in self.registry.tables() if not settings.demo)
        if real:
            message = f"guests try the staff's pages where every table is the demo's; {real[0]} is not"
            raise Refusal("demo_off", message)

    def _admit(self, unit: Unit, table: str, asked: AnyAct) -> None:
        """On the floor's thread: what begins a round is refused while the server stops."""
        if isinstance(asked, c.Bet | c.Sit):
            self.check_open()

    def check_open(self) -> None:
        """Refuse what would begin something that a stopping server cannot end."""
        if self.closing:
            raise Refusal("closing", "the server is stopping: no bets are taken; it will be back")
