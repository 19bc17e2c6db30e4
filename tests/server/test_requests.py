"""Requests between servers: one number for all owners that a request turns to."""

import asyncio
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import msgspec

from croupier.errors import Refusal
from croupier.floor.cluster.ownership import moved
from croupier.floor.host.jobs import Answer
from croupier.server.cluster.messages import EntropyRequest, Reply, Request
from croupier.server.cluster.relay import Relay
from croupier.server.cluster.requests import Requests

ASKED = EntropyRequest(table="t0", by="ann", entropy="lucky")


def _relay(replies: list[Any]) -> tuple[Any, list[str]]:
    """A relay whose owners reply in this order, and the numbers of the requests that they get."""
    numbers: list[str] = []

    async def send(request: Request) -> Reply:
        numbers.append(request.id)
        reply = replies.pop(0)
        if isinstance(reply, Refusal):
            raise reply
        return Reply(id=request.id, version=reply)

    async def catch_up_to(table: str, version: int) -> None: ...

    relay: Any = Relay.__new__(Relay)
    relay._floor = SimpleNamespace(tables={})
    relay._requests = SimpleNamespace(send=send)
    relay._follower = SimpleNamespace(catch_up_to=catch_up_to)
    return relay, numbers


def test_a_request_keeps_its_number_when_its_table_moves() -> None:
    """The last owner may have recorded it and forgotten that in a restart: the log knows its number."""
    relay, numbers = _relay([moved("t0"), moved("t0"), 7, 8])
    assert asyncio.run(relay._reach(ASKED)) == Answer(version=7)
    assert len(set(numbers)) == 1
    assert len(numbers) == 3
    assert asyncio.run(relay._reach(ASKED)) == Answer(version=8)
    assert numbers[3] != numbers[0]


def test_an_owner_serves_a_request_again_after_its_table_came_back() -> None:
    requests = Requests("m1", lambda table: "m1", lambda message, channel: asyncio.sleep(0))
    asked = msgspec.structs.replace(ASKED, id="1", reply="channel")
    replies: list[Reply] = []
    performed: list[Request] = []

    def perform(request: Request) -> "Future[Any]":
        performed.append(request)
        future: Future[Any] = Future()
        if len(performed) == 1:
            raise moved("t0")
        future.set_result(Answer(version=5))
        return future

    for _ in range(3):
        requests.serve(asked, perform, lambda reply, channel: replies.append(reply))
    assert [reply.error and reply.error.code for reply in replies] == ["table_moved", None, None]
    assert len(performed) == 2, "the answer is remembered"
