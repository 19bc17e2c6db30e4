"""The same blocks on a Dask cluster: a real scheduler and worker processes of their own, on loopback."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.jit import compiled
from croupier.odds.simulate import BLOCK, ClusterError, Plan, Tally, simulate
from croupier.odds.simulate.block import play_block
from croupier.odds.simulate.randomness import deal
from croupier.odds.simulate.settling import pay_progressive
from croupier.odds.simulate.wagers import every_wager
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from tests.odds.test_simulate import totals

distributed = pytest.importorskip("distributed")

HOUSE = house_rules(
    "ma/high-card-flush", Choices.of(flush_bonus="A", straight_flush_bonus="B", progressive="A")
)
PATIENCE = 30


def plan(blocks: int, seed: int) -> Plan:
    return Plan(house=HOUSE, seats=(every_wager(HOUSE),) * 3, rounds=blocks * BLOCK - 77, seed=seed)


class Cluster(NamedTuple):
    address: str
    workers: list[subprocess.Popen[bytes]]


def start(module: str, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{module}", *words, "--no-dashboard"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler and two worker processes of one thread each."""
    file = tmp_path / "scheduler.json"
    words = ("--scheduler-file", str(file))
    processes = [start("dask_scheduler", *words, "--host", "127.0.0.1", "--port", "0")]
    try:
        worker = (*words, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny")
        processes += [start("dask_worker", *worker, "--name", name) for name in ("one", "two")]
        address = _address(file)
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
        yield Cluster(address, processes[1:])
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _address(file: Path) -> str:
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        if file.exists() and (text := file.read_text()):
            return str(json.loads(text)["address"])
        time.sleep(0.05)
    raise TimeoutError("the scheduler did not start")


def _compiled_here() -> dict[str, int]:
    """In a worker: how many kernels of the simulation it compiled itself, and how many it found on disk."""
    found = {"compiled": 0, "found": 0}
    for function in (deal, pay_progressive):
        twin: Any = compiled(function)
        found["compiled"] += twin.compiled
        found["found"] += twin.found
    return found


def test_the_cluster_plays_the_same_totals_and_loses_none_with_a_worker(cluster: Cluster) -> None:
    """First undisturbed; then one worker process is killed in the middle."""
    asked, here = plan(blocks=8, seed=1), _compiled_here()
    assert totals(simulate(asked, cluster=cluster.address)) == totals(simulate(asked, 2))
    with distributed.Client(cluster.address, set_as_default=False) as client:
        by_worker = client.run(_compiled_here)
    if _compiled_here() != here:  # else they were in memory, perhaps from a cache of another test
        assert [each["compiled"] for each in by_worker.values()] == [0, 0]
        assert all(each["found"] for each in by_worker.values())

    asked = plan(blocks=24, seed=2)
    expected = totals(simulate(asked, 2))
    victim = cluster.workers[0]
    told: list[int] = []

    def progress(done: int, total: int) -> None:
        told.append(done)
        if total == asked.blocks and done == 4:
            victim.send_signal(signal.SIGKILL)
            victim.wait()

    assert totals(simulate(asked, cluster=cluster.address, progress=progress)) == expected
    assert victim.returncode == -signal.SIGKILL
    assert told[-1] == asked.blocks
    with distributed.Client(cluster.address, set_as_default=False) as client:
        assert len(client.scheduler_info()["workers"]) == 1


def test_the_command_on_a_cluster(cluster: Cluster) -> None:
    words = ["simulate", "ma/high-card-flush", "--rounds", str(2 * BLOCK), "--seed", "7", "--json"]
    alone, together = (
        CliRunner().invoke(app, [*words, *more])
        for more in (["--workers", "1"], ["--cluster", cluster.address])
    )
    assert alone.exit_code == together.exit_code == 0, together.output
    local, remote = (json.loads(each.stdout) for each in (alone, together))
    del local["seconds"], remote["seconds"]
    assert local == remote


def test_no_scheduler_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.odds.simulate.run.PATIENCE", "1s")
    result = CliRunner().invoke(
        app, ["simulate", "ma/high-card-flush", "--rounds", "10", "--cluster", "tcp://127.0.0.1:9"]
    )
    assert result.exit_code == 2
    *_, playing, said = result.stderr.splitlines()  # before them: kernels and solution, the first time
    assert playing == "playing ma/high-card-flush …"
    assert said.startswith("croupier: no Dask scheduler answers at tcp://127.0.0.1:9")


def test_without_the_package_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match="install croupier with the extra `cluster`"):
        simulate(plan(1, 0), cluster="tcp://127.0.0.1:9")


def test_a_sum_that_lacks_a_block_is_seen() -> None:
    """The comparison can fail."""
    asked = plan(blocks=2, seed=3)
    part = Tally()
    part.add(play_block(asked.encoded(), 0))
    assert totals(part) != totals(simulate(asked, 2))
