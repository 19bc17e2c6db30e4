"""How long a table is without an owner, in virtual time: load on the machine changes nothing of it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.simulation.server import Server
from tests.simulation.template import TABLES, Template
from tests.simulation.world import World

DEAD_SECONDS, STOPPED_SECONDS = 2.0, 0.35


class _Quiet(World):
    """Two servers and no players: only what the test does happens."""

    def __init__(self, seed: int, template: Template, directory: Path, end: Callable[[Server], None]) -> None:
        super().__init__(seed, template, directory)
        self.end = end
        self.took: list[float] = []
        self.faults.servers = 2
        self.faults.balance = False
        self.faults.ended = self.faults.over = True

    async def _course(self) -> None:
        for machine in ("m0", "m1"):
            self.start(machine)
        for _ in range(8):
            await asyncio.sleep(self.chance.uniform(4.0, 6.0))
            owner = next(each for each in self.servers.values() if each.floor.tables)
            (other,) = (each for each in self.servers.values() if each is not owner)
            self.end(owner)
            began = self.loop.time()
            while len(other.floor.tables) < len(TABLES):
                await asyncio.sleep(0.01)
            self.took.append(self.loop.time() - began)
            self.start(owner.machine)
        self._healed_at = {}


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Template:
    return Template(tmp_path_factory.mktemp("template"))


@pytest.mark.parametrize(
    ("end", "seconds"),
    [(Server.die, DEAD_SECONDS), (Server.stop, STOPPED_SECONDS)],
    ids=["killed", "stopped"],
)
def test_another_server_takes_the_tables_over(
    template: Template, tmp_path: Path, end: Callable[[Server], None], seconds: float
) -> None:
    world = _Quiet(1, template, tmp_path, end)
    assert world.run() == []
    assert len(world.took) == 8
    assert max(world.took) < seconds, world.took
