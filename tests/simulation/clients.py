"""Players of a simulation: they bet and decide through any server, and repeat with the same key."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import Refusal
from croupier.floor.host import automation
from croupier.floor.host.jobs import Answer
from croupier.server.api.messages import EventsSent, ViewSent
from croupier.server.api.tables.acts import PlainSit, TableAct
from croupier.server.live.fan_out import Watcher
from croupier.table import commands as c
from croupier.table.offers import every_offer
from croupier.table.programs import current
from croupier.table.state import State, Viewer
from tests.simulation.server import Server

if TYPE_CHECKING:
    from tests.simulation.world import World

PATIENCE = (7.5, 7.5, 0.3)
"""Seconds that a client waits for an answer before it sends again; an owner has six to reply. Some players
lose their patience before."""
AGAIN = ("ledger_unavailable", "ledger_uncertain", "ledger_busy", "table_moved", "unknown_table_name")
"""Refusals after which a client sends the same key again."""


class Sent(NamedTuple):
    """A command that a client has sent, in the order of its wishes."""

    number: int
    table: str
    player: str
    act: TableAct


class Client:
    """One player at one seat."""

    def __init__(self, world: "World", table: str, seat: int) -> None:
        self.world, self.table, self.seat = world, table, seat
        self.player = f"{table}.{seat}"
        self._server: Server | None = None
        self._watcher: Watcher | None = None
        self._version: int | None = None
        self._count = 0
        self._hasty = False
        """It has lost its patience, and wishes something else at once."""

    async def play(self) -> None:
        """Play until the simulation ends."""
        chance = self.world.chance
        while True:
            await asyncio.sleep(0.02 if self._hasty else chance.uniform(0.2, 2.5))
            server = self._connected()
            if server is None:
                continue
            try:
                state = server.tables.find(self.table).state
            except Refusal:
                self._leave()
                continue
            self._listen(server)
            if self.world.loop.time() >= server.frozen_until:
                self._hear()
            if chance.random() < 0.15:
                self._whisper(server)
            act = self._wish(state)
            self._hasty = False
            if act is not None:
                await self._insist(act, state.version)

    def _connected(self) -> Server | None:
        if self._server is not None and not self._server.gone and self.world.chance.random() < 0.95:
            return self._server
        self._leave()
        living = [each for each in self.world.servers.values() if not each.gone and each.opened]
        self._server = self.world.chance.choice(living) if living else None
        return self._server

    def _leave(self) -> None:
        if self._watcher is not None and self._server is not None and not self._server.gone:
            self._server.hub.leave(self._watcher)
        self._server = self._watcher = None

    # ------------------------------------------------------------------------------------------ wishes

    def _wish(self, state: State) -> TableAct | None:
        chance = self.world.chance
        if state.players.get(self.seat) != self.player:
            return PlainSit(seat=self.seat) if self.seat not in state.players else None
        asked = automation.question(state)
        if asked is not None and asked[2] == self.seat:
            if chance.random() < 0.15:
                return None  # let the time run out
            offer = next(each for each in every_offer(state) if each.act == "decide")
            amount = chance.choice(offer.amounts)
            cents = amount.only[0] if amount.only else amount.least
            return c.Decide(seat=self.seat, action=amount.name, amount=cents)
        step = current(state)
        if step is None or step.kind != "bets":
            return None
        if self.seat not in state.hands or self._hasty or chance.random() < 0.2:
            return c.Bet(seat=self.seat, wagers=self._wagers())
        return None

    def _wagers(self) -> dict[str, int]:
        wagers = dict(self.world.wagers[self.table])
        more = 100 * self.world.chance.randrange(5)
        return {name: cents + more if name in ("ante", "blind") else cents for name, cents in wagers.items()}

    def _whisper(self, server: Server) -> None:
        """Text for the shuffle: it has no key, so it is sent once, over a line that doubles nothing."""
        text = f"{self.player} {self._count} {self.world.chance.random()}"
        self.world.whispered.add(text)
        add = server.tables.add_entropy
        self.world.loop.call_later(
            self.world.chance.uniform(0.001, 0.1),
            lambda: server.take(lambda: add(self.table, text, by=self.player), _ignore),
        )

    # ---------------------------------------------------------------------------------------- commands

    async def _insist(self, act: TableAct, version: int) -> None:
        """Send a command until it is answered or refused; sometimes lose patience after a while."""
        world = self.world
        self._count += 1
        key = f"{self.player}.{self._count}"
        world.sent[key] = Sent(self._count, self.table, self.player, act)
        for attempt in range(40):
            server = self._connected()
            if server is None:
                await asyncio.sleep(1.0)
                continue
            asked_at = world.loop.time()
            answer = await self._ask(server, act, version, key)
            if isinstance(answer, Answer):
                world.answered(key, answer)
                return
            if isinstance(answer, Refusal) and answer.code not in AGAIN:
                world.refused(key, answer, asked_at)
                return
            if isinstance(answer, Exception) and not isinstance(answer, Refusal):
                world.wrong.append(f"{key}: {answer!r}")
                return
            if world.chance.random() < (0.5 if answer is None else 0.1 * bool(attempt)):
                self._hasty = answer is None
                return  # wishes something else now; this one may still arrive
            if answer is None:
                self._leave()
            else:
                await asyncio.sleep(world.chance.uniform(0.05, 0.6))

    async def _ask(self, server: Server, act: TableAct, version: int, key: str) -> object:
        """The answer, or none if there was none in time."""
        reply: asyncio.Future[object] = self.world.loop.create_future()

        def heard(answer: object) -> None:
            if not reply.done():
                reply.set_result(answer)
            elif isinstance(answer, Answer):  # a late copy must say the same
                self.world.answered(key, answer)

        send = server.tables.send
        self._carry(
            server,
            lambda: send(self.table, act, by=self.player, role="player", version=version, key=key),
            heard,
        )
        try:
            return await asyncio.wait_for(reply, self.world.chance.choice(PATIENCE))
        except TimeoutError:
            return None

    def _carry(
        self, server: Server, work: Callable[[], "Future[Answer]"], heard: Callable[[object], None]
    ) -> None:
        network = self.world.network

        def answer(found: object) -> None:
            network.carry(server.machine, self.player, lambda: heard(found))

        network.carry(self.player, server.machine, lambda: server.take(work, answer))

    # ---------------------------------------------------------------------------------------- watching

    def _listen(self, server: Server) -> None:
        if self._watcher is not None:
            return
        self._watcher = server.hub.watch(self.table, Viewer("player", self.player))
        self.world.seen.take(self, self._watcher.start(self._version))

    def _hear(self) -> None:
        assert self._watcher is not None
        try:
            message = self._watcher.take()
        except Refusal:
            return
        if message is not None:
            self.world.seen.take(self, message)

    def has(self, message: EventsSent | ViewSent) -> int | None:
        """Note the version of a message; the version before it."""
        before, self._version = self._version, message.version
        return before


def _ignore(answer: object) -> None: ...
