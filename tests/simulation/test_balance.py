"""Servers share the tables: one that runs more gives some to one that runs fewer, in virtual time."""

import asyncio
from pathlib import Path

import pytest

from tests.simulation.clients import Client
from tests.simulation.template import TABLES, Template
from tests.simulation.world import World


class _Two(World):
    """A server, players, and a second server later; no faults."""

    def __init__(self, template: Template, directory: Path, *, balance: bool) -> None:
        super().__init__(1, template, directory)
        self.faults.balance, self.faults.over = balance, True
        self.held: list[int] = []

    async def _course(self) -> None:
        self.start("m0")
        clients = [Client(self, table, seat) for table in TABLES for seat in (1, 2)]
        players = [self.loop.create_task(each.play()) for each in clients]
        await asyncio.sleep(3.0)
        self.start("m1")
        await asyncio.sleep(30.0)
        self.held = [len(each.floor.tables) for each in self.servers.values()]
        self._healed_at = {table: self._version(table) for table in TABLES}
        await asyncio.sleep(15.0)
        assert not any(each.done() for each in players)


@pytest.mark.parametrize(("balance", "held"), [(True, [2, 1]), (False, [3, 0])])
def test_a_second_server_is_given_tables_and_play_goes_on(
    tmp_path: Path, balance: bool, held: list[int]
) -> None:
    (tmp_path / "world").mkdir()
    world = _Two(Template(tmp_path), tmp_path / "world", balance=balance)
    assert world.run() == []
    assert world.held == held
    assert set(world.refusals) <= {"stale_version", "bets_closed"}, world.refusals
