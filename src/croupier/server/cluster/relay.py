"""The relay: this server among the servers of one house.

Servers on one PostgreSQL talk over Litestar channels. After a commit the owner of a table broadcasts its
version; the others read the log and fold it themselves (`follower`). A command for a table of another server
goes to its owner, and the owner's reply comes back (`requests`). The session and its role are checked where
the person is signed in: servers that share the keys of the house trust each other in that. Messages that no
server of the house has sealed are dropped (`seals`).
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping
from concurrent.futures import Future
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from litestar.channels import ChannelsPlugin

from croupier.errors import Refusal
from croupier.floor.host.floor import Floor
from croupier.floor.host.hosted_table import Hosted
from croupier.jackpot.link import Link
from croupier.server.cluster.follower import Follower
from croupier.server.cluster.messages import (
    Broadcast,
    Direct,
    Presence,
    Reply,
    Request,
    SessionsEnded,
    Versions,
    decode_broadcast,
    decode_direct,
)
from croupier.server.cluster.other_servers import OtherServers
from croupier.server.cluster.replies import result_of
from croupier.server.cluster.requests import Requests, channel_of, numbered
from croupier.table.transition import Transition

log: logging.Logger = logging.getLogger("croupier.server")

EVERYBODY = "croupier_house"
PRESENCE_SECONDS = 3.0
FORGET_SECONDS = 10.0
"""After which a silent server gets no more broadcasts."""
FRESH_SECONDS = 1.5
"""For which a server that was heard may be given tables."""
_COLLECT_SECONDS = 0.005
"""For which commits are collected into one broadcast."""
_TABLES_A_MESSAGE = 60
_MOVE_SECONDS = 3.0
"""How long a command waits for a table that moves from one server to another."""
_LOOK_AGAIN_SECONDS = 0.02

M = TypeVar("M", Broadcast, Direct)


class Relay(OtherServers):
    """The other servers, reached over channels."""

    def __init__(
        self,
        floor: Floor,
        owner: str,
        perform: Callable[[Request], "Future[Any]"],
        follower: Follower,
        sessions_ended: Callable[[str], None],
    ) -> None:
        self._floor = floor
        self.has_channel: bool = not floor.ledger.database.sqlite
        """Processes that share a SQLite file have no channel to each other."""
        self._owner = owner
        self._perform = perform
        self._follower = follower
        self._sessions_ended = sessions_ended
        self._requests = Requests(owner, floor.owner_of, self._publish)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._channels: ChannelsPlugin | None = None
        self._others: dict[str, float] = {}
        """The other servers, and when they were last heard."""
        self._takers: dict[str, float] = {}
        """Those that take tables, and when they last said so, until they were given some."""
        self._takes = True
        self._tasks: set[asyncio.Task[None]] = set()
        """The event loop itself keeps no task alive."""
        self._committed_to: set[str] = set()
        self._have_commits = asyncio.Event()
        floor.listen(self._committed)
        floor.taken_over.append(self._taken_over)

    @property
    def tables(self) -> Mapping[str, Hosted]:
        """Replicas of the tables that other servers run."""
        return self._follower.replicas.tables

    @property
    def links(self) -> Mapping[str, Link]:
        """The links that those tables play for, as the log has them."""
        return self._follower.replicas.links

    @property
    def present(self) -> bool:
        """Whether another server was heard lately."""
        return self.has_channel and bool(self._others)

    @property
    def takers(self) -> set[str]:
        """The servers that have just announced that they take tables."""
        loop = self._loop
        if loop is None or not self.has_channel:
            return set()
        now = loop.time()
        return {owner for owner, at in tuple(self._takers.items()) if now - at < FRESH_SECONDS}

    def gave(self, owner: str) -> None:
        """A server was given tables: it gets no more until it is heard again."""
        self._takers.pop(owner, None)

    def take_no_more(self) -> None:
        """This server is about to stop, or has just released its tables: tell the others at once."""
        self._takes = False
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has just ended
                loop.call_soon_threadsafe(lambda: self._start(self._be_heard()))

    def follow_too(self, tables: Collection[str]) -> None:
        """Follow these tables of this server's own too, before it gives them away."""
        self._follower.follow_too(tables)

    def leave(self) -> None:
        """Follow this server's own tables too, before it hands them over."""
        self._follower.leave()

    def stay(self) -> None:
        """The tables are not handed over after all."""
        self._follower.replicas.leaving = False

    # ----------------------------------------------------------------------------------------- requests

    def follow(self, here: "Future[Any]", request: Request) -> "Future[Any]":
        """The answer of this server; if it has just handed the table over, that of the new owner."""
        loop = self._loop
        if loop is None or not self.present:
            return here
        answer: Future[Any] = Future()

        def done(here: "Future[Any]") -> None:
            error = here.exception()
            if isinstance(error, Refusal) and error.code == "table_moved":
                with contextlib.suppress(RuntimeError):  # the loop has just ended
                    loop.call_soon_threadsafe(lambda: self._start(self._ask(request, answer)))
                    return
            if error is not None:
                answer.set_exception(error)
            else:
                answer.set_result(here.result())

        here.add_done_callback(done)
        return answer

    def ask(self, request: Request) -> "Future[Any]":
        """From the event loop: send a request to the owner of its table."""
        if self._loop is None or self._channels is None or not self.has_channel:
            return super().ask(request)
        answer: Future[Any] = Future()
        self._start(self._ask(request, answer))
        return answer

    async def _ask(self, request: Request, answer: "Future[Any]") -> None:
        try:
            answer.set_result(await self._reach(request))
        except Refusal as refusal:
            answer.set_exception(refusal)
        except Exception:
            log.exception("cannot reach the owner of a table", extra={"table": request.table})
            message = f"cannot reach the server that runs table {request.table}; try again"
            answer.set_exception(Refusal("ledger_unavailable", message))

    async def _reach(self, request: Request) -> Any:
        """The result from the server that runs the table, or that takes it over within a few seconds."""
        end = asyncio.get_running_loop().time() + _MOVE_SECONDS
        request = numbered(request)
        while True:
            try:
                if request.table in self._floor.tables:
                    return await asyncio.wrap_future(self._perform(request))
                reply = await self._requests.send(request)
                result = result_of(request, reply)
                await self._follower.catch_up_to(request.table, reply.version)
                return result
            except Refusal as refusal:  # nothing was recorded: it may be sent again
                if refusal.code != "table_moved" or asyncio.get_running_loop().time() > end:
                    raise
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)

    def _take(self, message: Direct) -> None:
        if isinstance(message, Reply):
            self._requests.take_reply(message)
        else:
            self._requests.serve(message, self._perform, self._answer)

    def _answer(self, reply: Reply, channel: str) -> None:
        """On whichever thread has the reply."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):
                asyncio.run_coroutine_threadsafe(self._publish(reply, channel), loop)

    # --------------------------------------------------------------------------------------- broadcasts

    def end_sessions(self, person: str) -> None:
        """Tell the other servers; a lost message delays them until their next check."""

        async def tell() -> None:
            with contextlib.suppress(Exception):
                await self._publish(SessionsEnded(owner=self._owner, person=person), EVERYBODY)

        self._start(tell())

    def _committed(self, table: str, events: list[Transition]) -> None:
        """On the floor's thread."""
        loop = self._loop
        if loop is not None and self._others:
            with contextlib.suppress(RuntimeError):  # the loop has just ended
                loop.call_soon_threadsafe(self._collect, (table,))

    def _collect(self, tables: tuple[str, ...]) -> None:
        self._committed_to.update(tables)
        self._have_commits.set()

    def _taken_over(self, table: str) -> None:
        """On the floor's thread: this server runs the table, and its former owner is gone."""
        self._follower.taken_over(table)
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._requests.give_up, table)

    async def _announce(self) -> None:
        while True:
            now = asyncio.get_running_loop().time()
            for other in [each for each, at in self._others.items() if now - at > FORGET_SECONDS]:
                del self._others[other]
                self.gave(other)
            await self._be_heard()
            await asyncio.sleep(PRESENCE_SECONDS)

    async def _be_heard(self) -> None:
        with contextlib.suppress(Exception):  # the database is unavailable: the next one is heard
            await self._publish(Presence(owner=self._owner, takes=self._takes), EVERYBODY)

    async def _broadcast_commits(self) -> None:
        """Several tables in a message, as soon as the last one is out."""
        while True:
            await self._have_commits.wait()
            await asyncio.sleep(_COLLECT_SECONDS)
            self._have_commits.clear()
            names, self._committed_to = sorted(self._committed_to), set()
            for at in range(0, len(names), _TABLES_A_MESSAGE):
                tables = {
                    name: (hosted.state.version, hosted.deadline)
                    for name in names[at : at + _TABLES_A_MESSAGE]
                    if (hosted := self._floor.tables.get(name)) is not None
                }
                try:
                    await self._publish(Versions(owner=self._owner, tables=tables), EVERYBODY)
                except Exception as error:  # the others poll the log
                    log.warning("cannot broadcast to the other servers: %s", error)

    def _hear(self, message: Broadcast) -> None:
        match message:
            case _ if message.owner == self._owner:
                pass
            case Presence():
                if message.owner not in self._others:
                    self._collect(tuple(self._floor.tables))
                self._others[message.owner] = asyncio.get_running_loop().time()
                if message.takes:
                    self._takers[message.owner] = self._others[message.owner]
                else:
                    self.gave(message.owner)
                    self._floor.look_now()  # its tables may be free
            case Versions():
                self._follower.report(message.tables)
            case SessionsEnded():
                self._sessions_ended(message.person)

    # ---------------------------------------------------------------------------------------- a lifespan

    @asynccontextmanager
    async def running(self, channels: ChannelsPlugin) -> AsyncIterator[None]:
        """Talk to the other servers, and follow their tables, for as long as the block lasts."""
        self._loop, self._channels = asyncio.get_running_loop(), channels
        self._follower.start()
        async with (
            channels.start_subscription(EVERYBODY) as common,
            channels.start_subscription(channel_of(self._owner)) as own,
        ):
            tasks = [
                asyncio.create_task(each)
                for each in (
                    self._listen(common.iter_events(), decode_broadcast, self._hear),
                    self._listen(own.iter_events(), decode_direct, self._take),
                    self._announce(),
                    self._broadcast_commits(),
                )
            ]
            try:
                yield
            finally:
                self._loop = self._channels = None
                self._requests.give_up()
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await self._follower.stop()

    async def _listen(
        self, messages: AsyncIterator[bytes], decode: Callable[[bytes], M], take: Callable[[M], None]
    ) -> None:
        async for data in messages:
            try:
                take(decode(data))
            except msgspec.DecodeError as error:
                log.warning("cannot read a message from another server: %s", error)
            except Exception:
                log.exception("a message from another server failed")

    async def _publish(self, message: msgspec.Struct, channel: str) -> None:
        channels = self._channels
        if channels is not None:
            await channels.wait_published(msgspec.json.encode(message), channel)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
