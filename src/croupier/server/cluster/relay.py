"""Tables that another server of the house runs: looked at here by following the log, acted at by its owner.

Servers on one PostgreSQL talk over Litestar channels. After a commit the owner of a table tells the others
which version it is at; they read the log and fold it themselves. A command for a table that runs elsewhere
goes to its owner with who asks it, and the owner's answer comes back: who is signed in, and in which role, is
judged where they are signed in, and servers that share the keys of the house trust each other in that; what
others say on the channels is dropped (`relay_seals`). An owner that does not answer may have recorded the
command: it is sent again with the same key.
"""

import asyncio
import contextlib
import hashlib
import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from litestar.channels import ChannelsPlugin

from croupier.errors import Refusal
from croupier.floor.cluster.replicas import Following
from croupier.floor.host.floor import Answer, Floor, moved
from croupier.floor.host.hosted_table import Hosted
from croupier.floor.people.model import check_role
from croupier.jackpot.link import Link
from croupier.server.api.tables.acts import PeopleAct, act_of
from croupier.server.cluster.answers import answered, silent, told_of
from croupier.server.cluster.messages import (
    Asked,
    AskedAct,
    AskedDesk,
    AskedEntropy,
    AtDesk,
    Common,
    Ended,
    Hello,
    News,
    Own,
    Told,
    decode_common,
    decode_own,
)
from croupier.table.transition import Transition

log = logging.getLogger("croupier.server")

EVERYBODY = "croupier_house"
PATIENCE_SECONDS = 6.0
"""After which an owner that does not answer is not waited for."""
HELLO_SECONDS = 3.0
FORGET_SECONDS = 10.0
"""After which a server that says nothing is not told anything."""
POLL_SECONDS = 1.0
"""How often the log is looked at without being told to."""
_TOGETHER_SECONDS = 0.005
_TABLES_A_MESSAGE = 60
_REMEMBERED = 4096
_AGAIN_SECONDS = 1.0
_CATCH_UP_SECONDS = 1.0

Desk = Callable[[str, AtDesk], "Future[Any]"]
M = TypeVar("M", Common, Own)


def channel_of(owner: str) -> str:
    """The channel on which a server is asked and answered."""
    return f"croupier_{hashlib.sha256(owner.encode()).hexdigest()[:32]}"


class Relay:
    """This server among those of the house."""

    def __init__(
        self, floor: Floor, following: Following, owner: str, heard: Callable[[str, list[Transition]], None]
    ) -> None:
        self._floor = floor
        self._following = following
        self._owner = owner
        self._heard = heard
        self._loop: asyncio.AbstractEventLoop | None = None
        self._channels: ChannelsPlugin | None = None
        self._others: dict[str, float] = {}
        """The other servers, and when they were last heard of."""
        self._asked: dict[str, tuple[str, Future[Told]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._taken: OrderedDict[str, Told | None] = OrderedDict()
        """What was asked of this server lately, and answered: a message that comes twice is done once."""
        self._deadlines: dict[str, tuple[int, int | None]] = {}
        """What owners have said last: at which version, until when."""
        self._news: set[str] = set()
        self._have_news = asyncio.Event()
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self.desk: Desk | None = None
        """How what an administrator's desk asks of a table is done."""
        self.ended: Callable[[str], None] = lambda person: None
        """Called where another server has ended sessions of a person, or of anybody."""
        floor.listen(self._committed)
        floor.adopted.append(self.taken)

    # --------------------------------------------------------------------------------- to be looked at

    def hosted(self, table: str) -> Hosted | None:
        """A table that another server runs, as the log has it."""
        return self._following.tables.get(table)

    @property
    def tables(self) -> dict[str, Hosted]:
        """All tables of the house that are known here."""
        return self._following.tables | self._floor.tables

    @property
    def links(self) -> dict[str, Link]:
        """All links of the house; one that others feed too as the log has it."""
        return self._floor.links | self._following.links

    # ---------------------------------------------------------------------------------- to be acted at

    def send(
        self, table: str, act: PeopleAct, *, by: str, role: str, version: int | None = None, key: str = ""
    ) -> "Future[Answer]":
        """A command to a table, wherever it runs."""
        asked = AskedAct(table=table, by=by, role=role, act=act, version=version, key=key)
        if self._is_here(table):
            return self._done(asked)
        return self._ask(asked, lambda told: Answer(version=told.version))

    def entropy(self, table: str, entropy: str, *, by: str) -> "Future[Answer]":
        """A player's own words for the next shuffle, wherever the table runs."""
        asked = AskedEntropy(table=table, by=by, entropy=entropy)
        if self._is_here(table):
            return self._done(asked)
        return self._ask(asked, lambda told: Answer(version=told.version))

    def at_desk(self, table: str, act: AtDesk) -> "Future[Any]":
        """What a desk asks of a table, wherever it runs."""
        asked = AskedDesk(table=table, act=act)
        if self._is_here(table):
            return self._done(asked)
        return self._ask(asked, lambda told: msgspec.json.decode(told.result))

    def _is_here(self, table: str) -> bool:
        """Or nowhere: then the floor says so."""
        if table in self._floor.tables:
            return True
        return table not in self._floor.elsewhere and table not in self._following.tables

    def _ask(self, asked: Asked, read: Callable[[Told], Any]) -> "Future[Any]":
        """From the event loop: ask the owner, and refuse if it does not answer in time.

        Processes that share a SQLite file have no channel to each other.
        """
        answer: Future[Any] = Future()
        if self._loop is None or self._channels is None or self._floor.ledger.database.sqlite:
            answer.set_exception(moved(asked.table))
        else:
            task = self._loop.create_task(self._asking(asked, read, answer))
            self._tasks.add(task)  # the loop itself would forget it
            task.add_done_callback(self._tasks.discard)
        return answer

    async def _asking(self, asked: Asked, read: Callable[[Told], Any], answer: "Future[Any]") -> None:
        number = secrets.token_hex(8)
        try:
            owner = await asyncio.to_thread(self._floor.owner_of, asked.table)
            if not owner or owner == self._owner:
                raise moved(asked.table)
            told: Future[Told] = Future()
            self._asked[number] = (asked.table, told)
            message = msgspec.structs.replace(asked, id=number, reply=channel_of(self._owner))
            async with asyncio.timeout(PATIENCE_SECONDS):
                got = await self._answered(message, channel_of(owner), asyncio.wrap_future(told))
            result = answered(got, read)
            await self._catch_up_to(asked.table, got.version)
            answer.set_result(result)
        except TimeoutError:
            answer.set_exception(silent(asked.table))
        except Refusal as refusal:
            answer.set_exception(refusal)
        except Exception:
            log.exception("a table's owner could not be asked", extra={"table": asked.table})
            words = f"the owner of {asked.table} could not be asked; try again"
            answer.set_exception(Refusal("ledger_unavailable", words))
        finally:
            self._asked.pop(number, None)

    async def _answered(self, message: Asked, owner: str, told: "asyncio.Future[Told]") -> Told:
        """Ask, and again where a message was lost with its connection; the owner does it once."""
        while True:
            await self._publish(message, owner)
            done, _ = await asyncio.wait((told,), timeout=_AGAIN_SECONDS)
            if done:
                return told.result()

    async def _catch_up_to(self, table: str, version: int) -> None:
        """Who is answered finds the table here as the answer says, or very soon after."""
        self._wake.set()
        end = asyncio.get_running_loop().time() + _CATCH_UP_SECONDS
        while asyncio.get_running_loop().time() < end:
            followed = self.hosted(table)
            if followed is None or followed.state.version >= version:
                return
            await asyncio.sleep(0.003)

    # ------------------------------------------------------------------------------------- as the owner

    def _committed(self, table: str, events: list[Transition]) -> None:
        """On the floor's thread: others may want to know."""
        loop = self._loop
        if loop is not None and self._others:
            with contextlib.suppress(RuntimeError):  # the loop has just ended
                loop.call_soon_threadsafe(self._has_news, (table,))

    def _has_news(self, tables: tuple[str, ...]) -> None:
        self._news.update(tables)
        self._have_news.set()

    def _do(self, asked: Asked) -> None:
        """Somebody signed in at another server asks something of a table that runs here."""
        if asked.id in self._taken:
            told = self._taken[asked.id]
            if told is not None:
                self._tell(told, asked.reply)
            return
        self._taken[asked.id] = None
        if len(self._taken) > _REMEMBERED:
            self._taken.popitem(last=False)
        try:
            if asked.table not in self._floor.tables:
                raise moved(asked.table)
            future = self._done(asked)
        except Refusal as refusal:
            future = Future()
            future.set_exception(refusal)

        def done(future: "Future[Any]") -> None:
            told = self._taken[asked.id] = told_of(asked.id, future)
            self._tell(told, asked.reply)

        future.add_done_callback(done)

    def _done(self, asked: Asked) -> "Future[Any]":
        """By a person: the house itself asks its own floor, and never through here."""
        match asked:
            case AskedAct():
                check_role(asked.role)
                return self._floor.send(
                    asked.table,
                    act_of(asked.act, asked.by, asked.role),
                    by=asked.by,
                    role=asked.role,
                    version=asked.version,
                    key=asked.key,
                )
            case AskedEntropy():
                return self._floor.entropy(asked.table, asked.entropy, by=asked.by)
            case AskedDesk():
                check_role(asked.act.actor.role)
                assert self.desk is not None
                return self.desk(asked.table, asked.act)

    def _tell(self, told: Told, reply: str) -> None:
        """On whichever thread has the answer."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):
                asyncio.run_coroutine_threadsafe(self._publish(told, reply), loop)

    # ----------------------------------------------------------------------------------- while it runs

    @asynccontextmanager
    async def running(self, channels: ChannelsPlugin) -> AsyncIterator[None]:
        """Talk to the other servers, and follow what they do, for as long as the block lasts."""
        self._loop, self._channels = asyncio.get_running_loop(), channels
        self._stopping.clear()
        follower = threading.Thread(target=self._follow, name="follower", daemon=True)
        follower.start()
        async with (
            channels.start_subscription(EVERYBODY) as common,
            channels.start_subscription(channel_of(self._owner)) as own,
        ):
            tasks = [
                asyncio.create_task(each)
                for each in (
                    self._listen(common.iter_events(), decode_common, self._hear),
                    self._listen(own.iter_events(), decode_own, self._take),
                    self._say_hello(),
                    self._spread(),
                )
            ]
            try:
                yield
            finally:
                self._loop = self._channels = None
                self._stopping.set()
                self._wake.set()
                for table, told in tuple(self._asked.values()):
                    if not told.done():
                        told.set_exception(silent(table))
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await asyncio.to_thread(follower.join)

    async def _publish(self, message: msgspec.Struct, channel: str) -> None:
        channels = self._channels
        if channels is not None:
            await channels.wait_published(msgspec.json.encode(message), channel)

    def sessions_ended(self, person: str) -> None:
        """Tell the other servers; without it they find out within the time in which they look."""

        async def tell() -> None:
            with contextlib.suppress(Exception):
                await self._publish(Ended(owner=self._owner, person=person), EVERYBODY)

        task = asyncio.get_running_loop().create_task(tell())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _say_hello(self) -> None:
        while True:
            now = asyncio.get_running_loop().time()
            for other in [each for each, at in self._others.items() if now - at > FORGET_SECONDS]:
                del self._others[other]
            with contextlib.suppress(Exception):  # the database is away: the next one will be heard
                await self._publish(Hello(owner=self._owner), EVERYBODY)
            await asyncio.sleep(HELLO_SECONDS)

    async def _spread(self) -> None:
        """What was committed, several tables in a message, as soon as the last one is out."""
        while True:
            await self._have_news.wait()
            await asyncio.sleep(_TOGETHER_SECONDS)
            self._have_news.clear()
            names, self._news = sorted(self._news), set()
            for at in range(0, len(names), _TABLES_A_MESSAGE):
                here = {
                    name: (hosted.state.version, hosted.deadline)
                    for name in names[at : at + _TABLES_A_MESSAGE]
                    if (hosted := self._floor.tables.get(name)) is not None
                }
                try:
                    await self._publish(News(owner=self._owner, tables=here), EVERYBODY)
                except Exception as error:  # they look at the log by themselves
                    log.warning("the other servers could not be told: %s", error)

    async def _listen(
        self, messages: AsyncIterator[bytes], decode: Callable[[bytes], M], take: Callable[[M], None]
    ) -> None:
        async for data in messages:
            try:
                take(decode(data))
            except msgspec.DecodeError as error:
                log.warning("a message of another server that cannot be read: %s", error)
            except Exception:
                log.exception("a message of another server")

    def _hear(self, message: Common) -> None:
        match message:
            case _ if message.owner == self._owner:
                pass
            case Hello():
                if message.owner not in self._others:
                    self._has_news(tuple(self._floor.tables))
                self._others[message.owner] = asyncio.get_running_loop().time()
            case News():
                self._deadlines |= message.tables
                self._wake.set()
            case Ended():
                self.ended(message.person)

    def _take(self, message: Own) -> None:
        if not isinstance(message, Told):
            self._do(message)
            return
        waiting = self._asked.get(message.id)
        if waiting is not None and not waiting[1].done():
            waiting[1].set_result(message)

    # ------------------------------------------------------------------------------------- as a follower

    def _follow(self) -> None:
        """On a thread of its own: catch up when told to, and now and then without."""
        failed = False
        while not self._stopping.is_set():
            try:
                found = self._following.catch_up()
                for followed in tuple(self._following.tables.values()):
                    version, deadline = self._deadlines.get(followed.name, (-1, None))
                    if version == followed.state.version:
                        followed.deadline = deadline
                for table, events in found.items():
                    self._heard(table, events)
                failed = False
            except Refusal as refusal:
                if not failed:
                    log.warning("tables of other servers cannot be followed: %s", refusal.message)
                failed = True
            except Exception:
                log.exception("following the tables of other servers")
            self._wake.wait(POLL_SECONDS)
            self._wake.clear()

    def taken(self, table: str) -> None:
        """On the floor's thread: this server runs a table now that it has followed until now."""
        hosted = self._floor.tables[table]
        events = self._following.release(table)
        if events and not hosted.recent and events[-1].version == hosted.state.version:
            hosted.recent.extend(events)
        self._heard(table, events)
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._give_up, table)

    def _give_up(self, table: str) -> None:
        """The owner that was asked is gone."""
        for name, told in tuple(self._asked.values()):
            if name == table and not told.done():
                told.set_exception(silent(table))
