"""A player at a real `croupier serve` that is killed: their socket, their messages, and what must be true.

To come back, a client needs only the last version that it saw, and the unanswered command, which it sends
again with the same key.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import argon2
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from croupier.floor.audit.audit import audit as audited
from croupier.floor.desks import cashier
from croupier.floor.host.batch import Unit
from croupier.floor.host.hosted_table import Settings as TableSettings
from croupier.floor.people.model import Actor
from croupier.floor.people.passwords import Passwords
from croupier.floor.registry import changes
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.server.opening import close_house, open_house
from croupier.server.settings import Settings
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.offers.bounds import wager_bounds
from tests.floor.crash_rig import KILLED
from tests.floor.crash_worker import Nursery
from tests.floor.floor_rig import audit
from tests.practice import PRACTICE
from tests.server import serve_worker
from tests.server.rig import Client, view_after

TABLE = "bench-0"
WAGERS = {"ante": 1000, "progressive": 100}
MONEY = 1_000_000_000
ALL_BET_MS = 50


class Serving:
    """A server process of its own."""

    def __init__(self, data: Path, db: str = "", *more: str) -> None:
        command = [sys.executable, "-m", "croupier", "serve", "--port", "0", "--data", str(data)]
        command += [*more, "--db", db] if db else more
        with (data.parent / "serve.log").open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("Croupier listens on "):
                self.address = line.split()[-1]
                return
        raise AssertionError((data.parent / "serve.log").read_text()[-2000:])

    def kill(self) -> None:
        """As the operating system would."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.close()

    def close(self) -> None:
        """Close it in any state."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()


@contextmanager
def serving(data: Path, db: str = "", *more: str) -> Iterator[Serving]:
    server = Serving(data, db, *more)
    try:
        yield server
    finally:
        server.close()


class Guest:
    """A client that keeps its messages: the events by version, and its last view."""

    def __init__(self, cookies: str, table: str = TABLE) -> None:
        self.cookies = cookies
        self.table = table
        self.events: dict[int, Any] = {}
        self.view: dict[str, Any] = {}
        self.missed: list[str] = []
        """How each reconnection began: by events, or by a view."""
        self._line: ClientConnection | None = None
        self._stack = ExitStack()

    def come(self, address: str, seconds: float = 30) -> None:
        """Connect, with the version that it has, for as long as it takes the server to run the table."""
        end = time.monotonic() + seconds
        query = f"?version={self.view['version']}" if self.view else ""
        url = address.replace("http://", "ws://") + f"/api/tables/{self.table}/socket{query}"
        while True:
            try:
                line = connect(
                    url,
                    additional_headers={"Cookie": self.cookies},
                    origin=Origin(address),
                    proxy=None,
                )
                self._line = self._stack.enter_context(line)
                self.missed.append(self.hear()["type"])
                return
            except (InvalidStatus, ConnectionClosed, OSError):
                assert time.monotonic() < end, "the table never came back"
                time.sleep(0.05)

    def hear(self, kind: str = "", seconds: float = 20) -> dict[str, Any]:
        """The next message, or the next of a kind; what it tells is kept."""
        assert self._line is not None
        while True:
            message: dict[str, Any] = msgspec.json.decode(self._line.recv(seconds))
            if message["type"] == "events":
                versions = [each["version"] for each in message["events"]]
                expected = list(range(self.view["version"] + 1, message["version"] + 1))
                assert versions == expected, "not exactly what was missed"
            for each in message.get("events", ()):
                known = self.events.setdefault(each["version"], each["event"])
                assert known == each["event"], "an event has changed"
            if "view" in message:
                assert message["version"] >= self.view.get("version", 0), "the table went back"
                self.view = view_after(self.view, message)
            if not kind or message["type"] == kind:
                return message

    def send(self, key: str, **act: Any) -> None:
        """A command, not waited for."""
        assert self._line is not None
        command = {"type": "command", "id": key, "key": key, "act": act, "version": self.view["version"]}
        self._line.send(msgspec.json.encode(command).decode())

    def act(self, key: str, **act: Any) -> dict[str, Any]:
        """A command and its answer; the view has caught up with it."""
        self.send(key, **act)
        answer = self.hear("answer")
        assert answer.get("error") is None, answer
        while self.view["version"] < answer["version"]:
            self.hear()
        return answer

    def ping(self) -> None:
        """Whether the server is still there."""
        assert self._line is not None
        self._line.send('{"type": "ping"}')
        self.hear("pong")

    def leave(self) -> None:
        """Close the socket, if the server has not."""
        self._stack.close()


# --------------------------------------------------------------------------------------- the house


class Furnished(NamedTuple):
    """A house with one electronic table, and somebody who sits there alone."""

    url: str
    data: Path
    person: str
    token: str
    wagers: dict[str, int]


def furnish(rules: str, data: Path, url: str = "") -> Furnished:
    """Open a table of a rule set, seat a guest with much play money, and leave."""
    data.mkdir(mode=0o700, parents=True)
    url = url or f"sqlite:///{data / 'croupier.db'}"
    weak = Passwords(argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    house = open_house(url, data / "keys", Settings(secure=False), demo=True, passwords=weak)
    admin, registry = Actor("admin", "administrator", "127.0.0.1"), house.registry
    opened = house.people.demo_guest("127.0.0.1")
    player = opened.session.person

    def work(unit: Unit) -> None:
        changes.load_submission(unit, registry, "s", PRACTICE[rules], admin)
        changes.open_link(unit, registry, "link", "s", admin)
        settings = TableSettings(
            link="link", betting_ms=1_000, all_bet_ms=ALL_BET_MS, decision_ms=600_000, demo=True
        )
        changes.list_table(unit, registry, TABLE, admin, mode="electronic", submission="s", settings=settings)
        changes.open_table(unit, registry, TABLE, admin, house.floor.keys)
        cashier.issue(unit, player, MONEY, admin)

    try:
        house.floor.run(work).result(60)
        sit = c.Sit(seat=1, player=player)
        house.floor.send(TABLE, sit, by=player, role="player").result(60)
        bounds = wager_bounds(house.floor.tables[TABLE].state.at)
        wagers = {each.name: each.only[0] if each.only else max(each.least, 1_000) for each in bounds}
    finally:
        close_house(house)
    return Furnished(url, data, player, opened.token, wagers)


def check(house: Furnished, guest: Guest, rounds: int) -> None:
    """Everything recomputes, every message is in the log, and the player has the balance that it says."""
    ledger = Ledger.open(house.url, Keys.open(house.data / "keys"))
    try:
        audit(ledger)
        assert audited(ledger).whole
        records = ledger.read(f"table:{TABLE}")
        for version, event in guest.events.items():
            assert records[version - 1].kind == event["kind"], version
        events = [e.decode_event(record.body) for record in records]
        assert sum(isinstance(event, e.BetPlaced) for event in events) == rounds
        assert sum(isinstance(event, e.RoundEnded) for event in events) == rounds
        cents = MONEY
        for event in events:
            if isinstance(event, e.RoundSettled):
                cents += event.nets[1]
            elif isinstance(event, e.SeatSettled) and event.pending:
                cents -= sum(award.paid for award in event.awards)
        assert ledger.balance(f"player:{house.person}") == cents * 10_000
    finally:
        ledger.close()


# ----------------------------------------------------------------------------------- deaths of a server


class Mortal:
    """A `croupier serve` that dies at a given point, once the round under test has begun."""

    def __init__(self, nursery: Nursery, house: Furnished, kill: str) -> None:
        self._nursery, self._armed = nursery, house.data / "armed"
        self.disarm()
        out = house.data / "out"
        out.unlink(missing_ok=True)
        arguments = ["--port", "0", "--data", str(house.data), "--db", house.url]
        log = house.data / "serve.log"
        self._pid = nursery.begin(
            serve_worker.Server(
                arguments=arguments, out=str(out), log=str(log), kill=kill, armed=str(self._armed)
            )
        )
        end = time.monotonic() + 30
        while "\n" not in (said := out.read_text() if out.exists() else ""):
            assert time.monotonic() < end, log.read_text()[-2000:]
            time.sleep(0.01)
        self.address = said.splitlines()[0].removeprefix("Croupier listens on ")

    def arm(self) -> None:
        """From here on things count."""
        self._armed.touch()

    def disarm(self) -> None:
        """They do no longer."""
        self._armed.unlink(missing_ok=True)

    def dead(self) -> None:
        """It died as it was meant to."""
        assert self._nursery.end(self._pid) == KILLED

    def kill(self) -> None:
        """From outside."""
        os.kill(self._pid, signal.SIGKILL)
        self.dead()


class Died(Exception):
    """The server is gone."""


class Player:
    """Plays round after round, even if servers die."""

    def __init__(self, house: Furnished) -> None:
        self.house = house
        self.guest = Guest(f"croupier={house.token}")
        self.rounds = 0
        self._waiting: tuple[str, dict[str, Any]] | None = None
        """A command that was sent and not answered."""

    def finish(self, server: Mortal) -> None:
        """Until the round is over, and the next bets are open; then nothing kills the server any more."""
        try:
            while not self._over():
                self._step()
            server.disarm()
            self.guest.ping()  # it may have died of what came after the last message
        except (ConnectionClosed, OSError):
            raise Died from None

    def next_round(self) -> None:
        """Another one."""
        self.rounds += 1

    def _over(self) -> bool:
        view = self.guest.view
        return (
            self._waiting is None
            and (view.get("last") or {}).get("round", 0) >= self.rounds
            and bool(view.get("bets_open"))
        )

    def _step(self) -> None:
        if self._waiting is None:
            self._waiting = self._wanted()
        if self._waiting is None:
            self.guest.hear()
            return
        key, act = self._waiting
        self.guest.send(key, **act)
        answer = self.guest.hear("answer")
        if answer.get("error") is None:
            self._waiting = None
            while self.guest.view["version"] < answer["version"]:
                self.guest.hear()
        else:  # the table has moved on by itself meanwhile: look up the next action again
            assert answer["error"]["code"] == "stale_version", answer
            self._waiting = None
            self.guest.hear()

    def _wanted(self) -> tuple[str, dict[str, Any]] | None:
        view = self.guest.view
        for offer in view["offers"]:
            if offer["act"] == "decide":
                wager, waive = offer["amounts"]
                act: dict[str, Any] = {"act": "decide", "seat": 1, "action": waive["name"]}
                if waive["name"] != "check":  # as long as one may wait and see, so that every street is asked
                    amount = wager["only"][0] if wager.get("only") else wager["least"]
                    act |= {"action": wager["name"], "amount": amount}
                return f"{self.rounds}.decide.{view['version']}", act
        if view.get("bets_open") and not any(seat.get("wagers") for seat in view["seats"]):
            return f"{self.rounds}.bet", {"act": "bet", "seat": 1, "wagers": self.house.wagers}
        return None


def killed_at_every(
    nursery: Nursery, house: Furnished, where: str, *, by: int = 1, most: int = 1_000
) -> tuple[int, Player]:
    """A round for each point of a kind, in which the server dies there; how many died.

    The server that finishes a round is the one that dies in the next.
    """
    player, number, deaths = Player(house), 1, 0
    server = Mortal(nursery, house, f"{where}:{number}")
    player.guest.come(server.address)
    while deaths < most:
        player.next_round()
        server.arm()
        try:
            player.finish(server)
            break  # the round has fewer of them
        except Died:
            server.dead()
        deaths, number = deaths + 1, number + by
        player.guest.leave()
        server = Mortal(nursery, house, f"{where}:{number}")
        player.guest.come(server.address)
        player.finish(server)
    _same_balance(server, player)
    player.guest.leave()
    server.kill()
    check(house, player.guest, player.rounds)
    return deaths, player


def _same_balance(server: Mortal, player: Player) -> None:
    """The balance on the page agrees with the books."""
    with Client(base_url=server.address, timeout=20, trust_env=False) as client:
        client.headers["cookie"] = player.guest.cookies
        shown = client.get("/api/balance").raise_for_status().json()["cents"]
    ledger = Ledger.open(player.house.url, Keys.open(player.house.data / "keys"))
    try:
        assert ledger.balance(f"player:{player.house.person}") == shown * 10_000
    finally:
        ledger.close()
