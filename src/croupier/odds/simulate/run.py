"""Blocks handed out to workers, here or on a Dask cluster, through one interface: `concurrent.futures`.

A block depends only on the plan and its number, and blocks are combined by addition, so the totals do not
depend on which worker plays which block. A block whose worker died is played again by another.
"""

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any

from croupier.odds.progress import Progress, silent
from croupier.odds.protocol import solver_for
from croupier.odds.simulate.block import play_block, prepare_table
from croupier.odds.simulate.plan import Plan
from croupier.odds.simulate.tally import Tally
from croupier.submission.house import HouseRules

RETRIES = 10
"""The most times that a block may be lost with its worker before the simulation fails."""

PATIENCE = "10s"
"""The time limit for an answer from the scheduler."""


class ClusterError(RuntimeError):
    """The cluster cannot be used; the message says why in one line."""


def check_strategy(house: HouseRules, name: str) -> None:
    """Refuse a strategy that the game does not have, or one's own that cannot be found, at once."""
    solver_for(house.rules).simulation(house, 1).check_strategy(name)


def prepare(plan: Plan, progress: Progress = silent) -> None:
    """Solve the game where the strategy needs it, and compile every kernel that the plan uses.

    Both are stored on disk, where other workers on the same disk find them.
    """
    prepare_table(plan.encoded(), progress)


MOST_WORKERS = 1024
"""The most threads."""


def simulate(plan: Plan, workers: int = 0, cluster: str | None = None, progress: Progress = silent) -> Tally:
    """Play all rounds of a plan on `workers` local threads (0: one per core), or on a Dask cluster."""
    if not 0 <= workers <= MOST_WORKERS:
        raise ValueError(f"workers: {workers}; allowed: 0 to {MOST_WORKERS}, 0 for one a core")
    prepare(plan, progress)
    encoded = plan.encoded()
    total = Tally()
    with _cluster(cluster) if cluster else ThreadPoolExecutor(workers or os.cpu_count()) as executor:
        futures = [executor.submit(play_block, encoded, index) for index in range(plan.blocks)]
        try:
            for done, future in enumerate(as_completed(futures), start=1):
                total.add(future.result())
                progress(done, len(futures))
        except BaseException:
            for future in futures:
                future.cancel()
            raise
    return total


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    """An executor on the Dask cluster whose scheduler has this address."""
    distributed = _distributed()
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        yield client.get_executor(pure=False, retries=RETRIES)


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise ClusterError(
            "a cluster needs the package distributed: install croupier with the extra `cluster`"
        ) from None
    return distributed
