"""`kill -9` of a real `croupier serve` while somebody plays over a socket: nothing that was told is lost.

The client resynchronises by the last version that it saw, the unanswered command is sent again with its key,
and the audit of the whole log finds nothing.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from croupier.cli.measure_floor_house import furnish
from tests.server.rig import Client, view_after

TABLE = "bench-0"
WAGERS = {"ante": 1000, "progressive": 100}


class Serving:
    """A server process of its own."""

    def __init__(self, data: Path, db: str = "") -> None:
        command = [sys.executable, "-m", "croupier", "serve", "--port", "0", "--data", str(data)]
        command += ["--db", db] if db else []
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
        """Whatever state it is in."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()


@contextmanager
def serving(data: Path, db: str = "") -> Iterator[Serving]:
    server = Serving(data, db)
    try:
        yield server
    finally:
        server.close()


class Guest:
    """A client that keeps what it was told: the events by version, and its last view."""

    def __init__(self, cookies: str) -> None:
        self.cookies = cookies
        self.events: dict[int, Any] = {}
        self.view: dict[str, Any] = {}
        self._line: ClientConnection | None = None
        self._stack = ExitStack()

    def come(self, address: str, seconds: float = 30) -> None:
        """Connect, with the version that it has, for as long as it takes the server to run the table."""
        end = time.monotonic() + seconds
        query = f"?version={self.view['version']}" if self.view else ""
        url = address.replace("http://", "ws://") + f"/api/tables/{TABLE}/socket{query}"
        while True:
            try:
                line = connect(
                    url,
                    additional_headers={"Cookie": self.cookies},
                    origin=Origin(address),
                    proxy=None,
                )
                self._line = self._stack.enter_context(line)
                self.hear()
                return
            except (InvalidStatus, ConnectionClosed, OSError):
                assert time.monotonic() < end, "the table never came back"
                time.sleep(0.2)

    def hear(self, kind: str = "", seconds: float = 20) -> dict[str, Any]:
        """The next message, or the next of a kind; what it tells is kept."""
        assert self._line is not None
        while True:
            message: dict[str, Any] = msgspec.json.decode(self._line.recv(seconds))
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

    def leave(self) -> None:
        """Close the socket, if the server has not."""
        self._stack.close()


def _balance(server: Serving, guest: Guest) -> int:
    with Client(base_url=server.address, timeout=20, trust_env=False) as client:
        client.headers["cookie"] = guest.cookies
        cents: int = client.get("/api/balance").json()["cents"]
        return cents


def _decide(guest: Guest) -> bool:
    """Answer the question of the seat, if there is one."""
    for offer in guest.view.get("offers", ()):
        if offer["act"] == "decide":
            wager = offer["amounts"][0]
            guest.send(
                f"d{guest.view['version']}", act="decide", seat=1, action=wager["name"], amount=wager["least"]
            )
            return True
    return False


@pytest.mark.parametrize("moment", ["bet", "dealt", "decided"])
def test_a_round_survives_a_server_that_was_killed(moment: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    seat_of_ours = furnish(f"sqlite:///{data / 'croupier.db'}", data / "keys", tables=1)[0]
    guest = Guest(f"croupier={seat_of_ours.token}")
    with serving(data) as server:
        guest.come(server.address)
        before = _balance(server, guest)
        if moment == "bet":
            guest.send("bet", act="bet", seat=1, wagers=WAGERS)
        else:
            guest.act("bet", act="bet", seat=1, wagers=WAGERS)
            while guest.view.get("bets_open"):
                guest.hear()
            if moment == "decided":
                assert _decide(guest)
        server.kill()
        guest.leave()
    told = dict(guest.events)
    with serving(data) as server:
        guest.come(server.address)
        if moment == "bet":  # whether it was recorded or not: the same key asks once
            guest.act("bet", act="bet", seat=1, wagers=WAGERS)
        for _ in range(50):
            if guest.view.get("last", {}).get("round"):
                break
            if not _decide(guest):
                guest.hear()
            else:
                guest.hear("answer")
        last = guest.view["last"]
        (seat,) = [each for each in last["seats"] if each.get("wagers")]
        assert last["round"] == 1
        assert sum(seat["wagers"].values()) == sum(WAGERS.values())
        assert told.items() <= guest.events.items()
        assert _balance(server, guest) == before + seat["net"]
        guest.leave()
        server.kill()
    _audit(data)


def _audit(data: Path) -> None:
    from croupier.floor.audit import audit
    from croupier.ledger.keys import Keys
    from croupier.ledger.store import Ledger

    ledger = Ledger.open(f"sqlite:///{data / 'croupier.db'}", Keys.open(data / "keys"))
    try:
        assert audit(ledger).whole
    finally:
        ledger.close()
