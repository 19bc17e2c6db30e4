"""Requests between servers: those that this one sends to owners, and those that it serves as an owner.

A request is repeated until its owner replies, since a message may be lost with its connection. The owner
serves each request once and repeats its reply. A request keeps its number when it turns to the next owner:
the last one may have recorded it and forgotten that in a restart, so the number is its key in the log.
"""

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Any, TypeVar

import msgspec

from croupier.errors import Refusal
from croupier.floor.cluster.ownership import moved
from croupier.server.cluster.messages import Reply, Request
from croupier.server.cluster.replies import no_reply, reply_to

TIMEOUT_SECONDS = 6.0
"""How long an owner has to reply."""
_RETRY_SECONDS = 1.0
_REMEMBERED = 4096
"""Requests whose replies are kept for a retry."""

R = TypeVar("R", bound=Request)
Publish = Callable[[msgspec.Struct, str], Awaitable[None]]


def numbered(request: R) -> R:
    """A request with a number of its own, by which every owner recognizes it."""
    return msgspec.structs.replace(request, id=secrets.token_hex(8))


def channel_of(owner: str) -> str:
    """The channel on which a server gets requests and replies."""
    return f"croupier_{hashlib.sha256(owner.encode()).hexdigest()[:32]}"


class Requests:
    """The requests of one server."""

    def __init__(self, owner: str, owner_of: Callable[[str], str], publish: Publish) -> None:
        self._owner = owner
        self._owner_of = owner_of
        self._publish = publish
        self._sent: dict[str, tuple[str, Future[Reply]]] = {}
        """By id, the table and the reply to come."""
        self._served: OrderedDict[str, Reply | None] = OrderedDict()
        """By id, the last requests served; none while one is in work."""

    # --------------------------------------------------------------------------------------- to an owner

    async def send(self, request: Request) -> Reply:
        """The owner's reply; refused if the table has no owner, or the owner does not reply in time."""
        owner = await asyncio.to_thread(self._owner_of, request.table)
        if not owner or owner == self._owner:
            raise moved(request.table)
        number, reply = request.id, Future[Reply]()
        self._sent[number] = (request.table, reply)
        message = msgspec.structs.replace(request, reply=channel_of(self._owner))
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                return await self._repeat(message, channel_of(owner), asyncio.wrap_future(reply))
        except TimeoutError:
            raise no_reply(request.table) from None
        finally:
            self._sent.pop(number, None)

    async def _repeat(self, message: Request, channel: str, reply: "asyncio.Future[Reply]") -> Reply:
        while True:
            await self._publish(message, channel)
            done, _ = await asyncio.wait((reply,), timeout=_RETRY_SECONDS)
            if done:
                return reply.result()

    def take_reply(self, reply: Reply) -> None:
        """A reply has come."""
        waiting = self._sent.get(reply.id)
        if waiting is not None and not waiting[1].done():
            waiting[1].set_result(reply)

    def give_up(self, table: str = "") -> None:
        """Stop waiting for the owner of a table; without a name, for every owner."""
        for name, reply in tuple(self._sent.values()):
            if table in ("", name) and not reply.done():
                reply.set_exception(no_reply(name))

    # -------------------------------------------------------------------------------------- as the owner

    def serve(
        self,
        request: Request,
        perform: Callable[[Request], "Future[Any]"],
        answer: Callable[[Reply, str], None],
    ) -> None:
        """Perform a request of another server once, and answer it as often as it comes."""
        if request.id in self._served:
            known = self._served[request.id]
            if known is not None:
                answer(known, request.reply)
            return
        self._served[request.id] = None
        if len(self._served) > _REMEMBERED:
            self._served.popitem(last=False)
        try:
            future = perform(request)
        except Refusal as refusal:
            future = Future()
            future.set_exception(refusal)

        def done(future: "Future[Any]") -> None:
            reply = self._served[request.id] = reply_to(request.id, future)
            if reply.error is not None and reply.error.code == "table_moved":
                del self._served[request.id]  # the table may come back before the request has found it
            answer(reply, request.reply)

        future.add_done_callback(done)
