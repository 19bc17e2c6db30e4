"""Shared by every handler: the house, the session, and waiting for the floor off the event loop."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from anyio.to_thread import run_sync
from litestar import Request
from litestar.di import NamedDependency

from croupier.errors import Refusal
from croupier.floor.people.model import Actor
from croupier.floor.people.sessions import Session
from croupier.floor.people.throttle import of_address
from croupier.floor.registry.stations import check_dealer
from croupier.server.api.sign_in.proof import check_second_factor
from croupier.server.api.tables.acts import TableAct
from croupier.server.house import House
from croupier.server.http.access import check_access
from croupier.server.http.guard import address_of, session_of
from croupier.table import commands as c
from croupier.table.state import Viewer

T = TypeVar("T")

AnyRequest = Request[Any, Any, Any]
Here = NamedDependency[House]
"""The house, as a handler's parameter `house`."""
Me = NamedDependency[Session]
"""The session, as a handler's parameter `me`."""


async def house(request: AnyRequest) -> House:
    """The house of this server."""
    found = request.app.state.house
    assert isinstance(found, House)
    return found


async def me(request: AnyRequest) -> Session:
    """The session of the request."""
    return session_of(request)


def actor(request: AnyRequest) -> Actor:
    """The actor of a request: from the session, never from the body."""
    return session_of(request).actor(address_of(request))


def sources_of(request: AnyRequest) -> tuple[str, ...]:
    """Who pays for a computation: the address, and the session if there is one."""
    session = request.state.get("session")
    address = of_address(address_of(request))
    return (address, session.id) if isinstance(session, Session) else (address,)


def viewer(session: Session) -> Viewer:
    """The viewer of a session."""
    return Viewer(session.role, session.person)


async def in_thread(work: Callable[[], T]) -> T:
    """Run work that waits for the database in a thread."""
    return await run_sync(work)


async def heavy(house: House, session: Session, work: Callable[[], T]) -> T:
    """Run work that reads much of the log, in the few threads reserved for that; a few at once of a session
    and of its address."""
    with house.readings.one_of(session.id, of_address(session.address)):
        return await run_sync(work, limiter=house.reading)


async def published(house: House, request: AnyRequest, work: Callable[[], T]) -> T:
    """Run work on the documents, which everybody may ask for: one at a time, a few waiting of an address."""
    with house.readings.one_of(*sources_of(request)):
        return await run_sync(work, limiter=house.publishing)


async def hashed(house: House, work: Callable[[], T]) -> T:
    """Run work that hashes a password, in the few threads reserved for that."""
    return await run_sync(work, limiter=house.hashing)


async def landed(future: "Future[T]") -> T:
    """The floor's answer. A canceled request does not cancel the job."""
    return await asyncio.shield(asyncio.wrap_future(future))


async def send(house: House, session: Session, table: str, act: TableAct, version: int, key: str) -> int:
    """Send a person's command; the table's version after it. Idempotency keys are per person."""
    began = time.perf_counter()
    try:
        check_access("command", session.role)
        if isinstance(act, c.Validate | c.Reject):  # sensitive acts at the table as at the desk
            check_second_factor("validate_award", session, house.second_factor(session), house.floor.clock())
        hosted = house.tables.find(table)
        check_dealer(house.registry, table, session.person, session.role, session.id)
        if session.demo and not hosted.settings.demo:
            raise Refusal("demo_off", f"demo guests play at demo tables; {table} is not one of them")
        answer = await landed(
            house.tables.send(
                table,
                act,
                by=session.person,
                role=session.role,
                version=version,
                key=f"{session.person}:{key}" if key else "",
            )
        )
        return answer.version
    except Refusal as refusal:
        house.metrics.refusal(refusal.code)
        raise
    finally:
        house.metrics.commands.observe(time.perf_counter() - began)
