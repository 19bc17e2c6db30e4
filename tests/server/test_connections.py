"""The watch over all sockets: expired sessions, stalled clients, and the limit per person."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest

from croupier.errors import Refusal
from croupier.floor.people.sessions import Session
from croupier.server.live.connections import SLOW, Closed, Connections
from croupier.server.settings import Settings

SELDOM = Settings(check_seconds=1000, send_seconds=0.1)
"""The time of a session comes seldom; there is a look twenty times a second."""


class FakeConnection:
    """A socket without a network."""

    def __init__(self, token: str = "t", person: str = "s_1", role: str = "dealer") -> None:
        self.table = "t"
        self.session = Session(
            id=f"v_{token}",
            person=person,
            display_name="",
            role=role,
            demo=False,
            address="",
            created=0,
            last_used=0,
            confirmed=1,
            second_factor=False,
            expires=0,
        )
        self.token = token
        self.acted = 0
        self.waits: float | None = None
        self.ended: Closed | Refusal | None = None

    def waits_since(self) -> float | None:
        return self.waits

    def end(self, error: Closed | Refusal) -> None:
        self.ended = error


class Looks:
    """The sessions, as they are asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, int]] = []
        self.over: set[str] = set()
        self.away = False

    async def standing(self, acted: Mapping[str, int]) -> set[str]:
        self.asked.append(dict(acted))
        if self.away:
            raise Refusal("ledger_unavailable", "the ledger is away")
        return set(acted) - self.over


def looking(settings: Settings, play: Callable[[Connections, Looks], Coroutine[None, None, None]]) -> None:
    """Look after connections while something is played with them."""

    async def run() -> None:
        connections, looks = Connections(settings), Looks()
        task = asyncio.create_task(connections.check(looks.standing))
        try:
            await asyncio.wait_for(play(connections, looks), 10)
        finally:
            task.cancel()
        assert not task.done() or task.cancelled()

    # In a thread of its own: a browser that another test has opened keeps a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(run())).result()


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def test_a_session_is_looked_at_soon_after_its_socket_was_opened() -> None:
    """A session that was signed out while its socket was opening gets no notice."""

    async def play(connections: Connections, looks: Looks) -> None:
        gone, stays = FakeConnection("gone"), FakeConnection("stays")
        looks.over.add("gone")
        connections.open(gone)
        connections.open(stays)
        await until(lambda: gone.ended)
        assert isinstance(gone.ended, Refusal)
        assert gone.ended.code == "session_expired"
        assert stays.ended is None

    looking(SELDOM, play)


def test_an_act_over_one_socket_is_an_act_of_the_session() -> None:
    """And all of its sockets end together."""

    async def play(connections: Connections, looks: Looks) -> None:
        one, two = FakeConnection(), FakeConnection()
        connections.open(one)
        await until(lambda: looks.asked)
        one.acted = 5_000
        connections.open(two)
        connections.recheck("s_1")
        await until(lambda: len(looks.asked) > 1)
        assert all(each["t"] == 5_000 for each in looks.asked[1:])
        looks.over.add("t")
        two.acted = 6_000
        connections.recheck()
        await until(lambda: one.ended and two.ended)
        assert looks.asked[-1] == {"t": 6_000}

    looking(SELDOM, play)


def test_an_act_over_a_closed_socket_is_logged_and_nothing_is_kept() -> None:
    async def play(connections: Connections, looks: Looks) -> None:
        connection = FakeConnection()
        connections.open(connection)
        await until(lambda: looks.asked)
        connection.acted = 7_000
        connections.close(connection)
        connections.close(connection)
        await until(lambda: {"t": 7_000} in looks.asked)
        count = len(looks.asked)
        connections.recheck()
        await asyncio.sleep(0.05)
        assert len(looks.asked) == count

    looking(SELDOM, play)


def test_the_first_act_after_a_pause_is_sent_at_once_and_later_ones_less_often() -> None:
    async def play(connections: Connections, looks: Looks) -> None:
        connection = FakeConnection()
        connections.open(connection)
        await until(lambda: looks.asked)
        connection.acted = 1_700_000_000_000
        await until(lambda: looks.asked[-1]["t"] == connection.acted)
        count = len(looks.asked)
        connection.acted += 5_000
        await asyncio.sleep(0.2)
        assert len(looks.asked) == count
        connection.acted += 3_000_000
        await until(lambda: looks.asked[-1]["t"] == connection.acted)

    looking(SELDOM, play)


def test_only_a_stalled_client_is_disconnected() -> None:
    async def play(connections: Connections, looks: Looks) -> None:
        slow, busy, idle = FakeConnection("a"), FakeConnection("b"), FakeConnection("c")
        for each in (slow, busy, idle):
            connections.open(each)
        slow.waits, busy.waits = time.monotonic() - 0.3, time.monotonic() + 60
        await until(lambda: slow.ended)
        assert isinstance(slow.ended, Closed)
        assert slow.ended.code == SLOW
        assert busy.ended is None
        assert idle.ended is None

    looking(Settings(send_seconds=0.2), play)


def test_a_ledger_outage_ends_connections_that_cannot_be_checked() -> None:
    async def play(connections: Connections, looks: Looks) -> None:
        connection = FakeConnection()
        looks.away = True
        connections.open(connection)
        await until(lambda: connection.ended)
        assert isinstance(connection.ended, Refusal)
        assert connection.ended.code == "ledger_unavailable"

    looking(SELDOM, play)


@pytest.mark.parametrize("same", ["person", "session", "server"])
def test_sockets_are_counted_by_session_by_person_and_in_all(same: str) -> None:
    connections = Connections(Settings(sockets_a_session=2, sockets_a_person=3, sockets=5))

    def connection(number: int) -> FakeConnection:
        token = "t" if same == "session" else f"t{number}"
        return FakeConnection(token, "s_1" if same != "server" else f"s_{number}")

    most = {"session": 2, "person": 3, "server": 5}[same]
    opened = [connection(number) for number in range(most)]
    for each in opened:
        connections.open(each)
    with pytest.raises(Refusal, match="too many connections"):
        connections.open(connection(most))
    connections.close(opened[0])
    connections.open(connection(most))
