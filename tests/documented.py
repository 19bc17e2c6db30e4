"""The set-up of a reader before the commands of a page run: files, a house, servers, PostgreSQL.

Nothing of the reader's own is touched: `CROUPIER_DATA` is a directory of the test, servers listen on loopback
at a port that the system gives them, and an address of the documents stands for the server's own.
"""

import json
import lzma
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
from sqlalchemy import create_engine
from sqlalchemy.engine import URL, make_url

from croupier.ledger.verification.checkpoints import checkpoint
from croupier.table.commands import Bet
from tests.databases import run
from tests.floor.floor_rig import House
from tests.odds import sessions

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "floor" / "golden" / "0.1.0" / "log.jsonl.xz"
LONG_AGO = 1_750_000_000_000  # 15 June 2025: a month that can be archived
SERVERS = ("serve", "docs", "witness")
DATABASE = re.compile(r"postgresql://(\w+)(?::[^@ ]*)?@HOST/DATABASE")
LISTENS = re.compile(r"(https?://[^/ ;]+:)(\d+)")

STRATEGY = """
import croupier

BORDER = croupier.flush_strength(croupier.card_set("Ts 8s 6s"))

@croupier.kernel
def play(seen: croupier.Seen) -> int:
    return seen.least if croupier.flush_strength(seen.cards) >= BORDER else 0
"""


def files_of_a_reader(place: Path, page: str) -> None:
    """The files that a page takes for granted: examples, a day of rounds, the log of a house, a strategy."""
    (place / "examples").symlink_to(ROOT / "examples")
    rounds = (ROOT / "examples" / "rounds.jsonl").read_bytes()
    (place / "day.jsonl").write_bytes(rounds)
    (place / "round.jsonl").write_bytes(rounds.splitlines()[0])
    shutil.copy(ROOT / "examples" / "ma-high-card-flush.toml", place / "submission.toml")
    played = sessions.session(sessions.FLUSH, sessions.random_player(sessions.FLUSH), 3, 1, "ann")
    (place / "my-rounds.jsonl").write_text("".join(json.dumps(line) + "\n" for line in played))
    row = {
        "cards": ["As Ks 9s 4s 2h 3c Jd"],
        "dealer": ["2d 3d 9d 4c 5h 6s Kc"],
        "ante": [1000],
        "raise": [1000],
    }
    for name in ("day.parquet", "my-day.parquet"):
        pq.write_table(pa.table(row), place / name)
    if "log.jsonl" in page:
        (place / "log.jsonl").write_bytes(lzma.decompress(GOLDEN.read_bytes()))
    (place / "my_agent.py").write_text(STRATEGY)


def house_of_a_reader(directory: Path) -> None:
    """The data directory of a house whose table has played two rounds."""
    house = House(f"sqlite:///{directory}/croupier.db", directory / "keys", clock=lambda: LONG_AGO)
    try:
        house.furnish("ma/high-card-flush", "ma-high-card-flush", seats=(3,))
        for _ in range(2):
            house.act("ma-high-card-flush", Bet(seat=3, wagers={"ante": 1000}), 3)
            house.close_bets("ma-high-card-flush")
            house.decide("ma-high-card-flush")
            checkpoint(house.ledger, house.clock())
    finally:
        house.close()


class Server(NamedTuple):
    """A server of the documents, running."""

    process: subprocess.Popen[str]
    printed: str
    """Its output, with the port of the documents."""
    address: str
    shown: str
    """Its address in the documents."""

    def get(self, address: str) -> str:
        """The answer to a request at an address of the documents."""
        assert address.startswith(self.shown), f"{address} is not at {self.shown}"
        with urllib.request.urlopen(self.address + address.removeprefix(self.shown), timeout=60) as answer:
            return str(answer.read().decode())

    def ended(self) -> int:
        """The exit code after an interrupt, as its user makes one."""
        self.process.send_signal(signal.SIGINT)
        with self.process:
            try:
                self.process.communicate(timeout=60)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.returncode


def start(words: list[str], data: Path) -> Server:
    """Start a server at a free port, and wait until it says where it listens."""
    port = "8000"
    if "--port" in words:
        place = words.index("--port")
        port = words[place + 1]
        words = words[:place] + words[place + 2 :]
    process = subprocess.Popen(
        [sys.executable, "-m", "croupier", *words, "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "CROUPIER_DATA": str(data), "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    printed = ""
    while not (found := LISTENS.search(printed)):
        line = process.stdout.readline()
        assert line, f"croupier {' '.join(words)} did not start:\n{printed}"
        printed += line
    return Server(process, LISTENS.sub(rf"\g<1>{port}", printed), found[0], found[1] + port)


class Postgres:
    """The database that the documents call `postgresql://OWNER@HOST/DATABASE`."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.name = f"documented_{secrets.token_hex(6)}"  # the pages run beside each other
        self.roles: dict[str, str] = {}

    def fresh(self, command: str) -> None:
        """An empty database and, for a command that grants it rights, the role."""
        self.drop()
        self.query(f"CREATE DATABASE {self.name}")
        for role in re.findall(r"--grant (\w+)", command):
            self.roles[role] = f"{role}_{secrets.token_hex(6)}"
            self.query(f"CREATE ROLE {self.roles[role]} LOGIN")

    def drop(self) -> None:
        """Nothing stays on the server, which may be a developer's own."""
        self.query(f"DROP DATABASE IF EXISTS {self.name} WITH (FORCE)")
        while self.roles:
            self.query(f"DROP ROLE {self.roles.popitem()[1]}")

    def query(self, statement: str) -> None:
        """One statement of the owner."""
        engine = create_engine(self.url, isolation_level="AUTOCOMMIT")
        try:
            run(engine, statement)
        finally:
            engine.dispose()

    def meant(self, text: str) -> str:
        """A text of the documents with the address that it stands for."""

        def address(found: re.Match[str]) -> str:
            name = self.url.username if found[1] == "OWNER" else self.roles.get(found[1], found[1])
            url: URL = self.url.set(drivername="postgresql", database=self.name, username=name)
            return url.render_as_string(hide_password=False)

        for role, own in self.roles.items():
            text = text.replace(f"--grant {role}", f"--grant {own}")
        return DATABASE.sub(address, text)
