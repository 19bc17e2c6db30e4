"""What a running server has in its hands: floor, people, desks, its own counters and bounds."""

import asyncio
import time
from dataclasses import dataclass, field

from croupier.errors import Refusal
from croupier.floor.cashier import stake_guest
from croupier.floor.host import Floor
from croupier.floor.jackpot_desk import TAX_FORM
from croupier.floor.people import People
from croupier.floor.registry import Registry
from croupier.floor.sessions import Opened
from croupier.server.deals import Deals
from croupier.server.hub import Hub
from croupier.server.limits import Buckets
from croupier.server.lines import Lines
from croupier.server.metrics import Metrics
from croupier.server.owner import Owner
from croupier.server.settings import Settings

PATIENCE = 30.0
"""Seconds that a thread waits for the floor."""


@dataclass
class House:
    """Everything that a handler may need."""

    floor: Floor
    people: People
    registry: Registry
    settings: Settings
    named: Owner
    tax_form: int = TAX_FORM
    """Cents from which a slip is marked for a tax form: the operator's setting."""
    metrics: Metrics = field(default_factory=Metrics)
    closing: bool = False
    """No more bets are taken: the server is about to stop."""

    def __post_init__(self) -> None:
        self.hub = Hub(self.floor, self.metrics, self.settings.pending)
        self.by_address = Buckets(self.settings.address)
        self.by_session = Buckets(self.settings.session)
        self.at_the_door = Buckets(self.settings.door)
        self.at_hold = asyncio.Lock()
        self.started = time.time()
        self.lines = Lines(self.metrics, self.settings)
        self.deals = Deals(self.floor.ledger)

    def recheck(self, person: str) -> None:
        """Let the sockets of a person look at once whether their sessions are still in force."""
        self.lines.recheck(person)

    def admit_guest(self, address: str) -> Opened:
        """A guest of the demo, with play money to start with."""
        opened = self.people.demo_guest(address)
        self.floor.run(lambda unit: stake_guest(unit, opened.session.person)).result(PATIENCE)
        return opened

    def check_open(self) -> None:
        """Refuse what would begin something that a stopping server cannot end."""
        if self.closing:
            raise Refusal("closing", "the server is stopping: no bets are taken; it will be back")
