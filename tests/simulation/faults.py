"""The faults of a simulation, as its seed decides them: each with its target and time."""

import asyncio
from typing import TYPE_CHECKING

from tests.simulation.ledger import ServerDied
from tests.simulation.network import Weather
from tests.simulation.server import Server

if TYPE_CHECKING:
    from tests.simulation.world import World

QUIET = Weather()


class Faults:
    """The faults of one seed."""

    def __init__(self, world: "World") -> None:
        self._world = world
        chance = world.chance
        self.servers = chance.choice((1, 2, 2, 3))
        self.balance = chance.random() < 0.6
        """Whether servers give tables to those that run fewer."""
        self.seconds = chance.uniform(3.0, chance.choice((9.0, 9.0, 9.0, 40.0)))
        self.over = False
        """No more faults: everybody is to recover."""
        self.ended = False
        self._outage = 0.0
        """The chance that a use of the database fails now."""
        self._uncertain = 0.0
        self._doom: dict[str, str] = {}
        """By server, where it dies at its next commit."""
        self.counts: dict[str, int] = {}

    def clock(self) -> tuple[int, float]:
        """The skew and the rate of a machine's clock."""
        chance = self._world.chance
        return chance.choice((0, 0, chance.randrange(-90_000, 90_000))), chance.uniform(0.95, 1.05)

    async def happen(self) -> None:
        """All faults, one after the other."""
        chance, loop = self._world.chance, self._world.loop
        kinds = (
            self._weather,
            self._crash,
            self._doomed,
            self._freeze,
            self._cut,
            self._set_clock,
            self._unavailable,
            self._power,
            self._restart,
        )
        while loop.time() < self.seconds:
            await asyncio.sleep(chance.expovariate(1 / 1.5))
            kind = chance.choice(kinds)
            kind()
            name = kind.__name__.removeprefix("_")
            self.counts[name] = self.counts.get(name, 0) + 1
            self._world.note("fault", name)
        self.over = True
        self._world.network.weather = QUIET
        self._world.network.cut.clear()
        self._outage = self._uncertain = 0.0
        self._doom.clear()
        await asyncio.sleep(4.0)  # what was on its way arrives

    # --------------------------------------------------------------------------------------- the kinds

    def _weather(self) -> None:
        chance = self._world.chance
        self._world.network.weather = Weather(
            slowest=chance.choice((0.02, 0.2, 1.0, 3.5)),
            lost=chance.choice((0.0, 0.05, 0.3)),
            doubled=chance.choice((0.0, 0.1, 0.5)),
        )

    def _crash(self) -> None:
        self._somebody().die()

    def _doomed(self) -> None:
        self._doom[self._somebody().machine] = self._world.chance.choice(("die before", "die after"))

    def _freeze(self) -> None:
        server = self._somebody()
        if server.opened:
            server.freeze(self._world.chance.uniform(0.5, 5.0))

    def _cut(self) -> None:
        world = self._world
        names = sorted(world.servers)
        if world.network.cut:
            world.network.cut.clear()
        elif len(names) > 1:
            world.network.cut.add(frozenset(world.chance.sample(names, 2)))

    def _set_clock(self) -> None:
        self._somebody().clock.skew_ms += self._world.chance.choice((-3_600_000, -5_000, 5_000, 60_000))

    def _unavailable(self) -> None:
        chance = self._world.chance
        self._outage = chance.choice((0.0, 0.0, 0.05, 0.5))
        self._uncertain = chance.choice((0.0, 0.2, 0.5))

    def _power(self) -> None:
        """The power fails now, or in the middle of one of the next syncs."""
        world, wait = self._world, self._world.chance.randrange(-2, 3)

        def lose(path: str) -> None:
            nonlocal wait
            wait -= 1
            if wait < 0 and not world.disk.broken and not self.over:
                world.disk.broken = True
                world.disk.before_sync = lambda path: None
                world.loop.call_soon(world.blackout)

        if wait < 0:
            lose("")
        else:
            world.disk.before_sync = lose

    def _restart(self) -> None:
        server = self._somebody()
        if server.opened and not server.gone:
            server.stop()

    def _somebody(self) -> Server:
        return self._world.servers[self._world.chance.choice(sorted(self._world.servers))]

    # ------------------------------------------------------------------------------ at every use

    def at_touch(self, server: Server) -> str:
        chance = self._world.chance
        if self._outage and chance.random() < self._outage:
            return chance.choice(("lost", "busy"))
        return ""

    def at_commit(self, server: Server) -> str:
        if self._world.disk.broken:
            raise ServerDied
        doom = self._doom.pop(server.machine, "")
        if doom:
            return doom
        chance = self._world.chance
        if self._uncertain and chance.random() < self._uncertain:
            return chance.choice(("lost before", "lost after"))
        return ""
