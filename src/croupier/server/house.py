"""The parts of a running server: floor, people, desks, counters and limits."""

import asyncio
import time
from dataclasses import dataclass, field

from anyio import CapacityLimiter

from croupier.errors import Refusal
from croupier.floor.cluster.replicas import Replicas
from croupier.floor.desks.cashier import stake_guest
from croupier.floor.host.batch import Unit
from croupier.floor.host.floor import Floor
from croupier.floor.people.people import People
from croupier.floor.people.sessions import Opened, Session
from croupier.floor.registry import adoption, changes
from croupier.floor.registry.registry import Registry
from croupier.floor.registry.settings import settings_of
from croupier.server.api.audit.verification import Verifying
from croupier.server.api.history.deals import Deals
from croupier.server.api.history.rounds import History
from croupier.server.api.practice.drills import Drills
from croupier.server.api.practice.scores import Scores
from croupier.server.api.sign_in import proof
from croupier.server.api.single_sign_on.provider import Provider
from croupier.server.api.watch.watcher import Watcher
from croupier.server.bounds.rate_limits import Buckets, Quota
from croupier.server.cluster.balance import Balance
from croupier.server.cluster.follower import Follower
from croupier.server.cluster.messages import AdoptVersion, ChangeSettings, OpenTable, TableChange
from croupier.server.cluster.owner import Owner
from croupier.server.cluster.relay import Relay
from croupier.server.http.health import Health
from croupier.server.http.metrics import Metrics
from croupier.server.live.connections import Connections
from croupier.server.live.fan_out import Hub
from croupier.server.live.tables import Tables
from croupier.server.live.vacant_seats import VacantSeats
from croupier.server.settings import Settings
from croupier.server.signing import Signer
from croupier.server.workers.pool import WorkerPool
from croupier.table import commands as c
from croupier.table.commands import AnyAct

PATIENCE = 30.0
"""Seconds that a thread waits for the floor."""
HASHED_AT_ONCE = 2
"""Passwords that are hashed at once, in threads of their own: a crowd at the door holds up nobody inside."""

LOOKED_UP_AT_ONCE = 8
"""Sessions that are looked up at once, in threads of their own: nobody's reading holds up a request."""
RULE_SECONDS = 5.0
"""After which a changed rule for second factors holds at every server."""
READ_AT_ONCE = 2
"""Long readings of the log, in threads of their own."""


@dataclass
class House:
    """Everything that a handler may need."""

    floor: Floor
    people: People
    registry: Registry
    settings: Settings
    named: Owner
    signer: Signer
    metrics: Metrics = field(default_factory=Metrics)
    provider: Provider | None = None
    """The OpenID Connect provider by which people sign in, if the house has one."""
    closing: bool = False
    """No more bets are taken: the server is about to stop."""

    def __post_init__(self) -> None:
        self.tables: Tables = Tables(self.floor, self._change)
        self.hub: Hub = Hub(self.floor, self.tables, self.metrics, self.settings.pending)
        self.connections: Connections = Connections(self.settings)
        self.seats: VacantSeats = VacantSeats(
            self.floor, self.people.sessions, self.connections, self.settings
        )
        self.metrics.watch(self.floor, lambda: self.connections.count)
        replicas = Replicas(self.floor.ledger, self.registry.tables, self.floor.tables)
        follower = Follower(self.floor, replicas, self.hub.publish)
        self.relay: Relay = Relay(
            self.floor, self.named.name, self.tables.perform, follower, self.connections.recheck
        )
        self.tables.others = self.relay
        if self.settings.balance:
            self.floor.every_tick.append(Balance(self.floor, self.relay))
        self.floor.admit.append(self._admit)
        self.by_address: Buckets = Buckets(self.settings.address)
        self.by_session: Buckets = Buckets(self.settings.session)
        self.at_the_door: Buckets = Buckets(self.settings.door)
        self.at_hold: asyncio.Lock = asyncio.Lock()
        self.hashing: CapacityLimiter = CapacityLimiter(HASHED_AT_ONCE)
        self.looking_up: CapacityLimiter = CapacityLimiter(LOOKED_UP_AT_ONCE)
        self.reading: CapacityLimiter = CapacityLimiter(READ_AT_ONCE)
        self.publishing: CapacityLimiter = CapacityLimiter(1)
        self.readings: Quota = Quota(self.settings.readings)
        self.health: Health = Health(self.floor.ledger)
        self.started: float = time.time()
        self._rule, self._rule_read = "", 0.0
        self.deals: Deals = Deals(self.floor.ledger)
        self.history: History = History(self.floor.ledger)
        quota = Quota(self.settings.readings)
        self.quick: WorkerPool = WorkerPool("quick", quota)
        self.slow: WorkerPool = WorkerPool("slow", quota)
        """For jobs of a second at most, and for jobs of up to a minute."""
        self.watcher: Watcher = Watcher(self.floor, self.slow)
        self.scores: Scores = Scores()
        self.drills: Drills = Drills(self.quick)
        self.at_export: asyncio.Lock = asyncio.Lock()
        self.verifying: Verifying | None = None

    def _change(self, unit: Unit, table: str, change: TableChange) -> object:
        """A desk's change at a table that runs here."""
        registry = self.registry
        match change:
            case OpenTable():
                self.check_open()
                return changes.open_table(unit, registry, table, change.actor, self.floor.keys).version
            case ChangeSettings():
                return changes.change_table(unit, registry, table, change.settings, change.actor)
            case AdoptVersion():
                return adoption.adopt_version(unit, registry, table, change.version, change.actor)

    def session_of(self, token: str, *, active: bool) -> Session:
        """The session of a token; the house's rule for second factors is read with it, now and then."""
        now = time.monotonic()
        if now - self._rule_read >= RULE_SECONDS:
            self._rule_read, self._rule = now, settings_of(self.floor.ledger).second_factor
        return self.people.sessions.use(token, active=active)

    def second_factor(self, session: Session) -> proof.State:
        """How a session stands with its second factor, by the house settings."""
        return proof.state_of(session, self._rule, secure=self.settings.secure)

    def reread_rule(self) -> None:
        """Read the rule for second factors again at the next request."""
        self._rule_read = 0.0

    def recheck(self, person: str = "") -> None:
        """Let the sockets of a person, or of everybody, look at once whether their sessions are still in
        force, at every server."""
        self.connections.recheck(person)
        self.relay.end_sessions(person)

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
            message = f"guests use staff pages only where every table is a demo table; {real[0]} is not"
            raise Refusal("demo_off", message)

    def _admit(self, unit: Unit, table: str, act: AnyAct) -> None:
        """On the floor's thread: refuse acts that begin a round while the server stops."""
        if isinstance(act, c.Bet | c.Sit):
            self.check_open()

    def check_open(self) -> None:
        """Refuse to begin work that a stopping server cannot finish."""
        if self.closing:
            raise Refusal("server_stopping", "the server is stopping and takes no bets; try again later")
