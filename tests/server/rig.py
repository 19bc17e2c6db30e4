"""A real server on loopback for tests, with people who are signed in: uvicorn in a thread."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import argon2
import httpx
import msgspec
import uvicorn
from websockets.sync.client import ClientConnection, connect

from croupier.floor.cluster import leases
from croupier.floor.desks import cashier
from croupier.floor.desks.inventory import close_inventory, open_inventory
from croupier.floor.desks.inventory_events import Signatures
from croupier.floor.host.hosted_table import Settings as TableSettings
from croupier.floor.people.model import Actor, Limits, system
from croupier.floor.people.passwords import Passwords
from croupier.floor.registry import changes
from croupier.floor.registry.registry import Registry
from croupier.server.house import House
from croupier.server.opening import close_house, now, open_house
from croupier.server.run import configured
from croupier.server.settings import Rate, Settings
from croupier.submission.practice import practice_text

GOOD = "seven green bottles"
ROOMY = Settings(
    secure=False,
    address=Rate(100_000, 10_000),
    session=Rate(100_000, 10_000),
    door=Rate(10_000, 1000),
    connects=Rate(100_000, 10_000),
    socket_frames=Rate(100_000, 10_000),
    socket_bytes=Rate(100_000_000, 10_000_000),
    address_frames=Rate(100_000, 10_000),
    requests_at_once=1000,
)
STAFF = (
    "dealer",
    "floorperson",
    "supervisor",
    "surveillance",
    "auditor",
    "cage",
    "security",
    "count_team",
    "administrator",
)
_weak = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Client(httpx.Client):
    """Somebody's browser."""

    csrf = ""
    person = ""

    def sign_in(self, name: str, password: str = GOOD, **more: str) -> httpx.Response:
        """Sign in, and send the CSRF token from then on."""
        return self._came_in(self.post("/api/session", json={"name": name, "password": password} | more))

    def guest(self) -> httpx.Response:
        """Come in as a guest."""
        return self._came_in(self.post("/api/guest"))

    def enter(self, door: str, **asked: str) -> httpx.Response:
        """Come in by another door."""
        return self._came_in(self.post(door, json=asked))

    def _came_in(self, response: httpx.Response) -> httpx.Response:
        if response.status_code == 200:
            told = response.json()
            self.person = told["person"]
            self.headers["x-csrf-token"] = told["csrf"]
        return response

    def view(self, table: str) -> dict[str, Any]:
        """The table as this person sees it."""
        told: dict[str, Any] = self.get(f"/api/tables/{table}").raise_for_status().json()["view"]
        return told

    def act(self, table: str, version: int | None = None, key: str = "", **act: Any) -> httpx.Response:
        """A command, for the version that the table is at unless another is given."""
        if version is None:
            version = self.view(table)["version"]
        return self.post(f"/api/tables/{table}/commands", json={"act": act, "version": version, "key": key})


@dataclass
class Running:
    """A server that runs."""

    house: House
    url: str
    administrator: Actor
    clients: list[Client] = field(default_factory=list)

    def client(self, **more: Any) -> Client:
        """A browser that has not signed in."""
        client = Client(base_url=self.url, timeout=20, trust_env=False, **more)
        self.clients.append(client)
        return client

    def signed_in(self, name: str) -> Client:
        """A browser of somebody of this name."""
        client = self.client()
        assert client.sign_in(name).status_code == 200
        return client

    def player(self, name: str, cents: int = 1_000_000) -> Client:
        """A new player with play money, signed in."""
        self.person(name, "player")
        client = self.signed_in(name)
        if cents:
            self.do(lambda unit: cashier.issue(unit, client.person, cents, self.administrator))
        return client

    def person(self, name: str, role: str) -> str:
        """A new person with the good password."""
        invited = self.house.people.invite(system(), name, name.title(), role)
        self.house.people.set_password(invited.link, GOOD, "127.0.0.1")
        return invited.person

    def do(self, work: Any) -> Any:
        """A unit of work on the floor."""
        return self.house.floor.run(work).result(20)

    def table(
        self,
        name: str,
        rules: str,
        mode: str = "electronic",
        text: str = "",
        opener: bool = True,
        **settings: Any,
    ) -> str:
        """A table of a submission (the practice one, if no text), open, with a link of its own.

        A live one has its opener, $10,000, unless a test counts it itself."""
        registry, house, admin = self.house.registry, self.house, self.administrator
        submission = f"filed-{name}" if text else rules.replace("/", "-")
        link = f"link-{name}"

        def work(unit: Any) -> None:
            if submission not in registry.within(unit).submissions:
                changes.load_submission(unit, registry, submission, text or practice_text(rules), admin)
            changes.open_link(unit, registry, link, submission, admin)
            changes.list_table(
                unit,
                registry,
                name,
                admin,
                mode=mode,
                submission=submission,
                settings=TableSettings(link=link, **settings),
            )
            changes.open_table(unit, registry, name, admin, house.floor.keys)
            if mode == "live" and opener:
                open_rack(unit, registry, name)

        self.do(work)
        return name

    def socket(self, client: Client, table: str, version: int | None = None, **more: Any) -> ClientConnection:
        """A socket of somebody."""
        query = "" if version is None else f"?version={version}"
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        url = self.url.replace("http://", "ws://")
        more.setdefault("origin", self.url)
        line: ClientConnection = connect(
            f"{url}/api/tables/{table}/socket{query}", additional_headers=headers, proxy=None, **more
        )
        return line

    def balance(self, account: str) -> int:
        """The balance in the ledger, in cents."""
        units = self.house.floor.ledger.balance(account)
        assert units % 10_000 == 0
        return units // 10_000


def open_rack(unit: Any, registry: Registry, table: str) -> None:
    """The opener of a live table, $10,000 in black chips."""
    signed = Signatures(floorperson="f0", dealer="d0")
    open_inventory(unit, registry, table, {10_000: 100}, signed, Actor("d0", "dealer"))


def close_rack(unit: Any, registry: Registry, table: str) -> None:
    """The closer of a live table, $10,000 in black chips."""
    signed = Signatures(floorperson="f0", dealer="d0")
    close_inventory(unit, registry, table, {10_000: 100}, signed, Actor("d0", "dealer"))


def receive(line: ClientConnection, kind: str, timeout: float = 10) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = msgspec.json.decode(line.recv(timeout))
        if message["type"] == kind:
            return message


def view_after(before: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """The view that a message leads to: the last round is sent when it changes, and kept until then."""
    after: dict[str, Any] = message["view"]
    return after | {"last": before["last"]} if message.get("same_last") else after


@contextlib.contextmanager
def running(
    url: str,
    keys: Path,
    settings: Settings = ROOMY,
    *,
    demo: bool = False,
    limits: Limits | None = None,
    staff: bool = True,
    clock: Callable[[], int] = now,
) -> Iterator[Running]:
    """A house and its server, until the end of the block. Several may run in this process, on a busy machine:
    their leases are long, so that none loses a table because a test has the interpreter."""
    with mock.patch.object(leases, "LEASE_MS", 10_000):
        yield from _running(url, keys, settings, demo=demo, limits=limits, staff=staff, clock=clock)


def _running(
    url: str,
    keys: Path,
    settings: Settings,
    *,
    demo: bool,
    limits: Limits | None,
    staff: bool,
    clock: Callable[[], int],
) -> Iterator[Running]:
    house = open_house(url, keys, settings, demo=demo, limits=limits, passwords=Passwords(_weak), clock=clock)
    try:
        with serving(house) as address:
            invited = house.people.first_start()
            administrator = Actor("", "administrator", "127.0.0.1")
            if invited is not None:
                house.people.set_password(invited.link, GOOD, "127.0.0.1")
                administrator = Actor(invited.person, "administrator", "127.0.0.1")
            here = Running(house, address, administrator)
            if staff and invited is not None:
                for role in STAFF[:-1]:
                    here.person(role, role)
            try:
                yield here
            finally:
                for client in here.clients:
                    client.close()
    finally:
        close_house(house)


@contextlib.contextmanager
def serving(house: House) -> Iterator[str]:
    """uvicorn in a thread, on a port of its own."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = configured(house)
    config.timeout_graceful_shutdown = 5
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: server.run(sockets=[listener]), daemon=True)
    thread.start()
    until = time.monotonic() + 20
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        assert time.monotonic() < until, "the server did not start in time"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()
