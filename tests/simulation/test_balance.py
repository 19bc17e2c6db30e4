"""Servers share the tables: one that runs more gives some to one that runs fewer, in virtual time."""

import asyncio
from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from croupier.errors import Refusal
from croupier.floor.host.hosted_table import Settings
from croupier.server.cluster import relay
from tests.simulation.clients import Client
from tests.simulation.server import Server
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


class _Given(World):
    """A server and a second one to which something happens; what the first gives it after that."""

    def __init__(self, template: Template, directory: Path, happen: Callable[[Server], None]) -> None:
        super().__init__(1, template, directory)
        self.faults.balance = self.faults.over = self.faults.ended = True
        self.happen = happen
        self.given: list[str] = []

    async def _course(self) -> None:
        self.start("m0")
        giver = self.servers["m0"]
        give = giver.floor.give

        def given(tables: Collection[str], owner: str) -> None:
            self.given += tables
            give(tables, owner)

        giver.floor.give = given  # type: ignore[method-assign]
        await asyncio.sleep(2.0)
        self.start("m1")
        taker = self.servers["m1"]
        while not giver.relay.present:
            await asyncio.sleep(0.01)
        self.happen(taker)
        await asyncio.sleep(30.0)
        self._healed_at = {}


def _cannot_load(server: Server) -> None:
    def take(name: str, settings: Settings, patience_ms: int = 0) -> bool:
        raise Refusal("unknown_game", "not installed here")

    server.floor.take_over_table = take  # type: ignore[method-assign]


def _long_dead(server: Server) -> None:
    server.world.servers["m0"].freeze(relay.FRESH_SECONDS)  # which learns nothing of it meanwhile
    server.die()


@pytest.mark.parametrize(
    ("happen", "most"),
    [
        pytest.param(Server.die, 1, id="dead"),
        pytest.param(_long_dead, 0, id="long dead"),
        pytest.param(lambda server: server.relay.take_no_more(), 0, id="stopping"),
        pytest.param(_cannot_load, len(TABLES), id="cannot load them"),
    ],
)
def test_tables_are_not_given_again_and_again_to_a_server_that_does_not_run_them(
    tmp_path: Path, happen: Callable[[Server], None], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if happen is Server.die:  # however long its word counts: it is given tables once
        monkeypatch.setattr(relay, "FRESH_SECONDS", 60.0)
    (tmp_path / "world").mkdir()
    world = _Given(Template(tmp_path), tmp_path / "world", happen)
    assert world.run() == []
    assert len(world.given) <= most, world.given
